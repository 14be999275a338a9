"""The table as a client draws it: counters, markers, tracks, cards, the question and its answers."""

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import KEYS as SPACES
from berlin.games.noretreat.board.ground import Space
from berlin.games.noretreat.board.names import SIDES, UNIT_NAMES
from berlin.games.noretreat.board.tables import (
    AXIS,
    LAST_TURN,
    SEATS,
    SOVIET,
    TURNS,
    WEATHERS,
)
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    ARRIVAL,
    COUNTERS,
    FIXED,
    KEYS,
    KIND,
    MOVEMENT,
    NATION,
    RANGES,
    SIDE,
    STRENGTH,
    full_steps,
    steps,
)
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.points import initiative, total
from berlin.games.noretreat.rules.sequence import TURN
from berlin.games.noretreat.rules.supply import supplied
from berlin.games.noretreat.state import state
from berlin.games.noretreat.state.state import (
    ATTACKED,
    BACK,
    BOX,
    COMBAT,
    DESTROYED,
    DISORGANIZED,
    FIRST_STAGE,
    MOVED,
    OUT,
    OWNED,
    SHATTERED,
    SIZE,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
    State,
    spread,
)
from berlin.games.noretreat.state.view import View
from berlin.games.noretreat.table.charts import BOX_NAMES
from berlin.games.noretreat.table.faces import back, in_force, open_card
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.kernel.contract.scene import Card, Layer, Marker, Piece, Pile, Scene, Track, Tray

SYMBOLS = {
    "armor": "armour",
    "mech": "mechanised",
    "infantry": "infantry",
    "fort": "fort",
    "volksturm": "volksturm",
}
_DONE = {state.MOVEMENT: MOVED, COMBAT: ATTACKED}
COLOURS = {
    "german": "green/black",
    "finnish": "blue/white",
    "rumanian": "tan/black",
    "hungarian": "olive/black",
    "italian": "grey/black",
    "soviet": "red/black",
    "polish": "brown/white",
    "yugoslav": "black/white",
}
BADGES = {UNSUPPLIED: "unsupplied", DISORGANIZED: "disorganized"}
MARKERS = (
    ("targets", "target"),
    ("blows", "counterblow"),
    ("bound", "counterblow"),
    ("left", "counterblow"),
    ("works", "works"),
    ("roomy", "room"),
)

# Boxes that are not printed beside the map.
BESIDE = {
    "due": ("Still to come", ""),
    "aside": ("Set aside", "may come back"),
    "out": ("Out of the game", ""),
}
LOST = tuple(f"{seat}-{BOX[box]}" for seat in SEATS for box in (SHATTERED, DESTROYED, SURRENDERED, OUT))
TRIGGERS = {
    "gg": "when Greater Germany is entered",
    "oil": "when Ploesti falls",
    "warsaw": "when Warsaw falls",
    "card25": "by the card Ersatz Units",
}


def scene(seen: View, world: State) -> Scene:
    """Lay a view out. `world` is any state of which it is the view: only open parts of it are read."""
    d = Draft(world)
    return Scene(
        caption=caption(d),
        pieces=tuple(_piece(seen, unit) for unit in ALL_UNITS),
        markers=_markers(seen, d),
        tracks=_tracks(seen, d),
        cards=_cards(seen),
        trays=_trays(seen),
        piles=_piles(seen, d),
        layers=_layers(d),
        lost=LOST,
    )


def caption(d: Draft) -> str:
    """What stands above the board."""
    stage = TURN[d.stage]
    seat = f", {SEATS[d.frames[-1].seat].capitalize()} to decide" if d.frames else ""
    weather = WEATHERS[d.weathers[d.turn]].name
    return f"Turn {d.turn} ({TURNS[d.turn].label}), {weather}, {stage.title}{seat}"


def place_key(unit: Unit, where: Space) -> str:
    """A space by its key; a box by its side: `axis-rail`."""
    return SPACES[where] if where < SIZE else f"{SEATS[SIDE[unit]]}-{BOX[where]}"


def _piece(seen: View, unit: Unit) -> Piece:
    marks, where = seen.marks[unit], seen.where[unit]
    # Of those whose turn it is: who has moved in Movement, who has attacked in Combat.
    done = _DONE.get(seen.stage - FIRST_STAGE[SIDE[unit]], 0)
    face, row = marks & BACK, COUNTERS[unit]
    figure = STRENGTH[face][unit]
    house = "house" if row.source == "house" or {"kind", "strength"} & set(row.house.split()) else row.source
    return Piece(
        id=KEYS[unit],
        name=UNIT_NAMES[face][unit].removeprefix("the "),
        side=NATION[unit],
        camp=SEATS[SIDE[unit]],
        symbol=f"{SYMBOLS[KIND[face][unit]]} {COLOURS[NATION[unit]]}",
        numbers=(f"({figure})" if FIXED[face][unit] else str(figure), str(MOVEMENT[face][unit])),
        place=place_key(unit, where),
        steps=0 if where >= SIZE else steps(unit, face, seen.turn),
        full_steps=full_steps(unit, seen.turn),
        used=bool(marks & done) and where < SIZE,
        badges=tuple(badge for mark, badge in BADGES.items() if marks & mark and where < SIZE),
        sources=(house, house),
    )


def _markers(seen: View, d: Draft) -> tuple[Marker, ...]:
    markers = []
    board, burnt = spread(seen.held), spread(seen.scorched)
    for space in OWNED:
        owner = SEATS[SOVIET if board >> space & 1 else AXIS]
        markers.append(Marker(SPACES[space], "control", owner, owner))
        if burnt >> space & 1:
            markers.append(Marker(SPACES[space], "scorched", "scorched"))
    for field, kind in MARKERS:
        markers += [Marker(SPACES[space], kind, kind) for space in getattr(seen, field)]
    markers.append(Marker(f"turn-{seen.turn}", "turn", "turn"))
    points = max(total(d, initiative(d)), 0)
    markers.append(Marker(f"vp-{min(points, 40)}", "points", "points"))
    markers.append(Marker(f"vp-{min(seen.tide, 40)}", "tide", "tide"))
    return tuple(markers)


def _tracks(seen: View, d: Draft) -> tuple[Track, ...]:
    stage, first = TURN[seen.stage], initiative(d)
    weather = WEATHERS[seen.weathers[seen.turn]]
    return (
        Track("turn", seen.turn, 1, LAST_TURN, TURNS[seen.turn].label),
        Track("stage", seen.stage, 0, len(TURN) - 1, stage.title, named=True),
        Track("weather", seen.weathers[seen.turn], 0, len(WEATHERS) - 1, weather.name, named=True),
        Track("victory points", total(d, first), 0, 40, SIDES[first], first),
        Track("event points", seen.event_vp, -6, 6),
        Track("high tide", seen.tide, 0, 40, "", AXIS),
        Track("Blitz", seen.blitz, 0, 6, "", AXIS),
        Track("Shock", seen.shock, 0, 6, "", SOVIET),
    )


def _cards(seen: View) -> tuple[Card, ...]:
    found = []
    for seat in (AXIS, SOVIET):
        known = seen.known[seat]
        found += [open_card(seat, card) for card in cards(seen.deck, known)]
        found += [back(seat)] * (seen.sizes[seat] - known.bit_count())
    return tuple(found)


def _piles(seen: View, d: Draft) -> tuple[Pile, ...]:
    eyes = AXIS if seen.seat is None else seen.seat
    forces = [
        *seen.forces,
        *(force for one in seen.frames if isinstance(one, Battle) for force in one.forces),
    ]
    piles = [
        Pile("draw pile", d.pile.bit_count()),
        Pile("discards", len(seen.discards), tuple(open_card(eyes, card) for card in seen.discards)),
    ]
    if forces:
        piles.append(Pile("in force", len(forces), tuple(map(in_force, forces))))
    return tuple(piles)


def _trays(seen: View) -> tuple[Tray, ...]:
    found = []
    for side, seat in zip(BOTH, SEATS, strict=True):
        for box, name in BOX.items():
            title, note = BOX_NAMES.get(name) or BESIDE[name]
            if name == "due":
                note = _arrivals([unit for unit in RANGES[side] if seen.where[unit] == box])
            found.append(Tray(f"{seat}-{name}", title, side, note))
    return tuple(found)


def _arrivals(units: list[Unit]) -> str:
    """Who comes when."""
    found: dict[str, list[str]] = {}
    for unit in units:
        when = ARRIVAL[unit]
        found.setdefault(TRIGGERS.get(when) or f"on turn {when}", []).append(UNIT_NAMES[0][unit])
    return "; ".join(f"{when}: {', '.join(keys)}" for when, keys in found.items())


def _layers(d: Draft) -> tuple[Layer, ...]:
    boards = {"zone of control": Draft.zones, "supply": supplied}
    return tuple(
        Layer(f"{seat.capitalize()} {name}", seat, tuple(SPACES[space] for space in bits(board(d, side))))
        for name, board in boards.items()
        for side, seat in zip(BOTH, SEATS, strict=True)
    )
