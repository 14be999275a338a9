"""No Retreat!, cards 31 to 44."""

import pytest
from tests.games.noretreat.cards import attack, cast, come, full, leave, outcome, play, strengths
from tests.games.noretreat.table import Table

from berlin.games.noretreat.board.deck import code_of
from berlin.games.noretreat.board.ground import find_space
from berlin.games.noretreat.board.tables import AXIS, HALVES, SOVIET, TURNS, find_card
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.proof.mark import rule


@rule("NR card.31.axis", "NR 5.cancel")
def test_card_31_stalins_interference_takes_the_cancelled_card() -> None:
    t = attack(full("A.5", 14, "r0c4: 9A 4A", "r0c5: S", axis="31", soviet="43 30"), "r0c5", "9A", "4A")
    cast(t, 6)
    come(t, "play 43").do("play 43")
    assert (t.decider, t.asked) == ("axis", "Reaction")
    assert t.prompt is not None
    assert HALVES[43][SOVIET].name in t.prompt.text
    t.do("play 31")
    assert outcome(t) == "DS"
    assert t.hand("axis") == ["43"]
    assert t.discards == ["31"]


@rule("NR card.31.axis", "NR 5.cancel")
def test_card_31_a_card_taken_sleeps_to_the_end_of_the_phase() -> None:
    t = attack(full("S.5", 14, "r0c4: SW+", "r0c5: 9A", axis="31", soviet="28"), "r0c5", "SW")
    t.do("play 28")
    t.do("play 31")
    assert t.hand("axis") == ["28"]
    cast(t, 3)
    assert (t.decider, t.asked) == ("axis", "Window")
    t.refused("play 28", "NR 5.once")


@rule("NR card.31.axis", "NR 5.immediate")
def test_card_31_what_would_be_resolved_on_drawing_is_not_taken() -> None:
    t = full("S.1", 14, "Gorki: W", axis="31", soviet="20 30")
    t.do("play 20", "play 31")
    assert t.hand("axis") == []
    assert {"20", "31"} <= set(t.discards)


@rule("NR card.31.soviet")
def test_card_31_strategic_bombing_undoes_an_axis_replacement() -> None:
    t = full("A.3", 14, "Warsaw: 9A-", axis="7 10", soviet="31").pass_all()
    t.do("flip 9A", "discard 7", "discard 10")
    play(t, "play 31")
    assert (t.back("9A"), t.hand("axis"), t.decider) == (True, [], "axis")
    t.refused("flip 9A", "NR 7.flip.axis")


@rule("NR card.31.soviet", "NR card.30.axis")
def test_card_31_strategic_bombing_hits_the_steps_of_a_card() -> None:
    t = full("A.3", 14, "Warsaw: 9A- 4A-", axis="30", soviet="31").pass_all()
    play(t, "play 30", "flip 9A")
    play(t, "play 31")
    assert t.back("9A")
    assert t.legal() == ["flip 4A", "done"]


@rule("NR card.32.axis", "NR card.42.soviet")
@pytest.mark.parametrize(("card", "phase", "seat"), [("32", "S", "axis"), ("42", "A", "soviet")])
def test_cards_32_and_42_make_the_defenders_attack_back(card: str, phase: str, seat: str) -> None:
    attacker, defender = ("SW+", "9A") if phase == "S" else ("1Pz", "W")
    t = full(f"{phase}.5", 7, f"r0c4: {attacker}", f"r0c5: {defender}", **{seat: card})
    attack(t, "r0c5", attacker.rstrip("+"))
    t.refused(f"play {card}")
    cast(t, 6)
    come(t, f"play {card}").do(f"play {card}").pass_all()
    # There is no way round it: no pass, and one space to attack back at.
    assert (t.decider, t.legal()) == (seat, ["roll"])
    t.do("roll", dice=[6])
    results = [event.data[0] for event in t.events if event.kind == "result" and event.data]
    assert results[0] == "CA!"
    assert len(results) == 2
    assert t.where(defender) == "r0c5"


@rule("NR card.32.soviet")
def test_card_32_a_prepared_offensive_makes_room_in_three_hexes() -> None:
    t = full("S.1", 14, "r0c4: W", "r0c3: SW", "r1c3: S", "r1c2: NW", "r0c2: Kal", soviet="32")
    play(t, "play 32", "at r0c4")
    assert set(t.legal()) == {f"at {space}" for space in ("r0c3", "r0c5", "r-1c4", "r-1c5", "r1c4", "r1c3")}
    t.do("at r0c3", "at r1c3")
    t.until("S.4")
    t.do("move Kal r0c4", "move NW r0c3")
    assert (t.units("r0c4"), t.units("r0c3")) == (["Kal", "W"], ["NW", "SW"])
    t.refused("move S r0c4", "NR 8.stack")


@rule("NR card.32.soviet", "NR 8.stack")
def test_card_32_stacks_must_be_split_by_the_next_movement() -> None:
    def next_turn() -> Table:
        t = full("S.1", 13, "r0c4: W", "r0c2: Kal", "r-1c4: S", "r3c8: 9A", soviet="32")
        play(t, "play 32", "at r0c4", "at r0c3", "at r0c2")
        t.until("S.4").do("move Kal r0c4")
        return t.until("S.4", 14)

    t = next_turn()
    assert t.units("r0c4") == ["Kal", "W"]
    t.refused("move S r0c4", "NR 8.stack")
    come(t, "lose Kal")
    assert t.stage == "S.4"
    t.do("lose Kal")
    assert (t.where("Kal"), t.units("r0c4")) == ("shattered", ["W"])
    split = next_turn().do("move Kal r0c3", "done").pass_all()
    assert (split.units("r0c4"), split.units("r0c3")) == (["W"], ["Kal"])
    assert split.state.roomy == ()


@rule("NR card.32.soviet")
def test_card_32_gives_the_axis_no_room() -> None:
    t = full("S.1", 13, "r0c6: W", "r0c2: 9A 4A", "r0c1: 6A", soviet="32")
    play(t, "play 32", "at r0c2", "at r0c3", "at r0c4")
    t.until("A.4", 14)
    t.refused("move 6A r0c2", "NR 8.stack")


@rule("NR card.33.axis")
def test_card_33_siege_artillery_drives_a_fort_out() -> None:
    def siege(*played: str) -> Table:
        stacks = ("Sevastopol: Sev+", "r6c-3: 9A 4A", "r6c-2: 6A 17A")
        t = attack(full("A.5", 7, *stacks, axis="33"), "Sevastopol", "9A", "4A", "6A", "17A")
        if played:
            play(t, *played)
        return cast(t, 3)

    assert outcome(siege()) == "DR"
    assert siege().pass_all().where("Sev") == "Sevastopol"
    assert siege("play 33").pass_all().where("Sev") != "Sevastopol"
    open_field = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="33"), "r0c5", "9A")
    open_field.refused("play 33", "NR card.33.axis")


@rule("NR card.33.soviet")
@pytest.mark.parametrize(
    ("discards", "taken"), [("28 22", "22"), ("28 22 40", "22"), ("28 12 13 40", "28"), ("12 40", "")]
)
def test_card_33_stavka_takes_the_top_discard_that_can_be_held(discards: str, taken: str) -> None:
    t = full("S.1", 14, "Gorki: W", soviet="33", discards=discards)
    play(t, "play 33")
    told = [event.text for event in t.events if "is taken to hand" in event.text]
    name = HALVES[int(taken)][SOVIET].name if taken else ""
    assert told == ([f"{name} is taken to hand"] if taken else [])
    if taken:
        assert taken in t.hand("soviet")
        t.refused(f"play {taken}", "NR 5.once")


@rule("NR card.34.axis")
def test_card_34_logistics_shift_a_whole_soviet_phase_left() -> None:
    t = play(full("S.5", 14, "r0c4: SW+", "r1c4: Cen+", "r0c5: 9A", axis="34"), "play 34")
    attack(t, "r0c5", "SW", "Cen")
    assert t.shifts() == {"armor": 1, "Soviet Logistics Problems": -1}
    leave(t)
    assert t.state.forces == ()


@rule("NR card.34.soviet")
def test_card_34_conflicting_directives_cancel_and_draw() -> None:
    t = attack(full("S.5", 14, "r0c4: SW+", "r0c5: 9A", axis="29", soviet="34"), "r0c5", "SW")
    t.do("roll")
    come(t, "play 29").do("play 29")
    assert (t.decider, t.asked) == ("soviet", "Reaction")
    t.do("play 34", dice=[1, 3])
    assert t.told("Model is cancelled")
    assert any(event.text.startswith("defence") and event.text.endswith("= 4") for event in t.events)
    assert len(t.hand("soviet")) == 1


@rule("NR card.35.axis")
def test_card_35_the_manpower_crisis_costs_two_steps_from_1944() -> None:
    stacks = ("Gorki: W+", "Moscow: SW+", "Tula: S+", "r0c0: 9A")
    t = full("A.1", 17, *stacks, axis="35", unsupplied="S")
    play(t, "play 35")
    assert (t.decider, t.legal()) == ("soviet", ["lose W", "lose SW"])
    t.do("lose W")
    assert t.legal() == ["lose SW"]
    t.do("lose SW")
    assert [t.back(unit) for unit in ("W", "SW", "S")] == [False, False, True]
    assert t.decider == "axis"
    full("A.1", 16, *stacks, axis="35").refused("play 35", "NR card.35.axis")


@rule("NR card.35.soviet")
def test_card_35_maskirovka_detrains_and_moves_before_combat() -> None:
    t = full("S.4", 7, "rail: W SW", "Gorki: S", "r-3c12: 9A", soviet="35")
    t.refused("play 35", "NR card.35.soviet", "NR 5.use.event")
    t.do("done")
    play(t, "play 35", "detrain W Moscow")
    t.refused("move SW Tula", "NR card.35.soviet")
    t.refused("move S r-1c10", "NR card.35.soviet")
    assert "r-3c6" not in t.ends("W")
    t.do("move W r-2c7")
    t.refused("move W r-2c6", "NR card.35.soviet")
    t.do("detrain SW Tula", "done")
    assert (t.where("W"), t.where("SW")) == ("r-2c7", "Tula")
    none = full("S.4", 7, "Gorki: S", soviet="35").do("done")
    none.refused("play 35")


@rule("NR card.36.axis")
def test_card_36_a_surprise_attack_moves_a_stack_and_lays_a_blow() -> None:
    stacks = ("r0c2: 9A 4A", "r0c5: W", "r3c2: 6A", "r3c5: SW", "r9c3: 17A")
    t = full("S.5", 8, *stacks, axis="36", unsupplied="6A")
    held = t.state.held
    come(t, "play 36")
    assert t.asked == "Countering"
    play(t, "play 36")
    assert t.legal() == ["at r0c2"]
    t.do("at r0c2")
    assert t.legal() == ["at r0c4"]
    t.do("at r0c4")
    assert (t.units("r0c4"), t.units("r0c2"), t.hand("axis")) == (["4A", "9A"], [], [])
    # It has passed no city, and taken none.
    assert t.state.held == held
    come(t, "roll")
    # W stands next to the counterblow and must attack it.
    assert strengths(t) == (4, 8)


@rule("NR card.36.axis")
def test_card_36_a_fort_makes_no_surprise_attack() -> None:
    t = full("S.5", 8, "r0c4: LwG", "r0c5: W", "r3c4: 9A FesK", "r3c5: SW", axis="36")
    play(t, "play 36")
    assert t.legal() == ["at r3c4"]


@rule("NR card.36.axis")
def test_card_36_a_surprise_attack_minds_zones() -> None:
    t = full("S.5", 8, "r0c4: 9A", "r0c5: W", "r1c5: SW", axis="36")
    play(t, "play 36", "at r0c4")
    # Not straight from zone to zone, but round about; or it stays.
    assert t.legal() == ["at r-1c5", "at r0c4", "at r1c4"]
    t.do("at r0c4")
    assert t.where("9A") == "r0c4"
    assert len(t.state.blows) == 1
    ring = ("r0c5: W", "r0c2: SW", "r-2c5: Kal", "r2c2: S")
    hemmed = full("S.5", 8, "r0c4: 9A", *ring, axis="36")
    assert play(hemmed, "play 36", "at r0c4").legal() == ["at r0c4"]


@rule("NR card.36.axis", "NR card.26.axis", "NR 9.target")
@pytest.mark.parametrize("card", ["26", "36"])
def test_cards_26_and_36_need_a_marker(card: str) -> None:
    d = Draft(full("S.5", 7, "r0c4: 9A", "r0c5: W", "Lublin: 4A", axis=card).state)
    event = EVENTS[code_of(HALVES[find_card(card)][AXIS])]
    most = TURNS[7].targets[AXIS]
    for laid in range(most + 1):
        d.blows = (find_space("Lublin"),) * laid
        assert (event.refuse(d, AXIS, "blows:enemy", "") is None) is (laid < most)


@rule("NR card.36.soviet")
@pytest.mark.parametrize(("die", "taken"), [(3, False), (4, True)])
def test_card_36_hitlers_interference_takes_the_card_on_four(die: int, taken: bool) -> None:
    t = full("A.5", 14, "r0c4: 9A", "r0c5: S", axis="16", soviet="36")
    attack(t, "r0c5", "9A")
    cast(t, 1)
    come(t, "play 16").do("play 16")
    t.do("play 36", dice=[die])
    assert outcome(t) == "CA"
    assert t.hand("soviet") == (["16"] if taken else [])
    assert ("16" in t.discards) is not taken


@rule("NR card.37.axis")
def test_card_37_guderian_needs_two_to_one_in_the_open() -> None:
    t = attack(full("A.5", 7, "r0c4: 1Pz", "r0c5: S", axis="37"), "r0c5", "1Pz")
    assert t.column() == "3:1"
    play(t, "play 37")
    cast(t)
    assert outcome(t) == "DR"
    assert not any(event.kind == "die" for event in t.events)
    city = attack(full("A.5", 7, "r0c1: 1Pz 2Pz", "Kiev: S", axis="37"), "Kiev", "1Pz", "2Pz")
    assert city.column() == "2:1"
    city.refused("play 37", "NR card.37.axis")
    low = attack(full("A.5", 7, "r0c4: 9A", "r0c5: S", axis="37"), "r0c5", "9A")
    low.refused("play 37", "NR card.37.axis")


@rule("NR card.38.axis")
@pytest.mark.parametrize(
    ("axis", "soviet", "reduced", "lost"),
    [(4, 4, True, True), (5, 2, False, True), (2, 5, True, False)],
)
def test_card_38_hedgehogs_replace_the_combat(axis: int, soviet: int, reduced: bool, lost: bool) -> None:
    t = attack(full("S.5", 7, "r0c4: W", "r0c5: 9A", axis="38"), "r0c5", "W")
    t.do("roll")
    come(t, "play 38").do("play 38", dice=[axis, soviet])
    assert (t.back("9A"), t.where("W") == "destroyed") == (reduced, lost)
    assert outcome(t) == "over"


@rule("NR card.38.soviet")
def test_card_38_an_industrial_surge_draws_two_and_replaces_one() -> None:
    t = full("S.3", 14, "Gorki: S", "destroyed: W", soviet="38").pass_all()
    play(t, "play 38", dice=(1, 1))
    assert len(t.hand("soviet")) == 2
    t.do("place W Moscow")
    assert (t.where("W"), len(t.hand("soviet"))) == ("Moscow", 2)
    late = full("S.3", 19, "Gorki: S", soviet="38").pass_all()
    play(late, "play 38", "flip S")
    assert late.back("S")


@rule("NR card.39.axis")
@pytest.mark.parametrize("stage", ["A.4", "S.4"])
def test_card_39_operational_moves_at_the_end_of_either_movement(stage: str) -> None:
    t = full(stage, 13, "r0c3: 9A", "r0c4: 4A", "r0c6: W", "r2c2: 6A", axis="39")
    come(t, "play 39")
    assert t.stage == stage
    play(t, "play 39")
    # 9A and 4A are in no zone; they may enter one, one point far.
    assert "r0c5" in t.ends("4A")
    assert "r0c1" not in t.ends("9A")
    t.do("move 4A r0c5", "move 6A r2c1")
    t.refused("move 6A r2c2")
    t.do("done")
    assert (t.where("4A"), t.where("6A")) == ("r0c5", "r2c1")


@rule("NR card.39.soviet")
def test_card_39_a_steam_roller_doubles_shock_markers() -> None:
    def phase(*played: str) -> Table:
        t = full("S.5", 14, "r0c4: Kal", "r0c5: 9A", "r3c3: W", "r3c4: 4A", soviet="39", shock=2)
        return attack(play(t, *played) if played else t, "r0c5", "Kal")

    assert sum(phase().do("commit").shifts().values()) == 1
    t = phase("play 39")
    assert t.shifts() == {}
    assert sum(t.do("commit").shifts().values()) == 2


@rule("NR card.40.axis")
def test_card_40_das_vaterland_stops_a_sudden_death_or_draws() -> None:
    held = "Warsaw Lublin Budapest Bucharest"
    t = full("H.3", 15, "r0c0: 9A", axis="40", soviet_holds=held, event_vp=1)
    assert (t.asked, t.decider) == ("Doom", "axis")
    t.do("play 40 cancel").pass_all()
    assert t.winner == ""
    lost = full("H.3", 15, "r0c0: 9A", axis="40", soviet_holds=held, event_vp=1).do("pass")
    assert lost.winner == "soviet"
    draw = full("A.1", 15, "r0c0: 9A", axis="40 7")
    play(draw, "play 40 draw")
    new = [text for text in draw.legal() if text.startswith("discard")]
    assert len(new) == 2
    draw.do(new[0])
    assert len(draw.hand("axis")) == 2


@rule("NR card.41.axis")
def test_card_41_defensive_works_shift_left_until_the_soviets_come() -> None:
    t = full("A.3", 14, "Warsaw: 9A", "Kiev: 4A", "r0c1: W", axis="41").pass_all()
    play(t, "play 41")
    assert "at Kiev" not in t.legal()
    assert {"at Warsaw", "at Lublin"} <= set(t.legal())
    # What is nobody's, and what is the enemy's, is no Axis hex.
    assert not {"at r0c5", "at r-4c-1", "at Moscow", "at r0c1"} & set(t.legal())
    t.do("at Warsaw")
    assert len(t.state.works) == 1
    two = full("A.3", 14, "Warsaw: 9A", axis="41", works="Warsaw Lublin").pass_all()
    two.refused("play 41", "NR card.41.axis")


@rule("NR card.41.axis")
def test_card_41_works_are_read_in_battle_and_fall_with_the_hex() -> None:
    t = attack(full("S.5", 14, "r0c4: SW+", "r1c4: W+", "r0c5: 9A", works="r0c5"), "r0c5", "SW", "W")
    assert (t.shifts(), t.column()) == ({"works": -1}, "2:1")
    walk = full("S.4", 14, "r0c4: W", works="r0c5").do("move W r0c5")
    assert walk.state.works == ()


@rule("NR card.41.axis", "NR 2.control")
def test_card_41_works_fall_also_to_soviets_who_only_pass() -> None:
    def marching() -> Table:
        return full("S.4", 14, "r0c4: W", "r0c9: S", works="r0c5")

    passing = marching().do("move W r0c6 via r0c5")
    assert (passing.where("W"), passing.state.works) == ("r0c6", ())
    assert passing.told("the works in r0c5 are taken")
    # Another way leads past them.
    past = marching().do("move W r-1c6")
    assert len(past.state.works) == 1
    # Who comes after the works are gone has none to name.
    both = full("S.4", 14, "r0c4: W", "r1c4: S", works="r0c5").do("move W r0c5")
    both.refused("move S r-1c6 via r0c5")
    # To the Axis they are plain ground.
    assert "move 9A r0c6" in full("A.4", 14, "r0c4: 9A", works="r0c5").legal("9A")


@rule("NR card.41.soviet")
def test_card_41_central_command_moves_four_units_a_hex() -> None:
    stacks = ("r0c3: W", "r2c2: SW", "r-2c8: S", "r6c2: NW", "r-3c10: Kal", "r0c6: Cen", "r0c7: 9A")
    t = full("A.4", 7, *stacks, soviet="41")
    assert t.decider == "axis"
    t.do("done")
    play(t, "play 41")
    assert len(t.ends("W")) == 6
    assert t.ends("Cen") == set()
    t.refused("move SW r2c4", "NR 8.move", "NR 8.stack", "NR 8.zoc.stop")
    t.do("move W r0c2", "move SW r2c1", "move S r-2c7")
    t.refused("move W r0c3")
    t.do("move NW r6c3")
    assert t.asked != "Pick"
    assert t.where("Kal") == "r-3c10"


@rule("NR card.41.soviet")
def test_card_41_central_command_minds_no_ground() -> None:
    # Marsh costs two points, a mountain too; a hex is a hex.
    t = play(full("A.4", 7, "r-2c3: W", soviet="41"), "play 41")
    assert {"r-2c2", "r-1c1", "r-1c2"} & t.ends("W")
    assert len(t.ends("W")) == 6


@rule("NR card.42.axis")
def test_card_42_industrial_relocation_discards_by_lot() -> None:
    t = full("A.1", 7, "r0c0: 9A", axis="42", soviet="5 6 30")
    play(t, "play 42", dice=(2,))
    assert t.hand("soviet") == ["5", "30"]
    assert "6" in t.discards
    none = play(full("A.1", 7, "r0c0: 9A", axis="42"), "play 42")
    assert none.discards == ["42"]


@rule("NR card.43.axis")
def test_card_43_a_panzerblitz_on_a_clear_turn() -> None:
    stacks = ("r0c2: 1Pz 9A", "r0c7: W", "r0c6: 2Pz", "r3c2: 3Pz")
    t = full("S.4", 7, *stacks, axis="43").do("done")
    play(t, "play 43")
    assert t.ends("9A") == t.ends("2Pz") == set()
    assert {"r0c4", "r-1c4"} <= t.ends("1Pz")
    assert "r0c5" not in t.ends("1Pz")
    t.do("move 1Pz r0c4", "move 3Pz r3c1", "done")
    assert t.where("1Pz") == "r0c4"
    mud = full("S.4", 6, *stacks, axis="43").do("done")
    mud.refused("play 43")


@rule("NR card.43.soviet")
def test_card_43_heroes_force_a_second_roll() -> None:
    t = attack(full("A.5", 14, "r0c4: 9A 4A", "r0c5: S", soviet="43"), "r0c5", "9A", "4A")
    cast(t, 6)
    play(t, "play 43", dice=(2,))
    # 8:3 is 2:1, and a two is a counterblow.
    assert outcome(t) == "CB"


@rule("NR card.44.axis")
def test_card_44_kleist_rolls_again_what_came_to_nothing() -> None:
    def attack_with(die: int) -> Table:
        t = attack(full("A.5", 7, "r0c4: 9A 4A", "r0c5: S", axis="44"), "r0c5", "9A", "4A")
        return cast(t, die)

    for die, result in ((1, "-"), (2, "CB")):
        t = attack_with(die)
        play(t, "play 44", dice=(6,))
        assert outcome(t) == "DS", result
    attack_with(4).refused("play 44")
    attack_with(3).refused("play 44")


@rule("NR card.44.soviet")
def test_card_44_wavering_allies_cost_a_card_and_later_a_unit() -> None:
    stacks = ("r1c1: Rum3", "r1c0: Hun2", "Finland: Fin", "Gorki: W")
    t = full("S.1", 10, *stacks, soviet="44", axis="7 10")
    play(t, "play 44")
    assert (t.decider, t.legal()) == ("axis", ["discard 7", "discard 10"])
    t.do("discard 7")
    assert (t.hand("axis"), t.decider) == (["10"], "soviet")
    later = full("S.1", 11, *stacks, soviet="44", axis="7")
    play(later, "play 44", "discard 7")
    assert later.legal() == ["lose Rum3", "lose Hun2"]
    later.do("lose Hun2")
    assert (later.where("Hun2"), later.where("Rum3")) == ("destroyed", "r1c1")
    alone = full("S.1", 11, "r0c0: 9A", "Finland: Fin", "Gorki: W", soviet="44", axis="7")
    alone.refused("play 44", "NR card.44.soviet")


@rule("NR card.38.soviet")
def test_card_38_an_army_that_has_both_steps_needs_none() -> None:
    t = full("S.3", 19, "Gorki: W+", "Saratov: SW", soviet="38").pass_all()
    play(t, "play 38")
    assert [text for text in t.legal() if text.startswith("flip")] == ["flip SW"]
