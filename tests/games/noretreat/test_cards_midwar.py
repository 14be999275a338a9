"""No Retreat!, cards 16 to 23."""

import pytest
from msgspec.structs import replace
from tests.games.noretreat.cards import attack, cast, come, full, leave, outcome, play, points, strengths
from tests.games.noretreat.table import Table

from berlin.games.noretreat.board.deck import code_of
from berlin.games.noretreat.board.tables import AXIS, HALVES
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.odds import odds
from berlin.games.noretreat.state.state import Draft, Force
from berlin.kernel.proof.mark import rule


@rule("NR card.16.axis")
def test_card_16_the_knights_cross_rolls_again_and_the_second_roll_stands() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A 4A", "r0c5: W", axis="16 28"), "r0c5", "9A", "4A")
    t.refused("play 16")
    cast(t, 1)
    assert (t.decider, t.asked) == ("axis", "Window")
    play(t, "play 16", dice=(5,))
    assert outcome(t) == "DR"
    assert "16" in t.discards


@rule("NR card.16.axis")
def test_card_16_the_knights_cross_works_in_defence_too() -> None:
    t = attack(full("S.5", 14, "r0c4: Cen+", "r0c5: 9A", axis="16"), "r0c5", "Cen")
    # 8:4 with the armor bonus is 3:1: a six shatters, a one is a counterblow.
    cast(t, 6)
    play(t, "play 16", dice=(1,))
    assert outcome(t) == "CB"


@rule("NR card.16.soviet")
@pytest.mark.parametrize(("axis", "soviet", "reduced", "lost"), [(3, 5, True, False), (6, 2, False, True)])
def test_card_16_nkvd_the_lower_die_loses_a_step(axis: int, soviet: int, reduced: bool, lost: bool) -> None:
    t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", soviet="16"), "r0c5", "9A")
    t.do("roll")
    come(t, "play 16").do("play 16", dice=[axis, soviet])
    while t.asked == "Reaction":
        t.do("pass", dice=[axis, soviet])
    assert (t.back("9A"), t.where("W") == "destroyed") == (reduced, lost)
    assert outcome(t) == "over"
    assert t.asked != "Advance"


@rule("NR card.16.soviet")
def test_card_16_nkvd_a_tie_is_rolled_on_the_axis_table() -> None:
    t = attack(full("A.5", 10, "r0c4: 9A", "r0c5: W", soviet="16"), "r0c5", "9A")
    # Snow: 4:4 is 1:1, one left is 1:2; a five there is DR for the Axis, CB for the Soviets.
    t.do("roll")
    come(t, "play 16").do("play 16", dice=[4, 4, 5])
    assert outcome(t) == "DR"


@rule("NR card.17.axis")
def test_card_17_the_general_staff_moves_a_stack_farther() -> None:
    t = full("A.4", 7, "r0c4: 3Pz 9A", "r2c4: 4A", axis="17")
    before = t.ends("9A")
    play(t, "play 17 move", "at r0c4")
    points = {unit: t.explain(f"move {unit} r0c3").tallies[0].total for unit in ("3Pz", "9A")}
    assert points == {"3Pz": 8, "9A": 6}
    assert t.explain("move 4A r2c3").tallies[0].total == 4
    assert before < t.ends("9A")
    # Who comes into the space later has moved; who has left it is done.
    t.do("move 4A r1c4", "move 3Pz r0c3")
    t.refused("move 3Pz r0c2", "NR 8.move")


@rule("NR card.17.axis")
def test_card_17_the_general_staff_advances_a_hex_more() -> None:
    def hexes(*played: str) -> int:
        # That every unit has moved is nothing to an advance.
        stacks = ("r0c4: 9A", "r1c4: 4A", "r0c5: S")
        t = attack(full("A.5", 6, *stacks, axis="17", moved="9A 4A"), "r0c5", "9A", "4A")
        cast(t, 4)
        t.pass_all()
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        t.do(*played)
        t.pass_all()
        count, here = 0, "r0c4"
        while t.asked == "Advance" and t.ends("9A", "advance"):
            here = sorted(t.ends("9A", "advance"))[0]
            t.do(f"advance 9A {here}")
            count += 1
        return count

    # Mud: one hex, with the card two.
    assert hexes() == 1
    assert hexes("play 17 advance") == 2


@rule("NR card.17.axis", "NR card.4.soviet")
def test_card_17_rasputitsa_forbids_the_hex_more() -> None:
    t = attack(full("A.5", 7, "r0c4: 1Pz 9A", "r0c5: S", axis="17", soviet="4"), "r0c5", "1Pz", "9A")
    cast(t, 4)
    play(t, "play 4")
    while t.asked in ("Retreat", "Window"):
        t.do("pass" if t.asked == "Window" else t.legal()[0])
    assert t.asked == "Advance"
    t.refused("play 17 advance", "NR card.17.axis")


@rule("NR card.17.soviet", "NR 9.result.dr", "NR 9.result.ex")
def test_card_17_infiltration_attacks_a_stack_one_by_one() -> None:
    stacks = ("r0c6: SW", "r1c5: Cen", "r0c5: 9A 4A")
    t = attack(full("S.5", 7, *stacks, soviet="17"), "r0c5", "SW", "Cen")
    assert (strengths(t), t.column()) == ((10, 8), "1:1")
    play(t, "play 17")
    assert t.legal() == ["choose 4A", "choose 9A"]
    t.do("choose 9A")
    # 10:4 is 2:1; a five is a retreat, and the other is attacked at the same column.
    assert (strengths(t), t.column()) == ((10, 4), "2:1")
    cast(t, 5)
    t.pass_all()
    while t.asked == "Retreat":
        t.do(t.legal()[0], dice=[3])
    assert t.where("4A") == "r0c5"
    assert t.told("r0c5, against 4A: 3")
    # A three at 2:1 is an exchange.
    assert outcome(t) == "EX"
    assert [event.data[0] for event in t.events if event.kind == "result" and event.data] == ["DR", "EX"]


@rule("NR card.17.soviet")
def test_card_17_infiltration_stops_when_the_first_is_unharmed() -> None:
    t = attack(full("S.5", 7, "r0c4: SW", "r1c4: Cen", "r0c5: 9A 4A", soviet="17"), "r0c5", "SW", "Cen")
    play(t, "play 17", "choose 9A")
    cast(t, 1)
    assert outcome(t) == "-"
    assert t.where("4A") == t.where("9A") == "r0c5"
    assert not any("against 4A" in event.text for event in t.events)
    lone = attack(full("S.5", 7, "r0c4: SW", "r0c5: 9A", soviet="17"), "r0c5", "SW")
    lone.refused("play 17", "NR card.17.soviet")


@rule("NR card.17.soviet")
def test_card_17_infiltration_ends_with_its_last_attacker() -> None:
    t = attack(full("S.5", 7, "r0c4: SW", "r0c5: 9A 4A", soviet="17"), "r0c5", "SW")
    play(t, "play 17", "choose 9A")
    cast(t, 5)
    assert outcome(t) == "EX"
    assert (t.where("SW"), t.back("9A"), t.back("4A")) == ("destroyed", True, False)
    assert not any("against 4A" in event.text for event in t.events)
    assert t.stage != "S.5"


@rule("NR card.18.axis")
@pytest.mark.parametrize("stage", ["A.2", "S.2"])
def test_card_18_kesselschlacht_after_a_supply_check(stage: str) -> None:
    ring = ("r-4c3: 9A", "r-4c5: 4A", "r-5c4: 6A", "r-5c5: 17A", "r-3c4: 16A", "r-3c3: 18A")
    t = full(stage, 2, "r-4c4: W", *ring, "Moscow: SW", axis="18")
    assert t.unsupplied("W")
    play(t, "play 18")
    assert t.legal() == ["choose W"]
    t.do("choose W")
    assert (t.where("W"), t.state.event_vp) == ("surrendered", 1)
    fed = full(stage, 2, "Moscow: SW", axis="18")
    fed.refused("play 18")


@rule("NR card.18.soviet")
@pytest.mark.parametrize("stage", ["A.1", "S.1"])
def test_card_18_strategic_surprise_by_rail(stage: str) -> None:
    stacks = ("Saratov: W", "Voronezh: SW", "r0c5: S", "r0c4: 9A", "Kharkov: NW", "rail: Kal")
    t = full(stage, 7, *stacks, soviet="18", unsupplied="NW")
    play(t, "play 18")
    assert t.legal() == ["choose W", "choose SW"]
    t.do("choose W", "choose SW")
    assert [t.where(unit) for unit in ("W", "SW")] == ["rail", "rail"]
    assert t.can("detrain Kal Moscow")
    t.refused("detrain W r0c3", "NR 8.rail.detrain")
    t.do("detrain Kal Moscow", "detrain W Tula")
    assert [t.where(unit) for unit in ("Kal", "W", "SW")] == ["Moscow", "Tula", "rail"]
    assert t.asked != "Pick"


@rule("NR card.19.axis", "NR 9.retreat.ezoc")
def test_card_19_the_roving_cauldron_retreats_through_zones() -> None:
    def retreat(*played: str) -> Table:
        # Whichever way 9A goes, zones of control lie there.
        stacks = ("r0c5: 9A", "r0c6: Cen+", "r-1c3: W", "r1c2: SW", "r0c2: S")
        t = full("S.5", 14, *stacks, axis="19")
        attack(play(t, *played) if played else t, "r0c5", "Cen")
        cast(t, 5)
        t.pass_all()
        while t.asked == "Retreat":
            choices = [text for text in t.legal() if text.endswith(("r0c4", "r0c3"))]
            t.do(choices[0] if choices else t.legal()[0])
        return t

    assert outcome(retreat()) == "DR"
    assert not retreat("play 19").back("9A")
    assert retreat("play 19").where("9A") == "r0c3"


@rule("NR card.19.axis", "NR 9.retreat.ezoc")
def test_card_19_without_it_zones_cost_a_step() -> None:
    stacks = ("r0c5: 9A", "r0c6: Cen+", "r-1c3: W", "r1c2: SW", "r-2c6: S", "r2c4: NW", "r-1c7: Kal")
    for played in ((), ("play 19",)):
        t = full("S.5", 14, *stacks, axis="19")
        attack(play(t, *played) if played else t, "r0c5", "Cen")
        cast(t, 5)
        t.pass_all()
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        assert (outcome(t), t.back("9A")) == ("DR", not played)


@rule("NR card.19.soviet", "NR card.23.axis", "NR card.20.soviet")
@pytest.mark.parametrize(
    ("card", "owner", "phase", "needs", "worth"),
    [("19", "soviet", "A", 3, 2), ("23", "axis", "S", 4, 1), ("20", "soviet", "S", 4, 2)],
)
@pytest.mark.parametrize("short", [1, 0])
def test_cards_19_20_and_23_order_attacks(
    card: str, owner: str, phase: str, needs: int, worth: int, short: int
) -> None:
    axis = ("1Pz 9A", "3Pz 4A", "2A 6A", "4Pz 17A")
    pairs = list(zip(("r0c4", "r2c4", "r-2c5", "r4c2"), axis, strict=True))
    stacks = [f"{space}: {units}" for space, units in pairs]
    stacks += ["r0c5: Cen+", "r2c5: Res+", "r-2c6: SW+", "r4c3: W+"]
    targets = ["r0c5", "r2c5", "r-2c6", "r4c3"] if phase == "A" else [space for space, _ in pairs]
    t = full(f"{phase}.1", 13, *stacks, **{owner: card})
    play(t, f"play {card}", dice=(1,) * 4)
    for space in targets[: needs - short]:
        come(t, f"target {space}").do(f"target {space}")
    leave(t)
    fought = [event for event in t.events if event.text.startswith("the battle for")]
    assert len(fought) == needs - short
    lost = worth if phase == "A" else -worth
    assert points(t, f"NR card.{card}.{owner}") == (lost if short else 0)


@rule("NR card.20.soviet")
def test_card_20_a_major_offensive_draws_four_in_clear_or_snow() -> None:
    for turn in (13, 10):
        t = full("S.1", turn, "Gorki: W", soviet="20 30")
        play(t, "play 20", dice=(1, 1, 1, 1))
        assert len(t.hand("soviet")) == 5
    for turn in (16, 18):
        full("S.1", turn, "Gorki: W", soviet="20").refused("play 20", "NR card.20.soviet")


@rule("NR card.21.axis")
def test_card_21_expert_leaders_choose_between_two_dice() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="21"), "r0c5", "9A")
    play(t, "play 21")
    cast(t, 2, 6)
    assert t.legal() == ["say one", "say two"]
    t.do("say two")
    assert outcome(t) == "DR"
    defence = attack(full("S.5", 7, "r0c4: W", "r0c5: 9A", axis="21"), "r0c5", "W")
    defence.do("roll")
    come(defence, "play 21").do("play 21", dice=[6, 1])
    assert defence.decider == "axis"
    defence.do("say two")
    assert outcome(defence) == "CA"


@rule("NR card.21.axis")
def test_card_21_expert_leaders_change_the_chances_that_are_told() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="21"), "r0c5", "9A")
    # 1:1 on the Axis table: CA, nothing, CB, EX, DR, DR.
    assert t.results() == {"CA": 1, "-": 1, "CB": 1, "EX": 1, "DR": 2}
    play(t, "play 21")
    assert t.results() == {"CA": 1, "-": 3, "CB": 5, "EX": 7, "DR": 20}
    assert set(t.chances().values()) == {"1/36", "3/36", "5/36", "7/36", "20/36"}
    assert "two dice, of which the higher is taken [NR card.21.axis]" in t.explain("roll").notes
    # In defence the Axis takes the lower one. 1:1 on the Soviet table: CA, CA, nothing, CB, EX, DR.
    defence = attack(full("S.5", 7, "r0c4: W", "r0c5: 9A", axis="21"), "r0c5", "W")
    b = defence.state.frames[-1]
    assert isinstance(b, Battle)
    told = odds(Draft(defence.state), replace(b, forces=(Force(code_of(HALVES[21][AXIS])),)))
    assert [outcome.ways for outcome in told.outcomes] == [20, 7, 5, 3, 1]
    assert "two dice, of which the lower is taken [NR card.21.axis]" in told.notes


@rule("NR card.37.axis", "NR card.27.soviet")
def test_cards_27_and_37_tell_that_no_die_is_rolled() -> None:
    for card, phase, attacker, defender in (("37", "A", "1Pz", "NW"), ("27", "S", "SW+ W+", "9A")):
        turn = 7 if phase == "A" else 24
        seat = {"A": "axis", "S": "soviet"}[phase]
        t = full(f"{phase}.5", turn, f"r0c4: {attacker}", f"r0c5: {defender}", **{seat: card})
        attack(t, "r0c5", *(unit.rstrip("+") for unit in attacker.split()))
        assert len(t.chances()) > 1
        play(t, f"play {card}")
        assert t.chances() == {"defenders retreat": "1/1"}
    fort = full("S.5", 24, "r0c4: SW+ W+", "r0c5: FesK", soviet="27")
    play(attack(fort, "r0c5", "SW", "W"), "play 27")
    assert fort.chances() == {"no retreat: the fort holds": "1/1"}


@rule("NR card.21.axis")
def test_card_21_two_equal_dice_leave_nothing_to_choose() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="21"), "r0c5", "9A")
    play(t, "play 21")
    cast(t, 6, 6)
    assert outcome(t) == "DR"


@rule("NR card.21.soviet")
def test_card_21_a_bridgehead_ignores_the_river_and_fights_on() -> None:
    t = attack(full("S.5", 14, "r0c7: Kal", "r0c6: 9A", soviet="21"), "r0c6", "Kal")
    assert t.shifts() == {"river": -1}
    play(t, "play 21")
    assert t.shifts() == {}
    # 4:4 is 1:1; a three is nothing, and so an exchange.
    cast(t, 3)
    assert outcome(t) == "EX"
    assert (t.back("9A"), t.where("Kal")) == (True, "destroyed")


@rule("NR card.22.axis")
def test_card_22_speer_draws_three_and_discards_one() -> None:
    t = full("A.1", 14, "r0c0: 9A", axis="22 3 7 10")
    play(t, "play 22")
    assert len(t.hand("axis")) == 6
    assert {"discard 3", "discard 7"} <= set(t.legal())
    assert len(t.legal()) == 6
    t.do("discard 3")
    assert len(t.hand("axis")) == 5
    assert t.asked == "Hand"
    full("A.1", 11, "r0c0: 9A", axis="22").refused("play 22", "NR 5.initiative")


@rule("NR card.22.soviet")
def test_card_22_zhukov_picks_the_table_for_a_battle_and_those_near_it() -> None:
    stacks = ("r0c3: W", "r0c4: 9A", "r0c7: SW", "r0c6: 4A", "r3c3: S", "r3c4: 6A")
    t = full("S.5", 7, *stacks, soviet="22")
    come(t, "target r0c4").do("target r0c4", "target r0c6", "target r3c4")
    come(t, "attack r0c4").do("attack r0c4")
    # 4:4 is 1:1: a five is EX for the Soviets, DR for the Axis.
    assert t.results()["CA"] == 2
    play(t, "play 22 axis")
    assert t.results()["CA"] == 1
    cast(t, 2)
    t.pass_all()
    # Two hexes away the Axis table is read, at 1:2; three hexes away the Soviet one, at 1:3.
    assert t.results("attack r0c6") == {"CA": 2, "-": 1, "CB": 1, "DR": 2}
    assert t.results("attack r3c4") == {"CA": 4, "-": 1, "CB": 1}


@rule("NR card.22.soviet")
def test_card_22_zhukov_slows_an_axis_attack() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", soviet="22"), "r0c5", "9A")
    t.do("roll")
    come(t, "play 22 soviet").do("play 22 soviet", dice=[5])
    assert outcome(t) == "EX"
    t.until("A.6")
    assert t.state.forces == ()


@rule("NR card.23.soviet")
@pytest.mark.parametrize(("turn", "more"), [(13, 2), (16, 2), (17, 4), (18, 4)])
def test_card_23_sturmoviks_strengthen_this_attack_and_the_next(turn: int, more: int) -> None:
    stacks = ("r0c4: Kal", "r1c4: W", "r0c5: 9A", "r3c3: S", "r3c4: 4A", "r6c4: SW", "r6c5: 6A")
    t = full("S.5", turn, *stacks, soviet="23")
    come(t, "target r0c5").do("target r0c5", "target r3c4", "target r6c5")
    come(t, "attack r0c5").do("attack r0c5", "join Kal", "join W")
    assert strengths(t)[0] == 8
    play(t, "play 23")
    assert strengths(t) == (8 + 2 * more, 4)
    cast(t, 1)
    while t.asked != "Fighting":
        t.do("pass" if "pass" in t.legal() else t.legal()[0])
    t.do("attack r3c4")
    assert strengths(t) == (3 + more, 4)
    cast(t, 1)
    while t.asked != "Battle":
        t.do("pass" if "pass" in t.legal() else t.legal()[0])
    assert strengths(t) == (5, 4)
    full("S.5", 11, *stacks, soviet="23").pass_all().refused("play 23")
