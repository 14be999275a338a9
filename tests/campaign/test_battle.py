"""How a battle is settled: as it was agreed on, or as the attacker says each time."""

import pytest
from tests.campaign.desk import at, desk

from berlin.campaign import battle, victory
from berlin.campaign.battle import Battle, Settle
from berlin.campaign.report.common import Settling
from berlin.campaign.report.units import Reporting
from berlin.campaign.ways import EACH, WAYS
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH

GERMAN, RUSSIAN = BOTH
REPORTED = [Settling(RUSSIAN), Reporting(RUSSIAN), Reporting(GERMAN)]


def game(way: str) -> Draft:
    d = desk([at("g:4-6-7", "K12")], [at("r:4-5-8", "K45")], way=way, cvp=9, evp=4, weather="Clear")
    d.account(GERMAN, suffered_now=5)
    battle.begin(d)
    return d


def test_a_way_that_was_agreed_on_is_not_asked_for() -> None:
    assert game("report").frames == REPORTED
    d = game("model")
    assert d.frames == []
    assert d.rolls > 0


def test_otherwise_the_attacker_is_asked_before_each_battle() -> None:
    d = game(EACH)
    question = Battle(RUSSIAN)
    assert d.frames == [question]
    assert question.still_asks(d)
    assert question.answers(d) == [Settle("model"), Settle("report")]
    assert d.rolls == 0
    question.carry_out(d, Settle("report"))
    assert d.frames == REPORTED


@pytest.mark.parametrize("way", WAYS)
def test_either_way_takes_the_question_off(way: str) -> None:
    d = game(EACH)
    Battle(RUSSIAN).carry_out(d, Settle(way))
    assert not any(isinstance(frame, Battle) for frame in d.frames)
    assert (d.rolls > 0) == (way == "model")
    victory.determine(d)
    assert (d.history[0].way, d.way) == (way, EACH)


def test_another_way_is_refused() -> None:
    d = game(EACH)
    refusal = Battle(RUSSIAN).why_not(d, Settle("dream"))
    assert (refusal.rule, "model, report" in refusal.reason) == ("OTO CG4", True)


def test_the_points_of_a_battle_are_counted_from_its_begin() -> None:
    d = game("report")
    assert d.before == (9, 4)
    assert [account.suffered_now for account in d.accounts] == [0, 0]
