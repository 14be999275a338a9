"""Germans in a Pocket at P50, and how a party of them tries to Escape."""

from typing import Any

from tests.campaign.desk import at, desk

from berlin.campaign.perimeters import escape
from berlin.campaign.perimeters.escape import Go, Party
from berlin.campaign.perimeters.isolation import Area
from berlin.games.orsha.board.ground import ALL, MAP, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Piece

GERMAN, RUSSIAN = BOTH
POCKET = find_hex("P50")
SURE = (1, 1)


def pocket(*german: Piece, dice: tuple[int, ...] = (), near: int = 9, **fields: Any) -> Draft:
    """Germans Isolated in P50; German ground begins `near` hexes away, all else is Russian."""
    home = MAP.all & ~MAP.within(POCKET, near - 1)
    russian = ALL & ~home & ~(1 << POCKET)
    d = desk(german, [at("r:4-4-7", "P52")], dice=dice, **fields)
    d.control, d.edge = [home, russian], [0, 0]
    d.zones = [Area(1 << POCKET, "C", GERMAN)]
    return d


def party(*pieces: int) -> Party:
    return Party(GERMAN, tuple(unit_of(GERMAN, piece) for piece in pieces))


def total(d: Draft, frame: Party) -> int:
    return escape.table(d, frame).tally(0, escape.reasons(d, frame)).total


def tried(d: Draft, frame: Party) -> None:
    d.frames.append(frame)
    frame.carry_out(d, Go())
