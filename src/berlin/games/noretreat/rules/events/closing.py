"""Cards 37 to 44."""

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import CONTROLLED, GRID
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TURNS
from berlin.games.noretreat.board.units import ALLIED, ARMOR
from berlin.games.noretreat.rules.cards.hand import discard, draw
from berlin.games.noretreat.rules.combat.battle import Battle, battle_of
from berlin.games.noretreat.rules.combat.losses import Lose, eliminate
from berlin.games.noretreat.rules.conditions import is_on_map, must
from berlin.games.noretreat.rules.events.choosing import AsksSpace, AsksUnit, At, Pick
from berlin.games.noretreat.rules.events.common import result_so_far
from berlin.games.noretreat.rules.events.patterns import (
    AttackBack,
    Blows,
    Certain,
    Duel,
    FreeSteps,
    KeepOne,
    March,
    Reroll,
    Reshuffle,
)
from berlin.games.noretreat.rules.events.registry import Event, event
from berlin.games.noretreat.rules.question import DONE, Discard
from berlin.games.noretreat.rules.zones import ezoc
from berlin.games.noretreat.state.state import BACK, Draft, Force, place_name
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Modifier, Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, Narrowing, outside


@event(37, AXIS)
class Guderian(Certain):
    """Not on a city."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if d.cities >> battle_of(d).space & 1:
            return self.no("the attack is on a city")
        return super().refuse(d, seat, moment, way)


@event(37, SOVIET)
class RussianCourage(Blows):
    pass


@event(38, AXIS)
class Hedgehogs(Duel):
    """A tie costs both sides a step."""

    def tie(self, d: Draft, battle: Battle) -> str:
        self.hit(d, battle, AXIS)
        self.hit(d, battle, SOVIET)
        return "over"


@event(38, SOVIET)
class IndustrialSurge(FreeSteps):
    """Two cards besides."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        super().play(d, seat, moment, way)
        draw(d, seat, 2)


@event(39, AXIS)
class OperationalMoves(March):
    """All move one point."""

    points = 1


@event(39, SOVIET)
class SteamRoller(Event):
    """Each Shock marker is worth two shifts."""

    WORTH = 2

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.last(d, d.stage)

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        more = self.WORTH - TURNS[d.turn].shock_worth
        return (Modifier(more, self.half.name, self.rule),) if battle.marker and more else ()


@event(40, AXIS)
class DasVaterland(KeepOne):
    pass


@event(40, SOVIET)
class GreatPatrioticWar(Reshuffle):
    pass


@event(41, AXIS)
class DefensiveWorks(AsksSpace):
    """Works in an Axis hex: attacks on it have a shift left."""

    asks = "where are the works built?"
    nothing = "there is no Axis hex out of enemy zones"

    MOST = 2

    def limits(self, d: Draft, data: tuple[int, ...]) -> tuple[Limit, ...]:
        own = d.occupied(AXIS) | d.owned(AXIS) & CONTROLLED
        return (
            self.limit(own & GRID, "it is no hex of the Axis"),
            self.limit(~ezoc(d, AXIS), "it is in an enemy zone of control"),
            Limit(~d.closed, "NR 2.extension", "that space is closed until the extension opens"),
            outside(d.works, self.rule, "there are works already"),
        )

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if len(d.works) >= self.MOST:
            return self.no("there are two works on the map already")
        return super().refuse(d, seat, moment, way)

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, At)
        d.works = tuple(sorted((*d.works, action.space)))
        d.say("event", f"works are built in {place_name(action.space)}", self.rule, data=(action.space,))


@event(41, SOVIET)
class CentralCommand(March):
    """Up to four units move one hex each, whatever the ground."""

    points = 0
    most = 4


@event(42, AXIS)
class IndustrialRelocation(Event):
    """A card of the Soviet hand, drawn by lot, is discarded."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        held = cards(d.deck, d.hands[SOVIET])
        if held:
            discard(d, SOVIET, held[d.roll(len(held)) - 1], ", drawn by lot", self.rule)


@event(42, SOVIET)
class Timoshenko(AttackBack):
    pass


@event(43, AXIS)
class Panzerblitz(March):
    """Panzers move two points each on a Clear turn."""

    points = 2

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if d.weather.key == "clear" else self.no(f"it is not played in {d.weather.name}")

    def fit(self, d: Draft) -> tuple[Condition[Unit], ...]:
        return (must(d, lambda unit: ARMOR[d.marks[unit] & BACK][unit], self.rule, "is no armor"),)


@event(43, SOVIET)
class Heroes(Reroll):
    pass


@event(44, AXIS)
class Kleist(Reroll):
    """Of a - or a CB."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if result_so_far(d) in ("-", "CB") else self.no("the result is neither - nor CB")


@event(44, SOVIET)
class AlliesWaver(AsksUnit):
    """The Axis discards a card for its allies, and later loses one of them too."""

    enemy, act = True, Lose
    nothing = "no allied unit is on the map"
    LAST_FAITHFUL = 10
    CARD, UNIT = 0, 1

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        ally = must(d, lambda unit: ALLIED[unit], self.rule, "is no ally of the Germans")
        return (ally, is_on_map(d, self.rule))

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if d.turn > self.LAST_FAITHFUL:
            d.frames.append(Pick(AXIS, self.code, self.UNIT))
        if d.hands[AXIS]:
            d.frames.append(Pick(AXIS, self.code, self.CARD))

    def question(self, d: Draft, frame: Pick) -> str:
        return "which card is discarded?" if frame.step == self.CARD else "which allied unit is lost?"

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        if frame.step == self.CARD:
            return [Discard(card) for card in cards(d.deck, d.hands[AXIS])]
        return [Lose(unit) for unit in self.units(d)] or [DONE]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        match action:
            case Discard(card):
                discard(d, AXIS, card, " to its allies", self.rule)
            case Lose(unit):
                eliminate(d, unit)
