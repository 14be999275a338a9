"""What a seat is shown: the scene of its view, the log as it was told to it, and nothing besides.

A watcher is the seat None. Everything here is built up from `game.view` and `Event.seen_by`; the state itself
is never encoded.
"""

from collections.abc import Collection
from typing import Any

import msgspec

from berlin.kernel.events import Event
from berlin.kernel.resigning import offer
from berlin.kernel.rules import Explanation, Tally
from berlin.kernel.scene import Choice
from berlin.server import denial
from berlin.server.noticed import Eyes, Party
from berlin.server.passage import read_passage
from berlin.server.table import Table

MOST_ANSWERS = 60
Seats = tuple[int, ...]


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits in a seat: `seat` is its name in the game, `name` what the player calls himself. It is `open`
    while nobody has claimed it."""

    seat: str
    name: str
    player: str
    here: bool
    open: bool


class Told(msgspec.Struct, frozen=True):
    """An event as this seat learns of it."""

    kind: str
    text: str
    rules: tuple[str, ...]
    data: tuple[int | str, ...]


class LogLine(msgspec.Struct, frozen=True):
    """One entry: `undoes` is the entry that an undo took back.

    The action is "undo" or "hint" where nothing was played.
    """

    seq: int
    seat: int | None
    action: str
    events: tuple[Told, ...]
    undoes: int = 0


class Sight(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    seats: tuple[SeatShown, ...]
    seat: int | None
    seq: int
    commitment: str
    key: str
    study: bool
    foretold: bool
    hints: bool
    scene: msgspec.Raw
    log: tuple[msgspec.Raw, ...]
    undo: str
    turn_of: tuple[int, ...]
    resign: Choice | None


class TallyShown(msgspec.Struct, frozen=True):
    label: str
    base: int
    modifiers: tuple[Any, ...]
    total: int


class Reckoning(msgspec.Struct, frozen=True):
    """An explanation with its totals worked out."""

    title: str
    tallies: tuple[TallyShown, ...]
    outcomes: tuple[Any, ...]
    notes: tuple[str, ...]


class Answer(msgspec.Struct, frozen=True):
    """Whether an act is legal, and why, or why not."""

    text: str
    legal: bool
    rule: str
    reason: str
    explanation: Reckoning | None
    warnings: tuple[str, ...]


def sight(table: Table, seats: Seats, eyes: Eyes, here: Collection[int], undo: str, since: int = -1) -> Sight:
    """The table as these eyes of who holds these seats see it now; of the log what comes after `since`."""
    return _at(table, seats, eyes, here, undo, since, table.number(seats))


def moment(table: Table, seats: Seats, eyes: Eyes, here: Collection[int], n: int, since: int = -1) -> Sight:
    """The table as these eyes saw it after what they know by the number n."""
    return _at(table, seats, eyes, here, "this is the past", since, n)


def _at(
    table: Table, seats: Seats, eyes: Eyes, here: Collection[int], undo: str, since: int, n: int
) -> Sight:
    entry = table.at(seats, n)
    now = entry == table.seq
    turn_of = table.deciders if now else table.game.deciders(table.moments[entry].state)
    return Sight(
        id=table.id,
        game=table.header.game,
        title=table.header.title,
        seats=tuple(
            SeatShown(table.game.seats[seat], sitter.name, sitter.player, seat in here, table.is_open(seat))
            for seat, sitter in enumerate(table.header.sitters)
        ),
        seat=eyes,
        seq=n,
        commitment=table.head.commitment,
        key="" if turn_of else table.head.key.hex(),
        study=table.head.study,
        foretold=table.header.foretold,
        hints=table.header.hints,
        scene=_scene(table, eyes, entry),
        log=_log(table, seats, eyes, since, n),
        undo=undo,
        turn_of=turn_of,
        resign=offer(table.game, turn_of, eyes) if entry == table.seq else None,
    )


def _scene(table: Table, eyes: Eyes, n: int) -> msgspec.Raw:
    """The scene, encoded; the newest is asked for again and again, so it is kept.

    It is kept by what these eyes have noticed, never by the entry: who misses an entry must not be told of it
    by the time that the same scene takes again.
    """
    number = table.looked(eyes, n)
    kept = table.scenes.get(eyes)
    if kept is not None and kept[0] == number:
        return kept[1]
    if number != table.looked(eyes, table.seq):
        return _encoded(table, table.game.view(table.moments[n].state, eyes))
    table.scenes[eyes] = number, _encoded(table, table.view(eyes))
    return table.scenes[eyes][1]


def _encoded(table: Table, view: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(table.game.scene(view)))


def _log(table: Table, seats: Seats, eyes: Eyes, since: int, n: int) -> tuple[msgspec.Raw, ...]:
    """The entries after `since` up to n. A line never changes once it was told, so it is encoded once."""
    party = table.party(seats)
    lines = table.logs.setdefault((party, eyes), [])
    for number in range(len(lines), table.number(seats) + 1):
        lines.append(msgspec.Raw(msgspec.json.encode(_line(table, party, eyes, number))))
    return tuple(lines[max(since + 1, 0) : n + 1])


def _line(table: Table, party: Party, eyes: Eyes, number: int) -> LogLine:
    n = table.noticed.entries(party)[number]
    after = table.moments.told(n)
    if n == 0:
        return LogLine(0, None, "", _told(after.events, eyes))
    entry = table.entries[n - 1]
    if entry.kind == "undo":
        undone = int(entry.body)
        line = table.moments.told(undone).line
        assert line is not None
        what = f": {line.action}" if _may_read(table, undone, eyes) else ""
        text = f"{line.seat} takes back{what}"
        told = Told("undo", text, (), ())
        return LogLine(number, entry.seat, "undo", (told,), table.noticed.number(party, undone))
    if entry.kind == "hint":
        does = f"lets the {entry.body} answer" if entry.body else "asks for a hint"
        told = Told("hint", f"{table.game.seats[entry.seat]} {does}", (), ())
        return LogLine(number, entry.seat, "hint", (told,))
    if entry.kind == "rules":
        told = Told("rules", read_passage(entry).text, (), ())
        return LogLine(number, None, "rules", (told,))
    assert after.line is not None
    action = after.line.action if _may_read(table, n, eyes) else ""
    return LogLine(number, entry.seat, action, _told(after.events, eyes))


def _may_read(table: Table, n: int, eyes: Eyes) -> bool:
    """Whether the action itself may be read; of one that is secret its events tell."""
    if table.entries[n - 1].seat == eyes:
        return True
    told = table.open_as_told.get(n)
    return table.game.is_open(table.moments[n - 1].state) if told is None else told


def _told(events: tuple[Event, ...], eyes: Eyes) -> tuple[Told, ...]:
    seen = (event.seen_by(eyes) for event in events)
    return tuple(Told(event.kind, event.text, event.rules, event.data) for event in seen if event is not None)


def paper(table: Table, key: str, seats: Seats, eyes: Eyes) -> str:
    """A paper as these eyes of who holds these seats may read it: from their view, and from what they were
    told."""
    known = table.noticed.standing(table.party(seats))
    told = (event for n in (0, *known) for event in table.moments.told(n).events)
    story = [seen for event in told if (seen := event.seen_by(eyes)) is not None]
    return table.game.paper(key, table.view(eyes), story)


def answers(
    table: Table, seat: int, texts: tuple[str, ...] = (), unit: str = "", place: str = ""
) -> list[Answer]:
    """Why these acts, or those that pointing at a unit and place would mean, are legal or not.

    It is asked of a world imagined from the seat's own view, so that no answer tells more than that.
    """
    world = table.imagined(seat)
    try:
        actions = [table.read(text) for text in texts] or list(table.game.about(world, unit, place))
    except KeyError:
        raise denial.unknown("unit or place") from None
    return [_answer(table, world, action) for action in actions[:MOST_ANSWERS]]


def _answer(table: Table, world: Any, action: Any) -> Answer:
    game = table.game
    text = game.write(action)
    refusal = game.why_not(world, action)
    if refusal is not None:
        return Answer(text, False, refusal.rule, refusal.reason, None, ())
    explained = _reckoning(game.explain(world, action))
    return Answer(text, True, "", "", explained, game.warnings(world, action))


def _reckoning(told: Explanation) -> Reckoning:
    return Reckoning(told.title, tuple(_tally(tally) for tally in told.tallies), told.outcomes, told.notes)


def _tally(tally: Tally) -> TallyShown:
    return TallyShown(tally.label, tally.base, tally.modifiers, tally.total)
