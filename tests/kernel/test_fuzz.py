"""Fuzzing counts what goes wrong in random games, keeps a record of each, and can be stopped."""

from toy import GAME, Do, State, Toy

from berlin.kernel.proof.fuzz import FuzzReport, fuzz
from berlin.kernel.records.record import parse
from berlin.kernel.records.replay import Replay


def test_a_sound_game_has_no_failures() -> None:
    seen: list[tuple[int, int]] = []
    report = fuzz(GAME, 6, progress=lambda games, actions: seen.append((games, actions)))
    assert (report.games, report.failures, report.dead_ends) == (6, 0, 0)
    assert report.actions == 3 * 8 + 3 * 30 == seen[-1][1]
    assert [games for games, _ in seen] == [1, 2, 3, 4, 5, 6]
    assert report.cpu_seconds > 0


def test_the_same_seeds_give_the_same_games() -> None:
    assert fuzz(GAME, 1, seed=4, scenario="long").actions == 30
    assert fuzz(GAME, 3, seed=1).actions == sum(fuzz(GAME, 1, seed=seed).actions for seed in (1, 2, 3))


class Stuck(Toy):
    def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
        return [] if state.left == 3 else super().legal(state, unit, seat)


def test_a_dead_end_is_counted_and_its_record_leads_to_it() -> None:
    report = fuzz(Stuck(), 2)
    assert (report.games, report.failures, report.dead_ends) == (2, 2, 2)
    failure = report.found[0]
    assert failure.dead_end
    assert failure.action == len(parse(failure.record, game=GAME).lines)
    assert Replay(parse(failure.record, game=GAME), game=GAME).last().state.left == 3


def test_an_exception_is_counted_and_its_record_stops_before_it() -> None:
    class Explodes(Toy):
        def next(self, state: State, action: Do) -> State:
            if state.left == 3:
                raise ZeroDivisionError("boom")
            return super().next(state, action)

    report = fuzz(Explodes(), 1)
    assert (report.failures, report.dead_ends) == (1, 0)
    assert report.found[0].text == "ZeroDivisionError: boom"
    assert Replay(parse(report.found[0].record, game=GAME), game=GAME).last().state.left == 3


def test_a_game_that_never_ends_is_a_failure() -> None:
    class Endless(Toy):
        def next(self, state: State, action: Do) -> State:
            return state

    assert fuzz(Endless(), 1, limit=50).found[0].text == "not over after 50 actions"


def test_a_broken_invariant_is_a_failure() -> None:
    class Crooked(Toy):
        def broken(self, state: State) -> list[str]:
            return ["crooked"] if state.left < 3 else []

    assert {failure.text for failure in fuzz(Crooked(), 4).found} == {"crooked"}


def test_an_interrupt_ends_with_the_report_so_far() -> None:
    def stop(games: int, actions: int) -> None:
        if games == 3:
            raise KeyboardInterrupt

    report = fuzz(GAME, 100, progress=stop)
    assert (report.games, report.interrupted) == (3, True)


def test_reports_of_several_processes_add_up() -> None:
    both = FuzzReport(2, 1, 1, 30, 0.5) + FuzzReport(3, 0, 0, 40, 0.25, interrupted=True)
    assert both == FuzzReport(5, 1, 1, 70, 0.75, (), True)
