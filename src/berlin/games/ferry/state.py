"""The state, its draft and the view; the words of which acts are made; the lines of a situation."""

from berlin.games.ferry.board import BOXES, CALLED, KEYS, NAMES, START, UNITS
from berlin.games.ferry.cover import SEATS
from berlin.kernel.contract.ids import Place, Seat
from berlin.kernel.contract.words import among
from berlin.kernel.play import draft
from berlin.kernel.play.views import Open
from berlin.kernel.records.entries import Row, words


class Table(Open, frozen=True, kw_only=True):
    """What lies open: where each company is, and where the last barrages fell."""

    where: tuple[Place, ...] = START
    fired: tuple[Place, ...] = ()


class State(Table, frozen=True, kw_only=True):
    key: bytes
    given: tuple[int, ...] = ()


class View(Table, frozen=True, kw_only=True):
    seat: Seat | None
    choices: tuple[str, ...]


class Draft(draft.Draft[State], of=State):
    __slots__ = draft.names(State)
    where: list[Place]
    fired: tuple[Place, ...]


Position = State | Draft
PLACE = among("a place", KEYS, NAMES)
WORDS = {"seat": among("a side", SEATS), "place": PLACE, "unit": among("a company", UNITS, CALLED)}
WHERE = words(among("a place, or lost", BOXES), len(UNITS))
ROWS = (Row("", "where", "where", WHERE, START), Row("", "fired", "fired", words(PLACE), ()))
