"""8.6. What a result does to those in the hex."""

from msgspec.structs import replace

from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.tables import (
    COLUMNS,
    DISRUPT,
    EXCHANGE,
    NONE,
    RESULT_NAMES,
    RETREAT,
    in_columns,
)
from berlin.games.fortress.board.units import HQ, TYPE
from berlin.games.fortress.rules.combat.attack import (
    ASSAULT,
    BOMBARDMENT,
    DEFENSIVE,
    Attack,
    column,
    figure,
    outcome,
)
from berlin.games.fortress.rules.combat.harm import disrupt, eliminate, shake
from berlin.games.fortress.rules.combat.losses import Exchanging, Losing, Matching, strongest
from berlin.games.fortress.rules.combat.retreat import Retreating
from berlin.games.fortress.rules.combat.strength import attacks_at_all, has_garrison, is_tower_flak
from berlin.games.fortress.rules.fog import show
from berlin.games.fortress.rules.militia import release_by, reveal, reveal_in
from berlin.games.fortress.rules.movement.reach import movement
from berlin.games.fortress.rules.occupation import raze, test_strongpoints
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.state.state import FOUGHT, Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.acts import Act


def resolve(d: Draft, attack: Attack) -> None:
    """Roll an attack and do what its result says. What has to be chosen is put on the stack."""
    attack = begin(d, attack)
    if not attack.is_made:
        d.say("attack", "nobody is left to attack", "FB 11.2.3")
        return
    d.frames.append(Aftermath(attack.seat))
    dice = d.die("combat", "first die", "FB 1.dice") + d.die("combat", "second die", "FB 1.dice")
    found = outcome(d, attack, dice)
    shifted, off = in_columns(column(d, attack).total), figure(d, attack).total
    # FB 3.6.q1: the true numbers are public after the roll.
    d.last = (attack.target, shifted, off, dice, found)
    d.say(
        "result",
        f"the attack on {hex_name(attack.target)} in column {COLUMNS[shifted]}: "
        f"{dice}{off:+d}, {RESULT_NAMES[found]}",
        "FB 8.1.lower",
        data=(attack.target, found),
    )
    apply(d, attack, found)


def begin(d: Draft, attack: Attack) -> Attack:
    """Those who attack are seen and have attacked; Volkssturm on either side show their values."""
    for unit in attack.units:
        reveal(d, unit)
        d.mark(unit, FOUGHT)
        show(d, unit)
    attack = replace(attack, units=tuple(unit for unit in attack.units if attacks_at_all(d, unit)))
    for unit in d.units_in(OTHER[attack.seat], attack.target):
        show(d, unit)
    reveal_in(d, attack.target)
    release_by(d, attack.seat, attack.target, attack.units)
    return attack


def apply(d: Draft, attack: Attack, found: int) -> None:
    """FB 8.6.none to 8.6.e. FB 8.2.ex, 8.3.defensive.result: an exchange is none in a bombardment or in
    defensive fire; FB 8.3.ex: in direct gun fire it is one at any range.
    """
    if found == EXCHANGE and attack.kind in (BOMBARDMENT, DEFENSIVE):
        found = DISRUPT
    if found == NONE:
        return
    side = OTHER[attack.seat]
    hit = tuple(d.units_in(side, attack.target))
    garrison = has_garrison(d, attack.target)
    if garrison and not hit:
        if found >= RETREAT:
            storm_garrison(d, attack, found)
        return
    fire = attack.kind != ASSAULT
    if found == DISRUPT:
        for unit in hit:
            disrupt(d, unit, fire=fire)
    elif found == RETREAT:
        drive_off(d, side, hit, hexes_of(d, attack.units), fire=fire)
    elif found == EXCHANGE:
        d.frames.append(Shaken(side, attack.target))
        d.frames.append(Exchanging(side, hit, attack.units))
    else:
        eliminate_some(d, attack, hit)


def storm_garrison(d: Draft, attack: Attack, found: int) -> None:
    """FB 10.1.3.empty: a strongpoint with only its garrison falls to an exchange, a retreat or worse."""
    raze(d, attack.target)
    if found == EXCHANGE:
        d.frames.append(Matching(attack.seat, strongest(attack.units)))


def lose_garrison(d: Draft, side: Seat, target: int) -> None:
    """FB 8.6.last: an exchange or an elimination that takes the last unit takes the garrison too."""
    if has_garrison(d, target) and not d.units_in(side, target):
        raze(d, target)


def drive_off(d: Draft, side: Seat, hit: tuple[int, ...], origins: tuple[int, ...], *, fire: bool) -> None:
    """FB 8.6.r, 8.7.static, 3.5.hqunit: all retreat and are disrupted but those who can't or needn't."""
    going = []
    for unit in hit:
        if is_tower_flak(d, unit) or has_garrison(d, d.where[unit]):
            shake(d, unit)
        elif TYPE[unit] == HQ and not fire:
            eliminate(d, unit, "FB 8.7.static")
        elif is_emplaced(d, unit) and not in_strongpoint(d, unit):
            if fire:
                disrupt(d, unit, fire=True)
            else:
                eliminate(d, unit, "FB 8.7.static")
        else:
            going.append(unit)
    for unit in going:
        shake(d, unit)
    if going:
        d.frames.append(Retreating(side, tuple(going), origins))


def hexes_of(d: Draft, units: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes from which these attack, each once."""
    return tuple(dict.fromkeys(d.where[unit] for unit in units))


def is_emplaced(d: Draft, unit: int) -> bool:
    """FB 8.7.static: without movement of its own, in Combat mode."""
    return movement(d, unit) == 0 and d.is_combat(unit)


def in_strongpoint(d: Draft, unit: int) -> bool:
    """OTB 10.1.3e: units in a strongpoint obey every retreat."""
    return not d.is_base and bool(d.strongpoints >> d.where[unit] & 1)


def eliminate_some(d: Draft, attack: Attack, hit: tuple[int, ...]) -> None:
    """FB 8.6.e: by fire one unit, the others are disrupted; by close assault half, the others retreat."""
    side, fire = OTHER[attack.seat], attack.kind != ASSAULT
    if fire:
        d.frames.append(Shaken(side, attack.target))
        d.frames.append(Losing(side, hit, 1, "FB 8.6.e"))
        return
    d.frames.append(DrivenOff(side, attack.target, hexes_of(d, attack.units)))
    d.frames.append(Losing(side, hit, (len(hit) + 1) // 2, "FB 8.6.e"))


class Shaken(FortressQuestion[Act], frozen=True):
    """Asks nothing: once a loss is chosen, those left in the hex are disrupted (FB 8.6.q1)."""

    target: int

    def still_asks(self, d: Draft) -> bool:
        d.frames.pop()
        for unit in d.units_in(self.seat, self.target):
            shake(d, unit)
        lose_garrison(d, self.seat, self.target)
        return False


class DrivenOff(FortressQuestion[Act], frozen=True):
    """Asks nothing: once losses in a close assault are chosen, those left retreat."""

    target: int
    origins: tuple[int, ...]

    def still_asks(self, d: Draft) -> bool:
        d.frames.pop()
        left = tuple(d.units_in(self.seat, self.target))
        drive_off(d, self.seat, left, self.origins, fire=False)
        lose_garrison(d, self.seat, self.target)
        return False


class Aftermath(FortressQuestion[Act], frozen=True):
    """Asks nothing: an attack is over, and strongpoints that it laid bare are gone (OTB 10.1.3f)."""

    def still_asks(self, d: Draft) -> bool:
        d.frames.pop()
        test_strongpoints(d)
        return False
