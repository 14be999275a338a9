"""Race for Berlin: what the rules say of a unit holds for the first and the last counter of each side too."""

import pytest
from fights import at, declare, number
from table import Table

from berlin.games.race.board.units import ALL_UNITS, FORMATION_OF, KEYS, find_formation, find_unit
from berlin.games.race.board.zones import CORNERS, DISTANCE, ZONES, Zone, find_zone
from berlin.games.race.rules.sequence import impulses
from berlin.kernel.proof.mark import rule

ZHUKOV, KONIEV = ("61/1", "3/2"), ("3GA/1", "31/1")
NORTH, SOUTH = ("391", "10SSPz"), ("72", "FLJahn")


@rule("RFB 4.1.3a", "RFB 4.1.2", "RFB 7.3.2b")
@pytest.mark.parametrize("zone, beside", [("Muncheberg", "Letschin"), ("Cottbus", "Kathlow")])
@pytest.mark.parametrize("stage, units", [("C.3", NORTH), ("C.4", SOUTH)])
def test_4_1_3_a_german_has_all_three_modes_on_either_front(
    stage: str, units: tuple[str, ...], zone: str, beside: str
) -> None:
    for unit in units:
        t = at(stage, {zone: unit, beside: "2POL/1-"})
        for mode in ("move", "combat", "reserve"):
            assert t.can(f"activate {unit} {mode}")
        assert t.can("pass")


@rule("RFB 7.3.2b", "RFB 4.1.3a")
@pytest.mark.parametrize(
    "stage, units, zone, beside",
    [("C.1", ZHUKOV, "Cottbus", "Kathlow"), ("C.2", KONIEV, "Muncheberg", "Letschin")],
)
def test_7_3_2_a_soviet_across_the_boundary_may_only_move_home(
    stage: str, units: tuple[str, ...], zone: str, beside: str
) -> None:
    for unit in units:
        t = at(stage, {zone: unit, beside: "606"})
        for mode in ("combat", "reserve"):
            t.refused(f"activate {unit} {mode}", "RFB 7.3.2b")
        t.refused("pass", "RFB 7.3.2b")
        t.do(f"activate {unit} move", "begin")
        t.refused("done", "RFB 7.3.2b")


@rule("RFB 7.3.3a")
@pytest.mark.parametrize(
    "stage, mover, others, start, zone",
    [
        ("C.2", "28/1", ZHUKOV, "Forst", "Kathlow"),
        ("C.1", "47/1", KONIEV, "Letschin", "Muncheberg"),
    ],
)
def test_7_3_3_no_unit_stops_with_any_counter_of_the_other_camp(
    stage: str, mover: str, others: tuple[str, ...], start: str, zone: str
) -> None:
    for other in others:
        t = at(stage, {start: mover, zone: other})
        t.do(f"activate {mover} move", "begin")
        t.refused(f"move {mover} {zone}", "RFB 7.3.3a")


@rule("RFB 8.1.2a", "RFB 7.3.3b")
@pytest.mark.parametrize("unit", ["61/1", "3/2", "3GA/1", "31/1"])
def test_8_1_2_every_soviet_in_the_zone_defends(unit: str) -> None:
    alone = at("C.3", Muncheberg="391", Letschin="1POL/1")
    both = at("C.3", Muncheberg="391", Letschin=f"1POL/1 {unit}")
    declare(alone, "Letschin", "391")
    declare(both, "Letschin", "391")
    assert number(both, "defence") - number(alone, "defence") > 0


@rule("RFB 6.1.2a", "RFB 6.1.2c")
def test_6_1_2_a_full_zone_names_the_limit_that_it_has_reached() -> None:
    city = at("C.1", Neukolln="61/1 61/2", Strausberg="8GA/1")
    city.do("activate 8GA/1 move", "begin")
    city.refused("move 8GA/1 Neukolln", "RFB 6.1.2c")
    open_country = at("C.1", Bernau="61/1 61/2", Strausberg="8GA/1")
    open_country.do("activate 8GA/1 move", "begin")
    open_country.refused("move 8GA/1 Bernau", "RFB 6.1.2a")
    germans = at("C.3", turn=7, Neukolln="391", Bernau="303 309 712", Strausberg="286")
    germans.do("activate 286 move", "begin")
    germans.refused("move 286 Neukolln", "RFB 6.1.2c")
    germans.refused("move 286 Bernau", "RFB 6.1.2a")


@rule("RFB 5.1a")
@pytest.mark.parametrize("off", ["pool", "waiting", "destroyed", "withdrawn"])
def test_5_1_whoever_is_off_the_map_has_no_move_at_the_end_of_the_turn(off: str) -> None:
    unit = "31/1" if off in ("pool", "waiting", "destroyed") else "391"
    t = Table.at(f"""
        turn = 3
        stage = "D.1"
        [units]
        Barwalde = ["61/1"]
        Penzig = ["52/1"]
        Dresden = ["404"]
        [off]
        {off} = ["{unit}"]
        [chits]
        out = [1, 9]
    """)
    t.do("done")
    assert (t.stage, t.decider) == ("D.2", "koniev")
    assert not t.legal(unit)
    t.refused(f"move {unit} Sanitz", "RFB 5.1a", "RFB 5.1d")
    # Koniev has no German on the map: nobody is asked in D.3.
    t.do("done")
    assert t.stage == "D.4"


@rule("RFB 5.1a", "RFB 5.1d")
def test_5_1_a_test_for_going_west_is_refused_to_whoever_has_no_move() -> None:
    t = Table.at("""
        turn = 3
        stage = "D.3"
        [units]
        Protzel = ["391", "286"]
        Strausberg = ["303", "404"]
        Barwalde = ["61/1"]
        [marks]
        used = ["286"]
        oos = ["303"]
        [chits]
        out = [1, 9]
    """)
    assert t.can("test 391")
    t.refused("test 286", "RFB 5.1a")
    t.refused("test 303", "RFB 5.1a")
    t.refused("test 404", "RFB 5.1d")
    t.refused("test 61/1", "RFB 5.1d")
    t.refused("move 286 Strausberg", "RFB 5.1a")
    t.refused("move 404 Bernau", "RFB 5.1d")
    t.do("test 391", dice=[6])
    t.refused("test 286", "RFB 7.2.2a")
    t.do("move 391 Strausberg")
    assert t.last[0].rules == ("RFB 5.1a",)
    assert t.stage == "D.4"


@rule("RFB 5.1c", "RFB 5.1.q1")
@pytest.mark.parametrize(
    "zone, west", [("Kyritz", False), ("Leipzig", False), ("Nauen", True), ("Forst", True)]
)
def test_5_1_nobody_is_tested_who_has_no_zone_of_a_lower_index_beside_him(zone: str, west: bool) -> None:
    t = at("D.3", {zone: "391"})
    assert t.can("test 391") is west
    if not west:
        t.refused("test 391", "RFB 5.1c")


@rule("RFB 7.2.2a", "RFB 7.2.2c")
def test_7_2_2_nobody_is_tested_who_may_go_west_anyway() -> None:
    free = at("C.3", turn=7, Protzel="391")
    free.do("activate 391 move", "begin")
    free.refused("test 391", "RFB 7.2.2a")
    soviet = at("C.1", Protzel="61/1")
    soviet.do("activate 61/1 move", "begin")
    soviet.refused("test 61/1", "RFB 7.2.2a")


@rule("RFB 4.1.1a", "RFB 4.1.1b", "RFB 5.6")
def test_4_1_1_the_count_of_impulses_grows_with_each_impulse_and_never_falls() -> None:
    t = at("A.3", Barwalde="3/2", Penzig="52/2", Rathenow="541", Meissen="199", turn=6)
    seen: list[tuple[tuple[int, int, str], int]] = []
    for _ in range(3):
        t.until("C.1")
        for stage in ("C.1", "C.2", "C.3", "C.4"):
            assert t.stage == stage
            seen.append(((t.turn, t.operations, stage), impulses(t.state)))
            if stage == "C.1" and t.operations == 1:
                t.do("activate 3/2 move", "begin", "done")
            else:
                t.do("pass", dice=[6] if stage == "C.4" else [])
        if t.stage.startswith("D"):
            seen.append(((t.turn, t.operations, "D"), impulses(t.state)))
    counts = [count for _, count in seen]
    assert counts == sorted(set(counts))
    assert len({turn for (turn, _, _), _ in seen}) > 1
    assert len({operations for (_, operations, _), _ in seen}) > 1


@rule("RFB 5.6", "RFB 4.1.1b")
def test_5_6_with_the_turn_marker_the_operations_marker_goes_back_to_one() -> None:
    t = at("D.4", Dresden="404", Barwalde="61/1", turn=6, operations=5)
    t.do("done", dice=[6, 6, 6])
    assert (t.turn, t.operations) == (7, 1)


@rule("RFB map.base")
@pytest.mark.parametrize("zone", ZONES)
def test_a_zone_is_found_by_its_name_without_umlauts(zone: Zone) -> None:
    name = zone.name
    plain = name.replace("ä", "a").replace("ö", "o").replace("ü", "u").replace("ß", "ss")
    for text in (name, plain, plain.upper(), name.upper(), plain.replace(" ", "")):
        assert find_zone(text) == zone.id


@rule("RFB event.1a", "RFB 10.2.1", "RFB 10.2.2")
def test_in_a_new_game_nothing_has_been_done_yet() -> None:
    t = Table.new(seed=1)
    assert (t.state.heinrici, t.state.xii, t.state.halted) == (0, 0, False)
    assert (t.state.shelled, t.state.progressed, t.state.passed) == (False, False, 0)
    assert (t.vp("zhukov"), t.vp("koniev"), t.support("zhukov"), t.support("koniev")) == (0, 0, 0, 0)
    assert (t.state.speer, t.state.planned, t.state.doubled, t.state.vacated) == (False, 0, False, 0)
    assert (t.state.rybalko, t.state.spearhead, t.state.trucks, t.state.limit) == (-1, -1, -1, 4)
    assert (t.state.duty.form, t.state.duty.divisions, t.state.duty.armour) == (0, 0, False)
    # Chit 1 is awake from the first impulse on.
    t.until("C.1").do("decline")
    declare(t, "SOderbruch", "8GA/1", "8GA/2").do("roll")
    assert (t.asked, t.decider, t.legal()) == ("Heinrici", "koniev", ["play 1", "decline"])


@rule("RFB 4.1.1a", "RFB 5.6")
def test_4_1_1_the_end_of_a_turn_counts_once_and_what_comes_before_operations_not_at_all() -> None:
    places = {"Barwalde": "3/2", "Penzig": "52/2", "Rathenow": "541", "Meissen": "199"}
    ends = {impulses(at(stage, places, turn=6).state) for stage in ("D.1", "D.2", "D.3", "D.4")}
    assert len(ends) == 1
    last = impulses(at("C.4", places, turn=6).state)
    first = impulses(at("C.1", places, turn=6).state)
    before = impulses(at("B.2", places, turn=6).state)
    assert (first - before, last - first, ends) == (1, 3, {last + 1})
    assert impulses(at("B.2", places, turn=7).state) > last + 1


@rule("RFB 7.1.4", "RFB 3.1.3b")
def test_7_1_4_who_moves_one_zone_at_most_is_told_of_the_corner() -> None:
    start, corner = next((zone, min(CORNERS[zone.id])) for zone in ZONES[6:60] if CORNERS[zone.id])
    stage, unit = ("C.3", "391")
    t = at(stage, {start.key: unit}, turn=7, oos=unit)
    t.do(f"activate {unit} move", "begin")
    t.refused(f"move {unit} {ZONES[corner].key}", "RFB 7.1.4")
    far = next(
        zone for zone in ZONES[6:60] if DISTANCE[start.id][zone.id] == 2 and zone.id not in CORNERS[start.id]
    )
    t.refused(f"move {unit} {far.key}", "RFB 3.1.3b")


@rule("RFB units.a")
def test_a_unit_is_found_by_its_key_in_any_case_and_with_blanks() -> None:
    for unit in ALL_UNITS:
        key = KEYS[unit]
        for text in (key, key.lower(), key.upper(), f" {key} "):
            assert find_unit(text) == unit
            assert find_formation(text.split("/")[0]) == FORMATION_OF[unit]
