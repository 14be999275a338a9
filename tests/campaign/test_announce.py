"""What is said of a piece: to everybody who sees it, else to the side that has it."""

import pytest
from tests.campaign.desk import at, desk, off, place
from tests.campaign.desk import told as told_in

from berlin.campaign.state.state import GERMAN, RUSSIAN
from berlin.kernel.contract.events import Event
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.rules.announce import is_in_sight, tell

HEARD = {
    "in the open": (at("g:4-6-7", "K30"), {GERMAN, RUSSIAN, None}),
    "concealed": (at("g:4-6-7", "K30", Mark.CONCEALED), {GERMAN}),
    "hidden": (at("g:PaK-40", "K30", Mark.HIDDEN), {GERMAN}),
    "Retained": (off("g:4-6-7"), {GERMAN}),
    "about to enter": (off("g:4-6-7", where=Where.ENTERING), {GERMAN}),
    "captured, under a ?": (at("g:LMG", "K45", Mark.CAPTURED | Mark.CONCEALED, holder=0), {RUSSIAN}),
    "a prisoner in the open": (at("g:4-6-7", "K45", Mark.PRISONER, holder=0), {GERMAN, RUSSIAN, None}),
}


def said(piece: Piece) -> Event:
    d = desk([piece], [at("r:4-5-8", "K45")])
    tell(d, "repair", unit_of(GERMAN, 0), "works again", "OTO 7.5137a")
    (event,) = told_in(d)
    return event


@pytest.mark.parametrize("how", HEARD)
def test_only_who_sees_a_piece_or_has_it_hears_of_it(how: str) -> None:
    piece, hear = HEARD[how]
    event = said(piece)
    assert {seat for seat in (GERMAN, RUSSIAN, None) if event.seen_by(seat)} == hear
    assert is_in_sight(desk([piece]), unit_of(GERMAN, 0)) == (len(hear) > 1)


def test_it_is_told_by_name_and_with_its_rule() -> None:
    for piece, _ in HEARD.values():
        event = said(piece)
        assert event.kind == "repair"
        assert event.text.endswith(": works again")
        assert event.rules == ("OTO 7.5137a",)
    assert (
        said(at("g:PaK-40", "K30")).text == f"the German 75L AT (PaK 40) Gun at {place('K30')}: works again"
    )


def test_where_nobody_listens_nothing_is_said() -> None:
    d = desk([at("g:4-6-7", "K30")])
    d.log = None
    tell(d, "repair", unit_of(GERMAN, 0), "works again")
    assert told_in(d) == []
