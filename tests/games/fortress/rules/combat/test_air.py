"""FB 11.3, 11.4 and OTB 11.3, 11.4, 15.1: air strikes each turn and before the game, guns beyond the map."""

import pytest
from tests.games.fortress.battles import ONE_STRIKE, figures, lay_down, rolled, shell, struck, sum_of
from tests.games.fortress.positions import Table, position

from berlin.kernel.proof.mark import rule

FOE = "0811: MVK combat S"
STACKS = (
    "0811: MVK",
    "0813: LwField",
    "6710: GD1",
    "4925: GD2 combat N",
    "6113: Friedrichshain-Flak combat N",
)
MORE = ("0815: HG-Inf", "0817: Officers", "0819: Ordnance", "0821: Academy")


def laying() -> Table:
    return position(
        "strikes", *STACKS, *MORE, turn=1, strikes=18, napalm=6, airfield=["none"] * 6, landing=["none"] * 6
    )


@rule("OTB 15.1f", "OTB 15.1.q4")
def test_15_1_eighteen_strikes_and_no_more_than_three_a_hex() -> None:
    t = laying()
    t.refused("lay 0812", "FB 8.1.targets")
    for place in ("0811", "0813", "6710", "4925", "6113"):
        t.do(*[f"lay {place}"] * 3)
        t.refused(f"lay {place}", "OTB 15.1.q4")
    t.do("lay 0815", "lay 0815", "lay 0817")
    t.refused("lay 0819", "OTB 15.1f")
    t.refused("burn 0819", "OTB 15.1f")


@rule("OTB 15.1g")
def test_15_1_six_of_them_may_be_napalm() -> None:
    t = laying()
    t.do("burn 0811", "burn 0811", "burn 0811", "burn 0813", "burn 6710", "burn 4925")
    t.refused("burn 6113", "OTB 15.1g")
    t.do("lay 6113")


@rule("OTB 15.1.q4")
def test_15_1_all_are_laid_before_the_first_is_resolved() -> None:
    t = laying()
    t.do("lay 0811", "lay 0813", "lay 6113")
    t.refused("bomb 0811")
    t.do("done")
    assert t.offers("bomb") == ["0811", "0813", "6113"]
    t.do("bomb 0813", dice=(1, 1))
    assert figures(t) == (ONE_STRIKE, 1)
    t.refused("lay 0811")
    assert t.offers("bomb") == ["0811", "6113"]


@rule("OTB 15.1h", "OTB 15.1.q2", "FB 11.4.napalm")
@pytest.mark.parametrize(
    ("target", "verb", "off"),
    [("4925", "lay", 8), ("4925", "burn", 4), ("6113", "lay", 8), ("6113", "burn", 3), ("6710", "burn", 2)],
)
def test_15_1_napalm_takes_away_the_ground_alone(target: str, verb: str, off: int) -> None:
    t = laying().do("lay 0811", "lay 0813", f"{verb} {target}", "done")
    t.do(f"bomb {target}", dice=(1, 1))
    assert figures(t) == (ONE_STRIKE, off)


@rule("OTB 12.0.2.q2", "OTB 12.0.2", "FB 8.6.vp")
def test_15_1_units_lost_to_the_strikes_before_the_game_score() -> None:
    t = laying().do("lay 0811", "lay 0813", "lay 6113", "done")
    t.do("bomb 0811", dice=(6, 6))
    assert (t.where("MVK"), t.vp) == ("destroyed", (1, 0))


@rule("OTB 15.1.q4", "FB 8.7.q1")
def test_15_1_a_retreat_before_the_game_is_one_from_fire() -> None:
    t = laying().do("lay 0811", "lay 0813", "lay 6113", "done")
    lay_down(t, sum_of(struck("R", 1))).do("bomb 0811")
    lay_down(t, ())
    assert (rolled(t)[3], t.asked, t.decider) == ("R", "Retreating", "german")
    t.do("retreat MVK 0810", "retreat MVK 0809")
    assert t.marks("MVK") == "disrupted"
    assert t.offers("bomb") == ["0813", "6113"]


@rule("OTB 15.1.q4", "OTB 15.1f")
def test_15_1_disrupted_flak_stays_so_until_the_german_recovery() -> None:
    t = laying().do("lay 0811", "lay 0813", "lay 6113", "lay 6113", "lay 6113", "done")
    t.do("bomb 6113", dice=sum_of(9))
    assert (rolled(t)[3], t.marks("Friedrichshain-Flak")) == ("D", "disrupted")


@rule("OTB 11.4.q3", "OTB 11.4g", "OTB 11.4.q1")
def test_11_4_strikes_left_when_step_1_is_closed_count_for_interdiction() -> None:
    t = shell("0811", "strike strike", FOE, "0812: 82/Par1 combat N", strikes=6, dice=(1, 1)).do("done")
    assert (t.state.strikes, t.state.unused) == (0, 4)


@rule("OTB 11.4d", "OTB 15.1h", "FB 11.4.napalm")
@pytest.mark.parametrize(
    ("target", "unit", "off"),
    [
        ("6710", "9P/Para-2 combat N", 2),
        ("4925", "9P/Para-2 combat N", 2),
        ("6113", "Friedrichshain-Flak combat N", 3),
        ("3405", "Tegel-AT1 combat N", 2),
        ("4614", "MVK", 1),
        ("4625", "Berlin-Flak1 combat N", 3),
    ],
)
def test_11_4_napalm_takes_away_what_the_ground_gives_and_no_more(target: str, unit: str, off: int) -> None:
    t = shell(target, "strike napalm", f"{target}: {unit}", strikes=2, napalm=1, dice=(1, 1))
    assert figures(t) == (ONE_STRIKE, off)
    assert t.state.napalm == 0


@rule("FB 11.4.napalm")
def test_11_4_one_napalm_strike_makes_the_whole_attack_napalm() -> None:
    t = shell(
        *(
            "6710",
            "82/Art1 strike napalm strike",
            "6710: MVK combat N",
            "6711: 82/Par1",
            "6715: 82/Art1 combat N",
        ),
        strikes=3,
        napalm=1,
        dice=(1, 1),
    )
    assert figures(t)[1] == 2


@rule("OTB 11.4d")
def test_11_4_a_second_napalm_strike_in_a_turn_is_refused() -> None:
    t = shell("6710", "strike napalm", "6710: LwField combat N", FOE, strikes=6, napalm=1, dice=(1, 1))
    t.do("target 0811", "strike").refused("napalm", "OTB 11.4d")
    t.do("fire", dice=(1, 1))
    assert rolled(t)[1] == 2


@rule("OTB 11.4d")
def test_11_4_napalm_needs_a_strike() -> None:
    t = shell("0811", "82/Art1", FOE, "0812: 82/Par1", "0816: 82/Art1 combat N", strikes=2, napalm=1)
    t.refused("napalm")


@rule("OTB 11.4a", "OTB 11.4b")
@pytest.mark.parametrize(("dice", "strikes"), [(2, 9), (4, 9), (5, 6), (8, 6), (9, 3), (11, 3), (12, 0)])
@pytest.mark.parametrize("turn", (2, 10))
def test_11_4_the_allies_roll_for_strikes_each_turn(dice: int, strikes: int, turn: int) -> None:
    t = position(*("german-assault", "0811: 82/Par1", "0812: MVK"), turn=turn - 1, arrived=["6", "17"])
    t.do("done", dice=sum_of(dice))
    assert (t.turn, t.stage, t.state.strikes) == (turn, "allied-movement", strikes)
    assert t.state.napalm == (1 if strikes else 0)
    assert t.rolled("air") == list(sum_of(dice))


@rule("OTB 11.4a", "OTB 11.4c", "OTB 11.4.q2")
@pytest.mark.parametrize(("dice", "strikes"), [(2, 0), (11, 0), (12, 1)])
def test_11_4_the_german_has_one_strike_on_a_twelve_and_never_napalm(dice: int, strikes: int) -> None:
    t = position("allied-assault", "0811: 82/Par1", "0812: MVK", turn=2)
    t.do("done", dice=(1, *sum_of(dice)))  # the Volkssturm check comes first
    assert (t.stage, t.state.strikes, t.state.napalm) == ("german-movement", strikes, 0)
    if strikes:
        t.until("german-bombardment")
        t.do("target 0811", "strike").refused("napalm", "OTB 11.4.q2", "OTB 11.4d")
        t.refused("strike", "OTB 11.4c", "OTB 11.4a", "FB 11.4.strike")


@rule("OTB 11.4a")
def test_11_4_nobody_rolls_for_strikes_on_turn_1() -> None:
    t = position("allied-assault", "0811: 82/Par1", "0812: MVK", turn=1).do("done")
    assert (t.stage, t.rolled("air"), t.state.strikes) == ("german-movement", [], 0)


@rule("FB 11.4.base")
@pytest.mark.parametrize(("dice", "strikes"), [(2, 2), (4, 2), (5, 1), (8, 1), (9, 0), (11, 0), (12, 0)])
def test_11_4_the_soviets_have_a_table_of_their_own(dice: int, strikes: int) -> None:
    t = position("first-assault", "0811: 47/Rifle1", "0812: MVK", turn=1).do("done", dice=sum_of(dice))
    assert (t.stage, t.state.strikes, t.state.napalm) == ("soviet-movement", strikes, 0)


@rule("FB 11.3.offboard")
def test_11_3_the_soviets_have_three_bombardments_from_beyond_the_map() -> None:
    foes = ("0811: MVK", "0809: LwField", "0807: GD1", "0805: GD2")
    seen = ("0812: 47/Rifle1", "0808: 47/Rifle2", "0804: 47/Rifle3", "2020: 47/HQ")
    t = position("soviet-bombardment", *foes, *seen, offboard=3)
    for target in ("0811", "0809", "0807"):
        t.do(f"target {target}", "shell", "fire", dice=(1, 1))
        assert figures(t)[0] == "E"  # 20
    assert t.state.offboard == 0
    assert "target 0805" not in t.legal()


@rule("FB 11.3.offboard")
def test_11_3_guns_beyond_the_map_need_a_spotter() -> None:
    t = position(
        "soviet-bombardment", "0811: MVK", "0815: 47/Rifle1", "0809: GD1", "0808: 47/Rifle2", offboard=3
    )
    assert "target 0811" in t.legal()  # 47/Rifle2 stands three hexes away
    t = position(
        "soviet-bombardment", "0811: MVK", "0815: 47/Rifle1", "0809: GD1", "0807: 47/Rifle2", offboard=3
    )
    assert t.offers("target") == ["0809"]


@rule("OTB 11.3", "FB 11.3.offboard")
def test_11_3_the_allies_have_no_guns_beyond_the_map() -> None:
    t = shell("0811", "82/Art1", FOE, "0812: 82/Par1", "0816: 82/Art1 combat N", strikes=1)
    assert "shell" not in t.legal()
    t.refused("shell", "OTB 11.3")


@rule("FB 3.6.q1")
@pytest.mark.parametrize(
    ("target", "adds", "notes"),
    [
        # Column G. In the strongpoint 1 to 6, 2 more and 2 are taken off: dice - 5 to dice - 10.
        (
            "4925",
            "strike",
            ("no effect: 15 to 35 in 36", "disruption: 1 to 11 in 36", "retreat: 0 to 4 in 36"),
        ),
        # Napalm: dice - 1 to dice - 6.
        ("4925", "strike napalm", ("no effect: 1 to 21 in 36", "disruption: 5 to 11 in 36")),
        ("0811", "strike", ("no effect: 1 to 21 in 36", "disruption: 5 to 11 in 36")),
    ],
)
def test_3_6_the_chances_against_a_blank_are_a_span_by_public_facts(
    target: str, adds: str, notes: tuple[str, ...]
) -> None:
    seen = {
        stack: shell(target, adds, f"{target}: {stack}", strikes=2, napalm=1, options=["fog"]).explain("fire")
        for stack in ("MVK combat N", "11SS/Tiger", "Police1 disrupted")
    }
    assert len(set(seen.values())) == 1
    told = next(iter(seen.values()))
    assert (told.tallies, told.outcomes) == ((), ())
    assert set(notes) <= set(told.notes)


@rule("FB 3.6.q1")
def test_3_6_one_hidden_unit_in_a_stack_hides_the_odds() -> None:
    stacks = ("4218: Zoo-Flak combat N, FAH", "0303: 82/Par1")
    t = shell("4218", "strike", *stacks, strikes=1, options=["fog"], fixed=["Zoo-Flak"])
    assert t.explain("fire").outcomes == ()
    t = shell("4218", "strike", *stacks, strikes=1, options=["fog"], fixed=["Zoo-Flak", "FAH"])
    assert t.explain("fire").outcomes
