"""Cards on the screen: in hands, in piles, and one told whole."""

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from berlin.cli.table.typeset import flow
from berlin.kernel.contract.scene import Card, Pile, Scene

INDENT = 2


def hand(cards: Sequence[Card], whose: Text, width: int, brief: bool, codes: bool = False) -> Text:
    """The cards of one hand: in brief by their names, else each with its text; those alike are counted."""
    counted = Counter(cards)
    told = [_card_name(card, counted[card], brief, codes) for card in counted]
    if len(told) == 1:
        return whose + Text("holds ") + told[0]
    if brief:
        return Text("\n").join(flow([whose + Text("holds"), *_with_semicolons(told)], width, INDENT))
    return Text("\n").join([whose + Text("holds"), *(Text(" " * INDENT) + one for one in told)])


def piles(scene: Scene, width: int, brief: bool) -> Text:
    """How many cards lie in each pile, and which of them are open; in brief the uppermost one."""
    phrases = [_pile(pile, brief) for pile in scene.piles]
    return Text("\n").join(flow(phrases, width, INDENT, gap=3))


def card_text(card: Card, codes: bool = False) -> Text:
    """All that stands on a card, both halves of it."""
    text = _card_name(card, 1, brief=False, codes=codes)
    for note in card.notes:
        text.append(f"\n{' ' * INDENT}{note}", style="dim")
    if card.half is not None:
        text.append(f"\n{' ' * INDENT}the other side: ", style="dim")
        text.append(_card_name(card.half, 1, brief=False))
    return text


def open_cards(scene: Scene) -> dict[str, Card]:
    """The cards whose faces this seat sees, by the keys that answers name them by."""
    seen = [*scene.cards, *(card for pile in scene.piles for card in pile.cards)]
    return {card.key: card for card in reversed(seen) if card.key}


def _card_name(card: Card, count: int, brief: bool, codes: bool = False) -> Text:
    text = Text(card.name, style="bold")
    if count > 1:
        text.append(f" ×{count}", style="not bold")
    signs = ", ".join(filter(None, (card.key if codes else "", "" if brief else card.icon)))
    if signs:
        text.append(f" ({signs})", style="not bold dim")
    if card.text and not brief:
        text.append(f". {card.text}", style="not bold")
    if card.rule and (card.text or not brief):
        text.append(f" [{card.rule}]", style="not bold dim cyan")
    return text


def _with_semicolons(told: list[Text]) -> list[Text]:
    return [one + Text(";") if at < len(told) - 1 else one for at, one in enumerate(told)]


def _pile(pile: Pile, brief: bool) -> Text:
    text = Text(f"{pile.name} ")
    text.append(str(pile.size), style="bold")
    if pile.note and not brief:
        text.append(f" ({pile.note})", style="dim")
    shown = pile.cards[-1:] if brief else pile.cards[::-1]
    if shown:
        text.append(": " + ", ".join(card.name for card in shown), style="not bold")
    return text
