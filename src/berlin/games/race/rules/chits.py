"""2.4 Event chits: who holds which, when each may be played, and where it goes afterwards."""

from typing import Protocol

from berlin.games.race.board.tables import CHIT_NAMES, CHITS, ChitNo
from berlin.games.race.board.units import KONIEV, ZHUKOV
from berlin.games.race.cover import SEATS
from berlin.games.race.state.state import (
    BAG,
    CHIT_NUMBERS,
    OUT,
    Draft,
    Position,
    put,
)
from berlin.kernel.contract.ids import Card, Place, Seat, numbered
from berlin.kernel.contract.rules import Refusal

PLANNED_RETREAT_LAST_TURN = 6
FIRST_SECRET = int(ChitNo.RYBALKO)
NOT_HELD = tuple(
    {
        number: Refusal("RFB 2.4.3", f"{name.capitalize()} does not hold {CHIT_NAMES[number]}")
        for number in CHIT_NUMBERS
    }
    for name in SEATS
)
LEAVES = {ChitNo.ALLIES: "RFB event.3b", ChitNo.PLANNED_RETREAT: "RFB event.4b"}


# By where it is found among the chits: the chit, or none at all by -1.
_HELD = (*numbered(Card, 12), Card(0))


def hidden_chit(p: Position, seat: Seat) -> Card:
    """The secret chit in a hand, or 0. Heinrici lies open."""
    return _HELD[p.chits.find(seat + 1, FIRST_SECRET)]


def in_bag(p: Position) -> list[Card]:
    return [number for number in CHIT_NUMBERS if p.chits[number] == BAG]


def draw_chits(d: Draft) -> None:
    """A.4: whoever has no secret chit draws one, Koniev first."""
    clear_bag(d)
    for seat in (KONIEV, ZHUKOV):
        bag = in_bag(d)
        if hidden_chit(d, seat) or not bag:
            continue
        number = bag[d.roll(len(bag)) - 1]
        d.chits = put(d.chits, number, seat + 1)
        name = SEATS[seat].capitalize()
        d.whisper(
            "draw",
            seat,
            f"{name} draws {CHIT_NAMES[number]}",
            f"{name} draws a chit",
            "RFB 2.4.2a",
        )


class Clock(Protocol):
    """What a chit's life depends on; open to everybody."""

    @property
    def turn(self) -> int: ...
    @property
    def halted(self) -> bool: ...


def dead(p: Clock, number: Card) -> bool:
    """2.4.4: a chit that can no longer be played and leaves the game instead of going back."""
    if number == ChitNo.ALLIES:
        return p.halted
    return number == ChitNo.PLANNED_RETREAT and p.turn > PLANNED_RETREAT_LAST_TURN


def put_back(d: Draft, number: Card, played: bool) -> None:
    """Where a chit goes that was played or discarded."""
    if dead(d, number) or (played and CHITS[number].once):
        d.chits = put(d.chits, number, OUT)
    else:
        d.chits = put(d.chits, number, BAG)


def clear_bag(d: Draft) -> None:
    """Chits that have become dead leave the bag."""
    for number in LEAVES:
        if d.chits[number] == BAG and dead(d, number):
            d.chits = put(d.chits, number, OUT)
            d.say("discard", f"{CHIT_NAMES[number]} is taken out of the bag", LEAVES[number])


def announce(d: Draft, seat: Seat, number: Card, effect: str, *zones: Place) -> None:
    """A chit is played, in these zones: told to all, and put where it goes."""
    chit = CHITS[number]
    name = SEATS[seat].capitalize()
    d.say("chit", f"{name} plays {CHIT_NAMES[number]}: {effect}", chit.rule, data=(number, seat, *zones))
    if number != ChitNo.HEINRICI:
        put_back(d, number, played=True)


def not_held(p: Position, seat: Seat, number: Card) -> Refusal | None:
    """Why a seat can't play this chit at all."""
    if p.chits[number] != seat + 1:
        return NOT_HELD[seat][number]
    if dead(p, number):
        return Refusal("RFB 2.4.4b", f"{CHIT_NAMES[number]} can no longer be played")
    if number == ChitNo.HEINRICI and p.heinrici == p.turn:
        return Refusal(
            "RFB event.1c",
            f"{CHIT_NAMES[ChitNo.HEINRICI]} was handed over in this turn and sleeps until the next",
        )
    return None


WINDOWS = {
    "soviet": "at the start of its holder's own Soviet impulse, before any activation",
    "german": "at the start of its holder's own German impulse, before any activation",
    "bridges": "at the start of the other player's Soviet impulse",
    "attack": "by the attacking Soviet player, before the die",
    "combat": "by the German side in a combat, before the die",
}


def wrong_time(number: Card) -> Refusal:
    """The refusal of a chit played outside its window."""
    return Refusal("RFB event.timing", f"{CHIT_NAMES[number]} is played {WINDOWS[CHITS[number].window]}")
