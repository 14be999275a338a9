"""The history of a campaign from date to date; of purchases only a side's own."""

from berlin.campaign.purchases.prices import offer_of
from berlin.campaign.state.state import Draft, Line
from berlin.campaign.ways import SETTLED
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Chapter


def held_after(d: Draft, line: Line) -> str:
    """The name of the layer with what the first side Controlled then."""
    return f"{d.book.sides[0].capitalize()} Control after {d.book.dates[line.date - 1].key}"


def chronicle(d: Draft, side: Seat | None) -> tuple[Chapter, ...]:
    return tuple(_chapter(d, line, side) for line in d.history)


def _chapter(d: Draft, line: Line, eyes: Seat | None) -> Chapter:
    sides, figures = d.book.sides, d.book.figures
    due = figures.needed_initial if line.date == 1 else figures.needed_later
    facts = [
        ("Weather", ", ".join(filter(None, (line.weather, line.ground)))),
        ("VP of the scenario", f"{line.earned} of {due} needed"),
        ("VP in all", f"{line.points} of {d.needed} needed"),
        *(
            (f"{name.capitalize()} casualties", f"{lost} points")
            for name, lost in zip(sides, line.lost, strict=True)
        ),
        ("Battle", SETTLED.get(line.way, "")),
    ]
    if eyes is not None:
        facts.append(("Your purchases", _purchases(d, eyes, line.date)))
    return Chapter(
        title=d.book.dates[line.date - 1].key,
        text=f"The {sides[line.winner].capitalize()} side wins the scenario.",
        facts=tuple((name, text) for name, text in facts if text),
        camp=sides[line.winner],
        layer=held_after(d, line),
    )


def _purchases(d: Draft, side: Seat, date: int) -> str:
    """By line, with how many and for how much."""
    found: dict[str, list[int]] = {}
    for group in d.groups[side]:
        offer = offer_of(d, side, group)
        if offer is not None and group.date == date and not group.given:
            found.setdefault(offer.called, []).append(group.paid)
    texts = [f"{len(paid)} × {name}" if len(paid) > 1 else name for name, paid in found.items()]
    spent = sum(sum(paid) for paid in found.values())
    return f"{'; '.join(texts)} ({spent} CPP)" if texts else "none"
