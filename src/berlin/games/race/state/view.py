"""What a seat may know: the open table, its own chit, and the answers that are open to it."""

from random import Random

from berlin.games.race.board.tables import ChitNo
from berlin.games.race.rules.chits import dead
from berlin.games.race.state.state import BAG, CHIT_NUMBERS, OUT, Open, State
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.play.dice import KEY_BYTES

_OPEN = Open.__struct_fields__


class View(Open, frozen=True, kw_only=True):
    """What is open, and what one seat knows besides: who holds a secret chit, and which is its own."""

    seat: Seat | None
    heinrici_holder: int
    out: tuple[int, ...]
    hands: tuple[bool, bool]
    chit: int
    choices: tuple[str, ...]


def view(state: State, seat: Seat | None, answers: tuple[str, ...]) -> View:
    """Built up from what is open, and from the seat's own hand."""
    chits = state.chits
    hidden = [number for number in CHIT_NUMBERS if number != ChitNo.HEINRICI]
    open_fields = {field: getattr(state, field) for field in _OPEN}
    return View(
        seat=seat,
        heinrici_holder=chits[ChitNo.HEINRICI],
        out=tuple(number for number in CHIT_NUMBERS if chits[number] == OUT),
        hands=(any(chits[n] == 1 for n in hidden), any(chits[n] == 2 for n in hidden)),
        chit=0 if seat is None else next((n for n in hidden if chits[n] == seat + 1), 0),
        choices=answers,
        **open_fields,
    )


def imagine(seen: View, rng: Random) -> State:
    """A world in which a seat would see just this."""
    open_fields = {field: getattr(seen, field) for field in _OPEN}
    return State(
        key=rng.randbytes(KEY_BYTES),
        given=(),
        chits=_deal(seen, rng),
        **open_fields,
    )


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
