"""What several events have in common; their own classes say the rest."""

from abc import ABC, abstractmethod
from typing import ClassVar

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.board.tables import AXIS, COLUMNS, SOVIET, TURNS
from berlin.games.noretreat.board.units import FORM, RANGES, REBUILT, STATUS
from berlin.games.noretreat.rules.cards.hand import draw, reshuffle, spend
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.combat.battle import Battle, battle_of
from berlin.games.noretreat.rules.combat.losses import lose_among
from berlin.games.noretreat.rules.combat.reckoning import defenders, final
from berlin.games.noretreat.rules.combat.targets import Countering, counterable, free_markers
from berlin.games.noretreat.rules.events.common import (
    change_result,
    may_shift,
    moves,
    refuse_move,
    reroll,
    shift_after_roll,
)
from berlin.games.noretreat.rules.events.registry import Asking, Event, Pick
from berlin.games.noretreat.rules.flips import flip, undo_replacement
from berlin.games.noretreat.rules.movement import go
from berlin.games.noretreat.rules.organization import FLIPS, PLACEMENT, Organize, place
from berlin.games.noretreat.rules.placement import spaces
from berlin.games.noretreat.rules.points import gain
from berlin.games.noretreat.rules.supply import overland
from berlin.games.noretreat.rules.victory import Doom
from berlin.games.noretreat.rules.zones import ezoc
from berlin.games.noretreat.state.actions import DONE, PASS, Action, Choose, Discard, Flip, Move, Place
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
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal

LOST = (SHATTERED, DESTROYED, SURRENDERED)

# In battle.


class Reroll(Event):
    """Force one re-roll of a combat die just rolled."""

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        reroll(d, self.rule)


class ColumnLeft(Event):
    """After the roll: one column left, with the same die."""

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        shift_after_roll(d, -1)


class AttackBack(Event):
    """The result becomes a CA that the defenders must make."""

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        change_result(d, "CA!")


class StandFast(Event):
    """In this combat phase all DR become EX."""

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        self.last(d, d.stage)

    def converts(self, d: Draft, battle: Battle, force: Force, result: str) -> str:
        return "EX" if result == "DR" else result


class Certain(Event):
    """An attack at final odds of 2:1 or better is a DR, without a roll."""

    LEAST = COLUMNS.index("2:1")

    def refuse(self, d: Draft, seat: int, moment: str, way: str) -> Refusal | None:
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

    def hit(self, d: Draft, battle: Battle, side: int) -> None:
        units = battle.units if side == battle.seat else tuple(defenders(d, battle))
        lose_among(d, side, units)


# In a combat phase.


class Blows(Event):
    """Lay counterblows without discards."""

    number = 2

    def refuse(self, d: Draft, seat: int, moment: str, way: str) -> Refusal | None:
        if free_markers(d, seat) > 0 and counterable(d, seat):
            return None
        return self.no("no counterblow can be laid")

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        frame = d.frames[-1]
        assert isinstance(frame, Countering)
        d.frames[-1] = Countering(Seat(seat), frame.free + self.number)


class Quota(Event):
    """A side draws or is ordered: so many attacks in its next combat phase, or it loses points."""

    side: int
    attacks = 4
    points: int
    drawn = 0
    weathers: ClassVar[tuple[str, ...]] = ()

    def refuse(self, d: Draft, seat: int, moment: str, way: str) -> Refusal | None:
        if self.weathers and d.weather.key not in self.weathers:
            return self.no(f"it is not played in {d.weather.name}")
        return None

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        self.last(d, FIRST_STAGE[self.side] + COMBAT)
        draw(d, seat, self.drawn)

    def lapse(self, d: Draft, force: Force) -> None:
        if d.attacks < self.attacks:
            why = f"{self.half.name}, {d.attacks} of {self.attacks} attacks"
            gain(d, 1 - self.side, self.points, why, self.rule)


# In Organization.


def organizing(d: Draft) -> Organize:
    """The Organization phase that is going on."""
    return next(frame for frame in reversed(d.frames) if isinstance(frame, Organize))


def boxed(d: Draft, side: int, *boxes: int) -> list[int]:
    """The units of a side in these boxes that are ever rebuilt."""
    return [unit for unit in RANGES[side] if d.where[unit] in boxes and REBUILT[unit]]


class FreeSteps(Asking):
    """Replacement steps without cards: reduced units flip, or lost ones return."""

    asks = "which unit is replaced? Say done for none"

    steps = 1

    def refuse(self, d: Draft, seat: int, moment: str, way: str) -> Refusal | None:
        return None if self._choices(d, seat) else self.no("there is nothing to replace")

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        d.frames.append(Pick(Seat(seat), self.code, self.steps))

    def _choices(self, d: Draft, seat: int) -> list[Action]:
        step, found = organizing(d).step, list[Action]()
        if step == FLIPS:
            found += [Flip(unit) for unit in _reduced(d, seat)]
        if step <= PLACEMENT:
            for unit in boxed(d, seat, DESTROYED, SURRENDERED):
                found += [Place(unit, space) for space in bits(spaces(d, unit))]
        return found

    def options(self, d: Draft, frame: Pick) -> list[Action]:
        return [*self._choices(d, frame.seat), DONE]

    def chosen(self, d: Draft, frame: Pick, action: Action) -> None:
        if action != DONE and frame.step > 1:
            d.frames.append(replace(frame, step=frame.step - 1))
        if isinstance(action, Flip):
            flip(d, action.unit)
        elif isinstance(action, Place):
            at = d.frames.index(organizing(d))
            d.frames[at] = replace(organizing(d), step=PLACEMENT)
            place(d, action.unit, action.space)


def _reduced(d: Draft, seat: int) -> list[int]:
    """The units that a replacement step would turn over."""
    board = overland(d, seat) & ~ezoc(d, seat)
    found = [u for u in RANGES[seat] if board >> d.where[u] & 1 and not d.marks[u] & FLIPPED]
    if seat == AXIS:
        return [u for u in found if d.marks[u] & BACK and STATUS[u] == "regular"]
    armies = TURNS[d.turn].soviet_steps > 1
    return [u for u in found if armies and FORM[u] == "upgrades" and not d.marks[u] & BACK]


class ToRail(Asking):
    """Lost units go to the Rail box, on their early side."""

    asks = "which lost unit goes to the Rail box? Say done for none"

    most: int

    def refuse(self, d: Draft, seat: int, moment: str, way: str) -> Refusal | None:
        return None if boxed(d, seat, *LOST) else self.no("no unit is Shattered, Destroyed or Surrendered")

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        d.frames.append(Pick(Seat(seat), self.code, self.most))

    def options(self, d: Draft, frame: Pick) -> list[Action]:
        return [*(Choose(unit) for unit in boxed(d, frame.seat, *LOST)), DONE]

    def chosen(self, d: Draft, frame: Pick, action: Action) -> None:
        if isinstance(action, Choose):
            d.marks[action.unit] = 0
            d.put(action.unit, RAIL)
            d.say("place", f"{d.named(action.unit)} goes to the Rail box", self.rule, data=(action.unit,))
            if frame.step > 1:
                d.frames.append(replace(frame, step=frame.step - 1))


class TakenBack(Event):
    """A replacement just made is undone; what it cost stays lost."""

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        frame = d.frames.pop()
        assert isinstance(frame, Window)
        unit, box, marks = frame.data
        undo_replacement(d, unit, box, marks)
        d.say("card", f"{d.named(unit)} is not replaced", self.rule, data=(unit,))


# At the end of Movement.


class March(Asking):
    """Some units not in enemy zones move outside their Movement phase."""

    asks = "which units move? Say done when all have"

    points: int
    most = 99

    def fit(self, d: Draft, unit: int) -> bool:
        return True

    def _units(self, d: Draft, seat: int) -> list[int]:
        return [unit for unit in RANGES[seat] if may_shift(d, seat, unit) and self.fit(d, unit)]

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        for unit in RANGES[seat]:
            d.marks[unit] &= ~MOVED
        d.frames.append(Pick(Seat(seat), self.code, self.most))

    def options(self, d: Draft, frame: Pick) -> list[Action]:
        return moves(d, self._units(d, frame.seat), self.points)

    def chosen(self, d: Draft, frame: Pick, action: Action) -> None:
        if isinstance(action, Move):
            if frame.step > 1:
                d.frames.append(replace(frame, step=frame.step - 1))
            go(d, action.unit, action.space, action.via, self.points)

    def refuse_answer(self, d: Draft, frame: Pick, action: Action) -> Refusal:
        return refuse_move(d, self._units(d, frame.seat), action, self.points, self.rule)


# In the piles.


class Reshuffle(Event):
    """Draw pile and discards are shuffled together."""

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        reshuffle(d)


class KeepOne(Asking):
    """Cancel a sudden-death check; or draw two cards and keep one of them."""

    asks = "which of the two new cards is discarded?"
    ways = ("cancel", "draw")

    def refuse(self, d: Draft, seat: int, moment: str, way: str) -> Refusal | None:
        if (way == "cancel") != (moment == "sudden"):
            return self.no("it cancels a sudden-death check, or draws in the own Card Phase")
        return None

    def play(self, d: Draft, seat: int, moment: str, way: str) -> None:
        if way == "cancel":
            frame = d.frames.pop()
            assert isinstance(frame, Doom)
            d.say("card", "the sudden-death check is cancelled", self.rule)
        else:
            d.drawn &= ~d.hands[seat]
            d.frames.append(Pick(Seat(seat), self.code))
            draw(d, seat, 2)

    def _new(self, d: Draft, frame: Pick) -> list[int]:
        return cards(d.deck, d.hands[frame.seat] & d.drawn)

    def options(self, d: Draft, frame: Pick) -> list[Action]:
        found: list[Action] = [Discard(card) for card in self._new(d, frame)]
        return found if len(found) > 1 else [PASS]

    def chosen(self, d: Draft, frame: Pick, action: Action) -> None:
        if isinstance(action, Discard):
            spend(d, frame.seat, action.card)
            d.say("discard", f"{card_name(action.card, frame.seat)} is discarded", self.rule)
