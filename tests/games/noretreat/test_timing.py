"""No Retreat! 4: every act has its time, and what answers a question is in time there."""

from collections import defaultdict
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace
from tests.games.noretreat.cards import full
from tests.games.noretreat.table import front

from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.sequence import ACTS, QUESTIONS
from berlin.games.noretreat.state.state import Draft
from berlin.games.noretreat.state.words import VERBS
from berlin.games.noretreat.table.nouns import NOUNS
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.play.question import AnyQuestion
from berlin.kernel.proof.mark import rule

OF_ORGANIZATION = ("flip 9A", "place 4A Warsaw", "reorganize 9A")
OF_EVENTS = ("choose 9A", "at Kiev", "take K1", "say axis")
OF_COMBAT = {
    "target r0c5": "NR 9.target",
    "blow r0c5": "NR 9.counterblow",
    "attack r0c5": "NR 9.order",
    "join 9A": "NR 9.order",
    "commit": "NR 9.shift.marker",
    "roll": "NR 9.sequence",
    "lose 9A": "NR 9.step",
    "retreat 9A r0c3": "NR 9.retreat",
    "advance 9A r0c5": "NR 9.advance",
    "strike r0c5": "NR 9.result.ca",
}
OF_MOVEMENT = {"move 9A r0c3": "NR 4.playerturn", "entrain 9A": "NR 8.rail.entrain"}


@rule("NR 4.playerturn", "NR 4.organization", "NR 9.sequence", "NR 5.use.event")
def test_4_an_act_out_of_its_time_is_refused_by_the_rule_that_gives_it_its_time() -> None:
    stacks = ("r0c4: 9A", "r0c5: W", "destroyed: 4A-")
    moving, organizing = front("A.4", 7, *stacks, axis="K1"), front("A.3", 7, *stacks, axis="K1")
    for text in OF_ORGANIZATION:
        assert moving.refused(text, "NR 4.organization").reason.startswith("not now (")
    for text in OF_EVENTS:
        for t in (moving, organizing):
            assert t.refused(text, "NR 5.use.event").reason.startswith("not now (")
    for text, clause in OF_COMBAT.items():
        for t in (moving, organizing):
            assert t.refused(text, clause).reason.startswith("not now (")
    for text, clause in OF_MOVEMENT.items():
        assert organizing.refused(text, clause).reason.startswith("not now (")
    for t in (moving, organizing):
        t.refused("detrain 9A Warsaw", "NR 8.rail.detrain")
        t.refused("restore Kiev", "NR 4.removals")
        t.refused("pass", "NR 5.window")
        t.refused("discard K1", "NR 5.draw")


@rule("NR 4.pass", "NAB 3.0c")
def test_4_an_obligatory_choice_knows_no_done() -> None:
    t = front("S.5", 13, "r0c5: 9A", "r0c4: W", "r1c4: SW").do("target r0c5")
    assert t.asked == "Battle"
    t.refused("done", "NR 4.pass")
    t.refused("extend", "NAB 3.0c")


@rule("NR 4.playerturn")
def test_4_each_stage_is_of_one_player_or_of_none() -> None:
    state = front("A.4", 7, "r0c4: 9A").state
    whose = {name: Draft(replace(state, stage=at)).phasing for at, name in enumerate(GAME.course.names)}
    sides = {"A": AXIS, "S": SOVIET}
    assert whose == {name: sides.get(name.partition(".")[0], -1) for name in GAME.course.names}
    assert {name.partition(".")[0] for name in whose} == {"H", "A", "S", "T"}


def name_of(question: type[AnyQuestion]) -> str:
    return str(question.__struct_config__.tag)


@cache
def answered() -> dict[str, set[str]]:
    """What each question was answered with in a few games of chance."""
    found: dict[str, set[str]] = defaultdict(set)
    for seed, (scenario, deck) in enumerate(
        (scenario.key, deck) for scenario in GAME.scenarios for deck in ("kit", "full")
    ):
        state, rng = GAME.start(scenario, key_from_seed(seed), {"deck": deck}).state, Random(seed)
        for _ in range(10_000):
            if not GAME.deciders(state):
                break
            action = GAME.sample(state, rng)
            found[name_of(type(state.frames[-1]))].add(type(action).__name__)
            state = GAME.next(state, action)
    return found


@rule("NR 4.pass", "NR 4.playerturn", "NR 5.window")
@pytest.mark.parametrize("question", [name_of(kind) for kind in QUESTIONS if kind.acts])
def test_4_what_answers_a_question_is_in_time_there(question: str) -> None:
    """An act that may answer it is told why it can't, if it can't; never that this is not its time."""
    kinds = {name_of(kind): {act.__name__ for act in kind.acts} for kind in QUESTIONS}
    assert answered()[question] <= kinds[question]


def test_the_verbs_of_all_questions_are_numbered_as_ever() -> None:
    assert (*NOUNS.words[: len(VERBS)],) == tuple(ACTS.kinds) == VERBS


@rule("NR card.1.soviet", "NR 4.playerturn")
@pytest.mark.parametrize("side", ["A", "S"])
def test_card_1_the_end_of_each_phase_is_asked_about_once(side: str) -> None:
    t = full(f"{side}.4", 7, "Moscow: SW", "Warsaw: 9A", "destroyed: W", soviet="1")
    asked = []
    while t.stage.startswith(side):
        if t.decider == "soviet" and "play 1" in t.legal():
            asked.append(t.stage)
        t.do("done" if "done" in t.legal() else "pass")
    # Movement, Combat, then Removals, whose end is asked about before Detraining, and Detraining.
    assert asked == [f"{side}.4", f"{side}.5", f"{side}.8", f"{side}.8"]
