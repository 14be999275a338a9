"""What an event's question is best answered with: dice, weather, units and spaces that a card asks for."""

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import half_of
from berlin.games.noretreat.board.tables import (
    AXIS,
    CLEAR,
    FIRST_SOVIET_INITIATIVE,
    FLIPPED,
    LONG_WINTER,
    MUD,
    SNOW,
    SOVIET,
)
from berlin.games.noretreat.board.units import SIDE, STRENGTH
from berlin.games.noretreat.rules.combat import reckoning
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.events.choosing import At, Choose, Pick, Say, Take
from berlin.games.noretreat.rules.weather import next_variable
from berlin.games.noretreat.staff.card_values import WAVE, battle_mark, burnt, extra_attack, keep
from berlin.games.noretreat.staff.odds import DICE, cheapest, step_cost
from berlin.games.noretreat.staff.outlook import Outlook
from berlin.games.noretreat.staff.posts import stay
from berlin.games.noretreat.state.state import BACK, Draft
from berlin.games.noretreat.state.words import WAYS
from berlin.kernel.play.question import AnyQuestion

# Halves at which a player must harm himself: the least dear is taken.
HARMS = frozenset(((6, SOVIET), (24, SOVIET), (35, AXIS), (44, SOVIET), (51, AXIS)))
SCORCHED, SURPRISE = (7, SOVIET), (18, SOVIET)
# What the Axis likes of the weather: while it attacks, and while it is attacked.
LIKED = (
    {CLEAR: 2.0, MUD: -1.0, SNOW: -1.5, LONG_WINTER: -2.0},
    {CLEAR: -1.0, MUD: 1.5, SNOW: 0.0, LONG_WINTER: 1.0},
)


def _asked(frame: AnyQuestion) -> tuple[int, int]:
    """The card half that asks; nothing if no card does."""
    if not isinstance(frame, Pick):
        return (0, 0)
    half = half_of(frame.code)
    return (half.number, half.side)


def choose(o: Outlook, frame: AnyQuestion, action: Choose) -> float:
    d, unit = o.d, action.unit
    asked = _asked(frame)
    if asked == SURPRISE:
        return -stay(o, unit)
    if SIDE[unit] == o.side and asked in HARMS:
        return -step_cost(d, unit) + 10.0
    return 1.0 + STRENGTH[d.marks[unit] & BACK][unit]


def at(o: Outlook, frame: AnyQuestion, action: At) -> float:
    space = action.space
    if _asked(frame) == SCORCHED:
        return burnt(o, space)
    if _asked(frame) == WAVE:
        return extra_attack(o, space)
    if o.enemy >> space & 1:
        return o.mark(space).gain
    return o.threat[space] * (1.0 + o.hold(space))


def take(o: Outlook, frame: AnyQuestion, action: Take) -> float:
    return keep(o.d, o.side, action.card)


def say(o: Outlook, frame: Pick, action: Say) -> float:
    """A word: which die counts, whether it is rolled again, which turn's weather changes."""
    said = WAYS[action.way]
    if said in ("this", "next", "both"):
        return _weather(o.d, said)
    if said == "no":
        return 0.0
    d = o.d
    b = next(one for one in reversed(d.frames) if isinstance(one, Battle))
    if said == "yes":
        return sum(_die(o, b, die + 1) for die in DICE) / len(DICE)
    return _die(o, b, frame.data[said == "two"])


def _die(o: Outlook, b: Battle, die: int) -> float:
    """What a number on the die is worth in a battle."""
    worth = battle_mark(o, b).result(reckoning.standing(o.d, replace(b, die=die)), cheapest(o.d, b.units))
    return worth if b.seat == o.side else -worth


def _weather(d: Draft, said: str) -> float:
    later = next_variable(d)
    turns = {"this": (d.turn,), "next": (later,), "both": (d.turn, later)}[said]
    found = 0.0
    for turn in turns:
        liked = LIKED[turn >= FIRST_SOVIET_INITIATIVE]
        found += liked[FLIPPED[d.weathers[turn]]] - liked[d.weathers[turn]]
    return found
