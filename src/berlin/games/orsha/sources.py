"""Every value of the game's data, one by one, with where it comes from."""

from berlin.games.orsha.tables import TABLES
from berlin.kernel.game import Datum
from berlin.kernel.sources import values


def data() -> tuple[Datum, ...]:
    return values(TABLES, remark="note")
