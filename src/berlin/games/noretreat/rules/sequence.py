"""4. The sequence of play, as one table, and what holds at the bounds of every stage."""

from berlin.games.noretreat.board.tables import AXIS, SEATS, SOVIET
from berlin.games.noretreat.rules import (
    housekeeping,
    movement,
    organization,
    rail,
    stacking,
    supply,
    victory,
)
from berlin.games.noretreat.rules.cards import card_phase, hand, paying, windows
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.combat import advance, fighting, losses, phase, results, retreat, targets
from berlin.games.noretreat.rules.events.choosing import Pick
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.state.state import (
    CLEARING,
    CLOSE,
    FIRST_STAGE,
    PHASING,
    REMOVALS,
    RUNNING,
    Draft,
)
from berlin.games.noretreat.state.words import VERBS, WORDS
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.acts import Act, Verbs
from berlin.kernel.play.question import acts_of
from berlin.kernel.play.sequence import Course, Stage


def _supply(d: Draft) -> None:
    supply.check(d)
    d.frames.append(Window(SOVIET, "checked"))
    d.frames.append(Window(AXIS, "checked"))


def _next_turn(d: Draft) -> None:
    victory.test_turn(d)
    if d.over == RUNNING:
        d.turn += 1


def _player_turn(seat: Seat) -> tuple[Stage[Draft], ...]:
    letter, side = "AS"[seat], SEATS[seat].capitalize()
    # fmt: off
    return (
        Stage(f"{letter}.1", f"{side} cards",        "NR 5.draw",           card_phase.begin),
        Stage(f"{letter}.2", f"{side} supply check", "NR 6.check",          _supply),
        Stage(f"{letter}.3", f"{side} organization", "NR 4.organization",   organization.begin,
                                                                            organization.close),
        Stage(f"{letter}.4", f"{side} movement",     "NR 8.move",           movement.begin),
        Stage(f"{letter}.5", f"{side} combat",       "NR 9.target",         phase.begin, phase.close),
        Stage(f"{letter}.6", f"{side} removals",     "NR 4.removals",       housekeeping.begin_removals,
                                                                            housekeeping.remove_units),
        Stage(f"{letter}.7", f"{side} clearing up",  "NR 4.removals",       housekeeping.begin_restoring,
                                                                            housekeeping.clear_up),
        Stage(f"{letter}.8", f"{side} detraining",   "NR 8.rail.detrain",   rail.begin),
        Stage(f"{letter}.9", f"{side} end of turn",  "NR 4.playerturn",     victory.test_player_turn),
    )
    # fmt: on


# fmt: off
TURN: tuple[Stage[Draft], ...] = (
    Stage("H.1", "Turn events",          "NR 4.housekeeping.b", housekeeping.turn_events),
    Stage("H.2", "Axis sudden death",    "NR 4.housekeeping.c", victory.test_axis_sudden_death),
    Stage("H.3", "Soviet sudden death",  "NR 4.housekeeping.c", housekeeping.soviet_check),
    Stage("H.4", "Objectives",           "NR 4.housekeeping.c", housekeeping.objective_check),
    *_player_turn(AXIS),
    *_player_turn(SOVIET),
    Stage("T",   "The end of the turn",  "NR 4.housekeeping.a", _next_turn),
)
# fmt: on
STAGE_NAMES = tuple(stage.name for stage in TURN)
# Stages at whose end a card may be played that any phase ends with; for Removals see Detraining.
_PHASES = frozenset(
    first + phase for first in FIRST_STAGE for phase in range(CLOSE) if phase not in (REMOVALS, CLEARING)
)
# Stages that go on with the phase of the stage before.
_WITHIN = frozenset(first + CLEARING for first in FIRST_STAGE)

QUESTIONS: tuple[type[NoRetreatQuestion], ...] = (
    card_phase.Hand,
    hand.Drawing,
    windows.Window,
    windows.Reaction,
    paying.Pay,
    victory.Doom,
    housekeeping.Restoring,
    stacking.Excess,
    organization.Organize,
    movement.Moving,
    rail.Detraining,
    targets.Targeting,
    targets.Countering,
    fighting.Fighting,
    fighting.BattleQuestion,
    losses.Loss,
    retreat.Retreat,
    advance.Advance,
    results.Strike,
    results.Marking,
    Pick,
)
ACTS: Verbs[Act] = Verbs(
    sorted(acts_of(QUESTIONS), key=lambda kind: VERBS.index(kind.verb)), WORDS, place="space"
)


def _entering(d: Draft) -> None:
    # Removals are one phase, in two stages.
    if d.stage not in _WITHIN:
        d.barred = d.used = d.drawn = 0
    d.reach.clear()
    if d.stage in _PHASES:
        seat = PHASING[d.stage]
        d.frames.append(Window(OTHER[seat], "phase-end"))
        d.frames.append(Window(seat, "phase-end"))


def _leaving(d: Draft) -> None:
    if d.forces:
        over = [force for force in d.forces if force.until == d.stage]
        if over:
            d.forces = tuple(force for force in d.forces if force.until != d.stage)
            for force in over:
                EVENTS[force.code].lapse(d, force)


COURSE = Course(TURN, _entering, _leaving)
