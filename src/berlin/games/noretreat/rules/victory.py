"""10. Victory: sudden death, objectives, and the ends of 1944 and 1945."""

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import (
    AXIS_OBJECTIVES,
    MOSCOW,
    SOVIET_OBJECTIVES,
    USSR,
)
from berlin.games.noretreat.board.tables import (
    AXIS,
    FIRST_SOVIET_INITIATIVE,
    LAST_BASE_TURN,
    LAST_TURN,
    SEATS,
    SOVIET,
    TURNS,
)
from berlin.games.noretreat.board.units import CADRE, GERMAN, RANGES, SIDE, STATIC
from berlin.games.noretreat.rules.cards.hand import discard
from berlin.games.noretreat.rules.cards.windows import could_play, play, play_refusal, plays
from berlin.games.noretreat.rules.points import MOST_EVENT_VP as MOST_EVENT_VP
from berlin.games.noretreat.rules.points import gain
from berlin.games.noretreat.rules.points import initiative as initiative
from berlin.games.noretreat.rules.points import total as total
from berlin.games.noretreat.rules.question import PASS, NoRetreatQuestion, Pass, Play
from berlin.games.noretreat.rules.scenarios import start_total
from berlin.games.noretreat.state.state import AXIS_WINS, BIT, DRAWN, RUNNING, SOVIETS_WIN, Draft, State
from berlin.kernel.contract.game import Result
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act

SOVIET_TOTAL = 34
AXIS_NEEDS_BEFORE, AXIS_NEEDS_AFTER, SOVIET_NEEDS = 4, 4, 3
# How a game may end: its rule, and what is told.
VERDICTS = {
    "NR 10.sudden.axis": "The Axis wins by sudden death: {points} points.",
    "NR 10.sudden.soviet": "The Soviets win by sudden death: {points} points.",
    "NR 10.total": "The Soviets win: all {points} points are theirs.",
    "NR 10.objective.axis": "The Axis wins: its objectives are taken.",
    "NR 10.objective.soviet": "The Soviets win: three of their four objectives are taken.",
    "NR 10.end22": "At the end of 1944 the high tide is {tide}, the Soviet total {points}: {who}.",
    "NAB 12.3d": "At the end of 1944 high tide and Soviet total are {tide}: a draw, the Western Allies win.",
    "NR 10.hitler": "The Berlin Garrison is gone and Hitler with it: the Soviets win.",
    "NAB 12.3.2": "June 1945 is over and the Soviets have not won: the Axis wins.",
    "NR scenario.length": "The scenario is over at {points} points: {who}.",
}
WON: dict[int, int] = {AXIS: AXIS_WINS, SOVIET: SOVIETS_WIN}
SUDDEN = ("NR 10.sudden.axis", "NR 10.sudden.soviet")
WHO = {AXIS_WINS: "the Axis wins", SOVIETS_WIN: "the Soviets win", DRAWN: "a draw"}


def surrendered(d: Draft, unit: Unit) -> None:
    """10.vp.event: a unit went to the Surrendered box."""
    if not STATIC[unit] and not CADRE[unit]:
        gain(d, OTHER[SIDE[unit]], 1, "a surrender", "NR 10.vp.event")


# The tests.


def win(d: Draft, over: int, verdict: str) -> None:
    d.over, d.verdict = over, verdict
    d.frames.clear()
    d.say("end", _text(d, over, verdict), verdict)


def _side(d: Draft, verdict: str) -> Seat:
    """Whose points a verdict tells: on turn 12 the Axis is tested before the initiative passes."""
    return AXIS if verdict == SUDDEN[AXIS] else initiative(d)


def _text(d: Draft, over: int, verdict: str) -> str:
    points = total(d, _side(d, verdict))
    if verdict == "NR 10.end22":
        points -= germans_in_russia(d)
    return VERDICTS[verdict].format(points=points, tide=d.tide, who=WHO[over])


def test_axis_sudden_death(d: Draft) -> None:
    needs = TURNS[d.turn].needs[AXIS]
    if needs and total(d, AXIS) > needs:
        d.frames.append(Doom(SOVIET))


def test_soviet_sudden_death(d: Draft) -> None:
    needs = TURNS[d.turn].needs[SOVIET]
    if needs and total(d, SOVIET) > needs:
        d.frames.append(Doom(AXIS))


# Does a card stop a sudden death?


class Doom(NoRetreatQuestion, frozen=True, gc=False):
    """10.sudden: the other side is about to win, or to take the hand; does a card stop it?"""

    acts = (Play, Pass)
    rule = "NR 4.housekeeping.c"
    why = (
        "The other side has the points for a sudden death. Only a card that stops it helps, and you are "
        "asked whenever you might hold one."
    )

    def prompt(self, d: Draft) -> str:
        ending = "Your hand is lost" if d.no_surrender else "The other side wins"
        return f"{ending} by sudden death unless a card stops it"

    def still_asks(self, d: Draft) -> bool:
        if could_play(d, self.seat, "sudden"):
            return True
        self._come(d)
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [*plays(d, self.seat, "sudden"), PASS]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Play):
            play(d, self.seat, "sudden", act)
        else:
            self._come(d)

    def _come(self, d: Draft) -> None:
        d.frames.pop()
        if d.no_surrender:
            _lose_cards(d, self.seat)
        else:
            win(d, WON[OTHER[self.seat]], SUDDEN[1 - self.seat])

    # `plays` lists what `play_refusal` finds no fault with; to pass is always an answer.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        threat = "your hand is lost" if d.no_surrender else "the other side wins"
        return play_refusal(d, self.seat, "sudden", act) or Refusal(
            "NR 4.housekeeping.c", f"{threat} unless a card stops it: play one, or pass"
        )


def _lose_cards(d: Draft, loser: Seat) -> None:
    """No Surrender: the war goes on, without the hand and with a card less to draw."""
    rule, who = SUDDEN[1 - loser], SEATS[loser].capitalize()
    d.say("cards", f"no surrender: the {who} side loses its hand and draws a card less", rule)
    for card in cards(d.deck, d.hands[loser]):
        discard(d, loser, card, "", rule)
    d.short |= 1 << loser


def axis_objectives(d: Draft) -> bool:
    taken = d.owned(AXIS) & AXIS_OBJECTIVES
    if d.turn >= FIRST_SOVIET_INITIATIVE:
        return taken.bit_count() >= AXIS_NEEDS_AFTER
    return bool(taken & BIT[MOSCOW]) and taken.bit_count() >= AXIS_NEEDS_BEFORE


def soviet_objectives(d: Draft) -> bool:
    return (d.owned(SOVIET) & SOVIET_OBJECTIVES).bit_count() >= SOVIET_NEEDS


def all_points(d: Draft) -> bool:
    """10.total: all points, from turn 12 to 22, at the end of a player turn."""
    counted = d.phasing >= 0 and FIRST_SOVIET_INITIATIVE <= d.turn <= LAST_BASE_TURN
    return counted and total(d, SOVIET) >= SOVIET_TOTAL


def _held(d: Draft, side: Seat) -> str:
    """The rule by which a side wins with what it holds; nothing if it doesn't."""
    if side == AXIS:
        return "NR 10.objective.axis" if axis_objectives(d) else ""
    if soviet_objectives(d):
        return "NR 10.objective.soviet"
    return "NR 10.total" if all_points(d) else ""


def test_objectives(d: Draft, first: Seat) -> None:
    """10.both: if two victories fall together, that of `first` counts."""
    for side in (first, OTHER[first]):
        rule = _held(d, side)
        if rule:
            win(d, WON[side], rule)
            return


def test_player_turn(d: Draft) -> None:
    """At the end of each player turn: objectives, and all points."""
    test_objectives(d, d.phasing)


def germans_in_russia(d: Draft) -> int:
    where = d.where
    return sum(1 for unit in RANGES[AXIS] if GERMAN[unit] and USSR >> where[unit] & 1)


def test_turn(d: Draft) -> None:
    """At the end of a turn: the comparison of turn 22, the close of turn 28, a short scenario's end."""
    if d.turn == d.last:
        _judge(d)
    elif d.turn == LAST_BASE_TURN:
        _compare(d)
    elif d.turn == LAST_TURN:
        win(d, AXIS_WINS, "NAB 12.3.2")


def _compare(d: Draft) -> None:
    points = total(d, SOVIET) - germans_in_russia(d)
    d.say(
        "tally",
        f"high tide {d.tide} against {total(d, SOVIET)}, less {germans_in_russia(d)} Germans in the USSR",
        "NR 10.end22",
        "NAB 12.3b",
    )
    if d.tide > points:
        win(d, AXIS_WINS, "NR 10.end22")
    elif d.tide == points:
        win(d, DRAWN, "NAB 12.3d" if d.kit else "NR 10.end22")
    elif not d.kit:
        win(d, SOVIETS_WIN, "NR 10.end22")


def _judge(d: Draft) -> None:
    """scenario.length: against three fifths of the way from the start to the next sudden-death number."""
    side = initiative(d)
    needs = next(turn.needs[side] for turn in TURNS[d.turn + 1 :] if turn.needs[side])
    start = start_total(d.scenario, d.turn)
    ahead = 5 * (total(d, side) - start) - 3 * (needs - start)
    over = WON[side] if ahead > 0 else DRAWN if ahead == 0 else WON[OTHER[side]]
    win(d, over, "NR scenario.length")


def result(s: State) -> Result | None:
    if s.over == RUNNING:
        return None
    d = Draft(s)
    side = _side(d, s.verdict)
    points = total(d, side)
    scores = (points, 0) if side == AXIS else (0, points)
    winners = {AXIS_WINS: (AXIS,), SOVIETS_WIN: (SOVIET,), DRAWN: ()}[s.over]
    return Result(scores, winners, _text(d, s.over, s.verdict), s.verdict)
