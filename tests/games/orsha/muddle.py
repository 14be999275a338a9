"""Desks in a muddle: pieces of every kind, in every condition, everywhere; and dice to be read again.

A rule that is reckoned again over many of them is held from every side: both players, each part of the map,
what has several marks at once, the last of a stack as well as the first.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.campaign.desk import desk, isolate

from berlin.boards.hexes import board_of
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.squad.board.counters import Counter, Mount, Sort
from berlin.squad.board.names import UNITS, unit_of
from berlin.squad.board.pieces import Mark, Piece, Where

GERMAN, RUSSIAN = BOTH
MINE = {GERMAN: ("K12", "K13", "DD0"), RUSSIAN: ("M50", "M51")}
"""Hexes of either side that are not Isolated: the first is in the Front Line, DD0 has the number 0."""
POCKETS = {GERMAN: "P30", RUSSIAN: "R24"}
SHARED = "T33"
"""Isolated, with both sides in it."""
MEN = (Mark.BROKEN, Mark.DISRUPTED, Mark.PINNED, Mark.EXHAUSTED, Mark.CONCEALED, Mark.HIDDEN, Mark.ENCIRCLED)
MORE = (Mark.FANATIC, Mark.BERSERK, Mark.DESPERATE, Mark.LABOR, Mark.SHORT, Mark.ENGINEER)
MOVING = (Mark.MOTION, Mark.BOGGED, Mark.MIRED, Mark.IMMOBILE, Mark.ABANDONED, Mark.HULL_DOWN, Mark.BUTTONED)
DAMAGE = (Mark.STUNNED, Mark.SHOCKED, Mark.UNCONFIRMED, Mark.RECALLED, Mark.RECALLED_FOR_AMMO, Mark.EXPOSED)
ARMS = (Mark.MALFUNCTION, Mark.DISABLED, Mark.BMG_MALFUNCTION, Mark.BMG_DISABLED, Mark.CMG_MALFUNCTION)
GUNS = (Mark.RMG_MALFUNCTION, Mark.AAMG_MALFUNCTION, Mark.AAMG_DISABLED, Mark.CMG_ABSENT, Mark.LOW_AMMO)
MARKS: dict[Sort, tuple[Mark, ...]] = {
    **dict.fromkeys((Sort.SQUAD, Sort.HALF, Sort.CREW), MEN + MORE),
    Sort.LEADER: (*MEN, Mark.WOUNDED, Mark.HEROIC, Mark.WOUNDED),
    Sort.HERO: (*MEN, Mark.WOUNDED),
    Sort.COMMANDER: (),
    Sort.WEAPON: (Mark.MALFUNCTION, Mark.SHORT, Mark.HIDDEN, Mark.DISMANTLED, Mark.MALFUNCTION),
    Sort.RADIO: (Mark.MALFUNCTION, Mark.HIDDEN),
    Sort.GUN: (Mark.MALFUNCTION, Mark.SHORT, Mark.HIDDEN, Mark.DEPLETED, Mark.REVEALED, Mark.LOW_AMMO),
    Sort.VEHICLE: (*MOVING, *DAMAGE, *ARMS, *GUNS, Mark.DEPLETED, Mark.SHORT, Mark.ENCIRCLED, Mark.CONCEALED),
    Sort.CUPOLA: (Mark.MALFUNCTION, Mark.HIDDEN, Mark.LOW_AMMO),
    Sort.AIRCRAFT: (Mark.RECALLED,),
}
KINDS = {side: [key for key, one in BOOK.counters.items() if one.side == side] for side in BOTH}


def muddle(seed: int, many: int = 40, **fields: Any) -> Draft:
    """So many pieces of each side, and those who hold them where they do."""
    rng = Random(seed)
    d = desk(key=rng.randbytes(32), turn=2, **fields)
    for side in BOTH:
        for _ in range(many):
            d.add(side, _piece(rng, side))
    for give in (_capture, _give):
        for side in BOTH:
            for unit, piece in list(d.listed(side)):
                give(d, rng, side, unit, piece)
    for side in BOTH:
        isolate(d, POCKETS[side], side)
        home = board_of(find_hex(name) for name in MINE[side])
        d.control[side] |= home
        d.control[OTHER[side]] &= ~home
        d.fronts[side] = 1 << find_hex(MINE[side][0])
    isolate(d, SHARED)
    return d


def _piece(rng: Random, side: Seat) -> Piece:
    kind = rng.choice(KINDS[side])
    marks = 0
    for mark in MARKS[BOOK.counters[kind].sort]:
        marks |= mark * (rng.random() < 0.2)
    if not BOOK.counters[kind].dismantled:
        marks &= ~int(Mark.DISMANTLED)
    if rng.random() < 0.3 and BOOK.counters[kind].sort is not Sort.CUPOLA:
        return Piece(kind, marks=marks & ~int(Mark.HIDDEN | Mark.CONCEALED | Mark.ENCIRCLED))
    name = rng.choice((*MINE[side], POCKETS[side], SHARED))
    return Piece(kind, where=Where.MAP, space=find_hex(name), marks=marks)


def _capture(d: Draft, rng: Random, side: Seat, unit: Unit, piece: Piece) -> None:
    """Some men and some vehicles are in enemy hands."""
    counter = d.counter(unit)
    if counter.is_personnel and piece.where is Where.MAP and rng.random() < 0.1 and not d.held_by(unit):
        _hold(d, rng, unit, OTHER[side], is_man, Mark.PRISONER)
    elif counter.sort is Sort.VEHICLE and rng.random() < 0.25:
        d.mark(unit, on=Mark.CAPTURED, off=Mark.RECALLED | Mark.RECALLED_FOR_AMMO | Mark.CONCEALED)


def _give(d: Draft, rng: Random, side: Seat, unit: Unit, piece: Piece) -> None:
    """Weapons go to men beside them, some to the enemy's; leaders of armor go into vehicles."""
    counter = d.counter(unit)
    if counter.sort in (Sort.WEAPON, Sort.GUN, Sort.RADIO):
        taken = rng.random() < 0.25 and piece.where is Where.MAP
        _hold(d, rng, unit, OTHER[side] if taken else side, is_man, Mark.CAPTURED if taken else 0)
    elif counter.sort is Sort.COMMANDER:
        _hold(d, rng, unit, side, lambda one: one.sort is Sort.VEHICLE and one.afv, 0)


def is_man(counter: Counter) -> bool:
    return counter.is_personnel


def _hold(d: Draft, rng: Random, unit: Unit, by: Seat, fits: Any, mark: int) -> None:
    piece = d.piece(unit)
    near = [
        number
        for number, other in enumerate(d.pieces[by])
        if (other.where, other.space) == (piece.where, piece.space)
        and fits(BOOK.counters[other.kind])
        and not other.has(Mark.PRISONER | Mark.ABANDONED | Mark.CAPTURED)
    ]
    if near and (mark or rng.random() < 0.8):
        d.change(unit, holder=rng.choice(near), marks=piece.marks | mark)


class Again:
    """The dice that were rolled, to be read again in their order."""

    def __init__(self, d: Draft) -> None:
        self._dice: Iterator[int] = iter(d.dice)

    def die(self) -> int:
        return next(self._dice)

    def dice(self) -> int:
        return self.die() + self.die()

    @property
    def is_over(self) -> bool:
        return next(self._dice, None) is None


def all_units(d: Draft) -> list[tuple[Seat, Unit, Piece, Counter]]:
    """Whose each piece is, its reference, the piece, and what is printed on it."""
    return [
        (side, unit, piece, BOOK.counters[piece.kind])
        for side in BOTH
        for unit, piece in zip(UNITS[side], d.pieces[side], strict=False)
    ]


def isolated(piece: Piece) -> bool:
    names = (*POCKETS.values(), SHARED)
    return piece.where is Where.MAP and piece.space in map(find_hex, names)


def area(piece: Piece) -> str:
    """The Isolated Area that a piece is in; "" for the main Perimeter Area and off the map."""
    names = {find_hex(name): name for name in (*POCKETS.values(), SHARED)}
    return names.get(piece.space, "") if piece.where is Where.MAP else ""


MOUNTS = {
    Mount.BOW: (Mark.BMG_MALFUNCTION, Mark.BMG_DISABLED, Mark.BMG_ABSENT),
    Mount.COAXIAL: (Mark.CMG_MALFUNCTION, Mark.CMG_DISABLED, Mark.CMG_ABSENT),
    Mount.REAR: (Mark.RMG_MALFUNCTION, Mark.RMG_DISABLED, Mark.RMG_ABSENT),
    Mount.AA: (Mark.AAMG_MALFUNCTION, Mark.AAMG_DISABLED, Mark.AAMG_ABSENT),
}
Kept = tuple[Unit, Piece, Counter]


def has(side: Seat, owner: Seat, piece: Piece) -> bool:
    """Has this side the piece in hand?"""
    return side == (OTHER[owner] if piece.has(Mark.CAPTURED) else owner)


def kept(d: Draft, side: Seat) -> Iterator[Kept]:
    """What a side Retains: its own, then what it took; not what lies about where both sides are."""
    for owner in (side, OTHER[side]):
        for whose, unit, piece, counter in all_units(d):
            if whose != owner or not has(side, owner, piece) or piece.has(Mark.PRISONER) or piece.is_out:
                continue
            loose = piece.has(Mark.ABANDONED) if counter.sort is Sort.VEHICLE else piece.holder < 0
            equipment = counter.sort in (Sort.WEAPON, Sort.RADIO, Sort.GUN, Sort.VEHICLE)
            if not (equipment and loose and area(piece) == SHARED):
                yield unit, piece, counter


def led(d: Draft, side: Seat, unit: Unit) -> int:
    """The modifier of the armor leader in a vehicle."""
    return min(
        (
            counter.modifier
            for owner, _, piece, counter in all_units(d)
            if owner == side
            and counter.sort is Sort.COMMANDER
            and not piece.is_out
            and piece.holder >= 0
            and unit_of(side, piece.holder) == unit
        ),
        default=0,
    )


def served(d: Draft, side: Seat, piece: Piece, counter: Counter) -> bool:
    """Are men in the same part of the Perimeter Area who use it as their own?"""
    if counter.sort is Sort.VEHICLE and not piece.has(Mark.ABANDONED):
        return True
    men = [
        one
        for owner, _, other, one in all_units(d)
        if owner == side
        and one.is_mmc
        and area(other) == area(piece)
        and not other.has(Mark.PRISONER)
        and not other.is_out
    ]
    if counter.sort is Sort.VEHICLE:
        return any(one.key == counter.crew for one in men)
    return any(one.sort is Sort.CREW for one in men) if counter.sort is Sort.GUN else bool(men)
