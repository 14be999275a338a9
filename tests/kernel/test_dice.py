"""Dice are the same for ever: these rolls are pinned, and any change to them breaks every old record."""

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berlin.kernel.contract.game import BadText
from berlin.kernel.play import dice
from berlin.kernel.play.dice import Dice, commitment, key_from_seed, new_key, roll, split

SEED_1 = bytes.fromhex("2e72ddad7a21a6e1e63119c13ca759dda4593d3578b76edd9cc6f464de4de00a")
COUNTING = bytes(range(32))

PINNED = [
    (SEED_1, 6, [4, 5, 5, 2, 1, 3, 1, 1, 3, 5, 4, 1, 5, 6, 4, 4, 1, 3, 3, 6, 6, 4, 1, 3]),
    (SEED_1, 10, [1, 4, 2, 4, 6, 10, 5, 3, 4, 10, 3, 2, 5, 10, 10, 9, 5, 4, 4, 9, 10, 9, 6, 10]),
    (SEED_1, 2, [2, 1, 2, 1, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 2]),
    (SEED_1, 85, [71, 1, 9, 65, 70, 5, 4, 59, 21, 67, 65, 65, 81, 83, 8, 18, 20, 1, 79, 77, 5, 25, 34, 11]),
    (COUNTING, 6, [4, 6, 6, 1, 4, 2, 2, 1, 2, 1, 1, 5, 4, 6, 1, 6, 5, 3, 3, 2, 2, 5, 2, 4]),
    (COUNTING, 10, [4, 4, 5, 8, 3, 3, 8, 4, 3, 5, 4, 8, 5, 4, 6, 6, 10, 8, 5, 2, 6, 3, 9, 9]),
    (COUNTING, 2, [1, 2, 1, 1, 1, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 2, 1, 1, 1, 2, 2, 1, 2]),
    (
        COUNTING,
        85,
        [25, 58, 37, 58, 71, 84, 30, 74, 3, 27, 29, 46, 8, 79, 25, 60, 64, 61, 7, 2, 26, 34, 51, 25],
    ),
]

keys = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize("key, sides, rolls", PINNED)
def test_pinned_rolls(key: bytes, sides: int, rolls: list[int]) -> None:
    assert [roll(key, n, sides) for n in range(len(rolls))] == rolls


def test_pinned_rolls_far_out() -> None:
    assert [roll(SEED_1, n) for n in (10**6, 2**40, 2**63)] == [5, 3, 6]
    assert [roll(COUNTING, n) for n in (10**6, 2**40, 2**63)] == [1, 6, 1]


def test_pinned_keys() -> None:
    assert key_from_seed(1) == SEED_1
    assert key_from_seed(0).hex() == "6328f65ae090a4c88e554c5c8f3a52c78d8288ae5b174964558f6b639dde79b6"
    assert (
        split(COUNTING, "search").hex() == "b76110452d9e30ef6aeb8a59248a9a3347d78b2a9b4b95caffb9b859bb80676a"
    )
    assert commitment(SEED_1) == "f62e1b9bc24122405f42859e7a6f6ced3c24bec6d82857dc8ac62526124294ba"
    assert commitment(COUNTING) == "8b41945ecabca352d6487114bee943eb787c777a0a69ceaa234f2848cd44dd87"


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_another_process_rolls_the_same(hash_seed: str) -> None:
    code = (
        "from berlin.kernel.play.dice import *\n"
        "print([roll(key_from_seed(1), n) for n in range(24)], commitment(split(key_from_seed(1), 'x')))"
    )
    env = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"{PINNED[0][2]} {commitment(split(SEED_1, 'x'))}"


@pytest.mark.parametrize("sides", [2, 6, 11])
def test_every_face_is_equally_likely(sides: int) -> None:
    # The 0.999 quantiles of chi-square for 1, 5 and 10 degrees of freedom; the rolls are fixed, so no flakes.
    limit = {2: 10.83, 6: 20.52, 11: 29.59}[sides]
    mean = 2000
    faces = Counter(roll(COUNTING, n, sides) for n in range(mean * sides))
    assert set(faces) == set(range(1, sides + 1))
    assert sum((count - mean) ** 2 / mean for count in faces.values()) < limit


def test_neighbouring_rolls_are_independent() -> None:
    mean = 400
    rolls = [roll(SEED_1, n) for n in range(36 * mean + 1)]
    pairs = Counter(pairwise(rolls))
    # 0.999 quantile for 35 degrees of freedom.
    assert sum((pairs[a, b] - mean) ** 2 / mean for a in range(1, 7) for b in range(1, 7)) < 66.62


def test_a_digest_in_the_incomplete_last_run_of_faces_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # With 2**64 shrunk to 8 digests, six faces fit once: 6 and 7 are drawn again.
    digests = iter([7, 6, 5])

    class Fixed:
        def __init__(self, *_: object, **__: object) -> None: ...

        def digest(self) -> bytes:
            return next(digests).to_bytes(8, "big")

    monkeypatch.setattr(dice, "_LIMIT", 8)
    monkeypatch.setattr(dice, "blake2b", Fixed)
    assert roll(COUNTING, 0, 6) == 6
    assert next(digests, None) is None


@given(keys, st.integers(0, 2**64 - 1), st.integers(1, 2**32 - 1))
def test_a_roll_lies_between_one_and_its_sides(key: bytes, n: int, sides: int) -> None:
    assert 1 <= roll(key, n, sides) <= sides


@given(keys, st.lists(st.integers(1, 100), max_size=8))
def test_a_stream_counts_its_rolls_and_leaves_the_old_stream_alone(key: bytes, sides: list[int]) -> None:
    stream = start = Dice(key)
    for n, faces in enumerate(sides):
        value, after = stream.below(faces)
        assert value == roll(key, n, faces) - 1
        assert stream.n == n
        stream = after
    assert (stream.n, start) == (len(sides), Dice(key))


def test_dice_laid_down_come_first_and_count() -> None:
    stream = Dice(SEED_1, 0, (6, 1))
    first, stream = stream.below(6)
    second, stream = stream.below(6)
    third, stream = stream.below(6)
    assert (first, second) == (5, 0)
    assert third == roll(SEED_1, 2) - 1
    assert stream == Dice(SEED_1, 3)


@pytest.mark.parametrize("value, sides", [(9, 6), (0, 6), (-1, 6), (2, 1), (11, 10)])
def test_a_die_laid_down_must_be_one_that_the_roll_can_show(value: int, sides: int) -> None:
    with pytest.raises(BadText, match=f"^a die of {value} was laid down for a roll of 1 to {sides}$"):
        Dice(SEED_1, 0, (value,)).below(sides)
    assert Dice(SEED_1, 0, (sides,)).below(sides) == (sides - 1, Dice(SEED_1, 1))


def test_split_streams_differ_from_their_source_and_from_each_other() -> None:
    streams = {
        tuple(roll(key, n) for n in range(40))
        for key in (COUNTING, split(COUNTING, "a"), split(COUNTING, "b"), split(split(COUNTING, "a"), "b"))
    }
    assert len(streams) == 4
    assert split(COUNTING, "a") == split(COUNTING, "a")


@given(keys, keys)
def test_a_commitment_binds_its_key_and_does_not_show_it(key: bytes, other: bytes) -> None:
    assert (commitment(key) == commitment(other)) == (key == other)
    assert key.hex() not in commitment(key)
    assert len(commitment(key)) == 64


def test_new_keys_are_never_alike() -> None:
    drawn = {new_key() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(key) for key in drawn} == {dice.KEY_BYTES}
