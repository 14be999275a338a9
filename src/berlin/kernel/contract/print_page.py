"""A page for the printer: one file with all that it needs, on A4 or on a screen, by day or by night.

Texts are escaped; what is HTML already is a `Raw`. There is one stylesheet and no style beside it, so that a
browser may be told to take this one and no other.
"""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #211c17; --dim: #6a6258; --line: #b9ae9c; --fine: #e2d9c8;
  --paper: #fffdf7; --side0: #2c5282; --side1: #8a4a1b; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #ece5d8; --dim: #a89f91; --line: #5c554b;
  --fine: #3a352e; --paper: #1d1a17; --side0: #8fb4e6; --side1: #e0b27c; } }
@page { size: A4; margin: 13mm 12mm 14mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.2rem 1rem 3rem; background: var(--paper);
  color: var(--ink); font: 0.86rem/1.4 "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
header { border-bottom: 3px double var(--line); margin-bottom: 0.9rem; padding-bottom: 0.5rem; }
h1, h2 { font-family: Georgia, "DejaVu Serif", serif; font-weight: 600; line-height: 1.2; margin: 0; }
h1 { font-size: 1.55rem; }
h2 { font-size: 1.08rem; margin: 1.3rem 0 0.4rem; break-after: avoid; }
header p { margin: 0.2rem 0 0; color: var(--dim); }
p { margin: 0.4rem 0; }
.side0 h1, h2.side0 { color: var(--side0); }
.side1 h1, h2.side1 { color: var(--side1); }
dl { display: flex; flex-wrap: wrap; gap: 0.4rem 1.5rem; margin: 0.6rem 0; }
dt { color: var(--dim); font-size: 0.84em; letter-spacing: 0.04em; text-transform: uppercase; }
dd { margin: 0; font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 0.84em; letter-spacing: 0.03em; color: var(--dim); font-weight: 600;
  border-bottom: 1.5px solid var(--line); padding: 0.2rem 0.5rem;
  white-space: nowrap; vertical-align: bottom; }
td { border-bottom: 1px solid var(--fine); padding: 0.2rem 0.5rem; vertical-align: baseline; }
tr { break-inside: avoid; }
tr.part th { padding-top: 0.9rem; font: 600 1rem Georgia, "DejaVu Serif", serif; letter-spacing: 0;
  color: var(--ink); break-after: avoid; }
thead { display: table-header-group; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.t { white-space: nowrap; }
.blank { min-width: 9rem; }
tfoot td { font-weight: 600; border-top: 1.5px solid var(--line); border-bottom: 0; }
small, .note { color: var(--dim); font-size: 0.9em; }
ul { margin: 0.3rem 0; padding-left: 1.1rem; }
.rolls { columns: 2; column-gap: 2rem; font-size: 0.9em; }
.icon { width: 1.3em; height: 1.3em; vertical-align: -0.28em; margin-right: 0.4em; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 0.7rem; }
.card { border: 1px solid var(--line); border-radius: 4px; padding: 0.5rem 0.6rem; break-inside: avoid; }
.card h3 { margin: 0 0 0.1rem; font-size: 1.07em; }
.card p { margin: 0 0 0.35rem; }
.broad { grid-column: 1 / -1; }
.units { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.units figure { margin: 0; width: 3.9rem; text-align: center; font-size: 0.79em; line-height: 1.2; }
.units figure svg { width: 2.9rem; height: 2.9rem; display: block; margin: 0 auto 0.1rem; }
.units figure.gone { opacity: 0.45; }
figcaption { overflow-wrap: anywhere; }
.map { display: grid; grid-template-columns: minmax(0, 2.4fr) minmax(11rem, 1fr); gap: 1.1rem; }
.map > svg { width: 100%; height: auto; border: 1px solid var(--line); }
.key { list-style: none; padding: 0; margin: 0; }
.key li { display: flex; gap: 0.5rem; align-items: flex-start; margin: 0.3rem 0; break-inside: avoid; }
.key svg { width: 1.9rem; height: 1.2rem; flex: none; }
@media (max-width: 40rem) { .map { grid-template-columns: 1fr; } .rolls { columns: 1; }
  body { padding: 0.8rem 0.7rem 2rem; } .cards { grid-template-columns: 1fr; } .blank { display: none; } }
@media print { body { max-width: none; padding: 0; background: none; font-size: 8.6pt; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .wide { overflow: visible; } th, td { padding: 0.07rem 0.35rem; }
  .dense { font-size: 0.86em; } .dense th, .dense td { padding: 0.07rem 0.2rem; white-space: normal; }
  h1 { font-size: 15pt; } h2 { font-size: 11pt; }
  .cards { grid-template-columns: 1fr 1fr; }
  .map { display: flex; gap: 6mm; } .map > svg { width: auto; height: 236mm; flex: none; } }
""".strip()


class Raw(str):
    """Text that is HTML already."""

    __slots__ = ()


Cell = str | int
MANY = 10
"""A table of more columns is set closer on paper."""


def allowed() -> str:
    """What a browser's policy has to allow for the stylesheet to be taken."""
    return f"'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"


def plain(value: Cell) -> str:
    return value if isinstance(value, Raw) else escape(str(value))


def page(title: str, under: str, parts: Iterable[str], side: int | None = None) -> str:
    """A whole page. `side` colours its heading."""
    kind = "" if side is None else f' class="side{side}"'
    head = f"<header{kind}><h1>{escape(title)}</h1><p>{escape(under)}</p></header>"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body>{head}\n{chr(10).join(filter(None, parts))}\n</body></html>\n"
    )


def heading(text: str, side: int | None = None) -> Raw:
    kind = "" if side is None else f' class="side{side}"'
    return Raw(f"<h2{kind}>{escape(text)}</h2>")


def note(text: Cell) -> Raw:
    return Raw(f'<p class="note">{plain(text)}</p>')


def facts(pairs: Iterable[tuple[str, Cell]]) -> Raw:
    """Short facts side by side: what they are called, and what they are."""
    found = "".join(f"<div><dt>{escape(name)}</dt><dd>{plain(value)}</dd></div>" for name, value in pairs)
    return Raw(f"<dl>{found}</dl>")


def listed(items: Iterable[Cell], kind: str = "") -> Raw:
    named = f' class="{kind}"' if kind else ""
    return Raw(f"<ul{named}>{''.join(f'<li>{plain(item)}</li>' for item in items)}</ul>")


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[Cell] | str],
    kinds: Sequence[str] = (),
    foot: Sequence[Cell] = (),
) -> Raw:
    """A table; a row that is one text heads a part of it.

    `kinds` says of each column whether it holds numbers (n), short words (t) or is left blank.
    """
    styles = [f' class="{kind}"' if kind else "" for kind in (*kinds, *[""] * len(head))][: len(head)]
    top = "".join(f"<th{style}>{escape(name)}</th>" for name, style in zip(head, styles, strict=True))
    body = "".join(_row(row, styles) for row in rows)
    end = f"<tfoot><tr>{_cells(foot, styles)}</tr></tfoot>" if foot else ""
    kind = "wide dense" if len(head) > MANY else "wide"
    return Raw(
        f'<div class="{kind}"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody>{end}</table></div>'
    )


def _row(row: Sequence[Cell] | str, styles: Sequence[str]) -> str:
    if isinstance(row, str):
        return f'<tr class="part"><th colspan="{len(styles)}">{plain(row)}</th></tr>'
    return f"<tr>{_cells(row, styles)}</tr>"


def _cells(row: Sequence[Cell], styles: Sequence[str]) -> str:
    return "".join(f"<td{style}>{plain(cell)}</td>" for cell, style in zip(row, styles, strict=True))
