"""Every value of the game's data, one by one, with where it comes from."""

from collections.abc import Iterator

from berlin.games.race.board.units import FORMATIONS, TABLES
from berlin.kernel.contract.game import Datum

PRINTED, HOUSE = "printed", "house"
# What the rulebook's set-up lists print of a formation.
LISTED = ("nation", "camp", "counters", "arrival", "letter")
FIGURES = ("index", "front", "vp", "garrison", "difficult", "insert", "supply", "tracks", "letters")
DRAWN = ("borders", "roads", "streams", "links", "places", "insert")


def data() -> tuple[Datum, ...]:
    return (*units(), *_results("combat"), *_results("city"), *_whole_rows(), *_zones(), *_drawing())


def units() -> Iterator[Datum]:
    for row in FORMATIONS:
        for field in LISTED:
            yield Datum("units", f"{row.key} {field}", str(getattr(row, field)), PRINTED)
        yield Datum("units", f"{row.key} full", str(row.full), row.source, row.note)
        yield Datum("units", f"{row.key} reduced", str(row.reduced), row.reduced_source)
        yield Datum("units", f"{row.key} movement", str(row.movement), HOUSE)
        yield Datum("units", f"{row.key} kind", row.kind, PRINTED if row.kind == "mechanised" else HOUSE)


def _results(table: str) -> Iterator[Datum]:
    """A results table cell by cell; a row's source may name the columns that are not house."""
    for row in TABLES.rows(table):
        source, _, exception = row["source"].partition(";")
        column, _, better = exception.strip().partition(" ")
        for odds in (key for key in row if ":" in key):
            yield Datum(table, f"{odds} die {row['die']}", row[odds], better if odds == column else source)


def _whole_rows() -> Iterator[Datum]:
    for table in ("american", "turns", "chits", "tracks"):
        for row in TABLES.rows(table):
            name = next(iter(row.values()))
            values = ", ".join(
                f"{k} {v}" for k, v in list(row.items())[1:] if k not in ("source", "text", "rule")
            )
            source, _, note = row["source"].partition(";")
            yield Datum(table, name, values, source, note.strip())


def _zones() -> Iterator[Datum]:
    for row in TABLES.rows("zones"):
        named = dict(part.split("=") for part in row["figures"].split() if "=" in part)
        yield Datum("zones", f"{row['key']} name", row["name"], row["source"])
        for field in FIGURES:
            if row[field]:
                usual = PRINTED if field == "letters" else HOUSE
                yield Datum("zones", f"{row['key']} {field}", row[field], named.get(field, usual))


def _drawing() -> Iterator[Datum]:
    for table in DRAWN:
        for row in TABLES.rows(table):
            words = [v for k, v in row.items() if v and k not in ("source", "path")]
            yield Datum(table, " ".join(words[:2]), " ".join(words[2:]), row["source"])
