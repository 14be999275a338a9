"""No Retreat! 9.step and 9.result.ex: whose step it is, and who has none to give."""

import pytest
from tests.games.noretreat.table import fight, front

from berlin.games.noretreat.board.tables import AXIS
from berlin.games.noretreat.board.units import find_unit
from berlin.games.noretreat.rules.combat.losses import Lose, Loss, lose_among, surrender
from berlin.games.noretreat.state.state import BACK, RUNNING, SIZE, SOVIETS_WIN, Draft
from berlin.kernel.proof.mark import rule


@rule("NR 9.result.ex", "NR 9.step")
@pytest.mark.parametrize(
    ("side", "turn", "die", "attackers", "defenders"),
    [("A", 26, 4, "1Pz 4Pz", "W+ SW+"), ("S", 26, 5, "W+ SW+", "1Pz 4Pz")],
)
def test_9_in_an_exchange_each_owner_chooses_among_his_own(
    side: str, turn: int, die: int, attackers: str, defenders: str
) -> None:
    t = front(f"{side}.5", turn, f"r0c4: {attackers}", f"r0c5: {defenders}")
    fight(t, "r0c5", *attackers.replace("+", "").split(), die=die)
    assert t.told("result: EX")
    asked = {}
    while t.asked == "Loss":
        asked[t.decider] = sorted(t.legal())
        t.do(t.legal()[0])
    assert asked == {"axis": ["lose 1Pz", "lose 4Pz"], "soviet": ["lose SW", "lose W"]}
    assert sum(t.back(unit) for unit in ("1Pz", "4Pz")) == 1
    assert sum(t.back(unit) for unit in ("W", "SW")) == 1


@rule("NR 9.result.ex", "NR 9.step")
def test_9_who_alone_was_hit_is_not_asked() -> None:
    t = fight(front("S.5", 14, "r0c5: 9A", "r0c4: W"), "r0c5", "W", die=5)
    assert t.told("result: EX")
    assert (t.back("9A"), t.where("W"), t.asked == "Loss") == (True, "destroyed", False)


@rule("NR 10.vp.event")
@pytest.mark.parametrize(
    ("unit", "points"), [("FesK", 0), ("VolP", 0), ("KG1", 0), ("9A", 1), ("Rum3", 1), ("W", -1), ("Mos", -1)]
)
def test_10_a_surrender_is_a_point_but_for_static_units_and_cadres(unit: str, points: int) -> None:
    # On turn 14 the Soviets hold the initiative, and the marker counts for them.
    d = Draft(front("S.5", 14, f"r0c5: {unit}").state)
    surrender(d, find_unit(unit))
    assert d.event_vp == points


@rule("NR 10.vp.event", "NR 6.effects", "NR 9.step")
@pytest.mark.parametrize(("unit", "points"), [("KG1", 0), ("9A-", 1), ("Rum3", 1)])
def test_10_an_unsupplied_unit_that_is_destroyed_surrenders(unit: str, points: int) -> None:
    name = unit.rstrip("-")
    ring = ("r0c4: SW+ W+", "r0c6: Cen+ Kal+", "r-1c5: S+ Vol+")
    t = front("S.5", 26, f"r0c5: {unit}", *ring, unsupplied=name)
    before = t.points
    fight(t, "r0c5", "SW", "W", "Cen", "Kal", "S", "Vol", die=6)
    assert t.told("result: DD")
    assert t.where(name) == "surrendered"
    assert t.points == before + points


@rule("NR 10.hitler")
@pytest.mark.parametrize(("unit", "over"), [("BerG", SOVIETS_WIN), ("FesK", RUNNING), ("9A", RUNNING)])
def test_10_the_end_of_the_berlin_garrison_is_the_end_in_whatever_way_it_comes(unit: str, over: int) -> None:
    d = Draft(front("S.5", 26, "Berlin: BerG 9A", "r-7c1: FesK").state)
    surrender(d, find_unit(unit))
    assert d.over == over


@rule("NR 9.step")
def test_9_several_steps_are_taken_one_by_one_from_whom_the_owner_likes() -> None:
    first, second = find_unit("9A"), find_unit("4A")
    for taken in ((first, first), (first, second), (second, first), (second, second)):
        d = Draft(front("S.5", 14, "r0c5: 9A 4A").state)
        below = len(d.frames)
        lose_among(d, AXIS, (first, second), 2)
        for unit in taken:
            frame = d.frames[-1]
            assert isinstance(frame, Loss)
            assert frame.still_asks(d)
            assert {act.unit for act in frame.answers(d) if isinstance(act, Lose)} == {first, second}
            frame.carry_out(d, Lose(unit))
        assert len(d.frames) == below
        lost = {unit: 2 if d.where[unit] >= SIZE else d.marks[unit] & BACK for unit in (first, second)}
        assert lost == {unit: taken.count(unit) for unit in (first, second)}
