"""2.2: the Americans come up three tracks towards Berlin."""

import pytest
from table import Table

from berlin.games.race.board.zones import BERLIN, TRACKS, ZONES
from berlin.kernel.contract.game import load
from berlin.kernel.proof.mark import rule

# Both players hold a chit, so that none is drawn, and chit 9 is gone, so that it opens no window.
HELD = """
    [chits]
    zhukov = [10]
    koniev = [1, 6]
    out = [9]
"""


def names(zones: list[str]) -> str:
    return "[" + ", ".join(f'"{zone}"' for zone in zones) + "]"


def at(turn: int, dice: list[int], us: list[str], units: str = "", rest: str = "") -> Table:
    """A table that enters A.2 with these zones in American hands."""
    return Table.at(f"""
        turn = {turn}
        stage = "A.2"
        dice = {dice}
        [units]
        Penzig = ["52/1"]
        {units}
        [control]
        american = {names(us)}
        {rest}
        {HELD}
    """)


def dice_left(t: Table) -> tuple[int, ...]:
    return load("race").dice_left(t.state)


def taken(t: Table) -> set[str]:
    return {zone.key for zone in ZONES if t.control(zone.key) == "american"}


def refuges(t: Table, unit: str) -> set[str]:
    return {text.split()[2] for text in t.legal(unit) if text.startswith("displace ")}


def next_turn_american_dice(t: Table) -> list[int]:
    """Plays on to the next turn, and tells the American dice that it rolled."""
    t.until("D.6")
    t.do("keep", "keep", dice=[1, 1])
    return t.rolled("american")


NEXT = {0: set[str](), 1: {"Wittenberg"}, 2: {"Torgau"}, 3: {"Kyritz"}}


def captured(turn: int, die: int) -> set[str]:
    """What the die takes when Leipzig alone is in American hands: each track's next zone is another."""
    t = at(turn, [die, 1], ["Leipzig"])
    return taken(t) - {"Leipzig"}


@rule("RFB 2.2.1a")
@pytest.mark.parametrize("die, track", [(1, 1), (2, 1), (3, 2), (4, 0), (5, 0), (6, 0)])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_2_2_1_the_american_table_of_turns_one_to_three(turn: int, die: int, track: int) -> None:
    assert captured(turn, die) == NEXT[track]


@rule("RFB 2.2.1b")
@pytest.mark.parametrize("die, track", [(1, 1), (2, 1), (3, 2), (4, 3), (5, 0), (6, 0)])
@pytest.mark.parametrize("turn", [4, 5, 6, 7, 8])
def test_2_2_1_the_american_table_of_turns_four_to_eight(turn: int, die: int, track: int) -> None:
    assert captured(turn, die) == NEXT[track]


@rule("RFB 2.2.1c")
@pytest.mark.parametrize("die, track", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize("turn", [9, 10])
def test_2_2_1_the_american_table_of_turns_nine_and_ten(turn: int, die: int, track: int) -> None:
    assert captured(turn, die) == NEXT[track]


@rule("RFB 2.2")
def test_2_2_one_die_is_rolled_each_turn_until_the_advance_is_halted() -> None:
    t = at(6, [5, 3], [])
    assert dice_left(t) == (3,)
    t = at(6, [1, 3], [], rest="[flags]\nhalted = true\n")
    assert dice_left(t) == (1, 3)
    assert taken(t) == set()


@rule("RFB 2.2.2a")
@pytest.mark.parametrize("die, zone", [(1, "Leipzig"), (3, "Leipzig"), (4, "Kyritz")])
def test_2_2_2_tracks_one_and_two_start_at_leipzig_and_track_three_at_kyritz(die: int, zone: str) -> None:
    assert taken(at(4, [die, 1], [])) == {zone}


@rule("RFB 2.2.2b", "RFB map.us-emblem")
@pytest.mark.parametrize("number, die", [(1, 1), (2, 3), (3, 4)])
def test_2_2_2_the_advance_takes_the_zones_of_its_track_one_by_one(number: int, die: int) -> None:
    track = [ZONES[zone] for zone in TRACKS[number - 1]]
    for step in range(1, len(track) - 1):
        before = [zone.key for zone in track[:step]]
        assert taken(at(6, [die], before)) - set(before) == {track[step].key}
        assert number in track[step].tracks


@rule("RFB map.us-emblem")
def test_map_only_zones_with_an_emblem_lie_on_the_american_path() -> None:
    emblems = {zone.id for zone in ZONES if zone.tracks}
    assert emblems == {zone for track in TRACKS for zone in track} - set(BERLIN)
    assert "Juterbog" in {ZONES[zone].key for zone in emblems}


@rule("RFB 2.2.2c")
def test_2_2_2_a_us_marker_lies_on_a_captured_zone() -> None:
    t = at(4, [4, 1], [])
    assert t.control("Kyritz") == "american"
    for seat in ("zhukov", "koniev"):
        there = [marker for marker in t.scene(seat).markers if marker.place == "Kyritz"]
        assert [marker.kind for marker in there if marker.camp == "american"] == ["american"]


@rule("RFB 2.2.2d")
def test_2_2_2_the_one_marker_at_leipzig_counts_for_both_tracks() -> None:
    assert taken(at(2, [3, 1], ["Leipzig"])) == {"Leipzig", "Torgau"}
    assert taken(at(2, [1, 1], ["Leipzig"])) == {"Leipzig", "Wittenberg"}


@rule("RFB 2.2.2.q1")
def test_2_2_2_q1_an_advance_goes_to_the_first_zone_of_its_track_without_a_us_marker() -> None:
    assert taken(at(6, [3], ["Leipzig", "Torgau", "Juterbog"])) >= {"Luckenwalde"}
    assert "Zossen" in taken(at(6, [3], ["Leipzig", "Torgau", "Juterbog", "Luckenwalde"]))
    assert "Juterbog" in taken(at(6, [3], ["Leipzig", "Torgau", "Luckenwalde"]))


US_LEIPZIG = """
    turn = 7
    stage = "{stage}"
    [units]
    Torgau = ["13/1"]
    Wittenberg = ["303", "404"]
    [control]
    american = [{us}]
"""


@rule("RFB 2.2.3")
@pytest.mark.parametrize("stage, unit", [("C.2", "13/1"), ("C.3", "303"), ("C.4", "404")])
@pytest.mark.parametrize("us, open_", [("", True), ('"Leipzig"', False)])
def test_2_2_3_a_captured_zone_is_closed_to_soviets_and_germans(
    stage: str, unit: str, us: str, open_: bool
) -> None:
    t = Table.at(US_LEIPZIG.format(stage=stage, us=us))
    t.do(f"activate {unit} move", "begin")
    assert t.can(f"move {unit} Leipzig") is open_


@rule("RFB 2.2.3.q1", "RFB 2.2.3")
def test_2_2_3_q1_a_captured_zone_is_closed_to_placement_and_attack() -> None:
    t = Table.at(f"""
        turn = 6
        stage = "A.1"
        dice = [1, 1]
        [units]
        Penzig = ["52/1"]
        [control]
        american = ["Leipzig"]
        [off]
        pool = ["1Falsch"]
        {HELD}
    """)
    assert t.can("enter 1Falsch Dresden")
    assert not t.can("enter 1Falsch Leipzig")
    for us, possible in (("", True), ('"Leipzig"', False)):
        t = Table.at(f"""
            turn = 6
            stage = "C.4"
            [units]
            Leipzig = ["13/1"]
            Wittenberg = ["404"]
            [control]
            american = [{us}]
            [flags]
            halted = true
        """)
        assert t.can("activate 404 combat") is possible


RETREAT = """
    turn = 6
    stage = "C.2"
    [units]
    Juterbog = ["13/1", "13/2"]
    Wittenberg = ["404"]
    Torgau = ["3GA/1"]
    Treuenbrietzen = ["3GA/2"]
    {more}
    [control]
    american = ["Leipzig"]
"""


def attack_wittenberg(more: str) -> Table:
    t = Table.at(RETREAT.format(more=more))
    t.do("activate 13/1 combat", "activate 13/2 combat", "begin", "attack 13/1 Wittenberg", "join 13/2")
    # 34 to 3: 6:1, the die of 2 becomes 3: D1R.
    t.do("roll", dice=[2])
    return t


@rule("RFB 2.2.3.q1")
def test_2_2_3_q1_a_retreat_takes_any_other_zone_before_a_captured_one() -> None:
    assert attack_wittenberg("").zone("404") == "Belzig"


@rule("RFB 2.2.7", "RFB 2.2.3.q1")
def test_2_2_7_a_german_whose_only_retreat_is_a_us_zone_is_withdrawn_from_the_game() -> None:
    t = attack_wittenberg('Belzig = ["5GA/1"]')
    assert t.zone("404") == "withdrawn"
    t.do("advance 13/1")
    assert t.zone("13/1") == "Wittenberg"


@rule("RFB 2.2.4a")
def test_2_2_4_a_soviet_unit_in_its_way_stops_the_advance_for_good() -> None:
    t = at(2, [3, 1], ["Leipzig", "Torgau"], 'Juterbog = ["13/1"]')
    assert t.halted
    assert t.control("Juterbog") != "american"
    assert t.units("Juterbog") == ["13/1"]
    assert next_turn_american_dice(t) == []


@rule("RFB 2.2.4a")
def test_2_2_4_an_advance_elsewhere_goes_on_and_rolls_again() -> None:
    t = at(2, [1, 1], ["Leipzig", "Torgau"], 'Juterbog = ["13/1"]')
    assert not t.halted
    assert next_turn_american_dice(t) == [1]


@rule("RFB 2.2.4b")
def test_2_2_4_the_soviets_keep_the_zone_where_the_advance_stops() -> None:
    mine = 'koniev = ["Juterbog"]\n[points]\nvp = [0, 1]\n'
    t = at(2, [3, 1], ["Leipzig", "Torgau"], 'Juterbog = ["13/1"]', mine)
    assert t.control("Juterbog") == "koniev"
    assert t.vp("koniev") == 1


@rule("RFB 2.2.5")
@pytest.mark.parametrize("camp", ["zhukov", "koniev"])
def test_2_2_5_a_soviet_zone_without_soviet_units_is_taken_from_its_owner(camp: str) -> None:
    mine = f'{camp} = ["Wittenberg"]\n[points]\nvp = [5, 5]\n'
    t = at(2, [1, 1], ["Leipzig"], rest=mine)
    assert t.control("Wittenberg") == "american"
    assert t.vp(camp) == 3
    assert t.vp("koniev" if camp == "zhukov" else "zhukov") == 5
    assert not t.halted


@rule("RFB 2.2.6a")
def test_2_2_6_each_german_in_a_captured_zone_is_withdrawn_on_four_or_less() -> None:
    t = at(2, [1, 4, 1, 1], ["Leipzig"], 'Wittenberg = ["303", "404"]')
    assert t.stage == "B.2"
    assert t.control("Wittenberg") == "american"
    assert t.zone("303") == "withdrawn"
    assert t.zone("404") == "withdrawn"


@rule("RFB 2.2.6a")
def test_2_2_6_each_german_has_a_die_of_its_own() -> None:
    t = at(2, [1, 4, 5], ["Leipzig"], 'Wittenberg = ["303", "404"]')
    assert t.zone("303") == "withdrawn"
    assert refuges(t, "404")


@rule("RFB 2.2.6b")
@pytest.mark.parametrize("unit, owner", [("303", "koniev"), ("404", "zhukov")])
@pytest.mark.parametrize("die", [5, 6])
def test_2_2_6_on_five_or_more_its_owner_puts_it_in_a_neighbouring_zone_of_higher_index(
    unit: str, owner: str, die: int
) -> None:
    t = at(2, [1, die, 1], ["Leipzig"], f'Wittenberg = ["{unit}"]')
    assert (t.stage, t.decider) == ("A.2", owner)
    # Belzig has the same index as Wittenberg, Leipzig a lower one.
    assert refuges(t, unit) == {"Juterbog", "Torgau", "Treuenbrietzen"}
    t.do(f"displace {unit} Torgau")
    assert t.zone(unit) == "Torgau"
    assert not t.reduced(unit)


@rule("RFB 2.2.6a", "RFB 2.2.6b")
def test_2_2_6_every_german_that_slips_away_is_placed_by_its_own_owner() -> None:
    t = at(2, [1, 1, 5, 6, 5], ["Leipzig"], 'Wittenberg = ["303", "391", "404"]')
    # The dice of 391, 303 and 404 are 1, 5 and 6.
    assert (t.zone("391"), t.decider) == ("withdrawn", "koniev")
    t.do("displace 303 Juterbog")
    assert t.decider == "zhukov"
    t.do("displace 404 Torgau")
    assert (t.zone("303"), t.zone("404"), t.stage) == ("Juterbog", "Torgau", "B.2")


@rule("RFB 2.2.6b")
@pytest.mark.parametrize("unit", ["303", "404"])
def test_2_2_6_where_only_one_refuge_is_left_it_is_taken_unasked(unit: str) -> None:
    held = 'Torgau = ["13/1"]\nJuterbog = ["13/2"]'
    t = at(2, [1, 5, 1], ["Leipzig"], f'Wittenberg = ["{unit}"]\n{held}')
    assert (t.stage, t.zone(unit)) == ("B.2", "Treuenbrietzen")


@rule("RFB 2.2.6b")
def test_2_2_6_a_zone_with_soviets_is_no_refuge() -> None:
    t = at(2, [1, 5, 1], ["Leipzig"], 'Wittenberg = ["404"]\nTorgau = ["13/1"]')
    assert refuges(t, "404") == {"Juterbog", "Treuenbrietzen"}


@rule("RFB 2.2.6c")
def test_2_2_6_without_a_refuge_the_unit_is_withdrawn_whatever_its_die() -> None:
    held = 'Torgau = ["13/1"]\nJuterbog = ["13/2"]\nTreuenbrietzen = ["3GA/1"]'
    t = at(2, [1, 6, 1], ["Leipzig"], f'Wittenberg = ["404"]\n{held}')
    assert t.zone("404") == "withdrawn"


@rule("RFB 2.2.6.q1")
def test_2_2_6_q1_a_refuge_has_room_and_is_not_in_american_hands() -> None:
    held = 'Torgau = ["303", "541", "286"]\nJuterbog = ["13/2"]\nTreuenbrietzen = ["3GA/1"]'
    t = at(2, [1, 6, 1], ["Leipzig"], f'Wittenberg = ["404"]\n{held}')
    assert t.zone("404") == "withdrawn"
    t = at(2, [1, 6, 1], ["Leipzig", "Torgau"], 'Wittenberg = ["404"]')
    assert refuges(t, "404") == {"Juterbog", "Treuenbrietzen"}


@rule("RFB 2.2.6.q1")
@pytest.mark.parametrize(
    "inside, free", [("", True), ('"303"', False), ('"13/1"', False), ('"303", "13/1"', False)]
)
def test_2_2_6_q1_a_berlin_zone_is_a_refuge_if_neither_full_nor_contested(inside: str, free: bool) -> None:
    us = ["Leipzig", "Wittenberg", "Treuenbrietzen"]
    t = at(6, [1, 5], us, f'Trebbin = ["404"]\nTempelhof = [{inside}]')
    if free:
        assert refuges(t, "404") == {"Tempelhof", "Zossen"}
    elif t.stage == "A.2":
        assert refuges(t, "404") == {"Zossen"}
    else:
        assert t.zone("404") == "Zossen"


@rule("RFB 2.2.8a")
def test_2_2_8_a_soviet_unit_in_a_us_zone_may_not_attack() -> None:
    for us, possible in (("", True), ('"Leipzig"', False)):
        t = Table.at(f"""
            turn = 6
            stage = "C.2"
            [units]
            Leipzig = ["13/1"]
            Wittenberg = ["404"]
            [control]
            american = [{us}]
            [flags]
            halted = true
        """)
        assert t.can("activate 13/1 combat") is possible
        assert t.can("activate 13/1 move")


IN_LEIPZIG = """
    turn = 6
    stage = "C.2"
    [units]
    Leipzig = ["13/1"]
    Torgau = ["13/2", "3GA/1"]
    [marks]
    used = [{used}]
    [control]
    american = ["Leipzig"]
    [flags]
    halted = true
"""


@rule("RFB 2.2.8b")
def test_2_2_8_it_must_leave_the_us_zone_as_soon_as_it_can_be_activated() -> None:
    t = Table.at(IN_LEIPZIG.format(used=""))
    assert not t.can("pass")
    assert not t.can("activate 13/1 reserve")
    t.do("activate 3GA/1 move")
    assert not t.can("begin")
    t.do("activate 13/1 move", "begin", "move 3GA/1 Herzberg")
    assert not t.can("done")
    t.do("move 13/1 Wittenberg")
    assert t.zone("13/1") == "Wittenberg"


@rule("RFB 2.2.8b")
def test_2_2_8_others_do_not_use_up_the_activations_it_needs() -> None:
    more = 'Luckau = ["3GA/2"]\nHerzberg = ["5GA/1"]\n[marks]'
    t = Table.at(IN_LEIPZIG.format(used="").replace("[marks]", more))
    t.do("activate 13/2 move", "activate 3GA/1 move", "activate 3GA/2 move")
    t.refused("activate 5GA/1 move", "RFB 2.2.8b")
    assert t.can("activate 13/1 move")


@rule("RFB 2.2.8b")
def test_2_2_8_a_unit_used_already_need_not_leave_before_the_next_turn() -> None:
    assert Table.at(IN_LEIPZIG.format(used='"13/1"')).can("pass")


@rule("RFB 2.2.8c")
def test_2_2_8_a_soviet_retreat_into_a_us_zone_halts_the_advance_for_good() -> None:
    t = Table.at(f"""
        turn = 6
        stage = "C.4"
        [units]
        Torgau = ["52/1"]
        Herzberg = ["10SSPz", "21Pz", "1SSPz"]
        Juterbog = ["72"]
        Riesa = ["17"]
        Wittenberg = ["404"]
        [marks]
        oos = ["52/1"]
        [control]
        american = ["Leipzig"]
        {HELD}
    """)
    t.do("activate 10SSPz combat", "activate 21Pz combat", "activate 1SSPz combat", "begin")
    # 25 to 7 is 3:1, and the die of 4 is D1R.
    t.do("attack 10SSPz Torgau", "join 21Pz", "join 1SSPz", "roll", dice=[4])
    assert t.zone("52/1") == "Leipzig"
    assert t.reduced("52/1")
    assert t.halted
    assert t.control("Leipzig") == "american"
    assert next_turn_american_dice(t) == []


@rule("RFB 2.2.9")
@pytest.mark.parametrize("number, die", [(1, 1), (2, 3), (3, 4)])
def test_2_2_9_an_advance_into_berlin_loses_the_game_for_both(number: int, die: int) -> None:
    us = [ZONES[zone].key for zone in TRACKS[number - 1] if zone not in BERLIN]
    ahead = "[points]\nvp = [5, 2]\n"
    t = at(6, [die], us, rest=ahead)
    assert t.result is not None
    assert t.result.winners == ()
    assert t.decider is None
    assert at(6, [6], us).result is None


@rule("RFB 2.2.9.q1")
@pytest.mark.parametrize("number, die", [(1, 1), (2, 3), (3, 4)])
def test_2_2_9_q1_a_soviet_unit_in_that_berlin_zone_halts_the_advance_instead(number: int, die: int) -> None:
    *us, last = (ZONES[zone].key for zone in TRACKS[number - 1])
    t = at(6, [die], us, f'{last} = ["13/1"]')
    assert t.result is None
    assert t.halted
