"""Counters as they are drawn on paper."""

from html import escape

from berlin.kernel.contract.print_page import Raw
from berlin.squad.board.counters import Counter, Sort

_STROKE = 'fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"'
_BOX = '<path d="M12 14h24v15h-24z"/>'
SIGNS = {
    Sort.SQUAD: f'{_BOX}<path d="M12 14l24 15M36 14l-24 15"/>',
    Sort.HALF: f'{_BOX}<path d="M12 29l24 -15"/>',
    Sort.CREW: f'{_BOX}<path d="M18 29v-7h12v7"/>',
    Sort.LEADER: '<path d="M24 11l4 7l8 1.5l-6 5.5l1.5 8l-7.5 -4l-7.5 4l1.5 -8l-6 -5.5l8 -1.5z"/>',
    Sort.HERO: '<path d="M14 13h20v9q0 8 -10 11q-10 -3 -10 -11z"/>',
    Sort.COMMANDER: '<path d="M13 32v-8q0 -10 11 -10t11 10v8zM9 32h30"/>',
    Sort.WEAPON: '<path d="M11 20h22M33 17v6M20 20l-5 11M22 20l5 11"/>',
    Sort.RADIO: '<path d="M15 18h18v14h-18zM29 18l6 -9M19 23h4M19 27h10"/>',
    Sort.GUN: '<path d="M12 30h24M16 13v17M32 13v17M24 11v19"/>',
    Sort.VEHICLE: '<path d="M11 17q0 -4 4 -4h18q4 0 4 4v9q0 4 -4 4h-18q-4 0 -4 -4zM15 34h1M32 34h1"/>',
    Sort.CUPOLA: '<path d="M12 31q0 -16 12 -16t12 16zM24 15v-4"/>',
    Sort.AIRCRAFT: '<path d="M24 10v22M12 20l12 -3 12 3M19 32h10"/>',
}
ARMOUR = '<path d="M11 21q0 -8 8 -8h10q8 0 8 8t-8 8h-10q-8 0 -8 -8z"/>'
UNKNOWN = '<path d="M18 17q0 -5 6 -5t6 5q0 4 -6 6v3M24 32v.1"/>'


def sign(counter: Counter) -> str:
    return ARMOUR if counter.afv and counter.sort is Sort.VEHICLE else SIGNS[counter.sort]


def icon(counter: Counter, ink: str) -> Raw:
    """Small, before a name in a table."""
    return Raw(_drawn(ink, sign(counter), ' class="icon"'))


def face(counter: Counter, ink: str) -> Raw:
    """A whole counter: men have their figures on it."""
    if not (counter.is_mmc or counter.is_smc or counter.sort is Sort.COMMANDER):
        return Raw(_drawn(ink, sign(counter), ""))
    figures = counter.text.removesuffix(" armor leader")
    text = (
        '<text x="24" y="44" font-size="11" font-weight="bold" text-anchor="middle" fill="#fff"'
        f" font-family=\"Arial,'DejaVu Sans',sans-serif\">{escape(figures)}</text>"
    )
    return Raw(_drawn(ink, sign(counter), "", text))


def _drawn(ink: str, shape: str, kind: str, text: str = "") -> str:
    return (
        f'<svg{kind} viewBox="0 0 48 48" aria-hidden="true"><rect x="1" y="1" width="46" height="46" rx="4"'
        f' fill="{ink}" stroke="#211c17"/><g {_STROKE}>{shape}</g>{text}</svg>'
    )
