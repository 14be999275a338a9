"""`berlin lab`: machines play by the hundred, and what that says about them and about a game."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from berlin.cli import screen
from berlin.cli.commands.lab_options import LabOptions, check_players, experiment
from berlin.cli.complaint import Complaint, or_complain
from berlin.cli.files import load, write
from berlin.cli.options import GameCode, Json

if TYPE_CHECKING:
    from berlin.lab.match_game import PlayedGame, Setting
    from berlin.lab.results import Line
    from berlin.lab.summary import Balance, Spread

OfGame = Annotated[
    str,
    typer.Option(
        "--game", metavar="GAME", help="A code that `berlin games` lists.", show_default="the first"
    ),
]
ResultsFolder = Annotated[Path, typer.Argument(metavar="DIR", help="A folder of results.")]
Machine = Annotated[str, typer.Option("--player", metavar="PLAYER", help="Who plays all seats.")]


@experiment
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A machine: random, staff, search:100ms ...")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    lab: LabOptions,
    code: OfGame = "",
) -> None:
    """Play one machine against another, each as often in either seat, and tell who is better.

    Run it again to go on where it was broken off: what has been played is not played again.

    Example: berlin lab match staff greedy --games 400
    """
    from berlin.lab import series, summary
    from berlin.lab.statistics import interval_text, percent

    check_players(first, second)
    where = lab.setting(code)
    with or_complain():
        asked = series.match(where, first, second, lab.games, lab.seed)
    ((_, games),) = lab.play([asked])
    scores = [summary.score(games, first), summary.score(games, second)]
    found = summary.balance(games)
    if lab.json:
        screen.print_json({"setting": where, "scores": scores, "seats": found})
        return
    _tell_setting(where, f"{first} against {second}", len(games))
    for each in scores:
        _tell(each.player, f"wins {each.wins}, {percent(each.win_rate)}; points {percent(each.points)}")
    if found.by_points:
        _tell("lead", f"{interval_text(scores[0].lead, 1)} points a game for {first}")
    _tell_seats(where, found)
    _tell_folder(lab.folder(where.game))


@experiment
def ladder(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two machines or more.")],
    lab: LabOptions,
    code: OfGame = "",
) -> None:
    """Play everybody against everybody, --games of each pair, and rate them.

    Example: berlin lab ladder random greedy staff --games 100
    """
    from berlin.lab import series, summary
    from berlin.lab.statistics import interval_text, percent

    if len(players) < 2:
        raise Complaint("a ladder takes two players or more")
    check_players(*players)
    where = lab.setting(code)
    with or_complain():
        pairs = series.ladder(where, players, lab.games, lab.seed)
    asked = lab.play(pairs)
    rated = summary.ladder([one for _, games in asked for one in games])
    scores = [summary.score(games, pair.players[0]) for pair, games in asked]
    if lab.json:
        screen.print_json({"setting": where, "ratings": rated, "scores": scores})
        return
    _tell_setting(where, f"{len(players)} players", sum(len(games) for _, games in asked))
    for each in rated:
        _tell(each.player, f"{interval_text(each.elo, 0)}, {each.points:g} points of {each.games}")
    for one in scores:
        screen.print_text(f"{one.player} - {one.against}: {percent(one.points)} of {one.games}")
    _tell_folder(lab.folder(where.game))


@experiment
def balance(code: GameCode, lab: LabOptions, player: Machine = "staff") -> None:
    """Let equal machines play a game: who wins, by how much, when, and which bid would make it even.

    Example: berlin lab balance race --games 400
    """
    from berlin.lab import series, summary

    check_players(player)
    where = lab.setting(code)
    ((_, games),) = lab.play([series.balance(where, player, lab.games, lab.seed)])
    found = summary.balance(games)
    if lab.json:
        screen.print_json({"setting": where, "seats": load(code).seats, "balance": found})
        return
    _tell_setting(where, f"{player} in all seats", len(games))
    _tell_seats(where, found)
    _tell_margin(where, found)
    _tell_folder(lab.folder(where.game))


@experiment
def sweep(
    code: GameCode,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary",
            metavar="NAME=V,V,...",
            help="combat.3.2:1=D1R,D2R for a cell of a table, option.x=a,b, or scenario=a,b.",
        ),
    ],
    lab: LabOptions,
    player: Machine = "staff",
) -> None:
    """Ask for the balance over changed tables, options or scenarios: every combination is played.

    Example: berlin lab sweep race --vary units.47.full=13,15,17 --games 200
    """
    from berlin.lab import series, summary
    from berlin.lab.statistics import interval_text, percent

    check_players(player)
    load(code)
    with or_complain():
        varied = [series.Varied.parse(text) for text in vary]
        places = series.settings(code, varied, lab.scenario, lab.options, lab.changes, lab.tables())
    asked = lab.play([series.balance(where, player, lab.games, lab.seed) for where in places])
    found = [(each.setting, summary.balance(games)) for each, games in asked]
    if lab.json:
        rows = [{"setting": where, "balance": balance} for where, balance in found]
        screen.print_json({"seats": load(code).seats, "settings": rows})
        return
    first, *_ = load(code).seats
    screen.print_text(f"{load(code).title}, {player} in all seats: how often {first} wins, and by how much")
    for name, (_, one) in zip(series.labels(places), found, strict=True):
        margin = f", margin {interval_text(one.margin, 1)}" if one.by_points else ""
        screen.print_text(f"{name:32} {percent(one.rates[0])} of {one.games}{margin}")
    _tell_folder(lab.folder(code))


def report(
    folder: ResultsFolder,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The page.", show_default="DIR/report.html"),
    ] = None,
    json: Json = False,
) -> None:
    """Make one page, whole in itself, of all results in a folder: rates, distributions, the front, events.

    Example: berlin lab report lab-results/race
    """
    from berlin.lab.report import page
    from berlin.lab.results import BadResults

    lines = _results(folder)
    try:
        text = page(load(lines[0].game), folder, lines)
    except BadResults as error:
        raise Complaint(str(error)) from None
    path = output or folder / "report.html"
    write(path, text)
    if json:
        screen.print_json({"file": str(path), "bouts": len(lines)})
    else:
        screen.print_text(f"{path} written, {len(lines)} games")


def learn(
    folder: ResultsFolder,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The table.", show_default="DIR/chances.tsv"),
    ] = None,
    base: Annotated[
        Path | None,
        typer.Option("--base", metavar="DIR", help="Results that tell who is ahead where no feature does."),
    ] = None,
    json: Json = False,
) -> None:
    """Learn from all games in a folder that equal machines played: what the features of a position are worth.

    A search judges by them where a game has features and such a table.

    Example: berlin lab learn lab-results/erring --base lab-results/staff
    """
    from berlin.lab.learning import TooLittle, accuracy, all_lose_lessons, learn, lessons, rebase

    played = _played_games(folder)
    steadier = played if base is None else _played_games(base)
    code, other = played[0][0].game, steadier[0][0].game
    if other != code:
        raise Complaint(f"{base}: holds games of {other}, where {folder} holds those of {code}")
    game, games, read = load(code), lessons(played), folder
    try:
        learned = learn(game, games, all_lose_lessons(played))
        if base is not None:
            read = base
            learned = rebase(game, learned, lessons(steadier))
    except TooLittle as error:
        raise Complaint(f"{read}: {error}") from None
    except ImportError:
        raise Complaint("numpy is not installed: pip install 'road-to-berlin[arena]'") from None
    path = output or folder / "chances.tsv"
    write(path, learned.write())
    share = accuracy(learned, games)
    if json:
        screen.print_json({"file": str(path), "games": len(games), "right": share})
    else:
        told = f"in {100 * share:.1f}% of their positions the winner is favoured"
        screen.print_text(f"{path} written, from {len(games)} games; {told}")


COMMANDS: dict[str, Callable[..., None]] = {
    "match": match,
    "ladder": ladder,
    "balance": balance,
    "sweep": sweep,
    "report": report,
    "learn": learn,
}


def _results(folder: Path) -> "list[Line]":
    from berlin.lab.results import BadResults, read

    try:
        lines = read(folder)
    except BadResults as error:
        raise Complaint(str(error)) from None
    if not lines:
        raise Complaint(f"{folder}: there are no results in it")
    return lines


def _played_games(folder: Path) -> "list[PlayedGame]":
    return [(line, line.outcome) for line in _results(folder)]


def _tell(name: str, text: str) -> None:
    screen.print_text(f"{name:>16}  {text}")


def _tell_setting(where: "Setting", who: str, games: int) -> None:
    told = ", ".join([where.scenario, *where.options, *where.changes])
    screen.print_text(f"{load(where.game).title}, rules {where.rules}, {told}: {who}, {games} games")


def _tell_seats(where: "Setting", found: "Balance") -> None:
    from berlin.lab.statistics import percent

    for name, wins, rate in zip(load(where.game).seats, found.wins, found.rates, strict=True):
        _tell(name, f"wins {wins}, {percent(rate)}")
    if found.drawn:
        _tell("nobody", f"wins {found.drawn}")
    if found.all_lost:
        _tell("everybody", f"loses {found.all_lost}")


def _tell_margin(where: "Setting", found: "Balance") -> None:
    from berlin.lab.statistics import interval_text
    from berlin.lab.summary import even_with

    seats = load(where.game).seats
    if found.by_points:
        _tell("margin", f"{seats[0]} {interval_text(found.margin, 1)} points")
        _tell("even with", even_with(found, seats))
        _tell_turns("decided", found.decided)
    _tell_turns("over", found.turns)
    _tell("actions", f"{found.actions.middle:g} ({found.actions.low:g} to {found.actions.high:g})")


def _tell_turns(name: str, told: "Spread") -> None:
    _tell(name, f"in turn {told.middle:g} (half of the games from {told.low:g} to {told.high:g})")


def _tell_folder(folder: Path) -> None:
    screen.print_text(f"Kept in {folder}. Plots: berlin lab report {folder}")
