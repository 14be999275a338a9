"""FB 8.1: columns, dice, protection, terrain, range."""

import pytest
from tests.games.fortress.battles import figures, rolled, shell, shoot, storm, sum_of
from tests.games.fortress.positions import position

from berlin.games.fortress.board.tables import COLUMNS, RESULTS, assault_column, fire_column, result
from berlin.kernel.proof.mark import rule


@rule("FB 8.1.upper.fire")
@pytest.mark.parametrize(
    ("letter", "low", "high"),
    [
        *(("A", 1, 2), ("B", 3, 5), ("C", 6, 9), ("D", 10, 14)),
        *(("E", 15, 20), ("F", 21, 28), ("G", 29, 40), ("H", 41, 99)),
    ],
)
def test_8_1_total_firepower_finds_the_column_of_fire(letter: str, low: int, high: int) -> None:
    assert {COLUMNS[fire_column(fs)] for fs in range(low, high + 1)} == {letter}


@rule("FB 8.1.upper.fire")
@pytest.mark.parametrize(
    ("guns", "letter"),
    [("101/AT", "B"), ("101/AT 82/AT", "C"), ("101/AT 82/AT 17/AT", "C"), ("101/AT 82/AT 17/AT 1/AT", "D")],
)
def test_8_1_guns_of_nine_fire_in_column_c_and_of_twelve_in_d(guns: str, letter: str) -> None:
    t = shoot(
        *("0811", guns, "0811: MVK combat S", "0813: 101/AT combat N, 82/AT combat N, 17/AT combat N"),
        *("0812: 1/AT combat N", "0814: 101/HQ, 82/HQ, 17/HQ", "0815: 1/HQ"),
        dice=(1, 1),
    )
    assert figures(t)[0] == letter


@rule("FB 8.1.upper.assault")
@pytest.mark.parametrize(
    ("attack", "defence", "letter"),
    [
        *((7, 3, "E"), (11, 2, "G"), (1, 3, "A"), (3, 7, "A"), (1, 2, "B"), (3, 6, "B"), (99, 100, "B")),
        *((1, 1, "C"), (4, 3, "C"), (3, 2, "D"), (5, 3, "D"), (2, 1, "E"), (29, 10, "E"), (3, 1, "F")),
        *((39, 10, "F"), (4, 1, "G"), (59, 10, "G"), (6, 1, "H"), (60, 2, "H")),
    ],
)
def test_8_1_odds_of_an_assault_are_rounded_down(attack: int, defence: int, letter: str) -> None:
    assert COLUMNS[assault_column(attack, defence)] == letter


@rule("FB 8.1.upper.assault")
def test_8_1_a_defender_without_firepower_counts_one() -> None:
    assert assault_column(3, 0) == assault_column(3, 1) == COLUMNS.index("F")


@rule("FB 8.1.lower")
@pytest.mark.parametrize("column", range(8))
def test_8_1_figure_and_column_together_tell_the_result(column: int) -> None:
    told = {figure + column: RESULTS[result(column, figure)] for figure in range(-15, 13)}
    for total, name in told.items():
        wanted = "-" if total <= 7 else "D" if total <= 9 else {10: "R", 11: "EX"}.get(total, "E")
        assert name == wanted, (column, total)


@rule("FB 8.1.lower")
@pytest.mark.parametrize(
    ("dice", "name"),
    [*((2, "-"), (6, "-"), (7, "D"), (8, "D"), (9, "R"), (10, "EX"), (11, "E"), (12, "E"))],
)
def test_8_1_column_d_against_protection_two(dice: int, name: str) -> None:
    t = shoot(
        *("0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1 combat S"),
        *("0813: Berlin-AT1 combat N, Berlin-AT2 combat N", "0815: BerlinHQ"),
        dice=sum_of(dice),
        side="german",
    )
    assert rolled(t) == ("D", 2, dice, name)


@rule("FB 8.1.pf")
@pytest.mark.parametrize(
    ("stack", "pf"),
    [
        ("MVK combat S, GD1 combat S", 4),
        ("GD1 combat S, MVK combat S", 4),
        ("GD1, MVK combat S", 2),
        ("GD1", 2),
        ("Police1", 2),
        ("Mun/Pz", 3),
        ("Mun/Pz, GD1 combat N", 4),
        ("MVK disrupted", 1),
    ],
)
def test_8_1_the_best_protection_counts_once_and_half_in_maneuver_mode(stack: str, pf: int) -> None:
    t = shoot("0811", "82/AT", f"0811: {stack}", "0813: 82/AT combat N", "0814: 82/HQ", dice=(1, 1), turn=3)
    assert figures(t) == ("B", pf)


GROUND = [
    *(("0811", "0812", 0), ("5225", "5226", 0), ("4306", "4305", 1), ("6726", "6727", 1)),
    *(("6710", "6711", 1), ("2515", "2516", 2), ("4614", "4615", 2), ("6113", "6114", 3)),
]


@rule("FB 8.1.terrain", "FB 9.0.effects", "FB 10.1.1")
@pytest.mark.parametrize(("target", "gun", "number"), GROUND)
def test_8_1_the_terrain_of_the_target_is_taken_off_the_dice(target: str, gun: str, number: int) -> None:
    t = shoot(
        target,
        "82/AT",
        f"{target}: 9P/Para-2 combat N",
        f"{gun}: 82/AT combat {'N' if int(gun) > int(target) else 'S'}",
        dice=(1, 1),
    )
    tower = 2 if number == 3 else 0
    assert figures(t)[1] == 2 + number + tower


@rule("FB 8.1.terrain")
@pytest.mark.parametrize(
    ("target", "gun", "off"),
    [
        ("6710", "6711 combat N", 3),  # built-up 1, PF 2
        ("4925", "4926 combat N", 6),  # strongpoint in built-up: 2, not 3; PF 2+2
        ("4625", "4626 combat N", 6),  # strongpoint in clear
        ("3614", "3613 combat S", 6),  # strongpoint in a major building: the larger counts
    ],
)
def test_8_1_a_strongpoints_number_is_not_added_to_the_terrains(target: str, gun: str, off: int) -> None:
    hex_, _, marks = gun.partition(" ")
    t = shoot(target, "82/AT", f"{target}: MVK combat N", f"{hex_}: 82/AT {marks}", dice=(4, 5))
    assert rolled(t)[1:3] == (off, 9)


@rule("FB 8.1.shiftcap")
def test_8_1_shifts_are_summed_before_they_are_applied() -> None:
    t = storm(
        *("0811", "18/Pz", "0812: 18/Pz combat N", "0811: 1/Pol1 combat N", "0814: 18/HQ"),
        dice=(1, 1),
        side="german",
    )
    assert figures(t) == ("E", 2)  # 5:4 = C, outflanked and armour
    t = storm(
        *("0811", "18/Pz 18/Mech1", "0812: 18/Pz combat N, 18/Mech1 combat N", "0811: 82/Par1 combat N"),
        dice=(1, 1),
        side="german",
    )
    assert figures(t) == ("H", 2)  # 10:3 = F, +3 -1 = H: capped after the sum


@rule("FB 8.1.shiftcap")
def test_8_1_there_is_no_column_below_a() -> None:
    t = storm(
        *("0811", "82/Par1", "0812: 82/Par1 combat N", "0811: 18/Pz combat S, 18/Mech1 combat S"),
        dice=(6, 6),
    )
    assert figures(t)[0] == "A"  # 3:10, out of command


@rule("FB 8.1.targets")
def test_8_1_all_units_in_the_hex_share_one_roll() -> None:
    t = shoot(
        *("0811", "82/AT", "0811: MVK combat S, LwField combat S", "0813: 82/AT combat N", "0814: 82/HQ"),
        dice=(5, 4),
    )
    assert rolled(t) == ("B", 2, 9, "D")
    assert (t.marks("MVK"), t.marks("LwField")) == ("disrupted", "disrupted")
    assert len([one for one in t.last if one.kind == "die"]) == 2


@rule("FB 8.1.targets")
def test_8_1_a_unit_joins_one_attack() -> None:
    t = shoot(
        *("0811", "82/AT", "0811: MVK combat S", "0711: LwField combat S", "0813: 82/AT combat N"),
        "0814: 17/AT combat N",
        dice=(1, 1),
    )
    t.refused("target 0711")
    assert t.marks("82/AT") == "combat N fought"


RANGES = [
    ("82/AT", 3), ("Berlin-AT1", 3), ("Berlin-Flak1", 3), ("18/Pz", 3), ("18/AG", 3),
    ("456MG", 2), ("18/Recon", 2), ("52/MG", 2),
]  # fmt: skip


@rule("FB 8.1.range", "FB 8.3.who")
@pytest.mark.parametrize(("gun", "far"), RANGES)
@pytest.mark.parametrize("away", (1, 2, 3, 4))
def test_8_1_range_by_kind_of_gun(gun: str, far: int, away: int) -> None:
    allied = gun[:2] in ("82", "52")
    target = "MVK" if allied else "82/Par1"
    t = position(
        f"{'allied' if allied else 'german'}-gunfire",
        f"0811: {target} combat S",
        f"08{11 + away}: {gun} combat N",
    )
    if away <= far:
        t.do("target 0811", f"add {gun}")
    else:
        assert t.asked != "Gunning" or "target 0811" not in t.legal()


@rule("FB 8.1.range")
def test_8_1_out_of_range_is_refused_by_its_clause() -> None:
    near = ("0810: 82/AT combat S", "0811: MVK combat S")
    t = position("allied-gunfire", *near, "0815: 17/AT combat N")
    t.do("target 0811").refused("add 17/AT", "FB 8.1.range")
    t = position("allied-gunfire", *near, "0814: 52/MG combat N").do("target 0811")
    t.refused("add 52/MG", "FB 8.1.range")


@rule("FB 8.1.range", "FB 10.1.1")
@pytest.mark.parametrize("away", (5, 6, 7))
def test_8_1_flak_in_a_tower_fires_six_hexes_and_all_round(away: int) -> None:
    # South-west of the tower 6113 in its rear, over parks and houses.
    places = {5: "5615", 6: "5516", 7: "5416"}
    t = position(
        "german-gunfire",
        "6113: Friedrichshain-Flak combat NE",
        f"{places[away]}: 82/Par1 combat S",
        "6114: Berlin-Flak1 combat SW",
        "6115: 82/Par2",
    )
    assert (f"target {places[away]}" in t.legal()) == (away <= 6)


@rule("FB 8.1.range", "FB 8.2.who")
@pytest.mark.parametrize(("hex_", "fits"), [("0812", False), ("0813", True), ("0823", True), ("0824", False)])
def test_8_1_artillery_bombards_from_two_to_twelve_hexes(hex_: str, fits: bool) -> None:
    t = position(
        "allied-bombardment",
        *("0811: MVK combat S", "0810: 82/Par1", f"{hex_}: 82/Art1 combat S", "0802: 82/Art2 combat S"),
    ).do("target 0811")
    assert ("add 82/Art1" in t.legal()) == fits
    if not fits:
        t.refused("add 82/Art1", "FB 8.1.range", "FB 8.2.who")


@rule("FB 8.1.q1")
@pytest.mark.parametrize(
    ("defenders", "letter"),
    [
        ("408-Heavy combat S, MVK combat S", "G"),  # artillery counts 1: 12:3
        ("408-Heavy combat S, 408-Light combat S", "H"),  # 12:2
        ("Berlin-AT1, MVK combat S", "D"),  # 12:8
        ("HJ1 combat S, HJ-Strong1 combat S", "G"),  # 12:3
        ("BerlinHQ combat S, MVK combat S", "F"),  # 12:4
        ("Berlin-AT1 disrupted, Berlin-AT2 combat S", "C"),  # 12:12
    ],
)
def test_8_1_the_defender_counts_the_printed_firepower_of_all_his_units(defenders: str, letter: str) -> None:
    t = storm(
        "0811",
        "82/Eng 82/Par1 82/Par2",
        f"0811: {defenders}",
        "0812: 82/Eng combat N, 82/Par1 combat N, 82/Par2 combat N",
        "0814: 82/HQ",
        dice=(1, 1),
    )
    assert figures(t)[0] == letter


@rule("FB 8.1.q1", "FB 8.5.outflank")
def test_8_1_a_gun_in_maneuver_mode_defends_with_its_firepower_but_is_outflanked() -> None:
    t = storm(
        "0811",
        "82/Eng 82/Par1 82/Par2",
        "0811: Berlin-AT1",
        "0812: 82/Eng combat N, 82/Par1 combat N, 82/Par2 combat N",
        "0814: 82/HQ",
        dice=(1, 1),
    )
    assert figures(t) == ("F", 1)  # 12:6 = E


@rule("FB 8.1.q1", "OTB 11.1b")
def test_8_1_leaders_add_nothing_to_the_defence() -> None:
    t = storm(
        *("5119", "82/Par1", "5120: 82/Par1 combat N", "5119: Himmler, HGuard combat S", "5122: 82/HQ"),
        dice=(1, 1),
    )
    assert figures(t) == ("C", 6)  # 3:3; PF 4, major building 2


@rule("FB 8.1.q2", "FB 10.1.2")
@pytest.mark.parametrize(
    ("stack", "target", "gun", "off"),
    [
        ("Mun/Pz, MVK combat S", "4625", "4626", 5 + 2),
        ("MVK combat S, Mun/Pz", "4625", "4626", 5 + 2),
        ("Berlin-Flak1", "3607", "3608", 3 + 1),
        ("Berlin-AT1 combat S", "3405", "3406", 3 + 1),
        ("Berlin-AT1 combat S, Berlin-AT2", "3405", "3406", 3 + 1),
    ],
)
def test_8_1_halving_comes_before_the_bonus_and_the_best_is_taken(
    stack: str, target: str, gun: str, off: int
) -> None:
    t = shoot(target, "82/AT", f"{target}: {stack}", f"{gun}: 82/AT combat N", dice=(1, 1))
    assert figures(t)[1] == off


@rule("FB 8.1.q3", "FB 3.4.fire")
@pytest.mark.parametrize(
    ("target", "fits"),
    [
        ("0808", True),  # due north, three off
        ("0910", True),  # the corner of N and NE
        ("1010", True),  # due north-east
        ("1011", True),  # the corner of NE and SE: one of them is front
        ("1012", False),  # due south-east
        ("0913", False),  # the corner of SE and S
        ("0813", False),  # due south
        ("0713", False),  # the corner of S and SW
        ("0612", False),  # due south-west
        ("0611", True),  # the corner of SW and NW
        ("0710", True),  # the corner of NW and N
    ],
)
def test_8_1_a_line_between_front_and_rear_hexsides_is_front(target: str, fits: bool) -> None:
    t = position(
        "german-gunfire",
        "0811: Berlin-AT1 combat N",
        f"{target}: 82/Par1",
        "0605: 82/Par2",
        "0606: 18/Pz combat N",
    )
    assert (f"target {target}" in t.legal()) == fits


@rule("FB 8.1.los", "FB 8.3.who")
def test_8_1_a_gun_does_not_fire_over_houses() -> None:
    # 6710 is built-up, 6711 and 6709's neighbour behind it: 6708 lies beyond.
    t = position("german-gunfire", "6711: Berlin-AT1 combat N", "6708: 82/Par1", "6709: 82/Par2")
    assert t.offers("target") == []
    t = position("german-gunfire", "6711: Berlin-AT1 combat N", "6710: 82/Par1")
    assert "target 6710" in t.legal()
    t = position(
        "german-gunfire", "6711: Berlin-AT1 combat N", "6709: 82/Par2", "6809: Berlin-AT2 combat NW"
    ).do("target 6709")
    t.refused("add Berlin-AT1", "FB 8.1.los")


@rule("FB 8.2.combine", "FB 8.1.upper.fire")
def test_8_1_artillery_of_nine_and_six_is_fifteen_in_column_e() -> None:
    t = shell(
        *(
            "0811",
            "408-Light 9P/Art",
            "0811: 82/Par1 combat S",
            "0816: 408-Light combat N",
            "0817: 9P/Art combat S",
        ),
        *("0812: MVK", "0818: 9P/HQ, BerlinHQ"),
        dice=(1, 1),
        side="german",
    )
    assert figures(t) == ("E", 2)


@rule("FB 8.1.lower", "FB 1.dice")
def test_8_1_the_chances_that_are_told_are_those_of_two_dice() -> None:
    t = shoot(
        *("0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1 combat S"),
        *("0813: Berlin-AT1 combat N, Berlin-AT2 combat N", "0815: BerlinHQ"),
        side="german",
    )
    told = t.explain("fire")
    assert [(one.label, one.ways, one.of) for one in told.outcomes] == [
        ("no effect", 15, 36),
        ("disruption", 11, 36),
        ("retreat", 4, 36),
        ("exchange", 3, 36),
        ("elimination", 3, 36),
    ]
    assert told.notes == ("column D",)


@rule("FB 8.1.targets")
@pytest.mark.parametrize("step", ("bombardment", "gunfire", "assault"))
def test_8_1_a_unit_takes_part_once(step: str) -> None:
    unit = {"bombardment": "408-Light", "gunfire": "Berlin-AT1", "assault": "GD1"}[step]
    t = position(
        f"german-{step}",
        *(
            "0811: 82/Par1",
            "0812: GD1 combat N, GD2 combat N",
            "0813: Berlin-AT1 combat N",
            "0815: 408-Light combat N",
        ),
    )
    t.do("target 0811", f"add {unit}")
    assert f"add {unit}" not in t.legal()
    t.refused(f"add {unit}", "FB 8.1.targets")
