"""The reckoning behind an action, and the ground that it is about."""

from msgspec.structs import replace

from berlin.campaign.desk import explain as campaign
from berlin.campaign.state.state import Draft
from berlin.games.orsha.table.picture import ground_words
from berlin.kernel.contract.rules import Explanation
from berlin.kernel.play.acts import Act
from berlin.squad.board.pieces import NOWHERE


def explain(d: Draft, action: Act) -> Explanation:
    """All that a legal action rests on."""
    spaces = [getattr(action, part, NOWHERE) for part in ("space", "to")]
    found = campaign.explain(d, action)
    return replace(
        found,
        notes=(
            *found.notes,
            *(f"the ground: {', '.join(ground_words(space))}" for space in spaces if space >= 0),
        ),
    )
