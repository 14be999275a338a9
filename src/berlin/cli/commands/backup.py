"""`berlin backup`: a copy of the tables that a server keeps."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import asdict

from berlin.cli import screen
from berlin.cli.complaint import Complaint, about_file
from berlin.cli.options import Json


def backup(
    database: Annotated[Path, typer.Argument(metavar="DB", help="Where a server keeps its games.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; it must not be there yet.")],
    json: Json = False,
) -> None:
    """Copy a database of tables, also while a server uses it, and check the copy.

    Example: berlin backup ~/.local/share/berlin/tables.sqlite tables-copy.sqlite
    """
    # Imported here, since no other command needs it.
    from berlin.server.store.backup import BadDatabase, back_up

    try:
        copy = back_up(database, file)
    except BadDatabase as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        raise about_file(file, error) from None
    if json:
        screen.print_json({"database": str(database), "file": str(file), "checked": True} | asdict(copy))
        return
    screen.print_text(
        f"{file}: {copy.tables} tables with {copy.entries} entries, schema {copy.schema}, "
        f"{copy.size // 1024} kB; checked, it is sound."
    )
