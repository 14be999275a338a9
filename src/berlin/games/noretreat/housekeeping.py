"""4.housekeeping and 11: what a turn brings, before anybody acts; and 4.removals."""

from berlin.games.noretreat.actions import DONE, Action, Restore
from berlin.games.noretreat.citing import turn_rule
from berlin.games.noretreat.events.registry import EVENTS
from berlin.games.noretreat.frames import Restoring, Window
from berlin.games.noretreat.ground import NAMES
from berlin.games.noretreat.hand import PAID, can_pay, cant_pay, pay
from berlin.games.noretreat.kit import arrive, open_extension, reich_defenses, rumania_surrenders, triggered
from berlin.games.noretreat.losses import remove
from berlin.games.noretreat.reset import reset_cards
from berlin.games.noretreat.state import (
    ASIDE,
    DISORGANIZED,
    DUE,
    FLIPPED,
    FRESH,
    OUT,
    OWNED,
    RANK,
    Draft,
)
from berlin.games.noretreat.supply import recheck
from berlin.games.noretreat.tables import (
    FIRST_SOVIET_INITIATIVE,
    RESET_TURN,
    SOVIET,
    TURNS,
    WEATHERS,
)
from berlin.games.noretreat.units import KEYS, KIT, LEAVES, RANGES, UNITS, arriving, find_unit
from berlin.games.noretreat.victory import (
    gain,
    initiative,
    note_tide,
    test_objectives,
    test_soviet_sudden_death,
)
from berlin.kernel.rules import Refusal

EXTENSION_TURN = 17
SS_PANZER, GARRISON = find_unit("SSPz"), find_unit("BerG")
RESTORED_FOR = 2


def turn_events(d: Draft) -> None:
    """B: weather, markers, arrivals, removals, switches."""
    box = TURNS[d.turn]
    if d.log is not None:
        weather = WEATHERS[d.weathers[d.turn]].name
        text = f"turn {d.turn}, {box.label}: {weather}, Blitz {box.blitz}, Shock {box.shock}"
        d.say("turn", text, turn_rule(d.turn), data=(d.turn,))
    d.blitz, d.shock, d.short = box.blitz, box.shock, 0
    for unit in range(UNITS):
        d.marks[unit] &= ~(FRESH | FLIPPED)
    if d.turn >= EXTENSION_TURN and not d.extended:
        open_extension(d)
    if d.turn == RESET_TURN:
        d.event_vp = 0
        reset_cards(d)
        if d.kit:
            reich_defenses(d)
    if box.event_vp:
        gain(d, SOVIET, box.event_vp, box.event, turn_rule(d.turn))
    for unit in arriving(d.turn):
        if d.where[unit] == DUE and not KIT[unit]:
            arrive(d, unit, turn_rule(d.turn))
    _departures(d)
    triggered(d)
    note_tide(d)


def _departures(d: Draft) -> None:
    """11.italians: units that leave for good, wherever they are."""
    for unit in range(UNITS):
        if LEAVES[unit] != d.turn or d.where[unit] == OUT:
            continue
        if unit == GARRISON and d.kit:
            continue
        remove(d, unit, ASIDE if unit == SS_PANZER else OUT)
        d.say("departure", f"{KEYS[unit]} leaves", "NR 11.italians", data=(unit,))


def soviet_check(d: Draft) -> None:
    """On turn 12 the initiative passes between the two tests."""
    if d.turn == FIRST_SOVIET_INITIATIVE:
        d.event_vp = 0
        d.say("vp", "the initiative passes to the Soviets; event VP are 0", "NR 10.vp.change")
    test_soviet_sudden_death(d)


def objective_check(d: Draft) -> None:
    test_objectives(d, initiative(d))


# Removals.


def begin_removals(d: Draft) -> None:
    """Windows come first: a card may spare the units of a space."""
    seat = d.phasing
    d.frames.append(Window(1 - seat, "removals"))
    d.frames.append(Window(seat, "removals"))


def remove_units(d: Draft) -> None:
    """6.surrender: those that are still cut off, but for whom a card spares."""
    spared = 0
    for force in d.forces:
        spared |= EVENTS[force.code].spares(d, force)
    recheck(d, spared)


def begin_restoring(d: Draft) -> None:
    if d.scorched:
        d.frames.append(Restoring(d.phasing))


def clear_up(d: Draft) -> None:
    """Allies that give up leave; Disorganized markers come off."""
    rumania_surrenders(d)
    for unit in RANGES[d.phasing]:
        d.marks[unit] &= ~DISORGANIZED


def _scorched(d: Draft, seat: int) -> list[int]:
    return [space for space in OWNED if d.scorched >> RANK[space] & 1 and d.owner(space) == seat]


def _affordable(d: Draft, seat: int) -> bool:
    return can_pay(d, seat, RESTORED_FOR, DONE)


def settle(d: Draft, frame: Restoring) -> bool:
    # Whether the cards can be paid is for the hand's size alone to say.
    if _scorched(d, frame.seat) and d.hands[frame.seat].bit_count() >= RESTORED_FOR:
        return True
    d.frames.pop()
    return False


def options(d: Draft, frame: Restoring) -> list[Action]:
    found: list[Action] = []
    if _affordable(d, frame.seat):
        found += [Restore(space) for space in _scorched(d, frame.seat)]
    return [*found, DONE]


def answer(d: Draft, frame: Restoring, action: Action) -> None:
    if isinstance(action, Restore):
        pay(d, frame.seat, RESTORED_FOR, action)
    else:
        d.frames.pop()


def restore(d: Draft, seat: int, action: Restore) -> None:
    d.scorched &= ~(1 << RANK[action.space])
    d.reach.clear()
    d.stir(seat)
    d.say("event", f"{NAMES[action.space]} is built up again", "NR 4.removals", data=(action.space,))
    note_tide(d)


PAID[Restore] = restore


def refuse(d: Draft, frame: Restoring, action: Action) -> Refusal:
    if isinstance(action, Restore) and action.space in _scorched(d, frame.seat):
        return cant_pay(RESTORED_FOR)
    return Refusal("NR 4.removals", "a scorched city of yours may be built up for 2 cards")
