"""Annex: the event chits that are played at the start of an impulse, and what they do."""

from collections.abc import Mapping

from berlin.games.race.board.ground import EAST
from berlin.games.race.board.tables import CHITS, ChitNo
from berlin.games.race.board.units import ARMIES, ARMY_NAMES, CAMP, COUNTERS, GERMANS_FROM, NAMES, Army, names
from berlin.games.race.board.zones import ALL_ZONES, NEIGHBOURS, RIVER_WEST, N, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.american import advance
from berlin.games.race.rules.chits import announce, hidden_chit, not_held, wrong_time
from berlin.games.race.rules.positions import units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.state.actions import Action, Decline, Play
from berlin.games.race.state.state import OOS, OUT, Draft, Position
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.kernel.contract.rules import Refusal

# The chits that name a Soviet army of the player.
FOR_AN_ARMY = (ChitNo.RYBALKO, ChitNo.FRONT, ChitNo.TRUCKS)
COORDINATED_LIMIT = 6
TRACK_NUMBERS = (1, 2, 3)

OWN_ARMIES = tuple(
    tuple(f for f in ARMIES if COUNTERS[f][0] < GERMANS_FROM and CAMP[COUNTERS[f][0]] == camp)
    for camp in BOTH
)

# Event 9: the zones on the west bank of the Oder and Neisse, and those next to them.
BRIDGE_ZONES = tuple(
    zone
    for zone in ALL_ZONES
    if not EAST[zone] and (zone in RIVER_WEST or any(n in RIVER_WEST for n in NEIGHBOURS[zone]))
)


def opening_refusal(p: Position, seat: Seat, window: str, play: Play) -> Refusal:
    """Why a chit may not be played so while this window is open; "": none is."""
    refusal = not_held(p, seat, play.chit)
    if refusal is not None:
        return refusal
    if CHITS[play.chit].window != window:
        return wrong_time(play.chit)
    return Refusal(CHITS[play.chit].rule, "it names one of his own Soviet armies on the map")


def own_armies(p: Position, camp: Seat) -> list[Army]:
    """A camp's Soviet armies with a counter on the map."""
    return [f for f in OWN_ARMIES[camp] if any(p.where[unit] < N for unit in COUNTERS[f])]


def opening_plays(p: Position, seat: Seat, window: str) -> list[Action]:
    """The plays of the secret chit that are open at the start of an impulse."""
    chit = hidden_chit(p, seat)
    if not chit or CHITS[chit].window != window or not_held(p, seat, chit) is not None:
        return []
    if chit in FOR_AN_ARMY:
        return [Play(chit, army) for army in own_armies(p, seat)]
    if chit == ChitNo.ALLIES:
        return [Play(chit, track) for track in TRACK_NUMBERS]
    return [Play(chit)]


def play_opening(d: Draft, seat: Seat, play: Play) -> None:
    """A chit takes effect at the start of an impulse."""
    target = play.target
    match play.chit:
        case ChitNo.RYBALKO:
            d.rybalko = Army(target)
            announce(d, seat, play.chit, f"rivers do not hinder {ARMY_NAMES[target]}")
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
            d.spearhead = Army(target)
            announce(d, seat, play.chit, f"{ARMY_NAMES[target]} has +2 in combat, then acts as a reserve")
        case ChitNo.TRUCKS:
            d.trucks = Army(target)
            announce(d, seat, play.chit, f"{ARMY_NAMES[target]} may move and attack")
        case ChitNo.COORDINATION:
            d.limit = COORDINATED_LIMIT
            announce(d, seat, play.chit, "six units may be activated")
        case _:
            d.doubled = True
            announce(d, seat, play.chit, "attacking Germans count double")


def opens_bridges(p: Position, seat: Seat) -> bool:
    """Must the other player be asked for chit 9? Yes whenever he could hold it: asking tells nothing."""
    return bool(hidden_chit(p, seat)) and p.chits[ChitNo.BRIDGES] != OUT


class Bridges(RaceQuestion, frozen=True, gc=False):
    """Event 9: does the other player break the bridges before this Soviet impulse?"""

    acts = (Play, Decline)
    rule = "RFB event.9a"
    why = (
        "Whoever holds a secret chit is asked, so that asking betrays nothing; broken bridges cost the"
        " rival's troops near the Oder and Neisse their supply for the turn."
    )

    def prompt(self, p: Position) -> str:
        return "The other player's Soviet impulse begins: break the bridges over the Oder?"

    def answers(self, p: Position) -> list[Action]:
        actions: list[Action] = [Decline()]
        if not_held(p, self.seat, ChitNo.BRIDGES) is None:
            actions += [Play(ChitNo.BRIDGES, zone) for zone in BRIDGE_ZONES]
        return actions

    def carry_out(self, d: Draft, act: Action) -> None:
        d.frames.pop()
        if not isinstance(act, Play):
            return
        zone = Place(act.target)
        units = units_in(d, zone, 0, GERMANS_FROM)
        hit = names(units) if units else "nobody"
        effect = f"at {zone_name(zone)} {hit} is out of supply for this turn"
        announce(d, self.seat, ChitNo.BRIDGES, effect, zone)
        for unit in units:
            d.marks[unit] |= OOS
            d.say("oos", f"{NAMES[unit]} is cut off by the broken bridges", "RFB event.9b", data=(unit,))

    # One rule draws the zones, and they never change; who holds the chit is `not_held`'s, for both.
    def refuse(self, p: Position, act: Action) -> Refusal:
        if isinstance(act, Play):
            refusal = not_held(p, self.seat, act.chit)
            if refusal is not None:
                return refusal
            if act.chit != ChitNo.BRIDGES:
                return wrong_time(act.chit)
            return Refusal(
                "RFB event.9a", f"{zone_name(Place(act.target))} is too far from the Oder and Neisse"
            )
        name = SEATS[self.seat].capitalize()
        return Refusal(
            "RFB event.9a", f"{name} may break the bridges over the Oder before the impulse begins"
        )

    def meaning(self, p: Position, named: Mapping[str, int]) -> tuple[Action, ...]:
        return (Play(ChitNo.BRIDGES, named["zone"]),) if "zone" in named else ()
