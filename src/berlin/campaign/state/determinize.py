"""A world in which a seat would see just what it sees: all that it can't know is guessed."""

from functools import lru_cache
from random import Random
from typing import Any

from msgspec.structs import replace

from berlin.campaign.question import questions
from berlin.campaign.refusal_secrecy import named
from berlin.campaign.state.state import Account, State
from berlin.campaign.state.view import OPEN, SECRET, VEILED, Eyes, Sight, View, numbers_of
from berlin.kernel.contract.ids import BOTH, FIRST, OTHER, SECOND, Seat
from berlin.kernel.play.dice import KEY_BYTES
from berlin.squad.board.counters import Counter, Counters, Sort
from berlin.squad.board.pieces import FOREIGN, ON_MAP, Piece, Where, keeper
from berlin.squad.board.works import Work, Works

RESERVE = 12
"""At most so many pieces off the map are imagined."""
SAVED = 10
"""At most so many CPP."""
FACTORS = (6, 8, 12)
EMPTY = 4
"""Every so-manyth "?" has nothing under it."""
NO_GROUP = NO_HOLDER = -1
LOST = Where.LOST
# Who is never alone under a "?".
_ALOFT = frozenset((Sort.COMMANDER, Sort.AIRCRAFT, Sort.CUPOLA))

Had = tuple[Piece, str]
"""A piece, and the kind of who has it."""
Held = tuple[int, str]
"""The same by the number of the piece on its side's list; "" for a holder of any kind."""


def imagine(seen: View, rng: Random, counters: Counters) -> State:
    seat = seen.seat
    works = [_dug(work, rng) if work.veiled and work.owner != seat else work for work in seen.works]
    pieces, held = list[list[Piece]](), list[list[Held]]()
    units, kinds = named(questions(seen.frames)), tuple(counters.values())
    for side in BOTH:
        if side == seen.seat:
            pieces.append(list(seen.own))
            taken = (n for n, piece in enumerate(seen.own) if piece.marks & FOREIGN and piece.holder >= 0)
            held.append([(number, "") for number in taken])
        else:
            sights, dummies = _under(seen.seen[side], rng)
            works += [Work(Works.DUMMY, sight.space, side) for sight in dummies]
            found = _Side(side, kinds, rng).pieces(seen, sights, numbers_of(units, side))
            pieces.append([piece for piece, _ in found])
            held.append([(number, by) for number, (_, by) in enumerate(found) if by])
    _hand_out(pieces, held, kinds)
    others: dict[str, Any] = {field: getattr(seen, field) for field in OPEN}
    return State(
        key=rng.randbytes(KEY_BYTES),
        rolls=0,
        given=(),
        frames=seen.frames,
        pieces=(tuple(pieces[0]), tuple(pieces[1])),
        groups=(seen.groups if seen.seat == 0 else (), seen.groups if seen.seat == 1 else ()),
        accounts=(_account(seen, FIRST, rng), _account(seen, SECOND, rng)),
        sheets=(seen.sheets if seen.seat == 0 else (), seen.sheets if seen.seat == 1 else ()),
        works=tuple(works),
        markers=(seen.markers if seen.seat == 0 else (), seen.markers if seen.seat == 1 else ()),
        left=seen.left,
        **others,
    )


def turned(state: State, seat: Seat, rng: Random, counters: Counters) -> State:
    """The same world, but for what the other side has out of this seat's sight: its pieces are of other kinds
    of their sort, its mines of other strengths, and it has more CPP."""
    foe = OTHER[seat]
    pieces, accounts = list(state.pieces), list(state.accounts)
    unknown = _unknown(state, seat, counters)
    kinds = {sort: [c.key for c in counters.values() if (c.side, c.sort) == (foe, sort)] for sort in Sort}
    pieces[foe] = tuple(
        replace(piece, kind=rng.choice(kinds[counters[piece.kind].sort])) if number in unknown else piece
        for number, piece in enumerate(pieces[foe])
    )
    accounts[foe] = replace(accounts[foe], cpp=accounts[foe].cpp + rng.randint(1, SAVED))
    works = [
        _mined(work, rng) if work.owner == foe and (work.hidden or work.veiled) else work
        for work in state.works
    ]
    return replace(
        state,
        key=rng.randbytes(KEY_BYTES),
        pieces=(pieces[0], pieces[1]),
        accounts=(accounts[0], accounts[1]),
        works=tuple(works),
    )


def _mined(work: Work, rng: Random) -> Work:
    return replace(work, ap=rng.choice(FACTORS)) if work.ap and work.space >= 0 else work


def _unknown(state: State, seat: Seat, counters: Counters) -> set[int]:
    """The other side's pieces of which the seat knows nothing but that something may be there."""
    foe = OTHER[seat]
    frames = [frame for frame in questions(state.frames) if frame.seat == seat]
    eyes = Eyes(state, seat, counters, frames, ())
    found, held = set[int](), set[int]()
    for side in BOTH:
        for number, piece in enumerate(state.pieces[side]):
            if piece.is_out:
                continue
            mine = keeper(side, piece) == seat
            seen = mine or side == seat or (piece.where is ON_MAP and eyes.knows(side, piece))
            if side == foe and not seen and piece.where is not Where.ABOARD:
                found.add(number)
            elif keeper(side, piece) == foe and piece.holder >= 0:
                held.add(piece.holder)
    return found - held - set(numbers_of(eyes.units, foe))


def _dug(work: Work, rng: Random) -> Work:
    """Mines that were found are of some strength."""
    return replace(work, ap=rng.choice(FACTORS))


def _under(sights: tuple[Sight, ...], rng: Random) -> tuple[list[Sight], list[Sight]]:
    """Some "?" have nothing under them."""
    empty = {s for s in sights if s.kind == SECRET and s.level == 0 and not rng.randrange(EMPTY)}
    return [sight for sight in sights if sight.kind != SECRET or sight not in empty], sorted(empty)


def _account(seen: View, side: Seat, rng: Random) -> Account:
    if side == seen.seat and seen.account is not None:
        return seen.account
    wire = seen.wires[side]
    return Account(
        cpp=rng.randint(0, SAVED),
        san=wire.san,
        elr=wire.elr,
        suffered=wire.suffered,
        suffered_now=wire.suffered_now,
    )


class _Side:
    """The pieces of a side that somebody else looks at."""

    def __init__(self, side: Seat, counters: tuple[Counter, ...], rng: Random) -> None:
        self.rng = rng
        self.kinds, self.men = _kinds(side, counters)

    def pieces(self, seen: View, sights: list[Sight], units: list[int]) -> list[Had]:
        """What is seen, something under each "?", and some in reserve; what has a number is in its place."""
        fixed: dict[int, Had] = {number: (piece, "") for number, piece in seen.kept}
        fixed |= {sight.number: self._piece(sight) for sight in sights if sight.number >= 0}
        free = [self._piece(sight) for sight in sights if sight.number < 0]
        free += [(Piece(self.rng.choice(self.kinds)), "") for _ in range(self.rng.randint(0, RESERVE))]
        self.rng.shuffle(free)
        size = max([len(free) + len(fixed), *(number + 1 for number in (*fixed, *units))])
        free += [(self._lost(), "") for _ in range(size - len(free) - len(fixed))]
        left = iter(free)
        return [fixed[number] if number in fixed else next(left) for number in range(size)]

    def _piece(self, sight: Sight) -> Had:
        under = sight.kind == SECRET
        kind = self.rng.choice(self.men) if under else sight.kind
        marks = VEILED if under else sight.marks
        where = sight.space, sight.level, sight.side, sight.facing
        return Piece(kind, NO_GROUP, ON_MAP, *where, NO_HOLDER, marks), sight.by

    def _lost(self) -> Piece:
        """One of which nothing is known but that its number was given."""
        return Piece(self.rng.choice(self.men), where=LOST, fate="lost")


@lru_cache(maxsize=8)
def _kinds(side: Seat, counters: tuple[Counter, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A side's kinds that may be anywhere, and those of men."""
    own = [counter for counter in counters if counter.side == side]
    return (
        tuple(counter.key for counter in own if counter.sort not in _ALOFT),
        tuple(counter.key for counter in own if counter.is_mmc),
    )


def _hand_out(pieces: list[list[Piece]], held: list[list[Held]], kinds: tuple[Counter, ...]) -> None:
    """Who is seen to be held has a holder of that kind, where he is; and so has, of whatever kind, an own
    piece that the enemy has."""
    for side in BOTH:
        for number, by in held[side]:
            piece = pieces[side][number]
            having = keeper(side, piece)
            hands = pieces[having]
            holder = _find(hands, by, piece, number if having == side else -1)
            if holder < 0:
                hands.append(Piece(by or _kinds(having, kinds)[1][0], where=Where.ABOARD))
                holder = len(hands) - 1
            pieces[side][number] = replace(piece, holder=holder)


def _find(pieces: list[Piece], kind: str, held: Piece, but: int) -> int:
    """A piece of this kind, or of any, in the same Location."""
    space, level = held.space, held.level
    for number, piece in enumerate(pieces):
        if (
            piece.space == space
            and piece.where is ON_MAP
            and piece.level == level
            and kind in ("", piece.kind)
            and number != but
            and not piece.marks & FOREIGN
        ):
            return number
    return -1
