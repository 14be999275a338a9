"""What both sides have in common: ground that changed hands, what was done to it, the rain.

The attacker tells it, the defender agrees or objects; what is told holds when it is agreed.
"""

from random import Random

from msgspec.structs import replace

from berlin.boards.hexes import bits, board_of
from berlin.campaign.control import gain, held, pass_to
from berlin.campaign.pieces import Mark
from berlin.campaign.report.acts import (
    CHANGES,
    OBJECTIONS,
    WORKS,
    Agree,
    Agreeing,
    Altered,
    Holds,
    Object,
    Rained,
    Razed,
    Settled,
    Settling,
    Survey,
    Surveying,
    Told,
    works_word,
)
from berlin.campaign.report.units import BRIEF, assign_guards
from berlin.campaign.sectors import Sector, asked, listed
from berlin.campaign.state import RUSSIAN, Draft
from berlin.campaign.works import Work, Works
from berlin.kernel.acts import Act
from berlin.kernel.answers import pick
from berlin.kernel.rules import Refusal

ATTACKER = RUSSIAN
RAINED, NOW, GONE, MINE = "rained", "+", "-", ":"


def begin(d: Draft) -> None:
    d.frames.append(Settling(ATTACKER))


def open_to(d: Draft, side: int) -> int:
    """The hexes that may be told to have passed to a side: not those in which only enemies are seen."""
    own = d.control[side] & ~d.control[1 - side]
    seen = [held(d, one, Mark.HIDDEN | Mark.CONCEALED) for one in (side, 1 - side)]
    return d.book.ground.field.chart.all & ~own & ~(seen[1] & ~seen[0])


def fact_of(d: Draft, act: Holds) -> str:
    return f"{d.book.sides[act.side]}{MINE}{d.book.ground.field.names[act.space]}"


def settle_settling(d: Draft, frame: Settling) -> bool:
    return True


def options_settling(d: Draft, frame: Settling) -> list[Act]:
    acts: list[Act] = [Settled()] if RAINED in frame.facts else [Settled(), Rained()]
    chart = d.book.ground.field.chart
    if frame.sector < 0 or frame.here:
        acts += [Sector(middle) for middle in asked(chart, chart.all, -1) if middle != frame.sector]
        if frame.sector < 0 and len(acts) > 2:
            return acts
    names, said = d.book.ground.field.names, _places(frame.facts)
    here = board_of(listed(chart, chart.all, frame.sector))
    for side in (0, 1):
        acts += [Holds(side, space) for space in bits(open_to(d, side) & here) if names[space] not in said]
    surveyed = {fact.partition(MINE)[2] for fact in frame.facts if fact[0] in (NOW, GONE)}
    return acts + [Survey(space) for space in bits(here) if names[space] not in surveyed]


def _places(facts: tuple[str, ...]) -> set[str]:
    """The hexes of which it was said who holds them."""
    return {fact.partition(MINE)[2] for fact in facts if fact[0] not in (NOW, GONE)}


def answer_settling(d: Draft, frame: Settling, act: Act) -> None:
    match act:
        case Holds():
            d.frames[-1] = replace(frame, facts=(*frame.facts, fact_of(d, act)), here=frame.here + 1)
        case Rained():
            d.frames[-1] = replace(frame, facts=(*frame.facts, RAINED))
        case Survey():
            d.frames.append(Surveying(frame.seat, act.space, frame.facts))
        case Sector():
            d.frames[-1] = replace(frame, sector=act.space, here=0)
        case _:
            d.frames[-1] = Agreeing(1 - frame.seat, frame.facts, frame.objections)


def refuse_settling(d: Draft, frame: Settling, act: Act) -> Refusal:
    rule = d.book.battlefield.rule
    match act:
        case Holds():
            if d.book.ground.field.names[act.space] in _places(frame.facts):
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


def draw_settling(d: Draft, frame: Settling, rng: Random) -> Act:
    return Settled() if rng.random() * BRIEF < 1 else pick(options_settling(d, frame), rng)


def settle_surveying(d: Draft, frame: Surveying) -> bool:
    return True


LASTING = {Works.DUMMY, Works.FALLEN_BRIDGE}
"""What no report takes off the map."""


def options_surveying(d: Draft, frame: Surveying) -> list[Act]:
    """Things that are there may be gone, others may be there now."""
    there = {w.what for w in d.works if w.space == frame.space and (w.owner == frame.seat or not w.hidden)}
    name = d.book.ground.field.names[frame.space]
    changes = CHANGES if d.book.ground.bridges >> frame.space & 1 else CHANGES - {Works.FALLEN_BRIDGE}
    acts: list[Act] = [Altered(works_word(what)) for what in Works if what in changes - there]
    acts += [Razed(works_word(what)) for what in Works if what in there - LASTING]
    left = [act for act in acts if _ground_fact(act, name) not in frame.facts]
    return [*left, Told()] if len(left) < len(acts) else left


def _ground_fact(act: Act, name: str) -> str:
    assert isinstance(act, Altered | Razed)
    return f"{NOW if isinstance(act, Altered) else GONE}{act.what}{MINE}{name}"


def answer_surveying(d: Draft, frame: Surveying, act: Act) -> None:
    if isinstance(act, Told):
        d.frames.pop()
        asking = d.frames[-1]
        assert isinstance(asking, Settling)
        d.frames[-1] = replace(asking, facts=frame.facts, here=asking.here + 1)
    else:
        name = d.book.ground.field.names[frame.space]
        d.frames[-1] = replace(frame, facts=(*frame.facts, _ground_fact(act, name)))


def refuse_surveying(d: Draft, frame: Surveying, act: Act) -> Refusal:
    rule = d.book.battlefield.rule
    if isinstance(act, Razed):
        return Refusal(rule, "there is nothing of the kind")
    if isinstance(act, Altered):
        return Refusal(rule, "it is there already, or no battle leaves it")
    return Refusal(rule, "say what was done to this hex")


def settle_agreeing(d: Draft, frame: Agreeing) -> bool:
    """After so many objections the last telling stands."""
    if frame.objections < OBJECTIONS:
        return True
    d.frames.pop()
    conclude(d, frame.facts)
    return False


def options_agreeing(d: Draft, frame: Agreeing) -> list[Act]:
    return [Agree(), Object()]


def answer_agreeing(d: Draft, frame: Agreeing, act: Act) -> None:
    if isinstance(act, Agree):
        d.frames.pop()
        conclude(d, frame.facts)
    else:
        d.frames[-1] = Settling(1 - frame.seat, (), frame.objections + 1)


def refuse_agreeing(d: Draft, frame: Agreeing, act: Act) -> Refusal:
    return Refusal(d.book.battlefield.rule, "the report is before you: agree, or object")


def conclude(d: Draft, facts: tuple[str, ...]) -> None:
    """The common part holds; besides, where only one side stands the ground is its own."""
    spaces = {name: space for space, name in enumerate(d.book.ground.field.names) if name}
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
    d.say("report", f"the report is agreed: {len(facts)} facts", d.book.battlefield.rule)
