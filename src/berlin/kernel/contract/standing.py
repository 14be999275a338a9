"""How a game stands for a seat: points by heads, so that a player can be told what counts."""

import msgspec

# So many points make a chance of about three in four.
SCALE = 25.0


class Standing(msgspec.Struct, frozen=True):
    """A judgement in points, head by head: nought is even, a hundred as good as won."""

    heads: tuple[tuple[str, float], ...]

    @property
    def total(self) -> float:
        return sum([points for _, points in self.heads])
