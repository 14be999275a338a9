"""The words of the rulebook, and the map they speak of, as they show in play."""

import re
from itertools import pairwise

import pytest
from table import Table

from berlin.games.race.board.zones import BERLIN, BY_NAME, EDGES, NEIGHBOURS, TRACKS, ZONES
from berlin.kernel.proof.mark import rule

FOUR_GROUPS = """
    turn = 7
    stage = "{stage}"
    [units]
    Kustrin = ["8GA/1"]
    Triebel = ["3GTA/1"]
    Oranienburg = ["21Pz"]
    Dresden = ["303"]
"""
ALL_FOUR = {"8GA/1", "3GTA/1", "21Pz", "303"}


def movers(stage: str) -> set[str]:
    """Who may be activated in movement mode at that stage, of one unit of each group."""
    t = Table.at(FOUR_GROUPS.format(stage=stage))
    assert t.stage == stage
    return {unit for unit in ALL_FOUR if t.can(f"activate {unit} move")}


def reach(t: Table, unit: str) -> set[str]:
    """The zones that the unit may move to now."""
    return {text.split()[2] for text in t.legal(unit) if text.startswith("move ")}


def total(t: Table, label: str) -> int:
    return next(tally for tally in t.explain("roll").tallies if tally.label == label).total


@rule("RFB intro.b")
@pytest.mark.parametrize("vp, winners", [((14, 11), (0,)), ((11, 14), (1,))])
def test_intro_the_better_total_of_victory_points_wins(vp: tuple[int, int], winners: tuple[int, ...]) -> None:
    t = Table.at(f"""
        turn = 10
        stage = "D.5"
        [units]
        Kustrin = ["8GA/1"]
        [points]
        vp = [{vp[0]}, {vp[1]}]
    """)
    assert t.result is not None
    assert t.result.scores == vp
    assert t.result.winners == winners
    assert t.decider is None


@rule("RFB glossary.berlin")
def test_glossary_berlin_is_exactly_six_zones() -> None:
    assert {ZONES[zone].name for zone in BERLIN} == {
        "Wedding",
        "Prenzlauer Berg",
        "Friedrichshain",
        "Neukölln",
        "Tempelhof",
        "Zehlendorf",
    }
    assert {zone.id for zone in ZONES if zone.garrison} == set(BERLIN)


CITY_GATE = """
    turn = 7
    stage = "{stage}"
    [units]
    Tempelhof = [{inside}]
    Zossen = ["13/1"]
    Trebbin = ["303", "275"]
    Luckenwalde = ["541"]
    [marks]
    oos = ["303"]
    [progress]
    Tempelhof = {level}
"""


@rule("RFB glossary.contested")
@pytest.mark.parametrize(
    "inside, level, contested", [('"3GA/1"', 0, True), ('"3GA/1"', 1, True), ("", 0, False)]
)
def test_glossary_a_berlin_zone_is_contested_with_a_soviet_inside_and_a_level_below_two(
    inside: str, level: int, contested: bool
) -> None:
    t = Table.at(CITY_GATE.format(stage="C.3", inside=inside, level=level))
    t.do("activate 303 move", "begin")
    # A German may not come into a contested zone from outside the city (7.4.1). Out of supply, he moves one
    # zone, and so does not come in through Zehlendorf.
    assert t.can("move 303 Tempelhof") is not contested


@rule("RFB glossary.contested")
@pytest.mark.parametrize("level, contested", [(0, True), (1, True), (2, False)])
def test_glossary_a_level_of_two_ends_the_contest(level: int, contested: bool) -> None:
    t = Table.at(CITY_GATE.format(stage="C.2", inside='"3GA/1"', level=level))
    t.do("activate 13/1 move", "begin")
    # A Soviet unit has to stop in a zone that is contested still (7.4.6).
    assert t.can("move 13/1 Tempelhof")
    assert t.can("move 13/1 Zehlendorf") is not contested


@rule("RFB glossary.zhukov-soviets")
def test_glossary_zhukov_soviets_act_in_c1_only() -> None:
    assert [stage for stage in ("C.1", "C.2", "C.3", "C.4") if "8GA/1" in movers(stage)] == ["C.1"]


@rule("RFB glossary.zhukov-germans")
def test_glossary_zhukov_germans_act_in_c4_only() -> None:
    assert [stage for stage in ("C.1", "C.2", "C.3", "C.4") if "21Pz" in movers(stage)] == ["C.4"]


@rule("RFB glossary.koniev-soviets")
def test_glossary_koniev_soviets_act_in_c2_only() -> None:
    assert [stage for stage in ("C.1", "C.2", "C.3", "C.4") if "3GTA/1" in movers(stage)] == ["C.2"]


@rule("RFB glossary.koniev-germans")
def test_glossary_koniev_germans_act_in_c3_only() -> None:
    assert [stage for stage in ("C.1", "C.2", "C.3", "C.4") if "303" in movers(stage)] == ["C.3"]


@rule("RFB glossary.q1")
def test_glossary_q1_a_unit_keeps_its_camp_in_whichever_sector_it_stands() -> None:
    # 21 Pz, a South German, stands north of Berlin; 303, a North German, in Dresden.
    assert movers("C.3") == {"303"}
    assert movers("C.4") == {"21Pz"}


@rule("RFB glossary.camp")
def test_glossary_a_camp_is_one_player_with_his_soviets_and_his_germans() -> None:
    asked = {
        stage: Table.at(FOUR_GROUPS.format(stage=stage)).decider for stage in ("C.1", "C.2", "C.3", "C.4")
    }
    assert asked == {"C.1": "zhukov", "C.2": "koniev", "C.3": "koniev", "C.4": "zhukov"}
    pieces = Table.at(FOUR_GROUPS.format(stage="C.1")).scene("koniev").pieces
    camps = {piece.id: piece.camp for piece in pieces if piece.id in ALL_FOUR}
    assert camps == {"8GA/1": "zhukov", "21Pz": "zhukov", "3GTA/1": "koniev", "303": "koniev"}


@rule("RFB glossary.track")
def test_glossary_a_track_is_a_chain_of_zones_from_its_start_to_berlin() -> None:
    assert len(TRACKS) == 3
    for number, track in enumerate(TRACKS, start=1):
        assert all(b in NEIGHBOURS[a] for a, b in pairwise(track))
        assert track[-1] in BERLIN
        assert not set(track[:-1]) & set(BERLIN)
        assert {zone.id for zone in ZONES if number in zone.tracks} == set(track[:-1])


@rule("RFB glossary.garrison")
def test_glossary_a_garrison_defends_its_zone_and_is_no_unit() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        Tempelhof = ["8GA/1"]
        [points]
        support = [1, 0]
    """)
    assert t.units("Tempelhof") == ["8GA/1"]
    assert [piece.id for piece in t.scene("zhukov").pieces if piece.place == "Tempelhof"] == ["8GA/1"]
    t.do("activate 8GA/1 combat", "begin", "attack 8GA/1 Tempelhof")
    assert total(t, "defence") == 20


@rule("RFB glossary.oder-neisse")
def test_glossary_the_oder_neisse_parts_the_soviet_supply_zones_from_the_rest() -> None:
    for edge in EDGES:
        east = {ZONES[zone].supply in (0, 1) for zone in (edge.a, edge.b)}
        assert edge.oder_neisse == (len(east) == 2)
        assert edge.river or not edge.oder_neisse
    t = Table.at("""
        turn = 7
        stage = "C.3"
        [units]
        Seelow = ["303"]
    """)
    t.do("activate 303 move", "begin")
    # The bridgehead lies on the western side, and Germans may not cross the line (7.2.1).
    assert t.can("move 303 Bridgehead")
    assert not reach(t, "303") & {"Kustrin", "Goritz", "Barwalde"}


@rule("RFB glossary.oder-neisse.q1")
def test_glossary_q1_the_bridgehead_is_supplied_from_over_the_river_and_is_no_source() -> None:
    held = """
        turn = 2
        stage = "B.1"
        [units]
        {mine} = ["8GA/1"]
        Lebus = ["712"]
        SOderbruch = ["309"]
        Muncheberg = ["541"]
    """
    t = Table.at(held.format(mine="Bridgehead"))
    assert t.stage == "B.2"
    assert not t.oos("8GA/1")
    # The empty bridgehead, next to Germans, would supply Seelow if it were a source itself.
    assert Table.at(held.format(mine="Seelow")).oos("8GA/1")


@rule("RFB glossary.oder-neisse.q1")
def test_glossary_q1_no_rebuilt_unit_or_reinforcement_is_placed_in_the_bridgehead() -> None:
    t = Table.at("""
        turn = 6
        stage = "A.1"
        dice = [1, 6, 6]
        [units]
        Bridgehead = ["8GA/1"]
        [off]
        pool = ["3"]
        destroyed = ["8GA/2"]
        [chits]
        zhukov = [10]
        koniev = [1, 6]
    """)
    assert t.can("enter 3 Kustrin")
    assert not t.can("enter 3 Bridgehead")
    t.do("enter 3 Kustrin")
    assert t.stage == "B.2"
    assert t.can("return 8GA/2 Kustrin")
    assert not t.can("return 8GA/2 Bridgehead")


@rule("RFB glossary.oder-neisse.q1")
def test_glossary_q1_the_luftwaffe_may_cut_off_the_bridgehead() -> None:
    t = Table.at("""
        turn = 2
        stage = "C.1"
        [units]
        Bridgehead = ["8GA/1"]
        [chits]
        koniev = [1, 9]
    """)
    t.do("play 9 Bridgehead")
    assert t.oos("8GA/1")


@rule("RFB glossary.index")
def test_glossary_the_index_falls_towards_the_west() -> None:
    west = [zone.index for zone in ZONES if zone.west_edge]
    east = [zone.index for zone in ZONES if zone.east]
    bank = [
        ZONES[z].index for edge in EDGES if edge.oder_neisse for z in (edge.a, edge.b) if not ZONES[z].east
    ]
    assert max(west) < min(bank)
    assert max(bank) <= min(east)


@rule("RFB glossary.victory-zones")
def test_glossary_the_zones_with_points_are_the_victory_zones() -> None:
    t = Table.at("""
        turn = 7
        stage = "C.2"
        [units]
        Kathlow = ["13/1"]
        Finsterwalde = ["3GA/1"]
    """)
    t.do("activate 13/1 move", "activate 3GA/1 move", "begin", "move 13/1 Cottbus", "move 3GA/1 Luckau")
    assert (t.control("Cottbus"), t.vp("koniev")) == ("koniev", 2)
    assert t.control("Luckau") == ""
    assert ZONES[BY_NAME["Tempelhof"]].vp == 3


@rule("RFB timescale")
def test_timescale_the_caption_tells_how_many_days_the_turn_spans() -> None:
    for turn in range(1, 11):
        t = Table.at(f"""
            turn = {turn}
            stage = "C.1"
            [units]
            Kustrin = ["8GA/1"]
        """)
        caption = t.scene("zhukov").caption
        assert re.search(r"\b(1 day|2 days)\b", caption), caption
        if turn == 1:
            assert "2 days" in caption


def neighbours(stage: str, unit: str, zone: str) -> set[str]:
    """Where a unit may go in phase D, when it moves one zone."""
    t = Table.at(f"""
        turn = 7
        stage = "{stage}"
        [units]
        {zone} = ["{unit}"]
    """)
    assert t.stage == stage
    return reach(t, unit)


@rule("RFB map.adjacent")
def test_map_a_unit_steps_over_a_common_border_river_or_not_and_nowhere_else() -> None:
    assert neighbours("D.1", "61/1", "Barwalde") == {"Kustrin", "NOderbruch", "SOderbruch"}
    assert neighbours("D.2", "13/1", "Priebus") == {"Muskau", "Rietschen", "Sanitz", "Triebel"}


@rule("RFB map.corner", "RFB map.corner-example")
def test_map_zones_that_touch_at_a_corner_are_not_adjacent_for_movement() -> None:
    assert neighbours("D.2", "13/1", "Zossen") == {"Lubben", "Luckenwalde", "Trebbin"}
    assert neighbours("D.1", "69/1", "Reppen") == {"Frankfurt", "Goritz", "Lebus", "Ziebingen"}


@rule("RFB map.corner")
@pytest.mark.parametrize("zone, possible", [("Zossen", False), ("Lubben", True)])
def test_map_no_attack_is_made_across_a_corner(zone: str, possible: bool) -> None:
    t = Table.at(f"""
        turn = 4
        stage = "C.2"
        [units]
        Luckau = ["3GTA/1"]
        {zone} = ["404"]
    """)
    assert t.can("activate 3GTA/1 combat") is possible


@rule("RFB map.corner")
def test_map_no_retreat_is_made_across_a_corner() -> None:
    t = Table.at("""
        turn = 4
        stage = "C.2"
        [units]
        Lubben = ["3GTA/1", "3GTA/2"]
        Luckau = ["21Pz"]
    """)
    t.do("activate 3GTA/1 combat", "activate 3GTA/2 combat", "begin")
    # 44 to 8 is 5:1, the die of 2 becomes 3: D1R.
    t.do("attack 3GTA/1 Luckau", "join 3GTA/2", "roll", dice=[2])
    away = {text.split()[2] for text in t.legal("21Pz") if text.startswith("retreat ")}
    assert away == {"Finsterwalde", "Herzberg", "Juterbog", "Luckenwalde"}


@rule("RFB map.corner")
def test_map_no_supply_line_runs_across_a_corner() -> None:
    t = Table.at("""
        turn = 4
        stage = "B.1"
        [units]
        Zossen = ["13/1"]
        Luckau = ["3GA/1"]
        Lubben = ["275"]
        Luckenwalde = ["404"]
    """)
    assert not t.oos("3GA/1")
    assert t.oos("13/1")


@rule("RFB map.insert-line", "RFB map.insert-example")
def test_map_an_insert_zone_touches_the_main_map_along_white_lines_only() -> None:
    insert = {"Letschin", "Muncheberg", "NOderbruch"}
    assert neighbours("D.3", "25PzGr", "Protzel") == insert | {"Bernau", "Strausberg", "Furstenwalde"}
    assert neighbours("D.1", "61/1", "Eberswalde") == {"Bernau", "Joachimsthal", "NOderbruch"}


@rule("RFB map.insert-line")
@pytest.mark.parametrize("zone, possible", [("Protzel", False), ("NOderbruch", True)])
def test_map_no_attack_is_made_into_the_insert_without_a_white_line(zone: str, possible: bool) -> None:
    t = Table.at(f"""
        turn = 4
        stage = "C.1"
        [units]
        Eberswalde = ["61/1"]
        {zone} = ["606"]
    """)
    assert t.can("activate 61/1 combat") is possible


@rule("RFB map.insert-line")
def test_map_no_retreat_is_made_out_of_the_insert_without_a_white_line() -> None:
    t = Table.at("""
        turn = 4
        stage = "C.1"
        [units]
        Letschin = ["8GA/1", "8GA/2"]
        Protzel = ["17"]
    """)
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "begin")
    # 40 to 10 is 4:1, the die of 2 becomes 3: D1R.
    t.do("attack 8GA/1 Protzel", "join 8GA/2", "roll", dice=[2])
    away = {text.split()[2] for text in t.legal("17") if text.startswith("retreat ")}
    assert away == {"Bernau", "Strausberg", "Furstenwalde"}
