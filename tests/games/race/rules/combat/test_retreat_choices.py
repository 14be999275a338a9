"""Race for Berlin, 8.3: what bars a retreat is named by its rule."""

import pytest
from fights import at, declare, fight, settle
from table import Table

from berlin.games.race.board.units import find_unit
from berlin.games.race.state.state import GUEST
from berlin.kernel.proof.mark import rule

EIGHT = {"Seelow": "8GA/1"}
HEINRICI = "koniev = [1]\nout = [9]"


def letschin(**zones: str) -> Table:
    return settle(fight(at("C.1", {**EIGHT, **zones}, Letschin="303"), "Letschin", "8GA/1", die=3))


def slip_away(
    zone: str, attacker: str, more: dict[str, str] | None = None, *, stage: str = "C.2", **zones: str
) -> Table:
    """Koniev plays chit 1: the defenders retreat whole."""
    t = at(stage, {**(more or {}), **zones}, chits=HEINRICI)
    return declare(t, zone, attacker).do("roll", "play 1")


@rule("RFB 8.3.2a")
def test_8_3_2_a_zone_with_the_wrong_index_is_refused_while_one_with_the_right_index_is_open() -> None:
    open_country = letschin()
    open_country.refused("retreat 303 SOderbruch", "RFB 8.3.2a")
    # The right side is open only where the other camp's Germans stand: it goes first all the same.
    shared = letschin(NOderbruch="47/1", Protzel="404", Muncheberg="342")
    assert shared.legal() == ["retreat 303 Protzel", "retreat 303 Muncheberg"]
    shared.refused("retreat 303 SOderbruch", "RFB 8.3.2a")


@rule("RFB 8.3.2b", "RFB 8.3.2.q1")
def test_8_3_2_a_zone_of_the_other_camp_is_refused_while_one_free_of_it_is_open() -> None:
    t = letschin(Protzel="404")
    assert t.can("retreat 303 Muncheberg")
    t.refused("retreat 303 Protzel", "RFB 8.3.2b")
    # The same among zones on the wrong side: Bautzen (8) may be left for Niesky and Lobau only.
    west = {"Dresden": "13/1", "Kamenz": "28/1", "Hoyerswerda": "5GA/1"}
    up = slip_away("Bautzen", "5GA/1", west, Bautzen="391 286", Lobau="404")
    assert up.legal() == ["retreat 391 Niesky", "retreat 286 Niesky"]
    up.refused("retreat 391 Lobau", "RFB 8.3.2b")
    up.refused("retreat 391 Dresden", "RFB 8.3.2b")


@rule("RFB 7.3.2.q2")
def test_7_3_2_q2_a_zone_over_the_boundary_is_refused_while_the_own_front_is_open() -> None:
    t = at("C.3", Kathlow="25PzGr Munch", Guben="2POL/1", oos="2POL/1")
    fight(t, "Guben", "25PzGr", "Munch", die=5)
    assert t.legal() == ["retreat 2POL/1 Forst", "retreat 2POL/1 Triebel"]
    for over_the_boundary in ("Furstenberg", "Ziebingen"):
        t.refused(f"retreat 2POL/1 {over_the_boundary}", "RFB 7.3.2.q2")
    t.refused("retreat 2POL/1 Lieberose", "RFB 8.3.2a")
    t.refused("retreat 2POL/1 Kathlow", "RFB 8.3.2b")


@rule("RFB 8.3.2b", "RFB 7.3.2.q2")
def test_8_3_2_soviets_shun_the_other_camp_before_they_look_at_the_boundary() -> None:
    t = at("C.3", Kathlow="25PzGr Munch", Guben="2POL/1", Forst="61/1", Triebel="47/1", oos="2POL/1")
    fight(t, "Guben", "25PzGr", "Munch", die=5)
    assert t.legal() == ["retreat 2POL/1 Furstenberg", "retreat 2POL/1 Ziebingen"]
    t.refused("retreat 2POL/1 Forst", "RFB 8.3.2b")
    t.refused("retreat 2POL/1 Lieberose", "RFB 8.3.2a")


@rule("RFB 8.3.5a", "RFB 7.2.1", "RFB 2.2.3.q1")
def test_8_3_a_closed_zone_is_refused_by_what_closes_it() -> None:
    city = at("C.2", Trebbin="Munch", Zossen="3GTA/1", Tempelhof="8GA/1")
    fight(city, "Trebbin", "3GTA/1", die=5)
    city.refused("retreat Munch Tempelhof", "RFB 8.3.5a")
    city.refused("retreat Munch Zossen", "RFB 8.3.2b")
    river = slip_away("Forst", "5GA/1", Forst="391", Kathlow="5GA/1")
    assert river.legal() == ["retreat 391 Muskau", "retreat 391 Guben"]
    river.refused("retreat 391 Triebel", "RFB 7.2.1")
    west = at("C.2", Torgau="391 286", Juterbog="3GTA/1", control={"american": "Leipzig"}, chits=HEINRICI)
    declare(west, "Torgau", "3GTA/1").do("roll", "play 1")
    assert west.legal() == ["retreat 391 Wittenberg", "retreat 286 Wittenberg"]
    west.refused("retreat 391 Leipzig", "RFB 2.2.3.q1")


@rule("RFB 8.3.5c", "RFB 8.3.2b")
def test_8_3_a_soviet_may_fall_back_over_the_river_but_not_on_germans_or_the_city() -> None:
    t = at("C.3", Forst="2POL/1", Kathlow="25PzGr Munch", Guben="391", oos="2POL/1")
    fight(t, "Forst", "25PzGr", "Munch", die=5)
    assert t.can("retreat 2POL/1 Triebel")
    t.refused("retreat 2POL/1 Guben", "RFB 8.3.2b")


@rule("RFB 8.3.1a", "RFB 8.3.3a", "RFB 8.3.3.q1")
def test_8_3_1_only_the_defenders_retreat_and_only_to_an_adjacent_zone_with_room() -> None:
    t = letschin(Muncheberg="309 391 286", Protzel="712")
    t.refused("retreat 712 Bernau", "RFB 8.3.1a")
    t.refused("retreat 303 Muncheberg", "RFB 8.3.3a")
    t.refused("retreat 303 Bernau", "RFB 8.3.3.q1")
    t.refused("retreat 303 Eberswalde", "RFB 8.3.1a")
    t.refused("retreat 303 Oranienburg", "RFB 8.3.1a")
    t.refused("advance 8GA/1", "RFB 8.4", "RFB 8.3.1a")


@rule("RFB 8.3.1a")
def test_8_3_1_the_camp_that_is_not_attacking_retreats_first() -> None:
    t = slip_away("Letschin", "8GA/1", EIGHT, stage="C.1", Letschin="303 404")
    assert (t.decider, {text.split()[1] for text in t.legal()}) == ("koniev", {"303"})
    t.refused("retreat 404 Muncheberg", "RFB 8.3.1a")
    t.do("retreat 303 Muncheberg")
    # Only then Zhukov's own German, who shuns the other camp.
    assert t.decider == "zhukov"
    assert set(t.legal()) == {"retreat 404 Protzel", "retreat 404 NOderbruch"}
    t.refused("retreat 404 Muncheberg", "RFB 8.3.2b")


@rule("RFB 8.3.5a")
@pytest.mark.parametrize("level, end", [(0, "Zehlendorf"), (2, "destroyed")])
def test_8_3_5_a_controlled_berlin_zone_is_shut_though_its_soviets_are_elsewhere(
    level: int, end: str
) -> None:
    # Its last Soviet left in this very impulse: the level falls only when the impulse ends.
    around = {"Zossen": "3GTA/1", "Luckenwalde": "5GA/1", "Treuenbrietzen": "52/1", "Tempelhof": "8GA/1"}
    progress = {"Zehlendorf": level}
    t = at("C.2", around, Trebbin="Munch", Zehlendorf="28/1", progress=progress, vp=(0, 10))
    t.do("activate 28/1 move", "activate 3GTA/1 combat", "begin", "move 28/1 Potsdam")
    t.do("attack 3GTA/1 Trebbin", "roll", dice=[5])
    assert t.zone("Munch") == end


@rule("RFB 7.3.3a", "RFB 7.3.3b", "RFB 7.3.3.q2", "RFB 8.3.2b")
@pytest.mark.parametrize(
    "there, guests, guest",
    [
        ("13/1 61/1", "61/1", False),
        ("13/1", "", False),
        ("47/1 13/1", "13/1", True),
        ("47/1", "", True),
        ("61/1", "61/1", True),
    ],
)
def test_7_3_3_who_falls_back_on_the_other_camp_is_its_guest_unless_his_own_are_the_hosts(
    there: str, guests: str, guest: bool
) -> None:
    shut = {"Forst": "342", "Furstenberg": "541", "Ziebingen": "69/1"}
    t = at(
        "C.3",
        {**shut, "Kathlow": "25PzGr Munch", "Guben": "2POL/1", "Triebel": there},
        oos="2POL/1",
        guest=guests,
    )
    fight(t, "Guben", "25PzGr", "Munch", die=5)
    assert t.zone("2POL/1") == "Triebel"
    assert bool(t.state.marks[find_unit("2POL/1")] & GUEST) is guest


@rule("RFB 8.3", "RFB 8.3.1a")
@pytest.mark.parametrize(
    "zones, words",
    [({}, "where does the 303rd Division go?"), ({"Letschin": "303 606"}, "where do the 303rd")],
)
def test_8_3_1_who_has_to_retreat_is_named(zones: dict[str, str], words: str) -> None:
    t = slip_away("Letschin", "8GA/1", EIGHT, stage="C.1", **{"Letschin": "303", **zones})
    assert t.prompt is not None
    assert words in t.prompt.text
