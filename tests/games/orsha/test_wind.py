"""7.5221: the wind, and the smoke that it drives."""

import pytest
from tests.campaign.desk import desk, told

from berlin.campaign.deployment import wind
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.kernel.proof.mark import rule
from berlin.squad.board.works import Work, Works


@rule("OTO 7.5221")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((3, 4), "No wind"),
        ((4, 4, 1), "Mild breeze, E"),
        ((5, 6, 5), "Mild breeze, NW"),
        ((6, 6, 3), "Heavy winds, SW"),
    ],
)
def test_7_5221_dice_give_force_and_direction(dice: tuple[int, ...], expected: str) -> None:
    d = desk(dice=dice)
    wind.begin(d)
    assert d.wind == expected
    assert tuple(d.dice) == dice


@rule("OTO 7.5221")
@pytest.mark.parametrize(("dice", "smoke"), [((4, 4, 1), ["K21"]), ((6, 6, 1), []), ((3, 4), [])])
def test_7_5221_a_mild_breeze_drives_smoke_from_each_blaze(dice: tuple[int, ...], smoke: list[str]) -> None:
    blaze = Work(Works.BLAZE, find_hex("K20"))
    d = desk(works=[blaze, Work(Works.FLAME, find_hex("K30")), Work(Works.SMOKE, find_hex("K40"))], dice=dice)
    wind.begin(d)
    found = [work.space for work in d.works if work.what is Works.SMOKE]
    assert found == list(map(find_hex, smoke))
    assert all(MAP.distance(space, blaze.space) == 1 for space in found)


@rule("OTO 7.517b", "OTO CG3")
def test_7_517_gusty_weather_tells_the_wind_without_a_roll() -> None:
    d = desk(weather="Clear & Gusty")
    wind.begin(d)
    assert d.wind == "Gusts"
    assert not d.dice
    assert [event.rules for event in told(d)] == [("OTO 7.5221",)]
