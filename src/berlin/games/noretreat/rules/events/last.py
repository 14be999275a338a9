"""Cards 45 to 54: those that join in 1945."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import (
    AT,
    BALKANS,
    BELGRADE,
    BERLIN,
    BUCHAREST,
    BUDAPEST,
    FINLAND,
    GG_CITIES,
    KONIGSBERG,
    MAP,
    USSR,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import HOME, KIND, RANGES, STATUS, VOLKSTURM, find_unit
from berlin.games.noretreat.rules.cards.hand import draw
from berlin.games.noretreat.rules.cards.paid_acts import Place
from berlin.games.noretreat.rules.combat.battle import ROLLING, Battle, battle_of
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.rules.combat.losses import remove
from berlin.games.noretreat.rules.combat.reckoning import armor_bonus, defenders, dropped, standing
from berlin.games.noretreat.rules.combat.results import there
from berlin.games.noretreat.rules.conditions import is_on_map, must
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.events.choosing import AsksPlace, AsksUnit, Choose, Pick
from berlin.games.noretreat.rules.events.patterns import ELIMINATED, AttackBack, Reshuffle
from berlin.games.noretreat.rules.events.registry import Event, event
from berlin.games.noretreat.rules.points import can_yield, gain
from berlin.games.noretreat.rules.question import DONE, PASS
from berlin.games.noretreat.rules.zones import full
from berlin.games.noretreat.state.state import (
    BACK,
    BIT,
    UNSUPPLIED,
    Draft,
    Force,
    place_name,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Modifier, Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, Narrowing, unless

GARRISON = find_unit("BerG")
FESTUNGEN = (find_unit("FesK"), find_unit("FesB"))


class _Verdict(Event, ABC):
    """A point for the own side if something holds, and one for the other if it doesn't."""

    # What the other side has if it doesn't hold.
    else_lost = 1

    @abstractmethod
    def holds(self, d: Draft) -> bool: ...

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if self.holds(d):
            gain(d, seat, 1, self.half.name, self.rule)
        elif self.else_lost:
            gain(d, OTHER[seat], self.else_lost, self.half.name, self.rule)


class _Spur(Event):
    """One shift right in a Soviet attack."""

    drawn = 1

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.join(d)
        draw(d, seat, self.drawn)

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        return (Modifier(1, self.half.name, self.rule),)


@event(45, AXIS)
class DesperateOffensive(Event):
    """Three Blitz markers more, for a point; and a card."""

    BLITZ = 3

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if can_yield(d, AXIS) else self.no("the marker of event points stands at its end")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.blitz += self.BLITZ
        gain(d, SOVIET, 1, self.half.name, self.rule)
        draw(d, seat, 1)


@event(45, SOVIET)
class LastFascistAlly(_Verdict):
    def holds(self, d: Draft) -> bool:
        return d.owner(BUDAPEST) == SOVIET


@event(46, AXIS)
class FuhrersBunker(_Verdict):
    def holds(self, d: Draft) -> bool:
        return d.where[GARRISON] == BERLIN


@event(46, SOVIET)
class Rokossovsky(_Spur):
    """If armor and infantry in supply attack together."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        units = [unit for unit in battle_of(d).units if not d.marks[unit] & UNSUPPLIED]
        kinds = {KIND[d.marks[unit] & BACK][unit] for unit in units}
        if {"armor", "infantry"} <= kinds:
            return None
        return self.no("armor and infantry in supply must attack together")


@event(47, AXIS)
class Lebensraum(_Verdict):
    def holds(self, d: Draft) -> bool:
        return any(USSR >> d.where[unit] & 1 for unit in RANGES[AXIS] if STATUS[unit] != "finn")


@event(47, SOVIET)
class HeavyArtillery(_Spur):
    """On a city, where forts and Volksturm count as infantry."""

    drawn = 0

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if d.cities >> battle_of(d).space & 1 else self.no("the attack is not on a city")

    def drops(self, d: Draft, battle: Battle, force: Force) -> frozenset[str]:
        return frozenset(("fort", "volksturm"))


class _Rebuild(AsksPlace):
    """Eliminated static units stand up again."""

    asks = "what is rebuilt, and where? Finish if nothing is"
    nothing = "nothing can be rebuilt"

    most: int

    def unit_limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        yield unless(d.where[unit] not in ELIMINATED, self.rule, f"{d.named(unit)} is not eliminated")

    def limits(self, d: Draft) -> Iterator[Limit]:
        yield Limit(~d.owned(SOVIET), "NR 7.place.axis", "the enemy owns it")
        yield Limit(~full(d, AXIS), "NR 8.stack", "there is no room for another unit")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.frames.append(Pick(seat, self.code, self.most))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [*self.places(d), DONE]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if isinstance(action, Place):
            enter(d, action.unit, action.space)
            where = place_name(action.space)
            d.say("place", f"{d.named(action.unit)} is rebuilt in {where}", self.rule, data=(action.unit,))
            self.built(d)
            if frame.step > 1:
                d.frames.append(replace(frame, step=frame.step - 1))

    def built(self, d: Draft) -> None:
        """What it costs besides."""


@event(48, AXIS)
class FestungDeutschland(_Rebuild):
    """A Festung, in a city next to no Soviet unit, for a point."""

    most = 1

    def unit_limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        yield from super().unit_limits(d, unit)
        yield unless(unit not in FESTUNGEN, self.rule, f"{d.named(unit)} is no Festung")
        told = "the marker of event points stands at its end"
        yield unless(not can_yield(d, AXIS), self.rule, told)
        yield Limit(GG_CITIES, self.rule, "it is no city in Greater Germany")
        yield Limit(~MAP.neighbours(d.occupied(SOVIET)), self.rule, "it is next to a Soviet unit")

    def built(self, d: Draft) -> None:
        gain(d, SOVIET, 1, self.half.name, self.rule)


@event(48, SOVIET)
class WarInFinland(_Verdict):
    else_lost = 0

    def holds(self, d: Draft) -> bool:
        return d.owner(FINLAND) == SOVIET


@event(49, AXIS)
class VolkssturmLevies(_Rebuild):
    """Up to two Volksturm, in their own cities."""

    most = 2

    def unit_limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        yield from super().unit_limits(d, unit)
        yield unless(not VOLKSTURM[unit], self.rule, f"{d.named(unit)} is no Volksturm")
        yield Limit(BIT[AT[HOME[unit]]], self.rule, f"it is not the city of {d.named(unit)}")


@event(49, SOVIET)
class BalkanPolitics(_Verdict):
    def holds(self, d: Draft) -> bool:
        return bool(d.occupied(SOVIET) & BIT[BUCHAREST])


@event(50, AXIS)
class SacredEastPrussia(_Verdict):
    def holds(self, d: Draft) -> bool:
        return d.owner(KONIGSBERG) == AXIS


@event(50, SOVIET)
class Hurrah(_Spur):
    """On a city in Greater Germany."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if GG_CITIES >> battle_of(d).space & 1:
            return None
        return self.no("the attack is not on a city in Greater Germany")


@event(51, AXIS)
class WachtAmRhein(AsksUnit):
    """A regular unit leaves for the west and brings a point, or one is lost."""

    asks = "which unit leaves for the west? Pass, and a point is lost"

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        regular = must(d, lambda unit: STATUS[unit] == "regular", self.rule, "is no regular unit")
        return (regular, is_on_map(d, self.rule))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [*super().options(d, frame), PASS]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if isinstance(action, Choose):
            remove(d, action.unit)
            d.say("departure", f"{d.named(action.unit)} leaves for the west", self.rule, data=(action.unit,))
        gain(d, AXIS if isinstance(action, Choose) else SOVIET, 1, self.half.name, self.rule)


@event(51, SOVIET)
class OneLastPush(Event):
    """After an EX the survivors fight on; and a card."""

    PENDING, DONE = 1, 0

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        battle = battle_of(d)
        if any(force.code == self.code for force in battle.forces):
            return self.no("once a battle, no more")
        return None if standing(d, battle) == "EX" else self.no("the result was no loss of both sides")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.join(d, self.PENDING)
        draw(d, seat, 1)

    def after(self, d: Draft, battle: Battle, force: Force) -> None:
        units = there(d, battle.units)
        pushed = force.data == self.PENDING and battle.result == "EX"
        if not (pushed and units and d.units_in(AXIS, battle.space)):
            return
        d.say("battle", f"one last push at {place_name(battle.space)}", self.rule, data=(battle.space,))
        spent = (Force(self.code, -1, self.DONE),)
        d.frames.append(BattleQuestion(battle.seat, battle.space, units, ROLLING, forces=spent))


@event(52, AXIS)
class Heinrici(AttackBack):
    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        super().play(d, seat, moment, way)
        draw(d, seat, 1)


@event(52, SOVIET)
class Tito(_Verdict):
    else_lost = 0

    def holds(self, d: Draft) -> bool:
        held = d.owned(SOVIET)
        return held & BALKANS == BALKANS or bool(held & BIT[BELGRADE])


@event(53, AXIS)
class Volksgrenadiers(Event):
    """Worth two discards in Organization."""

    worth = 2


@event(53, SOVIET)
class SovietRevenge(Reshuffle):
    pass


@event(54, AXIS)
class Gotterdammerung(Reshuffle):
    pass


@event(54, SOVIET)
class StalinTanks(Event):
    """The armor bonus is worth two shifts."""

    def _counts(self, d: Draft, battle: Battle) -> bool:
        return armor_bonus(d, battle, defenders(d, battle), dropped(d, battle))

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if self._counts(d, battle_of(d)) else self.no("there is no armor bonus")

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        return (Modifier(1, self.half.name, self.rule),) if self._counts(d, battle) else ()
