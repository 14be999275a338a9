"""No Retreat! with Na Berlin!, tied together."""

from collections.abc import Mapping
from pathlib import Path

from berlin.games.noretreat import actions, picture, pointing, situation, sources
from berlin.games.noretreat.actions import Action
from berlin.games.noretreat.answers import ANSWERS
from berlin.games.noretreat.cover import COVER
from berlin.games.noretreat.events import closing, early, last, latewar, midwar, opening, turning
from berlin.games.noretreat.explain import explain
from berlin.games.noretreat.invariants import broken
from berlin.games.noretreat.nouns import NOUNS
from berlin.games.noretreat.prompts import prompt
from berlin.games.noretreat.scenarios import deal, set_up
from berlin.games.noretreat.scene import scene
from berlin.games.noretreat.sequence import COURSE
from berlin.games.noretreat.staff import NoRetreatStaff
from berlin.games.noretreat.standing import milestone, standing
from berlin.games.noretreat.state import Draft, State
from berlin.games.noretreat.tables import AXIS
from berlin.games.noretreat.victory import initiative, result, total
from berlin.games.noretreat.view import View, imagine, view
from berlin.kernel.chaptered import Chaptered, Parts
from berlin.kernel.rules import Ledger
from berlin.kernel.standing import Standing

# Imported so that their events are in the registry.
CARD_EVENTS = (opening, early, midwar, turning, latewar, closing, last)


class NoRetreat(Chaptered[State, Action, View]):
    """The Axis and the Soviets fight for the east, from the frontier of 1941 to the bunker of 1945."""

    cover = COVER
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View

    draft = Draft
    course = COURSE
    answers = ANSWERS
    parts = Parts(
        explain=explain,
        prompt=prompt,
        about=pointing.about,
        warnings=pointing.warnings,
        result=result,
        view=view,
        scene=scene,
        imagine=imagine,
        write=actions.write,
        read=actions.read,
        broken=broken,
        write_situation=situation.write,
        read_situation=situation.read,
        data=sources.data,
        board=picture.board,
        nouns=NOUNS,
    )

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> State:
        return set_up(scenario, key, options)

    def deal(self, d: Draft) -> None:
        deal(d)

    def called(self, seat: int) -> str:
        return ("the Axis", "the Soviets")[seat]

    def scores(self, state: State) -> tuple[int, ...]:
        d = Draft(state)
        points = total(d, initiative(d))
        return (points, 0) if initiative(d) == AXIS else (0, points)

    def standing(self, state: State, seat: int) -> Standing:
        return standing(state, seat)

    def staff(self) -> NoRetreatStaff:
        return STAFF

    def milestone(self, state: State) -> int:
        return milestone(state)


STAFF = NoRetreatStaff()
GAME = NoRetreat()
