"""Cards 1 to 8."""

from collections.abc import Iterator

from berlin.games.noretreat.board.ground import (
    ALL_OBJECTIVES,
    BLACK_SEA,
    GRID,
    MAP,
    USSR,
    USSR_CITIES,
    Space,
    spaces_of,
)
from berlin.games.noretreat.board.tables import AXIS, HALVES, NO_CARD, SOVIET, TURNS
from berlin.games.noretreat.board.units import FORM, RANGES
from berlin.games.noretreat.rules.cards.hand import draw, reshuffle
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place
from berlin.games.noretreat.rules.combat.battle import Battle, battle_of
from berlin.games.noretreat.rules.combat.losses import lose_among
from berlin.games.noretreat.rules.combat.reckoning import defenders
from berlin.games.noretreat.rules.conditions import lacks, must, stands_in
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.events.choosing import (
    Asking,
    AsksPlace,
    AsksSpace,
    AsksUnit,
    At,
    Choose,
    Pick,
    Picking,
    Take,
)
from berlin.games.noretreat.rules.events.common import change_result, take_discard, used
from berlin.games.noretreat.rules.events.patterns import (
    ELIMINATED,
    Blows,
    FreeSteps,
    TakenBack,
    ToRail,
    is_boxed,
    organizing,
)
from berlin.games.noretreat.rules.events.registry import Event, event
from berlin.games.noretreat.rules.flips import flip
from berlin.games.noretreat.rules.organization import FLIPS, FLIPS_CLOSED
from berlin.games.noretreat.rules.supply import ALWAYS, open_to_supply, overland, supplied_cities
from berlin.games.noretreat.rules.zones import ezoc, full
from berlin.games.noretreat.state.state import (
    BACK,
    DISORGANIZED,
    FLIPPED,
    RAIDED,
    RANK,
    SIZE,
    UNSUPPLIED,
    Draft,
    Force,
    place_name,
)
from berlin.kernel.contract.ids import Card, Seat, Unit
from berlin.kernel.contract.rules import Modifier, Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, Narrowing, unless


@event(1, AXIS)
class Manstein(Blows, Picking):
    """Double one unit in a battle, or lay three counterblows without discards."""

    ways = ("double", "blows")
    number = 3

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if (way == "blows") != (moment == "blows:enemy"):
            return self.no("doubling is for a battle, counterblows for their step in a Soviet combat phase")
        return super().refuse(d, seat, moment, way) if way == "blows" else None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if way == "blows":
            super().play(d, seat, moment, way)
        else:
            d.frames.append(Pick(seat, self.code))

    def _units(self, d: Draft) -> list[Unit]:
        b = battle_of(d)
        return list(b.units) if b.seat == AXIS else defenders(d, b)

    def question(self, d: Draft, frame: Pick) -> str:
        return "which Axis unit counts double?"

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [Choose(unit) for unit in self._units(d)]

    def answer(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Choose)
        d.frames.pop()
        self.join(d, action.unit)
        d.say("effect", f"{d.named(action.unit)} counts double", self.rule, data=(action.unit,))

    def strength(self, d: Draft, battle: Battle, force: Force, unit: Unit, value: int) -> int:
        return 2 * value if unit == force.data else value


@event(1, SOVIET)
class NewConscripts(AsksPlace):
    """At the end of any phase a lost unit comes back in or next to a supplied city."""

    asks = "which lost unit comes back, and where?"
    nothing = "no lost unit can come back"

    def unit_limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        yield unless(not is_boxed(d, unit, ELIMINATED), self.rule, f"{d.named(unit)} is no lost unit")

    def limits(self, d: Draft) -> Iterator[Limit]:
        yield Limit(~d.closed, "NR 2.extension.safe", "that space is closed until the extension opens")
        yield Limit(~d.occupied(AXIS), "NR 8.enemyhex", "an enemy unit is there")
        yield Limit(~d.owned(AXIS), "NR 7.place.soviet", "the enemy owns it")
        yield Limit(~ezoc(d, SOVIET), "NR 7.place.soviet", "it is in an enemy zone of control")
        yield Limit(~full(d, SOVIET), "NR 8.stack", "there is no room for another unit")
        cities = supplied_cities(d, SOVIET, open_to_supply(d, SOVIET))
        near = (cities | MAP.neighbours(cities)) & GRID
        yield Limit(near, self.rule, "it is neither in a supplied city nor next to one")

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return self.places(d)

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Place)
        d.marks[action.unit] = DISORGANIZED
        enter(d, action.unit, action.space)
        where = place_name(action.space)
        d.say("place", f"{d.named(action.unit)} comes back in {where}", self.rule, data=(action.unit,))


@event(2, SOVIET)
class ManpowerReserves(ToRail):
    most = 2


@event(3, AXIS)
class TroopTransfer(FreeSteps):
    pass


@event(3, SOVIET)
class BlackSeaFleet(Event):
    """A shift, left or right, in every battle of the phase for a Black Sea coast."""

    ways = ("left", "right")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.last(d, d.stage, 1 if way == "right" else -1)

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        coast = BLACK_SEA >> battle.space & 1
        return (Modifier(force.data, self.half.name, self.rule),) if coast else ()


@event(4, AXIS)
class ElasticDefense(Event):
    """The result of a Soviet attack becomes DR."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        change_result(d, "DR")


@event(4, SOVIET)
class Rasputitsa(Event):
    """Nobody advances more than one hex in this battle."""

    def farther(self, d: Draft, battle: Battle, force: Force, most: int) -> int:
        return min(most, 1)


@event(5, AXIS)
class OKH(Asking):
    """Take one of the top three discards, then reshuffle."""

    asks = "which of the top discards is taken?"

    TOP = 3

    def _choices(self, d: Draft, itself: Card) -> list[Card]:
        pile = [Card(card) for card in d.discards if card != itself]
        return [card for card in reversed(pile[-self.TOP :]) if not HALVES[card][AXIS].immediate]

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return (
            None
            if self._choices(d, NO_CARD)
            else self.no("no card among the top three discards can be taken")
        )

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [Take(card) for card in self._choices(d, used(d, self.half))]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Take)
        take_discard(d, frame.seat, action.card, self.rule)
        reshuffle(d)


@event(5, SOVIET)
class CavalryRaid(AsksUnit):
    """An Axis unit near a Soviet one is out of supply until the next check."""

    asks = "which Axis unit is cut off?"
    enemy = True
    nothing = "no supplied Axis unit is within 4 hexes"

    WITHIN = 4

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        near = 0
        for space in spaces_of(d.occupied(SOVIET)):
            near |= MAP.within(space, self.WITHIN)
        far = f"is not within {self.WITHIN} hexes of a Soviet unit"
        return (
            stands_in(d, near, self.rule, far),
            must(d, lambda unit: not ALWAYS[unit], self.rule, "is always in supply"),
            lacks(d, UNSUPPLIED, self.rule, "is out of supply already"),
        )

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Choose)
        d.mark(action.unit, UNSUPPLIED | RAIDED)
        d.say("supply", f"{d.named(action.unit)} is cut off", self.rule, data=(action.unit,))


@event(6, AXIS)
class Luftwaffe(Asking):
    """A shift in an Axis attack, or unsupplied units of a space are spared."""

    asks = "whose unsupplied units do not surrender?"
    ways = ("shift", "save")

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if (way == "shift") != moment.startswith("before"):
            return self.no("the shift is for an attack, the rescue for a Removals phase")
        if way == "save" and not self._spaces(d):
            return self.no("no Axis unit is unsupplied")
        return None

    def _spaces(self, d: Draft) -> list[Space]:
        out = [u for u in RANGES[AXIS] if d.where[u] < SIZE and d.marks[u] & UNSUPPLIED]
        return sorted({d.where[unit] for unit in out})

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if way == "shift":
            self.join(d)
        else:
            d.frames.append(Pick(seat, self.code))

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [At(space) for space in self._spaces(d)]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, At)
        self.last(d, d.stage, action.space)
        d.say("card", f"the units in {place_name(action.space)} are supplied by air", self.rule)

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        return (Modifier(1, self.half.name, self.rule),) if force.until < 0 else ()

    def spares(self, d: Draft, force: Force) -> int:
        return 1 << force.data


@event(6, SOVIET)
class Partisans(Event):
    """The Axis loses a step, in the USSR if it can."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        units = tuple(unit for unit in RANGES[AXIS] if d.where[unit] < SIZE)
        inside = tuple(unit for unit in units if USSR >> d.where[unit] & 1)
        lose_among(d, AXIS, inside or units)


@event(7, AXIS)
class ProductionProblems(TakenBack):
    pass


@event(7, SOVIET)
class ScorchedEarth(AsksSpace):
    """A Soviet city in the USSR, no objective, becomes marsh."""

    asks = "which city is scorched?"
    nothing = "there is no city to scorch"

    def limits(self, d: Draft, data: tuple[int, ...]) -> tuple[Limit, ...]:
        return (
            self.limit(USSR_CITIES, "it is no city in the USSR"),
            self.limit(~ALL_OBJECTIVES, "it is an objective"),
            self.limit(~d.owned(AXIS), "the enemy owns it"),
            self.limit(~d.scorched_cities, "it is scorched already"),
        )

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, At)
        d.scorched |= 1 << RANK[action.space]
        d.reach.clear()
        d.stir(SOVIET)
        d.say("event", f"{place_name(action.space)} is scorched", self.rule, data=(action.space,))


@event(8, AXIS)
class NewTankDesign(Event):
    """Axis armor has its shift against armor too; or Soviet armor has none."""

    ways = ("armor", "cancel")

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if (way == "armor") != (moment == "combat:own"):
            return self.no("the bonus is for an Axis combat phase, the denial of it for a Soviet one")
        return None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.last(d, d.stage)

    def drops(self, d: Draft, battle: Battle, force: Force) -> frozenset[str]:
        return frozenset(("heavy" if battle.seat == AXIS else "armor",))


@event(8, SOVIET)
class LendLease(AsksUnit):
    """Draw two cards, or make one more upgrade."""

    asks = "which unit is upgraded besides?"
    act = Flip
    ways = ("draw", "upgrade")

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if (way == "draw") != (moment == "card:own"):
            return self.no("cards are drawn in the Card Phase, upgrades made in Organization")
        if way == "upgrade" and not TURNS[d.turn].upgrades:
            return self.no("there are no more upgrades from turn 18 on")
        if way == "upgrade" and not self.units(d):
            return self.no("no unit can be upgraded now")
        return None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if way == "draw":
            draw(d, seat, 2)
        else:
            d.frames.append(Pick(seat, self.code))

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        return (
            unless(organizing(d).step > FLIPS, "NR 4.organization", FLIPS_CLOSED),
            must(d, lambda unit: FORM[unit] == "upgrades", self.rule, "is never upgraded"),
            stands_in(d, overland(d, SOVIET), "NR 7.upgrade", "has no overland supply"),
            lacks(d, BACK, "NR 7.upgrade", "shows its upgraded side"),
            lacks(d, DISORGANIZED, "NR 7.upgrade", "is disorganized"),
            lacks(d, FLIPPED, "NR 7.upgrade", "was turned over in this turn"),
        )

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Flip)
        flip(d, action.unit)
