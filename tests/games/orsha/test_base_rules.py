"""Where the campaign leans on the base rules: Control, concealment, crews, aircraft, wind, inspection."""

import pytest
from tests.campaign.desk import at, bought, desk, told
from tests.games.orsha.course import lead
from tests.games.orsha.siting import SECOND, new, put, set_up

from berlin.campaign.book.charts import Branch
from berlin.campaign.deployment import scouting, wind
from berlin.campaign.deployment.setup import Lurk
from berlin.campaign.holdings import is_qualified
from berlin.campaign.model.battle import fight
from berlin.campaign.purchases.prices import is_branch
from berlin.campaign.refit import vehicles
from berlin.campaign.report import common
from berlin.campaign.report.acts import Fired
from berlin.campaign.report.units import Reporting
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.charts import LINES
from berlin.games.orsha.board.forces import FIGURES
from berlin.games.orsha.board.ground import BUILDINGS, START, find_hex
from berlin.games.orsha.board.tables import RESULTS
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.deployment import conceals, thicket
from berlin.games.orsha.rules.sequence import COURSE, RING
from berlin.kernel.contract.events import EVERYBODY
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules.close_combat import Attack, reasons

GERMAN, RUSSIAN = BOTH


@rule("OTO CG10.base", "OTO CG10d")
def test_a12_12_who_cg10_does_not_cover_begins_unconcealed() -> None:
    """Russian vehicles nowhere, Russian Infantry not in the open."""
    d = desk()
    tank, squad = d.book.counters["r:T-34-M43"], d.book.counters["r:4-4-7"]
    assert conceals(d, RUSSIAN, tank) == conceals(d, RUSSIAN, d.book.counters["g:HMG-Cupola"]) == 0
    assert conceals(d, RUSSIAN, squad) == thicket(d)
    assert not conceals(d, RUSSIAN, squad) >> find_hex("T20") & 1


@rule("OTO 7.31.base")
def test_a26_5_whose_side_was_not_wanted_has_its_balance() -> None:
    """Both want the Russians: the Germans have theirs, and 22 VP are needed."""
    assert GAME.set_up("orsha", bytes(32), {"balance": "german"}).needed == 22


OPEN, HOUSE = "K24", "X38"
CLOSE_COMBAT = next(number for number, stage in enumerate(RING) if stage.name == "7.501")
TANK = "r:T-34-M43"


def gained(space: str, *russian: Piece, enemy: str = "") -> bool:
    """Whether these Russians have the hex when a report is agreed. It was the Germans' before."""
    german = [at(enemy, space)] if enemy else []
    d = desk(german, russian)
    common.conclude(d, ())
    return bool(d.control[RUSSIAN] & ~d.control[GERMAN] & 1 << find_hex(space))


@rule("OTO 7.5053.base")
@pytest.mark.parametrize("space", (OPEN, HOUSE))
@pytest.mark.parametrize(
    "kind, marks, due",
    [
        ("r:4-4-7", 0, True),
        ("r:2-3-7", 0, True),
        ("r:4-4-7", Mark.PINNED, True),
        ("r:4-4-7", Mark.CONCEALED, True),
        ("r:4-4-7", Mark.BROKEN, False),
        ("r:4-4-7", Mark.DISRUPTED, False),
        ("r:4-4-7", Mark.BERSERK, False),
        ("r:4-4-7", Mark.PRISONER, False),
        ("r:9-1", 0, False),
    ],
)
def test_a26_11_good_order_infantry_gains_ground_and_a_lone_leader_none(
    space: str, kind: str, marks: int, due: bool
) -> None:
    assert gained(space, at(kind, space, marks)) is due


@rule("OTO 7.5053.base")
@pytest.mark.parametrize(
    "marks, due",
    [
        (0, True),
        (Mark.BYPASS, False),
        (Mark.ABANDONED, False),
        (Mark.SHOCKED, False),
        (Mark.STUNNED, False),
        (Mark.CAPTURED, False),
    ],
)
def test_a26_12_an_armed_vehicle_gains_open_ground_and_never_a_building(marks: int, due: bool) -> None:
    assert gained(OPEN, at(TANK, OPEN, marks)) is due
    assert not gained(HOUSE, at(TANK, HOUSE, marks))
    # The building has points; infantry beside the vehicle gains it, men on the vehicle don't.
    assert gained(HOUSE, at(TANK, HOUSE, marks), at("r:4-4-7", HOUSE))
    assert not gained(HOUSE, at(TANK, HOUSE, marks), at("r:4-4-7", HOUSE, holder=0))


@rule("OTO 7.5053.base")
def test_a26_12_a_truck_gains_nothing_and_a_house_that_burnt_down_is_open_ground() -> None:
    assert not gained(OPEN, at("r:GAZ-MM", OPEN))
    d = desk(russian=[at(TANK, HOUSE)], works=[Work(Works.WOODEN_RUBBLE, find_hex(HOUSE))])
    common.conclude(d, ())
    assert d.control[RUSSIAN] >> find_hex(HOUSE) & 1


@rule("OTO 7.5053.base")
@pytest.mark.parametrize("space", (OPEN, HOUSE))
@pytest.mark.parametrize(
    "enemy, due",
    [("g:4-6-7", False), ("g:9-1", False), ("g:StuG-IIIG", False), ("g:LMG", True)],
)
def test_a26_11_no_ground_is_gained_beside_an_armed_enemy(space: str, enemy: str, due: bool) -> None:
    assert gained(space, at("r:4-4-7", space), enemy=enemy) is due


@rule("OTO 7.5053.base")
def test_a26_11_a_truck_keeps_no_ground_from_the_enemy() -> None:
    d = desk([at("g:4-6-7", "K46")], [at("r:GAZ-MM", "K46")])
    common.conclude(d, ())
    assert d.control[GERMAN] & ~d.control[RUSSIAN] & 1 << find_hex("K46")


@rule("OTO 7.501a", "OTO 7.5053.base")
@pytest.mark.parametrize("strong", (GERMAN, RUSSIAN))
def test_a26_11_who_is_left_of_a_melee_gains_the_ground(strong: Seat) -> None:
    """There is a Melee on the ground of each; one side has three squads in both."""
    german, russian = (["g:4-6-8"] * 3, ["r:2-3-7"]) if strong == GERMAN else (["g:2-4-7"], ["r:6-2-8"] * 3)
    places = (HOUSE, "K46")
    d = desk(
        [at(kind, name) for name in places for kind in german],
        [at(kind, name) for name in places for kind in russian],
    )
    COURSE.enter(d, CLOSE_COMBAT)
    COURSE.run(d)
    lead(d, lambda now: now.stage != CLOSE_COMBAT)
    ours, theirs = ({piece.space for _, piece in d.on_map(side)} for side in (strong, OTHER[strong]))
    assert set(map(find_hex, places)) <= ours - theirs
    for space in map(find_hex, places):
        assert d.control[strong] >> space & ~d.control[1 - strong] >> space & 1


@rule("OTO 7.3b", "OTO 7.5053.base")
@pytest.mark.parametrize("seed", range(3))
def test_a26_12_in_the_model_too_no_vehicle_alone_takes_a_building(seed: int) -> None:
    tanks = [at(TANK, f"{column}{number}") for column in ("W", "X", "Y") for number in (42, 43, 44)]
    d = desk(russian=tanks, weather="Clear", key=bytes([seed]) * 32)
    fight(d, d.book.battlefield)
    assert d.control[RUSSIAN] & ~START[RUSSIAN]
    assert not d.control[RUSSIAN] & BUILDINGS & START[GERMAN]


@rule("OTO 7.5131a.base", "OTO 7.5131b.base")
def test_a21_13_infantry_in_an_afv_is_not_qualified() -> None:
    """It adds 1 to the repair of its tracks: a 4 is too much."""
    tank = at("g:StuG-IIIG", "K12", Mark.IMMOBILE, holder=1)
    d = desk([tank, Piece("g:2-4-7", where=Where.ABOARD)], turn=3, dice=(4, 4))
    assert not is_qualified(d, GERMAN, unit_of(GERMAN, 0))
    vehicles.repair_immobilized(d, GERMAN)
    assert d.pieces[GERMAN][0].has(Mark.IMMOBILE)
    d.change(unit_of(GERMAN, 1), kind="g:1-2-7")
    assert is_qualified(d, GERMAN, unit_of(GERMAN, 0))
    vehicles.repair_immobilized(d, GERMAN)
    assert not d.pieces[GERMAN][0].has(Mark.IMMOBILE)


@rule("OTO 7.5131d.base")
def test_d5_34_a_crew_that_stays_stunned_has_its_modifier() -> None:
    d = desk([at("g:StuG-IIIG", "K12", Mark.STUNNED)], [at("r:4-4-7", "K12")], dice=(4,), turn=2)
    vehicles.recover(d, GERMAN)
    attack = Attack((unit_of(GERMAN, 0),), (unit_of(RUSSIAN, 0),))
    assert reasons(d, attack, unit_of(RUSSIAN, 0), ())["shaken"]


@rule("OTO 7.5185.base")
def test_e7_21_aircraft_are_counted_by_a_roll_not_by_the_chart() -> None:
    """F1 of the Germans on 23PM: a 5 brings three."""
    for offer in LINES.values():
        if offer.branch is Branch.AIRCRAFT:
            assert all(part.full == part.depleted == 0 for part in offer.yields)
    d = bought(GERMAN, "F1", dice=(5,))
    assert [piece.kind for piece in d.pieces[GERMAN]] == ["g:42DB"] * 3


@rule("OTO 7.520.base")
def test_a12_34_a_gun_is_hidden_with_its_crew() -> None:
    d = set_up([new("g:PaK-40", holder=1), new("g:2-2-8"), new("g:9-1")], groups=([SECOND], ()), turn=2)
    put(d, 0, "K20", Lurk)
    assert [piece.has(Mark.HIDDEN) for piece in d.pieces[GERMAN]] == [True, True, False]
    assert d.accounts[GERMAN].fpp == 0


@rule("OTO 7.5221.base")
@pytest.mark.parametrize(("dice", "found"), [((3, 4), "No wind"), ((4, 4, 3), "Mild breeze, SW")])
def test_b25_63_the_wind_has_force_and_direction(dice: tuple[int, ...], found: str) -> None:
    d = desk(dice=dice, weather="Clear")
    wind.begin(d)
    assert d.wind == found
    assert not d.given
    assert len(RESULTS["wind.direction"].bands) == 6


@rule("OTO 7.5226.base")
def test_a12_16_what_is_inspected_is_told_to_the_scout_alone() -> None:
    d = desk([at("g:4-6-7", "K40", Mark.CONCEALED), at("g:LMG", "K40", Mark.CONCEALED, holder=0)])
    scouting.inspect(d, RUSSIAN, find_hex("K40"))
    told_of = [event for event in told(d) if "4-6-7" in event.text]
    assert [(event.seat, "LMG" in event.text) for event in told_of] == [(RUSSIAN, True)]
    assert all("4-6-7" not in event.text for event in told(d) if event.seat == EVERYBODY)


@rule("OTO footnote.20.q1")
def test_footnote_20_every_bombardment_of_a_date_may_fall() -> None:
    """Two that were given and one that was bought; each reaches 5 hexes."""
    line = next(
        n for n, offer in enumerate(desk().book.charts[RUSSIAN]) if offer.branch is Branch.BOMBARDMENT
    )
    groups = (Group(line, 1, given=True), Group(line, 1, given=True), Group(line, 1))
    d = desk(groups=((), groups))
    question = Reporting(RUSSIAN)
    d.frames.append(question)
    for number in range(3):
        assert Fired(number) in question.answers(d)
        question.carry_out(d, Fired(number))
    assert [group.gone for group in d.groups[RUSSIAN]] == ["fired"] * 3
    assert all(is_branch(d, RUSSIAN, group, Branch.BOMBARDMENT) for group in d.groups[RUSSIAN])
    assert FIGURES.blast == 5
