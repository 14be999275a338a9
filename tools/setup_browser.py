"""Sees to it that there is a chromium for the tests of the pages, or says in one line that they will not run.

Chromium is installed where that may be done: by root, with apt. Nothing else is ever installed outside .venv.
"""

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome")
ADVICE = "sudo apt-get install chromium"


def chromium() -> str | None:
    """The browser of this machine, if it has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> bool:
    if os.geteuid() or not shutil.which("apt-get"):
        return False
    print("installing Debian's chromium for the tests of the pages ...", flush=True)
    return apt("update") and apt("install", "-y", "--no-install-recommends", "chromium")


def apt(*order: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run = subprocess.run(["apt-get", "-q", *order], env=environment, capture_output=True, check=False)
    return run.returncode == 0


def main() -> None:
    if not chromium() and not (install() and chromium()):
        print(f"note: the tests of the pages (tests/e2e) are not run: there is no chromium here; {ADVICE}")


if __name__ == "__main__":
    main()
