"""`berlin games`, `berlin data`, `berlin board`: what there is to play, and what it is made of."""

from collections import Counter
from typing import Annotated

import typer
from msgspec.structs import replace

from berlin.cli import screen
from berlin.cli.complaint import Complaint, unknown
from berlin.cli.files import load, write
from berlin.cli.options import Data, Examples, GameCode, Json, Output
from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import Cover, Datum, Option

LONGEST = 60
FEW = 4
SOURCES = ("printed", "derived", "found", "house")


def games(examples: Examples = False, json: Json = False) -> None:
    """List the games.

    Example: berlin games
    """
    found = [registry.cover(code) for code in registry.codes(examples)]
    if json:
        screen.print_json([_entry(game) for game in found])
        return
    for game in found:
        screen.print_text(f"{game.code:10} {game.title} [{game.book}], for {' and '.join(game.seats)}")
        for scenario in game.scenarios:
            screen.print_text(f"{'':10} scenario {scenario.key}: {scenario.title}. {scenario.about}")
        for option in _options(game):
            _print_option(option)
    if found:
        screen.print_text(f"\nPlay one: berlin play {found[0].code}")


def data(
    code: GameCode,
    source: Annotated[
        str | None, typer.Option("--source", help="List only printed, derived, found or house values.")
    ] = None,
    own: Data = None,
    json: Json = False,
) -> None:
    """Show where a game's values come from: shares of printed, derived, found and house, and the list.

    Example: berlin data race --source house
    """
    values = load(code, own).data()
    if source is not None and source not in SOURCES:
        raise unknown("source", source, SOURCES)
    listed = [datum for datum in values if source in (None, datum.source)]
    if json:
        screen.print_json({"shares": _shares(values), "values": listed})
        return
    for name, share in _shares(values).items():
        screen.print_text(f"{name:8} {share['values']:5d} of {len(values)}  {100 * share['share']:5.1f}%")
    _print_values(listed)


def board(code: GameCode, own: Data = None, output: Output = None, json: Json = False) -> None:
    """Draw a game's board as SVG, to a file or to standard output.

    Example: berlin board race -o race.svg
    """
    svg = load(code, own).board().picture
    if output is not None:
        if output.suffix.lower() != ".svg":
            raise Complaint(f"{output}: a board is written as SVG; name the file {output.stem}.svg")
        write(output, svg)
    if json:
        screen.print_json({"file": str(output) if output else None, "svg": None if output else svg})
    elif output is None:
        screen.print_text(svg)
    else:
        screen.print_text(f"{output} written, {len(svg)} characters")


def _entry(game: Cover) -> dict[str, object]:
    return {
        "code": game.code,
        "title": game.title,
        "book": game.book,
        "version": game.version,
        "seats": game.seats,
        "scenarios": game.scenarios,
        "options": {scenario.key: game.options(scenario.key) for scenario in game.scenarios},
    }


def _options(game: Cover) -> list[Option]:
    """What can be settled in any of its scenarios, with all values that it may have."""
    found: dict[str, Option] = {}
    for option in (option for scenario in game.scenarios for option in game.options(scenario.key)):
        known = found.setdefault(option.key, option)
        more = tuple(pair for pair in option.values if pair not in known.values)
        found[option.key] = replace(known, values=known.values + more)
    return list(found.values())


def _print_option(option: Option) -> None:
    about = f". {option.about}" if option.about else ""
    (_, usual), *others = option.values
    screen.print_text(f"{'':10} option {option.key}: {option.title}{about} Usually {usual}; else:")
    if len(others) > FEW:
        screen.print_text(f"{'':12} {option.key}={', '.join(value for value, _ in others)}")
        return
    for value, meaning in others:
        screen.print_text(f"{'':12} {option.key}={value}: {meaning}")


def _shares(values: tuple[Datum, ...]) -> dict[str, dict[str, float]]:
    count = Counter(datum.source for datum in values)
    names = [*SOURCES, *sorted(set(count) - set(SOURCES))]
    return {name: {"values": count[name], "share": count[name] / max(len(values), 1)} for name in names}


def _print_values(listed: list[Datum]) -> None:
    table = ""
    for datum in listed:
        if datum.table != table:
            table = datum.table
            screen.print_text(f"\n{table}")
        note = f"  ({datum.note})" if datum.note else ""
        screen.print_text(f"  {_cut(datum.name):34} {_cut(datum.value):14} {datum.source}{note}")


def _cut(text: str) -> str:
    """A long value, such as a line of the drawing, by its beginning; --json gives it whole."""
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
