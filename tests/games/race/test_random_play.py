"""Race for Berlin: whoever plays at random may do all that the rules allow, and nothing else."""

from random import Random

import pytest
from fights import ELSEWHERE, at
from table import Table

from berlin.kernel.proof.mark import rule

ENOUGH = 40


def drawn(t: Table) -> set[str]:
    """What turns up in many draws: so many that a missing answer would be no chance."""
    rng = Random(1)
    times = ENOUGH * len(t.legal())
    return {t.game.write(t.game.sample(t.state, rng)) for _ in range(times)}


def moves(t: Table) -> set[str]:
    return {text for text in t.legal() if text.startswith("move")}


def begun(stage: str, mode: str, units: tuple[str, ...], zones: dict[str, str]) -> Table:
    t = at(stage, {**ELSEWHERE, **zones})
    return t.do(*(f"activate {unit} {mode}" for unit in units), "begin")


@rule("RFB 4.2.1a", "RFB 7.2.2a", "RFB 4.2.3b", "RFB 6.1.2a")
@pytest.mark.parametrize("mode", ["move", "reserve"])
@pytest.mark.parametrize(
    "stage, units, places",
    [
        ("C.1", ("8GA/1", "61/1"), {"Seelow": "8GA/1", "Letschin": "61/1", "Muncheberg": "47/1 47/2"}),
        ("C.2", ("13/1",), {"Kathlow": "13/1", "Spremberg": "404", "Cottbus": "5GA/1 5GA/2"}),
        ("C.3", ("391", "286"), {"Protzel": "391", "Strausberg": "286", "Bernau": "303 309 712"}),
        ("C.4", ("404",), {"Senftenberg": "404", "Cottbus": "13/1"}),
    ],
)
def test_4_2_1_a_random_move_is_any_move_that_the_rules_allow(
    mode: str, stage: str, units: tuple[str, ...], places: dict[str, str]
) -> None:
    t = begun(stage, mode, units, places)
    assert len(moves(t)) > 2
    assert drawn(t) == set(t.legal())
    tests = {text for text in t.legal() if text.startswith("test")}
    assert tests == ({f"test {unit}" for unit in units} if stage in ("C.3", "C.4") else set())


@rule("RFB 7.3.1c", "RFB 7.3.2b", "RFB 7.3.3d", "RFB 2.2.8b")
@pytest.mark.parametrize(
    "stage, unit, places, control",
    [
        # Its army is split; it is across the boundary, on either side; it stands among the Americans.
        ("C.1", "8GA/1", {"Seelow": "8GA/1", "Eberswalde": "8GA/2"}, {}),
        ("C.1", "47/1", {"Lubben": "47/1", "Beeskow": "47/2"}, {}),
        ("C.2", "13/1", {"Beeskow": "13/1", "Lubben": "13/2"}, {}),
        ("C.2", "28/1", {"Torgau": "28/1", "Riesa": "28/2"}, {"american": "Torgau"}),
    ],
)
def test_7_3_a_random_player_does_not_leave_a_duty_undone(
    stage: str, unit: str, places: dict[str, str], control: dict[str, str]
) -> None:
    flags = "halted = true" if control else ""
    t = at(stage, {**ELSEWHERE, **places}, control=control, flags=flags)
    t.do(f"activate {unit} move", "begin")
    assert not t.can("done")
    assert drawn(t) == set(t.legal()) == moves(t)


@rule("RFB 7.3.3d")
def test_7_3_3_a_guest_that_is_activated_leaves_at_random_too() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.2"
        [units]
        Furstenberg = ["3/1"]
        Guben = ["13/1", "3/2"]
        Kathlow = ["13/2"]
        [marks]
        guest = ["13/1"]
        [chits]
        out = [1, 9]
    """)
    t.do("activate 13/1 move", "begin")
    assert not t.can("done")
    assert drawn(t) == set(t.legal()) == moves(t)


@rule("RFB 5.1a", "RFB 5.1b", "RFB 5.1.q2")
@pytest.mark.parametrize(
    "stage, places",
    [
        ("D.1", {"Bernau": "8GA/1", "Strausberg": "61/1", "Protzel": "47/1 47/2", "Muncheberg": "391"}),
        ("D.2", {"Zossen": "13/1", "Trebbin": "13/2", "Luckenwalde": "404"}),
        ("D.3", {"Oranienburg": "391", "Kyritz": "286", "Nauen": "303 309 712"}),
        ("D.4", {"Trebbin": "404", "Kathlow": "342", "Forst": "13/1"}),
        # Next to the first zone of all, and to the last.
        ("D.2", {"Niesky": "13/1", "Nauen": "61/1"}),
        ("D.1", {"Nauen": "61/1", "Kyritz": "286"}),
    ],
)
def test_5_1_a_random_move_at_the_end_of_the_turn_is_any_that_the_rules_allow(
    stage: str, places: dict[str, str]
) -> None:
    t = at(stage, places)
    assert (t.stage, len(moves(t)) > 2) == (stage, True)
    assert drawn(t) == set(t.legal())


@rule("RFB 4.1.3a", "RFB 10.2.1", "RFB 3.2")
@pytest.mark.parametrize("stage", ["C.1", "C.3", "B.2"])
def test_4_1_3_a_random_player_has_every_unit_mode_and_point_to_choose_from(stage: str) -> None:
    t = at(stage, Bernau="8GA/1-", Strausberg="391", Penzig="13/1", destroyed="61/1")
    assert drawn(t) == set(t.legal())
    assert ("shell 8GA/1" in t.legal()) is (stage == "C.1")
