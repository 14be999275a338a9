"""Whatever a person reads at the table of a campaign is put in names: codes are for records and scripts."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest
from tests.campaign.reading import Read, campaign, once

from berlin.campaign.purchases.fortify import wares
from berlin.campaign.report.acts import MARKS, WORKS
from berlin.games.orsha.board.ground import KEYS
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.squad.board.names import SPAN, unit_of

BOOK = GAME.tabletop.book
SEEDED: tuple[tuple[int, dict[str, str], int], ...] = (
    (1, {}, 4_000),
    (2, {"balance": "german", "kept": "2"}, 700),
    (3, {"battles": "report", "balance": "russian"}, 1_100),
    (4, {"battles": "each"}, 700),
)
"""Campaigns with each way of settling battles and each option, and for how many acts they are followed."""

EVERYWHERE = {
    *("Prompt.text", "Prompt.why", "say", "Choice.said", "Choice.label", "warning", "reason"),
    *("Explanation.title", "Explanation.notes", "Tally.label", "Modifier.label", "Outcome.label"),
    *("Event.text", "Piece.name", "Piece.badges", "Marker.text", "Track.name", "Track.about", "Tray.name"),
    *("Tray.note", "Layer.name", "Shop.name", "Offer.name", "Offer.text", "Offer.reason", "Bought.name"),
    *("Task.title", "Task.text", "refusal of Buy", "paper roster", "paper order", "paper perimeters"),
}
"""Where a campaign is read, whatever its options."""

# What looks like a code and is none: what is printed on counters, and the numbers of rules.
PRINTED = re.compile("|".join(sorted((re.escape(one.text) for one in BOOK.counters.values()), key=len)[::-1]))
CITED = re.compile(r"\[[^\]]*\]|\b[A-Z]{1,2}\d+\.\d+\w*|\b(?:CG|OtO)\d+\w*")
NUMBERS = r"[A-Z]{1,2}\d{1,2}(?: to [A-Z]{1,2}\d{1,2})?"
IN_BRACKETS = re.compile(rf"\({NUMBERS}(?:, {NUMBERS})*\)")
NOTES = re.compile(
    r"\(found\)|\(house\)|\bHouse:|house number|Not in the text|\b[Rr]uling\b|\b[Vv]erify\b|say done|\bTODO\b"
)
RULES = "gist"
"""What the book prints, in its own terms: it names lines of charts and hexes by what is printed there."""
FILES = ("paper vasl",)
"""What another program reads, and no person."""
NUMBERED = ("paper ", "on paper: ", "Spot.name")
"""Where a person has a real map before him, and looks for the numbers that are printed there: papers, the
questions about Perimeters and reports, and the sign of each hex, which says how both go together. The CG
Roster has the IDs of groups besides, for the book wants them there (7.518)."""


@cache
def codes() -> frozenset[str]:
    """Of units, hexes, purchases, kinds of counters, fortifications, conditions and things on the ground."""
    unit = GAME.acts.words["unit"].write
    units = {unit(unit_of(side, number)) for side in BOTH for number in range(SPAN)}
    d = Draft(GAME.set_up("orsha", bytes(32), {}))
    lines = {offer.id for chart in BOOK.charts for offer in chart}
    keys = {offer.key for chart in BOOK.charts for offer in chart} | set(BOOK.counters)
    bought = {ware.key for ware in wares(d)} | set(BOOK.market.fortifications)
    marks = {word for word in (*MARKS, *WORKS) if "-" in word}
    found = units | lines | keys | bought | marks | set(filter(None, KEYS))
    return frozenset(word for word in found if re.search(r"[\d:.-]", word))


def words(text: str) -> Iterator[str]:
    """The words of a text, and those that are made of several by colons, dots and hyphens."""
    for found in re.finditer(r"[\w:.-]*\w", text):
        yield found[0]
        yield from re.findall(r"\w+", found[0])


def told(where: str, text: str) -> str:
    """What is left of a text without what may stand there."""
    if text.startswith("<!"):
        text = unescape(re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>", " ", text, flags=re.S))
    text = CITED.sub("", PRINTED.sub("", text))
    return IN_BRACKETS.sub("", text) if where.startswith(NUMBERED) else text


def faults(where: str, text: str) -> list[str]:
    """The codes and the notes to ourselves that stand in a text."""
    if where in FILES:
        return []
    plain = told(where, text)
    found = [word for word in words(plain) if word in codes() and where != RULES]
    found += [kind for kind in BOOK.counters if kind in text]
    found += [note[0] for note in NOTES.finditer(plain)]
    found += [side for side in GAME.seats if re.search(rf"(?<![.\w]){side}\b(?!\.\w)", plain)]
    return found


def check(read: Iterator[Read]) -> set[str]:
    """Where texts were read, none of them with a fault."""
    texts = set(read)
    wrong = {(where, fault): text for where, text in texts for fault in faults(where, text)}
    lines = [
        f"{where}: {fault} in: {text[max(text.find(fault) - 80, 0) :][:160]}"
        for (where, fault), text in wrong.items()
    ]
    assert not lines, "\n".join(sorted(lines)[:40])
    return {where.removeprefix("on paper: ") for where, _ in texts}


@pytest.mark.parametrize(("seed", "options", "most"), SEEDED)
def test_no_code_and_no_note_to_ourselves_is_read_in_a_campaign(
    seed: int, options: dict[str, str], most: int
) -> None:
    assert check(campaign(GAME, seed, options, every=23, most=most)) >= EVERYWHERE


def test_nor_on_the_box_the_board_and_in_the_rules() -> None:
    assert check(once(GAME)) >= {"gist", "option", "Spot.name", "Spot.note", "Scenario.about", "Paper.title"}


def test_what_is_told_of_a_battle_and_of_the_end_is_read_too() -> None:
    seed, options, most = SEEDED[0]
    assert "Result.text" in {where for where, _ in campaign(GAME, seed, options, every=most, most=most)}
    seed, options, most = SEEDED[2]
    assert {"Form.text", "Row.name", "Row.said"} <= {
        where.removeprefix("on paper: ") for where, _ in campaign(GAME, seed, options, every=40, most=most)
    }


@pytest.mark.parametrize(
    ("where", "text", "fault"),
    [
        ("say", "Set up g12", "g12"),
        ("say", "Put it in K33", "K33"),
        ("Spot.name", "The bridge K33", "K33"),
        ("Prompt.text", "the bridge (K33)", "K33"),
        ("Offer.name", "I1 Rifle Company", "I1"),
        ("Event.text", "AP mines (ap8) for 16 FPP", "ap8"),
        ("Row.said", "bmg-disabled", "bmg-disabled"),
        ("refusal", "no 8-0 becomes g:4-6-7", "g:4-6-7"),
        ("gist", "Up-Slope counts. Ruling: it does", "Ruling"),
        ("gist", "House: chosen so", "House:"),
        ("Prompt.why", "Name them, then say done.", "say done"),
        ("Event.text", "german: a roll", "german"),
    ],
)
def test_a_code_or_a_note_would_be_found(where: str, text: str, fault: str) -> None:
    assert fault in faults(where, text)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("Spot.name", "The bridge (K33)"),
        ("on paper: say", "the road (K34 to K36, L5)"),
        ("Event.text", "T-34/M43 and KV-1 M41 mineroller: a roll [OTO CG12a2]"),
        ("Event.text", "Ammunition Shortage (A19.131)"),
    ],
)
def test_names_and_rules_are_no_codes(where: str, text: str) -> None:
    assert not faults(where, text)
