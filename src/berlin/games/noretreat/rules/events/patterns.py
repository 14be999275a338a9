"""What several events have in common; their own classes say the rest."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import Space
from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.board.tables import AXIS, COLUMNS, SOVIET, TURNS
from berlin.games.noretreat.board.units import FORM, RANGES, REBUILT, STATUS
from berlin.games.noretreat.rules.cards.hand import draw, reshuffle, spend
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.combat.battle import Battle, battle_of
from berlin.games.noretreat.rules.combat.losses import lose_among
from berlin.games.noretreat.rules.combat.reckoning import defenders, final
from berlin.games.noretreat.rules.combat.targets import Countering, counterable, free_markers
from berlin.games.noretreat.rules.conditions import is_own, lacks, must, stands_in
from berlin.games.noretreat.rules.events.choosing import Asking, AsksPlace, AsksUnit, Choose, Pick
from berlin.games.noretreat.rules.events.common import (
    change_result,
    moves,
    refuse_move,
    reroll,
    shift_after_roll,
    shift_conditions,
)
from berlin.games.noretreat.rules.events.registry import Event
from berlin.games.noretreat.rules.flips import flip, undo_replacement
from berlin.games.noretreat.rules.movement import Move, go
from berlin.games.noretreat.rules.organization import FLIPS, FLIPS_CLOSED, PLACEMENT, Organize, place
from berlin.games.noretreat.rules.placement import limits
from berlin.games.noretreat.rules.points import gain
from berlin.games.noretreat.rules.question import DONE, PASS, Discard
from berlin.games.noretreat.rules.supply import overland
from berlin.games.noretreat.rules.victory import Doom
from berlin.games.noretreat.rules.zones import ezoc
from berlin.games.noretreat.state.state import (
    BACK,
    COMBAT,
    DESTROYED,
    FIRST_STAGE,
    FLIPPED,
    MOVED,
    RAIL,
    SHATTERED,
    SURRENDERED,
    Draft,
    Force,
)
from berlin.kernel.contract.ids import OTHER, Card, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, Narrowing, refuse, unless, within

ELIMINATED = (DESTROYED, SURRENDERED)
LOST = (SHATTERED, *ELIMINATED)

# In battle.


class Reroll(Event):
    """Force one re-roll of a combat die just rolled."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        reroll(d, self.rule)


class ColumnLeft(Event):
    """After the roll: one column left, with the same die."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        shift_after_roll(d, -1)


class AttackBack(Event):
    """The result becomes a CA that the defenders must make."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        change_result(d, "CA!")


class StandFast(Event):
    """In this combat phase all DR become EX."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.last(d, d.stage)

    def converts(self, d: Draft, battle: Battle, force: Force, result: str) -> str:
        return "EX" if result == "DR" else result


class Certain(Event):
    """An attack at final odds of 2:1 or better is a DR, without a roll."""

    LEAST = COLUMNS.index("2:1")

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if final(d, battle_of(d)) < self.LEAST:
            return self.no("the final odds are below 2:1")
        return None

    def foretold(self, d: Draft, battle: Battle, force: Force) -> str:
        return "DR" if final(d, battle) >= self.LEAST else ""

    def replaces(self, d: Draft, battle: Battle, force: Force) -> str:
        return self.foretold(d, battle, force)


class Duel(Event, ABC):
    """Instead of combat both sides roll, and the lower loses a step."""

    def replaces(self, d: Draft, battle: Battle, force: Force) -> str:
        axis = d.die("duel", f"{self.half.name}, Axis", self.rule)
        soviet = d.die("duel", f"{self.half.name}, Soviet", self.rule)
        if axis == soviet:
            return self.tie(d, battle)
        self.hit(d, battle, AXIS if axis < soviet else SOVIET)
        return "over"

    @abstractmethod
    def tie(self, d: Draft, battle: Battle) -> str: ...

    def hit(self, d: Draft, battle: Battle, side: Seat) -> None:
        units = battle.units if side == battle.seat else tuple(defenders(d, battle))
        lose_among(d, side, units)


# In a combat phase.


class Blows(Event):
    """Lay counterblows without discards."""

    number = 2

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if free_markers(d, seat) > 0 and counterable(d, seat):
            return None
        return self.no("no counterblow can be laid")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        frame = d.frames[-1]
        assert isinstance(frame, Countering)
        d.frames[-1] = Countering(seat, frame.free + self.number)


class Quota(Event):
    """A side draws or is ordered: so many attacks in its next combat phase, or it loses points."""

    side: Seat
    attacks = 4
    points: int
    drawn = 0
    weathers: ClassVar[tuple[str, ...]] = ()

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if self.weathers and d.weather.key not in self.weathers:
            return self.no(f"it is not played in {d.weather.name}")
        return None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.last(d, FIRST_STAGE[self.side] + COMBAT)
        draw(d, seat, self.drawn)

    def lapse(self, d: Draft, force: Force) -> None:
        if d.attacks < self.attacks:
            why = f"{self.half.name}, {d.attacks} of {self.attacks} attacks"
            gain(d, OTHER[self.side], self.points, why, self.rule)


# In Organization.


def organizing(d: Draft) -> Organize:
    """The Organization phase that is going on."""
    return next(frame for frame in reversed(d.frames) if isinstance(frame, Organize))


def is_boxed(d: Draft, unit: Unit, boxes: tuple[Space, ...]) -> bool:
    """In one of these boxes, and ever rebuilt."""
    return d.where[unit] in boxes and REBUILT[unit]


class FreeSteps(AsksPlace):
    """Replacement steps without cards: reduced units flip, or lost ones return."""

    asks = "which unit is replaced? Finish if none is"
    nothing = "there is nothing to replace"

    steps = 1

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if self._choices(d) else self.no(self.nothing)

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.frames.append(Pick(seat, self.code, self.steps))

    def flip_conditions(self, d: Draft) -> tuple[Narrowing[Unit], ...]:
        """What a unit must be for a replacement step to turn it over."""
        seat, rule = self.half.side, self.rule
        step: tuple[Narrowing[Unit], ...] = (
            unless(organizing(d).step > FLIPS, "NR 4.organization", FLIPS_CLOSED),
            is_own(d, seat, rule),
            stands_in(d, overland(d, seat), rule, "has no overland supply"),
            stands_in(d, ~ezoc(d, seat), rule, "is in an enemy zone of control"),
            lacks(d, FLIPPED, rule, "was turned over in this turn"),
        )
        if seat == AXIS:
            return (
                *step,
                must(d, lambda unit: bool(d.marks[unit] & BACK), rule, "is at full strength"),
                must(d, lambda unit: STATUS[unit] == "regular", rule, "takes no replacements"),
            )
        return (
            *step,
            unless(TURNS[d.turn].soviet_steps < 2, "NR 7.flip.soviet", "armies have a single step yet"),
            must(d, lambda unit: FORM[unit] == "upgrades", rule, "takes no replacements"),
            lacks(d, BACK, rule, "is at full strength"),
        )

    def unit_limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        yield unless(organizing(d).step > PLACEMENT, "NR 4.organization", "the placement step is closed")
        yield unless(not is_boxed(d, unit, ELIMINATED), self.rule, f"{d.named(unit)} is no lost unit")
        yield from limits(d, unit)

    def _choices(self, d: Draft) -> list[Act]:
        flips = within(RANGES[self.half.side], self.flip_conditions(d))
        return [*(Flip(unit) for unit in flips), *self.places(d)]

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [*self._choices(d), DONE]

    def refuse_answer(self, d: Draft, frame: Pick, action: Act) -> Refusal:
        if isinstance(action, Flip):
            return refuse(self.flip_conditions(d), action.unit)
        return super().refuse_answer(d, frame, action)

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if action != DONE and frame.step > 1:
            d.frames.append(replace(frame, step=frame.step - 1))
        if isinstance(action, Flip):
            flip(d, action.unit)
        elif isinstance(action, Place):
            at = d.frames.index(organizing(d))
            d.frames[at] = replace(organizing(d), step=PLACEMENT)
            place(d, action.unit, action.space)


class ToRail(AsksUnit):
    """Lost units go to the Rail box, on their early side."""

    asks = "which lost unit goes to the Rail box? Finish if none does"
    nothing = "no unit is Shattered, Destroyed or Surrendered"

    most: int

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        return (
            must(d, lambda unit: d.where[unit] in LOST, self.rule, "is no lost unit"),
            must(d, lambda unit: REBUILT[unit], "NR 7.place.never", "is never rebuilt"),
        )

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.frames.append(Pick(seat, self.code, self.most))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [*super().options(d, frame), DONE]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if isinstance(action, Choose):
            d.marks[action.unit] = 0
            d.put(action.unit, RAIL)
            d.say("place", f"{d.named(action.unit)} goes to the Rail box", self.rule, data=(action.unit,))
            if frame.step > 1:
                d.frames.append(replace(frame, step=frame.step - 1))


class TakenBack(Event):
    """A replacement just made is undone; what it cost stays lost."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        frame = d.frames.pop()
        assert isinstance(frame, Window)
        unit, box, marks = Unit(frame.data[0]), Space(frame.data[1]), frame.data[2]
        undo_replacement(d, unit, box, marks)
        d.say("effect", f"{d.named(unit)} is not replaced", self.rule, data=(unit,))


# At the end of Movement.


class March(Asking):
    """Some units not in enemy zones move outside their Movement phase."""

    asks = "which units move? Finish when all have"

    points: int
    most = 99

    def fit(self, d: Draft) -> tuple[Condition[Unit], ...]:
        """What a unit must be besides."""
        return ()

    def conditions(self, d: Draft, seat: Seat) -> tuple[Condition[Unit], ...]:
        return (*shift_conditions(d, seat, self.rule), *self.fit(d))

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        for unit in RANGES[seat]:
            d.marks[unit] &= ~MOVED
        d.frames.append(Pick(seat, self.code, self.most))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        units = within(RANGES[frame.seat], self.conditions(d, frame.seat))
        return moves(d, units, self.points)

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if isinstance(action, Move):
            if frame.step > 1:
                d.frames.append(replace(frame, step=frame.step - 1))
            go(d, action.unit, action.space, action.via, self.points)

    def refuse_answer(self, d: Draft, frame: Pick, action: Act) -> Refusal:
        if isinstance(action, Move):
            return refuse_move(d, self.conditions(d, frame.seat), action, self.points)
        return self.no("move units by this card, or finish")


# In the piles.


class Reshuffle(Event):
    """Draw pile and discards are shuffled together."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        reshuffle(d)


class KeepOne(Asking):
    """Cancel a sudden-death check; or draw two cards and keep one of them."""

    asks = "which of the two new cards is discarded?"
    ways = ("cancel", "draw")

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if (way == "cancel") != (moment == "sudden"):
            return self.no("it cancels a sudden-death check, or draws in the own Card Phase")
        return None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if way == "cancel":
            frame = d.frames.pop()
            assert isinstance(frame, Doom)
            d.say("card", "the sudden-death check is cancelled", self.rule)
        else:
            d.drawn &= ~d.hands[seat]
            d.frames.append(Pick(seat, self.code))
            draw(d, seat, 2)

    def _new(self, d: Draft, frame: Pick) -> list[Card]:
        return cards(d.deck, d.hands[frame.seat] & d.drawn)

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        found: list[Act] = [Discard(card) for card in self._new(d, frame)]
        return found if len(found) > 1 else [PASS]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if isinstance(action, Discard):
            spend(d, frame.seat, action.card)
            told = f"{card_name(action.card, frame.seat)} is discarded"
            d.say("discard", told, self.rule, data=(action.card, frame.seat))
