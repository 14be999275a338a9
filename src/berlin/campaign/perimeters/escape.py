"""Escape from Isolation: who may and who must attempt it, in which stacks, with which dice, and to where."""

from collections.abc import Iterator

import msgspec

from berlin.campaign.counters import Sort
from berlin.campaign.harm import chosen, reduce, replace
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.perimeters.isolation import must_escape
from berlin.campaign.pieces import NOWHERE, Mark, Piece, Where
from berlin.campaign.state import Draft
from berlin.campaign.tables import Table
from berlin.campaign.works import Work, Works
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

# By how much of what is carried goes beyond what a man, or a unit, bears without trouble.
BEARS_MMC, BEARS_SMC = 3, 1
CLOSE = 2


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that are named when an Escape is refused or a stack is hit."""

    may: str
    must: str
    stack: str
    drop: str
    select: str


class Breakout(Frame, frozen=True, gc=False):
    """Who attempts to Escape?"""


class Party(Frame, frozen=True, gc=False):
    """Who goes along, and what stays behind? The units of one Location that will roll together."""

    units: tuple[int, ...]


class Escape(Act, frozen=True, gc=False):
    unit: int


class Stay(Act, frozen=True, gc=False):
    """Nobody else attempts it."""


class Join(Act, frozen=True, gc=False):
    unit: int


class Leave(Act, frozen=True, gc=False):
    """Drop a weapon."""

    unit: int


class Deploy(Act, frozen=True, gc=False):
    unit: int


class Go(Act, frozen=True, gc=False):
    pass


def able(d: Draft, side: int) -> Iterator[tuple[int, Piece]]:
    """Whose side's units in Isolated Locations have a way out."""
    for number, piece in d.standing_in(side, d.isolated):
        counter = d.counter(side, number)
        if piece.has(Mark.PRISONER) or not (counter.is_personnel or counter.sort is Sort.VEHICLE):
            continue
        if counter.sort is Sort.VEHICLE and piece.marks & (Mark.IMMOBILE | Mark.ABANDONED | Mark.BOGGED):
            continue
        if goal(d, side, number) is not None:
            yield number, piece


def compelled(d: Draft, side: int) -> list[int]:
    """The men who must attempt it."""
    hexes = must_escape(d.zones, d.book.ground.forces(d))[side]
    return [
        number
        for number, piece in able(d, side)
        if d.counter(side, number).is_smc and hexes >> piece.space & 1
    ]


def begin(d: Draft) -> None:
    for side in (1, 0):
        d.frames.append(Breakout(side))


def settle_breakout(d: Draft, frame: Breakout) -> bool:
    """Asked while somebody is able to."""
    if next(able(d, frame.seat), None) is not None:
        return True
    d.frames.pop()
    return False


def options_breakout(d: Draft, frame: Breakout) -> list[Act]:
    acts: list[Act] = [Escape(unit_of(frame.seat, number)) for number, _ in able(d, frame.seat)]
    return acts if compelled(d, frame.seat) else [*acts, Stay()]


def answer_breakout(d: Draft, frame: Breakout, act: Act) -> None:
    if isinstance(act, Escape):
        d.frames.append(Party(frame.seat, (act.unit,)))
    else:
        d.frames.pop()


def refuse_breakout(d: Draft, frame: Breakout, act: Act) -> Refusal:
    cites = d.book.escape
    if isinstance(act, Stay):
        return Refusal(cites.must, "a man in this Area must attempt to Escape first")
    return Refusal(cites.may, "only a unit in an Isolated Location that has a way out may Escape")


def settle_party(d: Draft, frame: Party) -> bool:
    return True


def comrades(d: Draft, frame: Party) -> list[int]:
    """The infantry of the same Location that could go along."""
    side, first = piece_of(frame.units[0])
    lead = d.pieces[side][first]
    if not d.counter(side, first).is_personnel:
        return []
    return [
        unit_of(side, number)
        for number, piece in able(d, side)
        if (piece.space, piece.level) == (lead.space, lead.level)
        and d.counter(side, number).is_personnel
        and unit_of(side, number) not in frame.units
    ]


def burden(d: Draft, frame: Party) -> list[int]:
    """The weapons that the party possesses and that could go along."""
    side = frame.seat
    holders = {piece_of(unit)[1] for unit in frame.units}
    return [
        unit_of(side, number)
        for number, piece in d.on_map(side)
        if piece.holder in holders and not piece.has(Mark.CAPTURED) and _is_borne(d, side, number)
    ]


def _is_borne(d: Draft, side: int, number: int) -> bool:
    counter = d.counter(side, number)
    if counter.sort is Sort.GUN:
        return d.pieces[side][number].has(Mark.DISMANTLED)
    return counter.sort is Sort.WEAPON


def options_party(d: Draft, frame: Party) -> list[Act]:
    side = frame.seat
    acts: list[Act] = [Go()]
    acts += [Join(unit) for unit in comrades(d, frame)]
    acts += [Leave(unit) for unit in burden(d, frame)]
    if any(d.counter(side, piece_of(unit)[1]).sort is Sort.LEADER for unit in frame.units):
        acts += [
            Deploy(unit) for unit in frame.units if d.counter(side, piece_of(unit)[1]).sort is Sort.SQUAD
        ]
    return acts


def answer_party(d: Draft, frame: Party, act: Act) -> None:
    match act:
        case Join():
            d.frames[-1] = Party(frame.seat, tuple(sorted((*frame.units, act.unit))))
        case Leave():
            d.change(*piece_of(act.unit), holder=-1)
        case Deploy():
            _deploy(d, frame, act.unit)
        case _:
            d.frames.pop()
            attempt(d, frame)


def refuse_party(d: Draft, frame: Party, act: Act) -> Refusal:
    cites = d.book.escape
    match act:
        case Leave():
            return Refusal(cites.drop, "only a weapon that the stack possesses can be dropped")
        case Deploy():
            return Refusal(cites.stack, "only a squad that is stacked with a leader Deploys")
        case _:
            return Refusal(cites.stack, "only Infantry of the same Location can go along")


def _deploy(d: Draft, frame: Party, unit: int) -> None:
    """Two half-squads where the squad was; the party takes the first along, the other may join."""
    side, number = piece_of(unit)
    d.change(side, number, kind=d.counter(side, number).half)
    d.add(side, msgspec.structs.replace(d.pieces[side][number], holder=-1))


def table(d: Draft, frame: Party) -> Table:
    """The column that a party rolls on."""
    lead = d.counter(*piece_of(frame.units[0]))
    return d.book.tables["escape.vehicle" if lead.sort is Sort.VEHICLE else "escape.infantry"]


def reasons(d: Draft, frame: Party) -> dict[str, int]:
    """What is added to the roll, by reason and amount."""
    side = frame.seat
    numbers = [piece_of(unit)[1] for unit in frame.units]
    pieces = [d.pieces[side][number] for number in numbers]
    counters = [d.counter(side, number) for number in numbers]
    found = {}
    if len(numbers) == 1 and counters[0].is_smc:
        if not pieces[0].has(Mark.WOUNDED):
            found["alone"] = 1
    else:
        leads = [lead for number in numbers if (lead := _lead(d, side, number)) is not None]
        if leads:
            found["leader"] = min(leads)
    reach = _steps_home(d, side, pieces[0].space)
    if reach <= CLOSE:
        found["within2"] = 1
    if reach <= 1:
        found["adjacent"] = 1
    if counters[0].sort is not Sort.VEHICLE:
        found["halves"] = max(0, round(2 * sum(counter.squads for counter in counters)) - 1)
        found["load"] = max(0, _overload(d, frame))
        found["encircled"] = any(piece.has(Mark.ENCIRCLED) for piece in pieces)
    elif pieces[0].has(Mark.CAPTURED):
        found["captured"] = 1
    return found


def _leaders(d: Draft, side: int, vehicle: int) -> list[int]:
    """The armor leaders aboard a vehicle."""
    return [
        number
        for number, piece in d.on_map(side)
        if piece.holder == vehicle and d.counter(side, number).sort is Sort.COMMANDER
    ]


def _lead(d: Draft, side: int, number: int) -> int | None:
    """What a leader, a hero or a vehicle's armor leader adds."""
    counter = d.counter(side, number)
    if counter.sort is Sort.VEHICLE:
        return min((d.counter(side, one).modifier for one in _leaders(d, side, number)), default=None)
    return counter.modifier if counter.is_smc else None


def _overload(d: Draft, frame: Party) -> int:
    """Portage beyond what is borne, of the unit that has most; a leader lends a hand to one MMC."""
    side = frame.seat
    loads: dict[int, int] = {}
    for unit in burden(d, frame):
        number = piece_of(unit)[1]
        holder = d.pieces[side][number].holder
        loads[holder] = loads.get(holder, 0) + d.counter(side, number).pp
    numbers = [piece_of(unit)[1] for unit in frame.units]
    helps = any(d.counter(side, number).is_smc and number not in loads for number in numbers)
    excess = sorted(
        (
            load - (BEARS_MMC if d.counter(side, holder).is_mmc else BEARS_SMC)
            for holder, load in loads.items()
        ),
        reverse=True,
    )
    if excess and helps:
        excess[0] -= BEARS_SMC
    return max(excess, default=0)


def home(d: Draft, side: int) -> int:
    """The ground that an Escape leads to: what the side Controls, and is not Isolated."""
    return d.control[side] & ~d.control[1 - side] & ~d.isolated


def _steps_home(d: Draft, side: int, space: int) -> int:
    """How far it is to friendly ground as the crow flies; 3 for anything farther than two hexes."""
    chart, ground = d.book.ground.field.chart, home(d, side)
    return next((far for far in (1, CLOSE) if chart.seep(1 << space, chart.all, far) & ground), CLOSE + 1)


def goal(d: Draft, side: int, number: int) -> tuple[int, int] | None:
    """How far it is to friendly ground or edge by hexes that it may enter, and where; None without a way."""
    book = d.book.ground
    chart, start = book.field.chart, d.pieces[side][number].space
    shut = book.shut(d, d.counter(side, number))
    ends = home(d, side) | d.edge[side]
    free = chart.all & ~shut & ~home(d, side)
    reached, far = 1 << start, 0
    while True:
        found = chart.neighbours(reached) & ends & ~shut
        if reached & ends & d.edge[side]:
            return far, (reached & ends).bit_length() - 1
        if found:
            return far + 1, found.bit_length() - 1
        grown = reached | chart.neighbours(reached) & free
        if grown == reached:
            return None
        reached, far = grown, far + 1


def attempt(d: Draft, frame: Party) -> None:
    """The roll of a stack, and what comes of it."""
    side, rolled = frame.seat, table(d, frame)
    numbers = [piece_of(unit)[1] for unit in frame.units]
    taken = [piece_of(unit)[1] for unit in burden(d, frame)]
    tally = rolled.tally(d.draw(6) + d.draw(6), reasons(d, frame))
    result = rolled.words(tally.total)
    if d.log is not None:
        d.say("escape", f"{tally}: {' '.join(result)}", rolled.rule, *tally.rules)
    if d.counter(side, numbers[0]).sort is Sort.VEHICLE:
        _vehicle(d, side, numbers[0], result)
    else:
        _infantry(d, side, numbers, taken, result)


def _infantry(d: Draft, side: int, numbers: list[int], taken: list[int], result: tuple[str, ...]) -> None:
    cites, lost = d.book.escape, list[int]()
    if "eliminated" in result:
        for number in (*numbers, *taken):
            d.lose(side, number, "failed to Escape")
        return
    if "replaced" in result:
        hit = chosen(d, numbers, cites.select)
        lost += [number for number in hit if not replace(d, side, number, "Replaced in an Escape")]
    if "reduced" in result:
        hit = chosen(d, [number for number in numbers if number not in lost], cites.select)
        lost += [n for n in hit if not reduce(d, side, n, "Reduced in an Escape", cites.select)]
    for number in taken:
        # Whoever is lost has let go of what he held.
        if d.pieces[side][number].holder == -1:
            _drop(d, side, number)
    for number in numbers:
        if number not in lost:
            _arrive(d, side, number, taken)


def _drop(d: Draft, side: int, number: int) -> None:
    """A weapon whose holder was lost on the way is left where he stood, or lost with him."""
    rolled = d.book.tables["escape.equipment"]
    if rolled.result(d.die("equipment", rolled.name, rolled.rule)) == "eliminated":
        d.lose(side, number, "lost in an Escape")


def _arrive(d: Draft, side: int, number: int, taken: list[int]) -> None:
    """Off the map among the Retained, with what it took along and who leads from it."""
    for other, piece in list(d.on_map(side)):
        if piece.holder != number or piece.marks & (Mark.CAPTURED | Mark.PRISONER):
            continue
        if other in taken or d.counter(side, other).sort is Sort.COMMANDER:
            d.change(side, other, where=Where.RETAINED, space=NOWHERE, level=0)
        else:
            d.change(side, other, holder=-1)
    d.change(side, number, where=Where.RETAINED, space=NOWHERE, level=0)


def _vehicle(d: Draft, side: int, number: int, result: tuple[str, ...]) -> None:
    piece, crew = d.pieces[side][number], d.counter(side, number).crew
    if "escapes" in result:
        _arrive(d, side, number, [])
    elif "eliminated" in result:
        d.lose(side, number, "failed to Escape")
        d.works.append(Work(Works.WRECK, piece.space, of=piece.kind, side=piece.side))
    else:
        d.mark(side, number, on=Mark.ABANDONED)
        saved = "crew-escapes" in result
        for leader in _leaders(d, side, number):
            if saved:
                d.change(side, leader, where=Where.RETAINED, space=NOWHERE, level=0, holder=-1)
            else:
                d.lose(side, leader, "failed to Escape")
        if crew and saved:
            d.add(side, Piece(crew, piece.group))
        elif crew:
            d.score(side, d.book.counters[crew].points)
