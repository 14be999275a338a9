"""7.501: what becomes of those who are struck, taken, or withdraw in Close Combat."""

import pytest
from tests.campaign.desk import desk
from tests.games.orsha.melees import GERMAN, HERE, RUSSIAN, g, here, opened, play, r

from berlin.campaign.aftermath import melee
from berlin.campaign.aftermath.melee import Assault, Attach, Engage, Stand
from berlin.campaign.state.state import Account
from berlin.games.orsha.board.ground import find_hex
from berlin.kernel.contract.ids import Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules import close_combat, withdrawal
from berlin.squad.rules.close_combat import Attack, Effect, has_chance
from berlin.squad.rules.melee import goes_on, melees
from berlin.squad.rules.mines import passes_mines

AWAY = find_hex("P31")


@rule("OTO 7.501a")
@pytest.mark.parametrize(("by", "at"), [((), (r(0),)), ((g(0),), ()), ((), ())])
def test_7_501a_an_attack_needs_somebody_on_both_sides(by: tuple[Unit, ...], at: tuple[Unit, ...]) -> None:
    d = desk([here("g:4-6-7")], [here("r:T-34-M43")])
    assert has_chance(d, Attack((g(0),), (r(0),)))
    assert not has_chance(d, Attack(by, at))


@rule("OTO 7.501d", "OTO 7.501a")
@pytest.mark.parametrize(
    ("german", "russian"), [(Mark.HIDDEN, 0), (0, Mark.HIDDEN), (Mark.HIDDEN, Mark.HIDDEN)]
)
def test_7_501d_hidden_units_of_either_side_are_yet_to_join(german: int, russian: int) -> None:
    """Two broken squads can't attack: only what is hidden keeps it going."""
    d = desk([here("g:4-6-7", Mark.BROKEN)], [here("r:4-4-7", Mark.BROKEN)])
    assert not goes_on(d, HERE)
    d = desk([here("g:4-6-7", Mark.BROKEN | german)], [here("r:4-4-7", Mark.BROKEN | russian)])
    assert goes_on(d, HERE)
    assert melees(d) == [HERE]


@rule("OTO 7.501.base")
@pytest.mark.parametrize(
    ("tank", "marks", "kind"),
    [
        ("r:T-34-M43", 0, "g:2-4-7"),
        ("r:T-34-M43", Mark.PINNED, "g:2-4-7"),
        ("r:T-34-M43", Mark.SHOCKED, "g:4-6-7"),
        ("r:T-34-M43", Mark.UNCONFIRMED, "g:4-6-7"),
        ("r:T-34-M43", Mark.STUNNED, "g:4-6-7"),
        ("r:GAZ-MM", 0, "g:4-6-7"),
    ],
)
def test_a_12_costs_men_only_against_a_crew_that_can_hit_back(tank: str, marks: int, kind: str) -> None:
    d = desk([here("g:4-6-7")], [here(tank, marks)], dice=(6, 6))
    close_combat.apply(d, [close_combat.roll(d, Attack((g(0),), (r(0),)))], HERE)
    assert d.pieces[GERMAN][0].kind == kind
    assert not d.given


@rule("OTO 7.501.base")
def test_who_is_reduced_is_concealed_no_longer_and_his_comrade_still_is() -> None:
    d = desk([here("g:4-6-7", Mark.CONCEALED), here("g:4-6-7", Mark.CONCEALED)], [here("r:4-4-7")])
    struck = Effect(Attack((r(0),), (g(0),)), hurt=(g(0),))
    assert close_combat.apply(d, [struck], HERE) == {g(0)}
    assert [(p.kind, p.marks) for p in d.pieces[GERMAN]] == [("g:2-4-7", 0), ("g:4-6-7", Mark.CONCEALED)]


@rule("OTO 7.501a")
def test_7_501a_each_attack_of_a_round_may_take_prisoners() -> None:
    d = desk([here("g:4-6-7"), here("g:4-6-7")], [here("r:4-4-7"), here("r:2-3-7")])
    takings = [
        Effect(Attack((g(0),), (r(0),), seize=True), dead=(r(0),)),
        Effect(Attack((g(1),), (r(1),), seize=True), dead=(r(1),)),
    ]
    assert close_combat.apply(d, takings, HERE) == {r(0), r(1)}
    assert [(p.has(Mark.PRISONER), p.holder) for p in d.pieces[RUSSIAN]] == [(True, 0), (True, 1)]


@rule("OTO 7.501a")
@pytest.mark.parametrize("lasting", [Mark.WOUNDED, Mark.HEROIC, Mark.ENGINEER])
def test_7_501a_a_prisoner_keeps_what_he_is_for_good_and_nothing_else(lasting: Mark) -> None:
    passing = Mark.PINNED | Mark.CONCEALED | Mark.BROKEN | Mark.EXHAUSTED
    d = desk([here("g:4-6-7")], [here("r:9-1", lasting | passing)])
    close_combat.take(d, r(0), g(0))
    assert d.pieces[RUSSIAN][0].marks == lasting | Mark.PRISONER


@rule("OTO 7.501a")
def test_7_501a_arms_of_a_prisoner_lie_where_he_stood_and_others_keep_theirs() -> None:
    arms = [here("r:LMG", holder=1), here("r:LMG", holder=0), here("r:MMG", holder=1)]
    captured = here("g:LMG", Mark.CAPTURED, holder=1)
    d = desk([here("g:4-6-7"), captured, here("g:LMG", holder=1)], [here("r:4-4-7"), here("r:4-4-7"), *arms])
    close_combat.take(d, r(1), g(0))
    assert [p.holder for p in d.pieces[RUSSIAN]] == [-1, 0, -1, 0, -1]
    assert [p.holder for p in d.pieces[GERMAN]] == [-1, -1, 1]


@rule("OTO 7.501.base")
@pytest.mark.parametrize(
    ("die", "attached", "pinned"), [(3, True, False), (4, False, False), (6, False, True)]
)
def test_a_magnetic_mine_is_attached_or_not_and_pins_on_a_six_alone(
    die: int, attached: bool, pinned: bool
) -> None:
    d = opened([here("g:4-6-7")], [here("r:T-34-M43")], die)
    d.frames.insert(0, d.frames[0])
    play(d, Stand(), Engage(r(0)), Attach())
    top = d.frames[-1]
    assert isinstance(top, Assault)
    assert melee.attack_in_hand(d, top).charge == attached
    assert d.pieces[GERMAN][0].has(Mark.PINNED) == pinned


@rule("OTO 7.501a")
def test_7_501a_a_guard_withdraws_with_all_his_prisoners() -> None:
    prisoners = [here("r:2-3-7", Mark.PRISONER, holder=1), here("r:8-0", Mark.PRISONER, holder=1)]
    others = [here("r:4-4-7"), here("r:2-3-7", Mark.PRISONER, holder=0)]
    d = desk([here("g:4-6-7"), here("g:4-6-7")], [*others, *prisoners])
    withdrawal.leave(d, g(1), AWAY)
    assert [p.space for p in d.pieces[RUSSIAN]] == [HERE[0], HERE[0], AWAY, AWAY]
    assert [p.space for p in d.pieces[GERMAN]] == [HERE[0], AWAY]


@rule("OTO 7.501.base", "OTO 7.5042.base")
@pytest.mark.parametrize(
    ("dice", "where", "space"),
    [((6, 6), Where.MAP, AWAY), ((5, 6), Where.MAP, AWAY), ((1, 1), Where.LOST, HERE[0])],
)
def test_two_dice_are_added_when_mines_strike_who_leaves_them(
    dice: tuple[int, ...], where: Where, space: int
) -> None:
    """6 factors: a 12 and an 11 do nothing, a 2 kills."""
    mines = Work(Works.MINES, HERE[0], owner=GERMAN, ap=6)
    d = desk([here("g:4-6-7")], [here("r:4-4-7")], [mines], dice=dice)
    withdrawal.leave(d, g(0), AWAY)
    squad = d.pieces[GERMAN][0]
    assert squad.where is where
    assert squad.space == (space if where is Where.MAP else squad.space)
    assert not d.given


@rule("OTO 7.5042.base", "OTO 7.501.base")
@pytest.mark.parametrize(("elr", "kind"), [(0, "g:4-4-7"), (1, "g:4-6-7")])
def test_who_fails_a_check_by_more_than_his_elr_is_replaced(elr: int, kind: str) -> None:
    """6 factors and a 7: a morale check, which 8 fails by 1."""
    mines = Work(Works.MINES, HERE[0], owner=RUSSIAN, ap=6)
    accounts = (Account(elr=elr), Account(elr=4))
    d = desk([here("g:4-6-7")], works=[mines], dice=(3, 4, 4, 4), accounts=accounts)
    assert not passes_mines(d, unit_of(GERMAN, 0), HERE[0])
    squad = d.pieces[GERMAN][0]
    assert (squad.kind, squad.has(Mark.BROKEN)) == (kind, True)


@rule("OTO 7.501a", "OTO 7.501.base")
def test_7_501a_a_prisoner_neither_fights_for_his_guard_nor_is_he_fought() -> None:
    captive = here("g:4-6-7", Mark.PRISONER, holder=0)
    d = opened([here("g:4-6-7"), captive], [here("r:8-1")])
    assert close_combat.fighters(d, RUSSIAN, HERE) == [r(0)]
    assert close_combat.fighters(d, GERMAN, HERE) == [g(0)]
