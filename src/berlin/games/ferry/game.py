"""The ferry, tied together."""

from pathlib import Path

from berlin.games.ferry import board, cover, state, table
from berlin.games.ferry.rules import movement, sequence
from berlin.kernel.contract.rules import Ledger, Refusal
from berlin.kernel.play.acts import Act, Verbs
from berlin.kernel.play.question import acts_of
from berlin.kernel.play.turn_game import Parts, TurnGame
from berlin.kernel.records.situation_form import SituationForm


class Ferry(TurnGame[state.State, Act, state.View, state.Position, state.Draft]):
    cover, ledger = cover.COVER, Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type, view_type, draft = state.State, state.View, state.Draft
    course, questions = sequence.COURSE, sequence.COURSE.questions
    acts = Verbs[Act](acts_of(questions), state.WORDS, place="place")
    unknown = Refusal("FER 1", "there is no such place or company")
    finished = Refusal("FER 2", "the game is over")
    parts = Parts(
        board=board.picture,
        broken=movement.crowds,
        result=sequence.result,
        scene=table.scene,
        scores=sequence.scores,
        situation=SituationForm(state.ROWS, rule="FER 2"),
        tables=board.TABLES,
    )


GAME = Ferry()
