"""Cards 24 to 30."""

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import MAP
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import CADRE, FIXED, RANGES, SIDE
from berlin.games.noretreat.rules.cards.hand import discard
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.rules.combat.losses import Lose, lose_step
from berlin.games.noretreat.rules.conditions import is_no_fort, is_on_map, lacks
from berlin.games.noretreat.rules.events.choosing import Asking, AsksSpace, AsksUnit, At, Pick, Say
from berlin.games.noretreat.rules.events.common import reroll, result_so_far
from berlin.games.noretreat.rules.events.midwar import FROM_1944
from berlin.games.noretreat.rules.events.patterns import Blows, Certain, ColumnLeft, FreeSteps, StandFast
from berlin.games.noretreat.rules.events.registry import Event, event
from berlin.games.noretreat.rules.points import gain
from berlin.games.noretreat.rules.question import PASS, Discard
from berlin.games.noretreat.state.state import (
    ATTACKED,
    BACK,
    BIT,
    DISORGANIZED,
    RAIL,
    SHATTERED,
    SIZE,
    UNSUPPLIED,
    Draft,
    Force,
    place_name,
)
from berlin.games.noretreat.state.words import WAY
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Modifier, Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, Narrowing


@event(24, AXIS)
class HoldAtAllCosts(StandFast):
    pass


@event(24, SOVIET)
class WesternOffensive(AsksUnit):
    """The Axis discards two cards, or one and loses a step."""

    enemy, act = True, Lose
    FIRST, SECOND = 0, 1

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.frames.append(Pick(AXIS, self.code, self.FIRST if d.hands[AXIS] else self.SECOND))

    def question(self, d: Draft, frame: Pick) -> str:
        if frame.step == self.FIRST:
            return "which card is discarded?"
        return "which card is discarded, or which unit loses a step?"

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        found: list[Act] = [Discard(card) for card in cards(d.deck, d.hands[AXIS])]
        if frame.step == self.SECOND:
            found += [Lose(unit) for unit in self.units(d)]
        return found or [PASS]

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        """A step could be sent west: the unit can move, and a way leads home."""
        return (
            is_on_map(d, self.rule),
            is_no_fort(d, self.rule, "is a fort and never moves"),
            lacks(d, UNSUPPLIED, self.rule, "is out of supply"),
        )

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        match action:
            case Discard(card):
                discard(d, AXIS, card, " to the west", self.rule)
                if frame.step == self.FIRST:
                    d.frames.append(Pick(AXIS, self.code, self.SECOND))
            case Lose(unit):
                lose_step(d, unit)


@event(25, AXIS)
class ErsatzUnits(Event):
    """Two cadres go to the Rail box."""

    NUMBER = 2

    def _cadres(self, d: Draft) -> list[Unit]:
        off = [u for u in RANGES[AXIS] if CADRE[u] and d.where[u] >= SIZE and d.where[u] != RAIL]
        # Those that would come back by themselves come last.
        return sorted(off, key=lambda unit: d.where[unit] == SHATTERED)[: self.NUMBER]

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if self._cadres(d) else self.no("every cadre is in play")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        for unit in self._cadres(d):
            d.marks[unit] = 0
            d.put(unit, RAIL)
            d.say("arrival", f"{d.named(unit)} is in the Rail box", self.rule, data=(unit,))


@event(25, SOVIET)
class RedOrchestra(Asking):
    """Look at the Axis hand and discard one card of it."""

    asks = "which card of the Axis hand is discarded?"

    reveals = True

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if d.hands[AXIS]:
            d.frames.append(Pick(seat, self.code))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [Discard(card) for card in cards(d.deck, d.hands[AXIS])]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Discard)
        discard(d, AXIS, action.card, ", betrayed", self.rule)


@event(26, AXIS)
class MobileDefense(Blows):
    pass


@event(27, AXIS)
class RiverCrossing(Asking):
    """No river shift, and a - may be rolled again."""

    asks = "is the die rolled again?"

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.join(d)

    def drops(self, d: Draft, battle: Battle, force: Force) -> frozenset[str]:
        return frozenset(("river",))

    def rolled(self, d: Draft, force: Force) -> None:
        if result_so_far(d) == "-":
            d.frames.append(Pick(AXIS, self.code))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [Say(WAY["yes"]), Say(WAY["no"])]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if action == Say(WAY["yes"]):
            reroll(d, self.rule)


@event(27, SOVIET)
class Konev(Certain):
    pass


@event(28, AXIS)
class SovietSnafu(ColumnLeft):
    pass


@event(28, SOVIET)
class Katyushas(Event):
    """One shift right in a Soviet attack, two from 1944."""

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        return (Modifier(2 if d.turn >= FROM_1944 else 1, self.half.name, self.rule),)


@event(29, AXIS)
class Model(Event):
    """All Axis units that defend in one battle count double."""

    def strength(self, d: Draft, battle: Battle, force: Force, unit: Unit, value: int) -> int:
        return 2 * value if SIDE[unit] == AXIS and battle.seat == SOVIET else value


@event(29, SOVIET)
class WaveAssault(AsksSpace):
    """One attack more at the end of the phase, by whoever can."""

    asks = "which space is attacked once more?"
    nothing = "nobody can be attacked"

    def limits(self, d: Draft, data: tuple[int, ...]) -> tuple[Limit, ...]:
        fronts = 0
        for unit in RANGES[SOVIET]:
            marks = d.marks[unit]
            if d.where[unit] < SIZE and not marks & DISORGANIZED and not FIXED[marks & BACK][unit]:
                fronts |= BIT[d.where[unit]]
        return (
            self.limit(d.occupied(AXIS), "no Axis unit is there"),
            self.limit(MAP.neighbours(fronts), "no unit that may attack is next to it"),
        )

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if any(force.code == self.code for force in d.forces):
            return self.no("once a phase, no more")
        return super().refuse(d, seat, moment, way)

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, At)
        self.last(d, d.stage)
        for unit in RANGES[SOVIET]:
            d.marks[unit] &= ~ATTACKED
        d.frames.append(BattleQuestion(frame.seat, action.space))
        d.say("battle", f"one more battle for {place_name(action.space)}", self.rule, data=(action.space,))


@event(30, AXIS)
class LastReserves(FreeSteps):
    """It costs the Axis a point."""

    steps = 2

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        super().play(d, seat, moment, way)
        gain(d, SOVIET, 1, self.half.name, self.rule)


@event(30, SOVIET)
class Yeremenko(ColumnLeft):
    pass
