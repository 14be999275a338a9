"""A record has one spelling, repeats its game, and what is wrong with it is said in a line."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from played import FINISHED, KEY, OPEN, SITUATION, played
from toy import GAME

from berlin.kernel.records.record import BadRecord, Line, Record, TornRecord, new_record, parse, write
from berlin.kernel.records.replay import Replay
from berlin.kernel.records.rolls import dice_text

TEXT = """\
berlin-record 1
game toy
rules 1
scenario short
option left 5
seat red human
seat blue Anna from Ulm
commitment {commitment}
key {key}
start | {opening[0]}/9 {opening[1]}/8 {opening[2]}/7 {opening[3]}
1 red rest
2 blue roll | {first}
3 red draw | {second}/5
4 blue rest
5 red roll | {third}
end {end}
"""


def complaint(text: str) -> str:
    """What reading and replaying this text ends with."""
    with pytest.raises(BadRecord) as caught:
        list(Replay(parse(text, "game.berlin", GAME), "game.berlin", GAME))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def swapped(record: Record, line: int, row: str) -> str:
    rows = write(record).split("\n")
    rows[line - 1] = row
    return "\n".join(rows)


def test_a_record_reads_as_its_format_says() -> None:
    due = TEXT.format(
        commitment=FINISHED.commitment,
        key=KEY.hex(),
        opening=FINISHED.opening,
        first=FINISHED.lines[1].dice[0],
        second=FINISHED.lines[2].dice[0],
        third=FINISHED.lines[4].dice[0],
        end=FINISHED.end,
    )
    assert write(FINISHED) == due


@pytest.mark.parametrize("record", [FINISHED, OPEN, played(), played("roll", "rest", situation=SITUATION)])
def test_a_record_comes_back_from_its_text_to_the_byte(record: Record) -> None:
    assert parse(write(record), game=GAME) == record
    assert write(parse(write(record), game=GAME)) == write(record)


def test_a_sealed_record_and_a_study_come_back_too() -> None:
    sealed = replace(OPEN, key=b"")
    study = replace(
        OPEN,
        study=True,
        lines=(
            Line(1, "red", "roll", (5,), (6,), (5, 3)),
            Line(2, "blue", "rest", (), (), ()),
            Line(3, "red", "draw", (2,), (4,), (2,)),
        ),
    )
    for record in (sealed, study):
        assert parse(write(record), game=GAME) == record
    assert "1 red roll | 5 | 5 3\n2 blue rest | - | -\n3 red draw | 2/4 | 2\n" in write(study)


def test_a_die_of_six_is_told_by_its_result_and_another_with_its_sides() -> None:
    assert dice_text((5, 7, 6, 1), (6, 10, 6, 1)) == "5 7/10 6 1/1"
    assert dice_text((), ()) == ""


WORDS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="|"), min_size=1, max_size=5)
DICE = st.lists(st.integers(1, 30), max_size=3).map(tuple)
ROLLS = st.lists(st.tuples(st.integers(1, 30), st.just(6) | st.integers(1, 10**9 - 1)), max_size=3)
ACTIONS = st.tuples(
    st.sampled_from(GAME.seats), st.lists(WORDS, min_size=1, max_size=3), ROLLS, st.none() | DICE
)


@given(st.lists(ACTIONS, max_size=5), st.dictionaries(WORDS, WORDS, max_size=2), WORDS)
def test_whatever_is_in_a_record_comes_back(
    acts: list[tuple[str, list[str], list[tuple[int, int]], tuple[int, ...] | None]],
    options: dict[str, str],
    player: str,
) -> None:
    lines = tuple(
        Line(n, seat, " ".join(words), tuple(v for v, _ in rolls), tuple(s for _, s in rolls), laid)
        for n, (seat, words, rolls, laid) in enumerate(acts, start=1)
    )
    players = (("red", player), ("blue", "human"))
    record = replace(OPEN, lines=lines, options=tuple(options.items()), seats=players, study=True)
    assert parse(write(record), game=GAME) == record


def test_an_action_is_a_pure_append() -> None:
    assert write(played("rest", "roll", "draw")).startswith(write(played("rest", "roll")))


def test_replay_leads_through_every_state_of_the_game() -> None:
    rng = Random(3)
    step = GAME.start("long", KEY, {})
    lines: list[Line] = []
    prints = [GAME.fingerprint(step.state)]
    while deciders := GAME.deciders(step.state):
        action = GAME.sample(step.state, rng)
        step = GAME.apply(step.state, action)
        seat = GAME.seats[deciders[0]]
        lines.append(Line(len(lines) + 1, seat, GAME.write(action), step.dice, step.sides))
        prints.append(GAME.fingerprint(step.state))
    record = replace(new_record(GAME, KEY, "long"), lines=tuple(lines), end=prints[-1])
    moments = list(Replay(record, game=GAME))
    assert [moment.fingerprint for moment in moments] == prints
    assert moments[-1].state == step.state == Replay(record, game=GAME).last().state
    assert [moment.line for moment in moments] == [None, *lines]


def test_a_record_may_start_from_a_situation() -> None:
    record = played("play 3", "rest", "roll", situation=SITUATION)
    assert 'situation\n  game = "toy"\n\n  left = 3\n' in write(record)
    assert Replay(record, game=GAME).last().state.scores == (1, 5 + record.lines[2].dice[0])


def test_a_situation_with_dice_makes_the_record_a_study() -> None:
    record = new_record(GAME, KEY, situation=SITUATION.replace("[hands]", "dice = [6, 6]\n[hands]"))
    assert record.study
    lines = (Line(1, "blue", "roll", (6,), (6,)), Line(2, "red", "roll", (6,), (6,)))
    assert Replay(replace(record, lines=lines), game=GAME).last().state.scores == (7, 8)


def test_dice_laid_down_are_laid_down_again() -> None:
    lines = (Line(1, "red", "roll", (5,), (6,), (5, 3)), Line(2, "blue", "roll", (3,), (6,)))
    study = replace(new_record(GAME, KEY, "short"), study=True, lines=lines)
    assert Replay(study, game=GAME).last().state.scores == (5, 3)


@pytest.mark.parametrize(
    "text, due",
    [
        ("", "game.berlin: an empty file"),
        ("1. e4 e5\n", "game.berlin line 1: not a record"),
        ("berlin-record 2\n", "line 1: a berlin-record 2; this program reads format 1"),
        ("berlin-record 1\n", "line 2: damaged or truncated: 'game' expected, the end of the file found"),
        (swapped(OPEN, 2, "game chess"), "line 2: no game is called 'chess'"),
        (swapped(OPEN, 3, "rules 4"), "line 3: played by version 4 of the rules; this program has version 1"),
        (swapped(OPEN, 3, "rules IV"), "line 3: damaged: 'IV' can't follow 'rules'"),
        (swapped(OPEN, 4, "scenario huge"), "line 4: no scenario is called 'huge' [TOY 1]"),
        (swapped(OPEN, 5, "seat green human"), "line 5: damaged or truncated: 'seat red' expected"),
        (swapped(OPEN, 7, "commitment 12"), "line 7: damaged: '12' can't follow 'commitment'"),
        (swapped(OPEN, 8, "key " + "00" * 32), "line 7: the key is not the one that was committed to"),
        (swapped(OPEN, 9, "start | 1 1 1 1"), "line 9: the dice 1 1 1 1 are not what the key gives: "),
        (swapped(OPEN, 9, "start | 1 1/0"), "line 9: damaged: '1/0' is not a die"),
        (swapped(OPEN, 9, "start 5"), "line 9: damaged: 'start 5' is not a start line"),
        (swapped(OPEN, 10, "2 red rest"), "line 10: action 2 stands where action 1 should"),
        (swapped(OPEN, 10, "1 green rest"), "line 10: nobody called 'green' sits at toy (red, blue)"),
        (swapped(OPEN, 10, "1 blue rest"), "line 10: red must decide, not blue [TOY 1]"),
        (swapped(OPEN, 10, "1 red dance"), "line 10: 'dance' is not an action [TOY 1]"),
        (swapped(OPEN, 10, "1 red play 9"), "line 10: 'play 9' is refused: red doesn't hold card 9 [TOY 2]"),
        (swapped(OPEN, 10, "1 red rest | 4"), "line 10: the dice 4 don't match: (none) were rolled"),
        (swapped(OPEN, 10, "1 red roll | 4/6"), "line 10: damaged: '1 red roll | 4/6' should read '1 red"),
        (swapped(OPEN, 10, "1 red draw | 04/9"), "line 10: damaged: '1 red draw | 04/9' should read"),
        (swapped(OPEN, 10, "1 red draw | 4/09"), "line 10: damaged: '4/09' is not a die"),
        (swapped(OPEN, 10, "1 red draw | 4/"), "line 10: damaged: '4/' is not a die"),
        (swapped(OPEN, 10, "1 red draw | 1/2/3"), "line 10: damaged: '1/2/3' is not a die"),
        (swapped(OPEN, 10, f"1 red draw | 1/{10**9}"), "line 10: damaged: '1/1000000000' is not a die"),
        (swapped(OPEN, 10, f"1 red roll | {'1' * 5000}"), "line 10: damaged: '111"),
        (swapped(OPEN, 10, "1 red rest | -"), "line 10: damaged: '1 red rest | -' should read '1 red rest'"),
        (swapped(OPEN, 10, "1 red roll | 4 | 4"), "line 10: dice were laid down in a record that is not"),
        (swapped(OPEN, 10, "1 red  rest"), "line 10: damaged: "),
        (swapped(OPEN, 10, "01 red rest"), "line 10: damaged: "),
        (swapped(OPEN, 10, "1 red rest\r"), "line 10: damaged: "),
        (swapped(OPEN, 10, "1 red rest | \x00"), "line 10: damaged: "),
        (swapped(OPEN, 11, ""), "line 11: damaged: '' is not"),
        (write(OPEN) + "\n", "line 13: damaged: '' is not"),
        (write(FINISHED) + "6 blue rest\n", "line 17: damaged: something stands behind the end"),
        (swapped(FINISHED, 16, "end 00"), f"line 16: the game ends in {FINISHED.end}, not in 00"),
        (swapped(FINISHED, 16, "6 blue rest"), "line 16: the game is over [TOY 6]"),
        (write(replace(FINISHED, end="")), "line 16: truncated: the game is over but its end"),
        (write(OPEN) + "end 00\n", "line 13: the record ends before the game does"),
        (write(replace(OPEN, key=b"")), "line 8: the key of this game is not revealed yet"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line_with_file_line_and_rule(text: str, due: str) -> None:
    assert due in complaint(text)


def test_a_torn_last_line_is_told_from_other_damage() -> None:
    for cut in range(1, len(str(OPEN.lines[-1])) + 1):
        with pytest.raises(TornRecord, match="line 12: the last line is torn off"):
            parse(write(OPEN)[:-cut], "game.berlin", GAME)


def test_every_truncation_is_found_or_is_an_earlier_moment_of_the_game() -> None:
    text = write(FINISHED)
    for size in range(len(text)):
        try:
            record = parse(text[:size], game=GAME)
            list(Replay(record, game=GAME))
        except BadRecord:
            continue
        assert text.startswith(write(record))
        assert len(record.lines) < len(FINISHED.lines)


def test_every_single_changed_letter_is_found_or_gives_another_record() -> None:
    text = write(FINISHED)
    for at in range(len(text)):
        changed = text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]
        with suppress(BadRecord):
            assert write(parse(changed, game=GAME)) == changed


def test_a_wrong_line_of_an_embedded_situation_is_named_by_the_records_line() -> None:
    text = write(played("roll", situation=SITUATION)).replace("  blue = [3]", "  blue = [1]")
    assert complaint(text) == "game.berlin line 18: card 1 is held twice [TOY 2]"


def test_a_game_that_is_not_registered_is_told_so() -> None:
    with pytest.raises(BadRecord, match="line 2: no game is called 'toy'"):
        parse(write(OPEN))
