"""9.target and 9.counterblow: what is marked for attack, and which marked space is fought over next."""

from berlin.boards.hexes import bits
from berlin.games.noretreat.actions import DONE, WAYS, Action, Attack, Blow, Play, Target
from berlin.games.noretreat.frames import Battle, Countering, Fighting, Targeting, Window
from berlin.games.noretreat.ground import MAP
from berlin.games.noretreat.hand import PAID, can_pay, cant_pay, pay
from berlin.games.noretreat.state import ATTACKED, BACK, BIT, DISORGANIZED, SIZE, Draft, place_name
from berlin.games.noretreat.tables import SEATS, TURNS
from berlin.games.noretreat.units import FIXED, KEYS, RANGES, SIDE
from berlin.games.noretreat.windows import could_play, play, plays, refusal
from berlin.kernel.rules import Refusal


def begin(d: Draft) -> None:
    """The combat phase, from its first window to its last: what is done last lies lowest."""
    seat = d.phasing
    for unit in RANGES[seat]:
        d.marks[unit] &= ~ATTACKED
    d.attacks = 0
    enemy = d.occupied(1 - seat)
    d.bound, d.left = tuple(space for space in d.left if enemy >> space & 1), ()
    d.frames += [
        Window(1 - seat, "combat-end"),
        Window(seat, "combat-end"),
        Fighting(seat),
        Window(seat, "blows"),
        Countering(1 - seat),
        Targeting(seat),
        Window(1 - seat, "combat"),
        Window(seat, "combat"),
    ]


def close(d: Draft) -> None:
    d.targets = d.blows = d.bound = ()
    for unit in RANGES[d.phasing]:
        d.marks[unit] &= ~ATTACKED


def eligible(d: Draft, unit: int) -> bool:
    marks = d.marks[unit]
    return d.where[unit] < SIZE and not marks & (DISORGANIZED | ATTACKED) and not FIXED[marks & BACK][unit]


def why_not_eligible(d: Draft, seat: int, unit: int) -> Refusal | None:
    name, marks = KEYS[unit], d.marks[unit]
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


def free_markers(d: Draft, seat: int) -> int:
    """How many Target and Counterblow markers a side has left."""
    used = len(d.targets) + len(d.left) if seat == d.phasing else len(d.blows) + len(d.bound)
    return TURNS[d.turn].targets[seat] - used


# Targets.


def targetable(d: Draft, seat: int) -> int:
    board = MAP.neighbours(fronts(d, seat)) & d.occupied(1 - seat)
    for space in (*d.targets, *d.bound):
        board &= ~BIT[space]
    return board


def settle_targeting(d: Draft, frame: Targeting) -> bool:
    if free_markers(d, frame.seat) > 0 and targetable(d, frame.seat):
        return True
    d.frames.pop()
    return False


def options_targeting(d: Draft, frame: Targeting) -> list[Action]:
    return [*(Target(space) for space in bits(targetable(d, frame.seat))), DONE]


def answer_targeting(d: Draft, frame: Targeting, action: Action) -> None:
    if isinstance(action, Target):
        d.targets = (*d.targets, action.space)
        if d.log is not None:
            d.say("target", f"{place_name(action.space)} is a target", "NR 9.target", data=(action.space,))
    else:
        d.frames.pop()


def refuse_targeting(d: Draft, frame: Targeting, action: Action) -> Refusal:
    if not isinstance(action, Target):
        return Refusal("NR 9.target", "targets are marked first: target a space, or say done")
    if action.space in (*d.targets, *d.bound):
        return Refusal("NR 9.target", "it is marked already")
    if not d.occupied(1 - frame.seat) >> action.space & 1:
        return Refusal("NR 9.target", "there is no enemy unit")
    if MAP.across[action.space] & fronts(d, frame.seat) and not MAP.beside[action.space] & fronts(
        d, frame.seat
    ):
        return Refusal("NR 3.attack.lake", "a lake lies between")
    return Refusal("NR 9.eligible", "no unit that may attack is next to it")


# Counterblows.


def counterable(d: Draft, seat: int) -> int:
    """Own spaces next to enemies that may attack."""
    board = MAP.neighbours(fronts(d, 1 - seat)) & d.occupied(seat)
    for space in (*d.blows, *d.bound):
        board &= ~BIT[space]
    return board


def settle_countering(d: Draft, frame: Countering) -> bool:
    seat = frame.seat
    if d.hands[seat] or frame.free:
        if free_markers(d, seat) > 0 and counterable(d, seat):
            return True
        if could_play(d, seat, "blows"):
            return True
    d.frames.pop()
    return False


def options_countering(d: Draft, frame: Countering) -> list[Action]:
    seat = frame.seat
    found: list[Action] = []
    if free_markers(d, seat) > 0 and (frame.free or can_pay(d, seat, 1, DONE)):
        found += [Blow(space) for space in bits(counterable(d, seat))]
    found += plays(d, seat, "blows")
    return [*found, DONE]


def answer_countering(d: Draft, frame: Countering, action: Action) -> None:
    match action:
        case Blow():
            if frame.free:
                d.frames[-1] = Countering(frame.seat, frame.free - 1)
                lay_blow(d, frame.seat, action)
            else:
                pay(d, frame.seat, 1, action)
        case Play():
            play(d, frame.seat, "blows", action)
        case _:
            d.frames.pop()


def lay_blow(d: Draft, seat: int, action: Blow) -> None:
    d.blows = (*d.blows, action.space)
    d.say(
        "target",
        f"{SEATS[seat].capitalize()} lays a counterblow on {place_name(action.space)}",
        "NR 9.counterblow",
        data=(action.space,),
    )


PAID[Blow] = lay_blow


def refuse_countering(d: Draft, frame: Countering, action: Action) -> Refusal:
    match action:
        case Blow(space):
            if not counterable(d, frame.seat) >> space & 1:
                return Refusal("NR 9.counterblow", "it is no space of yours next to enemies that may attack")
            if free_markers(d, frame.seat) <= 0:
                return Refusal("NR 9.target", "no marker is left in your pool")
            return cant_pay(1)
        case Play(card, way):
            found = refusal(d, frame.seat, card, "blows", WAYS[way])
            if found is not None:
                return found
    return Refusal("NR 9.counterblow", "lay counterblows now, or say done")


# Which battle is next.


def blow_board(d: Draft) -> int:
    """The counterblows that the phasing player must attack."""
    board = 0
    for space in (*d.blows, *d.bound):
        board |= BIT[space]
    return board & d.occupied(1 - d.phasing)


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


def settle_fighting(d: Draft, frame: Fighting) -> bool:
    enemy = d.occupied(1 - frame.seat)
    for space in marked(d):
        if not enemy >> space & 1 or not attackers(d, space):
            unmark(d, space)
    left = marked(d)
    if len(left) > 1:
        return True
    if left:
        start(d, frame.seat, left[0])
    else:
        d.frames.pop()
    return False


def options_fighting(d: Draft, frame: Fighting) -> list[Action]:
    return [Attack(space) for space in marked(d)]


def answer_fighting(d: Draft, frame: Fighting, action: Action) -> None:
    assert isinstance(action, Attack)
    start(d, frame.seat, action.space)


def start(d: Draft, seat: int, space: int) -> None:
    """A battle begins with those who have no choice but to take part."""
    d.attacks += space in d.targets
    units = tuple(bound_to(d, space))
    if not units:
        able = joinable(d, space, ())
        units = tuple(able) if len(able) == 1 else ()
    d.frames.append(Battle(seat, space, units))
    d.say("battle", f"the battle for {place_name(space)}", "NR 9.order", data=(space,))


def refuse_fighting(d: Draft, frame: Fighting, action: Action) -> Refusal:
    return Refusal("NR 9.order", "fight over one of the marked spaces")
