"""What a player may do, as small frozen structs of ids, each with a text that parses back."""

from typing import get_args

from berlin.games.race.board import ZONES, N, find_zone
from berlin.games.race.state import MODES
from berlin.games.race.tables import CHITS
from berlin.games.race.units import COUNTERS, FORMATIONS, KEYS, UNITS, find_formation, find_unit
from berlin.kernel.acts import Act, Verbs
from berlin.kernel.game import BadText
from berlin.kernel.words import NUMBER, Word


class EnterAt(Act, frozen=True, gc=False):
    formation: int
    zone: int


class DisplaceTo(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Rebuild(Act, frozen=True, gc=False):
    unit: int


class Return(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Convert(Act, frozen=True, gc=False):
    pass


class Starve(Act, frozen=True, gc=False):
    unit: int


class Play(Act, frozen=True, gc=False):
    """Play a chit; `target` is an army, a track, a zone or a unit, as the chit asks, or -1."""

    chit: int
    target: int = -1


class Decline(Act, frozen=True, gc=False):
    pass


class Activate(Act, frozen=True, gc=False):
    unit: int
    mode: int


class Shell(Act, frozen=True, gc=False):
    unit: int


class Begin(Act, frozen=True, gc=False):
    pass


class Pass(Act, frozen=True, gc=False):
    pass


class WestTest(Act, frozen=True, gc=False):
    unit: int


class Move(Act, frozen=True, gc=False):
    """Move to a zone; `via` are the victory zones that change hands by being passed through."""

    unit: int
    zone: int
    via: tuple[int, ...] = ()


class AttackZone(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Join(Act, frozen=True, gc=False):
    unit: int


class Support(Act, frozen=True, gc=False):
    pass


class Roll(Act, frozen=True, gc=False):
    pass


class Lose(Act, frozen=True, gc=False):
    unit: int


class RetreatTo(Act, frozen=True, gc=False):
    unit: int
    zone: int


class AdvanceUnit(Act, frozen=True, gc=False):
    unit: int


class Follow(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Discard(Act, frozen=True, gc=False):
    pass


class Keep(Act, frozen=True, gc=False):
    pass


class Done(Act, frozen=True, gc=False):
    pass


Action = (
    EnterAt
    | DisplaceTo
    | Rebuild
    | Return
    | Convert
    | Starve
    | Play
    | Decline
    | Activate
    | Shell
    | Begin
    | Pass
    | WestTest
    | Move
    | AttackZone
    | Join
    | Support
    | Roll
    | Lose
    | RetreatTo
    | AdvanceUnit
    | Follow
    | Discard
    | Keep
    | Done
)


VERBS: dict[str, type[Act]] = {
    "enter": EnterAt,
    "displace": DisplaceTo,
    "rebuild": Rebuild,
    "return": Return,
    "convert": Convert,
    "starve": Starve,
    "play": Play,
    "decline": Decline,
    "activate": Activate,
    "shell": Shell,
    "begin": Begin,
    "pass": Pass,
    "test": WestTest,
    "move": Move,
    "attack": AttackZone,
    "join": Join,
    "support": Support,
    "roll": Roll,
    "lose": Lose,
    "retreat": RetreatTo,
    "advance": AdvanceUnit,
    "follow": Follow,
    "discard": Discard,
    "keep": Keep,
    "done": Done,
}
assert set(VERBS.values()) == set(get_args(Action))

# What a chit's target is.
TARGETS = {2: "army", 6: "army", 7: "army", 3: "track", 8: "unit", 9: "zone"}
_MODE_OF = {word: mode for mode, word in MODES.items()}


def _has_counters(army: int) -> bool:
    return 0 <= army < len(FORMATIONS) and len(COUNTERS[army]) > 0


UNIT = Word("a unit", KEYS.__getitem__, find_unit, lambda unit: 0 <= unit < UNITS)
ZONE = Word("a zone", lambda zone: ZONES[zone].key, find_zone, lambda zone: 0 <= zone < N)
FORMATION = Word(
    "an army or division",
    lambda formation: FORMATIONS[formation].key,
    find_formation,
    lambda formation: 0 <= formation < len(FORMATIONS),
)
WORDS = {
    "unit": UNIT,
    "zone": ZONE,
    "via": ZONE,
    "formation": FORMATION,
    "army": Word(FORMATION.noun, FORMATION.write, FORMATION.read, _has_counters),
    "track": Word("a track", str, int, lambda track: 1 <= track <= 3),
    "mode": Word(
        "a mode (move, combat, reserve)",
        MODES.__getitem__,
        lambda word: _MODE_OF[word.lower()],
        MODES.__contains__,
    ),
    "chit": Word("a chit", str, int, CHITS.__contains__),
    "target": NUMBER,
}


class _Verbs(Verbs[Action]):
    """What a chit is played on depends on the chit."""

    def write(self, action: Action) -> str:
        if not isinstance(action, Play) or action.target < 0:
            return super().write(action)
        target = WORDS[TARGETS.get(action.chit, "target")]
        return f"{self.verb(action)} {action.chit} {target.write(action.target)}"

    def made(self, kind: type[Action], words: list[str], text: str) -> Action:
        if kind is not Play:
            return super().made(kind, words, text)
        if not words or not words[0].isdigit() or int(words[0]) not in CHITS:
            raise BadText(f"{text!r}: say `play` and a chit number from 1 to 11")
        chit = int(words[0])
        wanted = TARGETS.get(chit, "")
        if len(words) != 1 + bool(wanted):
            raise BadText(f"{text!r}: say `play {chit}{' ' + wanted.upper() if wanted else ''}`")
        return Play(chit, self.value(wanted, words[1])) if wanted else Play(chit)

    def well_formed(self, action: Action) -> bool:
        if not isinstance(action, Play):
            return super().well_formed(action)
        wanted = TARGETS.get(action.chit, "")
        fits = WORDS[wanted].known(action.target) if wanted else action.target == -1
        return fits and action.chit in CHITS


ACTS = _Verbs(VERBS, WORDS, place="zone")
verb, write, read, well_formed = ACTS.verb, ACTS.write, ACTS.read, ACTS.well_formed
