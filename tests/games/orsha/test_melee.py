"""7.501: opposing units of one Location fight on until no Close Combat attack can be made."""

from random import Random

import pytest
from tests.campaign.desk import at, desk, told
from tests.games.orsha.melees import (
    GERMAN,
    HERE,
    RUSSIAN,
    exchange,
    g,
    here,
    opened,
    options,
    play,
    r,
    refused,
    run,
)

from berlin.campaign.aftermath import melee
from berlin.campaign.aftermath.hatches import Expose, Hatches, Shut
from berlin.campaign.aftermath.melee import (
    Assault,
    Bout,
    Cease,
    Detach,
    Engage,
    FightMelee,
    Melees,
    Parting,
    Seize,
    Stand,
    Strike,
    Withdraw,
)
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.ground import MAP, find_hex, keys
from berlin.games.orsha.rules.book import BOOK
from berlin.kernel.contract.ids import Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.combatants import odds
from berlin.squad.board.counters import PERSONNEL, Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules import close_combat
from berlin.squad.rules.close_combat import Attack, has_chance, kill_number, reasons
from berlin.squad.rules.melee import melees


@rule("OTO 7.501a")
def test_7_501a_rounds_are_fought_until_one_side_is_gone() -> None:
    d = opened([here("g:4-6-7")], [here("r:4-4-7")], 6, 6, 6, 5, 6, 4, 5, 5, 1, 2, 6, 6)
    exchange(d)
    exchange(d)
    assert isinstance(d.frames[-1], Parting)
    exchange(d)
    assert not d.frames
    assert [d.pieces[side][0].where for side in (0, 1)] == [Where.LOST, Where.MAP]
    assert len(d.dice) == 12
    assert d.accounts[GERMAN].suffered == d.cvp == 2


@rule("OTO 7.501a")
def test_7_501a_both_sides_strike_at_one_time() -> None:
    d = opened([here("g:4-6-7")], [here("r:4-4-7")], 1, 1, 1, 1)
    exchange(d)
    assert {d.pieces[side][0].where for side in (0, 1)} == {Where.LOST}
    assert not d.frames


@rule("OTO 7.501a")
def test_7_501a_nobody_may_stop_while_an_attack_can_be_made() -> None:
    d = opened([here("g:4-6-7")], [here("r:4-4-7"), here("r:4-4-7")])
    play(d, Stand(), Stand())
    assert refused(d, Cease()) == "OTO 7.501a"
    play(d, Detach(r(1)), Engage(g(0)), Strike())
    assert Cease() in options(d)


@rule("OTO 7.501a")
def test_7_501a_units_that_can_t_hurt_each_other_let_go() -> None:
    broken = Mark.BROKEN | Mark.DISRUPTED
    d = opened([here("g:4-6-7", broken)], [here("r:4-4-7", broken)])
    assert not d.frames
    assert not d.dice


@rule("OTO 7.501a")
def test_units_of_different_hexes_or_levels_and_prisoners_are_in_no_melee() -> None:
    d = opened(
        [here("g:4-6-7"), at("g:4-6-7", "P32", Mark.PRISONER, holder=1)],
        [at("r:4-4-7", "P31"), at("r:4-4-7", "P32"), here("r:4-4-7", level=1)],
    )
    assert not d.frames


@rule("OTO 7.501b", "OTO 7.5011")
def test_7_5011_the_russian_alone_names_the_order() -> None:
    places = ("P30", "P33", "P36")
    d = opened([at("g:4-6-7", hex_) for hex_ in places], [at("r:4-4-7", hex_) for hex_ in places])
    question = d.frames[-1]
    assert isinstance(question, Melees)
    assert question.seat == RUSSIAN
    assert {act.space for act in options(d) if isinstance(act, FightMelee)} == set(map(find_hex, places))
    assert refused(d, FightMelee(find_hex("P31"))) == "OTO 7.5011"
    for hex_, number in (("P36", 2), ("P30", 0), ("P33", 1)):
        if isinstance(d.frames[-1], Melees):
            play(d, FightMelee(find_hex(hex_)))
        d.given = (1, 1, 6, 6)
        play(d, Stand(), Stand(), Engage(g(number)), Strike(), Engage(r(number)), Strike())
        assert d.pieces[GERMAN][number].where is Where.LOST
    assert not d.frames


@rule("OTO 7.501b")
def test_7_501b_the_russian_is_attacker_and_declares_first() -> None:
    d = opened([here("g:4-6-7")], [here("r:4-4-7")])
    assert d.frames[-1].seat == RUSSIAN
    play(d, Stand())
    assert d.frames[-1].seat == GERMAN
    play(d, Stand())
    assert d.frames[-1].seat == RUSSIAN


@rule("OTO 7.501c")
def test_7_501c_a_vehicle_in_motion_stops_before_the_first_round() -> None:
    d = opened([here("g:4-6-7")], [here("r:T-34-M43", Mark.MOTION), at("r:T-34-M43", "P40", Mark.MOTION)])
    assert not d.dice
    assert not d.pieces[RUSSIAN][0].has(Mark.MOTION)
    assert d.pieces[RUSSIAN][1].has(Mark.MOTION)


@rule("OTO 7.501d")
def test_7_501d_after_the_first_round_pins_and_cx_go_and_the_hidden_join_in() -> None:
    d = opened(
        [here("g:4-6-7", Mark.PINNED), here("g:2-4-7", Mark.HIDDEN)],
        [here("r:4-4-7", Mark.EXHAUSTED)],
        *(6, 6, 6, 6),
    )
    play(d, Stand())
    # A pinned squad doesn't withdraw, and whoever is hidden takes no part yet.
    assert isinstance(d.frames[-1], Assault)
    assert options(d) == [Engage(g(0))]
    play(d, Engage(g(0)), Strike(), Engage(r(0)), Strike())
    assert not d.pieces[GERMAN][0].has(Mark.PINNED)
    assert not d.pieces[RUSSIAN][0].has(Mark.EXHAUSTED)
    assert not d.pieces[GERMAN][1].has(Mark.HIDDEN)
    play(d, Stand(), Stand())
    assert set(options(d)) == {Engage(g(0)), Engage(g(1))}


@rule("OTO 7.501d")
def test_7_501d_a_lone_hidden_unit_comes_to_light_without_a_fight_before() -> None:
    d = opened([here("g:2-4-7", Mark.HIDDEN)], [here("r:4-4-7")])
    play(d, Stand())
    assert not d.pieces[GERMAN][0].has(Mark.HIDDEN)
    assert not d.dice
    top = d.frames[-1]
    assert isinstance(top, Bout)
    assert top.opened == 1


@rule("OTO 7.501d")
def test_7_501d_a_stun_counter_is_turned_and_recall_stays() -> None:
    d = opened([here("g:4-6-7")], [here("r:T-34-M43", Mark.STUNNED | Mark.RECALLED)], 6, 5)
    assert not close_combat.is_able(d, r(0))
    play(d, Stand(), Engage(r(0)), Strike())
    tank = d.pieces[RUSSIAN][0]
    assert tank.has(Mark.SHAKEN)
    assert tank.has(Mark.RECALLED)
    assert close_combat.is_able(d, r(0))
    assert reasons(d, Attack((r(0),), (g(0),)), g(0), ())["shaken"]


@rule("OTO 7.501d")
def test_7_501d_after_the_first_round_a_crew_may_open_its_hatches() -> None:
    d = opened([here("g:4-6-7")], [here("r:T-34-M43", Mark.STUNNED), here("r:4-4-7")], *(6,) * 4)
    play(d, Stand(), Stand(), Engage(r(1)), Strike(), Engage(g(0)), Strike())
    assert d.frames[-1] == Hatches(RUSSIAN, *HERE)
    assert options(d) == [Expose(r(0)), Shut()]
    play(d, Expose(r(0)))
    assert d.pieces[RUSSIAN][0].has(Mark.EXPOSED)
    assert isinstance(d.frames[-1], Parting)


@rule("OTO 7.501.base")
@pytest.mark.parametrize(
    ("attack", "defence", "kill"),
    [(1, 9, 0), (1, 8, 1), (3, 4, 4), (4, 4, 5), (3, 2, 6), (7, 4, 6), (2, 1, 7), (10, 1, 12), (11, 1, 13)],
)
def test_odds_are_rounded_down(attack: int, defence: int, kill: int) -> None:
    assert odds(BOOK.odds, attack, defence).kill == kill


@rule("OTO 7.501.base")
def test_a_leader_directs_and_fights() -> None:
    """5 against 8 is 1-2; 8 against 5 is 3-2."""
    d = desk([here("g:4-6-7"), here("g:8-1")], [here("r:4-4-7"), here("r:4-4-7")])
    ours = Attack((g(0), g(1)), (r(0), r(1)))
    assert kill_number(d, ours) == 4
    assert d.book.tables["cc"].tally(0, reasons(d, ours, r(0), ())).total == -1
    assert kill_number(d, Attack((r(0), r(1)), (g(0), g(1)))) == 6
    assert d.book.tables["cc"].tally(0, reasons(d, Attack((g(1),), (r(0),)), r(0), ())).total == 0


@rule("OTO 7.501.base")
@pytest.mark.parametrize(("dice", "left"), [((2, 2), ()), ((2, 3), ("r:2-3-7", "r:4-4-7")), ((3, 3), None)])
def test_below_the_kill_number_all_are_gone_at_it_one_is_reduced(
    dice: tuple[int, int], left: tuple[str, ...] | None
) -> None:
    d = desk([here("g:4-6-7"), here("g:8-1")], [here("r:4-4-7"), here("r:4-4-7")], dice=(*dice, 6, 1))
    effect = close_combat.roll(d, Attack((g(0), g(1)), (r(0), r(1))))
    close_combat.apply(d, [effect], HERE)
    kinds = tuple(piece.kind for _, piece in d.on_map(RUSSIAN))
    assert kinds == (("r:4-4-7", "r:4-4-7") if left is None else left)


@rule("OTO 7.501.base")
def test_what_changes_the_roll_against_men() -> None:
    d = desk(
        [here("g:4-6-7", Mark.BROKEN), here("g:4-6-7"), here("g:4-3-6"), here("g:hero")],
        [here("r:4-4-7", Mark.EXHAUSTED), here("r:9-1")],
    )
    table = d.book.tables["cc"]
    attack = Attack((r(0), r(1)), (g(0),))

    def total(target: Unit, *away: Unit, seize: bool = False, by: Attack = attack) -> int:
        return table.tally(0, reasons(d, Attack(by.by, (target,), seize), target, away)).total

    assert total(g(1)) == 1 - 1
    assert total(g(0)) == 1 - 1 - 2
    assert total(g(1), g(1)) == 1 - 1 - 2 + 3
    assert total(g(1), g(0), g(1), g(2), g(3)) == 1 - 1 - 2
    assert total(g(1), seize=True) == 1 - 1 + 1
    assert total(g(2), seize=True) == 1 - 1 - 1
    assert total(r(0), by=Attack((g(1), g(3)), ())) == -1


@rule("OTO 7.501.base")
def test_pinned_units_and_guards_attack_with_half_and_so_do_all_against_the_concealed() -> None:
    prisoner = here("g:2-3-6", Mark.PRISONER, holder=1)
    d = desk(
        [here("g:4-6-7"), here("g:4-6-7", Mark.CONCEALED), prisoner],
        [here("r:4-4-7", Mark.PINNED), here("r:4-4-7"), here("r:4-4-7")],
    )
    assert [close_combat.firepower(d, r(n)) for n in range(3)] == [16, 16, 32]
    assert kill_number(d, Attack((r(2),), (g(0),))) == 5
    assert kill_number(d, Attack((r(2),), (g(1),))) == 4


@rule("OTO 7.501a")
def test_7_501a_men_may_be_captured() -> None:
    """1-1 and +1: a DR of 3 takes the squad."""
    weapon = here("g:LMG", holder=0)
    d = opened([here("g:4-6-7"), weapon], [here("r:4-4-7")], 1, 2, 6, 6)
    play(d, Stand(), Stand(), Engage(g(0)), Seize(), Engage(r(0)), Strike())
    squad = d.pieces[GERMAN][0]
    assert squad.has(Mark.PRISONER)
    assert (squad.where, squad.holder) == (Where.MAP, 0)
    assert d.pieces[GERMAN][1].holder == -1
    assert not d.frames
    assert d.accounts[GERMAN].suffered == 0


@rule("OTO 7.501a")
def test_7_501a_at_the_kill_number_half_of_a_squad_is_captured() -> None:
    d = opened([here("g:4-6-7")], [here("r:4-4-7")], 2, 2, 6, 6)
    play(d, Stand(), Stand(), Engage(g(0)), Seize(), Engage(r(0)), Strike())
    assert [(p.kind, p.has(Mark.PRISONER)) for p in d.pieces[GERMAN]] == [
        ("g:2-4-7", False),
        ("g:2-4-7", True),
    ]


@rule("OTO 7.501a")
def test_7_501a_who_is_killed_at_the_same_time_takes_nobody() -> None:
    d = opened([here("g:4-6-7")], [here("r:4-4-7")], 1, 2, 1, 1)
    play(d, Stand(), Stand(), Engage(g(0)), Seize(), Engage(r(0)), Strike())
    assert d.pieces[RUSSIAN][0].where is Where.LOST
    assert not d.pieces[GERMAN][0].has(Mark.PRISONER)


@rule("OTO 7.501a")
def test_7_501a_a_unit_may_withdraw_with_what_it_can_carry() -> None:
    goods = [here("g:LMG", holder=0), here("g:HMG", holder=0)]
    d = opened([here("g:4-6-7"), *goods], [here("r:4-4-7")], 6, 6)
    target = find_hex("P31")
    play(d, Stand(), Withdraw(g(0), target))
    assert options(d) == [Engage(g(0))]
    play(d, Engage(g(0)), Strike())
    assert [(p.space, p.holder) for p in d.pieces[GERMAN]] == [(target, -1), (target, 0), (HERE[0], -1)]
    assert not d.frames


@rule("OTO 7.501a")
def test_7_501a_who_is_hit_while_withdrawing_stays() -> None:
    """1-1 and -2: a 7 reduces."""
    d = opened([here("g:4-6-7")], [here("r:4-4-7")], 3, 4)
    play(d, Stand(), Withdraw(g(0), find_hex("P31")), Engage(g(0)), Strike())
    assert (d.pieces[GERMAN][0].kind, d.pieces[GERMAN][0].space) == ("g:2-4-7", HERE[0])
    assert d.accounts[GERMAN].suffered == 1


@rule("OTO 7.501.base")
def test_nobody_withdraws_to_enemies_whom_he_sees_and_unseen_ones_are_his_end() -> None:
    d = opened(
        [here("g:4-6-7"), here("g:2-4-7", Mark.PINNED)],
        [here("r:4-4-7"), at("r:4-4-7", "P31"), at("r:4-4-7", "P29", Mark.HIDDEN)],
        *(6, 6, 6, 6),
    )
    play(d, Stand())
    assert refused(d, Withdraw(g(0), find_hex("P31"))) == "OTO 7.501.base"
    assert refused(d, Withdraw(g(1), find_hex("P29"))) == "OTO 7.501.base"
    play(d, Withdraw(g(0), find_hex("P29")), Engage(g(1)), Strike(), Engage(r(0)), Strike())
    assert d.pieces[GERMAN][0].is_out
    assert not d.pieces[RUSSIAN][2].has(Mark.HIDDEN)


def _around() -> list[Piece]:
    near = MAP.neighbours(1 << HERE[0]) & ~(1 << find_hex("P29"))
    return [at("r:4-4-7", name) for name in ("P29", *keys(near))]


@rule("OTO 7.501.base")
def test_a_broken_unit_must_withdraw_and_is_lost_if_it_can_t() -> None:
    d = opened([here("g:4-6-7", Mark.BROKEN)], [here("r:4-4-7")], 6, 6)
    play(d, Stand())
    assert refused(d, Stand()) == "OTO 7.501.base"
    d = opened([here("g:4-6-7", Mark.BROKEN)], [here("r:4-4-7"), *_around()[1:]], 6, 6)
    play(d, Stand())
    assert options(d) == [Withdraw(g(0), find_hex("P29"))]
    around = _around()
    d = opened([here("g:4-6-7", Mark.BROKEN)], [here("r:4-4-7"), *around], 6, 6)
    play(d, Stand(), Engage(g(0)), Strike())
    assert d.pieces[GERMAN][0].where is Where.LOST


@rule("OTO 7.501.base")
def test_mines_strike_who_withdraws_out_of_them() -> None:
    mines = Work(Works.MINES, HERE[0], owner=GERMAN, ap=6)
    d = desk([here("g:4-6-7")], [here("r:4-4-7")], [mines], dice=(6, 6, 1, 1))
    melee.begin(d)
    run(d)
    play(d, Stand(), Withdraw(g(0), find_hex("P31")), Engage(g(0)), Strike())
    assert d.pieces[GERMAN][0].where is Where.LOST


@rule("OTO 7.501a")
def test_7_501a_prisoners_of_a_guard_who_falls_are_free() -> None:
    prisoner = here("g:2-3-7", Mark.PRISONER, holder=0)
    d = opened([here("g:4-6-7"), prisoner], [here("r:4-4-7")], 6, 6, 1, 1)
    exchange(d)
    freed = d.pieces[GERMAN][1]
    assert d.pieces[RUSSIAN][0].where is Where.LOST
    assert (freed.kind, freed.has(Mark.PRISONER)) == ("g:2-3-6", False)


def test_every_unit_has_its_figures_for_close_combat() -> None:
    sorts = PERSONNEL | {Sort.VEHICLE, Sort.CUPOLA}
    assert set(BOOK.combatants) == {key for key, counter in COUNTERS.items() if counter.sort in sorts}
    for key, figures in BOOK.combatants.items():
        assert (figures.ccv > 0) == COUNTERS[key].is_personnel
        assert (figures.survival > 0) == (COUNTERS[key].sort is Sort.VEHICLE)
        assert figures.aerial == 0 or (COUNTERS[key].afv and COUNTERS[key].sort is Sort.VEHICLE)


@rule("OTO 7.5042.base")
def test_the_fire_table_gives_less_for_more() -> None:
    table = BOOK.fire
    assert [table.result(6, roll) for roll in (2, 3, 4, 7, 8, 9)] == ["1KIA", "K/2", "2MC", "NMC", "PTC", "-"]
    assert [table.result(36, roll) for roll in (-3, 6, 7, 16)] == ["7KIA", "1KIA", "K/4", "-"]
    assert (table.result(7, 2), table.kill(6), table.kill(12)) == ("1KIA", 6, 8)


@rule("OTO 7.501a")
def test_an_attack_without_any_chance_is_not_offered() -> None:
    d = desk([here("g:9-1")], [here("r:6-2-8") for _ in range(3)])
    assert not has_chance(d, Attack((g(0),), (r(0), r(1), r(2))))
    assert has_chance(d, Attack((g(0),), (r(0),)))


@rule("OTO 7.501a")
def test_a_tank_attacks_where_the_man_beside_it_can_do_nothing() -> None:
    """1 against 8 can't hurt."""
    d = opened([here("g:8-3-8", Mark.PINNED)], [here("r:8-0"), here("r:T-34-M43")], 6, 5)
    assert not has_chance(d, Attack((r(0),), (g(0),)))
    play(d, Stand(), Engage(r(1)), Strike())
    frame = d.frames[-1]
    assert isinstance(frame, Assault)
    assert (frame.seat, melee.group(d, frame)) == (RUSSIAN, [r(1)])


def test_plans_can_be_written_and_read() -> None:
    for plan in (
        Attack((g(1), g(2)), (g(3),)),
        Attack((r(1),), (g(0), g(5)), seize=True),
        Attack((g(1),), (g(2),), charge=True),
    ):
        assert melee.PLAN.read(melee.PLAN.write(plan)) == plan


KINDS = (
    ("g:4-6-7", "g:2-4-7", "g:9-1", "g:hero", "g:StuG-IIIG", "g:HMG-Cupola", "g:4-3-6"),
    ("r:4-4-7", "r:2-3-7", "r:8-1", "r:T-34-M43", "r:GAZ-MM", "r:6-2-8", "r:4-2-6"),
)
MARKS = (0, 0, 0, Mark.BROKEN, Mark.PINNED, Mark.HIDDEN, Mark.CONCEALED, Mark.EXHAUSTED)


@rule("OTO 7.501a")
@pytest.mark.parametrize("seed", range(60))
def test_any_melee_comes_to_an_end_and_nobody_vanishes(seed: int) -> None:
    rng = Random(seed)
    sides = [
        [
            at(rng.choice(kinds), rng.choice(("P30", "P34")), rng.choice(MARKS))
            for _ in range(rng.randint(1, 6))
        ]
        for kinds in KINDS
    ]
    d = opened(sides[GERMAN], sides[RUSSIAN], key=bytes([seed]) * 32)
    for _ in range(20000):
        if not d.frames:
            break
        play(d, rng.choice(options(d)))
    assert not d.frames
    assert not melees(d)
    for side in (GERMAN, RUSSIAN):
        assert all(piece.fate for piece in d.pieces[side] if piece.where is Where.LOST)
        worth = sum(
            d.worth(unit_of(side, n)) for n, p in enumerate(d.pieces[side]) if p.where is not Where.LOST
        )
        had = sum(d.book.counters[piece.kind].points for piece in sides[side])
        assert worth + d.accounts[side].suffered == had
    assert any(event.kind == "melee" for event in told(d)) or not d.dice
