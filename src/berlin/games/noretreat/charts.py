"""What is printed beside the map: results, terrain, weather, the key, both tracks and the boxes."""

from math import cos, pi, sin

from berlin.boards import symbols
from berlin.boards.symbols import GREEN, INK, PAPER, RED, SERIF
from berlin.games.noretreat.landscape import HOUSE
from berlin.games.noretreat.tables import (
    AXIS,
    COLUMNS,
    CRT,
    LAST_TURN,
    NO_CAP,
    RESULT_TEXT,
    SEATS,
    SOVIET,
    TABLES,
    TERRAIN,
    TURNS,
    WEATHERS,
    Turn,
)

Box = tuple[float, float, float, float]
"""Left, top, width and height."""

PANEL: Box = (2710.0, 40.0, 630.0, 2090.0)
TRACK: Box = (40.0, 2156.0, 3300.0, 232.0)
POINTS: Box = (40.0, 2402.0, 3300.0, 66.0)
CORNER: Box = (58.0, 1768.0, 1420.0, 344.0)
MOST_POINTS = 40
ACROSS = 14
ROW = 27.0
TURN_HOUSE = {int(row["turn"]): row["house"].split() for row in TABLES.rows("turns")}
BOX_NAMES = {
    "rail": ("Rail", "1 free a turn, others a card each"),
    "shattered": ("Shattered", "return free, Disorganized"),
    "destroyed": ("Destroyed", "return for 1 card, reduced"),
    "surrendered": ("Surrendered", "return for 2 cards, reduced"),
    "reinforcements": ("Reinforcements", "placed in Organization"),
}
SIDE_FILL = ("#d5d8be", "#e6c3ae")
SIDE_INK = ("#46544b", RED)
SKY = ("#f8f0cf", "#dcc8a4", "#e6eef2", "#bfd3e0")
RESULT_FILL = ("#ece5d3", "#e2b7a5", "#ebcfae", "#f1e3a8", "#d7e2b4", "#bcd5a0", "#9fc48c")
RESULTS = (
    ("-", "nothing happens"),
    ("CA", "the defenders may attack back, without terrain"),
    ("CB", "a Counterblow on one attacking hex"),
    ("EX", "each side loses a step, nobody moves"),
    ("DR", "defenders retreat 2; no effect on a fort"),
    ("DS", "retreat 2, then Shattered; on a fort EX"),
    ("DD", "all lose a step and retreat 2; a fort stays"),
)


def rect(box: Box, fill: str, edge: str = INK, width: float = 1.5, round_: float = 0) -> str:
    x, y, wide, high = box
    corner = f' rx="{round_:g}"' if round_ else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"{corner} fill="{fill}"'
        f' stroke="{edge}" stroke-width="{width:g}"/>'
    )


def words(
    x: float, y: float, text: str, size: float, anchor: str = "start", *, bold: bool = False,
    italic: bool = False, fill: str = INK, spacing: float = 0,
) -> str:  # fmt: skip
    return symbols.text(
        x, y, text, size, anchor=anchor, family=SERIF, bold=bold, italic=italic, fill=fill, spacing=spacing
    )


def heading(x: float, y: float, text: str, colour: str = INK) -> str:
    return words(x, y, text, 25, bold=True, fill=colour)


# Small signs, each about (x, y).


def bolt(x: float, y: float) -> str:
    d = f"M{x + 3:.1f} {y - 11:.1f}l-10 13h6l-3 10l11 -14h-6z"
    return f'<path d="{d}" fill="#3f4a44"/>'


def star(x: float, y: float) -> str:
    return symbols.star_shape(x, y, 10, RED)


def skull(x: float, y: float) -> str:
    head = (
        f'<path d="M{x - 11:.1f} {y - 3:.1f}a11 11 0 0 1 22 0q0 6 -4 8v5h-14v-5q-4 -2 -4 -8z" fill="#fffdf4"'
        f' stroke="{INK}" stroke-width="1.500"/>'
    )
    eyes = (
        f'<path d="M{x - 4:.1f} {y - 2:.1f}h0M{x + 4:.1f} {y - 2:.1f}h0" stroke="{INK}" stroke-width="5.500"'
    )
    return head + eyes + ' stroke-linecap="round"/>'


def sky(x: float, y: float, weather: int) -> str:
    """Sun, mud, snow, and snow twice."""
    if weather == 0:
        rays = [(x + r * cos(k * pi / 4), y + r * sin(k * pi / 4)) for k in range(8) for r in (10, 15)]
        d = "".join(
            f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
            for a, b in zip(rays[::2], rays[1::2], strict=True)
        )
        disc = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="#eec04a" stroke="#a3761a" stroke-width="1.300"/>'
        )
        return disc + f'<path d="{d}" stroke="#a3761a" stroke-width="2"/>'
    if weather == 1:
        d = "".join(
            f"M{x + dx:.1f} {y - 9 + dy:.1f}q6 8 0 10q-6 -2 0 -10z" for dx, dy in ((-8, 1), (0, -3), (8, 1))
        )
        pool = f'<path d="M{x - 15:.1f} {y + 9:.1f}q15 -7 30 0q-15 7 -30 0z" fill="#7c5a34"/>'
        return f'<path d="{d}" fill="#5b7f99"/>' + pool
    if weather == 2:
        return flake(x, y, 13)
    return flake(x - 8, y + 1, 11) + flake(x + 9, y - 1, 11)


def flake(x: float, y: float, size: float) -> str:
    d = ""
    for k in range(6):
        way = (k + 0.5) * pi / 3
        dx, dy = size * cos(way), size * sin(way)
        d += f"M{x:.1f} {y:.1f}l{dx:.1f} {dy:.1f}"
        for side in (way - 0.6, way + 0.6):
            tip = f"{0.4 * size * cos(side):.1f} {0.4 * size * sin(side):.1f}"
            d += f"M{x + dx / 2:.1f} {y + dy / 2:.1f}l{tip}"
    return f'<path d="{d}" fill="none" stroke="#3d6f92" stroke-width="1.900" stroke-linecap="round"/>'


def turn_box(turn: int) -> Box:
    x, y, wide, high = TRACK
    row, column = divmod(turn - 1, ACROSS)
    return x + column * wide / ACROSS, y + row * high / 2, wide / ACROSS, high / 2


def point_box(points: int) -> Box:
    x, y, wide, high = POINTS
    each = wide / (MOST_POINTS + 1)
    return x + points * each, y, each, high


def side_box(side: int, name: str) -> Box:
    x, y, wide, high = CORNER
    each = wide / len(BOX_NAMES)
    return x + list(BOX_NAMES).index(name) * each, y + side * high / 2, each - 8, high / 2 - 8


def turn_track() -> str:
    return "".join(_turn(turn) for turn in TURNS[1 : LAST_TURN + 1])


def _turn(turn: Turn) -> str:
    box = x, y, wide, _ = turn_box(turn.number)
    parts = [rect(box, SKY[turn.weather])]
    parts.append(words(x + 10, y + 32, str(turn.number), 30, bold=True))
    parts.append(words(x + wide - 10, y + 25, turn.label, 19, "end"))
    parts.append(sky(x + 32, y + 56, turn.weather))
    parts.append(words(x + 60, y + 63, "±" * turn.variable, 20, bold=True, fill="#6d5f45"))
    parts += [bolt(x + 90 + 17 * n, y + 56) for n in range(turn.blitz)]
    parts += [star(x + 90 + 17 * turn.blitz + 22 * n, y + 56) for n in range(turn.shock)]
    for side, needs in enumerate(turn.needs):
        if needs:
            left = x + wide - 62 - (72 if side == AXIS and turn.needs[SOVIET] else 0)
            parts.append(skull(left, y + 54))
            parts.append(words(left + 14, y + 62, f">{needs}", 20, bold=True, fill=SIDE_INK[side]))
    house = HOUSE if "event_vp" in TURN_HOUSE[turn.number] else ""
    event = f"{turn.event}: +1 Soviet VP{house}" if turn.event_vp else turn.note
    parts += [words(x + 10, y + 89 + 18 * n, line, 15.5) for n, line in enumerate(_wrapped(event, 27))]
    return "".join(parts)


def _wrapped(text: str, wide: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 >= wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def point_track() -> str:
    """The points of the side that has the initiative."""
    parts = []
    for points in range(MOST_POINTS + 1):
        box = point_box(points)
        parts.append(rect(box, "#f2ead2" if points % 5 else "#e2d3a8"))
        parts.append(words(box[0] + box[2] / 2, box[1] + 25, str(points), 21, "middle", bold=points % 5 == 0))
    x, y, wide, high = point_box(0)
    parts.append(words(x + wide / 2, y + high - 8, "VP", 17, "middle", italic=True))
    return "".join(parts)


def side_boxes() -> str:
    parts = []
    for side, seat in enumerate(SEATS):
        for key, (name, note) in BOX_NAMES.items():
            box = x, y, wide, _ = side_box(side, key)
            parts.append(rect(box, SIDE_FILL[side], SIDE_INK[side], 3, 10))
            parts.append(words(x + wide / 2, y + 25, f"{seat.capitalize()} {name}", 20, "middle", bold=True))
            parts.append(words(x + wide / 2, y + 43, note, 14, "middle", italic=True))
    return "".join(parts)


def results_table(x: float, y: float, side: int) -> str:
    """A combat results table; every kind of result has its colour."""
    name = f"{SEATS[side].capitalize()} combat results"
    each, high = 62.0, 29.0
    parts = [heading(x, y, name, SIDE_INK[side])]
    top = y + 12
    for number, odds in enumerate(("die", *COLUMNS)):
        box = (x + number * each, top, each, high)
        parts.append(rect(box, SIDE_FILL[side]))
        parts.append(words(box[0] + each / 2, top + 21, odds, 18, "middle", bold=True))
    for die, row in enumerate(CRT[side].rows, start=1):
        line = top + die * high
        parts.append(rect((x, line, each, high), SIDE_FILL[side]))
        parts.append(words(x + each / 2, line + 21, str(die), 18, "middle", bold=True))
        for number, result in enumerate(row, start=1):
            parts.append(rect((x + number * each, line, each, high), RESULT_FILL[result]))
            text = RESULT_TEXT[result]
            parts.append(words(x + (number + 0.5) * each, line + 21, text, 18, "middle"))
    return "".join(parts)


def results_key(x: float, y: float) -> str:
    parts = []
    for number, (text, meaning) in enumerate(RESULTS):
        line = y + number * 25
        parts.append(rect((x, line - 17, 46, 23), RESULT_FILL[RESULT_TEXT.index(text)]))
        parts.append(words(x + 23, line, text, 17, "middle"))
        parts.append(words(x + 58, line, meaning, 17.5))
    line = y + len(RESULTS) * 25
    parts.append(
        words(
            x, line, "In Snow and Long Winter the Axis, too, attacks on the Soviet table.", 17.5, italic=True
        )
    )
    return "".join(parts)


def _table(x: float, y: float, widths: tuple[float, ...], rows: list[tuple[str, ...]]) -> str:
    """Rows under a head, the first column to the left. A row of two cells fills the whole width."""
    parts = []
    for number, row in enumerate(rows):
        line = y + number * ROW
        spread = widths if len(row) == len(widths) else (widths[0], sum(widths[1:]))
        left = x
        for place, (cell, wide) in enumerate(zip(row, spread, strict=True)):
            fill = "#e2d3a8" if number == 0 else "#f8f2e0" if number % 2 else "#f0e8d0"
            parts.append(rect((left, line, wide, ROW), fill, "#a3936c", 1))
            size = 14.5 if number == 0 else 17
            at, anchor = (left + 8, "start") if place == 0 else (left + wide / 2, "middle")
            parts.append(words(at, line + 19, cell, size, anchor, bold=number == 0))
            left += wide
    return "".join(parts)


def terrain_chart(x: float, y: float) -> str:
    rows: list[tuple[str, ...]] = [("Terrain", "armor MP", "other MP", "armor shift", "left", "stops")]
    for row in TERRAIN.values():
        costs = ("-", "-") if row.where == "side" else (str(row.armor_mp), str(row.other_mp))
        name = row.name + (" hexside" if row.where == "side" else "")
        left = str(row.left or "-") + (", in Snow 0" if row.key == "river" else "")
        rows.append((name, *costs, _yes(row.armor_shift), left, "yes" if row.stops else "-"))
    rows.append(("Lake hexside", "closed to all but supply"))
    rows.append(("Unsupplied", "max 3", "max 3", "no", "2 right", "yes"))
    rows.append(("Leaving EZOC", "+1", "+1", "-", "-", "-"))
    return heading(x, y, "Terrain") + _table(x, y + 12, (170, 84, 84, 100, 112, 70), rows)


def _yes(so: bool) -> str:
    return "yes" if so else "no"


def weather_chart(x: float, y: float) -> str:
    rows: list[tuple[str, ...]] = [("Weather", "max MP", "armor shift", "left*", "rivers", "advance")]
    for row in WEATHERS:
        far = "1 hex" if not row.farther else "2, armor 3" if row.armor_hex else "2"
        cap = "-" if row.cap == NO_CAP else str(row.cap)
        rivers = ("shift" if row.rivers else "no shift") + HOUSE * (row.key == "long")
        rows.append((row.name, cap, _yes(row.armor_shift), str(row.left or "-"), rivers, far))
    parts = [heading(x, y, "Weather"), _table(x, y + 12, (176, 76, 100, 64, 100, 104), rows)]
    parts += [sky(x + 150, y + 52.5 + ROW * n, n) for n in range(4)]
    parts.append(words(x, y + 170, "* when Soviets defend; 2 on turn 5", 16, italic=True))
    return "".join(parts)


def sequence(x: float, y: float) -> str:
    lines = (
        "Housekeeping: turn, events, victory. Then the Axis, then the Soviets:",
        "1 Cards, 2 Supply check, 3 Organization, 4 Movement,",
        "5 Combat, 6 Removals, 7 Detraining.",
        "A hex is about 100 km across; a turn is two months, in 1945 one.",
    )
    parts = [heading(x, y, "Sequence of play")]
    return "".join(parts + [words(x, y + 30 + 25 * n, line, 17) for n, line in enumerate(lines)])


def title() -> str:
    parts = [words(66, 118, "NO RETREAT!", 84, bold=True, spacing=6)]
    parts.append(f'<path d="M66 134H770" stroke="{RED}" stroke-width="6"/>')
    parts.append(
        words(66, 164, "with Na Berlin!  The Russian front, June 1941 to June 1945", 24, italic=True)
    )
    return "".join(parts)


def key(x: float, y: float) -> str:
    """The signs of the map that are not told elsewhere."""
    rows: list[tuple[str, str]] = [
        (_hex(RED), "Soviet objective: three of four win"),
        (_hex(GREEN), "Axis objective"),
        ('<use href="#town" x="22" y="3"/>', "city: 1 VP, and a source of supply"),
        ('<use href="#derrick" x="22" y="0"/>', "oil: 1 VP"),
        (_dashed("#5a2a3c", 7.5) + _dashed("#fffdf3", 4, "14 12"), "border of Greater Germany"),
        (_dashed("#8c4a6a", 4, "2 10"), f"Rumania{HOUSE}"),
        (
            _dashed("#fffdf3", 8) + _dashed("#5d6b8a", 3.5),
            f"western extension{HOUSE}: opens on turn 17 or when asked",
        ),
        (
            _cross(22, 0, "#3f4a44") + _cross(50, 0, "#9aa39d"),
            f"Axis supply edge; pale: till the extension opens{HOUSE}",
        ),
        (symbols.star_shape(22, 0, 12, RED, PAPER), "Soviet supply edge"),
        (_dashed("#5f8396", 21) + _dashed("#7fb0cc", 17), "lake hexside: closed, but supply crosses"),
        (bolt(12, 0) + star(36, 0), "Blitz and Shock markers of the turn"),
        (skull(22, 0), "sudden death: who has the initiative wins above this"),
        (words(22, 8, "±", 24, "middle", bold=True), f"the weather may change{HOUSE}"),
        (words(22, 8, HOUSE, 24, "middle", bold=True), "chosen by us; all else is known of the game"),
    ]
    parts = [heading(x, y, "Key")]
    for number, (sign, text) in enumerate(rows):
        line = y + 34 + number * 37
        parts.append(f'<g transform="translate({x:g} {line:g})">{sign}</g>')
        parts.append(words(x + 74, line + 6, text, 18))
    return "".join(parts)


def _hex(colour: str) -> str:
    tips = [(22 + 17 * sin(k * pi / 3), -17 * cos(k * pi / 3)) for k in range(6)]
    return f'<polygon points="{symbols.points(tips)}" fill="none" stroke="{colour}" stroke-width="5"/>'


def _dashed(colour: str, width: float, dash: str = "") -> str:
    extra = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M2 0H44" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"{extra}/>'


def _cross(x: float, y: float, colour: str) -> str:
    d = f"M{x:g} {y - 10:g}v20M{x - 10:g} {y:g}h20"
    return "".join(
        f'<path d="{d}" stroke="{c}" stroke-width="{w}" stroke-linecap="round"/>'
        for c, w in (("#fffdf3", 10), (colour, 6))
    )


def panel() -> str:
    x, y, *_ = PANEL
    left = x + 5
    parts = [rect(PANEL, PAPER, INK, 3)]
    parts += [results_table(left, y + 34, AXIS), results_table(left, y + 284, SOVIET)]
    parts.append(results_key(left + 6, y + 534))
    parts += [terrain_chart(left, y + 758), weather_chart(left, y + 1150)]
    parts += [key(left + 6, y + 1360), sequence(left + 6, y + 1950)]
    return "".join(parts)


def drawn() -> str:
    return title() + side_boxes() + panel() + turn_track() + point_track()
