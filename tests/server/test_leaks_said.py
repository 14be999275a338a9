"""What is said of an act, in the log and of what could not be done, tells no seat more than it may know."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.worlds import Twins, asked_of, held, twins

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.checkpoint import Checkpoint, candidates

REGISTERED = registry.codes()
# Tables of a hundred pieces and more take their time to compare.
STEPS = {"race": 60, "noretreat": 30, "orsha": 12, "fortress": 15}
ACTS, AT_ONCE = 300, 60


def log_of(pair: Twins, token: str) -> list[list[tuple[str, str]]]:
    """What a log tells of each act, here and there: its code, and its words."""
    logs = [table.sight(token)["log"] for table in pair.each()]
    return [[(line["action"], line["said"]) for line in log] for log in logs]


@pytest.mark.parametrize("seat", BOTH)
@pytest.mark.parametrize("code", REGISTERED)
def test_a_log_speaks_alike_in_worlds_that_its_reader_can_t_tell_apart(
    tmp_path: Path, code: str, seat: Seat
) -> None:
    with twins(tmp_path, seat, 20 + seat, game=code) as pair:
        pair.part()
        played = sum(bool(pair.step()) for _ in range(STEPS.get(code, 30)))
        for token in (pair.token, ""):
            here, there = log_of(pair, token)
            assert here == there
        assert played
        assert any(said != action for action, said in log_of(pair, pair.token)[0])


@pytest.mark.parametrize("code", REGISTERED)
def test_whatever_a_seat_asks_about_is_said_alike(tmp_path: Path, code: str) -> None:
    asked = 0
    for seat in BOTH:
        with twins(tmp_path, seat, 40 + seat, game=code) as pair:
            pair.part()
            while asked < ACTS * (1 + seat) // 2:
                asked += ask_about(pair) if seat in pair.game.deciders(held(pair.here).state) else 0
                if not pair.step():
                    break
    assert asked >= ACTS


def ask_about(pair: Twins) -> int:
    """Asks why of acts of all kinds, most of which can't be done; how many there were."""
    live = held(pair.here)
    legal = pair.game.legal(live.state)
    point = Checkpoint(pair.game, live.state, seed=pair.rng.randrange(1 << 30), strangers=pair.strangers)
    texts = sorted({pair.game.write(action) for action in candidates(point, legal, AT_ONCE)})
    seq, path = live.number(live.seats_of(pair.token)), f"{pair.here.path}/why"
    questions: list[tuple[str, str, Any]] = [("POST", path, {"seq": seq, "action": text}) for text in texts]
    answers = [pair.here.house.run(asked_of(table, questions, pair.token)) for table in pair.each()]
    for text, here, there in zip(texts, *answers, strict=True):
        assert here == there, text
        assert here.status == 200, (text, here.body)
        assert all(one["said"] for one in msgspec.json.decode(here.body)), text
    return len(texts)
