"""Which modules hold a game's rules: all of its folders, but for what shows, words, reads or judges.

The reason why a module is left out stands at the head of its line; a folder's name leaves out all in it, and
`state/view` one module of a folder.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

SHOWN = "it shows: pictures, scenes, names, prompts, explanations, papers"
SPELLED = "it reads and writes text: situations, actions and frames as text, reports that people hand in"
JUDGED = "it judges: the machine's opinion of a position, which no rule asks for"
SEEN = "it cuts a view out of a state, and imagines what is hidden; the conformance battery holds it"
WATCHED = "it watches over states, or ties the parts together; no rule stands in it"
MODELLED = (
    "it is our model of a battle that the book leaves to other rules; no clause stands behind its numbers"
)

# fmt: off
LEFT_OUT = {
    "race": {
        SHOWN: "table cover sources",
        SPELLED: "actions situation",
        JUDGED: "staff",
        SEEN: "view",
        WATCHED: "game invariants",
    },
    "noretreat": {
        SHOWN: "cover names table citing",
        SPELLED: "words situation",
        JUDGED: "staff",
        SEEN: "view",
        WATCHED: "game invariants",
    },
    "orsha": {
        SHOWN: "cover table board/places",
        SPELLED: "state/actions",
        JUDGED: "staff",
        WATCHED: "game",
        MODELLED: "rules/model",
    },
    "fortress": {
        SHOWN: "cover table board/names",
        SPELLED: "state/situation state/words",
        JUDGED: "staff",
        SEEN: "state/view",
        WATCHED: "game state/invariants",
    },
}
ENGINES_LEFT_OUT = {
    "campaign": {
        SHOWN: "desk refusal_secrecy sectors sheets wording",
        SPELLED: "actions report state/entries state/situation",
        JUDGED: "staff",
        SEEN: "state/determinize state/view waiting",
        WATCHED: "game state/invariants",
        MODELLED: "model",
    },
    "squad": {
        SHOWN: "rules/announce board/names board/naming",
    },
}
# What lies on the table, the state, its questions and their sequence are of no one chapter, nor is what the
# events of many cards have in common: they serve all.
SERVING_ALL = {
    *("board", "zones", "ground", "counters", "deck", "pieces", "tables", "units", "works"),
    *("answers", "book", "draft", "frames", "manual", "positions", "question"),
    *("questions", "sequence", "state"),
    *("choosing", "common", "conditions", "patterns", "registry"),
}
# fmt: on
ENGINES = {"race": (), "noretreat": (), "orsha": ("campaign", "squad"), "fortress": ()}
GAMES = tuple(LEFT_OUT)


class Project(msgspec.Struct, frozen=True):
    """Where the source and the tests are: here, or in another copy."""

    root: Path = Path(__file__).resolve().parents[2]

    @property
    def source(self) -> Path:
        return self.root / "src"

    @property
    def results(self) -> Path:
        return self.root / ".mutants"

    def folder(self, game: str) -> Path:
        return self.source / "berlin" / "games" / game


class RuleModule(msgspec.Struct, frozen=True):
    """A module that is to be broken: its dotted name, and where it lies."""

    name: str
    path: Path

    @property
    def text(self) -> bytes:
        return self.path.read_bytes()


def rule_modules(game: str, project: Project) -> list[RuleModule]:
    """Every module that holds rules of a game, in the order of their names."""
    found = list(_modules(project, project.folder(game), LEFT_OUT[game]))
    for engine in ENGINES[game]:
        found += _modules(project, project.source / "berlin" / engine, ENGINES_LEFT_OUT[engine])
    return sorted(found, key=lambda module: module.name)


def packages(game: str) -> tuple[str, ...]:
    """How the names of a game's modules begin."""
    return (f"berlin.games.{game}.", *(f"berlin.{engine}." for engine in ENGINES[game]))


def serves_all(module: str) -> bool:
    return module.rpartition(".")[2] in SERVING_ALL


def _modules(project: Project, folder: Path, left_out: dict[str, str]) -> Iterator[RuleModule]:
    names = {name for line in left_out.values() for name in line.split()}
    for path in folder.rglob("*.py"):
        inside = path.relative_to(folder).with_suffix("")
        if names.isdisjoint((*inside.parts, inside.as_posix())) and path.name != "__init__.py":
            yield RuleModule(".".join(path.relative_to(project.source).with_suffix("").parts), path)
