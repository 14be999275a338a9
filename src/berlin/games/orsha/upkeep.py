"""The steps from the new CG Date to the weather, in their order, and what they need to know of the book."""

from berlin.campaign.refit import (
    ammunition,
    armoury,
    captured,
    dates,
    morale,
    removal,
    repair,
    replenishment,
    spent,
    vehicles,
    weather,
    yard,
)
from berlin.campaign.reph import LOOPS, Step
from berlin.campaign.upkeep import Upkeep
from berlin.games.orsha.counters import find_kind
from berlin.games.orsha.tables import GERMAN, RUSSIAN

UPKEEP = Upkeep(
    lmg=(find_kind(GERMAN, "LMG"), find_kind(RUSSIAN, "LMG")),
    spent={
        find_kind(GERMAN, "FT"): "spent",
        find_kind(GERMAN, "DC"): "spent",
        find_kind(RUSSIAN, "FT"): "spent.russian-FT",
        find_kind(RUSSIAN, "DC"): "spent",
    },
    sappers=(0, 3),
    tidy=frozenset((GERMAN,)),
    forecaster=GERMAN,
    date="OTO 7.5121",
    san="OTO 7.5122b",
    man="OTO 7.5131a",
    recall="OTO 7.5131c1",
    away="OTO 7.5131c2",
    besieged="OTO 7.5131c3",
    cupola="OTO 4.1k",
    expended="OTO 7.5132c",
    disabled="OTO 7.5132b",
    exchange="OTO 7.5133",
    restock="OTO 7.5134b",
    captured="OTO 7.5135",
    hulk="OTO 7.5136",
    yard="OTO 7.5137",
    scrounge="OTO 7.5072.base",
    burnt="OTO CG5.q1",
    special="OTO 7.5138",
    ammo="OTO 7.5139",
    armoury="OTO 7.51310",
    ground="OTO 7.514a",
    hands="OTO 7.514b",
    once="OTO 7.514c",
    mined="OTO 7.514d",
    toll="OTO 7.514f",
)

STEPS = (
    Step("7.512", "New CG Date and SAN", LOOPS, "OTO 7.512", dates.begin),
    Step("7.5131", "Vehicles", LOOPS, "OTO 7.5131", vehicles.begin, vehicles.conclude),
    Step("7.5132", "Weapon Repair", LOOPS, "OTO 7.5132a", repair.begin),
    Step("7.5133", "Vehicular-MG Exchange", LOOPS, "OTO 7.5133", repair.exchange, repair.conclude),
    Step("7.5134", "FT and DC", LOOPS, "OTO 7.5134a", spent.begin),
    Step("7.5135", "Captured Weapons", LOOPS, "OTO 7.5135", captured.begin),
    Step("7.5136", "Captured AFVs", LOOPS, "OTO 7.5136", captured.discard),
    Step("7.5137", "Abandoning, Scrounging and Removal", LOOPS, "OTO 7.5137", yard.begin),
    Step("7.5138", "Special Ammunition", LOOPS, "OTO 7.5138", ammunition.restore_special),
    Step("7.5139", "Low Ammo", LOOPS, "OTO 7.5139", ammunition.lift_shortages),
    Step("7.51310", "Dismantling and Elimination", LOOPS, "OTO 7.51310", armoury.begin),
    Step("7.514", "Fortification, Wreck and Immobile-Vehicle Removal", LOOPS, "OTO 7.514a", removal.begin),
    Step("7.515", "CPP Replenishment", LOOPS, "OTO 7.515", replenishment.begin),
    Step("7.516", "ELR", LOOPS, "OTO 7.516a", morale.begin),
    Step("7.517", "Weather and EC", LOOPS, "OTO 7.517a", weather.begin),
)
