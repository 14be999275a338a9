"""4.2.2 and 8.1: the combat step, an attack being put together, and its die."""

from berlin.games.race.actions import Action, AttackZone, Decline, Done, Join, Play, Roll, Support
from berlin.games.race.battle import ATTACKER_LOSES, RETREATS
from berlin.games.race.berlin import apply_progress
from berlin.games.race.board import BERLIN
from berlin.games.race.chits import announce, not_held, wrong_time
from berlin.games.race.combat import (
    Reckoning,
    attack_refusal,
    defenders,
    has_target,
    join_refusal,
    reckon,
    targets,
)
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import Attack, Battle, Fighting, Heinrici
from berlin.games.race.hitler import attackers_owed, join_owed, obeyed
from berlin.games.race.hitler import owed as order_owed
from berlin.games.race.state import (
    ACTED,
    COMBAT,
    FIGHTERS,
    GUEST,
    MODE,
    OOS,
    REDUCED,
    RESERVE,
    Draft,
    Position,
    is_guest,
    marked,
    names,
    put,
    units_in,
    zone_name,
)
from berlin.games.race.tables import ChitNo
from berlin.games.race.units import CAMP, FORMATION_OF, GERMANS_FROM, KEYS
from berlin.kernel.rules import Refusal

NO_CITY_ROLL = Refusal("RFB 9.2.5", "support serves Soviet City Progress rolls only")


def _fighters(p: Position) -> list[int]:
    """The units in combat mode that have not fought."""
    return marked(p, FIGHTERS)


def settle_fighting(d: Draft, frame: Fighting) -> bool:
    if any(has_target(d, unit) for unit in _fighters(d)):
        return True
    _close(d)
    return False


def _close(d: Draft) -> None:
    """The combat step is over; an army at the front goes on as a reserve (event 6)."""
    d.frames.pop()
    if d.spearhead < 0:
        return
    for unit, marks in enumerate(d.marks):
        if FORMATION_OF[unit] == d.spearhead and marks & (MODE | ACTED | OOS) == COMBAT | ACTED:
            d.marks[unit] = (marks & ~(MODE | ACTED)) | RESERVE


def options_fighting(p: Position, frame: Fighting) -> list[Action]:
    actions: list[Action] = [AttackZone(unit, zone) for unit in _fighters(p) for zone in targets(p, unit)]
    if not attackers_owed(p, frame.seat):
        actions.append(Done())
    return actions


def answer_fighting(d: Draft, frame: Fighting, action: Action) -> None:
    if isinstance(action, AttackZone):
        d.frames.append(Attack(frame.seat, action.zone, (action.unit,)))
        if d.log is not None:
            text = f"{KEYS[action.unit]} attacks {zone_name(action.zone)}"
            d.say("attack", text, _attack_rule(action.unit, action.zone), data=(action.unit, action.zone))
    else:
        _close(d)


def _attack_rule(unit: int, zone: int) -> str:
    if zone not in BERLIN:
        return "RFB 8.1.1a"
    return "RFB 9.2.1b" if unit >= GERMANS_FROM else "RFB 9.2.1a"


def refuse_fighting(p: Position, frame: Fighting, action: Action) -> Refusal:
    if isinstance(action, Done):
        return order_owed(p, p.duty.divisions)
    if isinstance(action, AttackZone):
        refusal = _not_fighting(p, action.unit) or attack_refusal(p, action.unit, action.zone)
        if refusal is not None:
            return refusal
    return Refusal("RFB 4.1.3b", "the units in combat mode fight now")


def _not_fighting(p: Position, unit: int) -> Refusal | None:
    marks = p.marks[unit]
    if marks & MODE != COMBAT:
        return Refusal("RFB 4.1.3a", f"{KEYS[unit]} is not activated in combat mode")
    return Refusal("RFB 4.2.2a", f"{KEYS[unit]} has fought in this impulse") if marks & ACTED else None


def settle_attack(d: Draft, frame: Attack) -> bool:
    return True


def options_attack(p: Position, frame: Attack) -> list[Action]:
    actions: list[Action] = [
        Join(unit)
        for unit in _fighters(p)
        if unit not in frame.units and join_refusal(p, frame.zone, frame.units, unit) is None
    ]
    if _support_refusal(p, frame) is None:
        actions.append(Support())
    if not_held(p, frame.seat, ChitNo.COLLAPSE) is None:
        actions += [
            Play(ChitNo.COLLAPSE, unit)
            for unit in defenders(p, frame.zone, german_attack=False)
            if _collapse_refusal(p, frame, unit) is None
        ]
    if join_owed(p, frame.seat, frame.zone, frame.units) is None:
        actions.append(Roll())
    return actions


def _support_refusal(p: Position, frame: Attack) -> Refusal | None:
    if frame.zone not in BERLIN or frame.units[0] >= GERMANS_FROM:
        return NO_CITY_ROLL
    if frame.extra:
        return Refusal("RFB 9.2.5", "only one extra support point may be spent on a roll")
    # One point is set aside for the roll itself.
    return Refusal("RFB 9.2.1c", "no support point is left") if p.support[frame.seat] < 2 else None


def _collapse_refusal(p: Position, frame: Attack, unit: int) -> Refusal | None:
    if frame.units[0] >= GERMANS_FROM:
        return wrong_time(ChitNo.COLLAPSE)
    if unit not in defenders(p, frame.zone, german_attack=False):
        return Refusal("RFB event.8.q1", "it must be a German unit that defends in this combat")
    return (
        Refusal("RFB event.8b", "a reduced unit may not be destroyed so") if p.marks[unit] & REDUCED else None
    )


def answer_attack(d: Draft, frame: Attack, action: Action) -> None:
    match action:
        case Join(unit):
            d.frames[-1] = Attack(frame.seat, frame.zone, (*frame.units, unit), frame.extra)
            if d.log is not None:
                helper = frame.zone in BERLIN and d.where[unit] != frame.zone
                rule = "RFB 9.2.4b" if helper else _attack_rule(unit, frame.zone)
                text = f"{KEYS[unit]} joins the attack on {zone_name(frame.zone)}"
                d.say("attack", text, rule, data=(unit,))
        case Support():
            d.frames[-1] = Attack(frame.seat, frame.zone, frame.units, extra=True)
            d.say("attack", "an extra support point goes into the attack", "RFB 9.2.5")
        case Play(chit, unit):
            announce(d, frame.seat, chit, f"{KEYS[unit]} is reduced")
            d.marks[unit] |= REDUCED
        case _:
            _declare(d, frame)


def _declare(d: Draft, frame: Attack) -> None:
    """The attack is complete: Heinrici may slip away, or the die falls."""
    d.frames.pop()
    holder = _heinrici_holder(d, frame)
    if holder >= 0:
        d.frames.append(Heinrici(holder, frame.zone, frame.units))
    else:
        fight(d, frame.zone, frame.units, frame.extra)


def _heinrici_holder(p: Position, frame: Attack) -> int:
    """The seat that may play chit 1 on this attack, or -1."""
    holder = p.chits[ChitNo.HEINRICI] - 1
    if frame.zone in BERLIN or frame.units[0] >= GERMANS_FROM or holder not in (0, 1):
        return -1
    # Handed over, it sleeps until the next turn.
    if p.heinrici == p.turn:
        return -1
    attacked = defenders(p, frame.zone, german_attack=False)
    return holder if any(CAMP[unit] == holder for unit in attacked) else -1


def refuse_attack(p: Position, frame: Attack, action: Action) -> Refusal:
    refusal: Refusal | None = None
    match action:
        case Join(unit):
            if unit in frame.units:
                return Refusal("RFB 8.1.1a", f"{KEYS[unit]} takes part already")
            refusal = _not_fighting(p, unit) or join_refusal(p, frame.zone, frame.units, unit)
        case Support():
            refusal = _support_refusal(p, frame)
        case Play(chit, target):
            refusal = not_held(p, frame.seat, chit)
            if refusal is None:
                refusal = _collapse_refusal(p, frame, target) if chit == ChitNo.COLLAPSE else wrong_time(chit)
        case Roll():
            refusal = join_owed(p, frame.seat, frame.zone, frame.units)
        case AttackZone(_, zone):
            if zone == frame.zone:
                return Refusal("RFB 8.1.3", "that zone is being attacked: units join the attack")
        case _:
            pass
    return refusal or Refusal("RFB 8.1.1a", f"the attack on {zone_name(frame.zone)} is to be fought first")


def fight(d: Draft, zone: int, units: tuple[int, ...], extra: bool) -> None:
    """The die, and the combat that follows from it."""
    camp = CAMP[units[0]]
    city = zone in BERLIN
    soviet = units[0] < GERMANS_FROM
    reckoning = reckon(d, zone, units, extra)
    if city and soviet:
        d.lend_support(camp, -1 - extra)
    if d.log is not None:
        _tell(d, reckoning)
    die = d.die(
        "city" if city else "combat", f"die for {zone_name(zone)}", "RFB 9.2" if city else "RFB 8.1.2a"
    )
    verdict = reckoning.table.verdict(reckoning.column, die + reckoning.drm.total)
    if d.log is not None:
        d.say(
            "result",
            f"{names(units)} against {zone_name(zone)}: {verdict.text}",
            "RFB 9.3" if city else "RFB 8.2.1a",
            data=(zone, verdict.text),
        )
    _spent(d, zone, units)
    lost = verdict.defender
    if verdict.progress:
        lost += apply_progress(d, zone, camp, soviet, verdict.progress)
    d.frames.append(
        Battle(camp, zone, units, ATTACKER_LOSES, verdict.attacker, lost, verdict.retreat, _origins(d, units))
    )


def _tell(d: Draft, reckoning: Reckoning) -> None:
    attack, defence, drm = reckoning.attack, reckoning.defence, reckoning.drm
    d.say("tally", f"{attack}; {defence}", *attack.rules, *defence.rules)
    d.say("tally", f"odds {reckoning.odds}; {drm}", "RFB 8.1.2b", *drm.rules)


def _spent(d: Draft, zone: int, units: tuple[int, ...]) -> None:
    d.attacked = (*d.attacked, zone)
    for unit in units:
        d.marks[unit] |= ACTED
    if units[0] >= GERMANS_FROM:
        # A City Progress roll is no counter-attack in the open field.
        if zone not in BERLIN:
            obeyed(d, units)
        # 7.3.3: whoever's hosts left before this attack is a guest no more.
        for unit in units_in(d, zone, 0, GERMANS_FROM):
            if not is_guest(d, unit):
                d.marks[unit] &= ~GUEST


def _origins(p: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({p.where[unit] for unit in units}))


def settle_heinrici(d: Draft, frame: Heinrici) -> bool:
    return True


def options_heinrici(p: Position, frame: Heinrici) -> list[Action]:
    return [Play(ChitNo.HEINRICI), Decline()]


def answer_heinrici(d: Draft, frame: Heinrici, action: Action) -> None:
    d.frames.pop()
    if isinstance(action, Decline):
        fight(d, frame.zone, frame.units, extra=False)
        return
    announce(
        d, frame.seat, ChitNo.HEINRICI, f"the Germans leave {zone_name(frame.zone)} before the blow falls"
    )
    d.chits = put(d.chits, ChitNo.HEINRICI, 2 - frame.seat)
    d.heinrici = d.turn
    d.say("chit", f"chit 1 passes to {SEATS[1 - frame.seat].capitalize()}", "RFB event.1c")
    _spent(d, frame.zone, frame.units)
    camp = CAMP[frame.units[0]]
    # No die and no losses: straight to the retreat and the advance.
    d.frames.append(Battle(camp, frame.zone, frame.units, RETREATS, 0, 0, True, _origins(d, frame.units)))


def refuse_heinrici(p: Position, frame: Heinrici, action: Action) -> Refusal:
    name = SEATS[frame.seat].capitalize()
    return Refusal("RFB event.1a", f"{name} must first say whether chit 1 is played")
