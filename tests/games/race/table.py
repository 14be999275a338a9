"""A table to test at: positions as TOML, acts as text, questions as plain words."""

from collections.abc import Sequence

from berlin.games.race.actions import read, write
from berlin.games.race.board import ZONES, N, find_zone
from berlin.games.race.game import GAME
from berlin.games.race.sequence import STAGE_NAMES
from berlin.games.race.state import CHIT_NUMBERS, OOS, OUT, REDUCED, USED, State
from berlin.games.race.units import KEYS, OFF_MAP, SEATS, find_unit
from berlin.kernel.dice import key_from_seed
from berlin.kernel.events import Event
from berlin.kernel.game import Result
from berlin.kernel.rules import Explanation, Refusal
from berlin.kernel.scene import Prompt, Scene

HOLDERS = ("", "zhukov", "koniev", "american")
SHORTCUTS = ("decline", "pass", "done", "keep", "begin")


class Table:
    """One game in progress."""

    def __init__(self, state: State, events: Sequence[Event] = ()) -> None:
        self.state = state
        self.events: list[Event] = list(events)
        self.last: list[Event] = list(events)

    @classmethod
    def new(cls, seed: int = 1) -> "Table":
        step = GAME.start("campaign", key_from_seed(seed), {})
        return cls(step.state, step.events)

    @classmethod
    def at(cls, text: str, seed: int = 1) -> "Table":
        step = GAME.read_situation(text, key_from_seed(seed))
        return cls(step.state, step.events)

    def do(self, *texts: str, dice: Sequence[int] = ()) -> "Table":
        if dice:
            self.state = GAME.with_dice(self.state, tuple(dice))
        self.last = []
        for text in texts:
            action = read(text)
            refusal = GAME.why_not(self.state, action)
            assert refusal is None, (
                f"{text!r} is refused: {refusal}; asked: {self.prompt}; legal: {self.legal()}"
            )
            step = GAME.apply(self.state, action)
            self.state = step.state
            self.last += step.events
        self.events += self.last
        if dice:
            self.state = GAME.with_dice(self.state, ())
        return self

    def legal(self, unit: str = "") -> list[str]:
        return [write(a) for a in GAME.legal(self.state, find_unit(unit) if unit else None)]

    def can(self, text: str) -> bool:
        return self.why(text) is None

    def why(self, text: str) -> Refusal | None:
        return GAME.why_not(self.state, read(text))

    def refused(self, text: str, *rules: str) -> Refusal:
        refusal = self.why(text)
        assert refusal is not None, f"{text!r} is allowed"
        assert not rules or refusal.rule in rules, f"{text!r} is refused by {refusal}, not by {rules}"
        return refusal

    @property
    def decider(self) -> str | None:
        seats = GAME.deciders(self.state)
        return SEATS[seats[0]] if seats else None

    @property
    def stage(self) -> str:
        return STAGE_NAMES[self.state.stage]

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def operations(self) -> int:
        return self.state.operations

    @property
    def halted(self) -> bool:
        return self.state.halted

    @property
    def order(self) -> str:
        return ("", "north", "south")[self.state.order]

    @property
    def result(self) -> Result | None:
        return GAME.result(self.state)

    @property
    def prompt(self) -> Prompt | None:
        return GAME.prompt(self.state)

    @property
    def texts(self) -> list[str]:
        return [event.text for event in self.last]

    def zone(self, unit: str) -> str:
        where = self.state.where[find_unit(unit)]
        return ZONES[where].key if where < N else OFF_MAP[where]

    def units(self, zone: str) -> list[str]:
        at = find_zone(zone)
        return sorted(KEYS[unit] for unit, where in enumerate(self.state.where) if where == at)

    def reduced(self, unit: str) -> bool:
        return self._marked(unit, REDUCED)

    def oos(self, unit: str) -> bool:
        return self._marked(unit, OOS)

    def used(self, unit: str) -> bool:
        return self._marked(unit, USED)

    def _marked(self, unit: str, bit: int) -> bool:
        return bool(self.state.marks[find_unit(unit)] & bit)

    def control(self, zone: str) -> str:
        return HOLDERS[self.state.control[find_zone(zone)]]

    def progress(self, zone: str) -> int:
        return self.state.progress[find_zone(zone)]

    def vp(self, seat: str) -> int:
        return self.state.vp[SEATS.index(seat)]

    def support(self, seat: str) -> int:
        return self.state.support[SEATS.index(seat)]

    def _chits(self, where: int) -> set[int]:
        return {number for number in CHIT_NUMBERS if self.state.chits[number] == where}

    def bag(self) -> set[int]:
        return self._chits(0)

    def hand(self, seat: str) -> set[int]:
        return self._chits(SEATS.index(seat) + 1)

    def out(self) -> set[int]:
        return self._chits(OUT)

    def rolled(self, purpose: str) -> list[int]:
        """The dice of one purpose in the last call."""
        return [int(e.data[1]) for e in self.last if e.kind == "die" and e.data[0] == purpose]

    def explain(self, text: str) -> Explanation:
        return GAME.explain(self.state, read(text))

    def scene(self, seat: str) -> Scene:
        return GAME.scene(GAME.view(self.state, SEATS.index(seat)))

    def until(self, stage: str) -> "Table":
        """Play the least there is to play until a stage asks something."""
        played: list[Event] = []
        for _ in range(500):
            if self.stage == stage or self.decider is None:
                break
            options = self.legal()
            self.do(next((word for word in SHORTCUTS if word in options), options[0]))
            played += self.last
        assert self.stage == stage, f"{stage} never came; now {self.stage}"
        self.last = played
        return self
