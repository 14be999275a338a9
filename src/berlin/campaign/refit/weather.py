"""The weather and the ground of a CG Date."""

from berlin.campaign.state.state import Draft
from berlin.squad.rules.rolls import roll_on_table

RAIN, OVERCAST, GUSTY = "Rain", "Overcast", "Gusty"


def begin(d: Draft) -> None:
    """One side rolls for both, and looks back at the date before. The wind is told later."""
    name = d.side_name(d.book.upkeep.forecaster)
    overcast, rain = d.weather == OVERCAST, d.rained or d.weather == RAIN
    _, d.weather = roll_on_table(d, "weather", {"overcast": overcast}, name)
    _, d.ground = roll_on_table(d, "ground", {"rain": rain, "overcast": overcast}, name)
    d.wind = ""
    d.rained = False
