"""How a card's moment comes at the test table, and what a battle came to."""

from tests.games.noretreat.table import Table, front

from berlin.games.noretreat.board.deck import code_of
from berlin.games.noretreat.board.tables import HALVES, SOVIET
from berlin.games.noretreat.board.units import KEYS
from berlin.games.noretreat.rules.events.choosing import Pick
from berlin.games.noretreat.rules.events.registry import EVENTS, Event
from berlin.kernel.contract.ids import Seat

WORDS = ("pass", "done")


def full(stage: str, turn: int, *stacks: str, **more: object) -> Table:
    """A position of the full deck."""
    return front(stage, turn, *stacks, deck="full", **more)


def come(t: Table, text: str) -> Table:
    """Pass on until an act is allowed."""
    for _ in range(40):
        if t.can(text):
            return t
        options = t.legal()
        word = next((word for word in WORDS if word in options), options[0] if t.asked == "Hand" else "")
        assert word, f"{text!r} is never allowed: {t.why(text)}; asked: {t.prompt}"
        t.do(word)
    raise AssertionError(f"{text!r} is never allowed")


def play(t: Table, *texts: str, dice: tuple[int, ...] = ()) -> Table:
    """Play a card at its moment, answer what it asks, and nobody cancels it."""
    come(t, texts[0]).do(texts[0], dice=dice)
    while t.asked == "Reaction":
        t.do("pass", dice=dice)
    for text in texts[1:]:
        t.do(text)
    return t


def attack(t: Table, target: str, *units: str) -> Table:
    """Mark a space and put the attack on it together."""
    come(t, f"target {target}").do(f"target {target}")
    while t.asked != "Battle":
        t.do(f"attack {target}" if t.asked == "Fighting" else "pass" if "pass" in t.legal() else "done")
    for unit in units:
        if f"join {unit}" in t.legal():
            t.do(f"join {unit}")
    joined = {KEYS[unit] for unit in t.state.frames[-1].units}  # type: ignore[attr-defined]
    assert joined == set(units)
    return t


def cast(t: Table, *dice: int) -> Table:
    """Roll; nobody plays a card before."""
    t.do("roll", dice=dice)
    while t.asked == "Window" and not any(event.kind in ("die", "result") for event in t.last):
        t.do("pass", dice=dice)
    return t


def outcome(t: Table) -> str:
    """The result of the last battle, once nobody plays a card any more."""
    t.pass_all()
    return str([event.data[0] for event in t.events if event.kind == "result" and event.data][-1])


def strengths(t: Table) -> tuple[int, int]:
    """Attack and defence of the attack that is put together."""
    one, other, _ = t.explain("roll").tallies
    return one.total, other.total


def leave(t: Table) -> Table:
    """Play the least there is to play to the end of the stage."""
    stage = t.stage
    while t.stage == stage and t.decider is not None:
        options = t.legal()
        t.do(next((word for word in (*WORDS, "roll") if word in options), options[0]))
    return t


def points(t: Table, clause: str) -> int:
    """The points that a clause brought the Soviets."""
    gains = [event.data for event in t.events if event.kind == "vp" and clause in event.rules]
    return sum(int(number) if side == SOVIET else -int(number) for side, number in gains)


def of(card: int, side: Seat) -> Event:
    """The event of a half of the 54 cards."""
    return EVENTS[code_of(HALVES[card][side])]


def pick(card: int, side: Seat, step: int = 0, data: tuple[int, ...] = (), seat: int = -1) -> Pick:
    """The question that an event asks its player, or the other one."""
    return Pick(side if seat < 0 else Seat(seat), of(card, side).code, step, data)
