"""13. The scenarios: what each starts with, and how long it may last."""

from collections.abc import Mapping

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import DECKS, IMMEDIATE, JOINS, KIT, LEAVES, STANDARD, START, bit
from berlin.games.noretreat.board.ground import AT, VP_SPACES_1945
from berlin.games.noretreat.board.tables import (
    AXIS,
    CONTROLS,
    RESET_TURN,
    SCENARIOS,
    SETUPS,
    SOVIET,
)
from berlin.games.noretreat.board.units import FACES, UNITS, find_unit
from berlin.games.noretreat.cover import LAST_OF, SETUP_OF, ends
from berlin.games.noretreat.rules.cards.hand import take_top
from berlin.games.noretreat.state.state import BACK, BOX, RANK, Draft, State, spread
from berlin.kernel.contract.game import BadText

BOX_OF = {name: box for box, name in BOX.items()}
OPTIONS = {"deck": DECKS, "kit": ("yes", "no"), "end": (), "sudden": ("cards",), "returns": ("no",)}


def choices(scenario: str, options: Mapping[str, str]) -> tuple[int, bool, int]:
    """5.deck and 5.deck.option: deck, Na Berlin! and last turn of a game. Raises BadText."""
    if scenario not in SETUP_OF:
        raise BadText(f"{scenario!r} is no scenario of No Retreat! (one of: {', '.join(SETUP_OF)})")
    for name, value in options.items():
        if name not in OPTIONS:
            raise BadText(f"{name!r} is no option of No Retreat! (one of: {', '.join(OPTIONS)})")
        if OPTIONS[name] and value not in OPTIONS[name]:
            raise BadText(f"{name} is one of: {', '.join(OPTIONS[name])}")
    kit = options.get("kit", "yes") == "yes"
    if scenario == "1945" and not kit:
        raise BadText("1945 is played with Na Berlin! only", "NR scenario.list")
    if scenario in LAST_OF and "sudden" in options:
        raise BadText(f"{scenario} is too short for No Surrender", "NR 10.sudden.axis")
    if "returns" in options and (scenario in LAST_OF or not kit):
        raise BadText("the war ends before turn 24, when German improvement does", "NAB 13.0.24.q1")
    deck = DECKS.index(options["deck"]) if "deck" in options else KIT if kit else STANDARD
    return deck, kit, _last(scenario, kit, options.get("end", ""))


def _last(scenario: str, kit: bool, text: str) -> int:
    if not text:
        return LAST_OF.get(scenario, 0)
    if not text.isdecimal() or int(text) not in ends(scenario, kit):
        raise BadText(
            f"end is a turn from the third on, before 21 or 25 or 26, not {text}", "NR scenario.length"
        )
    return int(text)


def set_up(scenario: str, key: bytes, options: Mapping[str, str]) -> State:
    """scenario: the table before Housekeeping of the first turn. Raises BadText."""
    deck, kit, last = choices(scenario, options)
    name = SETUP_OF[scenario]
    opening = SCENARIOS[name]
    where, marks = [0] * UNITS, bytearray(UNITS)
    for start in SETUPS[name]:
        unit = find_unit(start.unit)
        where[unit] = BOX_OF[start.place] if start.place in BOX_OF else AT[start.place]
        marks[unit] = BACK if start.face == FACES[1] else 0
    reset = opening.first >= RESET_TURN
    return replace(
        State(key=key),
        turn=opening.first,
        where=tuple(where),
        marks=bytes(marks),
        held=held_at_start(name),
        event_vp=opening.event_vp,
        tide=opening.high_tide,
        extended=opening.extension == "open",
        oil=opening.first - 1 if opening.oil else 0,
        gg=opening.first - 1 if opening.gg else 0,
        scenario=name,
        deck=deck,
        kit=kit,
        last=last,
        no_surrender="sudden" in options,
        no_returns="returns" in options,
        gone=LEAVES[deck] if reset else JOINS[deck],
        pile=(START[deck] | JOINS[deck]) & ~LEAVES[deck] if reset else START[deck],
    )


def deal(d: Draft) -> None:
    """scenario.hand: two cards each, and none that would be resolved on being drawn."""
    for seat in (AXIS, SOVIET):
        barred = d.pile & IMMEDIATE[d.deck][seat]
        d.pile &= ~barred
        for _ in range(SCENARIOS[d.scenario].hand):
            card = take_top(d)
            d.hands[seat] |= bit(d.deck, card)
        d.pile |= barred


def held_at_start(name: str) -> int:
    return sum(1 << RANK[AT[place]] for place, side in CONTROLS[name].items() if side == SOVIET)


def start_total(name: str, turn: int) -> int:
    """scenario.length: the points that a scenario starts with; what will count in 1945 if it ends then."""
    if turn < RESET_TURN:
        return SCENARIOS[name].total
    return (spread(held_at_start(name)) & VP_SPACES_1945).bit_count()
