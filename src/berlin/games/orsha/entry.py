"""Where each side sets up and comes in, which ground hides and fortifies it, and the steps from 7.521 on."""

from collections.abc import Iterator
from typing import Any

from berlin.campaign.counters import EQUIPMENT, Counter, Sort
from berlin.campaign.deployment import commencement, scouting, setup, wind
from berlin.campaign.deployment.limits import EVERYWHERE, NONE, Limit, Setup
from berlin.campaign.pieces import Piece
from berlin.campaign.reph import INITIAL, LOOPS, Step
from berlin.campaign.works import RUBBLE, Works
from berlin.games.orsha.ground import (
    ALL,
    BRIDGE,
    BUILDINGS,
    BY_TERRAIN,
    CULVERT,
    LINE,
    MAP,
    RUSSIAN_ENTRY,
    german_entry,
    numbered,
)
from berlin.games.orsha.tables import GERMAN, RUSSIAN

FIRST = 1
"""The date of the Initial Scenario."""
START_LINE = numbered(LINE)


def _where(d: Any, *works: Works) -> int:
    found = 0
    for work in d.works:
        if work.what in works and work.space >= 0:
            found |= 1 << work.space
    return found


def new_groups(d: Any, seat: int, piece: Piece) -> Iterator[Limit]:
    """Where a group of this date sets up; one that was had for less, or didn't pay for it, doesn't."""
    first, group = d.turn == FIRST, d.groups[seat][piece.group]
    if seat == GERMAN:
        if not group.onboard:
            yield Limit(NONE, "OTO CG12a2", "this group comes in from off board, or is kept")
    elif first:
        yield Limit(START_LINE, "OTO CG12b1", f"not numbered {LINE} or above")
        if not group.onboard:
            yield Limit(NONE, "OTO CG12b1", "its set-up was not paid for: it comes in by the east edge")
    elif not group.onboard:
        yield Limit(NONE, "OTO CG12b3", "this group comes in from off board, or is kept")
    else:
        gap = d.book.figures.setup_gap
        near = MAP.seep(d.fronts[GERMAN], ALL, gap - 1)
        yield Limit(~near, "OTO CG12b2", f"less than {gap} hexes from a German Front Line hex")


def gates(d: Any, seat: int) -> Limit:
    """A side's Entry Area."""
    if seat == RUSSIAN:
        return Limit(RUSSIAN_ENTRY, "OTO 6.entry_area.russian", "Russians come in by the east edge")
    area = german_entry(d.control[RUSSIAN])
    reason = "Germans come in by the west edge, or by the north edge well away from the Russians"
    return Limit(area, "OTO 6.entry_area.german", reason)


_GROWTH = BY_TERRAIN["brush"] | BY_TERRAIN["woods"] | BY_TERRAIN["orchard"] | BY_TERRAIN["grain"]
_BARE = BY_TERRAIN["marsh"] | BUILDINGS | CULVERT


def soil(d: Any, what: Works) -> int:
    """Where a fortification can be: not in marsh, buildings, on the bridge while it stands or the culvert."""
    ground = ALL & ~_where(d, Works.BLAZE)
    bridges = BRIDGE & ~_where(d, Works.FALLEN_BRIDGE)
    return ground if what is Works.DUMMY else ground & ~_BARE & ~bridges


def thicket(d: Any) -> int:
    """Concealment terrain; what burnt down is none."""
    grown = _GROWTH & ~_where(d, Works.OPEN)
    return grown | BY_TERRAIN["marsh"] | BUILDINGS | _where(d, Works.PILLBOX, *RUBBLE)


def conceals(d: Any, seat: int, counter: Counter) -> int:
    """All Germans are concealed; of the Russians, Infantry and what it possesses in concealment terrain."""
    if seat == GERMAN:
        return EVERYWHERE
    borne = counter.sort in EQUIPMENT and counter.sort not in (Sort.VEHICLE, Sort.CUPOLA)
    return thicket(d) if counter.is_personnel or borne else NONE


def craters(d: Any) -> int:
    """Shellholes that are not in an orchard."""
    return (BY_TERRAIN["shellhole"] | _where(d, Works.SHELLHOLES)) & ~BY_TERRAIN["orchard"]


def walls(d: Any) -> int:
    return BUILDINGS | _where(d, Works.TRENCH, Works.PILLBOX)


SETUP = Setup(
    groups=new_groups,
    gates=gates,
    soil=soil,
    conceals=conceals,
    thicket=thicket,
    craters=craters,
    walls=walls,
    towers=frozenset((RUSSIAN,)),
    committed=frozenset((GERMAN,)),
    scout=RUSSIAN,
    attacks="OTO 7.521",
    order="OTO 7.522",
    isolated="OTO 7.5222a",
    pocket="OTO 7.5222b",
    short="OTO 7.5222c",
    perimeter="OTO 7.5224a",
    entering="OTO CG12",
    keep="OTO 7.5224b",
    last="OTO CG12a3",
    recalled="OTO 7.5131c2",
    concealed="OTO CG10d",
    gun="OTO CG11b",
    fixed="OTO CG11d",
    tow="OTO CG11e",
    revealed="OTO CG11f",
    hidden="OTO 7.520.hip.cost",
    cupola="OTO 4.1d",
    craters_paid="OTO 7.520.hip.double",
    share="OTO 7.520.hip.limit",
    leader="OTO 7.5196b",
    weapon="OTO 7.5193c",
    trucks="OTO RG.russian.note.o",
    works="OTO 7.5224a",
    placed="OTO CG16",
    field="OTO RG.german.note.j",
    pay="OTO 7.5225a",
    inspect="OTO 7.5226a",
    reveal="OTO 7.5226b",
    mines="OTO 7.5226c",
    start="OTO 7.523a",
    first="OTO 7.523b",
)

STEPS = (
    Step(
        "7.521",
        "Initiative/Attacks",
        LOOPS + INITIAL,
        "OTO 7.521",
        setup.attack,
        about="The Russians always attack.",
    ),
    Step(
        "7.5221",
        "Wind",
        INITIAL,
        "OTO 7.5221",
        wind.begin,
        about="Dice decide the wind; a mild breeze drives the smoke of what burns.",
    ),
    Step(
        "7.5222",
        "Unit Setup",
        INITIAL,
        "OTO 7.522",
        setup.begin,
        setup.conclude,
        about="What is Isolated sets up first, then all the rest: the Germans before the Russians.",
    ),
    Step(
        "7.5225",
        "Purchasing Reconnaissance",
        INITIAL,
        "OTO 7.5225a",
        scouting.begin,
        about="The Russians may pay for a look at some Locations.",
    ),
    Step(
        "7.5226",
        "Recon Inspection",
        INITIAL,
        "OTO 7.5226a",
        scouting.inspection,
        about="They name them, and see what is there.",
    ),
    Step(
        "7.523",
        "Scenario Commencement",
        INITIAL,
        "OTO 7.523a",
        commencement.begin,
        about="Both sides announce ELR and SAN.",
    ),
)
