"""7.5184, CG12 and the notes of both charts: what a group costs with all that is had with it."""

import pytest
from tests.campaign.desk import desk, do, refusal, shop

from berlin.campaign.purchases.prices import price, share, spent
from berlin.campaign.purchases.purchase import Buy, Enter, Motorize, Onboard, Raise, Register, Shop
from berlin.campaign.state.muster import muster
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.mark import rule

GERMAN, RUSSIAN = BOTH


def paid(d: Draft, side: Seat) -> int:
    return d.accounts[side].total - d.accounts[side].cpp


@rule("OTO 7.518a", "OTO 7.5152b", "OTO 6.cpp")
def test_what_is_bought_is_paid_for_at_once_and_nobody_spends_what_he_has_not() -> None:
    d = shop(GERMAN, 25)
    do(d, Buy("I1"))
    assert d.accounts[GERMAN].cpp == 18
    d = shop(GERMAN, 3)
    assert refusal(d, Buy("I4")).rule == "OTO 6.cpp"
    d = shop(GERMAN, 25)
    do(d, Buy("I1"), Buy("I1"), Buy("I4"), Buy("G1"))
    assert d.accounts[GERMAN].cpp == 2
    assert spent(d, GERMAN) == 23
    assert refusal(d, Buy("I6")).rule == "OTO 6.cpp"


@rule("OTO CG12a2")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_german_group_that_does_not_set_up_costs_one_less(turn: int) -> None:
    d = shop(GERMAN, 20, turn)
    do(d, Buy("V3"), Enter(0))
    assert (paid(d, GERMAN), d.groups[GERMAN][0].onboard) == (5, False)
    assert price(d, GERMAN, d.groups[GERMAN][0]).rules == ("OTO CG12a2",)
    assert refusal(d, Enter(0)).rule == "OTO CG12a2"


@rule("OTO CG12a2", "OTO CG12.q1")
@pytest.mark.parametrize("line", ["I7", "G1", "O1", "M1", "F1", "M2", "M3", "O5"])
def test_cupolas_guns_oba_and_fpp_never_cost_less(line: str) -> None:
    d = shop(GERMAN, 20)
    do(d, Buy(line))
    assert refusal(d, Enter(0)).rule == "OTO CG12.q1"


@rule("OTO CG12b3")
def test_russian_groups_cost_one_less_from_the_second_date_on() -> None:
    for turn, cost in ((1, 7), (2, 6), (4, 6)):
        d = shop(RUSSIAN, 20, turn)
        do(d, Buy("I2"))
        if turn == 1:
            assert refusal(d, Enter(0)).rule == "OTO CG12b3"
            other = shop(RUSSIAN, 20, turn)
            do(other, Buy("I2"), Onboard(0))
            assert refusal(other, Enter(0)).rule == "OTO CG12b3"
        else:
            do(d, Enter(0))
        assert paid(d, RUSSIAN) == cost
        assert not d.groups[RUSSIAN][0].onboard


@rule("OTO CG12.q1")
def test_russian_guns_may_enter_for_less_and_aircraft_not() -> None:
    d = shop(RUSSIAN, 20)
    do(d, Buy("F1"), Buy("G1"), Enter(1))
    assert paid(d, RUSSIAN) == 1 + 2
    assert refusal(d, Enter(0)).rule == "OTO CG12.q1"


@rule("OTO CG12b1")
def test_on_the_first_date_a_russian_group_pays_for_its_set_up() -> None:
    d = shop(RUSSIAN, 20, 1)
    do(d, Buy("I2"), Onboard(0))
    assert (paid(d, RUSSIAN), d.groups[RUSSIAN][0].onboard) == (8, True)
    assert refusal(d, Onboard(0)).rule == "OTO CG12b1"
    d = shop(RUSSIAN, 20, 2)
    do(d, Buy("I2"))
    assert d.groups[RUSSIAN][0].onboard
    assert refusal(d, Onboard(0)).rule == "OTO CG12b1"
    d = shop(GERMAN, 20, 1)
    do(d, Buy("I1"))
    assert d.groups[GERMAN][0].onboard
    assert refusal(d, Onboard(0)).rule == "OTO CG12b1"


@rule("OTO CG12b1")
def test_set_up_needs_the_cpp_for_it() -> None:
    d = shop(RUSSIAN, 7, 1)
    do(d, Buy("I2"))
    assert refusal(d, Onboard(0)).rule == "OTO 6.cpp"


@rule("OTO CG12b1", "OTO CG12b.q1")
def test_what_was_given_pays_one_cpp_a_group_and_tanks_and_trucks_are_a_group_each() -> None:
    d = desk()
    muster(d)
    d.frames.append(Shop(RUSSIAN))
    lines = [d.book.charts[RUSSIAN][g.line].id if g.line >= 0 else "" for g in d.groups[RUSSIAN]]
    do(d, Onboard(lines.index("I5")))
    assert paid(d, RUSSIAN) == 1
    lots = [n for n, line in enumerate(lines) if not line and not d.groups[RUSSIAN][n].until]
    assert len(lots) == 2
    do(d, *map(Onboard, lots))
    assert paid(d, RUSSIAN) == 3
    planes = next(n for n, group in enumerate(d.groups[RUSSIAN]) if group.until)
    for other in (planes, lines.index("B1")):
        assert refusal(d, Onboard(other)).rule == "OTO CG12b1"


@rule("OTO RG.german.note.f", "OTO RG.russian.note.f")
def test_a_module_has_up_to_two_pre_registered_hexes() -> None:
    d = shop(GERMAN, 20)
    do(d, Buy("O1"), Register(0), Register(0))
    assert (paid(d, GERMAN), d.groups[GERMAN][0].registered) == (5, (-2, -2))
    assert refusal(d, Register(0)).rule == "OTO RG.german.note.f"
    d = shop(RUSSIAN, 20)
    do(d, Buy("O3"), Register(0), Buy("O4"))
    assert paid(d, RUSSIAN) == 6 + 2
    assert refusal(d, Register(1)).rule == "OTO RG.russian.note.f"


@rule("OTO RG.german.note.h2", "OTO RG.russian.note.i2", "OTO CG13d")
@pytest.mark.parametrize(("side", "observer"), [(GERMAN, "O4"), (RUSSIAN, "O6")])
def test_an_observer_is_raised_once(side: Seat, observer: str) -> None:
    d = shop(side, 20)
    do(d, Buy("O1"), Buy(observer, 0))
    assert (paid(d, side), d.groups[side][0].level) == (4, 2)
    do(d, Raise(1))
    assert (paid(d, side), d.groups[side][0].level) == (5, 3)
    note = ("OTO RG.german.note.h2", "OTO RG.russian.note.i2")[side]
    assert refusal(d, Raise(1)).rule == note
    assert refusal(d, Raise(0)).rule == note
    do(d, Register(0))
    assert paid(d, side) == 6


@rule("OTO RG.russian.note.i2")
def test_the_observer_of_a_rocket_module_is_raised_too() -> None:
    d = shop(RUSSIAN, 20)
    do(d, Buy("O4"), Raise(0))
    assert (paid(d, RUSSIAN), d.groups[RUSSIAN][0].level) == (3, 3)


@rule("OTO RG.russian.note.o")
def test_trucks_cost_one_cpp_and_only_some_guns_have_them() -> None:
    d = shop(RUSSIAN, 20)
    do(d, Buy("G2"), Motorize(0), Buy("G1"))
    assert paid(d, RUSSIAN) == 6 + 3
    for group in (0, 1):
        assert refusal(d, Motorize(group)).rule == "OTO RG.russian.note.o"


@rule("OTO RG.german.note.i", "OTO RG.german.note.i.q1")
@pytest.mark.parametrize(("total", "limit"), [(66, 14), (22, 5), (26, 6), (25, 5)])
def test_a_fifth_of_the_cpp_rounded_up_may_go_to_fpp_and_minefields(total: int, limit: int) -> None:
    d = shop(GERMAN, total)
    assert share(d, GERMAN) == limit
    assert share(shop(GERMAN, 3, total=total), GERMAN) == limit


@rule("OTO RG.german.note.i")
def test_fpp_and_minefields_share_one_limit() -> None:
    d = shop(GERMAN, 22)
    do(d, Buy("M1"), Buy("M1"), Buy("M1"), Buy("M2"), Buy("I1"))
    assert refusal(d, Buy("M2")).rule == "OTO RG.german.note.i"
    assert refusal(d, Buy("M1")).rule == "OTO RG.german.note.i"
    do(d, Buy("M3"))


@rule("OTO CG12.q1")
def test_no_group_falls_below_one_cpp() -> None:
    d = shop(GERMAN, 20)
    do(d, Buy("V5"), Enter(0))
    assert paid(d, GERMAN) == 1
