"""What is printed on the map: defence lines, the white lines of the insert, and the figures in the zones."""

from table import Table

from berlin.games.race.board.zones import BERLIN, BY_NAME, EDGE, ZONES
from berlin.kernel.contract.rules import Tally
from berlin.kernel.proof.mark import rule


def tally(t: Table, label: str) -> Tally:
    return next(tally for tally in t.explain("roll").tallies if tally.label == label)


def line_penalties(t: Table) -> list[int]:
    return [m.value for m in tally(t, "die modifier").modifiers if "line" in m.label.lower()]


def attack(stage: str, units: str, zone: str, first: str, *others: str) -> Table:
    t = Table.at(f"""
        turn = 3
        stage = "{stage}"
        [units]
        {units}
    """)
    t.do(*(f"activate {unit} combat" for unit in (first, *others)), "begin", f"attack {first} {zone}")
    t.do(*(f"join {unit}" for unit in others))
    return t


@rule("RFB map.defence-line")
def test_map_a_soviet_attack_across_a_defence_line_has_minus_one() -> None:
    t = attack("C.2", 'Triebel = ["13/1"]\nGuben = ["214"]', "Guben", "13/1")
    assert line_penalties(t) == [-1]
    assert tally(t, "die modifier").total == -1


@rule("RFB map.defence-line")
def test_map_an_attack_on_the_same_zone_from_behind_its_line_has_no_penalty() -> None:
    t = attack("C.2", 'Lieberose = ["13/1"]\nGuben = ["214"]', "Guben", "13/1")
    assert tally(t, "die modifier").total == 0


@rule("RFB map.defence-line")
def test_map_a_german_attack_across_a_defence_line_has_no_penalty() -> None:
    t = attack("C.3", 'Seelow = ["303"]\nBridgehead = ["8GA/1"]', "Bridgehead", "303")
    assert line_penalties(t) == []
    assert tally(t, "die modifier").total == 0


@rule("RFB map.defence-line.q1")
def test_map_q1_one_attacker_over_the_line_is_enough_for_the_penalty() -> None:
    t = attack(
        "C.1", 'Bridgehead = ["8GA/1"]\nLetschin = ["61/1"]\nSeelow = ["303"]', "Seelow", "8GA/1", "61/1"
    )
    assert line_penalties(t) == [-1]


@rule("RFB map.defence-line.q1")
def test_map_q1_two_attackers_over_the_line_have_the_penalty_once() -> None:
    t = attack("C.1", 'Bridgehead = ["8GA/1"]\nGoritz = ["61/1"]\nLebus = ["303"]', "Lebus", "8GA/1", "61/1")
    assert line_penalties(t) == [-1]


@rule("RFB map.insert-line-type")
def test_map_a_white_line_marked_river_halves_an_attack_along_it() -> None:
    assert EDGE[BY_NAME["Reppen"], BY_NAME["Lebus"]].white
    t = attack("C.1", 'Reppen = ["69/1"]\nLebus = ["712"]', "Lebus", "69/1")
    assert tally(t, "attack").total == 8
    t = attack("C.1", 'Frankfurt = ["69/1"]\nLebus = ["712"]', "Lebus", "69/1")
    assert tally(t, "attack").total == 15


@rule("RFB map.insert-line-type")
def test_map_a_white_line_marked_road_costs_half_a_point() -> None:
    assert EDGE[BY_NAME["Protzel"], BY_NAME["Strausberg"]].white
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        NOderbruch = ["61/1"]
    """)
    t.do("activate 61/1 reserve", "begin")
    # 1 1/2 points in reserve: Protzel 1, then Strausberg by the road 1/2, Furstenwalde without one 1.
    assert t.can("move 61/1 Strausberg")
    assert not t.can("move 61/1 Furstenwalde")


@rule("RFB map.insert-line-type")
def test_map_a_move_along_a_white_line_marked_river_costs_a_point_more() -> None:
    assert EDGE[BY_NAME["Reppen"], BY_NAME["Lebus"]].white
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        Reppen = ["69/1"]
    """)
    t.do("activate 69/1 move", "begin")
    # Of 3 points Lebus takes 2 and Falkenhagen the third.
    assert t.can("move 69/1 Falkenhagen")
    assert not t.can("move 69/1 Muncheberg")


def printed(t: Table, seat: str, kind: str) -> dict[str, str]:
    return {marker.place: marker.text for marker in t.scene(seat).markers if marker.kind == kind}


QUIET = """
    turn = 3
    stage = "C.1"
    [units]
    Kustrin = ["8GA/1"]
    [chits]
    zhukov = [5]
    koniev = [1]
    out = [9]
"""


@rule("RFB map.index")
def test_map_every_zone_shows_its_index() -> None:
    for seat in ("zhukov", "koniev"):
        assert printed(Table.at(QUIET), seat, "index") == {zone.key: str(zone.index) for zone in ZONES}


@rule("RFB map.star")
def test_map_every_victory_zone_shows_its_points_under_a_star() -> None:
    for seat in ("zhukov", "koniev"):
        stars = printed(Table.at(QUIET), seat, "star")
        assert stars["Tempelhof"] == "3"
        assert stars == {zone.key: str(zone.vp) for zone in ZONES if zone.vp}


@rule("RFB map.shield")
def test_map_every_berlin_zone_shows_the_garrison_it_has_now() -> None:
    t = Table.at(QUIET)
    assert printed(t, "koniev", "garrison") == {ZONES[zone].key: "20" for zone in BERLIN}
    t.do("play 5")
    assert printed(t, "koniev", "garrison") == {ZONES[zone].key: "10" for zone in BERLIN}
