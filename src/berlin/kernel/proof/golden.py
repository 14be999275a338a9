"""Golden playthroughs: random games as each seat saw them, so that a change of the rules or a leak is a diff.

`python -m berlin.kernel.proof.golden` writes them anew for every registered game; the tests compare. A file
is `tests/games/CODE/golden/SCENARIO-SEED.txt`. Under each action

    * an event as everybody learns of it             red> as one seat alone learns of it
    ? the question that is open then, how many answers it has, and some of them
    = digests of the views: one a seat, then a spectator's

and every so often the whole scene: of the first seat (later on without the rows that are as at the start),
then what others see otherwise (+) or not at all (-).
"""

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame, Step, View, codes, load
from berlin.kernel.contract.scene import Scene
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.rolls import dice_text

ROOT = Path("tests/games")
SEEDS = (1, 2)
# The first actions in full, then every so-manyth; up to which action scenes come how often; answers shown.
FULL, THEN_EVERY, ANSWERS = 300, 20, 6
SCENES = ((FULL, 25), (1000, 100))
LATER = 200
# A table with more pieces than that is shown a third as often, and its later actions too.
MANY_PIECES = 200


def playthrough(game: AnyGame, scenario: str, seed: int) -> str:
    """A random game of this seed as text, the same in every process."""
    rows = [
        "berlin-golden 1",
        f"game {game.code}",
        f"rules {game.version}",
        f"scenario {scenario}",
        f"seed {seed}",
    ]
    rng = Random(seed)
    step = game.start(scenario, key_from_seed(seed), {})
    heading, number = "start", 0
    opening = game.scene(game.view(step.state, game.everybody[0]))
    start, spread = list(_scene(opening)), 3 if len(opening.pieces) > MANY_PIECES else 1
    while deciders := game.deciders(step.state):
        rows += _block(game, step, heading, number, start, spread)
        action = game.sample(step.state, rng, deciders[0])
        number += 1
        heading = f"{number} {game.seats[deciders[0]]} {game.write(action)}"
        step = game.apply(step.state, action)
    rows += _block(game, step, heading, number, start, spread, last=True)
    if result := game.result(step.state):
        rows += ["", f"result: {result.text} [{result.rule}]"]
    return "\n".join(rows) + "\n"


def _block(
    game: AnyGame,
    step: Step[object],
    heading: str,
    number: int,
    start: list[str],
    spread: int,
    last: bool = False,
) -> Iterator[str]:
    """What is written of one action. `spread` makes all but its digests so much rarer."""
    views = [game.view(step.state, seat) for seat in (*game.everybody, None)]
    if step.dice:
        heading += f" | {dice_text(step.dice, step.sides)}"
    if number > FULL and number % (THEN_EVERY * spread) and not last:
        yield f"{heading} = {_digest(views)}"
        return
    yield ""
    yield heading
    for event in step.events:
        yield from _event(game, event)
    yield from _question(game, step.state)
    yield f"  = {' '.join(_digest(view) for view in views)}"
    often = next((often for until, often in SCENES if number <= until), LATER)
    if last or number % (often * spread) == 0:
        yield from _scenes(game, views, start if number else [])


def _event(game: AnyGame, event: Event) -> Iterator[str]:
    told = [event.seen_by(seat) for seat in (*game.everybody, None)]
    if all(one == told[0] for one in told):
        yield f"  * {_say(event)}"
        return
    for name, seen in zip((*game.seats, "spectator"), told, strict=True):
        yield f"  {name}> {_say(seen) if seen else '(nothing)'}"


def _say(event: Event) -> str:
    data = f" {{{' '.join(str(value) for value in event.data)}}}" if event.data else ""
    cite = f" [{', '.join(event.rules)}]" if event.rules else ""
    return f"{event.kind}: {event.text}{data}{cite}"


def _question(game: AnyGame, state: object) -> Iterator[str]:
    prompt = game.prompt(state)
    if prompt is None:
        return
    answers = [game.write(action) for action in game.legal(state)]
    shown = answers if len(answers) <= ANSWERS else [*answers[: ANSWERS - 1], "...", answers[-1]]
    yield f"  ? {game.seats[prompt.seat]}: {prompt.text} [{prompt.rule}]"
    yield f"    {len(answers)} answers, {_digest(answers)}: {'; '.join(shown)}"


def _scenes(game: AnyGame, views: list[View], start: list[str]) -> Iterator[str]:
    first = list(_scene(game.scene(views[0])))
    heads = {row.partition(":")[0] for row in first}
    yield f"  scene {game.seats[0]}"
    yield from (f"    {row}" for row in first if row not in start)
    yield from (f"    - {row}" for row in start[1:] if row.partition(":")[0] not in heads)
    for name, view in zip((*game.seats[1:], "spectator"), views[1:], strict=True):
        other = list(_scene(game.scene(view)))
        yield f"  scene {name}"
        yield from (f"    - {row}" for row in first if row not in other)
        yield from (f"    + {row}" for row in other if row not in first)


def _scene(scene: Scene) -> Iterator[str]:
    """A scene in compact rows: what lies in a place is one row."""
    yield scene.caption
    places: dict[str, list[str]] = {}
    for piece in scene.pieces:
        marks = [f"{piece.steps}/{piece.full_steps}"] if piece.steps != piece.full_steps else []
        marks += [*(["used"] if piece.used else []), *piece.badges]
        places.setdefault(piece.place, []).append(piece.id + (f"({','.join(marks)})" if marks else ""))
    for marker in scene.markers:
        camp = f" {marker.camp}" if marker.camp else ""
        places.setdefault(marker.place, []).append(f"<{marker.kind} {marker.text}{camp}>")
    for place in sorted(places):
        yield f"{place}: {' '.join(places[place])}"
    for track in scene.tracks:
        yield f"track {track.name}: {track.value}" + (f" ({track.note})" if track.note else "")
    for card in scene.cards:
        yield f"card {card.seat}: {card.name}"
    for pile in scene.piles:
        yield f"pile {pile.name}: {pile.size}" + "".join(f"; {card.name}" for card in pile.cards)
    if scene.prompt:
        yield f"asks {scene.prompt.seat}: {scene.prompt.text}"
    yield f"choices: {len(scene.choices)}"


def _digest(value: object) -> str:
    data = msgspec.msgpack.encode(value, order="deterministic")
    return blake2b(data, digest_size=4).hexdigest()


def path_of(game: AnyGame, scenario: str, seed: int, root: Path = ROOT) -> Path:
    return root / game.code / "golden" / f"{scenario}-{seed}.txt"


def expected(root: Path = ROOT) -> Iterator[tuple[AnyGame, str, int, Path]]:
    """Every playthrough that must exist: game, scenario, seed and file."""
    for code in codes(examples=True):
        game = load(code)
        for scenario in game.scenarios:
            for seed in SEEDS:
                yield game, scenario.key, seed, path_of(game, scenario.key, seed, root)


def regenerate(root: Path = ROOT) -> list[Path]:
    """Writes all playthroughs anew, and removes those that are no longer due."""
    written = []
    for game, scenario, seed, path in expected(root):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(game, scenario, seed), encoding="utf-8")
        written.append(path)
    for folder in {path.parent for path in written}:
        for stale in set(folder.glob("*.txt")) - set(written):
            stale.unlink()
    return written


def check(path: Path, game: AnyGame | None = None) -> str:
    """The first line in which a playthrough differs from today's rules; "" if none does."""
    if not path.exists():
        return f"{path}: missing; python -m berlin.kernel.proof.golden writes it"
    was = path.read_text(encoding="utf-8").split("\n")
    head = dict(row.partition(" ")[::2] for row in was[:5])
    now = playthrough(game or load(head["game"]), head["scenario"], int(head["seed"])).split("\n")
    for number, (old, new) in enumerate(zip(was, now, strict=False), start=1):
        if old != new:
            return f"{path} line {number}: {old!r} is now {new!r}"
    return "" if len(was) == len(now) else f"{path}: {len(was)} lines are now {len(now)}"


if __name__ == "__main__":
    for path in regenerate(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT):
        print(f"{path}: {path.stat().st_size // 1024} kB")
