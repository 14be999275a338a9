"""When each card may be played, by a table over the cards in strewn positions; and how its questions read."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.games.noretreat.battles_by_hand import armor_counts, battles, hit_by, kinds
from tests.games.noretreat.by_hand import on_map, pool
from tests.games.noretreat.cards import of, pick
from tests.games.noretreat.strewn import strewn

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import CITY, GG, MAP
from berlin.games.noretreat.board.tables import AXIS, CRT, HALVES, RESULT_TEXT, SOVIET
from berlin.games.noretreat.board.units import FIXED, MOVEMENT, RANGES, STATUS
from berlin.games.noretreat.rules.cards.hand import Drawing
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.reckoning import table
from berlin.games.noretreat.rules.combat.targets import Countering
from berlin.games.noretreat.rules.events.choosing import Pick
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.movement import allowance
from berlin.games.noretreat.rules.organization import Organize
from berlin.games.noretreat.rules.question import DONE, PASS, Discard
from berlin.games.noretreat.rules.victory import Doom
from berlin.games.noretreat.state.state import (
    ATTACKED,
    BACK,
    CARDS,
    COMBAT,
    DISORGANIZED,
    MOVED,
    ORGANIZATION,
    RAIL,
    REMOVALS,
    SIZE,
    UNSUPPLIED,
    Draft,
    Force,
)
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule


def shown(d: Draft, b: Battle) -> str:
    return RESULT_TEXT[CRT[table(d, b)].rows[b.die - 1][min(max(b.column + b.shift, 0), 8)]]


def spears(d: Draft, b: Battle) -> bool:
    able = [unit for unit in b.units if not d.marks[unit] & UNSUPPLIED]
    return {"armor", "infantry"} <= kinds(d, able)


IN_BATTLE: dict[tuple[int, Seat], Callable[[Draft, Battle], bool]] = {
    (14, SOVIET): lambda d, b: bool((CITY & ~d.scorched_cities) >> b.space & 1),
    (17, SOVIET): lambda d, b: len(hit_by(d, b)) > 1,
    (33, AXIS): lambda d, b: "fort" in kinds(d, hit_by(d, b)),
    (44, AXIS): lambda d, b: shown(d, b) in ("-", "CB"),
    (46, SOVIET): spears,
    (47, SOVIET): lambda d, b: bool((CITY & ~d.scorched_cities) >> b.space & 1),
    (50, SOVIET): lambda d, b: bool((CITY & GG) >> b.space & 1),
    (51, SOVIET): lambda d, b: shown(d, b) == "EX",
    (54, SOVIET): lambda d, b: armor_counts(d, b, hit_by(d, b)),
    (16, AXIS): lambda d, b: True,
    (4, AXIS): lambda d, b: True,
    (29, AXIS): lambda d, b: True,
}


@rule("NR card.14.soviet", "NR card.17.soviet", "NR card.33.axis", "NR card.44.axis", "NR card.46.soviet")
@rule("NR card.47.soviet", "NR card.50.soviet", "NR card.51.soviet", "NR card.54.soviet", "NR card.16.axis")
@rule("NR card.4.axis", "NR card.29.axis")
@pytest.mark.parametrize(("card", "side"), IN_BATTLE)
def test_5_the_battles_in_which_a_card_may_be_played(card: int, side: Seat) -> None:
    event, seen = of(card, side), set()
    for seed in range(50):
        for d, b in battles(seed):
            b = replace(b, die=seed % 6 + 1, column=seed % 9, shift=seed % 3 - 1)
            d.frames = [replace(b, die=1, column=0), b]
            fits = IN_BATTLE[card, side](d, b)
            found = event.refuse(d, side, "after:own", "")
            assert (found is None) is fits
            assert found is None or found.rule == event.rule
            seen.add(fits)
            if card == 51:
                d.frames = [replace(b, forces=(Force(event.code),))]
                assert event.refuse(d, side, "after:own", "") is not None
    assert True in seen


# By card: its ways, and the moments of each.
WAYS: dict[tuple[int, Seat], dict[str, tuple[str, ...]]] = {
    (1, AXIS): {"double": ("before:own", "before:enemy"), "blows": ("blows:enemy",)},
    (6, AXIS): {"shift": ("before:own",), "save": ("removals:own",)},
    (8, AXIS): {"armor": ("combat:own",), "cancel": ("combat:enemy",)},
    (8, SOVIET): {"draw": ("card:own",), "upgrade": ("organization:own",)},
    (9, SOVIET): {"cancel": ("sudden",), "draw": ("card:own",)},
    (17, AXIS): {"move": ("move:own",), "advance": ("advance:own",)},
    (40, AXIS): {"cancel": ("sudden",), "draw": ("card:own",)},
}


def ready(card: int, side: Seat) -> Draft:
    """A position in which either way of a card has something to do."""
    for seed in range(200):
        d, b = battles(seed)[0]
        d.frames = [Organize(side), Countering(side), b]
        d.turn, d.targets, d.blows, d.bound, d.left = 14, (), (), (), ()
        d.stage = strewn(1, COMBAT, side=OTHER[AXIS]).stage
        event = of(card, side)
        if all(event.refuse(d, side, moments[0], way) is None for way, moments in WAYS[card, side].items()):
            return d
    raise AssertionError("there is no such position")


@rule("NR card.1.axis", "NR card.6.axis", "NR card.8.axis", "NR card.8.soviet", "NR card.9.soviet")
@rule("NR card.17.axis", "NR card.40.axis")
@pytest.mark.parametrize(("card", "side"), WAYS)
def test_5_each_way_of_a_card_has_its_moments(card: int, side: Seat) -> None:
    d, event, ways = ready(card, side), of(card, side), WAYS[card, side]
    assert event.ways == tuple(ways)
    every = [moment for moments in ways.values() for moment in moments]
    for way, moments in ways.items():
        for moment in every:
            found = event.refuse(d, side, moment, way)
            assert (found is None) is (moment in moments)
            assert found is None or found.rule == event.rule
    assert {moment.partition(":")[0] for moment in every} == {
        moment.partition(":")[0] for moment in event.half.windows
    }


@rule("NR card.6.axis", "NR card.17.axis", "NR card.8.soviet", "NR card.1.axis", "NR card.26.axis")
@rule("NR card.37.soviet", "NR card.15.axis", "NR card.35.soviet", "NR card.41.axis", "NR card.29.soviet")
@rule("NR card.43.axis", "NR card.38.soviet", "NR card.45.axis")
def test_5_a_card_that_has_nothing_to_do_is_not_played() -> None:
    seen = set()

    def check(name: str, found: object, able: bool) -> None:
        assert (found is None) is able, name
        seen.add((name, able))

    for seed in range(60):
        d = strewn(seed, COMBAT)
        out = [u for u in on_map(d, AXIS) if d.marks[u] & UNSUPPLIED]
        if seed % 3 == 0:
            for unit in out:
                d.clear(unit, UNSUPPLIED)
        out = [u for u in on_map(d, AXIS) if d.marks[u] & UNSUPPLIED]
        check("luftwaffe", of(6, AXIS).refuse(d, AXIS, "removals:own", "save"), bool(out))
        if seed % 4 == 0:
            for unit in RANGES[AXIS]:
                d.mark(unit, MOVED)
        movers = [u for u in on_map(d, AXIS) if not d.marks[u] & MOVED and not FIXED[d.marks[u] & BACK][u]]
        check("staff", of(17, AXIS).refuse(d, AXIS, "move:own", "move"), bool(movers))
        blows = d.blows = (d.where[on_map(d, SOVIET)[0]],) if seed % 2 else ()
        check("backhand", of(15, AXIS).refuse(d, AXIS, "blows:own", ""), bool(blows))
        d.blows, d.bound = (), blows
        check("backhand", of(15, AXIS).refuse(d, AXIS, "blows:own", ""), bool(blows))
        d.bound = ()
        waiting = any(d.where[u] == RAIL for u in RANGES[SOVIET])
        check("maskirovka", of(35, SOVIET).refuse(d, SOVIET, "moved:own", ""), waiting)
        check("blitz", of(43, AXIS).refuse(d, AXIS, "moved:enemy", ""), d.weather.key == "clear")
        check("surge", of(38, SOVIET).refuse(d, SOVIET, "organization:own", ""), True)
        payable = d.event_vp < 6 if d.turn >= 12 else d.event_vp > -6
        check("offensive", of(45, AXIS).refuse(d, AXIS, "card:own", ""), payable)
        full_works = len(d.works) >= 2
        if full_works:
            check("works", of(41, AXIS).refuse(d, AXIS, "organization:own", ""), False)
        if d.turn >= 18 or d.turn < 6:
            d.frames = [Organize(SOVIET)]
            check("lease", of(8, SOVIET).refuse(d, SOVIET, "organization:own", "upgrade"), False)
        d.frames = []
        wave = of(29, SOVIET)
        d.forces = (Force(wave.code, d.stage),)
        check("wave", wave.refuse(d, SOVIET, "combat-end:own", ""), False)
        d.forces = ()
        for card, side in ((26, AXIS), (37, SOVIET)):
            d.stage = strewn(seed, COMBAT, side=OTHER[side]).stage
            able = [
                u
                for u in on_map(d, OTHER[side])
                if not d.marks[u] & (DISORGANIZED | ATTACKED) and not FIXED[d.marks[u] & BACK][u]
            ]
            near = {s for u in able for s in bits(MAP.beside[d.where[u]])}
            there = near & {d.where[u] for u in on_map(d, side)}
            found = of(card, side).refuse(d, side, "blows:enemy", "")
            check("blows", found, bool(there) and pool(d, side) > 0)
    assert {name for name, able in seen if able} >= {"luftwaffe", "staff", "backhand", "maskirovka", "blitz"}
    assert {name for name, able in seen if not able} >= {"luftwaffe", "staff", "backhand", "blitz", "wave"}


@rule("NR card.1.axis", "NR card.26.axis", "NR card.37.soviet")
@pytest.mark.parametrize(("card", "side", "number"), [(1, AXIS, 3), (26, AXIS, 2), (37, SOVIET, 2)])
def test_5_so_many_counterblows_are_free(card: int, side: Seat, number: int) -> None:
    d = strewn(1, COMBAT, side=OTHER[side])
    d.frames = [Countering(side, 1)]
    of(card, side).play(d, side, "blows:enemy", "blows")
    assert d.frames == [Countering(side, 1 + number)]


@rule("NR card.44.soviet", "NR card.24.soviet", "NR card.25.soviet", "NR card.22.axis")
@pytest.mark.parametrize("turn", [10, 11, 14])
@pytest.mark.parametrize("hand", [0, 1, 3])
def test_5_what_the_axis_is_asked_for_by_soviet_cards(turn: int, hand: int) -> None:
    d = strewn(7, CARDS, turn)
    held = cards(d.deck, d.pile)[:hand]
    d.hands[AXIS] = sum(1 << c - (0 if d.deck == 0 else 60) for c in held)
    waver, western, spies, speer = of(44, SOVIET), of(24, SOVIET), of(25, SOVIET), of(22, AXIS)
    waver.play(d, SOVIET, "card:own", "")
    asks = [Pick(AXIS, waver.code, 1)] * (turn > 10) + [Pick(AXIS, waver.code, 0)] * bool(hand)
    assert d.frames == asks
    if hand:
        assert d.frames[-1].answers(d) == [Discard(card) for card in held]
    allies = [u for u in on_map(d, AXIS) if STATUS[u] == "ally"]
    last = Pick(AXIS, waver.code, 1)
    assert len(last.answers(d)) == max(1, len(allies))
    for unit in allies:
        d.put(unit, RAIL)
    assert last.answers(d) == [DONE]
    d.frames = []
    western.play(d, SOVIET, "card:own", "")
    assert d.frames == [Pick(AXIS, western.code, 0 if hand else 1)]
    if hand:
        d.frames[-1].carry_out(d, Discard(held[0]))
        assert d.frames == [Pick(AXIS, western.code, 1)]
        answers = d.frames[-1].answers(d)
        assert answers[: hand - 1] == [Discard(card) for card in held[1:]]
        assert d.discards[-1] == held[0]
        d.frames[-1].carry_out(d, answers[-1])
        assert d.frames == []
    d.frames = []
    spies.play(d, SOVIET, "card:own", "")
    assert bool(d.frames) is bool(d.hands[AXIS])
    d.frames = []
    speer.play(d, AXIS, "card:own", "")
    assert d.frames == [Pick(AXIS, speer.code), Drawing(AXIS, 3)]
    left: list[Act] = [Discard(card) for card in cards(d.deck, d.hands[AXIS])]
    assert d.frames[0].answers(d) == (left or [PASS])


@rule("NR card.9.soviet", "NR card.40.axis", "NR 4.housekeeping.c")
@pytest.mark.parametrize(("card", "side"), [(9, SOVIET), (40, AXIS)])
def test_5_of_two_new_cards_one_is_kept_or_a_sudden_death_is_stopped(card: int, side: Seat) -> None:
    event = of(card, side)
    d = strewn(3, CARDS)
    d.frames = [Doom(OTHER[side]), Doom(side)]
    event.play(d, side, "sudden", "cancel")
    assert d.frames == [Doom(OTHER[side])]
    d.frames, d.drawn = [], d.hands[0] | d.hands[1]
    event.play(d, side, "card:own", "draw")
    assert d.frames == [Pick(side, event.code), Drawing(side, 2)]
    assert not d.drawn & d.hands[side]
    assert d.drawn == d.hands[OTHER[side]]
    ask = d.frames[0]
    for number in range(3):
        now = Draft(d.freeze())
        new = cards(d.deck, d.pile)[:number]
        now.drawn |= sum(1 << c - (0 if d.deck == 0 else 60) for c in new)
        now.hands[side] |= now.drawn & d.pile
        answers = ask.answers(now)
        assert answers == ([Discard(c) for c in new] if number > 1 else [PASS])
        now.frames = [ask]
        ask.carry_out(now, answers[0])
        assert now.frames == []
        assert len(now.discards) == len(d.discards) + (number > 1)


# By card and step: how the question begins that is asked.
PROMPTS = {
    (24, SOVIET, 0): "which card is discarded?",
    (24, SOVIET, 1): "which card is discarded, or which unit loses a step?",
    (44, SOVIET, 0): "which card is discarded?",
    (44, SOVIET, 1): "which allied unit is lost?",
    (18, SOVIET, 0): "which unit goes to the Rail box?",
    (18, SOVIET, 1): "which unit detrains, and where?",
}


@rule("NR card.24.soviet", "NR card.44.soviet", "NR card.18.soviet", "NR card.32.soviet", "NR card.36.axis")
@rule("NR card.21.axis", "NR 5.use.event")
def test_5_an_event_asks_what_it_must_know() -> None:
    d = strewn(1, ORGANIZATION)
    for (card, side, step), words in PROMPTS.items():
        frame = pick(card, side, step)
        assert frame.prompt(d).startswith(f"{HALVES[card][side].name}: {words}")
        assert frame.cite(d) == HALVES[card][side].rule
    assert "3 to go" in pick(32, SOVIET).prompt(d)
    assert "1 to go" in pick(32, SOVIET, data=(1, 2)).prompt(d)
    assert "which stack" in pick(36, AXIS).prompt(d)
    assert "where does the stack go" in pick(36, AXIS, data=(5,)).prompt(d)
    assert "the first (2) or the second (5)" in pick(21, AXIS, data=(2, 5)).prompt(d)
    asks = [event for event in EVENTS.values() if getattr(event, "asks", "")]
    for event in asks:
        assert Pick(event.half.side, event.code).prompt(d).startswith(event.half.name)
    assert len(asks) > 15


@rule("NR card.6.axis", "NR card.17.axis", "NR 6.surrender", "NR 8.move")
def test_5_a_card_holds_for_the_space_it_was_played_on() -> None:
    d = strewn(2, REMOVALS, side=AXIS)
    space = d.where[on_map(d, AXIS)[0]]
    saving, staff = of(6, AXIS), of(17, AXIS)
    assert saving.spares(d, Force(saving.code, d.stage, space)) == 1 << space
    assert not any(event.spares(d, Force(event.code)) for event in EVENTS.values() if event is not saving)
    for unit in on_map(d, AXIS):
        more = 2 if d.where[unit] == space else 0
        assert staff.allowance(d, Force(staff.code, d.stage, space), unit, 4) == 4 + more
        assert d.where[unit] < SIZE
    d.forces = tuple(Force(staff.code, d.stage, space) for _ in range(2))
    for unit in on_map(d, AXIS):
        points = MOVEMENT[d.marks[unit] & BACK][unit] + (4 if d.where[unit] == space else 0)
        cap = 3 if d.marks[unit] & UNSUPPLIED else 99
        assert allowance(d, unit) == min(points, cap, d.weather.cap)
