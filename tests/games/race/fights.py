"""Small positions for the tests of combat: no chit stands in the way unless a test asks for it."""

import re
from collections.abc import Iterable, Mapping

from table import Table

from berlin.games.race.rules.combat.results import CITY_TABLE, COMBAT_TABLE

# One unit of each camp and nationality, far from everything: no impulse passes by itself.
ELSEWHERE = {"Barwalde": "3/2", "Penzig": "52/2", "Rathenow": "541", "Meissen": "199"}
# The cells of the tables by what is told of them.
CELLS = {
    verdict.words: verdict.text.replace(" ", "")
    for table in (COMBAT_TABLE, CITY_TABLE)
    for row in table.rows
    for verdict in row
}


def _names(text: str) -> str:
    return "[" + ", ".join(f'"{name}"' for name in text.split()) + "]"


def at(
    stage: str,
    units: Mapping[str, str] | None = None,
    *,
    turn: int = 3,
    operations: int = 1,
    dice: Iterable[int] = (),
    oos: str = "",
    destroyed: str = "",
    control: Mapping[str, str] | None = None,
    progress: Mapping[str, int] | None = None,
    vp: tuple[int, int] = (0, 0),
    support: tuple[int, int] = (0, 0),
    chits: str = "koniev = []\nout = [1, 9]",
    flags: str = "",
    **more: str,
) -> Table:
    """The position with these units: `at("C.1", ELSEWHERE, Bridgehead="8GA/1 5SHA/1", Lebus="606-")`."""
    zones = {**(units or {}), **more}
    lines = [f"turn = {turn}", f'stage = "{stage}"', f"operations = {operations}", f"dice = {list(dice)}"]
    lines += ["[units]", *(f"{zone} = {_names(keys)}" for zone, keys in zones.items())]
    lines += ["[marks]", f"oos = {_names(oos)}", "[off]", f"destroyed = {_names(destroyed)}"]
    lines += ["[control]", *(f"{camp} = {_names(held)}" for camp, held in (control or {}).items())]
    lines += ["[progress]", *(f"{zone} = {level}" for zone, level in (progress or {}).items())]
    lines += ["[points]", f"vp = {list(vp)}", f"support = {list(support)}"]
    lines += ["[chits]", chits, "[flags]", flags]
    return Table.at("\n".join(lines) + "\n")


def declare(t: Table, zone: str, *units: str) -> Table:
    """Those units are designated in combat mode and open their attack on a zone; the die is not rolled."""
    t.do(*(f"activate {unit} combat" for unit in units), "begin", f"attack {units[0]} {zone}")
    t.do(*(f"join {unit}" for unit in units[1:]))
    return t


def fight(t: Table, zone: str, *units: str, die: int) -> Table:
    """The whole attack up to the first question that its result puts."""
    declare(t, zone, *units).do("roll", dice=[die])
    return t


def settle(t: Table) -> Table:
    """Losses are taken as they come, wherever a choice is left."""
    while t.legal() and t.legal()[0].startswith("lose "):
        t.do(t.legal()[0])
    return t


def play_out(t: Table) -> Table:
    """Everybody passes until the game is over."""
    while t.result is None:
        quiet = [text for text in t.legal() if text in ("pass", "done", "keep", "decline")]
        t.do(quiet[0] if quiet else t.legal()[0])
    return t


def number(t: Table, label: str) -> int:
    """The total of one tally of the attack that stands open: "attack", "defence" or "die modifier"."""
    return next(tally.total for tally in t.explain("roll").tallies if tally.label == label)


def drms(t: Table) -> list[int]:
    """Every single modifier of the die."""
    tally = next(tally for tally in t.explain("roll").tallies if tally.label == "die modifier")
    return sorted(modifier.value for modifier in tally.modifiers)


def ratio(t: Table) -> str:
    """The column of the table that the open attack rolls on."""
    found = [match.group() for note in t.explain("roll").notes for match in re.finditer(r"\b\d:\d\b", note)]
    return found[0]


def odds(t: Table) -> dict[str, int]:
    """How many of the six faces bring each result of the open attack."""
    return {CELLS[outcome.label]: outcome.ways for outcome in t.explain("roll").outcomes}
