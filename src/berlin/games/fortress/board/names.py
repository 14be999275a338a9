"""What people call a hex within a sentence."""

from berlin.games.fortress.board.ground import KEYS, NAMES


def hex_name(space: int) -> str:
    return NAMES[space] or KEYS[space]
