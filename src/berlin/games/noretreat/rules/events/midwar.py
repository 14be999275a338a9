"""Cards 16 to 23."""

from typing import ClassVar

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import MAP, Space, spaces_of
from berlin.games.noretreat.board.tables import AXIS, SEATS, SOVIET
from berlin.games.noretreat.board.units import RANGES, SIDE
from berlin.games.noretreat.rules import rail
from berlin.games.noretreat.rules.cards.hand import discard, draw
from berlin.games.noretreat.rules.combat.advance import Advance
from berlin.games.noretreat.rules.combat.battle import AFTER_ATTACKER, Battle, battle_of, change_battle
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.rules.combat.losses import surrender
from berlin.games.noretreat.rules.combat.reckoning import defenders
from berlin.games.noretreat.rules.combat.results import there
from berlin.games.noretreat.rules.conditions import is_no_fort, is_on_map, lacks, must, stands_in
from berlin.games.noretreat.rules.events.choosing import Asking, AsksUnit, At, Choose, Pick, Picking, Say
from berlin.games.noretreat.rules.events.opening import Rasputitsa
from berlin.games.noretreat.rules.events.patterns import Duel, Quota, Reroll, Reshuffle
from berlin.games.noretreat.rules.events.registry import EVENTS, Event, event
from berlin.games.noretreat.rules.question import DONE, PASS, Discard
from berlin.games.noretreat.rules.rail import Detrain
from berlin.games.noretreat.rules.zones import ezoc, fixed
from berlin.games.noretreat.state.state import MOVED, RAIL, SIZE, UNSUPPLIED, Draft, Force, place_name
from berlin.games.noretreat.state.words import WAY
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Narrowing, refuse

FROM_1944 = 17
HARMED = ("EX", "DR", "DS", "DD")


@event(16, AXIS)
class KnightsCross(Reroll):
    pass


@event(16, SOVIET)
class NKVD(Duel):
    """On a tie the combat is rolled, on the Axis table."""

    def tie(self, d: Draft, battle: Battle) -> str:
        return ""

    def table(self, d: Draft, battle: Battle, force: Force) -> int | None:
        return AXIS


@event(17, AXIS)
class GeneralStaff(Asking):
    """Two points more for a stack, or a hex more for an advance."""

    asks = "which stack moves farther?"
    ways = ("move", "advance")
    MORE = 2

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if (way == "move") != (moment == "move:own"):
            return self.no("the points are for the Movement phase, the hex for an advance")
        if way == "move" and not self._spaces(d):
            return self.no("every unit has moved")
        if way == "advance" and any(isinstance(EVENTS[f.code], Rasputitsa) for f in battle_of(d).forces):
            return self.no("Rasputitsa forbids more than one hex")
        return None

    def _spaces(self, d: Draft) -> list[Space]:
        able = [u for u in RANGES[AXIS] if d.where[u] < SIZE and not d.marks[u] & MOVED and not fixed(d, u)]
        return sorted({d.where[unit] for unit in able})

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        if way == "move":
            d.frames.append(Pick(seat, self.code))
            return
        frame = d.frames[-1]
        assert isinstance(frame, Advance)
        d.frames[-1] = replace(frame, most=frame.most + 1)

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [At(space) for space in self._spaces(d)]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, At)
        self.last(d, d.stage, action.space)
        d.say("card", f"the units in {place_name(action.space)} have 2 points more", self.rule)

    def allowance(self, d: Draft, force: Force, unit: Unit, points: int) -> int:
        # Who came there later has moved.
        return points + self.MORE if d.where[unit] == force.data else points


@event(17, SOVIET)
class Infiltration(Asking):
    """The units of a stack are attacked one after the other."""

    asks = "which unit is attacked first?"

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if len(defenders(d, battle_of(d))) > 1 else self.no("no stack defends")

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [Choose(unit) for unit in defenders(d, battle_of(d))]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Choose)
        change_battle(d, defenders=(action.unit,))
        self.join(d, action.unit)
        d.say("effect", f"{d.named(action.unit)} is attacked first", self.rule, data=(action.unit,))

    def after(self, d: Draft, battle: Battle, force: Force) -> None:
        rest = [unit for unit in d.units_in(AXIS, battle.space) if unit != force.data]
        attackers = there(d, battle.units)
        if battle.result not in HARMED or not rest or not attackers:
            return
        where = place_name(battle.space)
        die = d.die("combat", f"{where}, against {d.named(rest[0])}", self.rule)
        d.frames.append(
            BattleQuestion(
                battle.seat,
                battle.space,
                attackers,
                AFTER_ATTACKER,
                die=die,
                column=battle.column,
                defenders=(rest[0],),
            )
        )


@event(18, AXIS)
class Kesselschlacht(AsksUnit):
    """An unsupplied Soviet unit surrenders."""

    asks = "which Soviet unit surrenders?"
    enemy = True
    nothing = "no Soviet unit is unsupplied"

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        cut_off = must(d, lambda unit: bool(d.marks[unit] & UNSUPPLIED), self.rule, "is in supply")
        return (is_on_map(d, self.rule), cut_off)

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Choose)
        surrender(d, action.unit)


@event(18, SOVIET)
class StrategicSurprise(AsksUnit):
    """Two supplied units go to the Rail box; then up to two detrain."""

    nothing = "no supplied unit is out of enemy zones"
    MOST = 2
    ENTRAIN, DETRAIN = 0, 1

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        return (
            is_on_map(d, self.rule),
            lacks(d, UNSUPPLIED, self.rule, "is out of supply"),
            is_no_fort(d, self.rule, "is a fort and never moves"),
            stands_in(d, ~ezoc(d, SOVIET), self.rule, "is in an enemy zone of control"),
        )

    def question(self, d: Draft, frame: Pick) -> str:
        if frame.step == self.ENTRAIN:
            return "which unit goes to the Rail box?"
        return "which unit detrains, and where? Finish if none does"

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        if frame.step == self.ENTRAIN:
            found: list[Act] = [Choose(unit) for unit in self.units(d)]
            return [*found, DONE] if frame.data else found
        return detraining(d, frame.seat)

    def refuse_answer(self, d: Draft, frame: Pick, action: Act) -> Refusal:
        if isinstance(action, Detrain) and frame.step == self.DETRAIN:
            return refuse(rail.detrain_limits(d, frame.seat, action.unit), action.space)
        return super().refuse_answer(d, frame, action)

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        match action:
            case Choose(unit):
                d.put(unit, RAIL)
                d.say("move", f"{d.named(unit)} entrains", self.rule, data=(unit,))
                self._next(d, frame, (*map(Unit, frame.data), unit))
            case Detrain(unit, space):
                rail.detrain(d, unit, space)
                self._next(d, frame, (*map(Unit, frame.data), unit))
            case _ if frame.step == self.ENTRAIN:
                d.frames.append(Pick(frame.seat, self.code, self.DETRAIN))

    def _next(self, d: Draft, frame: Pick, done: tuple[Unit, ...]) -> None:
        if len(done) < self.MOST:
            d.frames.append(replace(frame, data=done))
        elif frame.step == self.ENTRAIN:
            d.frames.append(Pick(frame.seat, self.code, self.DETRAIN))


def detraining(d: Draft, seat: Seat) -> list[Act]:
    """Every way to leave the Rail box, and none."""
    stations = rail.station(d, seat)
    found: list[Act] = []
    for unit in rail.waiting(d, seat):
        found += [Detrain(unit, space) for space in spaces_of(rail.spaces(d, unit, stations))]
    return [*found, DONE]


@event(19, AXIS)
class RovingCauldron(Event):
    """In this Soviet combat phase Axis retreats ignore enemy zones."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.last(d, d.stage)

    def drops(self, d: Draft, battle: Battle, force: Force) -> frozenset[str]:
        return frozenset(("ezoc",))


@event(19, SOVIET)
class HitlerOrdersAttack(Quota):
    side, attacks, points = AXIS, 3, 2


@event(20, AXIS)
class AntiBolshevikCrusade(Reshuffle):
    pass


@event(20, SOVIET)
class MajorOffensive(Quota):
    side, points, drawn = SOVIET, 2, 4
    weathers: ClassVar[tuple[str, ...]] = ("clear", "snow")


@event(21, AXIS)
class ExpertLeaders(Picking):
    """Two dice are rolled, and the Axis says which counts."""

    # Of 36 throws, those whose higher die shows each face.
    HIGHER = (1, 3, 5, 7, 9, 11)

    def faces(self, battle: Battle) -> tuple[int, ...]:
        return self.HIGHER if battle.seat == AXIS else self.HIGHER[::-1]

    def rolled(self, d: Draft, force: Force) -> None:
        second = d.die("combat", f"{place_name(battle_of(d).space)}, the second die", self.rule)
        first = battle_of(d).die
        if first != second:
            d.frames.append(Pick(AXIS, self.code, data=(first, second)))

    def question(self, d: Draft, frame: Pick) -> str:
        first, second = frame.data
        return f"which die counts, the first ({first}) or the second ({second})?"

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [Say(WAY["one"]), Say(WAY["two"])]

    def answer(self, d: Draft, frame: Pick, action: Act) -> None:
        d.frames.pop()
        die = frame.data[action == Say(WAY["two"])]
        change_battle(d, die=die)
        d.say("card", f"the {die} counts", self.rule)


@event(21, SOVIET)
class Bridgehead(Event):
    """No river shift, and a - becomes EX."""

    def drops(self, d: Draft, battle: Battle, force: Force) -> frozenset[str]:
        return frozenset(("river",))

    def converts(self, d: Draft, battle: Battle, force: Force, result: str) -> str:
        return "EX" if result == "-" else result


@event(22, AXIS)
class Speer(Asking):
    """Draw three cards, then discard any one."""

    asks = "which card is discarded?"

    DRAWN = 3

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.frames.append(Pick(seat, self.code))
        draw(d, seat, self.DRAWN)

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [Discard(card) for card in cards(d.deck, d.hands[frame.seat])] or [PASS]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        if isinstance(action, Discard):
            discard(d, frame.seat, action.card, "", self.rule)


@event(22, SOVIET)
class Zhukov(Event):
    """Either table for this battle, and for later ones near it in this phase."""

    ways = ("axis", "soviet")
    WITHIN = 2

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        # Of two, the later one is asked first.
        data = battle_of(d).space * 2 + SEATS.index(way)
        d.forces = (Force(self.code, d.stage, data), *d.forces)

    def table(self, d: Draft, battle: Battle, force: Force) -> int | None:
        space, side = divmod(force.data, 2)
        return side if MAP.distance(space, battle.space) <= self.WITHIN else None


@event(23, AXIS)
class StalinOrdersAttack(Quota):
    side, points = SOVIET, 1


@event(23, SOVIET)
class Sturmoviks(Event):
    """Every Soviet unit is stronger in this attack and the next of the phase."""

    def strength(self, d: Draft, battle: Battle, force: Force, unit: Unit, value: int) -> int:
        if SIDE[unit] != SOVIET or battle.seat != SOVIET:
            return value
        return value + (4 if d.turn >= FROM_1944 else 2)

    def after(self, d: Draft, battle: Battle, force: Force) -> None:
        if force.until < 0:
            self.last(d, d.stage)
        else:
            d.forces = tuple(other for other in d.forces if other is not force)
