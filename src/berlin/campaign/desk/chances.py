"""What the dice of an act may bring: what is added to them, and the exact chance of each outcome."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from msgspec.structs import replace

from berlin.boards.bearings import hexes
from berlin.campaign.aftermath import hardening, melee, salvage
from berlin.campaign.aftermath.salvage import Rummage, Scrounge
from berlin.campaign.deployment import scouting
from berlin.campaign.perimeters import escape
from berlin.campaign.refit import removal
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import Unit
from berlin.kernel.contract.rules import Outcome, Tally
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import MachineGun
from berlin.squad.board.naming import result_name
from berlin.squad.rules import close_combat
from berlin.squad.rules.close_combat import LEAST, MOST, Attack
from berlin.squad.rules.melee import fixing
from berlin.squad.rules.vehicles import left_on

FACES = range(1, 7)
PAIRS = [one + other for one, other in product(FACES, FACES)]
Chances = tuple[tuple[Tally, ...], tuple[Outcome, ...], tuple[str, ...]]
"""Tallies, outcomes and notes."""


def on_table(d: Draft, key: str, reasons: Mapping[str, int]) -> Chances:
    """A roll on one of the module's tables."""
    table = d.book.tables[key]
    tally = table.tally(0, reasons)
    dice = "two dice" if table.dice == 2 else "a die"
    named = Tally(f"added to {dice}", 0, tally.modifiers)
    outcomes = [
        replace(one, label=result_name(one.label, d.book.counters)) for one in table.outcomes(tally.total)
    ]
    return (named,), tuple(outcomes), (f"{table.name} [{table.rule}]",)


def of(d: Draft, act: Act) -> Chances | None:
    """None for an act that takes no dice of its own."""
    top = d.frames[-1]
    match act:
        case removal.Clear() | removal.Tow() if isinstance(top, removal.Clearance):
            _, reasons = removal.chances(d, top, act)
            tallies, outcomes, notes = on_table(d, "removal", reasons)
            mishap = f"a {removal.MISHAP} before modifiers is a mishap: an MMC is Casualty Reduced"
            return tallies, outcomes, (*notes, f"{mishap} [{d.book.cite('removal.toll')}]")
        case Scrounge():
            return _loot(d, salvage.loot(d, act.unit))
        case Rummage():
            wreck = salvage.find_wreck(d, top.seat, act.space)
            return None if wreck is None else _loot(d, left_on(d, d.works[wreck].of))
        case scouting.Recon():
            tallies, outcomes, notes = on_table(
                d, "recon", scouting.reasons(d, top.seat, act.cpp == scouting.BETTER)
            )
            return tallies, outcomes, (*notes, "so many Locations are looked at")
        case hardening.Weigh():
            tallies, outcomes, notes = on_table(d, "hardening.leader", hardening.reasons_leader(d, top.seat))
            return tallies, outcomes, (*notes, "a leader of this rank or a lower one Battle Hardens")
        case melee.Attach() if isinstance(top, melee.Assault):
            lead = melee.attack_in_hand(d, top).by[0]
            return on_table(d, "cc.magnetic", fixing(d, lead))
        case melee.Strike() | melee.Seize() if isinstance(top, melee.Assault):
            return attack(d, melee.attack_in_hand(d, top, isinstance(act, melee.Seize)), top.away)
        case escape.Escape():
            return breakout(d, escape.Party(top.seat, (act.unit,)))
        case escape.Go() if isinstance(top, escape.Party):
            return breakout(d, top)
    return None


def breakout(d: Draft, party: escape.Party) -> Chances:
    """An Escape: two dice for all who go along."""
    table = escape.table(d, party)
    tallies, outcomes, notes = on_table(d, table.key, escape.reasons(d, party))
    way = escape.goal(d, party.seat, party.units[0])
    if way is not None:
        far, space = way
        notes = (*notes, f"friendly ground: {d.book.field.called(space)}, {hexes(far)} away")
    return tallies, outcomes, notes


def _loot(d: Draft, guns: Sequence[MachineGun]) -> Chances:
    """Each machine-gun has its own die."""
    table = d.book.tables["scrounge"]
    rolls = [
        [d.book.counters[gun.kind].text for gun, face in zip(guns, faces, strict=True) if _is_found(d, face)]
        for faces in product(FACES, repeat=len(guns))
    ]
    labels = Counter(", ".join(found) or "nothing" for found in rolls)
    outcomes = tuple(Outcome(label, ways, len(rolls)) for label, ways in labels.items())
    return (), outcomes, (f"{table.name}: a die for each machine-gun [{table.rule}]",)


def _is_found(d: Draft, face: int) -> bool:
    return d.book.tables["scrounge"].result(face) == "found"


def attack(d: Draft, made: Attack, away: Iterable[Unit]) -> Chances:
    """An attack in Close Combat: one roll, read against each of its targets with his own modifiers."""
    table, kill, gone = (
        d.book.tables[close_combat.table_of(d, made)],
        close_combat.kill_number(d, made),
        [*away],
    )
    tallies = tuple(
        Tally(
            f"added against {_text(d, unit)}",
            0,
            table.tally(0, close_combat.reasons(d, made, unit, gone)).modifiers,
        )
        for unit in made.at
    )
    notes = (f"kill number {kill}: less is fatal, the same is a casualty [{table.rule}]",)
    if close_combat.is_vehicle(d, made.at[0]):
        outcomes = _at_vehicle(d, tallies[0].total, kill)
        return tallies, outcomes, (*notes, f"{LEAST} may be an unlikely kill, {MOST} hurts who attacks")
    labels = Counter(
        "; ".join(
            f"{_text(d, unit)} {word}"
            for unit, tally in zip(made.at, tallies, strict=True)
            if (word := _effect(roll + tally.total, kill, made.seize))
        )
        or "nothing"
        for roll in PAIRS
    )
    return tallies, tuple(Outcome(label, ways, len(PAIRS)) for label, ways in labels.items()), notes


def _effect(total: int, kill: int, seize: bool) -> str:
    if total > kill:
        return ""
    if seize:
        return "captured"
    return "killed" if total < kill else "may be reduced"


def _at_vehicle(d: Draft, drm: int, kill: int) -> tuple[Outcome, ...]:
    """With the die for an unlikely kill."""
    labels: Counter[str] = Counter()
    for roll, face in product(PAIRS, FACES):
        fluke = d.book.tables["cc.unlikely"].result(face) if roll == LEAST else close_combat.UNHARMED
        labels[close_combat.on_vehicle(roll + drm, kill, fluke)] += 1
    ways = len(PAIRS) * len(FACES)
    return tuple(Outcome(label, count, ways) for label, count in labels.items())


def _text(d: Draft, unit: Unit) -> str:
    return d.name(unit)
