"""The toy game with sealed bids: now and then both seats answer at once, and neither reads the other's answer
before his own is in."""

from collections.abc import Mapping
from random import Random

import toy
from msgspec.structs import asdict, replace
from toy import Ask, Do, Toy

from berlin.kernel.contract.events import EVERYBODY, Event
from berlin.kernel.contract.game import BadText, Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal, Refused
from berlin.kernel.contract.scene import Card, Choice, Prompt, Scene
from berlin.kernel.play import resigning

HIGHEST = 3
EVERY = 3
PROMPT = "What do you bid, unseen?"


class Bids(Ask, frozen=True):
    """What does each seat bid? 0: it has not said yet. `seat` goes on afterwards."""

    bids: tuple[int, ...] = (0, 0)


class State(toy.State, frozen=True):
    frames: tuple[Ask | Bids, ...]


class View(toy.View, frozen=True):
    after: int
    bids: tuple[bool, ...]
    bid: int


class Sealed(Toy):
    cover = replace(Toy.cover, code="sealed", title="Nine Cards and Sealed Bids")
    state_type: type[toy.State] = State
    view_type: type[toy.View] = View

    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[toy.State]:
        step = super().start(scenario, key, options)
        return replace(step, state=State(**asdict(step.state)))

    def deciders(self, state: toy.State) -> tuple[Seat, ...]:
        bids = self.open_bids(state)
        return (
            tuple(seat for seat in self.everybody if not bids.bids[seat]) if bids else super().deciders(state)
        )

    def open_bids(self, state: toy.State) -> Bids | None:
        top = state.frames[-1] if state.frames else None
        return top if isinstance(top, Bids) else None

    def legal(self, state: toy.State, unit: int | None = None, seat: int | None = None) -> list[Do]:
        if not self.open_bids(state):
            return super().legal(state, unit, seat)
        asked = [one for one in self.deciders(state) if seat in (None, one)]
        bids = [n for n in range(1, HIGHEST + 1) if unit in (None, n)]
        return [Do(f"{self.seats[one]} bids", n) for one in asked for n in bids]

    def apply(self, state: toy.State, action: Do) -> Step[toy.State]:
        if refusal := self.why_not(state, action):
            raise Refused(refusal)
        if action.verb == resigning.VERB:
            return super().apply(state, action)
        if bids := self.open_bids(state):
            return self.bid(state, bids, action)
        step = super().apply(state, action)
        after = step.state
        if not after.left or after.left % EVERY:
            return step
        return replace(step, state=replace(after, frames=(Bids(after.frames[-1].seat),)))

    def bid(self, state: toy.State, bids: Bids, action: Do) -> Step[toy.State]:
        name = action.verb.partition(" ")[0]
        seat = self.seats.index(name)
        made = tuple(action.unit if n == seat else bid for n, bid in enumerate(bids.bids))
        own = Event(
            "bid", f"{name} bids {action.unit}", ("TOY 5",), (action.unit,), Seat(seat), f"{name} has bid"
        )
        if not all(made):
            return Step(replace(state, frames=(Bids(bids.seat, made),)), (own,), (), ())
        told = ", ".join(f"{self.seats[n]} {bid}" for n, bid in enumerate(made))
        scores = tuple(score + bid for score, bid in zip(state.scores, made, strict=True))
        opened = Event("bids", f"the bids are {told}", ("TOY 5",), made, EVERYBODY)
        return Step(replace(state, scores=scores, frames=(Ask(bids.seat),)), (own, opened), (), ())

    def why_not(self, state: toy.State, action: Do) -> Refusal | None:
        bids = self.open_bids(state)
        if action.verb == resigning.VERB:
            return super().why_not(state, action)
        if action in self.legal(state):
            return None
        if not bids:
            late = Refusal("TOY 5", "nobody bids now")
            return late if action.verb.endswith("bids") else super().why_not(state, action)
        # A refusal may say whatever the state holds: whom it is told is not the game's affair.
        return Refusal("TOY 5", f"the bids are {bids.bids[0]} and {bids.bids[1]} so far")

    def prompt(self, state: toy.State) -> Prompt | None:
        if not self.open_bids(state):
            return super().prompt(state)
        return Prompt(self.deciders(state)[0], PROMPT, "TOY 5")

    def view(self, state: toy.State, seat: Seat | None) -> View:
        seen, bids = super().view(state, seat), self.open_bids(state)
        after = state.frames[-1].seat if state.frames else 0
        made = tuple(bool(bid) for bid in bids.bids) if bids else ()
        own = bids.bids[seat] if bids and seat is not None else 0
        return View(**asdict(seen), after=after, bids=made, bid=own)

    def scene(self, view: toy.View) -> Scene:
        assert isinstance(view, View)
        shown = super().scene(view)
        if not view.bids:
            return shown
        own = tuple(Choice(self.write(one), "bid") for one in self.answers(view))
        backs = tuple(
            Card(Seat(seat), f"bid {view.bid}" if seat == view.seat else "a bid")
            for seat, made in enumerate(view.bids)
            if made
        )
        asked = Prompt(view.asked[0], PROMPT, "TOY 5")
        return replace(shown, cards=shown.cards + backs, prompt=asked, choices=own)

    def answers(self, view: View) -> list[Do]:
        """What the seat of this view may bid, if it has not yet."""
        if view.seat is None or view.seat not in view.asked:
            return []
        return [Do(f"{self.seats[view.seat]} bids", n) for n in range(1, HIGHEST + 1)]

    def imagine(self, view: toy.View, rng: Random) -> toy.State:
        assert isinstance(view, View)
        world = State(**asdict(super().imagine(view, rng)))
        if not view.bids:
            return world
        made = tuple(
            0 if not bid else view.bid if seat == view.seat else rng.randint(1, HIGHEST)
            for seat, bid in enumerate(view.bids)
        )
        return replace(world, frames=(Bids(Seat(view.after), made),))

    def write(self, action: Do) -> str:
        return f"{action.verb} {action.unit}" if action.verb.endswith("bids") else super().write(action)

    def read(self, text: str) -> Do:
        name, _, rest = text.partition(" bids ")
        if not rest:
            return super().read(text)
        if name in self.seats and rest.isdecimal() and 1 <= int(rest) <= HIGHEST:
            return Do(f"{name} bids", int(rest))
        raise BadText(f"{text!r} is not a bid", "TOY 5")


GAME = Sealed()
