"""5.3 to 5.6: units turned back, support lost, chits kept or discarded, the next turn."""

from berlin.games.race.board.tables import CHIT_NAMES
from berlin.games.race.board.units import KONIEV, ZHUKOV
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.chits import clear_bag, hidden_chit, put_back
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.state.actions import Action, Discard, Keep
from berlin.games.race.state.state import USED, Draft, Position
from berlin.kernel.contract.rules import Refusal

# A unit's marks when it is turned back.
TURNED_BACK = bytes(marks & ~USED for marks in range(256))


class Hand(RaceQuestion, frozen=True, gc=False):
    """5.5: is the chit kept or discarded?"""

    acts = (Keep, Discard)
    rule = "RFB 5.5a"
    why = "Whoever keeps his chit draws none next turn: keep one that will serve you, give up one that won't."

    def prompt(self, p: Position) -> str:
        return "Keep the chit for the next turn, or discard it?"

    def answers(self, p: Position) -> list[Action]:
        return [Keep(), Discard()]

    def carry_out(self, d: Draft, act: Action) -> None:
        d.frames.pop()
        number = hidden_chit(d, self.seat)
        name = SEATS[self.seat].capitalize()
        if isinstance(act, Keep):
            d.say("discard", f"{name} keeps his chit", "RFB 5.5a")
            return
        d.whisper(
            "discard",
            self.seat,
            f"{name} discards {CHIT_NAMES[number]}",
            f"{name} discards his chit",
            "RFB 5.5a",
        )
        put_back(d, number, played=False)

    # Nothing is narrowed: both answers are open whenever it is asked.
    def refuse(self, p: Position, act: Action) -> Refusal:
        name = SEATS[self.seat].capitalize()
        return Refusal("RFB 5.5a", f"{name} must say whether he keeps or discards his chit")


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
