"""What all questions of No Retreat! have in common."""

from collections.abc import Mapping

from berlin.games.noretreat.board.deck import bit
from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.rules.points import tally
from berlin.games.noretreat.state.state import Draft
from berlin.games.noretreat.state.words import WAY_NAMES, WAYS
from berlin.kernel.contract.ids import Card
from berlin.kernel.contract.rules import Explanation, Modifier, Tally
from berlin.kernel.contract.words import counted
from berlin.kernel.play.acts import Act, Names, needed_parts
from berlin.kernel.play.question import Question


class Play(Act, frozen=True, gc=False):
    """Play a card's event; `way` is a word of WAYS where the event can do several things."""

    card: Card
    way: int = 0
    verb = "play"
    says = "Play {card}[: {way}]"


class Pass(Act, frozen=True, gc=False):
    verb, time = "pass", "NR 5.window"
    note = "play no card"
    says = "Pass"


class Discard(Act, frozen=True, gc=False):
    card: Card
    verb, time = "discard", "NR 5.draw"
    says = "Discard {card}"


class Done(Act, frozen=True, gc=False):
    verb, time = "done", "NR 4.pass"
    says = "Finish this step"


# Acts without parts are made once.
PASS, DONE = Pass(), Done()


class NoRetreatQuestion(Question[Draft, Draft, Act], frozen=True, gc=False):
    """An open question of this game; its rules read drafts."""

    def meaning(self, d: Draft, named: Mapping[str, int]) -> tuple[Act, ...]:
        """What can be said with just these. Who points at a unit alone hears nothing of all its moves."""
        return tuple(kind(**named) for kind in self.acts if needed_parts(kind) == named.keys())

    def names(self, d: Draft) -> Names:
        """Units by their sides that lie up, and cards by the half that who is asked may use."""
        return {"unit": d.named, "card": lambda card: card_name(card, self.seat)}

    def label(self, d: Draft, act: Act) -> str:
        """A card by its name, and in which way it is played."""
        card: Card | None = getattr(act, "card", None)
        name = "" if card is None else card_name(card, self.seat)
        way = WAY_NAMES[WAYS[act.way]] if isinstance(act, Play) else ""
        return ": ".join(filter(None, (name, way)))

    def explain(self, d: Draft, act: Act) -> Explanation:
        """Here: who is done with a step hears how the points stand."""
        return Explanation("", (tally(d),) if isinstance(act, Done) else ())

    def warnings(self, d: Draft, act: Act) -> tuple[str, ...]:
        if isinstance(act, Play) and d.hands[self.seat] & bit(d.deck, act.card):
            return (f"{card_name(act.card, self.seat)} is discarded [NR 5.use.event]",)
        return ()

    def when_paid(self, d: Draft, act: Act) -> None:
        """What an act does that was asked for here, once its cards lie on the table. It is on top again."""
        raise NotImplementedError(f"{type(self).__name__} has nothing to be paid for")


def on_top(d: Draft) -> NoRetreatQuestion:
    top = d.frames[-1]
    assert isinstance(top, NoRetreatQuestion)
    return top


def price_told(title: str, cards: int, rule: str) -> Explanation:
    """What an act costs in cards."""
    note = counted(cards, "card") if cards else "free"
    return Explanation(title, (Tally("cards", 0, (Modifier(cards, "to discard", rule),)),), (), (note,))
