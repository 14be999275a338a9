"""7.4: the orders of battle, and what is special before the Initial Scenario."""

from collections import Counter

import pytest
from tests.campaign.desk import desk, do, question

from berlin.campaign.purchases import purchase, strength
from berlin.campaign.purchases.modules import at_hand
from berlin.campaign.purchases.purchase import Onboard, Shop
from berlin.campaign.purchases.strength import receive
from berlin.campaign.question import Done
from berlin.campaign.state.muster import muster
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Works

GERMAN, RUSSIAN = BOTH


@pytest.fixture
def d() -> Draft:
    """Both sides with all that they are given, nothing bought."""
    draft = desk()
    muster(draft)
    purchase.begin(draft)
    do(draft, Done(), Done())
    strength.begin(draft)
    assert question(draft) is None
    return draft


def lines(d: Draft, side: Seat) -> Counter[str]:
    return Counter(d.book.charts[side][group.line].id for group in d.groups[side] if group.line >= 0)


def count(d: Draft, side: Seat) -> Counter[str]:
    return Counter(piece.kind[2:] for piece in d.pieces[side])


@rule("OTO 7.4.ob.german", "OTO 7.4.ob.russian", "OTO 7.4.ob.german.6", "OTO 7.4.ob.russian.7")
def test_elr_san_and_cpp(d: Draft) -> None:
    german, russian = d.accounts
    assert (german.elr, german.san, german.cpp, german.total) == (3, 3, 66, 66)
    assert (russian.elr, russian.san, russian.cpp, russian.total) == (4, 3, 68, 68)


@rule("OTO 7.4.ob.german.1", "OTO 7.4.ob.german.2", "OTO 7.4.ob.german.3", "OTO 7.4.ihsr.2")
def test_the_german_counters(d: Draft) -> None:
    assert lines(d, GERMAN) == {"I1": 1}
    found = count(d, GERMAN)
    assert (found["4-6-7"], found["HMG-Cupola"], found["SdKfz-10-4"]) == (12, 2, 2)
    assert (found["LMG"], found["PSK"]) == (3, 1)
    assert found["MMG"] in (1, 2)
    group = [piece.kind[2:] for piece in d.pieces[GERMAN] if piece.group == 0]
    assert sum(d.book.counters["g:" + kind].is_smc for kind in group) >= 2
    assert {piece.where for piece in d.pieces[GERMAN]} == {Where.RETAINED}
    assert all(piece.has(Mark.NEW) for piece in d.pieces[GERMAN])


@rule("OTO 7.4.ob.german.4", "OTO 7.4.ob.german.5")
def test_the_german_fortifications(d: Draft) -> None:
    assert Counter(work.what for work in d.works) == {
        Works.DITCH: 5,
        Works.WIRE: 10,
        Works.TRENCH: 10,
        Works.MINES: 4,
    }
    mines = [work for work in d.works if work.what is Works.MINES]
    assert {(work.ap, work.at, work.hidden, work.field) for work in mines} == {(6, 3, True, -1)}
    assert {(work.owner, work.space) for work in d.works} == {(GERMAN, -1)}


@rule(
    *("OTO 7.4.ob.russian.1", "OTO 7.4.ob.russian.2", "OTO 7.4.ob.russian.3", "OTO 7.4.ob.russian.4"),
    *("OTO 7.4.ob.russian.6", "OTO 7.4.ob.russian.q1", "OTO 7.4.ihsr.2"),
)
def test_the_russian_counters(d: Draft) -> None:
    assert lines(d, RUSSIAN) == {"V5": 3, "V4": 2, "I5": 1, "B1": 2}
    found = count(d, RUSSIAN)
    assert found["PT-34"] + found["PT-34-L"] == 6
    assert (found["KV-1S"], found["6-2-8"], found["T-34-M43"], found["GAZ-MM"]) == (4, 8, 4, 6)
    assert (found["LMG"], found["FT"], found["DC"]) == (1, 2, 5)
    assert {piece.where for piece in d.pieces[RUSSIAN]} == {Where.ENTERING}


@rule("OTO 7.4.ihsr.3", "OTO 7.4.ob.russian.5")
def test_two_bombardments_are_free(d: Draft) -> None:
    given = [group for group in d.groups[RUSSIAN] if _id(d, group.line) == "B1"]
    assert len(given) == 2
    assert all(group.given and not group.paid for group in given)


@rule("OTO 7.4.ihsr.4a")
def test_four_aircraft_until_turn_two_each_with_a_roll_for_atcb() -> None:
    d = desk()
    muster(d)
    (planes,) = [number for number, group in enumerate(d.groups[RUSSIAN]) if group.until]
    assert d.groups[RUSSIAN][planes].until == 2
    d.given = (2, 3, 1, 6)
    receive(d, RUSSIAN, planes)
    pieces = [piece for piece in d.pieces[RUSSIAN] if piece.group == planes]
    assert [(piece.kind, piece.has(Mark.ATCB)) for piece in pieces] == [
        ("r:44A-GA", True),
        ("r:44A-GA", False),
        ("r:44A-GA", True),
        ("r:44A-GA", False),
    ]


@rule("OTO CG12b1")
def test_a_given_group_that_paid_for_it_sets_up() -> None:
    d = desk()
    muster(d)
    d.frames.append(Shop(RUSSIAN))
    engineers = next(n for n, group in enumerate(d.groups[RUSSIAN]) if _id(d, group.line) == "I5")
    trucks = next(piece.group for piece in d.pieces[RUSSIAN] if piece.kind == "r:GAZ-MM")
    do(d, Onboard(engineers), Onboard(trucks), Done())
    strength.begin(d)
    ready = {piece.group for piece in d.pieces[RUSSIAN] if piece.where is Where.RETAINED}
    assert ready == {engineers, trucks}


def _id(d: Draft, line: int) -> str:
    return d.book.charts[RUSSIAN][line].id if line >= 0 else ""


@rule("OTO 7.4.ihsr.5.q1")
def test_the_given_cupolas_are_not_hidden_for_nothing(d: Draft) -> None:
    for piece in d.pieces[GERMAN]:
        if "Cupola" in piece.kind:
            assert not piece.has(Mark.HIP)


def test_nothing_given_counts_as_bought(d: Draft) -> None:
    for side in (GERMAN, RUSSIAN):
        assert not any(d.accounts[side].bought)
        assert not any(d.accounts[side].today)
        assert at_hand(d, side) == []
