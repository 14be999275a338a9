"""Battle Hardening of MMC and leaders. How many MMC, and how good a leader, each side rolls in secret."""

import msgspec

from berlin.campaign.aftermath import commanders, recombining
from berlin.campaign.question import CampaignQuestion, Reason, WhileOpen
from berlin.campaign.retained import own
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refusal, refuse, within
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.naming import with_article
from berlin.squad.board.pieces import Mark, Piece
from berlin.squad.rules.announce import tell
from berlin.squad.rules.rolls import roll_on_table

VEIL = "somebody may have Battle Hardened"
ANYWHERE = -1
"""The slot of a hardening that is not bound to an Isolated Area."""


class Harden(Act, frozen=True, gc=False):
    """Battle Harden: the next better kind."""

    verb = "harden"
    says = "Battle Harden {unit}"

    unit: Unit


class Commission(Act, frozen=True, gc=False):
    """A new leader comes from an Elite unit or a crew."""

    verb = "commission"
    says = "Let a leader come from {unit}"

    unit: Unit


class Forgo(Act, frozen=True, gc=False):
    """Choose nobody."""

    verb = "forgo"
    says = "Choose nobody"


class Weigh(Act, frozen=True, gc=False):
    """Roll for a leader to Battle Harden."""

    verb = "weigh"
    says = "Roll for a leader to Battle Harden"


class Split(Act, frozen=True, gc=False):
    """Exchange a leader for two lesser ones."""

    verb = "split"
    says = "Exchange {unit} for two lesser leaders"

    unit: Unit


class Hardening(CampaignQuestion, frozen=True, gc=False):
    """Who Battle Hardens next? One slot each: the hex of a Hero who was Isolated, or ANYWHERE."""

    slots: tuple[int, ...]

    acts = (Harden, Commission, Forgo)
    topic = "hardening.number"
    asks = "Which MMC becomes Battle Hardened?"
    why = "Your roll lets a unit become better for good; first line squads gain most."

    def still_asks(self, d: Draft) -> bool:
        """Asked while there is a slot for which there is somebody."""
        slots = self.slots
        while slots and not choices(d, Hardening(self.seat, slots)):
            slots = slots[1:]
        if slots:
            d.frames[-1] = Hardening(self.seat, slots)
            return True
        d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = [Forgo()]
        for number in choices(d, self):
            unit = number
            acts.append(Commission(unit) if is_elite(d, number) else Harden(unit))
        return acts

    def why_not(self, d: Draft, act: Act) -> Refusal:
        if not isinstance(act, Harden | Commission):
            return d.refusal("hardening.number", "this is not asked now")
        if found := refusal(_limits(d, self, _mmc(d, self.seat)), act.unit):
            return found
        if isinstance(act, Harden):
            return d.refusal(
                "hardening.elite",
                "Elite MMC and crews don't Battle Harden; a leader may come from them",
            )
        return d.refusal("hardening.elite", "a leader comes only from Elite MMC and crews")

    def carry_out(self, d: Draft, act: Act) -> None:
        side = self.seat
        d.frames[-1] = Hardening(side, self.slots[1:])
        match act:
            case Harden():
                harden(d, act.unit, d.book.cite("hardening.number"))
            case Commission():
                unit = act.unit
                d.mark(unit, on=Mark.HARDENED)
                piece = d.piece(unit)
                leader = d.book.closing.promoted[side]
                d.add(side, Piece(leader, -1, piece.where, piece.space, piece.level))
                text = f"{d.log_name(unit)} gives {with_article(d.book.counters[leader].text)} leader"
                d.whisper("hardened", side, text, VEIL, d.book.cite("hardening.elite"))
            case _:
                d.whisper("hardened", side, "nobody Battle Hardens", VEIL, d.book.cite("hardening.number"))


class Leadership(WhileOpen, frozen=True, gc=False):
    """Roll for a leader to Battle Harden, or exchange one?"""

    acts = (Weigh, Split, Forgo)
    topic = "hardening.roll"
    asks = "Roll for a leader to be Battle Hardened, or exchange one?"
    why = "A roll may make one leader better; two lesser leaders instead of one help where leaders are few."
    refuses = (
        Reason("hardening.exchange", "only an 8-0 or 8-1 who is neither Isolated nor wounded is exchanged"),
    )

    def is_open(self, d: Draft) -> bool:
        return bool(leaders(d, self.seat))

    def answers(self, d: Draft) -> list[Act]:
        return [Weigh(), *(Split(number) for number in exchangeable(d, self.seat))]

    def carry_out(self, d: Draft, act: Act) -> None:
        side = self.seat
        d.frames.pop()
        if isinstance(act, Split):
            exchange(d, act.unit)
        else:
            _, result = roll_on_table(d, "hardening.leader", reasons_leader(d, side), seat=side)
            d.frames.append(Promotion(side, rank(d, side, result)))


class Promotion(WhileOpen, frozen=True, gc=False):
    """Which leader of this rank or lower Battle Hardens?"""

    rank: int

    acts = (Harden, Forgo)
    topic = "hardening.lower"
    asks = "Which leader becomes Battle Hardened?"
    why = "The roll gave a rank: one leader of it, or of a lower one, becomes better for good."

    def is_open(self, d: Draft) -> bool:
        return bool(eligible(d, self))

    def answers(self, d: Draft) -> list[Act]:
        return [Forgo(), *map(Harden, eligible(d, self))]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        assert isinstance(act, Harden)
        return refuse(_promotable(d, self), act.unit)

    def carry_out(self, d: Draft, act: Act) -> None:
        d.frames.pop()
        if isinstance(act, Harden):
            harden(d, act.unit, d.book.cite("hardening.roll"))
        else:
            d.whisper("hardened", self.seat, "no leader Battle Hardens", VEIL, d.book.cite("hardening.roll"))


def begin(d: Draft) -> None:
    """The whole step in its order: half-squads, MMC of both sides, leaders of both sides, armor leaders."""
    recombining.recombine(d)
    slots = [(*heroes(d, side), *secretly(d, side)) for side in BOTH]
    heroic(d)
    commanders.begin(d)
    for side in reversed(BOTH):
        d.frames.append(Leadership(side))
    for side in reversed(BOTH):
        d.frames.append(Hardening(side, slots[side]))


def heroes(d: Draft, side: Seat) -> tuple[int, ...]:
    """Heroes are no more; each leaves a slot, bound to his Area if he was Isolated."""
    slots = []
    for unit, piece in list(own(d, side)):
        d.mark(unit, off=Mark.HARDENED)
        if d.counter(unit).sort is Sort.HERO:
            slots.append(piece.space if d.is_isolated(piece) else ANYWHERE)
            d.say("hero", "a Hero lets a unit Battle Harden", d.book.cite("hardening.heroes"))
            d.lose(unit, "a Hero whose unit Battle Hardened", scored=False)
    return tuple(slots)


def reasons_mmc(d: Draft, side: Seat) -> dict[str, int]:
    return {"won": int(d.winner == side), "cvp": d.accounts[OTHER[side]].suffered_now}


def reasons_leader(d: Draft, side: Seat) -> dict[str, int]:
    """Who won, and whose leaders are better than the others'."""
    table = d.book.tables["hardening.leader"]
    name = d.book.sides[side]
    return {"won": int(d.winner == side), **({name: 1} if name in table.drms else {})}


def secretly(d: Draft, side: Seat) -> tuple[int, ...]:
    """As many slots as the secret DR gives."""
    _, number = roll_on_table(d, "hardening.mmc", reasons_mmc(d, side), seat=side)
    return (ANYWHERE,) * int(number)


def heroic(d: Draft) -> None:
    """Heroic leaders Battle Harden, and are heroic no more."""
    for side in BOTH:
        for unit, piece in list(own(d, side)):
            counter = d.counter(unit)
            if counter.sort is Sort.LEADER and piece.has(Mark.HEROIC):
                d.mark(unit, off=Mark.HEROIC)
                d.change(unit, kind=counter.harder or counter.key)
                text = f"the heroic {counter.text} that was"
                tell(d, "hardened", unit, text, d.book.cite("hardening.leaders"))


def choices(d: Draft, frame: Hardening) -> list[Unit]:
    """The MMC that the first slot may go to."""
    mine = _mmc(d, frame.seat)
    return within(mine, _limits(d, frame, mine))


def _mmc(d: Draft, side: Seat) -> dict[Unit, Piece]:
    return {unit: piece for unit, piece in own(d, side) if d.counter(unit).is_mmc}


def _limits(d: Draft, frame: Hardening, mine: dict[Unit, Piece]) -> tuple[Condition[Unit], ...]:
    """What narrows the choice for the first slot, of a side's own MMC."""
    slot, cite = frame.slots[0], d.book.cite
    hexes = next((area.hexes for area in d.zones if slot >= 0 and area.hexes >> slot & 1), 0)

    def is_near(unit: Unit) -> bool:
        piece = mine[unit]
        return slot == ANYWHERE or (d.is_isolated(piece) and bool(hexes >> piece.space & 1))

    return (
        Condition(
            mine.__contains__, cite("hardening.number"), "only a Retained MMC of your own can be chosen"
        ),
        Condition(
            lambda unit: not mine[unit].has(Mark.HARDENED),
            cite("hardening.elite"),
            "no unit Battle Hardens twice in one RePh",
        ),
        Condition(
            is_near,
            cite("hardening.heroes"),
            "only an MMC of the Hero's own Isolated Area can be chosen",
        ),
    )


def is_elite(d: Draft, unit: Unit) -> bool:
    """Elite, or a crew: it is nothing better when hardened, but a leader may come from it."""
    return not d.counter(unit).harder


def harden(d: Draft, unit: Unit, rule: str) -> None:
    """The unit is of the next better kind; only its owner is told."""
    before, name = d.counter(unit), d.log_name(unit)
    d.change(unit, kind=before.harder)
    d.mark(unit, on=Mark.HARDENED)
    text = f"{name} Battle Hardens, and is {with_article(d.counter(unit).text)} now"
    d.whisper("hardened", owner_of(unit), text, VEIL, rule)


def leaders(d: Draft, side: Seat) -> list[Unit]:
    """The leaders that could be better."""
    return [
        unit for unit, _ in own(d, side) if d.counter(unit).sort is Sort.LEADER and d.counter(unit).harder
    ]


def exchangeable(d: Draft, side: Seat) -> list[Unit]:
    return [
        unit
        for unit, piece in own(d, side)
        if piece.kind in d.book.closing.exchanges and not piece.has(Mark.WOUNDED) and not d.is_isolated(piece)
    ]


def rank(d: Draft, side: Seat, text: str) -> int:
    """The rank of a side's leader by what is printed on him."""
    kinds = d.book.counters.values()
    return next(k.grade for k in kinds if k.side == side and k.sort is Sort.LEADER and k.text == text)


def exchange(d: Draft, unit: Unit) -> None:
    side = owner_of(unit)
    before = d.counter(unit)
    one, other = d.book.closing.exchanges[before.key]
    name = d.log_name(unit)
    piece = d.change(unit, kind=one)
    d.add(side, msgspec.structs.replace(piece, kind=other, holder=-1))
    text = f"{name} is exchanged for {d.book.counters[one].text} and {d.book.counters[other].text}"
    d.whisper("exchanged", side, text, "a leader is exchanged", d.book.cite("hardening.exchange"))


def eligible(d: Draft, frame: Promotion) -> list[Unit]:
    """The leaders of the rolled rank, or lower."""
    units = (number for number in leaders(d, frame.seat))
    return within(units, _promotable(d, frame))


def _promotable(d: Draft, frame: Promotion) -> tuple[Condition[Unit], ...]:
    """What narrows the choice of a leader."""
    side, cite = frame.seat, d.book.cite
    armor = {n for n, p in d.listed(side) if _is_commander(d, p)}
    found = set(leaders(d, side))
    return (
        Condition(
            lambda unit: unit not in armor, cite("hardening.armor"), "armor leaders don't Battle Harden"
        ),
        Condition(
            found.__contains__, cite("hardening.roll"), "only a Retained leader of your own can be chosen"
        ),
        Condition(
            lambda unit: d.counter(unit).grade <= frame.rank,
            cite("hardening.lower"),
            "the DR gave a lower rank",
        ),
    )


def _is_commander(d: Draft, piece: Piece) -> bool:
    return d.book.counters[piece.kind].sort is Sort.COMMANDER
