"""9.retreat: two hexes away from the defended space, four if unsupplied."""

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import MAP
from berlin.games.noretreat.board.units import SIDE, STATIC
from berlin.games.noretreat.rules.combat.battle import battle_below
from berlin.games.noretreat.rules.combat.effect import dropped
from berlin.games.noretreat.rules.combat.losses import eliminate, lose_step, steps_left
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.rules.supply import sources
from berlin.games.noretreat.rules.zones import full, shut, stack_limit
from berlin.games.noretreat.state.actions import Action, RetreatTo
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
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal

FAR, FARTHER, LEAST = 2, 4, 2
# 9.retreat.q1: how many hexes beyond its distance a unit goes to find room.
OVERRUN = 1


def ring(origin: int, far: int) -> int:
    return MAP.within(origin, far) & ~MAP.within(origin, far - 1)


def begin(d: Draft, seat: int, space: int, units: list[int]) -> None:
    if units:
        d.frames.append(Retreat(Seat(seat), space, tuple(units)))


def ignores_zones(d: Draft, side: int) -> bool:
    """Roving Cauldron and its like, for the battle that lies below."""
    b = battle_below(d)
    return b is not None and side != b.seat and "ezoc" in dropped(d, b)


def risky(d: Draft, side: int, free: bool) -> int:
    """The spaces that cost a retreating unit a step."""
    return 0 if free else d.zones(1 - side) & ~d.occupied(side)


def _ways(d: Draft, unit: int, origin: int, gone: int, need: int, ground: int, crowded: int) -> int:
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


def steps(d: Draft, unit: int, origin: int, gone: int) -> int:
    """The spaces that a retreating unit may enter next; 0 if it is blocked."""
    found = lawful(d, unit, origin, gone)
    return homeward(d, unit, origin, found) if found & (found - 1) else found


def lawful(d: Draft, unit: int, origin: int, gone: int) -> int:
    """The steps on ways that can be gone to their end, free of zones if there are any, wherever they lead."""
    crowded, boards = full(d, SIDE[unit]), _boards(d, unit)
    need = distance(d, unit)
    if gone >= need:
        # It stands where there is no room: one hex farther, and no more.
        near = MAP.beside[d.where[unit]] & ring(origin, gone + 1) & ~crowded if gone == need else 0
        return next((near & board for board in boards if near & board), 0)
    for due in range(need, max(LEAST, gone + 1) - 1, -1):
        for board in boards:
            found = _ways(d, unit, origin, gone, due, board, crowded)
            if found:
                return found
    return 0 if gone else _short(d, unit, origin, boards, crowded)


def _boards(d: Draft, unit: int) -> tuple[int, int]:
    """What a retreating unit may enter: free of enemy zones, and at all."""
    side = SIDE[unit]
    ground = MAP.all & ~(d.occupied(1 - side) | shut(d, unit))
    return ground & ~risky(d, side, ignores_zones(d, side)), ground


def _short(d: Draft, unit: int, origin: int, boards: tuple[int, int], crowded: int) -> int:
    """9.retreat.q1: it could go far enough, but all is full: the hexes on the way where there is room."""
    for board in boards:
        found = _ways(d, unit, origin, 0, LEAST, board, 0) & ~crowded
        if found:
            return found
    return 0


def homeward(d: Draft, unit: int, origin: int, found: int) -> int:
    """9.retreat.q1: of these steps, those that don't lengthen the way to supply; all if every one does."""
    here = BIT[d.where[unit]]
    ground = _boards(d, unit)[1] & ~BIT[origin]
    near = sources(d, unit) & ground
    while not near & here:
        wider = near | MAP.neighbours(near) & (ground | here)
        if wider == near:
            return found
        near = wider
    return found & near or found


def distance(d: Draft, unit: int) -> int:
    return FARTHER if d.marks[unit] & UNSUPPLIED else FAR


class Retreat(NoRetreatQuestion, frozen=True, gc=False):
    """9.retreat: where do the units go that must leave a space? `unit` is under way, or -1."""

    space: int
    units: tuple[int, ...]
    unit: int = -1
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

    def _waiting(self, d: Draft) -> list[int]:
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
        self._go(d, unit, found.bit_length() - 1)
        return False

    def _go(self, d: Draft, unit: int, space: int) -> None:
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

    def answers(self, d: Draft) -> list[Action]:
        if self.unit >= 0:
            found = steps(d, self.unit, self.space, self.gone)
            return [RetreatTo(self.unit, space) for space in bits(found)]
        acts: list[Action] = []
        for unit in self._waiting(d):
            acts += [RetreatTo(unit, space) for space in bits(steps(d, unit, self.space, 0))]
        return acts

    def carry_out(self, d: Draft, act: Action) -> None:
        assert isinstance(act, RetreatTo)
        self._go(d, act.unit, act.space)

    # Not the limits that `steps` draws: those look at whole ways, this only at the next hex.
    def refuse(self, d: Draft, act: Action) -> Refusal:
        if not isinstance(act, RetreatTo):
            return Refusal("NR 9.retreat", "units must retreat: say where to")
        unit, here = act.unit, BIT[act.space]
        if unit not in self.units or (self.unit >= 0 and unit != self.unit):
            return Refusal("NR 9.retreat", f"{d.named(unit)} does not retreat now")
        if d.where[unit] >= SIZE or (self.unit < 0 and d.where[unit] != self.space):
            return Refusal("NR 9.retreat", f"{d.named(unit)} has retreated")
        if here & d.closed:
            return Refusal("NR 2.extension.safe", "that space is closed until the extension opens")
        if here & MAP.across[d.where[unit]] & ~MAP.beside[d.where[unit]]:
            return Refusal("NR 3.attack.lake", "a lake lies between")
        if not here & MAP.beside[d.where[unit]] & ring(self.space, self.gone + 1):
            return Refusal("NR 9.retreat", "each step must lead one hex farther from the defended space")
        if here & d.occupied(1 - SIDE[unit]):
            return Refusal("NR 9.retreat", "an enemy unit is there")
        if here & lawful(d, unit, self.space, self.gone):
            return Refusal("NR 9.retreat.q1", "a step that leads no farther from supply must be taken")
        return Refusal("NR 9.retreat", "a way that can be gone to its end, and free of zones, must be taken")


def _stop(d: Draft, unit: int, gone: int, crowd: bool) -> None:
    """A unit ends its retreat short of its distance."""
    if crowd or not gone:
        blocked(d, unit)
        return
    if gone < LEAST:
        d.say("loss", f"{d.named(unit)} finds no room farther on", "NR 9.retreat.q1", data=(unit,))
    else:
        d.say("loss", f"{d.named(unit)} can go no farther", "NR 9.retreat.unsupplied")
    lose_step(d, unit)


def blocked(d: Draft, unit: int) -> None:
    d.say("loss", f"{d.named(unit)} can't retreat", "NR 9.retreat.blocked", data=(unit,))
    eliminate(d, unit)


# DS: the retreat is a test.


def shatter(d: Draft, unit: int, origin: int, free: bool) -> None:
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


def least_losses(d: Draft, unit: int, origin: int, free: bool) -> int:
    """The fewest steps that a retreat costs; -1 if there is no way."""
    side = SIDE[unit]
    ground = MAP.all & ~(d.occupied(1 - side) | shut(d, unit))
    risk = risky(d, side, free or ignores_zones(d, side))
    reached, far, need = {0: BIT[origin]}, 0, distance(d, unit)
    while far < need:
        after: dict[int, int] = {}
        for lost, board in reached.items():
            near = MAP.neighbours(board) & ring(origin, far + 1) & ground
            after[lost] = after.get(lost, 0) | near & ~risk
            after[lost + 1] = after.get(lost + 1, 0) | near & risk
        after = {lost: board for lost, board in after.items() if board}
        if not after:
            break
        reached, far = after, far + 1
    # Who gets away, but not far enough, loses a step for it.
    return min(reached) + (far < need) if far >= LEAST else -1
