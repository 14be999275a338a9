"""The printed tables against the ledger's figures, typed here once more."""

import re
from pathlib import Path

import pytest

from berlin.games.noretreat.board.ground import AT, CONTROLLED, MAP, find_space, keys
from berlin.games.noretreat.board.tables import (
    AXIS,
    CARD_KEYS,
    COLUMNS,
    CONTROLS,
    CRT,
    DECKS,
    FLIPPED,
    HALVES,
    NO_CAP,
    RESULT_TEXT,
    SCENARIOS,
    SETUPS,
    SOVIET,
    TERRAIN,
    TOO_LOW,
    TURNS,
    WEATHER,
    WEATHERS,
    column,
    find_card,
)
from berlin.games.noretreat.board.units import BOXES, COUNTERS, KEYS
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.table import picture
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Ledger
from berlin.kernel.proof.mark import rule

RULES = Ledger.load(Path(picture.__file__).parents[1] / "rules.tsv")
WAR = range(1, 29)
CRTS = {
    AXIS: """
1  CA CA CA -  -  CB EX DR DR
2  CA CA -  -  CB EX DR DR DS
3  CA -  CB CB EX DR DR DS DS
4  -  CB EX EX DR DR DS DS DD
5  CB DR DR DR DR DS DS DD DD
6  DR DR DR DR DS DD DD DD DD
""",
    SOVIET: """
1  CA CA CA CA -  CB EX EX EX
2  CA CA CA -  CB EX EX EX DR
3  CA CA -  CB EX EX DR DR DR
4  CA -  CB EX EX DR DR DR DS
5  -  CB EX EX DR DR DS DS DD
6  CB DR DR DR DR DS DS DD DD
""",
}
# Turn, date, weather, Blitz, Shock.
TRACK = """
1  Jun 41      Clear        3 0
2  Jul-Aug 41  Clear        3 0
3  Sep-Oct 41  Mud          2 0
4  Nov-Dec 41  Snow         0 3
5  Jan-Feb 42  Long Winter  0 3
6  Mar-Apr 42  Mud          1 0
7  May-Jun 42  Clear        2 0
8  Jul-Aug 42  Clear        2 0
9  Sep-Oct 42  Clear        2 0
10 Nov-Dec 42  Snow         1 2
11 Jan-Feb 43  Long Winter  0 2
12 Mar-Apr 43  Mud          0 0
13 May-Jun 43  Clear        1 1
14 Jul-Aug 43  Clear        1 1
15 Sep-Oct 43  Clear        1 1
16 Nov-Dec 43  Mud          0 1
17 Jan-Feb 44  Snow         0 2
18 Mar-Apr 44  Long Winter  0 2
19 May-Jun 44  Clear        0 2
20 Jul-Aug 44  Clear        0 2
21 Sep-Oct 44  Clear        0 2
22 Nov-Dec 44  Mud          0 1
23 Jan 45      Snow         0 1
24 Feb 45      Long Winter  0 1
25 Mar 45      Mud          0 2
26 Apr 45      Clear        0 2
27 May 45      Clear        0 2
28 Jun 45      Clear        0 2
"""
KIT = (
    "1=1/33, 2=2/2, 3=3/3, 4=5/5, 5=13/13, 6=14/14, 7=6/6, 8=9/12, 9=16/16, 10=17/17, 11=18/18, 12=19/19, "
    "13=20/20, 14=21/21, 15=22/22, 16=24/24, 17=26/26, 18=27/27, 19=29/29, 20=30/30, 21=32/32, 22=34/34, "
    "23=35/35, 24=38/38, 25=39/39, 26=40/40, 27=43/43, A=45/45, B=46/46, C=48/52, D=49/50, E=54/54"
)
GERMAN_INITIATIVE = {
    AXIS: {3, 5, 6, 12, 14, 17, 18, 33, 36, 37, 42, 43, 44},
    SOVIET: {1, 2, 4, 7, 9, 10, 11, 15, 16},
}
SOVIET_INITIATIVE = {
    AXIS: {8, 19, 22, 25, 30, 34, 35, 40, 41},
    SOVIET: {21, 23, 24, 26, 27, 28, 29, 31, 32, 38, 39},
}
IMMEDIATE = {AXIS: {9, 11, 20, 46, 47, 50, 51, 54}, SOVIET: {12, 13, 40, 45, 48, 49, 52, 53}}


@rule(
    *(f"NR 9.crt.{side}.{die}" for side in ("axis", "soviet") for die in range(1, 7)),
)
@pytest.mark.parametrize("side", (AXIS, SOVIET))
def test_the_results_are_those_of_the_printed_tables(side: Seat) -> None:
    rows = [line.split() for line in CRTS[side].strip().splitlines()]
    for die, *results in rows:
        for number, result in enumerate(results):
            assert RESULT_TEXT[CRT[side].result(number, int(die))] == result
    assert [len(row) for row in rows] == [1 + len(COLUMNS)] * 6


@rule("NR 9.ratio")
@pytest.mark.parametrize(
    "attack, defence, odds",
    [
        (3, 7, "1:3"),
        (14, 11, "1:1"),
        (7, 3, "2:1"),
        (20, 3, "6:1"),
        (3, 2, "3:2"),
        (1, 3, "1:3"),
        (10, 4, "2:1"),
        (11, 4, "2:1"),
        (59, 10, "5:1"),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    assert COLUMNS[column(attack, defence)] == odds


@rule("NR 9.ratio.low")
def test_odds_below_one_to_three_are_off_the_table() -> None:
    assert column(2, 7) == TOO_LOW
    assert column(1, 3) == 0


@rule(*(f"NR 11.turn{turn}" for turn in WAR), "NAB 2.1b", "NR 1.scale")
@pytest.mark.parametrize("line", TRACK.strip().splitlines())
def test_each_turn_has_its_date_weather_and_markers(line: str) -> None:
    turn, label, weather, counts = re.split(r"\s{2,}|(?<=^\d\d) ", line)
    box = TURNS[int(turn)]
    assert box.label == label
    assert WEATHERS[box.weather].name == weather
    assert f"{box.blitz} {box.shock}" == counts
    assert label in picture.svg()


@rule("NAB 12.2", *(f"NR 11.turn{turn}" for turn in WAR if any(TURNS[turn].needs)))
def test_sudden_death_numbers_stand_on_the_skull_turns() -> None:
    axis = {turn: TURNS[turn].needs[AXIS] for turn in WAR if TURNS[turn].needs[AXIS]}
    soviet = {turn: TURNS[turn].needs[SOVIET] for turn in WAR if TURNS[turn].needs[SOVIET]}
    assert axis == {3: 20, 6: 23, 9: 26, 12: 27}
    assert soviet == {12: 16, 15: 19, 18: 24, 21: 30, 24: 8, 27: 15}


def since(values: list[object]) -> dict[int, object]:
    """From which turn on a value holds."""
    return {turn: value for turn, value in enumerate(values, 1) if turn == 1 or values[turn - 2] != value}


@rule(
    *("NR 11.turn1", "NR 11.turn2", "NR 11.turn3", "NR 11.turn4", "NR 11.turn5", "NR 11.turn6"),
    *("NR 11.turn8", "NR 11.turn9", "NR 11.turn11", "NR 11.turn13", "NR 11.turn17", "NR 11.turn18"),
    *("NR 11.turn20", "NR 11.turn21", "NR 11.turn23", "NR 11.turn24", "NR 11.turn26", "NR 1.markers"),
)
@pytest.mark.parametrize(
    "field, wanted",
    [
        ("limited_rail", {1: True, 3: False}),
        ("forts", {1: False, 3: True}),
        ("shock_worth", {1: 1, 4: 2, 5: 1}),
        ("winter_left", {1: 1, 5: 2, 6: 1}),
        ("axis_flip", {1: 0, 5: 1, 12: 2, 24: 0}),
        ("upgrades", {1: 0, 6: 1, 13: 2, 18: 0}),
        ("draw", {1: (4, 4), 8: (5, 4), 10: (4, 4), 21: (4, 5)}),
        ("tank_hex", {1: False, 11: True}),
        ("soviet_steps", {1: 1, 17: 2}),
        ("targets", {1: (5, 5), 20: (3, 5), 26: (1, 5)}),
        ("stack", {1: (2, 1), 23: (2, 2)}),
        ("initiative", {1: AXIS, 12: SOVIET}),
    ],
)
def test_what_changes_in_the_war_changes_on_its_turn(field: str, wanted: dict[int, object]) -> None:
    assert since([getattr(TURNS[turn], field) for turn in WAR]) == wanted


@rule(
    *("NR 11.turn4", "NR 11.turn7", "NR 11.turn10", "NR 11.turn14", "NR 11.turn19", "NR 11.turn22"),
    *("NR 11.turn25", "NR 11.turn27"),
)
def test_other_theatres_give_the_soviets_a_point_on_eight_turns() -> None:
    assert [turn for turn in WAR if TURNS[turn].event_vp] == [4, 7, 10, 14, 19, 22, 25, 27]
    assert {TURNS[turn].event_vp for turn in WAR} == {0, 1}
    assert TURNS[7].event == "Midway"


@rule("NR 11.weather.variable")
def test_the_weather_of_sixteen_turns_may_change() -> None:
    variable = [turn for turn in WAR if TURNS[turn].variable]
    assert variable == [3, 4, 5, 6, 9, 10, 12, 15, 16, 17, 18, 21, 22, 23, 24, 25]


@rule("NR 11.weather.flip")
def test_flipped_weather_flips_back() -> None:
    names = [WEATHERS[FLIPPED[number]].name for number in range(4)]
    assert names == ["Mud", "Clear", "Long Winter", "Snow"]


@rule(
    "NR 3.mp.open",
    "NR 3.mp.city",
    "NR 3.mp.forest",
    "NR 3.mp.marsh",
    "NR 3.mp.mountain",
    "NR 3.mp.kerch",
    "NR 3.area",
)
@pytest.mark.parametrize(
    "key, armor, other, shift, left, stops",
    [
        ("open", 1, 1, True, 0, False),
        ("city", 1, 1, False, 1, False),
        ("forest", 2, 1, False, 1, True),
        ("marsh", 4, 2, False, 1, True),
        ("mountain", 3, 2, False, 2, True),
        ("kerch", 3, 2, False, 2, True),
        ("area", 3, 2, False, 0, True),
        ("river", 0, 0, True, 1, False),
        ("objective", 0, 0, False, 1, True),
    ],
)
def test_the_terrain_chart(key: str, armor: int, other: int, shift: bool, left: int, stops: bool) -> None:
    row = TERRAIN[key]
    assert (row.armor_mp, row.other_mp, row.armor_shift, row.left, row.stops) == (
        *(armor, other, shift, left, stops),
    )


@rule("NR 3.weather.clear", "NR 3.weather.mud", "NR 3.weather.snow", "NR 3.weather.long")
@pytest.mark.parametrize(
    "key, cap, shift, left, rivers, farther, armor_hex, table",
    [
        ("clear", NO_CAP, True, 0, True, True, True, AXIS),
        ("mud", 3, False, 0, True, False, False, AXIS),
        ("snow", 4, True, 1, False, True, False, SOVIET),
        ("long", 4, False, 1, True, False, False, SOVIET),
    ],
)
def test_the_weather_chart(
    key: str, cap: int, shift: bool, left: int, rivers: bool, farther: bool, armor_hex: bool, table: int
) -> None:
    row = WEATHER[key]
    found = (row.cap, row.armor_shift, row.left, row.rivers, row.farther, row.armor_hex, row.axis_crt)
    assert found == (cap, shift, left, rivers, farther, armor_hex, table)


@rule("NR 5.initiative", "NR 5.immediate")
@pytest.mark.parametrize("side", (AXIS, SOVIET))
def test_icons_and_immediate_marks_are_those_of_the_cards(side: Seat) -> None:
    halves = {card: HALVES[card][side] for card in range(1, 55)}
    assert {n for n, half in halves.items() if half.initiative == AXIS} == GERMAN_INITIATIVE[side]
    assert {n for n, half in halves.items() if half.initiative == SOVIET} == SOVIET_INITIATIVE[side]
    assert {n for n, half in halves.items() if half.immediate} == IMMEDIATE[side]
    assert {n for n, half in halves.items() if half.windows == ("drawn",)} == IMMEDIATE[side]
    assert {n for n, half in halves.items() if half.in_1945 == "leaves"} == set(range(1, 16))
    assert {n for n, half in halves.items() if half.in_1945 == "joins"} == set(range(45, 55))


@pytest.mark.parametrize(
    "card, axis, soviet",
    [
        (1, "Manstein", "New Conscripts"),
        (9, "Unseasonal Weather", "Za Rodinu"),
        (22, "Speer", "Zhukov"),
        (26, "Mobile Defense", "Na Berlin!"),
        (33, "Siege Artillery", "STAVKA"),
        (44, "Kleist", "Axis Allies Waver"),
        (54, "Götterdämmerung", "Stalin Tanks"),
    ],
)
def test_a_card_bears_two_names(card: int, axis: str, soviet: str) -> None:
    assert (HALVES[card][AXIS].name, HALVES[card][SOVIET].name) == (axis, soviet)


@rule("NR 5.halves")
def test_every_half_has_its_own_name_text_window_and_clause() -> None:
    halves = [half for card in range(1, 55) for half in HALVES[card]]
    assert len({half.name for half in halves}) == len({half.rule for half in halves}) == 108
    assert all(half.text.endswith(".") and half.windows for half in halves)
    assert all(half.rule in RULES for half in halves)
    assert {half.key: half.from_turn for half in halves if half.from_turn} == {
        "8.soviet": 6,
        "23.soviet": 12,
        "35.axis": 17,
    }


@rule("NR 5.deck.kit.a", "NR 5.deck.kit.b", "NAB 5.5a", "NAB 5.5b", "NAB 2.0")
def test_the_kit_deck_is_built_of_these_halves() -> None:
    deck = DECKS["kit"]
    assert (len(deck.cards), len(deck.leaves), len(deck.joins)) == (27, 8, 5)
    assert [CARD_KEYS[card] for card in deck.leaves] == [f"K{n}" for n in range(1, 9)]
    assert [CARD_KEYS[card] for card in deck.joins] == list("ABCDE")
    assert {"K25", "K26", "K27"} < {CARD_KEYS[card] for card in deck.cards}
    for entry in KIT.split(", "):
        key, halves = entry.split("=")
        card = find_card(f"K{key}" if key.isdigit() else key)
        assert "/".join(str(half.number) for half in HALVES[card]) == halves
    assert [half.name for half in HALVES[find_card("K1")]] == ["Manstein", "STAVKA"]
    assert [half.name for half in HALVES[find_card("c")]] == ["Festung Deutschland", "Tito"]


@rule("NR 5.deck", "NR 5.reset45")
def test_the_full_deck_has_44_cards_and_39_in_1945() -> None:
    deck = DECKS["full"]
    assert deck.cards == tuple(range(1, 45))
    assert set(deck.cards) - set(deck.leaves) | set(deck.joins) == set(range(16, 55))


def test_one_number_names_a_card_of_either_deck() -> None:
    cards = {card for deck in DECKS.values() for card in (*deck.cards, *deck.joins)}
    assert cards == set(HALVES) == set(CARD_KEYS)
    assert {find_card(key) for key in CARD_KEYS.values()} == cards
    assert max(cards) < 256
    with pytest.raises(KeyError):
        find_card("55")


@rule("NR 1.boxes")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_counter_has_one_place_in_a_set_up(scenario: str) -> None:
    starts = SETUPS[scenario]
    assert sorted(start.unit for start in starts) == sorted(KEYS)
    assert {start.place for start in starts} <= set(AT) | set(BOXES)
    assert {start.face for start in starts} == {"front", "back"} or scenario == "1941"
    single = {counter.key for counter in COUNTERS if counter.form == "single"}
    assert not [start for start in starts if start.face == "back" and start.unit in single]


@rule("NR 2.cities.gg", "NR 2.cities.ussr")
@pytest.mark.parametrize(
    "scenario, axis, soviet, total",
    [
        ("1941", "", "", 12),
        (
            "1943",
            "Riga Minsk Smolensk Kiev Kharkov Odessa Dnepropetrovsk Stalino Sevastopol Novorossiysk",
            "",
            12,
        ),
        ("1944", "Riga Minsk Odessa Sevastopol", "", 19),
        ("1945", "", "Ploesti Lublin Bucharest Belgrade WestBalkans SouthBalkans", 4),
    ],
)
def test_each_scenario_says_who_holds_what(scenario: str, axis: str, soviet: str, total: int) -> None:
    german = "Berlin Posen Konigsberg Prague Breslau Warsaw Vienna Lublin Budapest Belgrade Bucharest"
    held = {*german.split(), "Ploesti", "Finland", "WestBalkans", "SouthBalkans", *axis.split()}
    owners = CONTROLS[scenario]
    assert set(owners) == set(keys(CONTROLLED))
    assert {place for place, owner in owners.items() if owner == AXIS} == held - set(soviet.split())
    assert SCENARIOS[scenario].total == total


@rule("NR 10.vp.total")
def test_the_totals_at_the_start_count_out() -> None:
    def cities(scenario: str, side: int) -> int:
        return sum(owner == side for place, owner in CONTROLS[scenario].items() if AT[place] in towns)

    towns = {AT[place] for place in CONTROLS["1941"]} - {AT[name] for name in AREA_NAMES}
    for scenario, side in (("1941", AXIS), ("1943", SOVIET), ("1944", SOVIET)):
        row = SCENARIOS[scenario]
        assert cities(scenario, side) + row.event_vp == row.total


AREA_NAMES = ("Finland", "WestBalkans", "SouthBalkans")


@rule("NR 0.edition")
def test_every_value_says_whether_it_was_found_or_is_ours() -> None:
    values = GAME.data()
    assert {datum.source for datum in values} == {"found", "house"}
    assert len({(datum.table, datum.name) for datum in values}) > 5000
    told = {(datum.table, datum.name): datum.source for datum in values}
    assert told["units", "Rum3 strength"] == "house"
    assert told["units", "1Pz strength"] == "found"
    assert told["hexes", "Ploesti land"] == "house"
    assert told["hexes", "Ploesti terrain"] == "found"
    assert told["turns", "22 event_vp"] == "house"
    assert told["weather", "long rivers"] == "house"
    assert told["kitdeck", "2 axis"] == "house"
    assert AT["WestBalkans"] == MAP.index[3, -12]
    assert find_space("Northern Yugoslavia") == find_space("West Balkans") == MAP.index[3, -12]
    assert find_space("Southern Yugoslavia") == find_space("South Balkans") == MAP.index[5, -11]


# Of the kit the values of Groups E and F are known.
OUR_UNITS = (
    "Rum3 Rum4 Hun2 Ita8 LwG KG1 KG2 KG3 KG4 Hun1 Hun3 BerG FesK FesB VolB VolP VolR VolK VolV "
    "SRum Pol Yug1 Yug2"
)
OUR_COLUMNS = {
    "turns": {"axis_flip", "event_vp", "variable"},
    "weather": {"rivers"},
    "terrain": set[str](),
    "hexes": {"land", "old_edge", "sheet"},
    "rivers": set[str](),
    "crt_axis": set[str](),
    "crt_soviet": set[str](),
}


@rule("NR 0.edition")
def test_what_is_ours_is_marked_and_nothing_else_is() -> None:
    values = GAME.data()
    for part in ("strength", "movement"):
        ours = {d.name.split()[0] for d in values if d.name.endswith(f" {part}") and d.source == "house"}
        assert ours == set(OUR_UNITS.split())
    for table, columns in OUR_COLUMNS.items():
        house = {d.name.split()[-1] for d in values if d.table == table and d.source == "house"}
        assert house == columns, table
    # The set-ups but for what is known of 1941, every scenario, and the halves of the kit's cards.
    assert {d.source for d in values if d.table == "scenarios"} == {"house"}
    known = {d.name.split()[0] for d in values if d.table == "setups" and d.source == "found"}
    assert known == {f"1941/{unit}" for unit in ("2Pz", "3Pz", "4A", "9A", "W", "Len")}
    halves = {d.name.split()[0] for d in values if d.table == "kitdeck" and d.source == "found"}
    assert halves == {"1"}


@rule("NR 0.xref")
def test_every_number_that_na_berlin_cites_leads_to_a_row_of_the_base_game() -> None:
    gist = RULES["NR 0.xref"].gist.partition("No Retreat! ")[2]
    led = {
        number: [name.strip().rstrip("*.") for name in names.split(",")]
        for number, names in re.findall(r"([\d.]+) -> ([^;]+?)\.?(?:;|$)", gist)
    }
    ids = [clause.id for clause in RULES.of_book("NR")]
    for names in led.values():
        for name in names:
            assert any(found.startswith(f"NR {name}") for found in ids), name
    cited = {
        number
        for clause in RULES.of_book("NAB").of_kind("base")
        for number in re.findall(r"No Retreat! (?:section )?(\d+(?:\.\d+)*)", clause.gist)
    }
    assert cited >= {"5.2", "6.1", "8.5", "10.8", "12.7"}
    assert [n for n in cited if not any(n.startswith(key) or key.startswith(n) for key in led)] == []
