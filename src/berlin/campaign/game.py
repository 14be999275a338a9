"""A campaign as a game: what all modules of the engine have in common."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from berlin.campaign.desk.nouns import boxes, nouns
from berlin.campaign.desk.scene import scene
from berlin.campaign.desk.story import focus
from berlin.campaign.desk.tabletop import Tabletop
from berlin.campaign.desk.warning import warnings
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.report.handing import blank, handed
from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.sheets import catalogue
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.staff.plan import Wishes
from berlin.campaign.staff.staff import CampaignStaff
from berlin.campaign.state import determinize, invariants, situation
from berlin.campaign.state import view as views
from berlin.campaign.state.muster import muster
from berlin.campaign.state.set_up import set_up
from berlin.campaign.state.state import Draft, State
from berlin.campaign.state.view import View, unseen_hexes
from berlin.campaign.victory import disclose
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import Datum, Result, Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.papers import Filled, Paper
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.contract.scene import Board
from berlin.kernel.play.acts import Act
from berlin.kernel.play.turn_game import Parts, TurnGame
from berlin.kernel.records.situation_form import OwnForm

REMEMBERED = 4096


class CampaignGame(TurnGame[State, Act, View, Draft, Draft]):
    """A module names its parts: its table and its book, its papers, and what its staff wishes for."""

    tabletop: ClassVar[Tabletop]
    imprint: ClassVar[Imprint]
    wishes: ClassVar[Wishes]
    draft: type[Draft]

    state_type = State
    view_type = View
    questions = QUESTIONS
    reads_drafts = True

    def __init__(self) -> None:
        self.parts = Parts(
            explain=self.reckon,
            warnings=warnings,
            result=self.verdict,
            view=self._look,
            scene=lambda seen, world: scene(self.tabletop, seen, world),
            imagine=lambda seen, rng: determinize.imagine(seen, rng, self.tabletop.book.counters),
            broken=lambda state: invariants.broken(self.draft(state)),
            data=self.sources,
            board=self.picture,
            situation=OwnForm(self._write_situation, self._read_situation),
            nouns=nouns(self.tabletop),
            focus=focus,
        )
        self._boxes = frozenset(boxes(self.tabletop.book))
        # Most answers to a question are those to the one before.
        self._read = lru_cache(maxsize=REMEMBERED)(self.acts.read)
        super().__init__()
        self._staff = CampaignStaff(self.draft, self.answers.legal, self.wishes)

    @abstractmethod
    def reckon(self, d: Draft, act: Act) -> Explanation:
        """What an act rests on."""

    @abstractmethod
    def verdict(self, state: State) -> Result | None:
        """How a campaign ended that was fought to its end."""

    @abstractmethod
    def sources(self) -> tuple[Datum, ...]:
        """Every value of its tables, with where it comes from."""

    @abstractmethod
    def picture(self) -> Board:
        """Its map."""

    def check_choice(self, scenario: str, options: Mapping[str, str]) -> None:
        """The options are checked where the table is set up, which knows more of them."""
        super().check_choice(scenario, {})

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> State:
        return set_up(self.tabletop.book, key, options)

    def deal(self, d: Draft) -> None:
        """The orders of battle are given out."""
        muster(d)

    def late(self, d: Draft, act: Act) -> Refusal:
        """What is asked may be secret: the step is told, and no more."""
        title, top = self.course.stages[d.stage].title, d.frames[-1]
        assert isinstance(top, CampaignQuestion)
        return d.refusal(top.topic, f"not now ({title}): the question is another one")

    def about(self, state: State, unit: str, place: str) -> tuple[Act, ...]:
        """A box is no hex: who points at a piece in one points at the piece alone."""
        return super().about(state, unit, "" if place in self._boxes else place)

    def called(self, seat: Seat) -> str:
        return f"the {self.seats[seat].capitalize()}s"

    def break_off(self, d: Draft) -> None:
        disclose(d)

    def _look(self, state: State, seat: Seat | None, choices: tuple[str, ...]) -> View:
        return views.view(state, seat, self.tabletop.book.counters, list(map(self._read, choices)), choices)

    def other_world(self, state: State, seat: Seat, rng: Random) -> State:
        """Where the other side is asked, its question is the same in both worlds: much is left as it is."""
        if state.frames and state.frames[-1].seat != seat:
            found = determinize.turned(state, seat, rng, self.tabletop.book.counters)
        else:
            found = super().other_world(state, seat, rng)
        return replace(found, rolls=state.rolls)

    def is_open(self, state: State) -> bool:
        """What a side is asked is its own affair, and so is what it answers."""
        return False

    def turn(self, state: State) -> int:
        """The battle that is prepared or fought: it is over while all still stand on the map."""
        return min(len(state.history) + 1, len(self.tabletop.book.dates))

    def _write_situation(self, state: State) -> str:
        return situation.write(self.draft(state), self.tabletop.game, self.course)

    def _read_situation(self, text: str, key: bytes) -> Step[State]:
        fresh = self.draft(self.set_up(self.cover.scenarios[0].key, key, {}), [])
        return situation.read(text, self.tabletop.game, fresh, self.course)

    def staff(self) -> CampaignStaff:
        return self._staff

    def papers(self) -> tuple[Paper, ...]:
        return catalogue.PAPERS

    def paper(self, key: str, view: View, story: Sequence[Event]) -> str:
        return catalogue.write(self.imprint, key, view, story)

    def form(self, state: State, seat: Seat) -> str:
        """Written from what the seat knows."""
        return blank(self.draft(self.imagine(self._view(state, seat), Random(0))), seat)

    def filled(self, state: State, text: str, seat: Seat | None) -> Filled[Act]:
        """Judged by what the seat knows; under a "?" there may be somebody, or nobody."""
        if seat is None:
            return handed(self.draft(state), text, None)
        seen = self._view(state, seat)
        return handed(self.draft(self.imagine(seen, Random(0))), text, seat, unseen_hexes(seen))
