"""The battle between two RePh: settled by the model, or reported. How, is asked unless it was agreed on."""

from collections.abc import Callable

from berlin.campaign import victory
from berlin.campaign.model.battle import fight
from berlin.campaign.report import common, units
from berlin.campaign.state import RUSSIAN, Draft
from berlin.campaign.ways import EACH, MODEL, REPORT, WAYS
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Battle(Frame, frozen=True, gc=False):
    """How is this battle settled?"""


class Settle(Act, frozen=True, gc=False):
    """Settle the battle in this way."""

    way: str


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


def settle_battle(d: Draft, frame: Battle) -> bool:
    return True


def options_battle(d: Draft, frame: Battle) -> list[Act]:
    return [Settle(way) for way in WAYS]


def answer_battle(d: Draft, frame: Battle, act: Act) -> None:
    assert isinstance(act, Settle)
    d.frames.pop()
    _settle(d, act.way)


def refuse_battle(d: Draft, frame: Battle, act: Act) -> Refusal:
    return Refusal(d.book.battlefield.rule, f"a battle is settled by one of: {', '.join(WAYS)}")
