"""No Retreat! 5: what is drawn, kept, discarded and held back."""

from tests.games.noretreat.cards import attack, cast, full, play
from tests.games.noretreat.table import Table, front

from berlin.kernel.proof.mark import rule

EVERY = range(1, 55)


def without(*kept: int) -> str:
    """The cards of the full deck that are out of the game but for these."""
    return " ".join(str(n) for n in EVERY if n not in kept)


@rule("NR 5.draw")
def test_5_three_cards_are_one_too_many_to_keep() -> None:
    t = full("A.1", 7, "r0c4: 9A", axis="7 8 10 12")
    t.do("discard 7")
    t.refused("done", "NR 5.draw")
    t.do("discard 8")
    assert t.can("done")


@rule("NR 5.draw.first")
def test_5_on_turn_1_two_are_discarded_before_any_is_played_and_no_more() -> None:
    # Summer Campaign is drawn first; the pile is 4, 6, 7, 8, 10 and 13.
    t = full("H.1", 1, "r-5c0: 9A", "r0c9: W", gone=without(4, 6, 7, 8, 10, 13))
    assert t.hand("axis") == ["4", "6", "7", "8", "10", "13"]
    t.refused("play 13", "NR 5.draw.first")
    t.do("discard 4")
    t.refused("done", "NR 5.draw")
    t.do("discard 6")
    t.refused("discard 7", "NR 5.draw.first")
    t.do("done")
    assert t.hand("axis") == ["7", "8", "10", "13"]
    assert t.can("play 13")


@rule("NR 5.reshuffle")
def test_5_the_last_card_of_the_pile_is_shuffled_with_the_discards() -> None:
    discards = "4 6 7 8 10 14 15 16 17 18"
    others = without(44, *(int(card) for card in discards.split()))
    t = full("A.1", 7, "r0c4: 9A", discards=discards, gone=others, dice=[1, 1, 1, 1]).do("done")
    assert t.hand("axis") == ["4", "6", "7", "8"]
    assert t.discards == []
    assert t.state.pile.bit_count() == 7


@rule("NR 5.reshuffle")
def test_5_from_empty_piles_nothing_is_drawn() -> None:
    t = full("A.1", 7, "r0c4: 9A", axis="4 6", gone=without(4, 6)).do("done")
    assert t.hand("axis") == ["4", "6"]
    one = full("A.1", 7, "r0c4: 9A", axis="4 6", gone=without(4, 6, 7)).do("done")
    assert one.hand("axis") == ["4", "6", "7"]


def robbed(cards: str) -> Table:
    """The Axis has taken Cavalry Raid out of the Soviets' hand in its Organization."""
    t = full("A.3", 7, "Warsaw: 9A- 4A", "r-4c2: W", axis=cards, soviet="5")
    t.do("play 5", "play 31").pass_all()
    assert "5" in t.hand("axis")
    return t


@rule("NR 5.once", "NR 5.pay", "NR card.31.axis")
def test_5_a_card_taken_from_the_other_side_pays_for_nothing_in_that_phase() -> None:
    t = robbed("31")
    t.refused("flip 9A", "NR 5.pay")
    t.do("done", "entrain 9A", "entrain 4A")
    assert t.legal() == ["discard 5"]
    two = robbed("31 7").do("flip 9A")
    assert two.legal() == ["discard 7"]
    two.refused("discard 5", "NR 5.once")


@rule("NR 5.once", "NR 4.removals")
def test_5_removals_are_one_phase_also_for_a_card_that_sleeps() -> None:
    stacks = ("Minsk: 9A", "r0c8: 4A", "r0c12: W")
    t = full("A.6", 7, *stacks, axis="6 31 7", soviet="36", unsupplied="4A", scorched="Minsk")
    t.do("play 6 save", "play 36", "play 31").pass_all()
    while t.asked == "Pick":
        t.do(t.legal()[0]).pass_all()
    assert t.hand("axis") == ["7", "36"]
    assert (t.stage, t.asked) == ("A.7", "Restoring")
    t.refused("restore Minsk", "NR 5.pay")


@rule("NR 5.window")
def test_5_one_card_each_before_the_roll_and_one_after_it() -> None:
    t = attack(full("S.5", 13, "r0c4: W+", "r0c5: 9A", axis="29 21"), "r0c5", "W")
    t.do("roll")
    assert (t.decider, t.asked, t.rolled("combat")) == ("axis", "Window", [])
    t.do("play 29", dice=[3])
    assert t.rolled("combat") == [3]
    after = cast(attack(full("A.5", 7, "r0c4: 9A 4A", "r0c5: W", axis="16 44"), "r0c5", "9A", "4A"), 2)
    play(after, "play 16", dice=(2,))
    assert after.told("result: CB")
    assert after.hand("axis") == ["44"]


@rule("NR 5.reset45")
def test_5_in_1945_the_axis_replaces_its_cards_first() -> None:
    t = front(
        "H.1", 23, "Berlin: 9A", "r0c4: W", deck="full", axis="3 16", soviet="7 28", dice=[1, 1],
        gone=" ".join(str(n) for n in range(45, 55)),
    )  # fmt: skip
    assert (t.hand("axis"), t.hand("soviet")) == (["16", "17"], ["18", "28"])
