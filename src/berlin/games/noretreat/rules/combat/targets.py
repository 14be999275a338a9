"""9.target and 9.counterblow: what is marked for attack, and who may attack it."""

from berlin.boards.hexes import bits, board_of
from berlin.games.noretreat.board.ground import MAP
from berlin.games.noretreat.board.tables import SEATS
from berlin.games.noretreat.board.units import FIXED, RANGES, SIDE
from berlin.games.noretreat.rules.cards.paying import can_pay, cant_pay, pay
from berlin.games.noretreat.rules.cards.windows import could_play, play, play_refusal, plays
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.markers import free_markers as free_markers
from berlin.games.noretreat.rules.combat.odds import odds
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.state.actions import DONE, Action, Blow, Done, Play, Target
from berlin.games.noretreat.state.state import ATTACKED, BACK, BIT, DISORGANIZED, SIZE, Draft, place_name
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.play.limits import Limit, refuse, room


def eligible(d: Draft, unit: int) -> bool:
    marks = d.marks[unit]
    return d.where[unit] < SIZE and not marks & (DISORGANIZED | ATTACKED) and not FIXED[marks & BACK][unit]


def why_not_eligible(d: Draft, seat: int, unit: int) -> Refusal | None:
    name, marks = d.named(unit), d.marks[unit]
    if SIDE[unit] != seat:
        return Refusal("NR 9.eligible", f"{name} is not yours")
    if d.where[unit] >= SIZE:
        return Refusal("NR 9.eligible", f"{name} is not on the map")
    if FIXED[marks & BACK][unit]:
        return Refusal("NR 9.eligible", f"{name} is a fort and never attacks")
    if marks & DISORGANIZED:
        return Refusal("NR 7.disorganized", f"{name} is disorganized")
    if marks & ATTACKED:
        return Refusal("NR 9.once", f"{name} has attacked in this phase")
    return None


def fronts(d: Draft, seat: int) -> int:
    """The spaces with units of a side that may attack."""
    where, board = d.where, 0
    for unit in RANGES[seat]:
        if eligible(d, unit):
            board |= BIT[where[unit]]
    return board


# Targets.


def target_limits(d: Draft, seat: int) -> tuple[Limit, ...]:
    """What a space must be to be marked."""
    front = fronts(d, seat)
    marked, beside = board_of((*d.targets, *d.bound)), MAP.neighbours(front)
    return (
        Limit(~marked, "NR 9.target", "it is marked already"),
        Limit(d.occupied(1 - seat), "NR 9.target", "there is no enemy unit"),
        Limit(beside | ~MAP.seep(front, MAP.all, 1), "NR 3.attack.lake", "a lake lies between"),
        Limit(beside, "NR 9.eligible", "no unit that may attack is next to it"),
    )


def targetable(d: Draft, seat: int) -> int:
    return room(target_limits(d, seat))


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

    def answers(self, d: Draft) -> list[Action]:
        return [*(Target(space) for space in bits(targetable(d, self.seat))), DONE]

    def carry_out(self, d: Draft, act: Action) -> None:
        if not isinstance(act, Target):
            d.frames.pop()
            return
        d.targets = (*d.targets, act.space)
        if d.log is not None:
            d.say("target", f"{place_name(act.space)} is a target", "NR 9.target", data=(act.space,))

    def refuse(self, d: Draft, act: Action) -> Refusal:
        if not isinstance(act, Target):
            return Refusal("NR 9.target", "targets are marked first: mark a space, or finish")
        return refuse(target_limits(d, self.seat), act.space)

    def explain(self, d: Draft, act: Action) -> Explanation:
        if isinstance(act, Target) and (units := attackers(d, act.space)):
            return odds(d, Battle(self.seat, act.space, tuple(units)))
        return super().explain(d, act)


# Counterblows.


def counterable(d: Draft, seat: int) -> int:
    """Own spaces next to enemies that may attack."""
    return MAP.neighbours(fronts(d, 1 - seat)) & d.occupied(seat) & ~board_of((*d.blows, *d.bound))


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

    def answers(self, d: Draft) -> list[Action]:
        seat = self.seat
        found: list[Action] = []
        if free_markers(d, seat) > 0 and (self.free or can_pay(d, seat, 1, DONE)):
            found += [Blow(space) for space in bits(counterable(d, seat))]
        found += plays(d, seat, "blows")
        return [*found, DONE]

    def carry_out(self, d: Draft, act: Action) -> None:
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

    def when_paid(self, d: Draft, act: Action) -> None:
        assert isinstance(act, Blow)
        lay_blow(d, self.seat, act.space)

    def refuse(self, d: Draft, act: Action) -> Refusal:
        if isinstance(act, Blow):
            if not counterable(d, self.seat) >> act.space & 1:
                return Refusal("NR 9.counterblow", "it is no space of yours next to enemies that may attack")
            if free_markers(d, self.seat) <= 0:
                return Refusal("NR 9.target", "no marker is left in your pool")
            return cant_pay(1)
        return play_refusal(d, self.seat, "blows", act) or Refusal(
            "NR 9.counterblow", "lay counterblows now, or finish"
        )


def lay_blow(d: Draft, seat: int, space: int) -> None:
    d.blows = (*d.blows, space)
    who = SEATS[seat].capitalize()
    d.say("target", f"{who} lays a counterblow on {place_name(space)}", "NR 9.counterblow", data=(space,))


# Which battle is next.


def blow_board(d: Draft) -> int:
    """The counterblows that the phasing player must attack."""
    return board_of((*d.blows, *d.bound)) & d.occupied(1 - d.phasing)


def attackers(d: Draft, space: int) -> list[int]:
    """9.counterblow.must: the units that may attack a marked space."""
    seat = d.phasing
    beside, where = MAP.beside, d.where
    blows = blow_board(d)
    near = beside[space]
    found = [u for u in RANGES[seat] if eligible(d, u) and near >> where[u] & 1]
    if blows and not blows >> space & 1:
        found = [unit for unit in found if not beside[where[unit]] & blows]
    return found


def bound_to(d: Draft, space: int) -> list[int]:
    """Those of them that must attack it: they are next to no other counterblow."""
    blows = blow_board(d)
    if not blows >> space & 1:
        return []
    others = blows & ~BIT[space]
    return [unit for unit in attackers(d, space) if not MAP.beside[d.where[unit]] & others]


def attackable(d: Draft, blows: int, spent: tuple[int, ...]) -> int:
    """How many of these counterblows can all be attacked, without the units spent elsewhere."""
    able = {space: [unit for unit in attackers(d, space) if unit not in spent] for space in bits(blows)}
    sent: dict[int, int] = {}

    def send(space: int, asked: set[int]) -> bool:
        for unit in able[space]:
            if unit not in asked:
                asked.add(unit)
                if unit not in sent or send(sent[unit], asked):
                    sent[unit] = space
                    return True
        return False

    return sum(send(space, set()) for space in able)


def needed_elsewhere(d: Draft, space: int, unit: int, joined: tuple[int, ...]) -> bool:
    """Would a counterblow be left alone that could have been attacked?"""
    others = blow_board(d) & ~BIT[space]
    if not MAP.beside[d.where[unit]] & others:
        return False
    return attackable(d, others, (*joined, unit)) < attackable(d, others, joined)


def joinable(d: Draft, space: int, joined: tuple[int, ...]) -> list[int]:
    """Who may still join the attack on a space."""
    found = [unit for unit in attackers(d, space) if unit not in joined]
    if not d.blows and not d.bound:
        return found
    spare = [unit for unit in found if not needed_elsewhere(d, space, unit, joined)]
    return spare if spare or joined else found


def marked(d: Draft) -> list[int]:
    """The spaces still to be fought over."""
    return sorted({*d.targets, *d.blows, *d.bound})


def unmark(d: Draft, space: int) -> None:
    d.targets = tuple(other for other in d.targets if other != space)
    d.blows = tuple(other for other in d.blows if other != space)
    d.bound = tuple(other for other in d.bound if other != space)
