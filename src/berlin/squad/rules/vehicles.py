"""Vehicles and those in them: who gets out, who is lost, and the wreck that is left."""

from berlin.squad.board.counters import MachineGun, Sort
from berlin.squad.board.mounts import removable
from berlin.squad.board.pieces import Mark, Piece, keeper, site
from berlin.squad.board.works import Work, Works
from berlin.squad.draft import Draft
from berlin.squad.rules.harm import modifier


def aboard(d: Draft, owner: int, vehicle: int) -> list[int]:
    """The armor leaders in a vehicle."""
    return [
        number
        for number, piece in d.at_hand(owner)
        if piece.holder == vehicle and d.counter(owner, number).sort is Sort.COMMANDER
    ]


def leadership(d: Draft, owner: int, vehicle: int) -> int:
    """What a vehicle's armor leader adds."""
    return min((modifier(d, owner, number) for number in aboard(d, owner, vehicle)), default=0)


def passengers(d: Draft, owner: int, vehicle: int) -> list[int]:
    """The men on a vehicle."""
    return [
        number
        for number, piece in d.on_map(owner)
        if piece.holder == vehicle and d.counter(owner, number).is_personnel and not piece.has(Mark.PRISONER)
    ]


def dismount(d: Draft, owner: int, vehicle: int) -> int | None:
    """Everybody gets out, and the vehicle is Abandoned. The number of its crew, if it had one."""
    piece, crew = d.pieces[owner][vehicle], d.counter(owner, vehicle).crew
    side, out = keeper(owner, piece), None
    if piece.holder >= 0:
        out = piece.holder
        d.change(side, out, where=piece.where, space=piece.space, level=piece.level)
    elif crew and side == owner:
        out = d.add(owner, Piece(crew, piece.group, piece.where, piece.space, piece.level))
    for number in aboard(d, owner, vehicle):
        d.change(owner, number, holder=-1)
    d.change(owner, vehicle, holder=-1)
    d.mark(owner, vehicle, on=Mark.ABANDONED)
    return out


def lose_crew(d: Draft, owner: int, vehicle: int, fate: str) -> None:
    """Those who serve a vehicle, and lead from it, are lost; it is Abandoned."""
    piece, crew = d.pieces[owner][vehicle], d.counter(owner, vehicle).crew
    side = keeper(owner, piece)
    d.change(owner, vehicle, holder=-1)
    d.mark(owner, vehicle, on=Mark.ABANDONED)
    for leader in aboard(d, owner, vehicle):
        d.lose(owner, leader, fate)
    if piece.holder >= 0:
        d.lose(side, piece.holder, fate)
    elif crew and side == owner:
        d.score(owner, d.book.counters[crew].points)


def left_on(d: Draft, kind: str) -> list[MachineGun]:
    """The machine-guns that can be taken off a wreck of this kind."""
    return [gun for gun in d.book.counters[kind].guns if gun.kind]


def leave_wreck(d: Draft, piece: Piece, what: Works) -> None:
    counter = d.book.counters[piece.kind]
    scrounged = piece.has(Mark.SCROUNGED) or (bool(left_on(d, piece.kind)) and not removable(counter, piece))
    d.works.append(Work(what, site(piece), of=piece.kind, side=piece.side, scrounged=scrounged))
