"""The small changes: each kind where it can be made, as code that can be run; and none where no rule is."""

import ast
from pathlib import Path

import pytest
from tests.tools import breakable
from tools.mutants.rule_modules import ENGINES, GAMES, LEFT_OUT, Project, RuleModule, rule_modules
from tools.mutants.sites import diff, draw, mutate, sites
from tools.mutants.source import Source


def changes(tmp_path: Path, text: str) -> dict[str, list[str]]:
    """By kind, what a text can become; each is code."""
    path = tmp_path / "law.py"
    path.write_text(text, encoding="utf-8")
    found: dict[str, list[str]] = {}
    source = Source(text.encode())
    for site in sites(RuleModule("law", path)):
        for edit in site.edits:
            changed = source.edited(edit).decode()
            ast.parse(changed)
            found.setdefault(site.kind, []).append(changed)
    return found


@pytest.mark.parametrize(
    "kind, before, after",
    [
        ("a comparison turned", "a < b", ["a <= b", "a >= b"]),
        ("a comparison turned", "a >= b", ["a > b", "a < b"]),
        ("a comparison turned", "(a) == (b)", ["(a) != (b)"]),
        ("a comparison turned", "a is not b", ["a is b"]),
        ("a comparison turned", "a not in b", ["a in b"]),
        ("a comparison turned", "a <= b < c", ["a < b < c", "a > b < c", "a <= b <= c", "a <= b >= c"]),
        ("a constant off by one", "a[7]", ["a[8]", "a[6]"]),
        ("a constant off by one", "a[0]", ["a[1]"]),
        ("a constant off by one", "a(True)", ["a(False)"]),
        (
            "a branch skipped",
            "a if b else c",
            ["a if not (b) else c", "a if True else c", "a if False else c"],
        ),
        ("a branch skipped", "[a for a in b if c]", ["[a for a in b if not (c)]", "[a for a in b if True]"]),
        ("a branch skipped", "[a for b in c if (a := b)]", ["[a for b in c if (not (a := b))]"]),
        ("a condition dropped", "a and b", ["b", "a", "a or b"]),
        (
            "a condition dropped",
            "a or (b) or c",
            ["(b) or c", "a or c", "a or (b)", "a and (b) or c", "a or (b) and c"],
        ),
        ("a sign dropped", "not (a)", ["(a)"]),
        ("a sign dropped", "-a", ["a"]),
        ("a sign dropped", "~a", ["a"]),
        ("an item left out", "(a, b)", ["(b,)", "(a,)"]),
        ("an item left out", "(a, b,)", ["(b,)", "(a,)"]),
        ("an item left out", "[a, (b), *c]", ["[(b), *c]", "[a, *c]", "[a, (b)]"]),
        ("an item left out", "{a, b}", ["{b}", "{a}"]),
        ("an item left out", "{a: b, c: (d)}", ["{c: (d)}", "{a: b}"]),
        ("a sum turned", "a + b", ["a - b", "b", "a"]),
        ("a sum turned", "a * (b - c)", ["a + (b - c)", "(b - c)", "a", "a * (b + c)", "a * (c)", "a * (b)"]),
        ("a sum turned", "a << b", ["a >> b", "b", "a"]),
        ("min for max", "max(a)", ["min(a)"]),
        ("min for max", "any(a)", ["all(a)"]),
        ("a range off by one", "range(a)", ["range((a) + 1)", "range((a) - 1)"]),
        ("a range off by one", "range(a, b)", ["range(a, (b) + 1)", "range(a, (b) - 1)"]),
    ],
)
def test_an_expression_is_changed(tmp_path: Path, kind: str, before: str, after: list[str]) -> None:
    assert changes(tmp_path, f"x = {before}\n")[kind] == [f"x = {changed}\n" for changed in after]


@pytest.mark.parametrize(
    "kind, before, after",
    [
        (
            "a branch skipped",
            "if a:\n    b()\n",
            ["if not (a):\n    b()\n", "if True:\n    b()\n", "if False:\n    b()\n"],
        ),
        ("a branch skipped", "while a:\n    b()\n", ["while not (a):\n    b()\n", "while False:\n    b()\n"]),
        ("a step left out", "a()\n", ["pass\n"]),
        ("a step left out", "a.b = c\n", ["pass\n"]),
        ("a step left out", "a[b] += c\n", ["pass\n"]),
        ("a step left out", "del a[b]\n", ["pass\n"]),
        ("a sum turned", "a += b\n", ["a -= b\n"]),
        ("a loop cut short", "for a in b:\n    c(a)\n", ["for a in b:\n    c(a)\n    break\n"]),
        ("an early return", "def f():\n    a()\n    b()\n", ["def f():\n    a()\n    return\n    b()\n"]),
    ],
)
def test_a_statement_is_changed(tmp_path: Path, kind: str, before: str, after: list[str]) -> None:
    assert changes(tmp_path, before)[kind] == after


@pytest.mark.parametrize(
    "text",
    [
        'd.say("burnt", f"{a + 1} burns", rule(1))\n',
        'x = f"{a + 1} of {b if c else d}"\n',
        "def f(d: Draft, rng: Random) -> int:\n    return rng.choice(d) + 1\n",
        "Frame = Turn | Battle\n",
        "def f(a: int | None) -> tuple[int, str]:\n    return a, b\n",
        "@cache(maxsize=8)\nclass A(B, frozen=True):\n    pass\n",
        "assert a > 1\n",
        'raise ValueError("no", 1)\n',
        "if TYPE_CHECKING:\n    import a\n",
        'x = "a" + b\n',
        "a, b = c, d\n",
    ],
)
def test_what_is_no_rule_is_left_alone(tmp_path: Path, text: str) -> None:
    assert changes(tmp_path, text) == {}


def test_text_beyond_ascii_is_counted_right(tmp_path: Path) -> None:
    assert changes(tmp_path, 'x = {"Jäger": a, "ß": b < c}\n')["a comparison turned"] == [
        'x = {"Jäger": a, "ß": b <= c}\n',
        'x = {"Jäger": a, "ß": b >= c}\n',
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_drawn_from_a_game_is_code_and_shows_one_change(game: str) -> None:
    modules = {module.name: module for module in rule_modules(game, Project())}
    every = [site for module in modules.values() for site in sites(module)]
    assert len({site.key for site in every}) == len(every) > 3000
    sources = {name: Source(module.text) for name, module in modules.items()}
    dumps = {name: ast.dump(source.tree) for name, source in sources.items()}
    for site in draw(every, 60, seed=2):
        source = sources[site.module]
        mutant = mutate(site, source, seed=2)
        assert ast.dump(ast.parse(source.edited(mutant.edit))) != dumps[site.module]
        assert diff(mutant, source).count("\n@@ ") == 1


def test_a_site_keeps_its_rank_when_lines_are_put_before_it(tmp_path: Path) -> None:
    def ranks(text: str) -> set[str]:
        path = tmp_path / "law.py"
        path.write_text(text, encoding="utf-8")
        return {site.rank(1) for site in sites(RuleModule("law", path))}

    assert ranks(breakable.LAW) < ranks(breakable.LAW.replace("LIMIT = 5", "MORE = 6\nLIMIT = 5"))


@pytest.mark.parametrize("game", GAMES)
def test_every_module_that_is_left_out_exists(game: str) -> None:
    names = {name for line in LEFT_OUT[game].values() for name in line.split()}
    folder = Project().folder(game)
    inside = [path.relative_to(folder).with_suffix("") for path in folder.rglob("*")]
    assert names <= {path.name for path in inside} | {path.as_posix() for path in inside}
    assert set(ENGINES) == set(GAMES)
