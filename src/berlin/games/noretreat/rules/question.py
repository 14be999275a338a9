"""What all questions of No Retreat! have in common."""

from collections.abc import Mapping

from berlin.games.noretreat.board.deck import bit
from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.rules.points import tally
from berlin.games.noretreat.state.actions import (
    ACTS,
    WAY_NAMES,
    WAYS,
    Action,
    Discard,
    Done,
    Play,
    Take,
)
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.rules import Explanation, Modifier, Tally
from berlin.kernel.contract.words import counted, sentence
from berlin.kernel.play.acts import needed_parts
from berlin.kernel.play.question import Question


class NoRetreatQuestion(Question[Draft, Draft, Action], frozen=True, gc=False):
    """An open question of this game; its rules read drafts."""

    def meaning(self, d: Draft, named: Mapping[str, int]) -> tuple[Action, ...]:
        """What can be said with just these. Who points at a unit alone hears nothing of all its moves."""
        return tuple(kind(**named) for kind in self.acts if needed_parts(kind) == named.keys())

    def say(self, d: Draft, act: Action) -> str:
        """By the sides of units that lie up, and by the half of a card that who is asked may use."""
        own = {"unit": d.named, "card": lambda card: card_name(card, self.seat)}
        return sentence(ACTS.say(act, own))

    def label(self, d: Draft, act: Action) -> str:
        """A card by its name, and in which way it is played."""
        name = card_name(act.card, self.seat) if isinstance(act, Play | Discard | Take) else ""
        way = WAY_NAMES[WAYS[act.way]] if isinstance(act, Play) else ""
        return ": ".join(filter(None, (name, way)))

    def explain(self, d: Draft, act: Action) -> Explanation:
        """Here: who is done with a step hears how the points stand."""
        return Explanation(self.say(d, act), (tally(d),) if isinstance(act, Done) else ())

    def warnings(self, d: Draft, act: Action) -> tuple[str, ...]:
        if isinstance(act, Play) and d.hands[self.seat] & bit(d.deck, act.card):
            return (f"{card_name(act.card, self.seat)} is discarded [NR 5.use.event]",)
        return ()

    def when_paid(self, d: Draft, act: Action) -> None:
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
