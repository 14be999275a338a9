"""Race for Berlin, tied together."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec

from berlin.games.race import answers, picture, pointing, situation, sources
from berlin.games.race.actions import Action, read, write
from berlin.games.race.explain import explain
from berlin.games.race.invariants import broken
from berlin.games.race.nouns import NOUNS
from berlin.games.race.prompts import prompt
from berlin.games.race.scene import scene
from berlin.games.race.sequence import enter_stage, impulses, run
from berlin.games.race.setup import set_up
from berlin.games.race.staff import RaceStaff
from berlin.games.race.standing import standing
from berlin.games.race.state import Draft, State
from berlin.games.race.units import SEATS
from berlin.games.race.victory import result
from berlin.games.race.view import View, imagine, other_world, view
from berlin.kernel.events import Event
from berlin.kernel.game import BadText, Datum, Game, Result, Scenario, Step
from berlin.kernel.nouns import Nouns
from berlin.kernel.rules import Explanation, Ledger, Refusal, Refused, Tally
from berlin.kernel.scene import Board, Prompt, Scene

CAMPAIGN = Scenario(
    "campaign",
    "The race for Berlin",
    "16 April to the fall of the city, ten turns, both marshals from the Oder",
)

STAFF = RaceStaff()


class Race(Game[State, Action, View]):
    """Zhukov and Koniev race for Berlin; each also commands the Germans in the other's way."""

    code = "race"
    book = "RFB"
    title = "Race for Berlin"
    version = 2
    seats = SEATS
    scenarios = (CAMPAIGN,)
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View

    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[State]:
        if scenario != CAMPAIGN.key:
            raise BadText(f"{scenario!r} is no scenario of {self.title} (one of: {CAMPAIGN.key})")
        if options:
            raise BadText(f"{next(iter(options))!r} is no option of {self.title}, which has none")
        log: list[Event] = []
        d = Draft(set_up(key), log)
        enter_stage(d, 0)
        run(d)
        return Step(d.freeze(), tuple(log), tuple(d.dice), tuple(d.sides))

    def deciders(self, state: State) -> tuple[int, ...]:
        return (state.frames[-1].seat,) if state.frames else ()

    def legal(self, state: State, unit: int | None = None) -> list[Action]:
        return answers.legal(state, unit)

    def sample(self, state: State, rng: Random) -> Action:
        return answers.draw(state, rng)

    def apply(self, state: State, action: Action) -> Step[State]:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise Refused(refusal)
        log: list[Event] = []
        d = Draft(state, log)
        answers.carry_out(d, action)
        run(d)
        return Step(d.freeze(), tuple(log), tuple(d.dice), tuple(d.sides))

    def next(self, state: State, action: Action) -> State:
        d = Draft(state)
        answers.carry_out(d, action)
        run(d)
        return d.freeze()

    def playout(self, state: State, rng: Random, limit: int) -> State:
        # One draft from here to the end: nobody looks at the states between.
        d = Draft(state)
        answers.play_at_random(d, rng, limit)
        return d.freeze()

    def why_not(self, state: State, action: Action) -> Refusal | None:
        return answers.why_not(state, action)

    def explain(self, state: State, action: Action) -> Explanation:
        return explain(state, action)

    def prompt(self, state: State) -> Prompt | None:
        return prompt(state)

    def result(self, state: State) -> Result | None:
        return result(state)

    def turn(self, state: State) -> int:
        return state.turn

    def scores(self, state: State) -> tuple[int, ...]:
        return state.vp

    def standing(self, state: State, seat: int) -> Tally:
        return standing(state, seat)

    def staff(self) -> RaceStaff:
        return STAFF

    def milestone(self, state: State) -> int:
        return impulses(state)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def scene(self, view: View) -> Scene:
        return scene(view, imagine(view, Random(0)))

    def imagine(self, view: View, rng: Random) -> State:
        return imagine(view, rng)

    def other_world(self, state: State, seat: int, rng: Random) -> State:
        return other_world(state, seat, rng)

    def write(self, action: Action) -> str:
        return write(action)

    def read(self, text: str) -> Action:
        return read(text)

    def with_dice(self, state: State, given: tuple[int, ...]) -> State:
        return msgspec.structs.replace(state, given=given)

    def dice_left(self, state: State) -> tuple[int, ...]:
        return state.given

    def dice_made(self, state: State) -> int:
        return state.rolls

    def broken(self, state: State) -> list[str]:
        return broken(state)

    def write_situation(self, state: State) -> str:
        return situation.write(state)

    def read_situation(self, text: str, key: bytes) -> Step[State]:
        return situation.read(text, key)

    def data(self) -> tuple[Datum, ...]:
        return sources.data()

    def board(self) -> Board:
        return picture.board()

    def about(self, state: State, unit: str, place: str) -> tuple[Action, ...]:
        return pointing.about(state, unit, place)

    def warnings(self, state: State, action: Action) -> tuple[str, ...]:
        return pointing.warnings(state, action)

    def nouns(self) -> Nouns:
        return NOUNS


GAME = Race()
