"""No Retreat!: an act that is refused is told the true reason."""

import pytest
from tests.games.noretreat.cards import attack, cast, full
from tests.games.noretreat.table import Table, fight, front, in_words

from berlin.kernel.proof.mark import rule


def reason(t: Table, text: str, clause: str) -> str:
    return t.refused(text, clause).reason


@rule("NR 9.shift.marker", "NR 9.order")
@pytest.mark.parametrize(("side", "turn", "mine", "theirs"), [("A", 7, "9A", "W"), ("S", 13, "W", "9A")])
def test_9_a_marker_is_committed_once_after_the_attackers_are_named(
    side: str, turn: int, mine: str, theirs: str
) -> None:
    stacks = (f"r0c4: {mine}", f"r0c5: {theirs}", f"r1c4: {'SW' if side == 'S' else '4A'}")
    t = front(f"{side}.5", turn, *stacks, blitz=3, shock=3).do("target r0c5")
    assert "first say who attacks" in reason(t, "commit", "NR 9.order")
    assert "no unit attacks yet" in reason(t, "roll", "NR 9.order")
    t.do(f"join {mine}")
    assert "takes part already" in reason(t, f"join {mine}", "NR 9.order")
    t.do("commit")
    assert "one marker a battle" in reason(t, "commit", "NR 9.shift.marker")
    assert (t.state.blitz, t.state.shock) == ((2, 3) if side == "A" else (3, 2))
    none = front(f"{side}.5", turn, *stacks[:2], blitz=0, shock=0).do("target r0c5")
    assert "no marker is left" in reason(none, "commit", "NR 9.shift.marker")


@rule("NR 9.eligible", "NR 7.disorganized", "NR 3.attack.lake", "NR 9.order")
def test_9_who_may_not_join_is_told_why() -> None:
    stacks = ("r0c4: 9A 8A", "r0c5: W", "r1c4: 4A", "r3c1: 6A", "destroyed: 16A-", "reinforcements: 17A")
    t = front("A.5", 7, *stacks, disorganized="4A").do("target r0c5")
    assert "is not yours" in reason(t, "join W", "NR 9.eligible")
    assert "is not on the map" in reason(t, "join 16A", "NR 9.eligible")
    assert "is not on the map" in reason(t, "join 17A", "NR 9.eligible")
    assert "is not next to it" in reason(t, "join 6A", "NR 9.eligible")
    assert "is disorganized" in reason(t, "join 4A", "NR 7.disorganized")
    lake = front("A.5", 7, "r5c-2: 6A", "r6c-2: S", "r7c-2: 9A 8A").do("target r6c-2")
    assert "a lake lies between" in reason(lake, "join 6A", "NR 3.attack.lake")


@rule("NR 9.target", "NR 9.eligible")
def test_9_an_enemy_with_nobody_next_to_him_is_no_target_in_the_corner_either() -> None:
    t = front("A.5", 7, "r-10c9: NW", "r0c4: 9A", "r0c5: W")
    assert t.legal() == ["target r0c5", "done"]
    t.refused("target r-10c9", "NR 9.eligible")
    near = front("A.5", 7, "r-10c9: NW", "r-10c8: 9A")
    assert near.legal() == ["target r-10c9", "done"]


@rule("NR 7.disorganized", "NR 5.pay")
def test_7_only_own_disorganized_units_on_the_map_are_reorganized() -> None:
    stacks = ("Warsaw: 9A 8A", "Kiev: W", "Lublin: 4A", "destroyed: 6A-")
    t = front("A.3", 7, *stacks, disorganized="4A W", axis="K1 K12").pass_all()
    for unit in ("9A", "W", "6A"):
        assert "no disorganized unit of yours" in reason(t, f"reorganize {unit}", "NR 7.disorganized")
    poor = front("A.3", 7, *stacks, disorganized="4A W").pass_all()
    assert "it costs 1 card" in reason(poor, "reorganize 4A", "NR 5.pay")
    for unit in ("9A", "W", "6A"):
        assert "no disorganized unit of yours" in reason(poor, f"reorganize {unit}", "NR 7.disorganized")
    t.do("reorganize 4A", "discard K1").pass_all()
    assert (t.disorganized("4A"), t.disorganized("W")) == (False, True)


@rule("NR 5.pay", "NR 5.use.discard")
def test_5_what_is_owed_is_paid_with_cards_of_the_hand() -> None:
    t = front("A.3", 7, "Lublin: 4A", disorganized="4A", axis="K1 K12", soviet="K9").pass_all()
    t.do("reorganize 4A")
    assert sorted(t.legal()) == ["discard K1", "discard K12"]
    for text in ("discard K9", "discard K20"):
        assert "1 more to discard" in reason(t, text, "NR 5.pay")
    t.refused("done", "NR 4.pass")
    t.refused("move 4A Warsaw", "NR 4.playerturn")


@rule("NR 7.place.axis", "NAB 7.6a", "NAB 7.6b")
@pytest.mark.parametrize("turn", [14, 20])
def test_7_where_an_axis_unit_may_not_come_in_it_is_told_why(turn: int) -> None:
    t = full("A.3", turn, "destroyed: 9A-", axis="16 17 28", axis_holds="Kiev").pass_all()
    clause = "NAB 7.6a" if turn == 20 else "NR 7.place.axis"
    for space in ("Kiev", "r0c2"):
        assert "comes in at an Axis city in Greater Germany" in reason(t, f"place 9A {space}", clause)


@rule("NR 9.retreat")
def test_9_a_retreating_unit_is_told_why_a_step_is_no_retreat() -> None:
    t = fight(front("S.5", 14, "r0c5: 9A", "r0c4: W", "r-1c7: 4A"), "r0c5", "W", die=6)
    assert t.told("result: DR")
    assert "an enemy unit is there" in reason(t, "retreat 9A r0c4", "NR 9.retreat")
    assert "one hex farther" in reason(t, "retreat 9A r0c7", "NR 9.retreat")
    assert "does not retreat now" in reason(t, "retreat 4A r0c7", "NR 9.retreat")
    stacks = ("Posen: W+", "Vienna: 9A", "r-6c-3: 1Pz 4Pz", "r-8c0: S+")
    on = fight(front("A.5", 26, *stacks, soviet_holds="Warsaw Lublin"), "Posen", "1Pz", "4Pz", die=6)
    on.do("retreat W r-7c-1")
    assert "one hex farther" in reason(on, "retreat W Posen", "NR 9.retreat")
    # That a friend stands there is no reason against a step; that it leads away from home is.
    assert "no farther from supply" in reason(on, "retreat W r-8c0", "NR 9.retreat.q1")


@rule("NR 9.result.ca")
def test_9_a_counterattack_is_made_without_others_markers_and_cards() -> None:
    t = front("S.5", 13, "r0c5: 9A", "r1c4: 4A", "r0c4: W", blitz=2, axis="K1 K12")
    cast(attack(t, "r0c5", "W"), 1).pass_all().do("strike r0c4")
    assert (t.asked, t.decider, t.legal()) == ("Battle", "axis", ["roll"])
    for text in ("commit", "join 4A", "play K1 double"):
        assert "without others, markers and cards" in reason(t, text, "NR 9.result.ca")


@rule("NR 4.removals", "NR 5.pay")
@pytest.mark.parametrize(("side", "holder"), [("A", "9A"), ("S", "W")])
def test_4_a_city_that_is_not_restored_is_told_why(side: str, holder: str) -> None:
    hand = {"axis" if side == "A" else "soviet": "16 17"}
    t = full(f"{side}.7", 7, f"Minsk: {holder}", "Kiev: 4A", "Gorki: S", scorched="Minsk", **hand)
    assert t.can("restore Minsk")
    assert "a scorched city of yours" in reason(t, "restore Kiev", "NR 4.removals")
    assert "a scorched city of yours" in reason(t, "restore Gorki", "NR 4.removals")
    t.refused(f"flip {holder}", "NR 4.organization")
    t.refused("pass", "NR 5.window")
    theirs = full(f"{side}.7", 7, "Minsk: 9A", "Smolensk: W", scorched="Minsk Smolensk", **hand)
    other = "Smolensk" if side == "A" else "Minsk"
    assert "a scorched city of yours" in reason(theirs, f"restore {other}", "NR 4.removals")


@rule("NR 9.advance", "NR 9.advance.stop")
def test_9_who_may_not_advance_is_told_why() -> None:
    t = front("S.5", 14, "r0c5: 9A", "r0c4: W+", "r1c4: SW+", "r3c4: S", "destroyed: Kal")
    fight(t, "r0c5", "W", die=6)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    for unit in ("SW", "S", "Kal"):
        assert "did not take part" in reason(t, f"advance {unit} r0c5", "NR 9.advance")
    assert "the vacated space first" in reason(t, "advance W r-1c4", "NR 9.advance")
    t.refused("advance 9A r0c5", "NR 9.advance")
    t.refused("pass", "NR 5.window")
    t.do("advance W r0c5")
    assert in_words("no way leads W+ straight there") in reason(t, "advance W r0c8", "NR 9.advance.stop")


@rule("NR 8.zoc.exit", "NR 8.zoc.stop", "NR 8.move")
@pytest.mark.parametrize("at", [4, 5])
def test_8_a_move_that_can_not_be_made_is_told_why(at: int) -> None:
    ring = (f"r0c{at + 1}: W", f"r-1c{at - 1}: SW", f"r1c{at - 2}: S")
    hemmed = front("A.4", 14, f"r0c{at}: 9A", *ring)
    # Zones all round, and no friend in them.
    assert "from one enemy zone straight" in reason(hemmed, f"move 9A r0c{at - 1}", "NR 8.zoc.exit")
    assert "enemy zones stop a move" in reason(hemmed, f"move 9A r0c{at - 2}", "NR 8.zoc.stop")
    assert "is farther than" in reason(hemmed, "move 9A r0c12", "NR 8.move")
    free = front("A.4", 14, f"r0c{at}: 9A", f"r0c{at + 2}: W")
    assert free.can(f"move 9A r0c{at + 1}")


@rule("NR 5.draw")
@pytest.mark.parametrize("seat", ["axis", "soviet"])
def test_5_only_a_card_of_the_hand_is_discarded(seat: str) -> None:
    t = front("A.1" if seat == "axis" else "S.1", 7, "Warsaw: 9A", **{seat: "K1 K2 K3"})
    assert (t.decider, t.asked) == (seat, "Hand")
    assert "not in your hand" in reason(t, "discard K20", "NR 5.draw")
    assert t.can("discard K1")
