"""1. The sequence of play, as one table."""

from berlin.games.race.board.units import KONIEV, ZHUKOV
from berlin.games.race.rules import (
    american,
    chits,
    end_of_turn,
    events,
    operations,
    orders,
    reinforcements,
    replacements,
    supply,
    victory,
)
from berlin.games.race.rules.combat import advance, attack, losses, outcome, retreat
from berlin.games.race.rules.movement import end_moves, reserve, step
from berlin.games.race.state.state import Draft, Position
from berlin.kernel.play.question import AnyQuestion
from berlin.kernel.play.sequence import Course, Stage


def _end_test(d: Draft) -> None:
    """C.5: a further round of impulses, unless the phase ends."""
    if not operations.ends_operations(d):
        d.stage = FIRST_IMPULSE - 1


# fmt: off
TURN: tuple[Stage[Draft], ...] = (
    Stage("A.1", "Reinforcements",                "RFB 1.A.1", reinforcements.roll_reinforcements),
    Stage("A.2", "American advance",              "RFB 1.A.2", american.roll_advance),
    Stage("A.3", "Orders from Hitler",            "RFB 1.A.3", orders.roll_orders),
    Stage("A.4", "Event chits",                   "RFB 1.A.4", chits.draw_chits),
    Stage("B.1", "Supply",                        "RFB 1.B.1", supply.check_supply),
    Stage("B.2", "Replacements",                  "RFB 1.B.2", replacements.open_logistics),
    Stage("C.1", "Zhukov's Soviet impulse",       "RFB 1.C.1", *operations.impulse(ZHUKOV, False)),
    Stage("C.2", "Koniev's Soviet impulse",       "RFB 1.C.2", *operations.impulse(KONIEV, False)),
    Stage("C.3", "Koniev's German impulse",       "RFB 1.C.3", *operations.impulse(KONIEV, True)),
    Stage("C.4", "Zhukov's German impulse",       "RFB 1.C.4", *operations.impulse(ZHUKOV, True)),
    Stage("C.5", "Test for the end of operations", "RFB 1.C.5", _end_test),
    Stage("D.1", "Zhukov's Soviets move up",      "RFB 5.1d", *end_moves.stage(ZHUKOV, False)),
    Stage("D.2", "Koniev's Soviets move up",      "RFB 5.1d", *end_moves.stage(KONIEV, False)),
    Stage("D.3", "Koniev's Germans move up",      "RFB 5.1d", *end_moves.stage(KONIEV, True)),
    Stage("D.4", "Zhukov's Germans move up",      "RFB 5.1d", *end_moves.stage(ZHUKOV, True)),
    Stage("D.5", "Test for the end of the game",  "RFB 5.2a", victory.end_test),
    Stage("D.6", "End of the turn",               "RFB 5.3", end_of_turn.clean_up),
    Stage("D.7", "The next turn",                 "RFB 5.6", end_of_turn.next_turn),
)
# fmt: on
STAGE_NAMES = tuple(stage.name for stage in TURN)
FIRST_IMPULSE = STAGE_NAMES.index("C.1")
LAST_IMPULSE = STAGE_NAMES.index("C.4")

# Every question that the game asks.
QUESTIONS: tuple[type[AnyQuestion], ...] = (
    reinforcements.Enter,
    american.Displace,
    replacements.Logistics,
    events.Bridges,
    operations.Designate,
    step.Moving,
    attack.Fighting,
    reserve.Reserving,
    end_moves.EndMoves,
    step.Westward,
    attack.Attack,
    attack.Heinrici,
    outcome.Battle,
    losses.Losses,
    retreat.Retreat,
    advance.Advance,
    end_of_turn.Hand,
)

COURSE = Course(TURN)


def impulses(p: Position) -> int:
    """A count that grows with every impulse, and once more with the end of each turn."""
    within = min(max(p.stage - FIRST_IMPULSE + 1, 0), LAST_IMPULSE - FIRST_IMPULSE + 2)
    return (p.turn * 8 + p.operations) * 8 + within
