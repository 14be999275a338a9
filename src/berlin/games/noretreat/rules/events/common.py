"""What many events do: to the battle at hand, to units at the end of movement, to the piles."""

from collections.abc import Iterable
from itertools import chain

from berlin.games.noretreat.board.deck import bit
from berlin.games.noretreat.board.ground import spaces_of
from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.board.tables import HALVES, NO_CARD, Half
from berlin.games.noretreat.board.units import SIDE
from berlin.games.noretreat.rules.combat.battle import battle_of, change_battle
from berlin.games.noretreat.rules.combat.reckoning import outcome
from berlin.games.noretreat.rules.conditions import is_no_fort, is_on_map, is_own, lacks, stands_in
from berlin.games.noretreat.rules.movement import Move, move_limits, reach
from berlin.games.noretreat.rules.question import DONE
from berlin.games.noretreat.rules.zones import ezoc, full
from berlin.games.noretreat.state.state import MOVED, Draft, place_name
from berlin.kernel.contract.ids import Card, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, refusal, refuse


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


def shift_conditions(d: Draft, seat: Seat, rule: str) -> tuple[Condition[Unit], ...]:
    """On the map, mobile, not in an enemy zone, and not moved by this event yet."""
    return (
        is_own(d, seat, rule),
        is_on_map(d, rule),
        lacks(d, MOVED, rule, "has moved by this card"),
        is_no_fort(d, rule, "is a fort and never moves"),
        stands_in(d, ~ezoc(d, seat), rule, "is in an enemy zone of control"),
    )


def moves(d: Draft, units: list[Unit], points: int) -> list[Act]:
    """The moves of these units with so many points, and the end of them."""
    found: list[Act] = []
    for unit in units:
        crowded = full(d, SIDE[unit])
        for via, board in reach(d, unit, points):
            found += [Move(unit, space, via) for space in spaces_of(board & ~crowded)]
    return [*found, DONE]


def refuse_move(d: Draft, who: Iterable[Condition[Unit]], move: Move, points: int) -> Refusal:
    """Why a unit of which this must hold does not make a move."""
    # Who comes back to where he stood counts as another unit there.
    room = Limit(~full(d, SIDE[move.unit]), "NR 8.stack", "there is no room for another unit")
    ways = chain(move_limits(d, move.unit, move.via, points), (room,))
    return refusal(who, move.unit) or refuse(ways, move.space)


# Cards.


def used(d: Draft, half: Half) -> Card:
    """The card that brought an event just played: it lies in the discards, under what was played since."""
    for card in reversed(d.discards):
        own = HALVES[card][half.side]
        if own.copies or own.number == half.number:
            return Card(card)
    return NO_CARD


def take_discard(d: Draft, seat: Seat, card: Card, rule: str) -> None:
    """A card goes from the discards to a hand; it sleeps until the next phase."""
    d.discards.remove(card)
    d.hands[seat] |= bit(d.deck, card)
    d.barred |= bit(d.deck, card)
    d.say("cards", f"{card_name(card, seat)} is taken to hand", rule)


def capture(d: Draft, seat: Seat, card: Card, rule: str) -> None:
    """A cancelled card is taken, unless it is one that nobody of this side ever holds."""
    if card in d.discards and not HALVES[card][seat].immediate:
        take_discard(d, seat, card, rule)
