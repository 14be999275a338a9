"""How a campaign stands for a side against the other: a judgement of ours, not a rule.

Points are worth what they are likely to bring in the end: nought is even, a hundred as good as won.
"""

from math import log2

from berlin.campaign import victory
from berlin.campaign.purchases.prices import is_of_today
from berlin.campaign.state.state import State
from berlin.games.orsha.board.ground import LVP, MAP
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.rules.closing import locations
from berlin.games.orsha.rules.victory import par
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.standing import Standing
from berlin.kernel.play.resigning import resigner
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Where

WON = 100.0
# For a victory point against par.
POINT = 5.0
# For twice the forces that a side usually has, and how much stronger the Russians usually are by then.
DOUBLE, USUAL = 20.0, (1.35, 1.4, 1.3, 1.2, 1.2)
# What a CPP brings in weight, and how much better it is spent than kept.
CPP, SPENT = 7.0, 1.1
# For an army that stands where it should.
POSTED, FAR = 8.0, 8.0
# What is lost by who was left off the map.
LEFT = 0.5
SHOT = 0.5

HEADS = ("points against the date", "forces and CPP", "where they stand")


def milestone(state: State) -> int:
    """How many battles are behind us, each counted twice, since a search looks to the second from now."""
    return 2 * len(state.history)


def standing(state: State, seat: Seat) -> Standing:
    """The Russian account less the German account, head by head, as the seat sees it."""
    if state.over:
        won = state.over == 1 + seat or resigner(state.over) == OTHER[seat]
        return Standing((("the end", WON if won else -WON),))
    d = Draft(state)
    sign = 1 if seat == RUSSIAN else -1
    accounts = (_points(d), _forces(d), _posts(d, RUSSIAN) - _posts(d, GERMAN))
    return Standing(tuple((label, sign * value) for label, value in zip(HEADS, accounts, strict=True)))


def _points(d: Draft) -> float:
    """The points of the Russians against what the date asks for. In the end, what the Germans keep counts."""
    figures = d.book.figures
    points = locations(d) + d.cvp / figures.cvp_each + d.evp / figures.evp_each
    if victory.is_last(d):
        points -= victory.taken(d, d.left if d.left >= 0 else d.accounts[GERMAN].cpp)
    return POINT * (points - par(d))


def _forces(d: Draft) -> float:
    germans, russians = _weight(d, GERMAN), _weight(d, RUSSIAN)
    return DOUBLE * log2(russians / germans / USUAL[len(d.history)])


def _weight(d: Draft, side: Seat) -> float:
    """All that a side has at hand, has bought, or can buy."""
    found = 1.0
    for number, piece in d.at_hand(side):
        counter = d.counter(number)
        if not piece.marks & (Mark.PRISONER | Mark.CAPTURED):
            found += counter.fire + SHOT * counter.shot
    here = {piece.group for piece in d.pieces[side]}
    due = sum(group.paid for n, group in enumerate(d.groups[side]) if is_of_today(d, group) and n not in here)
    return found + CPP * (d.accounts[side].cpp + SPENT * due)


def _posts(d: Draft, side: Seat) -> float:
    """How near its men, Guns and vehicles are to what they should hold or take."""
    mine = d.control[side] & ~d.control[OTHER[side]]
    goals = [MAP.distances(space) for space in LVP if (mine >> space & 1) == (side == GERMAN)]
    weight = near = 0.0
    for unit, piece in d.at_hand(side):
        counter = d.counter(unit)
        if counter.sort in (Sort.WEAPON, Sort.COMMANDER, Sort.AIRCRAFT, Sort.RADIO):
            continue
        weight += counter.fire
        if piece.where is Where.MAP and goals and not piece.has(Mark.PRISONER):
            near += counter.fire * FAR / (FAR + min([far[piece.space] for far in goals]))
        elif piece.where is Where.RETAINED and piece.has(Mark.PLACED):
            near -= counter.fire * LEFT
    return POSTED * near / weight if weight else 0.0
