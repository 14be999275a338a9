"""The Operations Phase: its impulses, passing, and the test that ends it."""

import pytest
from table import Table

from berlin.kernel.proof.mark import rule

SOME_EACH = """
Kustrin = ["61/1", "47/1", "69/1"]
Penzig = ["52/1", "13/1"]
Furstenwalde = ["391"]
Dresden = ["404"]
"""


def at(stage: str, turn: int = 2, operations: int = 1, more: str = "", units: str = SOME_EACH) -> Table:
    head = f'turn = {turn}\nstage = "{stage}"\noperations = {operations}'
    return Table.at(f"{head}\n[units]\n{units}\n[flags]\nhalted = true\n{more}")


def skip(t: Table, stage: str) -> None:
    """Pass an impulse that may have been skipped already, as nobody in it can be activated."""
    if t.stage == stage:
        t.do("pass")


def stages(t: Table) -> list[str]:
    return [str(event.data[0]) for event in t.events if event.kind == "stage"]


@rule("RFB 4")
def test_4_operations_lie_between_logistics_and_end_of_turn_and_may_be_played_twice() -> None:
    t = at("B.2")
    assert not t.can("activate 61/1 move")
    t.do("done", "done")
    assert (t.stage, t.operations) == ("C.1", 1)
    t.do("activate 61/1 move", "begin", "move 61/1 Barwalde", "pass", "pass")
    t.do("pass", dice=[2])
    assert (t.turn, t.stage, t.operations) == (2, "C.1", 2)
    t.do("pass", "activate 52/1 move", "begin", "move 52/1 Sanitz", "pass")
    t.do("pass", dice=[2])
    assert (t.turn, t.stage) == (2, "D.1")
    assert not t.can("activate 391 move")


@rule("RFB 4.1")
@pytest.mark.parametrize("seat", ["zhukov", "koniev"])
def test_4_1_both_players_see_operations_number_impulse_and_used_units(seat: str) -> None:
    t = at("C.2", operations=3, more='[marks]\nused = ["61/1", "391"]')
    scene = t.scene(seat)
    assert [track.value for track in scene.tracks if "operations" in track.name.lower()] == [3]
    assert "Koniev's Soviet impulse" in scene.caption
    assert {piece.id: piece.used for piece in scene.pieces if piece.place in ("Kustrin", "Penzig")} == {
        "61/1": True,
        "47/1": False,
        "69/1": False,
        "52/1": False,
        "13/1": False,
    }
    assert {piece.id for piece in scene.pieces if piece.used} == {"61/1", "391"}


@rule("RFB 4.1.1a")
def test_4_1_1_an_operations_phase_has_four_impulses_before_the_end_test() -> None:
    t = at("C.1")
    asked = [(t.stage, t.decider)]
    t.do("activate 61/1 move", "begin", "move 61/1 Barwalde")
    for _ in range(3):
        assert t.rolled("operations") == []
        asked.append((t.stage, t.decider))
        t.do("pass", dice=[6])
    assert asked == [("C.1", "zhukov"), ("C.2", "koniev"), ("C.3", "koniev"), ("C.4", "zhukov")]
    assert t.rolled("operations") == [6]
    assert t.stage == "C.1"


@rule("RFB 4.1.1b")
def test_4_1_1_every_turn_begins_with_the_operations_marker_on_one() -> None:
    t = at("C.4", operations=5)
    assert t.operations == 5
    t.do("pass", dice=[5])
    t.until("C.1")
    assert (t.turn, t.operations) == (3, 1)


@rule("RFB 4.1.1c", "RFB 4.3.1b")
def test_4_1_1_a_failed_end_test_brings_four_more_impulses_of_the_same_turn() -> None:
    t = at("C.4")
    t.do("pass", dice=[2])
    assert (t.turn, t.operations, t.stage) == (2, 2, "C.1")
    t.do("activate 61/1 move", "begin", "move 61/1 Barwalde")
    seen = []
    for _ in range(3):
        seen.append(t.stage)
        t.do("pass", dice=[3])
    assert seen == ["C.2", "C.3", "C.4"]
    assert (t.turn, t.operations, t.stage) == (2, 3, "C.1")


FIVE_EACH = """
Kustrin = ["61/1", "61/2", "47/1", "47/2", "69/1"]
Penzig = ["52/1", "52/2", "13/1", "13/2", "3GA/1"]
Furstenwalde = ["391", "286", "712"]
Frankfurt = ["169", "303"]
Dresden = ["404", "72", "17"]
Bautzen = ["615", "545"]
"""
CAMPS = {
    "C.1": ["61/1", "61/2", "47/1", "47/2", "69/1"],
    "C.2": ["52/1", "52/2", "13/1", "13/2", "3GA/1"],
    "C.3": ["391", "286", "712", "169", "303"],
    "C.4": ["404", "72", "17", "615", "545"],
}


@rule("RFB 4.1.2")
@pytest.mark.parametrize("stage", sorted(CAMPS))
def test_4_1_2_up_to_four_units_are_activated_in_an_impulse(stage: str) -> None:
    t = at(stage, units=FIVE_EACH)
    *four, fifth = CAMPS[stage]
    for unit in four:
        t.do(f"activate {unit} move")
    t.refused(f"activate {fifth} move", "RFB 4.1.2")
    assert t.can("begin")


@rule("RFB 4.1.2")
@pytest.mark.parametrize("stage", sorted(CAMPS))
def test_4_1_2_only_the_camp_and_nationality_of_the_impulse_are_activated(stage: str) -> None:
    t = at(stage, units=FIVE_EACH)
    for other, units in CAMPS.items():
        for unit in units:
            if other == stage:
                assert t.can(f"activate {unit} move")
            else:
                t.refused(f"activate {unit} move", "RFB 4.1.2", f"RFB 1.{stage}", "RFB intro.a")


@rule("RFB 4.1.5a")
@pytest.mark.parametrize("stage, after", [("C.1", "C.2"), ("C.2", "C.3"), ("C.3", "C.4")])
def test_4_1_5_a_player_may_pass_an_impulse(stage: str, after: str) -> None:
    t = at(stage)
    assert any(text.startswith("activate") for text in t.legal())
    t.do("pass")
    assert t.stage == after
    assert not any(t.used(unit) for unit in ("61/1", "52/1", "391", "404"))


@rule("RFB 4.1.5b", "RFB 4.3.1d")
def test_4_1_5_operations_end_without_a_die_if_both_soviet_impulses_are_passed() -> None:
    t = at("C.1")
    t.do("pass", "pass")
    assert t.stage == "C.3"
    t.do("activate 391 move", "begin", "move 391 Frankfurt")
    assert t.stage == "C.4"
    t.do("pass", dice=[6])
    assert t.rolled("operations") == []
    assert t.stage == "D.1"
    assert "C.5" in stages(t)


@rule("RFB 4.1.5b")
@pytest.mark.parametrize("first", [True, False])
def test_4_1_5_one_passed_soviet_impulse_does_not_end_operations(first: bool) -> None:
    t = at("C.1")
    if first:
        t.do("activate 61/1 move", "begin", "move 61/1 Barwalde", "pass")
    else:
        t.do("pass", "activate 52/1 move", "begin", "move 52/1 Sanitz")
    t.do("pass")
    t.do("pass", dice=[6])
    assert t.rolled("operations") == [6]
    assert (t.stage, t.operations) == ("C.1", 2)


@rule("RFB 4.1.5b")
def test_4_1_5_the_two_passes_must_fall_in_the_same_operations_phase() -> None:
    t = at("C.1")
    t.do("activate 61/1 move", "begin", "move 61/1 Barwalde", "pass", "pass")
    t.do("pass", dice=[6])
    t.do("pass", "activate 52/1 move", "begin", "move 52/1 Sanitz", "pass")
    t.do("pass", dice=[6])
    assert t.rolled("operations") == [6]
    assert (t.stage, t.operations) == ("C.1", 3)


@rule("RFB 4.1.5.q1")
def test_4_1_5_an_impulse_in_which_nobody_can_be_activated_is_passed() -> None:
    t = at("C.1", more='[marks]\nused = ["61/1", "47/1", "69/1", "52/1", "13/1"]')
    skip(t, "C.1")
    skip(t, "C.2")
    assert t.stage == "C.3"
    t.do("pass")
    t.do("pass", dice=[6])
    assert t.rolled("operations") == []
    assert t.stage == "D.3"


@rule("RFB 4.1.5.q1")
def test_4_1_5_shelling_is_no_pass() -> None:
    t = at(
        "C.1", units='Bernau = ["61/1", "47/1"]\nPenzig = ["52/1"]\nFurstenwalde = ["391"]\nDresden = ["404"]'
    )
    t.do("shell 61/1", "begin")
    assert t.stage == "C.2"
    t.do("pass", "pass")
    t.do("pass", dice=[6])
    assert t.rolled("operations") == [6]
    assert (t.stage, t.operations) == ("C.1", 2)


@rule("RFB 4.3")
def test_4_3_the_end_test_comes_after_all_four_impulses() -> None:
    t = at("C.1")
    t.do("activate 61/1 move", "begin", "move 61/1 Barwalde", dice=[1])
    assert (t.stage, t.rolled("operations")) == ("C.2", [])
    for stage in ("C.3", "C.4"):
        t.do("pass", dice=[1])
        assert (t.stage, t.rolled("operations")) == (stage, [])
    t.do("pass", dice=[1])
    assert t.rolled("operations") == [1]
    assert "C.5" in stages(t)
    assert t.stage == "D.1"


@rule("RFB 4.3.1a")
@pytest.mark.parametrize(
    "operations, die, stage",
    [(3, 3, "D.1"), (3, 2, "D.1"), (3, 4, "C.1"), (1, 1, "D.1"), (1, 2, "C.1"), (5, 6, "C.1"), (6, 6, "D.1")],
)
def test_4_3_1_a_die_up_to_the_operations_number_ends_operations(
    operations: int, die: int, stage: str
) -> None:
    t = at("C.4", operations=operations)
    t.do("pass", dice=[die])
    assert t.rolled("operations") == [die]
    assert t.stage == stage


@rule("RFB 4.3.1b")
def test_4_3_1_a_higher_die_moves_the_marker_one_space_and_starts_at_c_1() -> None:
    t = at("C.4")
    t.do("pass", dice=[2])
    assert (t.stage, t.decider, t.operations) == ("C.1", "zhukov", 2)
    assert [track.value for track in t.scene("koniev").tracks if "operations" in track.name.lower()] == [2]


@rule("RFB 4.3.1c")
@pytest.mark.parametrize(
    "turn, operations, die, stage",
    [
        (1, 3, 1, "D.1"),
        (1, 3, 2, "C.1"),
        (1, 2, 1, "C.1"),
        (1, 1, 1, "C.1"),
        (2, 3, 2, "D.1"),
        (2, 1, 1, "D.1"),
    ],
)
def test_4_3_1_on_turn_one_two_is_added_to_the_die(turn: int, operations: int, die: int, stage: str) -> None:
    t = at("C.4", turn=turn, operations=operations)
    t.do("pass", dice=[die])
    assert t.stage == stage


@rule("RFB 4.3.1d")
def test_4_3_1_after_two_soviet_passes_even_turn_one_ends_at_once() -> None:
    t = at("C.4", turn=1, more="passed = [true, true]")
    t.do("pass", dice=[6])
    assert t.rolled("operations") == []
    assert t.stage == "D.1"
    t = at("C.4", turn=1, more="passed = [true, false]")
    t.do("pass", dice=[6])
    assert t.rolled("operations") == [6]
    assert t.stage == "C.1"


@rule("RFB 4.3.1.q1")
def test_4_3_1_two_soviet_passes_do_not_skip_the_end_of_turn_phase() -> None:
    t = at("C.1", more="[points]\nsupport = [2, 1]")
    t.do("pass", "pass", "pass", "pass")
    assert (t.turn, t.stage) == (2, "D.1")
    t.do("move 61/1 Barwalde", "done", "move 52/1 Sanitz", "done", "move 391 Frankfurt")
    assert [t.zone(unit) for unit in ("61/1", "52/1", "391")] == ["Barwalde", "Sanitz", "Frankfurt"]
    t.do("done")
    assert t.turn == 3
    assert (t.support("zhukov"), t.support("koniev")) == (0, 0)
    assert [name for name in stages(t) if name in ("D.5", "D.6", "D.7")] == ["D.5", "D.6", "D.7"]


@rule("RFB 10.2.1", "RFB 4.1.2")
@pytest.mark.parametrize(
    "stage, unit, zone, shells",
    [
        ("C.1", "8GA/1", "Strausberg", True),
        ("C.1", "8GA/1", "Muncheberg", False),
        ("C.2", "13/1", "Zossen", True),
        ("C.3", "303", "Strausberg", False),
        ("C.4", "404", "Zossen", False),
    ],
)
def test_10_2_1_only_soviets_next_to_berlin_shell_it(stage: str, unit: str, zone: str, shells: bool) -> None:
    t = Table.at(f'turn = 3\nstage = "{stage}"\n[units]\n{zone} = ["{unit}"]\n[chits]\nout = [1, 9]')
    assert (f"shell {unit}" in t.legal()) is shells
    if not shells:
        t.refused(f"shell {unit}", "RFB 10.2.1")


@rule("RFB 7.3.2b", "RFB 4.1.2")
@pytest.mark.parametrize("strays", [4, 5])
def test_4_1_2_with_more_strays_than_activations_four_of_them_are_enough(strays: int) -> None:
    zones = ("Lieberose", "Lubben", "Zossen", "Guben", "Luckau")[:strays]
    units = ("61/1", "1POL/1", "47/1", "3SHA/1", "2GTA/1")
    lines = "\n".join(f'{zone} = ["{unit}"]' for zone, unit in zip(zones, units, strict=False))
    t = Table.at(f'turn = 7\nstage = "C.1"\n[units]\n{lines}\nKustrin = ["69/1"]\n[chits]\nout = [1, 9]')
    t.refused("activate 69/1 move", "RFB 7.3.2b")
    for unit in units[:4]:
        t.refused("begin" if unit != "61/1" else "pass", "RFB 7.3.2b")
        t.do(f"activate {unit} move")
    t.do("begin")
    assert t.asked == "Moving"


@rule("RFB 10.2.1", "RFB 4.1.2", "RFB 4.1.4", "RFB 4.1.3.q1", "RFB intro.a")
def test_10_2_1_who_may_not_be_activated_does_not_shell() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        Strausberg = ["8GA/1", "8GA/2"]
        Bernau = ["47/1", "47/2"]
        Zossen = ["13/1"]
        Friedrichshain = ["391"]
        [off]
        destroyed = ["61/1"]
        [marks]
        used = ["47/1"]
        [chits]
        out = [1, 9]
    """)
    t.do("shell 8GA/1", "activate 8GA/2 move")
    for unit, named in (
        ("8GA/1", "RFB 4.1.4"),
        ("47/1", "RFB 4.1.4"),
        ("8GA/2", "RFB 4.1.3.q1"),
        ("61/1", "RFB 4.1.2"),
        ("391", "RFB intro.a"),
        ("13/1", "RFB intro.a"),
    ):
        t.refused(f"shell {unit}", named)
    t.do("shell 47/2")
    assert (t.used("47/2"), t.vp("zhukov")) == (True, 1)
