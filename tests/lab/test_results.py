"""A folder of results: there after every game, mended, gone on with, and never of two minds."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame
from berlin.lab.executor import Alone
from berlin.lab.match_game import MatchGame, play
from berlin.lab.results import FILE, BadResults, Results, order, read
from berlin.lab.series import Series, balance, match, run, setting


def series(games: int = 6) -> Series:
    return balance(setting("timed"), "random", games)


def filled(folder: Path, asked: Series) -> bytes:
    with Results(folder, [asked.setting]) as results:
        run([asked], results, Alone())
    return (folder / FILE).read_bytes()


def test_a_game_is_on_disk_as_soon_as_it_is_over(timed: AnyGame, tmp_path: Path) -> None:
    asked = series()
    with Results(tmp_path, [asked.setting]) as results:
        for number, game in enumerate(reversed(asked.match_games()), start=1):
            results.add(game, play(game))
            assert len(read(tmp_path)) == number
    assert [line.seed for line in read(tmp_path)] == [1, 2, 3, 4, 5, 6]
    assert (tmp_path / FILE).read_bytes() == filled(tmp_path / "whole", asked)


@pytest.mark.parametrize("cut", [1, 5, 200])
def test_a_torn_last_line_is_played_again(timed: AnyGame, tmp_path: Path, cut: int) -> None:
    asked = series()
    whole = filled(tmp_path, asked)
    (tmp_path / FILE).write_bytes(whole[:-cut])
    assert len(read(tmp_path)) == 5
    assert filled(tmp_path, asked) == whole


def test_only_what_is_missing_is_played(
    timed: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, series(4))
    played: list[int] = []

    def spied(game: MatchGame, tables: object) -> object:
        played.append(game.seed)
        return play(game)

    monkeypatch.setattr("berlin.lab.executor.play", spied)
    longer = filled(tmp_path, series(6))
    assert played == [5, 6]
    assert filled(tmp_path, series(6)) == longer
    assert played == [5, 6]


def test_two_runs_merge_by_adding_their_files(timed: AnyGame, tmp_path: Path) -> None:
    whole = filled(tmp_path / "a", series(6))
    part = filled(tmp_path / "b", series(4))
    (tmp_path / "b" / FILE).write_bytes(whole + part)
    assert filled(tmp_path / "b", series(6)) == whole


def test_a_folder_holds_several_series_in_one_order(timed: AnyGame, tmp_path: Path) -> None:
    where = setting("timed")
    asked = [match(where, "random", "greedy", 4), balance(where, "random", 3)]
    with Results(tmp_path, [where]) as results:
        run(asked, results, Alone())
    lines = read(tmp_path)
    assert len(lines) == 7
    assert lines == sorted(lines, key=order)


def other_game(game: MatchGame) -> MatchGame:
    return replace(game, game="toy")


def other_rules(game: MatchGame) -> MatchGame:
    return replace(game, rules=7)


def other_tables(game: MatchGame) -> MatchGame:
    return replace(game, tables="f00")


@pytest.mark.parametrize(
    "other, told",
    [
        (other_game, "holds games of toy, not of timed"),
        (other_rules, "by version 7 of the rules; this program has 1"),
        (other_tables, "with other tables of timed"),
    ],
)
def test_other_results_are_refused_and_stay_as_they_are(
    timed: AnyGame, tmp_path: Path, other: Callable[[MatchGame], MatchGame], told: str
) -> None:
    asked = series()
    game = asked.match_games()[0]
    with Results(tmp_path, [asked.setting]) as results:
        results.add(other(game), play(game))
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(BadResults, match=told):
        Results(tmp_path, [asked.setting])
    assert (tmp_path / FILE).read_bytes() == before


def test_a_damaged_line_is_named(timed: AnyGame, tmp_path: Path) -> None:
    asked = series()
    lines = filled(tmp_path, asked).split(b"\n")
    for wrong in (b"{}", b"no json", b"\xff\xfe"):
        (tmp_path / FILE).write_bytes(b"\n".join([lines[0], wrong, *lines[2:]]))
        with pytest.raises(BadResults, match=r"bouts\.jsonl line 2: damaged"):
            Results(tmp_path, [asked.setting])


def test_two_programs_can_not_fill_one_folder(timed: AnyGame, tmp_path: Path) -> None:
    where = setting("timed")
    with Results(tmp_path, [where]), pytest.raises(BadResults, match="another run is filling this folder"):
        Results(tmp_path, [where])
    filled(tmp_path, series(2))


def test_a_folder_that_can_not_be(timed: AnyGame, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadResults, match="file"):
        Results(tmp_path / "file", [setting("timed")])
    with pytest.raises(BadResults, match="there are no results in it"):
        read(tmp_path)
