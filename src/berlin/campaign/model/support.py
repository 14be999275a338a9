"""What comes from afar: Bombardments, artillery, aircraft, snipers."""

from berlin.boards.hexes import bits, board_of
from berlin.campaign.book.charts import Branch, Offer
from berlin.campaign.model.fight import HELPLESS, Fight
from berlin.campaign.model.fire import pierce, strike
from berlin.campaign.purchases.prices import is_branch
from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules.rolls import roll_on_table


class Battery:
    """A module that is in use: what it has left, what its observer sees, what was registered for it."""

    __slots__ = ("group", "line", "missions", "offer", "registered", "side", "sight")

    def __init__(self, f: Fight, side: Seat, group: int, offer: Offer) -> None:
        module = f.d.groups[side][group]
        self.side, self.group, self.offer = side, group, offer
        self.missions = f.house.missions.get(module.ammo or "normal", 1)
        told = board_of(space for space in module.registered if space >= 0)
        self.registered = f.around(told, 1) if told else 0
        self.sight: int | None = None
        """What an Offboard Observer sees; None without one."""
        self.line = f.house.contact["radio" if module.radio else "phone"]
        if module.observer >= 0:
            raised = module.level - f.d.book.figures.observer_level
            self.sight = f.around(1 << module.observer, f.house.sight(raised))

    def is_called(self, f: Fight) -> bool:
        """Does who observes for it get through?"""
        return self.sight is not None or f.d.roll(6) <= self.line


def lines(f: Fight, side: Seat, branch: Branch) -> list[tuple[int, Offer]]:
    """A side's groups of a branch that are still there, with their lines."""
    chart = f.d.book.charts[side]
    return [
        (number, chart[group.line])
        for number, group in enumerate(f.d.groups[side])
        if not group.gone and not group.used and is_branch(f.d, side, group, branch)
    ]


def batteries(f: Fight, side: Seat) -> list[Battery]:
    """The modules that were brought to this scenario: no more than may be in use."""
    figures = f.d.book.figures
    most = figures.oba_second if side else figures.oba_first
    brought = [one for one in lines(f, side, Branch.OBA) if f.d.groups[side][one[0]].onboard]
    return [Battery(f, side, number, offer) for number, offer in brought[:most]]


def bombard(f: Fight, side: Seat) -> None:
    """Each Bombardment falls on the thickest of the enemy, before the first turn."""
    for number, _ in lines(f, side, Branch.BOMBARDMENT):
        f.d.group(side, number, used=True, gone="fired")
        aim = thickest(f, OTHER[side], f.d.book.figures.blast)
        if aim is None:
            continue
        f.d.say("model", f"a Bombardment falls around {f.field.called(aim)}", f.rule)
        for space in bits(f.around(1 << aim, f.d.book.figures.blast)):
            if space in f.stacks[OTHER[side]]:
                strike(f, OTHER[side], space, f.house.blast, f.shelter[space], "killed by a Bombardment")
                _crater(f, space)


def thickest(f: Fight, side: Seat, reach: int) -> Place | None:
    """The hex with most around it."""
    stacks = {space: f.weight(side, space) for space in f.stacks[side]}
    if not stacks:
        return None
    return max(
        sorted(stacks),
        key=lambda at: sum(weight for space, weight in stacks.items() if f.far(at, space) <= reach),
    )


def fire_missions(f: Fight, mine: list[Battery], silencers: bool) -> None:
    """Each module that has ammunition left fires once; a counter battery may silence it."""
    for battery in mine:
        module = battery.offer.module
        if not battery.missions or module is None:
            continue
        aim = worst(f, battery.side, battery)
        if aim is None or not battery.is_called(f):
            continue
        battery.missions -= 1
        if silencers and f.d.roll(6) <= f.house.silence:
            continue
        f.d.group(battery.side, battery.group, used=True)
        power = module.caliber // f.house.guns
        ranged = f.house.registered if battery.registered >> aim & 1 else 0
        for space in bits(f.around(1 << aim, 1)):
            if space not in f.stacks[1 - battery.side]:
                continue
            cover = f.shelter[space] + (space != aim) - ranged
            strike(f, OTHER[battery.side], space, power, cover, "killed by artillery")
            if module.caliber >= f.house.heavy:
                _crater(f, space)


def worst(f: Fight, side: Seat, battery: Battery | None = None) -> Place | None:
    """The enemy hex that weighs most of those near one's own men, or in sight of an Offboard Observer, but
    not next to one's own. Where all is prepared they weigh twice."""
    own = f.board(side)
    sight = battery.sight if battery else None
    fit = (f.around(own, f.house.far) if sight is None else sight) & ~f.around(own, 1)
    ready = battery.registered if battery else 0
    near = [space for space in sorted(f.stacks[OTHER[side]]) if fit >> space & 1]
    return max(near, key=lambda space: f.weight(OTHER[side], space) << (ready >> space & 1), default=None)


def _crater(f: Fight, space: Place) -> None:
    """Heavy shells leave their holes, once."""
    if any(work.space == space and work.what is Works.SHELLHOLES for work in f.d.works):
        return
    if f.d.roll(6) <= f.house.craters:
        f.d.works.append(Work(Works.SHELLHOLES, space))


def arrive(f: Fight, side: Seat) -> list[Unit]:
    """The aircraft of this battle: those there are, and those of groups that come now. In rain only those fly
    that were lent."""
    if not f.d.rained:
        _join(f, side)
    return [
        unit
        for unit, piece in f.d.listed(side)
        if not piece.is_out
        and f.counter(unit).sort is Sort.AIRCRAFT
        and (not f.d.rained or is_lent(f, side, piece))
    ]


def is_lent(f: Fight, side: Seat, piece: Piece) -> bool:
    """Was it given for the first turns of a battle?"""
    return piece.group < 0 or f.d.groups[side][piece.group].until > 0


def _join(f: Fight, side: Seat) -> None:
    """How many come with a group that was bought shows when they come."""
    for number, offer in lines(f, side, Branch.AIRCRAFT):
        if any(piece.group == number for piece in f.d.pieces[side]):
            continue
        _, count = roll_on_table(f.d, "aircraft", about=offer.called)
        for part in offer.yields:
            kind = part.kind or roll_on_table(f.d, part.types, about=offer.called)[1]
            for _ in range(int(count)):
                f.d.add(side, Piece(kind, number))


def sorties(f: Fight, side: Seat, flying: list[Unit]) -> None:
    """Each attacks armour if it is good at that, else men; the enemy may shoot it down."""
    for unit in list(flying):
        if f.dice() <= f.house.flak:
            flying.remove(unit)
            f.d.lose(unit, "shot down")
            continue
        aim = worst(f, side)
        if aim is None:
            continue
        counter, prey = f.counter(unit), f.vehicles(OTHER[side], aim)
        if prey and counter.shot >= counter.fire // 2:
            if f.dice() <= f.house.hit - 1:
                pierce(f, prey[0], counter.shot, flank=True)
        else:
            strike(f, OTHER[side], aim, counter.fire, f.shelter[aim], "killed from the air")


def land(f: Fight, side: Seat, flying: list[Unit]) -> None:
    """After the battle: bought ones are kept for the next, those that were lent go home."""
    for unit in flying:
        if is_lent(f, side, f.piece(unit)):
            f.d.change(unit, where=Where.EVACUATED, space=NOWHERE, fate="Recalled")
        else:
            f.d.change(unit, where=Where.RETAINED, space=NOWHERE)


def sniper(f: Fight, side: Seat) -> None:
    """A side's sniper strikes if the roll is its SAN: one enemy is hit, or breaks."""
    prey = [n for space in sorted(f.stacks[OTHER[side]]) for n in f.men(OTHER[side], space)]
    if not prey or not f.stacks[side] or f.dice() != f.d.accounts[side].san:
        return
    unit, die = prey[f.d.roll(len(prey)) - 1], f.d.roll(6)
    if die == 1:
        f.reduce(unit, "killed by a sniper")
    elif die == 2 and not f.piece(unit).marks & HELPLESS:
        f.d.mark(unit, on=Mark.BROKEN)
