"""Task Checks and Morale Checks, and what fire does to men."""

from collections.abc import Mapping, Sequence

from berlin.kernel.contract.ids import Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.fire_table import checked, killed
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark
from berlin.squad.draft import Draft
from berlin.squad.rules.harm import chosen, modifier, reduce, replace

BESIDES = frozenset((Sort.CREW, *(sort for sort in Sort if sort not in (Sort.SQUAD, Sort.HALF, Sort.LEADER))))
"""Whom it doesn't concern: crews, heroes and all that are no Infantry."""

UNDERLINED = 5
"""The ELR of a unit whose morale is underlined."""


def morale(d: Draft, unit: Unit) -> int:
    """The Morale Level of a unit, or of a vehicle's crew, as it stands."""
    counter, piece = d.counter(unit), d.piece(unit)
    level = counter.morale
    if counter.sort is Sort.VEHICLE and counter.crew:
        level = d.book.counters[counter.crew].morale
    return level - piece.has(Mark.ENCIRCLED) - piece.has(Mark.WOUNDED)


def lead(d: Draft, unit: Unit) -> int:
    """What the best leader beside a unit adds to its checks: never what would do harm."""
    here = d.piece(unit)
    found = [
        modifier(d, other)
        for other, piece in d.on_map(owner_of(unit))
        if other != unit
        and d.counter(other).sort is Sort.LEADER
        and (piece.space, piece.level) == (here.space, here.level)
        and not piece.marks & (Mark.BROKEN | Mark.PRISONER)
    ]
    return min((0, *found))


def passes(d: Draft, unit: Unit, key: str, reasons: Mapping[str, int]) -> bool:
    """A check on a table of its own: is the total no more than the Morale Level?"""
    table, level = d.book.tables[key], morale(d, unit)
    tally = table.tally(d.roll(6) + d.roll(6), reasons)
    if d.log is not None:
        verdict = "passes" if tally.total <= level else "fails"
        text = f"{d.log_name(unit)}, morale {level}: {tally}, {verdict}"
        d.say("check", text, table.rule, *tally.rules)
    return tally.total <= level


def shortfall(d: Draft, unit: Unit, harder: int, rule: str) -> int:
    """A Morale Check: by how much it is failed; 0 or less if it is passed."""
    level, roll = morale(d, unit), d.roll(6) + d.roll(6)
    total = roll + harder + lead(d, unit)
    if d.log is not None:
        verdict = "passes" if total <= level else "breaks"
        d.say("check", f"{d.log_name(unit)}: {roll} on a Morale Check, {verdict}", rule)
    return total - level


def elr_of(d: Draft, unit: Unit) -> int | None:
    """The ELR of a unit: its side's, whatever the losses in play, or its own; None for one that has none."""
    counter = d.counter(unit)
    if counter.sort in BESIDES:
        return None
    return UNDERLINED if counter.underlined else d.elr(owner_of(unit))


def _broken(d: Draft, unit: Unit, harder: int, fate: str, rule: str) -> list[Unit]:
    """Who of it breaks, and lives? By more than its ELR, it is Replaced besides."""
    short, limit = shortfall(d, unit, harder, rule), elr_of(d, unit)
    if short > 0 and limit is not None and short > limit:
        return replace(d, unit, fate)
    return [unit] if short > 0 else []


def fire(d: Draft, units: Sequence[Unit], result: str, fate: str, rule: str) -> list[Unit]:
    """What a result of the fire table does to men of one Location; those who break."""
    lost, broken = list[Unit](), list[Unit]()
    dead, harder = killed(result), checked(result)
    if dead:
        lost = _felled(d, units, dead, rule)
        for unit in lost:
            d.lose(unit, fate)
        return [unit for unit in units if unit not in lost]
    if result.startswith("K/"):
        lost = [unit for unit in chosen(d, units, rule) if not reduce(d, unit, fate, rule)]
    if harder is not None:
        left = [unit for unit in units if unit not in lost]
        broken = [one for unit in left for one in _broken(d, unit, harder, fate, rule)]
    return broken


def _felled(d: Draft, units: Sequence[Unit], dead: int, rule: str) -> list[Unit]:
    lost = list[Unit]()
    while len(lost) < min(dead, len(units)):
        lost += chosen(d, [number for number in units if number not in lost], rule)
    return lost
