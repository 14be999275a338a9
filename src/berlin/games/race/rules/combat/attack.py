"""4.2.2 and 8.1: the combat step, an attack being put together, and its die."""

from collections.abc import Mapping

from berlin.games.race.board.tables import CHIT_NAMES, ChitNo
from berlin.games.race.board.units import CAMP, FORMATION_OF, GERMANS_FROM, NAMES, names
from berlin.games.race.board.zones import BERLIN, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.berlin import apply_progress
from berlin.games.race.rules.chits import announce, not_held, wrong_time
from berlin.games.race.rules.combat.odds import (
    Reckoning,
    attack_refusal,
    defenders,
    has_target,
    join_refusal,
    reckon,
    targets,
)
from berlin.games.race.rules.combat.outcome import ATTACKER_LOSES, RETREATS, Battle
from berlin.games.race.rules.orders import attackers_owed, join_owed, obeyed, reminder
from berlin.games.race.rules.orders import owed as order_owed
from berlin.games.race.rules.positions import FIGHTERS, is_guest, marked, units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.state.actions import Action, AttackZone, Decline, Done, Join, Play, Roll, Support
from berlin.games.race.state.state import (
    ACTED,
    COMBAT,
    GUEST,
    MODE,
    OOS,
    REDUCED,
    RESERVE,
    Draft,
    Position,
    put,
)
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Check, Condition, Narrowing, refuse, within

NO_CITY_ROLL = Refusal("RFB 9.2.5", "support serves Soviet City Progress rolls only")


def _fighters(p: Position) -> list[Unit]:
    """The units in combat mode that have not fought."""
    return marked(p, FIGHTERS)


def _attack_rule(unit: Unit, zone: Place) -> str:
    if zone not in BERLIN:
        return "RFB 8.1.1a"
    return "RFB 9.2.1b" if unit >= GERMANS_FROM else "RFB 9.2.1a"


def _not_fighting(p: Position, unit: Unit) -> Refusal | None:
    marks = p.marks[unit]
    if marks & MODE != COMBAT:
        return Refusal("RFB 4.1.3a", f"{NAMES[unit]} is not activated in combat mode")
    return Refusal("RFB 4.2.2a", f"{NAMES[unit]} has fought in this impulse") if marks & ACTED else None


class Fighting(RaceQuestion, frozen=True, gc=False):
    """4.2.2: the units in combat mode attack."""

    acts = (AttackZone, Done)
    rule = "RFB 4.2.2a"
    why = (
        "Each unit in combat mode fights once, and each zone is attacked once in an impulse: begin where"
        " the odds are best, and bring whole armies together."
    )

    def prompt(self, p: Position) -> str:
        return f"Combat: attack with the units in combat mode{reminder(p)}"

    def still_asks(self, d: Draft) -> bool:
        if any(has_target(d, unit) for unit in _fighters(d)):
            return True
        self._close(d)
        return False

    def _close(self, d: Draft) -> None:
        """The combat step is over; an army at the front goes on as a reserve (event 6)."""
        d.frames.pop()
        if d.spearhead < 0:
            return
        for unit, marks in enumerate(d.marks):
            if FORMATION_OF[unit] == d.spearhead and marks & (MODE | ACTED | OOS) == COMBAT | ACTED:
                d.marks[unit] = (marks & ~(MODE | ACTED)) | RESERVE

    def answers(self, p: Position) -> list[Action]:
        actions: list[Action] = [AttackZone(unit, zone) for unit in _fighters(p) for zone in targets(p, unit)]
        if not attackers_owed(p, self.seat):
            actions.append(Done())
        return actions

    def carry_out(self, d: Draft, act: Action) -> None:
        if not isinstance(act, AttackZone):
            self._close(d)
            return
        d.frames.append(Attack(self.seat, act.zone, (act.unit,)))
        if d.log is not None:
            text = f"{NAMES[act.unit]} attacks {zone_name(act.zone)}"
            d.say("attack", text, _attack_rule(act.unit, act.zone), data=(act.unit, act.zone))

    # One source: `targets` lists what `attack_refusal` passes, of the zones where there are enemies.
    def refuse(self, p: Position, act: Action) -> Refusal:
        if isinstance(act, Done):
            return order_owed(p, p.duty.divisions)
        if isinstance(act, AttackZone):
            refusal = _not_fighting(p, act.unit) or attack_refusal(p, act.unit, act.zone)
            if refusal is not None:
                return refusal
        return Refusal("RFB 4.1.3b", "the units in combat mode fight now")


class Attack(RaceQuestion, frozen=True, gc=False):
    """8.1: an attack is being put together."""

    zone: Place
    units: tuple[Unit, ...]
    extra: bool = False

    acts = (Join, Support, Play, Roll)
    why = (
        "Strength is added up before the die: a better ratio, a complete army and a second side of attack"
        " all help, but a unit that joins here fights nowhere else."
    )

    def prompt(self, p: Position) -> str:
        return f"Attack on {zone_name(self.zone)} by {names(self.units)}: join with others, or roll"

    def cite(self, p: Position) -> str:
        return "RFB 9.2.1a" if self.zone in BERLIN else "RFB 8.1.1a"

    def answers(self, p: Position) -> list[Action]:
        actions: list[Action] = [
            Join(unit)
            for unit in _fighters(p)
            if unit not in self.units and join_refusal(p, self.zone, self.units, unit) is None
        ]
        if self._support_refusal(p) is None:
            actions.append(Support())
        if not_held(p, self.seat, ChitNo.COLLAPSE) is None:
            there = defenders(p, self.zone, german_attack=False)
            actions += [Play(ChitNo.COLLAPSE, unit) for unit in within(there, self.collapse_limits(p))]
        if self._roll_refusal(p) is None:
            actions.append(Roll())
        return actions

    def _support_refusal(self, p: Position) -> Refusal | None:
        if self.zone not in BERLIN or self.units[0] >= GERMANS_FROM:
            return NO_CITY_ROLL
        if self.extra:
            return Refusal("RFB 9.2.5", "only one extra support point may be spent on a roll")
        # One point is set aside for the roll itself.
        return Refusal("RFB 9.2.1c", "no support point is left") if p.support[self.seat] < 2 else None

    def collapse_limits(self, p: Position) -> tuple[Narrowing[Unit], ...]:
        """Event 8: which units whoever holds the chit may play it on."""
        there = defenders(p, self.zone, german_attack=False)
        return (
            Check(lambda _: wrong_time(ChitNo.COLLAPSE) if self.units[0] >= GERMANS_FROM else None),
            Condition(
                lambda unit: unit in there,
                "RFB event.8.q1",
                "it must be a German unit that defends in this combat",
            ),
            Condition(
                lambda unit: not p.marks[unit] & REDUCED,
                "RFB event.8b",
                "a reduced unit may not be destroyed so",
            ),
        )

    def _roll_refusal(self, p: Position) -> Refusal | None:
        return join_owed(p, self.seat, self.zone, self.units)

    def carry_out(self, d: Draft, act: Action) -> None:
        match act:
            case Join(unit):
                d.frames[-1] = Attack(self.seat, self.zone, (*self.units, unit), self.extra)
                if d.log is not None:
                    helper = self.zone in BERLIN and d.where[unit] != self.zone
                    rule = "RFB 9.2.4b" if helper else _attack_rule(unit, self.zone)
                    text = f"{NAMES[unit]} joins the attack on {zone_name(self.zone)}"
                    d.say("attack", text, rule, data=(unit, self.zone))
            case Support():
                d.frames[-1] = Attack(self.seat, self.zone, self.units, extra=True)
                d.say("attack", "an extra support point goes into the attack", "RFB 9.2.5")
            case Play(chit, unit):
                announce(d, self.seat, chit, f"{NAMES[unit]} is reduced", d.where[unit])
                d.marks[unit] |= REDUCED
            case _:
                self._declare(d)

    def _declare(self, d: Draft) -> None:
        """The attack is complete: Heinrici may slip away, or the die falls."""
        d.frames.pop()
        holder = self._heinrici_holder(d)
        if holder is not None:
            d.frames.append(Heinrici(holder, self.zone, self.units))
        else:
            fight(d, self.zone, self.units, self.extra)

    def _heinrici_holder(self, p: Position) -> Seat | None:
        """The seat that may play chit 1 on this attack."""
        holder = Seat(p.chits[ChitNo.HEINRICI] - 1)
        if self.zone in BERLIN or holder not in BOTH:
            return None
        # Handed over, it sleeps until the next turn.
        if p.heinrici == p.turn:
            return None
        attacked = defenders(p, self.zone, german_attack=False)
        return holder if any(CAMP[unit] == holder for unit in attacked) else None

    # One source: a unit joins that `join_refusal` passes; support and the roll are no choice among several.
    def refuse(self, p: Position, act: Action) -> Refusal:
        refusal: Refusal | None = None
        match act:
            case Join(unit):
                if unit in self.units:
                    return Refusal("RFB 8.1.1a", f"{NAMES[unit]} takes part already")
                refusal = _not_fighting(p, unit) or join_refusal(p, self.zone, self.units, unit)
            case Support():
                refusal = self._support_refusal(p)
            case Play(ChitNo.COLLAPSE, target):
                held = not_held(p, self.seat, ChitNo.COLLAPSE)
                refusal = held or refuse(self.collapse_limits(p), Unit(target))
            case Play(chit):
                refusal = not_held(p, self.seat, chit) or wrong_time(chit)
            case Roll():
                refusal = self._roll_refusal(p)
            case AttackZone(_, self.zone):
                return Refusal("RFB 8.1.3", "that zone is being attacked: units join the attack")
            case _:
                pass
        return refusal or Refusal("RFB 8.1.1a", f"the attack on {zone_name(self.zone)} is to be fought first")

    def meaning(self, p: Position, named: Mapping[str, int]) -> tuple[Action, ...]:
        if "unit" not in named:
            return ()
        unit = Unit(named["unit"])
        return (Join(unit), Play(ChitNo.COLLAPSE, unit)) if unit >= GERMANS_FROM else (Join(unit),)


def fight(d: Draft, zone: Place, units: tuple[Unit, ...], extra: bool) -> None:
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
            f"{names(units)} against {zone_name(zone)}: {verdict.words}",
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


def _spent(d: Draft, zone: Place, units: tuple[Unit, ...]) -> None:
    d.attacked = (*d.attacked, zone)
    for unit in units:
        d.marks[unit] |= ACTED
    if units[0] >= GERMANS_FROM:
        # 2.3.2: a City Progress roll is no counter-attack in the open field.
        if zone not in BERLIN:
            obeyed(d, units)
        # 7.3.3: whoever's hosts left before this attack is a guest no more.
        for unit in units_in(d, zone, 0, GERMANS_FROM):
            if not is_guest(d, unit):
                d.marks[unit] &= ~GUEST


def _origins(p: Position, units: tuple[Unit, ...]) -> tuple[Place, ...]:
    return tuple(sorted({p.where[unit] for unit in units}))


class Heinrici(RaceQuestion, frozen=True, gc=False):
    """Event 1: do the attacked Germans slip away before the die?"""

    zone: Place
    units: tuple[Unit, ...]

    acts = (Play, Decline)
    rule = "RFB event.1a"
    why = (
        "Heinrici saves the defenders from the blow but gives up the ground, and then the chit is the other"
        " player's."
    )

    def prompt(self, p: Position) -> str:
        return f"{zone_name(self.zone)} is attacked: play Heinrici and slip away?"

    def answers(self, p: Position) -> list[Action]:
        return [Play(ChitNo.HEINRICI), Decline()]

    def carry_out(self, d: Draft, act: Action) -> None:
        d.frames.pop()
        zone, units = self.zone, self.units
        if isinstance(act, Decline):
            fight(d, zone, units, extra=False)
            return
        effect = f"the Germans leave {zone_name(zone)} before the blow falls"
        announce(d, self.seat, ChitNo.HEINRICI, effect, zone)
        d.chits = put(d.chits, ChitNo.HEINRICI, 2 - self.seat)
        d.heinrici = d.turn
        rival = SEATS[OTHER[self.seat]].capitalize()
        d.say("chit", f"{CHIT_NAMES[ChitNo.HEINRICI]} passes to {rival}", "RFB event.1c")
        _spent(d, zone, units)
        # No die and no losses: straight to the retreat and the advance.
        d.frames.append(Battle(CAMP[units[0]], zone, units, RETREATS, 0, 0, True, _origins(d, units)))

    # Nothing is narrowed: both answers are open whenever it is asked.
    def refuse(self, p: Position, act: Action) -> Refusal:
        name = SEATS[self.seat].capitalize()
        return Refusal("RFB event.1a", f"{name} must first say whether Heinrici is played")
