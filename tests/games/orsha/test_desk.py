"""The staff's desk as a seat is shown it: purchases, the checklist, the history, reports, and no secret."""

from random import Random

import pytest
from tests.campaign.desk import at, desk, off
from tests.campaign.journey import some_states

from berlin.campaign.deployment.setup import Deploying, Siting
from berlin.campaign.desk.scene import scene
from berlin.campaign.purchases.fortify import Fortifying
from berlin.campaign.purchases.purchase import Shop
from berlin.campaign.report.common import Agreeing, Settling
from berlin.campaign.report.telling import Telling
from berlin.campaign.report.units import Reporting
from berlin.campaign.state.state import Account, Group, Line, State
from berlin.games.orsha.board.ground import KEYS, START
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.sequence import RING, STEPS
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table.tabletop import TABLETOP
from berlin.kernel.contract import scene as table
from berlin.kernel.contract.game import load
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Scene
from berlin.kernel.play.undo import barrier
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import Work, Works

NAMES = [stage.name for stage in RING]


def shown(d: Draft, seat: Seat | None = GERMAN) -> Scene:
    state = d.freeze()
    assert isinstance(state, State)
    seen = GAME.view(state, seat)
    return scene(TABLETOP, seen, GAME.imagine(seen, Random(0)))


def shop_of(found: Scene) -> table.Shop:
    assert found.shop is not None
    return found.shop


def offer(found: Scene, name: str) -> table.Offer:
    return next(one for one in shop_of(found).offers if one.name.startswith(f"{name} "))


def buying(turn: int = 1, cpp: int = 30, **fields: int) -> Draft:
    d = desk(turn=turn, stage=NAMES.index("7.518"))
    d.account(GERMAN, cpp=cpp, total=30, **fields)
    d.account(RUSSIAN, cpp=20, total=20)
    d.frames += [Shop(RUSSIAN), Shop(GERMAN)]
    return d


def test_every_line_can_be_bought_or_says_why_not() -> None:
    found = shown(buying(cpp=6))
    assert shop_of(found).open
    buys = {choice.text for choice in found.choices if choice.verb == "buy"}
    assert {text for one in shop_of(found).offers for text in one.answers} == buys
    assert all(bool(one.answers) != bool(one.reason and one.rule) for one in shop_of(found).offers)
    assert offer(found, "I1").reason == "it costs 7 CPP, there are 6"
    assert (shop_of(found).total, shop_of(found).left, shop_of(found).money) == (30, 6, "CPP")


@rule("OTO 7.5187", "OTO 7.5188")
def test_a_line_tells_what_is_left_of_it() -> None:
    d = buying(turn=2)
    d.account(GERMAN, today=(2,), bought=(3,))
    line = offer(shown(d), "I1")
    assert [(limit.used, limit.most) for limit in line.limits] == [(2, 2), (3, 4)]
    assert (line.answers, line.rule) == ((), "OTO 7.5187")
    assert [(one.label, one.of) for one in line.chances] == [("full", 36), ("depleted", 36)]


def test_what_was_bought_can_be_given_back_and_the_enemy_learns_nothing() -> None:
    d = buying()
    before = shown(d, RUSSIAN), shown(d, None)
    d.frames[-1].carry_out(d, GAME.read("buy O1"))
    found = shop_of(shown(d))
    assert [(one.name, one.cost) for one in found.bought] == [("0: O1 100mm+ OBA", 3)]
    assert {text.split()[0] for text in found.bought[0].answers} == {"register", "return"}
    assert found.left == 27
    assert (shown(d, RUSSIAN), shown(d, None)) == before
    assert shown(d, None).shop is None


def test_fortifications_are_bought_on_the_same_page() -> None:
    d = desk([off("g:4-6-7")], stage=NAMES.index("7.520"), works=[Work(Works.WIRE, owner=GERMAN)])
    d.account(GERMAN, fpp=8)
    d.frames.append(Fortifying(GERMAN))
    found = shop_of(shown(d))
    assert (found.money, found.left, found.open) == ("FPP", 8, True)
    wares = {one.name: one for one in found.offers}
    assert wares["Trench"].answers == ("fortify trench",)
    assert (wares["Wire"].answers, wares["Wire"].rule) == ((), "OTO 6.fpp")
    assert wares["4-6-7"].answers == ("hide g0",)
    assert [one.name for one in found.bought] == ["wire"]


@pytest.mark.parametrize(
    ("turn", "stage", "now", "out"),
    [
        (1, "7.518", "7.518", {step.name for step in STEPS if not step.is_initial}),
        (1, "7.3", "7.3", {step.name for step in STEPS if not step.is_initial}),
        (1, "7.505", "7.505", set()),
        (2, "7.5131", "7.5131", set()),
        (4, "7.502", "7.502", {"7.3", *(step.name for step in STEPS if not step.closes)}),
    ],
)
def test_the_checklist_knows_what_is_done_and_what_this_date_leaves_out(
    turn: int, stage: str, now: str, out: set[str]
) -> None:
    d = desk(turn=turn, stage=NAMES.index(stage))
    found = shown(d, None).checklist
    assert found is not None
    stands = {task.name: task.stand for task in found.tasks}
    assert [name for name, stand in stands.items() if stand == "now"] == [now]
    assert {name for name, stand in stands.items() if stand == "left out"} == out
    order = [name for name in stands if name not in out]
    at_now = order.index(now)
    assert {stands[name] for name in order[:at_now]} <= {"done"}
    assert {stands[name] for name in order[at_now + 1 :]} <= {"ahead"}


def test_every_step_is_explained_with_its_rule_and_the_marks_of_the_book() -> None:
    found = shown(desk(), None).checklist
    assert found is not None
    assert [task.name for task in found.tasks] == [*(step.name for step in STEPS), "7.3"]
    assert all(task.text.endswith(".") and task.rule for task in found.tasks)
    assert {mark for task in found.tasks for mark in task.marks} == {mark for mark, _ in found.marks}


def test_the_history_goes_from_date_to_date_with_ones_own_purchases_alone() -> None:
    d = desk(turn=3)
    held = desk().freeze().control[GERMAN]
    d.history += [
        Line(1, GERMAN, 3, 3, (4, 9), held, "report", "Overcast", "Wet"),
        Line(2, RUSSIAN, 9, 8, (10, 2), held, "model", "Clear", "Moist"),
    ]
    d.groups[GERMAN].extend([Group(0, 1, paid=7)] * 2)
    chapters = {seat: shown(d, seat).chronicle for seat in (GERMAN, RUSSIAN, None)}
    first, second = (dict(one.facts) for one in chapters[GERMAN])
    assert first["Your purchases"] == "2 × I1 Rifle Co. I (14 CPP)"
    assert second["Your purchases"] == "none"
    assert (second["Weather"], second["VP of the scenario"]) == ("Clear, Moist", "8 of 7 needed")
    assert [one.camp for one in chapters[None]] == ["german", "russian"]
    assert dict(chapters[RUSSIAN][0].facts)["Your purchases"] == "none"
    assert "Your purchases" not in dict(chapters[None][0].facts)
    layers = {layer.name: layer for layer in shown(d).layers}
    there = sum(1 << KEYS.index(place) for place in layers[chapters[None][0].layer].places)
    assert there == START[GERMAN]


def test_a_report_is_a_form_with_a_row_for_every_unit() -> None:
    d = desk([at("g:4-6-7", "K12"), off("g:LMG")], [at("r:4-4-7", "K45")], stage=NAMES.index("7.3"))
    d.frames += [Reporting(RUSSIAN), Reporting(GERMAN, (unit_of(GERMAN, 1),))]
    found = shown(d).form
    assert found is not None
    assert [(row.unit, row.name, row.place, row.answers) for row in found.rows] == [
        ("g0", "4-6-7", "K12", ("tell g0",)),
        ("g1", "LMG", "retained", ()),
        ("", "SAN 3, fallen to", "", ("sniped 0", "sniped 1", "sniped 2")),
    ]
    assert found.rows[1].said == ("told",)
    assert shown(d, RUSSIAN).form is None
    assert [choice.text for choice in shown(d).choices if choice.opens] == ["tell g0"]


def test_a_unit_is_told_of_on_the_form_and_the_map() -> None:
    d = desk([at("g:4-6-7", "K12", Mark.BROKEN)], stage=NAMES.index("7.3"))
    d.frames += [Reporting(GERMAN), Telling(GERMAN, unit_of(GERMAN, 0))]
    found = shown(d)
    assert found.form is not None
    (row,) = found.form.rows
    bare = {choice.text for choice in found.choices if not choice.place}
    assert set(row.answers) == bare
    assert {"fell fire", "mended broken", "told"} <= bare
    around = [place for choice in found.choices for place in choice.around]
    assert sorted(around) == sorted(filter(None, KEYS))


def test_what_was_told_of_the_ground_is_read_to_who_agrees() -> None:
    d = desk(stage=NAMES.index("7.3"))
    facts = ("german:K45", "+shellholes:K12", "-wire:K13", "rained")
    words = ["K45 passed to the German side", "K12 now there: shellholes", "K13 gone: wire", "rained"]
    for frame in (Settling(RUSSIAN, facts), Agreeing(GERMAN, facts)):
        d.frames[:] = [frame]
        found = shown(d, frame.seat).form
        assert found is not None
        assert [row.name for row in found.rows] == words


def test_a_click_on_any_hex_of_a_part_of_the_map_is_followed_up_there() -> None:
    d = desk([off("g:4-6-7")], stage=NAMES.index("7.5222"))
    d.frames += [Deploying(GERMAN, False), Siting(GERMAN, unit_of(GERMAN, 0))]
    parts = [choice for choice in shown(d).choices if choice.around]
    assert len(parts) > 10
    for part in parts[::7]:
        state = d.freeze()
        assert isinstance(state, State)
        after = Draft(state)
        after.frames[-1].carry_out(after, GAME.read(part.text))
        assert {one.place for one in shown(after).choices if one.verb == "put"} == set(part.around)


def test_answers_on_the_pages_are_legal_ones() -> None:
    for state in some_states():
        for seat in (GERMAN, RUSSIAN):
            seen = GAME.view(state, seat)
            found = scene(TABLETOP, seen, GAME.imagine(seen, Random(1)))
            legal = {choice.text for choice in found.choices}
            lines: list[table.Offer | table.Bought | table.Row] = []
            lines += [*found.shop.offers, *found.shop.bought] if found.shop else []
            lines += found.form.rows if found.form else ()
            placed = {text for line in lines for text in line.answers}
            assert placed <= legal
            assert all(GAME.write(GAME.read(text)) == text for text in placed)
            money = Account() if seen.account is None else seen.account
            assert found.shop is None or found.shop.left in (money.cpp, money.fpp)


def test_a_secret_answer_is_read_by_nobody_else_and_can_be_taken_back() -> None:
    game = load("orsha")
    before = game.start("orsha", bytes(32), {}).state
    assert not game.is_open(before)
    for text in ("buy I1", "buy O1"):
        after = game.next(before, game.read(text))
        assert barrier(game, before, game.read(text), after) == ""
        before = after
