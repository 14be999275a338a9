"""Attacks worth making: on which spaces, by whom, and from where."""

from berlin.games.noretreat.board.ground import MAP, Space, spaces_of
from berlin.games.noretreat.board.tables import TURNS
from berlin.games.noretreat.board.units import RANGES, STRENGTH
from berlin.games.noretreat.rules.combat import reckoning
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.targets import eligible
from berlin.games.noretreat.rules.events.patterns import Quota
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.supply import ALWAYS
from berlin.games.noretreat.staff.odds import Mark, cheapest
from berlin.games.noretreat.staff.outlook import Outlook, ends_of
from berlin.games.noretreat.staff.posts import leaving, watch
from berlin.games.noretreat.staff.prizes import POINT
from berlin.games.noretreat.state.state import BACK, BIT, MOVED, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import Seat, Unit

# What an attack must promise, and what each unit in it could do elsewhere.
NOWHERE = Space(-1)
HOPEFUL, BUSY = 0.25, 0.03
# The share of the points lost by disobedience that an attack may cost which is made because of an order.
OBEYED = 0.5
# For attacking from where no supply comes.
CUT_OFF = 1.5
# How many of a unit's ways are looked at for each mark.
MOST = 5


class Assault:
    """An attack on a space: who comes from where, and what it may be expected to bring."""

    __slots__ = ("mark", "party", "worth")

    def __init__(self, mark: Mark, party: dict[Unit, Space], worth: float) -> None:
        self.mark, self.party, self.worth = mark, party, worth

    @property
    def space(self) -> Space:
        return self.mark.space


def worth_of(d: Draft, seat: Seat, mark: Mark, party: dict[Unit, Space]) -> float:
    """What an attack by these units from these spaces is worth."""
    units = tuple(party)
    b = Battle(seat, mark.space, units, defenders=tuple(mark.defending))
    kept = [d.where[unit] for unit in units]
    for unit, space in party.items():
        d.where[unit] = space
    column, table = reckoning.final(d, b), reckoning.table(d, b)
    for unit, space in zip(units, kept, strict=True):
        d.where[unit] = space
    return mark.at(table, column, cheapest(d, units))


def approaches(o: Outlook, moving: bool) -> dict[Space, dict[Unit, int]]:
    """For each enemy space, who can attack it, and from which spaces."""
    d, side = o.d, o.side
    found: dict[Space, dict[Unit, int]] = {}
    edge = MAP.neighbours(o.enemy)
    for unit in RANGES[side]:
        if not eligible(d, unit):
            continue
        here = d.where[unit]
        board = BIT[here]
        if moving and not d.marks[unit] & MOVED:
            for via, ends in ends_of(d, unit, o.crowded):
                if not via:
                    board |= ends
        if d.marks[unit] & UNSUPPLIED and moving and not ALWAYS[unit] and board & o.supplied:
            # Who can still get out does.
            board &= o.supplied
        board &= edge
        if not board:
            continue
        for mark in spaces_of(MAP.neighbours(board) & o.enemy):
            slots = board & MAP.beside[mark]
            if slots:
                found.setdefault(mark, {})[unit] = slots
    return found


def ordered(d: Draft, side: Seat) -> tuple[int, float]:
    """How many attacks a side has still to make by order of a card, and what each may cost."""
    owed, price = 0, 0.0
    for force in d.forces:
        order = EVENTS[force.code]
        if isinstance(order, Quota) and order.side == side and order.attacks > d.attacks:
            owed = max(owed, order.attacks - d.attacks)
            price += OBEYED * POINT * order.points
    return owed, price


def plan(o: Outlook, moving: bool, most: int, given: tuple[Space, ...] = ()) -> list[Assault]:
    """The attacks that promise most, those on given spaces first; a unit takes part in one."""
    against = approaches(o, moving)
    room = _room(o)
    found: list[Assault] = []
    known: dict[Space, Assault | None] = {}
    while True:
        first = _best(o, [space for space in given if space in against], against, room, known)
        if first is None:
            break
        found.append(first)
        _commit(o, first, against, room, known)
    owed, price = ordered(o.d, o.side)
    obeys = min(most, len(found) + len(against)) >= owed
    while against and len(found) < most:
        best = _best(o, list(against), against, room, known)
        least = -price if obeys and len(found) < owed else HOPEFUL
        if best is None or best.worth <= least:
            break
        found.append(best)
        _commit(o, best, against, room, known)
    return found


def _best(
    o: Outlook,
    spaces: list[Space],
    against: dict[Space, dict[Unit, int]],
    room: dict[int, int],
    known: dict[Space, Assault | None],
) -> Assault | None:
    """The attack on one of these spaces that promises most."""
    best: Assault | None = None
    for space in spaces:
        if space not in known:
            known[space] = _gathered(o, space, against[space], room)
        assault = known[space]
        if assault is not None and (best is None or assault.worth > best.worth):
            best = assault
    return best


def _commit(
    o: Outlook,
    assault: Assault,
    against: dict[Space, dict[Unit, int]],
    room: dict[int, int],
    known: dict[Space, Assault | None],
) -> None:
    """Its units and its room are gone for all others."""
    del against[assault.space]
    for unit, space in assault.party.items():
        here = o.d.where[unit]
        room[here] = room.get(here, room[-1]) + 1
        room[space] = room.get(space, room[-1]) - 1
    taken = {*assault.party.values()}
    for space in list(against):
        units = against[space]
        gone = [unit for unit in assault.party if units.pop(unit, None) is not None]
        if not units:
            del against[space]
        other = known.get(space)
        if gone or other is None or taken & {*other.party.values()}:
            known.pop(space, None)


def _room(o: Outlook) -> dict[int, int]:
    """How many more units find room in the spaces where some are."""
    limit, found = TURNS[o.d.turn].stack[o.side], dict[int, int]()
    for space in spaces_of(o.own):
        count = 3 if o.d.stacked(o.side, 3) >> space & 1 else 2 if o.d.stacked(o.side, 2) >> space & 1 else 1
        found[space] = limit - count
    found[-1] = limit
    return found


def _gathered(o: Outlook, space: Space, units: dict[Unit, int], room: dict[int, int]) -> Assault | None:
    """The best party against a space: those who stand there, then the strongest, as far as there is room."""
    d, mark = o.d, o.mark(space)
    strength = {unit: STRENGTH[d.marks[unit] & BACK][unit] for unit in units}
    order = sorted(units, key=lambda unit: (not units[unit] >> d.where[unit] & 1, -strength[unit], unit))
    party: dict[Unit, Space] = {}
    taken: dict[int, int] = {}
    best: Assault | None = None
    given_up = 0.0
    for unit in order:
        slot = _slot(o, unit, units[unit], room, taken)
        if slot == NOWHERE:
            continue
        party[unit] = slot
        if slot != d.where[unit]:
            taken[slot] = taken.get(slot, 0) + 1
        given_up += _given_up(o, unit, slot)
        worth = worth_of(d, o.side, mark, party) - BUSY * len(party) - given_up
        if best is None or worth > best.worth:
            best = Assault(mark, dict(party), worth)
    return best


def _given_up(o: Outlook, unit: Unit, slot: Space) -> float:
    """What going up to attack leaves behind: a home that lies open, and supply."""
    if slot == o.d.where[unit]:
        return 0.0
    unwatched = watch(o, unit, o.d.where[unit]) - watch(o, unit, slot)
    return leaving(o, unit) + max(0.0, unwatched) + (0.0 if o.supplied >> slot & 1 else CUT_OFF)


def _slot(o: Outlook, unit: Unit, slots: int, room: dict[int, int], taken: dict[int, int]) -> Space:
    """From where a unit attacks: where it stands, or the safest space that has room."""
    here = o.d.where[unit]
    if slots >> here & 1:
        return here
    best, at = 1e9, NOWHERE
    for space in spaces_of(slots)[:MOST]:
        if room.get(space, room[-1]) - taken.get(space, 0) > 0 and o.threat[space] < best:
            best, at = o.threat[space], space
    return at
