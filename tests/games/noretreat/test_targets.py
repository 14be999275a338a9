"""No Retreat! 9: targets, counterblows, who must attack what."""

import pytest
from tests.games.noretreat.table import fight, front, in_words

from berlin.kernel.contract.words import sentence
from berlin.kernel.proof.mark import rule


@rule("NR 9.target", "NR 11.turn20", "NR 11.turn26", "NR 1.markers")
@pytest.mark.parametrize(("turn", "pool"), [(19, 5), (20, 3), (25, 3), (26, 1)])
def test_9_the_axis_pool_shrinks(turn: int, pool: int) -> None:
    rows = [(f"r{r}c4", f"r{r}c5") for r in (-1, 1, 3, 0, 2, 4)]
    armies = ("9A", "4A", "6A", "16A", "17A", "18A")
    fronts = ("W", "SW", "S", "NW", "Cen", "Res")
    stacks = [f"{a}: {u}" for (a, _), u in zip(rows, armies, strict=True)]
    stacks += [f"{b}: {u}" for (_, b), u in zip(rows, fronts, strict=True)]
    t = front("A.5", turn, *stacks)
    marked = 0
    while t.asked == "Targeting":
        t.do(next(text for text in t.legal() if text.startswith("target")))
        marked += 1
    assert marked == pool


@rule("NR 9.target", "NR 9.eligible", "NR 7.disorganized")
def test_9_a_target_is_an_enemy_next_to_a_unit_that_may_attack() -> None:
    t = front("A.5", 7, "r0c4: 9A", "r0c5: W", "r0c7: SW", "r2c4: 4A", "r2c5: S", disorganized="4A")
    assert t.legal() == ["target r0c5", "done"]
    t.refused("target r0c7", "NR 9.eligible")
    t.refused("target r2c5", "NR 9.eligible")
    t.refused("target r0c3", "NR 9.target")
    t = front("S.5", 7, "Moscow: Mos+", "r-3c8: 9A", "r0c4: W", "r0c5: 4A")
    t.refused("target r-3c8", "NR 9.eligible")


@rule("NR 3.attack.lake", "NR 2.lake")
def test_9_no_attack_over_a_lake() -> None:
    t = front("A.5", 7, "r5c-2: 6A", "r6c-2: S", "r0c4: 9A", "r0c5: W")
    t.refused("target r6c-2", "NR 3.attack.lake")


@rule("NR 9.eligible", "NR 7.disorganized")
def test_9_forts_and_disorganized_units_do_not_join() -> None:
    t = front("S.5", 23, "Moscow: Mos+ W", "r-3c8: 9A", "r-3c7: Res", disorganized="Res")
    t.do("target r-3c8")
    t.refused("join Mos", "NR 9.eligible")
    t.refused("join Res", "NR 7.disorganized")


@rule("NR 9.counterblow", "NR 5.use.discard")
def test_9_a_counterblow_costs_a_card() -> None:
    t = front("A.5", 7, "r0c4: 9A", "r0c5: W", "r2c4: 4A", "r2c5: SW", soviet="K9 K10 K11")
    t.pass_all().do("done")
    assert (t.decider, t.asked) == ("soviet", "Countering")
    t.do("blow r0c5", "discard K9", "blow r2c5", "discard K10")
    assert sorted(t.discards) == ["K10", "K9"]
    assert t.asked == "Fighting"
    assert t.legal() == ["attack r0c5", "attack r2c5"]


@rule("NR 9.counterblow")
def test_9_a_counterblow_lies_on_an_own_hex_next_to_enemies_that_may_attack() -> None:
    stacks = ("r0c4: 9A", "r0c5: W", "r0c8: SW", "r2c4: 4A", "r2c5: S")
    t = front("A.5", 7, *stacks, soviet="K9", disorganized="4A").pass_all().do("done")
    assert [text for text in t.legal() if text.startswith("blow")] == ["blow r0c5"]
    for space in ("r0c8", "r2c5", "r0c4"):
        t.refused(f"blow {space}", "NR 9.counterblow")


@rule("NR 9.counterblow", "NR 9.counterblow.left", "NR 11.turn26")
def test_9_counterblows_left_over_use_up_the_pool() -> None:
    stacks = ("r0c4: 9A", "r0c5: W", "r2c4: 4A", "r2c5: SW", "r4c3: S")
    full = front("S.5", 26, *stacks, left="r0c4", axis="K12").pass_all().do("done")
    full.refused("blow r2c4", "NR 9.target")
    free = front("S.5", 26, *stacks, axis="K12").pass_all().do("done")
    assert free.can("blow r2c4")


@rule("NR 9.result.cb", "NR 9.counterblow.left")
def test_9_a_cb_against_a_counterblow_needs_a_free_marker() -> None:
    stacks = ("r0c4: 9A", "r0c5: W", "r2c4: 4A", "r2c5: Kal")
    t = front("A.5", 26, *stacks, blows="r0c5 r2c5").do("done")
    t.do("attack r0c5", "roll", dice=[3])
    assert t.told("a counterblow lies on r0c4")
    t.do("roll", dice=[3])
    assert t.told("result: CB")
    assert not t.told("a counterblow lies on")
    assert len(t.state.left) == 1


@rule("NR 9.counterblow.must")
def test_9_a_unit_next_to_a_counterblow_attacks_nothing_else() -> None:
    t = front("A.5", 7, "r0c4: 9A", "r0c5: W", "r-1c4: SW", "r1c4: 4A", soviet="K9")
    t.pass_all().do("target r-1c4", "done", "blow r0c5", "discard K9")
    # The target has lost its only attacker and is unmarked; both must attack the counterblow.
    assert t.asked == "Battle"
    assert t.prompt is not None
    assert sentence(in_words("4A and 9A attack r0c5")) in t.prompt.text
    assert t.state.targets == ()


@rule("NR 9.counterblow.must")
def test_9_the_owner_chooses_between_two_counterblows_and_leaves_none_alone() -> None:
    t = front("A.5", 7, "r0c4: 9A 4A", "r0c5: W", "r-1c4: SW", "r1c4: 6A", blows="r0c5 r-1c4")
    t.do("done", "attack r0c5")
    assert t.prompt is not None
    assert t.prompt.text.startswith("The 6th Army attacks ")
    t.do("join 9A")
    t.refused("join 4A", "NR 9.counterblow.must")
    t.do("roll", dice=[3])
    while t.asked != "Battle":
        t.do(t.legal()[-1])
    assert t.prompt.text.startswith(sentence(in_words("4A attacks r-1c4")))


@rule("NR 9.counterblow.left", "NR 9.result.cb")
def test_9_a_counterblow_by_result_binds_the_enemy_in_the_next_phase() -> None:
    t = front("A.5", 7, "r0c4: 9A", "r0c6: 4A", "r0c5: W")
    fight(t, "r0c5", "9A", "4A", die=2)
    assert t.asked == "Marking"
    t.do("blow r0c4")
    assert [text for text in t.texts if "counterblow" in text] == [in_words("a counterblow lies on r0c4")]
    t.until("S.5").pass_all().do("done").pass_all()
    if t.asked == "Countering":
        t.do("done")
    assert t.asked == "Battle"
    assert t.prompt is not None
    assert sentence(in_words("W attacks r0c4")) in t.prompt.text
    t.do("roll", dice=[3]).pass_all()
    assert t.state.bound == ()
    assert t.state.left == ()


@rule("NR 9.order")
def test_9_a_target_without_attackers_loses_its_marker() -> None:
    t = front("A.5", 7, "r0c4: 9A", "r0c5: W", "r-1c4: SW")
    t.do("target r0c5", "target r-1c4")
    t.do("attack r0c5", "roll", dice=[1])
    assert t.asked == "Strike"
    t.do("pass")
    assert t.state.targets == ()
    assert t.stage != "A.5"


@rule("NR 9.once")
def test_9_a_unit_attacks_once_and_all_units_in_the_hex_defend() -> None:
    t = front("S.5", 13, "r0c4: W", "r-1c6: SW", "r0c5: 9A 4A", "r-1c5: 6A")
    t.do("target r0c5", "target r-1c5")
    t.do("attack r0c5", "join W")
    assert t.explain("roll").tallies[1].total == 8
    t.do("roll", dice=[2])
    assert t.asked == "Strike"
    t.do("pass")
    assert t.asked == "Battle"
    t.refused("join W", "NR 9.once")


@rule("NR 9.area", "NR 2.area.finland", "NR 9.eligible")
def test_9_an_area_is_attacked_over_every_space_it_touches() -> None:
    t = front("S.5", 13, "r-8c12: Vol", "Leningrad: Len", "r-9c10: NW", "Finland: Fin")
    t.do("target Finland")
    assert t.legal() == ["join Len", "join Vol"]
    t.refused("join NW", "NR 9.eligible")


@rule("NR 4.playerturn")
def test_4_a_move_is_refused_in_combat() -> None:
    t = front("A.4", 7, "r0c4: 9A", "r0c5: W").do("done")
    assert t.stage == "A.5"
    t.refused("move 9A r0c3", "NR 4.playerturn")


@rule("NR 9.order", "NR 9.target")
def test_9_a_unit_joins_an_attack_once() -> None:
    t = front("A.5", 7, "r0c4: 9A 4A", "r1c4: 1Pz", "r0c5: W").pass_all()
    t.do("target r0c5").pass_all()
    while t.asked != "BattleQuestion" and not t.can("join 9A"):
        t.do("attack r0c5" if t.asked == "Fighting" else "done")
    assert any(event.text.startswith("the battle for") for event in t.events)
    left = ["9A", "4A", "1Pz"]
    while left:
        assert {text.split()[1] for text in t.legal() if text.startswith("join")} == set(left)
        unit = left.pop()
        t.do(f"join {unit}")
        t.refused(f"join {unit}", "NR 9.order")
