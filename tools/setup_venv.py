"""Makes a virtual environment with pip in it, also where Debian's python3 comes without ensurepip."""

import subprocess
import sys
import tempfile
from pathlib import Path

ADVICE = "on Debian: apt install python3-venv"


def main(folder: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 (an older one may be what runs this)
        sys.exit("Road to Berlin needs Python 3.11 or later; this is " + sys.version.split()[0])
    try:
        import venv
    except ImportError:
        sys.exit(f"this Python has no venv module; {ADVICE}")
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        venv.create(folder, symlinks=True)
        bring_pip(Path(folder) / "bin" / "python")
    else:
        venv.create(folder, symlinks=True, with_pip=True)


def bring_pip(python: Path) -> None:
    """Debian packs pip's wheel by itself; a wheel of pip can run from its own archive and install itself."""
    with tempfile.TemporaryDirectory() as place:
        try:
            quietly("apt-get", "download", "python3-pip-whl", place=place)
            package = next(Path(place).glob("*.deb"))
            quietly("dpkg-deb", "-x", str(package), place, place=place)
            wheel = next(Path(place).glob("usr/share/python-wheels/pip-*.whl"))
            subprocess.run([python, wheel / "pip", "install", "--quiet", "--no-index", wheel], check=True)
        except (OSError, StopIteration, subprocess.CalledProcessError):
            sys.exit(f"this Python has no ensurepip, and pip can't be had otherwise; {ADVICE}")


def quietly(*command: str, place: str) -> None:
    nothing = subprocess.DEVNULL
    subprocess.run(command, cwd=place, check=True, stdout=nothing, stderr=nothing)


if __name__ == "__main__":
    main(sys.argv[1])
