"""Escape from Isolation: who may and who must attempt it, in which stacks, with which dice, and to where."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from berlin.boards.hexes import HexMap
from berlin.campaign.holdings import is_single
from berlin.campaign.perimeters.isolation import must_escape
from berlin.campaign.question import CampaignQuestion, Reason, WhileOpen
from berlin.campaign.refit.armoury import Dismantle
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.pieces import NOWHERE, Mark, Where, keeper
from berlin.squad.board.tables import Table
from berlin.squad.board.works import Work, Works
from berlin.squad.rules.guards import belongings
from berlin.squad.rules.harm import bears, chosen, modifier, reduce, replace
from berlin.squad.rules.vehicles import aboard, dismount, lose_crew
from berlin.squad.rules.vehicles import passengers as men_on

CLOSE = 2
HEROIC = -1
STUCK = Mark.IMMOBILE | Mark.ABANDONED | Mark.BOGGED
FATE = "failed to Escape"


class Escape(Act, frozen=True, gc=False):
    """Attempt to Escape; next, who goes along."""

    verb = "escape"
    says = "Let {unit} attempt to Escape"

    unit: Unit


class Stay(Act, frozen=True, gc=False):
    """Nobody else attempts it."""

    verb = "stay"
    says = "Nobody else attempts to Escape"


class Join(Act, frozen=True, gc=False):
    """Go along."""

    verb = "join"
    says = "Take {unit} along"

    unit: Unit


class Leave(Act, frozen=True, gc=False):
    """Drop a weapon."""

    verb = "leave"
    says = "Leave {unit} behind"

    unit: Unit


class Give(Act, frozen=True, gc=False):
    """A weapon goes to another unit of the Location."""

    verb = "give"
    says = "Hand {unit} to {by}"

    unit: Unit
    by: Unit


class Deploy(Act, frozen=True, gc=False):
    """Split a squad into two half-squads."""

    verb = "deploy"
    says = "Split {unit} into two half-squads"

    unit: Unit


class Go(Act, frozen=True, gc=False):
    """Make the attempt."""

    verb = "go"
    says = "Make the attempt"


class Breakout(WhileOpen, frozen=True, gc=False):
    """Who attempts to Escape?"""

    acts = (Escape, Stay)
    topic = "escape.may"
    asks = "Who attempts to Escape from Isolation?"
    why = (
        "Who is cut off may try to get home with a roll; who stays sets up in "
        "his Pocket, short of ammunition."
    )
    refuses = (
        Reason("escape.must", "a man in this Area must attempt to Escape first", Stay),
        Reason("escape.may", "only a unit in an Isolated Location that has a way out may Escape"),
    )

    def is_open(self, d: Draft) -> bool:
        """Asked while somebody is able to."""
        return next(able(d, self.seat), None) is not None

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = [Escape(unit) for unit in able(d, self.seat)]
        return acts if compelled(d, self.seat) else [*acts, Stay()]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Escape):
            d.frames.append(Party(self.seat, (act.unit,)))
        else:
            d.frames.pop()


class Party(CampaignQuestion, frozen=True, gc=False):
    """Who goes along, and what stays behind? The units of one Location that will roll together; `handed` are
    the weapons that have changed hands for it."""

    units: tuple[Unit, ...]
    handed: tuple[Unit, ...] = ()

    acts = (Join, Leave, Give, Dismantle, Deploy, Go)
    topic = "escape.stack"
    asks = "Escape: who goes along, and what stays behind?"
    why = "A stack rolls once for all of it: leaders help, many men and heavy weapons hurt."
    refuses = (
        Reason("escape.drop", "only a weapon that the stack possesses can be dropped", Leave),
        Reason("escape.drop", "a weapon of the stack goes to another unit of the Location, once", Give),
        Reason("escape.drop", "only a weapon of the stack that can be dismantled, and isn't", Dismantle),
        Reason("escape.stack", "only a squad that is stacked with a leader Deploys", Deploy),
        Reason("escape.stack", "only Infantry of the same Location can go along"),
    )

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = [Go()]
        acts += [Join(unit) for unit in comrades(d, self)]
        for unit in arms(d, self):
            acts.append(Leave(unit))
            if _is_whole(d, unit):
                acts.append(Dismantle(unit))
            acts += [Give(unit, by) for by in takers(d, self, unit)]
        if any(d.counter(unit).sort is Sort.LEADER for unit in self.units):
            acts += [Deploy(unit) for unit in self.units if d.counter(unit).sort is Sort.SQUAD]
        return acts

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Join():
                d.frames[-1] = Party(self.seat, tuple(sorted((*self.units, act.unit))), self.handed)
            case Leave():
                d.change(act.unit, holder=-1)
            case Give():
                d.hand(act.unit, act.by)
                d.frames[-1] = Party(self.seat, self.units, (*self.handed, act.unit))
            case Dismantle():
                d.mark(act.unit, on=Mark.DISMANTLED)
            case Deploy():
                _deploy(d, self, act.unit)
            case _:
                d.frames.pop()
                attempt(d, self)


def able(d: Draft, side: Seat) -> Iterator[Unit]:
    """The units that a side has in Isolated Locations, and that have a way out."""
    apart = d.isolated
    for owner in (side, OTHER[side]):
        for unit, piece in d.standing_in(owner, apart):
            counter = d.counter(unit)
            on_wheels = counter.sort is Sort.VEHICLE and not piece.marks & STUCK
            afoot = counter.is_personnel or is_single(d, unit)
            if not (on_wheels or afoot) or piece.has(Mark.PRISONER):
                continue
            if keeper(owner, piece) == side and goal(d, side, unit) is not None:
                yield unit


def compelled(d: Draft, side: Seat) -> list[Unit]:
    """The men who must attempt it."""
    hexes = must_escape(d.zones, d.book.ground.forces(d))[side]
    return [unit for unit in able(d, side) if is_single(d, unit) and hexes >> d.piece(unit).space & 1]


def lose_trapped(d: Draft) -> None:
    """Men who must Escape, and have no way out."""
    hexes = must_escape(d.zones, d.book.ground.forces(d))
    for side in BOTH:
        for unit, piece in list(d.standing_in(side, hexes[side])):
            if is_single(d, unit) and not piece.has(Mark.PRISONER):
                d.lose(unit, "no way to Escape")


def begin(d: Draft) -> None:
    for side in reversed(BOTH):
        d.frames.append(Breakout(side))


def comrades(d: Draft, frame: Party) -> list[Unit]:
    """The infantry of the same Location that could go along."""
    if not d.counter(frame.units[0]).is_personnel:
        return []
    here = _beside(d, frame)
    return [unit for unit in able(d, frame.seat) if unit in here and unit not in frame.units]


def _beside(d: Draft, frame: Party) -> list[Unit]:
    """A side's men in the Location of a party, its own too."""
    lead = d.piece(frame.units[0])
    return [
        unit
        for unit, piece in d.on_map(frame.seat)
        if (piece.space, piece.level) == (lead.space, lead.level)
        and d.counter(unit).is_personnel
        and not piece.has(Mark.PRISONER)
    ]


def arms(d: Draft, frame: Party) -> list[Unit]:
    """The weapons and Guns that the party possesses, the enemy's too."""
    found = list[Unit]()
    for unit in frame.units:
        if d.counter(unit).is_personnel:
            found += belongings(d, unit)
    return found


def burden(d: Draft, frame: Party) -> list[Unit]:
    """Those of them that could go along."""
    return [unit for unit in arms(d, frame) if _is_borne(d, unit)]


def _is_borne(d: Draft, unit: Unit) -> bool:
    if d.counter(unit).sort is Sort.GUN:
        return d.piece(unit).has(Mark.DISMANTLED)
    return d.counter(unit).sort in (Sort.WEAPON, Sort.RADIO)


def _is_whole(d: Draft, unit: Unit) -> bool:
    """Can it be dismantled?"""
    return bool(d.counter(unit).dismantled) and not d.piece(unit).has(Mark.DISMANTLED)


def takers(d: Draft, frame: Party, unit: Unit) -> list[Unit]:
    """To whom a weapon may be given, once: a Gun to MMC alone."""
    if unit in frame.handed:
        return []
    gun, holder = d.counter(unit).sort is Sort.GUN, holder_of(unit, d.piece(unit))
    return [by for by in _beside(d, frame) if by != holder and not (gun and d.counter(by).is_smc)]


def _deploy(d: Draft, frame: Party, unit: Unit) -> None:
    """Two half-squads where the squad was; the party takes the first along, the other may join."""
    d.change(unit, kind=d.counter(unit).half)
    d.add(owner_of(unit), msgspec.structs.replace(d.piece(unit), holder=-1))


def table(d: Draft, frame: Party) -> Table:
    """The column that a party rolls on."""
    lead = d.counter(frame.units[0])
    return d.book.tables["escape.vehicle" if lead.sort is Sort.VEHICLE else "escape.infantry"]


def reasons(d: Draft, frame: Party) -> dict[str, int]:
    """What is added to the roll, by reason and amount."""
    pieces = [d.piece(unit) for unit in frame.units]
    counters = [d.counter(unit) for unit in frame.units]
    found = {}
    if len(pieces) == 1 and is_single(d, frame.units[0]):
        if not pieces[0].has(Mark.WOUNDED):
            found["alone"] = 1
    elif led := _led(d, frame):
        found["leader"] = led
    reach = _steps_home(d, frame.seat, pieces[0].space)
    if reach <= CLOSE:
        found["within2"] = 1
    if reach <= 1:
        found["adjacent"] = 1
    if counters[0].afv:
        return found | {"captured": pieces[0].has(Mark.CAPTURED)}
    if counters[0].is_personnel:
        found["load"] = max(0, _overload(d, frame))
    found["halves"] = max(0, round(2 * sum(counter.squads for counter in _men(d, frame))) - 1)
    found["encircled"] = any(piece.has(Mark.ENCIRCLED) for piece in pieces)
    return found


def _men(d: Draft, frame: Party) -> list[Counter]:
    """Those who use one roll: a stack, or who is on a vehicle."""
    side, units = frame.seat, [*frame.units]
    for unit in frame.units:
        units += passengers(d, side, unit)
    return [counter for unit in units if (counter := d.counter(unit)).is_personnel]


def passengers(d: Draft, side: Seat, unit: Unit) -> list[Unit]:
    """A side's men on a vehicle, who go where it goes."""
    vehicle = d.counter(unit).sort is Sort.VEHICLE and owner_of(unit) == side
    return men_on(d, unit) if vehicle else []


def _led(d: Draft, frame: Party) -> int:
    """What the best leader, or armor leader, adds; and a hero, or who is heroic."""
    leads, heroic = list[int](), False
    for unit in frame.units:
        counter = d.counter(unit)
        if counter.sort is Sort.LEADER:
            leads.append(modifier(d, unit))
        leads += [modifier(d, one) for one in _leaders(d, unit)]
        heroic |= counter.sort is Sort.HERO or d.piece(unit).has(Mark.HEROIC)
    return min(leads, default=0) + HEROIC * heroic


def _leaders(d: Draft, unit: Unit) -> list[Unit]:
    """The armor leaders aboard a vehicle."""
    return aboard(d, unit) if d.counter(unit).sort is Sort.VEHICLE else []


def _overload(d: Draft, frame: Party) -> int:
    """Portage beyond what is borne, of the unit that has most; a man who is well lends a hand to one MMC."""
    loads: dict[Unit, int] = {}
    for unit in burden(d, frame):
        piece, counter = d.piece(unit), d.counter(unit)
        weight = counter.dismantled if piece.has(Mark.DISMANTLED) else counter.pp
        holder = holder_of(unit, piece)
        loads[holder] = loads.get(holder, 0) + weight
    men = [unit for unit in frame.units if d.counter(unit).is_smc and unit not in loads]
    excess = sorted((load - bears(d, holder) for holder, load in loads.items()), reverse=True)
    if excess:
        excess[0] -= max((bears(d, man) for man in men), default=0)
    return max(excess, default=0)


def home(d: Draft, side: Seat) -> int:
    """The ground that an Escape leads to: what the side Controls, and is not Isolated."""
    return d.control[side] & ~d.control[OTHER[side]] & ~d.isolated


def _steps_home(d: Draft, side: Seat, space: Place) -> int:
    """How far it is to friendly ground as the crow flies; 3 for anything farther than two hexes."""
    chart, ground = d.book.field.chart, home(d, side)
    return next((far for far in (1, CLOSE) if chart.seep(1 << space, chart.all, far) & ground), CLOSE + 1)


def goal(d: Draft, side: Seat, unit: Unit) -> tuple[int, Place] | None:
    """How far it is to friendly ground or edge by hexes that it may enter, and where; None without a way."""
    shut = d.book.shut(d, d.counter(unit))
    return _way_out(d.book.field.chart, d.piece(unit).space, shut, home(d, side), d.edge[side])


@lru_cache(maxsize=256)
def _way_out(chart: HexMap, start: Place, shut: int, friendly: int, edge: int) -> tuple[int, Place] | None:
    """The same from a hex, when some are shut."""
    ends = friendly | edge
    free = chart.all & ~shut & ~friendly
    reached, far = 1 << start, 0
    while True:
        found = chart.neighbours(reached) & ends & ~shut
        if reached & edge:
            return far, Place((reached & ends).bit_length() - 1)
        if found:
            return far + 1, Place(found.bit_length() - 1)
        grown = reached | chart.neighbours(reached) & free
        if grown == reached:
            return None
        reached, far = grown, far + 1


def attempt(d: Draft, frame: Party) -> None:
    """The roll of a stack, and what comes of it."""
    rolled, taken = table(d, frame), burden(d, frame)
    tally = rolled.tally(d.roll(6) + d.roll(6), reasons(d, frame))
    result = rolled.words(tally.total)
    if d.log is not None:
        d.say("escape", f"{tally}: {' '.join(result)}", rolled.rule, *tally.rules)
    if d.counter(frame.units[0]).sort is Sort.VEHICLE:
        _vehicle(d, frame.seat, frame.units[0], result)
    else:
        _infantry(d, list(frame.units), taken, result)


def _infantry(d: Draft, men: list[Unit], taken: list[Unit], result: tuple[str, ...]) -> None:
    lost = list[Unit]()
    if "eliminated" in result:
        for unit in (*men, *taken):
            d.lose(unit, FATE)
        return
    if "replaced" in result:
        for unit in chosen(d, men, d.book.cite("escape.select")):
            left = replace(d, unit, "Replaced in an Escape")
            lost += () if left else (unit,)
            men += left[1:]
    if "reduced" in result:
        hit = chosen(d, [unit for unit in men if unit not in lost], d.book.cite("escape.select"))
        lost += [n for n in hit if not reduce(d, n, "Reduced in an Escape", d.book.cite("escape.select"))]
    for unit in taken:
        # Whoever is lost has let go of what he held.
        if d.piece(unit).holder == -1:
            _drop(d, unit)
    for unit in men:
        if unit not in lost:
            _arrive(d, unit, taken)


def _drop(d: Draft, unit: Unit) -> None:
    """A weapon whose holder was lost on the way is left where he stood, or lost with him."""
    rolled = d.book.tables["escape.equipment"]
    if rolled.result(d.die("equipment", rolled.name, rolled.rule)) == "eliminated":
        d.lose(unit, "lost in an Escape")


def _retain(d: Draft, unit: Unit, **fields: int) -> None:
    d.change(unit, where=Where.RETAINED, space=NOWHERE, level=0, side=-1, **fields)


def _arrive(d: Draft, unit: Unit, taken: list[Unit]) -> None:
    """Men, off the map among the Retained with what they took along."""
    for other in belongings(d, unit):
        if other in taken:
            _retain(d, other)
        else:
            d.change(other, holder=-1)
    _retain(d, unit)


def _vehicle(d: Draft, side: Seat, unit: Unit, result: tuple[str, ...]) -> None:
    """Who is on a vehicle fares as its crew. What it carries or tows stays behind."""
    piece, riders, leaders = d.piece(unit), passengers(d, side, unit), _leaders(d, unit)
    for load in belongings(d, unit) if owner_of(unit) == side else ():
        d.change(load, holder=-1)
    if "escapes" in result:
        for man in (*riders, *leaders):
            _retain(d, man)
        _retain(d, unit)
    elif "eliminated" in result:
        for man in (*riders, *leaders):
            d.lose(man, FATE)
        d.lose(unit, FATE)
        d.works.append(Work(Works.WRECK, piece.space, of=piece.kind, side=piece.side))
    elif "crew-escapes" in result:
        crew = dismount(d, unit)
        for man in (*riders, *leaders):
            _retain(d, man, holder=-1)
        if crew is not None:
            _retain(d, crew)
    else:
        for man in riders:
            d.lose(man, FATE)
        lose_crew(d, unit, FATE)
    for man in riders:
        for load in belongings(d, man):
            _retain(d, load)
