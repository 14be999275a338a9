"""The contract that a game fulfils, and the registry of games.

Server, lab, arena, command line and players know games only through this module.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from importlib import import_module
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat, Unit, numbered
from berlin.kernel.contract.nouns import Nouns
from berlin.kernel.contract.papers import Filled, Paper
from berlin.kernel.contract.rules import Explanation, Ledger, Refusal
from berlin.kernel.contract.scene import Board, Prompt, Scene
from berlin.kernel.contract.standing import Standing
from berlin.kernel.contract.story import Focus


class View(Protocol):
    """What the views of all games have in common: each says whose it is; None is a spectator's."""

    @property
    def seat(self) -> Seat | None: ...


S = TypeVar("S")
Seen = TypeVar("Seen", contravariant=True)
A = TypeVar("A", bound=msgspec.Struct)
V = TypeVar("V", bound=View)


class Scenario(msgspec.Struct, frozen=True):
    key: str
    title: str
    about: str


class Option(msgspec.Struct, frozen=True):
    """Something to settle before a scenario begins: its values, each with what it means, the usual one first.

    The value "" stands for saying nothing.
    """

    key: str
    title: str
    values: tuple[tuple[str, str], ...]
    about: str = ""


def _nothing(scenario: str) -> tuple[Option, ...]:
    return ()


class Cover(msgspec.Struct, frozen=True):
    """What a game's box says: enough to list and to choose it, without its rules being read.

    `options` are what can be settled before a scenario begins.
    """

    code: str
    book: str
    title: str
    version: int
    seats: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: Callable[[str], tuple[Option, ...]] = _nothing


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the score of each seat and who won. Nobody did in a draw, or if all have lost.

    There is no rule where a seat resigned and the book doesn't speak of that.
    """

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    text: str
    rule: str
    all_lost: bool = False


def lead(scores: Sequence[int], seat: Seat) -> int:
    """The points of a seat less those of the best other."""
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What an action led to: the next open question, what happened on the way, the dice it took.

    `sides` runs beside `dice`: how many sides each die had, without which no roll can be made again alone.
    """

    state: S
    events: tuple[Event, ...]
    dice: tuple[int, ...]
    sides: tuple[int, ...]


class Datum(msgspec.Struct, frozen=True):
    """One value of a game's data and where it comes from: printed, derived, found or house."""

    table: str
    name: str
    value: str
    source: str
    note: str = ""


class BadText(ValueError):
    """A text that is not an action, a situation or a record. `line` counts from 1; 0 means the whole."""

    def __init__(self, reason: str, rule: str = "", line: int = 0) -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason, self.rule, self.line = reason, rule, line


class Staff(Protocol[Seen, A]):
    """Hand-written judgement for one game: a good answer at once, without looking ahead.

    It is given a world that fits the view of the seat that decides, and must judge by what that seat knows.
    """

    def choose(self, state: Seen, rng: Random) -> A:
        """A legal action that a sensible player would take."""

    def weigh(self, state: Seen, actions: Sequence[A]) -> list[float]:
        """How likely each of these legal actions is worth a look: positive weights, larger is better."""

    def reasons(self, state: Seen, action: A) -> tuple[str, ...]:
        """What speaks for this action, a line each; one that begins with `but` speaks against it."""


class Game(ABC, Generic[S, A, V]):
    """One game's rules. Values go in and out; nothing is kept between calls."""

    cover: Cover
    # What its cover says.
    code: str
    book: str
    title: str
    version: int
    seats: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    ledger: Ledger
    feature_names: tuple[str, ...] = ()
    # Of these features, those that tell whether all will lose, in a game in which that can be.
    all_lose_features: tuple[str, ...] = ()
    # The rule by which a side may concede, where its book has one; without one a seat resigns.
    concession: str = ""
    # To which milestone from now a search looks: with little time, and with much.
    horizons: tuple[int, int] = (2, 2)
    # The mark of its changed tables (see kernel/contract/variant.py); "" with its own.
    variant: str = ""
    state_type: type[S]
    view_type: type[V]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "cover" in cls.__dict__:
            cover = cls.cover
            cls.code, cls.book, cls.title, cls.version = cover.code, cover.book, cover.title, cover.version
            cls.seats, cls.scenarios = cover.seats, cover.scenarios

    def options(self, scenario: str) -> tuple[Option, ...]:
        """What can be settled before this scenario begins."""
        return self.cover.options(scenario)

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """Its seats, in their order."""
        return numbered(Seat, len(self.seats))

    def seat(self, name: str) -> Seat:
        """The seat of this name. Raises ValueError."""
        return Seat(self.seats.index(name))

    def called(self, seat: Seat) -> str:
        """A seat as it is named within a sentence."""
        return self.seats[seat].capitalize()

    @abstractmethod
    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[S]:
        """The first open question of a new game. Raises BadText for an unknown scenario or option."""

    @abstractmethod
    def deciders(self, state: S) -> tuple[Seat, ...]:
        """The seats that are asked now; empty exactly when the game is over."""

    def is_open(self, state: S) -> bool:
        """Does everybody read the answer to this question? If not, its events alone tell of it."""
        return len(self.deciders(state)) == 1

    @abstractmethod
    def legal(self, state: S, unit: Unit | None = None, seat: Seat | None = None) -> list[A]:
        """Every legal action, in a fixed order, without duplicates; of one unit or one seat alone if asked.

        Where several seats are asked at once an action says whose it is: no two seats have one in common.
        """

    def sample(self, state: S, rng: Random, seat: Seat | None = None) -> A:
        """A uniform draw from `legal`, of a seat that is asked if told so; a game needn't list all for it."""
        return rng.choice(self.legal(state, seat=seat))

    def is_own(self, state: S, action: A, seat: Seat) -> bool:
        """Whether a legal action is an answer of this seat."""
        asked = self.deciders(state)
        if len(asked) < 2 or seat not in asked:
            return asked == (seat,)
        return action in (self.resign(seat), *self.legal(state, seat=seat))

    @abstractmethod
    def resign(self, seat: Seat) -> A:
        """The act by which a seat gives the game up, `resign SEAT` (see kernel/play/resigning.py).

        It is allowed exactly while the seat is asked, though `legal` never lists it.
        """

    @abstractmethod
    def apply(self, state: S, action: A) -> Step[S]:
        """The state after a legal action or a resignation, and what happened. Raises Refused for any other.

        Raises BadText if a die was laid down that the roll can't show.
        """

    @abstractmethod
    def next(self, state: S, action: A) -> S:
        """`apply` for playouts: no events, and the caller vouches that the action is legal."""

    def playout(self, state: S, rng: Random, limit: int) -> S:
        """Random play to the end, or for `limit` actions: the same as `sample` and `next` in turn."""
        for _ in range(limit):
            if not self.deciders(state):
                break
            state = self.next(state, self.sample(state, rng))
        return state

    @abstractmethod
    def why_not(self, state: S, action: A) -> Refusal | None:
        """The refusal that this action meets; None exactly for legal actions, and for who may resign."""

    @abstractmethod
    def explain(self, state: S, action: A) -> Explanation:
        """The tallies behind a legal action and the exact chance of each outcome."""

    @abstractmethod
    def prompt(self, state: S) -> Prompt | None:
        """The open question in words."""

    @abstractmethod
    def result(self, state: S) -> Result | None: ...

    def turn(self, state: S) -> int:
        """The turn that is being played; 0 if this game counts none."""
        return 0

    def scores(self, state: S) -> tuple[int, ...]:
        """The points of each seat as they stand; none if they are only known at the end."""
        result = self.result(state)
        return result.scores if result else ()

    def standing(self, state: S, seat: Seat) -> Standing | None:
        """How the game stands for a seat against the others: a judgement of ours, not a rule.

        Nought is even, a hundred as good as won. None: this game has no such judgement, and players that
        want one play on at random instead.
        """
        return None

    def milestone(self, state: S) -> int:
        """How many steps of play are behind us at whose ends a standing tells most; 0 if none stands out."""
        return 0

    def staff(self) -> Staff[S, A] | None:
        """The game's own hand-written judgement, if it has one."""
        return None

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """All that a seat (None: a spectator) may know, built up from nothing; `seat` says whose it is."""

    @abstractmethod
    def scene(self, view: V) -> Scene:
        """The view laid out in the nouns that every client draws."""

    def focus(self, event: Event) -> Focus:
        """What an event is about, by what its reader is told: counters, places, dice, a card's face.

        Of one that says nothing a story finds the places in its words.
        """
        return Focus()

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S:
        """A world consistent with a view, with dice of its own."""

    def imagine_for_choice(self, view: V, rng: Random) -> S:
        """As `imagine`, for who is asked and chooses in that world: the answers that were listed for the view
        are the legal ones there, and a game may remember them."""
        return self.imagine(view, rng)

    @abstractmethod
    def other_world(self, state: S, seat: Seat, rng: Random) -> S:
        """A state that differs from this one only in what the seat can't know."""

    @abstractmethod
    def write(self, action: A) -> str:
        """The readable text of an action."""

    @abstractmethod
    def read(self, text: str) -> A:
        """The action that a text names. Raises BadText."""

    def say(self, state: S, action: A) -> str:
        """A legal answer to the open question in words for people; what it does, they are told elsewhere."""
        return self.write(action)

    @abstractmethod
    def with_dice(self, state: S, given: tuple[int, ...]) -> S:
        """The same state with its next dice laid down: a study."""

    @abstractmethod
    def dice_left(self, state: S) -> tuple[int, ...]:
        """The laid-down dice that have not been used."""

    @abstractmethod
    def dice_made(self, state: S) -> int:
        """How many dice have been rolled since the start."""

    @abstractmethod
    def broken(self, state: S) -> list[str]:
        """Invariants that this state violates, each in a line."""

    @abstractmethod
    def write_situation(self, state: S) -> str:
        """The position as small TOML."""

    @abstractmethod
    def read_situation(self, text: str, key: bytes) -> Step[S]:
        """The first open question of a situation, and what happened on the way to it.

        Two keys mean the same in every game: `dice`, laid down, and `rolls`, how many were made before.
        Raises BadText naming line and rule.
        """

    @abstractmethod
    def data(self) -> tuple[Datum, ...]:
        """Every value of the game's data with its source."""

    @abstractmethod
    def board(self) -> Board:
        """The board's picture and the places on it."""

    @abstractmethod
    def about(self, state: S, unit: str, place: str) -> tuple[A, ...]:
        """The acts that pointing at this unit and place would mean now, legal or not. Either may be ""."""

    def warnings(self, state: S, action: A) -> tuple[str, ...]:
        """What a legal action costs that can't be had back."""
        return ()

    def papers(self) -> tuple[Paper, ...]:
        """What can be had of it on paper: pages to print, and files for other programs."""
        return ()

    def paper(self, key: str, view: V, story: Sequence[Event]) -> str:
        """One of its papers as text, as far as the seat of this view may know.

        `story` is what it was told since the start. Raises KeyError for a paper that there isn't.
        """
        raise KeyError(key)

    def form(self, state: S, seat: Seat) -> str:
        """The open question as a form that this seat can fill in, with what it knows; "" if there is none."""
        return ""

    def filled(self, state: S, text: str, seat: Seat | None) -> Filled[A]:
        """What a form comes to that this seat has filled in, or, for None, one who has every seat.

        What is wrong with it is judged by what the seat may know. Raises BadText for what is no form at all.
        """
        raise BadText("there is no form for what is asked now")

    def features(self, state: S) -> tuple[float, ...]:
        """What can be counted in a position, as its `feature_names` say, for those who learn from games."""
        return ()

    def chances(self, state: S) -> tuple[float, ...] | None:
        """How likely each seat is to win from here, as finished games have shown. None: nobody has looked."""
        return None

    def nouns(self) -> Nouns | None:
        """All names that its texts and scenes can hold, for those who number them. None: it doesn't say."""
        return None

    def encode(self, state: S) -> bytes:
        return msgspec.msgpack.encode(state, order="deterministic")

    def decode(self, data: bytes) -> S:
        return msgspec.msgpack.decode(data, type=self.state_type)

    def decode_view(self, data: bytes) -> V:
        return msgspec.msgpack.decode(data, type=self.view_type)

    def fingerprint(self, state: S) -> str:
        """The same in every process for equal states."""
        return blake2b(self.encode(state), digest_size=8).hexdigest()


AnyGame = Game[Any, Any, Any]


def seat_of(view: View) -> Seat:
    """The seat that decides by this view: nobody decides by a spectator's."""
    assert view.seat is not None
    return view.seat


_WHERE = {
    "race": "berlin.games.race.game:GAME",
    "noretreat": "berlin.games.noretreat.game:GAME",
    "fortress": "berlin.games.fortress.game:GAME",
    "orsha": "berlin.games.orsha.game:GAME",
}

# Games to learn from, which nobody is offered who doesn't ask for them.
_EXAMPLES = {"ferry": "berlin.games.ferry.game:GAME"}


def codes(examples: bool = False) -> tuple[str, ...]:
    """The codes of all registered games; those of the examples too if asked."""
    return (*_WHERE, *_EXAMPLES) if examples else tuple(_WHERE)


def _where(code: str) -> str:
    return _WHERE.get(code) or _EXAMPLES[code]


def cover(code: str) -> Cover:
    """What the box of this game says; its rules stay unread. Raises KeyError for an unknown one."""
    package, _, _ = _where(code).partition(":")[0].rpartition(".")
    found: Cover = import_module(f"{package}.cover").COVER if package else load(code).cover
    return found


def load(code: str) -> AnyGame:
    """The game of this code. Raises KeyError for an unknown one."""
    module, name = _where(code).split(":")
    game: AnyGame = getattr(import_module(module), name)
    return game
