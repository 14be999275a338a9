"""Vehicles and those in them: who gets out, who is lost, and the wreck that is left."""

from berlin.kernel.contract.ids import Unit
from berlin.squad.board.counters import MachineGun, Sort
from berlin.squad.board.mounts import removable
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.pieces import Mark, Piece, keeper, site
from berlin.squad.board.works import Work, Works
from berlin.squad.draft import Draft
from berlin.squad.rules.harm import modifier


def aboard(d: Draft, vehicle: Unit) -> list[Unit]:
    """The armor leaders in a vehicle."""
    return [
        unit
        for unit, piece in d.at_hand(owner_of(vehicle))
        if holder_of(unit, piece) == vehicle and d.counter(unit).sort is Sort.COMMANDER
    ]


def leadership(d: Draft, vehicle: Unit) -> int:
    """What a vehicle's armor leader adds."""
    return min((modifier(d, leader) for leader in aboard(d, vehicle)), default=0)


def passengers(d: Draft, vehicle: Unit) -> list[Unit]:
    """The men on a vehicle."""
    return [
        unit
        for unit, piece in d.on_map(owner_of(vehicle))
        if holder_of(unit, piece) == vehicle and d.counter(unit).is_personnel
    ]


def dismount(d: Draft, vehicle: Unit) -> Unit | None:
    """Everybody gets out, and the vehicle is Abandoned. Its crew, if it had one."""
    owner = owner_of(vehicle)
    piece, crew = d.piece(vehicle), d.counter(vehicle).crew
    side, out = keeper(owner, piece), None
    if piece.holder >= 0:
        out = holder_of(vehicle, piece)
        d.change(out, where=piece.where, space=piece.space, level=piece.level)
    elif crew and side == owner:
        out = d.add(owner, Piece(crew, piece.group, piece.where, piece.space, piece.level))
    for unit in aboard(d, vehicle):
        d.change(unit, holder=-1)
    d.change(vehicle, holder=-1)
    d.mark(vehicle, on=Mark.ABANDONED)
    return out


def lose_crew(d: Draft, vehicle: Unit, fate: str) -> None:
    """Those who serve a vehicle, and lead from it, are lost; it is Abandoned."""
    owner = owner_of(vehicle)
    piece, crew = d.piece(vehicle), d.counter(vehicle).crew
    side = keeper(owner, piece)
    d.change(vehicle, holder=-1)
    d.mark(vehicle, on=Mark.ABANDONED)
    for leader in aboard(d, vehicle):
        d.lose(leader, fate)
    if piece.holder >= 0:
        d.lose(holder_of(vehicle, piece), fate)
    elif crew and side == owner:
        d.score(owner, d.book.counters[crew].points)


def left_on(d: Draft, kind: str) -> list[MachineGun]:
    """The machine-guns that can be taken off a wreck of this kind."""
    return [gun for gun in d.book.counters[kind].guns if gun.kind]


def leave_wreck(d: Draft, piece: Piece, what: Works) -> None:
    counter = d.book.counters[piece.kind]
    scrounged = piece.has(Mark.SCROUNGED) or (bool(left_on(d, piece.kind)) and not removable(counter, piece))
    d.works.append(Work(what, site(piece), of=piece.kind, side=piece.side, scrounged=scrounged))
