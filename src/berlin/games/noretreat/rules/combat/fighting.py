"""9.order and 9.sequence: which marked space is fought over, who attacks it, and the roll."""

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import KEYS, MAP, Space
from berlin.games.noretreat.board.tables import AXIS, COLUMNS, TOO_LOW
from berlin.games.noretreat.rules.cards.windows import Window, play, play_refusal, plays
from berlin.games.noretreat.rules.combat import results
from berlin.games.noretreat.rules.combat.battle import (
    AFTER_ATTACKER,
    AFTER_DEFENDER,
    BEFORE,
    BUILD,
    RESULT,
    ROLLING,
    STAND,
    Battle,
)
from berlin.games.noretreat.rules.combat.effect import defenders, effect
from berlin.games.noretreat.rules.combat.odds import odds
from berlin.games.noretreat.rules.combat.reckoning import final, markers_left, reckoning, standing
from berlin.games.noretreat.rules.combat.targets import (
    attackers,
    bound_to,
    eligibility,
    joinable,
    marked,
    unmark,
)
from berlin.games.noretreat.rules.conditions import must, stands_in
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.question import NoRetreatQuestion, Play
from berlin.games.noretreat.state.state import Draft, attacking, place_name
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refuse

ATTACKER = 1


class Attack(Act, frozen=True, gc=False):
    space: Space
    verb, time = "attack", "NR 9.order"
    says = "Fight over {space}"


class Fighting(NoRetreatQuestion, frozen=True, gc=False):
    """9.order: which marked space is fought over next?"""

    acts = (Attack,)
    rule = "NR 9.order"
    why = (
        "Every marked space is fought over, in the order you like: an early success may open the way for "
        "the next attack, or take a defender's retreat."
    )

    def prompt(self, d: Draft) -> str:
        return "Which marked space is fought over next?"

    def still_asks(self, d: Draft) -> bool:
        enemy = d.occupied(OTHER[self.seat])
        for space in marked(d):
            if not enemy >> space & 1 or not attackers(d, space):
                unmark(d, space)
        left = marked(d)
        if len(left) > 1:
            return True
        if left:
            start(d, self.seat, left[0])
        else:
            d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Attack(space) for space in marked(d)]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Attack)
        start(d, self.seat, act.space)

    # A single rule decides.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        return Refusal("NR 9.order", "fight over one of the marked spaces")

    def explain(self, d: Draft, act: Act) -> Explanation:
        assert isinstance(act, Attack)
        return odds(d, Battle(self.seat, act.space, tuple(attackers(d, act.space))))


def start(d: Draft, seat: Seat, space: Space) -> None:
    """A battle begins with those who have no choice but to take part."""
    d.attacks += space in d.targets
    units = tuple(bound_to(d, space))
    if not units:
        able = joinable(d, space, ())
        units = tuple(able) if len(able) == 1 else ()
    d.frames.append(BattleQuestion(seat, space, units))
    d.say("battle", f"the battle for {place_name(space)}", "NR 9.order", data=(space,))


class Join(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "join", "NR 9.order"
    says = "Attack with {unit}"


class Commit(Act, frozen=True, gc=False):
    verb, time = "commit", "NR 9.shift.marker"
    note = "a Blitz or Shock marker for a shift to the right"
    says = "Commit a marker"


class Roll(Act, frozen=True, gc=False):
    verb, time = "roll", "NR 9.sequence"
    note = "fight it out"
    says = "Roll the die"


COMMIT, ROLL = Commit(), Roll()


class BattleQuestion(Battle, frozen=True, gc=False, tag="Battle"):
    """9.sequence: who attacks, with a marker or a card? It asks only while the attack is put together."""

    acts = (Join, Commit, Play, Roll)
    rule = "NR 9.sequence"
    why = (
        "An attack is put together unit by unit before the die is rolled: the more strength, the better "
        "the odds, but who joins here can attack nowhere else."
    )

    def prompt(self, d: Draft) -> str:
        where = place_name(self.space)
        if self.counter:
            return sentence(f"{attacking(d, self.units)} back at {where}: roll")
        if not self.units:
            return f"The battle for {where}: who attacks?"
        return sentence(f"{attacking(d, self.units)} {where}: join with others, or roll")

    def cite(self, d: Draft) -> str:
        return "NR 9.result.ca" if self.counter else self.rule if self.units else "NR 9.order"

    def told_to(self, d: Draft, moment: str) -> str:
        where = place_name(self.space)
        if moment == "before":
            return f"Before the die for {where}: play a card, or pass"
        so_far = effect(d, self, standing(d, self)).text
        return f"The die for {where} shows {self.die}: {so_far}. Play a card, or pass"

    # From the first attacker to the end.

    def still_asks(self, d: Draft) -> bool:
        """One step further."""
        step = self.step
        if step == BUILD:
            if defenders(d, self):
                return True
            results.finish(d, self)
        elif step == BEFORE:
            d.frames[-1] = replace(self, step=ROLLING)
            d.frames.append(Window(OTHER[self.seat], "before"))
        elif step == ROLLING:
            self._roll(d)
        elif step == AFTER_ATTACKER:
            self._open_after(d, AFTER_DEFENDER, self.seat)
        elif step == AFTER_DEFENDER:
            self._open_after(d, RESULT, OTHER[self.seat])
        elif step == RESULT:
            self._read(d)
        else:
            results.go_on(d, self)
        return False

    def _open_after(self, d: Draft, step: int, seat: Seat) -> None:
        d.frames[-1] = replace(self, step=step)
        if not self.counter:
            d.frames.append(Window(seat, "after"))

    def _roll(self, d: Draft) -> None:
        at = len(d.frames) - 1
        # Of two that take its place the later one does.
        for force in reversed(self.forces):
            instead = EVENTS[force.code].replaces(d, self, force)
            if instead:
                d.frames[at] = replace(self, step=RESULT, result=instead)
                return
        place = final(d, self)
        if place == TOO_LOW:
            d.say("battle", "below 1:3: no die is rolled", "NR 9.ratio.low")
            d.frames[at] = replace(self, step=RESULT, result="CA", column=TOO_LOW)
            return
        if d.log is not None:
            self._tell_odds(d, place)
        die = d.die(
            "combat", f"{place_name(self.space)} at {COLUMNS[place]}", "NR 9.sequence", about=KEYS[self.space]
        )
        d.frames[at] = replace(self, step=AFTER_ATTACKER, die=die, column=place)
        for force in self.forces:
            EVENTS[force.code].rolled(d, force)

    def _tell_odds(self, d: Draft, column: int) -> None:
        for tally in reckoning(d, self):
            d.say("tally", str(tally), *dict.fromkeys(tally.rules))
        d.say("tally", f"column {COLUMNS[column]}", "NR 9.ratio", "NR 9.cap")

    def _read(self, d: Draft) -> None:
        result = standing(d, self)
        if d.log is not None:
            told = effect(d, self, result)
            d.say("result", f"result: {told.text}", *told.rules, data=(result,))
        d.frames[-1] = replace(self, step=STAND, result=result)

    # Putting an attack together.

    def answers(self, d: Draft) -> list[Act]:
        # 9.result.ca: nobody joins a counterattack; no markers, no cards.
        if self.counter:
            return [ROLL]
        found: list[Act] = [Join(unit) for unit in joinable(d, self.space, self.units)]
        if not self.units:
            return found
        if not self.marker and markers_left(d, self.seat):
            found.append(COMMIT)
        if not self.played & ATTACKER:
            found += plays(d, self.seat, "before")
        found.append(ROLL)
        return found

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Join(unit):
                d.frames[-1] = replace(self, units=(*self.units, unit))
                if d.log is not None:
                    d.say(
                        "battle", f"{d.named(unit)} joins the attack", "NR 9.order", data=(self.space, unit)
                    )
            case Commit():
                if self.seat == AXIS:
                    d.blitz -= 1
                else:
                    d.shock -= 1
                d.frames[-1] = replace(self, marker=True)
                d.say("battle", "a marker is committed", "NR 9.shift.marker")
            case Play():
                d.frames[-1] = replace(self, played=self.played | ATTACKER)
                play(d, self.seat, "before", act)
            case _:
                d.frames[-1] = replace(self, step=ROLLING if self.counter else BEFORE)

    # Of units several rules decide, which are conditions; of any other act a single one.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        if self.counter:
            return Refusal(
                "NR 9.result.ca", "a counterattack is made without others, markers and cards: roll"
            )
        match act:
            case Join(unit):
                return refuse(self.join_conditions(d), unit)
            case Commit() if self.marker:
                return Refusal("NR 9.shift.marker", "one marker a battle, no more")
            case Play() if self.played & ATTACKER:
                return Refusal("NR 5.window", "one card before the roll, no more")
            case Commit() | Play() if not self.units:
                return Refusal("NR 9.order", "first say who attacks")
            case Commit():
                return Refusal("NR 9.shift.marker", "no marker is left in this turn")
            case Roll():
                return Refusal("NR 9.order", "no unit attacks yet")
        return play_refusal(d, self.seat, "before", act) or Refusal(
            "NR 9.order", f"the battle for {place_name(self.space)} is put together: join or roll"
        )

    def explain(self, d: Draft, act: Act) -> Explanation:
        match act:
            case Join(unit):
                return odds(d, replace(self, units=(*self.units, unit)))
            case Commit():
                return odds(d, replace(self, marker=True))
            case Roll():
                return odds(d, self)
        return super().explain(d, act)

    def join_conditions(self, d: Draft) -> tuple[Condition[Unit], ...]:
        """What a unit must be to join. The last looks at all counterblows at once, as `joinable` does."""
        near, over_lakes = MAP.beside[self.space], MAP.across[self.space] & ~MAP.beside[self.space]
        free = joinable(d, self.space, self.units)
        return (
            *eligibility(d, self.seat),
            must(d, lambda unit: unit not in self.units, "NR 9.order", "takes part already"),
            Condition(
                lambda unit: not over_lakes >> d.where[unit] & 1, "NR 3.attack.lake", "a lake lies between"
            ),
            stands_in(d, near, "NR 9.eligible", "is not next to it"),
            must(d, free.__contains__, "NR 9.counterblow.must", "must attack a counterblow next to it"),
        )
