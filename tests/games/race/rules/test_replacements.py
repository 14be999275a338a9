"""3.2: replacement points and support points."""

import pytest
from table import Table

from berlin.kernel.proof.mark import rule

HELD = """
    [chits]
    zhukov = [10]
    koniev = [1, 6]
    out = [9]
"""
POSITION = """
    [units]
    Kustrin = ["8GA/1-", "47/1-", "47/2"]
    Triebel = ["13/1-", "3GA/1", "3GA/2", "3GTA/1"]
    Frankfurt = ["303-"]
    Cottbus = ["21Pz-"]
    [off]
    destroyed = ["8GA/2", "13/2", "541", "404"]
"""


def at(stage: str = "B.2", turn: int = 2, position: str = POSITION, rest: str = HELD) -> Table:
    return Table.at(f'turn = {turn}\nstage = "{stage}"\n{position}{rest}')


def koniev() -> Table:
    """Koniev's turn to spend, in B.2 after Zhukov."""
    t = at()
    assert t.decider == "zhukov"
    t.do("done")
    assert (t.stage, t.decider) == ("B.2", "koniev")
    return t


def zones(t: Table, unit: str) -> set[str]:
    return {text.split()[2] for text in t.legal(unit) if text.startswith("return ")}


@rule("RFB 3.2")
@pytest.mark.parametrize("stage", ["C.1", "C.2", "C.3", "C.4", "D.1"])
def test_3_2_replacement_points_are_spent_in_b2_only(stage: str) -> None:
    zhukovs = {"rebuild 8GA/1", "return 8GA/2 Kustrin", "convert", "starve 47/2"}
    konievs = {"rebuild 13/1", "return 13/2 Triebel", "convert", "starve 3GA/1"}
    assert zhukovs <= set(at("B.2").legal())
    assert konievs <= set(koniev().legal())
    t = at(stage)
    assert t.stage == stage
    assert not [text for text in zhukovs | konievs if t.can(text)]


@rule("RFB 3.2.1a")
def test_3_2_1_each_player_has_one_replacement_point_a_turn() -> None:
    t = at()
    t.do("rebuild 8GA/1")
    assert not t.can("rebuild 47/1")
    assert not t.can("return 8GA/2 Kustrin")
    assert not t.can("convert")
    if t.decider == "zhukov":
        t.do("done")
    assert t.decider == "koniev"
    t.do("rebuild 13/1")
    assert not t.can("return 13/2 Triebel")
    t = at()
    t.do("return 8GA/2 Kustrin")
    assert not t.can("rebuild 8GA/1")
    assert not t.can("convert")


@rule("RFB 3.2.1b")
def test_3_2_1_a_point_returns_a_reduced_soviet_unit_to_full_strength() -> None:
    t = at()
    assert t.reduced("8GA/1")
    t.do("rebuild 8GA/1")
    assert not t.reduced("8GA/1")
    assert t.reduced("47/1")


@rule("RFB 3.2.1b")
def test_3_2_1_only_the_players_own_reduced_soviets_are_rebuilt() -> None:
    t = at()
    assert t.can("rebuild 8GA/1")
    for unit in ("47/2", "13/1", "303", "21Pz"):
        assert not t.can(f"rebuild {unit}")
    t = koniev()
    assert t.can("rebuild 13/1")
    for unit in ("8GA/1", "303", "21Pz"):
        assert not t.can(f"rebuild {unit}")


@rule("RFB 3.2.1c")
def test_3_2_1_a_unit_out_of_supply_is_not_rebuilt() -> None:
    t = at(rest='[marks]\noos = ["8GA/1"]\n')
    assert not t.can("rebuild 8GA/1")
    assert t.can("rebuild 47/1")


@rule("RFB 3.2.1d")
def test_3_2_1_a_point_returns_a_destroyed_unit_reduced_to_a_supply_zone_of_its_camp() -> None:
    t = koniev()
    assert zones(t, "13/2") == {"Triebel", "Priebus", "Sanitz", "Penzig"}
    t.do("return 13/2 Priebus")
    assert t.zone("13/2") == "Priebus"
    assert t.reduced("13/2")


@rule("RFB 3.2.1d")
def test_3_2_1_a_player_returns_his_own_units_to_his_own_zones() -> None:
    t = at()
    assert zones(t, "8GA/2") == {"Barwalde", "Kustrin", "Goritz", "Reppen", "Ziebingen"}
    assert not t.can("return 13/2 Triebel")
    assert not t.can("return 13/2 Kustrin")


@rule("RFB 3.2.1d")
def test_3_2_1_a_unit_that_has_not_been_destroyed_does_not_return() -> None:
    t = at(position=POSITION + 'pool = ["3"]\nwithdrawn = ["69/1"]\n')
    assert zones(t, "8GA/2")
    for unit in ("3/1", "69/1", "47/2"):
        assert not zones(t, unit)


@rule("RFB 3.2.1.q1")
def test_3_2_1_q1_a_destroyed_german_unit_does_not_come_back() -> None:
    assert not [text for unit in ("541", "404") for text in at().legal(unit)]
    assert not [text for unit in ("541", "404") for text in koniev().legal(unit)]


@rule("RFB 3.2.1.q1")
def test_3_2_1_q1_a_returned_unit_may_be_activated_in_the_same_turn() -> None:
    t = koniev()
    t.do("return 13/2 Triebel")
    assert not t.used("13/2")
    t.until("C.2")
    assert t.turn == 2
    assert t.can("activate 13/2 move")


@rule("RFB 3.2.2a")
def test_3_2_2_the_point_may_be_turned_into_a_support_point() -> None:
    t = at()
    t.do("convert")
    assert (t.support("zhukov"), t.support("koniev")) == (1, 0)
    assert not t.can("rebuild 8GA/1")
    assert not t.can("return 8GA/2 Kustrin")
    assert not t.can("convert")
    t = koniev()
    t.do("convert")
    assert (t.support("zhukov"), t.support("koniev")) == (0, 1)


@rule("RFB 3.2.2b")
def test_3_2_2_each_supplied_unit_put_out_of_supply_gives_a_support_point() -> None:
    t = koniev()
    t.do("starve 3GA/1", "starve 3GA/2", "starve 3GTA/1", "convert")
    assert t.support("koniev") == 4
    assert all(t.oos(unit) for unit in ("3GA/1", "3GA/2", "3GTA/1"))
    assert not t.oos("13/1")
    t.until("C.2")
    assert t.turn == 2
    assert t.can("activate 3GA/1 move")
    assert not t.can("activate 3GA/1 reserve")
    assert t.can("activate 13/1 reserve")


@rule("RFB 3.2.2b")
def test_3_2_2_a_unit_is_put_out_of_supply_once_and_by_its_own_player() -> None:
    t = at(rest='[marks]\noos = ["8GA/1"]\n')
    assert not t.can("starve 8GA/1")
    assert not t.can("starve 3GA/1")
    assert t.can("starve 47/2")
    t.do("starve 47/2")
    assert not t.can("starve 47/2")
    # Support does not use up the replacement point.
    assert t.can("rebuild 47/1")


@rule("RFB 3.2.2c")
def test_3_2_2_the_support_track_shows_the_points_to_both() -> None:
    t = koniev()
    t.do("convert")

    def shown(seat: str) -> list[int]:
        tracks = t.scene(seat).tracks
        return [track.value for track in tracks if "support" in track.name.lower() and track.seat == 1]

    assert shown("zhukov") == shown("koniev") == [1]
    t.do("starve 3GA/1", "starve 3GA/2", "starve 3GTA/1")
    assert shown("zhukov") == shown("koniev") == [4]


@rule("RFB 3.2.2.q1")
def test_3_2_2_q1_germans_are_not_put_out_of_supply_for_support() -> None:
    assert at().can("starve 47/2")
    assert not at().can("starve 21Pz")
    assert koniev().can("starve 3GA/1")
    assert not koniev().can("starve 303")


@rule("RFB 3.2.3a")
def test_3_2_3_an_unused_replacement_point_is_lost() -> None:
    t = at()
    t.do("done", "done")
    t.until("B.2")
    assert t.turn == 3
    t.do("rebuild 8GA/1")
    assert not t.can("rebuild 47/1")


@rule("RFB 3.2.3b")
def test_3_2_3_unused_support_points_are_lost() -> None:
    t = at("D.6", 7, rest="[points]\nsupport = [2, 3]\n" + HELD)
    assert (t.support("zhukov"), t.support("koniev")) in ((2, 3), (0, 0))
    t.do("keep", "keep", dice=[6])
    assert (t.turn, t.stage) == (8, "B.2")
    assert (t.support("zhukov"), t.support("koniev")) == (0, 0)
    t = at("C.1", 7, rest="[points]\nsupport = [2, 3]\n" + HELD)
    t.do("pass", "pass")
    assert (t.support("zhukov"), t.support("koniev")) == (2, 3)


@rule("RFB 3.2.2b", "RFB 3.2.2.q1")
def test_3_2_2_only_an_own_supplied_soviet_on_the_map_goes_without_supply() -> None:
    t = Table.at("""
        turn = 3
        stage = "B.2"
        [units]
        Kustrin = ["8GA/1", "47/1"]
        Triebel = ["13/1"]
        Frankfurt = ["303"]
        [marks]
        oos = ["47/1"]
        [off]
        destroyed = ["61/1"]
        pool = ["3/1"]
        [chits]
        out = [1, 9]
    """)
    starving = {text for text in t.legal() if text.startswith("starve")}
    assert starving == {"starve 8GA/1"}
    for not_his in ("13/1", "61/1", "3/1"):
        assert "not a unit of his" in t.refused(f"starve {not_his}", "RFB 3.2.2b").reason
    assert "already" in t.refused("starve 47/1", "RFB 3.2.2b").reason
    t.refused("starve 303", "RFB 3.2.2.q1")
    t.do("done")
    assert {text for text in t.legal() if text.startswith("starve")} == {"starve 13/1"}


@rule("RFB 3.2.1a", "RFB 3.2.1b", "RFB 3.2.1c", "RFB 3.2.1d", "RFB 3.2.1.q1")
def test_3_2_1_what_the_point_cannot_be_spent_on_is_refused_by_its_rule() -> None:
    t = Table.at("""
        turn = 3
        stage = "B.2"
        [units]
        Kustrin = ["8GA/1", "47/1-"]
        Barwalde = ["52/1"]
        Triebel = ["13/1-"]
        Frankfurt = ["303-"]
        [marks]
        oos = ["47/1"]
        [off]
        destroyed = ["61/1", "28/1"]
        [chits]
        out = [1, 9]
    """)
    t.refused("rebuild 8GA/1", "RFB 3.2.1b")
    t.refused("rebuild 61/1", "RFB 3.2.1b")
    t.refused("rebuild 47/1", "RFB 3.2.1c")
    t.refused("rebuild 13/1", "RFB 3.2.1a")
    t.refused("rebuild 303", "RFB 3.2.1.q1")
    t.refused("return 28/1 Kustrin", "RFB 3.2.1a")
    t.refused("return 8GA/1 Kustrin", "RFB 3.2.1d")
    t.refused("return 61/1 Seelow", "RFB 3.2.1d")
    t.refused("return 61/1 Triebel", "RFB 3.2.1d")
    t.refused("return 61/1 Barwalde", "RFB 7.3.3a")
    t.do("return 61/1 Kustrin")
    assert t.last[-1].rules == ("RFB 3.2.1d",)
    assert (t.zone("61/1"), t.reduced("61/1")) == ("Kustrin", True)
