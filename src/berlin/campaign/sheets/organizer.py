"""The force organizer: each group with its units and leaders, as counters, and where they are."""

from collections.abc import Iterator, Sequence
from html import escape

from berlin.campaign.book.charts import Branch
from berlin.campaign.sheets import wording
from berlin.campaign.sheets.faces import face
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.sheets.own_page import own_page
from berlin.campaign.sheets.wording import Unit
from berlin.campaign.state.state import Group
from berlin.campaign.state.view import View
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.print_page import Raw, heading, note
from berlin.squad.board.pieces import Where

SUPPORT = (Branch.OBA, Branch.OBSERVER, Branch.COUNTER_BATTERY, Branch.BOMBARDMENT)
MANY = 8
"""A group of more units has the whole width."""


def organizer(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    unseen = "A spectator knows nobody's groups."
    return own_page(imprint, seen, "force organizer", unseen, lambda seat: _parts(imprint, seen, seat))


def _parts(imprint: Imprint, seen: View, seat: Seat) -> Iterator[str]:
    units = wording.own(imprint, seen)
    for turn in range(1, seen.turn + 1):
        groups = [(n, group) for n, group in enumerate(seen.groups) if group.date == turn and not group.gone]
        shown = [n for n, group in groups if _of(units, n) or _is_support(imprint, seat, group)]
        if groups:
            yield heading(f"Groups of CG Date {wording.date(imprint, turn)}", seat)
        if shown:
            yield Raw(f'<div class="cards">{"".join(_group(imprint, seen, n, units) for n in shown)}</div>')
        others = [wording.group_name(imprint, seat, group) for n, group in groups if n not in shown]
        if others:
            yield note(f"Besides: {', '.join(wording.counted(others))}")
    alone = _of(units, -1)
    taken = wording.kept(imprint, seen)
    if alone or taken:
        yield heading("Of no group", seat)
        cards = [_card(imprint, seen, "By themselves", "", alone)] if alone else []
        cards += [_card(imprint, seen, "Taken from the enemy", "", taken)] if taken else []
        yield Raw(f'<div class="cards">{"".join(cards)}</div>')
    spent = [(n, group) for n, group in enumerate(seen.groups) if group.gone]
    if spent:
        yield heading("Groups that are gone", seat)
        yield note("; ".join(f"{wording.group_title(imprint, seen, n)}: {g.gone}" for n, g in spent))


def _is_support(imprint: Imprint, seat: Seat, group: Group) -> bool:
    """Artillery and the like: a force without units of its own."""
    return group.line >= 0 and imprint.book.charts[seat][group.line].branch in SUPPORT


def _group(imprint: Imprint, seen: View, number: int, units: list[Unit]) -> str:
    title = wording.group_title(imprint, seen, number)
    return _card(imprint, seen, title, _told(imprint, seen, number), _of(units, number))


def _of(units: list[Unit], number: int) -> list[Unit]:
    return [unit for unit in units if unit.piece.group == number]


def _told(imprint: Imprint, seen: View, number: int) -> str:
    extras = wording.extras(imprint, seen.groups[number])
    return "; ".join(filter(None, (wording.strength(imprint, seen, number), extras)))


def _card(imprint: Imprint, seen: View, title: str, told: str, units: list[Unit]) -> str:
    drawn = "".join(
        _figure(imprint, seen, unit) for unit in sorted(units, key=lambda unit: unit.piece.is_out)
    )
    left = sum(not unit.piece.is_out for unit in units)
    count = f"{left} of {len(units)} left" if left < len(units) else ""
    about = "; ".join(filter(None, (told, count)))
    kind = "card broad" if len(units) > MANY else "card"
    return (
        f'<section class="{kind}"><h3>{escape(title)}</h3><p class="note">{escape(about)}</p>'
        f'<div class="units">{drawn}</div></section>'
    )


def _figure(imprint: Imprint, seen: View, unit: Unit) -> str:
    is_man = unit.counter.is_mmc or unit.counter.is_smc
    words = [*([] if is_man else [unit.counter.text]), f"No. {wording.label(imprint, seen, unit)},"]
    # There is no room below a counter for more than the number on the map.
    on_map = unit.piece.where is Where.MAP
    words.append(f"({imprint.hex(unit.piece.space)})" if on_map else wording.where(imprint, unit))
    by = wording.has(imprint, seen, unit)
    words += [f"with {by}"] if by else []
    kind = ' class="gone"' if unit.piece.is_out else ""
    drawn = face(unit.counter, imprint.inks[unit.side])
    return f"<figure{kind}>{drawn}<figcaption>{escape(' '.join(words))}</figcaption></figure>"
