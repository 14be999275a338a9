"""11.1.3 and 13.6. Desertion: Volkssturm and Hitler Youth who face the enemy while their side is losing."""

from berlin.games.fortress.board.ground import BESIDE, SIZE
from berlin.games.fortress.board.units import NAMES, VOLKSSTURM, YOUTH
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.militia import reveal
from berlin.games.fortress.rules.occupation import leave_field
from berlin.games.fortress.state.state import REMOVED, Draft


def desert(d: Draft) -> None:
    """A die for each of them next to an enemy or disrupted: on a 1 it is gone, for no points.

    OTB 13.6.q2: facing and rivers between don't matter; OTB 12.0.2.q1: nobody lost it in combat.
    """
    if not _is_due(d):
        return
    for unit in (*VOLKSSTURM, *YOUTH):
        place = d.where[unit]
        if place >= SIZE or not (d.is_disrupted(unit) or BESIDE[place] & d.occupied(ALLIED)):
            continue
        if d.die("desertion", f"{NAMES[unit]} stands fast", "FB 11.1.3") == 1:
            if unit in VOLKSSTURM:
                reveal(d, unit)
            d.put(unit, REMOVED)
            leave_field(d, place)
            d.marks[unit] = 0
            d.say("desert", f"{NAMES[unit]} deserts", "FB 11.1.3", data=(unit,))


def _is_due(d: Draft) -> bool:
    """OTB 13.6, OTB 13.6.q1: from turn 2 on, while the Allies lead; FB 11.1.3: once Hitler is gone."""
    if d.is_base:
        return bool(d.captured | d.suicides)
    return d.turn > 1 and d.vp[ALLIED] > d.vp[GERMAN]
