"""The picture of the board: Berlin drawn by its tables, what is written on it, and the hexes as places."""

from functools import cache

from berlin.boards import drawing, hexdraw
from berlin.boards.hexes import board_of
from berlin.boards.town import city, country, margin, ways
from berlin.boards.town.lettering import Lettering, calm, follow, leaning
from berlin.boards.town.pens import path, pen, traced
from berlin.boards.town.plan import TownPlan
from berlin.boards.town.survey import Survey
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import AT, CLEARS, HEXES, KEYS, NAMES
from berlin.games.fortress.board.names import PLACES, STREETS, WATER_NAMES, numbered
from berlin.games.fortress.board.tables import TABLES, TERRAINS, Terrain
from berlin.games.fortress.table import plan
from berlin.games.fortress.table.plan import BOTTOM, HALF, HEIGHT, LEFT, RIGHT, SIZE, WIDTH
from berlin.kernel.contract.scene import Board, Spot

HOUSE = "†"
ROOM = SIZE * 0.78
_ABOUT = "On to Berlin!  The airborne assault of March 1945, and the last battle in April"
_OURS = f"Ground that the rules do not name, and names with {HOUSE}, are our own choice."
# What lies in a hex beside its ground, in words.
_LAYERS = (
    (ground.STRONGPOINTS, "strongpoint"),
    (ground.ROAD_HEXES, "street"),
    (ground.UBAHN, "U-Bahn entrance"),
    (ground.BUNKERS, "bunker"),
)
# Runways about the middle of each airfield, from end to end.
_RUNWAYS = (
    ((-150, 26, 150, -24), (-96, -92, 70, 112)),
    ((-178, -22, 176, -14), (-178, 34, 176, 42)),
    ((-132, -62, 132, 66), (-124, 76, 116, -96)),
)
# The reaches of the Havel that bear its name.
_HAVEL = ("2110 2208 2205 2303", "1526 1623 1722 1819 1917", "1332 1430 1528")
_STREET, _WATER, _WOOD, _TOWN = "#6b4420", "#2f6480", "#314f24", "#4d3527"
# Where the narrow streets of the old town are, and the citadel of Spandau, which is no village.
_OLD, _FORT = AT["5316"], AT["2309"]


@cache
def svg() -> str:
    survey = plan.survey()
    sheet = survey.plan
    map_ = margin.framed(sheet.box, (*_country(sheet), *_city(sheet, survey), *_names(sheet, survey)))
    return drawing.page(WIDTH, HEIGHT, "Fortress Berlin", margin.paper(WIDTH, HEIGHT) + map_ + _margin(sheet))


def _country(sheet: TownPlan) -> tuple[str, ...]:
    farms = (space for space in HEXES[::23] if CLEARS & ground.within(space, 2))
    return (
        country.fields(sheet, CLEARS, farms),
        country.woods(sheet, ground.FORESTS),
        country.parks(sheet, ground.PARKS),
        city.airfields(sheet, dict(zip(ground.AIRFIELDS, _RUNWAYS, strict=True))),
    )


def _city(sheet: TownPlan, survey: Survey) -> tuple[str, ...]:
    middles = (space for space in HEXES[::13] if ground.URBAN & ground.within(space, 1))
    town = city.quarters(sheet, middles, lambda space: 0.78 if ground.distance(space, _OLD) < 4 else 1.0)
    built = (ground.BLOCKS | ground.BUILDINGS) & ~(1 << ground.STADIUM)
    hamlets = board_of(PLACES) & CLEARS & ~(1 << _FORT)
    canals = [line for name, line in survey.channels.items() if name != "spree"]
    havel = survey.stream(ground.WATERS, AT["2501"], AT["1234"])
    spans = [(side, 20 if side in ground.WATERWAYS["spree"] else 11) for side in ground.BRIDGES]
    buildings = (
        city.building(sheet.middles[AT[row["hex"]]], row["plan"], row["hall"], row["dome"])
        for row in TABLES.rows("buildings")
    )
    return (
        city.blocks(sheet, town, built, ground.URBAN),
        city.ruins(sheet, town, ground.RUINED),
        country.villages(sheet, CLEARS, sheet.centres(hamlets), survey.streets),
        ways.banks([survey.channels["spree"]], canals),
        country.lakes(sheet, ground.WATERS, havel, plan.EDGES),
        ways.waters(),
        ways.streets(survey.streets, [survey.streets[ground.ROAD_NAMES.index("AVUS")]]),
        ways.bridges(sheet, spans),
        ways.tunnels((sheet.through(line) for line in ground.UBAHN_LINES), city.METRO),
        ways.railways(survey.railways),
        path(traced(sheet.edge(ground.PERIMETER, 0.03)), pen(city.LIMIT, 2.6, 'stroke-dasharray="1 8"')),
        city.fort(sheet.middles[_FORT]),
        city.stadium(sheet.middles[ground.STADIUM]),
        *buildings,
        city.towers(sheet.centres(ground.TOWERS)),
        city.mesh(sheet),
        city.walls(sheet, "ring", ground.RING, city.POST),
        city.walls(sheet, "citadel", ground.CITADEL, city.CITADEL),
        city.numbers(sheet, dict(enumerate(KEYS)), ground.STRONGPOINTS),
    )


def _names(sheet: TownPlan, survey: Survey) -> list[str]:
    """From what stands where it must to what finds its place among the others."""
    busy = ground.STRONGPOINTS | ground.UBAHN | ground.BUILDINGS | ground.TOWERS | 1 << _FORT
    hand = Lettering(sheet, busy)
    ours = {row["key"] for row in TABLES.rows("hexes") if row["source"] == "house"}
    parts = []
    for space in HEXES:
        name = NAMES[space]
        if name and name != ground.DISTRICTS[space] and ground.AIRFIELD_OF[space] < 0:
            rows = name.split(" ", 1) if len(name) > 10 else [name]
            parts.append(hand.under(sheet.middles[space], rows, 14, HOUSE if KEYS[space] in ours else ""))
    for name, space in zip(ground.AIRFIELD_NAMES, ground.AIRFIELD_CENTRES, strict=True):
        x, y = sheet.middles[space]
        parts.append(hand.under((x + 16, y + 68), [name.upper(), "airfield"], 22))
    for row in TABLES.rows("greens"):
        x, y = sheet.middles[AT[row["hex"]]]
        point = x + int(row["aside"]), y + int(row["down"])
        parts.append(hand.across(point, row["name"], float(row["size"]), _WOOD, "#cddcae", int(row["turn"])))
    for row in sorted(TABLES.rows("places"), key=lambda row: row["kind"]):
        space, name = AT[row["hex"]], row["name"]
        point = sheet.middles[space]
        if ground.URBAN >> space & 1:
            size = 32 if row["kind"] == "district" else 21
            halo, spacing = "#f2e4d2", size / 6
            parts.append(hand.stand(point, name.upper(), size, _TOWN, halo=halo, spacing=spacing, bold=True))
        else:
            parts.append(hand.stand(point, name, 25, _TOWN, italic=True))
    for number, street in enumerate(STREETS):
        course = hexdraw.smooth(survey.course(street.hexes), 3)
        parts.append(hand.along(f"street{number}", street.name, course, -11, 15, _STREET, 1))
    return [*parts, *_water_names(sheet, hand), city.signs(), *_signs(sheet)]


def _water_names(sheet: TownPlan, hand: Lettering) -> list[str]:
    parts = []
    for name, words in WATER_NAMES.items():
        line, (size, down) = sheet.channel(ground.WATERWAYS[name]), (24, 8) if name == "spree" else (17, -11)
        parts.append(hand.along(f"water-{name}", words, calm(line, 6), down, size, _WATER, 3))
    for number, keys in enumerate(_HAVEL):
        course = hexdraw.smooth(tuple(sheet.middles[AT[key]] for key in keys.split()), 3)
        parts.append(follow(f"havel{number}", course, "Havel", 15, (0.5,), leaning(46, _WATER, 16)))
    x, y = sheet.middles[AT["2801"]]
    course = ((x - 160, y + 66), (x + 200, y + 66))
    return [*parts, follow("see", course, "Tegeler See", 0, (0.5,), leaning(32, _WATER, 4))]


def _signs(sheet: TownPlan) -> tuple[str, str]:
    return (
        city.posted(sheet, "ubahn", ground.UBAHN, 35, -19),
        city.posted(sheet, "bunker", ground.BUNKERS, -34, -19),
    )


def _margin(sheet: TownPlan) -> str:
    areas = {letter: [sheet.middles[s] for s in spaces] for letter, spaces in ground.ENTRY.items()}
    rows = [(row.key, row.name.capitalize(), _costs(row)) for row in TERRAINS]
    works = [(row["sign"], row["name"], row["about"]) for row in TABLES.rows("key")]
    return (
        margin.brackets(sheet.box, areas, SIZE)
        + margin.title(LEFT, BOTTOM + 265, "FORTRESS BERLIN", _ABOUT, f"{_OURS} Railways are for the eye.")
        + margin.key(LEFT + 2010, BOTTOM + 215, (rows, works))
        # A hex is about 450 metres across.
        + margin.scale(RIGHT - 620, BOTTOM + 400, 2 * HALF / 0.45)
    )


def _costs(row: Terrain) -> str:
    """What it costs to enter, in words, and what is taken off the dice."""
    if not row.foot:
        return "by street only"
    motor = f"motor {row.motor / 2:g}" if row.motor else "no motor"
    return f"foot {row.foot / 2:g}, {motor}" + (f"; −{row.number}" if row.number else "")


@cache
def board() -> Board:
    """The picture, and its hexes by their numbers."""
    ours = {row["key"]: row["source"] == "house" or "terrain" in row["house"] for row in TABLES.rows("hexes")}
    return Board(WIDTH, HEIGHT, svg(), tuple(_spot(space, ours[KEYS[space]]) for space in HEXES))


def _spot(space: int, ours: bool) -> Spot:
    corners = plan.PLAN.grid.corners(ground.MAP.cell[space])
    outline = tuple((round(x, 1), round(y, 1)) for x, y in corners)
    x, y = plan.PLAN.middles[space]
    name = f"{numbered(space)}: {describe(space)}"
    note = "what ground it is, is our choice" if ours else ""
    return Spot(KEYS[space], name, outline, (round(x, 1), round(y, 1)), ROOM, note)


def describe(space: int) -> str:
    """What a hex is: `built-up area, street, U-Bahn entrance, entry area H`."""
    words = [TERRAINS[ground.TERRAIN[space]].name]
    words += [word for spaces, word in _LAYERS if spaces >> space & 1]
    words += [f"entry area {letter}" for letter, spaces in ground.ENTRY.items() if space in spaces]
    return ", ".join(words)
