"""Conclusion of Melee: opposing units of one Location fight it out, round by round."""

from collections.abc import Iterator

from msgspec.structs import replace

from berlin.campaign.aftermath.hatches import Hatches
from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Unit
from berlin.kernel.contract.words import Word
from berlin.kernel.play.acts import Act
from berlin.squad.board.pieces import Mark
from berlin.squad.rules import close_combat
from berlin.squad.rules.close_combat import (
    Attack,
    fighters,
    has_chance,
    is_vehicle,
)
from berlin.squad.rules.guards import Location
from berlin.squad.rules.melee import (
    attack_of,
    band,
    come_to_light,
    fix_mine,
    goes_on,
    leavers,
    melees,
    overrun,
)
from berlin.squad.rules.withdrawal import leave, refuges, rout

UNTRIED, ATTACHED, FAILED = 0, 1, 2


class Bout(CampaignQuestion, frozen=True, gc=False):
    """A round of one Melee."""

    space: Place
    level: int
    opened: int = 0
    """Was there a round before this?"""
    serial: int = 0
    """Are attacks made one after the other, since a vehicle is there?"""
    away: tuple[Unit, ...] = ()
    """Who withdraws, and where to."""
    to: tuple[Place, ...] = ()
    spent: tuple[Unit, ...] = ()
    """Who has attacked."""
    ceased: int = 0
    """Which sides attack no more in this round, bit by bit."""
    aside: tuple[Unit, ...] = ()
    """Who is kept back from the attack in hand."""
    at: tuple[Unit, ...] = ()
    charge: int = UNTRIED
    plans: tuple[Attack, ...] = ()
    """The attacks that are resolved at one time."""

    @property
    def place(self) -> Location:
        return self.space, self.level

    def pieces(self) -> Iterator[Unit]:
        for plan in self.plans:
            yield from (*plan.by, *plan.at)
        yield from (*self.away, *self.spent, *self.aside, *self.at)


class Fight(Act, frozen=True, gc=False):
    """Fight this Melee next."""

    verb = "fight"
    says = "Fight the Melee at {space} next"

    space: Place


class Withdraw(Act, frozen=True, gc=False):
    """Leave the Melee for the next hex."""

    verb = "withdraw"
    says = "Withdraw {unit} to {space}"

    unit: Unit
    space: Place


class Stand(Act, frozen=True, gc=False):
    """Nobody else withdraws."""

    verb = "stand"
    says = "Nobody else withdraws"


class Engage(Act, frozen=True, gc=False):
    """Attack this enemy unit too."""

    verb = "engage"
    says = "Attack {unit}"

    unit: Unit


class Detach(Act, frozen=True, gc=False):
    """Keep a unit back for an attack of its own."""

    verb = "detach"
    says = "Keep {unit} back for another attack"

    unit: Unit


class Attach(Act, frozen=True, gc=False):
    """Try to fix a magnetic mine."""

    verb = "attach"
    says = "Try to fix a magnetic mine"


class Strike(Act, frozen=True, gc=False):
    """Attack those who were named."""

    verb = "strike"
    says = "Roll for the attack"


class Seize(Act, frozen=True, gc=False):
    """Attack to take prisoners."""

    verb = "seize"
    says = "Attack to take prisoners"


class Cease(Act, frozen=True, gc=False):
    """No more attacks in this round."""

    verb = "cease"
    says = "Make no more attacks in this round"


class Melees(CampaignQuestion, frozen=True, gc=False):
    """Which Melee is resolved next?"""

    acts = (Fight,)
    topic = "melee.order"
    asks = "Which Melee is fought next?"
    why = (
        "Several Melees are still open; the attacker names their order, and who "
        "loses one can't help in the next."
    )
    refuses = (Reason("melee.order", "no Melee is fought there"),)

    def still_asks(self, d: Draft) -> bool:
        """Asked while there are several; the last needs no order."""
        places = melees(d)
        if not places:
            d.frames.pop()
        elif len(places) == 1:
            _open(d, places[0])
        return len(places) > 1

    def answers(self, d: Draft) -> list[Act]:
        return [Fight(space) for space in sorted({space for space, _ in melees(d)})]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Fight)
        _open(d, next(place for place in melees(d) if place[0] == act.space))


class Parting(Bout, frozen=True, gc=False):
    """Who withdraws from the Melee?"""

    acts = (Withdraw, Stand)
    topic = "melee.goes_on"
    asks = "Melee at {hex}: who withdraws?"
    why = "Before a round Infantry may leave; who goes is easier to hit, and broken men must try."
    refuses = (
        Reason("melee.close_combat", "a broken unit must try to withdraw", Stand),
        Reason(
            "melee.close_combat", "only unpinned Infantry withdraws, to the next hex, away from known enemies"
        ),
    )

    def prompt(self, d: Draft) -> str:
        return self.asks.format(hex=d.book.field.called(self.space))

    def still_asks(self, d: Draft) -> bool:
        """Asked while somebody has somewhere to go; then the other side is, and then who attacks."""
        if any(isinstance(act, Withdraw) for act in self.answers(d)):
            return True
        _parted(d, self)
        return False

    def answers(self, d: Draft) -> list[Act]:
        found = {unit: refuges(d, unit) for unit in leavers(d, self.seat, self.place, self.away)}
        acts: list[Act] = [Withdraw(unit, space) for unit, spaces in found.items() for space in spaces]
        routs = any(spaces and d.piece(unit).has(Mark.BROKEN) for unit, spaces in found.items())
        return acts if routs else [*acts, Stand()]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Withdraw):
            d.frames[-1] = replace(self, away=(*self.away, act.unit), to=(*self.to, act.space))
        else:
            _parted(d, self)


class Assault(Bout, frozen=True, gc=False):
    """Who is attacked?"""

    acts = (Engage, Detach, Attach, Strike, Seize, Cease)
    topic = "melee.goes_on"
    asks = "Melee at {hex}: who attacks whom?"
    why = "All who can must attack until one side is gone; what matters is the odds, so gang up on few."
    refuses = (
        Reason(
            "melee.close_combat",
            "an attack is at enemies of this Melee whom it can harm, or at one vehicle",
            Engage,
        ),
        Reason("melee.close_combat", "who attacks now can't be spared", Detach),
        Reason("melee.close_combat", "only men capture, and only men, with a chance of success", Seize),
        Reason("melee.close_combat", "no unpinned unit with magnetic mines attacks a vehicle", Attach),
        Reason("melee.goes_on", "as long as an attack can be made the Melee goes on", Cease),
        Reason("melee.close_combat", "say first whom to attack"),
    )

    def prompt(self, d: Draft) -> str:
        return self.asks.format(hex=d.book.field.called(self.space))

    def still_asks(self, d: Draft) -> bool:
        """Asked who has an attack to make; when nobody has, the round is over."""
        if not self.ceased >> self.seat & 1:
            if group(d, self):
                return True
            if self.aside:
                d.frames[-1] = replace(self, aside=())
                return False
        ceased = self.ceased | 1 << self.seat
        if ceased == 0b11:
            _conclude(d, self)
        else:
            d.frames[-1] = replace(
                self, seat=OTHER[self.seat], ceased=ceased, aside=(), at=(), charge=UNTRIED
            )
        return False

    def answers(self, d: Draft) -> list[Act]:
        able, acts = group(d, self), list[Act]()
        others = [unit for unit in foes(d, self) if unit not in self.at]
        if not (self.at and is_vehicle(d, self.at[0])):
            acts += [Engage(unit) for unit in others if _may_engage(d, self, able, unit)]
        acts += [Detach(unit) for unit in able if _may_spare(d, self, unit)]
        if self.at:
            acts.append(Strike())
            if _may_seize(d, self):
                acts.append(Seize())
            if _may_attach(d, self):
                acts.append(Attach())
        elif any(close_combat.side_of(d, unit) == self.seat for unit in self.spent):
            acts.append(Cease())
        return acts

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Engage():
                d.frames[-1] = replace(self, at=(*self.at, act.unit))
            case Detach():
                d.frames[-1] = replace(self, aside=(*self.aside, act.unit))
            case Attach():
                _attach(d, self)
            case Strike() | Seize():
                _strike(d, self, isinstance(act, Seize))
            case _:
                d.frames[-1] = replace(self, ceased=self.ceased | 1 << self.seat)


def _write_plan(attack: Attack) -> str:
    sign = ("!" if attack.seize else "") + ("*" if attack.charge else "")
    return f"{'+'.join(map(str, attack.by))}>{'+'.join(map(str, attack.at))}{sign}"


def _read_plan(text: str) -> Attack:
    by, _, rest = text.partition(">")
    at = rest.rstrip("!*")
    sign = rest[len(at) :]
    units = [tuple(Unit(int(unit)) for unit in part.split("+")) for part in (by, at)]
    return Attack(units[0], units[1], "!" in sign, "*" in sign)


PLAN = Word("an attack", _write_plan, _read_plan)
"""How attacks that wait for their roll are written."""


def begin(d: Draft) -> None:
    d.frames.append(Melees(d.book.closing.attacker))


def _open(d: Draft, place: Location) -> None:
    """The first round here: vehicles stop before it."""
    d.say("melee", f"Melee at {d.book.field.called(place[0])}", d.book.cite("melee.goes_on"))
    for side in BOTH:
        for unit in fighters(d, side, place):
            d.mark(unit, off=Mark.MOTION)
    _round(d, place, 0)


def _round(d: Draft, place: Location, opened: int) -> None:
    overrun(d, place)
    d.frames.append(Parting(d.book.closing.attacker, *place, opened))


def _parted(d: Draft, frame: Parting) -> None:
    attacker = d.book.closing.attacker
    if frame.seat == attacker:
        d.frames[-1] = replace(frame, seat=OTHER[attacker])
        return
    vehicles = [
        any(is_vehicle(d, unit) for unit in fighters(d, side, frame.place))
        for side in (attacker, OTHER[attacker])
    ]
    first = OTHER[attacker] if vehicles == [True, False] else attacker
    d.frames[-1] = Assault(first, *frame.place, frame.opened, int(any(vehicles)), frame.away, frame.to)


def group(d: Draft, frame: Assault) -> list[Unit]:
    """Who takes part in the attack in hand, of those who have not attacked yet."""
    out = {*frame.away, *frame.spent, *frame.aside}
    units = [unit for unit in fighters(d, frame.seat, frame.place) if unit not in out]
    return band(d, units, foes(d, frame), frame.away)


def foes(d: Draft, frame: Assault) -> list[Unit]:
    found = fighters(d, OTHER[frame.seat], frame.place)
    return [unit for unit in found if not d.piece(unit).has(Mark.HIDDEN)]


def attack_in_hand(d: Draft, frame: Assault, seize: bool = False) -> Attack:
    return replace(attack_of(d, group(d, frame), frame.at, seize), charge=frame.charge == ATTACHED)


def _may_engage(d: Draft, frame: Assault, able: list[Unit], unit: Unit) -> bool:
    at = (*frame.at, unit)
    if is_vehicle(d, unit) and (frame.at or is_vehicle(d, able[0])):
        return False
    return has_chance(d, attack_of(d, able, at), frame.away)


def _may_spare(d: Draft, frame: Assault, unit: Unit) -> bool:
    """May a unit be kept back? Those who are left must still be able to do something."""
    rest = group(d, replace(frame, aside=(*frame.aside, unit)))
    if not rest or is_vehicle(d, unit):
        return False
    if frame.at:
        return not is_vehicle(d, rest[0]) and has_chance(d, attack_of(d, rest, frame.at), frame.away)
    return True


def _may_seize(d: Draft, frame: Assault) -> bool:
    attack = attack_in_hand(d, frame, seize=True)
    if is_vehicle(d, frame.at[0]) or is_vehicle(d, attack.by[0]):
        return False
    return has_chance(d, attack, frame.away)


def _may_attach(d: Draft, frame: Assault) -> bool:
    lead = attack_in_hand(d, frame).by[0]
    return (
        frame.charge == UNTRIED
        and frame.seat in d.book.magnetic
        and is_vehicle(d, frame.at[0])
        and not d.piece(lead).has(Mark.PINNED)
    )


def _attach(d: Draft, frame: Assault) -> None:
    fixed = fix_mine(d, attack_in_hand(d, frame).by[0])
    d.frames[-1] = replace(frame, charge=ATTACHED if fixed else FAILED)


def _strike(d: Draft, frame: Assault, seize: bool) -> None:
    attack = attack_in_hand(d, frame, seize)
    spent = (*frame.spent, *attack.by)
    frame = replace(frame, spent=spent, aside=(), at=(), charge=UNTRIED)
    if not frame.serial:
        d.frames[-1] = replace(frame, plans=(*frame.plans, attack))
        return
    other = OTHER[frame.seat]
    frame = replace(frame, seat=frame.seat if frame.ceased >> other & 1 else other)
    d.frames[-1] = frame
    harmed = close_combat.apply(d, [close_combat.roll(d, attack, frame.away)], frame.place)
    _kept_here(d, harmed)


def _kept_here(d: Draft, harmed: set[Unit]) -> None:
    """Who was hit doesn't get away."""
    frame = d.frames[-1]
    assert isinstance(frame, Bout)
    pairs = [pair for pair in zip(frame.away, frame.to, strict=True) if pair[0] not in harmed]
    d.frames[-1] = replace(frame, away=tuple(p[0] for p in pairs), to=tuple(p[1] for p in pairs))


def _conclude(d: Draft, frame: Assault) -> None:
    """The end of a round: what was planned is rolled, who withdrew is gone, who was hidden comes to light."""
    effects = [close_combat.roll(d, attack, frame.away) for attack in frame.plans]
    _kept_here(d, close_combat.apply(d, effects, frame.place))
    last = d.frames.pop()
    assert isinstance(last, Assault)
    for unit, space in zip(last.away, last.to, strict=True):
        leave(d, unit, space)
    rout(d, last.place)
    if not frame.opened:
        come_to_light(d, frame.place)
    if goes_on(d, frame.place):
        _round(d, frame.place, 1)
    if not frame.opened:
        d.frames += [Hatches(side, *frame.place) for side in reversed(BOTH)]
