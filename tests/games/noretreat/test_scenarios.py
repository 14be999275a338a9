"""No Retreat! 13: the scenarios and how they start."""

import pytest
from tests.games.noretreat.table import Table

from berlin.games.noretreat.board.deck import LEAVES, WHOLE, cards
from berlin.games.noretreat.board.units import KEYS, RANGES, UPGRADES
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.supply import failing
from berlin.games.noretreat.state.state import SIZE, Draft
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule


@rule("NR scenario.list")
def test_scenarios_start_with_housekeeping_of_their_first_turn() -> None:
    assert [scenario.key for scenario in GAME.scenarios] == ["war", "1941", "1943", "1944", "1945"]
    for key, turn in (("war", 1), ("1941", 1), ("1943", 13), ("1944", 17), ("1945", 23)):
        t = Table.new(key)
        assert t.turn == turn
        assert (t.stage, t.decider) == ("A.1", "axis")
    assert Table.new("1943").where("Ste") == "reinforcements"
    with pytest.raises(BadText):
        Table.new("1942")
    with pytest.raises(BadText):
        Table.new("1945", kit="no")


@rule("NR scenario.1941.state", "NR scenario.1943.state", "NR scenario.1944.state", "NR scenario.1945.state")
@pytest.mark.parametrize(
    ("key", "points", "tide", "extended"),
    [("war", 12, 12, False), ("1943", 12, 24, False), ("1944", 19, 24, True), ("1945", 4, 0, True)],
)
def test_scenarios_start_with_their_points(key: str, points: int, tide: int, extended: bool) -> None:
    t = Table.new(key)
    assert (t.points, t.state.tide, t.state.extended) == (points, tide, extended)
    d = Draft(t.state)
    assert [KEYS[unit] for side in BOTH for unit in failing(d, side)] == []
    assert GAME.broken(t.state) == []


@rule("NR scenario.list", "NR scenario.1941.axis", "NR scenario.1941.soviet", "NR scenario.1943.axis")
@rule("NR scenario.1943.soviet", "NR scenario.1944.axis", "NR scenario.1944.soviet")
@rule("NR scenario.1945.axis", "NR scenario.1945.soviet")
@pytest.mark.parametrize(
    ("key", "early", "late"),
    [
        ("1941", "18A 9A 1Pz Fin NW W S Len", ""),
        ("1943", "16A 4Pz Vol NW Bry SW S", "18A 3Pz 4A 9A 2Pz Len Kal W Res Cen"),
        ("1944", "16A 2A 8A Len", "18A 3Pz 4A 9A Vol NW Kal W Bry SW"),
        ("1945", "16A 4Pz Hun1", "18A 4A 3Pz 2A 9A 17A 1Pz Kal Vol W Res"),
    ],
)
def test_every_unit_starts_on_the_side_that_its_scenario_says(key: str, early: str, late: str) -> None:
    t = Table.new(key)
    assert [unit for unit in early.split() if t.back(unit)] == []
    assert [unit for unit in late.split() if not t.back(unit)] == []


@rule("NR 5.deck.option", "NR scenario.list", "NR 10.sudden.axis")
def test_an_option_takes_its_own_words_alone() -> None:
    for deck in ("kit", "full"):
        assert GAME.broken(Table.new("war", deck=deck).state) == []
    assert Table.new("war", sudden="cards").state.no_surrender
    assert Table.new("war", returns="no").state.no_returns
    assert not Table.new("1943", kit="no").state.kit
    for name, word in (("deck", "poker"), ("kit", "perhaps"), ("sudden", "yes"), ("returns", "yes")):
        with pytest.raises(BadText):
            Table.begun("war", 1, {name: word})


@rule("NR scenario.1943.state", "NR scenario.1943.soviet")
def test_scenario_1943_boxes() -> None:
    t = Table.new("1943")
    assert (t.where("Ita8"), t.where("Hun2"), t.where("Sev")) == ("destroyed", "destroyed", "surrendered")
    back = [unit for unit in RANGES[1] if t.state.where[unit] < SIZE and t.back(KEYS[unit])]
    assert sum(UPGRADES[unit] for unit in back) == 7


@rule("NR scenario.1944.state", "NR scenario.1944.axis", "NR scenario.1944.soviet")
def test_scenario_1944_boxes() -> None:
    t = Table.new("1944")
    assert (t.where("11A"), t.where("2Pz"), t.where("SSGr")) == ("destroyed", "out", "reinforcements")
    assert t.where("17A") == "Sevastopol"
    assert t.where("Cri") == "r8c-2"
    assert t.owner("Riga") == "axis"


@rule("NR scenario.1945.state", "NR scenario.1945.axis", "NR scenario.1945.soviet")
def test_scenario_1945_boxes_and_deck() -> None:
    t = Table.new("1945")
    assert (t.where("BerG"), t.where("SSPz"), t.where("Pol")) == ("Berlin", "aside", "due")
    assert t.units("Konigsberg") == ["FesK", "VolK"]
    assert t.units("r-6c3") == ["Res", "W"]
    # The events of oil and Greater Germany are done: their effects hold, and their units don't come again.
    assert (0 < t.state.oil < 23, 0 < t.state.gg < 23, t.state.warsaw) == (True, True, 0)
    every = t.state.hands[0] | t.state.hands[1] | t.state.pile
    assert every.bit_count() + len(t.discards) + len(t.state.aside) == 24


@rule("NR scenario.hand")
def test_scenarios_after_1941_deal_two_cards() -> None:
    for seed in range(6):
        t = Table.new("1943", seed=seed)
        assert (len(t.hand("axis")), len(t.hand("soviet"))) == (2, 2)
        assert GAME.broken(t.state) == []


@rule("NR scenario.length")
def test_the_end_of_a_short_game_is_chosen_at_the_start() -> None:
    assert Table.new("war", end="6").state.last == 6
    assert Table.new("1941").state.last == 4
    for bad in ("2", "21", "22", "x"):
        with pytest.raises(BadText):
            Table.new("war", end=bad)


@rule("NR 10.sudden.axis", "NR 10.sudden.soviet")
def test_no_surrender_is_chosen_at_the_start() -> None:
    offered = {scenario.key for scenario in GAME.scenarios if "sudden" in keys_of(scenario.key)}
    assert offered == {"war", "1943", "1944", "1945"}
    for key in offered:
        assert not Table.new(key).state.no_surrender
        assert Table.new(key, sudden="cards").state.no_surrender
    with pytest.raises(BadText, match=r"^sudden is one of: cards$"):
        Table.new("war", sudden="points")
    with pytest.raises(BadText, match="1941 is too short for No Surrender"):
        Table.new("1941", sudden="cards")


@rule("NAB 13.0.24.q1")
def test_the_end_of_german_replacements_is_chosen_at_the_start() -> None:
    offered = {scenario.key for scenario in GAME.scenarios if "returns" in keys_of(scenario.key)}
    assert offered == {"war", "1943", "1944", "1945"}
    for key in offered:
        assert not Table.new(key).state.no_returns
        assert Table.new(key, returns="no").state.no_returns
    with pytest.raises(BadText, match=r"^returns is one of: no$"):
        Table.new("war", returns="yes")
    with pytest.raises(BadText, match="the war ends before turn 24"):
        Table.new("1941", returns="no")
    with pytest.raises(BadText, match="the war ends before turn 24"):
        Table.new("war", returns="no", kit="no")


def keys_of(scenario: str) -> list[str]:
    return [option.key for option in GAME.options(scenario)]


@rule("NAB 12.3.step4", "NR 5.reset45", "NR 5.deck", "NR scenario.hand")
@pytest.mark.parametrize("deck", ["kit", "full"])
def test_1945_starts_with_its_cards_and_they_are_not_reset_again(deck: str) -> None:
    for seed in range(1, 9):
        s = Table.new("1945", seed, deck=deck).state
        held = cards(s.deck, s.hands[0]) + cards(s.deck, s.hands[1])
        found = sorted([*held, *cards(s.deck, s.pile), *s.discards, *s.aside])
        assert found == cards(s.deck, WHOLE[s.deck] & ~LEAVES[s.deck])
