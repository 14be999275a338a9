"""The purchase record: date by date every Reinforcement Group, what it cost, and what its dice said."""

from collections.abc import Iterator, Sequence

from berlin.campaign.sheets import wording
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.sheets.own_page import own_page
from berlin.campaign.state.state import Account, Group
from berlin.campaign.state.view import View
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.print_page import Cell, facts, heading, listed, note, table

DATE, ROLL = "date", "roll"
HEAD = ("Group", "CPP", "Str.", "Received", "With it")


def purchases(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    unseen = "A spectator doesn't know what is bought."
    told = rolls(story, seen)
    return own_page(imprint, seen, "purchase record", unseen, lambda seat: _parts(imprint, seen, seat, told))


def rolls(story: Sequence[Event], seen: View) -> dict[int, list[str]]:
    """By CG Date: the rolls that were told to this seat alone, since the story began.

    It ends on the date that the view shows: so its dates are counted from there.
    """
    turn = seen.turn - sum(event.kind == DATE for event in story)
    found: dict[int, list[str]] = {}
    for event in story:
        if event.kind == DATE:
            turn += 1
        elif event.kind == ROLL and event.seat == seen.seat:
            found.setdefault(turn, []).append(event.text)
    return found


def _parts(imprint: Imprint, seen: View, seat: Seat, told: dict[int, list[str]]) -> Iterator[str]:
    account = seen.account
    assert account is not None
    force = imprint.book.market.forces[seat]
    pairs: list[tuple[str, Cell]] = [("Force", force.name), ("CPP at the start", force.cpp)]
    pairs += [("CPP on this date", account.total), ("CPP left", account.cpp), ("FPP left", account.fpp)]
    yield facts(pairs)
    for turn in range(1, seen.turn + 1):
        yield heading(f"CG Date {wording.date(imprint, turn)}", seat)
        groups = [(n, group) for n, group in enumerate(seen.groups) if group.date == turn]
        if groups:
            rows = [_row(imprint, seen, n, group) for n, group in groups]
            paid = sum(group.paid for _, group in groups)
            yield table(HEAD, rows, ("", "n", "t"), ("Spent on groups", paid, "", "", ""))
        else:
            yield note("Nothing was bought.")
        if turn in told:
            yield listed((text.rstrip(" ,") for text in told[turn]), "rolls")
    yield heading("Of each line", seat)
    yield table(
        ("Line", "CPP", "This date", "of", "Campaign", "of"),
        _lines(imprint, seat, account),
        ("", "n", "n", "n", "n", "n"),
    )
    works = list(_works(imprint, seat, account))
    if works:
        yield heading("Fortifications", seat)
        yield table(("", "FPP", "Bought", "of"), works, ("", "n", "n", "n"))


def _row(imprint: Imprint, seen: View, number: int, group: Group) -> tuple[Cell, ...]:
    name, had = wording.group_title(imprint, seen, number), wording.extras(imprint, group)
    return (
        name,
        group.paid,
        wording.strength(imprint, seen, number),
        _received(imprint, seen, number),
        had,
    )


def _received(imprint: Imprint, seen: View, number: int) -> str:
    """All that came with a group, whatever has become of it."""
    counters = imprint.book.counters
    return ", ".join(wording.counted(counters[p.kind].text for p in seen.own if p.group == number))


def _lines(imprint: Imprint, seat: Seat, account: Account) -> Iterator[tuple[Cell, ...]]:
    """Every line of the chart, with how much of its maxima is used up."""
    for number, offer in enumerate(imprint.book.charts[seat]):
        today, bought = (
            counts[number] if number < len(counts) else 0 for counts in (account.today, account.bought)
        )
        yield offer.called, offer.cpp, today, offer.date_max, bought, offer.cg_max


def _works(imprint: Imprint, seat: Seat, account: Account) -> Iterator[tuple[Cell, ...]]:
    prices = imprint.book.market.fortifications.values()
    for price, bought in zip(prices, account.works, strict=False):
        if bought and seat in price.sides:
            yield price.text, price.fpp, bought, price.most or "any"
