"""What a seat may know: the open table, its own chit, and the answers that are open to it."""

from functools import lru_cache
from operator import attrgetter
from random import Random

from berlin.games.race.board.tables import ChitNo
from berlin.games.race.rules.chits import dead
from berlin.games.race.state.state import BAG, CHIT_NUMBERS, OUT, Open, State
from berlin.kernel.contract.ids import BOTH, Card, Seat
from berlin.kernel.play.dice import KEY_BYTES

_OPEN = attrgetter(*Open.__struct_fields__)
# As many as there are games at a time, about.
_REMEMBERED = 1024


class View(Open, frozen=True, kw_only=True):
    """What is open, and what one seat knows besides: who holds a secret chit, and which is its own."""

    seat: Seat | None
    heinrici_holder: int
    out: tuple[Card, ...]
    hands: tuple[bool, bool]
    chit: Card
    choices: tuple[str, ...]


def view(state: State, seat: Seat | None, answers: tuple[str, ...]) -> View:
    """Built up from what is open, and from the seat's own hand."""
    out, holders = _lying(state.chits)
    return View(
        *_OPEN(state),
        seat=seat,
        heinrici_holder=state.chits[ChitNo.HEINRICI],
        out=out,
        hands=(1 in holders, 2 in holders),
        chit=Card(0) if seat is None else holders.get(seat + 1, Card(0)),
        choices=answers,
    )


@lru_cache(_REMEMBERED)
def _lying(chits: bytes) -> tuple[tuple[Card, ...], dict[int, Card]]:
    """The chits out of the game; and of the secret ones, by where each lies, the first."""
    secret = [number for number in CHIT_NUMBERS if number != ChitNo.HEINRICI]
    return (
        tuple(number for number in CHIT_NUMBERS if chits[number] == OUT),
        {chits[number]: number for number in reversed(secret)},
    )


def imagine(seen: View, rng: Random) -> State:
    """A world in which a seat would see just this."""
    key, given = rng.randbytes(KEY_BYTES), ()
    return State(*(*_OPEN(seen), key, given, _deal(seen, rng)))


def _deal(seen: View, rng: Random) -> bytes:
    """Chits for bag and hands as the seat might believe them to lie."""
    chits = bytearray(12)
    chits[ChitNo.HEINRICI] = seen.heinrici_holder
    for number in seen.out:
        chits[number] = OUT
    unseen = [n for n in CHIT_NUMBERS if n not in (ChitNo.HEINRICI, seen.chit) and chits[n] == BAG]
    if seen.chit and seen.seat is not None:
        chits[seen.chit] = seen.seat + 1
    rng.shuffle(unseen)
    # A dead chit is not in the bag, so whoever might hold it does.
    unseen.sort(key=lambda number: not dead(seen, number))
    for seat in BOTH:
        if seen.hands[seat] and seat != seen.seat:
            chits[unseen.pop(0)] = seat + 1
    return bytes(chits)
