"""13.0: a set-up is made of several units at once, and is kept as a text that can be used again."""

import pytest
from tests.games.fortress.positions import Table

from berlin.games.fortress.game import GAME
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

ALLIED, GERMAN = Seat(0), Seat(1)


@rule("OTB 13.0.q2")
def test_13_0_several_units_of_the_same_limits_are_set_up_at_once() -> None:
    t = Table.new("drop").do("take VS1", "take VS2", "take VS3")
    t.refused("take VS4", "OTB 13.0.q2")
    t.do("place 5015")
    assert [t.where(unit) for unit in ("VS1", "VS2", "VS3")] == ["5015"] * 3


@rule("OTB 13.0b", "FB 3.1.setup")
def test_13_0_all_that_are_set_up_at_once_need_room_and_have_the_same_limits() -> None:
    t = Table.new("drop").do("take VS1")
    t.refused("take Tegel-AT1", "OTB 13.0.q2")
    t.do("take VS2", "place 5016", "take VS3")
    assert t.can("place 5016")
    t.do("take VS4")
    t.refused("place 5016", "FB 3.1.german")
    assert t.can("place 5015")


@pytest.mark.parametrize("taken", [["take VS1"], ["take VS1", "take VS2"]])
def test_a_position_with_units_in_hand_is_set_up_again(taken: list[str]) -> None:
    state = Table.new("drop").do(*taken).state
    again = GAME.read_situation(GAME.write_situation(state), state.key).state
    assert again.frames == state.frames


@pytest.mark.parametrize("plan", ["centre", "airfields", "depth"])
def test_what_a_set_up_comes_to_is_the_same_set_up(plan: str) -> None:
    t = Table.new("drop").do(f"plan {plan}")
    text = GAME.form(t.state, GERMAN)
    again = Table.new("drop")
    filled = GAME.filled(again.state, text, GERMAN)
    assert filled.faults == ()
    again.do(*map(GAME.write, filled.actions))
    assert GAME.form(again.state, GERMAN) == text
    # Where all stands so already, nothing is left to do.
    assert GAME.filled(again.state, text, GERMAN).actions == ()


def test_a_set_up_that_is_used_on_another_takes_up_who_stands_otherwise() -> None:
    t = Table.new("drop").do("take VS1", "place 5015", "take VS2", "place 5016")
    filled = GAME.filled(t.state, '[units]\n5015 = ["VS1"]\n5017 = ["VS2"]\n', GERMAN)
    assert [GAME.write(act) for act in filled.actions] == ["lift VS2", "take VS2", "place 5017"]


def test_only_who_sets_up_has_the_form() -> None:
    t = Table.new("drop")
    assert GAME.form(t.state, ALLIED) == ""
    assert GAME.scene(GAME.view(t.state, ALLIED)).form is None
    form = GAME.scene(GAME.view(t.state, GERMAN)).form
    assert form is not None
    assert form.keeps
    t.do("take VS1")
    assert GAME.form(t.state, GERMAN) == ""


@pytest.mark.parametrize(
    ("units", "fault"),
    [
        ('9999 = ["VS1"]', "line 2: 9999 is no hex [OTB 13.0b]"),
        ('5015 = ["VS1", "82/Par1"]', "line 2: '82/Par1' is no German unit with its facing [OTB 13.0b]"),
        ('5015 = ["VS1 up"]', "line 2: 'VS1 up' is no German unit with its facing [OTB 13.0b]"),
        ("5015 = [3]", "line 2: 3 is no German unit with its facing [OTB 13.0b]"),
        (
            '5015 = ["VS1"]\n5016 = ["VS1"]',
            "line 3: the first Volkssturm battalion stands there twice [OTB 13.0b]",
        ),
        (
            '5015 = ["Tegel-Flak1 N"]',
            "line 2: the first Tegel flak battalion: it stands on Tegel airfield [OTB 13.2a]",
        ),
    ],
)
def test_all_that_is_wrong_with_a_set_up_is_told_by_line_and_rule(units: str, fault: str) -> None:
    filled = GAME.filled(Table.new("drop").state, f"[units]\n{units}\n", GERMAN)
    assert (filled.faults, filled.actions) == ((fault,), ())


@pytest.mark.parametrize("text", ["units = 3\n", "[posts]\n", "[units\n"])
def test_what_is_no_set_up_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        GAME.filled(Table.new("drop").state, text, GERMAN)


def test_nothing_is_set_up_in_the_middle_of_a_game() -> None:
    t = Table.new("drop").do("plan depth", "done")
    with pytest.raises(BadText, match="nothing is set up now"):
        GAME.filled(t.state, "[units]\n", GERMAN)
