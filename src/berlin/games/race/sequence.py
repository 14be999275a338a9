"""1. The sequence of play, as one table."""

from collections.abc import Callable

from berlin.games.race import (
    advance,
    american,
    attack,
    battle,
    chits,
    end_of_turn,
    events,
    hitler,
    losses,
    moving,
    operations,
    reinforcements,
    replacements,
    reserve,
    retreat,
    supply,
    victory,
)
from berlin.games.race.berlin import check_city
from berlin.games.race.frames import (
    Advance,
    Attack,
    Battle,
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
from berlin.games.race.state import ACTED, Draft, Position
from berlin.games.race.units import KONIEV, ZHUKOV
from berlin.kernel.frames import Frame
from berlin.kernel.sequence import Course, Settle, Stage


def _impulse(camp: int, german: bool) -> tuple[Callable[[Draft], None], Callable[[Draft], None]]:
    return (
        lambda d: operations.open_impulse(d, camp, german),
        lambda d: operations.close_impulse(d, camp, german),
    )


def _end_moves(camp: int, german: bool) -> tuple[Callable[[Draft], None], Callable[[Draft], None]]:
    return lambda d: moving.open_end_moves(d, camp, german), _close_end_moves


def _close_end_moves(d: Draft) -> None:
    d.marks = d.marks.translate(STANDING)
    check_city(d)


# A unit's marks when the moves at the end of the turn are over.
STANDING = bytes(marks & ~ACTED for marks in range(256))


def _begin_operations(d: Draft) -> None:
    """C.1 opens a phase in which nobody has passed."""
    d.passed = 0
    operations.open_impulse(d, ZHUKOV, german=False)


def _end_test(d: Draft) -> None:
    if operations.ends_operations(d):
        return
    d.operations += 1
    d.say("stage", f"operations {d.operations} begin", "RFB 4.3.1b", data=("operations",))
    d.stage = FIRST_IMPULSE - 1


# fmt: off
TURN: tuple[Stage[Draft], ...] = (
    Stage("A.1", "Reinforcements",                "RFB 1.A.1", reinforcements.roll_reinforcements),
    Stage("A.2", "American advance",              "RFB 1.A.2", american.roll_advance),
    Stage("A.3", "Orders from Hitler",            "RFB 1.A.3", hitler.roll_orders),
    Stage("A.4", "Event chits",                   "RFB 1.A.4", chits.draw_chits),
    Stage("B.1", "Supply",                        "RFB 1.B.1", supply.check_supply),
    Stage("B.2", "Replacements",                  "RFB 1.B.2", replacements.open_logistics),
    Stage("C.1", "Zhukov's Soviet impulse",       "RFB 1.C.1", _begin_operations, _impulse(ZHUKOV, False)[1]),
    Stage("C.2", "Koniev's Soviet impulse",       "RFB 1.C.2", *_impulse(KONIEV, False)),
    Stage("C.3", "Koniev's German impulse",       "RFB 1.C.3", *_impulse(KONIEV, True)),
    Stage("C.4", "Zhukov's German impulse",       "RFB 1.C.4", *_impulse(ZHUKOV, True)),
    Stage("C.5", "Test for the end of operations", "RFB 1.C.5", _end_test),
    Stage("D.1", "Zhukov's Soviets move up",      "RFB 5.1d", *_end_moves(ZHUKOV, False)),
    Stage("D.2", "Koniev's Soviets move up",      "RFB 5.1d", *_end_moves(KONIEV, False)),
    Stage("D.3", "Koniev's Germans move up",      "RFB 5.1d", *_end_moves(KONIEV, True)),
    Stage("D.4", "Zhukov's Germans move up",      "RFB 5.1d", *_end_moves(ZHUKOV, True)),
    Stage("D.5", "Test for the end of the game",  "RFB 5.2a", victory.end_test),
    Stage("D.6", "End of the turn",               "RFB 5.3", end_of_turn.clean_up),
    Stage("D.7", "The next turn",                 "RFB 5.6", end_of_turn.next_turn),
)
# fmt: on
STAGE_NAMES = tuple(stage.name for stage in TURN)
FIRST_IMPULSE = STAGE_NAMES.index("C.1")
LAST_IMPULSE = STAGE_NAMES.index("C.4")

SETTLE: dict[type[Frame], Settle[Draft]] = {
    Enter: reinforcements.settle,
    Displace: american.settle,
    Logistics: replacements.settle,
    Bridges: events.settle_bridges,
    Designate: operations.settle,
    Moving: moving.settle_moving,
    Westward: moving.settle_westward,
    Fighting: attack.settle_fighting,
    Attack: attack.settle_attack,
    Heinrici: attack.settle_heinrici,
    Battle: battle.settle,
    Losses: losses.settle,
    Retreat: retreat.settle,
    Advance: advance.settle,
    Reserving: reserve.settle,
    EndMoves: moving.settle_end,
    Hand: end_of_turn.settle,
}

COURSE = Course(TURN, SETTLE)


def impulses(p: Position) -> int:
    """A count that grows with every impulse, and once more with the end of each turn."""
    within = min(max(p.stage - FIRST_IMPULSE + 1, 0), LAST_IMPULSE - FIRST_IMPULSE + 2)
    return (p.turn * 8 + p.operations) * 8 + within
