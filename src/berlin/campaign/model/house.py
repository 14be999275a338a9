"""The numbers of the model, all of them ours, and the map as it sees it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from berlin.kernel.contract.ids import Place
from berlin.kernel.contract.variant import Rows
from berlin.squad.board.works import Works

if TYPE_CHECKING:
    from berlin.campaign.state.state import Draft


class House(msgspec.Struct, frozen=True, kw_only=True):
    """Each number is a row of a module's table; reaches are in hexes, odds in percent."""

    turns: int
    """Game turns after which the battle may end."""
    ends: tuple[int, ...]
    """The Game End numbers of that turn and of those that follow; the last must be a sure one."""
    near: int
    """How far squads and light weapons reach; half as strong to twice as far."""
    far: int
    """How far Guns, vehicles and heavy weapons reach."""
    seen: int
    """How far a unit in cover is seen."""
    close: int
    """How far the anti-tank weapons of infantry reach."""
    effect: int
    """What the column of an attack adds to before the roll and the cover come off: 0 is a Morale Check."""
    reduces: int
    kills: int
    """By how much a result must exceed that."""
    exposed: int
    """What it adds to an attack that its target moved in the open."""
    masked: int
    """What it takes from an attack that its target is concealed."""
    hit: int
    """The roll with which a shot at a vehicle hits; one less for every `step` hexes."""
    step: int
    escapes: int
    """The die with which a crew gets out of a wreck."""
    pace: int
    drive: int
    """What men and vehicles may spend on a move."""
    halt: int
    """How near vehicles go to an enemy who can fight."""
    room: int
    """Half-squads in a hex; vehicles, half as many."""
    zone: int
    """How far a unit slows down the enemies who go round it."""
    wary: int
    """Fire weight that makes a hex near it one point dearer."""
    assault: int
    counter: int
    """Odds that the attacker and the defender want for an assault."""
    odds: tuple[tuple[int, int], ...]
    """Close combat: odds, and the roll with which it tells."""
    rounds: int
    """Of close combat in a turn."""
    tanks: int
    """The roll with which men destroy a vehicle in their hex."""
    spends: int
    """The roll from which a charge, a flamethrower or the like is used up."""
    alone: int
    """The roll with which a unit rallies without a leader."""
    flight: int
    """How many hexes broken men run."""
    yields: int
    """The die with which broken men next to an enemy give themselves up."""
    alarm: int
    """From how far defenders come up to the enemy."""
    leave: int
    """The date from which attackers leave by the far edge."""
    wish: int
    """How many hexes farther the far edge lies than it is, to them who could take a prize."""
    bog: int
    """The roll with which a vehicle bogs in bad going."""
    limber: int
    """How near to the enemy a Gun is brought in tow."""
    guns: int
    """Caliber for one point of an artillery mission's weight."""
    missions: dict[str, int]
    """How many missions a module fires, by its ammunition."""
    contact: dict[str, int]
    """The die with which a module is called, by radio or by phone; an Offboard Observer always calls his."""
    overlook: int
    height: int
    """How far he sees, and how much farther for every level that he is raised."""
    registered: int
    """What it adds to an attack that it falls on a Pre-Registered hex or next to it."""
    silence: int
    """The die with which a counter battery silences a mission."""
    blast: int
    """The weight of a Bombardment on each hex."""
    craters: int
    """The die with which heavy shells leave shellholes."""
    heavy: int
    """The caliber that does."""
    sorties: int
    """Game turns in which aircraft attack."""
    flak: int
    """The roll with which an aircraft is shot down."""
    blaze: int
    """The die with which a burning wreck sets its hex on fire, and a Flame becomes a Blaze."""
    rain: int
    """The roll with which an overcast sky breaks."""
    shelter: dict[str, int]
    """What terrain and works take from an attack."""
    going: dict[str, int]
    """What terrain and works cost to enter, beyond one."""

    def sight(self, raised: int) -> int:
        """How far an Offboard Observer sees who is so many levels higher than usual."""
        return self.overlook + self.height * raised


class Land(msgspec.Struct, frozen=True, kw_only=True):
    """The map of a module, by hexes. Functions are given a draft."""

    shelter: tuple[int, ...]
    going: tuple[int, ...]
    rough: int
    """Where a vehicle may bog."""
    burns: int
    prizes: Mapping[Place, int]
    """Victory Locations, and what they are worth."""
    exits: int
    """The edge by which the attacker leaves for points."""
    homes: tuple[int, int]
    """The edges that the two sides have at their backs."""
    entries: Callable[["Draft"], tuple[int, int]]
    """Where off-board units of the two sides come in."""


class Battlefield(msgspec.Struct, frozen=True):
    """What a module tells the model."""

    house: House
    land: Land


def read_house(rows: Rows) -> House:
    """Rows with a dot in their key are lines of a list. Raises ValueError for a list that can't be."""
    single = {row["key"]: int(row["value"]) for row in rows if "." not in row["key"]}
    lists: dict[str, dict[str, int]] = {}
    for row in rows:
        name, dot, word = row["key"].partition(".")
        if dot:
            lists.setdefault(name, {})[word] = int(row["value"])
    ends = lists.pop("end")
    if list(ends) != [str(single["turns"] + n) for n in range(len(ends))] or max(ends.values()) < 6:
        raise ValueError("the Game End numbers begin with the last sure turn, and one must be sure")
    odds = tuple((int(percent), roll) for percent, roll in lists.pop("odds").items())
    if list(odds) != sorted(odds):
        raise ValueError("the odds of close combat must rise")
    return msgspec.convert({**single, **lists, "ends": tuple(ends.values()), "odds": odds}, House)


ENTRENCHED = {Works.FOXHOLE: "foxhole", Works.TRENCH: "trench", Works.PILLBOX: "pillbox"}
"""Works that shelter, and how the table calls them."""
