"""A battle under way: who stands where, who can do what, and what happens to him."""

from berlin.boards.hexes import apart, board_of
from berlin.campaign import exits
from berlin.campaign.aftermath.fires import standing
from berlin.campaign.control import gains, pass_to
from berlin.campaign.model.house import ENTRENCHED, Battlefield, House, Land
from berlin.campaign.state.state import Draft
from berlin.squad.board import mounts
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.names import Unit, piece_of, unit_of
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
    """The working copy of a battle. It tells of pieces by side and number, as the draft does."""

    __slots__ = (
        *("cells", "d", "field", "house", "houses", "land"),
        *("loads", "moved", "rule", "shelter", "stacks"),
    )

    def __init__(self, d: Draft, battlefield: Battlefield) -> None:
        self.d = d
        self.house: House = battlefield.house
        self.land: Land = battlefield.land
        self.rule = d.book.cite("battle.report")
        self.field = d.book.field
        self.cells = self.field.chart.cell
        self.stacks: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        self.loads: dict[Unit, list[Unit]] = {}
        """By holder: what it has, its own and what it took."""
        self.moved: set[int] = set()
        """Who moved in this player turn."""
        self.shelter = list(self.land.shelter)
        self.houses = standing(d)
        for side in (0, 1):
            for number, piece in enumerate(d.pieces[side]):
                if piece.holder >= 0 and not piece.is_out:
                    self.loads.setdefault(self._holder(side, piece), []).append(unit_of(side, number))
                if piece.where is Where.MAP:
                    self._stand(side, number)
        for work in d.works:
            word = ENTRENCHED.get(work.what)
            if word and work.space >= 0:
                self.shelter[work.space] = max(self.shelter[work.space], self.house.shelter[word])

    @staticmethod
    def _holder(side: int, piece: Piece) -> Unit:
        return unit_of(1 - side if piece.marks & TAKEN else side, piece.holder)

    def _stand(self, side: int, number: int) -> None:
        """What nobody serves only lies there."""
        piece = self.d.pieces[side][number]
        sort = self.d.counter(side, number).sort
        idle = piece.has(Mark.ABANDONED) or (sort is Sort.GUN and piece.holder < 0)
        if sort in FIGHTS and not idle and not piece.marks & TAKEN:
            self.stacks[side].setdefault(piece.space, []).append(number)

    def dice(self) -> int:
        """Two dice."""
        return self.d.roll(6) + self.d.roll(6)

    def counter(self, side: int, number: int) -> Counter:
        return self.d.counter(side, number)

    def piece(self, side: int, number: int) -> Piece:
        return self.d.pieces[side][number]

    def far(self, a: int, b: int) -> int:
        """How many hexes apart two are."""
        return apart(self.cells[a], self.cells[b])

    def around(self, spaces: int, far: int) -> int:
        """These hexes and all so far away."""
        return self.field.chart.seep(spaces, self.field.chart.all, far)

    def board(self, side: int) -> int:
        """Where a side's units stand."""
        return board_of(self.stacks[side])

    # Who can do what.

    def is_able(self, side: int, number: int) -> bool:
        """Can it fight? A Gun needs men who can."""
        piece = self.piece(side, number)
        if piece.marks & HELPLESS:
            return False
        match self.counter(side, number).sort:
            case Sort.GUN:
                return (
                    piece.holder >= 0
                    and not piece.marks & SILENT
                    and not self.piece(side, piece.holder).marks & HELPLESS
                )
            case Sort.VEHICLE | Sort.CUPOLA:
                return not piece.marks & SILENT
        return True

    def men(self, side: int, space: int) -> list[int]:
        """The Personnel of a hex."""
        return [n for n in self.stacks[side].get(space, ()) if self.counter(side, n).is_personnel]

    def vehicles(self, side: int, space: int) -> list[int]:
        """The manned vehicles of a hex, cupolas too."""
        return [
            n
            for n in self.stacks[side].get(space, ())
            if self.counter(side, n).sort in (Sort.VEHICLE, Sort.CUPOLA)
            and not self.piece(side, n).has(Mark.ABANDONED)
        ]

    def weapons(self, side: int, number: int) -> list[int]:
        """The support weapons that a unit has and that work."""
        return [
            other
            for owner, other in map(piece_of, self.loads.get(unit_of(side, number), ()))
            if owner == side
            and self.counter(side, other).sort is Sort.WEAPON
            and not self.piece(side, other).marks & SILENT
        ]

    def serves(self, side: int, number: int) -> bool:
        """Is it tied to a Gun?"""
        return any(
            self.counter(owner, other).sort is Sort.GUN
            for owner, other in map(piece_of, self.loads.get(unit_of(side, number), ()))
        )

    def power(self, side: int, number: int) -> int:
        """Its own weight against men: a vehicle's is less by half of the machine-guns that don't work."""
        counter = self.counter(side, number)
        if not counter.guns:
            return counter.fire
        working = mounts.working(counter, self.piece(side, number))
        silent = sum(gun.fp for gun in counter.guns) // 2 - sum(gun.fp for gun in working) // 2
        return counter.fire - silent

    def weight(self, side: int, space: int) -> int:
        """What all in a hex that can fight bring to bear."""
        total = 0
        for number in self.stacks[side].get(space, ()):
            if self.is_able(side, number):
                total += self.power(side, number)
                total += sum(self.counter(side, other).fire for other in self.weapons(side, number))
        return total

    def lead(self, side: int, space: int, besides: int = -1) -> int:
        """The best modifier of a leader in a hex who can lead; 0 without one."""
        return min(
            (
                harm.modifier(self.d, side, n)
                for n in self.stacks[side].get(space, ())
                if n != besides
                and self.counter(side, n).sort is Sort.LEADER
                and not self.piece(side, n).marks & HELPLESS
            ),
            default=0,
        )

    # What happens to it.

    def put(self, side: int, number: int, space: int) -> None:
        """To another hex, with all that it has."""
        self._leave(side, number)
        self.d.change(side, number, where=Where.MAP, space=space, level=0, side=-1)
        self._stand(side, number)
        for owner, other in self._held(side, number):
            self.d.change(owner, other, where=Where.MAP, space=space, level=0)

    def _held(self, side: int, number: int) -> list[tuple[int, int]]:
        """What it has on the map, or brings along."""
        held = map(piece_of, self.loads.get(unit_of(side, number), ()))
        return [one for one in held if self.piece(*one).holder == number and not self.piece(*one).is_out]

    def take(self, side: int, space: int) -> None:
        """Control of a hex passes to those who stand in it, if they can gain it."""
        indoors = bool(self.houses >> space & 1)
        if any(gains(self.d, side, number, indoors) for number in self.stacks[side].get(space, ())):
            pass_to(self.d, side, 1 << space)

    def _leave(self, side: int, number: int) -> None:
        space = self.piece(side, number).space
        stack = self.stacks[side].get(space)
        if stack and number in stack:
            stack.remove(number)
            if not stack:
                del self.stacks[side][space]

    def lose(self, side: int, number: int, fate: str) -> None:
        """It is lost; what it had lies where it stood."""
        self._leave(side, number)
        self.d.lose(side, number, fate)
        self._drop(side, number)

    def _drop(self, side: int, number: int) -> None:
        """Who or what it had is on his own: a prisoner is free, a Gun is idle."""
        for owner, other in map(piece_of, self.loads.pop(unit_of(side, number), ())):
            if self.piece(owner, other).has(Mark.PRISONER):
                self.d.mark(owner, other, off=Mark.PRISONER)
                self._stand(owner, other)
            elif self.counter(owner, other).sort is Sort.GUN:
                self._leave(owner, other)

    def reduce(self, side: int, number: int, fate: str) -> None:
        """Casualty Reduced: of a squad a half-squad is left, a man may live as a wounded man."""
        counter = self.counter(side, number)
        if counter.sort is Sort.SQUAD:
            harm.reduce(self.d, side, number, fate, self.rule)
        elif not (counter.is_smc and harm.wound(self.d, side, number, self.rule)):
            self.lose(side, number, fate)

    def check(self, side: int, number: int, drm: int, fate: str) -> None:
        """A Morale Check: who fails breaks, is Replaced beyond his ELR, or is reduced if he was broken."""
        counter, piece = self.counter(side, number), self.piece(side, number)
        roll = self.dice()
        excess = roll + drm + self.lead(side, piece.space, number) - counter.morale
        if excess <= 0:
            return
        if counter.sort is Sort.HERO or piece.has(Mark.BROKEN) or roll == 12:
            self.reduce(side, number, fate)
            if self.piece(side, number).is_out:
                return
        elif excess > (elr_of(self.d, side, number) or excess):
            self._replace(side, number, fate)
        if counter.sort is not Sort.HERO:
            self.d.mark(side, number, on=Mark.BROKEN, off=VEILED)

    def _replace(self, side: int, number: int, fate: str) -> None:
        """Replaced by who is lower, if anybody is; a half-squad that comes of it is broken too."""
        counter = self.counter(side, number)
        if counter.lower or (counter.underlined and counter.half):
            for other in harm.replace(self.d, side, number, fate)[1:]:
                self.d.mark(side, other, on=Mark.BROKEN, off=VEILED)
                self._stand(side, other)

    def capture(self, side: int, number: int, guard: int) -> None:
        """A man is taken prisoner; what he has is left. He counts for points if he is one to the end."""
        self._leave(side, number)
        there = self.piece(1 - side, guard).space
        for owner, other in map(piece_of, self.loads.get(unit_of(side, number), ())):
            self.d.change(owner, other, holder=-1)
        self._drop(side, number)
        kept = self.piece(side, number).marks & (Mark.WOUNDED | Mark.HEROIC)
        self.d.change(side, number, space=there, level=0, holder=guard, marks=int(kept | Mark.PRISONER))
        self.loads.setdefault(unit_of(1 - side, guard), []).append(unit_of(side, number))

    def wreck(self, side: int, number: int, burns: bool, fate: str) -> None:
        """A vehicle is destroyed; its crew may get out."""
        piece, counter = self.piece(side, number), self.counter(side, number)
        if counter.sort is not Sort.VEHICLE:
            self.lose(side, number, fate)
            return
        before = len(self.d.pieces[side])
        manned = bool(counter.crew) or piece.holder >= 0
        if manned and not piece.has(Mark.ABANDONED) and self.d.roll(6) <= self.house.escapes:
            dismount(self.d, side, number)
            self._stand(side, piece.holder if piece.holder >= 0 else before)
        for leader in aboard(self.d, side, number):
            self.d.lose(side, leader, fate)
        self.lose(side, number, fate)
        leave_wreck(self.d, piece, Works.BURNING_WRECK if burns else Works.WRECK)

    def go(self, side: int, number: int) -> None:
        """Off the map by the far edge, with all it has, for points."""
        self._leave(side, number)
        exits.leave(self.d, side, number)


def column(power: int) -> int:
    """The column of an attack; -1 for less than the first."""
    return sum(power >= least for least in COLUMNS) - 1
