"""12. Victory: points turn by turn, and who has won."""

from berlin.games.fortress.board.ground import AIRFIELD_CENTRES, REICHSTAG
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.state.state import LEADERS_TAKEN, Draft, State
from berlin.kernel.contract.game import Result


def score_turn(d: Draft) -> None:
    """OTB 12.0.1a, OTB 12.0.1.q1, FB 12.0.vp: what is held at the end of a turn."""
    if not d.taken >> REICHSTAG & 1:
        d.score(GERMAN, 2)
        rule = "FB 12.0.vp" if d.is_base else "OTB 12.0.1a"
        d.say("points", "the Germans hold the Reichstag: two points", rule, data=(GERMAN, 2))
    if d.is_base:
        held = sum(d.taken >> place & 1 for place in AIRFIELD_CENTRES)
        if held:
            d.score(ALLIED, held)
            d.say("points", f"the Soviets hold {held} of the airfields", "FB 12.0.vp", data=(ALLIED, held))


def result(state: State) -> Result | None:
    """OTB 12.0b, FB 12.0.base: an automatic win, or the higher points; equal is a draw."""
    if not state.over:
        return None
    base = state.scenario == "berlin"
    if state.over == LEADERS_TAKEN:
        if base:
            text, rule = "The Soviets hold the Reichstag, and Hitler is gone: they win", "FB 12.0.base"
        else:
            text, rule = "Goering and Himmler are captured: the Allies win", "OTB 12.0a"
        return Result(state.vp, (ALLIED,), text, rule)
    allied, german = state.vp
    rule = "FB 12.0.base" if base else "OTB 12.0b"
    if allied == german:
        return Result(state.vp, (), f"Both have {allied} points: a draw", rule if base else "OTB 12.0.q1")
    winner = ALLIED if allied > german else GERMAN
    who = "The Germans" if winner == GERMAN else ("The Soviets" if base else "The Allies")
    return Result(
        state.vp, (winner,), f"{who} win by {max(allied, german)} points to {min(allied, german)}", rule
    )
