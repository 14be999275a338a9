"""The few nouns of which every game's table is made, so that one client draws them all."""

import msgspec

from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Outcome

NOBODY = Seat(-1)
"""Whose a track or a tray is that belongs to no seat."""


class Spot(msgspec.Struct, frozen=True):
    """A place on the board's picture: its outline, where its pieces stand, and how much room they have."""

    key: str
    name: str
    outline: tuple[tuple[float, float], ...]
    anchor: tuple[float, float]
    room: float
    note: str = ""


def dot(key: str, name: str, x: float, y: float, room: float) -> Spot:
    """A place that is a point of a map: a square around it."""
    left, top, right, bottom = x - room, y - room, x + room, y + room
    return Spot(key, name, ((left, top), (right, top), (right, bottom), (left, bottom)), (x, y), room)


class Board(msgspec.Struct, frozen=True):
    """The board as a picture (SVG) of this size, and the places on it."""

    width: float
    height: float
    picture: str
    spots: tuple[Spot, ...]


class Piece(msgspec.Struct, frozen=True):
    """A counter's face as its owner and everybody else at the table sees it.

    `sources` says of each number where it comes from: printed, derived, found, or house (chosen by us).
    Where its `id` is a mere code, which nobody would print on a counter, it is `coded`.
    `facing` is whither it faces, in degrees clockwise from north; -1: nowhere.
    """

    id: str
    name: str
    side: str
    camp: str
    symbol: str
    numbers: tuple[str, ...]
    place: str
    steps: int = 1
    full_steps: int = 1
    used: bool = False
    badges: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    coded: bool = False
    facing: int = -1


class Marker(msgspec.Struct, frozen=True):
    """Something that lies in a place: a control marker, a level, a captured zone.

    What the board's picture shows already is `printed`: told in words, not laid on the picture again.
    """

    place: str
    kind: str
    text: str
    camp: str = ""
    printed: bool = False


class Layer(msgspec.Struct, frozen=True):
    """Places that are shown together when somebody wants to see them: a zone of control, who has supply.

    With an `edge` only the line around them is drawn; what is `usual` is shown until it is taken off; what is
    `past` is how it was once, and not told of a place.
    """

    name: str
    camp: str
    places: tuple[str, ...]
    edge: bool = False
    usual: bool = False
    past: bool = False


class Track(msgspec.Struct, frozen=True):
    """A row of numbered spaces with markers on it. Where they bear names, the note is the present one.

    `about` says what is counted, for those who don't know the name.
    """

    name: str
    value: int
    first: int = 0
    last: int = 0
    note: str = ""
    seat: Seat = NOBODY
    named: bool = False
    about: str = ""


class Tray(msgspec.Struct, frozen=True):
    """A box beside the map: its pieces stand in the place of this key. Of a seat, or of nobody (-1)."""

    key: str
    name: str
    seat: Seat = NOBODY
    note: str = ""


class Card(msgspec.Struct, frozen=True):
    """Something held in a hand: its face if this seat may see it.

    Answers name it by its key; what lies face down has none. The icon is what is printed in its corner, the
    notes say what that asks, and when it is played. `half` is what only the other side may use it for.
    """

    seat: Seat
    name: str
    text: str = ""
    rule: str = ""
    key: str = ""
    icon: str = ""
    notes: tuple[str, ...] = ()
    half: "Card | None" = None


class Pile(msgspec.Struct, frozen=True):
    """Cards on the table: how many lie there, and the faces of those that are open, the last one on top."""

    name: str
    size: int
    cards: tuple[Card, ...] = ()
    note: str = ""


class Prompt(msgspec.Struct, frozen=True):
    """The open question: whose it is, what is asked, by which rule, and why, for who has never met it."""

    seat: Seat
    text: str
    rule: str
    why: str = ""


class Choice(msgspec.Struct, frozen=True):
    """One legal answer: its text form, and the parts a client needs to put it on the board.

    One that `opens` only asks further: a click on its unit is enough. `around` are places of which the
    question that it opens is asked: a click on one of them means this answer, and then that place. `said` is
    the answer in words for people, `label` what it does, where that needs telling.
    """

    text: str
    verb: str
    unit: str = ""
    place: str = ""
    label: str = ""
    card: str = ""
    opens: bool = False
    around: tuple[str, ...] = ()
    said: str = ""


class Limit(msgspec.Struct, frozen=True):
    """How many there may be, and how many there are."""

    name: str
    used: int
    most: int
    rule: str = ""


class Offer(msgspec.Struct, frozen=True):
    """A line of a price list: what it costs, what of it is left, and the chances of what is received.

    `answers` are the texts of the answers that buy it. Without one, `reason` and `rule` say why.
    """

    name: str
    cost: int
    heading: str = ""
    text: str = ""
    limits: tuple[Limit, ...] = ()
    chances: tuple[Outcome, ...] = ()
    answers: tuple[str, ...] = ()
    reason: str = ""
    rule: str = ""


class Bought(msgspec.Struct, frozen=True):
    """Something that was bought, and the answers that are about it."""

    name: str
    cost: int
    text: str = ""
    answers: tuple[str, ...] = ()


class Shop(msgspec.Struct, frozen=True):
    """A price list and an account: what there was to spend, of which money, and what is left of it."""

    name: str
    money: str
    total: int
    left: int
    offers: tuple[Offer, ...]
    bought: tuple[Bought, ...] = ()
    limits: tuple[Limit, ...] = ()
    open: bool = False
    rule: str = ""


class Task(msgspec.Struct, frozen=True):
    """A step of a checklist. `stand` is done, now, ahead, or left out."""

    name: str
    title: str
    stand: str
    marks: str = ""
    text: str = ""
    rule: str = ""


class Checklist(msgspec.Struct, frozen=True):
    """The steps of a long phase in their order; `marks` says what the signs beside them mean."""

    name: str
    tasks: tuple[Task, ...]
    marks: tuple[tuple[str, str], ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """What happened up to a moment: facts with their names; `layer` shows the board as it was then."""

    title: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()
    camp: str = ""
    layer: str = ""


class Row(msgspec.Struct, frozen=True):
    """A line of a form: of whom or what, where that is, what was said of it, the answers that say more."""

    name: str
    unit: str = ""
    place: str = ""
    said: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


class Form(msgspec.Struct, frozen=True):
    """Something that is told piece by piece: what is told already, and of what something can be told.

    As a file it is a `noun`: a report, a set-up. What `keeps` is worth keeping for another game.
    """

    name: str
    text: str
    rows: tuple[Row, ...]
    noun: str = "report"
    keeps: bool = False


class Scene(msgspec.Struct, frozen=True):
    """All that one seat sees. `cards` are in hands, and every hand shows at least how many it holds; `lost`
    are the boxes in which lies what was lost."""

    game: str = ""
    seat: Seat | None = None
    caption: str = ""
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[Track, ...] = ()
    cards: tuple[Card, ...] = ()
    prompt: Prompt | None = None
    choices: tuple[Choice, ...] = ()
    result: str = ""
    trays: tuple[Tray, ...] = ()
    piles: tuple[Pile, ...] = ()
    layers: tuple[Layer, ...] = ()
    shop: Shop | None = None
    checklist: Checklist | None = None
    chronicle: tuple[Chapter, ...] = ()
    form: Form | None = None
    lost: tuple[str, ...] = ()
