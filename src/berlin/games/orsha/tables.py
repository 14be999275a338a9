"""The tables in data/, and the two sides."""

from pathlib import Path

from berlin.kernel.variant import Tables

GERMAN, RUSSIAN = 0, 1
SEATS = ("german", "russian")

TABLES = Tables(Path(__file__).parent / "data")
