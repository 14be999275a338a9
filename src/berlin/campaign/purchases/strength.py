"""What comes of new groups: at Full or Depleted Strength, with which weapons, vehicles and leaders."""

from berlin.campaign.book.charts import Branch, Note, Offer, Yield
from berlin.campaign.purchases import modules
from berlin.campaign.purchases.leaders import Leading, roll_leaders, roll_on
from berlin.campaign.purchases.prices import FIRST, is_branch, offer_of
from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.refit.replenishment import historical
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.contract.rules import Outcome
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import NO_UNIT, owner_of
from berlin.squad.board.naming import with_article
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where
from berlin.squad.rules.rolls import roll_on_table

PASSING = Mark.NEW | Mark.HIP | Mark.HIP_SHELLHOLES
"""What holds for one scenario."""


class Spare(Act, frozen=True, gc=False):
    """This weapon is received."""

    verb = "spare"
    says = "Receive the {kind}"

    kind: str


class Spared(CampaignQuestion, frozen=True, gc=False):
    """Which Weapon of a Depleted section is received, where the dice left none?"""

    group: int

    acts = (Spare,)
    topic = "strength.spared"
    asks = "All weapons were lost: which one is received after all?"
    why = "A Depleted section keeps at least one Weapon: take the one that you miss most."
    refuses = (Reason("strength.spared", "one of the Weapons that this section has"),)

    def answers(self, d: Draft) -> list[Act]:
        offer = offer_of(d, self.seat, d.groups[self.seat][self.group])
        return [Spare(part.kind) for part in offer.yields] if offer else []

    def carry_out(self, d: Draft, act: Act) -> None:
        d.frames.pop()
        offer = offer_of(d, self.seat, d.groups[self.seat][self.group])
        assert offer is not None
        assert isinstance(act, Spare)
        _field(d, self.seat, self.group, offer, act.kind)


def begin(d: Draft) -> None:
    if d.turn != FIRST:
        _age(d)
    modules.ask_batteries(d)
    for side in BOTH:
        for number, group in enumerate(list(d.groups[side])):
            if group.date == d.turn:
                receive(d, side, number)
    modules.hang_up(d)


def _age(d: Draft) -> None:
    """What came for an earlier date is new no more; aircraft always come in during play."""
    for side in BOTH:
        for unit, piece in d.listed(side):
            d.mark(unit, off=PASSING)
            if piece.where is Where.RETAINED and d.counter(unit).sort is Sort.AIRCRAFT:
                d.change(unit, where=Where.ENTERING)


def odds(d: Draft, side: Seat, offer: Offer) -> tuple[Outcome, ...]:
    """The chances of Full and Depleted Strength on this date; none where strength is nothing to it."""
    table = d.book.tables["strength"]
    if not is_unit_line(offer):
        return ()
    if not depletes(d, offer):
        return (Outcome(table.bands[0].result, 1, 1),)
    return table.outcomes(historical(d, side))


def is_unit_line(offer: Offer) -> bool:
    """Is it received at a Strength?"""
    return offer.branch in (Branch.INFANTRY, Branch.WEAPONS, Branch.VEHICLES, Branch.GUNS)


def depletes(d: Draft, offer: Offer) -> bool:
    """Is its Strength rolled for? Before the Initial Scenario none is."""
    return Note.DEPLETION in offer.notes and d.turn != FIRST


def receive(d: Draft, side: Seat, number: int) -> None:
    """One group: its dice, and its pieces."""
    offer = offer_of(d, side, d.groups[side][number])
    if offer is None:
        _muster_lot(d, side, number)
        return
    if offer.branch is Branch.OBA:
        _supply(d, side, number, offer)
    elif offer.branch is Branch.AIRCRAFT:
        _fly(d, side, number, offer)
    elif is_unit_line(offer):
        _arrive(d, side, number, offer)


def _arrive(d: Draft, side: Seat, number: int, offer: Offer) -> None:
    depleted = False
    if depletes(d, offer):
        reasons = {"historical": historical(d, side)}
        _, result = roll_on_table(d, "strength", reasons, offer.called, side, unseen=True)
        depleted = result == "depleted"
        d.group(side, number, depleted=depleted)
    for part in offer.yields:
        for kind in _kinds(d, side, offer, part, depleted):
            _field(d, side, number, offer, kind)
    group = d.groups[side][number]
    if depleted and offer.branch is Branch.WEAPONS and not any(p.group == number for p in d.pieces[side]):
        _spare(d, side, number, offer)
    if group.trucks:
        guns = sum(p.group == number and is_gun(d, p) for p in d.pieces[side])
        for _ in range(guns):
            bring(d, side, number, d.book.market.kind(side, d.book.market.truck))
    for kind in _allotted(d, side, offer, depleted):
        bring(d, side, number, kind)
    for kind in roll_leaders(d, side, offer, depleted):
        _lead(d, side, number, kind)


def is_gun(d: Draft, piece: Piece) -> bool:
    return d.book.counters[piece.kind].sort is Sort.GUN


def bring(d: Draft, side: Seat, number: int, kind: str, marks: int = 0, holder: Unit = NO_UNIT) -> Unit:
    """A piece of a group, ready to set up or to enter."""
    sort = d.book.counters[kind].sort
    enters = sort is Sort.AIRCRAFT or not d.groups[side][number].onboard
    where = Where.ENTERING if enters else Where.RETAINED
    unit = d.add(side, Piece(kind, number, where, marks=Mark.NEW | marks))
    if holder != NO_UNIT:
        d.hand(unit, holder)
    return unit


def _kinds(d: Draft, side: Seat, offer: Offer, part: Yield, depleted: bool) -> list[str]:
    """The counters that one part of a line comes to."""
    if depleted and part.rolled:
        name = offer.called
        rolls = (roll_on_table(d, "weapon", about=name, seat=side, unseen=True) for _ in range(part.full))
        count = sum(result == "received" for _, result in rolls)
    else:
        count = part.count(depleted)
    if not part.types:
        return [part.kind] * count
    return [roll_on_table(d, part.types, about=offer.called, seat=side, unseen=True)[1] for _ in range(count)]


def _field(d: Draft, side: Seat, number: int, offer: Offer, kind: str) -> None:
    """A counter of a line, with its crew if it needs one."""
    marks = 0
    if Note.ENGINEERS in offer.notes:
        marks |= Mark.ENGINEER
    if d.turn == FIRST and d.book.counters[kind].sort is Sort.CUPOLA:
        marks |= Mark.HIP
    if not _has_gun(d, side, offer, kind):
        marks |= Mark.AAMG_ABSENT
    holder = NO_UNIT
    if Note.CREWED in offer.notes:
        holder = bring(d, side, number, d.book.market.kind(side, d.book.market.crew))
    bring(d, side, number, kind, marks, holder)


def _has_gun(d: Draft, side: Seat, offer: Offer, kind: str) -> bool:
    """A die for the machine-gun that a vehicle may have."""
    chance = d.book.market.optional.get(kind)
    if chance is None:
        return True
    die = d.roll(6)
    gun = f"optional machine-gun of {with_article(d.book.counters[kind].text)}"
    text = f"{offer.called}: {gun}, {die} (at most {chance})"
    d.whisper("roll", side, text, "", d.book.cite("strength.optional_gun"))
    return die <= chance


def _allotted(d: Draft, side: Seat, offer: Offer, depleted: bool) -> list[str]:
    """The support weapons of a company or a platoon."""
    market, table = d.book.market, d.book.tables["weapon"]
    rule = d.book.cite("strength.weapons_depleted") if depleted else d.book.cite("strength.weapons")
    found: list[str] = []
    for part in market.allotments.get(offer.key, ()):
        dice: list[int] = []
        if depleted:
            dice = [d.roll(6) for _ in range(part.number)]
            count = sum(table.result(die) == "received" for die in dice)
        else:
            count = part.number
        if part.chance:
            chance = part.chance - (d.book.figures.allotted_less if depleted else 0)
            dice.append(d.roll(6))
            count += dice[-1] <= chance
        found += [part.kind] * count
        if d.log is not None:
            rolls = f" ({', '.join(map(str, dice))})" if dice else ""
            text = f"{offer.called}: {count} {d.book.counters[part.kind].text}{rolls}"
            d.whisper("roll", side, text, "", rule)
    return found


def _lead(d: Draft, side: Seat, number: int, kind: str) -> None:
    leader = bring(d, side, number, kind)
    if d.book.counters[kind].sort is Sort.COMMANDER:
        question = Leading(side, leader)
        d.frames.append(question)
        question.still_asks(d)


def _spare(d: Draft, side: Seat, number: int, offer: Offer) -> None:
    """At least one Weapon is received: the owner's choice where there are several kinds."""
    if len(offer.yields) > 1:
        d.frames.append(Spared(side, number))
    else:
        _field(d, side, number, offer, offer.yields[0].kind)


def _supply(d: Draft, side: Seat, number: int, offer: Offer) -> None:
    """A module's ammunition, and what it keeps contact with."""
    key = f"oba.{d.book.sides[side]}"
    _, ammo = roll_on_table(d, key, {"historical": historical(d, side)}, offer.called, side, unseen=True)
    d.group(side, number, ammo=ammo)
    contact = modules.equip(d, side, number, offer)
    if contact:
        d.add(side, Piece(d.book.market.kind(side, contact), number, marks=Mark.NEW))


def _fly(d: Draft, side: Seat, number: int, offer: Offer) -> None:
    """Aircraft: how many there are, one roll for the type of all, and one for each: has it ATCB?"""
    part, name = offer.yields[0], offer.called
    _, count = roll_on_table(d, "aircraft", about=name, seat=side, unseen=True)
    kind = roll_on_table(d, part.types, about=name, seat=side, unseen=True)[1] if part.types else part.kind
    for _ in range(int(count)):
        bring(d, side, number, kind, _bombs(d, side, offer.called) if Note.ATCB in offer.notes else 0)


def _bombs(d: Draft, side: Seat, about: str) -> int:
    return Mark.ATCB if roll_on_table(d, "atcb", about=about, seat=side, unseen=True)[1] else 0


def _muster_lot(d: Draft, side: Seat, number: int) -> None:
    """Counters that were given as one group: they set up if that was paid for, and have their own rolls."""
    mine = [n for n, piece in d.listed(side) if piece.group == number]
    onboard = d.groups[side][number].onboard
    for n in mine:
        d.change(n, where=Where.RETAINED if onboard else Where.ENTERING, space=NOWHERE)
    kind = d.piece(mine[0]).kind
    counter = d.book.counters[kind]
    if counter.sort is Sort.AIRCRAFT:
        for n in mine:
            d.mark(n, on=_bombs(d, side, counter.text))
    grant = next(grant for grant in d.book.market.forces[side].grants if grant.item == kind)
    for _ in range(grant.leaders):
        for leader in roll_on(d, side, "armor", (), counter.text):
            _lead(d, side, number, leader)


def is_bound(d: Draft, unit: Unit) -> bool:
    """Must this Weapon be had by a unit of its own group? Until it was in a scenario."""
    side = owner_of(unit)
    piece = d.piece(unit)
    if piece.group < 0 or piece.last != NOWHERE or not d.counter(unit).is_weapon:
        return False
    return is_branch(d, side, d.groups[side][piece.group], Branch.WEAPONS)
