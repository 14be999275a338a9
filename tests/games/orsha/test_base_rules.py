"""Where the campaign leans on the base rules: Control, concealment, crews, aircraft, wind, inspection."""

import pytest
from tests.campaign.desk import at, bought, desk, told
from tests.games.orsha.siting import SECOND, new, put, set_up

from berlin.campaign.aftermath.close_combat import Attack, reasons
from berlin.campaign.charts import Branch
from berlin.campaign.deployment import scouting, wind
from berlin.campaign.deployment.setup import Lurk
from berlin.campaign.holdings import is_qualified
from berlin.campaign.names import unit_of
from berlin.campaign.pieces import Mark, Piece, Where
from berlin.campaign.purchases.prices import is_branch
from berlin.campaign.refit import vehicles
from berlin.campaign.report import common, units
from berlin.campaign.report.acts import Fired, Reporting
from berlin.campaign.state import Group
from berlin.games.orsha.charts import LINES
from berlin.games.orsha.entry import conceals, thicket
from berlin.games.orsha.forces import FIGURES
from berlin.games.orsha.ground import find_hex
from berlin.games.orsha.scenarios import set_up as table
from berlin.games.orsha.tables import RESULTS
from berlin.kernel.events import EVERYBODY
from berlin.kernel.proof import rule

GERMAN, RUSSIAN = 0, 1


@rule("OTO CG10.base")
def test_a12_12_who_cg10_does_not_cover_begins_unconcealed() -> None:
    """Russian vehicles nowhere, Russian Infantry not in the open."""
    d = desk()
    tank, squad = d.book.counters["r:T-34-M43"], d.book.counters["r:4-4-7"]
    assert conceals(d, RUSSIAN, tank) == 0
    assert conceals(d, RUSSIAN, squad) == thicket(d)
    assert not conceals(d, RUSSIAN, squad) >> find_hex("T20") & 1


@rule("OTO 7.31.base")
def test_a26_5_whose_side_was_not_wanted_has_its_balance() -> None:
    """Both want the Russians: the Germans have theirs, and 22 VP are needed."""
    assert table("orsha", bytes(32), {"balance": "german"}).needed == 22


@rule("OTO 7.5053.base")
def test_a26_1_a_lone_leader_gains_no_ground_and_a_squad_does() -> None:
    d = desk(russian=[at("r:9-1", "K20"), at("r:4-4-7", "K22"), at("r:T-34-M43", "K24")])
    common.conclude(d, ())
    gained = [bool(d.control[RUSSIAN] >> find_hex(name) & 1) for name in ("K20", "K22", "K24")]
    assert gained == [False, True, True]


@rule("OTO 7.5131a.base", "OTO 7.5131b.base")
def test_a21_13_infantry_in_an_afv_is_not_qualified() -> None:
    """It adds 1 to the repair of its tracks: a 4 is too much."""
    tank = at("g:StuG-IIIG", "K12", Mark.IMMOBILE, holder=1)
    d = desk([tank, Piece("g:2-4-7", where=Where.ABOARD)], turn=3, dice=(4, 4))
    assert not is_qualified(d, GERMAN, GERMAN, 0)
    vehicles.repair_immobilized(d, GERMAN)
    assert d.pieces[GERMAN][0].has(Mark.IMMOBILE)
    d.change(GERMAN, 1, kind="g:1-2-7")
    assert is_qualified(d, GERMAN, GERMAN, 0)
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
        assert Fired(number) in units.options_reporting(d, question)
        units.answer_reporting(d, question, Fired(number))
    assert [group.gone for group in d.groups[RUSSIAN]] == ["fired"] * 3
    assert all(is_branch(d, RUSSIAN, group, Branch.BOMBARDMENT) for group in d.groups[RUSSIAN])
    assert FIGURES.blast == 5
