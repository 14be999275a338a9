"""The small signs that are printed on a paper map: discs, stars, flags, shields, emblems."""

from collections.abc import Callable
from html import escape
from math import cos, pi, sin

INK = "#211c17"
RED = "#b3202a"
GREEN = "#2f6b3a"
PAPER = "#f6efdc"
SERIF = "Georgia,'DejaVu Serif',serif"
SANS = "'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"


def text(
    x: float, y: float, words: str, size: float, *, fill: str = INK, bold: bool = False, halo: str = "",
    anchor: str = "middle", family: str = SANS, spacing: float = 0, italic: bool = False, mark: str = "",
) -> str:  # fmt: skip
    style = f'font-family="{family}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}"'
    style += ' font-weight="bold"' if bold else ""
    style += ' font-style="italic"' if italic else ""
    style += f' letter-spacing="{spacing:g}"' if spacing else ""
    if halo:
        style += (
            f' stroke="{halo}" stroke-width="{size / 4.2:.1f}" stroke-linejoin="round" paint-order="stroke"'
        )
    raised = f'font-size="{0.7 * size:.1f}" dy="{-0.3 * size:.1f}"'
    inside = escape(words) + (f"<tspan {raised}>{escape(mark)}</tspan>" if mark else "")
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{inside}</text>'


def points(corners: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def star_shape(x: float, y: float, radius: float, fill: str, edge: str = "none") -> str:
    tips = [
        (x + r * sin(k * pi / 5), y - r * cos(k * pi / 5))
        for k in range(10)
        for r in [radius if k % 2 == 0 else radius * 0.42]
    ]
    return f'<polygon points="{points(tips)}" fill="{fill}" stroke="{edge}" stroke-width="1"/>'


def index(x: float, y: float, words: str) -> str:
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11" fill="{INK}" stroke="{PAPER}" stroke-width="1"/>'
    return disc + text(x, y + 4.8, words, 13.5, fill="#fff", bold=True)


def victory(x: float, y: float, words: str) -> str:
    return star_shape(x, y - 6, 10, RED, PAPER) + text(x, y + 14, words, 14, fill=RED, bold=True, halo=PAPER)


def flag(x: float, y: float, words: str) -> str:
    wide = 20 if len(words) < 2 else 27
    left = x - wide / 2
    pole = f'<path d="M{left:.1f} {y - 12:.1f}V{y + 13:.1f}" stroke="{INK}" stroke-width="2"/>'
    cloth = (
        f'<path d="M{left:.1f} {y - 12:.1f}h{wide}l-4 8.5l4 8.5h-{wide}z" fill="#fffdf4" stroke="{INK}"'
        ' stroke-width="1.1"/>'
    )
    return pole + cloth + text(x - 1, y + 1, words, 12.5, bold=True)


def american(x: float, y: float, words: str) -> str:
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11.5" fill="{GREEN}" stroke="#fff" stroke-width="1.6"/>'
    return ring + star_shape(x, y - 0.5, 13, "#fff") + text(x, y + 4, words, 12, fill=GREEN, bold=True)


def shield(x: float, y: float, words: str) -> str:
    shape = (
        f'<path d="M{x - 12:.1f} {y - 13:.1f}h24v13q0 10 -12 15q-12 -5 -12 -15z" fill="#fbf7ea"'
        f' stroke="{INK}" stroke-width="1.8"/>'
    )
    return shape + text(x, y + 4, words, 13, bold=True)


def soviet(x: float, y: float, words: str) -> str:
    box = (
        f'<rect x="{x - 12:.1f}" y="{y - 12:.1f}" width="24" height="24" rx="4" fill="{RED}" stroke="{PAPER}"'
        ' stroke-width="1"/>'
    )
    return box + star_shape(x, y + 0.5, 14, "#f4d35e") + text(x, y + 5, words, 12, fill=RED, bold=True)


def german(x: float, y: float, words: str) -> str:
    box = (
        f'<rect x="{x - 12:.1f}" y="{y - 12:.1f}" width="24" height="24" rx="4" fill="#5c6b62"'
        f' stroke="{PAPER}" stroke-width="1"/>'
    )
    cross = f'<path d="M{x:.1f} {y - 9:.1f}v18M{x - 9:.1f} {y:.1f}h18" stroke="#fff" stroke-width="5.5"/>'
    core = f'<path d="M{x:.1f} {y - 8:.1f}v16M{x - 8:.1f} {y:.1f}h16" stroke="{INK}" stroke-width="3"/>'
    return box + cross + core


SYMBOLS: dict[str, Callable[[float, float, str], str]] = {
    "index": index,
    "victory": victory,
    "flag": flag,
    "american": american,
    "shield": shield,
    "soviet": soviet,
    "german": german,
}
WIDTH = {"index": 25, "victory": 24, "flag": 29, "american": 27, "shield": 28, "soviet": 28, "german": 28}


def row(x: float, y: float, badges: tuple[tuple[str, str], ...]) -> str:
    """Badges side by side, centred on x."""
    left = x - sum(WIDTH[kind] for kind, _ in badges) / 2
    parts = []
    for kind, words in badges:
        parts.append(SYMBOLS[kind](left + WIDTH[kind] / 2, y, words))
        left += WIDTH[kind]
    return "".join(parts)
