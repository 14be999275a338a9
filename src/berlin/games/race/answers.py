"""Which chapter lists, carries out and refuses the answers to which question."""

from berlin.games.race import (
    advance,
    american,
    attack,
    end_of_turn,
    events,
    losses,
    moving,
    operations,
    reinforcements,
    replacements,
    reserve,
    retreat,
)
from berlin.games.race.actions import (
    Action,
    Activate,
    AdvanceUnit,
    AttackZone,
    Begin,
    Convert,
    Decline,
    Discard,
    DisplaceTo,
    Done,
    EnterAt,
    Follow,
    Join,
    Keep,
    Lose,
    Move,
    Pass,
    Play,
    Rebuild,
    RetreatTo,
    Return,
    Roll,
    Shell,
    Starve,
    Support,
    WestTest,
    well_formed,
)
from berlin.games.race.chits import not_held, wrong_time
from berlin.games.race.frames import (
    Advance,
    Attack,
    Bridges,
    Designate,
    Displace,
    EndMoves,
    Enter,
    Fighting,
    Hand,
    Heinrici,
    Logistics,
    Losses,
    Moving,
    Reserving,
    Retreat,
    Westward,
)
from berlin.games.race.sequence import COURSE, TURN
from berlin.games.race.state import Position
from berlin.kernel.answers import Answers, Chapter, Draw
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

# fmt: off
CHAPTERS: dict[type[Frame], Chapter[Action]] = {
    Enter:     (reinforcements.options, reinforcements.answer, reinforcements.refuse),
    Displace:  (american.options, american.answer, american.refuse),
    Logistics: (replacements.options, replacements.answer, replacements.refuse),
    Bridges:   (events.options_bridges, events.answer_bridges, events.refuse_bridges),
    Designate: (operations.options, operations.answer, operations.refuse),
    Moving:    (moving.options_moving, moving.answer_moving, moving.refuse_moving),
    Westward:  (moving.options_westward, moving.answer_westward, moving.refuse_westward),
    Fighting:  (attack.options_fighting, attack.answer_fighting, attack.refuse_fighting),
    Attack:    (attack.options_attack, attack.answer_attack, attack.refuse_attack),
    Heinrici:  (attack.options_heinrici, attack.answer_heinrici, attack.refuse_heinrici),
    Losses:    (losses.options, losses.answer, losses.refuse),
    Retreat:   (retreat.options, retreat.answer, retreat.refuse),
    Advance:   (advance.options, advance.answer, advance.refuse),
    Reserving: (reserve.options, reserve.answer, reserve.refuse),
    EndMoves:  (moving.options_end, moving.answer_end, moving.refuse_end),
    Hand:      (end_of_turn.options, end_of_turn.answer, end_of_turn.refuse),
}

# The acts that each question can be answered with at all.
ASKED: dict[type[Frame], tuple[type[Action], ...]] = {
    Enter:     (EnterAt,),
    Displace:  (DisplaceTo,),
    Logistics: (Rebuild, Return, Convert, Starve, Done),
    Bridges:   (Play, Decline),
    Designate: (Play, Activate, Shell, Begin, Pass),
    Moving:    (Move, WestTest, Done),
    Westward:  (Move, Done),
    Fighting:  (AttackZone, Done),
    Attack:    (Join, Support, Play, Roll),
    Heinrici:  (Play, Decline),
    Losses:    (Lose,),
    Retreat:   (RetreatTo,),
    Advance:   (AdvanceUnit, Done),
    Reserving: (Follow, Move, WestTest, Done),
    EndMoves:  (Move, WestTest, Done),
    Hand:      (Keep, Discard),
}
# fmt: on

# The rule that says when an act has its time.
TIMES: dict[type[Action], str] = {
    EnterAt: "RFB 2.1.3a",
    DisplaceTo: "RFB 2.2.6b",
    Rebuild: "RFB 3.2",
    Return: "RFB 3.2",
    Convert: "RFB 3.2",
    Starve: "RFB 3.2.2b",
    Decline: "RFB event.timing",
    Activate: "RFB 4.1.3c",
    Shell: "RFB 4.1.3c",
    Begin: "RFB 4.1.3c",
    Pass: "RFB 4.1.5a",
    WestTest: "RFB 7.2.2a",
    Move: "RFB 4.1.3b",
    AttackZone: "RFB 4.1.3b",
    Join: "RFB 8.1.1a",
    Support: "RFB 9.2.5",
    Roll: "RFB 8.1.2a",
    Lose: "RFB 8.2.1a",
    RetreatTo: "RFB 8.3",
    AdvanceUnit: "RFB 8.4",
    Follow: "RFB 8.4.2",
    Discard: "RFB 5.5a",
    Keep: "RFB 5.5a",
    Done: "RFB 1",
}


# Questions with many answers draw one at random without listing them all.
DRAWS: dict[type[Frame], Draw[Action]] = {
    Designate: operations.draw,
    EndMoves: moving.draw_end,
    Logistics: replacements.draw,
    Moving: moving.draw_moving,
    Reserving: reserve.draw,
    Westward: moving.draw_westward,
}


def out_of_time(p: Position, action: Action) -> Refusal:
    """The refusal of an act that does not answer the open question."""
    top = p.frames[-1]
    stage = TURN[p.stage]
    if isinstance(action, Play):
        return not_held(p, top.seat, action.chit) or wrong_time(action.chit)
    if isinstance(action, Activate | Shell | Begin | Pass) and stage.name[0] != "C":
        rule = "RFB 1.D" if stage.name[0] == "D" else "RFB 1.A"
        return Refusal(
            rule, f"units are activated in the Operations Phase, not in {stage.name} {stage.title}"
        )
    specific = CHAPTERS[type(top)][2](p, top, action)
    if isinstance(action, Move | AttackZone | Follow | Join) and isinstance(
        top, Moving | Fighting | Reserving
    ):
        return specific
    return Refusal(TIMES[type(action)], f"not now: {specific.reason}")


ANSWERS = Answers(
    CHAPTERS,
    ASKED,
    out_of_time,
    COURSE.run,
    well_formed=well_formed,
    nothing=Refusal("RFB map.base", "it names something that this game does not have"),
    over=Refusal("RFB 10a", "the game is over"),
    draws=DRAWS,
)
legal = ANSWERS.legal
