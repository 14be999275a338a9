"""7.510 Wounded leaders, and what a wounded man is worth until he is well again (A17.2)."""

import pytest
from tests.campaign.desk import at, desk, isolate, off
from tests.games.orsha.escapes import party, pocket, total

from berlin.campaign.aftermath import hazards, mines, wounds
from berlin.campaign.model.fight import Fight
from berlin.campaign.perimeters import escape
from berlin.games.orsha.board.ground import find_hex
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules import checks, close_combat, withdrawal
from berlin.squad.rules.close_combat import Attack

GERMAN, RUSSIAN = BOTH
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


LED = [
    ("g:10-2", 0, -2),
    ("g:10-2", WOUNDED, -1),
    ("g:9-1", 0, -1),
    ("g:9-1", WOUNDED, 0),
    ("g:8-0", 0, 0),
    ("g:8-0", WOUNDED, 1),
    ("g:6+1", WOUNDED, 2),
]
"""A leader, and what he adds."""


@rule("OTO 7.5063.drm.leader", "OTO 7.5063.q2")
@pytest.mark.parametrize(("leader", "marks", "added"), LED)
def test_a17_2_a_wounded_leader_leads_an_escape_one_worse(leader: str, marks: int, added: int) -> None:
    d = pocket(at("g:2-4-7", "P50"), at(leader, "P50", marks))
    assert total(d, party(0, 1)) == added


@rule("OTO 7.5063.drm.leader")
def test_a17_2_of_several_leaders_the_best_as_they_stand_leads() -> None:
    """A wounded 10-2 is worth a 9-1, a wounded 9-1 less than an 8-1."""
    for kinds, added in ((("g:10-2", "g:8-0"), -1), (("g:9-1", "g:8-1"), -1), (("g:9-1", "g:8-0"), 0)):
        men = [at(kinds[0], "P50", WOUNDED), at(kinds[1], "P50")]
        assert total(pocket(at("g:2-4-7", "P50"), *men), party(0, 1, 2)) == added
        assert total(pocket(at("g:2-4-7", "P50"), *men[::-1]), party(0, 1, 2)) == added


@rule("OTO 7.5041a", "OTO 7.5042b")
@pytest.mark.parametrize(("leader", "marks", "added"), LED)
def test_a17_2_a_wounded_leader_leads_task_checks_one_worse_but_never_for_the_worse(
    leader: str, marks: int, added: int
) -> None:
    d = desk([at("g:4-6-8", "P30", Mark.ENCIRCLED), at(leader, "P30", marks)], dice=(3, 4, 1, 1))
    assert checks.lead(d, unit_of(GERMAN, 0)) == min(added, 0)
    hazards.encirclement(d)
    # A total of 7 + 1 against the morale of 7 of who is Encircled.
    assert (d.pieces[GERMAN][0].where is Where.MAP) == (added < 0)
    d = desk(
        [at("g:4-6-7", "P30"), at(leader, "P30", marks)],
        works=[Work(Works.MINES, find_hex("P30"), ap=6)],
        dice=(4, 4, 1, 1),
    )
    mines.begin(d)
    assert (d.pieces[GERMAN][0].kind == "g:4-6-7") == (added < 0)


@rule("OTO 7.501.base")
@pytest.mark.parametrize(("leader", "marks", "added"), LED)
def test_a17_2_a_wounded_leader_directs_close_combat_one_worse(leader: str, marks: int, added: int) -> None:
    d = desk([at("g:4-6-7", "P30"), at(leader, "P30", marks)], [at("r:4-4-7", "P30")])
    attack = Attack((unit_of(GERMAN, 0), unit_of(GERMAN, 1)), (unit_of(RUSSIAN, 0),))
    found = close_combat.reasons(d, attack, unit_of(RUSSIAN, 0), ())
    assert found["leader"] == min(added, 0)
    assert Fight(d, d.book.battlefield).lead(GERMAN, find_hex("P30")) == added


@rule("OTO 7.501.base")
def test_a17_2_the_better_leader_as_they_stand_goes_along_against_a_vehicle() -> None:
    d = desk([at("g:4-6-7", "P30"), at("g:9-1", "P30", WOUNDED), at("g:8-1", "P30")])
    group = [unit_of(GERMAN, number) for number in range(3)]
    assert close_combat.team(d, group) == (group[0], group[2])


@rule("OTO 7.5063.drm.pp")
@pytest.mark.parametrize(("marks", "lent"), [(0, 1), (Mark.HEROIC, 1), (WOUNDED, 0), (HEROIC, 0)])
def test_a17_2_a_wounded_man_lends_no_hand_and_bears_nothing_himself(marks: int, lent: int) -> None:
    """A half-squad bears 3 of the 5 PP that it has; an LMG has 1 PP."""
    weapons = [at("g:HMG", "P50", holder=0), at("g:LMG", "P50", holder=0)]
    d = pocket(at("g:2-4-7", "P50"), *weapons, at("g:8-0", "P50", marks))
    assert escape.reasons(d, party(0, 3))["load"] == 2 - lent
    d = pocket(at("g:2-4-7", "P50"), at("g:8-0", "P50", marks), at("g:LMG", "P50", holder=1))
    assert escape.reasons(d, party(0, 1))["load"] == 1 - lent
    withdrawal.leave(d, unit_of(GERMAN, 1), find_hex("P51"))
    assert (d.pieces[GERMAN][2].holder == 1) is bool(lent)


@rule("OTO 7.5063.drm.pp")
def test_a17_2_another_man_may_lend_a_hand_in_his_place() -> None:
    weapons = [at("g:HMG", "P50", holder=0), at("g:LMG", "P50", holder=0)]
    men = [at("g:8-0", "P50", WOUNDED), at("g:7-0", "P50")]
    d = pocket(at("g:2-4-7", "P50"), *weapons, *men)
    assert escape.reasons(d, party(0, 3))["load"] == 2
    assert escape.reasons(d, party(0, 3, 4))["load"] == 1
