"""2.4: event chits are drawn, kept secret, played and given back."""

import re

import pytest
from table import Table

from berlin.games.race.board.units import KONIEV, find_formation
from berlin.games.race.board.zones import find_zone
from berlin.games.race.state.state import AMERICAN, State
from berlin.kernel.contract.game import load
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

UNITS = """
    [units]
    Kustrin = ["8GA/1"]
    Triebel = ["3GTA/1"]
    Frankfurt = ["303"]
    Cottbus = ["21Pz"]
"""


def at(stage: str, chits: str, turn: int = 2, dice: list[int] | None = None, rest: str = "") -> Table:
    return Table.at(f"""
        turn = {turn}
        stage = "{stage}"
        dice = {dice or []}
        {UNITS}
        {rest}
        [chits]
        {chits}
    """)


@rule("RFB 2.4.2a", "RFB 2.q1")
def test_2_4_2_a_player_who_holds_only_heinrici_or_nothing_is_given_a_chit_unasked() -> None:
    t = at("A.4", "zhukov = []\nkoniev = [1]", dice=[10, 1])
    # Of 2 to 11 the tenth, then of 2 to 10 the first.
    assert t.stage == "B.2"
    assert t.hand("koniev") == {1, 11}
    assert t.hand("zhukov") == {2}
    assert t.bag() == {3, 4, 5, 6, 7, 8, 9, 10}


@rule("RFB 2.4.2a")
def test_2_4_2_a_player_who_still_holds_a_chit_draws_none() -> None:
    t = at("A.4", "zhukov = [7]\nkoniev = [1]", dice=[1])
    assert t.hand("zhukov") == {7}
    assert t.hand("koniev") == {1, 2}
    t = at("A.4", "zhukov = []\nkoniev = [1, 4]", dice=[9])
    assert t.hand("koniev") == {1, 4}
    assert t.hand("zhukov") == {11}


@rule("RFB 2.4.2a")
def test_2_4_2_heinrici_in_zhukovs_hand_does_not_keep_him_from_drawing_either() -> None:
    t = at("A.4", "zhukov = [1]\nkoniev = [4]", dice=[1])
    assert t.hand("zhukov") == {1, 2}


@rule("RFB 2.4.2a")
def test_2_4_2_every_chit_of_the_bag_may_be_drawn() -> None:
    drawn = [at("A.4", "zhukov = [7]\nkoniev = [1]", dice=[n]).hand("koniev") - {1} for n in range(1, 10)]
    assert drawn == [{2}, {3}, {4}, {5}, {6}, {8}, {9}, {10}, {11}]


@rule("RFB 2.4.2b")
def test_2_4_2_a_drawn_chit_is_hidden_from_the_opponent() -> None:
    ten = at("A.4", "zhukov = []\nkoniev = [1, 4]", dice=[8])
    two = at("A.4", "zhukov = []\nkoniev = [1, 4]", dice=[1])
    assert (ten.hand("zhukov"), two.hand("zhukov")) == ({10}, {2})
    assert ten.scene("koniev") == two.scene("koniev")
    game = load("race")
    for stranger in (KONIEV, None):
        assert game.view(ten.state, stranger) == game.view(two.state, stranger)
    mine, yours = ten.scene("zhukov").cards, ten.scene("koniev").cards
    assert mine != two.scene("zhukov").cards
    # The opponent sees that there is a chit, and not which.
    assert len([card for card in yours if card.seat == 0]) == 1
    face = next(card for card in mine if card.seat == 0)
    back = next(card for card in yours if card.seat == 0)
    assert face.name != back.name
    assert "event.10" in face.rule
    assert "event" not in back.rule


@rule("RFB 2.4.2b")
def test_2_4_2_the_log_of_the_draw_tells_the_chit_to_its_owner_only() -> None:
    t = at("D.6", "zhukov = [10]\nkoniev = [1]\nout = [9]")
    t.do("keep", dice=[6, 1, 1])
    assert t.hand("koniev") == {1, 2}
    drawn = next(event for event in t.last if event.kind == "draw")
    assert drawn.seen_by(Seat(1)) == drawn
    veiled = drawn.seen_by(Seat(0))
    assert veiled is None or (veiled.text != drawn.text and veiled.data == ())
    assert drawn.seat == 1
    told = [seen.text for event in t.last if (seen := event.seen_by(Seat(0))) is not None]
    assert not [text for text in told if "chit 2" in text or "Rybalko" in text]


@rule("RFB 2.4.2c")
def test_2_4_2_koniev_draws_first() -> None:
    t = at("A.4", "zhukov = []\nkoniev = [1]\nout = [2, 3, 4, 5, 6, 7, 8, 9, 10]", dice=[1])
    assert t.hand("koniev") == {1, 11}
    assert t.hand("zhukov") == set()
    assert t.stage == "B.2"


@rule("RFB 2.4.3")
def test_2_4_3_a_chit_is_played_at_the_moments_it_names_and_at_no_other() -> None:
    hand = "zhukov = [10]\nkoniev = [1]\nout = [9]"
    t = at("B.2", hand)
    assert not t.can("play 10")
    t.do("done", "done")
    assert t.stage == "C.1"
    assert t.can("play 10")
    for stage in ("C.2", "C.3", "C.4"):
        assert not at(stage, hand).can("play 10")
    t.do("activate 8GA/1 move")
    assert not t.can("play 10")


@rule("RFB 2.4.3")
def test_2_4_3_its_effects_apply_at_once() -> None:
    six = """
        turn = 2
        stage = "C.1"
        [units]
        Kustrin = ["8GA/1", "8GA/2", "47/1", "47/2", "3SHA/1", "3SHA/2"]
        [chits]
        zhukov = [10]
        koniev = [1]
        out = [9]
    """
    t = Table.at(six)
    t.do(*(f"activate {unit} move" for unit in ("8GA/1", "8GA/2", "47/1", "47/2")))
    assert not t.can("activate 3SHA/1 move")
    t = Table.at(six)
    t.do("play 10", *(f"activate {unit} move" for unit in ("8GA/1", "8GA/2", "47/1", "47/2")))
    assert t.can("activate 3SHA/1 move")


@rule("RFB 2.4.3")
def test_2_4_3_nobody_plays_a_chit_that_he_does_not_hold() -> None:
    t = at("C.1", "zhukov = [10]\nkoniev = [1]\nout = [9]")
    assert t.can("play 10")
    assert not t.can("play 5")
    assert not at("C.1", "zhukov = []\nkoniev = [1, 10]\nout = [9]").can("play 10")


@rule("RFB 2.4.4a")
def test_2_4_4_a_played_chit_goes_back_into_the_bag_at_once() -> None:
    t = at("C.1", "zhukov = [10]\nkoniev = [1]\nout = [9]")
    assert 10 not in t.bag()
    t.do("play 10")
    assert 10 in t.bag()
    assert t.hand("zhukov") == set()


@rule("RFB 2.4.4a")
def test_2_4_4_a_discarded_chit_goes_back_into_the_bag_before_the_next_draw() -> None:
    # The Americans and Hitler pass; Zhukov draws of 2, 3, 5, 6, 7, 8, 10 and 11 the seventh or the first.
    for place, drawn in ((7, 10), (1, 2)):
        t = at("D.6", "zhukov = [10]\nkoniev = [1, 4]\nout = [9]")
        t.do("discard", "keep", dice=[6, 1, place])
        assert t.hand("zhukov") == {drawn}
        assert t.bag() == {2, 3, 5, 6, 7, 8, 10, 11} - {drawn}
        assert t.hand("koniev") == {1, 4}


@rule("RFB 2.4.4b")
@pytest.mark.parametrize(
    "stage, hand, text",
    [
        ("C.1", "zhukov = [5]\nkoniev = [1]\nout = [9]", "play 5"),
        ("C.1", "koniev = [1, 9]", "play 9 Forst"),
    ],
)
def test_2_4_4_a_chit_that_is_used_once_only_does_not_come_back(stage: str, hand: str, text: str) -> None:
    t = at(stage, hand, turn=3)
    number = int(text.split()[1])
    assert number not in t.out()
    t.do(text)
    assert number in t.out()
    assert number not in t.bag() | t.hand("zhukov") | t.hand("koniev")


@rule("RFB 2.4.4b")
def test_2_4_4_trucks_come_back_and_heinrici_goes_to_the_other_player() -> None:
    t = at("C.1", "zhukov = [7]\nkoniev = [1]\nout = [9]", turn=3)
    t.do("play 7 8GA")
    assert 7 in t.bag()
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        Bridgehead = ["8GA/1", "8GA/2"]
        SOderbruch = ["309"]
        [chits]
        koniev = [1]
    """)
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "begin", "attack 8GA/1 SOderbruch", "join 8GA/2")
    t.do("roll", "play 1")
    assert t.hand("zhukov") == {1}
    assert t.hand("koniev") == set()
    assert 1 not in t.bag() | t.out()


@rule("RFB 2.4.4b", "RFB 2.4.4.q2")
def test_2_4_4_chit_three_leaves_the_bag_when_the_americans_are_halted() -> None:
    us = 'Juterbog = ["13/1"]\n[control]\namerican = ["Leipzig", "Torgau"]'
    held = "zhukov = [10]\nkoniev = [1, 4]\nout = [9]"
    halted = at("A.2", held, dice=[3, 1], rest=us)
    assert halted.halted
    assert halted.out() == {3, 9}
    assert 3 not in halted.bag()
    going_on = at("A.2", held, dice=[6, 1], rest=us)
    assert 3 in going_on.bag()


@rule("RFB 2.4.4b")
@pytest.mark.parametrize(
    "chit, turn, halted, back",
    [(3, 2, "false", True), (3, 2, "true", False), (4, 6, "false", True), (4, 7, "false", False)],
)
def test_2_4_4_chits_three_and_four_discarded_after_their_time_leave_play(
    chit: int, turn: int, halted: str, back: bool
) -> None:
    t = at("D.6", f"zhukov = [{chit}]\nkoniev = [1, 6]\nout = [9]", turn, rest=f"[flags]\nhalted = {halted}")
    t.do("discard")
    assert t.hand("zhukov") == set()
    assert (chit in t.bag()) is back
    assert (chit in t.out()) is not back


@rule("RFB 2.4.4.q1")
def test_2_4_4_q1_a_once_only_chit_discarded_unplayed_goes_back_into_the_bag() -> None:
    for chit in (5, 9):
        t = at("D.6", f"zhukov = [{chit}]\nkoniev = [1]")
        # The Americans and Hitler do nothing; Koniev draws 2, then Zhukov 3.
        t.do("discard", dice=[6, 1, 1, 1])
        assert (t.turn, t.hand("koniev"), t.hand("zhukov")) == (3, {1, 2}, {3})
        assert chit in t.bag()
        assert t.out() == set()


@rule("RFB 2.4.4.q2", "RFB 2.4.4b")
def test_2_4_4_q2_chit_four_is_taken_out_of_the_bag_before_the_draw_of_turn_seven() -> None:
    t = at("D.6", "zhukov = [10]\nkoniev = [1]\nout = [9]", turn=6)
    # The Americans do nothing; the third of the bag is 5 and not 4.
    t.do("keep", dice=[6, 3])
    assert t.turn == 7
    assert t.hand("koniev") == {1, 5}
    assert t.out() == {4, 9}
    before = at("D.6", "zhukov = [10]\nkoniev = [1]\nout = [9]", turn=5)
    before.do("keep", dice=[6, 3])
    assert before.hand("koniev") == {1, 4}


@rule("RFB 2.4.4.q2")
@pytest.mark.parametrize("turn, alive", [(6, True), (7, False)])
def test_2_4_4_q2_chit_four_cannot_be_played_after_turn_six(turn: int, alive: bool) -> None:
    assert at("C.4", "zhukov = [4]\nkoniev = [1]\nout = [9]", turn).can("play 4") is alive


@rule("RFB 2.4.4a", "RFB 2.4.4b", "RFB 2.4.4.q2")
@pytest.mark.parametrize("chit", [2, 3, 5, 6, 7, 8, 9, 10, 11])
def test_2_4_4_every_chit_but_the_fourth_goes_back_into_the_bag_late_in_the_game_too(chit: int) -> None:
    t = at("D.6", f"zhukov = [{chit}]\nkoniev = [1]\nout = [4]", turn=9)
    t.do("discard", dice=[6, 1, 1])
    assert t.out() == {4}


@rule("RFB 2.4.3", "RFB 2.4.4.q2")
@pytest.mark.parametrize("stage, text", [("C.1", "play 10"), ("C.4", "play 3 1"), ("C.4", "play 11")])
@pytest.mark.parametrize("turn", [7, 10])
def test_2_4_4_a_chit_not_bound_to_a_turn_may_be_played_late(stage: str, text: str, turn: int) -> None:
    assert at(stage, f"zhukov = [{text.split()[1]}]\nkoniev = []\nout = [1, 9]", turn).can(text)


@rule("RFB 2.4.4.q2", "RFB 5.6")
@pytest.mark.parametrize("turn, out", [(5, {9}), (6, {4, 9})])
def test_2_4_4_q2_chit_four_is_out_of_the_bag_as_soon_as_turn_seven_begins(turn: int, out: set[int]) -> None:
    t = at("D.6", "zhukov = [10]\nkoniev = [1, 6]\nout = [9]", turn, rest='[off]\npool = ["31"]')
    t.do("keep", "keep", dice=[6])
    assert (t.stage, t.turn, t.out()) == ("A.1", turn + 1, out)


@rule("RFB 2.4.4.q2")
@pytest.mark.parametrize("halted, alive", [("false", True), ("true", False)])
def test_2_4_4_q2_chit_three_cannot_be_played_once_the_americans_are_halted(halted: str, alive: bool) -> None:
    t = at("C.4", "zhukov = [3]\nkoniev = [1]\nout = [9]", rest=f"[flags]\nhalted = {halted}")
    assert t.can("play 3 1") is alive


@rule("RFB 2.4.4.q2")
def test_2_4_4_q2_a_dead_chit_may_be_discarded_and_its_holder_draws_anew() -> None:
    t = at("D.6", "zhukov = [4]\nkoniev = [1, 6]\nout = [9]", turn=7)
    t.do("discard", "keep", dice=[6, 1])
    assert t.hand("zhukov") == {2}
    assert t.out() == {4, 9}


# The name of each chit, and what its text must speak of.
ANNEX = {
    1: ("Heinrici", "retreat before the die"),
    2: ("Rybalko", "river"),
    3: ("Allies", "Americans"),
    4: ("Retreat", "west"),
    5: ("Speer", "garrisons"),
    6: ("front", "+2"),
    7: ("Trucks", "move and attack"),
    8: ("Collapse", "reduced"),
    9: ("bridges", "out of supply"),
    10: ("Coordination", "six"),
    11: ("Surprise", "double"),
}


@rule("RFB 2.4.5")
@pytest.mark.parametrize("number", ANNEX)
def test_2_4_5_each_chit_shows_its_holder_the_event_of_the_annex(number: int) -> None:
    held = "1" if number == 1 else f"1, {number}"
    t = at("C.2", f"koniev = [{held}]\n" + ("" if number == 9 else "out = [9]"))
    cards = [card for card in t.scene("koniev").cards if card.seat == 1]
    named = [card for card in cards if re.match(rf"RFB event\.{number}(?!\d)", card.rule)]
    assert len(named) == 1
    name, text = ANNEX[number]
    assert name in named[0].name
    assert text in named[0].text


@rule("RFB 2.4.5")
def test_2_4_5_each_chit_of_an_impulses_start_has_its_own_effect() -> None:
    def played(stage: str, text: str) -> State:
        t = at(stage, f"zhukov = [{text.split()[1]}]\nkoniev = [1]\nout = [9]")
        t.do(text)
        return t.state

    army = find_formation("8GA")
    assert played("C.1", "play 2 8GA").rybalko == army
    assert played("C.4", "play 3 3").control[find_zone("Kyritz")] == AMERICAN
    assert played("C.4", "play 4").planned == 1
    assert played("C.1", "play 5").speer
    assert played("C.1", "play 6 8GA").spearhead == army
    assert played("C.1", "play 7 8GA").trucks == army
    assert played("C.1", "play 10").limit == 6
    assert played("C.4", "play 11").doubled


@rule("RFB 2.4.3", "RFB event.1c")
def test_event_1_in_the_turn_in_which_heinrici_was_handed_over_other_chits_are_played_as_ever() -> None:
    t = at("C.1", "zhukov = [1, 10]\nkoniev = []\nout = [9]", turn=3, rest="[flags]\nheinrici = 3")
    assert t.can("play 10")
