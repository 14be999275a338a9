"""4. The sequence of play: set-up, then player-turns of four segments, the last of them in three steps.

A turn is the player-turns of both (OTB 4.0a, FB 4.0); after the second the next turn begins (OTB 4.0b).
"""

from collections.abc import Callable

from berlin.games.fortress.board.units import RANGES
from berlin.games.fortress.cover import ALLIED, DROP, GERMAN, LANDED
from berlin.games.fortress.rules.air import BEFORE_THE_GAME, NAPALM_BEFORE, Bombing, Laying, check_airpower
from berlin.games.fortress.rules.arrival import (
    Mustering,
    Raising,
    Touching,
    call_up,
    check_volkssturm,
    land_reserve,
    roll_for_arrival,
)
from berlin.games.fortress.rules.assignment import Assigning, Marking, reveal_plan
from berlin.games.fortress.rules.combat.advance import Advancing, Exploiting, Settled, Turning
from berlin.games.fortress.rules.combat.assault import Announcing, Assaulting, Gathering, Stormed, Storming
from berlin.games.fortress.rules.combat.bombardment import Bombarding, Shelling
from berlin.games.fortress.rules.combat.defensive_fire import Countering, Replying
from berlin.games.fortress.rules.combat.gunfire import Firing, Gunning
from berlin.games.fortress.rules.combat.losses import Exchanging, Losing, Matching
from berlin.games.fortress.rules.combat.results import Aftermath, DrivenOff, Shaken
from berlin.games.fortress.rules.combat.retreat import Retreating
from berlin.games.fortress.rules.desertion import desert
from berlin.games.fortress.rules.drop.landing import (
    Aiming,
    Displacing,
    Dropping,
    Jumping,
    Landing,
    Retrying,
    late,
)
from berlin.games.fortress.rules.drop.ready import land_ready, set_up_ready
from berlin.games.fortress.rules.entering import Entering
from berlin.games.fortress.rules.militia import release_by_nearness
from berlin.games.fortress.rules.movement.march import March
from berlin.games.fortress.rules.movement.segment import Movement
from berlin.games.fortress.rules.occupation import test_landing_zones, test_zones
from berlin.games.fortress.rules.recovery import Supplying, Tracing, begin_recovery
from berlin.games.fortress.rules.set_up.placing import Deploying, Placing, Poising
from berlin.games.fortress.rules.victory import score_turn
from berlin.games.fortress.state.state import EXPLOITED, FOUGHT, MOVED, Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.question import AnyQuestion
from berlin.kernel.play.sequence import Course, Stage

# FB 11.3.offboard: bombardments from beyond the map in a Soviet turn.
OFFBOARD = 3


def _is_first(d: Draft) -> bool:
    return d.turn == 1


def _is_otb(d: Draft) -> bool:
    return not d.is_base


def _is_before_drop(d: Draft) -> bool:
    return d.turn == 1 and d.scenario == DROP.key


def _is_after_drop(d: Draft) -> bool:
    """OTB 15.3a: on turn 1 the Allies skip the segments before their Movement."""
    return d.turn > 1 and not d.is_base


def begin_set_up(d: Draft) -> None:
    if d.scenario == LANDED.key:
        set_up_ready(d)
    else:
        d.frames.append(Deploying(GERMAN))


def begin_strikes(d: Draft) -> None:
    d.strikes, d.napalm = BEFORE_THE_GAME, NAPALM_BEFORE


def begin_reinforcement(d: Draft, side: Seat) -> None:
    """The dice of a side's Reinforcement Segment, in their order.

    OTB 4.2b, OTB 4.2.q3: the Germans'; OTB 4.1.1a, OTB 4.1.1b, OTB 4.1.1.q1: the Allies'.
    """
    if side == GERMAN:
        desert(d)
        check_volkssturm(d)
        call_up(d, GERMAN)
        check_airpower(d, GERMAN)
    elif d.is_base:
        call_up(d, ALLIED)
        check_airpower(d, ALLIED)
        d.offboard = OFFBOARD
    else:
        roll_for_arrival(d)
        land_reserve(d)
        check_airpower(d, ALLIED)


def begin_movement(d: Draft, side: Seat) -> None:
    """The marks of the last turn come off; the drop comes before all moves."""
    release_by_nearness(d)
    for unit in RANGES[side]:
        d.marks[unit] &= ~(MOVED | FOUGHT | EXPLOITED)
    own = (1 << RANGES[side].stop) - (1 << RANGES[side].start)
    d.fired &= ~own
    d.cache.clear()
    d.frames.append(Movement(side))
    if side == ALLIED and not d.is_base:
        d.landed = 0
        if d.turn == 1 and d.scenario == LANDED.key:
            land_ready(d)
        elif d.turn == 1:
            d.frames.append(Dropping(side))
        elif late(d):
            d.frames.append(Retrying(side))


def end_movement(d: Draft, side: Seat) -> None:
    release_by_nearness(d)


def end_combat(d: Draft, side: Seat) -> None:
    """The last step of a player-turn is over."""
    d.offboard = 0
    test_zones(d, ALLIED)
    if side == ALLIED and not d.is_base and not d.can_lose_zones:
        d.can_lose_zones = True
        test_landing_zones(d)


Step = Callable[[Draft], None]
# The steps of a Combat Segment that have a rule of their own.
COMBAT_RULES = {
    "allied-bombardment": "OTB 4.1.4a",
    "allied-gunfire": "OTB 4.1.4b",
    "allied-assault": "OTB 4.1.4c",
    **dict.fromkeys(("german-bombardment", "german-gunfire", "german-assault"), "OTB 4.2d"),
}


def _of(action: Callable[[Draft, Seat], None], side: Seat) -> Step:
    return lambda d: action(d, side)


def player_turn(
    prefix: str,
    who: str,
    side: Seat,
    rule: str,
    when: Callable[[Draft], bool],
    early: Callable[[Draft], bool] | None = None,
) -> tuple[Stage[Draft], ...]:
    """The segments of a player-turn, the same for both with roles swapped (OTB 4.2a, OTB 4.2d).

    `early` tells when it has those before Movement, if not always.
    """

    def stage(
        name: str,
        title: str,
        begin: Step | None = None,
        end: Step | None = None,
        asks: AnyQuestion | None = None,
        when: Callable[[Draft], bool] = when,
    ) -> Stage[Draft]:
        cited = COMBAT_RULES.get(f"{prefix}-{name}", rule)
        return Stage(f"{prefix}-{name}", f"{who} {title}", cited, begin, end, asks, when)

    return (
        stage("reinforcement", "Reinforcement", _of(begin_reinforcement, side), when=early or when),
        stage("recovery", "Recovery", _of(begin_recovery, side), when=early or when),
        stage("movement", "Movement", _of(begin_movement, side), _of(end_movement, side)),
        stage("bombardment", "Combat: strikes and bombardment", asks=Bombarding(side)),
        stage("gunfire", "Combat: direct gun fire", asks=Gunning(side)),
        stage("assault", "Combat: close assault", end=_of(end_combat, side), asks=Announcing(side)),
    )


STAGES: tuple[Stage[Draft], ...] = (
    Stage("set-up", "Set-up", "OTB 13.0a", begin_set_up, when=_is_first),
    Stage("plan", "The Allied plan", "OTB 15.1a", asks=Assigning(ALLIED), when=_is_before_drop),
    Stage(
        "strikes",
        "Strikes before the game",
        "OTB 15.1f",
        begin_strikes,
        reveal_plan,
        Laying(ALLIED),
        _is_before_drop,
    ),
    *player_turn("first", "German", GERMAN, "FB 4.0", lambda d: d.is_base),
    *player_turn("soviet", "Soviet", ALLIED, "FB 4.2", lambda d: d.is_base),
    *player_turn("allied", "Allied", ALLIED, "OTB 4.1", _is_otb, _is_after_drop),
    *player_turn("german", "German", GERMAN, "OTB 4.2a", _is_otb),
    Stage("end", "End of turn", "OTB 4.3", score_turn),
)
QUESTIONS = (
    *(Deploying, Placing, Poising, Assigning, Marking, Laying, Bombing),
    *(Dropping, Jumping, Aiming, Displacing, Landing, Retrying),
    *(Touching, Raising, Mustering, Supplying, Tracing),
    *(Movement, Entering, March),
    *(Bombarding, Shelling, Gunning, Firing, Announcing, Gathering, Assaulting, Storming, Stormed),
    *(Replying, Countering, Losing, Exchanging, Matching, Shaken, DrivenOff, Aftermath, Retreating),
    *(Advancing, Exploiting, Turning, Settled),
)
# OTB 1.0c, FB 4.0: unless it is decided before.
TURNS = 10
COURSE = Course(STAGES, turns=TURNS)
