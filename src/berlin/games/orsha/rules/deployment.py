"""7.522 Where each side sets up and comes in, and which ground hides and fortifies it."""

from collections.abc import Iterator

from berlin.campaign.book.setup import Setup
from berlin.campaign.state.state import Draft
from berlin.games.orsha.board.ground import (
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
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.limits import EVERYTHING, NOTHING, Limit
from berlin.squad.board.counters import EQUIPMENT, Counter, Sort
from berlin.squad.board.pieces import Piece
from berlin.squad.board.works import RUBBLE, Works

FIRST = 1
"""The date of the Initial Scenario."""
START_LINE = numbered(LINE)


def _where(d: Draft, *works: Works) -> int:
    found = 0
    for work in d.works:
        if work.what in works and work.space >= 0:
            found |= 1 << work.space
    return found


def new_groups(d: Draft, seat: Seat, piece: Piece) -> Iterator[Limit]:
    """Where a group of this date sets up; one that was had for less, or didn't pay for it, doesn't."""
    first, group = d.turn == FIRST, d.groups[seat][piece.group]
    if seat == GERMAN:
        if not group.onboard:
            yield Limit(NOTHING, "OTO CG12a2", "this group comes in from off board, or is kept")
    elif first:
        yield Limit(START_LINE, "OTO CG12b1", f"not numbered {LINE} or above")
        if not group.onboard:
            yield Limit(NOTHING, "OTO CG12b1", "its set-up was not paid for: it comes in by the east edge")
    elif not group.onboard:
        yield Limit(NOTHING, "OTO CG12b3", "this group comes in from off board, or is kept")
    else:
        gap = d.book.figures.setup_gap
        near = MAP.seep(d.fronts[GERMAN], ALL, gap - 1)
        yield Limit(~near, "OTO CG12b2", f"less than {gap} hexes from a German Front Line hex")


def gates(d: Draft, seat: Seat) -> Limit:
    """A side's Entry Area."""
    if seat == RUSSIAN:
        return Limit(RUSSIAN_ENTRY, "OTO 6.entry_area.russian", "Russians come in by the east edge")
    area = german_entry(d.control[RUSSIAN])
    reason = "Germans come in by the west edge, or by the north edge well away from the Russians"
    return Limit(area, "OTO 6.entry_area.german", reason)


_GROWTH = BY_TERRAIN["brush"] | BY_TERRAIN["woods"] | BY_TERRAIN["orchard"] | BY_TERRAIN["grain"]
_BARE = BY_TERRAIN["marsh"] | BUILDINGS | CULVERT


def soil(d: Draft, what: Works) -> int:
    """Where a fortification can be: not in marsh, buildings, on the bridge while it stands or the culvert."""
    ground = ALL & ~_where(d, Works.BLAZE)
    bridges = BRIDGE & ~_where(d, Works.FALLEN_BRIDGE)
    return ground if what is Works.DUMMY else ground & ~_BARE & ~bridges


def thicket(d: Draft) -> int:
    """Concealment terrain; what burnt down is none."""
    grown = _GROWTH & ~_where(d, Works.OPEN)
    return grown | BY_TERRAIN["marsh"] | BUILDINGS | _where(d, Works.PILLBOX, *RUBBLE)


def conceals(d: Draft, seat: Seat, counter: Counter) -> int:
    """All Germans are concealed; of the Russians, Infantry and what it possesses in concealment terrain."""
    if seat == GERMAN:
        return EVERYTHING
    borne = counter.sort in EQUIPMENT and counter.sort not in (Sort.VEHICLE, Sort.CUPOLA)
    return thicket(d) if counter.is_personnel or borne else NOTHING


def craters(d: Draft) -> int:
    """Shellholes that are not in an orchard."""
    return (BY_TERRAIN["shellhole"] | _where(d, Works.SHELLHOLES)) & ~BY_TERRAIN["orchard"]


def walls(d: Draft) -> int:
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
)
