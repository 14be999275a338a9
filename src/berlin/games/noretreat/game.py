"""No Retreat! with Na Berlin!, tied together."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec

from berlin.games.noretreat import answers, picture, pointing, situation, sources
from berlin.games.noretreat.actions import Action, read, write
from berlin.games.noretreat.events import closing, early, last, latewar, midwar, opening, turning
from berlin.games.noretreat.explain import explain
from berlin.games.noretreat.invariants import broken
from berlin.games.noretreat.nouns import NOUNS
from berlin.games.noretreat.prompts import prompt
from berlin.games.noretreat.scenarios import PLAYED, deal, set_up
from berlin.games.noretreat.scene import scene
from berlin.games.noretreat.sequence import TURN, enter_stage, run
from berlin.games.noretreat.state import Draft, State
from berlin.games.noretreat.tables import AXIS, SEATS
from berlin.games.noretreat.victory import initiative, result, total
from berlin.games.noretreat.view import View, imagine, other_world, view
from berlin.kernel.events import Event
from berlin.kernel.game import Datum, Game, Result, Step
from berlin.kernel.nouns import Nouns
from berlin.kernel.rules import Explanation, Ledger, Refusal, Refused
from berlin.kernel.scene import Board, Prompt, Scene

# Imported so that their events are in the registry.
CARD_EVENTS = (opening, early, midwar, turning, latewar, closing, last)


class NoRetreat(Game[State, Action, View]):
    """The Axis and the Soviets fight for the east, from the frontier of 1941 to the bunker of 1945."""

    code = "noretreat"
    book = "NR"
    title = "No Retreat!"
    version = 1
    seats = SEATS
    scenarios = PLAYED
    ledger = Ledger.load(Path(__file__).parent / "rules.tsv")
    state_type = State
    view_type = View

    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[State]:
        log: list[Event] = []
        d = Draft(set_up(scenario, key, options), log)
        deal(d)
        enter_stage(d, 0)
        run(d)
        return _step(d, log)

    def deciders(self, state: State) -> tuple[int, ...]:
        return (state.frames[-1].seat,) if state.frames else ()

    def legal(self, state: State, unit: int | None = None) -> list[Action]:
        return answers.legal(Draft(state), unit)

    def sample(self, state: State, rng: Random) -> Action:
        return answers.draw(Draft(state), rng)

    def apply(self, state: State, action: Action) -> Step[State]:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise Refused(refusal)
        log: list[Event] = []
        d = Draft(state, log)
        answers.carry_out(d, action)
        run(d)
        return _step(d, log)

    def next(self, state: State, action: Action) -> State:
        d = Draft(state)
        answers.carry_out(d, action)
        run(d)
        return d.freeze()

    def playout(self, state: State, rng: Random, limit: int) -> State:
        # One draft from here to the end: nobody looks at the states between.
        d = Draft(state)
        for _ in range(limit):
            if not d.frames:
                break
            answers.carry_out(d, answers.draw(d, rng))
            run(d)
        return d.freeze()

    def why_not(self, state: State, action: Action) -> Refusal | None:
        return answers.why_not(Draft(state), action)

    def explain(self, state: State, action: Action) -> Explanation:
        return explain(Draft(state), action)

    def prompt(self, state: State) -> Prompt | None:
        return prompt(Draft(state))

    def result(self, state: State) -> Result | None:
        return result(state)

    def turn(self, state: State) -> int:
        return state.turn

    def scores(self, state: State) -> tuple[int, ...]:
        d = Draft(state)
        points = total(d, initiative(d))
        return (points, 0) if initiative(d) == AXIS else (0, points)

    def milestone(self, state: State) -> int:
        return state.turn * len(TURN) + state.stage

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
        return pointing.about(Draft(state), unit, place)

    def warnings(self, state: State, action: Action) -> tuple[str, ...]:
        return pointing.warnings(Draft(state), action)

    def nouns(self) -> Nouns:
        return NOUNS


def _step(d: Draft, log: list[Event]) -> Step[State]:
    return Step(d.freeze(), tuple(log), tuple(d.dice), tuple(d.sides))


GAME = NoRetreat()
