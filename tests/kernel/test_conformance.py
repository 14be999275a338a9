"""The battery passes a sound game, and each law catches the game that breaks it."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from toy import GAME, Ask, Do, State, Toy, View

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import BadText, Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Explanation, Outcome, Refusal
from berlin.kernel.contract.scene import Card, Prompt, Scene
from berlin.kernel.play.dice import Dice, key_from_seed
from berlin.kernel.proof import conformance, laws
from berlin.kernel.proof.checkpoint import Checkpoint
from berlin.kernel.proof.conformance import ConformanceError
from berlin.kernel.records.record import parse


def caught(game: Toy, games: int = 10) -> ConformanceError:
    with pytest.raises(ConformanceError) as found:
        conformance.check(game, games=games, limit=100)
    return found.value


def test_a_sound_game_passes() -> None:
    report = conformance.check(GAME, games=10, seed=5)
    assert (report.games, report.actions, report.checkpoints) == (10, 5 * 8 + 5 * 30, 5 * 9 + 5 * 31)
    assert report.hidden_from == report.varied_for == {0, 1}


def test_the_laws_can_be_looked_at_here_and_there_only() -> None:
    report = conformance.check(GAME, games=4, every=10)
    assert report.actions == 2 * 8 + 2 * 30
    assert 4 < report.checkpoints < 30


def test_a_failure_names_law_seed_and_action_and_carries_its_record() -> None:
    class Explodes(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            if state.left == 5:
                raise ZeroDivisionError("boom")
            return super().apply(state, action)

    error = caught(Explodes())
    assert error.law == "no exceptions"
    assert "ZeroDivisionError" in str(error)
    assert "(toy, seed 1, after action 3)" in str(error)
    assert len(parse(error.record, game=GAME).lines) == 3


def test_play_that_never_ends_is_caught() -> None:
    class Endless(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            return super().apply(replace(state, left=state.left + 1), action)

    assert caught(Endless()).law == "random play ends"


def test_a_dead_end_is_caught() -> None:
    class DeadEnd(Toy):
        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            return [] if state.left == 3 else super().legal(state, unit, seat)

    error = caught(DeadEnd())
    assert error.law == "deciders are asked"
    assert "dead end" in str(error)


def test_a_decider_after_the_end_is_caught() -> None:
    class GoesOn(Toy):
        def deciders(self, state: State) -> tuple[Seat, ...]:
            return super().deciders(state) or (() if state.left else (Seat(0),))

    assert caught(GoesOn()).law == "deciders are asked"


def test_a_prompt_to_the_wrong_seat_is_caught() -> None:
    class WrongSeat(Toy):
        def prompt(self, state: State) -> Prompt | None:
            return Prompt(Seat(0), "What?", "TOY 1") if state.frames else None

    assert caught(WrongSeat()).law == "deciders are asked"


def test_a_duplicate_is_caught() -> None:
    class Duplicate(Toy):
        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            listed = super().legal(state, unit, seat)
            return listed + listed[-1:]

    error = caught(Duplicate())
    assert error.law == "legal lists are stable"
    assert "duplicate: rest" in str(error)


def test_a_list_without_a_fixed_order_is_caught() -> None:
    class Unordered(Toy):
        rng = Random(1)

        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            listed = super().legal(state, unit, seat)
            self.rng.shuffle(listed)
            return listed

    assert caught(Unordered()).law == "legal lists are stable"


def test_a_unit_with_answers_of_its_own_is_caught() -> None:
    class OneMore(Toy):
        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            return super().legal(state, unit, seat) + ([Do("rest", unit)] if unit else [])

    assert caught(OneMore()).law == "one unit is a part of all"


def test_an_answer_of_nobody_or_of_two_seats_is_caught() -> None:
    class Nobodys(Toy):
        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            return [one for one in super().legal(state, unit, seat) if seat is None or one.verb != "roll"]

    class Everybodys(Toy):
        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            return super().legal(state, unit)

    class Anothers(Toy):
        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            return super().legal(state, unit, seat if seat is None else 1 - seat)

    for game in (Nobodys(), Everybodys(), Anothers()):
        assert caught(game).law == "each seat has its own"


def test_an_illegal_sample_is_caught() -> None:
    class Wild(Toy):
        def sample(self, state: State, rng: Random, seat: int | None = None) -> Do:
            return Do("play", rng.randint(1, 9))

    assert caught(Wild()).law == "sample is legal"


def test_a_sample_that_is_not_uniform_is_caught() -> None:
    class Lopsided(Toy):
        def sample(self, state: State, rng: Random, seat: int | None = None) -> Do:
            listed = self.legal(state)
            return listed[min(rng.randrange(len(listed)), rng.randrange(len(listed)))]

    assert caught(Lopsided()).law == "sample is uniform"


class Board(msgspec.Struct):
    """Not frozen: what a state must not be made of."""

    frames: tuple[Ask, ...]
    hands: tuple[tuple[int, ...], ...]
    gone: tuple[int, ...]
    scores: tuple[int, ...]
    left: int
    dice: Dice
    resigned: int | None = None
    worn: int = 0

    bag = State.bag


def test_a_state_that_is_written_on_is_caught() -> None:
    class Wearing(Toy):
        state_type: Any = Board

        def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[Any]:
            step = super().start(scenario, key, options)
            return replace(step, state=Board(**msgspec.structs.asdict(step.state)))

        def apply(self, state: Any, action: Do) -> Step[Any]:
            state.worn += 1
            return super().apply(state, action)

    assert caught(Wearing()).law == "apply keeps the old state"


def test_a_next_that_is_not_apply_is_caught() -> None:
    class Hasty(Toy):
        def next(self, state: State, action: Do) -> State:
            return replace(super().next(state, action), scores=(0, 0))

    assert caught(Hasty()).law == "next is apply"


def test_an_illegal_action_that_is_not_refused_is_caught() -> None:
    class Lax(Toy):
        def why_not(self, state: State, action: Do) -> Refusal | None:
            return None if action.verb == "play" else super().why_not(state, action)

    error = caught(Lax())
    assert error.law == "why_not is exact"
    assert "not legal and not refused" in str(error)


def test_a_legal_action_that_is_refused_is_caught() -> None:
    class Strict(Toy):
        def why_not(self, state: State, action: Do) -> Refusal | None:
            tired = Refusal("TOY 5", "no rest") if action.verb == "rest" else None
            return tired or super().why_not(state, action)

    error = caught(Strict())
    assert error.law == "why_not is exact"
    assert "is legal and refused" in str(error)


def test_a_refusal_by_a_rule_that_is_not_in_the_ledger_is_caught() -> None:
    class Invents(Toy):
        def why_not(self, state: State, action: Do) -> Refusal | None:
            refusal = super().why_not(state, action)
            return refusal and Refusal("TOY 99", refusal.reason)

    assert "no such rule" in str(caught(Invents()))


def test_an_illegal_action_that_is_applied_is_caught() -> None:
    class Obeys(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            if self.why_not(state, action) and state.frames:
                return super().apply(state, Do("rest"))
            return super().apply(state, action)

    error = caught(Obeys())
    assert error.law == "why_not is exact"
    assert "was applied" in str(error)


def test_an_action_text_that_does_not_come_back_is_caught() -> None:
    class Mumbles(Toy):
        def read(self, text: str) -> Do:
            return super().read("rest" if text == "roll" else text)

    assert caught(Mumbles()).law == "texts round-trip"


def test_an_action_text_that_would_spoil_a_record_is_caught() -> None:
    class Bars(Toy):
        def write(self, action: Do) -> str:
            return super().write(action).replace("rest", "rest | 3")

        def read(self, text: str) -> Do:
            return super().read(text.replace("rest | 3", "rest"))

    assert "can't stand in a record" in str(caught(Bars()))


def test_a_state_that_grows_too_large_is_caught() -> None:
    class Hoards(Toy):
        def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[State]:
            step = super().start(scenario, key, options)
            return replace(step, state=replace(step.state, dice=replace(step.state.dice, given=(1,) * 60000)))

    assert "more than 49152" in str(caught(Hoards()))


def test_a_broken_invariant_is_caught() -> None:
    class Copies(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            step = super().apply(state, action)
            if action.verb != "play":
                return step
            return replace(step, state=replace(step.state, hands=state.hands))

    assert caught(Copies()).law == "invariants hold"


def test_a_scene_that_leaves_an_answer_out_is_caught() -> None:
    class Forgets(Toy):
        def scene(self, view: View) -> Scene:
            scene = super().scene(view)
            return replace(scene, choices=scene.choices[:-1])

    assert caught(Forgets()).law == "choices are the legal list"


class Peek(View, frozen=True):
    other: tuple[int, ...] = ()


def test_a_view_that_leaks_is_caught() -> None:
    class Leaks(Toy):
        def view(self, state: State, seat: Seat | None) -> View:
            theirs = state.hands[1 - (seat or 0)]
            return Peek(**msgspec.structs.asdict(super().view(state, seat)), other=theirs)

        def other_world(self, state: State, seat: Seat, rng: Random) -> State:
            return GAME.other_world(state, seat, rng)

    error = caught(Leaks())
    assert error.law == "views hide"
    assert "red sees through red's veil: at other" in str(error)


def test_a_view_that_leaks_to_spectators_is_caught() -> None:
    class Broadcasts(Toy):
        def view(self, state: State, seat: Seat | None) -> View:
            view = super().view(state, seat)
            return view if seat is not None else replace(view, hand=state.hands[0])

    error = caught(Broadcasts())
    assert error.law == "views hide"
    assert "a spectator sees" in str(error)


def test_a_legal_list_that_leaks_is_caught() -> None:
    class Hints(Toy):
        def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
            listed = super().legal(state, unit, seat)
            return listed[:-1] if state.frames and 9 in state.hands[1 - state.frames[-1].seat] else listed

        def why_not(self, state: State, action: Do) -> Refusal | None:
            hinted = action == Do("rest") and action not in self.legal(state)
            return Refusal("TOY 5", "no rest") if hinted else super().why_not(state, action)

        def scene(self, view: View) -> Scene:
            return replace(super().scene(view), choices=())

    state = State((Ask(Seat(0)),), ((1, 2), (3, 9)), (), (0, 0), 5, Dice(b"k" * 32))
    point = Checkpoint(Hints(), state, seed=1)
    with pytest.raises(ConformanceError, match="the legal list tells red"):
        laws.views_hide(point)


def test_an_event_that_leaks_is_caught() -> None:
    class Shouts(Toy):
        def draw(self, state: State, seat: Seat) -> tuple[State, int, Event]:
            state, value, event = super().draw(state, seat)
            return state, value, replace(event, seat=-1)

    assert caught(Shouts()).law == "events hide"


def test_a_veil_that_leaks_is_caught() -> None:
    class ThinVeil(Toy):
        def draw(self, state: State, seat: Seat) -> tuple[State, int, Event]:
            state, value, event = super().draw(state, seat)
            return state, value, replace(event, veil=event.text)

    assert caught(ThinVeil()).law == "events hide"


def test_an_imagined_world_that_looks_different_is_caught() -> None:
    class Daydreams(Toy):
        def imagine(self, view: View, rng: Random) -> State:
            return replace(super().imagine(view, rng), left=view.left + 1)

        def other_world(self, state: State, seat: Seat, rng: Random) -> State:
            return GAME.other_world(state, seat, rng)

    assert caught(Daydreams()).law == "imagined worlds look the same"


def test_other_worlds_that_never_differ_are_caught() -> None:
    class OneWorld(Toy):
        def other_world(self, state: State, seat: int, rng: Random) -> State:
            return state

    assert caught(OneWorld()).law == "other worlds differ"


def test_a_view_that_holds_the_key_is_caught() -> None:
    class Careless(Toy):
        key = key_from_seed(1)

        def scene(self, view: View) -> Scene:
            scene = super().scene(view)
            return replace(scene, cards=(*scene.cards, Card(Seat(0), self.key.hex())))

    assert caught(Careless()).law == "keys stay secret"


def test_dice_that_are_not_told_are_caught() -> None:
    class Silent(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            return replace(super().apply(state, action), dice=())

    assert caught(Silent()).law == "dice are counted"


def test_dice_whose_sides_are_not_told_are_caught() -> None:
    class Faceless(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            return replace(super().apply(state, action), sides=())

    error = caught(Faceless())
    assert error.law == "dice are counted"
    assert "sides" in str(error)


def test_wrong_sides_are_caught() -> None:
    class Rounder(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            step = super().apply(state, action)
            return replace(step, sides=tuple(faces + 1 for faces in step.sides))

    error = caught(Rounder())
    assert error.law == "replay reproduces"
    assert "is not what the key gives" in str(error)


def test_worlds_that_ask_for_other_dice_are_not_compared() -> None:
    class Loaded(Toy):
        """A seat rolls among fewer faces while the other one holds card 9."""

        def apply(self, state: State, action: Do) -> Step[State]:
            if action.verb != "roll" or 9 not in state.hands[1 - state.frames[-1].seat]:
                return super().apply(state, action)
            return super().apply(replace(state, dice=state.dice.below(1)[1]), action)

    state = State((Ask(Seat(0)),), ((1, 2), (3, 4)), (), (0, 0), 5, Dice(b"k" * 32))
    assert Loaded().apply(state, Do("roll")).dice != (1,)
    for seed in range(20):
        laws.events_hide(Checkpoint(Loaded(), state, seed=seed))


def test_dice_that_can_not_be_laid_down_are_caught() -> None:
    class Stubborn(Toy):
        def with_dice(self, state: State, given: tuple[int, ...]) -> State:
            return state

    assert caught(Stubborn()).law == "dice are counted"


def test_an_undo_past_a_secret_is_caught() -> None:
    class Whispers(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            step = super().apply(state, action)
            if action.verb != "rest":
                return step
            other = 1 - state.frames[-1].seat
            return replace(step, events=(*step.events, Event("hint", "psst", (), (), Seat(other))))

    assert caught(Whispers()).law == "undo stops at dice and secrets"


def test_a_citation_that_is_not_in_the_ledger_is_caught() -> None:
    class Footnotes(Toy):
        def apply(self, state: State, action: Do) -> Step[State]:
            step = super().apply(state, action)
            return replace(step, events=tuple(replace(event, rules=("TOY 42",)) for event in step.events))

    error = caught(Footnotes())
    assert error.law == "citations are in the ledger"
    assert "'TOY 42'" in str(error)


def test_chances_that_do_not_add_up_are_caught() -> None:
    class Sanguine(Toy):
        def explain(self, state: State, action: Do) -> Explanation:
            return Explanation("luck", (), (Outcome("good", 5, 6), Outcome("bad", 2, 6)))

    assert caught(Sanguine()).law == "explanations add up"


def test_a_situation_that_does_not_come_back_is_caught() -> None:
    class Amnesia(Toy):
        def read_situation(self, text: str, key: bytes) -> Step[State]:
            step = super().read_situation(text, key)
            return replace(step, state=replace(step.state, gone=()))

    assert caught(Amnesia()).law == "situations round-trip"


def test_a_game_may_say_that_a_position_has_no_situation_but_not_of_all() -> None:
    class Shy(Toy):
        fewest = 3

        def write_situation(self, state: State) -> str:
            if state.left > self.fewest:
                raise BadText("in the midst of things")
            return super().write_situation(state)

    assert conformance.check(Shy(), games=2).situations > 0

    class Mute(Shy):
        fewest = -1

    assert "no position of any game could be written" in str(caught(Mute()))


def test_a_game_that_remembers_outside_its_state_is_caught() -> None:
    class Remembers(Toy):
        started = 0

        def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[State]:
            self.started += 1
            step = super().start(scenario, key, options)
            return replace(step, state=replace(step.state, scores=(self.started, 0)))

    assert caught(Remembers()).law == "replay reproduces"
