"""A table to test the ferry at."""

from tests.games.tables import AnyTable

from berlin.games.ferry.board import BOXES, UNITS
from berlin.games.ferry.game import GAME
from berlin.games.ferry.state import State


def number(unit: str) -> int:
    return UNITS.index(unit)


class Table(AnyTable[State]):
    """One game in progress."""

    game = GAME
    find_unit = number
    shortcuts = ("done",)

    @classmethod
    def new(cls, seed: int = 1) -> "Table":
        return cls.begun("crossing", seed)

    @classmethod
    def moving(cls, side: str, *where: str) -> "Table":
        """One side moves; the companies stand there in their order."""
        stage = {"east": "B", "west": "C"}[side]
        return cls.at(f'game = "ferry"\nstage = "{stage}"\nwhere = {list(where)}\n'.replace("'", '"'))

    def place(self, unit: str) -> str:
        return BOXES[self.state.where[number(unit)]]
