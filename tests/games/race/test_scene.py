"""The table as it is laid out: where a counter's numbers come from, and what the board shows itself."""

from table import Table

from berlin.games.race.game import GAME
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Marker, Piece

AT_THE_GATES = """
    turn = 5
    stage = "C.1"
    [units]
    Bernau = ["8GA/1", "8GA/2-"]
    Tempelhof = ["11SS"]
    [chits]
    out = [1]
    [flags]
    speer = {speer}
"""


def gates(speer: bool) -> Table:
    return Table.at(AT_THE_GATES.format(speer=str(speer).lower()))


def piece(t: Table, unit: str) -> Piece:
    return next(one for one in GAME.scene(GAME.view(t.state, Seat(0))).pieces if one.id == unit)


def garrisons(t: Table) -> list[Marker]:
    return [one for one in GAME.scene(GAME.view(t.state, Seat(0))).markers if one.kind == "garrison"]


def test_a_counter_says_of_each_number_where_it_comes_from() -> None:
    t = gates(speer=False)
    assert (piece(t, "8GA/1").numbers, piece(t, "8GA/1").sources) == (("20", "3"), ("printed", "house"))
    assert (piece(t, "8GA/2").numbers, piece(t, "8GA/2").sources) == (("12", "3"), ("house", "house"))


def test_the_sources_on_the_counters_are_those_of_the_data() -> None:
    told = {datum.name: datum.source for datum in GAME.data() if datum.table == "units"}
    for one in GAME.scene(GAME.view(Table.new().state, None)).pieces:
        key = one.id.partition("/")[0]
        assert one.sources == (told[f"{key} full"], told[f"{key} movement"])


def test_the_board_shows_indices_stars_and_garrisons_itself() -> None:
    markers = GAME.scene(GAME.view(gates(speer=False).state, Seat(0))).markers
    assert {one.kind for one in markers if one.printed} == {"index", "star", "garrison"}
    assert not {one.kind for one in markers if not one.printed} & {"index", "star", "garrison"}


def test_a_garrison_that_is_not_what_is_printed_lies_on_the_board() -> None:
    assert {(one.text, one.printed) for one in garrisons(gates(speer=True))} == {("10", False)}
    assert {(one.text, one.printed) for one in garrisons(gates(speer=False))} == {("20", True)}
