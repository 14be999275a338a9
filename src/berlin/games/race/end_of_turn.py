"""5.3 to 5.6: units turned back, support lost, chits kept or discarded, the next turn."""

from berlin.games.race.actions import Action, Discard, Keep
from berlin.games.race.chits import clear_bag, hidden_chit, put_back
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import Hand
from berlin.games.race.state import USED, Draft, Position
from berlin.games.race.tables import CHITS
from berlin.games.race.units import KONIEV, ZHUKOV
from berlin.kernel.rules import Refusal

# A unit's marks when it is turned back.
TURNED_BACK = bytes(marks & ~USED for marks in range(256))


def clean_up(d: Draft) -> None:
    """5.3 to 5.5: units are turned back, support is lost, each holder of a chit is asked."""
    d.marks = d.marks.translate(TURNED_BACK)
    d.support = (0, 0)
    d.frames += [Hand(seat) for seat in (KONIEV, ZHUKOV) if hidden_chit(d, seat)]


def next_turn(d: Draft) -> None:
    """5.6: the turn marker moves on; what held for the turn is over."""
    d.turn += 1
    d.operations = 1
    d.planned = 0
    d.speer = False
    clear_bag(d)


def settle(d: Draft, frame: Hand) -> bool:
    return True


def options(p: Position, frame: Hand) -> list[Action]:
    return [Keep(), Discard()]


def answer(d: Draft, frame: Hand, action: Action) -> None:
    d.frames.pop()
    number = hidden_chit(d, frame.seat)
    name = SEATS[frame.seat].capitalize()
    if isinstance(action, Keep):
        d.say("discard", f"{name} keeps his chit", "RFB 5.5a")
        return
    d.whisper(
        "discard",
        frame.seat,
        f"{name} discards chit {number}, {CHITS[number].name}",
        f"{name} discards his chit",
        "RFB 5.5a",
    )
    put_back(d, number, played=False)


def refuse(p: Position, frame: Hand, action: Action) -> Refusal:
    name = SEATS[frame.seat].capitalize()
    return Refusal("RFB 5.5a", f"{name} must say whether he keeps or discards his chit")
