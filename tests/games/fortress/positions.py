"""A table to test On to Berlin! at: positions in a few words."""

from typing import Any

from tests.games.tables import AnyTable

from berlin.games.fortress.board.ground import KEYS, SIZE, STEP, find_hex
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.board.units import find_unit
from berlin.games.fortress.game import GAME
from berlin.games.fortress.state.situation import place_word, unit_word
from berlin.games.fortress.state.state import Draft, State
from berlin.kernel.records.situation import write_toml

# Fields of a situation by the table in which they stand.
_TABLES = {
    **dict.fromkeys(("vp", "options", "scenario"), ""),
    **dict.fromkeys(
        ("fallen", "blown", "airfields", "captured", "suicides", "released", "known", "weak", "homes"), "city"
    ),
    **dict.fromkeys(
        (
            *("plan", "aims", "airfield", "landing", "entries", "lost_zones", "arrived"),
            "can_lose_zones",
        ),
        "drop",
    ),
    **dict.fromkeys(
        ("strikes", "napalm", "unused", "offboard", "lifts", "laid", "attacked", "last", "assaults"), "now"
    ),
    **dict.fromkeys(("fixed", "fired", "landed", "replied", "taken"), "sets"),
}


# The question with which a stage opens.
_ASKED = {
    "movement": "Movement",
    "bombardment": "Bombarding",
    "gunfire": "Gunning",
    "assault": "Announcing",
    "up": "Deploying",
    "": "Laying",
}


# The divisions fell on the city, but for two that come from beyond the map and have not arrived.
_DROPPED = {
    "airfield": ["Tegel", "Oranienburg", "none", "Rechlin", "Tempelhof", "Gatow"],
    "plan": ["Tegel", "Oranienburg", "none", "Rechlin", "Tempelhof", "Gatow"],
    "aims": ["3506", "none", "none", "none", "5225", "1023"],
    "landing": ["3506", "none", "none", "none", "5225", "1023"],
    "can_lose_zones": True,
}


class Table(AnyTable[State]):
    """One game in progress."""

    game = GAME
    find_unit = find_unit
    shortcuts = ("done", "hold", "halt")

    @classmethod
    def new(cls, scenario: str = "drop", seed: int = 1, **options: str) -> "Table":
        return cls.begun(scenario, seed, options)

    @property
    def draft(self) -> Draft:
        return Draft(self.state)

    @property
    def vp(self) -> tuple[int, int]:
        """The points of the Allies and of the Germans."""
        return self.state.vp

    def where(self, unit: str) -> str:
        """Its hex, or its box: `5015`, `destroyed`."""
        return place_word(self.state.where[find_unit(unit)])

    def marks(self, unit: str) -> str:
        """What lies on it, as situations say it: `combat NE fought`, `disrupted`."""
        number = find_unit(unit)
        return unit_word(number, self.state.marks[number]).partition(" ")[2]

    def units(self, space: str) -> list[str]:
        """The counters in a hex."""
        at = find_hex(space)
        return sorted(UNIT_KEYS[unit] for unit, where in enumerate(self.state.where) if where == at)

    def offers(self, verb: str) -> list[str]:
        """What the legal acts of this verb name: `offers("go")` are hexes."""
        return sorted(text.partition(" ")[2] for text in self.legal() if text.split()[0] == verb)


def position(stage: str, *stacks: str, turn: int = 5, opened: str = "", **fields: Any) -> Table:
    """A position at the first question of a stage: `position("allied-assault", "5225: HJ1 combat N")`.

    What begins a stage is not done; `opened` names another question. Fields are those of a situation, by
    their names; there is no fog unless `options` says so.
    """
    tables: dict[str, dict[str, object]] = {"": {}, "city": {}, "drop": {}, "now": {}, "sets": {}}
    side, _, segment = stage.partition("-")
    seat = "german" if side in ("first", "german") or segment == "up" else "allied"
    base = stage.startswith(("first", "soviet"))
    fields = {"scenario": "berlin" if base else "drop", "options": [], "vp": [0, 0], **fields}
    if not base:
        fields = {**_DROPPED, **fields}
    for name, value in fields.items():
        tables[_TABLES[name]][name] = value
    units: dict[str, list[str]] = {}
    for stack in stacks:
        place, _, listed = stack.partition(": ")
        units.setdefault(place, []).extend(listed.split(", "))
    text = write_toml(
        {
            "game": "fortress",
            "turn": turn,
            "stage": stage,
            "open": [opened or f"{_ASKED[segment]} {seat}"],
            **tables.pop(""),
            **{name: table for name, table in tables.items() if table},
            "units": units,
        }
    )
    return Table.at(text)


def around(space: str) -> list[str]:
    """The neighbours of a hex: north, then clockwise; nothing where the map ends."""
    return [KEYS[to] if 0 <= to < SIZE else "" for to in STEP[find_hex(space)]]
