"""Who is set up next and where; what is dug in, and where the scouts look."""

from collections.abc import Sequence
from typing import Any

from berlin.boards.hexes import bits, board_of
from berlin.campaign.counters import Sort
from berlin.campaign.deployment.laying import Laying, unlaid
from berlin.campaign.deployment.laying import site as laid_at
from berlin.campaign.deployment.limits import room
from berlin.campaign.deployment.scouting import Inspect, Recon, in_reach
from berlin.campaign.deployment.setup import (
    Arrive,
    Hitch,
    Lay,
    Lurk,
    Open,
    Ready,
    Reserve,
    Siting,
    Take,
    ways,
)
from berlin.campaign.names import piece_of
from berlin.campaign.pieces import Where
from berlin.campaign.report.acts import Settling
from berlin.campaign.sectors import Put, Sector, sectors
from berlin.campaign.staff.outlook import Outlook, in_sight
from berlin.campaign.staff.posts import FIELD, HEAVY, SHELTER, barrier, post, trench
from berlin.campaign.works import Works
from berlin.kernel.acts import Act

NEVER = -99.0
FEW = 12
HIDDEN, TOWED = 1.0, 3.0
# In which order pieces are set up: those that need their place most first.
ORDER = {
    Sort.CUPOLA: 9.0,
    Sort.GUN: 8.0,
    Sort.SQUAD: 7.0,
    Sort.HALF: 6.0,
    Sort.VEHICLE: 5.0,
    Sort.CREW: 4.0,
    Sort.LEADER: 3.0,
    Sort.HERO: 2.0,
}
LAY = 20.0
# Coming in by the edge is worth less than any place on the map.
LATE = -60.0
LEADER, WEAPON, RADIO = Sort.LEADER, Sort.WEAPON, Sort.RADIO
BARRIERS = frozenset((Works.MINES, Works.WIRE, Works.DITCH))


def take(o: Outlook, frame: Any, act: Take) -> float:
    counter = o.d.counter(*piece_of(act.unit))
    return ORDER.get(counter.sort, 1.0) + 0.01 * counter.fire


def lay(o: Outlook, frame: Any, act: Lay) -> float:
    """The ground is prepared before anybody is set up on it."""
    return LAY


def stay_veiled(o: Outlook, frame: Any, act: Open) -> float:
    return NEVER


def ready(o: Outlook, frame: Any, act: Ready) -> float:
    return 0.0


def put(o: Outlook, frame: Any, act: Put | Lurk | Hitch) -> float:
    if isinstance(frame, Laying):
        return dig(o, frame, act.space)
    worth = site(o, frame, act.space)
    match act:
        case Lurk():
            return worth + HIDDEN
        case Hitch():
            return worth + _tow(o, act.space)
    return worth


def _tow(o: Outlook, space: int) -> float:
    """A Gun of an attacker that is too far off to fire is better in tow; any other is not."""
    return TOWED if not o.defends and o.away[space] > o.house.limber else -TOWED


def site(o: Outlook, frame: Siting, space: int) -> float:
    """What a hex is worth to the piece that is in hand."""
    owner, number = piece_of(frame.unit)
    counter = o.d.counter(owner, number)
    if counter.sort is LEADER:
        return _lead(o, space)
    if counter.sort is WEAPON:
        return _arm(o, space)
    if counter.sort is RADIO:
        return _watch(o, space)
    return post(o, counter, space)


def _lead(o: Outlook, space: int) -> float:
    """A leader goes where most men are without one."""
    stack = o.stacks.get(space, [])
    led = any(counter.sort is Sort.LEADER for counter in stack)
    beside = sum(o.crowd(other) for other in bits(o.chart.across[space] & o.occupied))
    return sum(counter.fire for counter in stack) + 0.5 * beside - (8.0 if led else 0.0)


def _arm(o: Outlook, space: int) -> float:
    """A weapon goes to men who have few."""
    stack = o.stacks.get(space, [])
    arms = sum(counter.sort is Sort.WEAPON for counter in stack)
    squads = sum(counter.sort is Sort.SQUAD for counter in stack)
    return 3.0 * squads - 4.0 * arms + o.shelter(space) - 0.1 * o.away[space]


def _watch(o: Outlook, space: int) -> float:
    """A radio goes to a leader in cover who looks over the battleground."""
    led = any(counter.sort is Sort.LEADER for counter in o.stacks.get(space, ()))
    view = (in_sight(o.chart, space) & o.battleground).bit_count()
    return (4.0 if led else 0.0) + SHELTER * o.shelter(space) + FIELD * view


def dig(o: Outlook, frame: Laying, space: int) -> float:
    return barrier(o, space) if o.in_hand(frame.work) in BARRIERS else trench(o, space)


def arrive(o: Outlook, frame: Any, act: Arrive) -> float:
    return LATE - o.to_goal(act.space)


def reserve(o: Outlook, frame: Any, act: Reserve) -> float:
    """Trucks that tow nothing stay away, so does what has nobody to serve it."""
    owner, number = piece_of(frame.unit)
    piece, counter = o.d.pieces[owner][number], o.d.counter(owner, number)
    truck = counter.sort is Sort.VEHICLE and not counter.fire
    return 0.0 if truck and piece.where is not Where.MAP else NEVER


def sector(o: Outlook, frame: Any, act: Sector) -> float:
    """The part of the map with the best hex. Of ground after a battle it has nothing to tell."""
    if isinstance(frame, Settling):
        return NEVER
    if o.best is None:
        o.best = best_hex(o, frame)
    return 1.0 if sectors(o.chart)[act.space] >> o.best & 1 else NEVER


def best_hex(o: Outlook, frame: Any) -> int:
    """The best of all hexes that are open to what is in hand."""
    match frame:
        case Siting():
            likely = bits(likely_sites(o, frame, ways(o.d, frame)[0]))
            return max(likely, key=lambda space: site(o, frame, space))
        case Laying():
            work = o.d.works[unlaid(o.d, o.side)[frame.work]]
            hexes = room(laid_at(o.d, o.side, frame.isolated, work))
            return max(bits(likely_sites(o, frame, hexes)), key=lambda space: dig(o, frame, space))
        case _:
            hexes = in_reach(o.d, o.side) & ~board_of(frame.seen)
            return max(bits(hexes), key=lambda space: look(o, space))


def likely_sites(o: Outlook, frame: Siting | Laying, hexes: int) -> int:
    """Those of these hexes that are worth a look for what is in hand."""
    if isinstance(frame, Laying):
        if o.in_hand(frame.work) in BARRIERS:
            return hexes & o.approaches or hexes
        return o.likely(hexes, o.lack_of_trenches)
    heavy = o.d.counter(*piece_of(frame.unit)).sort in HEAVY
    return o.likely(hexes, o.lack_of_guns if heavy else o.lack_of_men)


def narrowed(o: Outlook, frame: Any, actions: Sequence[Act]) -> list[Act]:
    """Of very many hexes those that are worth a look, with all other answers."""
    places = board_of(act.space for act in actions if isinstance(act, Put | Lurk | Hitch))
    if not places or places.bit_count() <= FEW:
        return list(actions)
    likely = likely_sites(o, frame, places)
    return [act for act in actions if not isinstance(act, Put | Lurk | Hitch) or likely >> act.space & 1]


def recon(o: Outlook, frame: Any, act: Recon) -> float:
    """The better roll, if there is anything to see."""
    return float(act.cpp) if o.seen else -1.0


def inspect(o: Outlook, frame: Any, act: Inspect) -> float:
    return look(o, act.space)


def look(o: Outlook, space: int) -> float:
    """A "?" is worth a look, before all on the way to a prize; and ground where mines may lie."""
    return (4.0 if o.seen >> space & 1 else 0.5) - 0.2 * o.to_goal(space)


JUDGES: dict[type, Any] = {
    Take: take,
    Lay: lay,
    Open: stay_veiled,
    Ready: ready,
    Put: put,
    Lurk: put,
    Hitch: put,
    Arrive: arrive,
    Reserve: reserve,
    Sector: sector,
    Recon: recon,
    Inspect: inspect,
}
