"""No Retreat!, cards 45 to 54: those of 1945."""

import pytest
from tests.games.noretreat.cards import attack, cast, come, full, outcome, play, points
from tests.games.noretreat.table import Table, front

from berlin.kernel.proof.mark import rule

TAME = ("16", "17", "26", "29", "30", "39")


def drawn(seat: str, card: str, *stacks: str, turn: int = 25, **more: object) -> Table:
    """A Card Phase of 1945 whose first draw is this card."""
    pile = sorted([card, *TAME], key=int)
    rest = " ".join(str(n) for n in range(16, 55) if str(n) not in pile)
    stage = "A.1" if seat == "axis" else "S.1"
    places = {stack.partition(":")[0] for stack in stacks}
    usual = [stack for stack in ("Prague: 9A", "r-3c0: W") if stack.partition(":")[0] not in places]
    dice = [pile.index(card) + 1, *[1] * 6]
    t = full(stage, turn, *stacks, *usual, discards=rest, dice=dice, **more)
    return t.do("done") if t.asked == "Hand" else t


@rule("NR card.45.axis")
def test_card_45_a_desperate_offensive_brings_three_blitz_markers() -> None:
    t = full("A.1", 25, "Berlin: 9A", axis="45 30")
    before = t.points
    play(t, "play 45", dice=(1,))
    assert (t.state.blitz, t.points, len(t.hand("axis"))) == (3, before + 1, 2)


@rule("NR card.45.axis", "NR 10.vp.event")
def test_card_45_what_cant_be_paid_isnt_had() -> None:
    def held(event_vp: int, deck: str = "full") -> Table:
        card = "45" if deck == "full" else "A"
        return front("A.1", 25, "Berlin: 9A", deck=deck, axis=card, event_vp=event_vp)

    assert held(5).can("play 45")
    held(6).refused("play 45", "NR card.45.axis")
    assert held(5, "kit").can("play A")
    held(6, "kit").refused("play A", "NR card.45.axis")
    # At the other end of the track the marker still moves.
    assert held(-6).can("play 45")


@rule("NR card.45.soviet")
@pytest.mark.parametrize(("held", "change"), [("Budapest", 1), ("", -1)])
def test_card_45_the_last_fascist_ally(held: str, change: int) -> None:
    t = drawn("soviet", "45", soviet_holds=held)
    assert (t.state.event_vp, len(t.hand("soviet"))) == (change, 5)
    assert t.discards[-1] == "45"


@rule("NR card.46.axis")
@pytest.mark.parametrize(("stack", "change"), [("Berlin: BerG", -1), ("Berlin: 4A", 1)])
def test_card_46_the_fuhrers_bunker(stack: str, change: int) -> None:
    t = drawn("axis", "46", stack)
    assert (t.state.event_vp, len(t.hand("axis"))) == (change, 4)


@rule("NR card.46.soviet")
def test_card_46_rokossovsky_needs_armor_and_infantry_in_supply() -> None:
    stacks = ("r-4c-3: Cen+ NCau+", "r-4c-4: 9A")
    t = attack(full("S.5", 25, *stacks, soviet="46"), "r-4c-4", "Cen", "NCau")
    without = t.shifts()
    play(t, "play 46", dice=(1,))
    assert t.shifts() == {**without, "Rokossovsky": 1}
    assert len(t.hand("soviet")) == 1
    alone = attack(full("S.5", 25, *stacks, soviet="46"), "r-4c-4", "NCau")
    alone.refused("play 46", "NR card.46.soviet")
    cut = attack(full("S.5", 25, *stacks, soviet="46", unsupplied="Cen"), "r-4c-4", "Cen", "NCau")
    cut.refused("play 46", "NR card.46.soviet")


@rule("NR card.47.axis")
@pytest.mark.parametrize(
    ("stack", "change"),
    [("r-8c4: 16A", -1), ("Berlin: 16A", 1), ("Finland: Fin", 1), ("Minsk: KG1", -1), ("r-8c12: Fin", 1)],
)
def test_card_47_lebensraum(stack: str, change: int) -> None:
    assert drawn("axis", "47", stack).state.event_vp == change


@rule("NR card.47.soviet")
def test_card_47_heavy_artillery_breaks_volksturm_and_forts() -> None:
    def siege(*played: str) -> Table:
        stacks = ("Posen: VolP", "r-6c-2: SW+ W+", "r-7c-1: S+")
        t = attack(full("S.5", 25, *stacks, soviet="47"), "Posen", "SW", "W", "S")
        if played:
            before = t.shifts()
            play(t, *played)
            assert t.shifts() == {**before, "Heavy Artillery": 1}
        return cast(t, 3)

    holds = siege()
    assert outcome(holds) == "DR"
    assert holds.where("VolP") == "destroyed"
    assert any("the Volksturm holds" in event.text for event in holds.events)
    broken = siege("play 47")
    assert outcome(broken) == "DR"
    assert not any("the Volksturm holds" in event.text for event in broken.events)
    field = attack(full("S.5", 25, "r-4c-3: W+", "r-4c-4: 9A", soviet="47"), "r-4c-4", "W")
    field.refused("play 47", "NR card.47.soviet")


@rule("NR card.48.axis", "NR 10.vp.event")
def test_card_48_a_festung_is_rebuilt_for_a_point() -> None:
    t = full("A.3", 25, "r-5c-3: W", "destroyed: FesB", "Prague: 9A 4A", axis="48").pass_all()
    before = t.points
    play(t, "play 48")
    spaces = {text.split()[2] for text in t.legal() if text.startswith("place FesB")}
    # Breslau is next to a Soviet unit, and Prague is full.
    assert not {"Breslau", "Prague", "Minsk"} & spaces
    assert {"Berlin", "Vienna"} <= spaces
    t.do("place FesB Vienna")
    assert (t.where("FesB"), t.points) == ("Vienna", before + 1)
    none = full("A.3", 25, "Prague: 9A", "due: FesB", axis="48").pass_all()
    none.refused("play 48", "NR card.48.axis")
    end = full("A.3", 25, "Prague: 9A", "destroyed: FesB", axis="48", event_vp=6).pass_all()
    end.refused("play 48", "NR card.48.axis")
    # Nobody but a Festung is.
    lost = "destroyed: FesB FesK VolB 4A BerG"
    others = play(full("A.3", 25, "Prague: 9A", lost, axis="48").pass_all(), "play 48")
    assert {text.split()[1] for text in others.legal() if text != "done"} == {"FesB", "FesK"}


@rule("NR card.48.soviet")
@pytest.mark.parametrize(("held", "change"), [("Finland", 1), ("", 0)])
def test_card_48_war_in_finland(held: str, change: int) -> None:
    assert drawn("soviet", "48", soviet_holds=held).state.event_vp == change


@rule("NR card.49.axis")
def test_card_49_two_volksturm_stand_up_in_their_own_cities() -> None:
    stacks = ("destroyed: VolP VolB VolR VolV", "Vienna: 9A 4A", "Breslau: W")
    t = full("A.3", 25, *stacks, axis="49").pass_all()
    play(t, "play 49")
    assert t.legal() == ["place VolB Berlin", "place VolP Posen", "done"]
    t.do("place VolP Posen", "place VolB Berlin")
    assert [t.where(unit) for unit in ("VolP", "VolB", "VolR")] == ["Posen", "Berlin", "destroyed"]
    assert t.asked == "Organize"
    lost = full("A.3", 25, "destroyed: VolP", "Posen: W", axis="49").pass_all()
    lost.refused("play 49", "NR card.49.axis")


@rule("NR card.49.soviet")
@pytest.mark.parametrize(("stack", "change"), [("Bucharest: SW", 1), ("r5c-6: SW", -1)])
def test_card_49_balkan_politics(stack: str, change: int) -> None:
    assert drawn("soviet", "49", stack).state.event_vp == change


@rule("NR card.50.axis")
@pytest.mark.parametrize(("held", "change"), [("Konigsberg", 1), ("", -1)])
def test_card_50_sacred_east_prussia(held: str, change: int) -> None:
    assert drawn("axis", "50", soviet_holds=held).state.event_vp == change


@rule("NR card.50.soviet")
def test_card_50_hurrah_on_a_german_city() -> None:
    t = attack(full("S.5", 25, "r-5c0: SW+", "Warsaw: 9A", soviet="50"), "Warsaw", "SW")
    before = t.shifts()
    play(t, "play 50", dice=(1,))
    assert t.shifts() == {**before, "Hurrah!": 1}
    assert len(t.hand("soviet")) == 1
    minsk = attack(full("S.5", 25, "r-4c4: SW+", "Minsk: 9A", soviet="50"), "Minsk", "SW")
    minsk.refused("play 50", "NR card.50.soviet")


@rule("NR card.51.axis")
def test_card_51_wacht_am_rhein_takes_a_unit_or_a_point() -> None:
    stacks = ("Vienna: Hun1", "Berlin: BerG KG1", "Breslau: 4Pz")
    t = drawn("axis", "51", *stacks)
    assert t.legal() == ["choose 4Pz", "choose 9A", "pass"]
    t.do("choose 4Pz", dice=[1] * 4)
    assert (t.where("4Pz"), t.state.event_vp, len(t.hand("axis"))) == ("out", -1, 4)
    declined = drawn("axis", "51", *stacks).do("pass", dice=[1] * 4)
    assert declined.state.event_vp == 1
    assert declined.where("4Pz") == "Breslau"


@rule("NR card.51.soviet")
def test_card_51_one_last_push_after_an_exchange() -> None:
    stacks = ("r-4c-3: SW+", "r-4c-4: 1Pz")
    t = attack(full("S.5", 25, *stacks, soviet="51", shock=1), "r-4c-4", "SW").do("commit")
    t.refused("play 51")
    # 8:7 is 1:1, with Shock 3:2: a four is an exchange; then 5:5 without it is 1:1, and a six a retreat.
    cast(t, 4)
    come(t, "play 51").do("play 51", dice=[1, 6])
    while t.asked in ("Reaction", "Window"):
        t.do("pass", dice=[6])
    results = [event.data[0] for event in t.events if event.kind == "result" and event.data]
    assert results == ["EX", "DR"]
    assert (t.back("SW"), t.back("1Pz")) == (False, True)
    assert any("column 1:1" in event.text for event in t.events)


@rule("NR card.51.soviet")
def test_card_51_no_push_without_an_exchange_or_without_survivors() -> None:
    stacks = ("r-4c-3: SW+", "r-4c-4: 1Pz")
    t = attack(full("S.5", 25, *stacks, soviet="51"), "r-4c-4", "SW")
    cast(t, 6)
    t.refused("play 51")
    gone = attack(full("S.5", 25, "r-4c-3: SW+", "r-4c-4: 1Pz-", soviet="51"), "r-4c-4", "SW")
    # 8:5 is 3:2: the exchange kills the panzers.
    cast(gone, 4)
    play(gone, "play 51", dice=(1,))
    gone.pass_all()
    assert gone.where("1Pz") == "destroyed"
    assert [event.data[0] for event in gone.events if event.kind == "result" and event.data] == ["EX"]


@rule("NR card.52.axis")
def test_card_52_heinrici_counterattacks_and_draws() -> None:
    t = attack(full("S.5", 25, "r-4c-3: SW+ W+", "r-4c-4: 9A", axis="52"), "r-4c-4", "SW", "W")
    cast(t, 6)
    come(t, "play 52").do("play 52").pass_all().do("roll", dice=[1])
    results = [event.data[0] for event in t.events if event.kind == "result" and event.data]
    assert results[0] == "CA!"
    assert len(results) == 2
    assert (t.where("9A"), len(t.hand("axis"))) == ("r-4c-4", 1)


@rule("NR card.52.soviet")
@pytest.mark.parametrize(
    ("held", "change"),
    [("WestBalkans SouthBalkans", 1), ("Belgrade", 1), ("WestBalkans", 0), ("", 0)],
)
def test_card_52_tito(held: str, change: int) -> None:
    assert drawn("soviet", "52", soviet_holds=held).state.event_vp == change


@rule("NR card.53.axis", "NR 5.pay")
def test_card_53_volksgrenadiers_count_as_two_discards() -> None:
    t = full("A.3", 23, "Berlin: 9A-", axis="53").pass_all()
    t.do("flip 9A", "discard 53").pass_all()
    assert (t.back("9A"), t.hand("axis")) == (False, [])
    plain = full("A.3", 23, "Berlin: 9A-", axis="52").pass_all()
    plain.refused("flip 9A", "NR 5.pay")


@rule("NR card.53.soviet", "NR card.54.axis", "NR card.40.soviet", "NR card.20.axis")
@pytest.mark.parametrize(
    ("seat", "card"), [("soviet", "53"), ("axis", "54"), ("soviet", "40"), ("axis", "20")]
)
def test_cards_20_40_53_and_54_shuffle_the_piles_together(seat: str, card: str) -> None:
    t = drawn(seat, card)
    assert len(t.hand(seat)) == (4 if seat == "axis" else 5)
    assert t.discards == [card]
    assert any("shuffled together" in event.text for event in t.events)
    assert points(t, f"NR card.{card}.{seat}") == 0


@rule("NR card.54.soviet")
def test_card_54_stalin_tanks_are_worth_two_shifts() -> None:
    t = attack(full("S.5", 26, "r-4c-3: Cen+", "r-4c-4: 9A", soviet="54"), "r-4c-4", "Cen")
    assert sum(t.shifts().values()) == 1
    play(t, "play 54")
    assert sum(t.shifts().values()) == 2
    foot = attack(full("S.5", 26, "r-4c-3: SW+", "r-4c-4: 9A", soviet="54"), "r-4c-4", "SW")
    foot.refused("play 54", "NR card.54.soviet")
    panzers = attack(full("S.5", 26, "r-4c-3: Cen+", "r-4c-4: 4Pz", soviet="54"), "r-4c-4", "Cen")
    panzers.refused("play 54", "NR card.54.soviet")
