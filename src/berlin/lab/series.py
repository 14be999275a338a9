"""Which games are played: matches, round robins, balance and sweeps, and when enough is enough."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

import msgspec

from berlin.kernel.contract.game import BadText, load
from berlin.kernel.contract.ids import FIRST, Seat
from berlin.kernel.contract.variant import Changes, fingerprint, load_variant
from berlin.lab.executor import Crew, play_all
from berlin.lab.match_game import MatchGame, Outcome, OwnTables, PlayedGame, Setting
from berlin.lab.results import Results
from berlin.lab.statistics import Interval, looks, wilson

SCENARIO, OPTION, DATA = "scenario", "option.", "data."
Progress = Callable[[int, int], None]


class Series(msgspec.Struct, frozen=True):
    """Games that answer one question: these players in this setting, from so many seeds on.

    Different players change seats: every seed is played once each way, with the same dice.
    """

    setting: Setting
    players: tuple[str, ...]
    games: int
    seed: int = 1

    @property
    def alternates(self) -> bool:
        return len(set(self.players)) > 1

    def match_games(self) -> list[MatchGame]:
        orders = [self.players, self.players[::-1]] if self.alternates else [self.players]
        given = msgspec.structs.asdict(self.setting)
        seeds = range(self.seed, self.seed + self.games // len(orders))
        return [MatchGame(**given, players=order, seed=seed) for seed in seeds for order in orders]


Asked = list[tuple[Series, list[PlayedGame]]]


def setting(
    code: str,
    scenario: str = "",
    options: Sequence[str] = (),
    cells: Sequence[str] = (),
    tables: OwnTables = (),
) -> Setting:
    """A setting that the game can be played in. Raises BadText."""
    # The last word on a cell counts.
    last = {cell.partition("=")[0]: cell for cell in cells}
    changes = Changes(tuple(sorted(last.values())), tables)
    game = load_variant(code, changes)
    scenario = scenario or game.scenarios[0].key
    given = dict(_option(text) for text in options)
    game.start(scenario, bytes(32), given)
    spelled = tuple(f"{name}={value}" for name, value in sorted(given.items()))
    return Setting(code, game.version, fingerprint(code, changes), scenario, spelled, changes.cells)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadText(f"{text!r} is no option; write it as name=value")
    return name, value


def match(where: Setting, first: str, second: str, games: int, seed: int = 1) -> Series:
    """Two players, each as often in either seat. Raises BadText."""
    if len(load(where.game).seats) != 2:
        raise BadText(f"{where.game} is not for two players, so there are no sides to change")
    if first == second:
        raise BadText(f"{first} can't be matched against itself; `berlin lab balance` plays equal players")
    if games % 2:
        raise BadText(f"{games} games can't be shared evenly between the two seats; take an even number")
    return Series(where, (first, second), games, seed)


def ladder(where: Setting, players: Sequence[str], games: int, seed: int = 1) -> list[Series]:
    """Everybody against everybody. Raises BadText."""
    if len(set(players)) < len(players):
        raise BadText("a player is named twice")
    return [match(where, first, second, games, seed) for first, second in combinations(players, 2)]


def balance(where: Setting, player: str, games: int, seed: int = 1) -> Series:
    """Equal players in all seats."""
    return Series(where, (player,) * len(load(where.game).seats), games, seed)


class Varied(msgspec.Struct, frozen=True):
    """What a sweep varies: a scenario, an option or a cell of a table, and the values it takes."""

    name: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Varied":
        """`combat.3.2:1=D1R,D2R`, `option.fog=on,off`, `scenario=short,long`. Raises BadText."""
        name, equals, values = text.partition("=")
        if not (equals and name and all(values.split(","))):
            raise BadText(
                f"--vary {text}: write it as NAME=VALUE,VALUE with a table.row.column, option.x or scenario"
            )
        return cls(name.removeprefix(DATA), tuple(values.split(",")))


def settings(
    code: str,
    varied: Sequence[Varied],
    scenario: str = "",
    options: Sequence[str] = (),
    cells: Sequence[str] = (),
    tables: OwnTables = (),
) -> list[Setting]:
    """Every combination of the values, in order. Raises BadText."""
    found = []
    for chosen in product(*(each.values for each in varied)):
        here, more, changed = scenario, list(options), list(cells)
        for name, value in zip((each.name for each in varied), chosen, strict=True):
            if name == SCENARIO:
                here = value
            elif name.startswith(OPTION):
                more.append(f"{name.removeprefix(OPTION)}={value}")
            else:
                changed.append(f"{name}={value}")
        found.append(setting(code, here, more, changed, tables))
    return found


def labels(settings: Sequence[Setting]) -> list[str]:
    """What sets each setting apart from the others."""
    parts = [(each.scenario, *each.options, *each.changes) for each in settings]
    common = set(parts[0]).intersection(*parts)
    return [", ".join(part for part in each if part not in common) or "unchanged" for each in parts]


def run(
    series: Sequence[Series],
    results: Results,
    crew: Crew,
    tables: OwnTables = (),
    width: float = 0.0,
    progress: Progress = lambda done, of: None,
) -> Asked:
    """Plays what is missing, and returns all games with their outcomes.

    With a width, a series ends at the first look at which its interval is narrower than that.
    """
    ends = {each: _looks(each, width) for each in series}
    limits = {each: next(ends[each]) for each in series}
    going = list(series)
    done = _known(results, (game for each in series for game in each.match_games()))

    def take(game: MatchGame, outcome: Outcome) -> None:
        nonlocal done
        results.add(game, outcome)
        done += 1
        progress(done, sum(each.games if each in going else limits[each] for each in series))

    progress(done, sum(each.games for each in series))
    while going:
        due = [game for each in going for game in each.match_games()[: limits[each]]]
        play_all([game for game in due if results.get(game) is None], tables, crew, take)
        for each in list(going):
            longer = next(ends[each], 0)
            if not longer or share(played_games(each, results, limits[each]), each.players[0]).width < width:
                going.remove(each)
            else:
                limits[each] = longer
    return [(each, played_games(each, results, limits[each])) for each in series]


def _looks(series: Series, width: float) -> Iterator[int]:
    return looks(series.games, even=series.alternates) if width else iter([series.games])


def _known(results: Results, games: Iterable[MatchGame]) -> int:
    return sum(results.get(game) is not None for game in games)


def played_games(series: Series, results: Results, games: int) -> list[PlayedGame]:
    found = [(game, results.get(game)) for game in series.match_games()[:games]]
    return [(game, outcome) for game, outcome in found if outcome is not None]


def share(games: Sequence[PlayedGame], player: str) -> Interval:
    """The points of a player, of one for each game; among equals, those of the first seat."""
    points = 0.0
    for game, outcome in games:
        equal = len(set(game.players)) == 1
        points += point(outcome, FIRST if equal else Seat(game.players.index(player)))
    return wilson(points, len(games))


def point(outcome: Outcome, seat: Seat) -> float:
    """One for a win, half of it where nobody won or all share the victory."""
    if outcome.winners and len(outcome.winners) < len(outcome.scores):
        return float(seat in outcome.winners)
    return 0.5
