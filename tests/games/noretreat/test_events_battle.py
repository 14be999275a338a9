"""What each card in force changes of a battle, by a table over the cards, in strewn positions."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.games.noretreat.battles_by_hand import (
    armor_counts,
    battles,
    ground_shift,
    hit_by,
    kinds,
    shift_by_hand,
    strength_of,
)
from tests.games.noretreat.by_hand import on_map

from berlin.games.noretreat.board.deck import code_of
from berlin.games.noretreat.board.ground import BLACK_SEA, MAP
from berlin.games.noretreat.board.tables import AXIS, HALVES, RESULT_TEXT, SOVIET, TURNS
from berlin.games.noretreat.board.units import SIDE, STRENGTH
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.effect import effect
from berlin.games.noretreat.rules.combat.odds import odds
from berlin.games.noretreat.rules.combat.reckoning import final, shifts, standing, strength, table
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.state.state import BACK, Draft, Force
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.proof.mark import rule

STAGE = 9


def force(card: int, side: Seat, data: int = -1, until: int = -1) -> Force:
    return Force(code_of(HALVES[card][side]), until, data)


def river(d: Draft, b: Battle) -> int:
    return ground_shift(d, b) - ground_shift(d, b, rivers=False)


def tanks(d: Draft, b: Battle) -> int:
    """New Tank Design: for the Axis against armor too; for the Soviets none at all."""
    now = armor_counts(d, b, hit_by(d, b))
    return (armor_counts(d, b, hit_by(d, b), heavy=False) if b.seat == AXIS else 0) - now


SHIFTS: list[tuple[Force, Callable[[Draft, Battle], int]]] = [
    (force(3, SOVIET, 1, STAGE), lambda d, b: BLACK_SEA >> b.space & 1),
    (force(3, SOVIET, -1, STAGE), lambda d, b: -(BLACK_SEA >> b.space & 1)),
    (force(6, AXIS), lambda d, b: 1),
    (force(6, AXIS, 5, STAGE), lambda d, b: 0),
    (force(8, AXIS, -1, STAGE), tanks),
    (force(21, SOVIET), river),
    (force(27, AXIS), river),
    (force(28, SOVIET), lambda d, b: 2 if d.turn >= 17 else 1),
    (force(34, AXIS, -1, STAGE), lambda d, b: -1),
    (force(39, SOVIET, -1, STAGE), lambda d, b: 2 - TURNS[d.turn].shock_worth if b.marker else 0),
    (force(46, SOVIET), lambda d, b: 1),
    (force(47, SOVIET), lambda d, b: 1),
    (force(50, SOVIET), lambda d, b: 1),
    (force(54, SOVIET), lambda d, b: int(armor_counts(d, b, hit_by(d, b)))),
]


@rule("NR card.3.soviet", "NR card.6.axis", "NR card.8.axis", "NR card.21.soviet", "NR card.27.axis")
@rule("NR card.28.soviet", "NR card.34.axis", "NR card.39.soviet", "NR card.46.soviet", "NR card.47.soviet")
@rule(
    "NR card.50.soviet",
    "NR card.54.soviet",
    "NR 9.shift.armor",
    "NR 3.river",
    "NR 5.use.event",
    "NR 9.result.ca",
)
@pytest.mark.parametrize(("one", "by_hand"), SHIFTS)
def test_5_the_shift_that_a_card_brings(one: Force, by_hand: Callable[[Draft, Battle], int]) -> None:
    seen = set()
    for seed in range(36):
        for d, b in battles(seed):
            more = by_hand(d, b)
            in_battle = replace(b, forces=(one,))
            assert shifts(d, in_battle) == shift_by_hand(d, b) + more
            d.forces = (one,)
            assert shifts(d, b) == shift_by_hand(d, b) + more
            # No card counts in a counterattack.
            back = replace(in_battle, counter=True)
            assert shifts(d, back) == shift_by_hand(d, replace(b, counter=True))
            d.forces = ()
            seen.add(more)
    assert seen != {0} or one.until == STAGE


def doubled(d: Draft, units: list[Unit], chosen: Unit) -> int:
    return strength_of(d, units) + (strength_of(d, [chosen]) if chosen in units else 0)


@rule("NR card.1.axis", "NR card.23.soviet", "NR card.29.axis", "NR 9.sequence", "NR 5.use.event")
def test_5_the_strength_that_a_card_brings() -> None:
    for seed in range(60, 90):
        for d, b in battles(seed):
            hit = hit_by(d, b)
            for chosen in (b.units[0], hit[-1]):
                one = replace(b, forces=(force(1, AXIS, chosen),))
                assert strength(d, one, b.units) == doubled(d, list(b.units), chosen)
                assert strength(d, one, hit) == doubled(d, hit, chosen)
            model = replace(b, forces=(force(29, AXIS),))
            assert strength(d, model, b.units) == strength_of(d, b.units)
            assert strength(d, model, hit) == strength_of(d, hit) * (2 if b.seat == SOVIET else 1)
            for until in (-1, STAGE):
                planes = replace(b, forces=(force(23, SOVIET, -1, until),))
                more = (4 if d.turn >= 17 else 2) * len(b.units) if b.seat == SOVIET else 0
                assert strength(d, planes, b.units) == strength_of(d, b.units) + more
                assert strength(d, planes, hit) == strength_of(d, hit)


@rule("NR card.16.soviet", "NR card.22.soviet", "NR 9.crt.which")
def test_5_the_table_that_a_card_brings() -> None:
    seen = set()
    for seed in range(90, 110):
        for d, b in battles(seed):
            usual = AXIS if b.seat == AXIS and d.weather.key in ("clear", "mud") else SOVIET
            assert table(d, replace(b, forces=(force(16, SOVIET),))) == AXIS
            for side in (AXIS, SOVIET):
                for far in (0, 1, 2, 3, 4):
                    near = [space for space in MAP.spaces if MAP.distance(b.space, space) == far][:2]
                    for space in near:
                        d.forces = (force(22, SOVIET, space * 2 + side, STAGE),)
                        assert table(d, b) == (side if far <= 2 else usual)
                        seen.add((side, far))
            d.forces = ()
    assert len(seen) == 10


@rule("NR card.10.soviet", "NR card.24.axis", "NR card.21.soviet", "NR 5.window")
@pytest.mark.parametrize(
    ("one", "changes"),
    [(force(10, SOVIET), {"DR": "EX"}), (force(24, AXIS), {"DR": "EX"}), (force(21, SOVIET), {"-": "EX"})],
)
def test_5_the_results_that_a_card_changes(one: Force, changes: dict[str, str]) -> None:
    for seed in range(110, 116):
        for d, b in battles(seed):
            for column in range(9):
                for die in range(1, 7):
                    cast = replace(b, column=column, die=die)
                    result = standing(d, cast)
                    assert standing(d, replace(cast, forces=(one,))) == changes.get(result, result)
            set_down = replace(b, result="DR", forces=(one,))
            assert standing(d, set_down) == "DR"
    event = EVENTS[one.code]
    for result in RESULT_TEXT:
        assert event.converts(d, b, one, result) == changes.get(result, result)


@rule("NR card.27.soviet", "NR card.37.axis", "NR 9.cap")
@pytest.mark.parametrize("one", [force(27, SOVIET), force(37, AXIS)])
def test_5_an_attack_at_two_to_one_is_certain(one: Force) -> None:
    event, seen = EVENTS[one.code], set()
    for seed in range(120, 150):
        for d, b in battles(seed):
            sure = final(d, b) >= 4
            d.frames = [b]
            city = one.code == code_of(HALVES[37][AXIS]) and bool(d.cities >> b.space & 1)
            assert (event.refuse(d, b.seat, "before:own", "") is None) is (sure and not city)
            assert event.foretold(d, b, one) == event.replaces(d, b, one) == ("DR" if sure else "")
            told = odds(d, replace(b, forces=(one,)))
            if sure:
                due = [(effect(d, b, "DR").text, 1, 1)]
                assert [(o.label, o.ways, o.of) for o in told.outcomes] == due
            elif final(d, b) >= 0:
                assert sum(outcome.ways for outcome in told.outcomes) == 6
            seen.add((sure, city))
    assert len(seen) >= 2


@rule("NR card.21.axis", "NR 9.sequence", "NR 9.ratio.low")
def test_5_the_chances_of_an_attack_are_told_as_the_faces_of_the_die_bring_them() -> None:
    """With two dice 11 of 36 throws show a six as the higher one."""
    for seed in range(150, 170):
        for d, b in battles(seed):
            place = final(d, b)
            for forces in ((), (force(21, AXIS),)):
                told = odds(d, replace(b, forces=forces))
                if place < 0:
                    due = effect(d, b, "CA").text
                    assert [(o.label, o.ways, o.of) for o in told.outcomes] == [(due, 1, 1)]
                    assert told.notes[-1] == "below 1:3"
                    continue
                ways = dict.fromkeys(range(1, 7), 1)
                if forces:
                    higher = {die: 2 * die - 1 for die in ways}
                    ways = higher if b.seat == AXIS else {die: 13 - 2 * die for die in ways}
                    word = "higher" if b.seat == AXIS else "lower"
                    assert f"two dice, of which the {word} is taken" in told.notes[-1]
                found: dict[str, int] = {}
                for die, n in ways.items():
                    text = effect(d, b, standing(d, replace(b, column=place, die=die))).text
                    found[text] = found.get(text, 0) + n
                assert {o.label: o.ways for o in told.outcomes} == found
                assert {o.of for o in told.outcomes} == {sum(ways.values())}


@rule("NR card.33.axis", "NR card.47.soviet", "NR 9.result.fortmix", "NR 9.volksturm")
def test_5_what_makes_a_fort_count_as_infantry() -> None:
    seen = set()
    for seed in range(170, 230):
        for d, b in battles(seed):
            d.targets = (b.space,)
            there = [unit for unit in on_map(d, OTHER[b.seat]) if d.where[unit] == b.space]
            fort, folk = "fort" in kinds(d, there), "volksturm" in kinds(d, there)
            siege = replace(b, forces=(force(33, AXIS),))
            guns = replace(b, forces=(force(47, SOVIET),))
            assert effect(d, siege, "DR").done == ("stay" if folk else "DR")
            assert effect(d, siege, "DS").done == "DS"
            assert effect(d, siege, "CB").done == "CB"
            assert [effect(d, guns, result).done for result in ("DR", "DS", "CB")] == ["DR", "DS", "CB"]
            seen.add((fort, folk))
    assert len(seen) >= 3


@rule("NR card.4.soviet", "NR card.11.soviet", "NR card.19.axis")
def test_5_what_other_cards_change_of_a_battle() -> None:
    d, b = battles(0)[0]
    for event in EVENTS.values():
        name, one = event.half.name, Force(event.code)
        assert [event.farther(d, b, one, most) for most in (1, 2, 3)] == (
            [1, 1, 1] if name == "Rasputitsa" else [1, 2, 3]
        )
        assert event.extra(d, b, one) == (name == "No Mercy")
        assert ("ezoc" in event.drops(d, b, one)) is (name == "Roving Cauldron")
        assert event.worth == (2 if name == "Volksgrenadiers" else 1)
        assert event.cancels_payment is (event.code == code_of(HALVES[14][AXIS]))
        unit = b.units[0]
        changed = event.strength(d, b, replace(one, data=-7), unit, STRENGTH[d.marks[unit] & BACK][unit])
        raises = event.half.number == 23 and event.half.side == SOVIET and b.seat == SIDE[unit] == SOVIET
        assert (changed != STRENGTH[d.marks[unit] & BACK][unit]) is raises
