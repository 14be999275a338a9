"""Who may be turned over and who comes in, reckoned by hand in strewn positions."""

from random import Random

from tests.games.noretreat.by_hand import (
    NEVER_REBUILT,
    bits,
    edge_of,
    enemies,
    friends,
    packed,
)
from tests.games.noretreat.strewn import strewn

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import (
    AREAS,
    AT,
    BALKANS,
    CITY,
    CONTROLLED,
    EXTENSION,
    GG,
    MAP,
    USSR,
)
from berlin.games.noretreat.board.tables import AXIS, HALVES
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    FORM,
    HOME,
    KEYS,
    KIT,
    REGIONAL,
    SIDE,
    STATUS,
    YUGOSLAV,
)
from berlin.games.noretreat.rules.organization import Organize
from berlin.games.noretreat.state.state import (
    ASIDE,
    BACK,
    DESTROYED,
    DISORGANIZED,
    FLIPPED,
    FRESH,
    ORGANIZATION,
    REINFORCEMENTS,
    SHATTERED,
    SIZE,
    SURRENDERED,
    Draft,
)
from berlin.kernel.contract.ids import Seat, Unit

OWN_COST = {"SW": 2, "Cri": 2, "SSPz": 1, "SSGr": 1}
NEAR = {"GrE": ("Bucharest", 4), "GrF": ("Bucharest", 4), "Hun1": ("Budapest", 4), "Hun3": ("Budapest", 4)}
NEAR |= {"SRum": ("Ploesti", 2), "Pol": ("Warsaw", 2)}
TRIGGERED = ["GrE", "GrF", "Hun1", "Hun3", "SRum", "Pol", "Yug1", "Yug2", "FesK", "FesB"]
TWICE_WORTH = "Volksgrenadiers"


def position(seed: int) -> Draft:
    """Many wait in the boxes."""
    d, rng = strewn(seed, ORGANIZATION), Random(seed)
    d.no_returns = rng.random() < 0.3
    for unit in ALL_UNITS:
        if rng.random() < 0.4:
            box = rng.choice((REINFORCEMENTS, SHATTERED, SHATTERED, DESTROYED, SURRENDERED, ASIDE))
            d.marks[unit] = rng.choice((0, FRESH))
            d.where[unit] = box
    return Draft(d.freeze())


def asked(d: Draft, step: int, upgraded: int = 0) -> Organize:
    question = Organize(d.phasing, step, upgraded)
    d.frames = [question]
    return question


def purse(d: Draft) -> int:
    """What the hand is good for in Organization."""
    held = cards(d.deck, d.hands[d.phasing])
    return sum(2 if HALVES[card][d.phasing].name == TWICE_WORTH else 1 for card in held)


def flip_price(d: Draft, unit: Unit, upgraded: int, land: set[int], zones: set[int]) -> int:
    """The cards that turning a unit over costs; -1 if it may not be."""
    here, marks, turn = d.where[unit], d.marks[unit], d.turn
    if here >= SIZE or marks & FLIPPED or FORM[unit] == "single":
        return -1
    fit = here in land and here not in zones
    if FORM[unit] == "reduces":
        able = SIDE[unit] == AXIS and marks & BACK and STATUS[unit] not in ("finn", "ally") and fit
        return (1 if turn < 12 else 2) if able and 5 <= turn < 24 else -1
    if YUGOSLAV[unit]:
        return 0 if BALKANS >> here & 1 else -1
    if FORM[unit] == "fortifies":
        if turn < 3 or not (marks & BACK or (CITY & ~d.scorched_cities) >> here & 1):
            return -1
        return 0 if marks & BACK else 1
    if marks & BACK:
        return -1
    free = 0 if turn < 6 or turn >= 18 else 1 if turn < 13 else 2
    if upgraded < free and not marks & DISORGANIZED:
        return 0 if here in land else -1
    return 1 if turn >= 17 and fit else -1


def place_price(d: Draft, unit: Unit) -> int:
    """The cards that a unit's return costs; -1 if it does not come."""
    box, key = d.where[unit], KEYS[unit]
    if box == REINFORCEMENTS:
        return 0
    if box == ASIDE:
        able = key == "SSPz" and d.kit and d.turn >= 23 and d.event_vp < 6
        return 0 if able else -1
    if box == SHATTERED:
        return -1 if d.marks[unit] & FRESH else 0
    if box not in (DESTROYED, SURRENDERED) or key in NEVER_REBUILT:
        return -1
    if SIDE[unit] == AXIS and (d.turn < 5 or (d.no_returns and d.turn >= 24)):
        return -1
    return OWN_COST.get(key) or (1 if box == DESTROYED else 2)


def places_for(d: Draft, unit: Unit, land: set[int], zones: set[int]) -> set[int]:
    """Where a unit that comes may be placed."""
    side, key, arrives = SIDE[unit], KEYS[unit], d.where[unit] == REINFORCEMENTS
    west = AT["WestBalkans"]
    lax = set(bits(BALKANS)) if YUGOSLAV[unit] else {west} if arrives and key in ("GrE", "GrF") else set()
    owned = set(bits(d.owned(side)))
    found = set(bits(MAP.all)) - (set() if d.extended else set(bits(EXTENSION)))
    found -= enemies(d, side) | (zones - lax)
    if not (YUGOSLAV[unit] and arrives):
        found -= packed(d, side)
    if YUGOSLAV[unit]:
        return found & set(bits(BALKANS))
    if arrives and KIT[unit]:
        return found & arrival_spaces(d, key, side, land, owned)
    found -= set(bits(CONTROLLED)) - owned - lax
    cities = owned & set(bits(CITY & ~d.scorched_cities))
    rim, inside, greater = edge_of(d, side), set(bits(USSR)), set(bits(GG))
    if STATUS[unit] == "garrison":
        return found & cities & inside
    recovers = d.where[unit] == SHATTERED
    if side == AXIS:
        home = owned & set(bits(CITY)) & greater
        if d.extended:
            return found & (home & land | rim & greater)
        return found & (home | rim | (cities & inside & land if recovers else set()))
    home = cities & land & inside
    if REGIONAL[unit] and AT[HOME[unit]] in home & found:
        return {AT[HOME[unit]]}
    abroad = cities & land - inside if recovers and d.extended else set()
    return found & (home | rim | abroad) - (set() if recovers else set(bits(CITY & GG)))


def arrival_spaces(d: Draft, key: str, side: Seat, land: set[int], owned: set[int]) -> set[int]:
    """NAB 13.0: near the place of the event, or in a city of Greater Germany."""
    if key not in NEAR:
        return owned & set(bits(CITY & GG)) & land
    where, far = NEAR[key]
    near = {space for space in bits(MAP.all) if MAP.distance(AT[where], space) <= far}
    own = owned | set(bits(MAP.all)) - set(bits(CONTROLLED))
    empty = near & own & land - set(bits(AREAS)) - set(friends(d, side))
    return empty | {AT["WestBalkans"]} if key in ("GrE", "GrF") else empty
