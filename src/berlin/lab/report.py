"""One page of everything in a folder of results, whole in itself: it can be mailed, and opened anywhere."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec

from berlin.kernel.contract.game import AnyGame, lead
from berlin.kernel.contract.ids import FIRST
from berlin.lab import charts, summary
from berlin.lab.charts import Curve, Row
from berlin.lab.fronts import section
from berlin.lab.match_game import Outcome, Setting, setting_of
from berlin.lab.results import Line, check, match_game_of
from berlin.lab.series import labels
from berlin.lab.statistics import Interval, percent, signed_text
from berlin.lab.summary import Balance, Played

HERE = Path(__file__).parent
LOOKS = 6
MOST_IN_DETAIL = 8


class Group(msgspec.Struct, frozen=True):
    """Games of the same players in the same setting."""

    setting: Setting
    players: tuple[str, ...]
    played: Played
    label: str

    @property
    def alternates(self) -> bool:
        return len(set(self.players)) > 1

    @property
    def who(self) -> str:
        return " against ".join(self.players) if self.alternates else f"{self.players[0]} in all seats"

    @property
    def title(self) -> str:
        return f"{self.who}, {self.label}" if self.label else self.who


def page(game: AnyGame, folder: Path, lines: Sequence[Line]) -> str:
    """The whole page. Raises BadResults if the folder is not of this game and these rules."""
    first = setting_of(lines[0])
    check(folder, lines, [msgspec.structs.replace(first, game=game.code, rules=game.version)])
    found = groups(lines)
    front = section(game, [(group.title, group.played) for group in found[:MOST_IN_DETAIL]])
    script = f"<script>{(HERE / 'report.js').read_text(encoding='utf-8')}</script>" if front else ""
    told = f"{len(lines)} games of {game.title}, rules version {game.version}"
    body = "".join(
        [
            _ladder(found),
            *_sweeps(game, found),
            *(_details(game, group, at) for at, group in enumerate(found[:MOST_IN_DETAIL])),
            _others(game, found[MOST_IN_DETAIL:]),
            front,
            _method(folder, found),
        ]
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>{escape(game.title)}: what the lab found</title>"
        f"<style>{(HERE / 'report.css').read_text(encoding='utf-8')}</style></head><body>"
        f'<header><h1>{escape(game.title)}</h1><p class="quiet">What the lab found in {told}</p></header>'
        f"<main>{body}</main>"
        "<footer><p>Made by berlin lab report.</p></footer>"
        f"{script}</body></html>\n"
    )


def groups(lines: Iterable[Line]) -> list[Group]:
    """The games sorted out by setting and players; the setting without changes comes first."""
    found: dict[tuple[Setting, tuple[str, ...]], list[Line]] = {}
    for line in lines:
        found.setdefault((setting_of(line), tuple(sorted(line.players))), []).append(line)
    keys = sorted(found, key=lambda key: (key[1], _place(key[0])))
    settings = list(dict.fromkeys(setting for setting, _ in keys))
    names = dict(zip(settings, labels(settings), strict=True)) if len(settings) > 1 else {}
    return [
        Group(
            setting,
            players,
            [(match_game_of(line), line.outcome) for line in found[setting, players]],
            names.get(setting, ""),
        )
        for setting, players in keys
    ]


def _place(setting: Setting) -> tuple[object, ...]:
    """Where a setting stands among others: with fewer changes before, and by the values."""
    said = (*setting.options, *setting.changes)
    return (
        len(said),
        setting.scenario,
        [(name, _number(value) or 0.0, value) for name, _, value in _split(said)],
    )


def _split(said: Iterable[str]) -> list[tuple[str, str, str]]:
    return [text.partition("=") for text in said]


def _figure(title: str, plot: str, note: str = "") -> str:
    caption = f"<figcaption>{escape(note)}</figcaption>" if note else ""
    return f"<figure><h3>{escape(title)}</h3>{plot}{caption}</figure>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> str:
    """The first columns hold names, the others numbers."""

    def row(cells: Sequence[str], tag: str) -> str:
        looks = ["" if at < names else ' class="number"' for at in range(len(cells))]
        return "".join(
            f"<{tag}{look}>{escape(cell)}</{tag}>" for cell, look in zip(cells, looks, strict=True)
        )

    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in rows)
    return f'<div class="scroll"><table><tr>{row(heads, "th")}</tr>{body}</table></div>'


def _section(title: str, figure: str, table: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{figure}{table}</section>"


def _ladder(found: Sequence[Group]) -> str:
    rated = summary.ladder([one for group in found for one in group.played])
    if not rated:
        return ""
    reach = max(max(abs(each.elo.low), abs(each.elo.high)) for each in rated)
    rows = [
        Row(each.player, each.elo, f"s{at % LOOKS}", signed_text(each.elo.value, 0))
        for at, each in enumerate(rated)
    ]
    plot = charts.whiskers(rows, -reach, reach, 0, "ratings with intervals", percent=False)
    table = _table(
        ("player", "rating", "from", "to", "points", "games"),
        (
            (
                each.player,
                *(signed_text(value, 0) for value in (each.elo.value, each.elo.low, each.elo.high)),
                f"{each.points:g}",
                f"{each.games}",
            )
            for each in rated
        ),
    )
    note = "Elo points around the mean of all, with 95% intervals."
    return _section("Who plays best", _figure("Ratings", plot, note), table)


def _parameters(setting: Setting) -> dict[str, str]:
    said = _split((*setting.options, *setting.changes))
    return {"scenario": setting.scenario} | {name: value for name, _, value in said}


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _sweeps(game: AnyGame, found: Sequence[Group]) -> Iterable[str]:
    """For the same players in several settings: how the setting changes the balance."""
    for players in dict.fromkeys(group.players for group in found):
        mine = [group for group in found if group.players == players]
        if len(mine) < 2:
            continue
        balances = [summary.balance(group.played) for group in mine]
        name = game.seats[0]
        title = f"How often {name} wins"
        plot = _curves(mine, balances, title) or charts.whiskers(
            [
                Row(group.label, each.rates[0], "s0", f"{100 * each.rates[0].value:.1f}%")
                for group, each in zip(mine, balances, strict=True)
            ],
            *(0.0, 1.0, 0.5),
            title,
        )
        table = _balance_table(game, "setting", [group.label or group.who for group in mine], balances)
        heading = f"What if? {mine[0].who}"
        note = "95% intervals; the dashed line is an even game."
        yield _section(heading, _figure(title, plot, note), table)


def _balance_table(game: AnyGame, head: str, names: Sequence[str], balances: Sequence[Balance]) -> str:
    rows = (
        (
            name,
            *(percent(rate) for rate in each.rates),
            signed_text(each.margin.value, 1) if each.by_points else "",
            f"{each.games}",
        )
        for name, each in zip(names, balances, strict=True)
    )
    return _table((head, *(f"{seat} wins" for seat in game.seats), "margin", "games"), rows)


def _curves(found: Sequence[Group], balances: Sequence[Balance], told: str) -> str:
    """A curve for each combination of the others, over the one parameter that is a number; "" if none is."""
    given = [_parameters(group.setting) for group in found]
    names = {name for each in given for name in each}
    varied = sorted(name for name in names if len({each.get(name) for each in given}) > 1)
    for name in varied:
        others = [other for other in varied if other != name]
        lines = _points_by_rest(name, others, given, balances)
        values = {x for points in lines.values() for x, _ in points}
        if len(values) > 1 and len(lines) <= LOOKS:
            drawn = [
                Curve(rest, tuple(sorted(points, key=lambda point: point[0])), f"s{at}")
                for at, (rest, points) in enumerate(lines.items())
            ]
            return charts.curves(drawn, name, told)
    return ""


def _points_by_rest(
    name: str, others: Sequence[str], given: Sequence[Mapping[str, str]], balances: Sequence[Balance]
) -> dict[str, list[tuple[float, Interval]]]:
    """How often the first seat won over the numbers that a parameter takes, by what the others are."""
    lines: dict[str, list[tuple[float, Interval]]] = {}
    for each, balance in zip(given, balances, strict=True):
        x = _number(each.get(name, ""))
        if x is not None:
            rest = ", ".join(f"{other}={each[other]}" for other in others if other in each)
            lines.setdefault(rest, []).append((x, balance.rates[0]))
    return lines


def _details(game: AnyGame, group: Group, at: int) -> str:
    found = summary.balance(group.played)
    plots = [
        _winners(game, group, found),
        *_points(game, group, found),
        *_times(group),
        *_events(game, group),
    ]
    opened = " open" if at == 0 else ""
    return (
        f"<details{opened}><summary>{escape(group.title)}</summary>"
        f"{_sentence(game, group, found)}"
        f'<div class="plots">{"".join(plots)}</div></details>'
    )


def _sentence(game: AnyGame, group: Group, found: Balance) -> str:
    parts = [
        f"{name} wins {percent(rate)} of {found.games} games"
        for name, rate in zip(game.seats, found.rates, strict=True)
    ]
    if found.drawn:
        parts.append(f"{found.drawn} are won by nobody")
    if found.all_lost:
        parts.append(f"{found.all_lost} are lost by all")
    bid = f"The game would be even with {summary.even_with(found, game.seats)}."
    told = f"<p>{escape('; '.join(parts))}.</p>"
    return f"{told}<p>{escape(bid)}</p>" if found.by_points else told


def _winners(game: AnyGame, group: Group, found: Balance) -> str:
    rows = []
    if group.alternates:
        for at, name in enumerate(group.players):
            score = summary.score(group.played, name)
            note = f"{score.wins} of {score.games}"
            rows.append(Row(name, score.win_rate, f"s{3 + at % 3}", note))
    for at, (name, rate) in enumerate(zip(game.seats, found.rates, strict=True)):
        rows.append(Row(name, rate, f"s{at % LOOKS}", f"{found.wins[at]} of {found.games}"))
    plot = charts.whiskers(rows, 0.0, 1.0, 0.5, "share of games won, with intervals")
    return _figure("Who wins", plot, "Share of the games won, with 95% intervals.")


def _points(game: AnyGame, group: Group, found: Balance) -> list[str]:
    outcomes = [outcome for _, outcome in group.played]
    by_seat = [
        (name, f"s{at}", Counter[float](outcome.scores[at] for outcome in outcomes))
        for at, name in enumerate(game.seats)
    ]
    plots = [_figure("Points at the end", charts.columns(by_seat, "points of each seat at the end"))]
    return [*plots, *_leads(game, outcomes, found)] if found.by_points else plots


def _leads(game: AnyGame, outcomes: Sequence[Outcome], found: Balance) -> list[str]:
    """By how much the first seat was ahead, at the end and on the way."""
    apart = Counter[float](summary.margins(outcomes))
    title = f"{game.seats[0]} less {' or '.join(game.seats[1:])}"
    plots = [
        _figure(
            "By how much",
            charts.columns([(title, "s2", apart)], "difference of points at the end", found.bid.value),
            f"{title}, in points, where not all have lost.",
        ),
    ]
    leads: dict[int, list[float]] = {}
    for outcome in outcomes:
        for turn in outcome.trace:
            if len(turn.scores) > 1:
                leads.setdefault(turn.turn, []).append(lead(turn.scores, FIRST))
    if len(leads) > 1:
        spreads = ((turn, summary.spread(values)) for turn, values in sorted(leads.items()))
        points = [(float(turn), each.low, each.middle, each.high) for turn, each in spreads]
        note = f"{title}, in points, at the end of each turn: the middle game, and the middle half."
        plots.append(_figure("How the lead grows", charts.band(points, "lead by turn", "s0"), note))
    return plots


def _times(group: Group) -> list[str]:
    outcomes = [outcome for _, outcome in group.played]
    actions = Counter[float](outcome.actions for outcome in outcomes)
    plots = []
    if any(outcome.turns for outcome in outcomes):
        decided = Counter[float](outcome.decided for outcome in outcomes if outcome.decided)
        over = Counter[float](outcome.turns for outcome in outcomes)
        plot = charts.columns(
            [("decided", "s0", decided), ("over", "s2", over)], "turn of decision and of the end"
        )
        note = "Decided: the turn from whose end on the winner stayed ahead."
        plots.append(_figure("When it is decided, when it is over", plot, note))
    plot = charts.columns([("actions", "s2", actions)], "lengths in actions")
    return [*plots, _figure("How long it takes", plot, "Actions of a game.")]


def _events(game: AnyGame, group: Group) -> list[str]:
    found = summary.correlations(group.played)
    if not found:
        return []
    reach = max(max(abs(one.gap.low), abs(one.gap.high)) for one in found)
    rows = [
        Row(one.text, one.gap, "s0" if one.gap.value > 0 else "s1", f"{one.games} games") for one in found
    ]
    note = (
        f"By how much more often {game.seats[0]} wins in games with the event than in those without it. "
        "What goes before a victory need not be its cause."
    )
    plot = charts.whiskers(rows, -reach, reach, 0.0, "events that go with winning")
    return [_figure("Which events decide", plot, note)]


def _others(game: AnyGame, found: Sequence[Group]) -> str:
    if not found:
        return ""
    balances = [summary.balance(group.played) for group in found]
    table = _balance_table(game, "", [group.title for group in found], balances)
    return f"<section><h2>And the others</h2>{table}</section>"


def _method(folder: Path, found: Sequence[Group]) -> str:
    rows = []
    for group in found:
        seeds = sorted(game.seed for game, _ in group.played)
        what = ", ".join([group.setting.scenario, *group.setting.options, *group.setting.changes])
        rows.append(
            (group.who, what, group.setting.tables, f"{seeds[0]} to {seeds[-1]}", f"{len(group.played)}")
        )
    table = _table(("players", "setting", "tables", "seeds", "games"), rows, names=3)
    note = (
        "Intervals hold the truth 95 times in 100: Wilson's for shares, order statistics for the bid, the "
        "Fisher information for ratings. Different players met twice on each seed, once in either seat. "
        "Setting, players and seed make the game, so every line of bouts.jsonl can be played again."
    )
    return f"<section><h2>How it was found</h2>{table}<p class='quiet'>{escape(note)}</p></section>"
