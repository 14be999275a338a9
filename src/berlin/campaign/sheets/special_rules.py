"""The special rules of a scenario, and what players are to look up: what is missing, or in doubt."""

from collections.abc import Sequence

from berlin.campaign.sheets import wording
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.state.view import View
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.print_page import heading, listed, page, table


def special_rules(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    parts = [
        table(("", "In force"), imprint.special(seen.turn), ("t", "")),
        heading("To be looked up"),
        listed(imprint.notices()),
    ]
    return page("Special rules", wording.under(imprint, seen), parts)
