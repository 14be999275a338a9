"""8.rail: into the Rail box in Movement, out of it in Detraining."""

from random import Random

from berlin.games.noretreat.board.ground import ALL, MAP, SPACES, Space, spaces_of
from berlin.games.noretreat.board.tables import TURNS
from berlin.games.noretreat.board.units import RANGES, SIDE
from berlin.games.noretreat.rules.cards.paid_acts import Entrain
from berlin.games.noretreat.rules.cards.paying import payable
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.question import DONE, Done, NoRetreatQuestion
from berlin.games.noretreat.rules.supply import edge, open_to_supply, overland, supplied_cities
from berlin.games.noretreat.rules.zones import full, shut
from berlin.games.noretreat.state.state import MOVED, RAIDED, RAIL, UNSUPPLIED, Draft, place_name
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, room, unless

FREE = 1
DETRAIN_WITHIN = 3


def price(entrained: int) -> int:
    """The cards that the next unit costs, after so many in this phase."""
    return 0 if entrained < FREE else 1


def entrain_limits(d: Draft, seat: Seat, entrained: int, who: str = "it") -> tuple[Limit, ...]:
    """Where a unit must stand to go to the Rail box instead of moving, after so many in this phase."""
    fit = (
        Limit(overland(d, seat), "NR 8.rail.entrain", f"{who} has no overland supply"),
        Limit(~d.zones(OTHER[seat]), "NR 8.rail.entrain", f"{who} is in an enemy zone of control"),
    )
    cost, told = price(entrained), "only one unit a side entrains on turns 1 and 2"
    if not cost:
        return fit
    limited = unless(TURNS[d.turn].limited_rail, "NR 8.rail.entrain", told)
    return (*fit, limited, payable(d, seat, cost, DONE))


def entraining(d: Draft, seat: Seat, entrained: int, units: list[Unit]) -> list[Act]:
    """Those of these units that may entrain."""
    board, where = room(entrain_limits(d, seat, entrained)), d.where
    return [Entrain(unit) for unit in units if board >> where[unit] & 1]


def entrain(d: Draft, unit: Unit) -> None:
    d.marks[unit] = d.marks[unit] & ~(UNSUPPLIED | RAIDED) | MOVED
    d.put(unit, RAIL)
    d.say("move", f"{d.named(unit)} entrains", "NR 8.rail.entrain", data=(unit,))


# Detraining.


def begin(d: Draft) -> None:
    seat = d.phasing
    d.frames += [Detraining(OTHER[seat]), Detraining(seat)]
    # Removals end only now that their markers are off.
    d.frames += [Window(OTHER[seat], "phase-end"), Window(seat, "phase-end")]


def waiting(d: Draft, seat: Seat) -> list[Unit]:
    return [unit for unit in RANGES[seat] if d.where[unit] == RAIL]


def station_limits(d: Draft, side: Seat) -> tuple[Limit, ...]:
    """Where units of a side may detrain, stacking apart."""
    enemy, zones = d.occupied(OTHER[side]), d.zones(OTHER[side])
    free = ALL & ~(enemy | zones | d.closed)
    cities = supplied_cities(d, side, open_to_supply(d, side))
    path = MAP.flood(cities, free, DETRAIN_WITHIN) | edge(d, side)
    told = "no clear path of 3 hexes leads there from a supplied city or edge"
    return (
        Limit(~enemy, "NR 8.enemyhex", "an enemy unit is there"),
        Limit(~d.closed, "NR 2.extension", "that space is closed until the extension opens"),
        Limit(~zones, "NR 8.rail.detrain", "it is in an enemy zone of control"),
        Limit(~d.owned(OTHER[side]), "NR 8.rail.detrain", "the enemy owns it"),
        Limit(path, "NR 8.rail.detrain", told),
    )


def unit_limits(d: Draft, unit: Unit) -> tuple[Limit, ...]:
    """What narrows it further for one of them."""
    return (
        Limit(~full(d, SIDE[unit]), "NR 8.stack", "there is no room for another unit"),
        Limit(
            ~shut(d, unit), "NR 8.balkans", "only German and Yugoslav units enter, after Ploesti has fallen"
        ),
    )


def detrain_limits(d: Draft, seat: Seat, unit: Unit) -> tuple[Limit, ...]:
    """All that narrows where a unit may detrain."""
    waits = SIDE[unit] == seat and d.where[unit] == RAIL
    told = f"{d.named(unit)} is not in your Rail box"
    return (unless(not waits, "NR 8.rail.detrain", told), *station_limits(d, seat), *unit_limits(d, unit))


def station(d: Draft, side: Seat) -> int:
    return room(station_limits(d, side))


def spaces(d: Draft, unit: Unit, stations: int) -> int:
    return stations & room(unit_limits(d, unit))


class Detrain(Act, frozen=True, gc=False):
    unit: Unit
    space: Space
    verb, time = "detrain", "NR 8.rail.detrain"
    says = "Detrain {unit} in {space}"


class Detraining(NoRetreatQuestion, frozen=True, gc=False):
    """8.rail.detrain: who leaves the Rail box, and where?"""

    acts = (Detrain, Done)
    rule = "NR 8.rail.detrain"
    why = (
        "Units in the Rail box fight nowhere: bring them out near the front where they will be wanted, or "
        "let them wait for a better place."
    )

    def prompt(self, d: Draft) -> str:
        return "Detraining: bring units out of the Rail box, or finish"

    def still_asks(self, d: Draft) -> bool:
        if RAIL in d.where and waiting(d, self.seat):
            return True
        d.frames.pop()
        return False

    def _ways(self, d: Draft) -> list[tuple[Unit, int]]:
        stations = station(d, self.seat)
        return [(unit, spaces(d, unit, stations)) for unit in waiting(d, self.seat)]

    def answers(self, d: Draft) -> list[Act]:
        found: list[Act] = [
            Detrain(unit, space) for unit, board in self._ways(d) for space in spaces_of(board)
        ]
        return [*found, DONE]

    def sample(self, d: Draft, rng: Random) -> Act:
        groups = self._ways(d)
        slot = int(rng.random() * (1 + sum(board.bit_count() for _, board in groups)))
        for unit, board in groups:
            number = board.bit_count()
            if slot < number:
                return Detrain(unit, nth(board, slot))
            slot -= number
        return DONE

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Detrain):
            detrain(d, act.unit, act.space)
        else:
            d.frames.pop()

    def refuse(self, d: Draft, act: Act) -> Refusal:
        if not isinstance(act, Detrain):
            return Refusal("NR 4.playerturn", "it is the Detraining phase: detrain, or finish")
        return refuse(detrain_limits(d, self.seat, act.unit), act.space)


def detrain(d: Draft, unit: Unit, space: Space) -> None:
    enter(d, unit, space)
    d.say("move", f"{d.named(unit)} detrains in {place_name(space)}", "NR 8.rail.detrain", data=(unit, space))


def nth(spaces: int, number: int) -> Space:
    """The n-th space of a set, from 0."""
    for _ in range(number):
        spaces &= spaces - 1
    return SPACES[(spaces & -spaces).bit_length() - 1]
