"""On Track to Orsha, tied together."""

from pathlib import Path

from berlin.campaign.game import CampaignGame
from berlin.campaign.state.state import Draft as CampaignDraft
from berlin.campaign.state.state import State
from berlin.games.orsha.board.tables import TABLES
from berlin.games.orsha.cover import COVER
from berlin.games.orsha.rules import victory
from berlin.games.orsha.rules.sequence import COURSE
from berlin.games.orsha.staff.standing import milestone, standing
from berlin.games.orsha.staff.wishes import WISHES
from berlin.games.orsha.state.actions import ACTS
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table import picture
from berlin.games.orsha.table.explain import explain
from berlin.games.orsha.table.papers import IMPRINT
from berlin.games.orsha.table.tabletop import TABLETOP
from berlin.kernel.contract.game import Datum, Result
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Explanation, Ledger, Refusal
from berlin.kernel.contract.scene import Board
from berlin.kernel.contract.sources import values
from berlin.kernel.contract.standing import Standing
from berlin.kernel.play.acts import Act


class Orsha(CampaignGame):
    """A campaign for the railway to Orsha, June 1944: four dates, and what is done between them."""

    cover = COVER
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    concession = "OTO 6.cg_end"

    tabletop = TABLETOP
    imprint = IMPRINT
    wishes = WISHES
    acts = ACTS
    draft = Draft
    course = COURSE
    unknown = Refusal("OTO 7.5a", "it names something that this campaign does not have")
    finished = Refusal("OTO 6.cg_end", "the campaign is over")

    def reckon(self, d: CampaignDraft, act: Act) -> Explanation:
        return explain(d, act)

    def verdict(self, state: State) -> Result | None:
        return victory.result(state)

    def scores(self, state: State) -> tuple[int, ...]:
        return victory.scores(state)

    def standing(self, state: State, seat: Seat) -> Standing:
        return standing(state, seat)

    def milestone(self, state: State) -> int:
        return milestone(state)

    def sources(self) -> tuple[Datum, ...]:
        return values(TABLES, remark="note")

    def picture(self) -> Board:
        return picture.board()


GAME = Orsha()
