"""9. Progress into Berlin: levels, control, and zones left empty."""

from berlin.games.race.board.ground import VP
from berlin.games.race.board.zones import BERLIN, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.reachability import CONTROL_LEVEL
from berlin.games.race.rules.positions import any_soviets_in
from berlin.games.race.state.state import NOBODY, Draft, put
from berlin.kernel.contract.ids import Seat

FIRST_PROGRESS_VP = 2


def apply_progress(d: Draft, zone: int, camp: Seat, soviet: bool, change: int) -> int:
    """9.3.2: the level rises or falls. Returns the steps that Soviets lose where it can't fall."""
    before = d.progress[zone]
    if not soviet and before == 0:
        d.say(
            "progress",
            f"no progress to take back in {zone_name(zone)}: the Soviets lose a step",
            "RFB 9.3.3c",
        )
        return 1
    after = before + change if soviet else max(0, before - change)
    d.progress = put(d.progress, zone, after)
    rule = "RFB 9.3.2a" if soviet else "RFB 9.3.2b"
    d.say("progress", f"City Progress in {zone_name(zone)}: {before} to {after}", rule, data=(zone, after))
    if soviet:
        _first_progress(d, camp)
        if before < CONTROL_LEVEL <= after:
            _take_control(d, zone, camp)
    elif after < CONTROL_LEVEL <= before:
        lose_control(d, zone, "RFB 9.3.3.q2")
    return 0


def _first_progress(d: Draft, camp: Seat) -> None:
    if d.progressed:
        return
    d.progressed = True
    d.score(camp, FIRST_PROGRESS_VP)
    name = SEATS[camp].capitalize()
    d.say(
        "vp",
        f"{name} is first to make progress in Berlin: +{FIRST_PROGRESS_VP} VP",
        "RFB 10.2.2",
        data=(camp,),
    )


def _take_control(d: Draft, zone: int, camp: Seat) -> None:
    d.control = put(d.control, zone, camp + 1)
    d.score(camp, VP[zone])
    name = SEATS[camp].capitalize()
    d.say(
        "control", f"{name} controls {zone_name(zone)}: +{VP[zone]} VP", "RFB 9.3.3a", data=(zone, camp + 1)
    )


def lose_control(d: Draft, zone: int, rule: str) -> None:
    """A Berlin zone is no longer controlled: its points go."""
    camp = Seat(d.control[zone] - 1)
    d.control = put(d.control, zone, NOBODY)
    d.score(camp, -VP[zone])
    name = SEATS[camp].capitalize()
    d.say("control", f"{name} loses control of {zone_name(zone)}: -{VP[zone]} VP", rule, data=(zone, NOBODY))


def check_city(d: Draft) -> None:
    """9.1.5: at the end of an impulse every Berlin zone that Soviets had entered must still hold one."""
    for zone in BERLIN if any(d.holder) else ():
        if not d.holder[zone] or any_soviets_in(d, zone):
            continue
        camp = Seat(d.holder[zone] - 1)
        d.holder = put(d.holder, zone, 0)
        if d.progress[zone]:
            d.progress = put(d.progress, zone, 0)
            d.say(
                "progress", f"no Soviets are left in {zone_name(zone)}: level 0", "RFB 9.1.5a", data=(zone, 0)
            )
        if d.control[zone]:
            lose_control(d, zone, "RFB 9.1.5c" if d.vacated >> zone & 1 else "RFB 9.1.5.q1")
        if d.vacated >> zone & 1:
            d.score(camp, -VP[zone])
            name = SEATS[camp].capitalize()
            d.say("vp", f"{name} has abandoned {zone_name(zone)}: -{VP[zone]} VP", "RFB 9.1.5b", data=(camp,))
    d.vacated = 0
