"""Dice as a pure function of a key and a counter.

The n-th roll under a key can be recomputed alone, by anyone who holds the key, in any process and on any
Python. A served game publishes `commitment(key)` at the start and the key itself at the end.
"""

from hashlib import blake2b
from secrets import token_bytes

import msgspec

from berlin.kernel.contract.game import BadText

KEY_BYTES = 32
_LIMIT = 1 << 64


class Dice(msgspec.Struct, frozen=True, gc=False):
    """A stream of rolls: the key, how many were made, and rolls laid down beforehand (a study)."""

    key: bytes
    n: int = 0
    given: tuple[int, ...] = ()

    def below(self, sides: int) -> "tuple[int, Dice]":
        """The next number in 0..sides-1 and the stream after it. Raises BadText for a die that can't be."""
        if self.given:
            value = self.given[0]
            if not 1 <= value <= sides:
                raise unfit(value, sides)
            return value - 1, Dice(self.key, self.n + 1, self.given[1:])
        return roll(self.key, self.n, sides) - 1, Dice(self.key, self.n + 1)


def roll(key: bytes, n: int, sides: int = 6) -> int:
    """The n-th roll under this key, 1 to sides, every face equally likely."""
    # Rejection, not modulo alone: a digest in the last, incomplete run of faces is drawn again.
    fair = _LIMIT - _LIMIT % sides
    attempt = 0
    while True:
        message = n.to_bytes(8, "big") + attempt.to_bytes(2, "big") + sides.to_bytes(4, "big")
        value = int.from_bytes(blake2b(message, key=key, digest_size=8).digest(), "big")
        if value < fair:
            return value % sides + 1
        attempt += 1


def unfit(value: int, sides: int) -> BadText:
    """The complaint about a die that was laid down for a roll that can't show it."""
    return BadText(f"a die of {value} was laid down for a roll of 1 to {sides}")


def new_key() -> bytes:
    return token_bytes(KEY_BYTES)


def key_from_seed(seed: int) -> bytes:
    """A key for a game that anyone may repeat: not a secret."""
    return blake2b(str(seed).encode(), person=b"berlin-seed", digest_size=KEY_BYTES).digest()


def commitment(key: bytes) -> str:
    """What may be published before the game: it binds the key without telling it."""
    return blake2b(key, person=b"berlin-commit", digest_size=32).hexdigest()


def split(key: bytes, label: str) -> bytes:
    """The key of another stream, that tells nothing about this one."""
    return blake2b(label.encode(), key=key, person=b"berlin-split", digest_size=KEY_BYTES).digest()
