"""Rally and unloading: every broken unit is in Good Order again; who rides may get off."""

from berlin.campaign.question import Done, Reason, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, FIRST, OTHER, SECOND, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of
from berlin.squad.board.pieces import Mark, Piece, keeper

UNNERVED = Mark.BROKEN | Mark.DISRUPTED | Mark.DESPERATE


class Unload(Act, frozen=True, gc=False):
    """Get out."""

    verb = "unload"
    says = "Unload {unit}"

    unit: Unit


class Unloading(WhileOpen, frozen=True, gc=False):
    """Who gets off, and what is unloaded?"""

    acts = (Unload, Done)
    topic = "rally.unload"
    asks = "Who gets out of his vehicle?"
    why = "Who gets out stands in the hex by himself, and doesn't share the vehicle's fate in what follows."
    refuses = (Reason("rally.unload", "only what is on one of your vehicles can be unloaded"),)

    def is_open(self, d: Draft) -> bool:
        return bool(loads(d, self.seat))

    def answers(self, d: Draft) -> list[Act]:
        return [*map(Unload, loads(d, self.seat)), Done()]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Unload):
            unload(d, self.seat, act.unit)
        else:
            d.frames.pop()


def begin(d: Draft) -> None:
    rally(d)
    d.frames += [Unloading(SECOND), Unloading(FIRST)]


def rally(d: Draft) -> None:
    """Without a roll."""
    for side in BOTH:
        for unit, piece in list(d.at_hand(side)):
            if piece.marks & UNNERVED:
                d.say("rally", f"{d.log_name(unit)} rallies", d.book.cite("rally.all"))
                d.mark(unit, off=UNNERVED)


def loads(d: Draft, side: Seat) -> list[Unit]:
    """The men and the Equipment on a side's vehicles. Who leads from one belongs to it."""
    return [
        unit
        for owner in (side, OTHER[side])
        for unit, piece in d.on_map(owner)
        if keeper(owner, piece) == side and is_load(d, unit, piece)
    ]


def is_load(d: Draft, unit: Unit, piece: Piece) -> bool:
    counter = d.counter(unit)
    if piece.holder < 0 or counter.sort in (Sort.COMMANDER, Sort.VEHICLE) or piece.has(Mark.PRISONER):
        return False
    return d.counter(holder_of(unit, piece)).sort is Sort.VEHICLE


def unload(d: Draft, side: Seat, unit: Unit) -> None:
    """Into the vehicle's Location. A crew that is there and serves no Gun takes the Gun over."""
    piece = d.piece(unit)
    vehicle = d.piece(holder_of(unit, piece))
    d.change(unit, holder=-1, space=vehicle.space, level=vehicle.level)
    d.mark(unit, off=Mark.HOOKED)
    guns = [n for n, p in d.on_map(side) if d.counter(n).sort is Sort.GUN and _idle(d, p, vehicle)]
    crews = [n for n, p in d.on_map(side) if d.counter(n).sort is Sort.CREW and _idle(d, p, vehicle)]
    free = [crew for crew in crews if all(holder_of(gun, piece) != crew for gun, piece in _guns(d, side))]
    for gun, crew in zip(guns, free, strict=False):
        d.hand(gun, crew)


def _guns(d: Draft, side: Seat) -> list[tuple[Unit, Piece]]:
    return [(n, p) for n, p in d.on_map(side) if d.counter(n).sort is Sort.GUN]


def _idle(d: Draft, piece: Piece, vehicle: Piece) -> bool:
    """Here, and in nobody's hands."""
    barred = Mark.CAPTURED | Mark.PRISONER
    return piece.holder < 0 and not piece.marks & barred and piece.space == vehicle.space
