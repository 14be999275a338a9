"""What both sides have in common: ground that changed hands, what was done to it, the rain.

The attacker tells it, the defender agrees or objects; what is told holds when it is agreed.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from berlin.boards.hexes import bits, board_of
from berlin.campaign.control import gain, held, pass_to
from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.report.acts import (
    CHANGES,
    OBJECTIONS,
    WORKS,
    Agree,
    Altered,
    Holds,
    Object,
    Rained,
    Razed,
    Settled,
    Survey,
    Told,
    works_word,
)
from berlin.campaign.report.fates import assign_guards
from berlin.campaign.sectors import Sector, asked, listed
from berlin.campaign.state.state import RUSSIAN, Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, room
from berlin.squad.board.pieces import NOWHERE, Mark
from berlin.squad.board.works import Work, Works

ATTACKER = RUSSIAN
RAINED, NOW, GONE, MINE = "rained", "+", "-", ":"


class Settling(CampaignQuestion, frozen=True, gc=False):
    """Which ground changed hands, what was done to it, did it rain? Nothing of it holds before it is agreed.

    Facts are words: `german:K12`, `+shellholes:K12`, `-wire:K12`, `rained`. The hexes of one sector are told
    together; `here` counts them.
    """

    facts: tuple[str, ...] = ()
    objections: int = 0
    sector: Place = NOWHERE
    here: int = 0

    acts = (Holds, Survey, Rained, Settled, Sector)
    on_paper = True
    topic = "battle.common"
    asks = "After the battle: who holds which hexes, and what changed?"
    why = (
        "Ground that changed hands, fires and rubble are told once for both "
        "sides; the other side then agrees."
    )
    refuses = (
        Reason("battle.report", "first something of this sector is told", Sector),
        Reason("battle.report", "this was said already"),
    )

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = [Settled()] if RAINED in self.facts else [Settled(), Rained()]
        chart = d.book.field.chart
        if self.sector < 0 or self.here:
            acts += [Sector(middle) for middle in asked(chart, chart.all, NOWHERE) if middle != self.sector]
        for side in BOTH:
            held_now = room((*passing(d, side), *self._untold(d)))
            acts += [Holds(side, space) for space in bits(held_now)]
        return acts + [Survey(space) for space in bits(self._unsurveyed(d).allowed)]

    def _untold(self, d: Draft) -> tuple[Limit, ...]:
        """What narrows the hexes of which it may be told who holds them, whoever does."""
        rule = d.book.cite("battle.report")
        said = _spaces(d, (fact for fact in self.facts if fact[0] not in (NOW, GONE)))
        return (
            Limit(~said, rule, "it was told already who holds this hex"),
            Limit(self._sector(d), rule, "that is in another sector"),
        )

    def _unsurveyed(self, d: Draft) -> Limit:
        surveyed = _spaces(d, (fact for fact in self.facts if fact[0] in (NOW, GONE)))
        told = "this hex was told of already, or is in another sector"
        return Limit(self._sector(d) & ~surveyed, d.book.cite("battle.report"), told)

    def _sector(self, d: Draft) -> int:
        """The hexes that can be told of now: none before their sector is named."""
        chart = d.book.field.chart
        return 0 if asked(chart, chart.all, self.sector) else board_of(listed(chart, chart.all, self.sector))

    def why_not(self, d: Draft, act: Act) -> Refusal:
        match act:
            case Holds():
                told, here = self._untold(d)
                return refuse((told, *passing(d, act.side), here), act.space)
            case Survey():
                return self._unsurveyed(d).refuse(act.space)
            case _:
                return super().why_not(d, act)

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Holds():
                d.frames[-1] = replace(self, facts=(*self.facts, fact_of(d, act)), here=self.here + 1)
            case Rained():
                d.frames[-1] = replace(self, facts=(*self.facts, RAINED))
            case Survey():
                d.frames.append(Surveying(self.seat, act.space, self.facts))
            case Sector():
                d.frames[-1] = replace(self, sector=act.space, here=0)
            case _:
                d.frames[-1] = Agreeing(OTHER[self.seat], self.facts, self.objections)


class Surveying(CampaignQuestion, frozen=True, gc=False):
    """What was done to this hex?"""

    space: Place
    facts: tuple[str, ...] = ()

    acts = (Altered, Razed, Told)
    on_paper = True
    topic = "battle.ground"
    asks = "What changed at {hex}?"
    why = "Say what is there now, or no longer there."
    refuses = (
        Reason("battle.report", "there is nothing of the kind", Razed),
        Reason("battle.report", "it is there already, or no battle leaves it", Altered),
        Reason("battle.report", "say what was done to this hex"),
    )

    def prompt(self, d: Draft) -> str:
        return self.asks.format(hex=d.book.field.printed(self.space))

    def answers(self, d: Draft) -> list[Act]:
        """Things that are there may be gone, others may be there now."""
        there = {w.what for w in d.works if w.space == self.space and (w.owner == self.seat or not w.hidden)}
        name = d.book.field.names[self.space]
        changes = CHANGES if d.book.ground.bridges >> self.space & 1 else CHANGES - {Works.FALLEN_BRIDGE}
        acts: list[Act] = [Altered(works_word(what)) for what in Works if what in changes - there]
        acts += [Razed(works_word(what)) for what in Works if what in there - LASTING]
        left = [act for act in acts if _ground_fact(act, name) not in self.facts]
        return [*left, Told()] if len(left) < len(acts) else left

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Told):
            d.frames.pop()
            asking = d.frames[-1]
            assert isinstance(asking, Settling)
            d.frames[-1] = replace(asking, facts=self.facts, here=asking.here + 1)
        else:
            name = d.book.field.names[self.space]
            d.frames[-1] = replace(self, facts=(*self.facts, _ground_fact(act, name)))


class Agreeing(CampaignQuestion, frozen=True, gc=False):
    """Is this how the battle ended?"""

    facts: tuple[str, ...] = ()
    objections: int = 0

    acts = (Agree, Object)
    on_paper = True
    topic = "battle.common"
    asks = "Is this report right?"
    why = "What both sides agree on becomes the start of the next date; object if the map was told wrong."
    refuses = (Reason("battle.report", "the report is before you: agree, or object"),)

    def still_asks(self, d: Draft) -> bool:
        """After so many objections the last telling stands."""
        if self.objections < OBJECTIONS:
            return True
        d.frames.pop()
        conclude(d, self.facts)
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Agree(), Object()]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Agree):
            d.frames.pop()
            conclude(d, self.facts)
        else:
            d.frames[-1] = Settling(OTHER[self.seat], (), self.objections + 1)


def begin(d: Draft) -> None:
    d.frames.append(Settling(ATTACKER))


def passing(d: Draft, side: Seat) -> tuple[Limit, ...]:
    """What narrows the hexes that may be told to have passed to a side: its own haven't, nor have those in
    which only enemies are seen."""
    own, rule = d.control[side] & ~d.control[OTHER[side]], d.book.cite("battle.report")
    seen = [held(d, one, Mark.HIDDEN | Mark.CONCEALED) for one in (side, OTHER[side])]
    return (
        Limit(~own, rule, "it was theirs before"),
        Limit(~(seen[1] & ~seen[0]), rule, "only enemies of theirs are there"),
    )


def fact_of(d: Draft, act: Holds) -> str:
    return f"{d.book.sides[act.side]}{MINE}{d.book.field.names[act.space]}"


def _spaces(d: Draft, facts: Iterable[str]) -> int:
    """The hexes that these facts are of."""
    told = {fact.partition(MINE)[2] for fact in facts}
    return board_of(space for space, name in enumerate(d.book.field.names) if name in told)


LASTING = {Works.DUMMY, Works.FALLEN_BRIDGE}
"""What no report takes off the map."""


def _ground_fact(act: Act, name: str) -> str:
    assert isinstance(act, Altered | Razed)
    return f"{NOW if isinstance(act, Altered) else GONE}{act.what}{MINE}{name}"


def conclude(d: Draft, facts: tuple[str, ...]) -> None:
    """The common part holds; besides, where only one side stands the ground is its own."""
    names = d.book.field.names
    spaces = {names[space]: space for space in d.book.field.chart.spaces}
    assign_guards(d)
    gain(d)
    d.rained = RAINED in facts
    for fact in facts:
        head, _, name = fact.partition(MINE)
        if head in d.book.sides:
            pass_to(d, BOTH[d.book.sides.index(head)], 1 << spaces[name])
        elif head[0] == NOW:
            d.works.append(Work(WORKS[head[1:]], spaces[name]))
        elif head[0] == GONE:
            at, what = spaces[name], WORKS[head[1:]]
            d.works = [work for work in d.works if (work.space, work.what) != (at, what)]
    d.say("report", f"the report is agreed: {len(facts)} facts", d.book.cite("battle.report"))
