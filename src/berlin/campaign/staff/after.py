"""After a battle: who fights on, breaks out, is promoted, repaired and kept."""

from functools import lru_cache

from berlin.campaign.aftermath.clearing import Keep
from berlin.campaign.aftermath.commanders import Mount, Wait
from berlin.campaign.aftermath.hardening import Commission, Forgo, Harden, Split, Weigh
from berlin.campaign.aftermath.hatches import Button, Expose, Shut
from berlin.campaign.aftermath.melee import (
    Assault,
    Attach,
    Cease,
    Detach,
    Engage,
    FightMelee,
    Seize,
    Stand,
    Strike,
    Withdraw,
)
from berlin.campaign.aftermath.prisoners import HandOver, Hold, Release
from berlin.campaign.aftermath.rally import Unload
from berlin.campaign.aftermath.salvage import Burn, Rummage, Scrap, Scrounge, Wreck
from berlin.campaign.by_kind import by
from berlin.campaign.perimeters import escape
from berlin.campaign.perimeters.drawing import Close, Decline, From, Lift, Point, Readjust, Trace
from berlin.campaign.perimeters.escape import Deploy, Escape, Give, Go, Join, Leave, Party, Stay
from berlin.campaign.refit.armoury import Assemble, Dismantle
from berlin.campaign.refit.ft_dc_recovery import Restock
from berlin.campaign.refit.removal import Clear, Suffer, Tow
from berlin.campaign.refit.repair import Exchange
from berlin.campaign.refit.vehicle_disposal import Abandon, Strip
from berlin.campaign.refit.vehicles import Man
from berlin.campaign.staff.outlook import Judges, Outlook
from berlin.kernel.contract.ids import Unit
from berlin.kernel.contract.rules import Outcome
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import Works

NEVER = -9.0
# The share of a unit that may be lost in an attempt to Escape.
RISK = 0.3
LOSS = {"eliminated": 1.0, "reduced": 0.5, "replaced": 0.25, "abandoned": 0.6, "crew-eliminated": 0.3}


def never(o: Outlook, act: Act) -> float:
    return NEVER


def at_ease(o: Outlook, act: Act) -> float:
    return 0.0


def gladly(o: Outlook, act: Act) -> float:
    return 1.0


# Close combat.


def fight(o: Outlook, act: FightMelee) -> float:
    """Where a prize is at stake first."""
    return float(o.land.prizes.get(act.space, 0))


def withdraw(o: Outlook, act: Withdraw) -> float:
    """Only who is broken, and to cover."""
    broken = o.d.piece(act.unit).has(Mark.BROKEN)
    return 1.0 + 0.1 * o.shelter(act.space) if broken else -1.0 + 0.1 * o.shelter(act.space)


def engage(o: Outlook, act: Engage) -> float:
    """All enemies at once if they are weaker; else the weakest of them."""
    d, bout = o.d, o.asked(Assault)
    mine = sum(d.counter(unit).fire for unit in _ours(o, bout))
    foes = sum(d.counter(unit).fire for unit in (*bout.at, act.unit))
    alone = 2.0 - 0.01 * d.counter(act.unit).fire
    return alone if not bout.at or mine >= foes else -1.0


def _ours(o: Outlook, bout: Assault) -> list[Unit]:
    place = bout.space, bout.level
    return [
        unit
        for unit, piece in o.d.on_map(o.side)
        if (piece.space, piece.level) == place and o.d.counter(unit).is_personnel
    ]


# Breaking out.


def risk(o: Outlook, party: Party) -> float:
    """The share of a party that an attempt to Escape is likely to cost."""
    table = escape.table(o.d, party)
    drm = table.tally(0, escape.reasons(o.d, party)).total
    return _loss(table.outcomes(drm))


@lru_cache(maxsize=64)
def _loss(outcomes: tuple[Outcome, ...]) -> float:
    return sum(
        outcome.ways * sum(LOSS.get(word, 0.0) for word in outcome.label.split()) / outcome.of
        for outcome in outcomes
    )


def break_out(o: Outlook, act: Escape) -> float:
    """Who is likely to get through goes, unless he stands on a prize."""
    lost = risk(o, Party(o.side, (act.unit,)))
    piece = o.d.piece(act.unit)
    holds = o.land.prizes.get(piece.space, 0) * 0.2
    return RISK - lost - holds


def join(o: Outlook, act: Join) -> float:
    """Whoever makes it likelier for all: a leader."""
    party = o.asked(Party)
    together = Party(party.seat, tuple(sorted((*party.units, act.unit))))
    return risk(o, party) - risk(o, together) - 0.01


def leave(o: Outlook, act: Leave) -> float:
    """A weapon is dropped if it is a burden."""
    load = escape.reasons(o.d, o.asked(Party)).get("load", 0)
    return 0.5 if load else -1.0


# The map is cleared.


def harden(o: Outlook, act: Harden) -> float:
    """By what a unit gains: fire and morale."""
    before = o.d.counter(act.unit)
    after = o.d.book.counters[before.harder]
    return 1.0 + after.fire - before.fire + after.morale - before.morale + 0.1 * after.fire


def commission(o: Outlook, act: Commission) -> float:
    """A leader more, if there are few."""
    men = [o.d.counter(unit) for unit, _ in o.d.at_hand(o.side)]
    leaders = sum(counter.sort is Sort.LEADER for counter in men)
    squads = sum(counter.sort is Sort.SQUAD for counter in men)
    crew = o.d.counter(act.unit).sort is Sort.CREW
    return (3.0 if squads > 6 * leaders else 1.2) + 0.1 * crew


def mount(o: Outlook, act: Mount) -> float:
    """The best vehicle for an armor leader."""
    counter = o.d.counter(act.unit)
    return 1.0 + counter.shot + counter.fire


def man(o: Outlook, act: Man) -> float:
    """Its own kind of crew, or whoever is worth least elsewhere."""
    vehicle, crew = o.d.counter(act.unit), o.d.counter(act.by)
    fits = 3.0 if crew.key == vehicle.crew else 0.0
    return vehicle.fire + fits - crew.fire if vehicle.fire else -1.0


def exchange(o: Outlook, act: Exchange) -> float:
    """A light machine-gun is worth less than a vehicle's."""
    return 5.0 - o.d.counter(act.by).fire


def restock(o: Outlook, act: Restock) -> float:
    return float(o.d.counter(act.unit).fire)


def clear(o: Outlook, act: Clear) -> float:
    """An attacker clears mines, wire and ditches; a defender lets them be."""
    if o.defends:
        return NEVER
    lifted = {Works.MINES.name.lower(): 0.0, Works.WIRE.name.lower(): 1.0, Works.DITCH.name.lower(): 0.5}
    return lifted.get(act.what, NEVER) - 0.02 * o.away[act.space]


def tow(o: Outlook, act: Tow) -> float:
    return 1.0 + 0.1 * o.d.counter(act.unit).fire


def suffer(o: Outlook, act: Suffer) -> float:
    """The least."""
    counter = o.d.counter(act.unit)
    return -float(counter.points) - 0.1 * counter.fire


NEVER_DONE = (
    *(Detach, Expose, From, Point, Lift, Readjust, Decline, Give, Deploy),
    *(Scrap, Wreck, Burn, HandOver, Release, Split, Abandon, Strip, Dismantle),
)
DONE_GLADLY = (Attach, Strike, Button, Unload, Trace, Scrounge, Rummage, Hold, Weigh, Assemble)
JUDGES: Judges = {
    **dict.fromkeys(NEVER_DONE, never),
    **dict.fromkeys(DONE_GLADLY, gladly),
    **dict.fromkeys((Stand, Seize, Cease, Shut, Close, Stay, Go, Keep, Forgo, Wait), at_ease),
    **dict(
        (
            by(FightMelee, fight),
            by(Withdraw, withdraw),
            by(Engage, engage),
            by(Escape, break_out),
            by(Join, join),
            by(Leave, leave),
            by(Harden, harden),
            by(Commission, commission),
            by(Mount, mount),
            by(Man, man),
            by(Exchange, exchange),
            by(Restock, restock),
            by(Clear, clear),
            by(Tow, tow),
            by(Suffer, suffer),
        )
    ),
}
