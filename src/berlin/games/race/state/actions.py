"""What a player may do, as small frozen structs of ids, each with a text that parses back."""

from collections.abc import Callable, Mapping
from typing import Any

from berlin.games.race.board.tables import CHIT_NAMES, CHITS
from berlin.games.race.board.units import (
    ARMY_NAMES,
    FORMATIONS,
    KEYS,
    NAMES,
    UNITS,
    Army,
    find_formation,
    find_unit,
)
from berlin.games.race.board.zones import ZONES, N, find_zone, zone_name
from berlin.games.race.state.state import MODE_NAMES, MODES
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Card, Place, Unit
from berlin.kernel.contract.words import NUMBER, Word
from berlin.kernel.play.acts import Act, Verbs


class Action(Act, frozen=True, gc=False):
    """Anything that a player does."""


class EnterAt(Action, frozen=True, gc=False):
    verb, time = "enter", "RFB 2.1.3a"
    says, note = "Bring {formation} in at {zone}", "bring the formation onto the map"
    formation: Army
    zone: Place


class DisplaceTo(Action, frozen=True, gc=False):
    verb, time = "displace", "RFB 2.2.6b"
    says = "Let {unit} slip away to {zone}"
    unit: Unit
    zone: Place


class Rebuild(Action, frozen=True, gc=False):
    verb, time = "rebuild", "RFB 3.2"
    says, note = "Rebuild {unit}", "back to full strength, for the replacement point"
    unit: Unit


class Return(Action, frozen=True, gc=False):
    verb, time = "return", "RFB 3.2"
    says = "Bring {unit} back at {zone}"
    note = "a destroyed counter comes back reduced, for the replacement point"
    unit: Unit
    zone: Place


class Convert(Action, frozen=True, gc=False):
    verb, time = "convert", "RFB 3.2"
    says, note = "Turn the replacement point into support", "the replacement point becomes a support point"


class Starve(Action, frozen=True, gc=False):
    verb, time = "starve", "RFB 3.2.2b"
    says, note = "Take the supply of {unit} for support", "out of supply this turn, for a support point"
    unit: Unit


class Play(Action, frozen=True, gc=False):
    """Play a chit; `target` is an army, a track, a zone or a unit, as the chit asks, or -1."""

    verb = "play"
    says = "Play {chit}"
    chit: Card
    target: int = -1


class Decline(Action, frozen=True, gc=False):
    verb, time = "decline", "RFB event.timing"
    says = "Play no chit"


class Activate(Action, frozen=True, gc=False):
    verb, time = "activate", "RFB 4.1.3c"
    says = "Activate {unit} for {mode}"
    unit: Unit
    mode: int


class Shell(Action, frozen=True, gc=False):
    verb, time = "shell", "RFB 4.1.3c"
    says, note = "Shell Berlin with {unit}", "shell Berlin and do nothing else: 1 VP to the first"
    unit: Unit


class Begin(Action, frozen=True, gc=False):
    verb, time = "begin", "RFB 4.1.3c"
    says, note = "Begin the impulse", "close the designations and begin"


class Pass(Action, frozen=True, gc=False):
    verb, time = "pass", "RFB 4.1.5a"
    says, note = "Pass", "activate nobody in this impulse"


class WestTest(Action, frozen=True, gc=False):
    verb, time = "test", "RFB 7.2.2a"
    says, note = "Ask leave for {unit} to go west", "a die: may it go west?"
    unit: Unit


class Move(Action, frozen=True, gc=False):
    """Move to a zone; `via` are the victory zones that change hands by being passed through."""

    verb, time = "move", "RFB 4.1.3b"
    says = "Move {unit} to {zone}[ through {via}]"
    unit: Unit
    zone: Place
    via: tuple[Place, ...] = ()


class AttackZone(Action, frozen=True, gc=False):
    verb, time = "attack", "RFB 4.1.3b"
    says = "Attack {zone} with {unit}"
    unit: Unit
    zone: Place


class Join(Action, frozen=True, gc=False):
    verb, time = "join", "RFB 8.1.1a"
    says = "Join the attack with {unit}"
    unit: Unit


class Support(Action, frozen=True, gc=False):
    verb, time = "support", "RFB 9.2.5"
    says, note = "Spend an extra support point", "an extra support point for +1"


class Roll(Action, frozen=True, gc=False):
    verb, time = "roll", "RFB 8.1.2a"
    says, note = "Roll the die", "fight it out"


class Lose(Action, frozen=True, gc=False):
    verb, time = "lose", "RFB 8.2.1a"
    says = "Let {unit} take the loss"
    unit: Unit


class RetreatTo(Action, frozen=True, gc=False):
    verb, time = "retreat", "RFB 8.3"
    says = "Retreat with {unit} to {zone}"
    unit: Unit
    zone: Place


class AdvanceUnit(Action, frozen=True, gc=False):
    verb, time = "advance", "RFB 8.4"
    says = "Advance with {unit}"
    unit: Unit


class Follow(Action, frozen=True, gc=False):
    verb, time = "follow", "RFB 8.4.2"
    says = "Follow with {unit} into {zone}"
    unit: Unit
    zone: Place


class Discard(Action, frozen=True, gc=False):
    verb, time = "discard", "RFB 5.5a"
    says = "Discard the chit"


class Keep(Action, frozen=True, gc=False):
    verb, time = "keep", "RFB 5.5a"
    says = "Keep the chit"


class Done(Action, frozen=True, gc=False):
    verb, time = "done", "RFB 1"
    says = "Finish this step"


KINDS = tuple(Action.__subclasses__())

# What a chit's target is.
PLAYED = {"zone": "at", "track": "on"}
TARGETS = {2: "army", 6: "army", 7: "army", 3: "track", 8: "unit", 9: "zone"}
_MODE_OF = {word: mode for mode, word in MODES.items()}


UNIT = Word("a unit", KEYS.__getitem__, find_unit, lambda unit: 0 <= unit < UNITS, NAMES.__getitem__)
ZONE = Word("a zone", lambda zone: ZONES[zone].key, find_zone, lambda zone: 0 <= zone < N, zone_name)
FORMATION = Word(
    "an army or division",
    lambda formation: FORMATIONS[formation].key,
    find_formation,
    lambda formation: 0 <= formation < len(FORMATIONS),
    ARMY_NAMES.__getitem__,
)
WORDS = {
    "unit": UNIT,
    "zone": ZONE,
    "via": ZONE,
    "formation": FORMATION,
    "army": FORMATION,
    "track": Word("a track", str, int, lambda track: 1 <= track <= 3, "American track {}".format),
    "mode": Word(
        "a mode (move, combat, reserve)",
        MODES.__getitem__,
        lambda word: _MODE_OF[word.lower()],
        MODES.__contains__,
        MODE_NAMES.__getitem__,
    ),
    "chit": Word("a chit", str, int, CHITS.__contains__, CHIT_NAMES.__getitem__),
    "target": NUMBER,
}


class _Verbs(Verbs[Action]):
    """What a chit is played on depends on the chit."""

    def _spell(self, action: Action) -> str:
        if not isinstance(action, Play) or action.target < 0:
            return super()._spell(action)
        target = WORDS[TARGETS.get(action.chit, "target")]
        return f"{self.verb(action)} {action.chit} {target.write(action.target)}"

    def say(self, action: Action, names: Mapping[str, Callable[[Any], str]] | None = None) -> str:
        said = super().say(action, names)
        if not isinstance(action, Play) or action.target < 0:
            return said
        part = TARGETS[action.chit]
        return f"{said}, {PLAYED.get(part, 'for')} {self.name(part, action.target)}"

    def made(self, kind: type[Action], words: list[str], text: str) -> Action:
        if kind is not Play:
            return super().made(kind, words, text)
        if not words or not words[0].isdigit() or int(words[0]) not in CHITS:
            raise BadText(f"{text!r}: say `play` and a chit number from 1 to 11")
        chit = Card(int(words[0]))
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


ACTS = _Verbs(KINDS, WORDS, place="zone")
verb, write, read, well_formed = ACTS.verb, ACTS.write, ACTS.read, ACTS.well_formed
