"""Who is set up next and where; what is dug in, and where the scouts look."""

from collections.abc import Sequence

from berlin.boards.hexes import bits, board_of
from berlin.campaign.by_kind import by
from berlin.campaign.deployment.laying import Laying, unlaid
from berlin.campaign.deployment.laying import site as laid_at
from berlin.campaign.deployment.scouting import Inspect, Inspecting, Recon, in_reach
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
from berlin.campaign.report.common import Settling
from berlin.campaign.sectors import Put, Sector, sectors
from berlin.campaign.staff.outlook import Judges, Outlook, in_sight
from berlin.campaign.staff.posts import FIELD, HEAVY, SHELTER, barrier, post, trench
from berlin.kernel.contract.ids import Place
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import room
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Where
from berlin.squad.board.works import Works

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


def take(o: Outlook, act: Take) -> float:
    counter = o.d.counter(act.unit)
    return ORDER.get(counter.sort, 1.0) + 0.01 * counter.fire


def lay(o: Outlook, act: Lay) -> float:
    """The ground is prepared before anybody is set up on it."""
    return LAY


def stay_veiled(o: Outlook, act: Open) -> float:
    return NEVER


def ready(o: Outlook, act: Ready) -> float:
    return 0.0


def put(o: Outlook, act: Put | Lurk | Hitch) -> float:
    top = o.d.frames[-1]
    if isinstance(top, Laying):
        return dig(o, top, act.space)
    worth = site(o, o.asked(Siting), act.space)
    match act:
        case Lurk():
            return worth + HIDDEN
        case Hitch():
            return worth + _tow(o, act.space)
    return worth


def _tow(o: Outlook, space: Place) -> float:
    """A Gun of an attacker that is too far off to fire is better in tow; any other is not."""
    return TOWED if not o.defends and o.away[space] > o.house.limber else -TOWED


def site(o: Outlook, top: Siting, space: Place) -> float:
    """What a hex is worth to the piece that is in hand."""
    counter = o.d.counter(top.unit)
    if counter.sort is LEADER:
        return _lead(o, space)
    if counter.sort is WEAPON:
        return _arm(o, space)
    if counter.sort is RADIO:
        return _watch(o, space)
    return post(o, counter, space)


def _lead(o: Outlook, space: Place) -> float:
    """A leader goes where most men are without one."""
    stack = o.stacks.get(space, [])
    led = any(counter.sort is Sort.LEADER for counter in stack)
    beside = sum(o.crowd(other) for other in bits(o.chart.across[space] & o.occupied))
    return sum(counter.fire for counter in stack) + 0.5 * beside - (8.0 if led else 0.0)


def _arm(o: Outlook, space: Place) -> float:
    """A weapon goes to men who have few."""
    stack = o.stacks.get(space, [])
    arms = sum(counter.sort is Sort.WEAPON for counter in stack)
    squads = sum(counter.sort is Sort.SQUAD for counter in stack)
    return 3.0 * squads - 4.0 * arms + o.shelter(space) - 0.1 * o.away[space]


def _watch(o: Outlook, space: Place) -> float:
    """A radio goes to a leader in cover who looks over the battleground."""
    led = any(counter.sort is Sort.LEADER for counter in o.stacks.get(space, ()))
    view = (in_sight(o.chart, space) & o.battleground).bit_count()
    return (4.0 if led else 0.0) + SHELTER * o.shelter(space) + FIELD * view


def dig(o: Outlook, top: Laying, space: Place) -> float:
    return barrier(o, space) if o.in_hand(top.work) in BARRIERS else trench(o, space)


def arrive(o: Outlook, act: Arrive) -> float:
    return LATE - o.to_goal(act.space)


def reserve(o: Outlook, act: Reserve) -> float:
    """Trucks that tow nothing stay away, so does what has nobody to serve it."""
    unit = o.asked(Siting).unit
    piece, counter = o.d.piece(unit), o.d.counter(unit)
    truck = counter.sort is Sort.VEHICLE and not counter.fire
    return 0.0 if truck and piece.where is not Where.MAP else NEVER


def sector(o: Outlook, act: Sector) -> float:
    """The part of the map with the best hex. Of ground after a battle it has nothing to tell."""
    if isinstance(o.d.frames[-1], Settling):
        return NEVER
    if o.best is None:
        o.best = best_hex(o)
    return 1.0 if sectors(o.chart)[act.space] >> o.best & 1 else NEVER


def best_hex(o: Outlook) -> int:
    """The best of all hexes that are open to what is in hand."""
    match o.d.frames[-1]:
        case Siting() as sited:
            likely = bits(likely_sites(o, sited, ways(o.d, sited)[0]))
            return max(likely, key=lambda space: site(o, sited, space))
        case Laying() as laid:
            work = o.d.works[unlaid(o.d, o.side)[laid.work]]
            hexes = room(laid_at(o.d, o.side, laid.isolated, work))
            return max(bits(likely_sites(o, laid, hexes)), key=lambda space: dig(o, laid, space))
        case _:
            hexes = in_reach(o.d, o.side) & ~board_of(o.asked(Inspecting).seen)
            return max(bits(hexes), key=lambda space: look(o, space))


def likely_sites(o: Outlook, top: Siting | Laying, hexes: int) -> int:
    """Those of these hexes that are worth a look for what is in hand."""
    if isinstance(top, Laying):
        if o.in_hand(top.work) in BARRIERS:
            return hexes & o.approaches or hexes
        return o.likely(hexes, o.lack_of_trenches)
    heavy = o.d.counter(top.unit).sort in HEAVY
    return o.likely(hexes, o.lack_of_guns if heavy else o.lack_of_men)


def narrowed(o: Outlook, top: Siting | Laying, actions: Sequence[Act]) -> list[Act]:
    """Of very many hexes those that are worth a look, with all other answers."""
    places = board_of(act.space for act in actions if isinstance(act, Put | Lurk | Hitch))
    if not places or places.bit_count() <= FEW:
        return list(actions)
    likely = likely_sites(o, top, places)
    return [act for act in actions if not isinstance(act, Put | Lurk | Hitch) or likely >> act.space & 1]


def recon(o: Outlook, act: Recon) -> float:
    """The better roll, if there is anything to see."""
    return float(act.cpp) if o.seen else -1.0


def inspect(o: Outlook, act: Inspect) -> float:
    return look(o, act.space)


def look(o: Outlook, space: Place) -> float:
    """A "?" is worth a look, before all on the way to a prize; and ground where mines may lie."""
    return (4.0 if o.seen >> space & 1 else 0.5) - 0.2 * o.to_goal(space)


JUDGES: Judges = dict(
    (
        by(Take, take),
        by(Lay, lay),
        by(Open, stay_veiled),
        by(Ready, ready),
        by(Put, put),
        by(Lurk, put),
        by(Hitch, put),
        by(Arrive, arrive),
        by(Reserve, reserve),
        by(Sector, sector),
        by(Recon, recon),
        by(Inspect, inspect),
    )
)
