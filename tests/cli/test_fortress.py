"""On to Berlin! at the terminal, as the player types it."""

from pathlib import Path

from tests.cli.runs import Berlin


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_a_set_up_is_kept_in_a_file_and_used_again(berlin: Berlin, home: Path) -> None:
    kept = home / "mine.toml"
    seats = ("--allied", "random", "--german", "human")
    begin = ("play", "fortress", "--scenario", "drop", "--seed", 3)
    typed = f"take VS1\ntake VS2\nplace 5015\nform {kept}\nquit\n"
    out = berlin(*begin, "-o", home / "one.record", *seats, typed=typed).out
    assert "Where are the first Volkssturm battalion and the second Volkssturm battalion set up?" in out
    assert "use it, here or in another game" in unwrapped(out)
    assert '5015 = ["VS1", "VS2"]' in kept.read_text()

    typed = f"fill {kept}\nplan depth\nfill {kept}\nform\nquit\n"
    out = berlin(*begin, "-o", home / "two.record", *seats, typed=typed).out
    assert "Set-up: 74 units are left to place." in out
    assert "Set-up: all units are placed." in out
    assert "All of it stands so already." in out
    assert "5015 = [" in out


def test_a_set_up_that_is_wrong_changes_nothing_and_all_faults_are_told(berlin: Berlin, home: Path) -> None:
    wrong = home / "wrong.toml"
    wrong.write_text('[units]\n5015 = ["VS1", "VS99"]\n0101 = ["VS2"]\n')
    words = ("play", "fortress", "--scenario", "drop", "--seed", 3, "-o", home / "one.record")
    typed = f"fill {wrong}\nfill {home / 'none.toml'}\nform\nquit\n"
    out = berlin(*words, "--allied", "random", "--german", "human", typed=typed).out
    assert "line 2: 'VS99' is no German unit with its facing [OTB 13.0b]" in unwrapped(out)
    assert "Nothing was done: " in out
    assert "# not set up: VS1\n" in out


def test_a_situation_that_cannot_be_is_named_by_file_line_and_rule(berlin: Berlin, home: Path) -> None:
    path = home / "both.toml"
    path.write_text(
        'game = "fortress"\nturn = 2\nstage = "allied-movement"\n[units]\n5015 = ["VS1", "82/Par1"]\n'
    )
    berlin("show", path).refused("both.toml", "line 5", "FB 3.1.pass")
