"""What people call pieces, hexes and answers: what they are and where, never the codes of records."""

import re

import pytest
from tests.campaign.desk import at, desk, off
from tests.campaign.journey import some_states

from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.state.state import GERMAN
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.play.question import acts_of
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where

CODE = re.compile(r"\b[gr]\d+\b|\b[gr]:")


@pytest.mark.parametrize(
    ("pieces", "name"),
    [
        ([at("g:4-6-7", "K33")], "the German 4-6-7 squad at the bridge"),
        ([at("g:4-6-7", "K33"), at("g:4-6-7", "K33")], "the 2nd German 4-6-7 squad at the bridge"),
        ([at("g:4-6-7", "K32"), at("g:4-6-7", "K33")], "the German 4-6-7 squad at the bridge"),
        (
            [at("g:4-6-7", "K33", Mark.CONCEALED), at("g:4-6-7", "K33")],
            "the German 4-6-7 squad at the bridge",
        ),
        ([at("g:4-6-7", "K33", Mark.HIDDEN)], "the hidden German 4-6-7 squad at the bridge"),
        ([at("g:4-6-7", "K33", level=1)], "the German 4-6-7 squad at the bridge, level 1"),
        ([off("g:9-1")], "the German 9-1 leader"),
        ([off("g:AL-9-1")], "the German 9-1 armor leader"),
        ([off("g:LMG", where=Where.ENTERING)], "the German LMG (entering)"),
        ([off("g:4-6-7") for _ in range(4)], "the 4th German 4-6-7 squad"),
    ],
)
def test_a_piece_is_called_by_what_it_is_and_where(pieces: list[Piece], name: str) -> None:
    d = desk(pieces)
    assert d.name(unit_of(GERMAN, len(pieces) - 1)) == name


def test_what_is_better_hidden_is_not_counted() -> None:
    """Else the number of a squad in the open would tell of those that nobody sees."""
    seen = at("g:4-6-7", "K33")
    for mark in (Mark.CONCEALED, Mark.HIDDEN):
        assert desk([at("g:4-6-7", "K33", mark), seen]).name(unit_of(GERMAN, 1)) == desk([seen]).name(
            unit_of(GERMAN, 0)
        )


def test_a_hex_is_called_by_what_the_map_shows_there() -> None:
    field = Draft.book.field
    assert field.called(find_hex("K33")) == "the bridge"
    assert field.called(find_hex("K34")) == "the road one hex east of the bridge"
    assert field.called(find_hex("R28")) == "the woods two hexes north-east of the middle of the railway"
    assert field.printed(find_hex("K34")) == "the road one hex east of the bridge (K34)"
    assert len({field.called(space) for space in field.chart.spaces}) == len(field.chart.spaces)


def test_nobody_listens_and_nothing_is_named() -> None:
    d = desk([at("g:4-6-7", "K33")])
    assert d.log_name(unit_of(GERMAN, 0)) == d.name(unit_of(GERMAN, 0))
    d.log = None
    assert d.log_name(unit_of(GERMAN, 0)) == ""


def test_every_act_says_what_it_does_in_a_sentence_of_its_own() -> None:
    acts = {act for question in QUESTIONS for act in question.acts}
    said = [act.says for act in acts]
    assert all(said)
    assert len(set(said)) == len(said)
    for act in acts:
        assert set(re.findall(r"\{(\w+)\}", act.says)) <= set(act.__struct_fields__)


def test_no_answer_and_no_question_is_put_in_codes() -> None:
    for state in some_states():
        for act in GAME.legal(state):
            text = GAME.say(state, act)
            assert text[0] == text[0].upper()
            assert not CODE.search(text), text
        prompt = GAME.prompt(state)
        assert prompt is None or not CODE.search(prompt.text), prompt


def test_every_act_has_a_verb_of_its_own() -> None:
    """The words of records: two acts with one verb could not be told apart."""
    kinds = acts_of(QUESTIONS)
    verbs = [kind.verb for kind in kinds]
    assert len(set(verbs)) == len(verbs) == len(GAME.acts.kinds)
    assert all(re.fullmatch("[a-z]+", verb) for verb in verbs)
