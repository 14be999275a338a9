"""Battle Hardening of MMC and leaders. How many MMC, and how good a leader, each side rolls in secret."""

from collections.abc import Mapping

import msgspec

from berlin.campaign.aftermath import commanders, recombining
from berlin.campaign.counters import Sort
from berlin.campaign.hearsay import tell
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import Mark, Piece
from berlin.campaign.retained import own
from berlin.campaign.rolls import rolled
from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

VEIL = "somebody may have Battle Hardened"
ANYWHERE = -1
"""The slot of a hardening that is not bound to an Isolated Area."""


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that are named; `promoted` is the leader that an Elite unit gives, by side, and `exchanges`
    for which two a leader may be exchanged."""

    recombine: str
    heroes: str
    number: str
    elite: str
    leaders: str
    roll: str
    lower: str
    exchange: str
    armor: str
    armor_moves: str
    platoon: str
    promoted: tuple[str, str]
    exchanges: Mapping[str, tuple[str, str]]


class Hardening(Frame, frozen=True, gc=False):
    """Who Battle Hardens next? One slot each: the hex of a Hero who was Isolated, or ANYWHERE."""

    slots: tuple[int, ...]


class Leadership(Frame, frozen=True, gc=False):
    """Roll for a leader to Battle Harden, or exchange one?"""


class Promotion(Frame, frozen=True, gc=False):
    """Which leader of this rank or lower Battle Hardens?"""

    rank: int


class Harden(Act, frozen=True, gc=False):
    """Battle Harden: the next better kind."""

    unit: int


class Commission(Act, frozen=True, gc=False):
    """A new leader comes from an Elite unit or a crew."""

    unit: int


class Forgo(Act, frozen=True, gc=False):
    """Choose nobody."""


class Weigh(Act, frozen=True, gc=False):
    """Roll for a leader to Battle Harden."""


class Split(Act, frozen=True, gc=False):
    """Exchange a leader for two lesser ones."""

    unit: int


def begin(d: Draft) -> None:
    """The whole step in its order: half-squads, MMC of both sides, leaders of both sides, armor leaders."""
    recombining.recombine(d)
    slots = [(*heroes(d, side), *secretly(d, side)) for side in (0, 1)]
    heroic(d)
    commanders.begin(d)
    for side in (1, 0):
        d.frames.append(Leadership(side))
    for side in (1, 0):
        d.frames.append(Hardening(side, slots[side]))


def heroes(d: Draft, side: int) -> tuple[int, ...]:
    """Heroes are no more; each leaves a slot, bound to his Area if he was Isolated."""
    slots = []
    for number, piece in list(own(d, side)):
        d.mark(side, number, off=Mark.HARDENED)
        if d.counter(side, number).sort is Sort.HERO:
            slots.append(piece.space if d.is_isolated(piece) else ANYWHERE)
            d.say("hero", "a Hero lets a unit Battle Harden", d.book.hardening.heroes)
            d.lose(side, number, "a Hero whose unit Battle Hardened", scored=False)
    return tuple(slots)


def reasons_mmc(d: Draft, side: int) -> dict[str, int]:
    return {"won": int(d.winner == side), "cvp": d.accounts[1 - side].suffered_now}


def reasons_leader(d: Draft, side: int) -> dict[str, int]:
    """Who won, and whose leaders are better than the others'."""
    table = d.book.tables["hardening.leader"]
    name = d.book.sides[side]
    return {"won": int(d.winner == side), **({name: 1} if name in table.drms else {})}


def secretly(d: Draft, side: int) -> tuple[int, ...]:
    """As many slots as the secret DR gives."""
    _, number = rolled(d, "hardening.mmc", reasons_mmc(d, side), seat=side)
    return (ANYWHERE,) * int(number)


def heroic(d: Draft) -> None:
    """Heroic leaders Battle Harden, and are heroic no more."""
    for side in (0, 1):
        for number, piece in list(own(d, side)):
            counter = d.counter(side, number)
            if counter.sort is Sort.LEADER and piece.has(Mark.HEROIC):
                d.mark(side, number, off=Mark.HEROIC)
                d.change(side, number, kind=counter.harder or counter.key)
                text = f"the heroic {counter.text} that was"
                tell(d, "hardened", (side, number), text, d.book.hardening.leaders)


def choices(d: Draft, frame: Hardening) -> list[int]:
    """The MMC that the first slot may go to."""
    side, slot = frame.seat, frame.slots[0]
    area = next((area for area in d.zones if slot >= 0 and area.hexes >> slot & 1), None)
    return [
        number
        for number, piece in own(d, side)
        if d.counter(side, number).is_mmc
        and not piece.has(Mark.HARDENED)
        and (
            slot == ANYWHERE or (area is not None and d.is_isolated(piece) and area.hexes >> piece.space & 1)
        )
    ]


def is_elite(d: Draft, side: int, number: int) -> bool:
    """Elite, or a crew: it is nothing better when hardened, but a leader may come from it."""
    return not d.counter(side, number).harder


def settle_hardening(d: Draft, frame: Hardening) -> bool:
    """Asked while there is a slot for which there is somebody."""
    slots = frame.slots
    while slots and not choices(d, Hardening(frame.seat, slots)):
        slots = slots[1:]
    if slots:
        d.frames[-1] = Hardening(frame.seat, slots)
        return True
    d.frames.pop()
    return False


def options_hardening(d: Draft, frame: Hardening) -> list[Act]:
    acts: list[Act] = [Forgo()]
    for number in choices(d, frame):
        unit = unit_of(frame.seat, number)
        acts.append(Commission(unit) if is_elite(d, frame.seat, number) else Harden(unit))
    return acts


def answer_hardening(d: Draft, frame: Hardening, act: Act) -> None:
    side, cites = frame.seat, d.book.hardening
    d.frames[-1] = Hardening(side, frame.slots[1:])
    match act:
        case Harden():
            harden(d, side, piece_of(act.unit)[1], cites.number)
        case Commission():
            number = piece_of(act.unit)[1]
            d.mark(side, number, on=Mark.HARDENED)
            piece = d.pieces[side][number]
            d.add(side, Piece(cites.promoted[side], -1, piece.where, piece.space, piece.level))
            text = f"{d.counter(side, number).text} gives a {d.book.counters[cites.promoted[side]].text}"
            d.whisper("hardened", side, text, VEIL, cites.elite)
        case _:
            d.whisper("hardened", side, "nobody Battle Hardens", VEIL, cites.number)


def harden(d: Draft, side: int, number: int, rule: str) -> None:
    """The unit is of the next better kind; only its owner is told."""
    before = d.counter(side, number)
    d.change(side, number, kind=before.harder)
    d.mark(side, number, on=Mark.HARDENED)
    text = f"{before.text} Battle Hardens: {d.counter(side, number).text}"
    d.whisper("hardened", side, text, VEIL, rule)


def refuse_hardening(d: Draft, frame: Hardening, act: Act) -> Refusal:
    cites, side = d.book.hardening, frame.seat
    match act:
        case Harden() | Commission():
            owner, number = piece_of(act.unit)
        case _:
            return Refusal(cites.number, "this is not asked now")
    if owner != side or number not in dict(own(d, side)) or not d.counter(side, number).is_mmc:
        return Refusal(cites.number, "only a Retained MMC of your own can be chosen")
    if d.pieces[side][number].has(Mark.HARDENED):
        return Refusal(cites.elite, "no unit Battle Hardens twice in one RePh")
    if number not in choices(d, frame):
        return Refusal(cites.heroes, "only an MMC of the Hero's own Isolated Area can be chosen")
    if isinstance(act, Harden):
        return Refusal(cites.elite, "Elite MMC and crews don't Battle Harden; a leader may come from them")
    return Refusal(cites.elite, "a leader comes only from Elite MMC and crews")


def leaders(d: Draft, side: int) -> list[int]:
    """The leaders that could be better."""
    return [
        number
        for number, _ in own(d, side)
        if d.counter(side, number).sort is Sort.LEADER and d.counter(side, number).harder
    ]


def exchangeable(d: Draft, side: int) -> list[int]:
    return [
        number
        for number, piece in own(d, side)
        if piece.kind in d.book.hardening.exchanges
        and not piece.has(Mark.WOUNDED)
        and not d.is_isolated(piece)
    ]


def settle_leadership(d: Draft, frame: Leadership) -> bool:
    if leaders(d, frame.seat):
        return True
    d.frames.pop()
    return False


def options_leadership(d: Draft, frame: Leadership) -> list[Act]:
    return [Weigh(), *(Split(unit_of(frame.seat, number)) for number in exchangeable(d, frame.seat))]


def answer_leadership(d: Draft, frame: Leadership, act: Act) -> None:
    side = frame.seat
    d.frames.pop()
    if isinstance(act, Split):
        exchange(d, side, piece_of(act.unit)[1])
    else:
        _, result = rolled(d, "hardening.leader", reasons_leader(d, side), seat=side)
        d.frames.append(Promotion(side, rank(d, side, result)))


def rank(d: Draft, side: int, text: str) -> int:
    """The rank of a side's leader by what is printed on him."""
    kinds = d.book.counters.values()
    return next(k.grade for k in kinds if k.side == side and k.sort is Sort.LEADER and k.text == text)


def exchange(d: Draft, side: int, number: int) -> None:
    cites, before = d.book.hardening, d.counter(side, number)
    one, other = cites.exchanges[before.key]
    piece = d.change(side, number, kind=one)
    d.add(side, msgspec.structs.replace(piece, kind=other, holder=-1))
    text = f"{before.text} is exchanged for {d.book.counters[one].text} and {d.book.counters[other].text}"
    d.whisper("exchanged", side, text, "a leader is exchanged", cites.exchange)


def refuse_leadership(d: Draft, frame: Leadership, act: Act) -> Refusal:
    text = "only an 8-0 or 8-1 who is neither Isolated nor wounded is exchanged"
    return Refusal(d.book.hardening.exchange, text)


def eligible(d: Draft, frame: Promotion) -> list[int]:
    """The leaders of the rolled rank, or lower."""
    return [n for n in leaders(d, frame.seat) if d.counter(frame.seat, n).grade <= frame.rank]


def settle_promotion(d: Draft, frame: Promotion) -> bool:
    if eligible(d, frame):
        return True
    d.frames.pop()
    return False


def options_promotion(d: Draft, frame: Promotion) -> list[Act]:
    return [Forgo(), *(Harden(unit_of(frame.seat, number)) for number in eligible(d, frame))]


def answer_promotion(d: Draft, frame: Promotion, act: Act) -> None:
    d.frames.pop()
    if isinstance(act, Harden):
        harden(d, frame.seat, piece_of(act.unit)[1], d.book.hardening.roll)
    else:
        d.whisper("hardened", frame.seat, "no leader Battle Hardens", VEIL, d.book.hardening.roll)


def refuse_promotion(d: Draft, frame: Promotion, act: Act) -> Refusal:
    cites = d.book.hardening
    if isinstance(act, Harden):
        owner, number = piece_of(act.unit)
        if owner == frame.seat and number < len(d.pieces[owner]):
            if d.counter(owner, number).sort is Sort.COMMANDER:
                return Refusal(cites.armor, "armor leaders don't Battle Harden")
            if number in leaders(d, owner):
                return Refusal(cites.lower, "the DR gave a lower rank")
    return Refusal(cites.roll, "only a Retained leader of your own can be chosen")
