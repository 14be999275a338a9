"""7.501: Close Combat against vehicles, and by them."""

import pytest
from tests.campaign.desk import desk
from tests.games.orsha.melees import GERMAN, HERE, RUSSIAN, g, here, opened, options, play, r, refused

from berlin.campaign.aftermath.melee import (
    Attach,
    Engage,
    Seize,
    Stand,
    Strike,
)
from berlin.kernel.contract.ids import Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Works
from berlin.squad.rules import close_combat
from berlin.squad.rules.close_combat import Attack, kill_number, reasons
from berlin.squad.rules.melee import melees


@rule("OTO 7.501.base")
@pytest.mark.parametrize(
    ("roll", "fate"),
    [((1, 1, 6), "burns"), ((1, 2), "eliminated"), ((2, 3), "immobilized"), ((3, 3), "nothing")],
)
def test_a_squad_against_a_tank(roll: tuple[int, ...], fate: str) -> None:
    """CCV 5, no DRM."""
    d = desk([here("g:4-6-7")], [here("r:T-34-M43")], dice=roll)
    close_combat.apply(d, [close_combat.roll(d, Attack((g(0),), (r(0),)))], HERE)
    tank = d.pieces[RUSSIAN][0]
    assert tank.is_out == (fate in ("burns", "eliminated"))
    assert tank.has(Mark.IMMOBILE) == (fate == "immobilized")
    wrecks = {"burns": [Works.BURNING_WRECK], "eliminated": [Works.WRECK]}
    assert [work.what for work in d.works] == wrecks.get(fate, [])
    assert d.accounts[RUSSIAN].suffered == (d.book.counters["r:T-34-M43"].points if tank.is_out else 0)


@rule("OTO 7.501.base")
@pytest.mark.parametrize(
    ("die", "fate"), [(1, "burns"), (2, "eliminated"), (3, "immobilized"), (4, "nothing")]
)
def test_two_ones_may_do_anything_to_a_tank(die: int, fate: str) -> None:
    """A lone man's CCV of 2 and +4 for the escort."""
    d = desk([here("g:8-0")], [here("r:T-34-M43"), here("r:4-4-7"), here("r:4-4-7")], dice=(1, 1, die))
    close_combat.roll(d, Attack((g(0),), (r(0),)))
    tank = d.pieces[RUSSIAN][0]
    assert (tank.is_out, tank.has(Mark.IMMOBILE)) == (fate in ("burns", "eliminated"), fate == "immobilized")


@rule("OTO 7.501.base")
def test_what_changes_the_roll_against_a_vehicle() -> None:
    d = desk(
        [here("g:4-6-7"), here("g:9-1"), here("g:8-3-8", Mark.ENGINEER), here("g:4-3-6"), here("g:2-2-8")],
        [
            here("r:T-34-M43"),
            here("r:SU-76M", Mark.IMMOBILE),
            here("r:GAZ-MM"),
            here("r:4-4-7", Mark.PINNED),
            here("r:2-3-7"),
        ],
    )

    def total(target: Unit, *by: Unit, charge: bool = False) -> int:
        attack = Attack(by, (target,), charge=charge)
        return d.book.tables["cc.vehicle"].tally(0, reasons(d, attack, target, ())).total

    assert total(r(0), g(0)) == 1
    assert total(r(0), g(0), g(1)) == 1 - 1
    assert total(r(1), g(0)) == 1 - 1 - 2 - 1
    assert total(r(2), g(0)) == 1 - 3 - 1
    assert total(r(0), g(0), charge=True) == 1 - 3
    values = [close_combat.close_combat_value(d, g(n)) for n in range(5)]
    assert values == [5, 2, 6, 4, 4]
    assert kill_number(d, Attack((g(0), g(1)), (r(0),))) == 6


@rule("OTO 7.501.base")
def test_a_squad_with_magnetic_mines_and_its_leader_attack_a_tank_first() -> None:
    """Attacks are made one after the other where a vehicle is, the side without one begins."""
    d = opened([here("g:4-6-7"), here("g:9-2"), here("g:4-6-7")], [here("r:T-34-M43")], 3, 5, 6)
    # The tank has nobody who could withdraw.
    play(d, Stand())
    assert d.frames[-1].seat == GERMAN
    play(d, Engage(r(0)))
    assert Seize() not in options(d)
    play(d, Attach())
    assert refused(d, Attach()) == "OTO 7.501.base"
    # 11 - 3 - 2 = 6, as much as 5 and 1 for the leader.
    play(d, Strike())
    tank = d.pieces[RUSSIAN][0]
    assert tank.has(Mark.IMMOBILE)
    assert d.frames[-1].seat == RUSSIAN
    assert set(options(d)) == {Engage(g(n)) for n in range(3)}


@rule("OTO 7.501.base")
def test_a_failed_magnetic_mine_pins_on_a_six() -> None:
    d = opened([here("g:4-6-7")], [here("r:T-34-M43")], 6)
    play(d, Stand(), Engage(r(0)), Attach())
    assert d.pieces[GERMAN][0].has(Mark.PINNED)
    assert close_combat.close_combat_value(d, g(0)) == 4


@rule("OTO 7.501.base")
def test_a_tank_attacks_men_by_their_ccv_and_a_12_against_it_costs_men() -> None:
    d = desk([here("g:4-6-7")], [here("r:T-34-M43"), here("r:SU-76M")], dice=(6, 6))
    assert kill_number(d, Attack((r(0),), (g(0),))) == 4
    assert not close_combat.is_able(d, r(1))
    close_combat.apply(d, [close_combat.roll(d, Attack((g(0),), (r(0),)))], HERE)
    assert d.pieces[GERMAN][0].kind == "g:2-4-7"


@rule("OTO 7.501.base")
def test_a_truck_alone_with_the_enemy_is_captured() -> None:
    d = opened([here("g:4-6-7")], [here("r:GAZ-MM")])
    assert d.pieces[RUSSIAN][0].has(Mark.CAPTURED)
    assert not d.dice


@rule("OTO 7.501.base")
@pytest.mark.parametrize(
    ("kind", "marks", "fp"),
    [
        ("r:KV-1S", 0, 6),
        ("r:KV-1S", Mark.BMG_DISABLED, 6),
        ("r:KV-1S", Mark.CMG_MALFUNCTION, 2),
        ("r:KV-1S", Mark.RMG_DISABLED, 4),
        ("r:KV-1S", Mark.CMG_DISABLED | Mark.RMG_MALFUNCTION, 0),
        ("r:KV-1S", Mark.SHOCKED, 0),
        ("r:KV-8", Mark.EXPOSED, 4),
        ("r:KV-8", Mark.EXPOSED | Mark.AAMG_ABSENT, 2),
        ("r:ISU-122", 0, 0),
        ("r:ISU-122", Mark.EXPOSED, 4),
        ("r:ISU-122", Mark.EXPOSED | Mark.AAMG_DISABLED, 0),
    ],
)
def test_a_vehicle_fights_at_arms_length_with_each_machine_gun_that_works(
    kind: str, marks: int, fp: int
) -> None:
    """The one in the bow doesn't reach, the one on the roof needs a man outside."""
    d = desk([], [here(kind, marks)])
    assert close_combat.firepower(d, r(0)) == fp * close_combat.EIGHTHS


@rule("OTO 4.1i")
def test_a_cupola_whose_machine_gun_malfunctions_does_not_fight_with_it() -> None:
    d = desk([here("g:HMG-Cupola"), here("g:HMG-Cupola", Mark.MALFUNCTION)])
    assert [close_combat.firepower(d, g(number)) for number in (0, 1)] == [7 * close_combat.EIGHTHS, 0]


@rule("OTO 7.501.base")
@pytest.mark.parametrize(
    ("marks", "unarmed"),
    [
        (0, False),
        (Mark.CMG_DISABLED, False),
        (Mark.BMG_MALFUNCTION, False),
        (Mark.BMG_MALFUNCTION | Mark.CMG_DISABLED, True),
        (Mark.STUNNED, True),
    ],
)
def test_a_tank_keeps_men_off_while_any_machine_gun_works(marks: int, unarmed: bool) -> None:
    d = desk([here("g:4-6-7")], [here("r:T-34-M43", marks)])
    assert bool(reasons(d, Attack((g(0),), (r(0),)), r(0), ())["unarmed"]) == unarmed


@rule("OTO 7.501a")
@pytest.mark.parametrize("enemy", ["r:4-4-7", "r:8-0"])
def test_7_501a_who_serves_a_captured_tank_is_in_melee_with_those_who_lost_it(enemy: str) -> None:
    men = Piece("g:2-2-8", where=Where.ABOARD)
    tank = here("r:T-34-M43", Mark.CAPTURED, holder=0)
    d = opened([men], [here(enemy), tank])
    assert d.frames
    assert melees(d) == [HERE]
    assert not melees(desk([men], [here(enemy), here("r:T-34-M43", Mark.ABANDONED)]))


@rule("OTO 7.501.base")
def test_a_captured_truck_alone_with_those_who_lost_it_is_theirs_again() -> None:
    truck = here("r:GAZ-MM", Mark.CAPTURED)
    d = opened([], [here("r:4-4-7"), truck])
    assert not d.pieces[RUSSIAN][1].has(Mark.CAPTURED)
