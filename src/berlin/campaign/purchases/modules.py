"""OBA modules: who observes for them and where, which are brought to a scenario, and how long they last."""

from berlin.boards.hexes import bits
from berlin.campaign.book.charts import Branch, Offer
from berlin.campaign.purchases.prices import UNTOLD, is_branch, is_of_today
from berlin.campaign.question import CampaignQuestion, Reason, WhileOpen
from berlin.campaign.sectors import Sector
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, outside
from berlin.squad.board.counters import Sort

NONE = -1


class Radio(Act, frozen=True, gc=False):
    """Keep contact by radio."""

    verb = "radio"
    says = "Keep contact by radio"


class Phone(Act, frozen=True, gc=False):
    """Keep contact by field phone."""

    verb = "phone"
    says = "Keep contact by field phone"


class Withhold(Act, frozen=True, gc=False):
    """This module stays out of the scenario."""

    verb = "withhold"
    says = "Keep {group} out of this scenario"

    group: int


class Post(Act, frozen=True, gc=False):
    """Post the observer here."""

    verb = "post"
    says = "Post the observer at {space}"

    space: Place


class Aim(Act, frozen=True, gc=False):
    """Pre-Register this hex."""

    verb = "aim"
    says = "Pre-Register {space}"

    space: Place


class Contact(CampaignQuestion, frozen=True, gc=False):
    """How does this module keep contact?"""

    group: int

    acts = (Radio, Phone)
    topic = "modules.contact"
    asks = "Radio or field phone for this OBA module?"
    why = (
        "A radio may lose contact but moves with its leader; a field phone is sure but ties him to its place."
    )
    refuses = (Reason("modules.contact", "a radio or a field phone"),)

    def answers(self, d: Draft) -> list[Act]:
        return [Radio(), Phone()]

    def carry_out(self, d: Draft, act: Act) -> None:
        d.frames.pop()
        d.group(self.seat, self.group, radio=isinstance(act, Radio))


class Batteries(WhileOpen, frozen=True, gc=False):
    """Which modules stay away, where there are more than a scenario may have?"""

    acts = (Withhold,)
    topic = "modules.most"
    asks = "Too many OBA modules: which one stays out of this scenario?"
    why = "No more than so many modules may fire in a scenario; the others wait for the next."

    def is_open(self, d: Draft) -> bool:
        return len(in_use(d, self.seat)) > most(d, self.seat)

    def answers(self, d: Draft) -> list[Act]:
        return [Withhold(number) for number in in_use(d, self.seat)]

    # One rule, whose number is the book's.
    def why_not(self, d: Draft, act: Act) -> Refusal:
        limit = most(d, self.seat)
        return d.refusal("modules.most", f"at most {limit} modules in a scenario: name one that stays away")

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Withhold)
        d.group(self.seat, act.group, onboard=False)


class Plot(WhileOpen, frozen=True, gc=False):
    """Where is this module's observer, or what is its Pre-Registered hex?"""

    group: int

    acts = (Post, Aim, Sector)
    topic = "modules.plot"
    asks = "Which hex for the observer, or the Pre-Registered hex?"
    why = (
        "The observer must see the ground that will be fought for; fire on a "
        "Pre-Registered hex comes sooner and closer."
    )

    def is_open(self, d: Draft) -> bool:
        return bool(_is_blind(d, self.seat, self.group) or _unaimed(d, self.seat, self.group))

    def answers(self, d: Draft) -> list[Act]:
        if _is_blind(d, self.seat, self.group):
            return list(map(Post, bits(_watching(d, self.seat).allowed)))
        return list(map(Aim, bits(d.book.field.chart.all & self._unaimed(d).allowed)))

    def _unaimed(self, d: Draft) -> Limit:
        told = (space for space in d.groups[self.seat][self.group].registered if space >= 0)
        rule = d.book.cite("modules.registered", self.seat)
        return outside(told, rule, "that hex is Pre-Registered already")

    def why_not(self, d: Draft, act: Act) -> Refusal:
        assert isinstance(act, Post | Aim | Sector)
        watches = isinstance(act, Post) or _is_blind(d, self.seat, self.group)
        return (_watching(d, self.seat) if watches else self._unaimed(d)).refuse(act.space)

    def carry_out(self, d: Draft, act: Act) -> None:
        side, number = self.seat, self.group
        if isinstance(act, Post):
            d.group(side, number, observer=act.space)
        elif isinstance(act, Aim):
            told = list(d.groups[side][number].registered)
            told[told.index(UNTOLD)] = act.space
            d.group(side, number, registered=tuple(told))


def at_hand(d: Draft, side: Seat) -> list[int]:
    """The OBA modules that are not used up; a Counter Battery Module is none."""
    groups = enumerate(d.groups[side])
    return [n for n, group in groups if is_branch(d, side, group, Branch.OBA) and not group.gone]


def unobserved(d: Draft, side: Seat) -> list[int]:
    """Those without an Offboard Observer."""
    return [number for number in at_hand(d, side) if d.groups[side][number].observer == NONE]


def ask_contact(d: Draft, side: Seat) -> None:
    """New modules without an observer have a radio or a field phone."""
    for number in reversed(unobserved(d, side)):
        if is_of_today(d, d.groups[side][number]):
            d.frames.append(Contact(side, number))


def most(d: Draft, side: Seat) -> int:
    """How many modules may be in use in a scenario."""
    return (d.book.figures.oba_first, d.book.figures.oba_second)[side]


def in_use(d: Draft, side: Seat) -> list[int]:
    """The modules that are brought to the coming scenario."""
    return [number for number in at_hand(d, side) if d.groups[side][number].onboard]


def ask_batteries(d: Draft) -> None:
    for side in reversed(BOTH):
        for number in at_hand(d, side):
            d.group(side, number, onboard=True)
        d.frames.append(Batteries(side))


def _watching(d: Draft, side: Seat) -> Limit:
    told = "an observer is in a hex of your own map edge that you Control"
    return Limit(posts(d, side), d.book.cite("modules.observer", side), told)


def posts(d: Draft, side: Seat) -> int:
    """Where a side's Offboard Observers can be: its edge, as far as it Controls it."""
    return d.book.market.posts[side] & d.control[side]


def ask_plots(d: Draft) -> None:
    """Both sides write down what is not yet told, before anybody sets up."""
    for side in reversed(BOTH):
        for number in reversed(in_use(d, side)):
            if _is_blind(d, side, number) or _unaimed(d, side, number):
                d.frames.append(Plot(side, number))


def _is_blind(d: Draft, side: Seat, number: int) -> bool:
    """Has its observer no hex, or lost it, and is there one?"""
    observer, open_to = d.groups[side][number].observer, posts(d, side)
    return observer != NONE and open_to != 0 and (observer < 0 or not open_to >> observer & 1)


def _unaimed(d: Draft, side: Seat, number: int) -> bool:
    return UNTOLD in d.groups[side][number].registered


def equip(d: Draft, side: Seat, number: int, offer: Offer) -> str:
    """With what a module keeps contact, as a table calls it; "" if it has an observer."""
    group = d.groups[side][number]
    if offer.branch is not Branch.OBA or group.observer != NONE:
        return ""
    return "radio" if group.radio else "phone"


def hang_up(d: Draft) -> None:
    """A module that was given an observer needs neither radio nor phone."""
    for side in BOTH:
        for unit, piece in d.listed(side):
            if piece.group < 0 or piece.is_out or d.counter(unit).sort is not Sort.RADIO:
                continue
            if d.groups[side][piece.group].observer != NONE:
                d.lose(unit, "an Offboard Observer took over", scored=False)


def retire(d: Draft) -> None:
    """After a scenario: what was used up is gone, and what was lent is Recalled. The rest is Retained."""
    for side in BOTH:
        for number, group in enumerate(d.groups[side]):
            if group.gone:
                continue
            if group.used and is_branch(d, side, group, Branch.OBA, Branch.BOMBARDMENT):
                d.group(side, number, gone="used")
            elif group.until:
                d.group(side, number, gone="Recalled")
            elif group.of != NONE and d.groups[side][group.of].gone:
                d.group(side, number, gone="used")
        for unit, piece in d.listed(side):
            if piece.group < 0 or piece.is_out:
                continue
            gone = d.groups[side][piece.group].gone
            if gone and d.counter(unit).sort is Sort.AIRCRAFT:
                d.lose(unit, gone, scored=False)
