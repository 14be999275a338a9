"""Actions as words: every legal action can be spelled, nothing else can, and a word keeps its number."""

from pathlib import Path
from random import Random

import pytest
from toy import GAME as TOY

from berlin.arena.spelling import END, Letters, Phrase, Spelling, Unspeakable, spelling
from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.play.dice import key_from_seed

RACE = load("race")
AGAIN = 10
GAMES = [*map(load, codes()), TOY]
SITUATIONS = sorted((Path(__file__).parent.parent / "games" / "race" / "situations").glob("*.toml"))


def legal_texts(game: AnyGame, seed: int) -> list[list[str]]:
    """The legal answers to every question of a random game."""
    rng, state = Random(seed), game.start(game.scenarios[0].key, key_from_seed(seed), {}).state
    found = []
    while game.deciders(state):
        found.append([game.write(action) for action in game.legal(state)])
        state = game.next(state, game.sample(state, rng))
    return found


def spoken(phrase: Phrase, wanted: str, words: Spelling) -> tuple[str, int]:
    """The action that comes of saying this text's words one after the other, and how many had to be said."""
    numbers, said = words.numbers(wanted), 0
    while not phrase.text:
        phrase = phrase.say(numbers[phrase.length])
        said += 1
    return phrase.text, said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_every_legal_action_is_spelled_by_its_words_and_read_back(game: AnyGame) -> None:
    """Each when it is legal for the first time; and of every list some that were legal before."""
    words, rng, known = spelling(game), Random(1), set[str]()
    for texts in legal_texts(game, 1):
        phrase = Phrase.of(texts, words)
        again = rng.sample(texts, min(AGAIN, len(texts)))
        for text in (*(text for text in texts if text not in known), *again):
            assert words.text(words.numbers(text)) == text
            assert spoken(phrase, text, words)[0] == text
        known.update(texts)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_whatever_is_said_word_by_word_is_a_legal_action(game: AnyGame) -> None:
    words, rng = spelling(game), Random(2)
    for texts in legal_texts(game, 2):
        phrase = Phrase.of(texts, words)
        while not phrase.text:
            phrase = phrase.say(rng.choice(phrase.following()))
        assert phrase.text in texts


@pytest.mark.parametrize("path", SITUATIONS, ids=lambda path: path.stem)
def test_the_race_lists_every_word_of_its_situations(path: Path) -> None:
    state = RACE.read_situation(path.read_text(encoding="utf-8"), key_from_seed(1)).state
    words = spelling(RACE)
    assert [words.text(words.numbers(RACE.write(action))) for action in RACE.legal(state)] == [
        RACE.write(action) for action in RACE.legal(state)
    ]


def test_a_comma_is_a_word_of_its_own() -> None:
    words = spelling(RACE)
    numbers = words.numbers("move 3GA/1 Torgau via Bautzen,Dresden")
    assert [words.words[number] for number in numbers] == [
        *("move", "3GA/1", "Torgau", "via", "Bautzen", ",", "Dresden"),
        ".",
    ]
    assert words.text(numbers) == "move 3GA/1 Torgau via Bautzen,Dresden"


def test_words_without_a_choice_say_themselves() -> None:
    words = Spelling(["go", "stay", "north", "far", "near"])
    phrase = Phrase.of(["go north far", "go north near", "stay"], words)
    assert [words.words[word] for word in phrase.following()] == ["go", "stay"]
    phrase = phrase.say(words.numbers("go")[0])
    assert words.text(phrase.said) == "go north"
    assert phrase.text == ""
    assert phrase.say(words.numbers("far")[0]).text == "go north far"


def test_what_all_answers_begin_with_is_said_already() -> None:
    words = Spelling(["go", "north", "south"])
    assert words.text(Phrase.of(["go north", "go south"], words).said) == "go"


def test_even_the_only_answer_takes_a_word() -> None:
    words = Spelling(["go", "north"])
    phrase = Phrase.of(["go north"], words)
    assert (phrase.text, phrase.said, phrase.following()) == ("", (), (1,))
    assert phrase.say(1).text == "go north"


def test_a_stop_tells_an_action_from_a_longer_one() -> None:
    words = Spelling(["go", "north"])
    phrase = Phrase.of(["go", "go north"], words)
    assert phrase.following() == (END, 2)
    assert phrase.say(END).text == "go"
    assert phrase.say(2).text == "go north"


def test_a_word_that_leads_nowhere_is_refused() -> None:
    words = Spelling(["go", "stay", "fly"])
    with pytest.raises(Unspeakable, match="word 3"):
        Phrase.of(["go", "stay"], words).say(3)


def test_a_word_that_is_not_listed_is_a_fault_of_the_game() -> None:
    with pytest.raises(LookupError):
        Spelling(["go"]).numbers("go west")


def test_no_word_has_two_numbers() -> None:
    with pytest.raises(ValueError, match="twice"):
        Spelling(["go", "go"])


def test_a_game_that_lists_no_words_is_spelled_by_letters() -> None:
    assert isinstance(spelling(TOY), Letters)
    assert len(spelling(TOY)) == 257
    assert spelling(TOY).text(spelling(TOY).numbers("zurück, 7")) == "zurück, 7"


def test_the_words_of_the_race_are_few() -> None:
    assert len(spelling(RACE)) < 250
