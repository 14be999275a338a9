"""A game of cards and boxes at the terminal, as the player types it."""

from pathlib import Path

from tests.cli.runs import Berlin


def test_the_games_are_listed_with_their_options(berlin: Berlin) -> None:
    listed = berlin("games").out
    assert "scenario 1944: " in listed
    assert "option deck: " in listed
    assert "deck=full: " in listed
    assert "end=3, 4, 5, " in listed


def test_an_option_is_settled_at_the_start_and_kept_in_the_record(berlin: Berlin, home: Path) -> None:
    path = home / "full.record"
    begin = ("new", "noretreat", "--scenario", "1944", "--seed", 3, "-o", path)
    assert berlin(*begin, "--option", "deck=full").code == 0
    assert "\noption deck full\n" in path.read_text()
    shown = berlin("show", path).out
    assert "draw pile 40" in shown
    for option, told in (("deck", "NAME=VALUE"), ("deck=huge", "deck is one of"), ("dice=1", "is no option")):
        berlin(*begin, "--force", "--option", option).refused(told)


def test_a_hand_is_played_from_the_keyboard(berlin: Berlin, home: Path) -> None:
    path = home / "play.record"
    seats = ("--axis", "human", "--soviet", "random")
    typed = "discard summer campaign\nshow inexperienced soviet\nshow axis still to come\ndone\nauto\nquit\n"
    words = ("play", "noretreat", "--scenario", "1944", "--option", "deck=full", "--seed", 3, "-o", path)
    out = berlin(*words, *seats, typed=typed).out
    assert "Axis holds Summer Campaign [NR card.13.axis]; Inexperienced Soviet Officers [NR" in out
    assert "Soviet holds a card ×2" in out
    assert "1) Summer Campaign" in out
    assert "discards 1: Summer Campaign" in out
    assert "the other side: Russian Tenacity. " in out
    assert "Still to come: by the card Ersatz Units: Kampfgruppe 1" in out
    assert "Axis draws " in out
    assert "\n2 axis done | " in path.read_text()
