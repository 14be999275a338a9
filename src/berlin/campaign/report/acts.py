"""The small acts of an after-action report, and the questions they answer."""

from berlin.campaign.book import Book
from berlin.campaign.names import piece_word
from berlin.campaign.pieces import Mark
from berlin.campaign.works import Works
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.words import TEXT, Word, among, many

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


class Reporting(Frame, frozen=True, gc=False):
    """What became of this side's units? Those of which nothing is said are where they were, unhurt."""

    told: tuple[int, ...] = ()


class Telling(Frame, frozen=True, gc=False):
    """What became of this unit?"""

    unit: int
    said: tuple[str, ...] = ()
    sector: int = -1
    """The part of the map that it is in, once that is told."""


class Settling(Frame, frozen=True, gc=False):
    """Which ground changed hands, what was done to it, did it rain? Nothing of it holds before it is agreed.

    Facts are words: `german:K12`, `+shellholes:K12`, `-wire:K12`, `rained`. The hexes of one sector are told
    together; `here` counts them.
    """

    facts: tuple[str, ...] = ()
    objections: int = 0
    sector: int = -1
    here: int = 0


class Surveying(Frame, frozen=True, gc=False):
    """What was done to this hex?"""

    space: int
    facts: tuple[str, ...] = ()


class Agreeing(Frame, frozen=True, gc=False):
    """Is this how the battle ended?"""

    facts: tuple[str, ...] = ()
    objections: int = 0


class Tell(Act, frozen=True, gc=False):
    """Say something of a unit."""

    unit: int


class Fired(Act, frozen=True, gc=False):
    """An artillery module was used, or a Bombardment fell."""

    group: int


class Silenced(Act, frozen=True, gc=False):
    """A Counter Battery Module was Eliminated."""

    group: int


class Sniped(Act, frozen=True, gc=False):
    """Snipers were lost: the SAN has fallen to this."""

    san: int


class Reported(Act, frozen=True, gc=False):
    """All of this side's units are told."""


class Fell(Act, frozen=True, gc=False):
    """Lost."""

    reason: str


class Stands(Act, frozen=True, gc=False):
    """It is in this hex."""

    space: int


class Storey(Act, frozen=True, gc=False):
    """On which level."""

    level: int


class Ails(Act, frozen=True, gc=False):
    """In this condition."""

    mark: str


class Mended(Act, frozen=True, gc=False):
    """No longer in it."""

    mark: str


class Taken(Act, frozen=True, gc=False):
    """In the hands of the enemies who are where it is."""


class Borne(Act, frozen=True, gc=False):
    """In the possession of a unit of its own side."""

    unit: int


class Dropped(Act, frozen=True, gc=False):
    """In nobody's possession."""


class Became(Act, frozen=True, gc=False):
    """Reduced, Replaced or hardened."""

    kind: str


class Halved(Act, frozen=True, gc=False):
    """Deployed into two half-squads."""


class Bailed(Act, frozen=True, gc=False):
    """Abandoned by its crew, who stand beside it."""


class Exited(Act, frozen=True, gc=False):
    """Left by the far edge."""


class Expended(Act, frozen=True, gc=False):
    """Used up by an attack with this Original DR."""

    roll: int


class Raised(Act, frozen=True, gc=False):
    """A hero or a leader was created of its men."""

    kind: str


class Told(Act, frozen=True, gc=False):
    """That is all of this unit, or of this hex."""


class Holds(Act, frozen=True, gc=False):
    """Control of a hex passed to a side."""

    side: int
    space: int


class Survey(Act, frozen=True, gc=False):
    """Say something of a hex."""

    space: int


class Altered(Act, frozen=True, gc=False):
    """This is there now."""

    what: str


class Razed(Act, frozen=True, gc=False):
    """This is no longer there."""

    what: str


class Rained(Act, frozen=True, gc=False):
    """It rained during the battle."""


class Settled(Act, frozen=True, gc=False):
    """That is all."""


class Agree(Act, frozen=True, gc=False):
    """The report is right."""


class Object(Act, frozen=True, gc=False):
    """The common part has to be told anew."""


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

FRAMES: tuple[type[Frame], ...] = (Reporting, Telling, Settling, Surveying, Agreeing)


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
