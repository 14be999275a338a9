"""The smallest game that has all that the kernel deals with: dice, secret draws, a hidden hand, an end.

Nine cards, two dealt to each seat, the others in a bag. In turn a seat plays a card (its number is scored and
all see it), draws one that only it sees, rolls a die and scores it, or rests.
"""

from collections.abc import Mapping
from random import Random

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import BadText, Cover, Datum, Game, Result, Scenario, Step
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import (
    Clause,
    Explanation,
    Ledger,
    Modifier,
    Outcome,
    Refusal,
    Refused,
    Tally,
)
from berlin.kernel.contract.scene import Board, Card, Choice, Piece, Prompt, Scene, Track
from berlin.kernel.play import resigning
from berlin.kernel.play.dice import KEY_BYTES, Dice
from berlin.kernel.play.question import Question, Stack
from berlin.kernel.records.situation import line_of, read_toml, write_toml

CARDS = 9
LENGTH = {"short": 8, "long": 30}
WORDS = {"draw": "TOY 3", "roll": "TOY 4", "rest": "TOY 5"}


class Ask(Question["State", Stack, "Do"], frozen=True):
    """What does this seat do?"""


class Do(msgspec.Struct, frozen=True):
    """`play 7`, or a bare word; `unit` is the card, or who resigns."""

    verb: str
    unit: int = 0


class State(msgspec.Struct, frozen=True):
    frames: tuple[Ask, ...]
    hands: tuple[tuple[int, ...], ...]
    gone: tuple[int, ...]
    scores: tuple[int, ...]
    left: int
    dice: Dice
    # The seat that gave up.
    resigned: int | None = None

    @property
    def bag(self) -> tuple[int, ...]:
        out = {*self.gone, *(card for hand in self.hands for card in hand)}
        return tuple(card for card in range(1, CARDS + 1) if card not in out)


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    asked: tuple[Seat, ...]
    hand: tuple[int, ...]
    held: tuple[int, ...]
    gone: tuple[int, ...]
    scores: tuple[int, ...]
    left: int
    resigned: int | None


class Toy(Game[State, Do, View]):
    cover = Cover(
        "toy",
        "TOY",
        "Nine Cards",
        1,
        ("red", "blue"),
        (Scenario("short", "Eight acts", ""), Scenario("long", "Thirty acts", "")),
    )
    ledger = Ledger(tuple(Clause(f"TOY {n}", "enforce", f"rule {n}") for n in range(1, 8)))
    state_type, view_type = State, View

    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[State]:
        if scenario not in LENGTH:
            raise BadText(f"no scenario is called {scenario!r}", "TOY 1")
        if unknown := set(options) - {"left"}:
            raise BadText(f"no option is called {min(unknown)!r}", "TOY 1")
        left = int(options.get("left", LENGTH[scenario]))
        state = State((Ask(Seat(0)),), ((), ()), (), (0, 0), left, Dice(key))
        events: list[Event] = []
        dice: list[int] = []
        sides: list[int] = []
        for seat in (0, 1, 0, 1):
            sides.append(len(state.bag))
            state, value, event = self.draw(state, Seat(seat))
            events.append(event)
            dice.append(value)
        return Step(state, tuple(events), tuple(dice), tuple(sides))

    def draw(self, state: State, seat: Seat) -> tuple[State, int, Event]:
        at, dice = state.dice.below(len(state.bag))
        card = state.bag[at]
        hands = tuple(
            tuple(sorted((*hand, card))) if owner == seat else hand for owner, hand in enumerate(state.hands)
        )
        name = self.seats[seat]
        event = Event(
            "draw", f"{name} draws card {card}", ("TOY 3",), (card,), seat, veil=f"{name} draws a card"
        )
        return replace(state, hands=hands, dice=dice), at + 1, event

    def deciders(self, state: State) -> tuple[Seat, ...]:
        return state.frames[-1].deciders if state.frames else ()

    def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
        if not state.frames or seat not in (None, state.frames[-1].seat):
            return []
        plays = [Do("play", card) for card in state.hands[state.frames[-1].seat]]
        if unit is not None:
            return [play for play in plays if play.unit == unit]
        return [*plays, *([Do("draw")] if state.bag else []), Do("roll"), Do("rest")]

    def apply(self, state: State, action: Do) -> Step[State]:
        if refusal := self.why_not(state, action):
            raise Refused(refusal)
        if action.verb == resigning.VERB:
            event = Event("resign", resigning.said(self, Seat(action.unit)), (), (action.unit,))
            return Step(replace(state, frames=(), resigned=action.unit), (event,), (), ())
        seat = state.frames[-1].seat
        rolled: tuple[int, ...] = ()
        sides: tuple[int, ...] = ()
        name = self.seats[seat]
        if action.verb == "draw":
            sides = (len(state.bag),)
            state, value, event = self.draw(state, seat)
            rolled = (value,)
        elif action.verb == "roll":
            face, dice = state.dice.below(6)
            rolled, sides = (face + 1,), (6,)
            state = replace(state, dice=dice, scores=self.scored(state, seat, face + 1))
            event = Event("die", f"{name} rolls {face + 1}", ("TOY 4",), ("score", face + 1))
        elif action.verb == "play":
            hands = tuple(tuple(card for card in hand if card != action.unit) for hand in state.hands)
            gone = tuple(sorted((*state.gone, action.unit)))
            state = replace(state, hands=hands, gone=gone, scores=self.scored(state, seat, action.unit))
            event = Event("play", f"{name} plays card {action.unit}", ("TOY 2",), (action.unit,))
        else:
            event = Event("rest", f"{name} rests", ("TOY 5",))
        left = state.left - 1
        state = replace(state, left=left, frames=(Ask(OTHER[seat]),) if left else ())
        return Step(state, (event,), rolled, sides)

    def resign(self, seat: int) -> Do:
        return Do(resigning.VERB, seat)

    def scored(self, state: State, seat: int, points: int) -> tuple[int, ...]:
        return tuple(score + points * (owner == seat) for owner, score in enumerate(state.scores))

    def next(self, state: State, action: Do) -> State:
        return self.apply(state, action).state

    def why_not(self, state: State, action: Do) -> Refusal | None:
        if action.verb == resigning.VERB:
            return resigning.refusal(self, self.deciders(state), Seat(action.unit))
        if not state.frames:
            return Refusal("TOY 6", "the game is over")
        if action.verb == "play" and action.unit not in state.hands[state.frames[-1].seat]:
            return Refusal("TOY 2", f"{self.seats[state.frames[-1].seat]} doesn't hold card {action.unit}")
        if action.verb == "draw" and not state.bag:
            return Refusal("TOY 3", "the bag is empty")
        return None

    def explain(self, state: State, action: Do) -> Explanation:
        if action.verb != "roll":
            return Explanation(self.write(action))
        tally = Tally("score", 0, (Modifier(state.scores[state.frames[-1].seat], "so far", "TOY 4"),))
        return Explanation("roll", (tally,), tuple(Outcome(f"scores {n}", 1, 6) for n in range(1, 7)))

    def prompt(self, state: State) -> Prompt | None:
        top = state.frames[-1] if state.frames else None
        return Prompt(top.seat, "Play, draw, roll or rest?", "TOY 1") if top else None

    def result(self, state: State) -> Result | None:
        if state.frames:
            return None
        if state.resigned is not None:
            return resigning.result(self, Seat(state.resigned), state.scores)
        best = max(state.scores)
        winners = tuple(seat for seat in self.everybody if state.scores[seat] == best)
        return Result(state.scores, winners, f"{state.scores[0]} to {state.scores[1]}", "TOY 6")

    def view(self, state: State, seat: Seat | None) -> View:
        hand = () if seat is None else state.hands[seat]
        held = tuple(len(hand) for hand in state.hands)
        asked, gone = self.deciders(state), state.gone
        return View(seat, asked, hand, held, gone, state.scores, state.left, state.resigned)

    def scene(self, view: View) -> Scene:
        mine = view.seat in view.asked
        tracks = tuple(
            Track(name, view.scores[seat], seat=seat)
            for seat, name in zip(self.everybody, self.seats, strict=True)
        )
        cards = tuple(Card(view.seat or Seat(0), f"card {card}", rule="TOY 2") for card in view.hand)
        backs = tuple(
            Card(seat, "a card")
            for seat, n in zip(self.everybody, view.held, strict=True)
            if seat != view.seat
            for _ in range(n)
        )
        pieces = tuple(Piece(f"{card}", f"card {card}", "", "", "card", (), "table") for card in view.gone)
        asked = Prompt(view.asked[0], "Play, draw, roll or rest?", "TOY 1") if view.asked else None
        answers = self.legal(self.imagine(view, Random(0))) if mine else []
        choices = tuple(Choice(self.write(answer), answer.verb) for answer in answers)
        caption = f"{view.left} acts left"
        ended = self.result(self.imagine(view, Random(0))) if not view.asked else None
        text = ended.text if ended else ""
        return Scene("toy", view.seat, caption, pieces, (), tracks, cards + backs, asked, choices, text)

    def imagine(self, view: View, rng: Random) -> State:
        pool = [card for card in range(1, CARDS + 1) if card not in (*view.gone, *view.hand)]
        rng.shuffle(pool)
        hands = []
        for seat, count in enumerate(view.held):
            if seat == view.seat:
                hands.append(view.hand)
            else:
                hands.append(tuple(sorted(pool[:count])))
                del pool[:count]
        asks = tuple(Ask(seat) for seat in view.asked)
        dice = Dice(rng.randbytes(KEY_BYTES))
        return State(asks, tuple(hands), view.gone, view.scores, view.left, dice, view.resigned)

    def other_world(self, state: State, seat: Seat, rng: Random) -> State:
        other = self.imagine(self.view(state, seat), rng)
        return replace(other, dice=replace(other.dice, n=state.dice.n, given=state.dice.given))

    def write(self, action: Do) -> str:
        if action.verb == resigning.VERB:
            return resigning.write(self.seats, Seat(action.unit))
        return f"play {action.unit}" if action.verb == "play" else action.verb

    def read(self, text: str) -> Do:
        if (seat := resigning.read(self.seats, text)) is not None:
            return self.resign(seat)
        verb, _, rest = text.partition(" ")
        if verb == "play" and rest.isdecimal() and 1 <= int(rest) <= CARDS:
            return Do("play", int(rest))
        if text not in WORDS:
            raise BadText(f"{text!r} is not an action", "TOY 1")
        return Do(text)

    def with_dice(self, state: State, given: tuple[int, ...]) -> State:
        return replace(state, dice=replace(state.dice, given=given))

    def dice_left(self, state: State) -> tuple[int, ...]:
        return state.dice.given

    def dice_made(self, state: State) -> int:
        return state.dice.n

    def broken(self, state: State) -> list[str]:
        seen = [*state.gone, *(card for hand in state.hands for card in hand)]
        return [] if len(seen) == len(set(seen)) else ["a card is in two places"]

    def write_situation(self, state: State) -> str:
        tables: dict[str, object] = {"game": self.code, "left": state.left}
        if state.frames:
            tables["asks"] = self.seats[state.frames[-1].seat]
        if state.resigned is not None:
            tables["resigned"] = self.seats[state.resigned]
        tables |= {"scores": state.scores, "gone": state.gone}
        if state.dice.given:
            tables["dice"] = state.dice.given
        if state.dice.n:
            tables["rolls"] = state.dice.n
        tables["hands"] = dict(zip(self.seats, state.hands, strict=True))
        return write_toml(tables)

    def read_situation(self, text: str, key: bytes) -> Step[State]:
        tables = read_toml(text)
        hands = tuple(tuple(tables["hands"][seat]) for seat in self.seats)
        for card in hands[0]:
            if card in hands[1]:
                raise BadText(
                    f"card {card} is held twice", "TOY 2", line_of(text, f"{card}", "hands", nth=-1)
                )
        asks = (Ask(Seat(self.seats.index(tables["asks"]))),) if "asks" in tables else ()
        dice = Dice(key, tables.get("rolls", 0), tuple(tables.get("dice", ())))
        gone, scores = tuple(tables["gone"]), tuple(tables["scores"])
        resigned = self.seats.index(tables["resigned"]) if "resigned" in tables else None
        return Step(State(asks, hands, gone, scores, tables["left"], dice, resigned), (), (), ())

    def data(self) -> tuple[Datum, ...]:
        return (Datum("cards", "count", f"{CARDS}", "house"),)

    def board(self) -> Board:
        return Board(10, 10, "<svg xmlns='http://www.w3.org/2000/svg'/>", ())

    def warnings(self, state: State, action: Do) -> tuple[str, ...]:
        return (resigning.meaning(self, Seat(action.unit)),) if action.verb == resigning.VERB else ()

    def about(self, state: State, unit: str, place: str) -> tuple[Do, ...]:
        return ()


GAME = Toy()
