"""A record on disk is there after every action, and never half a file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from toy import GAME

from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refused
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.record import BadRecord, TornRecord, new_record, write
from berlin.kernel.records.record_file import RecordFile, recover

KEY = key_from_seed(7)


@pytest.fixture
def file(tmp_path: Path) -> RecordFile:
    return RecordFile.create(tmp_path / "game.berlin", new_record(GAME, KEY, "short"), GAME)


def do(file: RecordFile, *actions: str) -> None:
    for text in actions:
        file.append(GAME.read(text))


def test_every_action_is_on_the_disk_when_append_returns(file: RecordFile) -> None:
    before = file.path.read_bytes()
    for text in ("rest", "roll", "draw"):
        do(file, text)
        after = file.path.read_bytes()
        assert after.startswith(before)
        assert after.decode() == write(file.record)
        before = after
    again = RecordFile.open(file.path, GAME)
    assert again.state == file.state
    assert [moment.fingerprint for moment in again.moments] == [moment.fingerprint for moment in file.moments]


def test_the_end_is_written_with_the_last_action(file: RecordFile) -> None:
    do(file, *["rest"] * 8)
    assert file.path.read_text().endswith(f"8 blue rest\nend {GAME.fingerprint(file.state)}\n")
    with pytest.raises(Refused):
        do(file, "rest")


def test_a_refused_action_writes_nothing(file: RecordFile) -> None:
    before = file.path.read_bytes()
    with pytest.raises(Refused):
        do(file, "play 9" if 9 not in file.state.hands[0] else "play 1")
    assert file.path.read_bytes() == before
    assert len(file.moments) == 1


def test_several_actions_are_written_together(file: RecordFile) -> None:
    do(file, "rest")
    moments = file.append_all([GAME.read("rest"), GAME.read("roll")])
    assert [moment.number for moment in moments] == [2, 3]
    assert file.moments[-2:] == list(moments)
    again = RecordFile.open(file.path, GAME)
    assert again.record == file.record
    assert again.state == file.state


def test_if_one_of_several_actions_is_refused_none_is_written(file: RecordFile) -> None:
    do(file, "rest")
    before, record = file.path.read_text(), file.record
    with pytest.raises(Refused):
        file.append_all([GAME.read("rest"), *(GAME.read(f"play {card}") for card in range(1, 10))])
    assert file.path.read_text() == before
    assert (file.record, len(file.moments)) == (record, 2)


def test_several_actions_to_the_end_have_the_end_behind_them(file: RecordFile) -> None:
    left = GAME.decode(GAME.encode(file.state)).left
    file.append_all([GAME.read("rest")] * left)
    assert file.path.read_text().splitlines()[-1].startswith("end ")


def test_the_wrong_seat_is_refused(file: RecordFile) -> None:
    with pytest.raises(Refused, match=r"red must decide, not blue \[TOY 1\]"):
        file.append(GAME.read("rest"), seat=Seat(1))
    assert not file.record.lines


def test_laying_dice_marks_the_record_as_a_study(file: RecordFile) -> None:
    do(file, "rest")
    file.append(GAME.read("roll"), laid=(6, 2))
    do(file, "roll")
    assert "\nstudy\nstart" in file.path.read_text()
    assert "2 blue roll | 6 | 6 2\n3 red roll | 2\n" in file.path.read_text()
    assert RecordFile.open(file.path, GAME).state == file.state


def test_dice_that_do_not_fit_write_nothing(file: RecordFile) -> None:
    before = file.path.read_bytes()
    with pytest.raises(BadText, match="a die of 9 was laid down for a roll of 1 to 6"):
        file.append(GAME.read("roll"), laid=(9,))
    with pytest.raises(BadText, match="a die of 6 was laid down for a roll of 1 to 5"):
        file.append(GAME.read("draw"), laid=(6,))
    assert file.path.read_bytes() == before
    assert len(file.moments) == 1
    file.append(GAME.read("draw"), laid=(5,))
    assert "1 red draw | 5/5 | 5\n" in file.path.read_text()


def test_undo_takes_an_action_back_from_the_file(file: RecordFile) -> None:
    before = file.path.read_bytes()
    do(file, "rest")
    assert file.undo() == ""
    assert file.path.read_bytes() == before
    assert file.undo() == "nothing has been done yet"
    do(file, "rest")
    assert RecordFile.open(file.path, GAME).state == file.state


def test_undo_takes_the_end_of_the_game_back_too(file: RecordFile) -> None:
    do(file, *["rest"] * 7)
    before = file.path.read_bytes()
    do(file, "rest")
    assert file.undo() == ""
    assert file.path.read_bytes() == before


def test_undo_stops_at_a_die(file: RecordFile) -> None:
    do(file, "roll")
    before = file.path.read_bytes()
    assert file.undo() == "a die was rolled"
    assert file.path.read_bytes() == before


def test_undo_stops_at_a_revelation(file: RecordFile) -> None:
    do(file, f"play {file.state.hands[0][0]}")
    assert file.undo() == "blue learnt by it what was hidden"


def test_a_torn_line_is_reported_and_recovered(file: RecordFile) -> None:
    do(file, "rest", "rest")
    whole = file.path.read_bytes()
    for cut in range(1, len("2 blue rest\n")):
        file.path.write_bytes(whole[:-cut])
        with pytest.raises(TornRecord):
            RecordFile.open(file.path, GAME)
        assert recover(file.path, GAME) == "2 blue rest\n"[:-cut]
        assert [line.action for line in RecordFile.open(file.path, GAME).record.lines] == ["rest"]


def test_a_torn_end_line_is_written_again(file: RecordFile) -> None:
    do(file, *["rest"] * 8)
    whole = file.path.read_bytes()
    for cut in range(1, 22):
        file.path.write_bytes(whole[:-cut])
        with pytest.raises(BadRecord):
            RecordFile.open(file.path, GAME)
        recover(file.path, GAME)
        assert file.path.read_bytes() == whole


def test_half_a_letter_at_the_end_is_torn_too(file: RecordFile) -> None:
    do(file, "rest")
    whole = file.path.read_bytes()
    file.path.write_bytes(whole + b"2 blue \xc3")
    with pytest.raises(BadRecord, match="line 11: damaged: not UTF-8 text"):
        RecordFile.open(file.path, GAME)
    recover(file.path, GAME)
    assert file.path.read_bytes() == whole


def test_recovering_a_sound_record_changes_nothing(file: RecordFile) -> None:
    do(file, "rest", "roll")
    before = file.path.read_bytes()
    assert recover(file.path, GAME) == ""
    assert file.path.read_bytes() == before


def test_recover_leaves_a_file_alone_that_is_damaged_elsewhere(file: RecordFile) -> None:
    do(file, "rest", "roll")
    spoilt = file.path.read_bytes().replace(b"1 red rest", b"1 red rust") + b"3 re"
    file.path.write_bytes(spoilt)
    with pytest.raises(BadRecord, match="line 10: 'rust' is not an action"):
        recover(file.path, GAME)
    assert file.path.read_bytes() == spoilt


def test_an_existing_file_is_not_written_over(file: RecordFile) -> None:
    with pytest.raises(BadRecord, match="exists already"):
        RecordFile.create(file.path, new_record(GAME, KEY, "long"), GAME)
    assert "scenario short" in file.path.read_text()
    RecordFile.create(file.path, new_record(GAME, KEY, "long"), GAME, overwrite=True)
    assert "scenario long" in file.path.read_text()


def test_two_programs_can_not_spoil_one_file(file: RecordFile) -> None:
    other = RecordFile.open(file.path, GAME)
    do(other, "rest")
    before = file.path.read_bytes()
    with pytest.raises(BadRecord, match="another program has changed this file"):
        do(file, "rest")
    assert file.path.read_bytes() == before


def test_a_full_disk_leaves_the_record_as_it_was(file: RecordFile, monkeypatch: pytest.MonkeyPatch) -> None:
    do(file, "rest")
    before = file.path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        do(file, "rest")
    assert file.path.read_bytes() == before
    with pytest.raises(OSError, match="No space left"):
        file.cut(0)
    monkeypatch.undo()
    assert file.path.read_bytes() == before
    assert os.listdir(file.path.parent) == [file.path.name]
    do(file, "roll")
    assert RecordFile.open(file.path, GAME).state == file.state


PLAYER = """
import sys
from pathlib import Path
from toy import GAME
from berlin.kernel.records.record_file import RecordFile
file = RecordFile.open(Path(sys.argv[1]), GAME)
while True:
    file.append(GAME.read("roll"))
    print(len(file.record.lines), flush=True)
"""


def test_a_killed_program_loses_no_action_that_it_has_told(tmp_path: Path) -> None:
    path = tmp_path / "game.berlin"
    RecordFile.create(path, new_record(GAME, KEY, "short", {"left": "100000"}), GAME)
    path_to_toy = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)], stdout=subprocess.PIPE, text=True, env=path_to_toy
    ) as player:
        assert player.stdout is not None
        told = 0
        while told < 40:
            told = int(player.stdout.readline())
        player.kill()
        told = max([told, *(int(word) for word in player.stdout.read().split())])
    recover(path, GAME)
    lines = RecordFile.open(path, GAME).record.lines
    assert told <= len(lines) <= told + 1
