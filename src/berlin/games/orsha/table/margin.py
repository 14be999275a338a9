"""What is printed round the map: columns and numbers, the four edges, the compass, the arrow and the key."""

from berlin.boards import fielddraw, hexdraw, symbols
from berlin.boards.columns import letters
from berlin.boards.hexes import bits
from berlin.boards.symbols import INK, RED, SERIF
from berlin.games.orsha.board import ground
from berlin.games.orsha.board.ground import MAP, NUMBER, SHEET
from berlin.games.orsha.table import landscape
from berlin.games.orsha.table.landscape import (
    BOTTOM,
    FILLS,
    GRASS,
    GRID,
    HILL,
    HOLLOW,
    LEFT,
    RIGHT,
    TOP,
    strokes,
)

WIDTH, HEIGHT = RIGHT + 130, BOTTOM + 400
BLUE = "#2456a6"
PAPER = "#ece4cc"
_STEP = 206.0
# The key: what is shown, by the layer that draws it, and what it is called.
_TERRAIN = (
    ("open", "Open ground"),
    ("grain", "Grain"),
    ("brush", "Brush"),
    ("woods", "Woods"),
    ("orchard", "Orchard"),
    ("bare", "Orchard, shellholes"),
    ("shellhole", "Shellholes"),
    ("marsh", "Marsh"),
    ("hill", "Level 1"),
    ("hollow", "Level -1"),
    ("slope", "Slope, falling left"),
    ("lvp", "Location VP"),
)
_GROUND = {"open": GRASS, "hill": HILL, "hollow": HOLLOW, "bare": FILLS["orchard"]}


def paper() -> str:
    return f'<rect width="{WIDTH:.1f}" height="{HEIGHT:.1f}" fill="{PAPER}"/>'


def drawn() -> str:
    return (
        _columns()
        + _numbers()
        + _edges()
        + _compass(WIDTH - 170, BOTTOM + 230)
        + _arrow()
        + _key()
        + _title()
    )


def _columns() -> str:
    parts = []
    for space in bits(ground.WEST):
        x, _ = GRID.centre(MAP.cell[space])
        name = letters(SHEET.column(MAP.cell[space]))
        parts += [symbols.text(x, y, name, 26, bold=True) for y in (TOP - 16, BOTTOM + 36)]
    return "".join(parts)


def _numbers() -> str:
    parts = []
    for edge, x, anchor in ((ground.SOUTH, LEFT - 14, "end"), (ground.NORTH, RIGHT + 14, "start")):
        for space in bits(edge):
            _, y = GRID.centre(MAP.cell[space])
            if TOP + 9 < y < BOTTOM - 9:
                parts.append(symbols.text(x, y + 9, str(NUMBER[space]), 26, bold=True, anchor=anchor))
    return "".join(parts)


def _edges() -> str:
    wide, high = (LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2
    west = symbols.text(wide, TOP - 66, "WEST", 50, family=SERIF, spacing=30, fill="#5d5136")
    east = symbols.text(wide, BOTTOM + 92, "EAST", 50, family=SERIF, spacing=30, fill="#5d5136")
    parts = [west, east]
    for x, turn, word in ((LEFT - 74, -90, "SOUTH"), (RIGHT + 74, 90, "NORTH")):
        word = symbols.text(0, 0, word, 50, family=SERIF, spacing=30, fill="#5d5136")
        parts += [
            f'<g transform="translate({x:.0f} {high + part * (BOTTOM - TOP):.0f}) rotate({turn})">{word}</g>'
            for part in (-0.25, 0.25)
        ]
    return "".join(parts)


def _compass(x: float, y: float) -> str:
    """A rose whose north is the sheet's right hand."""
    points = "".join(
        f'<path d="M0 0L-13 -13L0 -{long}z" fill="{dark}" transform="rotate({turn})"/>'
        f'<path d="M0 0L13 -13L0 -{long}z" fill="{light}" transform="rotate({turn})"/>'
        for turn, long, dark, light in (
            (0, 62, INK, "#fbf6e6"),
            (90, 92, RED, "#e58a8a"),
            (180, 62, INK, "#fbf6e6"),
            (270, 62, INK, "#fbf6e6"),
        )
    )
    ring = f'<circle r="50" fill="none" stroke="{INK}" stroke-width="2"/>'
    words = "".join(
        symbols.text(dx, dy, word, 30, bold=True, family=SERIF)
        for dx, dy, word in ((0, -72, "W"), (112, 11, "N"), (0, 94, "E"), (-82, 11, "S"))
    )
    return f'<g transform="translate({x:.1f} {y:.1f})">{ring}{points}{words}</g>'


def _arrow() -> str:
    """The limit of German entry by the north edge."""
    parts = []
    for space in bits(ground.ARROW):
        _, y = GRID.centre(MAP.cell[space])
        parts.append(
            f'<path d="M{RIGHT + 4:.1f} {y:.1f}l44 -26v15h62v22h-62v15z" fill="{BLUE}" stroke="#fff"'
            ' stroke-width="2"/>'
        )
    return "".join(parts)


def _swatch(name: str, x: float, y: float) -> str:
    """A hex of the key, drawn as on the map."""
    corners = symbols.points([(x + 54 * dx, y + 54 * dy) for dx, dy in _HEXAGON])
    fill = _GROUND.get(name) or FILLS.get(name, GRASS)
    parts = [f'<polygon points="{corners}" fill="{fill}"/>']
    parts += [
        f'<use href="#field-{sign}-0" transform="translate({x:.1f} {y:.1f}) scale(.86)"/>'
        for sign in (("shellhole", "bare") if name == "bare" else (name,) if name in fielddraw.NAMES else ())
    ]
    if name == "slope":
        ticks = [((x + 27, y - 40 + 11 * k), (x + 15, y - 40 + 11 * k)) for k in range(8)]
        parts.append(strokes(hexdraw.lines(ticks), landscape.HASH, 2.6))
    if name == "lvp":
        parts.append(landscape.dot(x, y, "1"))
    parts.append(f'<polygon points="{corners}" fill="none" stroke="{landscape.MESH}" stroke-width="1.500"/>')
    return "".join(parts)


_HEXAGON = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))


def _key() -> str:
    parts = []
    for number, (name, words) in enumerate(_TERRAIN):
        x, y = LEFT + 70 + number % 6 * _STEP, BOTTOM + 175 + number // 6 * 138
        parts.append(_swatch(name, x, y))
        parts.append(symbols.text(x, y + 72, words, 19, family=SERIF))
    return "".join(parts)


def _title() -> str:
    x, y = (LEFT + 40 + 6 * _STEP + WIDTH - 330) / 2, BOTTOM + 210
    return (
        symbols.text(x, y, "ONSLAUGHT TO ORSHA", 46, bold=True, family=SERIF, spacing=4)
        + symbols.text(
            x, y + 46, "On the Smolensk-Minsk railway, 23 and 24 June 1944", 25, family=SERIF, italic=True
        )
        + symbols.text(x, y + 84, "A hex is 40 metres. The blue arrow ends German entry", 22, family=SERIF)
        + symbols.text(x, y + 112, "by the north edge.", 22, family=SERIF)
    )
