"""The table as a client draws it: counters, markers, tracks, cards, the question and its answers."""

from berlin.games.noretreat.actions import ACTS
from berlin.games.noretreat.deck import cards
from berlin.games.noretreat.ground import KEYS as SPACES
from berlin.games.noretreat.prompts import caption, prompt
from berlin.games.noretreat.sequence import TURN
from berlin.games.noretreat.state import (
    ATTACKED,
    BACK,
    BOX,
    DISORGANIZED,
    MOVED,
    OWNED,
    SIZE,
    UNSUPPLIED,
    Draft,
    State,
    spread,
)
from berlin.games.noretreat.tables import AXIS, CARD_KEYS, HALVES, LAST_TURN, SEATS, SOVIET, TURNS, WEATHERS
from berlin.games.noretreat.units import (
    COUNTERS,
    FIXED,
    KEYS,
    KIND,
    MOVEMENT,
    NAMES,
    NATION,
    SIDE,
    STRENGTH,
    UNITS,
    full_steps,
    steps,
)
from berlin.games.noretreat.victory import initiative, result, total
from berlin.games.noretreat.view import View
from berlin.kernel.scene import Card, Marker, Piece, Scene, Track

SYMBOLS = {
    "armor": "armour",
    "mech": "mechanised",
    "infantry": "infantry",
    "fort": "fort",
    "volksturm": "volksturm",
}
COLOURS = ("green/black", "red/black")
BADGES = {UNSUPPLIED: "unsupplied", DISORGANIZED: "disorganized"}
FACE_DOWN = "a card"
MARKERS = (
    ("targets", "target"),
    ("blows", "counterblow"),
    ("bound", "counterblow"),
    ("left", "counterblow"),
    ("works", "works"),
    ("roomy", "room"),
)

# What the answers that need a word of explanation do.
LABELS = {
    "extend": "lay down the western extension",
    "flip": "turn the unit over: a replacement, an upgrade, or a fort",
    "place": "bring the unit onto the map",
    "reorganize": "take off its Disorganized marker, for a card",
    "restore": "build up a scorched city, for 2 cards",
    "entrain": "to the Rail box: the first is free, others a card each",
    "blow": "a counterblow: enemies next to it must attack",
    "commit": "a Blitz or Shock marker for a shift to the right",
    "roll": "fight it out",
    "strike": "attack back",
    "pass": "play no card",
    "done": "finish this step",
}


def scene(seen: View, world: State) -> Scene:
    """Lay a view out. `world` is any state of which it is the view: only open parts of it are read."""
    d = Draft(world)
    stage = TURN[seen.stage]
    over = result(world)
    return Scene(
        game="noretreat",
        seat=seen.seat,
        caption=caption(d, stage.name, stage.title),
        pieces=tuple(_piece(seen, unit) for unit in range(UNITS)),
        markers=_markers(seen, d),
        tracks=_tracks(seen, d),
        cards=_cards(seen),
        prompt=prompt(d),
        choices=tuple(ACTS.choice(text, LABELS) for text in seen.choices),
        result=over.text if over else "",
    )


def place_key(unit: int, where: int) -> str:
    """A space by its key; a box by its side: `axis-rail`."""
    return SPACES[where] if where < SIZE else f"{SEATS[SIDE[unit]]}-{BOX[where]}"


def _piece(seen: View, unit: int) -> Piece:
    marks, where = seen.marks[unit], seen.where[unit]
    face, row = marks & BACK, COUNTERS[unit]
    figure = STRENGTH[face][unit]
    house = "house" if row.source == "house" or {"kind", "strength"} & set(row.house.split()) else row.source
    return Piece(
        id=KEYS[unit],
        name=NAMES[face][unit],
        side=NATION[unit],
        camp=SEATS[SIDE[unit]],
        symbol=f"{SYMBOLS[KIND[face][unit]]} {COLOURS[SIDE[unit]]}",
        numbers=(f"({figure})" if FIXED[face][unit] else str(figure), str(MOVEMENT[face][unit])),
        place=place_key(unit, where),
        steps=0 if where >= SIZE else steps(unit, face, seen.turn),
        full_steps=full_steps(unit, seen.turn),
        used=bool(marks & (MOVED | ATTACKED)) and where < SIZE,
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
        Track("stage", seen.stage, 0, len(TURN) - 1, f"{stage.name} {stage.title}"),
        Track("weather", seen.weathers[seen.turn], 0, len(WEATHERS) - 1, weather.name),
        Track("victory points", total(d, first), 0, 40, SEATS[first], first),
        Track("event points", seen.event_vp, -6, 6),
        Track("high tide", seen.tide, 0, 40, "", AXIS),
        Track("Blitz", seen.blitz, 0, 6, "", AXIS),
        Track("Shock", seen.shock, 0, 6, "", SOVIET),
        Track("cards axis", seen.sizes[AXIS], 0, 12, "", AXIS),
        Track("cards soviet", seen.sizes[SOVIET], 0, 12, "", SOVIET),
        Track("discards", len(seen.discards), 0, 54),
    )


def _cards(seen: View) -> tuple[Card, ...]:
    found = []
    for seat in (AXIS, SOVIET):
        known = seen.known[seat]
        found += [_card(seat, card) for card in cards(seen.deck, known)]
        hidden = seen.sizes[seat] - known.bit_count()
        found += [Card(seat, FACE_DOWN, "", "NR 5.secret")] * hidden
    return tuple(found)


def card_name(seat: int, card: int) -> str:
    return f"{CARD_KEYS[card]}: {HALVES[card][seat].name}"


def _card(seat: int, card: int) -> Card:
    half = HALVES[card][seat]
    return Card(seat, card_name(seat, card), half.text, half.rule)
