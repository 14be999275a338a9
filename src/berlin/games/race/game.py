"""Race for Berlin, tied together."""

from collections.abc import Mapping
from pathlib import Path

from berlin.games.race import actions, picture, pointing, situation, sources
from berlin.games.race.actions import Action
from berlin.games.race.answers import ANSWERS
from berlin.games.race.cover import CAMPAIGN, COVER
from berlin.games.race.explain import explain
from berlin.games.race.invariants import broken
from berlin.games.race.nouns import NOUNS
from berlin.games.race.prompts import prompt
from berlin.games.race.scene import scene
from berlin.games.race.sequence import COURSE, impulses
from berlin.games.race.setup import set_up
from berlin.games.race.signs import FORETOLD, SIGNS, chances, signs
from berlin.games.race.staff import RaceStaff
from berlin.games.race.standing import standing
from berlin.games.race.state import Draft, State
from berlin.games.race.victory import result
from berlin.games.race.view import View, imagine, view
from berlin.kernel.chaptered import Chaptered, Parts
from berlin.kernel.game import BadText
from berlin.kernel.rules import Ledger
from berlin.kernel.standing import Standing

STAFF = RaceStaff()


class Race(Chaptered[State, Action, View]):
    """Zhukov and Koniev race for Berlin; each also commands the Germans in the other's way."""

    cover = COVER
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View
    sign_names = SIGNS
    ruin_names = (FORETOLD,)
    # Four impulses are a round: every answer to a move has been given, the rival's Germans' too.
    horizons = (2, 4)

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
        if scenario != CAMPAIGN.key:
            raise BadText(f"{scenario!r} is no scenario of {self.title} (one of: {CAMPAIGN.key})")
        if options:
            raise BadText(f"{next(iter(options))!r} is no option of {self.title}, which has none")
        return set_up(key)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.vp

    def standing(self, state: State, seat: int) -> Standing:
        return standing(state, seat)

    def staff(self) -> RaceStaff:
        return STAFF

    def signs(self, state: State) -> tuple[float, ...]:
        return signs(state)

    def chances(self, state: State) -> tuple[float, float]:
        return chances(state)

    def milestone(self, state: State) -> int:
        return impulses(state)


GAME = Race()
