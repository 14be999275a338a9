"""Na Berlin! 1.0: the base game beneath, table by table."""

from pathlib import Path

import pytest

from berlin.games.noretreat.board import tables
from berlin.games.noretreat.board.tables import opened
from berlin.kernel.proof.mark import rule

DATA = Path(tables.__file__).parents[1] / "data"
OF_NA_BERLIN = "kitdeck"
OF_THE_BASE_GAME = sorted(path.stem for path in DATA.glob("*.csv") if path.stem != OF_NA_BERLIN)


def without(table: str, folder: Path) -> Path:
    """A folder with all tables but one."""
    for path in DATA.glob("*.csv"):
        if path.stem != table:
            (folder / path.name).symlink_to(path)
    return folder


@rule("NAB 1.0a")
@pytest.mark.parametrize("table", OF_THE_BASE_GAME)
def test_nab_1_no_table_of_the_base_game_can_be_spared(table: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"without its tables: {table} missing"):
        opened(without(table, tmp_path))


@rule("NAB 1.0a")
def test_nab_1_the_base_game_is_played_without_na_berlin(tmp_path: Path) -> None:
    assert set(opened(without(OF_NA_BERLIN, tmp_path)).names()) >= set(OF_THE_BASE_GAME)
