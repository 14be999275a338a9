"""What speaks for an action, in plain lines, by the judgements that the staff decides by."""

from berlin.games.noretreat.board.ground import Space
from berlin.games.noretreat.board.names import space_name
from berlin.games.noretreat.board.tables import COLUMNS, HALVES, TOO_LOW
from berlin.games.noretreat.rules.cards.paid_acts import Blow, Entrain, Flip, Place, Reorganize
from berlin.games.noretreat.rules.combat import reckoning
from berlin.games.noretreat.rules.combat.advance import AdvanceTo
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.fighting import Attack, Commit, Join, Roll
from berlin.games.noretreat.rules.combat.retreat import RetreatTo
from berlin.games.noretreat.rules.combat.targets import Countering, Target, marked
from berlin.games.noretreat.rules.movement import Move, Moving
from berlin.games.noretreat.rules.question import Discard, Done, Pass, Play
from berlin.games.noretreat.rules.rail import Detrain
from berlin.games.noretreat.rules.supply import ALWAYS
from berlin.games.noretreat.staff.assault import Assault, plan
from berlin.games.noretreat.staff.odds import FREQUENCY
from berlin.games.noretreat.staff.orders import Orders
from berlin.games.noretreat.staff.outlook import Outlook
from berlin.games.noretreat.staff.posts import danger, guard
from berlin.games.noretreat.staff.prizes import POINT
from berlin.games.noretreat.state.state import SIZE, Draft, State
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.play.acts import Act

MOST = 4
# By how much a space must be more dangerous to be told, and nearer to the enemy's cities.
RISKY, NEARER = 1.0, 0.5


def reasons(state: State, action: Act) -> tuple[str, ...]:
    """Up to four short lines; empty where nothing was weighed."""
    d = Draft(state)
    return tuple(_lines(Outlook(d, d.frames[-1].seat), action)[:MOST])


def _lines(o: Outlook, action: Act) -> list[str]:
    top = o.d.frames[-1]
    match action:
        case Move(unit, space, via):
            return _attackers(o, top, unit, space) + _arrival(o, unit, space, via)
        case AdvanceTo(unit, space) | RetreatTo(unit, space) | Place(unit, space) | Detrain(unit, space):
            return _arrival(o, unit, space, ())
        case Target(space) | Attack(space):
            return _planned(o, space)
        case Join(unit) if isinstance(top, Battle):
            return _odds(o, Battle(top.seat, top.space, (*top.units, unit), marker=top.marker))
        case Roll() if isinstance(top, Battle):
            return _odds(o, top)
        case Commit() if isinstance(top, Battle):
            return [
                "a marker betters the odds",
                *_odds(o, Battle(top.seat, top.space, top.units, marker=True)),
            ]
        case Blow() if isinstance(top, Countering):
            return ["the enemy next to it must attack here, and nowhere else"]
        case Entrain(unit):
            return [f"{o.d.named(unit)} is of more use elsewhere"]
        case Flip(unit) | Reorganize(unit):
            return [f"{o.d.named(unit)} is stronger where it is needed"]
        case Play(card):
            return [f"{HALVES[card][o.side].name} is worth more now than later"]
        case Discard(card):
            return [f"{HALVES[card][o.side].name} is of least use"]
        case Done() | Pass():
            return ["nothing else here is worth doing"]
        case _:
            return []


def _attackers(o: Outlook, top: object, unit: Unit, space: Space) -> list[str]:
    """With whom a unit goes up to attack what."""
    if not isinstance(top, Moving):
        return []
    for assault in Orders(o, top).assaults:
        if assault.party.get(unit) == space:
            return [f"goes up to attack {space_name(assault.space)}{_company(o, assault, unit)}"]
    return []


def _company(o: Outlook, assault: Assault, unit: Unit) -> str:
    others = ", ".join(o.d.named(other) for other in assault.party if other != unit)
    return f" together with {others}" if others else ""


def _planned(o: Outlook, space: Space) -> list[str]:
    for assault in plan(o, False, len(COLUMNS), (*marked(o.d), space)):
        if assault.space == space:
            return _odds(o, Battle(o.side, space, tuple(assault.party)))
    return []


def _odds(o: Outlook, b: Battle) -> list[str]:
    d, name = o.d, space_name(b.space)
    column = reckoning.final(d, b) if b.units else TOO_LOW
    if column == TOO_LOW:
        return [f"the odds against {name} are hopeless"]
    chances = FREQUENCY[reckoning.table(d, b)][column]
    taken = o.mark(b.space).taken
    good = sum(chances[result] for result in taken)
    lines = [f"attacks {name} at {COLUMNS[column]}: drives the defender out in {good} of 6 rolls"]
    if chances["EX"]:
        lines.append(f"costs both sides a step in {chances['EX']} of 6 rolls")
    if o.prizes >> b.space & 1:
        lines.append(f"{name} is worth {_points(o, b.space)}")
    if chances["CA"]:
        lines.append(f"but is struck back in {chances['CA']} of 6 rolls")
    return lines


def _arrival(o: Outlook, unit: Unit, space: Space, via: tuple[Space, ...]) -> list[str]:
    d, here = o.d, o.d.where[unit]
    lines = [
        f"takes {space_name(taken)}: {_points(o, taken)}" for taken in (*via, space) if o.prizes >> taken & 1
    ]
    if guard(o, unit, space):
        lines.append(f"guards {space_name(space)}, which lies open")
    if here < SIZE:
        if o.draw[space] > o.draw[here] + NEARER:
            lines.append("comes nearer to what is to be taken")
        if danger(o, unit, space) + RISKY < danger(o, unit, here):
            lines.append(f"is safer than in {space_name(here)}")
    if not o.supplied >> space & 1 and not ALWAYS[unit]:
        lines.append("but no supply reaches it there now")
    elif here < SIZE and not o.supplied >> here & 1 and not ALWAYS[unit]:
        lines.append(f"gets {o.d.named(unit)} back into supply")
    if danger(o, unit, space) > RISKY and d.occupied(OTHER[o.side]):
        lines.append("but the enemy may strike it there")
    return lines


def _points(o: Outlook, space: Space) -> str:
    """A prize in victory points, as the staff counts them."""
    points = round(o.worth[space] / POINT)
    return f"{points} victory point{'s' if points != 1 else ''}" if points else "little"
