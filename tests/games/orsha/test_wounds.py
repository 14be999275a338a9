"""7.510 Wounded leaders."""

import pytest
from tests.campaign.desk import at, desk, isolate, off

from berlin.campaign.aftermath import wounds
from berlin.campaign.pieces import Mark, Where
from berlin.kernel.proof import rule

GERMAN = 0
WOUNDED = Mark.WOUNDED
HEROIC = Mark.WOUNDED | Mark.HEROIC


@rule("OTO 7.510")
@pytest.mark.parametrize(
    ("marks", "isolated", "die", "result"),
    [
        (WOUNDED, False, 1, "well"),
        (WOUNDED, False, 2, "wounded"),
        (WOUNDED, False, 3, "gone"),
        (WOUNDED, True, 1, "wounded"),
        (WOUNDED, True, 2, "gone"),
        (HEROIC, False, 2, "well"),
        (HEROIC, False, 3, "wounded"),
        (HEROIC, False, 4, "gone"),
        (HEROIC, True, 1, "well"),
        (HEROIC, True, 2, "wounded"),
    ],
)
def test_7_510_a_die_for_each_wounded_leader(marks: int, isolated: bool, die: int, result: str) -> None:
    d = desk([at("g:9-1", "K50", marks) if isolated else off("g:9-1", marks)], dice=[die])
    if isolated:
        isolate(d, "K50", GERMAN)
    wounds.treat(d)
    man = d.pieces[GERMAN][0]
    found = "gone" if man.where is Where.EVACUATED else "wounded" if man.has(WOUNDED) else "well"
    assert (found, d.rolls) == (result, 1)
    assert man.has(Mark.HEROIC) == (marks == HEROIC)


@rule("OTO 7.510")
def test_7_510_only_wounded_leaders_in_their_sides_own_hands_are_rolled_for() -> None:
    pieces = [
        off("g:9-1"),
        off("g:hero", WOUNDED),
        off("g:4-6-7", WOUNDED),
        at("g:9-1", "K50", WOUNDED | Mark.PRISONER),
    ]
    d = desk(pieces)
    wounds.treat(d)
    assert (d.rolls, d.pieces[GERMAN]) == (0, pieces)


@rule("OTO 7.510.q1")
def test_7_510_who_is_evacuated_is_out_and_no_casualty_and_leaves_what_he_had() -> None:
    d = desk([off("g:9-1", WOUNDED), off("g:LMG", holder=0)], dice=[6])
    wounds.treat(d)
    assert [number for number, _ in d.at_hand(GERMAN)] == [1]
    assert d.pieces[GERMAN][1].holder == -1
    assert (d.accounts[GERMAN].suffered, d.cvp) == (0, 0)
