"""The rolls of a record: how they are told, and how they are numbered."""

from collections.abc import Sequence

import msgspec

from berlin.kernel.records.situation import read_toml

COMMON = 6


class Roll(msgspec.Struct, frozen=True):
    """One roll of a record: the n-th under its key, in the line of an action (0: the start line)."""

    n: int
    action: int
    value: int
    sides: int

    def __str__(self) -> str:
        return dice_text((self.value,), (self.sides,))


def dice_text(dice: Sequence[int], sides: Sequence[int]) -> str:
    """Rolls as a record tells them: a die of six by its result, another with its sides: `5 7/10`."""
    pairs = zip(dice, sides, strict=True)
    return " ".join(f"{value}" if faces == COMMON else f"{value}/{faces}" for value, faces in pairs)


def rolls_before(situation: str) -> int:
    """How many dice were rolled before a situation, as it says itself."""
    made = read_toml(situation).get("rolls", 0)
    return made if isinstance(made, int) else 0
