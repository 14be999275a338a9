"""Positions that no game came to: units strewn over a part of the map, with marks, markers and cards by lot.

What the rules say of them is reckoned once more, hex by hex, in the tests called `reckoned`.
"""

from collections.abc import Iterator
from random import Random

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.deck import DECKS, IMMEDIATE, JOINS, LEAVES, WHOLE, cards, set_of
from berlin.games.noretreat.board.ground import (
    ALL_OBJECTIVES,
    BALKANS,
    CONTROLLED,
    MAP,
    OPEN_SPACES,
    USSR_CITIES,
    Space,
    find_space,
)
from berlin.games.noretreat.board.tables import AXIS, RESET_TURN, SOVIET, TURNS, WEATHERS
from berlin.games.noretreat.board.units import ALL_UNITS, FORM, SIDE, STATIC, VOLKSTURM
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.zones import MAY_ENTER_BALKANS
from berlin.games.noretreat.state.state import (
    BACK,
    BIT,
    BOX,
    DISORGANIZED,
    FIRST_STAGE,
    FLIPPED,
    MOVEMENT,
    RANK,
    UNSUPPLIED,
    Draft,
)
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.kernel.play.dice import key_from_seed

EXTENSION_OPENS = 17
PARTS = (40, 80, 160)


def strewn(seed: int, phase: int = MOVEMENT, turn: int = 0, side: int = -1, near: str = "") -> Draft:
    """A position of a phase; in any turn, of either side and anywhere, if that is not said."""
    rng = Random(seed)
    deck = rng.choice(DECKS)
    d = Draft(GAME.start("war", key_from_seed(seed), {"deck": deck}).state)
    d.frames.clear()
    d.turn = turn or rng.randint(1, len(TURNS) - 1)
    d.stage = FIRST_STAGE[rng.choice(BOTH) if side < 0 else side] + phase
    d.extended = d.turn >= EXTENSION_OPENS or rng.random() < 0.3
    d.oil, d.gg, d.warsaw = (rng.choice((0, 0, d.turn - 1, d.turn)) for _ in range(3))
    d.weathers = bytes(rng.randrange(len(WEATHERS)) for _ in d.weathers)
    d.blitz, d.shock = rng.randint(0, 2), rng.randint(0, 2)
    d.event_vp = rng.randint(-6, 6)
    d.held = sum(1 << rank for rank in range(len(RANK)) if rng.random() < 0.5)
    _burn(d, rng)
    _strew(d, rng, near)
    _deal(d, rng)
    return Draft(d.freeze())


def positions(
    seeds: range, phase: int = MOVEMENT, turn: int = 0, side: int = -1, near: str = ""
) -> Iterator[Draft]:
    return (strewn(seed, phase, turn, side, near) for seed in seeds)


def _burn(d: Draft, rng: Random) -> None:
    cities = bits(USSR_CITIES & ~ALL_OBJECTIVES) if rng.random() < 0.5 else []
    d.scorched = sum(1 << RANK[Space(city)] for city in cities if rng.random() < 0.2)


def _strew(d: Draft, rng: Random, near: str) -> None:
    open_ones = bits(OPEN_SPACES[d.extended])
    centre = find_space(near) if near else rng.choice(open_ones)
    part = sorted(open_ones, key=lambda space: MAP.distance(centre, space))[: rng.choice(PARTS)]
    there: dict[int, list[Unit]] = {}
    for unit in rng.sample(ALL_UNITS, len(ALL_UNITS)):
        d.marks[unit] = 0
        side, place = SIDE[unit], Space(rng.choice(part))
        fits = not BIT[place] & BALKANS or MAY_ENTER_BALKANS[unit]
        full = len(there.get(place, ())) >= TURNS[d.turn].stack[side]
        if not fits or full or any(SIDE[other] != side for other in there.get(place, ())):
            d.where[unit] = rng.choice(list(BOX))
            continue
        there.setdefault(place, []).append(unit)
        d.where[unit] = place
        if BIT[place] & CONTROLLED:
            bit = 1 << RANK[place]
            d.held = d.held | bit if side == SOVIET else d.held & ~bit
        d.marks[unit] = _marks(unit, rng)
    own = [space for space, units in there.items() if SIDE[units[0]] == AXIS]
    d.works = tuple(sorted(Space(space) for space in rng.sample(own, min(len(own), rng.randint(0, 2)))))
    theirs = [space for space, units in there.items() if SIDE[units[0]] == SOVIET]
    d.roomy = tuple(sorted(Space(space) for space in rng.sample(theirs, min(len(theirs), 2))))


def _marks(unit: Unit, rng: Random) -> int:
    marks = 0
    if FORM[unit] != "single" and rng.random() < 0.4:
        marks |= BACK
    if not STATIC[unit] and not VOLKSTURM[unit] and rng.random() < 0.2:
        marks |= UNSUPPLIED
    for mark in (DISORGANIZED, FLIPPED):
        if rng.random() < 0.15:
            marks |= mark
    return marks


def _deal(d: Draft, rng: Random) -> None:
    reset = d.turn >= RESET_TURN
    d.gone = LEAVES[d.deck] if reset else JOINS[d.deck]
    d.pile = WHOLE[d.deck] & ~d.gone
    d.discards.clear()
    d.aside.clear()
    for seat in BOTH:
        able = cards(d.deck, d.pile & ~IMMEDIATE[d.deck][seat])
        d.hands[seat] = set_of(d.deck, rng.sample(able, rng.randint(0, 5)))
        d.pile &= ~d.hands[seat]
    d.discards += bytes(rng.sample(cards(d.deck, d.pile), rng.randint(0, 5)))
    d.pile &= ~set_of(d.deck, d.discards)
