"""Cards 31 to 36."""

from msgspec.structs import replace

from berlin.boards.hexes import board_of
from berlin.games.noretreat.board.ground import ALL, GRID, MAP, Space, spaces_of
from berlin.games.noretreat.board.tables import AXIS, HALVES, SOVIET, TURNS
from berlin.games.noretreat.board.units import FORT
from berlin.games.noretreat.rules import rail
from berlin.games.noretreat.rules.cards.hand import draw
from berlin.games.noretreat.rules.cards.windows import Reaction, cancel
from berlin.games.noretreat.rules.combat.battle import Battle, battle_of
from berlin.games.noretreat.rules.combat.losses import Lose, lose_step
from berlin.games.noretreat.rules.combat.reckoning import defenders
from berlin.games.noretreat.rules.combat.targets import free_markers, fronts, lay_blow
from berlin.games.noretreat.rules.conditions import is_on_map, lacks, must
from berlin.games.noretreat.rules.control import enter, pass_through
from berlin.games.noretreat.rules.events.choosing import Asking, AsksSpace, AsksUnit, At, Pick, Picking
from berlin.games.noretreat.rules.events.common import capture, moves, refuse_move, take_discard, used
from berlin.games.noretreat.rules.events.midwar import detraining
from berlin.games.noretreat.rules.events.patterns import AttackBack, TakenBack
from berlin.games.noretreat.rules.events.registry import Event, event
from berlin.games.noretreat.rules.movement import Move, allowance, go
from berlin.games.noretreat.rules.rail import Detrain
from berlin.games.noretreat.rules.stacking import Excess
from berlin.games.noretreat.rules.zones import fixed, shut, stack_limit
from berlin.games.noretreat.state.state import (
    BACK,
    BIT,
    CLOSE,
    FIRST_STAGE,
    MOVED,
    MOVEMENT,
    UNSUPPLIED,
    Draft,
    Force,
    place_name,
)
from berlin.kernel.contract.ids import Card, Seat, Unit
from berlin.kernel.contract.rules import Modifier, Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, Narrowing, refuse


@event(31, AXIS)
class StalinsInterference(Event):
    """Cancel a Soviet card just played, not one discarded, and take it to hand."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        frame = d.frames[-1]
        assert isinstance(frame, Reaction)
        return self.no("the card was discarded, not played") if frame.act is not None else None

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        capture(d, seat, cancel(d).card, self.rule)


@event(31, SOVIET)
class StrategicBombing(TakenBack):
    pass


@event(32, AXIS)
class Counteroffensive(AttackBack):
    pass


@event(32, SOVIET)
class PreparedOffensive(AsksSpace):
    """Room for one more unit in three adjacent hexes, for this turn."""

    NUMBER = 3

    def question(self, d: Draft, frame: Pick) -> str:
        return f"which hexes hold one more unit? {self.NUMBER - len(frame.data)} to go, each next to another"

    def limits(self, d: Draft, data: tuple[int, ...]) -> tuple[Limit, ...]:
        chosen = board_of(data)
        return (
            self.limit(GRID, "it is no hex"),
            Limit(~d.closed, "NR 2.extension", "that space is closed until the extension opens"),
            self.limit(~chosen, "it is chosen already"),
            self.limit(MAP.neighbours(chosen) if chosen else GRID, "it is next to none of those chosen"),
        )

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, At)
        chosen = (*map(Space, frame.data), action.space)
        if len(chosen) < self.NUMBER:
            d.frames.append(replace(frame, data=chosen))
            return
        d.roomy = tuple(sorted({*d.roomy, *chosen}))
        self.last(d, FIRST_STAGE[SOVIET] + CLOSE)
        d.say("event", f"room for one more in {', '.join(map(place_name, chosen))}", self.rule, data=chosen)

    def lapse(self, d: Draft, force: Force) -> None:
        """After the turn what is too much may stay, to the end of the next own Movement."""
        over = tuple(s for s in d.roomy if len(d.units_in(SOVIET, s)) > TURNS[d.turn].stack[SOVIET])
        if d.stage == FIRST_STAGE[SOVIET] + CLOSE:
            d.roomy = over
            if over:
                self.last(d, FIRST_STAGE[SOVIET] + MOVEMENT)
        elif not any(other.code == self.code for other in d.forces):
            d.roomy = ()
            d.frames += [Excess(SOVIET, space) for space in over]


@event(33, AXIS)
class SiegeArtillery(Event):
    """A fort counts as infantry in this battle."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        forts = [u for u in defenders(d, battle_of(d)) if FORT[d.marks[u] & BACK][u]]
        return None if forts else self.no("no fort defends")

    def drops(self, d: Draft, battle: Battle, force: Force) -> frozenset[str]:
        return frozenset(("fort",))


@event(33, SOVIET)
class STAVKA(Event):
    """Take the top discard that can be held."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        itself = used(d, self.half)
        for card in reversed(d.discards):
            if card != itself and not HALVES[card][seat].immediate:
                take_discard(d, seat, Card(card), self.rule)
                return


@event(34, AXIS)
class SovietLogistics(Event):
    """All attacks of this Soviet combat phase have a shift left."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self.last(d, d.stage)

    def shifts(self, d: Draft, battle: Battle, force: Force) -> tuple[Modifier, ...]:
        return (Modifier(-1, self.half.name, self.rule),)


@event(34, SOVIET)
class ConflictingDirectives(Event):
    """Cancel an Axis card just played and draw one."""

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        cancel(d)
        draw(d, seat, 1)


@event(35, AXIS)
class ManpowerCrisis(AsksUnit):
    """Two supplied Soviet units lose a step each."""

    asks = "which supplied unit loses a step?"
    enemy, act = True, Lose

    NUMBER = 2

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        self._ask(d, ())

    def _ask(self, d: Draft, hit: tuple[Unit, ...]) -> None:
        if len(hit) < self.NUMBER and self.units(d, hit):
            d.frames.append(Pick(SOVIET, self.code, data=hit))

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        return (
            is_on_map(d, self.rule),
            must(d, lambda unit: unit not in data, self.rule, "has lost a step by this card"),
            lacks(d, UNSUPPLIED, self.rule, "is out of supply"),
        )

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, Lose)
        lose_step(d, action.unit)
        self._ask(d, (*map(Unit, frame.data), action.unit))


@event(35, SOVIET)
class Maskirovka(Picking):
    """Units detrain at the end of Movement and may move on."""

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if rail.waiting(d, seat) else self.no("the Rail box is empty")

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.frames.append(Pick(seat, self.code))

    def question(self, d: Draft, frame: Pick) -> str:
        return "who detrains, and who of them moves? Finish when all have"

    def _fresh(self, d: Draft, frame: Pick) -> list[Unit]:
        return [unit for unit in map(Unit, frame.data) if not d.marks[unit] & MOVED]

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        found = detraining(d, frame.seat)
        for unit in self._fresh(d, frame):
            found = moves(d, [unit], allowance(d, unit))[:-1] + found
        return found

    def answer(self, d: Draft, frame: Pick, action: Act) -> None:
        match action:
            case Detrain(unit, space):
                rail.detrain(d, unit, space)
                d.clear(unit, MOVED)
                d.frames[-1] = replace(frame, data=(*frame.data, unit))
            case Move(unit, space, via):
                go(d, unit, space, via, allowance(d, unit))
            case _:
                d.frames.pop()

    def refuse_answer(self, d: Draft, frame: Pick, action: Act) -> Refusal:
        if isinstance(action, Move):
            fresh = self._fresh(d, frame)
            who = must(d, fresh.__contains__, self.rule, "may not move by this card")
            return refuse_move(d, (who,), action, allowance(d, action.unit))
        if isinstance(action, Detrain):
            return refuse(rail.detrain_limits(d, frame.seat, action.unit), action.space)
        return super().refuse_answer(d, frame, action)


@event(36, AXIS)
class SurpriseAttack(Asking):
    """A supplied stack moves up to two hexes and bears a counterblow."""

    def _stack(self, d: Draft, space: Space) -> list[Unit]:
        return [unit for unit in d.units_in(AXIS, space) if not fixed(d, unit)]

    # The refusal is of a whole stack, and of the card's one rule: no limits.
    def _ways(self, d: Draft, space: Space) -> tuple[int, int]:
        """The hexes that a stack may enter first, and those where it may end."""
        units = self._stack(d, space)
        if not units or any(d.marks[unit] & UNSUPPLIED for unit in units):
            return 0, 0
        zones = d.zones(SOVIET)
        ground = ALL & ~d.occupied(SOVIET)
        for unit in units:
            ground &= ~shut(d, unit)
        first = MAP.beside[space] & ground
        if zones >> space & 1:
            first &= ~zones | d.occupied(AXIS)
        room = ~d.stacked(AXIS, stack_limit(d, AXIS) - len(units) + 1)
        ends = (first | MAP.neighbours(first & ~zones) & ground) & room | BIT[space]
        ends &= MAP.neighbours(fronts(d, SOVIET))
        for marked in (*d.blows, *d.bound):
            ends &= ~BIT[marked]
        return first, ends

    def _spaces(self, d: Draft) -> list[Space]:
        return [space for space in spaces_of(d.occupied(AXIS)) if self._ways(d, space)[1]]

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        if free_markers(d, seat) > 0 and self._spaces(d):
            return None
        return self.no("no supplied stack can lay a counterblow")

    def question(self, d: Draft, frame: Pick) -> str:
        return "where does the stack go, or stay?" if frame.data else "which stack makes the attack?"

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        if not frame.data:
            return [At(space) for space in self._spaces(d)]
        return [At(space) for space in spaces_of(self._ways(d, Space(frame.data[0]))[1])]

    def chosen(self, d: Draft, frame: Pick, action: Act) -> None:
        assert isinstance(action, At)
        if not frame.data:
            d.frames.append(replace(frame, data=(action.space,)))
            return
        start, end = Space(frame.data[0]), action.space
        first, _ = self._ways(d, start)
        between = first & ~d.zones(SOVIET) & MAP.beside[end] if not first >> end & 1 else 0
        # The way over a space that can be taken is preferred.
        between = between & d.owned(SOVIET) or between
        for unit in self._stack(d, start) if end != start else ():
            if between:
                pass_through(d, unit, spaces_of(between)[-1])
            enter(d, unit, end)
            d.say("move", f"{d.named(unit)} moves to {place_name(end)}", self.rule, data=(unit, end))
        lay_blow(d, AXIS, end)


@event(36, SOVIET)
class HitlersInterference(Event):
    """Cancel an Axis card just played, and perhaps take it."""

    LEAST = 4

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        card = cancel(d).card
        if d.die("take", self.half.name, self.rule) >= self.LEAST:
            capture(d, seat, card, self.rule)
