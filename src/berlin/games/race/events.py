"""Annex: the event chits that are played at the start of an impulse, and what they do."""

from berlin.games.race.actions import Action, Decline, Play
from berlin.games.race.american import advance
from berlin.games.race.board import NEIGHBOURS, RIVER_WEST, N
from berlin.games.race.chits import announce, hidden_chit, not_held, wrong_time
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import Bridges, Designate
from berlin.games.race.ground import EAST
from berlin.games.race.state import OOS, OUT, Draft, Position, names, units_in, zone_name
from berlin.games.race.tables import CHITS, ChitNo
from berlin.games.race.units import CAMP, COUNTERS, FORMATIONS, GERMANS_FROM, KEYS
from berlin.kernel.rules import Refusal

# The chits that name a Soviet army of the player.
FOR_AN_ARMY = (ChitNo.RYBALKO, ChitNo.FRONT, ChitNo.TRUCKS)
COORDINATED_LIMIT = 6
TRACK_NUMBERS = (1, 2, 3)

ARMIES = tuple(
    tuple(f for f, units in enumerate(COUNTERS) if units[0] < GERMANS_FROM and CAMP[units[0]] == camp)
    for camp in (0, 1)
)

# Event 9: the zones on the west bank of the Oder and Neisse, and those next to them.
BRIDGE_ZONES = tuple(
    zone
    for zone in range(N)
    if not EAST[zone] and (zone in RIVER_WEST or any(n in RIVER_WEST for n in NEIGHBOURS[zone]))
)


def opening_refusal(p: Position, frame: Designate, play: Play) -> Refusal:
    """Why a chit may not be played so at the start of this impulse."""
    chit = play.chit
    refusal = not_held(p, frame.seat, chit)
    if refusal is not None:
        return refusal
    if CHITS[chit].window != _window(frame) or frame.count:
        return wrong_time(chit)
    return Refusal(CHITS[chit].rule, "it names one of his own Soviet armies on the map")


def _window(frame: Designate) -> str:
    return "german" if frame.german else "soviet"


def own_armies(p: Position, camp: int) -> list[int]:
    """A camp's Soviet armies with a counter on the map."""
    return [f for f in ARMIES[camp] if any(p.where[unit] < N for unit in COUNTERS[f])]


def opening_plays(p: Position, frame: Designate) -> list[Action]:
    """The plays of the secret chit that are open at the start of an impulse."""
    chit = 0 if frame.count else hidden_chit(p, frame.seat)
    if not chit or CHITS[chit].window != _window(frame) or not_held(p, frame.seat, chit) is not None:
        return []
    if chit in FOR_AN_ARMY:
        return [Play(chit, army) for army in own_armies(p, frame.seat)]
    if chit == ChitNo.ALLIES:
        return [Play(chit, track) for track in TRACK_NUMBERS]
    return [Play(chit)]


def play_opening(d: Draft, frame: Designate, play: Play) -> None:
    """A chit takes effect at the start of an impulse."""
    seat, target = frame.seat, play.target
    match play.chit:
        case ChitNo.RYBALKO:
            d.rybalko = target
            announce(d, seat, play.chit, f"rivers do not hinder {FORMATIONS[target].name}")
        case ChitNo.ALLIES:
            announce(d, seat, play.chit, f"the Americans advance on track {target}")
            advance(d, target)
        case ChitNo.PLANNED_RETREAT:
            d.planned |= 1 << seat
            announce(d, seat, play.chit, "his Germans may go west for the rest of the turn")
        case ChitNo.SPEER:
            d.speer = True
            announce(d, seat, play.chit, "Berlin's garrisons count 10 for the rest of the turn")
        case ChitNo.FRONT:
            d.spearhead = target
            announce(
                d, seat, play.chit, f"{FORMATIONS[target].name} has +2 in combat, then acts as a reserve"
            )
        case ChitNo.TRUCKS:
            d.trucks = target
            announce(d, seat, play.chit, f"{FORMATIONS[target].name} may move and attack")
        case ChitNo.COORDINATION:
            d.limit = COORDINATED_LIMIT
            announce(d, seat, play.chit, "six units may be activated")
        case _:
            d.doubled = True
            announce(d, seat, play.chit, "attacking Germans count double")


def opens_bridges(p: Position, seat: int) -> bool:
    """Must the other player be asked for chit 9? Yes whenever he could hold it: asking tells nothing."""
    return bool(hidden_chit(p, seat)) and p.chits[ChitNo.BRIDGES] != OUT


def settle_bridges(d: Draft, frame: Bridges) -> bool:
    return True


def options_bridges(p: Position, frame: Bridges) -> list[Action]:
    actions: list[Action] = [Decline()]
    if not_held(p, frame.seat, ChitNo.BRIDGES) is None:
        actions += [Play(ChitNo.BRIDGES, zone) for zone in BRIDGE_ZONES]
    return actions


def answer_bridges(d: Draft, frame: Bridges, action: Action) -> None:
    d.frames.pop()
    if not isinstance(action, Play):
        return
    zone = action.target
    units = units_in(d, zone, 0, GERMANS_FROM)
    hit = names(units) if units else "nobody"
    announce(d, frame.seat, ChitNo.BRIDGES, f"at {zone_name(zone)} {hit} is out of supply for this turn")
    for unit in units:
        d.marks[unit] |= OOS
        d.say("oos", f"{KEYS[unit]} is cut off by the broken bridges", "RFB event.9b", data=(unit,))


def refuse_bridges(p: Position, frame: Bridges, action: Action) -> Refusal:
    if isinstance(action, Play):
        refusal = not_held(p, frame.seat, action.chit)
        if refusal is not None:
            return refusal
        if action.chit != ChitNo.BRIDGES:
            return wrong_time(action.chit)
        return Refusal("RFB event.9a", f"{zone_name(action.target)} is too far from the Oder and Neisse")
    name = SEATS[frame.seat].capitalize()
    return Refusal("RFB event.9a", f"{name} may play chit 9 before the impulse begins")
