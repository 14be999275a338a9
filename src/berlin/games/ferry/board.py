"""What lies on the table: places and companies, as the tables in `data` have them, and the picture."""

from pathlib import Path

from berlin.boards.drawing import RIVER, page, stroke
from berlin.games.ferry.cover import SEATS
from berlin.kernel.contract.ids import BOTH, Place, Unit, numbered
from berlin.kernel.contract.scene import Board, dot
from berlin.kernel.contract.variant import Tables

TABLES = Tables(Path(__file__).parent / "data")
PLACES, COMPANIES = TABLES.rows("places"), TABLES.rows("companies")
KEYS, NAMES = (tuple(row[column] for row in PLACES) for column in ("key", "name"))
UNITS, CALLED = (tuple(row[column] for row in COMPANIES) for column in ("key", "name"))
ALL_PLACES, ALL_UNITS = numbered(Place, len(KEYS)), numbered(Unit, len(UNITS))
FERRY, LOST, BOXES = Place(KEYS.index("ferry")), Place(len(KEYS)), (*KEYS, "lost")
# The places next to each, as bits; next to those that are lost there is none.
NEXT = (*(sum(1 << KEYS.index(key) for key in row["next"].split()) for row in PLACES), 0)
SIDE = tuple(BOTH[SEATS.index(row["side"])] for row in COMPANIES)
START = tuple(Place(KEYS.index(row["place"])) for row in COMPANIES)


def picture() -> Board:
    """Dots and roads on a river, which is all that six places need."""
    at = [(float(row["x"]), float(row["y"])) for row in PLACES]
    art = '<rect width="1000" height="600" fill="#f6efdc"/>'
    art += stroke(((580, 0), (500, 330), (560, 600)), RIVER, 50)
    for (x, y), name, near in zip(at, NAMES, NEXT, strict=False):
        art += "".join(stroke(((x, y), at[far]), "#857653", 6) for far in ALL_PLACES if near >> far & 1)
        art += f'<text x="{x}" y="{y - 78}" font-size="32" text-anchor="middle">{name}</text>'
    spots = tuple(dot(key, name, *point, 70) for key, name, point in zip(KEYS, NAMES, at, strict=True))
    return Board(1000, 600, page(1000, 600, "The Ferry", art), spots)
