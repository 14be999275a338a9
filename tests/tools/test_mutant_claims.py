"""Which tests a change is shown to: those that claim the clauses cited where it stands."""

import ast
from pathlib import Path

import pytest
from tools.mutants.claims import Claims
from tools.mutants.rule_modules import GAMES, Project, RuleModule, rule_modules

PROJECT = Project()


@pytest.fixture(scope="module")
def claims() -> dict[str, Claims]:
    return {game: Claims(PROJECT.folder(game), rule_modules(game, PROJECT)) for game in GAMES}


def test_a_function_is_held_first_by_the_tests_of_the_clauses_it_names(claims: dict[str, Claims]) -> None:
    race = claims["race"]
    selection = race.selection("berlin.games.race.rules.combat.odds", "_city_refusal")
    assert selection.own >= race.tests["RFB 8.1.3.q1"]
    assert not selection.own & race.tests["RFB 8.1.1a"]
    assert selection.rest >= race.tests["RFB 9.2.1c"]
    assert selection.all < race.every_test


def test_a_module_is_held_by_the_tests_of_the_chapter_in_its_first_line(claims: dict[str, Claims]) -> None:
    race = claims["race"]
    tests = race.selection("berlin.games.race.rules.supply", "").all
    assert tests >= race.tests["RFB 3.1.1a"] | race.tests["RFB 3.1.3a"]
    assert not tests & race.tests["RFB 3.2.2.q1"]


def test_a_module_of_an_engine_is_held_by_the_tests_of_its_step(claims: dict[str, Claims]) -> None:
    orsha = claims["orsha"]
    tests = orsha.selection("berlin.campaign.aftermath.hazards", "").all
    assert tests >= orsha.tests["OTO 7.504"] | orsha.tests["OTO 7.5043a"] | orsha.tests["OTO 7.5044"]
    assert not tests & orsha.tests["OTO 7.510"]
    low, armoury = (
        orsha.selection(f"berlin.campaign.refit.{one}", "").all for one in ("vehicles", "armoury")
    )
    assert armoury >= orsha.tests["OTO 7.51310"]
    assert not orsha.tests["OTO 7.51310"] <= low


def test_a_function_is_held_by_the_tests_of_the_table_that_it_rolls_on(claims: dict[str, Claims]) -> None:
    orsha = claims["orsha"]
    own = orsha.selection("berlin.campaign.refit.repair", "_is_repaired").own
    assert own >= orsha.tests["OTO 7.5132a"]
    assert not own & orsha.tests["OTO 7.5132c"] - orsha.tests["OTO 7.5132a"]


@pytest.mark.parametrize(
    "heading, clauses",
    [
        ("5.3 to 5.6: units turned back", {"RFB 5.3", "RFB 5.4a", "RFB 5.6.q1"}),
        ("8.2 and on: a rolled combat", {"RFB 8.2.1", "RFB 8.4"}),
        ("10. End of the game", {"RFB 10.1"}),
        ("Annex: the event chits", {"RFB event.2"}),
        ("crt.q3: does every counter", {"RFB crt.q3"}),
        ("scenario: what each begins with", {"RFB scenario.1945"}),
        ("Trucks (event 2) move and then attack", {"RFB event.2"}),
        ("What 8.2 says", set()),
        ("What RFB 8.2 says, and RFB 5.4a, 5.6: others", {"RFB 8.2.1", "RFB 5.4a", "RFB 5.6.q1"}),
        ("What NAB 8.2 says", set()),
    ],
)
def test_a_heading_names_its_chapters(heading: str, clauses: set[str], tmp_path: Path) -> None:
    ids = (
        "5.2",
        "5.3",
        "5.4a",
        "5.6.q1",
        "5.7",
        "8.1",
        "8.2.1",
        "8.4",
        "1.1",
        "10.1",
        "event.2",
        "scenario.1945",
        "crt.q3",
        "crt.q4",
    )
    rows = [f"RFB {id}\tenforce\tgist\t" for id in ids]
    (tmp_path / "rules.tsv").write_text("\n".join(("id\tclass\tgist\tcheck", *rows, "")), encoding="utf-8")
    (tmp_path / "proven.tsv").write_text(
        "".join(("clause\ttest\n", *(f"RFB {id}\ttests/{id}\n" for id in ids))), encoding="utf-8"
    )
    path = tmp_path / "chapter.py"
    expected = {f"tests/{id.removeprefix('RFB ')}" for id in clauses} or {f"tests/{id}" for id in ids}
    for text in (f'"""{heading}"""\n', f"A = 1\n# {heading}\nB = 2\n"):
        path.write_text(text, encoding="utf-8")
        assert Claims(tmp_path, [RuleModule("chapter", path)]).selection("chapter", "").all == expected


def test_the_events_of_cards_are_held_by_the_tests_of_their_cards(claims: dict[str, Claims]) -> None:
    game = claims["noretreat"]
    tests = game.selection("berlin.games.noretreat.rules.events.midwar", "").all
    assert tests >= game.tests["NR card.16.soviet"] | game.tests["NR card.23.axis"]
    assert not game.tests["NR card.24.axis"] <= tests
    # What the events of many cards have in common is held by all.
    assert game.selection("berlin.games.noretreat.rules.events.patterns", "").all == game.every_test


def test_an_engine_is_held_by_the_clauses_that_a_game_cites_for_its_topics(claims: dict[str, Claims]) -> None:
    orsha = claims["orsha"]
    selection = orsha.selection("berlin.campaign.aftermath.fires", "wrecks")
    assert selection.own >= orsha.tests["OTO 7.5091"]
    assert not selection.own & (orsha.tests["OTO 7.5095c"] - orsha.tests["OTO 7.5091"])
    assert selection.all >= orsha.tests["OTO 7.5095c"]


@pytest.mark.parametrize("module", ["berlin.games.race.state.state", "berlin.games.race.board.units"])
def test_what_belongs_to_no_chapter_is_held_by_all(claims: dict[str, Claims], module: str) -> None:
    assert claims["race"].selection(module, "").all == claims["race"].every_test


@pytest.mark.parametrize("game", GAMES)
def test_every_change_is_held_by_some_test(claims: dict[str, Claims], game: str) -> None:
    for module, tree in claims[game].trees.items():
        for node in tree.body if isinstance(tree, ast.Module) else ():
            if isinstance(node, ast.FunctionDef):
                assert claims[game].selection(module, node.name).all


def test_a_test_in_the_browser_is_never_asked(claims: dict[str, Claims]) -> None:
    proven = (PROJECT.folder("orsha") / "proven.tsv").read_text()
    assert "tests/e2e/" in proven
    assert not [
        test for known in claims.values() for test in known.every_test if test.startswith("tests/e2e/")
    ]
