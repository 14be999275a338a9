"""7.5132 to 7.5134 and 7.5137 to 7.51310: weapons are repaired, exchanged, had back, given up."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.campaign.desk import at, desk, do, legal, off, question, refusal

from berlin.campaign.aftermath.salvage import Burn, Rummage, Scrap, Scrounge, Wreck
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.question import Done
from berlin.campaign.refit import ammunition, armoury, repair
from berlin.campaign.refit import ft_dc_recovery as spent
from berlin.campaign.refit import vehicle_disposal as yard
from berlin.campaign.refit.armoury import Assemble, Dismantle
from berlin.campaign.refit.ft_dc_recovery import Restock
from berlin.campaign.refit.repair import Exchange
from berlin.campaign.refit.vehicle_disposal import Abandon, Strip
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.rules import sequence
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

STEPS = [step for step in sequence.STEPS if "7.512" <= step.name < "7.518"]

STUG, HOME, POCKET = "g:StuG-IIIG", "K12", "P30"
SQUAD, CREW = "g:4-6-7", "g:2-2-8"
DONE = Done()


def lay(
    *german: Piece,
    dice: tuple[int, ...] = (),
    russian: tuple[Piece, ...] = (),
    works: tuple[Work, ...] = (),
) -> Draft:
    """Germans with P30 as a Pocket of theirs."""
    d = desk(german, russian, works, dice, turn=2)
    d.zones = [Area(1 << find_hex(POCKET), "C", GERMAN)]
    return d


def marks(d: Draft, number: int = 0, side: Seat = GERMAN) -> int:
    return d.pieces[side][number].marks


def repaired(*german: Piece, dice: tuple[int, ...] = ()) -> Draft:
    d = lay(*german, dice=dice)
    repair.begin(d)
    return d


@rule("OTO 7.513")
def test_7_513_the_steps_of_equipment_come_in_their_order() -> None:
    names = [step.name for step in STEPS]
    assert [name for name in names if name.startswith("7.513")] == [
        *(f"7.513{number}" for number in range(1, 10)),
        "7.51310",
    ]
    assert names[0] == "7.512"
    assert names[-4:] == ["7.514", "7.515", "7.516", "7.517"]
    assert all(step.loops for step in STEPS)


@rule("OTO 7.5132a")
@pytest.mark.parametrize(("dr", "works"), [(1, True), (3, True), (4, False), (6, False)])
def test_7_5132_a_malfunctioned_lmg_is_repaired_or_lost(dr: int, works: bool) -> None:
    d = repaired(off("g:LMG", Mark.MALFUNCTION), off(SQUAD), dice=(dr,))
    assert d.pieces[0][0].is_out != works
    assert marks(d) == 0 or not works


@rule("OTO 7.5132a")
@pytest.mark.parametrize(("dr", "works"), [(5, True), (6, False)])
def test_7_5132_a_vehicles_machine_gun_is_repaired_more_easily(dr: int, works: bool) -> None:
    d = repaired(off(STUG, Mark.AAMG_MALFUNCTION), dice=(dr,))
    assert marks(d) == (0 if works else Mark.AAMG_DISABLED)
    assert not d.pieces[0][0].is_out


@rule("OTO 7.5132a")
@pytest.mark.parametrize(
    ("where", "men", "dr", "works"),
    [
        (HOME, CREW, 3, True),
        (HOME, SQUAD, 3, False),
        (HOME, SQUAD, 2, True),
        (POCKET, CREW, 3, False),
        (POCKET, CREW, 2, True),
        (POCKET, SQUAD, 2, False),
    ],
)
def test_7_5132_isolation_and_want_of_a_crew_make_it_harder(
    where: str, men: str, dr: int, works: bool
) -> None:
    d = repaired(at("g:PaK-40", where, Mark.MALFUNCTION), at(men, where), dice=(dr,))
    assert d.pieces[0][0].is_out != works


@rule("OTO 7.5132a")
def test_7_5132_captured_weapons_and_those_that_work_are_left_alone() -> None:
    d = lay(off("g:LMG"), off(SQUAD), russian=(off("r:LMG", Mark.MALFUNCTION | Mark.CAPTURED),))
    repair.begin(d)
    assert d.dice == []
    assert not d.pieces[RUSSIAN][0].is_out


@rule("OTO 4.1k")
def test_4_1_a_malfunctioned_cupola_is_repaired_without_a_roll() -> None:
    d = repaired(at("g:HMG-Cupola", HOME, Mark.MALFUNCTION))
    assert (marks(d), d.dice) == (0, [])


@rule("OTO 7.5132c")
def test_7_5132_a_malfunctioned_psk_is_gone_without_a_roll() -> None:
    d = repaired(off("g:PSK", Mark.MALFUNCTION), off(SQUAD))
    assert (d.pieces[0][0].is_out, d.dice) == (True, [])


@rule("OTO 7.5132b", "OTO 7.5132.q1")
def test_7_5132_a_tank_whose_main_armament_fails_is_disabled_recalled_and_lost() -> None:
    d = repaired(off(STUG, Mark.MALFUNCTION), off("g:LMG"), dice=(6,))
    assert marks(d) == Mark.DISABLED | Mark.RECALLED
    assert not d.pieces[0][0].is_out
    repair.exchange(d)
    assert question(d) is None
    repair.conclude(d)
    assert d.pieces[0][0].fate == "Recalled"


@rule("OTO 7.5132b")
def test_7_5132_an_isolated_one_begins_the_next_scenario_recalled_and_short_of_ammunition() -> None:
    d = repaired(at(STUG, POCKET, Mark.MALFUNCTION), dice=(6,))
    repair.conclude(d)
    assert marks(d) == Mark.DISABLED | Mark.RECALLED | Mark.SHORT
    assert d.pieces[0][0].where is Where.MAP


@rule("OTO 7.5132b")
def test_7_5132_a_machine_gun_beside_the_main_armament_is_disabled_without_recall() -> None:
    d = repaired(off(STUG, Mark.AAMG_MALFUNCTION), dice=(6,))
    repair.conclude(d)
    assert (marks(d), d.pieces[0][0].is_out) == (Mark.AAMG_DISABLED, False)


@rule("OTO 7.5132.q1")
@pytest.mark.parametrize("exchanged", [True, False])
def test_7_5132_a_machine_gun_that_is_the_main_armament_may_be_exchanged_before_the_recall(
    exchanged: bool,
) -> None:
    unarmed = replace(BOOK.counters[STUG], key="g:half-track", armed=False)
    book = replace(BOOK, counters={**BOOK.counters, unarmed.key: unarmed})
    other = type("Other", (Draft,), {"__slots__": (), "book": book})
    d = other(lay(off(unarmed.key, Mark.AAMG_MALFUNCTION), off("g:LMG"), dice=(6,)).freeze(), [])
    repair.begin(d)
    assert marks(d) == Mark.AAMG_DISABLED | Mark.RECALLED
    repair.exchange(d)
    do(d, Exchange(Unit(0), Unit(1), "AA") if exchanged else DONE)
    repair.conclude(d)
    assert [piece.is_out for piece in d.pieces[0]] == ([False, True] if exchanged else [True, False])


@rule("OTO 7.5133")
def test_7_5133_a_machine_gun_disabled_just_now_is_replaced_by_an_lmg_of_the_same_area() -> None:
    d = lay(russian=(off("r:T-34-M43", Mark.CMG_MALFUNCTION), off("r:LMG"), off("r:MMG")), dice=(6,))
    repair.begin(d)
    assert marks(d, side=RUSSIAN) == Mark.CMG_DISABLED
    repair.exchange(d)
    tank, lmg, mmg = (unit_of(RUSSIAN, number) for number in range(3))
    assert refusal(d, Exchange(tank, mmg, "coaxial")).rule == "OTO 7.5133"
    do(d, Exchange(tank, lmg, "coaxial"))
    assert marks(d, side=RUSSIAN) == 0
    assert [piece.is_out for piece in d.pieces[RUSSIAN]] == [False, True, False]
    assert question(d) is None


KV = "r:KV-1S"
THREE = Mark.BMG_MALFUNCTION | Mark.CMG_MALFUNCTION | Mark.RMG_MALFUNCTION


@rule("OTO 7.5132a", "OTO 7.5132b")
@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ((6, 5, 5), Mark.BMG_DISABLED),
        ((5, 6, 5), Mark.CMG_DISABLED),
        ((5, 5, 6), Mark.RMG_DISABLED),
        ((6, 1, 6), Mark.BMG_DISABLED | Mark.RMG_DISABLED),
        ((1, 2, 3), 0),
    ],
)
def test_7_5132_each_machine_gun_of_a_vehicle_has_a_dr_of_its_own(
    dice: tuple[int, int, int], left: int
) -> None:
    d = lay(russian=(off(KV, THREE),), dice=dice)
    repair.begin(d)
    assert (marks(d, side=RUSSIAN), len(d.dice)) == (left, 3)


@rule("OTO 7.5132a")
def test_7_5132_a_machine_gun_that_works_is_not_rolled_for_beside_one_that_does_not() -> None:
    d = lay(russian=(off(KV, Mark.MALFUNCTION | Mark.RMG_MALFUNCTION | Mark.BMG_DISABLED),), dice=(1, 6))
    repair.begin(d)
    assert marks(d, side=RUSSIAN) == Mark.BMG_DISABLED | Mark.RMG_DISABLED
    assert len(d.dice) == 2


@rule("OTO 7.5132b")
@pytest.mark.parametrize(("dice", "recalled"), [((6, 1), True), ((1, 6), False)])
def test_7_5132_of_a_vehicle_without_a_gun_the_first_machine_gun_is_the_main_armament(
    dice: tuple[int, int], recalled: bool
) -> None:
    track = replace(BOOK.counters["r:T-34-M43"], key="r:half-track", armed=False)
    book = replace(BOOK, counters={**BOOK.counters, track.key: track})
    other = type("Other", (Draft,), {"__slots__": (), "book": book})
    both = off(track.key, Mark.BMG_MALFUNCTION | Mark.CMG_MALFUNCTION)
    d = other(lay(russian=(both,), dice=dice).freeze(), [])
    repair.begin(d)
    assert d.pieces[RUSSIAN][0].has(Mark.RECALLED) == recalled


@rule("OTO 7.5133")
def test_7_5133_it_is_said_which_of_the_disabled_machine_guns_is_exchanged() -> None:
    disabled = Mark.BMG_DISABLED | Mark.RMG_DISABLED
    d = lay(russian=(off(KV, disabled), off("r:LMG"), off("r:LMG")))
    repair.exchange(d)
    tank, *arms = (unit_of(RUSSIAN, number) for number in range(3))
    assert legal(d) == [*(Exchange(tank, lmg, mount) for mount in ("bow", "rear") for lmg in arms), DONE]
    assert refusal(d, Exchange(tank, arms[0], "coaxial")).rule == "OTO 7.5133"
    do(d, Exchange(tank, arms[1], "rear"))
    assert marks(d, side=RUSSIAN) == Mark.BMG_DISABLED
    do(d, Exchange(tank, arms[0], "bow"))
    assert marks(d, side=RUSSIAN) == 0
    assert question(d) is None


@rule("OTO 7.5133", "OTO CG8")
def test_7_5133_a_machine_gun_that_a_vehicle_never_had_is_not_exchanged() -> None:
    d = lay(
        off(STUG, Mark.AAMG_ABSENT), off("g:LMG"), russian=(off("r:KV-8", Mark.AAMG_ABSENT), off("r:LMG"))
    )
    repair.exchange(d)
    assert question(d) is None
    d = lay(russian=(off("r:KV-8", Mark.AAMG_ABSENT | Mark.BMG_DISABLED), off("r:LMG")))
    repair.exchange(d)
    tank, lmg = unit_of(RUSSIAN, 0), unit_of(RUSSIAN, 1)
    assert legal(d) == [Exchange(tank, lmg, "bow"), DONE]
    assert refusal(d, Exchange(tank, lmg, "AA")).rule == "OTO 7.5133"


@rule("OTO 7.5133", "OTO 7.5137")
def test_7_5133_one_that_was_taken_off_is_not_exchanged_on_a_later_date() -> None:
    d = lay(off(STUG), off(SQUAD))
    yard.begin(d)
    do(d, Strip(Unit(0)), DONE)
    assert marks(d) == Mark.AAMG_ABSENT
    assert [piece.kind for piece in d.pieces[GERMAN]] == [STUG, SQUAD, "g:LMG"]
    d.frames.clear()
    repair.exchange(d)
    assert question(d) is None


@rule("OTO 7.5133")
def test_7_5133_an_lmg_in_another_pocket_is_of_no_use() -> None:
    d = lay(off(STUG, Mark.AAMG_DISABLED), at("g:LMG", POCKET), off("g:LMG"))
    repair.exchange(d)
    assert legal(d) == [Exchange(Unit(0), Unit(2), "AA"), DONE]
    assert refusal(d, Exchange(Unit(0), Unit(1), "AA")).rule == "OTO 7.5133"


@rule("OTO 7.5133")
def test_7_5133_a_captured_tank_gets_no_other_machine_gun() -> None:
    d = lay(
        off(STUG, Mark.AAMG_DISABLED | Mark.CAPTURED),
        off("g:LMG"),
        russian=(off("r:T-34-M43"), off("r:LMG")),
    )
    repair.exchange(d)
    assert question(d) is None


def lost(kind: str, dr: int) -> Piece:
    return Piece(kind, where=Where.LOST, fate="used", spent=dr)


def sappers(side: Seat, count: int) -> list[Piece]:
    return [off("g:8-3-8" if side == GERMAN else "r:6-2-8", Mark.ENGINEER)] * count


@rule("OTO 7.5134a")
@pytest.mark.parametrize(
    ("side", "kind", "dr", "back"),
    [
        (RUSSIAN, "r:FT", 11, True),
        (RUSSIAN, "r:FT", 12, False),
        (GERMAN, "g:FT", 11, False),
        (GERMAN, "g:FT", 10, True),
        (GERMAN, "g:DC", 10, True),
        (RUSSIAN, "r:DC", 11, False),
        (GERMAN, "g:DC", 0, False),
        (GERMAN, "g:LMG", 2, False),
    ],
)
def test_7_5134_an_ft_or_dc_is_had_back_after_a_low_enough_original_dr(
    side: Seat, kind: str, dr: int, back: bool
) -> None:
    pieces = [lost(kind, dr), *sappers(side, 1)]
    d = desk(*((pieces, ()) if side == GERMAN else ((), pieces)))
    spent.begin(d)
    assert question(d) is None
    piece = d.pieces[side][0]
    assert piece.where is (Where.RETAINED if back else Where.LOST)
    assert (piece.fate == "", piece.spent) == (back, 0)


@rule("OTO 7.5134b", "OTO 7.5134.q1")
def test_7_5134_no_more_are_had_back_than_there_are_assault_engineer_squads() -> None:
    d = lay(
        lost("g:FT", 5),
        lost("g:DC", 5),
        lost("g:DC", 6),
        lost("g:FT", 7),
        lost("g:FT", 12),
        *sappers(GERMAN, 3),
    )
    spent.begin(d)
    assert legal(d) == [Restock(Unit(number)) for number in range(4)]
    assert refusal(d, Restock(Unit(4))).rule == "OTO 7.5134b"
    do(d, Restock(Unit(3)), Restock(Unit(1)), Restock(Unit(0)))
    assert [piece.is_out for piece in d.pieces[0][:5]] == [False, False, True, False, True]
    assert question(d) is None


@rule("OTO 7.5134b")
def test_7_5134_half_squads_isolated_squads_and_others_do_not_count() -> None:
    others = at("g:8-3-8", POCKET, Mark.ENGINEER), off("g:3-3-8", Mark.ENGINEER), off("g:8-3-8")
    d = lay(lost("g:FT", 5), *others)
    spent.begin(d)
    assert question(d) is None
    assert d.pieces[0][0].is_out


def yarded(*german: Piece, **fields: Any) -> Draft:
    d = lay(*german, **fields)
    yard.begin(d)
    return d


@rule("OTO 7.5137")
def test_7_5137_without_an_mmc_in_the_area_nothing_is_given_up() -> None:
    truck = at("r:GAZ-MM", "P50"), at("r:9-1", "P50"), off("r:4-4-7")
    d = lay(russian=truck, works=(Work(Works.WRECK, find_hex("P50"), of=STUG),))
    d.zones = [Area(1 << find_hex("P50"), "C", RUSSIAN)]
    yard.begin(d)
    assert question(d) is None
    d.add(RUSSIAN, off("r:GAZ-MM"))
    yard.begin(d)
    first, other = unit_of(RUSSIAN, 0), unit_of(RUSSIAN, 3)
    assert legal(d) == [Abandon(other), Wreck(other), Burn(other), DONE]
    for act in (Abandon(first), Wreck(first), Burn(first), Scrounge(first), Rummage(find_hex("P50"))):
        assert refusal(d, act).rule == "OTO 7.5137"


@rule("OTO 7.5137")
def test_7_5137_with_an_mmc_a_vehicle_is_abandoned_stripped_and_wrecked() -> None:
    d = yarded(at(STUG, POCKET), at(SQUAD, POCKET))
    assert legal(d) == [Abandon(Unit(0)), Wreck(Unit(0)), Burn(Unit(0)), Strip(Unit(0)), DONE]
    do(d, Strip(Unit(0)))
    assert [(piece.kind, piece.space) for piece in d.pieces[0][2:]] == [("g:LMG", find_hex(POCKET))]
    assert refusal(d, Strip(Unit(0))).rule == "OTO 7.5137"
    do(d, Abandon(Unit(0)))
    assert d.pieces[0][3].kind == "g:1-2-7"
    do(d, Wreck(Unit(0)))
    assert d.pieces[0][0].is_out
    assert [(work.what, work.space, work.of) for work in d.works] == [(Works.WRECK, find_hex(POCKET), STUG)]
    assert question(d) is None


@rule("OTO 7.5137")
def test_7_5137_the_crew_that_abandons_counts_as_the_mmc() -> None:
    d = yarded(at(STUG, POCKET), at("g:AL-8-1", POCKET, holder=0))
    assert legal(d) == [Abandon(Unit(0)), DONE]
    do(d, Abandon(Unit(0)))
    assert legal(d) == [Wreck(Unit(0)), Burn(Unit(0)), Strip(Unit(0)), Scrounge(Unit(0)), DONE]
    assert d.pieces[0][1].holder == -1
    do(d, Burn(Unit(0)))
    assert [work.what for work in d.works] == [Works.BURNT_WRECK]


@rule("OTO 7.5137")
@pytest.mark.parametrize("mark", [Mark.RECALLED, Mark.RECALLED_FOR_AMMO])
def test_7_5137_a_vehicle_under_recall_is_not_given_up(mark: int) -> None:
    d = yarded(off(STUG, mark), off(SQUAD), off(STUG))
    for act in (Abandon(Unit(0)), Wreck(Unit(0)), Burn(Unit(0)), Strip(Unit(0)), Scrounge(Unit(0))):
        assert refusal(d, act).rule == "OTO 7.5137"


@rule("OTO 7.5137")
def test_7_5137_who_gets_out_of_a_tank_that_others_manned_are_those_who_got_in() -> None:
    d = yarded(off(STUG, holder=1), Piece("g:2-4-7", where=Where.ABOARD), off(SQUAD))
    do(d, Abandon(Unit(0)))
    assert [piece.where for piece in d.pieces[0]] == [Where.RETAINED] * 3
    assert d.pieces[0][0].holder == -1


@rule("OTO 7.5138")
def test_7_5138_special_ammunition_comes_back_to_guns_that_are_neither_captured_nor_isolated() -> None:
    d = lay(
        off("g:PaK-40", Mark.DEPLETED),
        off(STUG, Mark.DEPLETED),
        at(STUG, POCKET, Mark.DEPLETED),
        at("g:PaK-40", HOME, Mark.DEPLETED | Mark.CAPTURED),
    )
    ammunition.restore_special(d)
    assert [piece.has(Mark.DEPLETED) for piece in d.pieces[0]] == [False, False, True, True]


@rule("OTO 7.5139")
def test_7_5139_low_ammo_and_shortage_end_for_who_is_not_isolated() -> None:
    d = lay(
        off(SQUAD, Mark.SHORT),
        at(SQUAD, POCKET, Mark.SHORT),
        off(STUG, Mark.LOW_AMMO),
        at(STUG, POCKET, Mark.LOW_AMMO),
        off("g:LMG", Mark.SHORT),
        at("g:PaK-40", HOME, Mark.SHORT),
    )
    ammunition.lift_shortages(d)
    assert [bool(piece.marks) for piece in d.pieces[0]] == [False, True, False, True, False, False]


@rule("OTO 7.51310")
def test_7_51310_a_dismantled_mortar_is_assembled_and_others_are_dismantled_or_thrown_away() -> None:
    d = lay(off("g:81mm-MTR", Mark.DISMANTLED), off("g:HMG"), off("g:LMG"), off(CREW))
    armoury.begin(d)
    assert legal(d) == [
        Scrap(Unit(0)),
        Assemble(Unit(0)),
        Scrap(Unit(1)),
        Dismantle(Unit(1)),
        Scrap(Unit(2)),
        DONE,
    ]
    do(d, Assemble(Unit(0)), Dismantle(Unit(1)), Scrap(Unit(2)))
    assert [marks(d, number) for number in (0, 1)] == [0, Mark.DISMANTLED]
    assert d.pieces[0][2].is_out
    assert question(d) is None


@rule("OTO 7.51310")
def test_7_51310_nothing_is_handled_where_there_is_no_personnel() -> None:
    d = lay(at("g:81mm-MTR", POCKET, Mark.DISMANTLED), off(CREW), off("g:HMG"), off("g:PaK-40"))
    armoury.begin(d)
    assert refusal(d, Assemble(Unit(0))).rule == "OTO 7.51310"
    assert refusal(d, Scrap(Unit(0))).rule == "OTO 7.51310"
    assert refusal(d, Dismantle(Unit(3))).rule == "OTO 7.51310"
    d.add(GERMAN, at("g:9-1", POCKET))
    do(d, Assemble(Unit(0)))
    assert refusal(d, Dismantle(Unit(0))).rule == "OTO 7.51310"


@rule("OTO 7.5139", "OTO 7.5138")
def test_7_5139_low_ammo_of_the_russians_ends_too_and_is_no_want_of_special_ammunition() -> None:
    d = lay(
        russian=(off("r:T-34-M43", Mark.LOW_AMMO), off("r:4-4-7", Mark.SHORT), off("r:obr-39", Mark.DEPLETED))
    )
    ammunition.lift_shortages(d)
    assert [piece.marks for piece in d.pieces[RUSSIAN]] == [0, 0, Mark.DEPLETED]
    d = lay(
        at(STUG, HOME, Mark.LOW_AMMO), off(STUG, Mark.DEPLETED), russian=(off("r:obr-39", Mark.DEPLETED),)
    )
    ammunition.restore_special(d)
    assert [piece.marks for piece in d.pieces[GERMAN]] == [Mark.LOW_AMMO, 0]
    assert d.pieces[RUSSIAN][0].marks == 0


@rule("OTO 7.5137", "OTO 7.5072.base")
@pytest.mark.parametrize(
    ("works", "men", "clause"),
    [
        ((), True, "scrounge"),
        ((Works.TRENCH,), True, "scrounge"),
        ((Works.BURNT_WRECK,), True, "burnt"),
        ((Works.WRECK,), False, "vehicles"),
        ((Works.WRECK, Works.BURNT_WRECK), False, "vehicles"),
    ],
)
def test_7_5137_why_nothing_is_scrounged_in_a_hex(works: tuple[Works, ...], men: bool, clause: str) -> None:
    space = find_hex(HOME)
    d = lay(*([off(SQUAD)] if men else []), works=tuple(Work(what, space) for what in works))
    found = yard.Yard(GERMAN).why_not(d, Rummage(space))
    assert found.rule == BOOK.cite(f"disposal.{clause}")
