"""11.4 and 15.1. Air strikes: how many there are, and those before the game."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.tables import BASE_STRIKES, MOST_STRIKES, STRIKES
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.combat.attack import BOMBARDMENT, Attack
from berlin.games.fortress.rules.combat.results import resolve
from berlin.games.fortress.rules.question import Done, FortressQuestion, Standing
from berlin.games.fortress.state.state import Draft, Strike
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act

BEFORE_THE_GAME, NAPALM_BEFORE = 18, 6


def check_airpower(d: Draft, side: Seat) -> None:
    """OTB 11.4a, FB 11.4.base: two dice for the strikes of a player-turn; one of the Allied may be napalm."""
    if not d.is_base and d.turn == 1:
        return
    rule = "FB 11.4.base" if d.is_base else ("OTB 11.4b" if side == ALLIED else "OTB 11.4c")
    dice = d.die("air", "air support, first die", rule) + d.die("air", "air support, second die", rule)
    d.strikes = (BASE_STRIKES if d.is_base else STRIKES)[side][dice]
    d.napalm = 1 if d.strikes and side == ALLIED and not d.is_base else 0
    d.say("air", f"{d.strikes} air strikes", rule, data=(side, d.strikes))


class Lay(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "lay", "Lay an air strike on {hex}", "OTB 15.1f"


class LayNapalm(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "burn", "Lay a napalm strike on {hex}", "OTB 15.1g"


class StrikeAt(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "bomb", "Resolve the strikes on {hex}", "OTB 15.1.q4"


class Laying(Standing[Lay | LayNapalm | Done], frozen=True):
    """The eighteen strikes before the game are laid, all of them before the first is resolved."""

    acts = (Lay, LayNapalm, Done)
    rule = "OTB 15.1f"
    why = "Disrupted flak doesn't scatter the drop; napalm takes away what the ground protects."

    def prompt(self, d: Draft) -> str:
        return f"Where do air strikes fall before the drop? {d.strikes} are left, {d.napalm} may be napalm."

    def answers(self, d: Draft) -> list[Lay | LayNapalm | Done]:
        places = bits(d.occupied(GERMAN)) if d.strikes else []
        free = [place for place in places if laid_on(d, place) < MOST_STRIKES]
        burning = [LayNapalm(place) for place in free] if d.napalm else []
        return [*(Lay(place) for place in free), *burning, Done()]

    # A single rule refuses each.
    def refuse(self, d: Draft, act: Lay | LayNapalm | Done) -> Refusal:
        assert not isinstance(act, Done), "done is always an answer"
        if not d.strikes:
            return Refusal("OTB 15.1f", "all eighteen strikes are laid")
        if not d.occupied(GERMAN) >> act.hex & 1:
            return Refusal("FB 8.1.targets", "no enemy is there")
        if laid_on(d, act.hex) >= MOST_STRIKES:
            return Refusal("OTB 15.1.q4", "three strikes lie on it")
        return Refusal("OTB 15.1g", "six strikes are napalm already")

    def carry_out(self, d: Draft, act: Lay | LayNapalm | Done) -> None:
        if isinstance(act, Done):
            d.ask_instead(Bombing(self.seat))
            d.strikes = d.napalm = 0
            return
        burns = isinstance(act, LayNapalm)
        d.strikes -= 1
        d.napalm -= burns
        old = next((strike for strike in d.laid if strike.target == act.hex), Strike(act.hex, 0))
        new = Strike(act.hex, old.count + 1, old.napalm or burns)
        d.laid = (*(strike for strike in d.laid if strike.target != act.hex), new)
        kind = "a napalm strike" if burns else "an air strike"
        d.say("strike", f"{kind} is laid on {hex_name(act.hex)}", self.rule, data=(act.hex,))


class Bombing(FortressQuestion[StrikeAt], frozen=True):
    """The strikes before the game are resolved, hex by hex."""

    acts = (StrikeAt,)
    rule = "OTB 15.1.q4"
    words = "Which strikes are resolved next?"
    why = "One attack on each hex, in your order."

    def answers(self, d: Draft) -> list[StrikeAt]:
        return [StrikeAt(strike.target) for strike in d.laid]

    def refuse(self, d: Draft, act: StrikeAt) -> Refusal:
        return Refusal(self.rule, "no strikes lie there")

    def carry_out(self, d: Draft, act: StrikeAt) -> None:
        strike = next(one for one in d.laid if one.target == act.hex)
        d.laid = tuple(one for one in d.laid if one is not strike)
        if d.units_in(GERMAN, act.hex):
            resolve(d, Attack(BOMBARDMENT, ALLIED, act.hex, (), strike.count, strike.napalm))


def laid_on(d: Draft, place: int) -> int:
    return next((strike.count for strike in d.laid if strike.target == place), 0)
