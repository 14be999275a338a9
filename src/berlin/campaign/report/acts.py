"""The small acts of an after-action report, and the questions they answer."""

from berlin.campaign.book.book import Book
from berlin.kernel.contract.ids import Place, Seat, Unit
from berlin.kernel.contract.words import TEXT, Word, among, many
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import piece_word
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import Works

OBJECTIONS = 2
"""How often the common part may be objected to."""

CAUSES = ("fire", "ordnance", "artillery", "aircraft", "mines", "melee", "sniper", "flames", "other")
WRECKED, BURNT, REMOVED = "wrecked", "burnt", "removed"
REASONS = (*CAUSES, WRECKED, BURNT, REMOVED)
"""Why something is lost; of a vehicle it is said whether a wreck is left, and whether it burns."""

CHANGES = frozenset(
    (
        Works.FOXHOLE,
        Works.WOODEN_RUBBLE,
        Works.STONE_RUBBLE,
        Works.SHELLHOLES,
        Works.TRAILBREAK,
        Works.FALLEN_BRIDGE,
        Works.FLAME,
        Works.BLAZE,
    )
)
"""What a battle leaves on the ground, besides wrecks."""


def mark_word(mark: Mark) -> str:
    return str(mark.name).lower().replace("_", "-")


def works_word(what: Works) -> str:
    return what.value.lower().replace(" ", "-")


MARKS = {mark_word(mark): mark for mark in Mark}
WORKS = {works_word(what): what for what in Works}


class Tell(Act, frozen=True, gc=False):
    """Say something of a unit."""

    verb = "tell"
    says = "Say what became of {unit}"

    unit: Unit


class Fired(Act, frozen=True, gc=False):
    """An artillery module was used, or a Bombardment fell."""

    verb = "fired"
    says = "{group} was used"

    group: int


class Silenced(Act, frozen=True, gc=False):
    """A Counter Battery Module was Eliminated."""

    verb = "silenced"
    says = "{group} was Eliminated"

    group: int


class Sniped(Act, frozen=True, gc=False):
    """Snipers were lost: the SAN has fallen to this."""

    verb = "sniped"
    says = "The SAN has fallen to {san}"

    san: int


class Reported(Act, frozen=True, gc=False):
    """All of this side's units are told."""

    verb = "reported"
    says = "All of this side is told"


class Fell(Act, frozen=True, gc=False):
    """Lost."""

    verb = "fell"
    says = "It was lost: {reason}"

    reason: str


class Stands(Act, frozen=True, gc=False):
    """It is in this hex."""

    verb = "stands"
    says = "It is at {space}"

    space: Place


class Storey(Act, frozen=True, gc=False):
    """On which level."""

    verb = "storey"
    says = "It is on level {level}"

    level: int


class Ails(Act, frozen=True, gc=False):
    """In this condition."""

    verb = "ails"
    says = "Its condition now: {mark}"

    mark: str


class Mended(Act, frozen=True, gc=False):
    """No longer in it."""

    verb = "mended"
    says = "Its condition no longer: {mark}"

    mark: str


class Taken(Act, frozen=True, gc=False):
    """In the hands of the enemies who are where it is."""

    verb = "taken"
    says = "The enemy has it"


class Borne(Act, frozen=True, gc=False):
    """In the possession of a unit of its own side."""

    verb = "borne"
    says = "It is with {unit}"

    unit: Unit


class Dropped(Act, frozen=True, gc=False):
    """In nobody's possession."""

    verb = "dropped"
    says = "Nobody has it"


class Became(Act, frozen=True, gc=False):
    """Reduced, Replaced or hardened."""

    verb = "became"
    says = "It is {kind} now"

    kind: str


class Halved(Act, frozen=True, gc=False):
    """Deployed into two half-squads."""

    verb = "halved"
    says = "It Deployed into two half-squads"


class Bailed(Act, frozen=True, gc=False):
    """Abandoned by its crew, who stand beside it."""

    verb = "bailed"
    says = "Its crew bailed out"


class Exited(Act, frozen=True, gc=False):
    """Left by the far edge."""

    verb = "exited"
    says = "It left by the far edge"


class Expended(Act, frozen=True, gc=False):
    """Used up by an attack with this Original DR."""

    verb = "expended"
    says = "It was used up with a roll of {roll}"

    roll: int


class Raised(Act, frozen=True, gc=False):
    """A hero or a leader was created of its men."""

    verb = "raised"
    says = "Of its men came {kind}"

    kind: str


class Told(Act, frozen=True, gc=False):
    """That is all of this unit, or of this hex."""

    verb = "told"
    says = "That is all of it"


class Holds(Act, frozen=True, gc=False):
    """Control of a hex passed to a side."""

    verb = "holds"
    says = "{space} passed to the {side} side"

    side: Seat
    space: Place


class Survey(Act, frozen=True, gc=False):
    """Say something of a hex."""

    verb = "survey"
    says = "Say what was done to {space}"

    space: Place


class Altered(Act, frozen=True, gc=False):
    """This is there now."""

    verb = "altered"
    says = "Now there: {what}"

    what: str


class Razed(Act, frozen=True, gc=False):
    """This is no longer there."""

    verb = "razed"
    says = "The {what} is gone"

    what: str


class Rained(Act, frozen=True, gc=False):
    """It rained during the battle."""

    verb = "rained"
    says = "It rained during the battle"


class Settled(Act, frozen=True, gc=False):
    """That is all."""

    verb = "settled"
    says = "That is all"


class Agree(Act, frozen=True, gc=False):
    """The report is right."""

    verb = "agree"
    says = "The report is right"


class Object(Act, frozen=True, gc=False):
    """The common part has to be told anew."""

    verb = "object"
    says = "The report is wrong: tell it anew"


# A telling ends with one of these.
CLOSING = (Fell, Exited, Expended)

OF_UNITS: dict[str, type[Act]] = {
    "lost": Fell,
    "at": Stands,
    "level": Storey,
    "condition": Ails,
    "mended": Mended,
    "captured": Taken,
    "held": Borne,
    "dropped": Dropped,
    "became": Became,
    "deployed": Halved,
    "bailed": Bailed,
    "exited": Exited,
    "spent": Expended,
    "raised": Raised,
}
"""What is said of a unit, by the words of a report."""


def _one_of(noun: str, listed: tuple[str, ...]) -> Word:
    found = {word.lower(): word for word in listed}
    return Word(noun, str, lambda text: found[text.lower()], lambda value: value in listed)


def words(book: Book) -> dict[str, Word]:
    """How the parts of these acts and questions are written, besides units, hexes and numbers."""
    return {
        "reason": _one_of("a reason", REASONS),
        "mark": _one_of("a condition", tuple(MARKS)),
        "kind": _one_of("a kind of counter", tuple(book.counters)),
        "what": _one_of("a thing on the ground", tuple(WORKS)),
        "side": among("a side", book.sides),
        "told": many(piece_word(book.sides)),
        "said": many(TEXT),
        "facts": many(TEXT),
    }
