"""6. Recovery: disruption comes off; then every Allied unit traces its Line of Communications."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import AIRFIELDS, CHANCELLERY, SIZE, within
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import DIVISION_NAMES, LEADERS, NAMES, RANGES
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.communications import has_line, is_held
from berlin.games.fortress.rules.fog import is_seen, tell
from berlin.games.fortress.rules.occupation import end_if_won
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FACING_MASK, REMOVED, Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act

# FB 11.1.2: how near an enemy must be, and on which dice Hitler kills himself.
NEAR, DESPAIR = 2, 2


def recover(d: Draft, side: Seat) -> None:
    """FB 6.0.recover: the markers of a side come off; its units stay in Maneuver mode.

    OTB 4.2c, OTB 4.2.q1: the enemy's stay, and the Germans trace no lines.
    """
    marked = [unit for unit in RANGES[side] if d.marks[unit] & DISRUPTED]
    seen = sum(d.where[unit] >= SIZE or is_seen(d, unit, OTHER[side]) for unit in marked)
    for unit in marked:
        d.clear(unit, DISRUPTED)
    if seen == len(marked) > 0:
        d.say("recover", _recovering(seen), "FB 6.0.recover")
    elif marked:
        d.whisper("recover", side, _recovering(len(marked)), _recovering(seen), "FB 6.0.recover")


def _recovering(number: int) -> str:
    return f"{number} units recover" if number else ""


def trace_lines(d: Draft) -> None:
    """OTB 6.1f: an Allied unit without a Line of Communications is turned to Maneuver mode."""
    cut = [unit for unit in d.on_map(ALLIED) if not has_line(d, unit)]
    for unit in cut:
        if d.is_combat(unit):
            d.clear(unit, COMBAT | FACING_MASK)
            text = f"{NAMES[unit]} has no Line of Communications"
            tell(d, unit, "cut", text, "OTB 6.1f", data=(unit,), veil="")


def despair(d: Draft) -> None:
    """FB 11.1.2: with an enemy near the Chancellery Hitler may kill himself; OTB 11.1g: nobody else does."""
    for number, leader in enumerate(LEADERS):
        if d.where[leader] != CHANCELLERY or not within(CHANCELLERY, NEAR) & d.occupied(ALLIED):
            continue
        if d.die("despair", f"{NAMES[leader]} despairs", "FB 11.1.2") <= DESPAIR:
            d.put(leader, REMOVED)
            d.suicides |= 1 << number
            d.score(ALLIED, 5)
            d.say("suicide", f"{NAMES[leader]} kills himself", "FB 11.1.2", data=(leader,))
            end_if_won(d)


class Supply(Act, frozen=True, gc=False):
    division: int
    hex: int
    verb, says, time = "supply", "Supply {division} from {hex}", "OTB 6.1h"


class Supplying(FortressQuestion[Supply], frozen=True):
    """OTB 6.1h, 6.1.q1: from where a division that came from beyond the map is supplied."""

    division: int
    acts = (Supply,)
    rule = "OTB 6.1h"
    why = "It traces to an airfield that the Allies hold, or to the hex by which it entered."

    def prompt(self, d: Draft) -> str:
        return f"From where is {DIVISION_NAMES[self.division]} supplied?"

    def answers(self, d: Draft) -> list[Supply]:
        return [Supply(self.division, place) for place in bits(self.places(d))]

    def places(self, d: Draft) -> int:
        found = 1 << d.entries[self.division]
        for number, field in enumerate(AIRFIELDS):
            if is_held(d, number):
                found |= field & -field
        return found

    def refuse(self, d: Draft, act: Supply) -> Refusal:
        return Refusal(self.rule, "it is no airfield in Allied hands, nor where the division entered")

    def carry_out(self, d: Draft, act: Supply) -> None:
        d.frames.pop()
        d.landing = (*d.landing[: self.division], act.hex, *d.landing[self.division + 1 :])
        d.cache.clear()
        text = f"{DIVISION_NAMES[self.division]} is supplied from {hex_name(act.hex)}"
        d.say("supply", text, "OTB 6.1i", data=(self.division, act.hex))


class Tracing(FortressQuestion[Act], frozen=True):
    """Asks nothing: the lines are traced once every source is chosen."""

    def still_asks(self, d: Draft) -> bool:
        d.frames.pop()
        trace_lines(d)
        return False


def begin_recovery(d: Draft, side: Seat) -> None:
    """The Recovery Segment of a side."""
    recover(d, side)
    if d.is_base:
        if side == GERMAN:
            despair(d)
        return
    if side == ALLIED:
        d.frames.append(Tracing(ALLIED))
        for division, entry in enumerate(d.entries):
            if entry >= 0:
                d.frames.append(Supplying(ALLIED, division))
