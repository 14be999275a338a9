"""Which games are played, and when enough is enough."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.contract.ids import Seat
from berlin.lab import series as lab
from berlin.lab import summary
from berlin.lab.executor import Alone, Crew, Take
from berlin.lab.match_game import MatchGame, Outcome, OwnTables, Turn
from berlin.lab.results import FILE, Results
from berlin.lab.series import Varied, balance, labels, ladder, match, point, run, setting, settings, share


def outcome(*scores: int, all_lost: bool = False, told: Sequence[str] = (), turn: int = 3) -> Outcome:
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    trace = (Turn(turn, scores, (), {}),)
    winners = () if all_lost else winners
    decided = turn if len(winners) == 1 else 0
    return Outcome(scores, winners, all_lost, "", turn, 10, decided, trace, {"say": 1}, {"say": tuple(told)})


def test_every_seed_is_played_both_ways(timed: AnyGame) -> None:
    games = match(setting("timed"), "random", "greedy", 6, seed=10).match_games()
    assert [(game.seed, game.players) for game in games] == [
        (seed, players) for seed in (10, 11, 12) for players in (("random", "greedy"), ("greedy", "random"))
    ]


def test_a_ladder_is_everybody_against_everybody(timed: AnyGame) -> None:
    pairs = ladder(setting("timed"), ["a", "b", "c"], 2)
    assert [pair.players for pair in pairs] == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize(
    "ask, told",
    [
        (lambda: match(setting("timed"), "random", "random", 2), "can't be matched against itself"),
        (lambda: match(setting("timed"), "random", "greedy", 7), "take an even number"),
        (lambda: ladder(setting("timed"), ["random", "greedy", "random"], 2), "named twice"),
        (lambda: setting("timed", "endless"), "no scenario is called 'endless'"),
        (lambda: setting("timed", options=["fog=on"]), "no option is called 'fog'"),
        (lambda: setting("timed", options=["fog"]), "write it as name=value"),
        (lambda: setting("timed", cells=["crt.1.2=3"]), "timed has no table 'crt'; it has none"),
        (lambda: Varied.parse("option.left"), "write it as NAME=VALUE,VALUE"),
        (lambda: Varied.parse("option.left=2,,3"), "write it as NAME=VALUE,VALUE"),
    ],
)
def test_what_can_not_be_played_is_told(timed: AnyGame, ask: object, told: str) -> None:
    assert callable(ask)
    with pytest.raises(BadText, match=told):
        ask()


def test_a_sweep_takes_every_combination(timed: AnyGame) -> None:
    varied = [Varied.parse("option.left=4,6"), Varied.parse("scenario=short,long")]
    found = settings("timed", varied)
    assert [(each.scenario, each.options) for each in found] == [
        ("short", ("left=4",)),
        ("long", ("left=4",)),
        ("short", ("left=6",)),
        ("long", ("left=6",)),
    ]
    assert labels(found)[1] == "long, left=4"
    assert labels([setting("timed"), found[0]]) == ["unchanged", "left=4"]
    assert Varied.parse("data.combat.3.2:1=D1R,D2R") == Varied("combat.3.2:1", ("D1R", "D2R"))


def test_the_last_word_on_a_cell_counts() -> None:
    (found,) = settings(
        "race", [Varied.parse("units.47.full=14")], cells=["units.47.full=15", "units.69.full=9"]
    )
    assert found.changes == ("units.47.full=14", "units.69.full=9")


class Jumbled(Alone):
    """Hands in its batches in an order of its own."""

    workers = 5

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)


@pytest.fixture
def fair_coin(monkeypatch: pytest.MonkeyPatch) -> list[MatchGame]:
    """Games that the first seat wins two times in three; those that are played are listed."""
    tossed: list[MatchGame] = []

    def play_all(games: Sequence[MatchGame], tables: OwnTables, crew: Crew, take: Take) -> None:
        assert isinstance(crew, Jumbled)
        for game in crew.rng.sample(games, len(games)):
            tossed.append(game)
            take(game, outcome(*((1, 0) if game.seed % 3 else (0, 1))))

    monkeypatch.setattr(lab, "play_all", play_all)
    return tossed


def test_a_series_stops_when_its_interval_is_narrow_whoever_finishes_first(
    timed: AnyGame, tmp_path: Path, fair_coin: list[MatchGame]
) -> None:
    asked = balance(setting("timed"), "random", 1000)
    kept = []
    for seed in (1, 2):
        with Results(tmp_path / f"{seed}", [asked.setting]) as results:
            ((_, games),) = run([asked], results, Jumbled(seed), width=0.2)
        assert share(games, "random").width < 0.2
        assert [game.seed for game, _ in games] == list(range(1, 100))
        kept.append((tmp_path / f"{seed}" / FILE).read_bytes())
    assert kept[0] == kept[1]
    assert len(fair_coin) == 2 * 99


def test_a_run_that_stopped_early_goes_on_for_a_narrower_interval(
    timed: AnyGame, tmp_path: Path, fair_coin: list[MatchGame]
) -> None:
    asked = balance(setting("timed"), "random", 1000)
    for width, due in ((0.2, 99), (0.2, 99), (0.1, 380)):
        with Results(tmp_path, [asked.setting]) as results:
            ((_, games),) = run([asked], results, Jumbled(1), width=width)
        assert len(games) == due
    assert len(fair_coin) == 380


def test_each_series_stops_for_itself(timed: AnyGame, tmp_path: Path, fair_coin: list[MatchGame]) -> None:
    short, long = (balance(setting("timed", options=[f"left={n}"]), "random", n) for n in (60, 500))
    seen: list[tuple[int, int]] = []
    with Results(tmp_path, [short.setting, long.setting]) as results:
        asked = run([short, long], results, Jumbled(1), (), 0.15, lambda done, of: seen.append((done, of)))
    assert [len(games) for _, games in asked] == [60, 155]
    assert seen[0] == (0, 560)
    assert seen[-1][0] == 215


def test_points_are_one_for_a_win_and_half_without_a_winner() -> None:
    assert [point(outcome(2, 1), Seat(seat)) for seat in (0, 1)] == [1, 0]
    assert [point(outcome(2, 2), Seat(seat)) for seat in (0, 1)] == [0.5, 0.5]
    assert [point(outcome(2, 1, all_lost=True), Seat(seat)) for seat in (0, 1)] == [0.5, 0.5]


def asked(*outcomes: Outcome, players: tuple[str, str] = ("a", "a")) -> list[tuple[MatchGame, Outcome]]:
    return [
        (MatchGame("timed", 1, "", "short", (), (), players, seed), each)
        for seed, each in enumerate(outcomes)
    ]


def test_balance_tells_who_wins_by_how_much_and_what_would_make_it_even() -> None:
    games = [outcome(5, 2), outcome(6, 2), outcome(4, 3), outcome(1, 3), outcome(2, 2)]
    found = summary.balance(asked(*games, outcome(9, 0, all_lost=True)))
    assert (found.games, found.wins, found.drawn, found.all_lost) == (6, (3, 1), 1, 1)
    assert found.margin.value == pytest.approx((3 + 4 + 1 - 2 + 0) / 5)
    assert (found.bid.value, found.bid.low, found.bid.high) == (1, -2, 4)
    assert found.decided.middle == 3


def test_points_tell_nothing_where_who_has_fewer_wins() -> None:
    ahead, even = outcome(5, 2), msgspec.structs.replace(outcome(3, 3), winners=(1,))
    assert summary.balance(asked(ahead, even, outcome(2, 2))).by_points
    behind = msgspec.structs.replace(outcome(0, 9), winners=(0,))
    assert not summary.balance(asked(ahead, behind)).by_points


def test_a_players_score_counts_both_seats() -> None:
    there = asked(outcome(2, 1), outcome(2, 1), outcome(1, 1), players=("a", "b"))
    back = asked(outcome(2, 1), players=("b", "a"))
    mine, his = (summary.score([*there, *back], name) for name in ("a", "b"))
    assert (mine.wins, mine.losses, mine.undecided, mine.points.value) == (2, 1, 1, 0.625)
    assert (his.wins, his.losses, his.against) == (1, 2, "a")
    rated = summary.ladder([*there, *back])
    assert [(each.player, each.games, each.points) for each in rated] == [("a", 4, 2.5), ("b", 4, 1.5)]


def test_a_players_lead_is_the_mean_over_seeds() -> None:
    # Seeds 0 and 1 from both seats: 4 and 2 ahead, then 1 ahead and a game that both lost.
    there = asked(outcome(9, 5), outcome(3, 2), players=("a", "b"))
    back = asked(outcome(1, 3), outcome(0, 8, all_lost=True), players=("b", "a"))
    mine, his = (summary.score([*there, *back], name) for name in ("a", "b"))
    assert mine.lead.value == pytest.approx((3 + 0.5) / 2)
    reach = 12.7062 * 1.25
    assert (mine.lead.low, mine.lead.high) == pytest.approx((1.75 - reach, 1.75 + reach), abs=1e-3)
    assert (his.lead.value, his.lead.low) == (-mine.lead.value, -mine.lead.high)


def test_events_that_go_with_winning_stand_out_and_others_do_not() -> None:
    rng = Random(1)
    games = []
    for number in range(200):
        told = ["everywhere", *(["a sunny day"] if rng.random() < 0.5 else [])]
        won = number % 2 == 0
        if rng.random() < (0.8 if won else 0.2):
            told.append("the bridge falls")
        games.append(outcome(*((1, 0) if won else (0, 1)), told=told))
    (found,) = summary.correlations(asked(*games))
    assert found.text == "the bridge falls"
    assert found.gap.low > 0.3
    assert summary.correlations([]) == []
