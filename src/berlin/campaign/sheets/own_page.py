"""A page that a side sees of itself alone."""

from collections.abc import Callable, Iterator

from berlin.campaign.sheets import wording
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.state.view import View
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.print_page import note, page
from berlin.kernel.contract.words import sentence


def own_page(
    imprint: Imprint, seen: View, name: str, unseen: str, parts: Callable[[Seat], Iterator[str]]
) -> str:
    """The page of this name for who looks; a spectator is told that it is `unseen`."""
    under = wording.under(imprint, seen)
    if seen.seat is None:
        return page(sentence(name), under, [note(unseen)])
    return page(f"{imprint.name(seen.seat)} {name}", under, parts(seen.seat), seen.seat)
