"""What is written and marked on the map: names of all sorts, strongpoints, stations, bunkers."""

from collections.abc import Iterable
from html import escape
from itertools import pairwise
from math import hypot

from berlin.boards import hexdraw, symbols
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import bits
from berlin.boards.plots import walked
from berlin.boards.symbols import PAPER, SERIF
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import AT, NAMES
from berlin.games.fortress.board.names import PLACES, STREETS, WATER_NAMES
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.table import plan
from berlin.games.fortress.table.landscape import INK, line, path, shaped
from berlin.games.fortress.table.plan import GRID, cells, centre, d

HOUSE = "†"
POST, CITADEL, METRO = "#7a2f28", "#2d2622", "#1f4e8c"
STREET_INK, WATER_INK, WOOD_INK, TOWN_INK = "#6b4420", "#2f6480", "#314f24", "#4d3527"
_KINDS = {row["name"]: row["kind"] for row in TABLES.rows("places")}
# Woods and parks: the name, the hex it is written over, its size, how far aside and down, and its turn.
_GREEN = (
    ("GRUNEWALD", "2224", 78.0, 0, 0, -64),
    ("SPANDAU FOREST", "1602", 36.0, 0, 50, 0),
    ("JUNGFERNHEIDE", "2905", 38.0, 30, 0, 0),
    ("TIERGARTEN", "4616", 30.0, 30, -42, 0),
    ("HUMBOLDTHAIN", "5307", 17.0, 0, 0, 0),
    ("FRIEDRICHSHAIN", "6114", 17.0, 0, -34, 0),
    ("REHBERGE", "4307", 20.0, 0, 0, 0),
    ("HASENHEIDE", "5523", 20.0, 0, 0, 0),
    ("KÖNIGSHEIDE", "6632", 22.0, 0, 0, 0),
    ("PLÄNTERWALD", "6625", 20.0, 0, 0, 0),
    ("TREPTOW PARK", "6422", 15.0, 0, 46, 0),
    ("VOLKSPARK", "3509", 22.0, 0, 0, 0),
)
# The reaches of the Havel that bear its name, upstream; and how long a line is before it is named twice.
_HAVEL = ("2110 2208 2205 2303", "1526 1623 1722 1819 1917", "1332 1430 1528")
_AGAIN = 1500
_GREAT = (
    *("Spandau", "Siemensstadt", "Charlottenburg", "Wilmersdorf", "Schöneberg", "Steglitz", "Neukölln"),
    *("Kreuzberg", "Moabit", "Wedding", "Reinickendorf", "Pankow", "Prenzlauer Berg", "Weissensee"),
    *("Lichtenberg", "Zehlendorf"),
)
_LINES = {
    "Goebbels' house": "Goebbels'\nhouse",
    "Air Ministry north wing": "Air Ministry",
    "Air Ministry south wing": "",
    "Gestapo headquarters": "Gestapo\nheadquarters",
    "Police headquarters": "Police\nheadquarters",
    "Army Ministry": "Army\nMinistry",
    "Navy Ministry": "Navy\nMinistry",
    "Schloss Charlottenburg": "Schloss\nCharlottenburg",
    "Olympic Stadium": "Olympic\nStadium",
    "Zoo flak tower": "Zoo\nflak tower",
    "Humboldthain flak tower": "Humboldthain\nflak tower",
    "Friedrichshain flak tower": "Friedrichshain\nflak tower",
    "Anhalter station": "Anhalter\nstation",
    "Stettiner station": "Stettiner\nstation",
    "Schlesischer station": "Schlesischer\nstation",
    "Grunewald station": "Grunewald\nstation",
    "Botanical Gardens": "Botanical\nGardens",
    "Tiergarten": "",
    "Tiergarten flak site": "flak site",
    "Tegel airfield": "",
    "Tempelhof airfield": "",
    "Gatow airfield": "",
}


def _long(course: Line) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(course))


def _written(size: float, ink: str, spacing: float, halo: str = "") -> str:
    """How words are written that lean and follow a line."""
    style = (
        f'font-family="{SERIF}" font-style="italic" font-size="{size:g}" fill="{ink}"'
        f' letter-spacing="{spacing:g}" text-anchor="middle"'
    )
    edge = f' stroke="{halo}" stroke-width="{size / 4:.1f}" stroke-linejoin="round" paint-order="stroke"'
    return style + (edge if halo else "")


def _on_line(name: str, words: str, down: float, starts: Iterable[float], style: str) -> str:
    return "".join(
        f'<text {style} dy="{down:g}"><textPath href="#{name}" startOffset="{start:.1%}">{escape(words)}'
        "</textPath></text>"
        for start in starts
    )


def _along(name: str, words: str, course: Line, down: float, size: float, ink: str, spacing: float) -> str:
    """Words along a line, from left to right; again and again if it is long, and none if it is too short."""
    if course[0][0] > course[-1][0]:
        course = course[::-1]
    long, wide = _long(course), len(words) * (size * 0.52 + spacing)
    if long < wide + 10:
        return ""
    times = max(1, int(long // _AGAIN))
    starts = [_clearest(course, long, wide, (2 * k + 1) / (2 * times), 0.5 / times) for k in range(times)]
    texts = _on_line(name, words, down, starts, _written(size, ink, spacing, PAPER))
    return f'<defs><path id="{name}" d="{d([course])}"/></defs>{texts}'


def _clearest(course: Line, long: float, wide: float, middle: float, reach: float) -> float:
    """The part of the way where words of this width cover the fewest signs and names."""
    room = max(0.0, min(reach, 0.5) - (wide / 2 + 6) / long)
    points = list(walked(course, 12))
    best = (99.0, 0.0, middle)
    for step in range(-6, 7):
        at = middle + room * step / 6
        first, last = (round((at + hand * wide / 2 / long) * len(points)) for hand in (-1, 1))
        covered = {plan.space_at(point) for point in points[max(0, first) : last]}
        best = min(best, (sum(_is_busy(space) for space in covered), abs(step), at))
    return best[2]


def _is_busy(space: int) -> bool:
    named = bool(NAMES[space]) or space in PLACES
    return space >= 0 and (named or bool((ground.STRONGPOINTS | ground.UBAHN) >> space & 1))


def street_names() -> str:
    parts = []
    for number, street in enumerate(STREETS):
        course = hexdraw.smooth(plan.course(street.hexes), 3)
        parts.append(_along(f"street{number}", street.name, course, -11, 15, STREET_INK, 1))
    return "".join(parts)


def water_names() -> str:
    parts = []
    for name, words in WATER_NAMES.items():
        points = plan.channel(name)[1:-1]
        # Evened out: letters would stagger along every bend.
        calm = hexdraw.smooth(points[::6] if name == "spree" else points[::5], 3)
        size, down = (24, 8) if name == "spree" else (17, -11)
        third = len(calm) // 3
        for part, course in enumerate((calm[: 2 * third], calm[2 * third :])):
            if part == 0 or name in ("spree", "teltow"):
                parts.append(_along(f"water-{name}{part}", words, course, down, size, WATER_INK, 3))
    return "".join(parts) + _lake_names()


def _lake_names() -> str:
    x, y = centre(AT["2801"])
    parts = [
        symbols.text(x + 20, y + 66, "Tegeler See", 32, fill=WATER_INK, family=SERIF, italic=True, spacing=4)
    ]
    for number, keys in enumerate(_HAVEL):
        course = hexdraw.smooth(tuple(centre(AT[key]) for key in keys.split()), 3)
        parts.append(f'<defs><path id="havel{number}" d="{d([course])}"/></defs>')
        parts.append(_on_line(f"havel{number}", "Havel", 15, (0.5,), _written(46, WATER_INK, 16)))
    return "".join(parts)


def quarter_names() -> str:
    """Quarters of the city in capitals, the great ones larger; villages and landmarks leaning."""
    parts = []
    for space, name in PLACES.items():
        x, y = centre(space)
        if ground.URBAN >> space & 1:
            size = 32 if name in _GREAT else 21
            word = symbols.text(
                x,
                y + 14,
                name.upper(),
                size,
                fill=TOWN_INK,
                family=SERIF,
                spacing=size / 6,
                halo="#f2e4d2",
                bold=True,
            )
        else:
            size = 23 if _KINDS[name] == "landmark" else 26
            word = symbols.text(x, y + 14, name, size, fill=TOWN_INK, family=SERIF, italic=True, halo=PAPER)
        parts.append(word)
    return "".join(parts)


def wood_names() -> str:
    parts = []
    for name, key, size, dx, dy, turn in _GREEN:
        x, y = centre(AT[key])
        word = symbols.text(
            0, size / 3, name, size, fill=WOOD_INK, family=SERIF, spacing=size / 5, halo="#c5d6a6"
        )
        parts.append(
            f'<g transform="translate({x + dx:.0f} {y + dy:.0f}) rotate({turn})" opacity=".85">{word}</g>'
        )
    return "".join(parts)


def building_names() -> str:
    """Under each building; what only we call so bears a mark."""
    ours = {row["key"] for row in TABLES.rows("hexes") if row["source"] == "house"}
    parts = []
    for space in ground.HEXES:
        words = _LINES.get(NAMES[space], NAMES[space])
        x, y = centre(space)
        rows = words.split("\n") if words else []
        for number, row in enumerate(rows):
            last = number == len(rows) - 1
            mark = HOUSE if last and ground.KEYS[space] in ours else ""
            low = y + 46 - 14 * (len(rows) - 1 - number)
            parts.append(symbols.text(x, low, row, 14, bold=True, family=SERIF, halo=PAPER, mark=mark))
    return "".join(parts)


def airfield_names() -> str:
    parts = []
    for name, middle in zip(ground.AIRFIELD_NAMES, ground.AIRFIELD_CENTRES, strict=True):
        x, y = centre(middle)
        for word, size, down in ((name.upper(), 25, 96), ("airfield", 20, 118)):
            parts.append(
                symbols.text(x, y + down, word, size, bold=True, family=SERIF, halo="#e3e7c0", spacing=3)
            )
    return "".join(parts)


def perimeter() -> str:
    lines = hexdraw.frontier(GRID, set(cells(ground.PERIMETER)), set(cells(ground.ALL)), 0.03)
    return path(d(lines), line("#a8342a", 2.6, 'stroke-dasharray="1 8"'))


def strongpoints() -> str:
    """Battlements round the hex: red those of the ring, black those of the citadel."""
    parts = []
    for name, spaces, colour in (("ring", ground.RING, POST), ("citadel", ground.CITADEL, CITADEL)):
        shape = d((GRID.corners(cell, 0.84) for cell in cells(spaces)), closed=True)
        parts.append(
            shaped(
                f"{name}-walls",
                shape,
                f'fill="none" stroke="{PAPER}" stroke-width="15" stroke-opacity=".6"',
                f'fill="none" stroke="{colour}" stroke-width="11" stroke-dasharray="6.300 6.300"',
                f'fill="none" stroke="{colour}" stroke-width="4"',
            )
        )
    return "".join(parts)


def tunnels() -> str:
    """The U-Bahn from entrance to entrance."""
    lines = [hexdraw.smooth(tuple(map(centre, line_)), 2) for line_ in ground.UBAHN_LINES]
    return path(d(lines), line(METRO, 3.4, 'stroke-opacity=".55" stroke-dasharray="2 9"'))


def _sign(name: str, size: int, style: str, words: str) -> str:
    box = f'x="{-size}" y="{-size}" width="{2 * size}" height="{2 * size}"'
    return f'<g id="{name}"><rect {box} {style}/>{words}</g>'


def signs() -> str:
    """The U of the U-Bahn, and the boxed b of the bunkers."""
    shapes = _sign(
        "ubahn", 10, f'rx="3" fill="{METRO}" stroke="#fff" stroke-width="1.600"',
        symbols.text(0, 5.6, "U", 15.5, fill="#fff", bold=True),
    ) + _sign(
        "bunker", 11, f'fill="#fffdf4" stroke="{INK}" stroke-width="2.600"',
        symbols.text(0, 5.6, "b", 17, bold=True, family=SERIF),
    )  # fmt: skip
    placed = "".join(
        f'<use href="#{name}" x="{centre(space)[0] + dx:.0f}" y="{centre(space)[1] - 19:.0f}"/>'
        for name, spaces, dx in (("ubahn", ground.UBAHN, 35), ("bunker", ground.BUNKERS, -34))
        for space in bits(spaces)
    )
    return f"<defs>{shapes}</defs>{placed}"
