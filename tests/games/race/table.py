"""A table to test Race for Berlin at."""

from tests.games.tables import AnyTable

from berlin.games.race.board.units import KEYS, OFF_MAP, find_unit
from berlin.games.race.board.zones import ZONES, N, find_zone
from berlin.games.race.cover import SEATS
from berlin.games.race.game import GAME
from berlin.games.race.state.state import CHIT_NUMBERS, OOS, OUT, REDUCED, USED, State

HOLDERS = ("", "zhukov", "koniev", "american")


class Table(AnyTable[State]):
    """One game in progress."""

    game = GAME
    find_unit = find_unit
    shortcuts = ("decline", "pass", "done", "keep", "begin")

    @classmethod
    def new(cls, seed: int = 1) -> "Table":
        return cls.begun("campaign", seed)

    @property
    def operations(self) -> int:
        return self.state.operations

    @property
    def halted(self) -> bool:
        return self.state.halted

    @property
    def order(self) -> str:
        return ("", "north", "south")[self.state.order]

    def zone(self, unit: str) -> str:
        where = self.state.where[find_unit(unit)]
        return ZONES[where].key if where < N else OFF_MAP[where]

    def units(self, zone: str) -> list[str]:
        at = find_zone(zone)
        return sorted(KEYS[unit] for unit, where in enumerate(self.state.where) if where == at)

    def reduced(self, unit: str) -> bool:
        return self._marked(unit, REDUCED)

    def oos(self, unit: str) -> bool:
        return self._marked(unit, OOS)

    def used(self, unit: str) -> bool:
        return self._marked(unit, USED)

    def _marked(self, unit: str, bit: int) -> bool:
        return bool(self.state.marks[find_unit(unit)] & bit)

    def control(self, zone: str) -> str:
        return HOLDERS[self.state.control[find_zone(zone)]]

    def progress(self, zone: str) -> int:
        return self.state.progress[find_zone(zone)]

    def vp(self, seat: str) -> int:
        return self.state.vp[SEATS.index(seat)]

    def support(self, seat: str) -> int:
        return self.state.support[SEATS.index(seat)]

    def _chits(self, where: int) -> set[int]:
        return {number for number in CHIT_NUMBERS if self.state.chits[number] == where}

    def bag(self) -> set[int]:
        return self._chits(0)

    def hand(self, seat: str) -> set[int]:
        return self._chits(SEATS.index(seat) + 1)

    def out(self) -> set[int]:
        return self._chits(OUT)
