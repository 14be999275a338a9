"""What many events do: to the battle at hand, to units at the end of movement, to the piles."""

from typing import Any

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.deck import bit
from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.board.tables import HALVES, Half
from berlin.games.noretreat.board.units import SIDE
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.reckoning import outcome
from berlin.games.noretreat.rules.movement import reach, why_not_move
from berlin.games.noretreat.rules.zones import fixed, full, in_ezoc
from berlin.games.noretreat.state.actions import DONE, Action, Move
from berlin.games.noretreat.state.state import MOVED, SIZE, Draft, place_name
from berlin.kernel.contract.rules import Refusal


def battle_of(d: Draft) -> Battle:
    """The battle that is being fought."""
    return next(frame for frame in reversed(d.frames) if isinstance(frame, Battle))


def change_battle(d: Draft, **changes: Any) -> None:
    for at in reversed(range(len(d.frames))):
        frame = d.frames[at]
        if isinstance(frame, Battle):
            d.frames[at] = replace(frame, **changes)
            return


def result_so_far(d: Draft) -> str:
    """What the die says as things stand."""
    return outcome(d, battle_of(d))


def reroll(d: Draft, rule: str) -> None:
    """The combat die is rolled again; the second roll stands."""
    where = place_name(battle_of(d).space)
    change_battle(d, die=d.die("combat", f"{where}, rolled again", rule))


def shift_after_roll(d: Draft, columns: int) -> None:
    """The same die is read on another column."""
    change_battle(d, shift=battle_of(d).shift + columns)


def change_result(d: Draft, result: str) -> None:
    change_battle(d, result=result)


# Moves of some units outside the Movement phase.


def may_shift(d: Draft, seat: int, unit: int) -> bool:
    """On the map, mobile, not in an enemy zone, and not moved by this event yet."""
    return (
        SIDE[unit] == seat
        and d.where[unit] < SIZE
        and not d.marks[unit] & MOVED
        and not fixed(d, unit)
        and not in_ezoc(d, unit)
    )


def moves(d: Draft, units: list[int], points: int) -> list[Action]:
    """The moves of these units with so many points, and the end of them."""
    found: list[Action] = []
    for unit in units:
        crowded = full(d, SIDE[unit])
        for via, board in reach(d, unit, points):
            found += [Move(unit, space, via) for space in bits(board & ~crowded)]
    return [*found, DONE]


def refuse_move(d: Draft, units: list[int], action: Action, points: int, rule: str) -> Refusal:
    if isinstance(action, Move):
        if action.unit not in units:
            return Refusal(rule, f"{d.named(action.unit)} may not move by this card")
        return why_not_move(d, action.unit, action.space, action.via, points)
    return Refusal(rule, "move units by this card, or finish")


# Cards.


def used(d: Draft, half: Half) -> int:
    """The card that brought an event just played: it lies in the discards, under what was played since."""
    for card in reversed(d.discards):
        own = HALVES[card][half.side]
        if own.copies or own.number == half.number:
            return card
    return 0


def take_discard(d: Draft, seat: int, card: int, rule: str) -> None:
    """A card goes from the discards to a hand; it sleeps until the next phase."""
    d.discards.remove(card)
    d.hands[seat] |= bit(d.deck, card)
    d.barred |= bit(d.deck, card)
    d.say("cards", f"{card_name(card, seat)} is taken to hand", rule)


def capture(d: Draft, seat: int, card: int, rule: str) -> None:
    """A cancelled card is taken, unless it is one that nobody of this side ever holds."""
    if card in d.discards and not HALVES[card][seat].immediate:
        take_discard(d, seat, card, rule)
