"""OBA modules: who observes for them and where, which are brought to a scenario, and how long they last."""

from berlin.boards.hexes import bits
from berlin.campaign.charts import Branch, Offer
from berlin.campaign.counters import Sort
from berlin.campaign.purchases.prices import UNTOLD, is_branch, is_of_today
from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

NONE = -1


class Contact(Frame, frozen=True, gc=False):
    """How does this module keep contact?"""

    group: int


class Radio(Act, frozen=True, gc=False):
    """Keep contact by radio."""


class Phone(Act, frozen=True, gc=False):
    """Keep contact by field phone."""


class Batteries(Frame, frozen=True, gc=False):
    """Which modules stay away, where there are more than a scenario may have?"""


class Withhold(Act, frozen=True, gc=False):
    """This module stays out of the scenario."""

    group: int


class Plot(Frame, frozen=True, gc=False):
    """Where is this module's observer, or what is its Pre-Registered hex?"""

    group: int


class Post(Act, frozen=True, gc=False):
    """Post the observer here."""

    space: int


class Aim(Act, frozen=True, gc=False):
    """Pre-Register this hex."""

    space: int


def at_hand(d: Draft, side: int) -> list[int]:
    """The OBA modules that are not used up; a Counter Battery Module is none."""
    groups = enumerate(d.groups[side])
    return [n for n, group in groups if is_branch(d, side, group, Branch.OBA) and not group.gone]


def unobserved(d: Draft, side: int) -> list[int]:
    """Those without an Offboard Observer."""
    return [number for number in at_hand(d, side) if d.groups[side][number].observer == NONE]


def ask_contact(d: Draft, side: int) -> None:
    """New modules without an observer have a radio or a field phone."""
    for number in reversed(unobserved(d, side)):
        if is_of_today(d, d.groups[side][number]):
            d.frames.append(Contact(side, number))


def settle_contact(d: Draft, frame: Contact) -> bool:
    return True


def options_contact(d: Draft, frame: Contact) -> list[Act]:
    return [Radio(), Phone()]


def answer_contact(d: Draft, frame: Contact, act: Act) -> None:
    d.frames.pop()
    d.group(frame.seat, frame.group, radio=isinstance(act, Radio))


def refuse_contact(d: Draft, frame: Contact, act: Act) -> Refusal:
    return Refusal(d.book.market.contact, "a radio or a field phone")


def most(d: Draft, side: int) -> int:
    """How many modules may be in use in a scenario."""
    return (d.book.figures.oba_first, d.book.figures.oba_second)[side]


def in_use(d: Draft, side: int) -> list[int]:
    """The modules that are brought to the coming scenario."""
    return [number for number in at_hand(d, side) if d.groups[side][number].onboard]


def ask_batteries(d: Draft) -> None:
    for side in (1, 0):
        for number in at_hand(d, side):
            d.group(side, number, onboard=True)
        d.frames.append(Batteries(side))


def settle_batteries(d: Draft, frame: Batteries) -> bool:
    if len(in_use(d, frame.seat)) > most(d, frame.seat):
        return True
    d.frames.pop()
    return False


def options_batteries(d: Draft, frame: Batteries) -> list[Act]:
    return [Withhold(number) for number in in_use(d, frame.seat)]


def answer_batteries(d: Draft, frame: Batteries, act: Act) -> None:
    assert isinstance(act, Withhold)
    d.group(frame.seat, act.group, onboard=False)


def refuse_batteries(d: Draft, frame: Batteries, act: Act) -> Refusal:
    limit = most(d, frame.seat)
    return Refusal(d.book.market.modules, f"at most {limit} modules in a scenario: name one that stays away")


def posts(d: Draft, side: int) -> int:
    """Where a side's Offboard Observers can be: its edge, as far as it Controls it."""
    return d.book.market.posts[side] & d.control[side]


def ask_plots(d: Draft) -> None:
    """Both sides write down what is not yet told, before anybody sets up."""
    for side in (1, 0):
        for number in reversed(in_use(d, side)):
            if _is_blind(d, side, number) or _unaimed(d, side, number):
                d.frames.append(Plot(side, number))


def _is_blind(d: Draft, side: int, number: int) -> bool:
    """Has its observer no hex, or lost it, and is there one?"""
    observer, open_to = d.groups[side][number].observer, posts(d, side)
    return observer != NONE and open_to != 0 and (observer < 0 or not open_to >> observer & 1)


def _unaimed(d: Draft, side: int, number: int) -> bool:
    return UNTOLD in d.groups[side][number].registered


def settle_plot(d: Draft, frame: Plot) -> bool:
    if _is_blind(d, frame.seat, frame.group) or _unaimed(d, frame.seat, frame.group):
        return True
    d.frames.pop()
    return False


def options_plot(d: Draft, frame: Plot) -> list[Act]:
    side, told = frame.seat, d.groups[frame.seat][frame.group].registered
    if _is_blind(d, side, frame.group):
        return [Post(space) for space in bits(posts(d, side))]
    return [Aim(space) for space in d.book.ground.field.chart.spaces if space not in told]


def answer_plot(d: Draft, frame: Plot, act: Act) -> None:
    side, number = frame.seat, frame.group
    if isinstance(act, Post):
        d.group(side, number, observer=act.space)
    elif isinstance(act, Aim):
        told = list(d.groups[side][number].registered)
        told[told.index(UNTOLD)] = act.space
        d.group(side, number, registered=tuple(told))


def refuse_plot(d: Draft, frame: Plot, act: Act) -> Refusal:
    market, side = d.book.market, frame.seat
    if isinstance(act, Post) or _is_blind(d, side, frame.group):
        return Refusal(market.observer[side], "an observer is in a hex of your own map edge that you Control")
    return Refusal(market.registered[side], "that hex is Pre-Registered already")


def equip(d: Draft, side: int, number: int, offer: Offer) -> str:
    """With what a module keeps contact, as a table calls it; "" if it has an observer."""
    group = d.groups[side][number]
    if offer.branch is not Branch.OBA or group.observer != NONE:
        return ""
    return "radio" if group.radio else "phone"


def hang_up(d: Draft) -> None:
    """A module that was given an observer needs neither radio nor phone."""
    for side in (0, 1):
        for number, piece in enumerate(d.pieces[side]):
            if piece.group < 0 or piece.is_out or d.counter(side, number).sort is not Sort.RADIO:
                continue
            if d.groups[side][piece.group].observer != NONE:
                d.lose(side, number, "an Offboard Observer took over", scored=False)


def retire(d: Draft) -> None:
    """After a scenario: what was used up is gone, and what was lent is Recalled. The rest is Retained."""
    for side in (0, 1):
        for number, group in enumerate(d.groups[side]):
            if group.gone:
                continue
            if group.used and is_branch(d, side, group, Branch.OBA, Branch.BOMBARDMENT):
                d.group(side, number, gone="used")
            elif group.until:
                d.group(side, number, gone="Recalled")
            elif group.of != NONE and d.groups[side][group.of].gone:
                d.group(side, number, gone="used")
        for number, piece in enumerate(d.pieces[side]):
            if piece.group < 0 or piece.is_out:
                continue
            gone = d.groups[side][piece.group].gone
            if gone and d.counter(side, number).sort is Sort.AIRCRAFT:
                d.lose(side, number, gone, scored=False)
