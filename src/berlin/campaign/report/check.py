"""A report held against what went into the battle: everything that is wrong with it, at once."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from berlin.boards.hexes import bits
from berlin.campaign.report import common
from berlin.campaign.report.acts import Fired, Holds, Silenced, Sniped, Taken
from berlin.campaign.report.common import Settling, Surveying
from berlin.campaign.report.fates import guards
from berlin.campaign.report.form import (
    Report,
    Sides,
    acts_of,
    changes,
    has_common,
    sector_of,
    support_acts,
    told_before,
    told_units,
    unit_acts,
)
from berlin.campaign.report.telling import Telling
from berlin.campaign.report.units import Reporting
from berlin.campaign.state.state import RUSSIAN, Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import piece_word
from berlin.squad.board.pieces import Mark, Where

# Nobody reads as many, and to look for all of them could take long.
MOST_FAULTS = 300


def check(d: Draft, report: Report, sides: Sides = BOTH, unseen: int = 0) -> list[str]:
    """The faults of a report, or of some sides' part of it; the draft stays as it is.

    What both sides have in common is looked at with the attacker's part, which comes last, or alone.
    Where somebody may be `unseen`, nobody says that no one is there.
    """
    faults = list(islice(_faults(d, report, sides, unseen), MOST_FAULTS + 1))
    return (
        faults if len(faults) <= MOST_FAULTS else [*faults[:MOST_FAULTS], "and more, which is not looked at"]
    )


def _faults(d: Draft, report: Report, sides: Sides, unseen: int) -> Iterator[str]:
    """One by one: who doesn't want all of them need not wait for the rest."""
    trial = type(d)(d.freeze())
    yield from report.faults
    if report.date and report.date != d.turn:
        yield f"date: this is date {d.turn}, not {report.date}"
    for side in BOTH:
        if side in sides:
            yield from _units(trial, report, Reporting(side, told_before(d, side)))
        else:
            yield from _foreign(d, report, side)
    yield from _foreign_kinds(d, report, sides)
    if has_common(sides):
        yield from _common(trial, report)
        yield from _melee(trial, report, unseen)
        yield from _captors(trial, report, unseen)
    else:
        yield from _early(report)
    yield from _points(d, trial, report, sides)
    yield from _losses(d, trial, report, sides)


def apply(d: Draft, report: Report) -> list[str]:
    """Carry a clean report out, over the questions that lie open: its faults, if it has any, and then
    nothing is changed."""
    faults = check(d, report)
    if not faults:
        for act in acts_of(d, report):
            _try(d, act)
    return faults


def _try(d: Draft, act: Act) -> str:
    """Carry out an act if it is legal; else why it is not."""
    top = d.frames[-1]
    if act not in top.answers(d):
        return str(top.refuse(d, act).reason)
    top.carry_out(d, act)
    return ""


def _units(d: Draft, report: Report, asked: Reporting) -> Iterator[str]:
    """A side's units, one by one; of one that can't be told of, nothing else is looked at."""
    name, side = piece_word(d.book.sides).write, asked.seat
    d.frames[:] = [asked]
    for unit in told_units(d, report, side):
        tell, *said = unit_acts(d, report, unit)
        reason = _try(d, tell)
        if reason:
            yield f"{name(unit)}: {reason}"
            continue
        for act in said:
            if not isinstance(d.frames[-1], Telling):
                yield f"{name(unit)}: it is out of play, and nothing more can be said of it"
                break
            reason = _try(d, act)
            if reason:
                yield f"{name(unit)}: {reason}"
        del d.frames[1:]
    for act in support_acts(report, side):
        reason = _try(d, act)
        if reason:
            yield f"{_entry(act, d.book.sides[side])}: {reason}"


def _entry(act: Fired | Silenced | Sniped, side: str) -> str:
    """Where in a report this is said."""
    match act:
        case Fired():
            return f"used.{side}: {act.group}"
        case Silenced():
            return f"eliminated.{side}: {act.group}"
        case Sniped():
            return f"san.{side}: {act.san}"


def _foreign(d: Draft, report: Report, side: Seat) -> list[str]:
    name = piece_word(d.book.sides).write
    told = [f"{name(unit)}: the other side tells of its own units" for unit in told_units(d, report, side)]
    entries = [_entry(act, d.book.sides[side]) for act in support_acts(report, side)]
    return told + [f"{entry}: the other side tells of its own support" for entry in entries]


def _foreign_kinds(d: Draft, report: Report, sides: Sides) -> list[str]:
    kinds = (kind for kind in sorted(report.lost) if d.book.counters[kind].side not in sides)
    return [f"lost.{kind}: the other side tells of its own losses" for kind in kinds]


def _early(report: Report) -> list[str]:
    """What both have in common is not for the side that tells of its units first."""
    told = {
        "control": report.control,
        "now": report.now,
        "gone": report.gone,
        "melee": report.melee,
        "rained": report.rained,
        "points.evp": report.evp is not None,
    }
    return [f"{name}: the attacker tells what both have in common" for name, said in told.items() if said]


def _common(d: Draft, report: Report) -> Iterator[str]:
    """The common part, each fact by itself; then it is taken as agreed."""
    names = d.book.field.names
    facts: tuple[str, ...] = (common.RAINED,) if report.rained else ()
    told: list[tuple[Place, Act]] = [(act.space, act) for act in report.control]
    for space, act in (*told, *changes(report)):
        question: Settling | Surveying = Surveying(RUSSIAN, space, facts)
        if isinstance(act, Holds):
            question = Settling(RUSSIAN, facts, sector=sector_of(d, space))
        d.frames[:] = [question]
        reason = _try(d, act)
        if reason:
            yield f"{names[space]}: {reason}"
        else:
            (told_now,) = d.frames
            assert isinstance(told_now, Settling | Surveying)
            facts = told_now.facts
    d.frames.clear()
    common.conclude(d, facts)


def _melee(d: Draft, report: Report, unseen: int) -> Iterator[str]:
    """Two sides in one Location are in Melee, and it must be said."""
    names = d.book.field.names
    there = [_locations(d, side) for side in BOTH]
    shared = {space for space, _ in there[0] & there[1]}
    for space in sorted(shared - report.melee):
        yield f"{names[space]}: both sides are there, and it is no melee"
    for space in sorted(report.melee - shared - set(bits(unseen))):
        yield f"{names[space]}: a melee, but not both sides are there"


def _locations(d: Draft, side: Seat) -> set[tuple[Place, int]]:
    return {
        (piece.space, piece.level)
        for unit, piece in d.on_map(side)
        if d.counter(unit).is_personnel and not piece.has(Mark.PRISONER)
    }


def _captors(d: Draft, report: Report, unseen: int) -> Iterator[str]:
    """Who was taken must have a captor where he is."""
    name, names = piece_word(d.book.sides).write, d.book.field.names
    for unit, acts in sorted(report.units.items()):
        for act in acts:
            if isinstance(act, Taken) and d.is_there(unit) and not guards(d, unit):
                space = d.piece(unit).space
                if not 1 << max(space, 0) & unseen:
                    yield f"{name(unit)}: captured by nobody: no enemy who could is in {names[space]}"


def _points(d: Draft, after: Draft, report: Report, sides: Sides) -> list[str]:
    faults = []
    last = has_common(sides)
    for side, said in sorted(report.casualties.items()):
        found = after.accounts[side].suffered_now
        if said != found and (last or side in sides):
            faults.append(f"points.{d.book.sides[side]}: {said} said, but the losses come to {found}")
    left = after.evp - d.before[1]
    if last and report.evp is not None and report.evp != left:
        faults.append(f"points.evp: {report.evp} said, but who left comes to {left}")
    return faults


def _losses(d: Draft, after: Draft, report: Report, sides: Sides) -> list[str]:
    """What is said to be lost of each kind, against what there was and what is told unit by unit."""
    had: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for side in sides:
        for unit, piece in d.at_hand(side):
            had[piece.kind] += 1
            gone[piece.kind] += after.piece(unit).where is Where.LOST
    faults = []
    for kind, said in sorted(report.lost.items()):
        if d.book.counters[kind].side not in sides:
            continue
        if said > had[kind]:
            faults.append(f"lost.{kind}: more losses than there were: {said} of {had[kind]}")
        elif said != gone[kind]:
            faults.append(f"lost.{kind}: {said} said, but {gone[kind]} are told of")
    return faults
