"""The battle between two RePh: settled by the model, or reported. How, is asked unless it was agreed on."""

from collections.abc import Callable

from berlin.campaign import victory
from berlin.campaign.model.battle import fight
from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.report import common, units
from berlin.campaign.state.state import RUSSIAN, Draft
from berlin.campaign.ways import EACH, MODEL, REPORT, WAYS
from berlin.kernel.play.acts import Act


class Settle(Act, frozen=True, gc=False):
    """Settle the battle in this way."""

    verb = "settle"
    says = "Settle it so: {way}"

    way: str


class Battle(CampaignQuestion, frozen=True, gc=False):
    """How is this battle settled?"""

    acts = (Settle,)
    topic = "battle.settle"
    asks = "How is this battle settled?"
    why = "The model fights it at once by dice; a report takes over what was played on a table."
    refuses = (Reason("battle.report", f"a battle is settled by one of: {', '.join(WAYS)}"),)

    def answers(self, d: Draft) -> list[Act]:
        return [Settle(way) for way in WAYS]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Settle)
        d.frames.pop()
        _settle(d, act.way)


def modelled(d: Draft) -> None:
    fight(d, d.book.battlefield)


def reported(d: Draft) -> None:
    common.begin(d)
    units.begin(d)


SETTLED: dict[str, Callable[[Draft], None]] = {MODEL: modelled, REPORT: reported}


def begin(d: Draft) -> None:
    """A scenario begins."""
    victory.open_scenario(d)
    if d.way == EACH:
        d.frames.append(Battle(RUSSIAN))
    else:
        _settle(d, d.way)


def _settle(d: Draft, way: str) -> None:
    d.fought = way
    SETTLED[way](d)
