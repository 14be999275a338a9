"""What the events of Race for Berlin are about, for who watches them one by one."""

from msgspec.structs import replace

from berlin.games.race.board.tables import CHITS
from berlin.games.race.board.units import COUNTERS, KEYS
from berlin.games.race.board.zones import ZONES
from berlin.games.race.table.scene import chit_face
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Card as CardId
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Card
from berlin.kernel.contract.story import Focus, Pointing

UNIT = ("activate", "eliminated", "loss", "oos", "pick", "rebuild", "shell", "starve", "withdraw")
KINDS = {
    **dict.fromkeys(UNIT, "unit"),
    **dict.fromkeys(("advance", "attack", "retreat", "return"), "unit place"),
    **dict.fromkeys(("capture", "control", "progress", "result"), "place"),
    "arrive": "- place",
    "chit": "card seat path",
    "die": "- - unit",
    "move": "unit path",
}


def _chit(number: int, seat: Seat) -> Card:
    return chit_face(seat, CHITS[CardId(number)])


_pointing = Pointing(KINDS, KEYS, tuple(zone.key for zone in ZONES), _chit)


def focus(event: Event) -> Focus:
    """A formation is all of its counters; one that rolls to arrive has none on the table yet."""
    found = _pointing(event)
    if event.kind == "die":
        return replace(found, units=tuple(unit for unit in found.units if unit in KEYS))
    if event.kind != "arrive" or not event.data:
        return found
    counters = COUNTERS[int(event.data[0])]
    return Focus(tuple(KEYS[unit] for unit in counters), found.path)
