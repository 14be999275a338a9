"""`berlin lab`: machines play by the hundred, and what that says about them and about a game."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from berlin.cli import screen
from berlin.cli.bench import Bench, check_players, clear, experiment
from berlin.cli.complaint import Complaint
from berlin.cli.files import load, write
from berlin.cli.options import GameCode, Json

if TYPE_CHECKING:
    from berlin.lab.account import Balance
    from berlin.lab.bout import Bout, Outcome, Setting
    from berlin.lab.results import Line

OfGame = Annotated[
    str,
    typer.Option(
        "--game", metavar="GAME", help="A code that `berlin games` lists.", show_default="the first"
    ),
]
Machine = Annotated[str, typer.Option("--player", metavar="PLAYER", help="Who plays all seats.")]


@experiment
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A machine: random, staff, search:100ms ...")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    bench: Bench,
    code: OfGame = "",
) -> None:
    """Play one machine against another, each as often in either seat, and tell who is better.

    Run it again to go on where it was broken off: what has been played is not played again.

    Example: berlin lab match staff greedy --games 400
    """
    from berlin.lab import account, series
    from berlin.lab.statistics import bounded, percent

    check_players(first, second)
    where = bench.setting(code)
    ((_, bouts),) = bench.played([clear(lambda: series.match(where, first, second, bench.games, bench.seed))])
    scores = [account.score(bouts, first), account.score(bouts, second)]
    found = account.balance(bouts)
    if bench.json:
        screen.print_json({"setting": where, "scores": scores, "seats": found})
        return
    _tell_setting(where, f"{first} against {second}", len(bouts))
    for each in scores:
        _tell(each.player, f"wins {each.wins}, {percent(each.win_rate)}; points {percent(each.points)}")
    _tell("lead", f"{bounded(scores[0].lead, 1)} points a game for {first}")
    _tell_seats(where, found)
    _tell_folder(bench.folder(where.game))


@experiment
def ladder(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two machines or more.")],
    bench: Bench,
    code: OfGame = "",
) -> None:
    """Play everybody against everybody, --games of each pair, and rate them.

    Example: berlin lab ladder random greedy staff --games 100
    """
    from berlin.lab import account, series
    from berlin.lab.statistics import bounded, percent

    if len(players) < 2:
        raise Complaint("a ladder takes two players or more")
    check_players(*players)
    where = bench.setting(code)
    asked = bench.played(clear(lambda: series.ladder(where, players, bench.games, bench.seed)))
    rated = account.ladder([one for _, bouts in asked for one in bouts])
    scores = [account.score(bouts, pair.players[0]) for pair, bouts in asked]
    if bench.json:
        screen.print_json({"setting": where, "ratings": rated, "scores": scores})
        return
    _tell_setting(where, f"{len(players)} players", sum(len(bouts) for _, bouts in asked))
    for each in rated:
        _tell(each.player, f"{bounded(each.elo, 0)}, {each.points:g} points of {each.games}")
    for one in scores:
        screen.print_text(f"{one.player} - {one.against}: {percent(one.points)} of {one.games}")
    _tell_folder(bench.folder(where.game))


@experiment
def balance(code: GameCode, bench: Bench, player: Machine = "staff") -> None:
    """Let equal machines play a game: who wins, by how much, when, and which bid would make it even.

    Example: berlin lab balance race --games 400
    """
    from berlin.lab import account, series

    check_players(player)
    where = bench.setting(code)
    ((_, bouts),) = bench.played([series.balance(where, player, bench.games, bench.seed)])
    found = account.balance(bouts)
    if bench.json:
        screen.print_json({"setting": where, "seats": load(code).seats, "balance": found})
        return
    _tell_setting(where, f"{player} in all seats", len(bouts))
    _tell_seats(where, found)
    _tell_margin(where, found)
    _tell_folder(bench.folder(where.game))


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
    bench: Bench,
    player: Machine = "staff",
) -> None:
    """Ask for the balance over changed tables, options or scenarios: every combination is played.

    Example: berlin lab sweep race --vary units.47.full=13,15,17 --games 200
    """
    from berlin.lab import account, series
    from berlin.lab.statistics import bounded, percent

    check_players(player)
    load(code)
    varied = clear(lambda: [series.Varied.parse(text) for text in vary])
    tables, fixed = bench.tables(), (bench.scenario, bench.options, bench.changes)
    places = clear(lambda: series.settings(code, varied, *fixed, tables))
    asked = bench.played([series.balance(where, player, bench.games, bench.seed) for where in places])
    found = [(each.setting, account.balance(bouts)) for each, bouts in asked]
    if bench.json:
        rows = [{"setting": where, "balance": balance} for where, balance in found]
        screen.print_json({"seats": load(code).seats, "settings": rows})
        return
    first, *_ = load(code).seats
    screen.print_text(f"{load(code).title}, {player} in all seats: how often {first} wins, and by how much")
    for name, (_, one) in zip(series.labels(places), found, strict=True):
        won, margin = percent(one.rates[0]), bounded(one.margin, 1)
        screen.print_text(f"{name:32} {won} of {one.games}, margin {margin}")
    _tell_folder(bench.folder(code))


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of results.")],
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
        screen.print_text(f"{path} written, {len(lines)} bouts")


def learn(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of results.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The table.", show_default="DIR/chances.tsv"),
    ] = None,
    base: Annotated[
        Path | None,
        typer.Option("--base", metavar="DIR", help="Results that tell who is ahead where no sign does."),
    ] = None,
    json: Json = False,
) -> None:
    """Learn from all games in a folder that equal machines played: what the signs of a position are worth.

    A search judges by them where a game has signs and such a table.

    Example: berlin lab learn lab-results/erring --base lab-results/staff
    """
    from berlin.lab.learning import TooLittle, learn, lessons, rebased, right, ruins

    bouts = _bouts(folder)
    steadier = bouts if base is None else _bouts(base)
    code, other = bouts[0][0].game, steadier[0][0].game
    if other != code:
        raise Complaint(f"{base}: holds bouts of {other}, where {folder} holds those of {code}")
    game, games, read = load(code), lessons(bouts), folder
    try:
        learned = learn(game, games, ruins(bouts))
        if base is not None:
            read = base
            learned = rebased(game, learned, lessons(steadier))
    except TooLittle as error:
        raise Complaint(f"{read}: {error}") from None
    except ImportError:
        raise Complaint("numpy is not installed: pip install 'road-to-berlin[arena]'") from None
    path = output or folder / "chances.tsv"
    write(path, learned.write())
    share = right(learned, games)
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


def _bouts(folder: Path) -> "list[tuple[Bout, Outcome]]":
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
    from berlin.lab.statistics import bounded

    first, *others = load(where.game).seats
    _tell("margin", f"{first} {bounded(found.margin, 1)} points")
    ahead = found.bid.value >= 0
    to = " and ".join(others) if ahead else first
    low, high = (found.bid.low, found.bid.high) if ahead else (-found.bid.high, -found.bid.low)
    _tell("even with", f"{abs(found.bid.value):g} points to {to} ({low:g} to {high:g})")
    for name, told in (("decided", found.decided), ("over", found.turns)):
        _tell(name, f"in turn {told.middle:g} (half of the games from {told.low:g} to {told.high:g})")
    _tell("actions", f"{found.actions.middle:g} ({found.actions.low:g} to {found.actions.high:g})")


def _tell_folder(folder: Path) -> None:
    screen.print_text(f"Kept in {folder}. Plots: berlin lab report {folder}")
