"""No Retreat!: how far an event goes, and where it stops."""

import pytest
from tests.games.noretreat.cards import attack, cast, come, full, leave, outcome, play, points
from tests.games.noretreat.table import Table, front

from berlin.games.noretreat.board.tables import SOVIET
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.kernel.proof.mark import rule


@rule("NR card.1.soviet", "NR 8.stack")
def test_card_1_new_conscripts_find_no_room_in_a_full_hex() -> None:
    t = play(full("A.4", 3, "r0c0: 9A", "Moscow: S", "destroyed: W", soviet="1"), "play 1")
    assert "place W Moscow" not in t.legal()
    t.refused("place W Moscow", "NR 8.stack")
    assert "place W r-3c8" in t.legal()


@rule("NR card.5.soviet")
def test_card_5_a_raid_lasts_to_the_next_supply_check_and_spares_the_finns() -> None:
    t = full("A.3", 7, "Lublin: 9A", "Finland: Fin 18A", "r-8c13: Vol", "r-1c1: W", soviet="5")
    play(t, "play 5")
    assert t.legal() == ["choose 9A", "choose 18A"]
    t.do("choose 9A").until("S.1")
    assert t.unsupplied("9A")
    t.until("S.3")
    assert not t.unsupplied("9A")


@rule("NR card.5.soviet", "NR 6.surrender")
def test_card_5_who_was_raided_and_then_cut_off_does_not_surrender_for_it() -> None:
    ring = ("r0c5: W", "r0c7: SW", "r-1c7: S", "r1c5: NW")
    raided = front("A.6", 7, "r0c6: 9A", *ring, unsupplied="9A", raided="9A")
    assert (raided.where("9A"), raided.unsupplied("9A")) == ("r0c6", True)
    assert front("A.6", 7, "r0c6: 9A", *ring, unsupplied="9A").where("9A") == "surrendered"


@rule("NR card.8.soviet", "NR 7.upgrade")
def test_card_8_lend_lease_upgrades_nobody_who_may_not_be() -> None:
    stacks = ("Gorki: Vor", "Saratov: W", "Moscow: Mos", "r-4c-2: SW")
    t = full("S.3", 7, *stacks, soviet="8", disorganized="W").pass_all()
    assert play(t, "play 8 upgrade").legal() == ["flip Vor"]
    late = full("S.3", 7, *stacks, soviet="8", disorganized="W", flipped="Vor").pass_all()
    late.refused("play 8 upgrade", "NR card.8.soviet")


@rule("NR card.9.soviet", "NR card.40.axis")
@pytest.mark.parametrize(("stage", "seat", "card"), [("S.1", "soviet", "9"), ("A.1", "axis", "40")])
def test_cards_9_and_40_keep_what_was_drawn_before(stage: str, seat: str, card: str) -> None:
    turn = 7 if seat == "soviet" else 14
    t = full(stage, turn, "r0c0: 9A", "Gorki: W", **{seat: card}).do("done")
    drawn = set(t.hand(seat)) - {card}
    assert len(drawn) == 4
    play(t, f"play {card} draw")
    new = {text.split()[1] for text in t.legal()}
    assert len(new) == 2
    assert not new & drawn


@rule("NR card.11.soviet")
def test_card_11_no_mercy_costs_one_step_more_and_not_two() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A 4A", "r0c5: Kal", soviet="11"), "r0c5", "9A", "4A")
    t.do("roll")
    come(t, "play 11").do("play 11", dice=[4])
    t.pass_all().do("lose 4A")
    assert t.asked == "Advance"
    assert (t.back("4A"), t.back("9A")) == (True, False)


@rule("NR card.13.axis", "NR card.19.soviet")
def test_card_13_an_attack_on_a_counterblow_is_no_voluntary_one() -> None:
    def lost(blown: bool) -> int:
        targets = ("r0c5", "r2c5", "r-2c6", "r4c3")
        stacks = [f"{space}: {unit}" for space, unit in zip(targets, ("W", "SW", "S", "NW"), strict=True)]
        stacks += ["r0c4: 1Pz 2Pz", "r2c4: 9A 4A", "r-2c5: 6A 17A", "r4c2: 3Pz"]
        t = full("A.1", 7, *stacks, axis="13", soviet="30")
        play(t, "play 13", dice=(1, 1, 1))
        for space in targets[:3] if blown else targets:
            come(t, f"target {space}").do(f"target {space}")
        if blown:
            come(t, "blow r4c3").do("blow r4c3", "discard 30")
        leave(t)
        fought = [event for event in t.events if event.text.startswith("the battle for")]
        assert len(fought) == 4
        return points(t, "NR card.13.axis")

    assert (lost(blown=False), lost(blown=True)) == (0, 1)


@rule("NR card.15.soviet")
def test_card_15_strategic_reserves_are_one_unit() -> None:
    t = full("A.5", 9, "r0c0: 9A", "Gorki: Len", "surrendered: W", "destroyed: S", soviet="15")
    play(t, "play 15", "choose W")
    assert t.asked != "Pick"


@rule("NR card.15.soviet", "NR 5.initiative")
@pytest.mark.parametrize("stage", ["A.5", "S.5"])
@pytest.mark.parametrize("turn", [1, 3, 9, 11, 12, 13, 20])
def test_card_15_strategic_reserves_need_the_initiative_of_the_axis(stage: str, turn: int) -> None:
    t = full(stage, turn, "r0c0: 9A", "Gorki: Len", "surrendered: W", soviet="15 37")
    offered = False
    while t.stage == stage and t.decider is not None:
        offered = offered or (t.decider == "soviet" and t.can("play 15"))
        t.do(next(word for word in ("pass", "done") if word in t.legal()))
    assert offered == (turn < 12)


@rule("NR card.7.soviet", "NR 6.supply.city", "NR 6.supply.seacity")
def test_card_7_a_scorched_city_supplies_nobody_by_land_or_sea() -> None:
    def cut_off(space: str, held: str, scorched: str) -> bool:
        t = front("A.2", 7, f"{space}: 9A", "r0c9: W", axis_holds=held, scorched=scorched)
        return t.unsupplied("9A")

    # Smolensk alone is near enough; next to Novorossiysk one lives by its port.
    for space, held, city in (
        ("r-3c8", "Minsk Smolensk", "Smolensk"),
        ("r8c0", "Novorossiysk", "Novorossiysk"),
    ):
        assert not cut_off(space, held, "")
        assert cut_off(space, held, city)


@rule("NR card.18.soviet", "NR 8.rail.who")
def test_card_18_no_fort_goes_by_rail() -> None:
    t = play(full("S.1", 7, "Moscow: Mos+", "Gorki: W", "r0c0: 9A", soviet="18"), "play 18")
    assert t.legal() == ["choose W"]


@rule("NR card.29.soviet", "NR card.26.soviet")
def test_card_29_na_berlin_copies_no_second_wave() -> None:
    t = full("S.5", 14, "r0c4: SW+", "r0c5: 9A", soviet="29 26")
    play(t, "play 29", "at r0c5", "join SW")
    cast(t, 1)
    while t.state.frames[-1] != Window(SOVIET, "combat-end"):
        t.do("pass")
    assert t.discards[-1] == "29"
    t.refused("play 26", "NR card.29.soviet")


@rule("NR card.47.soviet")
def test_card_47_heavy_artillery_drives_a_festung_out() -> None:
    def siege(*played: str) -> Table:
        stacks = ("Posen: FesB", "r-6c-2: SW+ W+", "r-7c-1: S+")
        t = attack(full("S.5", 25, *stacks, soviet="47"), "Posen", "SW", "W", "S")
        if played:
            play(t, *played)
        return cast(t, 3)

    assert outcome(siege()) == "DR"
    assert siege().pass_all().where("FesB") == "Posen"
    assert outcome(siege("play 47")) == "DR"
    assert siege("play 47").pass_all().asked == "Retreat"


@rule("NR card.47.soviet", "NR 7.place.never", "NR 9.result.ds")
@pytest.mark.parametrize(("unit", "army"), [("FesB", "9A"), ("VolP", "9A"), ("BerG", "KG1")])
def test_card_47_a_fort_that_is_shattered_is_lost(unit: str, army: str) -> None:
    stacks = (f"Posen: {unit} {army}", "r-6c-2: SW+ W+", "r-7c-1: S+")
    t = attack(full("S.5", 25, *stacks, soviet="47"), "Posen", "SW", "W", "S")
    play(t, "play 47")
    assert outcome(cast(t, 6)) == "DS"
    assert (t.where(unit), t.where(army)) == ("destroyed", "shattered")
    assert (t.winner == "soviet") is (unit == "BerG")


@rule("NR card.51.soviet", "NR card.26.soviet")
def test_card_51_one_last_push_comes_once_a_battle() -> None:
    t = attack(full("S.5", 25, "r-4c-3: SW+", "r-4c-4: 1Pz", soviet="51 26", shock=1), "r-4c-4", "SW")
    cast(t.do("commit"), 4)
    come(t, "play 51").do("play 51", dice=[1, 5])
    while t.asked == "Reaction":
        t.do("pass", dice=[1, 5])
    while t.asked == "Window" and t.decider == "axis":
        t.do("pass", dice=[5])
    # At 1:1 a five is another exchange.
    assert (t.decider, t.asked, t.discards[-1]) == ("soviet", "Window", "51")
    t.refused("play 26", "NR card.51.soviet")


@rule("NR card.51.soviet")
def test_card_51_one_last_push_brings_no_second_one() -> None:
    stacks = ("r-4c-3: SW+ W+", "r-4c-4: 1Pz 2Pz")
    t = attack(full("S.5", 25, *stacks, soviet="51"), "r-4c-4", "SW", "W")
    cast(t, 5)
    come(t, "play 51").do("play 51", dice=[5, 5, 5, 5])
    while t.stage == "S.5" and t.decider is not None:
        options = t.legal()
        t.do("pass" if "pass" in options else options[0], dice=[5, 5, 5, 5])
    fought = [event.data[0] for event in t.events if event.kind == "result" and event.data]
    assert fought == ["EX", "EX"]
    assert sum(event.text.startswith("one last push") for event in t.events) == 1


@rule("NR card.53.axis", "NR 4.removals")
def test_card_53_volksgrenadiers_count_once_outside_organization() -> None:
    t = full("A.7", 25, "Minsk: 9A", axis="53 16", scorched="Minsk")
    t.do("restore Minsk", "discard 53")
    assert (t.asked, t.legal()) == ("Pay", ["discard 16"])
    alone = full("A.7", 25, "Minsk: 9A", axis="53", scorched="Minsk")
    assert not any(text.startswith("restore") for text in alone.legal())
