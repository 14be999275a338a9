"""No Retreat! with Na Berlin!, tied together."""

from collections.abc import Mapping
from pathlib import Path

from berlin.games.noretreat.board.names import moments
from berlin.games.noretreat.board.tables import AXIS, HALVES, TABLES
from berlin.games.noretreat.cover import COVER
from berlin.games.noretreat.rules.events import closing, early, last, latewar, midwar, opening, turning
from berlin.games.noretreat.rules.points import initiative, total
from berlin.games.noretreat.rules.question import Play
from berlin.games.noretreat.rules.scenarios import choices, deal, set_up
from berlin.games.noretreat.rules.sequence import ACTS, COURSE, QUESTIONS, TURN
from berlin.games.noretreat.rules.victory import result
from berlin.games.noretreat.staff.staff import NoRetreatStaff
from berlin.games.noretreat.staff.standing import milestone, standing
from berlin.games.noretreat.state.invariants import broken
from berlin.games.noretreat.state.situation import SITUATION
from berlin.games.noretreat.state.state import Draft, State
from berlin.games.noretreat.state.view import View, imagine, view
from berlin.games.noretreat.table import picture
from berlin.games.noretreat.table.nouns import BESIDE_THE_MAP, NOUNS
from berlin.games.noretreat.table.scene import scene
from berlin.games.noretreat.table.story import focus
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Ledger, Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.turn_game import Parts, TurnGame

# Imported so that their events are in the registry.
CARD_EVENTS = (opening, early, midwar, turning, latewar, closing, last)


class NoRetreat(TurnGame[State, Act, View, Draft, Draft]):
    """The Axis and the Soviets fight for the east, from the frontier of 1941 to the bunker of 1945."""

    cover = COVER
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View

    draft = Draft
    course = COURSE
    questions = QUESTIONS
    acts = ACTS
    reads_drafts = True
    unknown = Refusal("NR 0.edition", "it names something that this game does not have")
    finished = Refusal("NR 4.length", "the game is over")
    deal, standing, milestone = staticmethod(deal), staticmethod(standing), staticmethod(milestone)
    parts = Parts(
        result=result,
        view=view,
        scene=scene,
        imagine=imagine,
        broken=broken,
        tables=TABLES,
        board=picture.board,
        situation=SITUATION,
        nouns=NOUNS,
        focus=focus,
    )

    def __init__(self) -> None:
        super().__init__()
        self._staff = NoRetreatStaff(self.answers.legal)

    def check_choice(self, scenario: str, options: Mapping[str, str]) -> None:
        choices(scenario, options)

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> State:
        return set_up(scenario, key, options)

    def empty(self, key: bytes) -> State:
        return State(key=key)

    def late(self, d: Draft, act: Act) -> Refusal:
        """A card says itself when it is played; of any other act it is told what stage it is."""
        top = d.frames[-1]
        if isinstance(act, Play):
            half = HALVES[act.card][top.seat]
            return Refusal("NR 5.use.event", f"{half.name} is played {moments(half)}")
        return Refusal(act.time, f"not now ({TURN[d.stage].title}): {top.refuse(d, act).reason}")

    def about(self, state: State, unit: str, place: str) -> tuple[Act, ...]:
        return super().about(state, unit, "" if place in BESIDE_THE_MAP else place)

    def called(self, seat: Seat) -> str:
        return ("the Axis", "the Soviets")[seat]

    def scores(self, state: State) -> tuple[int, ...]:
        d = Draft(state)
        points = total(d, initiative(d))
        return (points, 0) if initiative(d) == AXIS else (0, points)

    def staff(self) -> NoRetreatStaff:
        return self._staff


GAME = NoRetreat()
