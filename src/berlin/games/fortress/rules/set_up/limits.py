"""13. Where each unit may be set up; and set-ups by the program or by a ready plan."""

from collections.abc import Iterable

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.ground import (
    AIRFIELDS,
    ALL,
    AT,
    BESIDE,
    BLOCKS,
    BUILDINGS,
    CITADEL,
    EDGE,
    HEXES,
    LAND,
    PERIMETER,
    REICHSTAG,
    RING,
    RUINED,
    SIZE,
    STADIUM,
    STRONGPOINTS,
    TIERGARTEN,
    UBAHN,
)
from berlin.games.fortress.board.ground import KEYS as HEX_KEYS
from berlin.games.fortress.board.units import (
    FLAK,
    IS_YOUTH,
    LEADER,
    RANGES,
    ROW,
    TYPE,
    YOUTH,
)
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.movement.costs import on_wheels
from berlin.games.fortress.rules.set_up.plans import PLANS
from berlin.games.fortress.rules.stacking import has_room, overfull
from berlin.games.fortress.state.state import (
    COMBAT,
    FACING,
    TRAY,
    Draft,
)
from berlin.kernel.play.limits import Limit, room

# What is heard of units that are set up by an order which both sides know.
QUIETLY = "units are set up"


def _inland(least: int) -> int:
    """OTB 13.2.q2: the land at least so far from the edge, which is 0."""
    return board_of(place for place in HEXES if EDGE[place] >= least) & LAND


# By the words of data/units.csv: where units may be set up, and the rule that says so.
LIMITS: dict[str, tuple[int, str, str]] = {
    "tiergarten": (
        BESIDE[TIERGARTEN] | 1 << TIERGARTEN,
        "OTB 13.1g",
        "it stands in the Tiergarten or beside it",
    ),
    "tegel": (AIRFIELDS[0], "OTB 13.2a", "it stands on Tegel airfield"),
    "tempelhof": (AIRFIELDS[1], "OTB 13.2b", "it stands on Tempelhof airfield"),
    "gatow": (AIRFIELDS[2], "OTB 13.2c", "it stands on Gatow airfield"),
    "inland": (_inland(3), "OTB 13.2h", "it stands three or more hexes from the edge of the map"),
    "inside": (PERIMETER & LAND, "OTB 13.3a", "it stands within the strongpoint perimeter"),
    "building": (
        BUILDINGS | UBAHN,
        "OTB 13.3b",
        "it stands on a major building or an entrance of the U-Bahn",
    ),
    "perimeter": (PERIMETER & LAND, "OTB 13.3c", "it stands on or within the strongpoint perimeter"),
    "ubahn": (UBAHN, "OTB 13.3d", "it stands on an entrance of the U-Bahn"),
    "strongpoint": (STRONGPOINTS, "OTB 13.3e", "it stands on a strongpoint"),
    "stadium": (BESIDE[STADIUM] | 1 << STADIUM, "OTB 13.4a", "it stands in the stadium or beside it"),
    "militia": (
        # OTB 13.5.q1: both areas are allowed.
        (PERIMETER | _inland(4)) & LAND,
        "OTB 13.5b",
        "it stands within the strongpoint perimeter, or more than three hexes from the edge of the map",
    ),
    "plant": (PERIMETER & BLOCKS, "FB 11.2.1", "it stands in a built-up hex of the perimeter"),
}


# The printed places, and the line of the set-up lists that names them.
PRINTED = {
    "5115": "OTB 13.1a",
    "5315": "OTB 13.1b",
    "5119": "OTB 13.1c",
    "4818": "OTB 13.1d",
    "4819": "OTB 13.1e",
    "5117 5118": "OTB 13.1f",
    "5017": "FB 11.1.hitler",
    **dict.fromkeys(("4218", "5208", "6113"), "OTB 13.2d"),
    "4915": "OTB 13.2e",
    "3530": "OTB 13.2f",
    "2922": "OTB 13.2g",
}


def ground_of(unit: int) -> tuple[int, str, str]:
    """Where a unit may be set up, by which rule, and what that says.

    OTB 13.2.q1: a printed hex is meant exactly.
    """
    word = ROW[unit].limit
    if word in LIMITS:
        return LIMITS[word]
    return board_of(AT[key] for key in word.split()), PRINTED[word], "its place is printed"


def is_fixed(unit: int) -> bool:
    """OTB 13.0b: has it one possible hex?"""
    return ground_of(unit)[0].bit_count() == 1


def stand(d: Draft, unit: int, place: int) -> None:
    """Set a unit up."""
    d.put(unit, place)
    if IS_YOUTH[unit]:
        number = unit - YOUTH[0]
        d.homes = (*d.homes[:number], place, *d.homes[number + 1 :])


def tray(d: Draft) -> list[int]:
    """The units that are still to be set up."""
    return [unit for unit in RANGES[GERMAN] if d.where[unit] == TRAY]


def can_lift(d: Draft, unit: int) -> bool:
    """May it be taken up again: was its place, its mode or its facing a choice?"""
    if d.where[unit] >= SIZE:
        return False
    return not is_fixed(unit) or has_choice_of_mode(d, unit)


def has_choice_of_mode(d: Draft, unit: int) -> bool:
    """OTB 13.0d, OTB 13.3f, OTB 13.0.q1: only flak has it; FB 13.0.base: in Fortress Berlin every unit."""
    return TYPE[unit] == FLAK or (d.is_base and TYPE[unit] != LEADER)


def limits(unit: int) -> list[Limit]:
    """What limits where a unit is set up, but for stacking."""
    places, rule, reason = ground_of(unit)
    wheels = on_wheels(unit)
    return [
        Limit(places, rule, reason),
        Limit(~RUINED if wheels else ALL, "FB 7.3.ruins", "motor units and guns don't stand in ruins"),
    ]


def room_for(d: Draft, unit: int) -> int:
    """The hexes where a unit may be set up now."""
    places = room(limits(unit))
    crowded = places & d.occupied(GERMAN)
    found = places & ~crowded
    if TYPE[unit] == LEADER:
        return places
    for place in bits(crowded):
        if has_room(d, unit, place):
            found |= 1 << place
    return found & ~promised(d, unit)


def promised(d: Draft, unit: int) -> int:
    """The hexes that this unit would fill, though others that were taken up again have no other."""
    owed: dict[int, list[int]] = {}
    for other in tray(d):
        if other != unit and is_fixed(other):
            owed.setdefault(ground_of(other)[0], []).append(other)
    found = 0
    for place, others in owed.items():
        at = place.bit_length() - 1
        if overfull(d, [*d.units_in(GERMAN, at), *others, unit], at) is not None:
            found |= place
    return found


def _order() -> tuple[int, ...]:
    """FB 13.0.auto: the Reichstag, the citadel, the ring, the U-Bahn, then all hexes by their numbers."""
    named = [REICHSTAG, *_by_number(bits(CITADEL)), *_by_number(bits(RING)), *_by_number(bits(UBAHN))]
    return tuple(dict.fromkeys([*named, *HEXES]))


def _by_number(places: Iterable[int]) -> list[int]:
    ranks = {place: number for number, place in enumerate(HEXES)}
    return sorted(places, key=ranks.__getitem__)


ORDER = _order()


def place_rest(d: Draft) -> None:
    """FB 13.0.auto: each unit left, in the order of the list, to the first hex that will do."""
    for unit in tray(d):
        possible = room_for(d, unit)
        empty = possible & ~d.occupied(GERMAN)
        place = next(place for place in ORDER if (empty or possible) >> place & 1)
        stand(d, unit, place)
        if TYPE[unit] == FLAK:
            d.marks[unit] |= COMBAT | outward(place) << FACING
    d.forget()
    d.whisper("setup", GERMAN, "the program sets up the rest", QUIETLY, "FB 13.0.auto")


def outward(place: int) -> int:
    """The direction from the Reichstag to a hex, roughly: where an enemy may come from."""
    column, row = (
        int(key) - int(centre) for key, centre in zip(_split(place), _split(REICHSTAG), strict=True)
    )
    if abs(row) >= abs(column):
        return 3 if row > 0 else 0
    east = column > 0
    if row < 0:
        return 1 if east else 5
    return 2 if east else 4


def _split(place: int) -> tuple[str, str]:
    return HEX_KEYS[place][:2], HEX_KEYS[place][2:]


def follow(d: Draft, plan: int) -> None:
    """Set up what is left by a ready plan, and what it doesn't name by the program's order.

    If those whom it sends to the Reichstag are set up elsewhere, somebody else goes there.
    """
    places = PLANS[plan].places
    sent = any(place == REICHSTAG and d.where[unit] == TRAY for unit, place, _ in places)
    if not sent and not d.units_in(GERMAN, REICHSTAG):
        able = [unit for unit in tray(d) if room_for(d, unit) >> REICHSTAG & 1]
        if able:
            stand(d, able[-1], REICHSTAG)
    for unit, place, facing in places:
        if d.where[unit] == TRAY and room_for(d, unit) >> place & 1:
            stand(d, unit, place)
            if facing >= 0:
                d.marks[unit] |= COMBAT | facing << FACING
    d.forget()
    text = f"the Germans follow a plan: {PLANS[plan].name}"
    d.whisper("setup", GERMAN, text, QUIETLY, "OTB 13.0.q2")
    if tray(d):
        place_rest(d)
