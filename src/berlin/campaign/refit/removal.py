"""Wrecks, immobile vehicles, entrenchments, wire and known mines are cleared away, with some risk."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from berlin.boards.hexes import board_of
from berlin.campaign.holdings import MAIN, engineers, men, vehicles
from berlin.campaign.question import CampaignQuestion, Done, Reason, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, FIRST, OTHER, SECOND, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refuse, within
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import STUCK, Mark, is_mobile, keeper
from berlin.squad.board.works import ENTRENCHMENTS, WRECKS, Work, Works
from berlin.squad.rules.announce import tell
from berlin.squad.rules.harm import reduce
from berlin.squad.rules.rolls import roll_on_table
from berlin.squad.rules.vehicles import dismount

BY_HAND = ENTRENCHMENTS | {Works.WIRE, Works.MINES}
"""What men clear; the rest is towed away."""
MISHAP = 6
ONCE = "one attempt for each item"
CLEARED = (
    "only wrecks, immobile vehicles, entrenchments, wire and known mines on ground that you Control and that "
    "is not Isolated are cleared"
)
MINED = "the mines there must be cleared first"
TRACTORS = "no more attempts than Mobile tracked vehicles in the Perimeter Area"


class Clear(Act, frozen=True, gc=False):
    """Clear something away: the first of its kind in a hex that was not tried."""

    verb = "clear"
    says = "Clear away the {what} at {space}"

    space: Place
    what: str


class Tow(Act, frozen=True, gc=False):
    """Clear an immobile vehicle away."""

    verb = "tow"
    says = "Clear away {unit}"

    unit: Unit


class Suffer(Act, frozen=True, gc=False):
    """This unit is Casualty Reduced."""

    verb = "suffer"
    says = "Casualty Reduce {unit}"

    unit: Unit


class Clearance(WhileOpen, frozen=True, gc=False):
    """What is cleared away? `dug` and `towed` are the attempts so far, by men and by vehicles; `tried` and
    `pulled` the works and vehicles that they were made at."""

    dug: int = 0
    towed: int = 0
    tried: tuple[int, ...] = ()
    pulled: tuple[Unit, ...] = ()

    acts = (Clear, Tow, Done)
    topic = "removal.ground"
    asks = "What is to be removed from the map?"
    why = (
        "Men clear mines, wire and entrenchments, tracked vehicles the wrecks; "
        "each try is a die, and a 6 costs men."
    )
    refuses = (Reason("removal.ground", "this is not asked now"),)

    def in_view(self, works: Sequence[int]) -> CampaignQuestion:
        return replace(self, tried=tuple(map(works.index, self.tried)))

    def answers(self, d: Draft) -> list[Act]:
        found, tow = items(d, self), self._tows(d)
        stuck = immobile(d, self.seat) if tow else []
        acts: list[Act] = [*within(found, _to_clear(d, self, found, tow))]
        acts += map(Tow, within(stuck, _to_tow(d, self, stuck, tow)))
        return [*acts, Done()]

    def _tows(self, d: Draft) -> bool:
        """Has it a vehicle left for an attempt?"""
        return self.towed < tractors(d, self.seat)

    def why_not(self, d: Draft, act: Act) -> Refusal:
        match act:
            case Clear():
                return refuse(_to_clear(d, self, items(d, self), self._tows(d)), act)
            case Tow():
                return refuse(_to_tow(d, self, immobile(d, self.seat), self._tows(d)), act.unit)
            case _:
                return super().why_not(d, act)

    def carry_out(self, d: Draft, act: Act) -> None:
        side = self.seat
        match act:
            case Clear():
                tried, number = chances(d, self, act), items(d, self)[act]
                by_hand = d.works[number].what in BY_HAND
                d.frames[-1] = Clearance(
                    side,
                    self.dug + by_hand,
                    self.towed + (not by_hand),
                    (*self.tried, number),
                    self.pulled,
                )
                if _try(d, side, *tried):
                    _clear_away(d, number)
            case Tow():
                tried, own = chances(d, self, act), owner_of(act.unit) == side
                d.frames[-1] = Clearance(side, self.dug, self.towed + 1, self.tried, (*self.pulled, act.unit))
                if _try(d, side, *tried):
                    if not d.piece(act.unit).has(Mark.ABANDONED):
                        dismount(d, act.unit)
                    d.lose(act.unit, "cleared away", scored=own)
            case _:
                d.frames.pop()


class Toll(CampaignQuestion, frozen=True, gc=False):
    """Who is Casualty Reduced by a mishap?"""

    acts = (Suffer,)
    topic = "removal.toll"
    asks = "A removal went wrong: which MMC is Casualty Reduced?"
    why = "A 6 costs a unit half its men; among those who must be hit first the choice is yours."
    refuses = (Reason("removal.toll", "Assault Engineers are hit first, then the best MMC"),)

    def still_asks(self, d: Draft) -> bool:
        """Not asked where all who can be hit are alike."""
        side = self.seat
        found = victims(d, side)
        if len({_likeness(d, number) for number in found}) > 1:
            return True
        self.carry_out(d, Suffer(found[0]))
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Suffer(number) for number in victims(d, self.seat)]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Suffer)
        d.frames.pop()
        tell(d, "toll", act.unit, "Casualty Reduced while clearing", d.book.cite("removal.toll"))
        reduce(d, act.unit, "killed while clearing", d.book.cite("removal.toll"))


def begin(d: Draft) -> None:
    d.frames += [Clearance(SECOND), Clearance(FIRST)]


def ground(d: Draft, side: Seat) -> int:
    """Where a side may clear anything."""
    return d.control[side] & ~d.control[OTHER[side]] & ~d.isolated


def hands(d: Draft, side: Seat) -> int:
    """Squad-equivalents: so many attempts may men make."""
    return int(sum(d.counter(unit).squads for unit in men(d, side, MAIN)))


def tractors(d: Draft, side: Seat) -> int:
    """Mobile tracked vehicles: so many attempts may they make."""
    return sum(
        d.counter(unit).tracked and is_mobile(piece) and not d.is_isolated(piece)
        for unit, piece in vehicles(d, side)
    )


def is_known(work: Work, side: Seat) -> bool:
    return not work.hidden or work.owner == side


def mines(d: Draft, side: Seat) -> int:
    """Where a side knows of mines."""
    found = 0
    for work in d.works:
        if work.what is Works.MINES and work.space >= 0 and is_known(work, side):
            found |= 1 << work.space
    return found


def is_mined(d: Draft, side: Seat, space: Place, way: int) -> bool:
    """Do mines bar what lies in a hex, or along one of its sides?"""
    here = 1 << space
    if way >= 0:
        here |= d.book.field.chart.step(here, way)
    return bool(mines(d, side) & here)


def _is_barred(d: Draft, side: Seat, work: Work) -> bool:
    return work.what in WRECKS and is_mined(d, side, work.space, work.side)


def _to_clear(d: Draft, frame: Clearance, found: dict[Clear, int], tow: bool) -> tuple[Condition[Clear], ...]:
    """What narrows the works that are cleared away, of those that were `found`."""
    side, cite = frame.seat, d.book.cite
    dig = frame.dug < hands(d, side)
    tried = {_named(d.works[number]) for number in frame.tried}

    def work(act: Clear) -> Work:
        return d.works[found[act]]

    return (
        Condition(lambda act: act in found or act not in tried, cite("removal.once"), ONCE),
        Condition(found.__contains__, cite("removal.ground"), CLEARED),
        Condition(
            lambda act: dig or work(act).what not in BY_HAND,
            cite("removal.attempts"),
            "no more attempts than squad-equivalents in the Perimeter Area",
        ),
        Condition(lambda act: not _is_barred(d, side, work(act)), cite("removal.mined"), MINED),
        Condition(lambda act: tow or work(act).what in BY_HAND, cite("removal.attempts"), TRACTORS),
    )


def _to_tow(d: Draft, frame: Clearance, found: Collection[Unit], tow: bool) -> tuple[Condition[Unit], ...]:
    """What narrows the vehicles that are, of those that were `found`."""
    side, cite = frame.seat, d.book.cite

    def is_mined_in(unit: Unit) -> bool:
        return is_mined(d, side, d.piece(unit).space, d.piece(unit).side)

    return (
        Condition(found.__contains__, cite("removal.ground"), CLEARED),
        Condition(lambda unit: unit not in frame.pulled, cite("removal.once"), ONCE),
        Condition(lambda unit: not is_mined_in(unit), cite("removal.mined"), MINED),
        Condition(lambda unit: tow, cite("removal.attempts"), TRACTORS),
    )


def _lies_open(d: Draft, side: Seat, work: Work) -> bool:
    if work.what not in BY_HAND | WRECKS or work.space < 0 or work.hidden:
        return False
    return bool(ground(d, side) >> work.space & 1)


def _named(work: Work) -> Clear:
    return Clear(work.space, work.what.name.lower())


def items(d: Draft, frame: Clearance) -> dict[Clear, int]:
    """What was not tried yet, with the numbers of the works: of a kind, one that no mines bar.
    All mines of a hex are one item."""
    found: dict[Clear, int] = {}
    mined = board_of(d.works[n].space for n in frame.tried if d.works[n].what is Works.MINES)
    for number, work in enumerate(d.works):
        if number in frame.tried or not _lies_open(d, frame.seat, work):
            continue
        if work.what is Works.MINES and mined >> work.space & 1:
            continue
        name = _named(work)
        if name not in found or _is_barred(d, frame.seat, d.works[found[name]]):
            found[name] = number
    return found


def immobile(d: Draft, side: Seat) -> list[Unit]:
    """The immobile vehicles on a side's ground, as units."""
    return [
        unit
        for owner in BOTH
        for unit, piece in d.on_map(owner)
        if piece.marks & STUCK and keeper(owner, piece) == side and ground(d, side) >> piece.space & 1
    ]


def chances(d: Draft, frame: Clearance, act: Clear | Tow) -> tuple[str, dict[str, int]]:
    """What is to be cleared away, and what is added to the die, by reason and amount."""
    side, field = frame.seat, d.book.field
    if isinstance(act, Clear):
        work = d.works[items(d, frame)[act]]
        what, space, exposed = work.what.value, work.space, work.what not in ENTRENCHMENTS
        own = work.owner == side and work.what in BY_HAND
    else:
        what, space = d.counter(act.unit).text, d.piece(act.unit).space
        exposed, own = True, False
    front = d.fronts[0] | d.fronts[1]
    inside = front >> space & 1
    near = field.chart.seep(front, field.chart.all, 1) >> space & 1
    return f"{what} at {field.called(space)}", {
        "front": exposed and inside,
        "adjacent": exposed and near and not inside,
        "engineers": 0 < d.book.upkeep.sappers[side] <= engineers(d, side),
        "own": own and side in d.book.upkeep.tidy,
    }


def _try(d: Draft, side: Seat, what: str, reasons: dict[str, int]) -> bool:
    """The die of one attempt. Is it cleared away?"""
    roll, result = roll_on_table(d, "removal", reasons, what)
    if roll == MISHAP and victims(d, side):
        d.frames.append(Toll(side))
    return result == "removed"


def _clear_away(d: Draft, number: int) -> None:
    """It is gone; the numbers of later works, and of those that were tried, move up."""
    work = d.works[number]
    gone = [
        n
        for n, other in enumerate(d.works)
        if n == number or (work.what is Works.MINES is other.what and other.space == work.space)
    ]
    d.works = [other for n, other in enumerate(d.works) if n not in gone]
    for at, frame in enumerate(d.frames):
        if isinstance(frame, Clearance):
            tried = tuple(n - sum(g < n for g in gone) for n in frame.tried if n not in gone)
            d.frames[at] = Clearance(frame.seat, frame.dug, frame.towed, tried, frame.pulled)


def victims(d: Draft, side: Seat) -> list[Unit]:
    """Who can be hit by a mishap: Assault Engineers first, then the best."""
    units = [unit for unit in men(d, side, MAIN) if d.counter(unit).is_mmc]
    best = max((d.counter(unit).grade for unit in units), default=0)
    units = [unit for unit in units if d.counter(unit).grade == best]
    return [unit for unit in units if d.piece(unit).has(Mark.ENGINEER)] or units


def _likeness(d: Draft, unit: Unit) -> tuple[object, ...]:
    piece = d.piece(unit)
    load = sorted((other.kind, other.marks) for _, other in d.held_by(unit) if not other.is_out)
    return piece.kind, piece.marks, piece.where, piece.space, *load
