"""Line of sight on the map."""

import random

import pytest

from berlin.boards.hexes import Cell, bits, board_of
from berlin.boards.sightlines import sightline
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import (
    AT,
    BLOCKING,
    HEXES,
    MAP,
    STEP,
    STRONGPOINTS,
    WITHIN6,
    distance,
    keys,
)
from berlin.games.fortress.board.sight import directions_to, in_sight, is_ahead, is_in_sight
from berlin.kernel.proof.mark import rule


def sees(a: str, b: str, standing: int = STRONGPOINTS) -> bool:
    return is_in_sight(AT[a], AT[b], standing)


@rule("FB 8.1.los")
def test_one_built_up_hex_between_blocks() -> None:
    assert keys(ground.CLEARS & board_of(AT[key] for key in ["4501", "4502", "4503"])) == ["4501", "4503"]
    assert not sees("4501", "4503")
    assert sees("4501", "4502")
    # West of Spandau nothing stands in the way.
    assert sees("0503", "0509")


@rule("FB 8.1.los")
def test_the_next_hex_is_always_in_sight() -> None:
    for space in HEXES:
        assert is_in_sight(space, space, STRONGPOINTS)
        assert all(is_in_sight(space, to, STRONGPOINTS) for to in STEP[space] if to >= 0)


@rule("FB 8.1.los")
def test_every_kind_of_ground_that_blocks_does() -> None:
    """Straight over a hex to the one beyond, for each hex that has a neighbour on both sides."""
    for space in HEXES:
        for a, b in ((STEP[space][d], STEP[space][d + 3]) for d in range(3)):
            if min(a, b) >= 0 and not ground.TOWERS & (1 << a | 1 << b):
                blocks = (BLOCKING | STRONGPOINTS) >> space & 1
                assert is_in_sight(a, b, STRONGPOINTS) == (not blocks)


@rule("FB 8.1.los", "FB 8.1.q3")
def test_a_line_along_a_hexside_is_blocked_only_if_both_hexes_block() -> None:
    for space in HEXES:
        for direction in range(6):
            left, right = STEP[space][direction], STEP[space][(direction + 1) % 6]
            beyond = STEP[left][(direction + 1) % 6] if left >= 0 else -1
            if min(left, right, beyond) < 0 or ground.TOWERS & (1 << space | 1 << beyond):
                continue
            assert distance(space, beyond) == 2
            both = all((BLOCKING | STRONGPOINTS) >> side & 1 for side in (left, right))
            assert is_in_sight(space, beyond, STRONGPOINTS) == (not both)


@rule("FB 8.1.los")
def test_flak_towers_see_over_all_and_are_seen() -> None:
    for tower in bits(ground.TOWERS):
        for other in bits(WITHIN6[tower]):
            assert is_in_sight(tower, other, STRONGPOINTS)
            assert is_in_sight(other, tower, STRONGPOINTS)
    # And stand in the way of others.
    assert not sees("4217", "4219", 0)


@rule("FB 8.1.los")
def test_a_strongpoint_blocks_as_long_as_it_stands() -> None:
    for post in bits(STRONGPOINTS & ~BLOCKING):
        for a, b in ((STEP[post][d], STEP[post][d + 3]) for d in range(3)):
            if not ground.TOWERS & (1 << a | 1 << b):
                assert is_in_sight(a, b, STRONGPOINTS & ~(1 << post))
                assert not is_in_sight(a, b, 1 << post)


@rule("FB 8.1.los", "FB 8.1.q3")
def test_sight_past_strongpoints_that_stand_or_have_fallen() -> None:
    for post in bits(STRONGPOINTS & ~BLOCKING):
        for standing in (0, STRONGPOINTS, 1 << post, STRONGPOINTS & ~(1 << post)):
            blocking = cells(BLOCKING | standing)
            for a in bits(ground.within(post, 2)):
                for b in bits(ground.within(post, 3)):
                    assert is_in_sight(a, b, standing) == reckoned(a, b, blocking)


@rule("FB 8.1.q3")
def test_sight_is_the_same_both_ways() -> None:
    rng = random.Random(8)
    for _ in range(2000):
        a = rng.choice(HEXES)
        b = rng.choice(bits(ground.within(a, 12)))
        standing = board_of(space for space in bits(STRONGPOINTS) if rng.random() < 0.5)
        assert is_in_sight(a, b, standing) == is_in_sight(b, a, standing)
        assert is_in_sight(a, b, standing) == reckoned(a, b, cells(BLOCKING | standing))


def cells(spaces: int) -> set[Cell]:
    return {MAP.cell[space] for space in bits(spaces)}


def reckoned(a: int, b: int, blocking: set[Cell]) -> bool:
    """The rule word by word, from one end and without any memory."""
    if distance(a, b) < 2 or ground.TOWERS & (1 << a | 1 << b):
        return True
    r, c = MAP.cell[b]
    s, d = MAP.cell[a]
    line = sightline((s - r, d - c))
    between = {(r + x, c + y) for x, y in line.through}
    beside = [{(r + x, c + y) for x, y in pair} for pair in line.along]
    return not between & blocking and not any(pair <= blocking for pair in beside)


def test_all_that_is_in_sight_from_a_hex() -> None:
    rng = random.Random(3)
    for space in rng.sample(HEXES, 60):
        for far in (1, 3, 6):
            seen = in_sight(space, far, STRONGPOINTS)
            assert seen == board_of(
                other for other in bits(ground.within(space, far)) if is_in_sight(space, other, STRONGPOINTS)
            )


@rule("FB 8.1.q3")
def test_a_line_through_a_corner_leaves_by_both_of_its_sides() -> None:
    """A gun that faces N and a target whose line leaves between NE and SE: NE is front, so it may fire."""
    gun = AT["0510"]
    target = STEP[STEP[gun][1]][2]
    assert directions_to(gun, target) == (1, 2)
    assert is_ahead(gun, 0, target)
    assert not is_ahead(gun, 4, target)


@pytest.mark.parametrize("direction", range(6))
def test_what_lies_straight_behind_is_not_ahead(direction: int) -> None:
    gun = target = AT["0510"]
    for _ in range(3):
        target = STEP[target][direction]
        assert directions_to(gun, target) == (direction,)
        ahead = [facing for facing in range(6) if is_ahead(gun, facing, target)]
        assert ahead == sorted((direction + turn) % 6 for turn in (-1, 0, 1))


def test_the_front_of_a_hex_is_what_is_ahead_next_to_it() -> None:
    for space in HEXES[::7]:
        for facing in range(6):
            assert ground.FRONT[space][facing] == board_of(
                to for to in STEP[space] if to >= 0 and is_ahead(space, facing, to)
            )
