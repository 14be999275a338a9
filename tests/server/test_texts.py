"""Every text from outside is looked at before it is read: what is wrong with it is a 4xx, at once."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.house import House, Seated, house
from tests.server.test_papers import fill, situation

from berlin.server.http.errors import LONGEST, MOST_FAULTS

MOST_SECONDS = 0.25
HOSTILE = {
    "dots": "a" + ".a" * 7_000 + " = 1",
    "dots on many lines": ("a" + ".a" * 7_000 + " = 1\n") * 8,
    "brackets": "a = " + "[" * 5000,
    "braces": "a = " + "{a=" * 3000,
    "digits": "a = " + "1" * 5000,
    "hexadecimal digits": "date = 0x" + "f" * 5000,
    "a table that doesn't end": ("[" + " " * 15_000 + "\n") * 8,
    "lines": "#\n" * 30_000,
    "signs": "x" * 200_000,
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("texts") / "tables.sqlite") as found:
        yield found


@pytest.fixture(scope="module")
def reporting(running: House) -> Seated:
    """A table at which a form is asked for."""
    return running.open(game="orsha", scenario="", situation=situation())


@pytest.mark.parametrize("what", HOSTILE)
def test_a_form_is_refused_at_once(reporting: Seated, what: str) -> None:
    began = time.process_time()
    answer = fill(reporting, HOSTILE[what])
    assert time.process_time() - began < MOST_SECONDS
    assert (answer.status, answer.json["error"].count("\n")) == (400, 0), answer.body


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("where", ["situation", "record", "situation of a record"])
def test_so_is_what_a_table_is_opened_from(running: House, what: str, where: str) -> None:
    text = HOSTILE[what]
    order = {"situation" if where == "situation" else "record": text}
    if where == "situation of a record":
        order["record"] = with_situation(running, text)
    began = time.process_time()
    answer = running.post("/api/tables", {"game": "race", **order})
    assert time.process_time() - began < MOST_SECONDS
    assert (answer.status, answer.json["error"].count("\n")) == (400, 0), answer.body


def with_situation(running: House, text: str) -> str:
    """A record that begins from this, and is otherwise in order."""
    table = running.open(game="race", scenario="")
    plain = running.get(f"{table.path}/record", table.every).body.decode()
    rows = [row for row in plain.split("\n") if row and row.split()[0] in ("berlin-record", "game", "rules")]
    rows += [row for row in plain.split("\n") if row.startswith("seat ")]
    rows += [f"commitment {'0' * 64}", f"key {'0' * 64}", "situation"]
    return "\n".join([*rows, *(f"  {row}" for row in text.split("\n")), "start", ""])


HEXES = ", ".join(f'"{column}{number}"' for column in "ABCDEFGHIJ" for number in range(1, 50))
FAULTY = {
    "a long sentence": '[units]\ng0 = """' + "\n".join(["at K13," * 2000] * 8) + '"""',
    "much on the ground": "[now]\n"
    + "\n".join(f"{what} = [{HEXES}]" for what in ("foxhole", "trench", "wire")) * 4,
    "many groups": "[used]\ngerman = [\n" + ("1," * 7000 + "\n") * 8 + "]",
    "many units": "[units]\n" + "\n".join(f'g{number} = "at K13, at K13"' for number in range(4900)),
}


@pytest.mark.parametrize("what", FAULTY)
def test_a_form_full_of_faults_takes_no_long(reporting: Seated, what: str) -> None:
    began = time.process_time()
    answer = fill(reporting, FAULTY[what])
    assert time.process_time() - began < MOST_SECONDS
    assert answer.status in (400, 422)


def test_of_many_faults_of_a_form_the_first_are_told(reporting: Seated) -> None:
    text = "\n".join(f"nothing{number} = 1" for number in range(MOST_FAULTS + 40))
    answer = fill(reporting, text)
    assert answer.status == 422
    assert len(answer.json["faults"]) == MOST_FAULTS + 1
    assert answer.json["faults"][-1] == "and 40 more"


def test_a_fault_is_one_line_and_not_too_long(reporting: Seated) -> None:
    answer = fill(reporting, f'melee = ["{"x" * 9000}", """a\nb"""]')
    assert answer.status == 422
    assert all("\n" not in fault and len(fault) <= LONGEST for fault in answer.json["faults"])


def test_a_form_that_is_in_order_is_taken_as_before(reporting: Seated, tmp_path: Path) -> None:
    blank = reporting.house.get(f"{reporting.path}/form", reporting.every)
    assert blank.status == 200
    assert fill(reporting, blank.body.decode(), check=True).status in (200, 422)
