"""A price list on the screen: what is for sale, what it costs, and how much of it is left."""

from rich.text import Text

from berlin.cli.table.typeset import flow
from berlin.kernel.contract.scene import Offer, Scene, Shop

INDENT = 2


def prices(scene: Scene, width: int, brief: bool) -> Text:
    """While it is open: in brief what can be bought now and for how much, else every line."""
    shop = scene.shop
    if shop is None or not shop.open:
        return Text()
    most = f" of {shop.total}" if shop.total >= shop.left else ""
    head = Text(f"{shop.name}: {shop.left}{most} {shop.money} left", style="bold")
    if brief:
        # Many lines may be for one kind of unit each, at the same price.
        offered = dict.fromkeys(f"{offer.name} {offer.cost}" for offer in shop.offers if offer.answers)
        return Text("\n").join([head, *flow([Text(text) for text in offered], width, INDENT, gap=3)])
    return Text("\n").join([head, *_lines(shop)])


def _lines(shop: Shop) -> list[Text]:
    found, heading = [], ""
    for offer in shop.offers:
        if offer.heading != heading:
            heading = offer.heading
            found.append(Text(heading, style="italic"))
        found.append(_line(offer, shop.money))
    return found


def _line(offer: Offer, money: str) -> Text:
    line = Text(f"{' ' * INDENT}{offer.name}, {offer.cost} {money}")
    told = [offer.text, *(f"{limit.name} {limit.used}/{limit.most}" for limit in offer.limits)]
    line.append("".join(f" · {part}" for part in told if part), style="dim")
    if not offer.answers and offer.reason:
        line.append(f" · {offer.reason}" + (f" [{offer.rule}]" if offer.rule else ""), style="red")
    return line
