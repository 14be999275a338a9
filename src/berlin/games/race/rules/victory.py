"""10. End of the game and victory."""

from berlin.games.race.board.tables import LAST_TURN
from berlin.games.race.board.units import KONIEV, ZHUKOV
from berlin.games.race.board.zones import BERLIN
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.reachability import CONTROL_LEVEL
from berlin.games.race.rules.positions import any_soviets_in
from berlin.games.race.state.state import COMMON_DEFEAT, ON_POINTS, RUNNING, Draft, Position
from berlin.kernel.contract.game import Result
from berlin.kernel.contract.ids import OTHER, Seat

END_TEST_TURNS = (7, 8, 9)
ENDS_ABOVE = 8
HIGHEST_VP, HIGHEST_LEAST = 5, 4


def berlin_ringed(p: Position) -> bool:
    """Does every Berlin zone hold a Soviet unit, of whatever camp?"""
    return all(any_soviets_in(p, zone) for zone in BERLIN)


def end_test(d: Draft) -> None:
    """5.2: the game may end in turns 7 to 9 and ends after turn 10."""
    if d.turn == LAST_TURN:
        finish(d, "RFB 5.2e")
        return
    if d.turn not in END_TEST_TURNS or not berlin_ringed(d):
        return
    die = d.die("end", "does the war end?", "RFB 5.2a")
    bonus = sum(2 if level > CONTROL_LEVEL else 1 if level == CONTROL_LEVEL else 0 for level in d.progress)
    d.say("tally", f"{die} + {bonus} for the zones of Berlin = {die + bonus}", "RFB 5.2b", "RFB 5.2c")
    if die + bonus > ENDS_ABOVE:
        finish(d, "RFB 5.2d")


def finish(d: Draft, rule: str) -> None:
    """The game is over: the last award, and the totals."""
    best = highest_progress(d)
    if best is not None:
        d.score(best, HIGHEST_VP)
        name = SEATS[best].capitalize()
        d.say("vp", f"{name} has gone furthest into Berlin: +{HIGHEST_VP} VP", "RFB 10.2.3a", data=(best,))
    d.over = ON_POINTS
    d.say("end", f"the game is over: Zhukov {d.vp[0]} VP, Koniev {d.vp[1]} VP", rule)


def highest_progress(p: Position) -> Seat | None:
    """10.2.3: the camp with the highest level of at least 4, if Berlin is ringed and no one equals it."""
    if not berlin_ringed(p):
        return None
    levels = [0, 0]
    for zone in BERLIN:
        if p.holder[zone]:
            camp = p.holder[zone] - 1
            levels[camp] = max(levels[camp], p.progress[zone])
    if levels[0] == levels[1] or max(levels) < HIGHEST_LEAST:
        return None
    return ZHUKOV if levels[0] > levels[1] else KONIEV


def result(p: Position) -> Result | None:
    if p.over == RUNNING:
        return None
    scores = (p.vp[0], p.vp[1])
    if p.over == COMMON_DEFEAT:
        text = "The Americans are in Berlin: both players lose."
        return Result(scores, (), text, "RFB 2.2.9", all_lost=True)
    if scores[0] == scores[1]:
        return Result(scores, (), f"A draw at {scores[0]} victory points.", "RFB 10.q1")
    winner = ZHUKOV if scores[0] > scores[1] else KONIEV
    text = (
        f"{SEATS[winner].capitalize()} wins with {scores[winner]} victory points to {scores[OTHER[winner]]}."
    )
    return Result(scores, (winner,), text, "RFB intro.b")
