"""Whole campaigns at random: they end, nothing vanishes, nobody overspends, every state can be kept."""

from random import Random

import msgspec
import pytest

from berlin.campaign.invariants import broken
from berlin.campaign.questions import ASKED, CHAPTERS
from berlin.campaign.state import GERMAN, RUSSIAN
from berlin.games.orsha.actions import read, write
from berlin.games.orsha.cover import options
from berlin.games.orsha.draft import Draft, State
from berlin.games.orsha.prompts import QUESTIONS, prompt
from berlin.games.orsha.scenarios import deal, set_up
from berlin.games.orsha.sequence import COURSE, RING, STEPS
from berlin.kernel.game import BadText
from berlin.kernel.proof import rule

LONGEST = 15_000


def begun(seed: int, **chosen: str) -> tuple[Draft, Random]:
    rng = Random(seed)
    d = Draft(set_up("orsha", rng.randbytes(32), chosen))
    deal(d)
    COURSE.enter(d, 0)
    COURSE.run(d)
    return d, rng


@rule("OTO 7.5.seq", "OTO 7.3a", "OTO 7.32")
@pytest.mark.parametrize(("seed", "battles"), [(1, "model"), (2, "report")])
def test_a_campaign_comes_to_its_verdict(seed: int, battles: str) -> None:
    d, rng = begun(seed, battles=battles)
    taken, dates = [RING[d.stage].name], [d.turn]
    for count in range(LONGEST):
        if not d.frames:
            break
        top = d.frames[-1]
        assert type(top) in ASKED
        assert prompt(d) is not None
        answers = CHAPTERS[type(top)][0](d, top)
        act = rng.choice(answers)
        assert isinstance(act, ASKED[type(top)])
        assert read(write(act)) == act
        CHAPTERS[type(top)][1](d, top, act)
        COURSE.run(d)
        if RING[d.stage].name != taken[-1]:
            taken.append(RING[d.stage].name)
            dates.append(d.turn)
            assert broken(d) == []
        if not count % 50:
            state = d.freeze()
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state
    assert d.over
    assert d.verdict
    assert [line.date for line in d.history] == [1, 2, 3, 4]
    order = [stage.name for stage in RING]
    for date in range(1, 5):
        steps = [order.index(name) for name, on in zip(taken, dates, strict=True) if on == date]
        round_from = order.index("7.512")
        turned = [(step - round_from) % len(order) for step in steps]
        assert turned == sorted(turned)


@rule("OTO 7.5b", "OTO 7.5.q1", "OTO 7.5c", "OTO 7.5d", "OTO 7.5.seq")
def test_the_marks_of_the_steps() -> None:
    named = {step.name[:5]: step for step in STEPS}
    assert [name for name, step in named.items() if step.closes] == ["7.501", "7.502", "7.503"]
    assert [name for name, step in named.items() if step.loops] == [f"7.5{n}" for n in range(12, 22)]
    assert [name for name, step in named.items() if step.is_initial] == [f"7.5{n}" for n in range(18, 24)]
    assert list(named) == [f"7.5{n:02}" for n in range(1, 24)]


def test_a_campaign_begins_with_purchases() -> None:
    d, _ = begun(1)
    assert RING[d.stage].name == "7.518"
    assert [account.cpp for account in d.accounts] == [66, 68]


@rule("OTO 7.31.german", "OTO 7.31.russian")
@pytest.mark.parametrize(("balance", "needed"), [("", 20), ("german", 22), ("russian", 18)])
def test_the_balance_of_either_side(balance: str, needed: int) -> None:
    assert begun(1, balance=balance)[0].needed == needed


@rule("OTO 7.518d")
@pytest.mark.parametrize(("kept", "most"), [("", -1), ("2", 2)])
def test_how_many_of_the_cpp_kept_count_is_agreed_on_before(kept: str, most: int) -> None:
    assert begun(1, kept=kept)[0].freeze().left_most == most


@pytest.mark.parametrize(
    ("scenario", "chosen"),
    [
        ("minsk", {}),
        ("orsha", {"battles": "dice"}),
        ("orsha", {"balance": "french"}),
        ("orsha", {"kept": "7"}),
        ("orsha", {"sun": "no"}),
    ],
)
def test_what_there_is_not_is_refused(scenario: str, chosen: dict[str, str]) -> None:
    with pytest.raises(BadText):
        set_up(scenario, bytes(32), chosen)


def test_every_value_of_an_option_is_taken() -> None:
    for option in options("orsha"):
        for value, about in option.values:
            assert about
            set_up("orsha", bytes(32), {option.key: value})


def test_every_question_has_words() -> None:
    assert set(QUESTIONS) == set(ASKED)
    assert {GERMAN, RUSSIAN} == {0, 1}
