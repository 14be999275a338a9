"""Race for Berlin, 4.2.3 and 8.4.2: who follows where, and how often a reserve moves."""

import pytest
from fights import ELSEWHERE, at
from table import Table

from berlin.kernel.proof.mark import rule


def two_conquests() -> Table:
    """8GA takes Letschin from Seelow, 2GTA takes Strausberg from Bernau; each has a comrade in reserve."""
    t = at(
        "C.1",
        ELSEWHERE,
        Seelow="8GA/1 5SHA/1",
        Letschin="606-",
        Bernau="2GTA/1 61/1",
        Strausberg="712-",
    )
    t.do("activate 8GA/1 combat", "activate 2GTA/1 combat")
    t.do("activate 5SHA/1 reserve", "activate 61/1 reserve", "begin")
    t.do("attack 8GA/1 Letschin", "roll", dice=[6])
    t.do("attack 2GTA/1 Strausberg", "roll", dice=[6])
    assert (t.zone("8GA/1"), t.zone("2GTA/1"), t.asked) == ("Letschin", "Strausberg", "Reserving")
    return t


@rule("RFB 8.4.2", "RFB 8.4.2.q1", "RFB 4.2.3c")
def test_8_4_2_a_reserve_follows_only_into_the_zone_that_comrades_of_its_own_zone_fought_for() -> None:
    t = two_conquests()
    follows = {text for text in t.legal() if text.startswith("follow")}
    assert follows == {"follow 5SHA/1 Letschin", "follow 61/1 Strausberg"}
    t.refused("follow 5SHA/1 Strausberg", "RFB 8.4.2.q1")
    t.refused("follow 61/1 Letschin", "RFB 8.4.2.q1")
    t.refused("follow 61/1 Protzel", "RFB 8.4.2")
    t.refused("follow 8GA/1 Strausberg", "RFB 4.1.3b")


@rule("RFB 4.2.3c", "RFB 8.4.2")
def test_4_2_3_a_reserve_follows_once_and_is_told_so() -> None:
    t = two_conquests()
    t.do("follow 5SHA/1 Letschin")
    assert t.last[0].rules == ("RFB 4.2.3c",)
    t.refused("follow 5SHA/1 Letschin", "RFB 4.2.3c")
    t.refused("follow 5SHA/1 Strausberg", "RFB 4.2.3c")
    assert t.can("follow 61/1 Strausberg")
    t.do("follow 61/1 Strausberg")
    t.refused("follow 61/1 Strausberg", "RFB 4.2.3c")
    t.refused("follow 5SHA/1 Letschin", "RFB 4.2.3c")


@rule("RFB 4.2.3b", "RFB 4.1.3b")
def test_4_2_3_a_reserve_moves_once_and_then_neither_moves_nor_follows() -> None:
    t = two_conquests()
    t.do("move 5SHA/1 Bridgehead")
    assert t.last[0].rules == ("RFB 4.2.3b",)
    t.refused("move 5SHA/1 Seelow", "RFB 4.1.3b")
    t.refused("follow 5SHA/1 Letschin", "RFB 4.1.3b")
    assert not t.legal("5SHA/1")
    assert t.can("move 61/1 Eberswalde")
    t.do("done")
    assert t.stage == "C.2"
    assert all(t.used(unit) for unit in ("8GA/1", "2GTA/1", "5SHA/1", "61/1"))


@rule("RFB 4.2.3b", "RFB 7.2.2.q2")
@pytest.mark.parametrize("die", [3, 4])
def test_7_2_2_a_tested_reserve_moves_half_its_points_once(die: int) -> None:
    t = at("C.3", ELSEWHERE, Strausberg="391", Protzel="286")
    t.do("activate 391 reserve", "activate 286 move", "begin", "done")
    t.do("test 391", dice=[die])
    t.refused("test 391", "RFB 7.2.2a")
    assert t.can("move 391 Bernau") is (die == 4)
    t.do("move 391 Muncheberg")
    assert t.last[0].rules == ("RFB 4.2.3b",)
    assert t.zone("391") == "Muncheberg"
    assert t.used("391")


@rule("RFB event.6b", "RFB 4.2.3b")
def test_event_6_an_army_at_the_front_moves_on_as_a_reserve_and_in_no_other_mode() -> None:
    t = at(
        "C.1", ELSEWHERE, Seelow="8GA/1-", Letschin="606-", Protzel="712", chits="zhukov = [6]\nout = [1, 9]"
    )
    t.do("play 6 8GA", "activate 8GA/1 combat", "begin", "attack 8GA/1 Letschin", "roll", dice=[6])
    assert (t.zone("8GA/1"), t.asked) == ("Letschin", "Reserving")
    assert t.reduced("8GA/1")
    t.refused("attack 8GA/1 Protzel", "RFB 4.1.3b")
    t.do("move 8GA/1 NOderbruch")
    assert t.last[0].rules == ("RFB 4.2.3b",)
    assert t.reduced("8GA/1")
    assert t.stage == "C.2"


@rule("RFB event.7")
@pytest.mark.parametrize(
    "stage, army, start, way, target",
    [
        ("C.1", "61", "Kustrin", "SOderbruch", "Letschin"),
        ("C.1", "3", "Kustrin", "SOderbruch", "Letschin"),
        ("C.2", "3GA", "Triebel", "Forst", "Kathlow"),
        ("C.2", "31", "Triebel", "Forst", "Kathlow"),
    ],
)
def test_event_7_any_army_moves_by_truck_and_then_attacks(
    stage: str, army: str, start: str, way: str, target: str
) -> None:
    seat = "zhukov" if stage == "C.1" else "koniev"
    chits = f"{seat} = [7]\nout = [1, 9]"
    t = at(stage, {"Rathenow": "541", "Dresden": "199", start: f"{army}/1", target: "606"}, chits=chits)
    t.do(f"play 7 {army}", f"activate {army}/1 combat", "begin", f"move {army}/1 {way}")
    assert t.last[-1].rules == ("RFB 7.1.1",)
    assert t.asked == "Fighting"
    t.do(f"attack {army}/1 {target}", "roll", dice=[1])
    assert t.rolled("combat") == [1]


@rule("RFB 8.4.2", "RFB 6.1.2b")
def test_8_4_2_nobody_follows_into_a_zone_where_germans_have_fallen_back_since() -> None:
    # Attacker and defender of Letschin die; then 309 retreats there.
    t = at("C.1", ELSEWHERE, Seelow="61/1- 5SHA/1", Letschin="606-", Bridgehead="8GA/1", SOderbruch="309")
    t.do("activate 61/1 combat", "activate 8GA/1 combat", "activate 5SHA/1 reserve", "begin")
    t.do("attack 61/1 Letschin", "roll", dice=[2])
    assert (t.zone("61/1"), t.zone("606")) == ("destroyed", "destroyed")
    t.do("attack 8GA/1 SOderbruch", "roll", dice=[3])
    t.do("retreat 309 Letschin")
    t.refused("follow 5SHA/1 Letschin", "RFB 8.4.2")
    t.refused("follow 5SHA/1 SOderbruch", "RFB 8.4.2.q1")
