"""Guns in tow: a truck brings its Gun and the crew up, and they unlimber when the enemy is near."""

from berlin.campaign.model.fight import HELPLESS, STUCK, Fight
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of
from berlin.squad.board.pieces import Mark, Where

Team = tuple[Unit, Unit, Unit]
"""A truck, its Gun, and the crew."""


def teams(f: Fight, side: Seat, where: Where) -> list[Team]:
    """The Guns in tow, on the map or about to come in, each with a truck of its hex."""
    trucks = [
        unit
        for unit, piece in f.d.listed(side)
        if piece.where is where
        and f.counter(unit).sort is Sort.VEHICLE
        and not f.counter(unit).armed
        and not piece.marks & (STUCK | HELPLESS | Mark.CAPTURED)
    ]
    found: list[Team] = []
    for unit, piece in f.d.listed(side):
        if piece.where is not where or not piece.has(Mark.HOOKED) or piece.holder < 0:
            continue
        crew = f.piece(holder_of(unit, piece))
        manned = (crew.where, crew.space) == (where, piece.space) and not crew.marks & HELPLESS
        truck = next((n for n in trucks if f.piece(n).space == piece.space), None)
        if manned and truck is not None:
            trucks.remove(truck)
            found.append((truck, unit, holder_of(unit, piece)))
    return found


def unlimber(f: Fight, side: Seat) -> None:
    """Guns near to the enemy, and those whose truck or crew can't go on, are taken off the hook."""
    foes = f.around(f.board(OTHER[side]), f.house.limber)
    moving = {gun for _, gun, _ in teams(f, side, Where.MAP)}
    for unit, piece in list(f.d.on_map(side)):
        if piece.has(Mark.HOOKED) and (foes >> piece.space & 1 or unit not in moving):
            f.d.mark(unit, off=Mark.HOOKED)
