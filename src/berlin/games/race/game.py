"""Race for Berlin, tied together."""

from collections.abc import Mapping
from pathlib import Path

from berlin.games.race.board import sources
from berlin.games.race.cover import COVER
from berlin.games.race.rules.sequence import COURSE, QUESTIONS, impulses
from berlin.games.race.rules.setup import set_up
from berlin.games.race.rules.timing import own_reason
from berlin.games.race.rules.victory import result
from berlin.games.race.staff.features import FEATURES, FORETOLD, chances, features
from berlin.games.race.staff.staff import RaceStaff
from berlin.games.race.staff.standing import standing
from berlin.games.race.state import situation
from berlin.games.race.state.actions import ACTS, Action
from berlin.games.race.state.invariants import broken
from berlin.games.race.state.state import Draft, Position, State
from berlin.games.race.state.view import View, imagine, view
from berlin.games.race.table import picture
from berlin.games.race.table.explain import explain, warnings
from berlin.games.race.table.nouns import NOUNS
from berlin.games.race.table.scene import scene
from berlin.games.race.table.story import focus
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Ledger, Refusal
from berlin.kernel.contract.standing import Standing
from berlin.kernel.play.turn_game import Parts, TurnGame, not_now
from berlin.kernel.records.situation_form import OwnForm


class Race(TurnGame[State, Action, View, Position, Draft]):
    """Zhukov and Koniev race for Berlin; each also commands the Germans in the other's way."""

    cover = COVER
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View
    feature_names = FEATURES
    all_lose_features = (FORETOLD,)
    # Four impulses are a round: every answer to a move has been given, the rival's Germans' too.
    horizons = (2, 4)

    questions = QUESTIONS
    acts = ACTS
    draft = Draft
    course = COURSE
    unknown = Refusal("RFB map.base", "it names something that this game does not have")
    finished = Refusal("RFB 10a", "the game is over")
    parts = Parts(
        explain=explain,
        warnings=warnings,
        result=result,
        view=view,
        scene=scene,
        imagine=imagine,
        broken=broken,
        data=sources.data,
        board=picture.board,
        situation=OwnForm(situation.write, situation.read),
        nouns=NOUNS,
        focus=focus,
    )

    def __init__(self) -> None:
        super().__init__()
        self._staff = RaceStaff(self.answers.legal)

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> State:
        return set_up(key)

    def late(self, p: Position, act: Action) -> Refusal:
        return own_reason(p, act) or not_now(p, act)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.vp

    def standing(self, state: State, seat: Seat) -> Standing:
        return standing(state, seat)

    def staff(self) -> RaceStaff:
        return self._staff

    def features(self, state: State) -> tuple[float, ...]:
        return features(state)

    def chances(self, state: State) -> tuple[float, float]:
        return chances(state)

    def milestone(self, state: State) -> int:
        return impulses(state)


GAME = Race()
