"""One unit of a report: what may be said of it, and what was."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from berlin.campaign.exits import leave
from berlin.campaign.question import CampaignQuestion
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
    Halved,
    Mended,
    Raised,
    Stands,
    Storey,
    Taken,
    Told,
    mark_word,
)
from berlin.campaign.report.fates import become, capture, fall, hand_over, place
from berlin.campaign.sectors import Sector, asked, listed
from berlin.campaign.state.state import RUSSIAN, Draft
from berlin.kernel.contract.ids import Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board import mounts
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.mounts import DISABLED
from berlin.squad.board.names import owner_of
from berlin.squad.board.naming import with_article
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where
from berlin.squad.rules.vehicles import dismount

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


class Telling(CampaignQuestion, frozen=True, gc=False):
    """What became of this unit?"""

    unit: Unit
    said: tuple[str, ...] = ()
    sector: Place = NOWHERE
    """The part of the map that it is in, once that is told."""

    acts = (
        Fell,
        Stands,
        Storey,
        Ails,
        Mended,
        Taken,
        Borne,
        Dropped,
        Became,
        Halved,
        Bailed,
        Exited,
        Expended,
        Raised,
        Told,
        Sector,
    )
    on_paper = True
    topic = "battle.units"
    tells = True
    asks = "What became of {unit}?"
    why = "Say all that is different about it after the battle, one thing at a time."

    def prompt(self, d: Draft) -> str:
        return self.asks.format(unit=d.name(self.unit, printed=True))

    def answers(self, d: Draft) -> list[Act]:
        """Each thing is said once; whoever is gone has nothing more to tell."""
        unit = self.unit
        side = owner_of(unit)
        piece, counter, said = d.piece(unit), d.counter(unit), set(self.said)
        reasons = (WRECKED, BURNT, REMOVED) if counter.sort is Sort.VEHICLE else CAUSES
        acts: list[Act] = [Told(), *map(Fell, reasons), *self._places(d, counter)]
        if "level" not in said and piece.where is Where.MAP:
            acts += [Storey(level) for level in LEVELS if level != piece.level]
        acts += _ailments(counter, piece, said)
        if "holder" not in said:
            acts += _holders(d, unit)
        if "kind" not in said:
            acts += [Became(kind) for kind in kinds(d, unit)]
            if counter.half:
                acts.append(Halved())
        acts += _ways_out(d, side, piece, counter)
        if "raised" not in said and counter.is_mmc:
            acts += [Raised(one.key) for one in d.book.counters.values() if one.side == side and one.is_smc]
        return acts

    def _places(self, d: Draft, counter: Counter) -> Iterable[Act]:
        """Where it may be; a cupola is where it was."""
        if "at" in self.said or counter.sort is Sort.CUPOLA:
            return ()
        chart = d.book.field.chart
        around = asked(chart, chart.all, self.sector)
        return map(Sector, around) if around else map(Stands, listed(chart, chart.all, self.sector))

    # Apart: one clause lets the report say what was seen, and only the words differ by what can't be so.
    def why_not(self, d: Draft, act: Act) -> Refusal:
        return d.refusal("battle.report", _why_not(d, self, act))

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Sector):
            d.frames[-1] = replace(self, sector=act.space)
            return
        said = _say(d, self.unit, act)
        if said:
            d.frames[-1] = replace(self, said=(*self.said, said))
        else:
            d.frames.pop()


def _ailments(counter: Counter, piece: Piece, said: set[str]) -> Iterator[Act]:
    """The conditions it may be in now, or no longer."""
    for mark in conditions(counter, piece):
        word = mark_word(mark)
        if word in said:
            continue
        if not piece.has(mark):
            yield Ails(word)
        elif not mark & FOR_GOOD:
            yield Mended(word)


def _ways_out(d: Draft, side: Seat, piece: Piece, counter: Counter) -> Iterator[Act]:
    """Its crew bailed out, it left the map, or it was used up."""
    if counter.sort is Sort.VEHICLE and not piece.has(Mark.ABANDONED):
        yield Bailed()
    if side == ATTACKER and (counter.is_personnel or counter.sort is Sort.VEHICLE):
        yield Exited()
    if piece.kind in d.book.upkeep.spent:
        yield from map(Expended, ROLLS)


def conditions(counter: Counter, piece: Piece) -> tuple[Mark, ...]:
    """Those that may be told of a unit: of a vehicle also those of each machine-gun that it has."""
    guns = [mounts.CONDITIONS[gun.mount] for gun in mounts.mounted(counter, piece)]
    return (
        *CONDITIONS.get(counter.sort, ()),
        *(mark for gun in guns for mark in (gun.malfunction, gun.disabled)),
    )


def _holders(d: Draft, unit: Unit) -> list[Act]:
    """Who may have it now."""
    counter, piece = d.counter(unit), d.piece(unit)
    acts: list[Act] = [Dropped()] if piece.holder >= 0 else []
    taken = piece.marks & (Mark.PRISONER | Mark.CAPTURED)
    if not taken and (counter.is_personnel or counter.sort in BORNE or counter.sort is Sort.VEHICLE):
        acts.append(Taken())
    if counter.sort in BORNE:
        acts += [Borne(unit) for unit in _hands(d, owner_of(unit))]
    return acts


def _hands(d: Draft, side: Seat) -> list[Unit]:
    """A side's Personnel who are nobody's prisoners."""
    return [
        unit
        for unit, piece in d.at_hand(side)
        if d.counter(unit).is_personnel and not piece.has(Mark.PRISONER)
    ]


def kinds(d: Draft, unit: Unit) -> list[str]:
    """What it may have become: worse ones down to the last, half of each, and one better."""
    counter = d.counter(unit)
    found, step = [counter.harder], counter
    while True:
        found += [step.key, step.half]
        if not step.lower:
            return [kind for kind in dict.fromkeys(found) if kind and kind != counter.key]
        step = d.book.counters[step.lower]


def _say(d: Draft, unit: Unit, act: Act) -> str:
    """Carry out what is said: the word for what can't be said again; "" if that was all."""
    side = owner_of(unit)
    match act:
        case Fell():
            fall(d, unit, act.reason)
        case Expended():
            d.change(unit, spent=act.roll)
            d.lose(unit, "used up")
        case Exited():
            leave(d, unit)
        case Stands():
            place(d, unit, act.space)
            return "at"
        case Storey():
            d.change(unit, level=act.level)
            return "level"
        case Ails():
            d.mark(unit, on=MARKS[act.mark])
            return act.mark
        case Mended():
            d.mark(unit, off=MARKS[act.mark])
            return act.mark
        case Taken():
            capture(d, unit)
            return "holder"
        case Borne():
            hand_over(d, unit, act.unit)
            return "holder"
        case Dropped():
            d.change(unit, holder=-1)
            d.mark(unit, off=Mark.PRISONER | Mark.CAPTURED)
            return "holder"
        case Became():
            become(d, unit, act.kind)
            return "kind"
        case Halved():
            half = d.change(unit, kind=d.counter(unit).half)
            d.add(side, half)
            return "kind"
        case Bailed():
            dismount(d, unit)
            return "bailed"
        case Raised():
            there = d.piece(unit)
            d.add(side, Piece(act.kind, -1, there.where, there.space, there.level))
            return "raised"
    return ""


def _why_not(d: Draft, frame: Telling, act: Act) -> str:
    unit = frame.unit
    counter, piece = d.counter(unit), d.piece(unit)
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
            return "there is no such condition"
        case Ails():
            has, what = piece.has(MARKS[act.mark]), with_article(counter.sort.value)
            return "it is so already" if has else f"{what} can't be in this condition"
        case Mended():
            return "it was not in this condition" if not piece.has(MARKS[act.mark]) else "that lasts"
        case Taken():
            return "it is in enemy hands already, or nobody can take it"
        case Borne():
            return f"nobody has it: {_no_hands(d, owner_of(unit), act.unit)}"
        case Became():
            other = d.book.counters.get(act.kind)
            what = with_article(other.text) if other else "a thing that there isn't"
            return f"no {counter.text} becomes {what}"
        case Exited():
            return "only men and vehicles of the attacker leave for points"
        case Expended():
            return "only a flamethrower or a charge is used up, by a roll of 2 to 12"
        case _:
            return "this can't be said of it"


def _no_hands(d: Draft, side: Seat, unit: Unit) -> str:
    if owner_of(unit) != side:
        return "that unit is of the wrong side"
    if not d.is_there(unit):
        return "there never was such a unit"
    if d.piece(unit).is_out:
        return "that unit is lost"
    return "only men who are nobody's prisoners can have it"
