"""What a seat is shown: the scene of its view, the log as it was told to it, and nothing besides.

A watcher is the seat None. Everything here is built up from `game.view` and `Event.seen_by`; the state itself
is never encoded.
"""

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import View
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Explanation, Modifier, Outcome, Tally
from berlin.kernel.contract.scene import Choice
from berlin.kernel.play.resigning import offer
from berlin.server.http import errors
from berlin.server.tables.party_numbering import Eyes, Party
from berlin.server.tables.patch import change
from berlin.server.tables.rules_change import read_passage
from berlin.server.tables.scenes import Shown, shown
from berlin.server.tables.table import Table

MOST_ANSWERS = 60
Seats = tuple[Seat, ...]


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

    The action is "undo" or "hint" where nothing was played; `said` is it in words for people.
    """

    seq: int
    seat: Seat | None
    action: str
    events: tuple[Told, ...]
    undoes: int = 0
    said: str = ""


class Sight(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    seats: tuple[SeatShown, ...]
    seat: Seat | None
    seq: int
    commitment: str
    key: str
    study: bool
    foretold: bool
    hints: bool
    log: tuple[msgspec.Raw, ...]
    undo: str
    turn_of: tuple[Seat, ...]
    resign: Choice | None
    mark: str
    # The scene, or what makes it of one that the caller has.
    scene: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    patch: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class TallyShown(msgspec.Struct, frozen=True):
    label: str
    base: int
    modifiers: tuple[Modifier, ...]
    total: int


class Reckoning(msgspec.Struct, frozen=True):
    """An explanation with its totals worked out."""

    title: str
    tallies: tuple[TallyShown, ...]
    outcomes: tuple[Outcome, ...]
    notes: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """Whether an act is legal, and why, or why not; `said` is the act in words for people."""

    text: str
    said: str
    legal: bool
    rule: str
    reason: str
    explanation: Reckoning | None
    warnings: tuple[str, ...]


def sight(
    table: Table, seats: Seats, eyes: Eyes, here: Collection[int], since: int = -1, have: str = ""
) -> Sight:
    """The table as these eyes of who holds these seats see it now.

    Of the log it has what comes after `since`, of the scene what changed since the one of the mark `have`,
    where that is smaller.
    """
    number, undo = table.number(seats), table.no_undo(seats) or ""
    whole = _at(table, seats, eyes, here, undo, since, number)
    had = table.scenes.marked(have, (*seats, eyes)) if have else None
    if had is None or isinstance(whole.scene, msgspec.UnsetType):
        return whole
    scene = bytes(whole.scene)
    patch = change(had.scene, scene)
    return replace(whole, scene=msgspec.UNSET, patch=msgspec.Raw(patch)) if len(patch) < len(scene) else whole


def moment(table: Table, seats: Seats, eyes: Eyes, here: Collection[int], n: int, since: int = -1) -> Sight:
    """The table as these eyes saw it after what they know by the number n."""
    return _at(table, seats, eyes, here, "this is the past", since, n)


def _at(
    table: Table, seats: Seats, eyes: Eyes, here: Collection[int], undo: str, since: int, n: int
) -> Sight:
    entry = table.at(seats, n)
    now = entry == table.seq
    turn_of = table.deciders if now else table.game.deciders(table.moments[entry].state)
    scene = _scene(table, eyes, entry)
    return Sight(
        id=table.id,
        game=table.header.game,
        title=table.header.title,
        seats=tuple(
            SeatShown(table.game.seats[seat], sitter.name, sitter.player, seat in here, table.is_open(seat))
            for seat, sitter in zip(table.game.everybody, table.header.sitters, strict=True)
        ),
        seat=eyes,
        seq=n,
        commitment=table.head.commitment,
        key="" if turn_of else table.head.key.hex(),
        study=table.head.study,
        foretold=table.header.foretold,
        hints=table.header.hints,
        log=_log(table, seats, eyes, since, n),
        undo=undo,
        turn_of=turn_of,
        resign=offer(table.game, turn_of, eyes) if entry == table.seq else None,
        mark=scene.mark,
        scene=msgspec.Raw(scene.scene),
    )


def _scene(table: Table, eyes: Eyes, n: int) -> Shown:
    """The scene, encoded; the newest is kept."""
    number = table.looked(eyes, n)
    kept = table.scenes.newest(eyes)
    if kept is not None and kept.number == number:
        return kept
    if number != table.looked(eyes, table.seq):
        return shown(number, _encoded(table, table.game.view(table.moments[n].state, eyes)))
    made = shown(number, _encoded(table, table.view(eyes)))
    table.scenes.put(eyes, made)
    return made


def _encoded(table: Table, view: View) -> bytes:
    return msgspec.json.encode(table.game.scene(view))


def _log(table: Table, seats: Seats, eyes: Eyes, since: int, n: int) -> tuple[msgspec.Raw, ...]:
    """The entries after `since` up to n. A line never changes once it was told, so it is encoded once."""
    party = table.party(seats)
    lines = table.logs.setdefault((party, eyes), [])
    for number in range(len(lines), table.number(seats) + 1):
        lines.append(msgspec.Raw(msgspec.json.encode(log_line(table, party, eyes, number))))
    return tuple(lines[max(since + 1, 0) : n + 1])


def log_line(table: Table, party: Party, eyes: Eyes, number: int) -> LogLine:
    """What these eyes read of what the party knows by this number."""
    n = table.noticed.entries(party)[number]
    after = table.moments.told(n)
    if n == 0:
        return LogLine(0, None, "", _told(after.events, eyes))
    entry = table.entries[n - 1]
    if entry.kind == "undo":
        undone = int(entry.body)
        line = table.moments.told(undone).line
        assert line is not None
        what = f": {_said(table, undone)}" if _may_read(table, undone, eyes) else ""
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
    if not _may_read(table, n, eyes):
        return LogLine(number, entry.seat, "", _told(after.events, eyes))
    return LogLine(number, entry.seat, after.line.action, _told(after.events, eyes), said=_said(table, n))


def _said(table: Table, n: int) -> str:
    """An action in words, for who may read it; its text where no position tells its words any more."""
    line = table.moments.told(n).line
    assert line is not None
    if n in table.open_as_told:
        return line.action
    return table.game.say(table.moments[n - 1].state, table.game.read(line.action))


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
    table: Table, seat: Seat, texts: tuple[str, ...] = (), unit: str = "", place: str = ""
) -> list[Verdict]:
    """Why these acts, or those that pointing at a unit and place would mean, are legal or not.

    It is asked of a world imagined from the seat's own view, so that no answer tells more than that.
    """
    world = table.imagined(seat)
    try:
        actions = [table.read(text) for text in texts] or list(table.game.about(world, unit, place))
    except KeyError:
        raise errors.unknown("unit or place") from None
    return [_answer(table, world, action) for action in actions[:MOST_ANSWERS]]


def _answer(table: Table, world: object, action: msgspec.Struct) -> Verdict:
    game = table.game
    text, said = game.write(action), game.say(world, action)
    refusal = game.why_not(world, action)
    if refusal is not None:
        return Verdict(text, said, False, refusal.rule, refusal.reason, None, ())
    explained = _reckoning(game.explain(world, action))
    return Verdict(text, said, True, "", "", explained, game.warnings(world, action))


def _reckoning(told: Explanation) -> Reckoning:
    return Reckoning(told.title, tuple(_tally(tally) for tally in told.tallies), told.outcomes, told.notes)


def _tally(tally: Tally) -> TallyShown:
    return TallyShown(tally.label, tally.base, tally.modifiers, tally.total)
