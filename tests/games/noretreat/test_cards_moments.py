"""No Retreat!: every event at its moment and at no other, by its side alone, with its icon, from its turn."""

import pytest

from berlin.games.noretreat.board.deck import STANDARD, bit
from berlin.games.noretreat.board.tables import AXIS, HALVES, LONE_MOMENTS, MOMENTS, SOVIET
from berlin.games.noretreat.game import CARD_EVENTS
from berlin.games.noretreat.rules.cards.windows import could_play, refusal
from berlin.games.noretreat.rules.events.registry import EVENTS, event_of
from berlin.games.noretreat.state.state import FIRST_STAGE, Draft, State
from berlin.kernel.contract.ids import BOTH, Card, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.proof.mark import rule

# When each half is played, by card: Axis, Soviet. c: Card Phase, o: Organization, m: in Movement, e: at its
# end, s: start of combat, b: counterblows, r: before the roll, a: after it, v: advance, x: end of combat,
# q: Removals, p: end of any phase, u: after a replacement; capitals in the enemy's player turn. A word stands
# for itself; - is no event of its own.
WHEN = """
1 rRB pP       | 2 copy o     | 3 o sS       | 4 A RA        | 5 c O        | 6 rqQ o
7 U o          | 8 sS co      | 9 ! sudden+c | 10 E S        | 11 ! R       | 12 - !
13 c !         | 14 cancel A  | 15 bs xX     | 16 aA R       | 17 mv r      | 18 checked cC
19 S C         | 20 ! c       | 21 rR r      | 22 c rR       | 23 C r       | 24 S c
25 o cC        | 26 B copy    | 27 r r       | 28 A r        | 29 R x       | 30 o A
31 cancel U    | 32 A c       | 33 r c       | 34 S cancel   | 35 c e       | 36 B cancel
37 r B         | 38 R o       | 39 eE s      | 40 sudden+c ! | 41 o E       | 42 c A
43 E aA        | 44 a cC      | 45 c !       | 46 ! r        | 47 ! r       | 48 o !
49 o !         | 50 ! r       | 51 ! a       | 52 A !        | 53 - !       | 54 ! r
"""
LETTERS = {
    "c": "card", "o": "organization", "m": "move", "e": "moved", "s": "combat", "b": "blows", "r": "before",
    "a": "after", "v": "advance", "x": "combat-end", "q": "removals", "p": "phase-end", "u": "replaced",
}  # fmt: skip
AXIS_ICON = {
    AXIS: (3, 5, 6, 12, 14, 17, 18, 33, 36, 37, 42, 43, 44),
    SOVIET: (1, 2, 4, 7, 9, 10, 11, 15, 16),
}
SOVIET_ICON = {
    AXIS: (8, 19, 22, 25, 30, 34, 35, 40, 41),
    SOVIET: (21, 23, 24, 26, 27, 28, 29, 31, 32, 38, 39),
}
FROM_TURN = {(8, SOVIET): 6, (23, SOVIET): 12, (35, AXIS): 17}


def _expected(word: str) -> set[str]:
    if word in ("copy", "checked", "cancel"):
        return {word}
    if word == "sudden+c":
        return {"sudden", "card:own"}
    if word == "!":
        return {"drawn"}
    if word == "-":
        return {"pay"}
    return {f"{LETTERS[letter.lower()]}:{'own' if letter.islower() else 'enemy'}" for letter in word}


def _table() -> dict[tuple[Card, Seat], set[str]]:
    found = {}
    for cell in WHEN.replace("\n", "|").split("|"):
        if cell.split():
            number, *words = cell.split()
            for side, word in zip(BOTH, words, strict=True):
                found[Card(int(number)), side] = _expected(word)
    return found


EXPECTED = _table()
CASES = sorted(EXPECTED)


def holding(turn: int, card: Card, side: Seat, phasing: int) -> Draft:
    """A side holds a card, and nothing else is known or drawn."""
    d = Draft(State())
    d.deck, d.turn, d.stage = STANDARD, turn, FIRST_STAGE[phasing]
    d.hands[side] = bit(d.deck, card)
    return d


def refused(turn: int, card: Card, side: Seat, kind: str, phasing: int) -> Refusal:
    """Why a card can't be played at a moment in a way that it never has."""
    found = refusal(holding(turn, card, side, phasing), side, card, kind, "no such way")
    assert found is not None
    return found


@rule("NR 5.halves", "NR 5.use.event")
def test_every_half_has_its_event() -> None:
    assert len(EXPECTED) == 108
    assert len(CARD_EVENTS) == 7
    for card, side in CASES:
        assert (event_of(card, side) is None) == (EXPECTED[card, side] == {"copy"})
    assert len(EVENTS) == 106


@rule("NR 5.use.event", "NR 5.window")
@pytest.mark.parametrize(("card", "side"), CASES)
def test_an_event_has_its_moments_and_no_others(card: Card, side: Seat) -> None:
    half = HALVES[card][side]
    assert set(half.windows) == EXPECTED[card, side]
    turn = 8 if card in AXIS_ICON[side] else 18
    for kind in (*MOMENTS, "checked", "sudden", "cancel"):
        for phasing in (AXIS, SOVIET):
            now = kind if kind in LONE_MOMENTS else f"{kind}:{'own' if phasing == side else 'enemy'}"
            fits = now in EXPECTED[card, side]
            found = refused(turn, card, side, kind, phasing)
            assert found.rule == ("NR 5.immediate" if half.immediate else half.rule)
            # At its moment only the way is wrong.
            assert ("is played for another purpose" in found.reason) is fits
            assert could_play(holding(turn, card, side, phasing), side, kind) is fits


@rule("NR 5.initiative")
@pytest.mark.parametrize(("card", "side"), CASES)
def test_an_icon_needs_the_initiative(card: Card, side: Seat) -> None:
    if HALVES[card][side].immediate:
        return
    for turn, holder in ((8, AXIS), (11, AXIS), (12, SOVIET), (20, SOVIET)):
        icon = AXIS_ICON if holder == SOVIET else SOVIET_ICON
        found = refused(turn, card, side, "card", AXIS)
        assert (found.rule == "NR 5.initiative") is (card in icon[side]), turn


@rule("NR card.8.soviet", "NR card.23.soviet", "NR card.35.axis")
@pytest.mark.parametrize(("card", "side"), CASES)
def test_some_events_have_a_first_turn(card: Card, side: Seat) -> None:
    assert HALVES[card][side].from_turn == FROM_TURN.get((Seat(card), Seat(side)), 0)
