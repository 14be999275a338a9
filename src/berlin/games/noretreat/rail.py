"""8.rail: into the Rail box in Movement, out of it in Detraining."""

from random import Random

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.noretreat.actions import DONE, Action, Detrain, Entrain
from berlin.games.noretreat.control import enter
from berlin.games.noretreat.frames import Detraining, Moving, Window
from berlin.games.noretreat.ground import ALL, MAP
from berlin.games.noretreat.hand import PAID, can_pay, cant_pay, pay
from berlin.games.noretreat.state import BIT, MOVED, RAIDED, RAIL, UNSUPPLIED, Draft, place_name
from berlin.games.noretreat.supply import edge, open_to_supply, overland, supplied_cities
from berlin.games.noretreat.tables import TURNS
from berlin.games.noretreat.units import KEYS, RANGES, SIDE
from berlin.games.noretreat.zones import full, shut
from berlin.kernel.rules import Refusal

FREE = 1
DETRAIN_WITHIN = 3


def price(frame: Moving) -> int:
    return 0 if frame.entrained < FREE else 1


def entraining(d: Draft, frame: Moving, units: list[int]) -> list[Action]:
    """The units that may go to the Rail box instead of moving."""
    cost = price(frame)
    if cost and (TURNS[d.turn].limited_rail or not can_pay(d, frame.seat, cost, DONE)):
        return []
    board = overland(d, frame.seat) & ~d.zones(1 - frame.seat)
    where = d.where
    return [Entrain(unit) for unit in units if board >> where[unit] & 1]


def ask_entrain(d: Draft, frame: Moving, action: Entrain) -> None:
    d.frames[-1] = replace(frame, entrained=frame.entrained + 1)
    pay(d, frame.seat, price(frame), action)


def entrain(d: Draft, seat: int, action: Entrain) -> None:
    d.marks[action.unit] = d.marks[action.unit] & ~(UNSUPPLIED | RAIDED) | MOVED
    d.put(action.unit, RAIL)
    d.say("move", f"{KEYS[action.unit]} entrains", "NR 8.rail.entrain", data=(action.unit,))


PAID[Entrain] = entrain


def refuse_entrain(d: Draft, frame: Moving, unit: int) -> Refusal:
    here = BIT[d.where[unit]]
    if not here & overland(d, frame.seat):
        return Refusal("NR 8.rail.entrain", f"{KEYS[unit]} has no overland supply")
    if here & d.zones(1 - frame.seat):
        return Refusal("NR 8.rail.entrain", f"{KEYS[unit]} is in an enemy zone of control")
    if TURNS[d.turn].limited_rail:
        return Refusal("NR 8.rail.entrain", "only one unit a side entrains on turns 1 and 2")
    return cant_pay(1)


# Detraining.


def begin(d: Draft) -> None:
    seat = d.phasing
    d.frames += [Detraining(1 - seat), Detraining(seat)]
    # Removals end only now that their markers are off.
    d.frames += [Window(1 - seat, "phase-end"), Window(seat, "phase-end")]


def waiting(d: Draft, seat: int) -> list[int]:
    return [unit for unit in RANGES[seat] if d.where[unit] == RAIL]


def station(d: Draft, side: int) -> int:
    """Where units of a side may detrain, stacking apart."""
    free = ALL & ~(d.occupied(1 - side) | d.zones(1 - side) | d.closed)
    cities = supplied_cities(d, side, open_to_supply(d, side))
    return (MAP.flood(cities, free, DETRAIN_WITHIN) | edge(d, side)) & free & ~d.owned(1 - side)


def spaces(d: Draft, unit: int, stations: int) -> int:
    return stations & ~full(d, SIDE[unit]) & ~shut(d, unit)


def settle(d: Draft, frame: Detraining) -> bool:
    if RAIL in d.where and waiting(d, frame.seat):
        return True
    d.frames.pop()
    return False


def options(d: Draft, frame: Detraining) -> list[Action]:
    found: list[Action] = []
    stations = station(d, frame.seat)
    for unit in waiting(d, frame.seat):
        found += [Detrain(unit, space) for space in bits(spaces(d, unit, stations))]
    return [*found, DONE]


def draw(d: Draft, frame: Detraining, rng: Random) -> Action:
    stations = station(d, frame.seat)
    groups = [(unit, spaces(d, unit, stations)) for unit in waiting(d, frame.seat)]
    slot = int(rng.random() * (1 + sum(board.bit_count() for _, board in groups)))
    for unit, board in groups:
        number = board.bit_count()
        if slot < number:
            for _ in range(slot):
                board &= board - 1
            return Detrain(unit, (board & -board).bit_length() - 1)
        slot -= number
    return DONE


def answer(d: Draft, frame: Detraining, action: Action) -> None:
    if isinstance(action, Detrain):
        detrain(d, action.unit, action.space)
    else:
        d.frames.pop()


def detrain(d: Draft, unit: int, space: int) -> None:
    enter(d, unit, space)
    d.say("move", f"{KEYS[unit]} detrains in {place_name(space)}", "NR 8.rail.detrain", data=(unit, space))


def refuse(d: Draft, frame: Detraining, action: Action) -> Refusal:
    if not isinstance(action, Detrain):
        return Refusal("NR 4.playerturn", "it is the Detraining phase: detrain, or say done")
    unit, here = action.unit, BIT[action.space]
    side = SIDE[unit]
    if side != frame.seat or d.where[unit] != RAIL:
        return Refusal("NR 8.rail.detrain", f"{KEYS[unit]} is not in your Rail box")
    if here & d.occupied(1 - side):
        return Refusal("NR 8.enemyhex", "an enemy unit is there")
    if here & d.closed:
        return Refusal("NR 2.extension", "that space is closed until the extension opens")
    if here & d.zones(1 - side):
        return Refusal("NR 8.rail.detrain", "it is in an enemy zone of control")
    if here & d.owned(1 - side):
        return Refusal("NR 8.rail.detrain", "the enemy owns it")
    if here & station(d, side) & full(d, side):
        return Refusal("NR 8.stack", "there is no room for another unit")
    return Refusal("NR 8.rail.detrain", "no clear path of 3 hexes leads there from a supplied city or edge")
