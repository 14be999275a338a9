"""What the campaign begins with, and what wins it."""

from berlin.campaign.book.charts import Mines
from berlin.campaign.book.forces import Grant, Grants
from berlin.games.orsha.board.charts import LINES
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.forces import DATES, FIGURES, FORCES
from berlin.games.orsha.board.ground import LVP, LVP_MOST
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule


def given(side: Seat, what: Grants) -> dict[str, int]:
    return {grant.item: grant.count for grant in FORCES[side].of(what)}


def grant(side: Seat, item: str) -> Grant:
    return next(found for found in FORCES[side].grants if found.item == item)


@rule("OTO 6.cg_date", "OTO 7.4.dates")
def test_6_four_dates_mornings_and_afternoons() -> None:
    assert [(date.key, date.day, date.morning) for date in DATES] == [
        *(("23AM", 23, True), ("23PM", 23, False), ("24AM", 24, True), ("24PM", 24, False)),
    ]


@rule("OTO 7.5151", "OTO 7.5151.q1")
def test_7_5151_the_historical_drm_of_each_date() -> None:
    assert {date.key: (date.drm[RUSSIAN], date.drm[GERMAN]) for date in DATES} == {
        "23AM": (-2, -1),
        "23PM": (1, 0),
        "24AM": (-1, 0),
        "24PM": (0, 1),
    }


@rule("OTO 7.4.ihsr.1")
def test_7_4_the_first_date_is_overcast_and_wet_the_others_are_rolled_for() -> None:
    assert (DATES[0].weather, DATES[0].ground) == ("Overcast", "Wet")
    assert {(date.weather, date.ground) for date in DATES[1:]} == {("", "")}


def test_only_the_night_between_the_days_gives_time_for_repairs() -> None:
    assert [date.key for date in DATES if date.repairs] == ["23PM"]


@rule("OTO 7.4.ob.german", "OTO 7.4.ob.german.6")
def test_7_4_the_german_side() -> None:
    force = FORCES[GERMAN]
    assert (force.name, force.elr, force.san, force.cpp) == ("Regiment 195, Sturm Division 78", 3, 3, 66)


@rule("OTO 7.4.ob.german.1")
def test_7_4_the_germans_have_a_rifle_company() -> None:
    assert given(GERMAN, Grants.GROUP) == {"german.I1": 1}
    (squads,) = LINES["german.I1"].yields
    assert (squads.kind, squads.full) == ("g:4-6-7", 12)


@rule("OTO 7.4.ob.german.2", "OTO 7.4.ob.german.3")
def test_7_4_the_germans_have_two_cupolas_and_two_guns_on_half_tracks() -> None:
    assert given(GERMAN, Grants.COUNTERS) == {"g:HMG-Cupola": 2, "g:SdKfz-10-4": 2}


@rule("OTO 7.4.ob.german.4")
def test_7_4_the_germans_have_dug_in() -> None:
    assert given(GERMAN, Grants.WORKS) == {"AT ditch": 5, "wire": 10, "trench": 10}


@rule("OTO 7.4.ob.german.5")
def test_7_4_the_germans_have_mined_four_hexes() -> None:
    (mines,) = FORCES[GERMAN].of(Grants.MINES)
    assert mines.mines == Mines(hexes=4, ap=6, at=3)


@rule("OTO 7.4.ob.russian", "OTO 7.4.ob.russian.7")
def test_7_4_the_russian_side() -> None:
    force = FORCES[RUSSIAN]
    assert force.name.startswith("16th Guards Rifle Division")
    assert (force.elr, force.san, force.cpp) == (4, 3, 68)


@rule("OTO 7.4.ob.russian.1", "OTO 7.4.ob.russian.2", "OTO 7.4.ob.russian.3")
def test_7_4_the_russian_groups() -> None:
    assert given(RUSSIAN, Grants.GROUP) == {"russian.V5": 3, "russian.V4": 2, "russian.I5": 1}
    full = {key: sum(part.full for part in LINES[key].yields) for key in given(RUSSIAN, Grants.GROUP)}
    assert (3 * full["russian.V5"], 2 * full["russian.V4"], full["russian.I5"]) == (6, 4, 8)


@rule("OTO 7.4.ob.russian.4", "OTO 7.4.ob.russian.6", "OTO 7.4.ob.russian.q1")
def test_7_4_the_russians_have_four_tanks_and_six_trucks() -> None:
    assert given(RUSSIAN, Grants.COUNTERS) == {"r:T-34-M43": 4, "r:GAZ-MM": 6, "r:44A-GA": 4}
    assert {found.item for found in FORCES[RUSSIAN].grants if found.lot} == {"r:T-34-M43", "r:GAZ-MM"}


@rule("OTO 7.4.ob.russian.5", "OTO 7.4.ihsr.3")
def test_7_4_the_russians_have_two_bombardments() -> None:
    assert [found.count for found in FORCES[RUSSIAN].of(Grants.BOMBARDMENT)] == [2]
    assert FORCES[GERMAN].of(Grants.BOMBARDMENT) == ()


@rule("OTO 7.4.ihsr.6")
def test_7_4_two_rolls_for_an_armor_leader_come_with_the_four_tanks() -> None:
    assert {found.item: found.leaders for force in FORCES for found in force.grants if found.leaders} == {
        "r:T-34-M43": 2,
    }


def test_7_4_the_aircraft_of_the_first_turn_leave_after_the_second() -> None:
    assert grant(RUSSIAN, "r:44A-GA").until == 2
    assert COUNTERS["r:44A-GA"].sort.value == "aircraft"


def test_whatever_is_given_is_there_and_of_its_side() -> None:
    for side, force in enumerate(FORCES):
        for found in force.of(Grants.GROUP):
            assert LINES[found.item].side == side
        for found in force.of(Grants.COUNTERS):
            assert COUNTERS[found.item].side == side


@rule("OTO 7.31.q1")
def test_7_31_20_points_win_18_or_22_with_a_balance() -> None:
    assert (FIGURES.needed, FIGURES.needed_second, FIGURES.needed_first) == (20, 18, 22)


@rule("OTO 7.4.initial_victory", "OTO 7.4.scenario_victory", "OTO 7.4.victory.b")
def test_7_4_what_wins_a_scenario_and_what_makes_a_point() -> None:
    assert (FIGURES.needed_initial, FIGURES.needed_later) == (6, 7)
    assert (FIGURES.cvp_each, FIGURES.evp_each, FIGURES.left_vp) == (20, 20, 1)
    assert (sum(LVP.values()), LVP_MOST) == (12, 10)


def test_the_bounds_that_the_rules_name() -> None:
    bounds = FIGURES
    assert (bounds.elr_least, bounds.elr_most) == (1, 4)
    assert (bounds.san_least, bounds.san_most, bounds.san_rolled, bounds.san_even) == (2, 7, 3, 4)
    assert (bounds.oba_first, bounds.oba_second) == (3, 4)
    assert (bounds.observer_level, bounds.observer_most, bounds.registered_most) == (2, 3, 2)
    assert (bounds.share, bounds.hidden_share, bounds.allotted_less) == (20, 10, 1)
    assert (bounds.gun_shift, bounds.mortar_shift, bounds.tow_shift) == (4, 8, 2)
    assert (bounds.recon_reach, bounds.setup_gap, bounds.blast) == (7, 9, 5)
