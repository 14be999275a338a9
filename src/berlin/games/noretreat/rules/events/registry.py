"""What an event is, and which half of which card brings it.

An event is a subclass of `Event`, entered by `@event(number, side)`. When it may be played stands in
data/cards.csv (`Half.windows`, `initiative`, `from_turn`); the class says the rest:

ways            words that a player adds where it can do several things (`play 6 save`), of words.WAYS
refuse          why it can't be played at this moment in this way: a Refusal, or None
play            what it does once it was not cancelled; by default it joins the battle that is fought
while in force  `strength`, `shifts`, `drops`, `table`, `converts`, `extra`, `farther`, `after`: asked of
                every Force in a battle (Battle.forces) and of the phase (Draft.forces); `replaces`,
                `foretold`, `faces` and `rolled` of those in the battle; `allowance`, `spares` and `lapse` of
                those of the phase
when discarded  `worth` in Organization, and `paid`
Pick frames     an event that must be told more is a `Picking` (choosing.py)

Frames lie open: never put into `Pick.data` what a hand holds. What a seat drew in this phase is its hand and
`d.drawn`; an event that shows the other hand sets `reveals`. A Force remembers one number (`data`: a unit, a
space, a direction) and the stage at whose end it lapses.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from berlin.games.noretreat.board.deck import WHOLE, cards, code_of, set_of
from berlin.games.noretreat.board.tables import HALVES, SEATS, Half
from berlin.games.noretreat.rules.combat.battle import Battle, battle_of, change_battle
from berlin.games.noretreat.state.state import Draft, Force
from berlin.kernel.contract.ids import Card, Seat, Unit
from berlin.kernel.contract.rules import Modifier, Refusal
from berlin.kernel.play.acts import Act


class Event:
    """One half of a card."""

    half: Half
    ways: tuple[str, ...] = ("",)
    # Can it cancel an act that a card was discarded for?
    cancels_payment = False
    # What the card is worth when it is discarded in Organization.
    worth = 1

    @property
    def code(self) -> int:
        return code_of(self.half)

    @property
    def rule(self) -> str:
        return self.half.rule

    def no(self, reason: str) -> Refusal:
        return Refusal(self.rule, reason)

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        """Why it can't be played now; the card is held, and its moment and initiative fit."""
        return None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.join(d)

    # What an event does with the battle that is being fought, or the phase.

    def join(self, d: Draft, data: int = -1) -> None:
        """It is in force in this battle."""
        change_battle(d, forces=(*battle_of(d).forces, Force(self.code, -1, data)))

    def last(self, d: Draft, until: int, data: int = -1) -> None:
        """It is in force to the end of a stage."""
        d.forces = (*d.forces, Force(self.code, until, data))
        d.reach.clear()

    # While it is in force.

    def allowance(self, d: Draft, force: Force, unit: Unit, points: int) -> int:
        """A unit's movement points, by this event."""
        return points

    def strength(self, d: Draft, battle: Battle, force: Force, unit: Unit, value: int) -> int:
        """A unit's strength in the battle, by this event."""
        return value

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        return ()

    def drops(self, d: Draft, battle: Battle, force: Force) -> frozenset[str]:
        """What doesn't count: river, armor, heavy (the defender's armor), fort, volksturm, ezoc."""
        return frozenset()

    def table(self, d: Draft, battle: Battle, force: Force) -> int | None:
        """The side whose results table is read."""
        return None

    def replaces(self, d: Draft, battle: Battle, force: Force) -> str:
        """A result that comes instead of the roll; `over` if the battle is decided otherwise; or nothing.

        It may push frames (a loss), which are answered before the battle goes on.
        """
        return ""

    def foretold(self, d: Draft, battle: Battle, force: Force) -> str:
        """A result of `replaces` that is sure before anybody rolls; or nothing."""
        return ""

    def faces(self, battle: Battle) -> tuple[int, ...]:
        """In how many ways each face of the combat die comes to count; nothing if it is one die as ever."""
        return ()

    def rolled(self, d: Draft, force: Force) -> None:
        """When the die of the battle was cast, before anybody else may play a card."""

    def converts(self, d: Draft, battle: Battle, force: Force, result: str) -> str:
        return result

    def extra(self, d: Draft, battle: Battle, force: Force) -> int:
        """Steps that each side loses besides."""
        return 0

    def farther(self, d: Draft, battle: Battle, force: Force, most: int) -> int:
        """How many hexes an advance may go."""
        return most

    def after(self, d: Draft, battle: Battle, force: Force) -> None:
        """When the battle is over and its frame is gone."""

    def spares(self, d: Draft, force: Force) -> int:
        """The spaces whose unsupplied units do not surrender in this Removals phase."""
        return 0

    def lapse(self, d: Draft, force: Force) -> None:
        """When the stage ends to whose end it was in force."""

    def paid(self, d: Draft, seat: Seat, act: Act) -> None:
        """When the card was discarded for an act."""


EVENTS: dict[int, Event] = {}
E = TypeVar("E", bound=type[Event])


def event(number: int, side: Seat) -> Callable[[E], E]:
    """Enters a class as the event of this half of the 54 cards."""

    def enter(kind: E) -> E:
        made = kind()
        made.half = HALVES[number][side]
        if made.code in EVENTS:
            raise ValueError(f"card {number} has two events for {SEATS[side]}")
        EVENTS[made.code] = made
        return kind

    return enter


def event_of(card: Card, seat: Seat) -> Event | None:
    """The event that a seat has on a card; None if it is not in the registry."""
    return EVENTS.get(code_of(HALVES[card][seat]))


@lru_cache(maxsize=1024)
def fitting(deck: int, holder: Seat, seat: Seat, moment: str) -> int:
    """The cards of a deck that a seat may play at a moment, by window and initiative."""
    found = []
    for card in cards(deck, WHOLE[deck]):
        half = HALVES[card][seat]
        if moment in half.windows and half.initiative in (-1, holder) and code_of(half) in EVENTS:
            found.append(card)
    return set_of(deck, found)


@lru_cache(maxsize=64)
def copying(deck: int, holder: Seat, seat: Seat) -> int:
    """The cards of a deck with which a seat copies the top discard."""
    found = [
        card
        for card in cards(deck, WHOLE[deck])
        if HALVES[card][seat].copies and HALVES[card][seat].initiative in (-1, holder)
    ]
    return set_of(deck, found)


@lru_cache(maxsize=64)
def paying_back(deck: int, holder: Seat, seat: Seat) -> int:
    """The cards that cancel an act for which a card was discarded."""
    found = list(cards(deck, fitting(deck, holder, seat, "cancel")))
    kept = [card for card in found if (made := event_of(card, seat)) and made.cancels_payment]
    return set_of(deck, kept)
