"""The machine-guns of vehicles: in what condition each of them is."""

from typing import NamedTuple

from berlin.squad.board.counters import Counter, MachineGun, Mount
from berlin.squad.board.pieces import Mark, Piece


class Condition(NamedTuple):
    """The marks of one machine-gun."""

    malfunction: Mark
    disabled: Mark
    absent: Mark


CONDITIONS = {
    Mount.BOW: Condition(Mark.BMG_MALFUNCTION, Mark.BMG_DISABLED, Mark.BMG_ABSENT),
    Mount.COAXIAL: Condition(Mark.CMG_MALFUNCTION, Mark.CMG_DISABLED, Mark.CMG_ABSENT),
    Mount.REAR: Condition(Mark.RMG_MALFUNCTION, Mark.RMG_DISABLED, Mark.RMG_ABSENT),
    Mount.AA: Condition(Mark.AAMG_MALFUNCTION, Mark.AAMG_DISABLED, Mark.AAMG_ABSENT),
}
DISABLED = int(sum(condition.disabled for condition in CONDITIONS.values()))
_SILENT = {mount: int(sum(condition)) for mount, condition in CONDITIONS.items()}


def mounted(counter: Counter, piece: Piece) -> list[MachineGun]:
    """Those that a vehicle has, working or not."""
    return [gun for gun in counter.guns if not piece.marks & CONDITIONS[gun.mount].absent]


def working(counter: Counter, piece: Piece) -> list[MachineGun]:
    return [gun for gun in counter.guns if not piece.marks & _SILENT[gun.mount]]


def disabled(counter: Counter, piece: Piece) -> list[MachineGun]:
    return [gun for gun in counter.guns if piece.marks & CONDITIONS[gun.mount].disabled]


def removable(counter: Counter, piece: Piece) -> list[MachineGun]:
    """Those that work and can be taken off."""
    return [gun for gun in working(counter, piece) if gun.kind]
