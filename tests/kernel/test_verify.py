"""Every roll of a record can be made again alone, from its text and the key; whatever was changed shows."""

import re
from collections.abc import Iterator
from hashlib import blake2b

import pytest
from msgspec.structs import replace
from played import FINISHED, KEY, OPEN, SITUATION, played
from toy import GAME, Do, State, Toy

from berlin.kernel.contract.game import Step
from berlin.kernel.play.dice import commitment, key_from_seed, roll
from berlin.kernel.records.record import BadRecord, Line, Record, new_record, parse, write
from berlin.kernel.records.replay import Replay
from berlin.kernel.records.rolls import Roll
from berlin.kernel.records.verify import verify

ROLLED = SITUATION.replace("[hands]", "rolls = 40\n[hands]")


class Eager(Toy):
    """Rolls a die when a situation is loaded, for who is asked first."""

    def read_situation(self, text: str, key: bytes) -> Step[State]:
        state = super().read_situation(text, key).state
        return replace(self.apply(state, Do("roll")), events=())


EAGER = Eager()


def told(text: str) -> Iterator[tuple[int, int]]:
    """Result and sides of every roll in a record's text, read without the kernel."""
    for row in text.split("\n"):
        match = re.match(r"(?:start|\d+ \S+ [^|]+?) \| ([\d/ ]+)$", row)
        for die in match[1].split() if match else ():
            value, _, sides = die.partition("/")
            yield int(value), int(sides or 6)


def made(key: bytes, n: int, sides: int) -> int:
    """A roll as a stranger makes it, by what the docs say; a second attempt is as good as never needed."""
    message = n.to_bytes(8, "big") + bytes(2) + sides.to_bytes(4, "big")
    return int.from_bytes(blake2b(message, key=key, digest_size=8).digest(), "big") % sides + 1


def with_roll(record: Record, n: int, value: int, sides: int) -> Record:
    """The record with another n-th roll, read from its text."""
    true = list(record.rolls())[n]
    rows = write(record).split("\n")
    row = record.place_of(true.action) - 1
    head, _, dice = rows[row].partition(" | ")
    rolled = dice.split()
    before = sum(one.action < true.action for one in record.rolls())
    rolled[n - before] = str(replace(true, value=value, sides=sides))
    rows[row] = f"{head} | {' '.join(rolled)}"
    return parse("\n".join(rows), game=GAME)


def complaint(record: Record, game: Toy = GAME) -> str:
    with pytest.raises(BadRecord) as caught:
        verify(record, "game.berlin", game)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_roll_follows_from_the_committed_key() -> None:
    verdict = verify(FINISHED, game=GAME)
    assert (verdict.status, verdict.rolls) == ("verified", 7)
    assert verdict.text == "verified: 7 rolls follow from the key that was committed to"
    assert verify(OPEN, game=GAME).rolls == 6


def test_the_rolls_of_a_record_are_numbered_through_start_and_actions() -> None:
    rolls = list(FINISHED.rolls())
    assert [one.n for one in rolls] == list(range(7))
    assert [one.action for one in rolls] == [0, 0, 0, 0, 2, 3, 5]
    assert [one.sides for one in rolls] == [9, 8, 7, 6, 6, 5, 6]
    assert [one.value for one in rolls] == [roll(KEY, one.n, one.sides) for one in rolls]
    assert [str(one) for one in (Roll(0, 0, 3, 9), Roll(4, 2, 5, 6))] == ["3/9", "5"]


def test_a_stranger_can_make_every_roll_again_from_the_text_alone() -> None:
    text = write(FINISHED)
    key = bytes.fromhex(text.partition("\nkey ")[2].partition("\n")[0])
    published = text.partition("\ncommitment ")[2].partition("\n")[0]
    assert blake2b(key, person=b"berlin-commit", digest_size=32).hexdigest() == published
    rolls = list(told(text))
    assert len(rolls) == 7
    assert [value for value, _ in rolls] == [made(key, n, sides) for n, (_, sides) in enumerate(rolls)]


@pytest.mark.parametrize("n, line", [(0, 10), (1, 10), (2, 10), (3, 10), (4, 12), (5, 13), (6, 15)])
def test_a_single_wrong_roll_is_named_by_number_and_line(n: int, line: int) -> None:
    true = list(FINISHED.rolls())[n]
    wrong = replace(true, value=true.value % true.sides + 1)
    changed = with_roll(FINISHED, n, wrong.value, wrong.sides)
    due = f"game.berlin line {line}: roll {n} is not what the key gives: {true}, not {wrong}"
    assert complaint(changed) == due


def test_a_roll_that_no_die_shows_is_wrong_too() -> None:
    assert "line 12: roll 4 is not what the key gives: " in complaint(with_roll(FINISHED, 4, 9, 6))


def test_sides_chosen_to_give_another_result_do_not_pass() -> None:
    true = list(FINISHED.rolls())[5]
    sides = next(s for s in range(7, 99) if roll(KEY, 5, s) != true.value)
    forged = with_roll(FINISHED, 5, roll(KEY, 5, sides), sides)
    assert f"line 13: the dice {roll(KEY, 5, sides)}/{sides} don't match: {true} were" in complaint(forged)


def test_a_roll_too_many_or_left_out_does_not_pass() -> None:
    more = replace(OPEN.lines[2], dice=(*OPEN.lines[2].dice, roll(KEY, 6)), sides=(5, 6))
    assert "line 12: the dice " in complaint(replace(OPEN, lines=(*OPEN.lines[:2], more)))
    fewer = replace(OPEN.lines[2], dice=(), sides=())
    assert "line 12: the dice (none) don't match" in complaint(replace(OPEN, lines=(*OPEN.lines[:2], fewer)))
    start = replace(OPEN, opening=(*OPEN.opening, roll(KEY, 4)), opening_sides=(9, 8, 7, 6, 6), lines=())
    assert "line 9: the dice " in complaint(start)


def test_a_key_that_was_not_committed_to_does_not_pass() -> None:
    other = key_from_seed(8)
    assert "line 8: the key is not the one that was committed to" in complaint(replace(FINISHED, key=other))
    swapped = replace(FINISHED, key=other, commitment=commitment(other))
    assert "line 10: roll 0 is not what the key gives" in complaint(swapped)


def test_an_illegal_action_does_not_pass() -> None:
    lines = (*OPEN.lines[:2], replace(OPEN.lines[2], seat="blue"))
    assert "line 12: red must decide, not blue [TOY 1]" in complaint(replace(OPEN, lines=lines))


def test_a_game_that_rolls_unseen_does_not_pass() -> None:
    class Unseen(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            step = super().apply(state, action)
            return replace(step, state=replace(step.state, dice=step.state.dice.below(6)[1]))

    game = Unseen()
    record = replace(new_record(game, KEY, "short"), lines=(Line(1, "red", "rest"),))
    assert "line 10: 1 dice were rolled, 0 are told" in complaint(record, game)


def test_the_rolls_of_a_game_from_a_situation_begin_where_it_says() -> None:
    record = played("roll", "rest", "roll", situation=ROLLED)
    assert [(one.n, one.action) for one in record.rolls()] == [(40, 1), (41, 3)]
    assert [one.value for one in record.rolls()] == [roll(KEY, 40), roll(KEY, 41)]
    verdict = verify(record, game=GAME)
    assert (verdict.status, verdict.rolls) == ("verified", 2)
    early = replace(record, situation=SITUATION)
    assert "roll 0 is not what the key gives" in complaint(early)


def test_dice_that_a_situation_rolls_on_loading_stand_in_the_start_line() -> None:
    record = played("rest", "roll", situation=ROLLED, game=EAGER)
    assert f"\nstart | {roll(KEY, 40)}\n1 red rest\n2 blue roll | {roll(KEY, 41)}\n" in write(record)
    assert parse(write(record), game=EAGER) == record
    assert verify(record, game=EAGER).rolls == 2
    wrong = replace(record, opening=(roll(KEY, 40) % 6 + 1,))
    assert "line 20: roll 40 is not what the key gives" in complaint(wrong, EAGER)
    with pytest.raises(BadRecord, match=r"line 20: the dice . are not what the key gives: "):
        list(Replay(wrong, game=EAGER))


def test_a_damaged_situation_is_told_before_its_rolls() -> None:
    record = replace(played("roll", situation=SITUATION), situation=SITUATION.replace("[3]", "[1]"))
    assert complaint(record) == "game.berlin line 18: card 1 is held twice [TOY 2]"


def test_a_study_and_a_sealed_record_have_a_clear_answer() -> None:
    study = verify(replace(OPEN, study=True), game=GAME)
    assert (study.status, study.text) == ("study", "study: dice were laid down, nothing to verify")
    sealed = verify(replace(OPEN, key=b""), game=GAME)
    assert sealed.status == "sealed"
    assert "not revealed yet" in sealed.text


def test_dice_laid_down_that_do_not_fit_are_told_with_their_line() -> None:
    lines = (Line(1, "red", "rest"), Line(2, "blue", "roll", (6,), (6,), (9,)))
    study = replace(new_record(GAME, KEY, "short"), study=True, lines=lines)
    with pytest.raises(BadRecord, match=r"line 12: a die of 9 was laid down for a roll of 1 to 6$"):
        list(Replay(study, game=GAME))
    beyond = replace(study, lines=(Line(1, "red", "draw", (5,), (5,), (6,)),))
    with pytest.raises(BadRecord, match=r"line 11: a die of 6 was laid down for a roll of 1 to 5$"):
        list(Replay(beyond, game=GAME))
