"""Whole campaigns at random: they end, nothing vanishes, nobody overspends, every state can be kept."""

from random import Random

import msgspec
import pytest

from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.state.invariants import broken
from berlin.games.orsha.cover import options
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.sequence import COURSE, RING, STEPS
from berlin.games.orsha.state.actions import ACTS
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.game import BadText
from berlin.kernel.play.turn_game import prompt_of
from berlin.kernel.proof.mark import rule

LONGEST = 15_000


def begun(seed: int, **chosen: str) -> tuple[Draft, Random]:
    rng = Random(seed)
    d = Draft(GAME.set_up("orsha", rng.randbytes(32), chosen))
    GAME.deal(d)
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
        assert type(top) in QUESTIONS
        asked = prompt_of(d)
        assert asked is not None
        assert asked.rule in GAME.ledger
        answers = top.answers(d)
        act = rng.choice(answers)
        assert isinstance(act, top.acts)
        assert ACTS.read(ACTS.write(act)) == act
        top.carry_out(d, act)
        COURSE.run(d)
        if RING[d.stage].name != taken[-1]:
            taken.append(RING[d.stage].name)
            dates.append(d.turn)
            assert broken(d) == []
        if not count % 50:
            state = d.freeze()
            assert GAME.decode(msgspec.msgpack.encode(state)) == state
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
        GAME.start(scenario, bytes(32), chosen)


def test_every_value_of_an_option_is_taken() -> None:
    for option in options("orsha"):
        for value, about in option.values:
            assert about
            GAME.set_up("orsha", bytes(32), {option.key: value})


def test_every_question_has_words() -> None:
    for question in QUESTIONS:
        assert question.asks.endswith(("?", "."))
        assert question.why.endswith(".")
        assert BOOK.cite(question.topic) in GAME.ledger
