"""Records of older rules are read, shown, played on and verified, each as far as it goes."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from newer import Again, Alike, Doubled, Drawless, Unopened
from played import KEY, played, played_on
from toy import GAME, Toy

from berlin.kernel.play.dice import roll
from berlin.kernel.records.older_rules import go_on, is_unknown, latest, retell, with_rolls
from berlin.kernel.records.record import BadRecord, Change, Record, parse, write
from berlin.kernel.records.record_file import RecordFile
from berlin.kernel.records.replay import Replay
from berlin.kernel.records.verify import verify

CALM = played("roll", "rest", "roll", options={"left": "6"})
DRAWN = played("roll", "draw", "roll", options={"left": "6"})
OVER = played("roll", "draw", "roll", options={"left": "3"})


def crossed(record: Record, old: Toy, new: Toy, *actions: str, rolls: int | None = None) -> Record:
    """The record, gone on with by another version from the position that the old one led to."""
    state = retell(record, game=old).moments[-1].state
    text = old.write_situation(state)
    if rolls is not None:
        text = with_rolls(text, rolls)
    change = Change(len(record.lines), new.version, text)
    changed = replace(record, changes=(*record.changes, change))
    return played_on(changed, new.read_situation(text, record.key).state, actions, new)


def test_a_record_that_plays_alike_is_told_whole() -> None:
    told = retell(CALM, game=Alike())
    assert [moment.state for moment in told.moments] == [moment.state for moment in Replay(CALM, game=GAME)]
    assert told.gaps == ()
    assert told.note == (
        "begun by version 1 of the rules, this program has version 2; every action plays alike by it"
    )


def test_a_record_of_todays_rules_has_no_note() -> None:
    assert retell(CALM, game=GAME).note == ""


def test_a_record_is_told_as_far_as_it_goes_and_says_how_far_that_is() -> None:
    told = retell(DRAWN, game=Drawless())
    assert [moment.number for moment in told.moments] == [0, 1, 2, 3]
    assert [is_unknown(moment) for moment in told.moments] == [False, False, True, True]
    assert told.moments[3].state == told.moments[1].state == list(Replay(DRAWN, game=GAME))[1].state
    assert "certain up to action 1 of 3, of actions 2 to 3 only the lines are known" in told.note
    assert "action 2: 'draw' is refused: nobody draws any more" in told.note


def test_the_end_of_an_old_record_is_not_held_against_the_way_that_states_are_spelled_today() -> None:
    calm = played("roll", "rest", "roll", options={"left": "3"})
    assert len(list(Replay(replace(calm, end="0" * 16), game=Alike()))) == 4
    with pytest.raises(BadRecord, match="the game ends in"):
        list(Replay(replace(calm, end="0" * 16), game=GAME))


def test_what_is_wrong_by_the_rules_of_today_is_still_refused() -> None:
    with pytest.raises(BadRecord, match="refused"):
        retell(replace(DRAWN, rules=2), game=Drawless())


@pytest.mark.parametrize("record", [crossed(DRAWN, GAME, Drawless(), "roll"), crossed(CALM, GAME, Alike())])
def test_a_change_of_the_rules_is_a_line_with_the_position(record: Record) -> None:
    text = write(record)
    assert "\n3 red roll | " in text
    assert '\nrules 2\n  game = "toy"\n' in text
    assert parse(text, game=Drawless()) == record
    assert record.version == 2


def test_after_a_change_the_positions_are_certain_again() -> None:
    record = crossed(DRAWN, GAME, Drawless(), "roll", "rest")
    told = retell(record, game=Drawless())
    assert [is_unknown(moment) for moment in told.moments] == [False, False, True, True, False, False]
    assert told.moments[3].state == list(Replay(DRAWN, game=GAME))[3].state
    assert told.moments[3].events[-1].text == "From here on by version 2 of the rules."
    assert "of actions 2 to 3 only the lines are known" in told.note
    assert told.moments[5].state.left == 1


def test_a_game_crosses_several_changes() -> None:
    twice = crossed(crossed(DRAWN, GAME, Drawless(), "roll"), Drawless(), Again(), "rest", "roll")
    assert [change.rules for change in twice.changes] == [2, 3]
    assert parse(write(twice), game=Again()) == twice
    told = retell(twice, game=Again())
    assert (len(told.moments), told.moments[-1].state.left) == (7, 0)
    assert "this program has version 3" in told.note


def test_a_complaint_names_the_line_behind_a_change_too() -> None:
    record = crossed(CALM, GAME, Alike(), "roll")
    rows = write(record).split("\n")
    place = rows.index(str(record.lines[3])) + 1
    rows[place - 1] = "4 red rest"
    with pytest.raises(BadRecord, match=f"line {place}: blue must decide"):
        retell(parse("\n".join(rows), game=Alike()), game=Alike())


@pytest.mark.parametrize("text", ["rules 9\n  game = 1\n", "rules 2\n", "rules x\n  game = 1\n"])
def test_a_change_that_nobody_here_made_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"line 1[45]"):
        parse(write(CALM) + text, game=Alike())


def test_every_roll_is_verified_in_both_parts() -> None:
    record = crossed(DRAWN, GAME, Drawless(), "roll", "rest", "roll")
    verdict = verify(record, game=Drawless())
    assert (verdict.status, verdict.rolls) == ("verified", 9)
    assert "of actions 2 to 3 only the lines are known" in verdict.text
    assert [told.n for told in record.rolls()] == list(range(9))
    for number in (3, 4):
        line = record.lines[number - 1]
        other = replace(line, dice=(line.dice[0] % 6 + 1,))
        lines = tuple(other if one is line else one for one in record.lines)
        with pytest.raises(BadRecord, match="is not what the key gives"):
            verify(replace(record, lines=lines), game=Drawless())


def test_dice_that_were_told_before_a_change_are_not_rolled_again() -> None:
    record = crossed(DRAWN, GAME, Drawless(), "roll", rolls=20)
    assert [told.n for told in record.rolls()] == [0, 1, 2, 3, 4, 5, 6, 20]
    assert record.lines[-1].dice == (roll(KEY, 20),)
    assert verify(record, game=Drawless()).status == "verified"


@pytest.mark.parametrize(
    "text", ['game = "toy"\nrolls = 3\nleft = 1\n\n[hands]\nrolls = 3\n', 'game = "toy"\n']
)
def test_the_dice_behind_a_situation_can_be_told_anew(text: str) -> None:
    told = with_rolls(text, 9)
    assert told.startswith('game = "toy"\nrolls = 9\n')
    assert told.replace("rolls = 9\n", "") == text.replace("rolls = 3\n", "", 1)


def test_a_file_goes_on_by_the_rules_of_today(tmp_path: Path) -> None:
    path, new = tmp_path / "record", Drawless()
    path.write_text(write(CALM))
    file = RecordFile.open(path, new)
    assert path.read_text() == write(CALM)
    file.append(new.read("roll"))
    assert parse(path.read_text(), game=new) == file.record
    assert [change.after for change in file.record.changes] == [3]
    assert RecordFile.open(path, new).moment.state == file.moment.state
    file.cut(3)
    assert file.undo() == "the rules have changed since"
    with pytest.raises(BadRecord, match="certain up to action 1 of 3"):
        RecordFile.create(tmp_path / "other", DRAWN, new)


def test_a_change_is_taken_out_with_the_actions_before_it(tmp_path: Path) -> None:
    path, new = tmp_path / "record", Alike()
    file = RecordFile.create(path, go_on(CALM, new, retell(CALM, game=new).moments[-1]), new)
    file.cut(2)
    assert file.record.changes == ()
    assert parse(path.read_text(), game=new).lines == CALM.lines[:2]


def test_the_last_part_of_a_record_is_a_game_by_itself() -> None:
    record = crossed(DRAWN, GAME, Drawless(), "roll", "rest")
    part = latest(record)
    again = list(Replay(part, game=Drawless()))
    assert again[-1].state == retell(record, game=Drawless()).moments[-1].state
    assert parse(write(part), game=Drawless()) == part


def test_an_opening_that_is_not_known_any_more_is_told_in_a_line() -> None:
    with pytest.raises(BadRecord, match="no scenario is called 'short'"):
        retell(OVER, game=Unopened())


def test_rules_that_score_otherwise_refuse_nothing_and_the_kept_position_stands() -> None:
    record = crossed(CALM, GAME, Doubled(), "roll")
    told = retell(record, game=Doubled())
    was = list(Replay(CALM, game=GAME))[-1].state.scores
    assert told.moments[3].state.scores == was
    assert told.moments[4].state.scores == (was[0], was[1] + 2 * record.lines[3].dice[0])
