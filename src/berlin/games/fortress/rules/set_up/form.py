"""13. The set-up as a text: what a player has set up, to be kept, and used again in another game.

    [units]
    5015 = ["GD1"]
    4915 = ["Zoo-Flak1 NE"]     # in Combat mode, and whither it faces

Units that it doesn't name stay where they are.
"""

from collections.abc import Iterator

from berlin.games.fortress.board.ground import KEYS, find_hex
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.board.units import NAMES, RANGES, find_unit
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.movement.march import Face, Halt
from berlin.games.fortress.rules.set_up.limits import can_lift, tray
from berlin.games.fortress.rules.set_up.placing import Deploying, Lift, Place, Placing, Poising, Take
from berlin.games.fortress.state.state import Draft
from berlin.games.fortress.state.words import DIRECTION_KEYS
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.papers import Filled
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.records.situation import line_of, read_toml, write_toml

RULE = "OTB 13.0b"
# What is said of a unit: its hex, and whither it faces (-1: it is in Maneuver mode).
Post = tuple[int, int]


class Sheet:
    """The text, with the line of each unit, and what is wrong with it."""

    def __init__(self, text: str) -> None:
        self.text, self.faults = text, list[str]()
        self.lines: dict[int, str] = {}

    def complain(self, needle: str, reason: str, rule: str = RULE, nth: int = 1) -> None:
        self.faults.append(f"line {line_of(self.text, needle, 'units', nth)}: {reason} [{rule}]")

    def complain_of(self, unit: int, found: Refusal) -> None:
        self.complain(self.lines[unit], f"{NAMES[unit]}: {found.reason}", found.rule)


def is_open(d: Draft, seat: Seat | None) -> bool:
    """Does this seat set up, and has no unit in hand?"""
    return seat in (None, GERMAN) and bool(d.frames) and isinstance(d.frames[-1], Deploying)


def write(d: Draft) -> str:
    """What was set up by choice, hex by hex."""
    found: dict[str, list[str]] = {}
    for unit in RANGES[GERMAN]:
        if can_lift(d, unit):
            way = f" {DIRECTION_KEYS[d.facing(unit)]}" if d.is_combat(unit) else ""
            found.setdefault(KEYS[d.where[unit]], []).append(UNIT_KEYS[unit] + way)
    head = "# Each hex with its units; behind one in Combat mode whither it faces.\n"
    left = "".join(f"# not set up: {UNIT_KEYS[unit]}\n" for unit in tray(d))
    return head + write_toml({"units": dict(sorted(found.items()))}) + left


def read(d: Draft, text: str) -> Filled[Act]:
    """What a set-up comes to: the acts that lay it out, or all that is wrong with it."""
    if not d.frames or not isinstance(d.frames[-1], Deploying):
        raise BadText("nothing is set up now", RULE)
    sheet = Sheet(text)
    posts = dict(_posts(sheet))
    acts = [] if sheet.faults else list(_acts(d, posts, sheet))
    return Filled(tuple(sheet.faults), () if sheet.faults else tuple(acts))


def _posts(sheet: Sheet) -> Iterator[tuple[int, Post]]:
    tables = read_toml(sheet.text)
    units = tables.get("units", {})
    if tables.keys() - {"units"} or type(units) is not dict:
        raise BadText("a set-up has one table, [units]", RULE)
    for place, lines in units.items():
        try:
            at = find_hex(place)
        except KeyError:
            sheet.complain(place, f"{place} is no hex")
            continue
        for line in lines if type(lines) is list else [lines]:
            unit, way = _read_unit(line if type(line) is str else "")
            if unit < 0:
                sheet.complain(str(line), f"{line!r} is no German unit with its facing")
            elif unit in sheet.lines:
                sheet.complain(str(line), f"{NAMES[unit]} stands there twice", nth=-1)
            else:
                sheet.lines[unit] = line
                yield unit, (at, way)


def _read_unit(line: str) -> tuple[int, int]:
    """A German unit, and whither it faces; -1 for what is none."""
    key, _, way = line.partition(" ")
    try:
        unit = find_unit(key)
    except KeyError:
        return -1, -1
    if unit not in RANGES[GERMAN] or (way and way not in DIRECTION_KEYS):
        return -1, -1
    return unit, DIRECTION_KEYS.index(way) if way else -1


def _acts(d: Draft, posts: dict[int, Post], sheet: Sheet) -> Iterator[Act]:
    """First everybody who stands otherwise is taken up again."""
    for unit, post in posts.items():
        if can_lift(d, unit) and post != _post(d, unit):
            yield from _say(d, Lift(unit), unit, sheet)
    for unit, (place, way) in posts.items():
        if _post(d, unit) == (place, way):
            continue
        yield from _say(d, Take(unit), unit, sheet)
        yield from _say(d, Place(place), unit, sheet)
        if isinstance(d.frames[-1], Placing):
            # There is no room for it: back to the tray, so that the others are looked at too.
            d.frames.pop()
        elif isinstance(d.frames[-1], Poising):
            yield from _say(d, Face(way) if way >= 0 else Halt(), unit, sheet)


def _post(d: Draft, unit: int) -> Post:
    return d.where[unit], d.facing(unit) if d.is_combat(unit) else -1


def _say(d: Draft, act: Act, unit: int, sheet: Sheet) -> Iterator[Act]:
    """Do it, if it is an answer to what is open."""
    question = d.frames[-1]
    if not isinstance(act, question.acts):
        return
    if act in question.answers(d):
        question.carry_out(d, act)
        yield act
    else:
        sheet.complain_of(unit, question.refuse(d, act))
