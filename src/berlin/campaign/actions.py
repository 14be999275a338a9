"""What a player of a campaign may do, as text: every act of every chapter under its own verb."""

from collections.abc import Callable

from berlin.campaign.book.charts import Chart
from berlin.campaign.sequence import QUESTIONS
from berlin.kernel.contract.ids import Place
from berlin.kernel.contract.words import NUMBER, TEXT, TRUTH, Word, among, maybe
from berlin.kernel.play.acts import Act, Verbs
from berlin.kernel.play.question import acts_of
from berlin.squad.board.names import piece_word


def verbs(
    sides: tuple[str, str], charts: tuple[Chart, Chart], names: tuple[str, ...], find: Callable[[str], Place]
) -> Verbs[Act]:
    """The verbs of a module: its sides, what they buy, how its hexes are called and found."""
    piece = piece_word(sides)
    hexes = Word(
        "a hex", names.__getitem__, find, lambda space: 0 <= space < len(names) and bool(names[space])
    )
    lines = {offer.id for chart in charts for offer in chart}
    words = {
        "unit": piece,
        "by": piece,
        "space": hexes,
        "to": hexes,
        "next": maybe(hexes, -1),
        "line": Word("a line of a chart", str, str, lines.__contains__),
        "group": NUMBER,
        "cpp": NUMBER,
        "level": NUMBER,
        "roll": NUMBER,
        "san": NUMBER,
        "shellholes": TRUTH,
        "side": among("a side", sides),
        **dict.fromkeys(("what", "kind", "ware", "work", "way", "reason", "mark", "mount"), TEXT),
    }
    return Verbs(acts_of(QUESTIONS), words, "space")
