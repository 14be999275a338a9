"""Counters as they lie on the table: their symbols and badges, and in which box or hex they are."""

from functools import cache

from berlin.campaign.desk.tabletop import Tabletop
from berlin.campaign.state.view import SECRET, Sight, View
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.kernel.contract.scene import Piece as Face
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.names import UNITS, owner_of, unit_of
from berlin.squad.board.naming import kind_name
from berlin.squad.board.pieces import Mark, Piece, Where, keeper

SYMBOLS = {
    Sort.SQUAD: "infantry",
    Sort.HALF: "half",
    Sort.CREW: "crew",
    Sort.LEADER: "leader",
    Sort.HERO: "hero",
    Sort.COMMANDER: "commander",
    Sort.WEAPON: "weapon",
    Sort.RADIO: "radio",
    Sort.GUN: "artillery",
    Sort.VEHICLE: "truck",
    Sort.CUPOLA: "fort",
    Sort.AIRCRAFT: "aircraft",
}
ARMOUR, UNKNOWN = "armour", "concealed"
# fmt: off
BADGES: dict[Mark, str] = {
    Mark.BROKEN: "broken",          Mark.DISRUPTED: "disrupted",    Mark.PINNED: "pinned",
    Mark.EXHAUSTED: "CX",           Mark.CONCEALED: "?",            Mark.HIDDEN: "HIP",
    Mark.REVEALED: "revealed",      Mark.ENCIRCLED: "encircled",    Mark.WOUNDED: "wounded",
    Mark.HEROIC: "heroic",          Mark.HARDENED: "hardened",      Mark.FANATIC: "fanatic",
    Mark.ENGINEER: "engineers",     Mark.SHORT: "ammo short",       Mark.LOW_AMMO: "low ammo",
    Mark.DEPLETED: "depleted",      Mark.CAPTURED: "captured",      Mark.PRISONER: "prisoner",
    Mark.MALFUNCTION: "malfunction", Mark.DISABLED: "disabled",
    Mark.BMG_MALFUNCTION: "bow MG malfunction",     Mark.BMG_DISABLED: "bow MG disabled",
    Mark.CMG_MALFUNCTION: "coaxial MG malfunction", Mark.CMG_DISABLED: "coaxial MG disabled",
    Mark.RMG_MALFUNCTION: "rear MG malfunction",    Mark.RMG_DISABLED: "rear MG disabled",
    Mark.AAMG_MALFUNCTION: "AA MG malfunction",     Mark.AAMG_DISABLED: "AA MG disabled",
    Mark.BMG_ABSENT: "no bow MG",   Mark.CMG_ABSENT: "no coaxial MG",
    Mark.RMG_ABSENT: "no rear MG",  Mark.AAMG_ABSENT: "no AA MG",
    Mark.MOTION: "motion",          Mark.BOGGED: "bogged",
    Mark.MIRED: "mired",            Mark.IMMOBILE: "immobile",      Mark.ABANDONED: "abandoned",
    Mark.STUNNED: "stunned",        Mark.SHOCKED: "shocked",        Mark.UNCONFIRMED: "UK",
    Mark.RECALLED: "recalled",      Mark.RECALLED_FOR_AMMO: "recalled for ammo",
    Mark.DISMANTLED: "dm",          Mark.HOOKED: "in tow",          Mark.FIXED: "fixed",
    Mark.NEW: "new",                Mark.BYPASS: "bypass",          Mark.HIP: "may hide",
    Mark.HIP_SHELLHOLES: "may hide in shellholes",                  Mark.ATCB: "ATCB",
    Mark.DESPERATE: "DM",           Mark.BERSERK: "berserk",        Mark.HULL_DOWN: "HD",
    Mark.EXPOSED: "CE",             Mark.BUTTONED: "BU",            Mark.LABOR: "labor",
    Mark.SHAKEN: "+1",              Mark.SEEN: "seen",
}
# fmt: on
LEVELS = ("", "level 1", "level 2")
ORGANIZER = {
    Where.RETAINED: ("retained", "Retained", "off the map, free to set up"),
    Where.ENTERING: ("entering", "Entering", "comes in during play"),
    Where.MAINTENANCE: ("maintenance", "Maintenance", "away for ammunition"),
    Where.EXITED: ("exited", "Exited", "left by the enemy's edge, for points"),
    Where.EVACUATED: ("evacuated", "Evacuated", "wounded, and not coming back"),
    Where.LOST: ("lost", "Lost", ""),
    Where.ABOARD: ("aboard", "Aboard", "in a vehicle that is not their own"),
}


def faces(top: Tabletop, seen: View) -> list[Face]:
    """Every piece that a seat has or sees."""
    found = []
    if seen.seat is not None:
        mine = zip(UNITS[seen.seat], seen.own, strict=False)
        found += [_own(top, unit, piece) for unit, piece in mine]
        found += [_own(top, unit_of(OTHER[seen.seat], number), piece) for number, piece in seen.kept]
    for side in BOTH:
        heaps: dict[str, int] = {}
        for sight in seen.seen[side]:
            found.append(_sighted(top, side, sight, heaps))
    return found


def _own(top: Tabletop, unit: Unit, piece: Piece) -> Face:
    """A piece with all that its side knows of it."""
    side = owner_of(unit)
    having = side if piece.is_out else keeper(side, piece)
    on_map = piece.where is Where.MAP
    place = top.book.field.names[piece.space] if on_map else box(top.book.sides[having], piece.where)
    return _face(top, top.word(unit), side, piece.kind, piece.marks, piece.level, place)


def _sighted(top: Tabletop, side: Seat, sight: Sight, heaps: dict[str, int]) -> Face:
    """A piece that is seen. Without a number it is called by its place, and how many are there."""
    place, name = top.book.field.names[sight.space], top.book.sides[side]
    heaps[place] = heaps.get(place, 0) + 1
    word = f"{name[0]}-{place}-{heaps[place]}"
    if sight.kind == SECRET:
        return Face(
            id=word,
            name=SECRET,
            side=name,
            camp=name,
            symbol=f"{UNKNOWN} {top.colours[side]}",
            numbers=(),
            place=place,
            badges=tuple(filter(None, LEVELS[sight.level : sight.level + 1])),
            coded=True,
        )
    if sight.number >= 0:
        word = top.word(unit_of(side, sight.number))
    return _face(top, word, side, sight.kind, sight.marks, sight.level, place)


def _face(top: Tabletop, word: str, side: Seat, kind: str, marks: int, level: int, place: str) -> Face:
    counter = top.book.counters[kind]
    return Face(
        id=word,
        name=kind_name(counter),
        side=top.book.sides[side],
        camp=top.book.sides[OTHER[side] if marks & Mark.CAPTURED else side],
        symbol=f"{symbol(counter)} {top.colours[side]}",
        numbers=(counter.text.split()[0],),
        place=place,
        used=bool(marks & int(Mark.PLACED)),
        badges=(*badges(marks), *filter(None, LEVELS[level : level + 1])),
        sources=(top.sources[kind],),
        coded=True,
    )


@cache
def badges(marks: int) -> tuple[str, ...]:
    return tuple(badge for mark, badge in BADGES.items() if marks & mark)


def symbol(counter: Counter) -> str:
    return ARMOUR if counter.afv and counter.sort is Sort.VEHICLE else SYMBOLS[counter.sort]


def box(name: str, where: Where) -> str:
    """The key of a box of a side's Force Organizer."""
    return f"{name}-{ORGANIZER[where][0]}"


def unlaid(name: str) -> str:
    return f"{name}-works"
