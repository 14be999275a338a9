"""Writes the locks in requirements/ from pyproject.toml: `make lock`.

uv resolves for Python 3.11 and all later ones at once, and notes the hash of every file that pip may take.
The widest lock is made first and binds the others, so that a package has one version in all of them.
"""

import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path("requirements")
# From the widest to the narrowest.
LOCKS = {
    "bench": ("cli", "server", "arena", "lab", "dev", "bench"),
    "dev": ("cli", "server", "arena", "lab", "dev"),
    "play": ("cli", "server"),
}
OPTIONS = (
    *(
        "--quiet",
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
        "--no-annotate",
        "--no-header",
    ),
    *("--no-emit-index-url", "--no-emit-find-links"),
)
HEADER = "# Written by `make lock` (uv pip compile). Install with: pip install --require-hashes -r FILE\n"


def compile_lock(name: str, extras: tuple[str, ...], bound: Path | None) -> str:
    order = [
        sys.executable,
        "-m",
        "uv",
        "pip",
        "compile",
        *OPTIONS,
        "pyproject.toml",
        str(FOLDER / "build.in"),
    ]
    order += [part for extra in extras for part in ("--extra", extra)]
    if bound:
        order += ["--constraint", str(bound)]
    print(f"{FOLDER / name}.txt ...", flush=True)
    return subprocess.run(order, check=True, capture_output=True, text=True).stdout


def main() -> None:
    bound = None
    for name, extras in LOCKS.items():
        text = HEADER + compile_lock(name, extras, bound)
        if re.search(r"\w+://", text):
            sys.exit(f"{name}: the lock would hold an address")
        path = FOLDER / f"{name}.txt"
        path.write_text(text, encoding="utf-8")
        bound = bound or path


if __name__ == "__main__":
    main()
