"""A change of the rules at a table: from which version to which, from what position, and in what words."""

import msgspec

from berlin.kernel.records.record import Change, Line
from berlin.server.store.store import Entry, Header


class Passage(msgspec.Struct, frozen=True):
    """What the entry of such a change holds. The position has its secrets: it is for the server alone."""

    before: int
    rules: int
    situation: str
    text: str
    # The first entry before this whose position is not known any more; 0 if all are.
    since: int = 0
    # The game was over before; its last position is not known any more.
    ended: bool = False


def read_passage(entry: Entry) -> Passage:
    return msgspec.json.decode(entry.body, type=Passage)


def changes(entries: list[Entry], live: list[int]) -> tuple[Change, ...]:
    """The changes of the rules as a record tells them: after which action that stands, and the position."""
    found = []
    for entry in entries:
        if entry.kind == "rules" and not (passage := read_passage(entry)).ended:
            after = sum(number < entry.seq for number in live)
            found.append(Change(after, passage.rules, passage.situation))
    return tuple(found)


def bare_record(header: Header, entries: tuple[Entry, ...], is_over: bool) -> str:
    """The record of a table of which no rules know anything any more: its lines as they are, and no end."""
    head = header.record.splitlines()
    rows, live = [row for row in head if is_over or not row.startswith("key ")], list[list[str]]()
    for entry in entries:
        match entry.kind:
            case "act":
                live.append([str(msgspec.json.decode(entry.body, type=Line))])
            case "undo":
                live.pop()
            case "rules" if not (passage := read_passage(entry)).ended:
                (live[-1] if live else rows).extend(Change(0, passage.rules, passage.situation).rows())
    return "\n".join([*rows, *(row for action in live for row in action)]) + "\n"


def sentence(before: int, rules: int, unknown: int, dropped: int, ended: str) -> str:
    """What is said at the table: how many actions can't be shown any more, and how many were lost."""
    parts = [f"The rules went from version {before} to version {rules}"]
    parts.append(
        f"this game was over: {ended.rstrip('.')}" if ended else "the game goes on by them from here"
    )
    if unknown:
        parts.append(f"the board after {_actions(unknown)} before this can't be shown any more")
    if dropped:
        kept = "by them they can't be played again, so the position is that before them"
        parts.append(f"the last {_actions(dropped)} stand in the log alone: {kept}; their dice are used up")
    return "; ".join(parts) + "."


def _actions(number: int) -> str:
    return f"{number} actions" if number > 1 else "1 action"
