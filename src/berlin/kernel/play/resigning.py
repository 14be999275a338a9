"""Giving a game up. Whoever is asked may resign: the game is over at once, and the others have won.

No rulebook need say so, and nobody who chooses among the legal answers ever does it: `legal` doesn't list it.
A state that was given up has nothing open, and its `over` says which seat resigned.
"""

from collections.abc import Sequence

from msgspec import Struct

from berlin.kernel.contract.game import AnyGame, BadText, Result
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.contract.scene import Choice
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.acts import Act

VERB = "resign"
# The first of the values of `over` that mean it, one for each seat; a game's own ends lie below.
RESIGNED = 16


class Resign(Act, frozen=True, gc=False):
    """`resign zhukov`: this seat gives the game up."""

    seat: Seat


def resigner(over: int) -> Seat | None:
    """The seat that gave up a game that ended so; None if it runs, or ended by its rules."""
    return Seat(over - RESIGNED) if over >= RESIGNED else None


def overs(seats: Sequence[str]) -> dict[str, int]:
    """How a situation writes the ends by which a seat gave up."""
    return {f"resigned {name}": RESIGNED + seat for seat, name in enumerate(seats)}


def write(seats: Sequence[str], seat: Seat) -> str:
    return f"{VERB} {seats[seat]}"


def read(seats: Sequence[str], text: str) -> Seat | None:
    """The seat that a text resigns for; None if it is about something else. Raises BadText."""
    if VERB not in text.lower():
        return None
    words = text.lower().split()
    if words[:1] != [VERB]:
        return None
    if len(words) != 2 or words[1] not in seats:
        raise BadText(f"{text!r} names no seat that resigns (one of: {', '.join(seats)})")
    return Seat(seats.index(words[1]))


def is_resignation(game: AnyGame, action: Struct) -> bool:
    return any(action == game.resign(seat) for seat in game.everybody)


def refusal(game: AnyGame, asked: tuple[Seat, ...], seat: Seat) -> Refusal | None:
    """Why a seat can't resign while these are asked; None if it can."""
    if seat in asked:
        return None
    if not asked:
        return Refusal(game.concession, "the game is over")
    names = " or ".join(game.called(one) for one in asked)
    return Refusal(
        game.concession, f"only who is asked may {verb(game)}: that is {names}, not {game.called(seat)}"
    )


def verb(game: AnyGame) -> str:
    """What it is called: by a book that speaks of it, a side concedes."""
    return "concede" if game.concession else VERB


def said(game: AnyGame, seat: Seat) -> str:
    """That a seat has given up, in words."""
    done = f"{verb(game).removesuffix('e')}ed"
    return sentence(f"{game.called(seat)} {done}: victory for {_others(game, seat)}")


def meaning(game: AnyGame, seat: Seat) -> str:
    """What it means to give up, before it is done."""
    rule = f" [{game.concession}]" if game.concession else ""
    return f"the game is over at once, with victory for {_others(game, seat)}; it can't be taken back{rule}"


def result(game: AnyGame, seat: Seat, scores: tuple[int, ...]) -> Result:
    """How a game ended that this seat gave up."""
    return Result(scores, _rest(game, seat), f"{said(game, seat)}.", game.concession)


def offer(game: AnyGame, asked: tuple[Seat, ...], seat: Seat | None) -> Choice | None:
    """Giving up as a client offers it to this seat; None while it isn't asked."""
    if seat is None or seat not in asked:
        return None
    said = sentence(f"{verb(game)} the game")
    return Choice(write(game.seats, seat), verb(game), label=sentence(meaning(game, seat)), said=said)


def _rest(game: AnyGame, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in game.everybody if other != seat)


def _others(game: AnyGame, seat: Seat) -> str:
    return " and ".join(map(game.called, _rest(game, seat)))
