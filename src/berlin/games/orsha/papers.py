"""What the papers of Onslaught to Orsha 2 say besides its book, and the forms of its reports."""

from random import Random

from berlin.boards.hexes import board_of
from berlin.campaign.report.handing import blank, handed
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.state import State
from berlin.campaign.view import SECRET
from berlin.games.orsha import picture, special
from berlin.games.orsha.book import BOOK
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.sequence import BATTLE, RING
from berlin.games.orsha.tables import TABLES
from berlin.games.orsha.view import imagine, view
from berlin.kernel.acts import Act
from berlin.kernel.papers import Filled

IMPRINT = Imprint(
    book=BOOK,
    title="On Track to Orsha",
    code="OTO",
    place="Between Orekhovsk and Orsha, Belorussia",
    theater="ETO",
    month="1944-06",
    board=picture.board,
    steps=tuple(stage.title for stage in RING),
    battle=RING.index(BATTLE),
    inks=("#3d5a80", "#8a5a2b"),
    templates={row["key"]: row["name"] for row in TABLES.rows("vasl")},
    special=lambda turn: [(one.key, one.text) for one in special.in_force(turn)],
    shortage=special.ABSENT["A19.131"].told,
    notices=special.notices,
)


def form(state: State, seat: int) -> str:
    """Written from what the seat knows."""
    return blank(Draft(imagine(view(state, seat), Random(0))), seat)


def filled(state: State, text: str, seat: int | None) -> Filled[Act]:
    """Judged by what the seat knows; under a "?" there may be somebody, or nobody."""
    if seat is None:
        return handed(Draft(state), text, None)
    seen = view(state, seat)
    unseen = board_of(sight.space for sight in seen.seen[1 - seat] if sight.kind == SECRET)
    return handed(Draft(imagine(seen, Random(0))), text, seat, unseen)
