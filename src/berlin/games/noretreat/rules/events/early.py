"""Cards 9 to 15."""

from typing import ClassVar

from msgspec.structs import replace

from berlin.games.noretreat.board.tables import AXIS, MUD, SNOW, SOVIET
from berlin.games.noretreat.rules.cards.hand import draw
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place
from berlin.games.noretreat.rules.cards.windows import cancel, holder
from berlin.games.noretreat.rules.combat.battle import Battle, battle_of
from berlin.games.noretreat.rules.conditions import lacks
from berlin.games.noretreat.rules.events.choosing import Asking, At, Pick, Say
from berlin.games.noretreat.rules.events.common import change_result
from berlin.games.noretreat.rules.events.patterns import KeepOne, March, Quota, StandFast, ToRail
from berlin.games.noretreat.rules.events.registry import Event, event
from berlin.games.noretreat.rules.question import DONE, PASS
from berlin.games.noretreat.rules.weather import change, flip, next_variable, variable
from berlin.games.noretreat.state.state import UNSUPPLIED, Draft, Force, place_name
from berlin.games.noretreat.state.words import WAY, WAYS
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition


@event(9, AXIS)
class UnseasonalWeather(Asking):
    """Flip the weather of this and/or the next variable turn."""

    asks = "is the weather of this turn flipped, of the next variable one, of both, or of none?"

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if variable(d.turn) or next_variable(d):
            d.frames.append(Pick(seat, self.code))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        found: list[Act] = []
        if variable(d.turn):
            found.append(Say(WAY["this"]))
        if next_variable(d):
            found.append(Say(WAY["next"]))
        if len(found) > 1:
            found.append(Say(WAY["both"]))
        return [*found, PASS]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        said = WAYS[action.way] if isinstance(action, Say) else ""
        if said in ("this", "both"):
            flip(d, d.turn)
        if said in ("next", "both"):
            flip(d, next_variable(d))


@event(9, SOVIET)
class ZaRodinu(KeepOne):
    pass


@event(10, AXIS)
class BattleInitiative(March):
    """One supplied unit moves with 2 points."""

    points = 2
    most = 1

    def fit(self, d: Draft) -> tuple[Condition[Unit], ...]:
        return (lacks(d, UNSUPPLIED, self.rule, "is out of supply"),)


@event(10, SOVIET)
class NotAStepBack(StandFast):
    pass


@event(11, AXIS)
class FickleWeather(Event):
    """This turn's weather is flipped, if it may vary."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if variable(d.turn):
            flip(d, d.turn)


@event(11, SOVIET)
class NoMercy(Event):
    """The battle costs each side one more step."""

    def extra(self, d: Draft, battle: Battle, force: Force) -> int:
        return 1


@event(12, AXIS)
class Bock(Event):
    """Draw a card when it is discarded for a replacement."""

    def paid(self, d: Draft, seat: Seat, act: Act) -> None:
        if isinstance(act, Flip | Place) and holder(d) == self.half.initiative:
            draw(d, seat, 1)


class _Forecast(Event):
    """The next variable turn has this weather."""

    weather: int

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        turn = next_variable(d)
        if turn:
            change(d, turn, self.weather)


@event(12, SOVIET)
class GeneralMud(_Forecast):
    weather = MUD


@event(13, AXIS)
class SummerCampaign(Quota):
    side, points, drawn = AXIS, 1, 3
    weathers: ClassVar[tuple[str, ...]] = ("clear",)


@event(13, SOVIET)
class GeneralWinter(_Forecast):
    weather = SNOW


@event(14, AXIS)
class InexperiencedOfficers(Event):
    """Cancel a Soviet card just played or discarded for an effect."""

    cancels_payment = True

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        cancel(d)


@event(14, SOVIET)
class RussianTenacity(Event):
    """The result of an Axis attack on a city becomes EX."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if not d.cities >> battle_of(d).space & 1:
            return self.no("the attack is not on a city")
        return None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        change_result(d, "EX")


@event(15, AXIS)
class BackhandBlow(Asking):
    """Up to two Soviet counterblows are taken off, and a card is drawn."""

    asks = "which counterblow is taken off? Finish if none is"

    MOST = 2

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if d.blows or d.bound else self.no("the Soviets have no counterblow on the map")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        draw(d, seat, 1)
        d.frames.append(Pick(seat, self.code, self.MOST))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [*(At(space) for space in sorted({*d.blows, *d.bound})), DONE]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if isinstance(action, At):
            d.blows = tuple(space for space in d.blows if space != action.space)
            d.bound = tuple(space for space in d.bound if space != action.space)
            where = place_name(action.space)
            d.say("target", f"the counterblow in {where} is taken off", self.rule, data=(action.space,))
            if frame.step > 1:
                d.frames.append(replace(frame, step=frame.step - 1))


@event(15, SOVIET)
class StrategicReserves(ToRail):
    most = 1
