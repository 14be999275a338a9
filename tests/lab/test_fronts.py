"""The heat map: also of a game whose board is empty when it begins."""

from berlin.kernel.contract.game import load
from berlin.lab.fronts import forces, forces_on_board, section
from berlin.lab.match_game import MatchGame, Outcome, Turn


def played(*fronts: dict[str, dict[str, int]]) -> list[tuple[MatchGame, Outcome]]:
    match_game = MatchGame("orsha", 1, "", "orsha", (), (), ("staff", "staff"), 1)
    trace = tuple(Turn(number, (0, 0), (0, 0), front) for number, front in enumerate(fronts, start=1))
    return [(match_game, Outcome((0, 0), (0,), False, "", len(trace), 9, 0, trace, {}, {}))]


def test_sides_that_come_later_are_on_the_map() -> None:
    game = load("orsha")
    assert forces(game) == []
    groups = [("all", played({}, {"german/german": {"K33": 2}}, {"russian/german": {"K34": 1}}))]
    german, russian = forces_on_board(game, groups)
    assert (german.key, russian.key) == game.seats
    assert german.tone != russian.tone
    page = section(game, groups)
    assert "Where the front stood" in page
    assert f'<span style="--tone:{russian.tone}">russian</span>' in page


def test_who_never_stood_anywhere_is_not() -> None:
    game = load("orsha")
    assert [force.key for force in forces_on_board(game, [("all", played({"russian": {"K34": 1}}))])] == [
        "russian"
    ]
    assert section(game, [("all", played({}))]) == ""
