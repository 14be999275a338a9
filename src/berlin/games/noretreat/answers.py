"""Which chapter lists, carries out and refuses the answers to which question."""

from berlin.games.noretreat import (
    advance,
    battle,
    cards,
    hand,
    housekeeping,
    kit,
    losses,
    movement,
    organization,
    rail,
    results,
    retreat,
    targets,
    victory,
    windows,
)
from berlin.games.noretreat.actions import (
    Action,
    AdvanceTo,
    At,
    Attack,
    Blow,
    Choose,
    Commit,
    Detrain,
    Discard,
    Done,
    Entrain,
    Extend,
    Flip,
    Join,
    Lose,
    Move,
    Pass,
    Place,
    Play,
    Reorganize,
    Restore,
    RetreatTo,
    Roll,
    Say,
    StrikeAt,
    Take,
    Target,
    well_formed,
)
from berlin.games.noretreat.frames import (
    Advance,
    Battle,
    Countering,
    Detraining,
    Doom,
    Excess,
    Fighting,
    Hand,
    Loss,
    Marking,
    Moving,
    Organize,
    Pay,
    Pick,
    Reaction,
    Restoring,
    Retreat,
    Strike,
    Targeting,
    Window,
)
from berlin.games.noretreat.sequence import COURSE, TURN
from berlin.games.noretreat.state import Draft
from berlin.games.noretreat.tables import CARD_KEYS, HALVES
from berlin.kernel.answers import Answers, Chapter, Draw
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

# fmt: off
CHAPTERS: dict[type[Frame], Chapter[Action]] = {
    Hand:       (cards.options_hand, cards.answer_hand, cards.refuse_hand),
    Window:     (windows.options_window, windows.answer_window, windows.refuse_window),
    Reaction:   (windows.options_reaction, windows.answer_reaction, windows.refuse_reaction),
    Pick:       (windows.options_pick, windows.answer_pick, windows.refuse_pick),
    Pay:        (hand.options_pay, hand.answer_pay, hand.refuse_pay),
    Doom:       (victory.options_doom, victory.answer_doom, victory.refuse_doom),
    Excess:     (kit.options, kit.answer, kit.refuse),
    Restoring:  (housekeeping.options, housekeeping.answer, housekeeping.refuse),
    Organize:   (organization.options, organization.answer, organization.refuse),
    Moving:     (movement.options, movement.answer, movement.refuse),
    Detraining: (rail.options, rail.answer, rail.refuse),
    Targeting:  (targets.options_targeting, targets.answer_targeting, targets.refuse_targeting),
    Countering: (targets.options_countering, targets.answer_countering, targets.refuse_countering),
    Fighting:   (targets.options_fighting, targets.answer_fighting, targets.refuse_fighting),
    Battle:     (battle.options, battle.answer, battle.refuse),
    Loss:       (losses.options, losses.answer, losses.refuse),
    Retreat:    (retreat.options, retreat.answer, retreat.refuse),
    Advance:    (advance.options, advance.answer, advance.refuse),
    Strike:     (results.options_strike, results.answer_strike, results.refuse_strike),
    Marking:    (results.options_marking, results.answer_marking, results.refuse_marking),
}
# fmt: on

# The questions whose answers are too many to list for one draw.
DRAWS: dict[type[Frame], Draw[Action]] = {
    Moving: movement.draw,
    Detraining: rail.draw,
}

# The acts that each question can be answered with at all.
ASKED: dict[type[Frame], tuple[type[Action], ...]] = {
    Hand: (Discard, Play, Extend, Done),
    Window: (Play, Pass),
    Reaction: (Play, Pass),
    Pick: (Choose, At, Take, Say, Move, Place, Detrain, Blow, Done, Pass, Discard, Flip, Lose),
    Pay: (Discard,),
    Doom: (Play, Pass),
    Excess: (Lose,),
    Restoring: (Restore, Done),
    Organize: (Flip, Place, Reorganize, Play, Extend, Done),
    Moving: (Move, Entrain, Play, Extend, Done),
    Detraining: (Detrain, Done),
    Targeting: (Target, Done),
    Countering: (Blow, Play, Done),
    Fighting: (Attack,),
    Battle: (Join, Commit, Play, Roll),
    Loss: (Lose,),
    Retreat: (RetreatTo,),
    Advance: (AdvanceTo, Play, Done),
    Strike: (StrikeAt, Pass),
    Marking: (Blow,),
}

# The rule that says when an act has its time.
TIMES: dict[type[Action], str] = {
    Pass: "NR 5.window",
    Discard: "NR 5.draw",
    Extend: "NAB 3.0c",
    Flip: "NR 4.organization",
    Place: "NR 4.organization",
    Reorganize: "NR 4.organization",
    Restore: "NR 4.removals",
    Move: "NR 4.playerturn",
    Entrain: "NR 8.rail.entrain",
    Detrain: "NR 8.rail.detrain",
    Target: "NR 9.target",
    Blow: "NR 9.counterblow",
    Attack: "NR 9.order",
    Join: "NR 9.order",
    Commit: "NR 9.shift.marker",
    Roll: "NR 9.sequence",
    Lose: "NR 9.step",
    RetreatTo: "NR 9.retreat",
    AdvanceTo: "NR 9.advance",
    StrikeAt: "NR 9.result.ca",
    Choose: "NR 5.use.event",
    At: "NR 5.use.event",
    Take: "NR 5.use.event",
    Say: "NR 5.use.event",
    Done: "NR 4.pass",
}


def _out_of_time(d: Draft, action: Action) -> Refusal:
    """The refusal of an act that does not answer the open question."""
    top, stage = d.frames[-1], TURN[d.stage]
    if isinstance(action, Play):
        half = HALVES[action.card][top.seat]
        windows_text = ", ".join(half.windows)
        return Refusal(
            "NR 5.use.event", f"{half.name} ({CARD_KEYS[action.card]}) is played at: {windows_text}"
        )
    asked = CHAPTERS[type(top)][2](d, top, action)
    return Refusal(TIMES[type(action)], f"not now ({stage.title}): {asked.reason}")


ANSWERS = Answers(
    CHAPTERS,
    ASKED,
    _out_of_time,
    COURSE.run,
    well_formed=well_formed,
    nothing=Refusal("NR 0.edition", "it names something that this game does not have"),
    over=Refusal("NR 4.length", "the game is over"),
    position=Draft,
    draws=DRAWS,
)
legal = ANSWERS.legal
