"""7.520: what FPP buy, for whom, and how much of it."""

from random import Random

import pytest
from tests.campaign.desk import at, bought, desk, do, legal, off, question, refusal, shop, told

from berlin.campaign.purchases import fortify, strength
from berlin.campaign.purchases.fortify import Fortify, Fortifying, Hide
from berlin.campaign.purchases.purchase import Buy
from berlin.campaign.question import Done
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH


def yard(fpp: int, side: Seat = GERMAN, turn: int = 2, german: tuple[Piece, ...] = ()) -> Draft:
    """A side about to spend FPP."""
    d = desk(german, turn=turn)
    d.account(side, fpp=fpp)
    d.frames.append(Fortifying(side))
    return d


def left(d: Draft, side: Seat = GERMAN) -> int:
    return d.accounts[side].fpp


@rule(
    *("OTO 7.520.foxhole", "OTO 7.520.trench", "OTO 7.520.at_ditch", "OTO 7.520.ap_mine"),
    *("OTO 7.520.at_mine", "OTO 7.520.concealment", "OTO 7.520.wire", "OTO 7.520.pillbox"),
)
@pytest.mark.parametrize(
    ("ware", "fpp", "work"),
    [
        ("foxhole3", 3, Work(Works.FOXHOLE, owner=GERMAN, size=3)),
        ("foxhole2", 2, Work(Works.FOXHOLE, owner=GERMAN, size=2)),
        ("foxhole1", 1, Work(Works.FOXHOLE, owner=GERMAN, size=1)),
        ("trench", 6, Work(Works.TRENCH, owner=GERMAN)),
        ("ditch", 18, Work(Works.DITCH, owner=GERMAN)),
        ("ap6", 12, Work(Works.MINES, owner=GERMAN, hidden=True, ap=6)),
        ("ap8", 16, Work(Works.MINES, owner=GERMAN, hidden=True, ap=8)),
        ("ap12", 24, Work(Works.MINES, owner=GERMAN, hidden=True, ap=12)),
        ("at1", 4, Work(Works.MINES, owner=GERMAN, hidden=True, at=1)),
        ("at3", 12, Work(Works.MINES, owner=GERMAN, hidden=True, at=3)),
        ("at5", 20, Work(Works.MINES, owner=GERMAN, hidden=True, at=5)),
        ("dummy", 1, Work(Works.DUMMY, owner=GERMAN)),
        ("wire", 13, Work(Works.WIRE, owner=GERMAN)),
        ("pillbox135", 18, Work(Works.PILLBOX, owner=GERMAN, size=135)),
        ("pillbox357", 30, Work(Works.PILLBOX, owner=GERMAN, size=357)),
    ],
)
def test_what_each_fortification_costs(ware: str, fpp: int, work: Work) -> None:
    d = yard(100)
    do(d, Fortify(ware))
    assert left(d) == 100 - fpp
    assert d.works == [work]
    d = yard(fpp - 1)
    if fpp > 1:
        assert refusal(d, Fortify(ware)).rule == "OTO 6.fpp"
    else:
        assert question(d) is None


@rule("OTO 6.fpp")
def test_three_wire_are_had_for_fifty_fpp_and_a_fourth_is_not() -> None:
    d = yard(50)
    do(d, *[Fortify("wire")] * 3)
    assert left(d) == 11
    assert refusal(d, Fortify("wire")).rule == "OTO 6.fpp"


@rule("OTO 7.520a")
def test_fpp_that_are_not_spent_are_lost() -> None:
    d = yard(50)
    do(d, *[Fortify("wire")] * 3, Done())
    assert left(d) == 0
    assert question(d) is None


@rule("OTO 7.520a")
def test_fpp_are_had_by_line_m1_and_the_step_asks_who_has_some() -> None:
    d = shop(GERMAN)
    do(d, Buy("M1"), Done())
    fortify.begin(d)
    assert question(d) == Fortifying(GERMAN)
    do(d, Done())
    assert question(d) is None


@rule("OTO 7.520b")
def test_russians_buy_foxholes_only() -> None:
    d = yard(50, RUSSIAN)
    assert legal(d) == [Fortify("foxhole3"), Fortify("foxhole2"), Fortify("foxhole1"), Done()]
    for ware in ("wire", "trench", "ap6", "dummy", "ditch", "pillbox135"):
        assert refusal(d, Fortify(ware)).rule == "OTO 7.520b"
    do(d, Fortify("foxhole3"))
    assert left(d, RUSSIAN) == 47


@rule("OTO 7.520b", "OTO 7.4.ihsr.7")
def test_russians_buy_nothing_for_the_initial_scenario() -> None:
    d = yard(50, RUSSIAN, 1)
    assert question(d) is None
    assert left(d, RUSSIAN) == 0
    d = yard(50, RUSSIAN, 1)
    found = Fortifying(RUSSIAN).why_not(d, Fortify("foxhole1"))
    assert found.rule == "OTO 7.4.ihsr.7"
    assert question(yard(50, GERMAN, 1)) is not None


@rule("OTO 7.520.at_ditch", "OTO 7.520.q2")
def test_fifteen_ditches_in_the_campaign_besides_those_that_were_given() -> None:
    d = yard(400)
    d.works += [Work(Works.DITCH, owner=GERMAN)] * 5
    do(d, *[Fortify("ditch")] * 10, Done())
    d.turn = 3
    d.account(GERMAN, fpp=400)
    # Some are cleared away meanwhile: they were bought all the same.
    del d.works[-3:]
    d.frames.append(Fortifying(GERMAN))
    do(d, *[Fortify("ditch")] * 5)
    assert refusal(d, Fortify("ditch")).rule == "OTO 7.520.at_ditch"
    do(d, Fortify("trench"))


def men(*kinds: str) -> tuple[Piece, ...]:
    return tuple(off(kind) for kind in kinds)


@rule("OTO 7.520.hip.cost", "OTO 4.1d")
@pytest.mark.parametrize(
    ("kind", "fpp"),
    [
        ("g:HMG-Cupola", 5),
        ("g:4-6-7", 3),
        ("g:2-4-7", 2),
        ("g:2-2-8", 1),
        ("g:8-0", 1),
        ("g:hero", 1),
    ],
)
def test_what_hidden_set_up_costs(kind: str, fpp: int) -> None:
    d = yard(50, german=men(kind))
    do(d, Hide(Unit(0)))
    assert left(d) == 50 - fpp
    assert d.pieces[GERMAN][0].marks == Mark.HIP
    assert refusal(d, Hide(Unit(0))).rule == "OTO 7.520.hip.cost"


@rule("OTO 7.520.hip.double")
def test_hidden_set_up_in_shellholes_costs_infantry_double() -> None:
    d = yard(50, german=men("g:4-6-7", "g:HMG-Cupola"))
    do(d, Hide(Unit(0), shellholes=True))
    assert left(d) == 44
    assert d.pieces[GERMAN][0].marks == Mark.HIP | Mark.HIP_SHELLHOLES
    assert refusal(d, Hide(Unit(1), shellholes=True)).rule == "OTO 7.520.hip.cost"
    d = yard(5, german=men("g:4-6-7"))
    assert refusal(d, Hide(Unit(0), shellholes=True)).rule == "OTO 6.fpp"


@rule("OTO 7.520.hip.limit", "OTO 7.520.q1")
@pytest.mark.parametrize(("squads", "most"), [(24, 3), (11, 2), (10, 1), (20, 2)])
def test_a_tenth_of_the_squads_rounded_up_sets_up_hidden(squads: int, most: int) -> None:
    d = yard(100, german=men(*["g:4-6-7"] * squads, "g:8-0", "g:HMG-Cupola"))
    do(d, *(Hide(Unit(number)) for number in range(most)))
    assert refusal(d, Hide(Unit(most))).rule == "OTO 7.520.hip.limit"
    do(d, Hide(Unit(squads)), Hide(Unit(squads + 1)))


@rule("OTO 7.520.q1")
def test_half_squads_count_half_and_who_can_t_set_up_not_at_all() -> None:
    others = (off("g:4-6-7", where=Where.ENTERING), off("g:4-6-7", marks=Mark.PRISONER))
    d = yard(100, german=(*men(*["g:4-6-7"] * 9, "g:2-4-7", "g:2-4-7"), *others))
    assert fortify.survey(d, GERMAN).most == 1
    do(d, Hide(Unit(9)), Hide(Unit(10)))
    assert refusal(d, Hide(Unit(0))).rule == "OTO 7.520.hip.limit"
    for number in (11, 12):
        assert refusal(d, Hide(Unit(number))).rule == "OTO 7.520.hip.cost"
    d = yard(100, german=(*men(*["g:4-6-7"] * 10), at("g:2-4-7", "K12")))
    assert fortify.survey(d, GERMAN).most == 2


@rule("OTO 7.520.hip.guns")
def test_a_gun_and_its_crew_need_no_fpp_to_be_hidden() -> None:
    d = yard(50, german=(off("g:2-2-8"), off("g:PaK-40", holder=0), off("g:2-2-8")))
    assert refusal(d, Hide(Unit(0))).rule == "OTO 7.520.hip.guns"
    assert refusal(d, Hide(Unit(1))).rule == "OTO 7.520.hip.cost"
    do(d, Hide(Unit(2)))


@rule("OTO 7.520.hip.dummy")
def test_no_hidden_set_up_for_dummies() -> None:
    d = yard(50)
    do(d, Fortify("dummy"))
    assert not d.works[0].hidden
    assert not [act for act in legal(d) if isinstance(act, Hide)]
    assert refusal(d, Hide(Unit(0))).rule == "OTO 7.520.hip.cost"
    assert refusal(d, Fortify("hip.dummy")).rule == "OTO 7.520b"


@rule("OTO 7.520b", "OTO 7.520.hip.cost")
def test_russians_and_other_things_are_not_hidden() -> None:
    d = yard(50, german=men("g:StuG-IIIG", "g:LMG"))
    for number in (0, 1):
        assert refusal(d, Hide(Unit(number))).rule == "OTO 7.520.hip.cost"
    assert refusal(d, Hide(unit_of(RUSSIAN, 0))).rule == "OTO 7.520.hip.cost"
    d = yard(50, RUSSIAN)
    d.add(RUSSIAN, off("r:4-4-7"))
    assert refusal(d, Hide(unit_of(RUSSIAN, 0))).rule == "OTO 7.520.hip.cost"


@rule("OTO 7.4.ihsr.5", "OTO 7.4.ihsr.5.q1", "OTO 6.initial_scenario", "OTO 4.1d")
def test_cupolas_that_are_bought_for_the_initial_scenario_hide_for_nothing() -> None:
    d = bought(GERMAN, "I7", turn=1)
    assert [piece.has(Mark.HIP) for piece in d.pieces[GERMAN]] == [True, True]
    d = bought(GERMAN, "I7", turn=2)
    assert [piece.has(Mark.HIP) for piece in d.pieces[GERMAN]] == [False, False]
    d = yard(4, turn=1, german=men("g:HMG-Cupola"))
    assert refusal(d, Hide(Unit(0))).rule == "OTO 6.fpp"
    d.account(GERMAN, fpp=5)
    do(d, Hide(Unit(0)))
    assert d.pieces[GERMAN][0].has(Mark.HIP)


@rule("OTO 7.520.hip.limit")
def test_hidden_set_up_holds_for_one_scenario() -> None:
    d = yard(50, german=men("g:4-6-7"))
    do(d, Hide(Unit(0), shellholes=True), Done())
    d.turn = 3
    strength.begin(d)
    assert d.pieces[GERMAN][0].marks == 0


@pytest.mark.parametrize("seed", range(6))
def test_fpp_spent_at_random_come_to_an_end(seed: int) -> None:
    rng = Random(seed)
    d = yard(120, german=men(*["g:4-6-7"] * 20, "g:8-0", "g:2-2-8"))
    for _ in range(200):
        if question(d) is None:
            break
        do(d, rng.choice(legal(d)))
        assert left(d) >= 0
    assert question(d) is None
    assert left(d) == 0


@rule("OTO 7.518a")
def test_the_other_side_learns_nothing_of_what_is_built() -> None:
    d = yard(50, german=men("g:4-6-7"))
    do(d, Fortify("wire"), Hide(Unit(0)), Done())
    assert told(d)
    assert all(event.seen_by(RUSSIAN) is None for event in told(d))
