"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
GameCode = Annotated[str, typer.Argument(metavar="GAME", help="A code that `berlin games` lists.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to this file.", show_default=False),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Your own tables in place of ours.", show_default=False),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; `berlin games` lists them."),
]
RecordOrSituation = Annotated[
    Path, typer.Argument(metavar="FILE", help="A record, or a situation in TOML; - is standard input.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The dice of a situation follow from it.")]
Codes = Annotated[
    bool,
    typer.Option("--codes", help="Show the codes of answers, units, places and cards beside their names."),
]
Examples = Annotated[
    bool,
    typer.Option("--examples", help="Also the games that are there to learn from: docs/adding-a-game.md."),
]
