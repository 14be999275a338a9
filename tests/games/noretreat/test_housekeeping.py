"""No Retreat! 4 and 11: what a turn brings, and the order of its phases."""

import pytest
from tests.games.noretreat.table import Table, front

from berlin.games.noretreat.board.tables import CLEAR, LONG_WINTER, MUD, SNOW, TURNS
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.sequence import STAGE_NAMES
from berlin.games.noretreat.rules.weather import change, flip, next_variable
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.proof.mark import rule


def begun(turn: int, *stacks: str, **more: object) -> Table:
    return front("H.1", turn, "r-5c0: 9A", "r0c9: W", *stacks, **more)


@rule("NR 4.housekeeping.a")
def test_4_the_turn_marker_advances() -> None:
    t = front("S.9", 5, "r-5c0: 9A", "r0c9: W")
    assert (t.turn, t.stage) == (6, "A.1")
    assert Table.new("1943").turn == 13


@rule("NR 4.housekeeping.b", "NR 11.turn4")
def test_4_turn_4_brings_snow_shock_and_reinforcements() -> None:
    t = begun(4, "due: Vol Cri NCau")
    assert (t.state.blitz, t.state.shock) == (0, 3)
    assert (t.where("Vol"), t.where("Cri"), t.where("NCau")) == ("reinforcements", "reinforcements", "due")
    assert t.state.event_vp == -1


@rule("NR 11.turn2", "NR 11.turn3", "NR 11.turn6", "NR 11.turn7", "NR 11.turn9", "NR 11.turn12")
@rule("NR 11.turn13", "NR 11.turn14", "NR 11.turn17", "NR 7.place.reinf")
@rule("NR 12.unit.soviet.reinf.a", "NR 12.unit.soviet.reinf.b")
@pytest.mark.parametrize(
    ("turn", "units"),
    [
        (2, "2A Kal Cau"),
        (3, "Mos Sev"),
        (4, "Vol Cri"),
        (6, "NCau"),
        (7, "Vor Sta Ita8 Hun2"),
        (9, "Don"),
        (10, "LwG"),
        (12, "SSPz Kur"),
        (13, "Ste"),
        (14, "8A"),
        (17, "SSGr"),
    ],
)
def test_11_reinforcements_by_turn(turn: int, units: str) -> None:
    t = begun(turn, f"due: {units}")
    assert {t.where(unit) for unit in units.split()} == {"reinforcements"}
    earlier = begun(turn - 1, f"due: {units}")
    assert {earlier.where(unit) for unit in units.split()} == {"due"}


@rule("NR 11.turn7", "NR 11.turn10", "NR 11.turn14", "NR 11.turn19", "NR 11.turn22", "NR 11.turn25")
@rule("NR 11.turn27")
@pytest.mark.parametrize(("turn", "points"), [(7, -1), (10, -1), (14, 1), (19, 1), (22, 1), (25, 1), (27, 1)])
def test_11_other_theatres(turn: int, points: int) -> None:
    assert begun(turn).state.event_vp == points


@rule("NR 11.italians", "NR 11.turn15", "NR 11.turn16", "NR 11.turn18")
def test_11_units_leave_for_good_wherever_they_are() -> None:
    assert begun(15, "r0c4: Ita8").where("Ita8") == "out"
    assert begun(16, "rail: 2Pz").where("2Pz") == "out"
    assert begun(18, "destroyed: SSPz-").where("SSPz") == "aside"


@rule("NR 11.turn28")
def test_11_the_garrison_stays_in_a_na_berlin_game() -> None:
    assert begun(28, "Berlin: BerG").where("BerG") == "Berlin"


@rule("NR 11.turn1", "NR 11.turn5", "NR 11.turn6", "NR 11.turn8", "NR 11.turn11", "NR 11.turn12")
@rule("NR 11.turn13", "NR 11.turn17", "NR 11.turn20", "NR 11.turn21", "NR 11.turn23", "NR 11.turn24")
@rule("NR 11.turn25", "NR 11.turn26")
@pytest.mark.parametrize("turn", range(1, 29))
def test_11_weather_and_markers_of_each_turn(turn: int) -> None:
    t = begun(turn)
    box = TURNS[turn]
    assert (t.state.blitz, t.state.shock) == (box.blitz, box.shock)
    assert t.state.weathers[turn] == box.weather
    assert t.told(f"turn {turn}, {box.label}")


@rule("NR 11.weather.variable")
def test_11_the_next_variable_turn() -> None:
    assert next_variable(Draft(begun(13).state)) == 15
    assert next_variable(Draft(begun(25).state)) == 0


@rule("NR 4.playerturn", "NR 1.sides")
def test_4_seven_phases_axis_first() -> None:
    t = Table.new("1943", seed=2)
    seen: list[str] = []
    while t.turn == 13:
        if not seen or seen[-1] != t.stage:
            seen.append(t.stage)
        options = t.legal()
        t.do(next((word for word in ("pass", "done", "roll") if word in options), options[0]))
    assert seen == sorted(seen, key=STAGE_NAMES.index)
    assert seen[0][0] == "A"
    assert seen[-1][0] == "S"


@rule("NR 4.removals")
def test_4_removals_in_their_order() -> None:
    t = front("A.6", 7, "r0c8: 9A", "Warsaw: 4A", unsupplied="9A", disorganized="9A 4A")
    assert t.where("9A") == "surrendered"
    assert not t.disorganized("4A")


@rule("NR 4.removals", "NR 5.pay")
def test_4_a_scorched_city_is_built_up_for_two_cards() -> None:
    t = front("A.7", 7, "Minsk: 9A", axis="K9 K10", scorched="Minsk")
    before = t.points
    t.do("restore Minsk", "discard K9", "discard K10")
    assert t.points == before + 1
    assert t.state.scorched == 0


@rule("NR 4.removals", "NR 5.pay")
@pytest.mark.parametrize(("hand", "scorched", "asked"), [("K9 K10", "Minsk", True), ("K9", "Minsk", False)])
@pytest.mark.parametrize("holder", ["axis", "soviet"])
def test_4_who_cant_build_a_city_up_is_not_asked_and_the_turn_goes_on(
    hand: str, scorched: str, asked: bool, holder: str
) -> None:
    unit = "9A" if holder == "axis" else "W"
    t = front("A.7", 7, f"{scorched}: {unit}", axis=hand, scorched=scorched)
    assert (t.asked == "Restoring") is (asked and holder == "axis")
    assert t.decider is not None
    if t.asked != "Restoring":
        assert t.stage > "A.7"


@rule("NR 4.pass")
def test_4_an_obligatory_choice_has_no_done() -> None:
    t = front("S.5", 14, "r0c5: 9A", "r0c4: W")
    t.do("target r0c5", "roll", dice=[6])
    assert t.asked == "Retreat"
    assert "done" not in t.legal()
    assert GAME.why_not(t.state, GAME.read("done")) is not None


@rule("NR 4.housekeeping.c", "NR 11.turn.order")
def test_4_objectives_are_tested_in_housekeeping() -> None:
    held = {"soviet_holds": "Vienna Prague Berlin"}
    t = front("H.1", 19, "r-5c-3: 9A", "r0c9: W", **held)
    assert (t.winner, t.stage, t.hand("axis")) == ("soviet", "H.4", [])


@rule("NR 11.turn.order", "NR 11.turn12")
def test_11_on_turn_12_the_axis_is_tested_with_its_event_points() -> None:
    ussr = "Leningrad Riga Kalinin Minsk Yaroslavl Smolensk Tula Gorki Kiev Voronezh Kharkov Saratov Odessa"
    t = front("H.1", 12, "r-5c0: 9A", "r0c9: W", axis_holds=f"{ussr} Stalino", event_vp=2)
    assert (t.winner, t.stage) == ("axis", "H.2")
    passed = front("H.1", 12, "r-5c0: 9A", "r0c9: W", axis_holds=f"{ussr} Stalino", event_vp=1)
    assert (passed.winner, passed.state.event_vp, passed.stage) == ("", 0, "A.1")


@rule("NR 11.weather.flip")
def test_11_each_weather_has_its_opposite() -> None:
    d = Draft(begun(9).state)
    seen = []
    for weather in (CLEAR, MUD, SNOW, LONG_WINTER):
        change(d, 9, weather)
        flip(d, 9)
        seen.append(d.weathers[9])
    assert seen == [MUD, CLEAR, LONG_WINTER, SNOW]


@rule("NR 11.rumania")
def test_11_before_the_extension_rumania_falls_in_axis_removals_to_three() -> None:
    inside = ("r4c-5: W", "r4c-6: SW", "r3c-5: S")
    army = "r0c-2: Rum3"
    assert front("A.6", 16, army, *inside).where("Rum3") == "out"
    assert front("A.6", 16, army, *inside[:2]).where("Rum3") == "r0c-2"
    red = front("S.6", 16, army, *inside)
    assert (red.where("Rum3"), red.stage != "S.6") == ("r0c-2", True)


@rule("NR 4.playerturn")
def test_4_each_of_the_phases_asks_in_its_turn() -> None:
    stacks = ("r-5c0: 9A", "r-4c0: 4A", "r-4c1: W", "rail: 6A S", "reinforcements: 2A")
    t = front("A.1", 2, *stacks, axis="K9 K10", soviet="K11 K12", unsupplied="9A")
    asked: list[tuple[str, str]] = []
    while t.turn == 2:
        if t.asked not in ("Window", "Reaction"):
            asked.append((t.stage, t.asked))
        options = t.legal()
        t.do(next((word for word in ("pass", "done") if word in options), options[0]))
    own = [pair for pair in dict.fromkeys(asked) if pair[1] != "Countering"]
    assert own == [
        ("A.1", "Hand"),
        ("A.3", "Organize"),
        ("A.4", "Moving"),
        ("A.5", "Targeting"),
        ("A.8", "Detraining"),
        ("S.1", "Hand"),
        ("S.3", "Organize"),
        ("S.4", "Moving"),
        ("S.5", "Targeting"),
        ("S.8", "Detraining"),
    ]
    told = [event.data[0] for event in t.events if event.kind == "stage"]
    assert [stage for stage in told if stage in ("A.2", "A.6", "S.2", "S.6")] == ["A.2", "A.6", "S.2", "S.6"]
    # 9A had its marker taken off in the supply check.
    assert not t.unsupplied("9A")


@rule("NR 4.removals", "NR 11.rumania")
def test_4_allies_leave_in_removals_after_the_surrenders() -> None:
    inside = ("r4c-5: W", "r4c-6: SW", "r3c-5: S")
    t = front("A.6", 16, "r0c8: Rum3", "r-5c0: Rum4", *inside, unsupplied="Rum3", event_vp=0)
    assert (t.where("Rum3"), t.where("Rum4")) == ("out", "out")
    # Rum3 surrendered first: that is a point.
    assert t.state.event_vp == 1
