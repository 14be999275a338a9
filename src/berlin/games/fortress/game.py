"""On to Berlin! and Fortress Berlin, tied together."""

from collections.abc import Mapping
from pathlib import Path

from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.cover import COVER
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.rules.sequence import COURSE, QUESTIONS
from berlin.games.fortress.rules.set_up import form as set_up_form
from berlin.games.fortress.rules.set_up.placing import lay_out
from berlin.games.fortress.rules.set_up.plans import PLAN
from berlin.games.fortress.rules.victory import result
from berlin.games.fortress.staff.staff import FortressStaff
from berlin.games.fortress.staff.standing import milestone, standing
from berlin.games.fortress.state import state as states
from berlin.games.fortress.state.invariants import broken
from berlin.games.fortress.state.situation import FORM
from berlin.games.fortress.state.state import Draft, State
from berlin.games.fortress.state.view import View, imagine, view
from berlin.games.fortress.state.words import WORDS
from berlin.games.fortress.table import picture
from berlin.games.fortress.table.nouns import NOUNS
from berlin.games.fortress.table.scene import scene
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.papers import Filled
from berlin.kernel.contract.rules import Ledger, Refusal
from berlin.kernel.play.acts import Act, Verbs
from berlin.kernel.play.question import acts_of
from berlin.kernel.play.turn_game import Parts, TurnGame

BITS = {
    "fog": states.FOG,
    "subway": states.SUBWAY,
    "flak": states.REICHSTAG_FLAK,
    "variable": states.VARIABLE,
    "reserve": states.FIFTY_SECOND,
    "elsewhere": states.ELSEWHERE,
}


class Fortress(TurnGame[State, Act, View, Draft, Draft]):
    """Allied airborne divisions, or the Soviets, take Berlin; the Germans hold it."""

    cover = COVER
    # FB 1.xref: both books have their rows, under the numbers by which they cite each other.
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View

    draft = Draft
    course = COURSE
    questions = QUESTIONS
    acts = Verbs[Act](acts_of(QUESTIONS), {**WORDS, "plan": PLAN}, place="hex")
    reads_drafts = True
    unknown = Refusal("FB map.grid", "it names something that this game does not have")
    finished = Refusal("FB 4.3.end", "the game is over")
    parts = Parts(
        result=result,
        view=view,
        scene=scene,
        imagine=imagine,
        broken=broken,
        tables=TABLES,
        board=picture.board,
        situation=FORM,
        scores=lambda state: state.vp,
        nouns=NOUNS,
    )

    horizons = (1, 2)
    standing, milestone = staticmethod(standing), staticmethod(milestone)

    def __init__(self) -> None:
        super().__init__()
        self._staff = FortressStaff(self.answers.legal)

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> State:
        chosen = 0
        for option in COVER.options(scenario):
            if options.get(option.key, option.values[0][0]) == "on":
                chosen |= BITS[option.key]
        d = Draft(State(key=key, scenario=scenario, options=chosen))
        lay_out(d, scenario)
        return d.freeze()

    def is_open(self, state: State) -> bool:
        if not state.frames:
            return True
        question = state.frames[-1]
        assert isinstance(question, FortressQuestion)
        return not question.is_secret(Draft(state))

    def empty(self, key: bytes) -> State:
        return State(key=key)

    def form(self, state: State, seat: Seat) -> str:
        d = Draft(state)
        return set_up_form.write(d) if set_up_form.is_open(d, seat) else ""

    def filled(self, state: State, text: str, seat: Seat | None) -> Filled[Act]:
        return set_up_form.read(Draft(state), text)

    def staff(self) -> FortressStaff:
        return self._staff

    def called(self, seat: Seat) -> str:
        return ("the Allies", "the Germans")[seat]


GAME = Fortress()
