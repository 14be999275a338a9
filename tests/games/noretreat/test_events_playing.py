"""What playing each card does, by a table over the cards: to the battle, the phase, the points, the piles."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace
from tests.games.noretreat.battles_by_hand import battles
from tests.games.noretreat.by_hand import on_map
from tests.games.noretreat.cards import of
from tests.games.noretreat.strewn import strewn

from berlin.games.noretreat.board.deck import bit, cards, set_of
from berlin.games.noretreat.board.ground import AT, BALKANS, FINLAND, USSR
from berlin.games.noretreat.board.tables import AXIS, CLEAR, HALVES, LONG_WINTER, MUD, SNOW, SOVIET
from berlin.games.noretreat.board.units import CADRE, KEYS, RANGES, STATUS, find_unit
from berlin.games.noretreat.rules.cards.hand import Drawing
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.state.state import (
    CARDS,
    CLOSE,
    COMBAT,
    DESTROYED,
    FIRST_STAGE,
    MOVEMENT,
    RAIL,
    SHATTERED,
    SIZE,
    Draft,
    Force,
)
from berlin.kernel.contract.ids import OTHER, Card, Seat
from berlin.kernel.proof.mark import rule

VARIABLE = {3, 4, 5, 6, 9, 10, 12, 15, 16, 17, 18, 21, 22, 23, 24, 25}
TURNED = {CLEAR: MUD, MUD: CLEAR, SNOW: LONG_WINTER, LONG_WINTER: SNOW}


def gained(d: Draft, side: Seat, points: int) -> int:
    """The marker of event points after a gain."""
    holder = AXIS if d.turn < 12 else SOVIET
    return max(-6, min(6, d.event_vp + (points if side == holder else -points)))


BATTLE: dict[tuple[int, Seat], tuple[dict[str, object], int]] = {
    (16, AXIS): ({"die": 5}, 0),
    (43, SOVIET): ({"die": 5}, 0),
    (44, AXIS): ({"die": 5}, 0),
    (28, AXIS): ({"shift": -3}, 0),
    (30, SOVIET): ({"shift": -3}, 0),
    (32, AXIS): ({"result": "CA!"}, 0),
    (42, SOVIET): ({"result": "CA!"}, 0),
    (52, AXIS): ({"result": "CA!"}, 1),
    (4, AXIS): ({"result": "DR"}, 0),
    (14, SOVIET): ({"result": "EX"}, 0),
}
JOINING = {(6, AXIS): 0, (11, SOVIET): 0, (16, SOVIET): 0, (21, AXIS): 0, (21, SOVIET): 0, (23, SOVIET): 0}
JOINING |= {(27, AXIS): 0, (27, SOVIET): 0, (28, SOVIET): 0, (29, AXIS): 0, (33, AXIS): 0, (37, AXIS): 0}
JOINING |= {
    (38, AXIS): 0,
    (46, SOVIET): 1,
    (47, SOVIET): 0,
    (50, SOVIET): 1,
    (51, SOVIET): 1,
    (54, SOVIET): 0,
}
JOINING |= {(4, SOVIET): 0}


@rule("NR card.16.axis", "NR card.43.soviet", "NR card.44.axis", "NR card.28.axis", "NR card.30.soviet")
@rule("NR card.32.axis", "NR card.42.soviet", "NR card.52.axis", "NR card.4.axis", "NR card.14.soviet")
@rule("NR 5.window", "NR 5.use.event")
@pytest.mark.parametrize(("card", "side"), BATTLE)
def test_5_what_a_card_changes_after_the_roll(card: int, side: Seat) -> None:
    changes, drawn = BATTLE[card, side]
    d, b = battles(3)[0]
    # A battle that is no more does not matter.
    old = replace(b, die=1)
    d.frames, d.given = [old, replace(b, die=2, shift=-2)], (5,)
    of(card, side).play(d, side, "after:own", "")
    draws = [Drawing(side, drawn)] if drawn else []
    assert d.frames == [old, replace(b, **({"die": 2, "shift": -2} | changes)), *draws]


@rule("NR card.6.axis", "NR card.11.soviet", "NR card.16.soviet", "NR card.21.axis", "NR card.21.soviet")
@rule("NR card.23.soviet", "NR card.27.axis", "NR card.27.soviet", "NR card.28.soviet", "NR card.29.axis")
@rule("NR card.33.axis", "NR card.37.axis", "NR card.38.axis", "NR card.46.soviet", "NR card.47.soviet")
@rule("NR card.50.soviet", "NR card.51.soviet", "NR card.54.soviet", "NR card.4.soviet", "NR 5.use.event")
@pytest.mark.parametrize(("card", "side"), JOINING)
def test_5_a_card_that_is_played_before_the_roll_is_in_force_in_the_battle(card: int, side: Seat) -> None:
    d, b = battles(4)[0]
    other = Force(2, -1)
    d.frames = [replace(b, forces=(other,))]
    event = of(card, side)
    event.play(d, side, "before:own", "shift" if card == 6 else "")
    battle = d.frames[0]
    assert isinstance(battle, Battle)
    data = 1 if card == 51 else -1
    assert battle.forces == (other, Force(event.code, -1, data))
    draws = [frame for frame in d.frames[1:] if isinstance(frame, Drawing) and frame.left]
    assert draws == ([Drawing(side, JOINING[card, side])] if JOINING[card, side] else [])


PHASE = {(8, AXIS): COMBAT, (10, SOVIET): COMBAT, (19, AXIS): COMBAT, (24, AXIS): COMBAT, (34, AXIS): COMBAT}
PHASE |= {(39, SOVIET): COMBAT}


@rule("NR card.8.axis", "NR card.10.soviet", "NR card.19.axis", "NR card.24.axis", "NR card.34.axis")
@rule("NR card.39.soviet", "NR card.3.soviet", "NR card.22.soviet")
@pytest.mark.parametrize(("card", "side"), PHASE)
def test_5_a_card_that_is_in_force_to_the_end_of_the_phase(card: int, side: Seat) -> None:
    for stage in (FIRST_STAGE[AXIS] + COMBAT, FIRST_STAGE[SOVIET] + COMBAT):
        d, old = strewn(card), Force(1, 3, 3)
        d.stage, d.forces = stage, (old,)
        d.reach[RANGES[AXIS][0]] = []
        of(card, side).play(d, side, "combat:own", "armor")
        assert list(d.forces) == [old, Force(of(card, side).code, stage, -1)]
        assert not d.reach
    for way, data in (("left", -1), ("right", 1)):
        d = strewn(card)
        of(3, SOVIET).play(d, SOVIET, "combat:own", way)
        assert d.forces == (Force(of(3, SOVIET).code, d.stage, data),)
    for way, table in (("axis", AXIS), ("soviet", SOVIET)):
        d, b = battles(5)[0]
        d.frames, d.forces = [b], (old,)
        of(22, SOVIET).play(d, SOVIET, "before:own", way)
        assert list(d.forces) == [Force(of(22, SOVIET).code, d.stage, 2 * b.space + table), old]


# By card: who must attack, how often, or loses how many points; and what is drawn.
QUOTAS = {(13, AXIS): (AXIS, 4, 1, 3), (19, SOVIET): (AXIS, 3, 2, 0), (20, SOVIET): (SOVIET, 4, 2, 4)}
QUOTAS |= {(23, AXIS): (SOVIET, 4, 1, 0)}


@rule("NR card.13.axis", "NR card.19.soviet", "NR card.20.soviet", "NR card.23.axis", "NR 10.vp.event")
@pytest.mark.parametrize(("card", "side"), QUOTAS)
def test_5_so_many_attacks_are_made_or_points_are_lost(card: int, side: Seat) -> None:
    ordered, attacks, points, drawn = QUOTAS[card, side]
    event = of(card, side)
    for made in range(7):
        for turn in (7, 15):
            d = strewn(made, CARDS, turn)
            d.event_vp = 0
            event.play(d, side, "card:own", "")
            force = Force(event.code, FIRST_STAGE[ordered] + COMBAT, -1)
            assert d.forces == (force,)
            assert [frame for frame in d.frames if frame.left] == (  # type: ignore[attr-defined]
                [Drawing(side, drawn)] if drawn else []
            )
            d.attacks = made
            lost = gained(d, OTHER[ordered], points) if made < attacks else 0
            event.lapse(d, force)
            assert d.event_vp == lost
    weathers = {13: ("clear",), 20: ("clear", "snow")}.get(card, ("clear", "mud", "snow", "long"))
    for seed in range(20):
        d = strewn(seed, CARDS)
        assert (event.refuse(d, side, "card:own", "") is None) is (d.weather.key in weathers)


@rule("NR card.9.axis", "NR card.11.axis", "NR card.12.soviet", "NR card.13.soviet", "NR 11.weather.variable")
@rule("NR 11.weather.flip")
@pytest.mark.parametrize("turn", range(1, 29))
def test_11_the_weather_that_a_card_brings(turn: int) -> None:
    after = [later for later in sorted(VARIABLE) if later > turn]
    for card, side, weather in ((12, SOVIET, MUD), (13, SOVIET, SNOW), (11, AXIS, -1)):
        d = strewn(turn, CARDS, turn)
        before = bytearray(d.weathers)
        if weather < 0 and turn in VARIABLE:
            before[turn] = TURNED[before[turn]]
        if weather >= 0 and after:
            before[after[0]] = weather
        of(card, side).play(d, side, "drawn", "")
        assert d.weathers == bytes(before)
    d = strewn(turn, CARDS, turn)
    of(9, AXIS).play(d, AXIS, "drawn", "")
    words = ["say this"] * (turn in VARIABLE) + ["say next"] * bool(after)
    assert len(d.frames) == bool(words)
    for number in range(len(words) + (len(words) > 1) + 1 if words else 0):
        now = Draft(d.freeze())
        pick = now.frames[-1]
        answers = pick.answers(now)
        assert len(answers) == len(words) + (len(words) > 1) + 1
        due, act = bytearray(now.weathers), answers[number]
        said = ([*words, "both"] if len(words) > 1 else words)[number : number + 1]
        turns = [turn] * (said in (["say this"], ["both"])) + after[:1] * (said in (["say next"], ["both"]))
        for one in turns:
            due[one] = TURNED[due[one]]
        pick.carry_out(now, act)
        assert (now.weathers, now.frames) == (bytes(due), [])


def bunker(d: Draft) -> bool:
    return d.where[find_unit("BerG")] == AT["Berlin"]


def in_ussr(d: Draft) -> bool:
    return any(USSR >> d.where[u] & 1 and KEYS[u] != "Fin" for u in on_map(d, AXIS))


def soviet_owns(key: str) -> Callable[[Draft], bool]:
    return lambda d: d.owner(AT[key]) == SOVIET


VERDICTS: dict[tuple[int, Seat], tuple[Callable[[Draft], bool], int]] = {
    (45, SOVIET): (soviet_owns("Budapest"), 1),
    (46, AXIS): (bunker, 1),
    (47, AXIS): (in_ussr, 1),
    (48, SOVIET): (lambda d: d.owner(FINLAND) == SOVIET, 0),
    (49, SOVIET): (lambda d: AT["Bucharest"] in {d.where[u] for u in on_map(d, SOVIET)}, 1),
    (50, AXIS): (lambda d: d.owner(AT["Konigsberg"]) == AXIS, 1),
    (52, SOVIET): (lambda d: soviet_owns("Belgrade")(d) or not BALKANS & ~d.owned(SOVIET), 0),
}


@rule("NR card.45.soviet", "NR card.46.axis", "NR card.47.axis", "NR card.48.soviet", "NR card.49.soviet")
@rule("NR card.50.axis", "NR card.52.soviet", "NR 10.vp.event")
@pytest.mark.parametrize(("card", "side"), VERDICTS)
def test_5_a_point_if_something_holds_and_one_for_the_other_if_not(card: int, side: Seat) -> None:
    holds, otherwise = VERDICTS[card, side]
    seen = set()
    for seed in range(40):
        d = strewn(seed, CARDS, 24, near=("Berlin", "Bucharest", "Kiev")[seed % 3])
        if seed % 4 == 0:
            d.put(find_unit("BerG"), AT["Berlin"])
        d.event_vp = seed % 5 - 2
        true = holds(d)
        due = gained(d, side, 1) if true else gained(d, OTHER[side], otherwise)
        of(card, side).play(d, side, "drawn", "")
        assert d.event_vp == due
        seen.add(true)
    assert seen == {True, False}


@rule("NR card.45.axis", "NR card.30.axis", "NR card.42.axis", "NR card.20.axis", "NR card.40.soviet")
@rule(
    "NR card.53.soviet",
    "NR card.54.axis",
    "NR card.25.axis",
    "NR card.33.soviet",
    "NR 5.reshuffle",
    "NR 5.once",
)
def test_5_what_cards_do_to_the_piles_the_markers_and_the_boxes() -> None:
    for seed in range(30):
        d, rng = strewn(seed, CARDS), Random(seed)
        blitz, d.event_vp = d.blitz, 0
        of(45, AXIS).play(d, AXIS, "card:own", "")
        assert (d.blitz, d.event_vp) == (blitz + 3, 1 if d.turn >= 12 else -1)
        assert d.frames == [Drawing(AXIS, 1)]
        d.frames.clear()
        for card, side in ((20, AXIS), (40, SOVIET), (53, SOVIET), (54, AXIS)):
            now = Draft(d.freeze())
            of(card, side).play(now, side, "drawn", "")
            assert (now.pile, bytes(now.discards)) == (d.pile | set_of(d.deck, d.discards), b"")
        held = cards(d.deck, d.hands[SOVIET])
        now = Draft(d.freeze())
        now.given = (rng.randint(1, max(1, len(held))),)
        given = now.given[0]
        of(42, AXIS).play(now, AXIS, "card:own", "")
        lost = [held[given - 1]] if held else []
        assert cards(d.deck, now.hands[SOVIET]) == [card for card in held if card not in lost]
        assert bytes(now.discards) == bytes([*d.discards, *lost])
        stavka(d)
        cadres(d, rng)


def stavka(d: Draft) -> None:
    """The top discard that the Soviets may hold is taken, and sleeps; the card itself is passed over."""
    now = Draft(d.freeze())
    others = [card for card in d.discards if HALVES[card][SOVIET].number not in (26, 33)]
    now.discards = bytearray([*others, *(card for card in d.discards if HALVES[card][SOVIET].number == 33)])
    of(33, SOVIET).play(now, SOVIET, "card:own", "")
    fit = [Card(card) for card in others if not HALVES[card][SOVIET].immediate]
    took = bit(d.deck, fit[-1]) if fit else 0
    assert (now.hands[SOVIET], now.barred) == (d.hands[SOVIET] | took, took)
    assert not fit or fit[-1] not in now.discards


def cadres(d: Draft, rng: Random) -> None:
    """Two that are off the map and on no train; who would come back by himself comes last."""
    units = [unit for unit in RANGES[AXIS] if CADRE[unit]]
    for unit in units:
        d.put(unit, rng.choice((SHATTERED, DESTROYED, RAIL, d.where[on_map(d, AXIS)[0]])))
    off = [u for u in units if d.where[u] >= SIZE and d.where[u] != RAIL]
    first = [u for u in off if d.where[u] != SHATTERED] + [u for u in off if d.where[u] == SHATTERED]
    event = of(25, AXIS)
    assert (event.refuse(d, AXIS, "organization:own", "") is None) is bool(off)
    event.play(d, AXIS, "organization:own", "")
    assert {u for u in off if d.where[u] == RAIL} == set(first[:2])
    assert all(STATUS[u] == "cadre" for u in off)
    d.frames.clear()


@rule("NR card.32.soviet", "NR 8.stack", "NR 7.place.shattered")
def test_card_32_what_is_too_much_may_stay_to_the_end_of_the_next_movement() -> None:
    event, seen = of(32, SOVIET), set()
    for seed in range(40):
        d = strewn(seed)
        spaces = sorted({d.where[u] for u in on_map(d, SOVIET)})
        crowded = [s for s in spaces if len([u for u in on_map(d, SOVIET) if d.where[u] == s]) > 0][:2]
        d.roomy = tuple(crowded)
        most = 2 if d.turn >= 23 else 1
        waiting = [u for u in RANGES[SOVIET] if d.where[u] >= SIZE][:2]
        for unit in waiting:
            d.put(unit, crowded[0])
        over = [s for s in crowded if len([u for u in on_map(d, SOVIET) if d.where[u] == s]) > most]
        close = Force(event.code, FIRST_STAGE[SOVIET] + CLOSE)
        d.stage, d.forces, d.frames = close.until, (), []
        event.lapse(d, close)
        moving = Force(event.code, FIRST_STAGE[SOVIET] + MOVEMENT, -1)
        assert (list(d.roomy), d.forces, d.frames) == (over, (moving,) if over else (), [])
        d.stage = moving.until
        again = Draft(d.freeze())
        again.forces = (moving,)
        event.lapse(again, moving)
        assert list(again.roomy) == over
        d.forces = (Force(of(39, SOVIET).code, 5),)
        event.lapse(d, moving)
        assert [frame.space for frame in d.frames] == over  # type: ignore[attr-defined]
        assert not d.roomy
        seen.add(bool(over))
    assert True in seen
