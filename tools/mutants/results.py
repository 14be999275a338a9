"""What is known of each mutant, kept in a folder so that a run can be broken off and taken up again.

The file's name holds a digest of the source and the tests: where any of them changed, all is tried anew.
"""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec
from tools.mutants.rule_modules import ENGINES, Project
from tools.mutants.trial import Baseline, Verdict

# What of this tool a verdict hangs on; the rest of it only decides which mutants there are.
DECIDING = ("rule_modules.py", "claims.py", "trial.py")
TEXTS = frozenset((".py", ".tsv", ".csv", ".toml", ".json", ".svg", ".txt"))


class Line(msgspec.Struct, frozen=True):
    id: str
    verdict: Verdict


class Results:
    def __init__(self, game: str, digest: str, folder: Path) -> None:
        self.path = folder / f"{game}-{digest}.jsonl"
        self.times_path = folder / f"{game}-{digest}.times.json"
        self.verdicts: dict[str, Verdict] = dict(self._read())

    def keep(self, id: str, verdict: Verdict) -> None:
        """Writes a verdict down at once."""
        self.verdicts[id] = verdict
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(Line(id, verdict)) + b"\n")

    def baseline(self) -> Baseline | None:
        if not self.times_path.exists():
            return None
        return msgspec.json.decode(self.times_path.read_bytes(), type=Baseline)

    def keep_baseline(self, baseline: Baseline) -> None:
        self.times_path.parent.mkdir(exist_ok=True)
        self.times_path.write_bytes(msgspec.json.encode(baseline))

    def _read(self) -> Iterator[tuple[str, Verdict]]:
        """A last line that was cut off in the writing is as good as none."""
        if not self.path.exists():
            return
        for text in self.path.read_bytes().splitlines():
            try:
                line = msgspec.json.decode(text, type=Line)
            except msgspec.DecodeError:
                continue
            yield line.id, line.verdict


def digest_of(game: str, project: Project) -> str:
    """A digest of all that a verdict hangs on."""
    digest = blake2b(digest_size=6)
    for path in sorted(_inputs(game, project)):
        digest.update(f"{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _inputs(game: str, project: Project) -> Iterator[Path]:
    tests, berlin = project.root / "tests", project.source / "berlin"
    shared = [berlin / name for name in ("kernel", "boards", *ENGINES[game])]
    tested = [tests / name for name in ("kernel", f"games/{game}", *ENGINES[game])]
    for folder in (*shared, *tested, project.folder(game)):
        yield from (path for path in folder.rglob("*") if path.suffix in TEXTS)
    yield from (*tests.glob("*.py"), *(tests / "games").glob("*.py"), project.root / "pyproject.toml")
    yield from (Path(__file__).with_name(name) for name in DECIDING)
