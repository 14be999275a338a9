"""What Onslaught to Orsha 2 says of how a scenario is closed."""

from typing import Any

from berlin.boards.hexes import bits, board_of
from berlin.campaign.closing import Closing
from berlin.campaign.combatants import read_combatants, read_odds
from berlin.campaign.firetable import read_fire
from berlin.campaign.works import Works
from berlin.games.orsha.ground import BRIDGE, LVP, LVP_MOST
from berlin.games.orsha.tables import GERMAN, RUSSIAN, TABLES


def worth(hexes: int) -> int:
    """The points that the dots in these hexes show."""
    return sum(LVP[space] for space in bits(hexes & board_of(LVP)))


def held(d: Any) -> int:
    """The hexes with LVP that are the Russians': those that they alone Control, and any that blazes but the
    bridge's."""
    fires = board_of(work.space for work in d.works if work.what is Works.BLAZE and work.space >= 0)
    mine: int = d.control[RUSSIAN] & ~d.control[GERMAN]
    return (mine | fires & ~BRIDGE) & board_of(LVP)


def locations(d: Any) -> int:
    """VP for LVP: never more than the book says there are."""
    return min(worth(held(d)), LVP_MOST)


def notice() -> str:
    """A word of warning if the sheet in use has more dots than the book counts."""
    dots = sum(LVP.values())
    return f"verify: the sheet has {dots} LVP, the rules count {LVP_MOST}" if dots > LVP_MOST else ""


CLOSING = Closing(
    odds=read_odds(TABLES.rows("close_combat")),
    combatants=read_combatants(TABLES.rows("combatants")),
    fire=read_fire(TABLES.rows("fire")),
    magnetic=frozenset((GERMAN,)),
    attacker=RUSSIAN,
    locations=locations,
    melee="OTO 7.501a",
    order="OTO 7.5011",
    reveal="OTO 7.501d",
    base="OTO 7.501.base",
    radios="OTO 7.502d",
    aircraft="OTO 7.502i",
    placed="OTO 7.502g",
    rally="OTO 7.503a",
    unload="OTO 7.503b",
    lvp="OTO 6.lvp.q1",
    vp="OTO 7.4.victory.b",
    initial="OTO 7.4.initial_victory",
    later="OTO 7.4.scenario_victory",
    won="OTO 7.4.victory.a",
    left="OTO 7.518d",
    winner="OTO 7.5031",
    encircled="OTO 7.5041a",
    guard="OTO 7.5041c",
    mined="OTO 7.5042a",
    step="OTO 7.5042b",
    minefield="OTO 7.5042.base",
    way_out="OTO 7.5042c",
    bog="OTO 7.5043a",
    shock="OTO 7.5044",
)
