"""All papers of a campaign: what each is called, and who writes it."""

from collections.abc import Callable, Sequence

from berlin.campaign.sheets.battle_order import battle_order
from berlin.campaign.sheets.cg_roster import cg_roster
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.sheets.organizer import organizer
from berlin.campaign.sheets.perimeter_map import perimeter_map
from berlin.campaign.sheets.purchases import purchases
from berlin.campaign.sheets.roster import roster
from berlin.campaign.sheets.special_rules import special_rules
from berlin.campaign.sheets.templates import templates
from berlin.campaign.state.view import View
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.papers import Paper

Writer = Callable[[Imprint, View, Sequence[Event]], str]

_ALL: tuple[tuple[Paper, Writer], ...] = (
    (
        Paper("roster", "Roster", "Every unit, where it is and in what condition.", "roster.html"),
        roster,
    ),
    (
        Paper("dates", "CG Roster", "Date by date: CPP, groups, ELR, SAN, weather.", "cg-roster.html"),
        cg_roster,
    ),
    (
        Paper("purchases", "Purchase record", "Each group that was bought, and its rolls.", "purchases.html"),
        purchases,
    ),
    (
        Paper("organizer", "Force organizer", "The groups with their units and leaders.", "organizer.html"),
        organizer,
    ),
    (
        Paper("perimeters", "Perimeter map", "The map with both Perimeters.", "perimeters.html"),
        perimeter_map,
    ),
    (
        Paper("order", "Order of battle", "The set-up hex by hex, as text.", "order-of-battle.md"),
        battle_order,
    ),
    (
        Paper("rules", "Special rules", "What is in force, and what to look up.", "special-rules.html"),
        special_rules,
    ),
    (
        Paper("vasl", "For vasl-templates", "The set-up as JSON that vasl-templates loads.", "vasl.json"),
        templates,
    ),
)
PAPERS = tuple(paper for paper, _ in _ALL)
_WRITERS = {paper.key: writer for paper, writer in _ALL}


def write(imprint: Imprint, key: str, seen: View, story: Sequence[Event]) -> str:
    """One of them. Raises KeyError."""
    return _WRITERS[key](imprint, seen, story)
