"""9.target and 9.counterblow: what is marked for attack, and who may attack it."""

from berlin.boards.hexes import board_of
from berlin.games.noretreat.board.ground import MAP, Space, spaces_of
from berlin.games.noretreat.board.tables import SEATS
from berlin.games.noretreat.board.units import FIXED, RANGES
from berlin.games.noretreat.rules.cards.paid_acts import Blow
from berlin.games.noretreat.rules.cards.paying import pay, payable
from berlin.games.noretreat.rules.cards.windows import could_play, play, play_refusal, plays
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.markers import free_markers as free_markers
from berlin.games.noretreat.rules.combat.odds import odds
from berlin.games.noretreat.rules.conditions import is_no_fort, is_on_map, is_own, lacks
from berlin.games.noretreat.rules.question import DONE, Done, NoRetreatQuestion, Play
from berlin.games.noretreat.state.state import ATTACKED, BACK, BIT, DISORGANIZED, SIZE, Draft, place_name
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, refuse, room, unless


def eligible(d: Draft, unit: Unit) -> bool:
    """`eligibility` of a unit of whose turn it is."""
    # All in one look: asked one by one they make random games 11% slower.
    marks = d.marks[unit]
    return d.where[unit] < SIZE and not marks & (DISORGANIZED | ATTACKED) and not FIXED[marks & BACK][unit]


def eligibility(d: Draft, seat: Seat) -> tuple[Condition[Unit], ...]:
    """What a unit must be to attack in this phase."""
    return (
        is_own(d, seat, "NR 9.eligible"),
        is_on_map(d, "NR 9.eligible"),
        is_no_fort(d, "NR 9.eligible", "is a fort and never attacks"),
        lacks(d, DISORGANIZED, "NR 7.disorganized", "is disorganized"),
        lacks(d, ATTACKED, "NR 9.once", "has attacked in this phase"),
    )


def fronts(d: Draft, seat: Seat) -> int:
    """The spaces with units of a side that may attack."""
    where, board = d.where, 0
    for unit in RANGES[seat]:
        if eligible(d, unit):
            board |= BIT[where[unit]]
    return board


# Targets.


def target_limits(d: Draft, seat: Seat) -> tuple[Limit, ...]:
    """What a space must be to be marked."""
    front = fronts(d, seat)
    marked, beside = board_of((*d.targets, *d.bound)), MAP.neighbours(front)
    return (
        Limit(~marked, "NR 9.target", "it is marked already"),
        Limit(d.occupied(OTHER[seat]), "NR 9.target", "there is no enemy unit"),
        Limit(beside | ~MAP.seep(front, MAP.all, 1), "NR 3.attack.lake", "a lake lies between"),
        Limit(beside, "NR 9.eligible", "no unit that may attack is next to it"),
    )


def targetable(d: Draft, seat: Seat) -> int:
    return room(target_limits(d, seat))


class Target(Act, frozen=True, gc=False):
    space: Space
    verb, time = "target", "NR 9.target"
    says = "Mark {space} for attack"


class Targeting(NoRetreatQuestion, frozen=True, gc=False):
    """9.target: which enemy spaces are marked for attack?"""

    acts = (Target, Done)
    rule = "NR 9.target"
    why = (
        "Only marked spaces are attacked, and markers are few: mark where you are strong enough for good "
        "odds, and where the ground or a city is worth it."
    )

    def prompt(self, d: Draft) -> str:
        return f"Combat: mark targets ({free_markers(d, self.seat)} left), then finish"

    def still_asks(self, d: Draft) -> bool:
        if free_markers(d, self.seat) > 0 and targetable(d, self.seat):
            return True
        d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [*(Target(space) for space in spaces_of(targetable(d, self.seat))), DONE]

    def carry_out(self, d: Draft, act: Act) -> None:
        if not isinstance(act, Target):
            d.frames.pop()
            return
        d.targets = (*d.targets, act.space)
        if d.log is not None:
            d.say("target", f"{place_name(act.space)} is a target", "NR 9.target", data=(act.space,))

    def refuse(self, d: Draft, act: Act) -> Refusal:
        if not isinstance(act, Target):
            return Refusal("NR 9.target", "targets are marked first: mark a space, or finish")
        return refuse(target_limits(d, self.seat), act.space)

    def explain(self, d: Draft, act: Act) -> Explanation:
        if isinstance(act, Target) and (units := attackers(d, act.space)):
            return odds(d, Battle(self.seat, act.space, tuple(units)))
        return super().explain(d, act)


# Counterblows.


def counterable(d: Draft, seat: Seat) -> int:
    """Own spaces next to enemies that may attack."""
    return MAP.neighbours(fronts(d, OTHER[seat])) & d.occupied(seat) & ~board_of((*d.blows, *d.bound))


def blow_limits(d: Draft, seat: Seat, free: int) -> tuple[Limit, ...]:
    """Where a counterblow may be laid, if so many cost no card."""
    told = "it is no space of yours next to enemies that may attack"
    return (
        Limit(counterable(d, seat), "NR 9.counterblow", told),
        unless(free_markers(d, seat) <= 0, "NR 9.target", "no marker is left in your pool"),
        payable(d, seat, 0 if free else 1, DONE),
    )


class Countering(NoRetreatQuestion, frozen=True, gc=False):
    """9.counterblow: which own spaces must be attacked? `free` of them cost no card."""

    free: int = 0

    acts = (Blow, Play, Done)
    rule = "NR 9.counterblow"
    why = (
        "A counterblow on a space of yours makes the enemies next to it attack there and nowhere else: "
        "put it where you are strong, to spare who is weak. Each costs a card."
    )

    def prompt(self, d: Draft) -> str:
        cost = f"{self.free} are free" if self.free else "each costs a card"
        return f"Lay counterblows ({free_markers(d, self.seat)} left; {cost}), then finish"

    def still_asks(self, d: Draft) -> bool:
        seat = self.seat
        if d.hands[seat] or self.free:
            if free_markers(d, seat) > 0 and counterable(d, seat):
                return True
            if could_play(d, seat, "blows"):
                return True
        d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        seat = self.seat
        found: list[Act] = [Blow(space) for space in spaces_of(room(blow_limits(d, seat, self.free)))]
        found += plays(d, seat, "blows")
        return [*found, DONE]

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Blow(space) if self.free:
                d.frames[-1] = Countering(self.seat, self.free - 1)
                lay_blow(d, self.seat, space)
            case Blow():
                pay(d, self.seat, 1, act)
            case Play():
                play(d, self.seat, "blows", act)
            case _:
                d.frames.pop()

    def when_paid(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Blow)
        lay_blow(d, self.seat, act.space)

    def refuse(self, d: Draft, act: Act) -> Refusal:
        if isinstance(act, Blow):
            return refuse(blow_limits(d, self.seat, self.free), act.space)
        return play_refusal(d, self.seat, "blows", act) or Refusal(
            "NR 9.counterblow", "lay counterblows now, or finish"
        )


def lay_blow(d: Draft, seat: Seat, space: Space) -> None:
    d.blows = (*d.blows, space)
    who = SEATS[seat].capitalize()
    d.say("target", f"{who} lays a counterblow on {place_name(space)}", "NR 9.counterblow", data=(space,))


# Which battle is next.


def blow_board(d: Draft) -> int:
    """The counterblows that the phasing player must attack."""
    return board_of((*d.blows, *d.bound)) & d.occupied(OTHER[d.phasing])


def attackers(d: Draft, space: Space) -> list[Unit]:
    """9.counterblow.must: the units that may attack a marked space."""
    seat = d.phasing
    beside, where = MAP.beside, d.where
    blows = blow_board(d)
    near = beside[space]
    found = [u for u in RANGES[seat] if eligible(d, u) and near >> where[u] & 1]
    if blows and not blows >> space & 1:
        found = [unit for unit in found if not beside[where[unit]] & blows]
    return found


def bound_to(d: Draft, space: Space) -> list[Unit]:
    """Those of them that must attack it: they are next to no other counterblow."""
    blows = blow_board(d)
    if not blows >> space & 1:
        return []
    others = blows & ~BIT[space]
    return [unit for unit in attackers(d, space) if not MAP.beside[d.where[unit]] & others]


def attackable(d: Draft, blows: int, spent: tuple[Unit, ...]) -> int:
    """How many of these counterblows can all be attacked, without the units spent elsewhere."""
    able = {space: [unit for unit in attackers(d, space) if unit not in spent] for space in spaces_of(blows)}
    sent: dict[Unit, Space] = {}

    def send(space: Space, asked: set[Unit]) -> bool:
        for unit in able[space]:
            if unit not in asked:
                asked.add(unit)
                if unit not in sent or send(sent[unit], asked):
                    sent[unit] = space
                    return True
        return False

    return sum(send(space, set()) for space in able)


def needed_elsewhere(d: Draft, space: Space, unit: Unit, joined: tuple[Unit, ...]) -> bool:
    """Would a counterblow be left alone that could have been attacked?"""
    others = blow_board(d) & ~BIT[space]
    if not MAP.beside[d.where[unit]] & others:
        return False
    return attackable(d, others, (*joined, unit)) < attackable(d, others, joined)


def joinable(d: Draft, space: Space, joined: tuple[Unit, ...]) -> list[Unit]:
    """Who may still join the attack on a space."""
    found = [unit for unit in attackers(d, space) if unit not in joined]
    if not d.blows and not d.bound:
        return found
    spare = [unit for unit in found if not needed_elsewhere(d, space, unit, joined)]
    return spare if spare or joined else found


def marked(d: Draft) -> list[Space]:
    """The spaces still to be fought over."""
    return sorted({*d.targets, *d.blows, *d.bound})


def unmark(d: Draft, space: Space) -> None:
    d.targets = tuple(other for other in d.targets if other != space)
    d.blows = tuple(other for other in d.blows if other != space)
    d.bound = tuple(other for other in d.bound if other != space)
