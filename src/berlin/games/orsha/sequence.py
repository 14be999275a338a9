"""7.5 The Re-organization Phase as one table, with the marks of the book, and the ring of a campaign."""

from berlin.campaign import battle, control, victory
from berlin.campaign.aftermath import (
    clearing,
    fires,
    hardening,
    hazards,
    marker_removal,
    melee,
    prisoners,
    rally,
    wounds,
)
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.questions import SETTLE
from berlin.campaign.reph import CLOSES, Step, ring
from berlin.campaign.state import Draft
from berlin.games.orsha import entry, market, upkeep
from berlin.kernel.sequence import Course, Stage

_AFTER = (
    Step(
        "7.501",
        "Conclusion of Melee",
        CLOSES,
        "OTO 7.501a",
        melee.begin,
        control.gain,
        about="Who shares a Location with the enemy fights on until one side is gone; the other has it.",
    ),
    Step(
        "7.502",
        "Marker Removal",
        CLOSES,
        "OTO 7.502a",
        marker_removal.begin,
        about="What lay on the map for the moment is taken off, and hidden units are put on it.",
    ),
    Step(
        "7.503",
        "Rally and Unloading",
        CLOSES,
        "OTO 7.503a",
        rally.begin,
        victory.determine,
        about="All rally, passengers may get out, and the winner of the scenario is determined.",
    ),
    Step(
        "7.504",
        "Encirclement, Minefields, Bog, Shock",
        "",
        "OTO 7.504",
        hazards.begin,
        about="Checks for units that are Encircled, in mines, bogged or Shocked.",
    ),
    Step(
        "7.505",
        "Perimeter Determination",
        "",
        "OTO 7.505",
        drawing.begin,
        drawing.conclude,
        about="Each side draws its Perimeter, and gets what lies inside.",
    ),
    Step(
        "7.506",
        "Isolation",
        "",
        "OTO 7.506",
        escape.begin,
        drawing.after_escapes,
        about="Who is cut off may try to Escape; who stays is short of ammunition.",
    ),
    Step("7.507", "Clearing the Map", "", "OTO 7.507", clearing.begin, about="Pieces go to their boxes."),
    Step("7.508", "Prisoners", "", "OTO 7.508a", prisoners.begin, about="Prisoners are led away, or freed."),
    Step(
        "7.509",
        "Extinguishing Flames and Blazes",
        "",
        "OTO 7.509",
        fires.extinguish,
        about="Fires burn down what they have, or go out.",
    ),
    Step("7.510", "Wounded Leaders", "", "OTO 7.510", wounds.treat, about="A die for each wounded leader."),
    Step(
        "7.511",
        "Recombining, Battle Hardening and Promotion",
        "",
        "OTO 7.511",
        hardening.begin,
        about="Half-squads join, some units and a leader become better.",
    ),
)
STEPS: tuple[Step, ...] = (*_AFTER, *upkeep.STEPS, *market.STEPS, *entry.STEPS)
BATTLE: Stage[Draft] = Stage("7.3", "The CG scenario", "OTO 7.3a", battle.begin)
RING = ring(STEPS, BATTLE)
COURSE: Course[Draft] = Course(RING, SETTLE)
