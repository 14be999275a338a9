"""A machine that says nothing about its reasons."""

from typing import Any

from berlin.kernel.contract.game import AnyGame
from berlin.players.reasons import Reasons


class Mute:
    def reasons(self, game: AnyGame, view: Any, action: Any) -> Reasons:
        return Reasons()
