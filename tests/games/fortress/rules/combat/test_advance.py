"""FB 8.9, 8.10, OTB 11.1: advance after combat, exploitation, leaders."""

import pytest
from tests.games.fortress.battles import rolled, shell, shoot, storm, sum_of
from tests.games.fortress.positions import Table, position

from berlin.kernel.proof.mark import rule


def routed(
    *stacks: str, attackers: str = "18/Pz 18/Mech1", dice: int = 12, foe: str = "82/Par1 combat S"
) -> Table:
    """Germans in 0812 have assaulted 0811 and destroyed the battalion there."""
    units = ", ".join(f"{unit} combat N" for unit in attackers.split())
    t = storm(
        *("0811", attackers, f"0812: {units}", f"0811: {foe}", "0815: 18/HQ", *stacks),
        side="german",
        dice=sum_of(dice),
    )
    while t.asked in ("Losing", "Retreating"):
        t.do(t.legal()[0])
    return t


@rule("FB 8.9.who", "FB 8.9.q1")
def test_8_9_any_number_of_attackers_advance_also_none() -> None:
    t = routed()
    assert (t.asked, t.decider, t.offers("advance")) == ("Advancing", "german", ["18/Mech1", "18/Pz"])
    t.do("advance 18/Mech1").do("done")
    t = routed().do("done")
    assert (t.asked, t.units("0811")) == ("Assaulting", [])
    t = routed().do("advance 18/Mech1", "advance 18/Pz")
    assert t.units("0811") == ["18/Mech1", "18/Pz"]


@rule("FB 8.9.who")
@pytest.mark.parametrize(
    ("dice", "name", "goes"), [(3, "D", False), (5, "R", True), (6, "EX", True), (7, "E", True)]
)
def test_8_9_after_retreat_elimination_or_the_last_units_exchange(dice: int, name: str, goes: bool) -> None:
    t = storm(
        *("0811", "18/Pz 18/Mech1", "0812: 18/Pz combat N, 18/Mech1 combat N", "0811: 82/Par1 combat N"),
        "0815: 18/HQ",
        side="german",
        dice=sum_of(dice),
    )
    assert rolled(t)[3] == name
    while t.asked in ("Retreating", "Matching"):
        t.do(t.legal()[0])
    assert (t.asked == "Advancing") == goes


@rule("FB 8.9.who")
def test_8_9_no_advance_after_fire() -> None:
    t = shoot(
        *("0811", "18/Pz 18/AG", "0812: 18/Pz combat N, 18/AG combat N", "0811: 82/Par1", "0815: 18/HQ"),
        side="german",
        dice=(6, 6),
    )
    assert (t.where("82/Par1"), t.asked) == ("destroyed", "Gunning")


@rule("FB 8.9.who", "FB 8.9.q1")
def test_8_9_units_of_other_hexes_that_attacked_advance_and_others_do_not() -> None:
    t = storm(
        *("0811", "18/Pz 18/Mech1", "0812: 18/Pz combat N, 18/Mech2 combat N", "0810: 18/Mech1 combat S"),
        *("0811: 82/Par1 combat N", "0815: 18/HQ"),
        side="german",
        dice=(6, 6),
    )
    assert t.offers("advance") == ["18/Mech1", "18/Pz"]
    t.refused("advance 18/Mech2", "FB 8.9.who")


@rule("FB 8.9.who", "OTB 3.1b")
def test_8_9_the_advance_keeps_stacking() -> None:
    t = storm(
        *(
            "0811",
            "82/Par1 82/Par2 1/Par1",
            "0812: 82/Par1 combat N, 82/Par2 combat N",
            "0712: 1/Par1 combat NE",
        ),
        *("0811: MVK combat S", "0814: 82/HQ, 1/HQ"),
        dice=(6, 6),
    )
    t.do("advance 82/Par1", "advance 1/Par1")
    assert (t.asked, t.where("82/Par2")) == ("Turning", "0812")  # no third of two nations
    t = storm(
        *(
            "0811",
            "82/Par1 82/Par2 1/Par1",
            "0812: 82/Par1 combat N, 82/Par2 combat N",
            "0712: 1/Par1 combat NE",
        ),
        *("0811: MVK combat S", "0814: 82/HQ, 1/HQ"),
        dice=(6, 6),
    )
    t.do("advance 82/Par1", "advance 82/Par2")
    assert (t.asked, t.where("1/Par1")) == ("Turning", "0712")


@rule("FB 8.9.limits")
def test_8_9_who_cannot_move_does_not_advance() -> None:
    t = storm(
        *(
            "0811",
            "Police1 MVK",
            "0812: Police1 combat N, MVK combat N",
            "0811: 82/HQ disrupted",
            "5015: BerlinHQ",
        ),
        side="german",
        dice=(6, 6),
    )
    assert t.offers("advance") == ["MVK"]
    t.refused("advance Police1", "FB 8.9.limits")


@rule("FB 8.9.limits")
def test_8_9_motor_units_do_not_advance_into_ruins() -> None:
    t = storm(
        *("5412", "18/Mech1 Lobeck", "5413: 18/Mech1 combat N, Lobeck combat N", "5412: 82/HQ disrupted"),
        *("5415: 18/HQ, BerlinHQ",),
        side="german",
        dice=(6, 6),
    )
    assert t.offers("advance") == ["Lobeck"]
    t.refused("advance 18/Mech1", "FB 8.9.limits")


@rule("FB 8.9.limits", "FB 3.4.change")
def test_8_9_the_mode_stays_and_the_facing_is_set_anew() -> None:
    t = storm(
        *(
            "0811",
            "82/Par1 82/Par2",
            "0812: 82/Par1 combat N, 82/Par2 combat N",
            "0811: MVK combat S",
            "0814: 82/HQ",
        ),
        dice=(6, 6),
    )
    t.do("advance 82/Par1", "done")
    assert (t.asked, t.offers("face")) == ("Turning", sorted(["N", "NE", "SE", "S", "SW", "NW"]))
    t.do("face SE")
    assert t.marks("82/Par1").startswith("combat SE")
    assert t.marks("82/Par2").startswith("combat N")
    assert t.asked == "Assaulting"


@rule("FB 8.10.who", "FB 8.10.limits")
def test_8_10_mobile_units_in_command_go_one_hex_farther() -> None:
    t = routed().do("advance 18/Pz", "advance 18/Mech1")
    if t.asked == "Advancing":
        t.do("done")
    assert t.asked == "Exploiting"
    assert t.can("exploit 18/Pz 0810")
    assert t.can("exploit 18/Mech1 0911")
    t.refused("exploit 18/Pz 0809", "FB 8.10.who")
    t.do("exploit 18/Pz 0810")
    t.refused("exploit 18/Pz 0809", "FB 8.10.limits")
    t.do("done").do("face N", "face N")
    assert (t.where("18/Pz"), t.where("18/Mech1")) == ("0810", "0811")
    assert "exploited" in t.marks("18/Pz")


@rule("FB 8.10.who")
@pytest.mark.parametrize(
    ("unit", "goes"), [("18/Recon", True), ("18/AG", True), ("18/Mech1", True), ("18/Pz", True)]
)
def test_8_10_who_exploits(unit: str, goes: bool) -> None:
    t = routed(attackers=unit, foe="82/HQ disrupted").do(f"advance {unit}")
    assert (t.asked == "Exploiting") == goes


@rule("FB 8.10.who")
@pytest.mark.parametrize("unit", ("9P/Para-3", "Lobeck", "456MG"))
def test_8_10_infantry_engineers_and_machine_guns_do_not_exploit(unit: str) -> None:
    t = routed("0816: 9P/HQ, BerlinHQ, 56K/HQ", attackers=unit, foe="82/HQ disrupted").do(f"advance {unit}")
    assert t.asked == "Turning"


@rule("FB 8.10.who", "FB 3.5.effect")
def test_8_10_out_of_command_nobody_exploits() -> None:
    t = storm(
        *("0811", "18/Pz 18/Mech1", "0812: 18/Pz combat N, 18/Mech1 combat N", "0811: 82/Par1 combat N"),
        *("0820: 18/HQ",),
        side="german",
        dice=(6, 6),
    )
    t.do("advance 18/Pz", "done")
    assert t.asked == "Turning"


@rule("FB 8.10.limits")
def test_8_10_not_into_enemies_or_their_zones() -> None:
    t = routed("0809: 82/Par2 combat S", "0711: 101/Par1").do("advance 18/Pz", "done")
    places = sorted(text.split()[2] for text in t.legal() if text.startswith("exploit"))
    assert places == ["0712", "0812", "0911", "0912"]
    t.refused("exploit 18/Pz 0711", "FB 8.10.limits")
    t.refused("exploit 18/Pz 0810", "FB 8.10.limits")


@rule("FB 8.10.limits")
def test_8_10_not_into_town_but_along_a_road() -> None:
    # 6711 is clear; 6710 to its north is built-up without a road.
    t = storm(
        *("6711", "18/Pz", "6712: 18/Pz combat N", "6711: 82/HQ disrupted", "6715: 18/HQ"),
        side="german",
        dice=(6, 6),
    )
    t.do("advance 18/Pz")
    t.refused("exploit 18/Pz 6710", "FB 8.10.limits")
    # A street runs from the clear 5807 into the houses of 5806, none into those of 5707.
    t = storm(
        *("5807", "18/Pz", "5808: 18/Pz combat N", "5807: 82/HQ disrupted", "5811: 18/HQ"),
        side="german",
        dice=(6, 6),
    )
    t.do("advance 18/Pz")
    assert t.can("exploit 18/Pz 5806")
    t.refused("exploit 18/Pz 5707", "FB 8.10.limits")


@rule("FB 8.10.limits")
def test_8_10_once_per_unit_and_segment() -> None:
    t = position(
        "german-assault",
        *("0812: 18/Pz combat N exploited", "0811: 82/Par1 disrupted", "0815: 18/HQ", "0303: FAH combat S"),
        *("0304: 52/Inf9",),
    )
    t.do("target 0811", "add 18/Pz", "announce", "target 0304", "add FAH", "announce", "done")
    t.do("assault 0811", dice=(6, 6)).do("advance 18/Pz")
    assert t.asked == "Turning"


HIMMLER = "5119: Himmler, HGuard combat S"


@rule("FB 8.9.leader", "OTB 11.1e", "OTB 11.1.q1")
@pytest.mark.parametrize("go", ("done", "advance 82/Eng"))
def test_11_1_a_close_assault_that_clears_his_hex_captures_a_leader_at_once(go: str) -> None:
    t = storm(
        *(
            "5119",
            "82/Eng 82/Gli1 82/Gli2",
            "5120: 82/Eng combat N, 82/Gli1 combat N, 82/Gli2 combat N",
            HIMMLER,
        ),
        "5122: 82/HQ",
        dice=(6, 6),
    )
    assert (rolled(t)[3], t.where("HGuard"), t.where("Himmler")) == ("E", "destroyed", "removed")
    assert (t.state.captured, t.vp) == (2, (1, 0))
    t.do(go)
    assert t.told("captured") is False


@rule("FB 8.9.leader", "OTB 11.1e")
def test_11_1_a_retreat_in_assault_clears_his_hex_too() -> None:
    t = storm(
        *("5119", "82/Eng 82/Gli1 82/Gli2", "5120: 82/Eng combat N, 82/Gli1 combat N, 82/Gli2 combat N"),
        *("5119: Himmler, Janums combat S", "5122: 82/HQ"),
        dice=sum_of(7),
    )
    assert rolled(t) == ("H", 4, 7, "R")
    assert t.where("Himmler") == "5119"
    while t.asked == "Retreating":
        t.do(t.legal()[0])
    assert t.where("Himmler") == "removed"


@rule("OTB 11.1b", "OTB 11.1c", "OTB 11.1d")
@pytest.mark.parametrize("dice", (9, 12))
def test_11_1_fire_does_not_touch_a_leader(dice: int) -> None:
    t = shell(
        *("5117", "strike strike strike", "5117: Goering, LwField disrupted", HIMMLER),
        strikes=3,
        dice=sum_of(dice),
    )
    while t.asked == "Retreating":
        t.do(t.legal()[0])
    assert (t.units("5117"), t.state.captured) == (["Goering"], 0)


@rule("OTB 11.1d", "OTB 11.1c", "FB 8.9.q1")
def test_11_1_a_leader_alone_is_captured_when_an_allied_unit_enters() -> None:
    t = position("allied-movement", "5119: Himmler", "5120: 82/Par1", "5117: Goering, LwField", "5122: 82/HQ")
    t.do("move 82/Par1")
    assert "go 5119" in t.legal()
    t.do("go 5119")
    assert (t.where("Himmler"), t.state.captured) == ("removed", 2)


@rule("OTB 11.1d", "OTB 11.1e")
def test_11_1_whoever_finds_his_hex_empty_has_to_enter_it() -> None:
    t = position(
        "allied-assault",
        *(
            "5120: 82/Par1 combat N",
            "5119: Himmler",
            "0303: 52/Inf9 combat S",
            "0304: Police4",
            "5117: Goering",
        ),
        opened="Assaulting allied",
        assaults=["5119 82/Par1", "0304 52/Inf9"],
    )
    t.do("assault 5119")
    assert (t.where("Himmler"), t.asked) == ("5119", "Advancing")
    t.do("advance 82/Par1")
    assert t.where("Himmler") == "removed"


@rule("OTB 11.1f", "OTB 11.1b")
def test_11_1_leaders_never_move() -> None:
    t = position("german-movement", "5119: Himmler, HGuard", "5117: Goering, LwField", "5015: GD1")
    assert not {"move Himmler", "move Goering"} & set(t.legal())
    t.refused("move Goering")


@rule("OTB 11.1g", "FB 11.1.2")
def test_11_1_no_leader_kills_himself() -> None:
    t = position("allied-assault", "5117: Goering, LwField", "5017: 82/Par1", HIMMLER).do("done")
    assert (t.rolled("despair"), t.where("Goering"), t.where("Himmler")) == ([], "5117", "5119")


@rule("OTB 11.1a", "OTB 11.0")
def test_11_1_hitler_is_not_in_on_to_berlin() -> None:
    assert Table.new().where("Hitler") == "out"
    assert Table.new("berlin").where("Hitler") == "5017"


@rule("OTB 12.0a", "OTB 12.0.q3")
def test_12_0_the_second_capture_wins_at_once() -> None:
    t = storm(
        *(
            "5119",
            "82/Eng 82/Gli1 82/Gli2",
            "5120: 82/Eng combat N, 82/Gli1 combat N, 82/Gli2 combat N",
            HIMMLER,
        ),
        "5122: 82/HQ",
        dice=(6, 6),
        captured=["Goering"],
        vp=[0, 30],
    )
    assert t.result is not None
    assert t.result.winners == (0,)


@rule("OTB 4.0.q1", "OTB 12.0b")
def test_4_0_an_advance_into_the_reichstag_ends_the_game() -> None:
    t = storm(
        *("5015", "82/Eng 82/Gli1 82/Gli2", "5016: 82/Eng combat N, 82/Gli1 combat N, 82/Gli2 combat N"),
        *("5015: MVK combat S", "5019: 82/HQ"),
        dice=(6, 6),
    )
    t.do("advance 82/Eng")
    assert t.result is None
    t.do("done", "face N")
    assert t.result is not None


@rule("FB 11.1.hitler")
def test_11_1_the_capture_of_hitler_is_worth_five_points() -> None:
    t = storm(
        *("5017", "8G/Rifle1 8G/Rifle2", "5018: 8G/Rifle1 combat N, 8G/Rifle2 combat N", "5020: 8G/HQ"),
        "5017: Hitler, LwField disrupted",
        side="soviet",
        dice=(6, 6),
    )
    assert (t.where("Hitler"), t.vp) == ("removed", (6, 0))
