"""What is printed beside the map: results, terrain, weather, the key, both tracks and the boxes."""

from berlin.boards import symbols
from berlin.boards.printed import (
    ROW,
    Box,
    bolt,
    cell_of,
    coloured,
    cross,
    heading,
    hexagon,
    key,
    lines,
    rect,
    sample,
    skull,
    sky,
    star,
    table,
    words,
    wrapped,
)
from berlin.boards.symbols import GREEN, INK, PAPER, RED
from berlin.games.noretreat.board.tables import (
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
from berlin.games.noretreat.table import landscape
from berlin.games.noretreat.table.landscape import HOUSE
from berlin.kernel.contract.ids import BOTH, Seat

PANEL: Box = (2710.0, 40.0, 630.0, 2090.0)
TRACK: Box = (40.0, 2156.0, 3300.0, 232.0)
POINTS: Box = (40.0, 2402.0, 3300.0, 66.0)
CORNER: Box = (58.0, 1768.0, 1420.0, 344.0)
MOST_POINTS = 40
ACROSS = 14
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


def turn_box(turn: int) -> Box:
    return cell_of(TRACK, turn - 1, ACROSS, 2)


def point_box(points: int) -> Box:
    return cell_of(POINTS, points, MOST_POINTS + 1)


def side_box(side: Seat, name: str) -> Box:
    return cell_of(CORNER, side * len(BOX_NAMES) + list(BOX_NAMES).index(name), len(BOX_NAMES), 2, gap=8)


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
    return "".join(parts) + lines(x + 10, y + 89, wrapped(event, 27), 18, 15.5)


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
    for side, seat in zip(BOTH, SEATS, strict=True):
        for code, (name, note) in BOX_NAMES.items():
            box = x, y, wide, _ = side_box(side, code)
            parts.append(rect(box, SIDE_FILL[side], SIDE_INK[side], 3, 10))
            parts.append(words(x + wide / 2, y + 25, f"{seat.capitalize()} {name}", 20, "middle", bold=True))
            parts.append(words(x + wide / 2, y + 43, note, 14, "middle", italic=True))
    return "".join(parts)


def results_table(x: float, y: float, side: Seat) -> str:
    """A combat results table; every kind of result has its colour."""
    name = f"{SEATS[side].capitalize()} combat results"
    head = [(odds, SIDE_FILL[side]) for odds in ("die", *COLUMNS)]
    rows = [
        [(str(die), SIDE_FILL[side]), *((RESULT_TEXT[result], RESULT_FILL[result]) for result in row)]
        for die, row in enumerate(CRT[side].rows, start=1)
    ]
    return heading(x, y, name, SIDE_INK[side]) + coloured(x, y + 12, 62, 29, [head, *rows])


def results_key(x: float, y: float) -> str:
    parts = []
    for number, (text, meaning) in enumerate(RESULTS):
        line = y + number * 25
        parts.append(rect((x, line - 17, 46, 23), RESULT_FILL[RESULT_TEXT.index(text)]))
        parts.append(words(x + 23, line, text, 17, "middle"))
        parts.append(words(x + 58, line, meaning, 17.5))
    note = "In Snow and Long Winter the Axis, too, attacks on the Soviet table."
    return "".join(parts) + words(x, y + len(RESULTS) * 25, note, 17.5, italic=True)


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
    return heading(x, y, "Terrain") + table(x, y + 12, (170, 84, 84, 100, 112, 70), rows)


def _yes(so: bool) -> str:
    return "yes" if so else "no"


def weather_chart(x: float, y: float) -> str:
    rows: list[tuple[str, ...]] = [("Weather", "max MP", "armor shift", "left*", "rivers", "advance")]
    for row in WEATHERS:
        far = "1 hex" if not row.farther else "2, armor 3" if row.armor_hex else "2"
        cap = "-" if row.cap == NO_CAP else str(row.cap)
        rivers = ("shift" if row.rivers else "no shift") + HOUSE * (row.key == "long")
        rows.append((row.name, cap, _yes(row.armor_shift), str(row.left or "-"), rivers, far))
    parts = [heading(x, y, "Weather"), table(x, y + 12, (176, 76, 100, 64, 100, 104), rows)]
    parts += [sky(x + 150, y + 52.5 + ROW * n, n) for n in range(4)]
    parts.append(words(x, y + 170, "* when Soviets defend; 2 on turn 5", 16, italic=True))
    return "".join(parts)


def sequence(x: float, y: float) -> str:
    texts = (
        "Housekeeping: turn, events, victory. Then the Axis, then the Soviets:",
        "1 Cards, 2 Supply check, 3 Organization, 4 Movement,",
        "5 Combat, 6 Removals, 7 Detraining.",
        "A hex is about 100 km across; a turn is two months, in 1945 one.",
    )
    return heading(x, y, "Sequence of play") + lines(x, y + 30, texts, 25, 17)


def title() -> str:
    parts = [words(66, 118, "NO RETREAT!", 84, bold=True, spacing=6)]
    parts.append(f'<path d="M66 134H770" stroke="{RED}" stroke-width="6"/>')
    parts.append(
        words(66, 164, "with Na Berlin!  The Russian front, June 1941 to June 1945", 24, italic=True)
    )
    return "".join(parts)


def signs() -> list[tuple[str, str]]:
    """The signs of the map that are not told elsewhere."""
    crosses = cross(22, 0, landscape.AXIS_EDGE) + cross(50, 0, landscape.OLD_AXIS_EDGE)
    return [
        (hexagon(RED), "Soviet objective: three of four win"),
        (hexagon(GREEN), "Axis objective"),
        ('<use href="#town" x="22" y="3"/>', "city: 1 VP, and a source of supply"),
        ('<use href="#derrick" x="22" y="0"/>', "oil: 1 VP"),
        (sample(*landscape.GERMAN_BORDER), "border of Greater Germany"),
        (sample(landscape.RUMANIAN_BORDER), f"Rumania{HOUSE}"),
        (sample(*landscape.FOLD), f"western extension{HOUSE}: opens on turn 17 or when asked"),
        (crosses, f"Axis supply edge; pale: till the extension opens{HOUSE}"),
        (symbols.star_shape(22, 0, 12, RED, PAPER), "Soviet supply edge"),
        (sample(*landscape.CLOSED[:2]), "lake hexside: closed, but supply crosses"),
        (bolt(12, 0) + star(36, 0), "Blitz and Shock markers of the turn"),
        (skull(22, 0), "sudden death: who has the initiative wins above this"),
        (words(22, 8, "±", 24, "middle", bold=True), f"the weather may change{HOUSE}"),
        (words(22, 8, HOUSE, 24, "middle", bold=True), "chosen by us; all else is known of the game"),
    ]


def panel() -> str:
    x, y, *_ = PANEL
    left = x + 5
    parts = [rect(PANEL, PAPER, INK, 3)]
    parts += [results_table(left, y + 34, AXIS), results_table(left, y + 284, SOVIET)]
    parts.append(results_key(left + 6, y + 534))
    parts += [terrain_chart(left, y + 758), weather_chart(left, y + 1150)]
    parts += [key(left + 6, y + 1360, signs()), sequence(left + 6, y + 1950)]
    return "".join(parts)


def drawn() -> str:
    return title() + side_boxes() + panel() + turn_track() + point_track()
