"""Minefields: their attack on who leaves or enters them, on foot or in a vehicle."""

from berlin.squad.board.combatants import NOTHING
from berlin.squad.board.fire_table import killed
from berlin.squad.board.names import Unit, piece_of
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


def fields(d: Draft, space: int) -> list[Work]:
    return [work for work in d.works if work.what is Works.MINES and work.space == space]


def attack_with_ap(d: Draft, side: int, owner: int, number: int, ap: int) -> None:
    """A-P mines can do little to armor."""
    table, roll = d.book.fire, _roll(d, owner, number, f"{ap} A-P factors")
    result = table.result(ap, roll)
    if d.counter(owner, number).afv:
        if killed(result):
            stop(d, side, owner, number, result)
    elif roll < table.kill(ap):
        wreck(d, owner, number, burns=False)
    elif roll == table.kill(ap):
        stop(d, side, owner, number, result)


def attack_with_at(d: Draft, side: int, owner: int, number: int, at: int) -> None:
    """A die of no more than the factors sets a mine off."""
    rule, counter = d.book.cite("mines.vehicles"), d.counter(owner, number)
    if d.die("mines", f"{d.log_name(owner, number)}: {at} A-T factors", rule) > at:
        return
    table, roll = d.book.fire, _roll(d, owner, number, "an A-T mine")
    armor = d.book.combatants.get(counter.key, NOTHING).aerial if counter.afv else 0
    deadly = killed(table.result(STRONGEST, roll + armor))
    if not counter.afv:
        wreck(d, owner, number, burns=deadly >= BURNS)
    elif deadly:
        wreck(d, owner, number, burns=deadly >= BURNS_AFV)
    else:
        stop(d, side, owner, number, table.result(COLLATERAL, roll), crew=False)


def _roll(d: Draft, owner: int, number: int, what: str) -> int:
    roll = d.roll(6) + d.roll(6)
    d.say("mines", f"{d.log_name(owner, number)}: {what}, {roll}", d.book.cite("mines.vehicles"))
    return roll


def stop(d: Draft, side: int, owner: int, number: int, result: str, crew: bool = True) -> None:
    """The vehicle is immobilized, and the attack reaches those who are not under armor. Who would break is
    unloaded in Good Order."""
    d.mark(owner, number, on=Mark.IMMOBILE)
    rule, counter = d.book.cite("mines.vehicles"), d.counter(owner, number)
    riders = passengers(d, owner, number)
    for man in checks.fire(d, owner, riders, result, FATE, rule):
        d.change(owner, man, holder=-1)
    if crew and not counter.afv:
        _hit_crew(d, side, owner, number, result)


def _hit_crew(d: Draft, side: int, owner: int, number: int, result: str) -> None:
    """Those who serve a vehicle without armor: unless they break or are lost, they stay in it."""
    served = d.pieces[owner][number].holder
    inside = dismount(d, owner, number)
    if inside is None:
        d.mark(owner, number, off=Mark.ABANDONED)
        return
    broken = checks.fire(d, side, [inside], result, FATE, d.book.cite("mines.vehicles"))
    if broken or d.pieces[side][inside].is_out:
        return
    if served >= 0:
        d.change(side, inside, where=Where.ABOARD, space=NOWHERE, level=0)
        d.change(owner, number, holder=inside)
    else:
        d.pieces[side].pop()
    d.mark(owner, number, off=Mark.ABANDONED)


def wreck(d: Draft, owner: int, number: int, burns: bool) -> None:
    """The vehicle is eliminated; unless it burns, those in it may survive, an armor leader with the crew."""
    piece, counter = d.pieces[owner][number], d.counter(owner, number)
    survival = d.book.combatants.get(counter.key, NOTHING).survival
    for man in passengers(d, owner, number):
        if burns or not _survives(d, survival, d.log_name(owner, man)):
            d.lose(owner, man, FATE)
        else:
            d.change(owner, man, holder=-1)
    manned = bool(counter.crew) and not piece.has(Mark.ABANDONED)
    if manned and not burns and _survives(d, survival, f"the crew of {d.log_name(owner, number)}"):
        dismount(d, owner, number)
    for leader in aboard(d, owner, number):
        d.lose(owner, leader, FATE)
    d.lose(owner, number, FATE)
    leave_wreck(d, piece, Works.BURNING_WRECK if burns else Works.WRECK)


def _survives(d: Draft, survival: int, text: str) -> bool:
    roll = d.roll(6) + d.roll(6)
    d.say("survival", f"{text}: {roll} against {survival}", d.book.cite("mines.vehicles"))
    return roll <= survival


def passes_mines(d: Draft, unit: Unit, space: int) -> bool:
    """A minefield's attack on who leaves or enters it. Does he go on?"""
    side, number = piece_of(unit)
    ap = max((w.ap for w in d.works if w.what is Works.MINES and w.space == space), default=0)
    if not ap:
        return True
    rule, roll = d.book.cite("mines.attack"), d.roll(6) + d.roll(6)
    result = d.book.fire.result(ap, roll)
    d.say("mines", f"{d.log_name(side, number)} in a minefield: {roll}, {result}", rule)
    broken = checks.fire(d, side, [number], result, FATE, rule)
    for one in broken:
        d.mark(side, one, on=Mark.BROKEN)
    return not broken and not d.pieces[side][number].is_out
