"""Armies for modelled battles: laid out at random, from a seed."""

from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from typing import Any

from tests.campaign.desk import at, desk

from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import FIRST
from berlin.squad.board.pieces import Piece
from berlin.squad.board.works import Work, Works

COLUMNS = "DFHJLNPRTVX"


def germans(rng: Random, squads: int, near: int = 26, far: int = 40) -> list[Piece]:
    """Squads with machine-guns and leaders, some Guns with crews, some assault guns."""
    pieces: list[Piece] = []
    for count in range(squads):
        place = f"{rng.choice(COLUMNS)}{rng.randint(near, far)}"
        squad = len(pieces)
        pieces.append(at("g:4-6-7", place))
        if count % 4 == 0:
            pieces += [at("g:HMG", place, holder=squad), at("g:8-1", place)]
        if count % 6 == 1:
            pieces.append(at("g:2-2-8", place))
            pieces.append(at("g:PaK-40", place, holder=len(pieces) - 1))
        if count % 8 == 2:
            pieces.append(at("g:StuG-IIIG", place))
    return pieces


def russians(rng: Random, squads: int) -> list[Piece]:
    """Squads with machine-guns and leaders, tanks, some with armor leaders."""
    pieces: list[Piece] = []
    for count in range(squads):
        place = f"{rng.choice(COLUMNS)}{rng.randint(42, 47)}"
        squad = len(pieces)
        pieces.append(at("r:4-5-8", place))
        if count % 4 == 0:
            pieces += [at("r:LMG", place, holder=squad), at("r:8-1", place)]
        if count % 5 == 1:
            pieces.append(at("r:T-34-M43", place))
            pieces.append(at("r:AL-8-1", place, holder=len(pieces) - 1))
        if count % 9 == 2:
            pieces.append(at("r:FT", place, holder=squad))
    return pieces


def trenches(pieces: Iterable[Piece]) -> list[Work]:
    """One under each German squad."""
    return [
        Work(Works.TRENCH, space, FIRST) for space in sorted({p.space for p in pieces if p.kind == "g:4-6-7"})
    ]


def minefield() -> list[Work]:
    """A belt of hidden mines from edge to edge."""
    names = [f"{column}41" for column in (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "BB", "CC", "DD")]
    return [Work(Works.MINES, find_hex(name), FIRST, hidden=True, ap=8, at=3) for name in names]


def field(
    seed: int, german: int, russian: int, dug_in: bool = False, mined: bool = False, **more: Any
) -> Draft:
    """Both armies on the map, with dice of their own."""
    rng = Random(seed)
    pieces = germans(rng, german)
    works = (trenches(pieces) if dug_in else []) + (minefield() if mined else [])
    key = blake2b(seed.to_bytes(4, "little"), digest_size=32).digest()
    return desk(pieces, russians(rng, russian), works, **{"key": key, "weather": "Clear", **more})
