"""How a game stands for a seat: a judgement of ours, not a rule. Nought is even, a hundred as good as won."""

from berlin.boards.hexes import unpack
from berlin.games.fortress.board.ground import (
    AIRFIELD_CENTRES,
    REICHSTAG,
    SIZE,
    distance,
)
from berlin.games.fortress.board.units import (
    FIREPOWER,
    HQ,
    LEADER,
    LEADERS,
    RANGES,
    TYPE,
)
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.sequence import STAGES, TURNS
from berlin.games.fortress.rules.victory import result
from berlin.games.fortress.state.state import (
    COMBAT,
    DESTROYED,
    DISRUPTED,
    OUT,
    POOL,
    REMOVED,
    RUNNING,
    State,
)
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.standing import Standing

WON = 400.0
# A victory point, and the share of the points still to come from the Reichstag that counts already.
POINT, FORETOLD = 5.0, 0.35
# For each point of a unit's firepower: to be on the map; nearer to the centre, for the attackers; disrupted.
STRENGTH, NEARER, SHAKEN = 0.25, 0.02, 0.2
# In Combat mode near the centre or not; a Landing Zone; an airfield in Allied hands, and a free one.
READY, ZONE, FIELD = 0.1, 8.0, 6.0
# A captured leader; what guards the Reichstag and the leaders, by firepower.
CAPTURED, GUARD, MOST_GUARD = 30.0, 0.8, 14
# How far from the Reichstag attackers begin to press it, and what each point of firepower there counts.
CLOSE, PRESS, HALFWAY = 5, 0.35, 20
# The share that counts of who is not on the map yet; and who will never be.
TO_COME = 0.6
GONE = frozenset((POOL, REMOVED, DESTROYED, OUT))


def standing(state: State, seat: Seat) -> Standing:
    """The attackers' account less the defenders', head by head, as the seat sees it."""
    sign = 1.0 if seat == ALLIED else -1.0
    if state.over != RUNNING:
        end = result(state)
        won = 0.0 if end is None or not end.winners else WON if ALLIED in end.winners else -WON
        return Standing((("the end", sign * won),))
    heads = (
        ("victory points", _points(state)),
        ("strength", _strength(state)),
        ("the way to the Reichstag", _pressure(state)),
        ("Landing Zones and airfields", _ground(state)),
        ("the leaders and the Reichstag's garrison", _guards(state)),
    )
    return Standing(tuple((label, sign * points) for label, points in heads))


def _points(state: State) -> float:
    """The lead, and what the Germans may still count on for the Reichstag."""
    to_come = 2 * (TURNS + 1 - state.turn) if not _taken(state, REICHSTAG) else 0
    return POINT * (state.vp[ALLIED] - state.vp[GERMAN] - FORETOLD * to_come)


def _taken(state: State, place: int) -> bool:
    return bool(unpack(state.taken) >> place & 1)


def _strength(state: State) -> float:
    """What fights, less what is shaken; what is still to come counts less."""
    total = 0.0
    for side, sign in ((ALLIED, 1.0), (GERMAN, -1.0)):
        for unit in RANGES[side]:
            place = state.where[unit]
            if TYPE[unit] == LEADER or place in GONE:
                continue
            marks = state.marks[unit]
            worth = STRENGTH * FIREPOWER[unit] * (1.0 if place < SIZE else TO_COME)
            if marks & DISRUPTED:
                worth -= SHAKEN * (1 + FIREPOWER[unit])
            elif marks & COMBAT:
                worth += READY
            total += sign * worth
    return total


def _pressure(state: State) -> float:
    """How near the attackers' firepower has come to the Reichstag."""
    total = 0.0
    for unit in RANGES[ALLIED]:
        place = state.where[unit]
        if place >= SIZE or TYPE[unit] == HQ:
            continue
        far = distance(place, REICHSTAG)
        total += NEARER * FIREPOWER[unit] * (HALFWAY - min(far, 2 * HALFWAY))
        if far <= CLOSE:
            total += PRESS * FIREPOWER[unit]
    return total


def _ground(state: State) -> float:
    if state.scenario == "berlin":
        return sum(FIELD for place in AIRFIELD_CENTRES if _taken(state, place))
    held = sum(FIELD for side in state.airfields if side == ALLIED)
    return held - ZONE * state.lost_zones.bit_count()


def _guards(state: State) -> float:
    """What the attackers have taken of the leaders, less what guards the rest."""
    posts = {REICHSTAG: 0} | {state.where[leader]: 0 for leader in LEADERS if state.where[leader] < SIZE}
    for unit in RANGES[GERMAN]:
        if state.where[unit] in posts and TYPE[unit] != LEADER:
            posts[state.where[unit]] += FIREPOWER[unit] + 1
    guard = sum(min(power, MOST_GUARD) for power in posts.values())
    taken = (state.captured | state.suicides).bit_count()
    return CAPTURED * taken + GUARD * (MOST_GUARD * len(posts) - guard)


def milestone(state: State) -> int:
    """How many player-turns are behind us."""
    return 2 * state.turn + _OVER[state.stage]


_OVER = tuple(
    2 if stage.name == "end" else int(stage.name.startswith(("german", "soviet"))) for stage in STAGES
)
