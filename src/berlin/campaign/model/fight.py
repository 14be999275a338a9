"""A battle under way: who stands where, who can do what, and what happens to him."""

from berlin.boards.hexes import apart, board_of
from berlin.campaign import exits
from berlin.campaign.aftermath.fires import standing
from berlin.campaign.control import gains, pass_to
from berlin.campaign.model.house import ENTRENCHED, Battlefield, House, Land
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat, Unit
from berlin.squad.board import mounts
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.names import BITS, LAST, NO_UNIT, holder_of, number_of, owner_of, unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Works
from berlin.squad.rules import harm
from berlin.squad.rules.checks import elr_of
from berlin.squad.rules.vehicles import aboard, dismount, leave_wreck

FIGHTS = frozenset(
    (Sort.SQUAD, Sort.HALF, Sort.CREW, Sort.LEADER, Sort.HERO, Sort.GUN, Sort.VEHICLE, Sort.CUPOLA)
)
# Plain numbers: they are asked for very often.
HELPLESS = int(Mark.BROKEN | Mark.DISRUPTED | Mark.PINNED | Mark.SHOCKED | Mark.STUNNED | Mark.ABANDONED)
SILENT = int(Mark.MALFUNCTION | Mark.DISABLED | Mark.HOOKED)
STUCK = int(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED | Mark.ABANDONED)
VEILED = int(Mark.CONCEALED | Mark.HIDDEN)
TAKEN = int(Mark.CAPTURED | Mark.PRISONER)
# A heavy weapon, by its weight; lighter ones reach no farther than the men who have them.
HEAVY = 6
COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
"""The firepower from which each column of an attack begins."""


class Fight:
    """The working copy of a battle."""

    __slots__ = (
        *("cells", "counters", "d", "field", "house", "houses", "land"),
        *("loads", "moved", "pieces", "rule", "shelter", "stacks"),
    )

    def __init__(self, d: Draft, battlefield: Battlefield) -> None:
        self.d = d
        self.house: House = battlefield.house
        self.land: Land = battlefield.land
        self.rule = d.book.cite("battle.report")
        self.field = d.book.field
        self.cells = self.field.chart.cell
        # The draft's own, at hand: what stands where is asked very often.
        self.pieces, self.counters = d.pieces, d.book.counters
        self.stacks: tuple[dict[Place, list[Unit]], dict[Place, list[Unit]]] = ({}, {})
        self.loads: dict[Unit, list[Unit]] = {}
        """By holder: what it has, its own and what it took."""
        self.moved: set[Unit] = set()
        """Who moved in this player turn."""
        self.shelter = list(self.land.shelter)
        self.houses = standing(d)
        for side in BOTH:
            for unit, piece in d.listed(side):
                if piece.holder >= 0 and not piece.is_out:
                    self.loads.setdefault(holder_of(unit, piece), []).append(unit)
                if piece.where is Where.MAP:
                    self._stand(unit)
        for work in d.works:
            word = ENTRENCHED.get(work.what)
            if word and work.space >= 0:
                self.shelter[work.space] = max(self.shelter[work.space], self.house.shelter[word])

    def _stand(self, unit: Unit) -> None:
        """What nobody serves only lies there."""
        piece = self.d.piece(unit)
        sort = self.d.counter(unit).sort
        idle = piece.has(Mark.ABANDONED) or (sort is Sort.GUN and piece.holder < 0)
        if sort in FIGHTS and not idle and not piece.marks & TAKEN:
            self.stacks[owner_of(unit)].setdefault(piece.space, []).append(unit)

    def dice(self) -> int:
        """Two dice."""
        return self.d.roll(6) + self.d.roll(6)

    def counter(self, unit: Unit) -> Counter:
        return self.counters[self.pieces[unit >> BITS][unit & LAST].kind]

    def piece(self, unit: Unit) -> Piece:
        return self.pieces[unit >> BITS][unit & LAST]

    def far(self, a: Place, b: Place) -> int:
        """How many hexes apart two are."""
        return apart(self.cells[a], self.cells[b])

    def around(self, spaces: int, far: int) -> int:
        """These hexes and all so far away."""
        return self.field.chart.seep(spaces, self.field.chart.all, far)

    def board(self, side: Seat) -> int:
        """Where a side's units stand."""
        return board_of(self.stacks[side])

    # Who can do what.

    def is_able(self, unit: Unit) -> bool:
        """Can it fight? A Gun needs men who can."""
        piece = self.piece(unit)
        if piece.marks & HELPLESS:
            return False
        match self.counter(unit).sort:
            case Sort.GUN:
                return (
                    piece.holder >= 0
                    and not piece.marks & SILENT
                    and not self.piece(holder_of(unit, piece)).marks & HELPLESS
                )
            case Sort.VEHICLE | Sort.CUPOLA:
                return not piece.marks & SILENT
        return True

    def men(self, side: Seat, space: Place) -> list[Unit]:
        """The Personnel of a hex."""
        return [n for n in self.stacks[side].get(space, ()) if self.counter(n).is_personnel]

    def vehicles(self, side: Seat, space: Place) -> list[Unit]:
        """The manned vehicles of a hex, cupolas too."""
        return [
            n
            for n in self.stacks[side].get(space, ())
            if self.counter(n).sort in (Sort.VEHICLE, Sort.CUPOLA) and not self.piece(n).has(Mark.ABANDONED)
        ]

    def weapons(self, unit: Unit) -> list[Unit]:
        """The support weapons that a unit has and that work."""
        side = owner_of(unit)
        return [
            other
            for other in self.loads.get(unit, ())
            if owner_of(other) == side
            and self.counter(other).sort is Sort.WEAPON
            and not self.piece(other).marks & SILENT
        ]

    def serves(self, unit: Unit) -> bool:
        """Is it tied to a Gun?"""
        return any(self.counter(other).sort is Sort.GUN for other in self.loads.get(unit, ()))

    def power(self, unit: Unit) -> int:
        """Its own weight against men: a vehicle's is less by half of the machine-guns that don't work."""
        counter = self.counter(unit)
        if not counter.guns:
            return counter.fire
        working = mounts.working(counter, self.piece(unit))
        silent = sum(gun.fp for gun in counter.guns) // 2 - sum(gun.fp for gun in working) // 2
        return counter.fire - silent

    def weight(self, side: Seat, space: Place) -> int:
        """What all in a hex that can fight bring to bear."""
        total = 0
        for unit in self.stacks[side].get(space, ()):
            if self.is_able(unit):
                total += self.power(unit)
                total += sum(self.counter(other).fire for other in self.weapons(unit))
        return total

    def lead(self, side: Seat, space: Place, besides: Unit = NO_UNIT) -> int:
        """The best modifier of a leader in a hex who can lead; 0 without one."""
        return min(
            (
                harm.modifier(self.d, n)
                for n in self.stacks[side].get(space, ())
                if n != besides and self.counter(n).sort is Sort.LEADER and not self.piece(n).marks & HELPLESS
            ),
            default=0,
        )

    # What happens to it.

    def put(self, unit: Unit, space: Place) -> None:
        """To another hex, with all that it has."""
        self._leave(unit)
        self.d.change(unit, where=Where.MAP, space=space, level=0, side=-1)
        self._stand(unit)
        for other in self._held(unit):
            self.d.change(other, where=Where.MAP, space=space, level=0)

    def _held(self, unit: Unit) -> list[Unit]:
        """What it has on the map, or brings along."""
        found = ((one, self.piece(one)) for one in self.loads.get(unit, ()))
        return [one for one, piece in found if piece.holder == number_of(unit) and not piece.is_out]

    def take(self, side: Seat, space: Place) -> None:
        """Control of a hex passes to those who stand in it, if they can gain it."""
        indoors = bool(self.houses >> space & 1)
        if any(gains(self.d, number, indoors) for number in self.stacks[side].get(space, ())):
            pass_to(self.d, side, 1 << space)

    def _leave(self, unit: Unit) -> None:
        side = owner_of(unit)
        space = self.piece(unit).space
        stack = self.stacks[side].get(space)
        if stack and unit in stack:
            stack.remove(unit)
            if not stack:
                del self.stacks[side][space]

    def lose(self, unit: Unit, fate: str) -> None:
        """It is lost; what it had lies where it stood."""
        self._leave(unit)
        self.d.lose(unit, fate)
        self._drop(unit)

    def _drop(self, unit: Unit) -> None:
        """Who or what it had is on his own: a prisoner is free, a Gun is idle."""
        for other in self.loads.pop(unit, ()):
            if self.piece(other).has(Mark.PRISONER):
                self.d.mark(other, off=Mark.PRISONER)
                self._stand(other)
            elif self.counter(other).sort is Sort.GUN:
                self._leave(other)

    def reduce(self, unit: Unit, fate: str) -> None:
        """Casualty Reduced: of a squad a half-squad is left, a man may live as a wounded man."""
        counter = self.counter(unit)
        if counter.sort is Sort.SQUAD:
            harm.reduce(self.d, unit, fate, self.rule)
        elif not (counter.is_smc and harm.wound(self.d, unit, self.rule)):
            self.lose(unit, fate)

    def check(self, unit: Unit, drm: int, fate: str) -> None:
        """A Morale Check: who fails breaks, is Replaced beyond his ELR, or is reduced if he was broken."""
        counter, piece = self.counter(unit), self.piece(unit)
        roll = self.dice()
        excess = roll + drm + self.lead(owner_of(unit), piece.space, unit) - counter.morale
        if excess <= 0:
            return
        if counter.sort is Sort.HERO or piece.has(Mark.BROKEN) or roll == 12:
            self.reduce(unit, fate)
            if self.piece(unit).is_out:
                return
        elif excess > (elr_of(self.d, unit) or excess):
            self._replace(unit, fate)
        if counter.sort is not Sort.HERO:
            self.d.mark(unit, on=Mark.BROKEN, off=VEILED)

    def _replace(self, unit: Unit, fate: str) -> None:
        """Replaced by who is lower, if anybody is; a half-squad that comes of it is broken too."""
        counter = self.counter(unit)
        if counter.lower or (counter.underlined and counter.half):
            for other in harm.replace(self.d, unit, fate)[1:]:
                self.d.mark(other, on=Mark.BROKEN, off=VEILED)
                self._stand(other)

    def capture(self, unit: Unit, guard: Unit) -> None:
        """A man is taken prisoner; what he has is left. He counts for points if he is one to the end."""
        self._leave(unit)
        there = self.piece(guard).space
        for other in self.loads.get(unit, ()):
            self.d.change(other, holder=-1)
        self._drop(unit)
        kept = self.piece(unit).marks & (Mark.WOUNDED | Mark.HEROIC)
        self.d.change(unit, space=there, level=0, holder=number_of(guard), marks=int(kept | Mark.PRISONER))
        self.loads.setdefault(guard, []).append(unit)

    def wreck(self, unit: Unit, burns: bool, fate: str) -> None:
        """A vehicle is destroyed; its crew may get out."""
        side = owner_of(unit)
        piece, counter = self.piece(unit), self.counter(unit)
        if counter.sort is not Sort.VEHICLE:
            self.lose(unit, fate)
            return
        before = len(self.d.pieces[side])
        manned = bool(counter.crew) or piece.holder >= 0
        if manned and not piece.has(Mark.ABANDONED) and self.d.roll(6) <= self.house.escapes:
            dismount(self.d, unit)
            self._stand(unit_of(side, piece.holder if piece.holder >= 0 else before))
        for leader in aboard(self.d, unit):
            self.d.lose(leader, fate)
        self.lose(unit, fate)
        leave_wreck(self.d, piece, Works.BURNING_WRECK if burns else Works.WRECK)

    def go(self, unit: Unit) -> None:
        """Off the map by the far edge, with all it has, for points."""
        self._leave(unit)
        exits.leave(self.d, unit)


def column(power: int) -> int:
    """The column of an attack; -1 for less than the first."""
    return sum(power >= least for least in COLUMNS) - 1
