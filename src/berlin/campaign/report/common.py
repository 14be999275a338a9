"""What both sides have in common: ground that changed hands, what was done to it, the rain.

The attacker tells it, the defender agrees or objects; what is told holds when it is agreed.
"""

from msgspec.structs import replace

from berlin.boards.hexes import bits, board_of
from berlin.campaign.control import gain, held, pass_to
from berlin.campaign.question import CampaignQuestion
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
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.pieces import Mark
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
    sector: int = -1
    here: int = 0

    acts = (Holds, Survey, Rained, Settled, Sector)
    on_paper = True
    topic = "battle.common"
    asks = "After the battle: who holds which hexes, and what changed?"
    why = (
        "Ground that changed hands, fires and rubble are told once for both "
        "sides; the other side then agrees."
    )

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = [Settled()] if RAINED in self.facts else [Settled(), Rained()]
        chart = d.book.field.chart
        if self.sector < 0 or self.here:
            acts += [Sector(middle) for middle in asked(chart, chart.all, -1) if middle != self.sector]
            if self.sector < 0 and len(acts) > 2:
                return acts
        names, said = d.book.field.names, _places(self.facts)
        here = board_of(listed(chart, chart.all, self.sector))
        for side in (0, 1):
            acts += [
                Holds(side, space) for space in bits(open_to(d, side) & here) if names[space] not in said
            ]
        surveyed = {fact.partition(MINE)[2] for fact in self.facts if fact[0] in (NOW, GONE)}
        return acts + [Survey(space) for space in bits(here) if names[space] not in surveyed]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        rule = d.book.cite("battle.report")
        match act:
            case Holds():
                if d.book.field.names[act.space] in _places(self.facts):
                    return Refusal(rule, "it was told already who holds this hex")
                if d.control[act.side] & ~d.control[1 - act.side] & 1 << act.space:
                    return Refusal(rule, "it was theirs before")
                if open_to(d, act.side) >> act.space & 1:
                    return Refusal(rule, "that is in another sector")
                return Refusal(rule, "only enemies of theirs are there")
            case Survey():
                return Refusal(rule, "this hex was told of already, or is in another sector")
            case Sector():
                return Refusal(rule, "first something of this sector is told")
            case _:
                return Refusal(rule, "this was said already")

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

    space: int
    facts: tuple[str, ...] = ()

    acts = (Altered, Razed, Told)
    on_paper = True
    topic = "battle.ground"
    asks = "What changed at {hex}?"
    why = "Say what is there now, or no longer there."

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

    def why_not(self, d: Draft, act: Act) -> Refusal:
        rule = d.book.cite("battle.report")
        if isinstance(act, Razed):
            return Refusal(rule, "there is nothing of the kind")
        if isinstance(act, Altered):
            return Refusal(rule, "it is there already, or no battle leaves it")
        return Refusal(rule, "say what was done to this hex")

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

    def still_asks(self, d: Draft) -> bool:
        """After so many objections the last telling stands."""
        if self.objections < OBJECTIONS:
            return True
        d.frames.pop()
        conclude(d, self.facts)
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Agree(), Object()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        return d.refusal("battle.report", "the report is before you: agree, or object")

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Agree):
            d.frames.pop()
            conclude(d, self.facts)
        else:
            d.frames[-1] = Settling(OTHER[self.seat], (), self.objections + 1)


def begin(d: Draft) -> None:
    d.frames.append(Settling(ATTACKER))


def open_to(d: Draft, side: int) -> int:
    """The hexes that may be told to have passed to a side: not those in which only enemies are seen."""
    own = d.control[side] & ~d.control[1 - side]
    seen = [held(d, one, Mark.HIDDEN | Mark.CONCEALED) for one in (side, 1 - side)]
    return d.book.field.chart.all & ~own & ~(seen[1] & ~seen[0])


def fact_of(d: Draft, act: Holds) -> str:
    return f"{d.book.sides[act.side]}{MINE}{d.book.field.names[act.space]}"


def _places(facts: tuple[str, ...]) -> set[str]:
    """The hexes of which it was said who holds them."""
    return {fact.partition(MINE)[2] for fact in facts if fact[0] not in (NOW, GONE)}


LASTING = {Works.DUMMY, Works.FALLEN_BRIDGE}
"""What no report takes off the map."""


def _ground_fact(act: Act, name: str) -> str:
    assert isinstance(act, Altered | Razed)
    return f"{NOW if isinstance(act, Altered) else GONE}{act.what}{MINE}{name}"


def conclude(d: Draft, facts: tuple[str, ...]) -> None:
    """The common part holds; besides, where only one side stands the ground is its own."""
    spaces = {name: space for space, name in enumerate(d.book.field.names) if name}
    assign_guards(d)
    gain(d)
    d.rained = RAINED in facts
    for fact in facts:
        head, _, name = fact.partition(MINE)
        if head in d.book.sides:
            pass_to(d, d.book.sides.index(head), 1 << spaces[name])
        elif head[0] == NOW:
            d.works.append(Work(WORKS[head[1:]], spaces[name]))
        elif head[0] == GONE:
            at, what = spaces[name], WORKS[head[1:]]
            d.works = [work for work in d.works if (work.space, work.what) != (at, what)]
    d.say("report", f"the report is agreed: {len(facts)} facts", d.book.cite("battle.report"))
