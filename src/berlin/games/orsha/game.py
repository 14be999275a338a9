"""On Track to Orsha, tied together."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from msgspec.structs import replace

from berlin.campaign.sheets import catalogue
from berlin.campaign.staff.staff import CampaignStaff
from berlin.campaign.state import State as CampaignState
from berlin.campaign.victory import disclose
from berlin.campaign.warning import warnings
from berlin.games.orsha import actions, papers, picture, pointing, situation, sources, victory
from berlin.games.orsha.answers import ANSWERS
from berlin.games.orsha.cover import COVER
from berlin.games.orsha.draft import Draft, State
from berlin.games.orsha.explain import explain
from berlin.games.orsha.forces import DATES
from berlin.games.orsha.invariants import broken
from berlin.games.orsha.nouns import NOUNS
from berlin.games.orsha.prompts import prompt
from berlin.games.orsha.scenarios import deal, set_up
from berlin.games.orsha.scene import scene
from berlin.games.orsha.sequence import COURSE
from berlin.games.orsha.staff import STAFF
from berlin.games.orsha.standing import milestone, standing
from berlin.games.orsha.view import View, imagine, other_world, view
from berlin.kernel.acts import Act
from berlin.kernel.chaptered import Chaptered, Parts
from berlin.kernel.events import Event
from berlin.kernel.papers import Filled, Paper
from berlin.kernel.rules import Ledger
from berlin.kernel.standing import Standing


class Orsha(Chaptered[CampaignState, Act, View]):
    """A campaign for the railway to Orsha, June 1944: four dates, and what is done between them."""

    cover = COVER
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View
    concession = "OTO 6.cg_end"

    draft = Draft
    course = COURSE
    answers = ANSWERS
    parts = Parts(
        explain=explain,
        prompt=prompt,
        about=pointing.about,
        warnings=warnings,
        result=victory.result,
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
        return f"the {self.seats[seat].capitalize()}s"

    def break_off(self, d: Draft) -> None:
        disclose(d)

    def other_world(self, state: CampaignState, seat: int, rng: Random) -> CampaignState:
        return replace(other_world(state, seat, rng), rolls=state.rolls)

    def is_open(self, state: CampaignState) -> bool:
        """What a side is asked is its own affair, and so is what it answers."""
        return False

    def scores(self, state: CampaignState) -> tuple[int, ...]:
        return victory.scores(state)

    def turn(self, state: CampaignState) -> int:
        """The battle that is prepared or fought: it is over while all still stand on the map."""
        return min(len(state.history) + 1, len(DATES))

    def standing(self, state: CampaignState, seat: int) -> Standing:
        return standing(state, seat)

    def milestone(self, state: CampaignState) -> int:
        return milestone(state)

    def staff(self) -> CampaignStaff:
        return STAFF

    def papers(self) -> tuple[Paper, ...]:
        return catalogue.PAPERS

    def paper(self, key: str, view: View, story: Sequence[Event]) -> str:
        return catalogue.write(papers.IMPRINT, key, view, story)

    def form(self, state: CampaignState, seat: int) -> str:
        return papers.form(state, seat)

    def filled(self, state: CampaignState, text: str, seat: int | None) -> Filled[Act]:
        return papers.filled(state, text, seat)


GAME = Orsha()
