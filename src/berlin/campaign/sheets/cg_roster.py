"""The CG Roster: a side's campaign date by date, one line each, and its fortifications."""

from collections.abc import Iterator, Sequence

from berlin.campaign.deployment.commencement import sheet
from berlin.campaign.sheets import wording
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.sheets.own_page import own_page
from berlin.campaign.state.state import Sheet
from berlin.campaign.state.view import View
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.print_page import Cell, heading, note, table
from berlin.squad.board.naming import work_name
from berlin.squad.board.works import FORTIFICATIONS, Work, Works

HEAD = (
    *("CG Date", "Hist DRM", "Start", "Repl", "Total", "Spent", "Left"),
    *("ELR", "SAN", "Weather", "EC", "Recon", "Casualty VP", "Won by"),
)
STYLES = ("t", "n", "n", "n", "n", "n", "n", "n", "n", "t", "t", "n", "n", "t")
BOUGHT = FORTIFICATIONS | {Works.DUMMY}


def cg_roster(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    unseen = "A spectator doesn't see the rosters."
    return own_page(imprint, seen, "CG Roster", unseen, lambda seat: _parts(imprint, seen, seat))


def lines(seen: View) -> list[Sheet]:
    """A line for each date; that of a date whose scenario has not begun is as it stands."""
    found = list(seen.sheets)
    if seen.account is not None and all(line.date != seen.turn for line in found):
        found.append(sheet(seen.turn, seen.account))
    return found


def _parts(imprint: Imprint, seen: View, seat: Seat) -> Iterator[str]:
    yield table(HEAD, [_row(imprint, seen, seat, line) for line in lines(seen)], STYLES)
    # Their names are too long for a column among so many.
    bought = [
        (wording.date(imprint, line.date), _groups(imprint, seen, seat, line.date)) for line in lines(seen)
    ]
    yield table(("CG Date", "RG Purchased, each with its ID and its CPP"), bought, ("t", ""))
    yield heading("Fortifications", seat)
    works = [work for work in seen.works if work.owner == seat and work.what in BOUGHT]
    if not works:
        yield note("None.")
        return
    rows = [(name, count, f"({', '.join(at)})" if at else "") for name, count, at in _works(imprint, works)]
    yield table(("", "Number", "Location"), rows, ("", "n", ""))


def _row(imprint: Imprint, seen: View, seat: Seat, line: Sheet) -> tuple[Cell, ...]:
    date = imprint.book.dates[line.date - 1]
    over = next((one for one in seen.history if one.date == line.date), None)
    sky = (over.weather, over.ground) if over else _sky(imprint, seen, line)
    lost = over.lost[seat] if over else seen.wires[seat].suffered_now if line in seen.sheets else 0
    return (
        date.key,
        f"{date.drm[seat]:+d}" if date.drm[seat] else 0,
        line.start,
        line.total - line.start,
        line.total,
        line.total - line.left,
        line.left,
        line.elr,
        line.san,
        *sky,
        line.recon,
        lost,
        imprint.name(over.winner) if over else "",
    )


def _sky(imprint: Imprint, seen: View, line: Sheet) -> tuple[str, str]:
    """Weather and ground of this date: not told before they are rolled for."""
    rolled = line in seen.sheets or seen.stage <= imprint.battle
    return (seen.weather, seen.ground) if rolled else ("", "")


def _groups(imprint: Imprint, seen: View, seat: Seat, turn: int) -> str:
    """The groups that were bought, each with its CPP."""
    chart = imprint.book.charts[seat]
    bought = [group for group in seen.groups if group.date == turn and group.paid]
    offers = [chart[group.line] if group.line >= 0 else None for group in bought]
    names = [f"{offer.called} ({offer.id})" if offer else "given" for offer in offers]
    return ", ".join(f"{name} {group.paid}" for name, group in zip(names, bought, strict=True))


def _works(imprint: Imprint, works: Sequence[Work]) -> Iterator[tuple[str, int, list[str]]]:
    """By kind and strength: how many, and where those are that are laid."""
    kinds: dict[str, list[Work]] = {}
    for work in works:
        kinds.setdefault(work_name(work, imprint.book.counters), []).append(work)
    for name, alike in kinds.items():
        places = sorted((imprint.hex(w.space) for w in alike if w.space >= 0), key=wording.hex_order)
        yield name, len(alike), places
