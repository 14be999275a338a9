"""Minefields: their attack on who leaves or enters them, on foot or in a vehicle."""

from berlin.kernel.contract.ids import Place, Seat, Unit
from berlin.squad.board.combatants import NOTHING
from berlin.squad.board.fire_table import killed
from berlin.squad.board.pieces import NOWHERE, Mark, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.draft import Draft
from berlin.squad.rules import checks
from berlin.squad.rules.vehicles import aboard, dismount, leave_wreck, passengers

STRONGEST = 36
"""The firepower of a mine against a vehicle, and of what it does to those on it."""
COLLATERAL = 16
BURNS_AFV = 4
BURNS = 1
FATE = "lost in a minefield"


def fields(d: Draft, space: Place) -> list[Work]:
    return [work for work in d.works if work.what is Works.MINES and work.space == space]


def attack_with_ap(d: Draft, side: Seat, unit: Unit, ap: int) -> None:
    """A-P mines can do little to armor."""
    table, roll = d.book.fire, _roll(d, unit, f"{ap} A-P factors")
    result = table.result(ap, roll)
    if d.counter(unit).afv:
        if killed(result):
            stop(d, side, unit, result)
    elif roll < table.kill(ap):
        wreck(d, unit, burns=False)
    elif roll == table.kill(ap):
        stop(d, side, unit, result)


def attack_with_at(d: Draft, side: Seat, unit: Unit, at: int) -> None:
    """A die of no more than the factors sets a mine off."""
    rule, counter = d.book.cite("mines.vehicles"), d.counter(unit)
    if d.die("mines", f"{d.log_name(unit)}: {at} A-T factors", rule) > at:
        return
    table, roll = d.book.fire, _roll(d, unit, "an A-T mine")
    armor = d.book.combatants.get(counter.key, NOTHING).aerial if counter.afv else 0
    deadly = killed(table.result(STRONGEST, roll + armor))
    if not counter.afv:
        wreck(d, unit, burns=deadly >= BURNS)
    elif deadly:
        wreck(d, unit, burns=deadly >= BURNS_AFV)
    else:
        stop(d, side, unit, table.result(COLLATERAL, roll))


def _roll(d: Draft, unit: Unit, what: str) -> int:
    roll = d.roll(6) + d.roll(6)
    d.say("mines", f"{d.log_name(unit)}: {what}, {roll}", d.book.cite("mines.vehicles"))
    return roll


def stop(d: Draft, side: Seat, unit: Unit, result: str) -> None:
    """The vehicle is immobilized, and the attack reaches those who are not under armor. Who would break is
    unloaded in Good Order."""
    d.mark(unit, on=Mark.IMMOBILE)
    rule, counter = d.book.cite("mines.vehicles"), d.counter(unit)
    riders = passengers(d, unit)
    for man in checks.fire(d, riders, result, FATE, rule):
        d.change(man, holder=-1)
    if not counter.afv:
        _hit_crew(d, side, unit, result)


def _hit_crew(d: Draft, side: Seat, unit: Unit, result: str) -> None:
    """Those who serve a vehicle without armor: unless they break or are lost, they stay in it."""
    served = d.piece(unit).holder
    inside = dismount(d, unit)
    if inside is None:
        d.mark(unit, off=Mark.ABANDONED)
        return
    broken = checks.fire(d, [inside], result, FATE, d.book.cite("mines.vehicles"))
    if broken or d.piece(inside).is_out:
        return
    if served >= 0:
        d.change(inside, where=Where.ABOARD, space=NOWHERE, level=0)
        d.hand(unit, inside)
    else:
        d.pieces[side].pop()
    d.mark(unit, off=Mark.ABANDONED)


def wreck(d: Draft, unit: Unit, burns: bool) -> None:
    """The vehicle is eliminated; unless it burns, those in it may survive, an armor leader with the crew."""
    piece, counter = d.piece(unit), d.counter(unit)
    survival = d.book.combatants.get(counter.key, NOTHING).survival
    for man in passengers(d, unit):
        if burns or not _survives(d, survival, d.log_name(man)):
            d.lose(man, FATE)
        else:
            d.change(man, holder=-1)
    manned = bool(counter.crew) and not piece.has(Mark.ABANDONED)
    if manned and not burns and _survives(d, survival, f"the crew of {d.log_name(unit)}"):
        dismount(d, unit)
    for leader in aboard(d, unit):
        d.lose(leader, FATE)
    d.lose(unit, FATE)
    leave_wreck(d, piece, Works.BURNING_WRECK if burns else Works.WRECK)


def _survives(d: Draft, survival: int, text: str) -> bool:
    roll = d.roll(6) + d.roll(6)
    d.say("survival", f"{text}: {roll} against {survival}", d.book.cite("mines.vehicles"))
    return roll <= survival


def passes_mines(d: Draft, unit: Unit, space: Place) -> bool:
    """A minefield's attack on who leaves or enters it. Does he go on?"""
    ap = max((w.ap for w in d.works if w.what is Works.MINES and w.space == space), default=0)
    if not ap:
        return True
    rule, roll = d.book.cite("mines.attack"), d.roll(6) + d.roll(6)
    result = d.book.fire.result(ap, roll)
    d.say("mines", f"{d.log_name(unit)} in a minefield: {roll}, {result}", rule)
    broken = checks.fire(d, [unit], result, FATE, rule)
    for one in broken:
        d.mark(one, on=Mark.BROKEN)
    return not broken and not d.piece(unit).is_out
