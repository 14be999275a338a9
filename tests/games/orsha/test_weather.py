"""7.517: the weather of a CG Date, and its ground."""

import pytest
from tests.campaign.desk import desk, told

from berlin.campaign.refit import weather
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.proof.mark import rule


def forecast(before: str, dr: tuple[int, int], ec: int = 6, rained: bool = False) -> Draft:
    d = desk(dice=(*dr, ec), turn=2, weather=before, rained=rained)
    weather.begin(d)
    return d


@rule("OTO 7.517a")
@pytest.mark.parametrize(
    ("before", "dice", "found"),
    [
        ("Clear", (1, 2), "Rain"),
        ("Clear", (2, 2), "Overcast"),
        ("Clear", (3, 4), "Overcast"),
        ("Clear", (4, 4), "Clear"),
        ("Clear", (5, 6), "Clear"),
        ("Clear", (6, 6), "Clear & Gusty"),
        ("Rain", (2, 2), "Overcast"),
        ("Overcast", (2, 2), "Rain"),
        ("Overcast", (6, 6), "Clear"),
    ],
)
def test_7_517_the_weather_table(before: str, dice: tuple[int, int], found: str) -> None:
    d = forecast(before, dice)
    assert d.weather == found
    assert all(event.text.startswith("German") for event in told(d))


@rule("OTO 7.517b")
@pytest.mark.parametrize("dice", [(6, 6), (5, 6)])
def test_7_517_the_wind_of_the_date_before_is_gone(dice: tuple[int, int]) -> None:
    d = desk(dice=(*dice, 6), turn=2, weather="Clear", wind="Mild breeze")
    weather.begin(d)
    assert d.wind == ""


@rule("OTO 7.5171a")
@pytest.mark.parametrize(
    ("before", "dr", "found"),
    [
        ("Clear", 2, "Wet"),
        ("Clear", 3, "Moist"),
        ("Clear", 4, "Moist"),
        ("Clear", 5, "Moderate"),
        ("Overcast", 3, "Wet"),
        ("Overcast", 5, "Moist"),
        ("Overcast", 6, "Moderate"),
    ],
)
def test_7_5171_the_table_of_environmental_conditions(before: str, dr: int, found: str) -> None:
    assert forecast(before, (4, 4), dr).ground == found


@rule("OTO 7.517.q1")
@pytest.mark.parametrize(
    ("before", "rained", "dr", "found"),
    [
        ("Rain", False, 4, "Wet"),
        ("Rain", False, 5, "Moist"),
        ("Rain", True, 5, "Moist"),
        ("Clear", True, 4, "Wet"),
        ("Overcast", True, 5, "Wet"),
        ("Overcast", True, 6, "Moist"),
    ],
)
def test_7_517_rain_that_fell_counts_whatever_was_forecast(
    before: str, rained: bool, dr: int, found: str
) -> None:
    d = forecast(before, (4, 4), dr, rained)
    assert d.ground == found
    assert not d.rained
