"""The picture of the board: the map, the Seelow Heights enlarged, the legend."""

from functools import cache

from berlin.boards import drawing, sheet, symbols, zones
from berlin.boards.atlas import Point
from berlin.boards.drawing import DEEP, Frame, Look, stroke
from berlin.boards.symbols import INK, PAPER
from berlin.boards.zones import Border, Line
from berlin.games.race.board.units import TABLES
from berlin.games.race.board.zones import BY_NAME, DRAWING, ZONES, Zone
from berlin.kernel.contract.scene import Board, Spot

WIDTH, HEIGHT = 2930.0, 1990.0
MAP = Frame(scale=8.0, left=44.0, top=44.0)
_NAME, _WINDOW, _ = TABLES.rows("insert")[0].values()
WINDOW = zones.path(_WINDOW)
INSERT = Frame(scale=12.1, left=1824.0, top=262.0, x=WINDOW[0][0], y=WINDOW[0][1])
FILLS = ("#efe5c8", "#e8dcc3", "#cfccc4")
SOVIET, GERMAN = "#e6c3ae", "#d5d8be"
OUTSIDE = "#d9cfb4"
TWO_LINES = {"PrenzlauerBerg": "Prenzlauer\nBerg", "KonigsWusterhausen": "Königs\nWusterhausen"}
HILLS = {"Seelow", "Lebus", "Lobau", "Protzel"}
OURS = "†"
# Of zones that the rulebook does not name.
NOTES = {"house": "name and figures are our choice", "found": "name and figures are not the rulebook's"}


def ours(zone: Zone) -> bool:
    """Whether the rulebook does not name this zone."""
    return zone.source != "printed"


def look(zone: Zone) -> Look:
    badges = [("index", str(zone.index))]
    if zone.vp:
        badges.append(("victory", str(zone.vp)))
    if zone.garrison:
        badges.append(("shield", str(zone.garrison)))
    badges += [("american", str(track)) for track in zone.tracks]
    badges += [("flag", letter) for letter in zone.letters]
    if zone.supply >= 0:
        badges.append(("german", "") if zone.supply == 2 else ("soviet", "ZK"[zone.supply]))
    fill = SOVIET if zone.east else GERMAN if zone.supply == 2 else FILLS[zone.front]
    texture = (
        ("hills" if zone.key in HILLS else "woods") if zone.difficult else "blocks" if zone.front == 2 else ""
    )
    size = 21.0 if zone.insert else 18.5
    mark = OURS if ours(zone) else ""
    return Look(TWO_LINES.get(zone.key, zone.name), fill, texture, tuple(badges), size, mark=mark)


LOOKS = {zone.key: look(zone) for zone in ZONES}
ON_MAP = {key: shown for key, shown in LOOKS.items() if key not in DRAWING.insert}
IN_INSERT = {key: shown for key, shown in LOOKS.items() if key in DRAWING.insert}


def _zone(key: str) -> Zone | None:
    return ZONES[BY_NAME[key]] if key in BY_NAME else None


def _sides(border: Border) -> tuple[Zone, Zone] | None:
    left, right = _zone(border.left), _zone(border.right)
    return (left, right) if left and right else None


def _great(border: Border) -> bool:
    sides = _sides(border)
    return bool(border.river and sides and sides[0].east != sides[1].east)


def _front(border: Border) -> bool:
    sides = _sides(border)
    return bool(sides and {sides[0].front, sides[1].front} == {0, 1})


def rivers(frame: Frame, borders: list[Border], streams: list[zones.Stream], wide: float) -> str:
    small = [b.path for b in borders if b.river and not _great(b)]
    inside = drawing.water(frame, [s.path for s in streams], wide * 0.6)
    great = [b.path for b in borders if _great(b)]
    return inside + drawing.water(frame, small, wide) + drawing.water(frame, great, wide * 1.9, DEEP)


def front_line(frame: Frame, borders: list[Border]) -> str:
    along = [border for border in borders if _front(border)]
    under = "".join(stroke(frame.line(b.path), PAPER, 7.5, 'opacity=".75"') for b in along if not b.river)
    dash = 'stroke-dasharray="15 9"'
    return under + "".join(stroke(frame.line(b.path), "#7a1f5c", 4.2, dash) for b in along)


def main_map() -> str:
    inner = DRAWING.insert
    lines = [b for b in DRAWING.borders if not {b.left, b.right} <= inner]
    within = [b for b in DRAWING.borders if {b.left, b.right} <= inner]
    outline = MAP.line(DRAWING.outline(inner))
    parts = [drawing.areas(MAP, DRAWING, ON_MAP)]
    parts.append(f'<polygon points="{symbols.points(list(outline))}" fill="#cbbf9c"/>')
    nexus = symbols.points(list(MAP.line(DRAWING.polygon("nexus"))))
    parts.append(f'<polygon points="{nexus}" fill="#6d6a66"/>')
    parts.append("".join(stroke(MAP.line(b.path), "#8f825f", 1.1) for b in within if not b.river))
    parts.append(drawing.borders(MAP, lines))
    parts.append(rivers(MAP, list(DRAWING.borders), list(DRAWING.streams), 4.6))
    parts.append(drawing.roads(MAP, DRAWING))
    rim = [b.path for b in lines if len(inner & {b.left, b.right}) == 1 and not b.river]
    parts.append("".join(stroke(MAP.line(path), "#fffdf3", 3.5, 'stroke-dasharray="2 7"') for path in rim))
    parts.append(front_line(MAP, lines))
    parts += [drawing.defence(MAP, b) for b in lines if b.line and b.line not in inner]
    parts.append(sheet.river_names(MAP, lines, 16, _great))
    parts += [
        drawing.town(*MAP.at(DRAWING.place[key].town)) for key in ON_MAP if ZONES[BY_NAME[key]].front != 2
    ]
    parts += [drawing.legend(MAP, DRAWING, key, shown) for key, shown in ON_MAP.items()]
    parts.append(_heights())
    x, y = MAP.at(DRAWING.place["nexus"].middle)
    parts.append(symbols.text(x, y + 5, "Nexus", 13, fill="#fff", bold=True))
    right, low = MAP.at(_corner())
    parts.append(
        f'<rect x="{MAP.left}" y="{MAP.top}" width="{right - MAP.left:.1f}" height="{low - MAP.top:.1f}"'
        f' fill="none" stroke="{INK}" stroke-width="5"/>'
    )
    return "".join(parts)


def _corner() -> Point:
    ends = [p for b in DRAWING.borders if {"east", "south"} & {b.left, b.right} for p in b.path]
    return max(x for x, _ in ends), max(y for _, y in ends)


def _heights() -> str:
    x, y = MAP.at(DRAWING.place["Seelow"].middle)
    words = (("SEELOW HEIGHTS", 22.0, -12.0), ("play in the insert", 15.0, 10.0))
    return "".join(
        symbols.text(
            x, y + drop, line, size, halo="#efe6cc", family=symbols.SERIF, bold=size > 20, italic=size < 20
        )
        for line, size, drop in words
    )


def insert() -> str:
    inner = DRAWING.insert
    lines = [b for b in DRAWING.borders if inner & {b.left, b.right}]
    streams = [s for s in DRAWING.streams if s.within in inner]
    left, top = INSERT.at(WINDOW[0])
    right, low = INSERT.at(WINDOW[1])
    box = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{low - top:.1f}"'
    parts = [f'<clipPath id="insert"><rect {box}/></clipPath>', f'<rect {box} fill="{OUTSIDE}"/>']
    parts.append('<g clip-path="url(#insert)">')
    parts.append(drawing.areas(INSERT, DRAWING, IN_INSERT))
    parts.append(drawing.borders(INSERT, lines, 2.2))
    parts.append(rivers(INSERT, lines, streams, 6))
    roads = [road for road in DRAWING.roads if _meets(road.path)]
    shown = zones.Drawing(borders=(), roads=tuple(roads))
    outline = symbols.points(list(INSERT.line(DRAWING.outline(inner))))
    parts.append(f'<clipPath id="heights"><polygon points="{outline}"/></clipPath>')
    parts.append(f'<g clip-path="url(#heights)">{drawing.roads(INSERT, shown, 4.2)}</g>')
    parts += [drawing.defence(INSERT, b, 10) for b in lines if b.line in inner and b.line]
    inside = [b for b in lines if WINDOW[0][1] < b.path[len(b.path) // 2][1] - 5]
    parts.append(sheet.river_names(INSERT, inside, 19, _great))
    parts.append("</g>")
    parts += [link(each) for each in DRAWING.links]
    parts += [
        drawing.town(*INSERT.at(DRAWING.place[key].town)) for key in IN_INSERT if key not in ("Bridgehead",)
    ]
    parts += [drawing.legend(INSERT, DRAWING, key, shown_as) for key, shown_as in IN_INSERT.items()]
    parts.append(f'<rect {box} fill="none" stroke="{INK}" stroke-width="4"/>')
    serif = symbols.SERIF
    words = "insert: the map enlarged one and a half times"
    parts.append(
        symbols.text(left + 18, low - 44, _NAME.upper(), 30, bold=True, anchor="start", family=serif)
    )
    parts.append(symbols.text(left + 18, low - 18, words, 16, anchor="start", family=serif, italic=True))
    return "".join(parts)


def _meets(path: Line) -> bool:
    (x0, y0), (x1, y1) = WINDOW
    return any(x0 < x < x1 and y0 < y < y1 for x, y in path)


def link(line: zones.Link) -> str:
    """A white line, its marks, and the zone of the main map it leads to."""
    marks = [mark for mark, on in (("river", line.river), ("road", line.road)) if on]
    colour = DEEP if line.river else drawing.VERGE
    return sheet.link(INSERT.line(line.path), ZONES[BY_NAME[line.main]].name, " + ".join(marks), colour)


def title() -> str:
    words = "Zhukov and Koniev from the Oder and the Neisse to the capital, April 1945"
    note = "Towns and great rivers lie where they are; Berlin and the river front are drawn larger."
    return sheet.heading(INSERT.left, WIDTH - 44, "RACE FOR BERLIN", words, note)


def key() -> str:
    x, y = INSERT.left, INSERT.at(WINDOW[1])[1] + 40
    signs: list[tuple[str, str]] = [
        (symbols.index(22, 0, "7"), "index: lower is further west"),
        (symbols.victory(22, 0, "3"), "victory zone and its points"),
        (symbols.flag(22, 0, "GG"), "set-up: counters with this letter"),
        (symbols.american(22, 0, "2"), "American track 1, 2 or 3"),
        (symbols.shield(22, 0, "20"), "Berlin zone and its garrison"),
        (symbols.soviet(10, 0, "Z") + symbols.soviet(36, 0, "K"), "Soviet supply: Zhukov, Koniev"),
        (symbols.german(22, 0, ""), "German supply"),
        (_patch("woods") + _patch("hills", 26), "difficult terrain: woods, hills"),
        (drawing.water(_UNIT, [((2, 0), (44, 0))], 4.6), "river between zones"),
        (drawing.water(_UNIT, [((2, 0), (44, 0))], 2.8), "river inside a zone: of no effect"),
        (drawing.water(_UNIT, [((2, 0), (44, 0))], 8.7, DEEP), "Oder and Neisse"),
        (
            stroke(((2, 0), (44, 0)), drawing.VERGE, 5.4) + stroke(((2, 0), (44, 0)), drawing.ROAD, 3.2),
            "main road",
        ),
        (
            drawing.defence(_UNIT, Border("a", "b", "", "a", "", ((0, 12), (46, 12)))),
            "defence line, facing its point",
        ),
        (stroke(((2, 0), (44, 0)), "#7a1f5c", 4.2, 'stroke-dasharray="15 9"'), "boundary of the two fronts"),
        (
            stroke(((2, 0), (44, 0)), INK, 8) + stroke(((2, 0), (44, 0)), "#fff", 5.5),
            "white line: adjacent to the insert",
        ),
        (
            symbols.text(22, 8, OURS, 24, bold=True, family=symbols.SERIF),
            "zone named and drawn by us",
        ),
    ]
    bar = MAP.scale * 10, 5, "50 km (outside the enlarged parts)"
    return sheet.legend(x, y, WIDTH - 44 - x, signs, bar)


_UNIT = Frame(1.0, 0.0, 0.0)


def _patch(texture: str, x: float = 0.0) -> str:
    box = f'x="{x}" y="-13" width="24" height="26"'
    return f'<rect {box} fill="{FILLS[0]}" stroke="{INK}"/><rect {box} fill="url(#{texture})"/>'


def frame_of(key_: str) -> Frame:
    return INSERT if key_ in DRAWING.insert else MAP


@cache
def polygon(key_: str) -> Line:
    ring = DRAWING.polygon(key_)
    if key_ in DRAWING.insert:
        ring = zones.clip(ring, (WINDOW[0], WINDOW[1]))
    return frame_of(key_).line(ring)


def anchor(key_: str) -> Point:
    """Below the name and the badges, which fill the upper half of the zone's open circle."""
    place, frame = DRAWING.place[key_], frame_of(key_)
    x, y = frame.at(place.middle)
    return x, y + drawing.counter_drop(place.room * frame.scale)


@cache
def svg() -> str:
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#e4d8b8"/>'
    return drawing.page(WIDTH, HEIGHT, "Race for Berlin", ground + main_map() + title() + insert() + key())


@cache
def board() -> Board:
    """The picture and the zones on it. A zone's note tells which of its figures are our own."""
    return Board(WIDTH, HEIGHT, svg(), tuple(_spot(zone) for zone in ZONES))


def _spot(zone: Zone) -> Spot:
    room = DRAWING.place[zone.key].room * frame_of(zone.key).scale
    note = NOTES.get(zone.source, "")
    return Spot(zone.key, zone.name, tuple(polygon(zone.key)), anchor(zone.key), room, note)
