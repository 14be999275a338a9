"""What the events of No Retreat! are about, for who watches them one by one."""

from berlin.games.noretreat.board.ground import KEYS as SPACES
from berlin.games.noretreat.board.units import KEYS
from berlin.games.noretreat.table.faces import open_card
from berlin.kernel.contract.ids import Card as CardId
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Card
from berlin.kernel.contract.story import Pointing

KINDS = {
    **dict.fromkeys(("arrival", "departure", "effect", "flip", "loss", "supply"), "unit"),
    **dict.fromkeys(("advance", "move", "place", "retreat"), "unit path"),
    **dict.fromkeys(("control", "target"), "place"),
    "battle": "place unit",
    "card": "card seat place",
    "die": "- - place",
    "discard": "card seat",
    "event": "path",
}


def _face(card: int, seat: Seat) -> Card:
    return open_card(seat, CardId(card))


focus = Pointing(KINDS, KEYS, SPACES, _face)
