"""7. Organization: flips, placement, reorganization, in this order."""

from collections.abc import Iterator

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import Space, spaces_of
from berlin.games.noretreat.board.tables import SEATS, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, FORM, RANGES, SIDE
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place, Reorganize
from berlin.games.noretreat.rules.cards.paying import pay, payable
from berlin.games.noretreat.rules.cards.windows import Window, play, play_refusal, plays
from berlin.games.noretreat.rules.citing import PLACE_RULES
from berlin.games.noretreat.rules.conditions import is_own, must
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.flips import FAMILIES, flip, flip_conditions, price
from berlin.games.noretreat.rules.na_berlin import EXTEND, Extend, can_extend, extend_refusal, open_extension
from berlin.games.noretreat.rules.placement import COMES_FROM, coming_limits, cost, limits, triggered
from berlin.games.noretreat.rules.points import gain
from berlin.games.noretreat.rules.question import DONE, Done, NoRetreatQuestion, Play, price_told
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
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.contract.words import counted, sentence
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, Narrowing, refuse, room, unless, within

FLIPS, PLACEMENT, REORGANIZATION = 0, 1, 2
STEPS = ("flip, place or reorganize units", "place or reorganize units", "reorganize units")
# Any act of this phase: for what a card is worth when it pays for one.
ANY_ACT = Flip(ALL_UNITS[0])
FLIPS_CLOSED = "the flip step is closed once placement has begun"
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


def place(d: Draft, unit: Unit, space: Space) -> None:
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
        return f"Organization: {STEPS[self.step]}, or finish"

    def still_asks(self, d: Draft) -> bool:
        return True

    def answers(self, d: Draft) -> list[Act]:
        seat = self.seat
        placed = self._placed(d)
        owing = any(_must_come(d, unit) for unit, _ in placed)
        found = self._flips(d)
        found += [Place(unit, space) for unit, board in placed for space in spaces_of(board)]
        worn = _disorganized(d, seat)
        found += [Reorganize(unit) for unit in within(worn, self._reorganize_limits(d, worn, owing))]
        found += plays(d, seat, "organization")
        # NAB 3.0c: the Axis may ask for the extension.
        if can_extend(d, seat):
            found.append(EXTEND)
        if not owing:
            found.append(DONE)
        return found

    def _flips(self, d: Draft) -> list[Act]:
        """Of the units on the map, while the step is open."""
        found: list[Unit] = []
        for family in FAMILIES[self.seat] if self.step == FLIPS else ():
            units = [unit for unit in family if d.where[unit] < SIZE]
            found += within(units, self._flip_conditions(d, family[0])) if units else []
        return [Flip(unit) for unit in sorted(found)]

    def _flip_conditions(self, d: Draft, unit: Unit) -> Iterator[Narrowing[Unit]]:
        """What a unit must be to be turned over, as this one and all of its family."""
        yield unless(self.step > FLIPS, "NR 4.organization", FLIPS_CLOSED)
        yield is_own(d, self.seat, "NR 4.organization")
        yield from flip_conditions(d, self.upgraded, unit)

        def paid(unit: Unit) -> Limit:
            return payable(d, self.seat, price(d, self.upgraded, unit), ANY_ACT)

        yield Condition(lambda unit: bool(paid(unit).allowed), "NR 5.pay", lambda unit: paid(unit).reason)

    def _placed(self, d: Draft) -> list[tuple[Unit, int]]:
        """Who can be placed, and where: of those in boxes from which units come, while the step is open."""
        waiting = [unit for unit in RANGES[self.seat] if d.where[unit] in COMES_FROM]
        waiting = waiting if self.step <= PLACEMENT else []
        found = ((unit, room(self._place_limits(d, unit))) for unit in waiting)
        return [(unit, board) for unit, board in found if board]

    def _place_limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        """What narrows where a unit may be placed."""
        yield unless(SIDE[unit] != self.seat, "NR 4.organization", f"{d.named(unit)} is not yours")
        yield unless(self.step > PLACEMENT, "NR 4.organization", "the placement step is closed")
        yield from coming_limits(d, unit)
        yield payable(d, self.seat, cost(d, unit), ANY_ACT)
        yield from limits(d, unit)

    def _reorganize_limits(self, d: Draft, worn: list[Unit], owing: bool) -> Iterator[Narrowing[Unit]]:
        """What a unit must be to be reorganized: one of the worn, and nobody else must be placed first."""
        told = "is no disorganized unit of yours on the map"
        yield must(d, worn.__contains__, "NR 7.disorganized", told)
        yield payable(d, self.seat, 1, ANY_ACT)
        yield unless(owing, PLACE_FIRST.rule, PLACE_FIRST.reason)

    def carry_out(self, d: Draft, act: Act) -> None:
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

    def when_paid(self, d: Draft, act: Act) -> None:
        match act:
            case Flip(unit):
                flip(d, unit)
            case Place(unit, space):
                place(d, unit, space)
            case Reorganize(unit):
                d.clear(unit, DISORGANIZED)
                d.say("place", f"{d.named(unit)} is reorganized", "NR 7.disorganized", data=(unit,))

    # Of units and places several rules decide, which are limits; of any other act a single one.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        match act:
            case Flip(unit):
                return refuse(self._flip_conditions(d, unit), unit)
            case Place(unit, space):
                return refuse(self._place_limits(d, unit), space)
            case Reorganize(unit):
                return refuse(self._reorganize_limits(d, _disorganized(d, self.seat), owing=True), unit)
            case Extend():
                return extend_refusal(d)
            case Done():
                return PLACE_FIRST
        told = f"the {SEATS[self.seat].capitalize()} side is organizing"
        return play_refusal(d, self.seat, "organization", act) or Refusal("NR 4.organization", told)

    def explain(self, d: Draft, act: Act) -> Explanation:
        match act:
            case Flip(unit):
                title = f"{sentence(d.named(unit))} is turned over"
                return price_told(title, price(d, self.upgraded, unit), "NR 5.use.discard")
            case Place(unit, space):
                title = f"{sentence(d.named(unit))} comes in at {place_name(space)}"
                return price_told(title, cost(d, unit), "NR 7.place.destroyed")
        return super().explain(d, act)

    def warnings(self, d: Draft, act: Act) -> tuple[str, ...]:
        if isinstance(act, Place) and (cards := cost(d, act.unit)):
            return (f"{d.named(act.unit)} costs {counted(cards, 'card')} [NR 7.place.destroyed]",)
        return super().warnings(d, act)


def _must_come(d: Draft, unit: Unit) -> bool:
    return triggered(unit) and d.where[unit] == REINFORCEMENTS


def _disorganized(d: Draft, seat: Seat) -> list[Unit]:
    return [unit for unit in RANGES[seat] if d.marks[unit] & DISORGANIZED and d.where[unit] < SIZE]
