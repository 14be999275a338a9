"""2.2 The American advance: three tracks, the Germans in its way, its halt, and the common defeat."""

from collections.abc import Mapping

from berlin.games.race.board.ground import EAST, INDEX, VP
from berlin.games.race.board.tables import AMERICAN as TRACK_OF
from berlin.games.race.board.units import CAMP, GERMANS_FROM, KEYS, NAMES, WITHDRAWN
from berlin.games.race.board.zones import BERLIN, NEIGHBOURS, TRACKS, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.chits import clear_bag
from berlin.games.race.rules.movement.moves import arrive
from berlin.games.race.rules.movement.reachability import soviet_held
from berlin.games.race.rules.positions import any_soviets_in, units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.rules.stacking import german_room
from berlin.games.race.state.actions import Action, DisplaceTo
from berlin.games.race.state.state import AMERICAN, COMMON_DEFEAT, NOBODY, Draft, Position, put
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Condition, failing, within

SURVIVES_FROM = 5


def roll_advance(d: Draft) -> None:
    """A.2: one die says on which track, if any, the Americans come on."""
    if d.halted:
        return
    rule = "RFB 2.2.1a" if d.turn <= 3 else "RFB 2.2.1b" if d.turn <= 8 else "RFB 2.2.1c"
    die = d.die("american", "American advance", rule)
    track = TRACK_OF[d.turn][die - 1]
    if track:
        advance(d, track)
    else:
        d.say("capture", "the Americans stay where they are", rule)


def next_zone(p: Position, track: int) -> int:
    """The first zone of a track without an American marker."""
    return next(zone for zone in TRACKS[track - 1] if p.control[zone] != AMERICAN)


def advance(d: Draft, track: int) -> None:
    """The Americans capture the next zone of a track, with all that follows."""
    zone = next_zone(d, track)
    if any_soviets_in(d, zone):
        halt(d, f"the Americans meet Soviet troops at {zone_name(zone)}", "RFB 2.2.4a")
        return
    if zone in BERLIN:
        d.over = COMMON_DEFEAT
        d.frames.clear()
        d.say("end", f"the Americans reach {zone_name(zone)}: both marshals have lost", "RFB 2.2.9")
        return
    holder = d.control[zone]
    if holder != NOBODY:
        camp = Seat(holder - 1)
        d.score(camp, -VP[zone])
        loser = SEATS[camp].capitalize()
        d.say(
            "control", f"{loser} loses {zone_name(zone)} and {VP[zone]} VP", "RFB 2.2.5", data=(zone, NOBODY)
        )
    d.control = put(d.control, zone, AMERICAN)
    d.say(
        "capture",
        f"the Americans capture {zone_name(zone)} on track {track}",
        "RFB 2.2.2c",
        data=(zone, track),
    )
    _displace(d, zone)


def _displace(d: Draft, zone: int) -> None:
    survivors = []
    for unit in units_in(d, zone, GERMANS_FROM):
        die = d.die("displace", f"{NAMES[unit]} tries to slip away", "RFB 2.2.6a", about=KEYS[unit])
        if die >= SURVIVES_FROM:
            survivors.append(unit)
        else:
            withdraw(d, unit, "RFB 2.2.6a")
    for unit in reversed(survivors):
        d.frames.append(Displace(CAMP[unit], unit, zone))


def withdraw(d: Draft, unit: int, rule: str) -> None:
    """A German unit leaves the game for good."""
    d.where[unit] = WITHDRAWN
    d.marks[unit] = 0
    d.say("withdraw", f"{NAMES[unit]} is withdrawn from the game", rule, data=(unit,))


def halt(d: Draft, text: str, rule: str) -> None:
    """The American advance ends for good, and with it chit 3 if it lies in the bag."""
    if d.halted:
        return
    d.halted = True
    d.say("halt", f"{text}: their advance is over for good", rule)
    clear_bag(d)


class Displace(RaceQuestion, frozen=True, gc=False):
    """2.2.6: where does a German unit go that the Americans drove out of a zone?"""

    unit: int
    zone: int

    acts = (DisplaceTo,)
    rule = "RFB 2.2.6b"
    why = (
        "A division that escapes the Americans goes one zone east: send it where it still bars the rival's"
        " way."
    )

    def prompt(self, p: Position) -> str:
        return f"Driven out of {zone_name(self.zone)} by the Americans: where does {NAMES[self.unit]} go?"

    def limits(self, p: Position) -> tuple[Condition[int], ...]:
        """Further east, no Soviets, not American, room."""
        near, index = NEIGHBOURS[self.zone], INDEX[self.zone]
        return (
            Condition(
                lambda zone: zone in near and INDEX[zone] > index,
                "RFB 2.2.6b",
                "it must go to an adjacent zone with a higher index",
            ),
            Condition(
                lambda zone: not (zone in BERLIN and soviet_held(p, zone)),
                "RFB 8.3.5a",
                "Soviets contest or control that Berlin zone",
            ),
            Condition(lambda zone: not any_soviets_in(p, zone), "RFB 2.2.6b", "Soviet units are there"),
            Condition(
                lambda zone: p.control[zone] != AMERICAN and not EAST[zone],
                "RFB 2.2.6.q1",
                "that zone is closed to it",
            ),
        )

    def refuges(self, p: Position) -> list[int]:
        """Where it may go."""
        zones = within(NEIGHBOURS[self.zone], self.limits(p))
        return [zone for zone in zones if german_room(p, zone) is None]

    def still_asks(self, d: Draft) -> bool:
        zones = self.refuges(d)
        if len(zones) > 1:
            return True
        d.frames.pop()
        if zones:
            _put(d, self.unit, zones[0])
        else:
            withdraw(d, self.unit, "RFB 2.2.6c")
        return False

    def answers(self, p: Position) -> list[Action]:
        return [DisplaceTo(self.unit, zone) for zone in self.refuges(p)]

    def carry_out(self, d: Draft, act: Action) -> None:
        assert isinstance(act, DisplaceTo)
        d.frames.pop()
        _put(d, act.unit, act.zone)

    def refuse(self, p: Position, act: Action) -> Refusal:
        refusal: Refusal | None = None
        if isinstance(act, DisplaceTo) and act.unit == self.unit:
            refusal = failing(self.limits(p), act.zone) or german_room(p, act.zone)
        other = Refusal("RFB 2.2.6b", f"{NAMES[self.unit]} must first be placed out of the Americans' way")
        return refusal or other

    def meaning(self, p: Position, named: Mapping[str, int]) -> tuple[Action, ...]:
        return (DisplaceTo(self.unit, named["zone"]),) if "zone" in named else ()


def _put(d: Draft, unit: int, zone: int) -> None:
    d.say("move", f"{NAMES[unit]} slips away to {zone_name(zone)}", "RFB 2.2.6b", data=(unit, zone))
    arrive(d, unit, zone)
