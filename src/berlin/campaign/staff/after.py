"""After a battle: who fights on, breaks out, is promoted, repaired and kept."""

from functools import lru_cache
from typing import Any

from berlin.campaign.aftermath.clearing import Keep
from berlin.campaign.aftermath.commanders import Mount, Wait
from berlin.campaign.aftermath.hardening import Commission, Forgo, Harden, Split, Weigh
from berlin.campaign.aftermath.hatches import Button, Expose, Shut
from berlin.campaign.aftermath.melee import (
    Attach,
    Cease,
    Detach,
    Engage,
    Fight,
    Seize,
    Stand,
    Strike,
    Withdraw,
)
from berlin.campaign.aftermath.prisoners import HandOver, Hold, Release
from berlin.campaign.aftermath.rally import Unload
from berlin.campaign.aftermath.salvage import Burn, Rummage, Scrap, Scrounge, Wreck
from berlin.campaign.counters import Sort
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.perimeters import escape
from berlin.campaign.perimeters.drawing import Close, Decline, From, Lift, Point, Readjust, Trace
from berlin.campaign.perimeters.escape import Deploy, Escape, Give, Go, Join, Leave, Party, Stay
from berlin.campaign.pieces import Mark
from berlin.campaign.refit.armoury import Assemble, Dismantle
from berlin.campaign.refit.removal import Clear, Suffer, Tow
from berlin.campaign.refit.repair import Exchange
from berlin.campaign.refit.spent import Restock
from berlin.campaign.refit.vehicles import Man
from berlin.campaign.refit.yard import Abandon, Strip
from berlin.campaign.staff.outlook import Outlook
from berlin.campaign.works import Works
from berlin.kernel.rules import Outcome

NEVER = -9.0
# The share of a unit that may be lost in an attempt to Escape.
RISK = 0.3
LOSS = {"eliminated": 1.0, "reduced": 0.5, "replaced": 0.25, "abandoned": 0.6, "crew-eliminated": 0.3}


def never(o: Outlook, frame: Any, act: Any) -> float:
    return NEVER


def at_ease(o: Outlook, frame: Any, act: Any) -> float:
    return 0.0


# Close combat.


def fight(o: Outlook, frame: Any, act: Fight) -> float:
    """Where a prize is at stake first."""
    return float(o.land.prizes.get(act.space, 0))


def withdraw(o: Outlook, frame: Any, act: Withdraw) -> float:
    """Only who is broken, and to cover."""
    owner, number = piece_of(act.unit)
    broken = o.d.pieces[owner][number].has(Mark.BROKEN)
    return 1.0 + 0.1 * o.shelter(act.space) if broken else -1.0 + 0.1 * o.shelter(act.space)


def engage(o: Outlook, frame: Any, act: Engage) -> float:
    """All enemies at once if they are weaker; else the weakest of them."""
    d = o.d
    mine = sum(d.counter(*piece_of(unit)).fire for unit in _ours(o, frame))
    foes = sum(d.counter(*piece_of(unit)).fire for unit in (*frame.at, act.unit))
    alone = 2.0 - 0.01 * d.counter(*piece_of(act.unit)).fire
    return alone if not frame.at or mine >= foes else -1.0


def _ours(o: Outlook, frame: Any) -> list[int]:
    place = frame.space, frame.level
    return [
        unit_of(o.side, number)
        for number, piece in o.d.on_map(o.side)
        if (piece.space, piece.level) == place and o.d.counter(o.side, number).is_personnel
    ]


def strike(o: Outlook, frame: Any, act: Strike) -> float:
    return 1.0


# Breaking out.


def risk(o: Outlook, frame: Party) -> float:
    """The share of a party that an attempt to Escape is likely to cost."""
    table = escape.table(o.d, frame)
    drm = table.tally(0, escape.reasons(o.d, frame)).total
    return _loss(table.outcomes(drm))


@lru_cache(maxsize=64)
def _loss(outcomes: tuple[Outcome, ...]) -> float:
    return sum(
        outcome.ways * sum(LOSS.get(word, 0.0) for word in outcome.label.split()) / outcome.of
        for outcome in outcomes
    )


def break_out(o: Outlook, frame: Any, act: Escape) -> float:
    """Who is likely to get through goes, unless he stands on a prize."""
    lost = risk(o, Party(o.side, (act.unit,)))
    owner, number = piece_of(act.unit)
    piece = o.d.pieces[owner][number]
    holds = o.land.prizes.get(piece.space, 0) * 0.2
    return RISK - lost - holds


def join(o: Outlook, frame: Any, act: Join) -> float:
    """Whoever makes it likelier for all: a leader."""
    together = Party(frame.seat, tuple(sorted((*frame.units, act.unit))))
    return risk(o, frame) - risk(o, together) - 0.01


def leave(o: Outlook, frame: Any, act: Leave) -> float:
    """A weapon is dropped if it is a burden."""
    load = escape.reasons(o.d, frame).get("load", 0)
    return 0.5 if load else -1.0


# The map is cleared.


def search(o: Outlook, frame: Any, act: Rummage | Scrounge) -> float:
    """There may be a machine-gun in it."""
    return 1.0


def harden(o: Outlook, frame: Any, act: Harden) -> float:
    """By what a unit gains: fire and morale."""
    before = o.d.counter(*piece_of(act.unit))
    after = o.d.book.counters[before.harder]
    return 1.0 + after.fire - before.fire + after.morale - before.morale + 0.1 * after.fire


def commission(o: Outlook, frame: Any, act: Commission) -> float:
    """A leader more, if there are few."""
    men = [o.d.counter(o.side, number) for number, _ in o.d.at_hand(o.side)]
    leaders = sum(counter.sort is Sort.LEADER for counter in men)
    squads = sum(counter.sort is Sort.SQUAD for counter in men)
    crew = o.d.counter(*piece_of(act.unit)).sort is Sort.CREW
    return (3.0 if squads > 6 * leaders else 1.2) + 0.1 * crew


def mount(o: Outlook, frame: Any, act: Mount) -> float:
    """The best vehicle for an armor leader."""
    counter = o.d.counter(*piece_of(act.unit))
    return 1.0 + counter.shot + counter.fire


def man(o: Outlook, frame: Any, act: Man) -> float:
    """Its own kind of crew, or whoever is worth least elsewhere."""
    vehicle, crew = o.d.counter(*piece_of(act.unit)), o.d.counter(*piece_of(act.by))
    fits = 3.0 if crew.key == vehicle.crew else 0.0
    return vehicle.fire + fits - crew.fire if vehicle.fire else -1.0


def exchange(o: Outlook, frame: Any, act: Exchange) -> float:
    """A light machine-gun is worth less than a vehicle's."""
    return 5.0 - o.d.counter(*piece_of(act.by)).fire


def restock(o: Outlook, frame: Any, act: Restock) -> float:
    return float(o.d.counter(*piece_of(act.unit)).fire)


def clear(o: Outlook, frame: Any, act: Clear) -> float:
    """An attacker clears mines, wire and ditches; a defender lets them be."""
    if o.defends:
        return NEVER
    lifted = {Works.MINES.name.lower(): 0.0, Works.WIRE.name.lower(): 1.0, Works.DITCH.name.lower(): 0.5}
    return lifted.get(act.what, NEVER) - 0.02 * o.away[act.space]


def tow(o: Outlook, frame: Any, act: Tow) -> float:
    return 1.0 + 0.1 * o.d.counter(*piece_of(act.unit)).fire


def suffer(o: Outlook, frame: Any, act: Suffer) -> float:
    """The least."""
    counter = o.d.counter(*piece_of(act.unit))
    return -float(counter.points) - 0.1 * counter.fire


JUDGES: dict[type, Any] = {
    Fight: fight,
    Withdraw: withdraw,
    Stand: at_ease,
    Engage: engage,
    Detach: never,
    Attach: strike,
    Strike: strike,
    Seize: at_ease,
    Cease: at_ease,
    Expose: never,
    Button: strike,
    Shut: at_ease,
    Unload: strike,
    Trace: strike,
    From: never,
    Point: never,
    Lift: never,
    Readjust: never,
    Close: at_ease,
    Decline: never,
    Escape: break_out,
    Stay: at_ease,
    Join: join,
    Leave: leave,
    Give: never,
    Deploy: never,
    Go: at_ease,
    Keep: at_ease,
    Scrap: never,
    Wreck: never,
    Burn: never,
    Scrounge: search,
    Rummage: search,
    Hold: strike,
    HandOver: never,
    Release: never,
    Harden: harden,
    Commission: commission,
    Forgo: at_ease,
    Weigh: strike,
    Split: never,
    Mount: mount,
    Wait: at_ease,
    Man: man,
    Exchange: exchange,
    Restock: restock,
    Abandon: never,
    Strip: never,
    Dismantle: never,
    Assemble: strike,
    Clear: clear,
    Tow: tow,
    Suffer: suffer,
}
