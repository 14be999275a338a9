"""7. Organization: flips, placement, reorganization, in this order."""

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.names import sentence
from berlin.games.noretreat.board.tables import SEATS, SOVIET
from berlin.games.noretreat.board.units import FORM, RANGES, SIDE
from berlin.games.noretreat.rules.cards.paying import can_pay, cant_pay, pay
from berlin.games.noretreat.rules.cards.windows import Window, play, play_refusal, plays
from berlin.games.noretreat.rules.citing import PLACE_RULES
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.flips import flip, flip_refusal, price
from berlin.games.noretreat.rules.na_berlin import can_extend, extend_refusal, open_extension
from berlin.games.noretreat.rules.placement import cost, may_come, spaces, triggered, why_not
from berlin.games.noretreat.rules.points import gain
from berlin.games.noretreat.rules.question import NoRetreatQuestion, price_told
from berlin.games.noretreat.state.actions import (
    DONE,
    EXTEND,
    Action,
    Done,
    Extend,
    Flip,
    Place,
    Play,
    Reorganize,
)
from berlin.games.noretreat.state.state import (
    ASIDE,
    DESTROYED,
    DISORGANIZED,
    OUT,
    REINFORCEMENTS,
    SHATTERED,
    SIZE,
    SURRENDERED,
    Draft,
    place_name,
)
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Explanation, Refusal

FLIPS, PLACEMENT, REORGANIZATION = 0, 1, 2
STEPS = ("flip, place or reorganize units", "place or reorganize units", "reorganize units")
# Any act of this phase: for what a card is worth when it pays for one.
ANY_ACT = Flip(0)
FLIPS_CLOSED = Refusal("NR 4.organization", "the flip step is closed once placement has begun")
PLACE_FIRST = Refusal("NAB 13.0", "the units that an event has brought must be placed first")


def begin(d: Draft) -> None:
    seat = d.phasing
    d.frames.append(Organize(seat))
    d.frames.append(Window(OTHER[seat], "organization"))


def close(d: Draft) -> None:
    """Units that an event brought and that had nowhere to go are lost."""
    for unit in RANGES[d.phasing]:
        if d.where[unit] == REINFORCEMENTS and triggered(unit):
            d.marks[unit] = 0
            d.put(unit, OUT)
            d.say(
                "loss", f"{d.named(unit)} has nowhere to arrive and is lost", "NAB 13.0.Oil.q1", data=(unit,)
            )


def place(d: Draft, unit: int, space: int) -> None:
    box, before = d.where[unit], d.marks[unit]
    if box == ASIDE:
        gain(d, SOVIET, 1, "SS Panzer returns", "NAB 13.0.23c")
    elif box in (SHATTERED, DESTROYED, SURRENDERED):
        d.mark(unit, DISORGANIZED)
    enter(d, unit, space)
    if d.log is not None:
        rule = PLACE_RULES.get(box, "NR 7.place.reinf")
        d.say("place", f"{d.named(unit)} is placed in {place_name(space)}", rule, data=(unit, space))
    if box in (DESTROYED, SURRENDERED):
        d.frames.append(Window(OTHER[SIDE[unit]], "replaced", (unit, box, before)))


class Organize(NoRetreatQuestion, frozen=True, gc=False):
    """7: the Organization phase. Steps: 0 flips, 1 placement, 2 reorganization."""

    step: int = 0
    upgraded: int = 0

    acts = (Flip, Place, Reorganize, Play, Extend, Done)
    rule = "NR 4.organization"
    why = (
        "Here worn units are made good and new ones come in, much of it for cards: first turn over who "
        "should be stronger, then place who waits, since a step that is passed does not come back."
    )

    def prompt(self, d: Draft) -> str:
        return f"Organization: {STEPS[self.step]}, or say done"

    def still_asks(self, d: Draft) -> bool:
        return True

    def answers(self, d: Draft) -> list[Action]:
        seat, hand = self.seat, d.hands[self.seat]
        found: list[Action] = self._flips(d) if self.step == FLIPS else []
        owing = False
        if self.step <= PLACEMENT:
            for unit in self._comers(d):
                board = spaces(d, unit)
                owing = owing or (bool(board) and _must_come(d, unit))
                found += [Place(unit, space) for space in bits(board)]
        if hand:
            if not owing and can_pay(d, seat, 1, ANY_ACT):
                found += [Reorganize(unit) for unit in RANGES[seat] if _is_disorganized(d, unit)]
            found += plays(d, seat, "organization")
        # NAB 3.0c: the Axis may ask for the extension.
        if can_extend(d, seat):
            found.append(EXTEND)
        if not owing:
            found.append(DONE)
        return found

    def _flips(self, d: Draft) -> list[Action]:
        found: list[Action] = []
        for unit in RANGES[self.seat]:
            if d.where[unit] < SIZE and flip_refusal(d, self.upgraded, unit) is None:
                cards = price(d, self.upgraded, unit)
                if not cards or (d.hands[self.seat] and can_pay(d, self.seat, cards, ANY_ACT)):
                    found.append(Flip(unit))
        return found

    def _comers(self, d: Draft) -> list[int]:
        """Who can be placed, and paid for."""
        waiting = [unit for unit in RANGES[self.seat] if d.where[unit] >= SIZE and may_come(d, unit) is None]
        return [unit for unit in waiting if can_pay(d, self.seat, cost(d, unit), ANY_ACT)]

    def carry_out(self, d: Draft, act: Action) -> None:
        seat = self.seat
        match act:
            case Flip(unit):
                cards = price(d, self.upgraded, unit)
                if FORM[unit] == "upgrades" and not cards:
                    d.frames[-1] = replace(self, upgraded=self.upgraded + 1)
                pay(d, seat, cards, act)
            case Place(unit):
                d.frames[-1] = replace(self, step=PLACEMENT)
                pay(d, seat, cost(d, unit), act)
            case Reorganize():
                d.frames[-1] = replace(self, step=REORGANIZATION)
                pay(d, seat, 1, act)
            case Play():
                play(d, seat, "organization", act)
            case Extend():
                open_extension(d)
            case _:
                d.frames.pop()

    def when_paid(self, d: Draft, act: Action) -> None:
        match act:
            case Flip(unit):
                flip(d, unit)
            case Place(unit, space):
                place(d, unit, space)
            case Reorganize(unit):
                d.clear(unit, DISORGANIZED)
                d.say("place", f"{d.named(unit)} is reorganized", "NR 7.disorganized", data=(unit,))

    def refuse(self, d: Draft, act: Action) -> Refusal:
        match act:
            case Flip() if self.step > FLIPS:
                return FLIPS_CLOSED
            case Flip(unit) | Place(unit) if SIDE[unit] != self.seat:
                return Refusal("NR 4.organization", f"{d.named(unit)} is not yours")
            case Flip(unit):
                found = flip_refusal(d, self.upgraded, unit)
                return found or cant_pay(price(d, self.upgraded, unit))
            case Place(unit, space):
                return self._refuse_place(d, unit, space)
            case Reorganize(unit):
                if SIDE[unit] == self.seat and _is_disorganized(d, unit):
                    return PLACE_FIRST if can_pay(d, self.seat, 1, ANY_ACT) else cant_pay(1)
                told = f"{d.named(unit)} is no disorganized unit of yours on the map"
                return Refusal("NR 7.disorganized", told)
            case Extend():
                return extend_refusal(d)
            case Done():
                return PLACE_FIRST
        told = f"the {SEATS[self.seat].capitalize()} side is organizing"
        return play_refusal(d, self.seat, "organization", act) or Refusal("NR 4.organization", told)

    def explain(self, d: Draft, act: Action) -> Explanation:
        match act:
            case Flip(unit):
                title = f"{sentence(d.named(unit))} is turned over"
                return price_told(title, price(d, self.upgraded, unit), "NR 5.use.discard")
            case Place(unit, space):
                title = f"{sentence(d.named(unit))} comes in at {place_name(space)}"
                return price_told(title, cost(d, unit), "NR 7.place.destroyed")
        return super().explain(d, act)

    def warnings(self, d: Draft, act: Action) -> tuple[str, ...]:
        if isinstance(act, Place) and (cards := cost(d, act.unit)):
            return (f"{d.named(act.unit)} costs {cards} cards [NR 7.place.destroyed]",)
        return super().warnings(d, act)

    def _refuse_place(self, d: Draft, unit: int, space: int) -> Refusal:
        if self.step > PLACEMENT:
            return Refusal("NR 4.organization", "the placement step is closed")
        found = may_come(d, unit)
        if found is None and not can_pay(d, self.seat, cost(d, unit), ANY_ACT):
            return cant_pay(cost(d, unit))
        found = found or why_not(d, unit, space)
        assert found is not None
        return found


def _must_come(d: Draft, unit: int) -> bool:
    return triggered(unit) and d.where[unit] == REINFORCEMENTS


def _is_disorganized(d: Draft, unit: int) -> bool:
    return bool(d.marks[unit] & DISORGANIZED) and d.where[unit] < SIZE
