"""Minefields at the end of a scenario: who has yet to get out of one."""

from berlin.boards.hexes import bits
from berlin.campaign import checks
from berlin.campaign.aftermath.salvage import leave_wreck
from berlin.campaign.combatants import NOTHING
from berlin.campaign.counters import Counter, Sort
from berlin.campaign.firetable import killed
from berlin.campaign.harm import reduce
from berlin.campaign.holdings import aboard, is_mobile
from berlin.campaign.pieces import NOWHERE, Mark, Piece, Where
from berlin.campaign.refit.vehicles import dismount
from berlin.campaign.retained import keeper
from berlin.campaign.state import Draft
from berlin.campaign.works import Work, Works

STRONGEST = 36
"""The firepower of a mine against a vehicle, and of what it does to those on it."""
COLLATERAL = 16
BURNS_AFV = 4
BURNS = 1
FATE = "lost in a minefield"


def begin(d: Draft) -> None:
    for side in (0, 1):
        for owner in (0, 1):
            for number, piece in list(d.on_map(owner)):
                if d.counter(owner, number).sort is Sort.VEHICLE and keeper(owner, piece) == side:
                    drive(d, side, owner, number)
        for number, _ in list(d.on_map(side)):
            tread(d, side, number)


def fields(d: Draft, space: int) -> list[Work]:
    return [work for work in d.works if work.what is Works.MINES and work.space == space]


def has_way_out(d: Draft, side: int, counter: Counter, piece: Piece, driven: bool) -> bool:
    """Could it leave without a mine's attack, for ground without mines that is not the enemy's? By a
    trailbreak, or on foot by a trench that leads on."""
    here = [work.what for work in d.works if work.space == piece.space]
    chart = d.book.ground.field.chart
    free = chart.neighbours(1 << piece.space) & ~d.control[1 - side]
    free &= ~d.book.ground.shut(d, counter)
    free = sum(1 << space for space in bits(free) if not fields(d, space))
    if Works.TRAILBREAK in here and free:
        return True
    trenches = sum({1 << work.space for work in d.works if work.what is Works.TRENCH and work.space >= 0})
    return not driven and Works.TRENCH in here and bool(trenches & free)


def drive(d: Draft, side: int, owner: int, number: int) -> None:
    """A Mobile vehicle is attacked as if it left: by A-P mines, then by A-T mines if it still can go."""
    piece = d.pieces[owner][number]
    here = fields(d, piece.space)
    if not here or not is_mobile(piece) or has_way_out(d, side, d.counter(owner, number), piece, driven=True):
        return
    for ap in (work.ap for work in here if work.ap):
        _against_men(d, side, owner, number, ap)
    for at in (work.at for work in here if work.at):
        if is_mobile(d.pieces[owner][number]) and not d.pieces[owner][number].is_out:
            _against_tanks(d, side, owner, number, at)


def _roll(d: Draft, owner: int, number: int, what: str) -> int:
    roll = d.draw(6) + d.draw(6)
    d.say("mines", f"{d.counter(owner, number).text}: {what}, {roll}", d.book.closing.mined)
    return roll


def _against_men(d: Draft, side: int, owner: int, number: int, ap: int) -> None:
    """A-P mines can do little to armor."""
    table, roll = d.book.closing.fire, _roll(d, owner, number, f"{ap} A-P factors")
    result = table.result(ap, roll)
    if d.counter(owner, number).afv:
        if killed(result):
            stop(d, side, owner, number, result)
    elif roll < table.kill(ap):
        wreck(d, owner, number, burns=False)
    elif roll == table.kill(ap):
        stop(d, side, owner, number, result)


def _against_tanks(d: Draft, side: int, owner: int, number: int, at: int) -> None:
    """A die of no more than the factors sets a mine off."""
    rule, counter = d.book.closing.mined, d.counter(owner, number)
    if d.die("mines", f"{counter.text}: {at} A-T factors", rule) > at:
        return
    table, roll = d.book.closing.fire, _roll(d, owner, number, "an A-T mine")
    armor = d.book.closing.combatants.get(counter.key, NOTHING).aerial if counter.afv else 0
    deadly = killed(table.result(STRONGEST, roll + armor))
    if not counter.afv:
        wreck(d, owner, number, burns=deadly >= BURNS)
    elif deadly:
        wreck(d, owner, number, burns=deadly >= BURNS_AFV)
    else:
        stop(d, side, owner, number, table.result(COLLATERAL, roll), crew=False)


def stop(d: Draft, side: int, owner: int, number: int, result: str, crew: bool = True) -> None:
    """The vehicle is immobilized, and the attack reaches those who are not under armor. Who would break is
    unloaded in Good Order."""
    d.mark(owner, number, on=Mark.IMMOBILE)
    rule, counter = d.book.closing.mined, d.counter(owner, number)
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
    broken = checks.fire(d, side, [inside], result, FATE, d.book.closing.mined)
    if broken or d.pieces[side][inside].is_out:
        return
    if served >= 0:
        d.change(side, inside, where=Where.ABOARD, space=NOWHERE, level=0)
        d.change(owner, number, holder=inside)
    else:
        d.pieces[side].pop()
    d.mark(owner, number, off=Mark.ABANDONED)


def passengers(d: Draft, owner: int, vehicle: int) -> list[int]:
    return [
        number
        for number, piece in d.on_map(owner)
        if piece.holder == vehicle and d.counter(owner, number).is_personnel and not piece.has(Mark.PRISONER)
    ]


def wreck(d: Draft, owner: int, number: int, burns: bool) -> None:
    """The vehicle is eliminated; unless it burns, those in it may survive, an armor leader with the crew."""
    piece, counter = d.pieces[owner][number], d.counter(owner, number)
    survival = d.book.closing.combatants.get(counter.key, NOTHING).survival
    for man in passengers(d, owner, number):
        if burns or not _survives(d, survival, d.counter(owner, man).text):
            d.lose(owner, man, FATE)
        else:
            d.change(owner, man, holder=-1)
    manned = bool(counter.crew) and not piece.has(Mark.ABANDONED)
    if manned and not burns and _survives(d, survival, f"{counter.text}, crew"):
        dismount(d, owner, number)
    for leader in aboard(d, owner, number):
        d.lose(owner, leader, FATE)
    d.lose(owner, number, FATE)
    leave_wreck(d, piece, Works.BURNING_WRECK if burns else Works.WRECK)


def _survives(d: Draft, survival: int, text: str) -> bool:
    roll = d.draw(6) + d.draw(6)
    d.say("survival", f"{text}: {roll} against {survival}", d.book.closing.mined)
    return roll <= survival


def tread(d: Draft, side: int, number: int) -> None:
    """Infantry in an A-P minefield takes an NTC, or is Casualty Reduced."""
    piece, counter = d.pieces[side][number], d.counter(side, number)
    if not counter.is_personnel or piece.has(Mark.PRISONER) or _is_carried(d, side, piece):
        return
    if not any(work.ap for work in fields(d, piece.space)):
        return
    if has_way_out(d, side, counter, piece, driven=False):
        d.say("mines", f"{counter.text} has a way out of the minefield", d.book.closing.way_out)
    elif not checks.passes(d, side, number, "mines", {"leader": checks.lead(d, side, number)}):
        reduce(d, side, number, FATE, d.book.closing.step)


def _is_carried(d: Draft, side: int, piece: Piece) -> bool:
    return piece.holder >= 0 and d.counter(side, piece.holder).sort is Sort.VEHICLE
