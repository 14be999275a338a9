"""Na Berlin! 3, 11 and 13: the western extension, Rumania, and the units that events bring."""

from berlin.games.noretreat.board.ground import AT, PLOESTI, RUMANIA
from berlin.games.noretreat.board.tables import AXIS, RESET_TURN, SOVIET
from berlin.games.noretreat.board.units import FORM, HOME, NATION, RANGES, STATUS, arriving, due_by
from berlin.games.noretreat.rules.combat.losses import remove
from berlin.games.noretreat.rules.stacking import Excess
from berlin.games.noretreat.state.state import (
    BACK,
    DESTROYED,
    DUE,
    OUT,
    REINFORCEMENTS,
    Draft,
)
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act


class Extend(Act, frozen=True, gc=False):
    verb, time = "extend", "NAB 3.0c"
    says = "Open the western extension"


EXTEND = Extend()
ARRIVE_REDUCED = ("guest",)
RUMANIANS = tuple(unit for unit in RANGES[AXIS] if NATION[unit] == "rumanian")
FEW, MANY = 1, 3


def open_extension(d: Draft) -> None:
    """2.extension: the western map is laid down; nothing on the table moves."""
    d.extended = True
    d.closed = 0
    d.reach.clear()
    d.stir(AXIS)
    d.say("event", "the western extension is open", "NR 2.extension", "NAB 3.0b")


def can_extend(d: Draft, seat: Seat) -> bool:
    """NAB 3.0c: in his Card, Organization and Movement phases the Axis player may ask for it."""
    return seat == AXIS and not d.extended


def extend_refusal(d: Draft) -> Refusal:
    why = "the extension is open" if d.extended else "only the Axis may ask for the extension"
    return Refusal("NAB 3.0c", why)


def soviets_in_rumania(d: Draft) -> int:
    return sum(1 for unit in RANGES[SOVIET] if RUMANIA >> d.where[unit] & 1)


def rumanian_penalty(d: Draft) -> int:
    """5.draw.rumania: what the Axis draws less."""
    if d.extended:
        return int(d.owner(PLOESTI) == SOVIET)
    inside = soviets_in_rumania(d)
    return 2 if inside >= MANY else 1 if inside >= FEW else 0


def rumania_surrenders(d: Draft) -> None:
    """11.rumania and NAB 11.3a, in a Removals phase."""
    if d.extended:
        due, rule = d.owner(PLOESTI) == SOVIET, "NAB 11.3a"
    else:
        due, rule = d.phasing == AXIS and soviets_in_rumania(d) >= MANY, "NR 11.rumania"
    if not due:
        return
    for unit in RUMANIANS:
        if d.where[unit] != OUT:
            remove(d, unit)
            d.say("event", f"Rumania surrenders: {d.named(unit)} leaves play", rule)


def triggered(d: Draft) -> None:
    """13.0: the units that came due by what happened in an earlier turn."""
    if not (d.kit and d.extended):
        return
    for trigger, since, rule in (
        ("gg", d.gg, "NAB 13.0.GG.a"),
        ("oil", d.oil, "NAB 13.0.Oil.a"),
        ("warsaw", d.warsaw, "NAB 13.0.Warsaw"),
    ):
        if 0 < since < d.turn:
            for unit in due_by(trigger):
                if d.where[unit] == DUE:
                    arrive(d, unit, rule)


def arrive(d: Draft, unit: Unit, rule: str) -> None:
    """To the Reinforcement box; Yugoslavs come as forts, the Soviet Rumanians reduced."""
    back = STATUS[unit] in ARRIVE_REDUCED and FORM[unit] != "single"
    d.marks[unit] = BACK if back else 0
    d.put(unit, REINFORCEMENTS)
    if d.log is not None:
        d.say("arrival", f"{d.named(unit)} is due", rule, data=(unit,))


def reich_defenses(d: Draft) -> None:
    """13.0.23b: the Berlin Garrison and the Volksturm stand up in their cities."""
    for unit in arriving(RESET_TURN):
        if d.where[unit] != DUE:
            continue
        city = AT[HOME[unit]]
        if d.owner(city) == SOVIET:
            d.put(unit, DESTROYED)
            d.say("arrival", f"{d.named(unit)} is lost: its city is Soviet", "NAB 13.0.23b.q1")
            continue
        d.put(unit, city)
        d.say("arrival", f"{d.named(unit)} stands up", "NAB 13.0.23b", data=(unit,))
        if not any(isinstance(frame, Excess) and frame.space == city for frame in d.frames):
            d.frames.append(Excess(AXIS, city))
