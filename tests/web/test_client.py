"""The client's own files: dice as the kernel makes them, types, texts in one place, no game by name."""

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import berlin
from berlin.kernel.contract.game import codes, load
from berlin.kernel.play.dice import commitment, key_from_seed, roll
from berlin.kernel.records import record as records
from berlin.kernel.records.older_rules import with_rolls

WEB = Path(berlin.__file__).parent / "web"
ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools" / "web"
NODE = shutil.which("node")
TSC = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed: apt-get install nodejs")


def played(code: str, seed: int, actions: int, situation: bool = False, change: int = 0) -> records.Record:
    """A game of random answers, as a record; `situation`: begun from a position in its middle.

    `change`: after so many of them the rules changed, and the dice go on farther along the stream.
    """
    game, rng, key = load(code), Random(seed), key_from_seed(seed)
    record = records.new_record(game, key)
    state = game.start(record.scenario, key, {}).state
    if situation:
        for _ in range(actions):
            state = game.next(state, game.sample(state, rng))
        record = records.new_record(game, key, situation=game.write_situation(state))
        state = game.read_situation(record.situation, key).state
    lines = []
    for number in range(1, actions + 1):
        if number == change + 1 and change:
            text = with_rolls(game.write_situation(state), game.dice_made(state) + 50)
            record = replace(record, changes=(records.Change(change, game.version, text),))
            state = game.read_situation(text, key).state
        action = game.sample(state, rng)
        seat = game.seats[game.deciders(state)[0]]
        step = game.apply(state, action)
        lines.append(records.Line(number, seat, game.write(action), step.dice, step.sides))
        state = step.state
    return replace(record, lines=tuple(lines))


def vectors() -> dict[str, Any]:
    rng = Random(5)
    hashes = []
    for length in (0, 1, 14, 64, 127, 128, 129, 256, 300):
        message, key = rng.randbytes(length), rng.randbytes(rng.choice((0, 1, 32, 64)))
        for size, person in ((8, ""), (32, "berlin-commit"), (64, "x" * 16)):
            digest = blake2b(message, key=key, digest_size=size, person=person.encode()).hexdigest()
            hashes.append(
                {"message": message.hex(), "key": key.hex(), "person": person, "size": size, "digest": digest}
            )
    keys = [key_from_seed(seed) for seed in range(4)]
    rolls = [
        {"key": key.hex(), "n": n, "sides": sides, "value": roll(key, n, sides)}
        for key in keys
        for n in (0, 1, 255, 256, 70_000, 5_000_000_000)
        for sides in (1, 2, 6, 10, 13, 999_999_999)
    ]
    told: list[dict[str, Any]] = []
    for code in codes():
        rolled = 0
        for record in (
            played(code, 7, 200),
            played(code, 8, 60, situation=True),
            played(code, 9, 200, change=60),
            played(code, 9, 60, situation=True, change=20),
        ):
            rolled += any(True for _ in record.rolls())
            told.append(
                {
                    "record": records.write(record),
                    "hash": record.commitment,
                    "rolls": [[one.n, one.value, one.sides] for one in record.rolls()],
                }
            )
        assert rolled >= 3, code
    commitments = [{"key": key.hex(), "hash": commitment(key)} for key in keys]
    return {"hashes": hashes, "rolls": rolls, "commitments": commitments, "records": told}


@pytest.mark.slow
@needs_node
def test_the_browser_makes_every_roll_as_the_kernel_does(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_text(json.dumps(vectors()))
    script = Path(__file__).parent / "dice.test.mjs"
    environment = {**os.environ, "VECTORS": str(path)}
    assert NODE
    run = subprocess.run(
        [NODE, "--test", str(script)], env=environment, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout + run.stderr


@needs_node
@pytest.mark.skipif(not TSC.is_file(), reason="no TypeScript: npm ci --prefix tools/web")
def test_the_types_of_the_client_hold() -> None:
    assert NODE
    run = subprocess.run([NODE, str(TSC), "-p", str(TOOLS)], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout


def sources(*suffixes: str) -> list[Path]:
    return sorted(path for path in WEB.rglob("*") if path.suffix in suffixes)


def test_nothing_in_the_client_names_a_game() -> None:
    games = [load(code) for code in codes()]
    names = {word for game in games for word in (game.title, *game.seats)}
    for path in sources(".js", ".css", ".html"):
        text = path.read_text().lower()
        assert not [name for name in names if re.search(rf"\b{re.escape(name.lower())}\b", text)], path.name


def test_no_page_has_script_or_style_in_it() -> None:
    for path in sources(".html"):
        text = path.read_text()
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text), path.name


def test_what_a_page_says_comes_from_the_texts() -> None:
    for path in sources(".html"):
        body = path.read_text().partition("<body")[2].partition(">")[2]
        words = re.sub(r"<[^>]+>", "", body).split()
        assert words in ([], ["Road", "to", "Berlin"]), path.name


def test_what_the_modules_say_comes_from_the_texts() -> None:
    """A literal with two words in a row and a capital or a full stop is a sentence."""
    sentence = re.compile(r"""(["'])[A-Z][a-z]+ [a-z]+[^"'\n]*\1""")
    for path in sources(".js"):
        if path.stem.endswith("texts") or path.name == "wire_types.js":
            continue
        rows = [row.strip() for row in path.read_text().splitlines()]
        found = [row for row in rows if sentence.search(row) and not row.startswith(("*", "/*", "//"))]
        assert not found, path.name


def test_every_module_is_short() -> None:
    for path in sources(".js", ".css"):
        assert len(path.read_text().splitlines()) <= 400, path.name


def test_no_room_has_more_than_twenty_modules() -> None:
    rooms = Counter(path.parent for path in sources(".js"))
    assert WEB not in rooms
    assert max(rooms.values()) <= 20, rooms
