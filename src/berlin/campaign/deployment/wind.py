"""The wind of a scenario, and the smoke that it drives from what is ablaze."""

from berlin.boards.hexes import DIRECTIONS
from berlin.campaign.refit.weather import GUSTY
from berlin.campaign.state.state import Draft
from berlin.squad.board.works import Work, Works
from berlin.squad.rules.rolls import roll_on_table

CALM, MILD, GUSTS = "No wind", "Mild breeze", "Gusts"


def begin(d: Draft) -> None:
    """Force and direction are rolled for, where the weather doesn't tell them."""
    d.works = [work for work in d.works if work.what is not Works.SMOKE]
    if GUSTY in d.weather:
        d.wind = GUSTS
        d.say("wind", f"{d.weather}: Gusts are in effect", d.book.tables["wind"].rule)
        return
    _, force = roll_on_table(d, "wind")
    d.wind = force
    if force == CALM:
        return
    _, way = roll_on_table(d, "wind.direction")
    d.wind = f"{force}, {way}"
    if force == MILD:
        _drift(d, DIRECTIONS.index(way))


def _drift(d: Draft, way: int) -> None:
    """Drifting Smoke lies next to each Blaze, with the wind."""
    chart = d.book.field.chart
    blazes = 0
    for work in d.works:
        if work.what is Works.BLAZE:
            blazes |= 1 << work.space
    smoke = chart.step(blazes, way)
    for space in chart.spaces:
        if smoke >> space & 1:
            d.works.append(Work(Works.SMOKE, space))
            d.say("smoke", f"Drifting Smoke at {d.book.field.called(space)}", d.book.tables["wind"].rule)
