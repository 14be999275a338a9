"""What is printed around and upon a paper map: its heading, its legend, the names of its rivers."""

from collections.abc import Callable, Sequence

from berlin.boards import drawing, symbols
from berlin.boards.atlas import Point
from berlin.boards.drawing import Frame, stroke
from berlin.boards.symbols import INK, PAPER, RED, SERIF
from berlin.boards.zones import Border, Line

NAMED = 17.0
"""The shortest reach, in kilometres, that has room for a river's name."""
APART = 70.0
"""How far, in kilometres, the names of one river are from each other."""


def heading(x: float, right: float, title: str, words: str, note: str) -> str:
    """The title over a red line, and under it what the map is about, and a note."""
    return (
        symbols.text(x, 118, title, 78, bold=True, anchor="start", family=SERIF, spacing=5)
        + stroke(((x, 140), (right, 140)), RED, 6)
        + symbols.text(x, 178, words, 25, anchor="start", family=SERIF, italic=True)
        + symbols.text(x, 212, note, 17, anchor="start", family=SERIF)
    )


def river_names(frame: Frame, borders: Sequence[Border], size: float, great: Callable[[Border], bool]) -> str:
    """Each river is named on its longest reaches, far enough apart; a great one larger."""
    told: dict[str, list[Point]] = {}
    parts = []
    for border in sorted(borders, key=lambda b: -b.length):
        middle = border.path[len(border.path) // 2]
        near = any(abs(x - middle[0]) + abs(y - middle[1]) < APART for x, y in told.get(border.river, []))
        if border.river and border.length >= NAMED and not near:
            told.setdefault(border.river, []).append(middle)
            large = size * (1.3 if great(border) else 1)
            parts.append(drawing.caption(frame, border.path, border.river, large, east=great(border)))
    return "".join(parts)


def legend(
    x: float, y: float, width: float, signs: Sequence[tuple[str, str]], bar: tuple[float, int, str]
) -> str:
    """Each sign with its words, in two columns in a box, over a scale and a compass rose."""
    parts = []
    for number, (sign, words) in enumerate(signs):
        left, down = x + 20 + (number % 2) * 520, y + 62 + (number // 2) * 60
        parts.append(f'<g transform="translate({left:.0f} {down:.0f})">{sign}')
        parts.append(symbols.text(66, 6, words, 22, anchor="start", family=SERIF) + "</g>")
    height = 62 + (len(signs) + 1) // 2 * 60 + 70
    box = (
        f'<rect x="{x}" y="{y:.0f}" width="{width}" height="{height}" fill="{PAPER}" stroke="{INK}"'
        ' stroke-width="2"/>'
    )
    low = y + height
    scale = drawing.scale_bar(x + 40, low - 58, *bar)
    return box + "".join(parts) + scale + rose(x + width - 76, low - 66)


def rose(x: float, y: float) -> str:
    """A needle that points north."""
    needle = (
        f'<path d="M{x} {y - 40}l11 40h-22z" fill="{INK}"/><path d="M{x} {y + 40}l11 -40h-22z" fill="none"'
    )
    return needle + f' stroke="{INK}" stroke-width="2"/>' + symbols.text(x, y - 46, "N", 22, bold=True)


def link(path: Line, name: str, marks: str, colour: str) -> str:
    """A white line that leads elsewhere: at its end the name of the place, and what lies on the way."""
    a, b = path
    wide = max(9.2 * len(name) + 16, 8.0 * len(marks) + 14)
    parts = [stroke((a, b), INK, 8), stroke((a, b), "#fff", 5.5)]
    high = 24 + (15 if marks else 0)
    parts.append(
        f'<rect x="{b[0] - wide / 2:.1f}" y="{b[1] - 14:.1f}" width="{wide:.1f}" height="{high}" rx="5"'
        f' fill="#fff" stroke="{INK}" stroke-width="1.2"/>'
    )
    parts.append(symbols.text(b[0], b[1] + 4, name, 15.5, bold=True, family=SERIF))
    if marks:
        parts.append(symbols.text(b[0], b[1] + 19, marks, 13, fill=colour, bold=True))
    return "".join(parts)
