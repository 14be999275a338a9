"""No Retreat!: clauses that meet in one battle."""

from tests.games.noretreat.cards import attack, cast, come, full, outcome, play
from tests.games.noretreat.table import Table, fight, front

from berlin.kernel.proof.mark import rule


def results(t: Table) -> list[object]:
    """The results of all battles, as they came."""
    return [event.data[0] for event in t.events if event.kind == "result" and event.data]


@rule("NR 9.result.ds", "NR 9.retreat.unsupplied")
def test_9_a_shattered_unit_that_gets_two_hexes_away_instead_of_four_loses_a_step() -> None:
    # The Crimea, with a fort behind the strait: Kerch is two away, and there the way ends.
    stacks = ("r5c-1: SW+", "Novorossiysk: Sev+")
    t = fight(front("S.5", 14, "r6c-2: 9A", *stacks, unsupplied="9A"), "r6c-2", "SW", die=6)
    assert t.told("result: DS")
    assert (t.where("9A"), t.back("9A")) == ("shattered", True)
    spent = fight(front("S.5", 14, "r6c-2: 9A-", *stacks, unsupplied="9A"), "r6c-2", "SW", die=6)
    assert spent.where("9A") == "surrendered"
    shut = front("S.5", 14, "r6c-2: 9A", *stacks, "r7c-2: Res")
    fight(shut, "r6c-2", "SW", "Res", commit=True, die=6)
    assert shut.told("result: DS")
    assert shut.where("9A") == "destroyed"


@rule("NR 9.result.ds", "NR 9.retreat.ezoc")
def test_9_a_unit_is_shattered_through_zones_with_losses() -> None:
    # Every hex next to it is in a zone, those behind are free.
    t = fight(front("S.5", 14, "r0c5: 9A", "r0c6: SW+", "r0c4: W+"), "r0c5", "SW", "W", die=6)
    assert t.told("result: DS")
    assert (t.where("9A"), t.back("9A")) == ("shattered", True)
    weak = fight(front("S.5", 14, "r0c5: 9A-", "r0c6: SW+", "r0c4: W+"), "r0c5", "SW", "W", die=5)
    assert weak.told("result: DS")
    assert weak.where("9A") == "destroyed"


@rule("NAB 2.3.1b", "NAB 2.3.1c", "NAB 2.3.1e", "NR card.17.soviet")
def test_a_volksturm_holds_the_hex_for_a_unit_that_is_attacked_alone() -> None:
    t = full("S.5", 26, "r0c5: 9A VolP", "r0c4: SW+ W+", soviet="17")
    attack(t, "r0c5", "SW", "W")
    play(t, "play 17", "choose 9A")
    cast(t, 4)
    assert outcome(t) == "DR"
    assert (t.units("r0c5"), t.where("VolP"), t.back("9A")) == (["9A"], "destroyed", False)
    assert t.asked != "Advance"


@rule("NR 9.result.dr", "NR 9.result.ca")
def test_9_a_fort_holds_the_hex_against_a_counterattack() -> None:
    t = front("S.5", 25, "r-4c-4: 1Pz 9A", "r-4c-3: Mos+ W")
    fight(t, "r-4c-4", "W", die=1)
    # Eleven against four: 2:1, and a five is a retreat.
    t.do("strike r-4c-3", "roll", dice=[5])
    assert t.told("result: DR")
    assert t.units("r-4c-3") == ["Mos", "W"]
    assert t.stage != "S.5"


@rule("NR 9.counterblow.must")
def test_9_no_counterblow_is_left_alone_that_could_be_attacked() -> None:
    # Two armies are next to three counterblows, a third one next to the first of these alone.
    stacks = ("r0c4: 9A 4A", "r0c5: W", "r-1c4: SW", "r1c4: S", "r-1c6: 6A")
    t = front("A.5", 7, *stacks, blows="r0c5 r-1c4 r1c4")
    t.do("done", "attack r0c5")
    assert t.prompt is not None
    assert t.prompt.text.startswith("The 6th Army attacks ")
    t.refused("join 9A", "NR 9.counterblow.must")
    t.refused("join 4A", "NR 9.counterblow.must")


@rule("NR 9.counterblow.must")
def test_9_who_is_needed_everywhere_may_go_anywhere() -> None:
    t = front("A.5", 7, "r0c4: 9A", "r0c5: W", "r-1c4: SW", blows="r0c5 r-1c4")
    t.do("done", "attack r0c5")
    assert t.prompt is not None
    assert t.prompt.text.startswith("The 9th Army attacks ")
    t.do("roll", dice=[2])
    assert t.state.blows == ()


@rule("NR card.38.axis", "NR card.27.soviet", "NR 5.window")
def test_hedgehogs_leave_nothing_to_konev() -> None:
    t = attack(full("S.5", 14, "r0c4: SW+", "r0c5: 9A", soviet="27", axis="38"), "r0c5", "SW")
    play(t, "play 27")
    t.do("roll")
    come(t, "play 38").do("play 38", dice=[5, 2])
    while t.asked == "Reaction":
        t.do("pass", dice=[5, 2])
    assert outcome(t) == "over"
    assert (t.where("SW"), t.where("9A")) == ("destroyed", "r0c5")


@rule("NR card.16.soviet", "NR card.37.axis")
def test_after_a_tie_of_the_nkvd_guderian_decides() -> None:
    t = attack(full("A.5", 7, "r0c4: 1Pz", "r0c5: S", soviet="16", axis="37"), "r0c5", "1Pz")
    play(t, "play 37")
    t.do("roll")
    come(t, "play 16").do("play 16", dice=[4, 4])
    while t.asked == "Reaction":
        t.do("pass", dice=[4, 4])
    assert results(t) == ["DR"]


@rule("NR card.6.axis", "NR card.5.soviet", "NR 8.rail.wait")
def test_the_luftwaffe_supplies_nobody_in_the_rail_box() -> None:
    t = full("A.6", 7, "r0c8: 9A", "rail: 4A", axis="6", unsupplied="9A 4A")
    assert play(t, "play 6 save").legal() == ["at r0c8"]


@rule("NR card.1.soviet", "NR 7.disorganized", "NR 4.removals")
def test_conscripts_of_the_end_of_removals_stay_disorganized() -> None:
    t = full("S.6", 3, "r0c0: 9A", "Gorki: S", "destroyed: W", soviet="1", disorganized="S")
    come(t, "play 1")
    # The markers of those who were there have come off.
    assert not t.disorganized("S")
    play(t, "play 1", "place W Moscow")
    t.until("A.1")
    assert t.disorganized("W")


@rule("NR card.1.axis", "NR card.17.soviet")
def test_manstein_doubles_a_unit_that_is_attacked() -> None:
    t = attack(full("S.5", 7, "r0c4: SW", "r0c5: 9A 4A", axis="1", soviet="17"), "r0c5", "SW")
    play(t, "play 17", "choose 9A")
    t.do("roll")
    play(t, "play 1 double")
    assert t.legal() == ["choose 9A"]


@rule("NR 5.use.event", "NR card.8.axis", "NR card.27.axis", "NR 9.shift.armor", "NR 3.river")
def test_a_card_of_the_phase_and_one_of_the_battle_are_both_in_force() -> None:
    def shifts(*played: str) -> dict[str, int]:
        t = full("A.5", 14, "r0c7: 1Pz", "r0c6: Cen+", axis="8 27")
        if "8" in played:
            play(t, "play 8 armor")
        attack(t, "r0c6", "1Pz")
        if "27" in played:
            play(t, "play 27")
        return t.shifts()

    assert shifts() == {"river": -1}
    assert shifts("8") == {"river": -1, "armor": 1}
    assert shifts("27") == {}
    assert shifts("8", "27") == {"armor": 1}


@rule("NR card.4.soviet", "NR card.27.axis", "NR 9.advance", "NR 5.use.event")
def test_card_4_rasputitsa_ends_an_advance_whatever_else_was_played() -> None:
    def second(*played: str) -> bool:
        t = full("A.5", 7, "r0c7: 1Pz 4A", "r0c6: Sev", axis="27", soviet="4")
        attack(t, "r0c6", "1Pz", "4A")
        if "27" in played:
            play(t, "play 27")
        t.do("roll")
        if "4" in played:
            play(t, "play 4", dice=(5,))
        else:
            t.do("pass", dice=(5,))
        t.pass_all()
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        t.do("advance 1Pz r0c6")
        return any(text.startswith("advance 1Pz") for text in t.legal())

    assert second()
    assert second("27")
    assert not second("4")
    assert not second("27", "4")


@rule("NR card.1.axis", "NR 5.use.event", "NR 9.ratio")
def test_card_1_what_a_card_adds_to_a_strength_counts_in_the_odds() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="1"), "r0c5", "9A")
    assert t.column() == "1:1"
    play(t, "play 1 double")
    if t.asked == "Pick":
        t.do("choose 9A")
    assert t.column() == "2:1"
