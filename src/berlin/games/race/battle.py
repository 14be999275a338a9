"""8.2 and on: a rolled combat is carried out: losses, retreat, advance, in this order."""

from berlin.games.race.board import BERLIN
from berlin.games.race.combat import defenders
from berlin.games.race.frames import Advance, Battle, Losses, Retreat
from berlin.games.race.losses import eliminate
from berlin.games.race.state import GUEST, Draft, any_soviets_in, germans_in, units_in
from berlin.games.race.units import GERMANS_FROM

# The steps of a combat, as a frame counts them.
ATTACKER_LOSES, DEFENDER_LOSES, RETREATS, ADVANCES = range(4)


def settle(d: Draft, frame: Battle) -> bool:
    """Take the next steps of a combat; its questions are frames of their own."""
    german_attack = frame.units[0] >= GERMANS_FROM
    open_frames = len(d.frames)
    step = frame.step
    while step <= ADVANCES and len(d.frames) == open_frames:
        if step == ATTACKER_LOSES:
            _lose(d, frame.units, frame.attacker, frame.seat)
        elif step == DEFENDER_LOSES:
            # Where both players' Germans defend, the camp that is not attacking loses first.
            if frame.defender:
                _lose(d, tuple(defenders(d, frame.zone, german_attack)), frame.defender, 1 - frame.seat)
        elif step == RETREATS:
            _flee(d, frame, german_attack)
        else:
            _conquer(d, frame, german_attack)
        step += 1
    if len(d.frames) == open_frames:
        d.frames.pop()
    else:
        d.frames[open_frames - 1] = Battle(
            frame.seat,
            frame.zone,
            frame.units,
            step,
            frame.attacker,
            frame.defender,
            frame.retreat,
            frame.origins,
        )
    return False


def _lose(d: Draft, units: tuple[int, ...], left: int, camp: int) -> None:
    if left and units:
        d.frames.append(Losses(camp, units, (0,) * len(units), left, camp))


def _flee(d: Draft, frame: Battle, german_attack: bool) -> None:
    if german_attack:
        units = tuple(u for u in units_in(d, frame.zone, 0, GERMANS_FROM) if not d.marks[u] & GUEST)
        # 7.3.3: guests do not outlive their hosts' stand, whole or reduced.
        if frame.retreat or not units:
            for unit in units_in(d, frame.zone, 0, GERMANS_FROM):
                if d.marks[unit] & GUEST:
                    eliminate(d, unit, "RFB 7.3.3c" if units else "RFB 7.3.3.q2")
    else:
        units = tuple(units_in(d, frame.zone, GERMANS_FROM))
    if frame.retreat and units:
        d.frames.append(Retreat(1 - frame.seat, frame.zone, units, frame.seat))


def _conquer(d: Draft, frame: Battle, german_attack: bool) -> None:
    """The attackers enter a zone that lies empty; a city zone is not entered so."""
    if frame.zone in BERLIN:
        return
    if any_soviets_in(d, frame.zone) if german_attack else germans_in(d, frame.zone):
        return
    d.taken += ((frame.zone, frame.origins),)
    d.frames.append(Advance(frame.seat, frame.zone, frame.units))
