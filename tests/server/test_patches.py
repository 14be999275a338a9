"""A scene is sent as what changed: exactly, for who has the one before, and where that is smaller."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.house import House
from tests.server.worlds import held

import berlin
from berlin.kernel.contract.game import codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.server.tables.patch import change

PATCH = Path(berlin.__file__).parent / "web" / "net" / "patch.js"
NODE = shutil.which("node")
APPLY = """
import { patched } from %s;
import { readFileSync } from "node:fs";
const wrong = JSON.parse(readFileSync(0, "utf8")).filter(([old, change, now]) => {
  const before = JSON.stringify(old);
  const made = JSON.stringify(patched(old, change));
  return made !== JSON.stringify(now) || JSON.stringify(old) !== before;
});
console.log(wrong.length);
"""
ACTS = 150

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | texts,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("abc~="), inner, max_size=3),
    max_leaves=25,
)


def patched(value: Any, told: Any) -> Any:
    """As a client puts a change into what it has."""
    if isinstance(told, dict):
        return value | {field: patched(value[field], one) for field, one in told.items()}
    if told[0] == "=":
        return told[1]
    entries = list(value)
    for edit in told[1:]:
        if len(edit) == 2:
            entries[edit[0]] = patched(entries[edit[0]], edit[1])
        else:
            entries[edit[0] : edit[0] + edit[1]] = edit[2]
    return entries


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def patch(old: Any, new: Any) -> Any:
    return json.loads(change(encoded(old), encoded(new)))


@given(values, values)
def test_any_value_is_made_of_any_other(old: Any, new: Any) -> None:
    assert patched(old, patch(old, new)) == new


@given(st.lists(texts | st.lists(texts, max_size=2), max_size=30), st.randoms(use_true_random=False))
def test_a_list_of_which_entries_go_come_and_change_is_made_again(entries: list[Any], rng: Random) -> None:
    new = [one for one in entries if rng.random() < 0.8]
    for _ in range(rng.randrange(4)):
        new.insert(rng.randint(0, len(new)), rng.choice([{"a": rng.random()}, [1, 2], "x"]))
    assert patched(entries, patch(entries, new)) == new


def scenes(code: str, seed: int) -> list[tuple[bytes, bytes]]:
    """A game's scenes of random play, each with the one before it: of each eyes, and from one to another."""
    game, rng = load(code), Random(seed)
    scenario = rng.choice(game.scenarios).key
    state = game.start(scenario, key_from_seed(seed), {}).state
    found, last = list[tuple[bytes, bytes]](), dict[int | None, bytes]()
    for _ in range(ACTS):
        if not game.deciders(state):
            break
        state = game.next(state, game.sample(state, rng))
        eyes = rng.choice((None, *game.everybody))
        now = encoded(game.scene(game.view(state, eyes)))
        found += [(before, now) for before in last.values()]
        last[eyes] = now
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("code", codes())
def test_the_scenes_of_every_game_are_made_of_those_before(code: str, seed: int) -> None:
    pairs = scenes(code, seed)
    sizes = []
    for old, new in pairs:
        told = change(old, new)
        assert patched(json.loads(old), json.loads(told)) == json.loads(new)
        sizes.append((len(told), len(new)))
    assert len(sizes) > ACTS
    # What changed is far less than all there is.
    assert sum(told for told, _ in sizes) < 0.4 * sum(whole for _, whole in sizes)


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="node is not installed: apt-get install nodejs")
def test_the_client_makes_the_same_of_them(tmp_path: Path) -> None:
    pairs = [pair for code in codes() for pair in scenes(code, 3)[::7]]
    cases = [[json.loads(old), json.loads(change(old, new)), json.loads(new)] for old, new in pairs]
    others: list[Any] = [([1, 2, 3], [0, 2]), ({"a": 1}, {"b": 2}), ([], 1), ([], [])]
    cases += [[old, patch(old, new), new] for old, new in others]
    script = tmp_path / "apply.mjs"
    # A module by its name: the client's own files have none that tells node so.
    (tmp_path / "patch.mjs").write_text(PATCH.read_text())
    script.write_text(APPLY % json.dumps("./patch.mjs"))
    assert NODE is not None
    told = subprocess.run([NODE, script], input=json.dumps(cases), capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "0"


# Over the wire.


def test_who_has_the_scene_before_is_sent_what_changed(racing: House) -> None:
    table, rng = racing.open(game="race", scenario="", seed=7), Random(7)
    every = table.every
    have = table.sight(every)
    patches = 0
    for _ in range(40):
        live = held(table)
        text = live.game.write(live.game.sample(live.state, rng))
        order = {"seq": have["seq"], "action": text, "since": have["seq"], "have": have["mark"]}
        answer = racing.post(f"{table.path}/actions", order, every)
        told, whole = answer.json, racing.get(f"{table.path}?since={have['seq']}", every)
        if "patch" in told:
            patches += 1
            assert "scene" not in told
            assert len(answer.body) < len(whole.body)
            told["scene"] = patched(have["scene"], told.pop("patch"))
        assert told == whole.json
        have = told
    assert patches > 30


def test_who_has_it_already_is_sent_next_to_nothing(host: House) -> None:
    table = host.open()
    have = table.sight("red")
    assert table.sight("red", f"?have={have['mark']}")["patch"] == {}


def test_who_has_another_or_none_is_sent_the_whole(host: House) -> None:
    table = host.open()
    first = table.sight("red")
    for have in ("", "unknown", "0" * 32):
        assert table.sight("red", f"?have={have}") == first
    for _ in range(3):
        table.played("rest")
        table.sight("red")
    # Of those that were shown the last two are kept.
    assert "scene" in table.sight("red", f"?have={first['mark']}")


def test_a_mark_is_no_way_to_find_out_what_another_seat_has_seen(host: House) -> None:
    table = host.open()
    marks = {seat: table.sight(seat)["mark"] for seat in ("red", "blue", "")}
    for seat in marks:
        for other, mark in marks.items():
            assert ("patch" in table.sight(seat, f"?have={mark}")) == (seat == other)
    # Who holds both has seen both.
    assert "patch" in table.sight(table.every, f"?have={marks['red']}")


@pytest.mark.parametrize("have", ["x" * 33, 7])
def test_what_is_no_mark_is_refused_in_a_line(host: House, have: object) -> None:
    table = host.open()
    body = {"seq": 0, "action": "rest", "since": 0, "have": have}
    answers = [host.post(f"{table.path}/actions", body, table.every)]
    if isinstance(have, str):
        answers.append(host.get(f"{table.path}?have={have}", table.every))
    for answer in answers:
        assert (answer.status, set(answer.json)) == (400, {"error", "rule"})
    assert table.number() == 0
