"""The Infantry Fire Table: what a roll comes to with so much firepower."""

import msgspec

from berlin.kernel.contract.variant import Rows

VEHICLE = "vehicle"


class FireTable(msgspec.Struct, frozen=True):
    columns: tuple[int, ...]
    rows: dict[int, tuple[str, ...]]
    kills: tuple[int, ...]
    """The vehicle line: below this an unarmored vehicle is eliminated, at it immobilized."""

    def _column(self, fp: int) -> int:
        """The strongest column that the firepower reaches."""
        return max(column for column, least in enumerate(self.columns) if least <= fp)

    def result(self, fp: int, total: int) -> str:
        """`3KIA`, `K/2`, `1MC`, `NMC`, `PTC` or `-`."""
        if total > max(self.rows):
            return "-"
        return self.rows[max(total, min(self.rows))][self._column(fp)]

    def kill(self, fp: int) -> int:
        return self.kills[self._column(fp)]


def killed(result: str) -> int:
    """How many a result kills outright."""
    return int(result.removesuffix("KIA")) if result.endswith("KIA") else 0


def checked(result: str) -> int | None:
    """What is added to the Morale Check that a result calls for; None for one that calls for none."""
    if result.startswith("K/"):
        return int(result[2:])
    if not result.endswith("MC"):
        return None
    return 0 if result == "NMC" else int(result.removesuffix("MC"))


def read_fire(rows: Rows) -> FireTable:
    names = [name for name in rows[0] if name.isdigit()]
    found = {row["dr"]: tuple(row[name] for name in names) for row in rows}
    return FireTable(
        tuple(map(int, names)),
        {int(dr): results for dr, results in found.items() if dr != VEHICLE},
        tuple(map(int, found[VEHICLE])),
    )
