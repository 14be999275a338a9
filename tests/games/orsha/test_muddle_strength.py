"""7.519 once more, for every line of both charts: what a group brings, reckoned from its dice."""

from collections import Counter

import pytest
from tests.campaign.desk import desk
from tests.games.orsha.muddle import GERMAN, RUSSIAN, Again
from tests.games.orsha.test_purchase import RULES

from berlin.campaign.book.charts import Offer
from berlin.campaign.purchases import strength
from berlin.campaign.purchases.strength import Spared
from berlin.campaign.state.state import Group
from berlin.games.orsha.rules.book import BOOK
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Where

HISTORICAL = {1: (-1, -2), 2: (0, 1), 3: (0, -1), 4: (1, 0)}
LINES = [(side, offer) for side in BOTH for offer in BOOK.charts[side] if offer.id[0] in "IVGF"]
WITHOUT = {GERMAN: ("I7",), RUSSIAN: ()}
"""Lines that are never Depleted."""


def fielded(side: Seat, offer: Offer, depleted: bool, rolled: Again) -> list[str]:
    """The counters of a line without crews, weapons and leaders."""
    found: list[str] = []
    for part in offer.yields:
        if offer.id[0] == "F":
            many = int(BOOK.tables["aircraft"].result(rolled.die()))
            kind = BOOK.tables[part.types].result(rolled.die()) if part.types else part.kind
            return [kind] * many
        if offer.branch.value == "heavy weapons":
            many = sum(rolled.die() <= 4 for _ in range(part.full)) if depleted else part.full
        else:
            many = part.depleted if depleted else part.full
        kinds = [part.kind] * many
        if part.types:
            kinds = [BOOK.tables[part.types].result(rolled.die()) for _ in range(many)]
        for kind in kinds:
            chance = BOOK.market.optional.get(kind)
            if chance is not None and rolled.die() > chance:
                kind += " without its machine-gun"
            found.append(kind)
    return found


def armed(offer: Offer, depleted: bool, rolled: Again) -> list[str]:
    """The support weapons of a line."""
    found: list[str] = []
    for part in BOOK.market.allotments.get(offer.key, ()):
        many = sum(rolled.die() <= 4 for _ in range(part.number)) if depleted else part.number
        if part.chance:
            many += rolled.die() <= part.chance - depleted
        found += [part.kind] * many
    return found


def led(side: Seat, offer: Offer, turn: int, depleted: bool, rolled: Again) -> list[str]:
    """The leaders of a line."""
    letter, id = "gr"[side], offer.id
    if id[0] == "V":
        if side == GERMAN and id in ("V5", "V6"):
            return []
        total = rolled.dice() + depleted - (side == GERMAN)
        if side == RUSSIAN:
            total += (id in ("V5", "V8")) - (id in ("V4", "V7", "V8"))
        return [f"{letter}:AL-{text}" for text in BOOK.tables["armor"].words(total)]
    if side == GERMAN and id in ("I3", "I4"):
        return [f"{letter}:{text}" for text in BOOK.tables["platoon"].words(rolled.die() + depleted)]
    if id in (("I1", "I2"), ("I1", "I2", "I3", "I4", "I5"))[side]:
        total = rolled.dice() + depleted + HISTORICAL[turn][side]
        total += (id == "I2") if side == GERMAN else -(id in ("I2", "I4", "I5"))
        table = BOOK.tables[f"leaders.{BOOK.sides[side]}"]
        return [f"{letter}:{text}" for text in table.words(total)]
    return []


@rule(*RULES, "OTO 7.519", "OTO 7.5151", "OTO CG8", *(f"OTO RG.german.note.{note}" for note in "bdl"))
@rule(*(f"OTO 7.519{number}" for number in ("1", "2a", "2b", "2.q1", "3a", "3b", "3.q1", "4")))
@rule(*(f"OTO 7.519{number}" for number in ("6a", "6c", "7a", "7b", "7e", "7.q2")))
@rule(*(f"OTO RG.russian.note.{note}" for note in "bdno"))
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize(("side", "offer"), LINES, ids=lambda one: getattr(one, "key", str(one)))
def test_7_519_what_comes_of_a_group(side: Seat, offer: Offer, turn: int) -> None:
    for seed in range(6):
        d = desk(turn=turn, key=bytes([seed, turn]) * 16)
        line = BOOK.charts[side].index(offer)
        trucks = side == RUSSIAN and offer.id in ("G2", "G3") and seed % 2 == 0
        d.groups[side].append(Group(line, turn, onboard=seed % 3 > 0, trucks=trucks))
        strength.receive(d, side, 0)
        rolled = Again(d)
        rolls = turn > 1 and offer.id[0] != "F" and offer.id not in WITHOUT[side]
        depleted = rolls and rolled.dice() + HISTORICAL[turn][side] >= 9
        assert d.groups[side][0].depleted == depleted
        units = fielded(side, offer, depleted, rolled)
        bombs = 0
        if offer.id[0] == "F" and "atcb" in notes(offer):
            bombs = sum(rolled.die() <= 2 for _ in units)
        if not units:
            # One is chosen, if there are several kinds.
            assert any(isinstance(one, Spared) for one in d.frames) == (len(offer.yields) > 1)
            if len(offer.yields) > 1:
                assert rolled.is_over
                continue
            units = [offer.yields[0].kind]
        crews = len(units) if offer.branch.value in ("heavy weapons", "guns") and offer.id != "I7" else 0
        crews = len(units) if side == RUSSIAN and offer.id == "I7" else crews
        more = [f"{'gr'[side]}:2-2-8"] * crews + ["r:GAZ-MM"] * (len(units) if trucks else 0)
        more += armed(offer, depleted, rolled) + led(side, offer, turn, depleted, rolled)
        found = [
            piece.kind + " without its machine-gun" * piece.has(Mark.AAMG_ABSENT) for piece in d.pieces[side]
        ]
        assert Counter(found) == Counter(units + more)
        assert rolled.is_over
        weapons = {f"{BOOK.counters[part.kind].text}" for part in BOOK.market.allotments.get(offer.key, ())}
        cited = {rule for event in d.log or () for rule in event.rules}
        if weapons:
            assert ("OTO 7.5192b" in cited, "OTO 7.5192a" in cited) == (depleted, not depleted)
        assert sum(piece.has(Mark.ATCB) for piece in d.pieces[side]) == bombs
        held = [piece for piece in d.pieces[side] if piece.holder >= 0]
        leaders = sum(BOOK.counters[piece.kind].sort is Sort.COMMANDER for piece in d.pieces[side])
        assert len(held) == crews + leaders - sum(
            1 for frame in d.frames if type(frame).__name__ == "Leading"
        )
        for piece in d.pieces[side]:
            flies = BOOK.counters[piece.kind].sort is Sort.AIRCRAFT
            assert piece.where is (Where.ENTERING if flies or seed % 3 == 0 else Where.RETAINED)
            assert piece.has(Mark.NEW)
            sapper = BOOK.counters[piece.kind].sort is Sort.SQUAD and offer.id == ("I3", "I5")[side]
            assert piece.has(Mark.ENGINEER) == sapper
            first = turn == 1 and BOOK.counters[piece.kind].sort is Sort.CUPOLA
            assert piece.has(Mark.HIP) == first


def notes(offer: Offer) -> set[str]:
    return {note.value.lower() for note in offer.notes}
