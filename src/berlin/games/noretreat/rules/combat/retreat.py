"""9.retreat: two hexes away from the defended space, four if unsupplied."""

from collections.abc import Iterator

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import MAP, Space, spaces_of
from berlin.games.noretreat.board.units import NO_UNIT, SIDE, STATIC
from berlin.games.noretreat.rules.combat.battle import battle_below
from berlin.games.noretreat.rules.combat.effect import dropped
from berlin.games.noretreat.rules.combat.losses import eliminate, lose_step, steps_left
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.rules.supply import sources
from berlin.games.noretreat.rules.zones import full, shut, stack_limit
from berlin.games.noretreat.state.state import (
    BACK,
    BIT,
    FRESH,
    RUNNING,
    SHATTERED,
    SIZE,
    UNSUPPLIED,
    Draft,
    names,
    place_name,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, room, unless

FAR, FARTHER, LEAST = 2, 4, 2
# 9.retreat.q1: how many hexes beyond its distance a unit goes to find room.
OVERRUN = 1


def ring(origin: Space, far: int) -> int:
    return MAP.within(origin, far) & ~MAP.within(origin, far - 1)


def begin(d: Draft, seat: Seat, space: Space, units: list[Unit]) -> None:
    if units:
        d.frames.append(Retreat(seat, space, tuple(units)))


def ignores_zones(d: Draft, side: Seat) -> bool:
    """Roving Cauldron and its like, for the battle that lies below."""
    b = battle_below(d)
    return b is not None and side != b.seat and "ezoc" in dropped(d, b)


def risky(d: Draft, side: Seat, free: bool) -> int:
    """The spaces that cost a retreating unit a step."""
    return 0 if free else d.zones(OTHER[side]) & ~d.occupied(side)


def _ways(d: Draft, unit: Unit, origin: Space, gone: int, need: int, ground: int, crowded: int) -> int:
    """The next steps from which a unit can complete its retreat over this ground, and find room."""
    layers = [MAP.beside[d.where[unit]] & ring(origin, gone + 1) & ground]
    for far in range(gone + 1, need + OVERRUN):
        # Who has gone far enough goes on only where he finds no room.
        going = layers[-1] if far < need else layers[-1] & crowded
        if not going:
            break
        layers.append(MAP.neighbours(going) & ring(origin, far + 1) & ground)
    good = 0
    for at in reversed(range(len(layers))):
        leading = layers[at] & MAP.neighbours(good) if good else 0
        good = leading if gone + 1 + at < need else layers[at] & ~crowded | leading & crowded
    return good


def steps(d: Draft, unit: Unit, origin: Space, gone: int) -> int:
    """The spaces that a retreating unit may enter next; 0 if it is blocked."""
    return homeward(d, unit, origin, lawful(d, unit, origin, gone))


def lawful(d: Draft, unit: Unit, origin: Space, gone: int) -> int:
    """The steps on ways that can be gone to their end, free of zones if there are any, wherever they lead."""
    crowded, boards = full(d, SIDE[unit]), _boards(d, unit)
    need = distance(d, unit)
    if gone >= need:
        # It stands where there is no room: one hex farther.
        near = MAP.beside[d.where[unit]] & ring(origin, gone + 1) & ~crowded
        return next((near & board for board in boards if near & board), 0)
    for due in range(need, max(LEAST, gone + 1) - 1, -1):
        for board in boards:
            found = _ways(d, unit, origin, gone, due, board, crowded)
            if found:
                return found
    return 0 if gone else _short(d, unit, origin, boards, crowded)


def _boards(d: Draft, unit: Unit) -> tuple[int, int]:
    """What a retreating unit may enter: free of enemy zones, and at all."""
    side = SIDE[unit]
    ground = MAP.all & ~(d.occupied(OTHER[side]) | shut(d, unit))
    return ground & ~risky(d, side, ignores_zones(d, side)), ground


def _short(d: Draft, unit: Unit, origin: Space, boards: tuple[int, int], crowded: int) -> int:
    """9.retreat.q1: it could go far enough, but all is full: the hexes on the way where there is room."""
    for board in boards:
        found = _ways(d, unit, origin, 0, LEAST, board, 0) & ~crowded
        if found:
            return found
    return 0


def homeward(d: Draft, unit: Unit, origin: Space, found: int) -> int:
    """9.retreat.q1: of these steps, those that don't lengthen the way to supply; all if every one does."""
    if not found & (found - 1):
        return found
    here = BIT[d.where[unit]]
    ground = _boards(d, unit)[1] & ~BIT[origin]
    near = sources(d, unit) & ground
    while not near & here:
        wider = near | MAP.neighbours(near) & (ground | here)
        if wider == near:
            return found
        near = wider
    return found & near or found


def distance(d: Draft, unit: Unit) -> int:
    return FARTHER if d.marks[unit] & UNSUPPLIED else FAR


class RetreatTo(Act, frozen=True, gc=False):
    unit: Unit
    space: Space
    verb, time = "retreat", "NR 9.retreat"
    says = "Retreat {unit} to {space}"


class Retreat(NoRetreatQuestion, frozen=True, gc=False):
    """9.retreat: where do the units go that must leave a space? `unit` is under way, or -1."""

    space: Space
    units: tuple[Unit, ...]
    unit: Unit = NO_UNIT
    gone: int = 0

    acts = (RetreatTo,)
    rule = "NR 9.retreat"
    why = (
        "Beaten defenders fall back hex by hex, away from the space they lost; their owner says where. "
        "Look for supply and for ground that can be held, and keep out of enemy zones, which cost a step."
    )

    def prompt(self, d: Draft) -> str:
        who = d.named(self.unit) if self.unit >= 0 else names(d, self._waiting(d))
        return f"Retreat from {place_name(self.space)}: where does {who} go?"

    def _waiting(self, d: Draft) -> list[Unit]:
        return [unit for unit in self.units if d.where[unit] == self.space]

    def still_asks(self, d: Draft) -> bool:
        if self.unit >= 0:
            return self._under_way(d)
        waiting = self._waiting(d)
        if not waiting:
            d.frames.pop()
            return False
        for each in waiting:
            if not steps(d, each, self.space, 0):
                blocked(d, each)
                return False
        if len(waiting) == 1:
            d.frames[-1] = replace(self, unit=waiting[0], gone=0)
            return False
        return True

    def _under_way(self, d: Draft) -> bool:
        unit, here = self.unit, d.where[self.unit]
        if here >= SIZE:
            d.frames[-1] = replace(self, unit=-1, gone=0)
            return False
        crowd = self.gone > 0 and len(d.units_in(self.seat, here)) > stack_limit(d, self.seat, here)
        if self.gone >= distance(d, unit) and not crowd:
            d.frames[-1] = replace(self, unit=-1, gone=0)
            return False
        found = steps(d, unit, self.space, self.gone)
        if not found:
            d.frames[-1] = replace(self, unit=-1, gone=0)
            _stop(d, unit, self.gone, crowd)
            return False
        if found & (found - 1):
            return True
        self._go(d, unit, spaces_of(found)[0])
        return False

    def _go(self, d: Draft, unit: Unit, space: Space) -> None:
        """One hex back."""
        side = SIDE[unit]
        risk = risky(d, side, ignores_zones(d, side))
        d.frames[-1] = replace(self, unit=unit, gone=self.gone + 1)
        enter(d, unit, space)
        if d.log is not None:
            text = f"{d.named(unit)} retreats to {place_name(space)}"
            d.say("retreat", text, "NR 9.retreat", data=(unit, space))
        if risk >> space & 1:
            d.say("loss", f"{d.named(unit)} retreats through a zone of control", "NR 9.retreat.ezoc")
            lose_step(d, unit)

    def answers(self, d: Draft) -> list[Act]:
        units = [self.unit] if self.unit >= 0 else self._waiting(d)
        return [RetreatTo(unit, space) for unit in units for space in spaces_of(room(self._limits(d, unit)))]

    def _limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        """What narrows where a unit goes next. The last two look at whole ways, as `steps` does."""
        name, here = d.named(unit), d.where[unit]
        goes = unit in self.units and self.unit in (-1, unit)
        yield unless(not goes, "NR 9.retreat", f"{name} does not retreat now")
        away = self.unit < 0 and here != self.space
        yield unless(away, "NR 9.retreat", f"{name} has retreated")
        yield Limit(~d.closed, "NR 2.extension.safe", "that space is closed until the extension opens")
        lakes = MAP.across[here] & ~MAP.beside[here]
        yield Limit(~lakes, "NR 3.attack.lake", "a lake lies between")
        told = "each step must lead one hex farther from the defended space"
        yield Limit(MAP.beside[here] & ring(self.space, self.gone + 1), "NR 9.retreat", told)
        yield Limit(~d.occupied(OTHER[SIDE[unit]]), "NR 9.retreat", "an enemy unit is there")
        found = lawful(d, unit, self.space, self.gone)
        told = "a way that can be gone to its end, and free of zones, must be taken"
        yield Limit(found, "NR 9.retreat", told)
        told = "a step that leads no farther from supply must be taken"
        yield Limit(homeward(d, unit, self.space, found), "NR 9.retreat.q1", told)

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, RetreatTo)
        self._go(d, act.unit, act.space)

    def refuse(self, d: Draft, act: Act) -> Refusal:
        if not isinstance(act, RetreatTo):
            return Refusal("NR 9.retreat", "units must retreat: say where to")
        return refuse(self._limits(d, act.unit), act.space)


def _stop(d: Draft, unit: Unit, gone: int, crowd: bool) -> None:
    """A unit ends its retreat short of its distance."""
    if crowd:
        blocked(d, unit)
        return
    if gone < LEAST:
        d.say("loss", f"{d.named(unit)} finds no room farther on", "NR 9.retreat.q1", data=(unit,))
    else:
        d.say("loss", f"{d.named(unit)} can go no farther", "NR 9.retreat.unsupplied")
    lose_step(d, unit)


def blocked(d: Draft, unit: Unit) -> None:
    d.say("loss", f"{d.named(unit)} can't retreat", "NR 9.retreat.blocked", data=(unit,))
    eliminate(d, unit)


# DS: the retreat is a test.


def shatter(d: Draft, unit: Unit, origin: Space, free: bool) -> None:
    """9.result.ds: to the Shattered box, if it could have retreated."""
    if d.over != RUNNING:
        return
    lost = least_losses(d, unit, origin, free)
    if lost < 0 or lost >= steps_left(d, unit):
        blocked(d, unit)
        return
    if STATIC[unit]:
        # What never moves does not gather again elsewhere.
        eliminate(d, unit)
        return
    if lost:
        lose_step(d, unit)
    d.marks[unit] = d.marks[unit] & BACK | FRESH
    d.put(unit, SHATTERED)
    d.say("loss", f"{d.named(unit)} is shattered", "NR 9.result.ds", data=(unit,))


def least_losses(d: Draft, unit: Unit, origin: Space, free: bool) -> int:
    """The fewest steps that a retreat costs; -1 if there is no way."""
    side = SIDE[unit]
    ground = MAP.all & ~(d.occupied(OTHER[side]) | shut(d, unit))
    risk = risky(d, side, free or ignores_zones(d, side))
    reached, far, need = {0: BIT[origin]}, 0, distance(d, unit)
    while far < need:
        after: dict[int, int] = {}
        for lost, board in reached.items():
            near = MAP.neighbours(board) & ring(origin, far + 1) & ground
            after[lost] = after.get(lost, 0) | near & ~risk
            after[lost + 1] = near & risk
        after = {lost: board for lost, board in after.items() if board}
        if not after:
            break
        reached, far = after, far + 1
    # Who gets away, but not far enough, loses a step for it.
    return min(reached) + (far < need) if far >= LEAST else -1
