"""The weather and the ground of a CG Date."""

from berlin.campaign.rolls import rolled
from berlin.campaign.state import Draft

RAIN, OVERCAST, GUSTY = "Rain", "Overcast", "Gusty"


def begin(d: Draft) -> None:
    """One side rolls for both, and looks back at the date before. The wind is told later."""
    name = d.book.sides[d.book.upkeep.forecaster]
    overcast, rain = d.weather == OVERCAST, d.rained or d.weather == RAIN
    _, d.weather = rolled(d, "weather", {"overcast": overcast}, name)
    _, d.ground = rolled(d, "ground", {"rain": rain, "overcast": overcast}, name)
    d.wind = ""
    d.rained = False
