"""The table as a client draws it: counters, blanks, markers, tracks and trays."""

from berlin.boards.hexes import bits, unpack
from berlin.games.fortress.board.ground import BUNKERS, SIZE, STRONGPOINTS
from berlin.games.fortress.board.ground import KEYS as HEXES
from berlin.games.fortress.board.units import (
    DEFENSIVE,
    DIVISIONS,
    FIREPOWER,
    IS_VOLKSSTURM,
    KEYS,
    KIND,
    NAMES,
    PROTECTION,
    RANGES,
    ROW,
    SIDE,
    TYPE,
    TYPES,
    UNITS,
)
from berlin.games.fortress.cover import ALLIED, GERMAN, SEATS
from berlin.games.fortress.rules.communications import has_line
from berlin.games.fortress.rules.guesses import UNSEEN
from berlin.games.fortress.rules.militia import is_known
from berlin.games.fortress.rules.movement.costs import POINT
from berlin.games.fortress.rules.movement.reach import allowance, movement
from berlin.games.fortress.rules.sequence import STAGES, TURNS
from berlin.games.fortress.rules.set_up import form as set_up_form
from berlin.games.fortress.rules.set_up.limits import can_lift
from berlin.games.fortress.rules.zones import seen_zones, zones
from berlin.games.fortress.state.state import (
    BOX_NAMES,
    BOXES,
    COMBAT,
    DISRUPTED,
    DRIFTED,
    DUE,
    FOUGHT,
    MOVED,
    NOWHERE,
    OUT,
    TRAY,
    Draft,
    State,
    standing,
)
from berlin.games.fortress.state.view import View
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.kernel.contract.scene import Form, Layer, Marker, Piece, Row, Scene, Track, Tray
from berlin.kernel.contract.words import sentence

COLOURS = {
    "british": "tan/black",
    "polish": "brown/white",
    "us": "olive/black",
    "soviet": "red/black",
    "ss": "black/white",
    "army": "grey/black",
    "navy": "blue/white",
    "luftwaffe": "blue/black",
    "police": "green/black",
    "vs": "green/black",
    "hj": "brown/white",
    "other": "green/black",
}
SYMBOLS = {
    "infantry": "infantry",
    "engineer": "engineer",
    "mg": "weapon",
    "recon": "recon",
    "mech": "mechanised",
    "armor": "armour",
    "assault gun": "assault",
    "at": "antitank",
    "flak": "flak",
    "artillery": "artillery",
    "hq": "headquarters",
    "leader": "leader",
}
# Infantry of a kind has a symbol of its own (OTB 2.2.2).
KINDS = {"parachute": "paratroop", "glider": "glider", "militia": "volksturm", "youth": "volksturm"}
BLANK, UNSEEN_STACK, UNKNOWN_UNIT = "?", "a stack that you don't see", "a unit that may enter"
BLANKS = ("concealed tan/black", "concealed grey/black")
MONTH = "March"
CHOSEN, SHAKEN = "chosen", "disrupted"
ATTACKED, ANNOUNCED = "under attack", "assault announced"


def scene(seen: View, world: State) -> Scene:
    """Lay a view out. `world` is any state of which it is the view: only open parts of it are read."""
    d = Draft(world)
    chosen = asked_about(seen)
    pieces = [
        _piece(seen, d, unit, chosen=unit in chosen)
        for unit in range(UNITS)
        if seen.where[unit] not in (UNSEEN, OUT)
    ]
    return Scene(
        caption=caption(d),
        pieces=(*pieces, *_blanks(seen)),
        markers=_markers(seen),
        tracks=_tracks(seen),
        trays=_trays(seen),
        layers=_layers(seen, d),
        form=_form(d) if set_up_form.is_open(d, seen.seat) and seen.seat == GERMAN else None,
    )


def _form(d: Draft) -> Form:
    """The set-up list: what stands where by choice, and what is left."""
    rows = [
        Row(sentence(NAMES[unit]), KEYS[unit], HEXES[d.where[unit]] if d.where[unit] < SIZE else "")
        for unit in RANGES[GERMAN]
        if d.where[unit] == TRAY or can_lift(d, unit)
    ]
    text = "What is yours to place, and where it stands. Keep it, and use it again in another game."
    return Form("Set-up", text, tuple(rows), "set-up", keeps=True)


def asked_about(seen: View) -> set[int]:
    """The units that the open question is about, or that take part in what it is about."""
    asked = seen.frames[-1] if seen.frames else None
    return {getattr(asked, "unit", NOWHERE), *getattr(asked, "units", ())}


def caption(d: Draft) -> str:
    """What stands above the board."""
    day = f"{20 + d.turn} {MONTH}" if not d.is_base else f"day {d.turn}"
    return f"Turn {d.turn} ({day}): {STAGES[d.stage].title}"


def place_key(unit: int, where: int) -> str:
    """A hex by its number; a box by its side."""
    return HEXES[where] if where < SIZE else _box(SIDE[unit], where)


def _box(side: Seat, where: int) -> str:
    return f"{SEATS[side]}-{'drifted' if where >= DRIFTED else BOXES[where - SIZE]}"


def _piece(seen: View, d: Draft, unit: int, *, chosen: bool) -> Piece:
    marks, where, row = seen.marks[unit], seen.where[unit], ROW[unit]
    on_map = where < SIZE
    side = row.nation if row.side == ALLIED else row.service
    symbol = KINDS.get(KIND[unit], SYMBOLS[TYPES[TYPE[unit]]])
    badges, facing = [CHOSEN] if chosen else [], -1
    if on_map and TYPES[TYPE[unit]] != "leader":
        if marks & COMBAT:
            facing = 60 * d.facing(unit)
        if marks & DISRUPTED:
            badges.append(SHAKEN)
    return Piece(
        id=KEYS[unit],
        name=NAMES[unit],
        side=side,
        camp=SEATS[SIDE[unit]],
        symbol=f"{symbol} {COLOURS[side]}",
        numbers=figures(d, unit, marks),
        place=place_key(unit, where),
        used=on_map and bool(marks & (FOUGHT if _in_combat(seen) else MOVED)),
        badges=tuple(badges),
        sources=(row.source,) * 3,
        facing=facing,
    )


def _in_combat(seen: View) -> bool:
    return STAGES[seen.stage].name.endswith(("bombardment", "gunfire", "assault"))


def figures(d: Draft, unit: int, marks: int) -> tuple[str, ...]:
    """Firepower, protection and movement of the side that lies up; Volkssturm may hide its own."""
    if TYPES[TYPE[unit]] == "leader":
        return ()
    weak = DEFENSIVE[unit]
    fire = str(FIREPOWER[unit])
    if IS_VOLKSSTURM[unit]:
        if not is_known(d, unit):
            return ("?", str(PROTECTION[unit]), "?")
        weak = d.is_weak(unit)
    fire = f"({fire})" if weak else fire
    if marks & COMBAT:
        return fire, str(PROTECTION[unit]), str(movement(d, unit))
    return fire, str((PROTECTION[unit] + 1) // 2), str(allowance(d, unit, maneuver=True) // POINT)


def _blanks(seen: View) -> list[Piece]:
    """FB 3.6.hidden: a stack that nobody of this seat sees is one blank counter; so is each unit due, for
    nobody of the other side knows which of them have entered."""
    found = []
    for side in BOTH:
        for place in bits(unpack(seen.blanks[side])):
            found.append(_blank(side, HEXES[place], UNSEEN_STACK, HEXES[place]))
        for number in range(seen.due[side]):
            found.append(_blank(side, f"{SEATS[side]}-{number + 1}", UNKNOWN_UNIT, _box(side, DUE)))
    return found


def _blank(side: Seat, number: str, name: str, place: str) -> Piece:
    camp = SEATS[side]
    return Piece(f"{BLANK}{number}", name, camp, camp, BLANKS[side], (), place, coded=True)


def _markers(seen: View) -> tuple[Marker, ...]:
    found = [
        Marker(HEXES[place], "strongpoint", "strongpoint", SEATS[GERMAN], printed=True)
        for place in bits(standing(STRONGPOINTS, seen.fallen))
    ]
    found += [
        Marker(HEXES[place], "razed", "strongpoint", SEATS[ALLIED])
        for place in bits(STRONGPOINTS & ~standing(STRONGPOINTS, seen.fallen))
    ]
    found += [
        Marker(HEXES[place], "razed", "bunker", SEATS[ALLIED])
        for place in bits(BUNKERS & ~standing(BUNKERS, seen.blown))
    ]
    landing = seen.landing if any(place >= 0 for place in seen.landing) else seen.aims or seen.landing
    found += [
        Marker(HEXES[place], "LZ", DIVISIONS[division], SEATS[ALLIED])
        for division, place in enumerate(landing)
        if place >= 0
    ]
    found += [
        Marker(HEXES[strike.target], "firebombs" if strike.napalm else "bombs", str(strike.count))
        for strike in seen.laid
    ]
    asked = seen.frames[-1] if seen.frames else None
    if (target := getattr(asked, "target", NOWHERE)) >= 0:
        found.append(Marker(HEXES[target], ATTACKED, ATTACKED))
    found += [Marker(HEXES[one.target], ANNOUNCED, ANNOUNCED) for one in seen.assaults]
    return tuple(found)


def _tracks(seen: View) -> tuple[Track, ...]:
    return (
        Track("turn", seen.turn, 1, TURNS),
        Track("stage", seen.stage, 0, len(STAGES) - 1, STAGES[seen.stage].title, named=True),
        Track("victory points", seen.vp[ALLIED], 0, 99, "", ALLIED),
        Track("victory points", seen.vp[GERMAN], 0, 99, "", GERMAN),
        Track("air strikes", seen.strikes, 0, 18),
        Track("napalm", seen.napalm, 0, 6),
    )


def _trays(seen: View) -> tuple[Tray, ...]:
    """The boxes that are not empty."""
    titles = {SIZE + number: title for number, title in enumerate(BOX_NAMES[:-1])} | {
        DRIFTED: "drifted off the map"
    }
    found = []
    for side in BOTH:
        held = {min(seen.where[unit], DRIFTED) for unit in RANGES[side]} | (
            {DUE} if seen.due[side] else set()
        )
        found += [
            Tray(_box(side, where), sentence(title), side) for where, title in titles.items() if where in held
        ]
    return tuple(found)


def _layers(seen: View, d: Draft) -> tuple[Layer, ...]:
    """Zones of Control as this seat knows them, and the Lines of Communications of the Allies."""
    found = []
    for side, seat in zip(BOTH, SEATS, strict=True):
        board = zones(d, side) if seen.seat in (side, None) else seen_zones(d, side, OTHER[side])
        name = "German" if side == GERMAN else ("Soviet" if d.is_base else "Allied")
        found.append(Layer(f"{name} Zones of Control", seat, tuple(HEXES[place] for place in bits(board))))
    if not d.is_base:
        lines = tuple(
            dict.fromkeys(
                HEXES[d.where[unit]]
                for unit in d.on_map(ALLIED)
                if seen.where[unit] < SIZE and not has_line(d, unit, seen=True)
            )
        )
        found.append(Layer("Allied units that are cut off", SEATS[ALLIED], lines))
    return tuple(found)
