"""The open question in words, with its rule."""

from berlin.games.race.board import BERLIN
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import (
    Advance,
    Attack,
    Battle,
    Bridges,
    Designate,
    Displace,
    EndMoves,
    Enter,
    Fighting,
    Hand,
    Heinrici,
    Logistics,
    Losses,
    Moving,
    Reserving,
    Retreat,
    Westward,
)
from berlin.games.race.hitler import NORTH
from berlin.games.race.state import DUTY_APPROACH, DUTY_ATTACK, DUTY_CONTACT, Position, names, zone_name
from berlin.games.race.units import FORMATIONS, KEYS
from berlin.kernel.frames import asked
from berlin.kernel.scene import Prompt

TASKS = {
    DUTY_ATTACK: "attack",
    DUTY_CONTACT: "move next to the Soviets",
    DUTY_APPROACH: "move nearer to the Soviets",
}


def prompt(p: Position) -> Prompt | None:
    """Whose decision it is and what is asked; None when the game is over."""
    return asked(p, _question)


def _question(p: Position) -> tuple[str, str]:
    frame = p.frames[-1]
    match frame:
        case Enter(_, formation):
            return f"{FORMATIONS[formation].name} has arrived: where does it enter?", "RFB 2.1.3a"
        case Displace(_, unit, zone):
            return f"{KEYS[unit]} is driven out of {zone_name(zone)}: where does it go?", "RFB 2.2.6b"
        case Logistics(_, spent):
            point = "it is spent" if spent else "one replacement point is to spend"
            return f"Replacements: {point}; units may give up supply for support", "RFB 3.2.1a"
        case Bridges():
            return "The other player's Soviet impulse begins: break the bridges with chit 9?", "RFB event.9a"
        case Designate(_, german, count):
            nation = "German" if german else "Soviet"
            return (
                f"{nation} impulse: activate units ({count} of {p.limit} chosen), then begin{_order(p)}",
                "RFB 4.1.3c",
            )
        case Moving():
            return f"Movement: move the units in movement mode{_order(p)}", "RFB 4.2.1a"
        case Westward(_, unit, passed):
            leave = "may go west" if passed else "may not go west"
            return f"{KEYS[unit]} {leave}: move it, or leave it where it is", "RFB 7.2.2b"
        case Fighting():
            return f"Combat: attack with the units in combat mode{_order(p)}", "RFB 4.2.2a"
        case Attack(_, zone, units):
            rule = "RFB 9.2.1a" if zone in BERLIN else "RFB 8.1.1a"
            return f"Attack on {zone_name(zone)} by {names(units)}: join with others, or roll", rule
        case Heinrici(_, zone):
            return f"{zone_name(zone)} is attacked: play Heinrici and slip away?", "RFB event.1a"
        case Losses(_, units, _, left):
            return f"A step loss ({left} left) among {names(units)}: who takes it?", "RFB 8.2.2a"
        case Retreat(_, zone, units):
            waiting = [unit for unit in units if p.where[unit] == zone]
            return f"Retreat from {zone_name(zone)}: where do {names(waiting)} go?", "RFB 8.3.1a"
        case Advance(_, zone, _, entered):
            more = "who else advances" if entered else "who advances (one must)"
            return f"{zone_name(zone)} is taken: {more}?", "RFB 8.4.1a"
        case Reserving():
            return "Reserves: follow into conquered zones, move on half the points", "RFB 4.2.3b"
        case EndMoves(_, german):
            nation = "Germans" if german else "Soviets"
            return f"End of the turn: {nation} that were not activated may move one zone", "RFB 5.1a"
        case Hand():
            return "Keep the chit for the next turn, or discard it?", "RFB 5.5a"
        case Battle():
            return "", "RFB 8"


def _order(p: Position) -> str:
    """What an order from Hitler still asks for."""
    duty = p.duty
    if not (duty.divisions or duty.armour):
        return ""
    side = "north" if p.order == NORTH else "south"
    tank = ", an armoured one among them" if duty.armour else ""
    return f". Hitler's order ({side}): {max(duty.divisions, 1)} must {TASKS[duty.form]}{tank}"


def caption(p: Position, stage: str, title: str, days: int) -> str:
    """Turn, stage and operations in one line."""
    span = f"{days} day{'s' if days > 1 else ''}"
    seat = f", {SEATS[p.frames[-1].seat].capitalize()} to decide" if p.frames else ""
    return f"Turn {p.turn} ({span}), {stage} {title}, operations {p.operations}{seat}"
