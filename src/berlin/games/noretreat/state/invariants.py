"""What must hold in every state."""

from berlin.games.noretreat.board.deck import IMMEDIATE, WHOLE, cards, set_of
from berlin.games.noretreat.board.ground import CONTROLLED, NAMES, Space
from berlin.games.noretreat.board.tables import AXIS, CARD_KEYS, SEATS, SOVIET, TURNS
from berlin.games.noretreat.board.units import ALL_UNITS, KEYS, RANGES, SIDE, STATIC, YUGOSLAV
from berlin.games.noretreat.rules.combat.retreat import Retreat
from berlin.games.noretreat.rules.points import MOST_EVENT_VP
from berlin.games.noretreat.rules.stacking import Excess
from berlin.games.noretreat.rules.zones import stack_limit
from berlin.games.noretreat.state.state import BIT, BOX, SIZE, UNSUPPLIED, Draft, State
from berlin.kernel.contract.ids import Unit
from berlin.kernel.play.resigning import resigner


def broken(s: State) -> list[str]:
    """Every law of the table that this state breaks, a line each."""
    d = Draft(s)
    faults = [fault for unit in ALL_UNITS if (fault := _unit_fault(d, unit))]
    faults += _stacks(d)
    faults += _cards(d)
    faults += _markers(d)
    both = d.occupied(AXIS) & d.occupied(SOVIET)
    if both:
        faults.append(f"{NAMES[both.bit_length() - 1]} holds both sides [NR 8.enemyhex]")
    if abs(s.event_vp) > MOST_EVENT_VP:
        faults.append(f"event VP are {s.event_vp} [NR 10.vp.event]")
    return faults


def _unit_fault(d: Draft, unit: Unit) -> str:
    space = d.where[unit]
    if space >= SIZE:
        return "" if space in BOX else f"{KEYS[unit]} is nowhere [NR 1.boxes]"
    if space < 0 or not NAMES[space]:
        return f"{KEYS[unit]} is nowhere [NR 1.boxes]"
    if BIT[space] & d.closed:
        return f"{KEYS[unit]} is in a closed hex [NR 2.extension]"
    if BIT[space] & CONTROLLED and d.owner(space) != SIDE[unit]:
        return f"{NAMES[space]} is not owned by {KEYS[unit]}, which is there [NR 2.control]"
    if STATIC[unit] and d.marks[unit] & UNSUPPLIED:
        return f"{KEYS[unit]} is never out of supply [NR 6.supply.static]"
    return ""


def _stacks(d: Draft) -> list[str]:
    if resigner(d.over) is not None:
        return []  # a retreat may have been under way, and is not ended
    loose = {unit for frame in d.frames if isinstance(frame, Retreat) for unit in frame.units}
    crowded = {frame.space for frame in d.frames if isinstance(frame, Excess)}
    faults = []
    for side in (AXIS, SOVIET):
        counts: dict[Space, int] = {}
        for unit in RANGES[side]:
            # Yugoslavs may arrive together; a unit on retreat may not have ended yet.
            if d.where[unit] < SIZE and unit not in loose and not YUGOSLAV[unit]:
                counts[d.where[unit]] = counts.get(d.where[unit], 0) + 1
        for space, count in counts.items():
            if count > stack_limit(d, side, space) and space not in crowded:
                faults.append(f"{NAMES[space]} holds {count} {SEATS[side]} units [NR 8.stack]")
    return faults


def _cards(d: Draft) -> list[str]:
    faults = []
    piles = [d.hands[AXIS], d.hands[SOVIET], d.pile, d.gone]
    piles += [set_of(d.deck, d.discards), set_of(d.deck, d.aside)]
    total = 0
    for pile in piles:
        if total & pile:
            twice = cards(d.deck, total & pile)
            faults.append(f"card {CARD_KEYS[twice[0]]} is in two places [NR 5.deck]")
        total |= pile
    if total != WHOLE[d.deck]:
        faults.append("cards are lost [NR 5.deck]")
    for seat in (AXIS, SOVIET):
        if d.hands[seat] & IMMEDIATE[d.deck][seat]:
            faults.append(f"{SEATS[seat]} holds a card that is resolved when drawn [NR 5.immediate]")
    return faults


def _markers(d: Draft) -> list[str]:
    faults = []
    for name, spaces in (("targets", d.targets), ("counterblows", (*d.blows, *d.bound))):
        if len(set(spaces)) != len(spaces):
            faults.append(f"two {name} lie in one space [NR 9.target]")
    if d.blitz < 0 or d.shock < 0:
        faults.append("more markers were used than there are [NR 9.shift.marker]")
    if not 1 <= d.turn < len(TURNS):
        faults.append(f"there is no turn {d.turn} [NR 4.length]")
    return faults
