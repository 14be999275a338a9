"""The perimeter map: the board with both Perimeters, Pockets, Isolated Areas and No-Man's Land, and a key."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from berlin.boards import bearings
from berlin.boards.hexes import bits, unpack
from berlin.campaign.perimeters.isolation import sides_toward
from berlin.campaign.sheets import wording
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.state.view import View
from berlin.campaign.ways import SETTLED
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import BOTH, FIRST, OTHER, Place, Seat
from berlin.kernel.contract.print_page import Cell, Raw, facts, heading, note, page, table
from berlin.kernel.contract.scene import Board, Spot

Point = tuple[float, float]
WIDE = 22
FADED = 0.6
ISOLATED = "#6b21a8"
HATCH = "#3f3a33"
KINDS = {
    "A": "nobody is there",
    "B": "leaders and heroes alone",
    "C": "one side's units",
    "D": "both sides' units",
}


def perimeter_map(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    board = imprint.board()
    parts = [_standing(imprint, seen), _figure(imprint, seen, board), *_history(imprint, seen)]
    return page("Perimeter map", wording.under(imprint, seen), parts)


def _standing(imprint: Imprint, seen: View) -> Raw:
    pairs: list[tuple[str, Cell]] = []
    for side in BOTH:
        area, front = _area(seen, side), unpack(seen.fronts[side])
        pairs.append((f"{imprint.name(side)} Perimeter", f"{area.bit_count()} hexes"))
        pairs.append(("Front Line", f"{front.bit_count()} hexes"))
    pairs.append(("No-Man's Land", f"{_empty(imprint, seen).bit_count()} hexes"))
    pairs.append(("Isolated Areas", len(seen.zones) or "none"))
    return facts(pairs)


def _area(seen: View, side: Seat) -> int:
    outline = seen.outlines[side]
    found = unpack(outline.main)
    for area, _ in outline.pockets:
        found |= unpack(area)
    return found


def _empty(imprint: Imprint, seen: View) -> int:
    """What nobody Controls."""
    held = unpack(seen.control[0]) | unpack(seen.control[1])
    return imprint.book.field.chart.all & ~held


def _figure(imprint: Imprint, seen: View, board: Board) -> Raw:
    drawn = _Map(imprint, board)
    layers = [drawn.hatched(_empty(imprint, seen))]
    for side in BOTH:
        outline = seen.outlines[side]
        layers.append(drawn.ground(f"main{side}", unpack(outline.main), imprint.inks[side]))
        for n, (area, _) in enumerate(outline.pockets):
            layers.append(drawn.ground(f"pocket{side}-{n}", unpack(area), imprint.inks[side], pocket=True))
        layers.append(drawn.dots(unpack(seen.fronts[side]), imprint.inks[side]))
        layers.append(drawn.start_line(f"start{side}", start_line(imprint, seen, side), imprint.inks[side]))
    for number, zone in enumerate(seen.zones, start=1):
        layers.append(drawn.zone(number, unpack(zone.hexes), zone.kind))
    overlay = f"<g>{_defs()}{''.join(layers)}</g>"
    picture = board.picture.strip()
    inside = picture[picture.index(">", picture.index("<svg")) + 1 : picture.rindex("</svg>")]
    return Raw(
        f'<div class="map"><svg viewBox="0 0 {board.width:g} {board.height:g}" role="img"'
        f' aria-label="The map with both Perimeters"><rect width="100%" height="100%" fill="#fff"/>'
        f'<g opacity="{FADED}">{inside}</g>{overlay}</svg><div>{_key(imprint, seen)}</div></div>'
    )


def start_line(imprint: Imprint, seen: View, side: Seat) -> list[tuple[Place, Place]]:
    """Each side of a Front Line's hex that parts it from No-Man's Land, or from enemy ground that is not
    Isolated: by the two hexes."""
    chart = imprint.book.field.chart
    control, apart = [unpack(ground) for ground in seen.control], 0
    for zone in seen.zones:
        apart |= unpack(zone.hexes)
    foe = control[OTHER[side]] & ~control[side] & ~apart
    sides = sides_toward(chart, unpack(seen.fronts[side]), foe | _empty(imprint, seen))
    return [
        (space, bits(chart.step(1 << space, way))[0])
        for way, here in enumerate(sides)
        for space in bits(here)
    ]


def _defs() -> str:
    return (
        '<defs><pattern id="nobody" width="26" height="26" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><rect width="9" height="26" fill="{HATCH}" fill-opacity=".42"/>'
        "</pattern></defs>"
    )


class _Map:
    """Sets of hexes as shapes on the board's picture."""

    def __init__(self, imprint: Imprint, board: Board) -> None:
        spots = {spot.key: spot for spot in board.spots}
        names = imprint.book.field.names
        self.spots: dict[int, Spot] = {n: spots[name] for n, name in enumerate(names) if name in spots}

    def shape(self, hexes: int) -> str:
        return "".join(
            f"M{' '.join(f'{x:.0f},{y:.0f}' for x, y in self.spots[s].outline)}z" for s in bits(hexes)
        )

    def rim(self, hexes: int) -> str:
        """The sides that part these hexes from all others."""
        sides: Counter[tuple[Point, Point]] = Counter()
        for space in bits(hexes):
            corners = [(round(x), round(y)) for x, y in self.spots[space].outline]
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
                if a != b:
                    sides[min(a, b), max(a, b)] += 1
        return "".join(f"M{a[0]},{a[1]}L{b[0]},{b[1]}" for (a, b), count in sides.items() if count == 1)

    def ground(self, name: str, hexes: int, ink: str, pocket: bool = False) -> str:
        """An Area: a light wash, and a line along its inner side, broken round a Pocket."""
        if not hexes:
            return ""
        shape = self.shape(hexes)
        dashes = ' stroke-dasharray="46 26"' if pocket else ""
        return (
            f'<clipPath id="{name}"><path d="{shape}"/></clipPath><path d="{shape}" fill="{ink}"'
            f' fill-opacity=".13"/><path d="{self.rim(hexes)}" clip-path="url(#{name})" fill="none"'
            f' stroke="{ink}" stroke-width="{2 * WIDE}" stroke-linecap="round"{dashes}/>'
        )

    def hatched(self, hexes: int) -> str:
        return f'<path d="{self.shape(hexes)}" fill="url(#nobody)"/>' if hexes else ""

    def dots(self, hexes: int, ink: str) -> str:
        """A Front Line, a dot in each of its hexes."""
        places = (self.spots[space].anchor for space in bits(hexes))
        return "".join(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="13" fill="{ink}" stroke="#fff" stroke-width="4"/>'
            for x, y in places
        )

    def start_line(self, name: str, sides: list[tuple[Place, Place]], ink: str) -> str:
        """The sides that two hexes have in common, drawn out."""
        parts = []
        for one, other in sides:
            ends = self._corners(one) & self._corners(other)
            (ax, ay), (bx, by) = sorted(ends)
            parts.append(f"M{ax},{ay}L{bx},{by}")
        line = f'stroke="{ink}" stroke-width="{WIDE}" stroke-linecap="round"'
        return f'<path id="{name}" d="{"".join(parts)}" fill="none" {line}/>' if parts else ""

    def _corners(self, space: Place) -> set[Point]:
        return {(round(x), round(y)) for x, y in self.spots[space].outline}

    def zone(self, number: int, hexes: int, kind: str) -> str:
        x, y = self.spots[min(bits(hexes))].anchor
        return (
            f'<path d="{self.rim(hexes)}" fill="none" stroke="{ISOLATED}" stroke-width="12"'
            f' stroke-linecap="round" stroke-dasharray="4 22"/><circle cx="{x:.0f}" cy="{y:.0f}" r="40"'
            f' fill="{ISOLATED}"/><text x="{x:.0f}" y="{y + 15:.0f}" font-size="42" font-weight="bold"'
            f' text-anchor="middle" fill="#fff" font-family="Arial,sans-serif">{number}{escape(kind)}</text>'
        )


_WHITE = '<rect width="38" height="24" fill="#fff"/>'


def _key(imprint: Imprint, seen: View) -> str:
    """The legend."""
    rows: list[tuple[str, str]] = []
    for side in BOTH:
        ink, name = imprint.inks[side], imprint.name(side)
        wash = f'<rect width="38" height="24" fill="{ink}" fill-opacity=".16"/>'
        rows.append((f'{wash}<path d="M0 21h38" stroke="{ink}" stroke-width="6"/>', f"{name} Perimeter Area"))
        if seen.outlines[side].pockets:
            line = f'<path d="M0 21h38" stroke="{ink}" stroke-width="6" stroke-dasharray="9 5"/>'
            rows.append((wash + line, f"{name} Pocket"))
        if unpack(seen.fronts[side]):
            dot = f'<circle cx="19" cy="12" r="7" fill="{ink}" stroke="#fff" stroke-width="2"/>'
            rows.append((dot, f"{name} Front Line"))
    if _empty(imprint, seen):
        lines = f'<path d="M2 24l20 -24M14 24l20 -24" stroke="{HATCH}" stroke-opacity=".6" stroke-width="6"/>'
        rows.append((lines, "No-Man's Land"))
    for number, zone in enumerate(seen.zones, start=1):
        disc = (
            f'<circle cx="19" cy="12" r="11" fill="{ISOLATED}"/><text x="19" y="16" font-size="11"'
            f' text-anchor="middle" fill="#fff">{number}{escape(zone.kind)}</text>'
        )
        whose = f": {imprint.name(zone.side)}" if zone.side >= 0 else ""
        inside = unpack(zone.hexes)
        hexes = f"{bearings.hexes(inside.bit_count())} ({imprint.book.field.spell(inside)})"
        rows.append((disc, f"Isolated Area, type {zone.kind} ({KINDS[zone.kind]}){whose}: {hexes}"))
    items = "".join(
        f'<li><svg viewBox="0 0 38 24">{_WHITE}{drawn}</svg>{escape(text)}</li>' for drawn, text in rows
    )
    laid = note("Your own Perimeter is as you marked it yourself.") if seen.markers else ""
    return f'<ul class="key">{items}</ul>{laid}'


def _history(imprint: Imprint, seen: View) -> Iterator[str]:
    if not seen.history:
        return
    yield heading("Date by date")
    first, second = (f"{imprint.name(side)} losses, CVP" for side in BOTH)
    rows = [
        (
            wording.date(imprint, line.date),
            imprint.name(line.winner),
            line.earned,
            line.points,
            *line.lost,
            unpack(line.held).bit_count(),
            SETTLED.get(line.way, ""),
        )
        for line in seen.history
    ]
    held = f"{imprint.name(FIRST)} hexes"
    head = ("CG Date", "Won by", "VP of it", "VP in all", first, second, held, "Battle")
    yield table(head, rows, ("t", "t", "n", "n", "n", "n", "n", "t"))
