"""A golden playthrough shows what each seat saw, stays bounded, and a change of the rules shows in it."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from toy import GAME, State, Toy

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof import golden


@pytest.fixture
def only_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WHERE", {"toy": "toy:GAME"})
    monkeypatch.setattr(registry, "_EXAMPLES", {})


def test_a_playthrough_shows_each_action_as_each_seat_learns_of_it() -> None:
    text = golden.playthrough(GAME, "short", 1)
    assert text.startswith(
        "berlin-golden 1\ngame toy\nrules 1\nscenario short\nseed 1\n\nstart | 3/9 2/8 4/7 2\n"
    )
    assert "\n4 blue draw | 5/5\n  red> draw: blue draws a card [TOY 3]\n" in text
    assert (
        "  blue> draw: blue draws card 9 {9} [TOY 3]\n  spectator> draw: blue draws a card [TOY 3]\n" in text
    )
    assert "  ? red: Play, draw, roll or rest? [TOY 1]\n    3 answers, " in text
    assert ": draw; roll; rest\n" in text
    assert text.endswith("\nresult: 9 to 9 [TOY 6]\n")


def test_a_playthrough_is_the_same_every_time() -> None:
    assert golden.playthrough(GAME, "long", 3) == golden.playthrough(Toy(), "long", 3)


def test_a_long_playthrough_is_bounded() -> None:
    class Marathon(Toy):
        def start(self, scenario, key, options):  # type: ignore[no-untyped-def]
            step = super().start(scenario, key, options)
            return replace(step, state=replace(step.state, left=3000))

    text = golden.playthrough(Marathon(), "long", 1)
    assert len(text) < 300_000
    assert text.count("\n  = ") == 1 + 300 + 2700 // 20
    assert sum(row.startswith("3000 ") for row in text.split("\n")) == 1


def test_regenerating_writes_every_scenario_and_removes_what_is_stale(only_toy: None, tmp_path: Path) -> None:
    stale = tmp_path / "toy" / "golden" / "gone-1.txt"
    stale.parent.mkdir(parents=True)
    stale.write_text("old")
    written = golden.regenerate(tmp_path)
    assert [path.name for path in written] == ["short-1.txt", "short-2.txt", "long-1.txt", "long-2.txt"]
    assert sorted(stale.parent.iterdir()) == sorted(written)
    assert [golden.check(path) for path in written] == [""] * 4


def test_a_missing_playthrough_is_reported(only_toy: None, tmp_path: Path) -> None:
    assert "missing; python -m berlin.kernel.proof.golden writes it" in golden.check(tmp_path / "short-1.txt")


def test_a_change_of_the_rules_is_named_by_its_first_line(tmp_path: Path) -> None:
    class Generous(Toy):
        def scored(self, state: State, seat: int, points: int) -> tuple[int, ...]:
            return super().scored(state, seat, points + 1)

    path = tmp_path / "short-1.txt"
    path.write_text(golden.playthrough(GAME, "short", 1))
    assert golden.check(path, GAME) == ""
    assert "line 56: '  = bb8816aa " in golden.check(path, Generous())


def test_a_leak_is_visible(tmp_path: Path) -> None:
    class Shouts(Toy):
        def draw(self, state: State, seat: Seat) -> tuple[State, int, Event]:
            state, value, event = super().draw(state, seat)
            return state, value, replace(event, veil=event.text)

    path = tmp_path / "short-1.txt"
    path.write_text(golden.playthrough(GAME, "short", 1))
    difference = golden.check(path, Shouts())
    assert "'  blue> draw: red draws a card [TOY 3]' is now" in difference
    assert "draws card 3" in difference
