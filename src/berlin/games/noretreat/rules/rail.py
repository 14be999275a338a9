"""8.rail: into the Rail box in Movement, out of it in Detraining."""

from random import Random

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import ALL, MAP
from berlin.games.noretreat.board.tables import TURNS
from berlin.games.noretreat.board.units import RANGES, SIDE
from berlin.games.noretreat.rules.cards.paying import can_pay, cant_pay
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.rules.supply import edge, open_to_supply, overland, supplied_cities
from berlin.games.noretreat.rules.zones import full, shut
from berlin.games.noretreat.state.actions import DONE, Action, Detrain, Done, Entrain
from berlin.games.noretreat.state.state import BIT, MOVED, RAIDED, RAIL, UNSUPPLIED, Draft, place_name
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Limit, refusal, room

FREE = 1
DETRAIN_WITHIN = 3


def price(entrained: int) -> int:
    """The cards that the next unit costs, after so many in this phase."""
    return 0 if entrained < FREE else 1


def entraining(d: Draft, seat: int, entrained: int, units: list[int]) -> list[Action]:
    """The units that may go to the Rail box instead of moving."""
    cost = price(entrained)
    if cost and (TURNS[d.turn].limited_rail or not can_pay(d, seat, cost, DONE)):
        return []
    board = overland(d, seat) & ~d.zones(1 - seat)
    where = d.where
    return [Entrain(unit) for unit in units if board >> where[unit] & 1]


def entrain(d: Draft, unit: int) -> None:
    d.marks[unit] = d.marks[unit] & ~(UNSUPPLIED | RAIDED) | MOVED
    d.put(unit, RAIL)
    d.say("move", f"{d.named(unit)} entrains", "NR 8.rail.entrain", data=(unit,))


def refuse_entrain(d: Draft, unit: int) -> Refusal:
    here, side = BIT[d.where[unit]], SIDE[unit]
    if not here & overland(d, side):
        return Refusal("NR 8.rail.entrain", f"{d.named(unit)} has no overland supply")
    if here & d.zones(1 - side):
        return Refusal("NR 8.rail.entrain", f"{d.named(unit)} is in an enemy zone of control")
    if TURNS[d.turn].limited_rail:
        return Refusal("NR 8.rail.entrain", "only one unit a side entrains on turns 1 and 2")
    return cant_pay(1)


# Detraining.


def begin(d: Draft) -> None:
    seat = d.phasing
    d.frames += [Detraining(OTHER[seat]), Detraining(seat)]
    # Removals end only now that their markers are off.
    d.frames += [Window(OTHER[seat], "phase-end"), Window(seat, "phase-end")]


def waiting(d: Draft, seat: int) -> list[int]:
    return [unit for unit in RANGES[seat] if d.where[unit] == RAIL]


def station_limits(d: Draft, side: int) -> tuple[Limit, ...]:
    """Where units of a side may detrain, stacking apart."""
    enemy, zones = d.occupied(1 - side), d.zones(1 - side)
    free = ALL & ~(enemy | zones | d.closed)
    cities = supplied_cities(d, side, open_to_supply(d, side))
    path = MAP.flood(cities, free, DETRAIN_WITHIN) | edge(d, side)
    told = "no clear path of 3 hexes leads there from a supplied city or edge"
    return (
        Limit(~enemy, "NR 8.enemyhex", "an enemy unit is there"),
        Limit(~d.closed, "NR 2.extension", "that space is closed until the extension opens"),
        Limit(~zones, "NR 8.rail.detrain", "it is in an enemy zone of control"),
        Limit(~d.owned(1 - side), "NR 8.rail.detrain", "the enemy owns it"),
        Limit(path, "NR 8.rail.detrain", told),
    )


def unit_limits(d: Draft, unit: int) -> tuple[Limit, ...]:
    """What narrows it further for one of them."""
    return (
        Limit(~full(d, SIDE[unit]), "NR 8.stack", "there is no room for another unit"),
        Limit(
            ~shut(d, unit), "NR 8.balkans", "only German and Yugoslav units enter, after Ploesti has fallen"
        ),
    )


def station(d: Draft, side: int) -> int:
    return room(station_limits(d, side))


def spaces(d: Draft, unit: int, stations: int) -> int:
    return stations & room(unit_limits(d, unit))


class Detraining(NoRetreatQuestion, frozen=True, gc=False):
    """8.rail.detrain: who leaves the Rail box, and where?"""

    acts = (Detrain, Done)
    rule = "NR 8.rail.detrain"
    why = (
        "Units in the Rail box fight nowhere: bring them out near the front where they will be wanted, or "
        "let them wait for a better place."
    )

    def prompt(self, d: Draft) -> str:
        return "Detraining: bring units out of the Rail box, or say done"

    def still_asks(self, d: Draft) -> bool:
        if RAIL in d.where and waiting(d, self.seat):
            return True
        d.frames.pop()
        return False

    def _ways(self, d: Draft) -> list[tuple[int, int]]:
        stations = station(d, self.seat)
        return [(unit, spaces(d, unit, stations)) for unit in waiting(d, self.seat)]

    def answers(self, d: Draft) -> list[Action]:
        found: list[Action] = [Detrain(unit, space) for unit, board in self._ways(d) for space in bits(board)]
        return [*found, DONE]

    def sample(self, d: Draft, rng: Random) -> Action:
        groups = self._ways(d)
        slot = int(rng.random() * (1 + sum(board.bit_count() for _, board in groups)))
        for unit, board in groups:
            number = board.bit_count()
            if slot < number:
                return Detrain(unit, nth(board, slot))
            slot -= number
        return DONE

    def carry_out(self, d: Draft, act: Action) -> None:
        if isinstance(act, Detrain):
            detrain(d, act.unit, act.space)
        else:
            d.frames.pop()

    def refuse(self, d: Draft, act: Action) -> Refusal:
        if not isinstance(act, Detrain):
            return Refusal("NR 4.playerturn", "it is the Detraining phase: detrain, or say done")
        unit = act.unit
        if SIDE[unit] != self.seat or d.where[unit] != RAIL:
            return Refusal("NR 8.rail.detrain", f"{d.named(unit)} is not in your Rail box")
        found = refusal((*station_limits(d, self.seat), *unit_limits(d, unit)), act.space)
        assert found is not None
        return found


def detrain(d: Draft, unit: int, space: int) -> None:
    enter(d, unit, space)
    d.say("move", f"{d.named(unit)} detrains in {place_name(space)}", "NR 8.rail.detrain", data=(unit, space))


def nth(spaces: int, number: int) -> int:
    """The n-th space of a set, from 0."""
    for _ in range(number):
        spaces &= spaces - 1
    return (spaces & -spaces).bit_length() - 1
