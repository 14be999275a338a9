"""The units of a report, one after the other: what may be said of each, and what comes of it."""

from random import Random

from msgspec.structs import replace

from berlin.campaign import mounts
from berlin.campaign.aftermath import salvage
from berlin.campaign.charts import Branch
from berlin.campaign.counters import Counter, Sort
from berlin.campaign.exits import leave
from berlin.campaign.holdings import aboard
from berlin.campaign.mounts import DISABLED
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import Mark, Piece, Where
from berlin.campaign.purchases.prices import is_branch
from berlin.campaign.refit import vehicles
from berlin.campaign.report.acts import (
    BURNT,
    CAUSES,
    MARKS,
    REMOVED,
    WRECKED,
    Ails,
    Bailed,
    Became,
    Borne,
    Dropped,
    Exited,
    Expended,
    Fell,
    Fired,
    Halved,
    Mended,
    Raised,
    Reported,
    Reporting,
    Silenced,
    Sniped,
    Stands,
    Storey,
    Taken,
    Tell,
    Telling,
    Told,
    mark_word,
)
from berlin.campaign.retained import keeper
from berlin.campaign.sectors import Sector, asked, listed
from berlin.campaign.state import RUSSIAN, Draft
from berlin.campaign.works import Works
from berlin.kernel.acts import Act
from berlin.kernel.answers import pick
from berlin.kernel.rules import Refusal

ATTACKER = RUSSIAN
MEN = (Mark.BROKEN, Mark.DISRUPTED, Mark.PINNED, Mark.EXHAUSTED, Mark.ENCIRCLED, Mark.FANATIC)
SINGLE = (*MEN, Mark.WOUNDED, Mark.HEROIC)
ARMS = (Mark.MALFUNCTION, Mark.DISABLED, Mark.LOW_AMMO, Mark.DEPLETED)
GUN = (*ARMS, Mark.REVEALED)
WHEELS = (
    *ARMS,
    Mark.MOTION,
    Mark.BOGGED,
    Mark.MIRED,
    Mark.IMMOBILE,
    Mark.STUNNED,
    Mark.SHOCKED,
    Mark.UNCONFIRMED,
    Mark.RECALLED,
    Mark.RECALLED_FOR_AMMO,
)
FOR_GOOD = Mark.WOUNDED | Mark.HEROIC | Mark.DISABLED | Mark.DEPLETED | Mark.REVEALED | DISABLED
"""What no battle mends."""
CONDITIONS = {
    Sort.SQUAD: MEN,
    Sort.HALF: MEN,
    Sort.CREW: MEN,
    Sort.LEADER: SINGLE,
    Sort.HERO: (Mark.WOUNDED, Mark.ENCIRCLED),
    Sort.WEAPON: ARMS,
    Sort.RADIO: ARMS,
    Sort.GUN: GUN,
    Sort.VEHICLE: WHEELS,
    Sort.CUPOLA: ARMS,
    Sort.AIRCRAFT: (Mark.RECALLED,),
}
LEVELS = (0, 1, 2)
ROLLS = range(2, 13)
BORNE = frozenset((Sort.WEAPON, Sort.RADIO, Sort.GUN))
WRECKS = {WRECKED: Works.WRECK, BURNT: Works.BURNING_WRECK}
# How soon random reports come to an end: one answer in so many.
BRIEF = 3


def begin(d: Draft) -> None:
    """The defender's units first."""
    for side in (1, 0):
        d.frames.append(Reporting(side))


FIRING = (Branch.OBA, Branch.BOMBARDMENT)


def tellable(d: Draft, side: int) -> list[int]:
    """The units of a side of which something may be said: those that it has, or sees in enemy hands."""
    return [
        unit_of(side, number)
        for number, piece in d.at_hand(side)
        if piece.where is not Where.MAINTENANCE
        and (
            keeper(side, piece) == side
            or (piece.where is Where.MAP and not piece.marks & (Mark.CONCEALED | Mark.HIDDEN))
        )
    ]


def modules(d: Draft, side: int) -> list[int]:
    """The groups that may have fired: not the modules that stayed out of this scenario."""
    return [
        number
        for number, group in enumerate(d.groups[side])
        if group.onboard and not group.gone and not group.used and is_branch(d, side, group, *FIRING)
    ]


def silencers(d: Draft, side: int) -> list[int]:
    """The Counter Battery Modules that may have been Eliminated."""
    return [
        number
        for number, group in enumerate(d.groups[side])
        if not group.gone and is_branch(d, side, group, Branch.COUNTER_BATTERY)
    ]


def settle_reporting(d: Draft, frame: Reporting) -> bool:
    return True


def options_reporting(d: Draft, frame: Reporting) -> list[Act]:
    told = set(frame.told)
    acts: list[Act] = [Tell(unit) for unit in tellable(d, frame.seat) if unit not in told]
    acts += map(Fired, modules(d, frame.seat))
    acts += map(Silenced, silencers(d, frame.seat))
    acts += map(Sniped, range(d.accounts[frame.seat].san))
    return [*acts, Reported()]


def answer_reporting(d: Draft, frame: Reporting, act: Act) -> None:
    match act:
        case Tell():
            d.frames[-1] = Reporting(frame.seat, (*frame.told, act.unit))
            d.frames.append(Telling(frame.seat, act.unit))
        case Fired():
            group = d.groups[frame.seat][act.group]
            bombs = d.book.charts[frame.seat][group.line].branch is Branch.BOMBARDMENT
            d.group(frame.seat, act.group, used=True, gone="fired" if bombs else "")
        case Silenced():
            d.group(frame.seat, act.group, gone="Eliminated")
            name = d.book.sides[frame.seat]
            d.say("report", f"{name}: a Counter Battery Module is Eliminated", d.book.battlefield.silenced)
        case Sniped():
            d.account(frame.seat, san=act.san)
            text = f"{d.book.sides[frame.seat]}: snipers are lost, the SAN is {act.san}"
            d.say("report", text, d.book.battlefield.sniped)
        case _:
            d.frames.pop()


def refuse_reporting(d: Draft, frame: Reporting, act: Act) -> Refusal:
    rule = d.book.battlefield.rule
    if isinstance(act, Fired):
        return Refusal(rule, "this is no module that you had for this battle")
    if isinstance(act, Silenced):
        return Refusal(d.book.battlefield.silenced, "this is no Counter Battery Module that you had")
    if isinstance(act, Sniped):
        san = d.accounts[frame.seat].san
        return Refusal(d.book.battlefield.sniped, f"the SAN is {san}, and only falls in play: to 0 at most")
    if not isinstance(act, Tell):
        return Refusal(rule, "this is not asked now")
    side, number = piece_of(act.unit)
    if act.unit in frame.told:
        return Refusal(rule, "this unit was told of already")
    if side != frame.seat:
        return Refusal(rule, "the other side tells of its own units")
    if number >= len(d.pieces[side]):
        return Refusal(rule, "your side never had this unit")
    if d.pieces[side][number].where is Where.MAINTENANCE:
        return Refusal(rule, "it was away for ammunition")
    return Refusal(rule, f"it is out of the campaign: {d.pieces[side][number].fate or 'gone'}")


def draw_reporting(d: Draft, frame: Reporting, rng: Random) -> Act:
    """A random report is a short one."""
    return Reported() if rng.random() * BRIEF < 1 else pick(options_reporting(d, frame), rng)


def settle_telling(d: Draft, frame: Telling) -> bool:
    return True


def options_telling(d: Draft, frame: Telling) -> list[Act]:
    """Each thing is said once; whoever is gone has nothing more to tell."""
    side, number = piece_of(frame.unit)
    piece, counter, said = d.pieces[side][number], d.counter(side, number), set(frame.said)
    reasons = (WRECKED, BURNT, REMOVED) if counter.sort is Sort.VEHICLE else CAUSES
    acts: list[Act] = [Told(), *map(Fell, reasons)]
    if "at" not in said and counter.sort is not Sort.CUPOLA:
        chart = d.book.ground.field.chart
        around = asked(chart, chart.all, frame.sector)
        acts += map(Sector, around) if around else map(Stands, listed(chart, chart.all, frame.sector))
    if "level" not in said and piece.where is Where.MAP:
        acts += [Storey(level) for level in LEVELS if level != piece.level]
    for mark in conditions(counter, piece):
        word = mark_word(mark)
        if word not in said and not piece.has(mark):
            acts.append(Ails(word))
        elif word not in said and not mark & FOR_GOOD:
            acts.append(Mended(word))
    if "holder" not in said:
        acts += _holders(d, side, number)
    if "kind" not in said:
        acts += [Became(kind) for kind in kinds(d, side, number)]
        if counter.half:
            acts.append(Halved())
    if counter.sort is Sort.VEHICLE and not piece.has(Mark.ABANDONED):
        acts.append(Bailed())
    if side == ATTACKER and (counter.is_personnel or counter.sort is Sort.VEHICLE):
        acts.append(Exited())
    if piece.kind in d.book.upkeep.spent:
        acts += map(Expended, ROLLS)
    if "raised" not in said and counter.is_mmc:
        acts += [Raised(one.key) for one in d.book.counters.values() if one.side == side and one.is_smc]
    return acts


def conditions(counter: Counter, piece: Piece) -> tuple[Mark, ...]:
    """Those that may be told of a unit: of a vehicle also those of each machine-gun that it has."""
    guns = [mounts.CONDITIONS[gun.mount] for gun in mounts.mounted(counter, piece)]
    return (
        *CONDITIONS.get(counter.sort, ()),
        *(mark for gun in guns for mark in (gun.malfunction, gun.disabled)),
    )


def _holders(d: Draft, side: int, number: int) -> list[Act]:
    """Who may have it now."""
    counter, piece = d.counter(side, number), d.pieces[side][number]
    acts: list[Act] = [Dropped()] if piece.holder >= 0 else []
    taken = piece.marks & (Mark.PRISONER | Mark.CAPTURED)
    if not taken and (counter.is_personnel or counter.sort in BORNE or counter.sort is Sort.VEHICLE):
        acts.append(Taken())
    if counter.sort in BORNE:
        acts += [Borne(unit) for unit in _hands(d, side)]
    return acts


def _hands(d: Draft, side: int) -> list[int]:
    """A side's Personnel who are nobody's prisoners."""
    return [
        unit_of(side, number)
        for number, piece in d.at_hand(side)
        if d.counter(side, number).is_personnel and not piece.has(Mark.PRISONER)
    ]


def kinds(d: Draft, side: int, number: int) -> list[str]:
    """What it may have become: worse ones down to the last, half of each, and one better."""
    counter = d.counter(side, number)
    found, step = [counter.harder], counter
    while True:
        found += [step.key, step.half]
        if not step.lower:
            return [kind for kind in dict.fromkeys(found) if kind and kind != counter.key]
        step = d.book.counters[step.lower]


def answer_telling(d: Draft, frame: Telling, act: Act) -> None:
    side, number = piece_of(frame.unit)
    if isinstance(act, Sector):
        d.frames[-1] = replace(frame, sector=act.space)
        return
    said = _say(d, side, number, act)
    if said:
        d.frames[-1] = replace(frame, said=(*frame.said, said))
    else:
        d.frames.pop()


def _say(d: Draft, side: int, number: int, act: Act) -> str:
    """Carry out what is said: the word for what can't be said again; "" if that was all."""
    match act:
        case Fell():
            fall(d, side, number, act.reason)
        case Expended():
            d.change(side, number, spent=act.roll)
            d.lose(side, number, "used up")
        case Exited():
            leave(d, side, number)
        case Stands():
            place(d, side, number, act.space)
            return "at"
        case Storey():
            d.change(side, number, level=act.level)
            return "level"
        case Ails():
            d.mark(side, number, on=MARKS[act.mark])
            return act.mark
        case Mended():
            d.mark(side, number, off=MARKS[act.mark])
            return act.mark
        case Taken():
            capture(d, side, number)
            return "holder"
        case Borne():
            _hand_over(d, side, number, piece_of(act.unit)[1])
            return "holder"
        case Dropped():
            d.change(side, number, holder=-1)
            d.mark(side, number, off=Mark.PRISONER | Mark.CAPTURED)
            return "holder"
        case Became():
            become(d, side, number, act.kind)
            return "kind"
        case Halved():
            half = d.change(side, number, kind=d.counter(side, number).half)
            d.add(side, half)
            return "kind"
        case Bailed():
            vehicles.dismount(d, side, number)
            return "bailed"
        case Raised():
            there = d.pieces[side][number]
            d.add(side, Piece(act.kind, -1, there.where, there.space, there.level))
            return "raised"
    return ""


def fall(d: Draft, side: int, number: int, reason: str) -> None:
    """Lost; a vehicle with those in it, and it leaves a wreck."""
    piece = d.pieces[side][number]
    for leader in aboard(d, side, number):
        d.lose(side, leader, f"lost: {reason}")
    d.lose(side, number, f"lost: {reason}")
    if reason in WRECKS and piece.where is Where.MAP:
        salvage.leave_wreck(d, piece, WRECKS[reason])


def place(d: Draft, side: int, number: int, space: int) -> None:
    """To another hex, with all that it has and those in it; away from who else had it."""
    piece = d.pieces[side][number]
    if piece.holder >= 0:
        holder = d.pieces[keeper(side, piece)][piece.holder]
        if holder.where is not Where.ABOARD and holder.space != space:
            d.change(side, number, holder=-1)
    there = d.change(side, number, where=Where.MAP, space=space, level=0, side=-1)
    _follow(d, side, number, there)


def _follow(d: Draft, side: int, number: int, there: Piece) -> None:
    """All that a unit has is where this piece is, and so is it."""
    d.change(side, number, where=there.where, space=there.space, level=there.level)
    for owner in (0, 1):
        for other, piece in list(d.at_hand(owner)):
            if piece.holder == number and keeper(owner, piece) == side:
                d.change(owner, other, where=there.where, space=there.space, level=there.level)


def capture(d: Draft, side: int, number: int) -> None:
    """In enemy hands: men as prisoners, without what they had; vehicles Abandoned, and a crew that had not
    bailed out is lost. Who guards them is found when all is told."""
    counter = d.counter(side, number)
    if counter.sort is Sort.VEHICLE and not d.pieces[side][number].has(Mark.ABANDONED):
        vehicles.lose_crew(d, side, number, "lost with a captured vehicle")
    marks = d.pieces[side][number].marks
    if counter.is_personnel:
        for owner in (0, 1):
            for other, piece in list(d.at_hand(owner)):
                if piece.holder == number and keeper(owner, piece) == side:
                    d.change(owner, other, holder=-1)
                    d.mark(owner, other, off=Mark.PRISONER | Mark.CAPTURED)
        marks = marks & (Mark.WOUNDED | Mark.HEROIC) | Mark.PRISONER
    else:
        marks |= Mark.CAPTURED | (Mark.ABANDONED if counter.sort is Sort.VEHICLE else 0)
    d.change(side, number, holder=-1, marks=int(marks))


def guards(d: Draft, side: int, number: int) -> list[int]:
    """The enemies in a prisoner's hex who could guard him: units before single men."""
    space = d.pieces[side][number].space
    there = [
        other
        for other, piece in d.on_map(1 - side)
        if piece.space == space
        and d.counter(1 - side, other).is_personnel
        and not piece.marks & (Mark.PRISONER | Mark.BROKEN)
    ]
    return sorted(there, key=lambda other: d.counter(1 - side, other).is_smc)


def assign_guards(d: Draft) -> None:
    """Each new prisoner is in the hands of somebody, if there is anybody."""
    for side in (0, 1):
        for number, piece in list(d.on_map(side)):
            if piece.has(Mark.PRISONER) and piece.holder < 0:
                for guard in guards(d, side, number)[:1]:
                    d.change(side, number, holder=guard, level=d.pieces[1 - side][guard].level)


def _hand_over(d: Draft, side: int, number: int, holder: int) -> None:
    there = d.pieces[side][holder]
    d.mark(side, number, off=Mark.CAPTURED)
    d.change(side, number, holder=holder)
    _follow(d, side, number, there)


def become(d: Draft, side: int, number: int, kind: str) -> None:
    """Another counter; a squad of which a half-squad is left is half a casualty."""
    now, then = d.book.counters[kind], d.counter(side, number)
    if then.sort is Sort.SQUAD and now.sort is Sort.HALF:
        d.score(side, then.points - now.points)
    d.change(side, number, kind=kind)


def refuse_telling(d: Draft, frame: Telling, act: Act) -> Refusal:
    return Refusal(d.book.battlefield.rule, _why_not(d, frame, act))


def _why_not(d: Draft, frame: Telling, act: Act) -> str:
    side, number = piece_of(frame.unit)
    counter, piece = d.counter(side, number), d.pieces[side][number]
    match act:
        case Fell():
            return "a vehicle is wrecked, burnt or removed; other units are lost for another reason"
        case Stands() | Sector() if counter.sort is Sort.CUPOLA:
            return "a cupola doesn't move"
        case Stands() | Sector():
            return "its place was told already" if "at" in frame.said else "that is in another sector"
        case Storey():
            return "there is no such level, or it is there already"
        case Ails() | Mended() if act.mark not in MARKS:
            return f"{act.mark} is no condition"
        case Ails():
            has = piece.has(MARKS[act.mark])
            return "it is so already" if has else f"a {counter.sort.value} can't be in this condition"
        case Mended():
            return "it was not in this condition" if not piece.has(MARKS[act.mark]) else "that lasts"
        case Taken():
            return "it is in enemy hands already, or nobody can take it"
        case Borne():
            return f"nobody has it: {_no_hands(d, side, act.unit)}"
        case Became():
            other = d.book.counters.get(act.kind)
            return f"no {counter.text} becomes a {other.text if other else act.kind}"
        case Exited():
            return "only men and vehicles of the attacker leave for points"
        case Expended():
            return "only a flamethrower or a charge is used up, by a roll of 2 to 12"
        case _:
            return "this can't be said of it"


def _no_hands(d: Draft, side: int, unit: int) -> str:
    owner, number = piece_of(unit)
    if owner != side:
        return "that unit is of the wrong side"
    if number >= len(d.pieces[owner]):
        return "there never was such a unit"
    if d.pieces[owner][number].is_out:
        return "that unit is lost"
    return "only men who are nobody's prisoners can have it"


def draw_telling(d: Draft, frame: Telling, rng: Random) -> Act:
    return Told() if rng.random() * BRIEF < 1 else pick(options_telling(d, frame), rng)
