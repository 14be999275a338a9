"""7.5131: vehicles that were abandoned, immobilized, Recalled or Stunned."""

import pytest
from tests.campaign.desk import at, desk, do, legal, nowhere, off, question, refusal

from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.question import Done
from berlin.campaign.refit import vehicles
from berlin.campaign.refit.vehicles import Man
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where

AFTER_23PM, AFTER_23AM, AFTER_24AM = 3, 2, 4
STILL = Mark.STUNNED | Mark.SHAKEN
STUG, HOME, POCKET = "g:StuG-IIIG", "K12", "P30"


def lay(
    *german: Piece,
    dice: tuple[int, ...] = (),
    turn: int = AFTER_23AM,
    russian: tuple[Piece, ...] = (),
    counting: bool = False,
) -> Draft:
    """Germans with P30 as a Pocket of theirs, in the RePh: no casualties count."""
    d = desk(german, russian, dice=dice, turn=turn, counting=counting)
    d.zones = [Area(1 << find_hex(POCKET), "C", GERMAN)]
    return d


def marks(d: Draft, number: int = 0, side: Seat = GERMAN) -> int:
    return d.pieces[side][number].marks


@rule("OTO 7.5131a")
@pytest.mark.parametrize("kind", ["g:1-2-7", "g:2-4-7"])
def test_7_5131_a_crew_or_half_squad_of_the_same_area_mans_an_abandoned_tank(kind: str) -> None:
    d = lay(at(STUG, POCKET, Mark.ABANDONED), at(kind, POCKET), off("g:LMG"))
    vehicles.begin(d)
    do(d, Man(Unit(0), Unit(1)))
    assert not marks(d)
    assert (d.pieces[0][0].holder, d.pieces[0][1].where) == (1, Where.ABOARD)
    assert question(d) is None


@rule("OTO 7.5131a")
def test_7_5131_it_may_also_stay_abandoned() -> None:
    d = lay(off(STUG, Mark.ABANDONED), off("g:1-2-7"))
    vehicles.begin(d)
    do(d, Done())
    assert marks(d) == Mark.ABANDONED
    assert question(d) is None


@rule("OTO 7.5131a")
def test_7_5131_nobody_mans_a_tank_in_another_pocket() -> None:
    d = lay(at(STUG, POCKET, Mark.ABANDONED), off("g:1-2-7"), off(STUG, Mark.ABANDONED))
    vehicles.begin(d)
    assert legal(d) == [Man(Unit(2), Unit(1)), Done()]
    assert refusal(d, Man(Unit(0), Unit(1))).rule == "OTO 7.5131a"


@rule("OTO 7.5131a")
def test_7_5131_squads_leaders_and_prisoners_man_nothing() -> None:
    d = lay(off(STUG, Mark.ABANDONED), off("g:4-6-7"), off("g:9-1"), off("g:1-2-7", Mark.PRISONER))
    vehicles.begin(d)
    assert question(d) is None


@rule("OTO 7.5131a")
def test_7_5131_a_gun_is_left_by_the_crew_that_mans_a_tank() -> None:
    d = lay(off(STUG, Mark.ABANDONED), off("g:2-2-8"), off("g:PaK-40", holder=1))
    vehicles.begin(d)
    do(d, Man(Unit(0), Unit(1)))
    assert d.pieces[0][2].holder == -1


@rule("OTO 7.5131a")
def test_7_5131_a_captured_tank_is_manned_by_who_has_it() -> None:
    tank = off("r:T-34-M43", Mark.ABANDONED | Mark.CAPTURED)
    d = lay(off("g:2-4-7"), russian=(tank, off("r:1-2-7")), counting=True)
    vehicles.begin(d)
    assert legal(d) == [Man(unit_of(RUSSIAN, 0), Unit(0)), Done()]
    do(d, Man(unit_of(RUSSIAN, 0), Unit(0)))
    assert d.pieces[RUSSIAN][0].holder == 0
    d.lose(unit_of(RUSSIAN, 0), "burnt", scored=False)
    assert d.pieces[GERMAN][0].fate == "burnt"
    assert (d.accounts[0].suffered, d.accounts[1].suffered) == (1, 0)


def immobile(hex_name: str, *more: Piece, dice: tuple[int, ...], turn: int = AFTER_23PM) -> Draft:
    d = lay(at(STUG, hex_name, Mark.IMMOBILE), *more, dice=dice, turn=turn)
    vehicles.conclude(d)
    return d


@rule("OTO 7.5131b1")
@pytest.mark.parametrize(("dr", "mobile"), [(1, True), (4, True), (5, False), (6, False)])
def test_7_5131_an_immobilized_vehicle_may_become_mobile_after_23pm(dr: int, mobile: bool) -> None:
    d = immobile(HOME, dice=(dr,))
    assert marks(d) == (0 if mobile else Mark.IMMOBILE)
    assert nowhere(d.pieces[0][0]) == mobile
    assert d.pieces[0][0].where is (Where.RETAINED if mobile else Where.MAP)


@rule("OTO 7.5131b1")
@pytest.mark.parametrize("turn", [AFTER_23AM, AFTER_24AM])
def test_7_5131_after_any_other_date_it_stays_immobilized(turn: int) -> None:
    d = immobile(HOME, dice=(), turn=turn)
    assert (marks(d), d.dice) == (Mark.IMMOBILE, [])


@rule("OTO 7.5131b1")
def test_7_5131_an_isolated_one_that_is_mobile_again_stays_on_the_map() -> None:
    d = immobile(POCKET, dice=(3,))
    assert (marks(d), d.pieces[0][0].where) == (0, Where.MAP)


@rule("OTO 7.5131b1")
@pytest.mark.parametrize("more", [Mark.ABANDONED, Mark.CAPTURED])
def test_7_5131_neither_captured_nor_abandoned_ones_are_made_mobile(more: int) -> None:
    d = lay(at(STUG, HOME, Mark.IMMOBILE | more), turn=AFTER_23PM)
    vehicles.conclude(d)
    assert (marks(d), d.dice) == (Mark.IMMOBILE | more, [])


@rule("OTO 7.5131b2")
@pytest.mark.parametrize(("leader", "mobile"), [(False, False), (True, True)])
def test_7_5131_front_line_isolation_and_armor_leader_count(leader: bool, mobile: bool) -> None:
    d = lay(at(STUG, POCKET, Mark.IMMOBILE), dice=(3,), turn=AFTER_23PM)
    if leader:
        d.add(GERMAN, at("g:AL-9-1", POCKET, holder=0))
    d.fronts = [1 << find_hex(POCKET), 0]
    vehicles.conclude(d)
    assert marks(d) == (0 if mobile else Mark.IMMOBILE)


@rule("OTO 7.5131b2")
def test_7_5131_the_front_line_alone_adds_one() -> None:
    d = lay(at(STUG, HOME, Mark.IMMOBILE), at(STUG, "K13", Mark.IMMOBILE), dice=(4, 4), turn=AFTER_23PM)
    d.fronts = [1 << find_hex(HOME), 0]
    vehicles.conclude(d)
    assert [marks(d, number) for number in (0, 1)] == [Mark.IMMOBILE, 0]


@rule("OTO 7.5131b2", "OTO 7.5131b.q1")
@pytest.mark.parametrize(("kind", "mobile"), [("g:2-4-7", False), ("g:1-2-7", True)])
def test_7_5131_a_vehicle_manned_by_others_than_its_crew_is_not_in_good_hands(
    kind: str, mobile: bool
) -> None:
    d = lay(at(STUG, HOME, Mark.IMMOBILE | Mark.ABANDONED), off(kind), dice=(4,), turn=AFTER_23PM)
    vehicles.begin(d)
    do(d, Man(Unit(0), Unit(1)))
    vehicles.conclude(d)
    assert marks(d) == (0 if mobile else Mark.IMMOBILE)


@rule("OTO 7.5131c1")
def test_7_5131_a_recalled_tank_is_lost() -> None:
    d = lay(off(STUG, Mark.RECALLED | Mark.DISABLED), off("g:AL-8-1", holder=0), off(STUG))
    vehicles.conclude(d)
    assert [piece.fate for piece in d.pieces[0]] == ["Recalled", "Recalled", ""]
    assert d.accounts[0].suffered == 0


@rule("OTO 7.5131c1")
def test_7_5131_one_that_can_not_move_is_not_lost_by_recall() -> None:
    d = lay(at(STUG, HOME, Mark.RECALLED | Mark.IMMOBILE))
    vehicles.conclude(d)
    assert not d.pieces[0][0].is_out


@rule("OTO 7.5131c2")
@pytest.mark.parametrize("where", [Where.RETAINED, Where.MAINTENANCE])
@pytest.mark.parametrize(
    ("dr", "box", "left"),
    [(3, Where.ENTERING, 0), (4, Where.MAINTENANCE, Mark.RECALLED_FOR_AMMO | Mark.LOW_AMMO)],
)
def test_7_5131_who_is_recalled_for_low_ammo_comes_back_or_misses_a_scenario(
    where: Where, dr: int, box: Where, left: int
) -> None:
    tank = off(STUG, Mark.RECALLED_FOR_AMMO | Mark.LOW_AMMO, where=where)
    d = lay(tank, off("g:AL-8-1", where=where, holder=0), dice=(dr, 3))
    vehicles.conclude(d)
    assert [piece.where for piece in d.pieces[0]] == [box, box]
    assert marks(d) == left
    vehicles.conclude(d)
    assert d.pieces[0][0].where is Where.ENTERING
    assert d.dice == [dr] if dr == 3 else [dr, 3]


@rule("OTO 7.5131c2")
def test_7_5131_a_prisoner_stays_with_his_guard_when_a_tank_of_the_guard_s_number_goes_for_ammunition() -> (
    None
):
    tank, captive = off(STUG, Mark.RECALLED_FOR_AMMO), at("g:4-6-7", POCKET, Mark.PRISONER, holder=0)
    d = lay(tank, captive, dice=(6,), russian=(at("r:4-4-7", POCKET),))
    vehicles.conclude(d)
    assert d.pieces[GERMAN][0].where is Where.MAINTENANCE
    assert d.pieces[GERMAN][1] == captive


@rule("OTO 7.5131c2")
def test_7_5131_a_tank_takes_what_it_tows_along_be_it_captured() -> None:
    tank, gun = off(STUG, Mark.RECALLED_FOR_AMMO), off("r:obr-39", Mark.CAPTURED | Mark.HOOKED, holder=0)
    d = lay(tank, dice=(6,), russian=(gun, off("r:4-4-7", where=Where.LOST, fate="fire", holder=0)))
    vehicles.conclude(d)
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.MAINTENANCE, Where.LOST]


@rule("OTO 7.5131c2", "OTO 7.5031.q1")
def test_7_5131_who_is_away_when_the_campaign_ends_is_a_casualty() -> None:
    away = off(STUG, Mark.RECALLED_FOR_AMMO, where=Where.MAINTENANCE)
    d = lay(away, off(STUG, Mark.RECALLED_FOR_AMMO), away)
    vehicles.forfeit(d)
    assert [piece.is_out for piece in d.pieces[0]] == [True, False, True]
    assert (d.accounts[0].suffered, d.cvp, d.counting) == (12, 12, False)


@rule("OTO 7.5131c3")
@pytest.mark.parametrize("mark", [Mark.RECALLED, Mark.RECALLED_FOR_AMMO])
def test_7_5131_an_isolated_one_stays_recalled_and_is_short_of_ammunition(mark: int) -> None:
    d = lay(at(STUG, POCKET, mark))
    vehicles.conclude(d)
    assert (marks(d), d.pieces[0][0].where, d.dice) == (mark | Mark.SHORT, Where.MAP, [])


@rule("OTO 7.5131d")
@pytest.mark.parametrize(("dr", "after"), [(3, 0), (4, STILL), (5, STILL), (6, Mark.ABANDONED)])
def test_7_5131_a_stunned_crew_recovers_or_is_lost(dr: int, after: int) -> None:
    d = lay(off(STUG, Mark.STUNNED), off("g:AL-8-1"), dice=(dr,))
    vehicles.conclude(d)
    assert marks(d) == after
    assert d.accounts[0].suffered == 0


@rule("OTO 7.5131d")
def test_7_5131_stun_is_worse_when_isolated_and_better_with_an_armor_leader() -> None:
    d = lay(at(STUG, POCKET, Mark.STUNNED), at(STUG, POCKET, Mark.STUNNED), dice=(3, 3))
    d.add(GERMAN, at("g:AL-9-1", POCKET, holder=1))
    vehicles.conclude(d)
    assert [marks(d, number) for number in (0, 1)] == [STILL, 0]


@rule("OTO 7.5131d")
def test_7_5131_the_armor_leader_is_lost_with_the_crew() -> None:
    d = lay(at(STUG, POCKET, Mark.STUNNED), at("g:AL-9-1", POCKET, holder=0), dice=(6,))
    vehicles.conclude(d)
    assert marks(d) == Mark.ABANDONED
    assert d.pieces[0][1].is_out


@rule("OTO 7.5131")
def test_7_5131_a_vehicle_goes_through_every_step_that_concerns_it() -> None:
    d = immobile(HOME, dice=(2, 3))
    assert d.dice == [2]
    d = lay(at(STUG, HOME, Mark.IMMOBILE | Mark.STUNNED), dice=(2, 3), turn=AFTER_23PM)
    vehicles.conclude(d)
    assert (marks(d), d.dice) == (0, [2, 3])


def test_an_abandoned_tank_is_worth_less_by_its_crew() -> None:
    d = lay(off(STUG, Mark.ABANDONED), off(STUG), counting=True)
    d.lose(unit_of(GERMAN, 0), "burnt")
    assert d.accounts[0].suffered == 4
    d.lose(unit_of(GERMAN, 1), "burnt")
    assert d.accounts[0].suffered == 10


@rule("OTO 7.5131d", "OTO 7.501d")
@pytest.mark.parametrize(("die", "left"), [(3, 0), (4, STILL), (6, Mark.ABANDONED)])
def test_7_5131d_a_stun_that_was_flipped_in_a_melee_goes_with_it(die: int, left: int) -> None:
    d = lay(off(STUG, Mark.STUNNED | Mark.SHAKEN), off(STUG, Mark.SHAKEN), dice=(die,))
    vehicles.recover(d, GERMAN)
    assert (marks(d), marks(d, 1)) == (left, 0)
