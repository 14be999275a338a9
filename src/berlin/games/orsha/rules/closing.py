"""What Onslaught to Orsha 2 says of how a scenario is closed."""

from berlin.boards.hexes import bits, board_of
from berlin.campaign.book.closing import Closing
from berlin.campaign.state.state import Draft
from berlin.games.orsha.board.counters import find_kind
from berlin.games.orsha.board.ground import BRIDGE, LVP, LVP_MOST
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.squad.board.works import Works


def worth(hexes: int) -> int:
    """The points that the dots in these hexes show."""
    return sum(LVP[space] for space in bits(hexes & board_of(LVP)))


def held(d: Draft) -> int:
    """The hexes with LVP that are the Russians': those that they alone Control, and any that blazes but the
    bridge's."""
    fires = board_of(work.space for work in d.works if work.what is Works.BLAZE and work.space >= 0)
    mine = d.control[RUSSIAN] & ~d.control[GERMAN]
    return (mine | fires & ~BRIDGE) & board_of(LVP)


def locations(d: Draft) -> int:
    """VP for LVP: never more than the book says there are."""
    return min(worth(held(d)), LVP_MOST)


def notice() -> str:
    """A word of warning if the sheet in use has more dots than the book counts."""
    dots = sum(LVP.values())
    text = f"doubtful in print: the sheet has {dots} LVP, the rules count {LVP_MOST}"
    return text if dots > LVP_MOST else ""


CLOSING = Closing(
    attacker=RUSSIAN,
    locations=locations,
    locations_most=LVP_MOST,
    finders=(RUSSIAN,),
    promoted=(find_kind(GERMAN, "8-0"), find_kind(RUSSIAN, "8-0")),
    exchanges={
        find_kind(side, one): (find_kind(side, two[0]), find_kind(side, two[1]))
        for side in (GERMAN, RUSSIAN)
        for one, two in {"8-0": ("7-0", "7-0"), "8-1": ("8-0", "7-0")}.items()
    },
)
