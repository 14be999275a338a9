"""Guns in tow: a truck brings its Gun and the crew up, and they unlimber when the enemy is near."""

from berlin.campaign.model.fight import HELPLESS, STUCK, Fight
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Where

Team = tuple[int, int, int]
"""A truck, its Gun, and the crew."""


def teams(f: Fight, side: int, where: Where) -> list[Team]:
    """The Guns in tow, on the map or about to come in, each with a truck of its hex."""
    trucks = [
        number
        for number, piece in enumerate(f.d.pieces[side])
        if piece.where is where
        and f.counter(side, number).sort is Sort.VEHICLE
        and not f.counter(side, number).armed
        and not piece.marks & (STUCK | HELPLESS | Mark.CAPTURED)
    ]
    found: list[Team] = []
    for number, piece in enumerate(f.d.pieces[side]):
        if piece.where is not where or not piece.has(Mark.HOOKED) or piece.holder < 0:
            continue
        crew = f.piece(side, piece.holder)
        manned = (crew.where, crew.space) == (where, piece.space) and not crew.marks & HELPLESS
        truck = next((n for n in trucks if f.piece(side, n).space == piece.space), None)
        if manned and truck is not None:
            trucks.remove(truck)
            found.append((truck, number, piece.holder))
    return found


def unlimber(f: Fight, side: int) -> None:
    """Guns near to the enemy, and those whose truck or crew can't go on, are taken off the hook."""
    foes = f.around(f.board(1 - side), f.house.limber)
    moving = {gun for _, gun, _ in teams(f, side, Where.MAP)}
    for number, piece in list(f.d.on_map(side)):
        if piece.has(Mark.HOOKED) and (foes >> piece.space & 1 or number not in moving):
            f.d.mark(side, number, off=Mark.HOOKED)
