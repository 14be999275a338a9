"""The steps from purchases to fortifications, in their order, and what they need to know of the book."""

from berlin.campaign.market import Market, read_options, read_variants
from berlin.campaign.purchases import fortify, purchase, strength
from berlin.campaign.reph import INITIAL, LOOPS, Step
from berlin.games.orsha.charts import ALLOTMENTS, FORTIFICATIONS
from berlin.games.orsha.counters import find_kind
from berlin.games.orsha.forces import FORCES
from berlin.games.orsha.ground import EAST, WEST
from berlin.games.orsha.tables import RUSSIAN, SEATS, TABLES

MARKET = Market(
    allotments=ALLOTMENTS,
    fortifications=FORTIFICATIONS,
    variants=read_variants(TABLES.rows("variants")),
    options=read_options(TABLES.rows("options"), SEATS),
    optional={row["key"]: int(row["chance"]) for row in TABLES.rows("optional")},
    forces=FORCES,
    kind=find_kind,
    crew="2-2-8",
    truck="GAZ-MM",
    posts=(WEST, EAST),
    outside=(False, True),
    cheaper=(1, 2),
    bare=frozenset((RUSSIAN,)),
    least=1,
    budget="OTO 6.cpp",
    chart="OTO 7.5181",
    date_max="OTO 7.5187",
    cg_max="OTO 7.5188",
    share="OTO RG.german.note.i",
    bared="OTO 7.520.q2",
    san="OTO RG.san.q1",
    secret="OTO 7.518a",
    off_board=("OTO CG12a2", "OTO CG12b3"),
    units="OTO CG12.q1",
    set_up="OTO CG12b1",
    kept="OTO CG7c",
    contact="OTO CG13b",
    modules="OTO CG13a",
    observer=("OTO RG.german.note.h1", "OTO RG.russian.note.i1"),
    registered=("OTO RG.german.note.f", "OTO RG.russian.note.f"),
    raised=("OTO RG.german.note.h2", "OTO RG.russian.note.i2"),
    trucks="OTO RG.russian.note.o",
    allotted="OTO 7.5192a",
    allotted_depleted="OTO 7.5192b",
    spared="OTO 7.5193.q1",
    led="OTO 7.5197b",
    optionals="OTO CG8",
    fpp="OTO 6.fpp",
    works="OTO 7.520b",
    barred="OTO 7.4.ihsr.7",
    most="OTO 7.520.at_ditch",
    hidden="OTO 7.520.hip.cost",
    hidden_free="OTO 7.520.hip.guns",
    hidden_share="OTO 7.520.hip.limit",
)

STEPS = (
    Step(
        "7.518",
        "Purchasing Reinforcement Groups",
        LOOPS + INITIAL,
        "OTO 7.518a",
        purchase.begin,
        about="Both sides spend CPP on Reinforcement Groups, in secret.",
    ),
    Step(
        "7.519",
        "RG Strength, Weapons, and Leaders",
        LOOPS + INITIAL,
        "OTO 7.519",
        strength.begin,
        about="Dice decide at which strength the new groups arrive, with which weapons and leaders.",
    ),
    Step(
        "7.520",
        "Purchasing Fortifications",
        LOOPS + INITIAL,
        "OTO 7.520a",
        fortify.begin,
        fortify.conclude,
        about="FPP buy fortifications and hidden set-up; what is left of them is lost.",
    ),
)
