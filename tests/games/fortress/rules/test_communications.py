"""OTB 6.1: Lines of Communications."""

from typing import Any

import pytest
from tests.games.fortress.battles import shell
from tests.games.fortress.marching import march, next_turn, zones
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import AT, GATOW, ROAD_HEXES, distance, keys
from berlin.games.fortress.board.units import DIVISIONS, find_unit
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.communications import has_line, is_held, served_by
from berlin.kernel.proof.mark import rule

ROAD_OPEN: dict[str, Any] = {"fallen": ["5416"]}


def _has_line(unit: str, at: str, *stacks: str, **fields: Any) -> bool:
    table = position("allied-movement", f"{at}: {unit}", *stacks, **(fields or zones(d82="1023")))
    return has_line(table.draft, find_unit(unit))


def _far(place: str, places: int) -> int:
    return min(distance(AT[place], AT[one]) for one in keys(places))


@rule("OTB 6.1b", "OTB 6.1.q6")
@pytest.mark.parametrize(
    ("at", "far"), [("0928", 0), ("0828", 1), ("0628", 3), ("0528", 4), ("1328", 4), ("0428", 5), ("0328", 6)]
)
def test_a_unit_at_most_four_hexes_from_a_road_to_its_airfield_has_a_line(at: str, far: int) -> None:
    assert _far(at, ROAD_HEXES) == far
    assert _has_line("82/Par1", at) == (far <= 4)


@rule("OTB 6.1.q3")
@pytest.mark.parametrize(("at", "far"), [("0822", 1), ("0522", 4), ("0422", 5)])
def test_a_way_of_four_hexes_straight_into_the_wire_is_a_line(at: str, far: int) -> None:
    assert _far(at, GATOW) == far
    assert far < 2 or _far(at, ROAD_HEXES) > 4
    assert _has_line("82/Par1", at) == (far <= 4)


@rule("OTB 6.1.q3")
def test_a_unit_inside_the_wire_has_a_line_unless_its_way_to_the_marker_is_cut() -> None:
    assert _has_line("82/Par1", "0922")
    assert _has_line("82/Par1", "1023")
    # Germans all round 0922, or all but at 0923: the marker lies at 1124.
    wall = ("1022: LwField", "0822: GD1", "0821: GD2", "0921: LAH1", "1021: Janums")
    assert not _has_line("82/Par1", "0922", "0923: MVK", *wall, **zones(d82="1124"))
    assert _has_line("82/Par1", "0922", *wall, **zones(d82="1124"))
    # A zone over 0923 and 1023 cuts as an enemy does, unless friends stand in it.
    zone = (*wall, "0924: MVK combat N")
    assert not _has_line("82/Par1", "0922", *zone, **zones(d82="1124"))
    assert not _has_line("82/Par1", "0922", *zone, "0923: 82/Par3", **zones(d82="1124"))
    assert _has_line("82/Par1", "0922", *zone, "1023: 82/Par2", "0923: 82/Par3", **zones(d82="1124"))


@rule("OTB 6.1a", "OTB 4.1.2b")
def test_each_division_traces_to_its_own_landing_zone() -> None:
    # Gatow is the 101st's, Tegel the 82nd's; no road leads from 0928 to Tegel past the strongpoint 3616.
    both = zones(d82="3506", d101="1023")
    assert _has_line("101/Par1", "0928", **both)
    assert not _has_line("82/Par1", "0928", "2012: MVK", "1917: LwField", **both)
    assert _has_line("82/Par1", "3706", **both)
    assert not _has_line("101/Par1", "3706", "2012: MVK", "1917: LwField", **both)
    # A division without a marker has none anywhere.
    assert not _has_line("17/Par1", "0928", **both)


@rule("OTB 6.1c")
def test_the_road_part_does_not_run_through_ruins() -> None:
    # Schonhauser Allee is broken at 5513; Prenzlauer Allee beside it is whole.
    field: dict[str, Any] = zones(d82="5225") | ROAD_OPEN
    assert _has_line("82/Par1", "5906", **field)
    assert not _has_line("82/Par1", "5204", **field)


@rule("OTB 6.1.q5")
def test_the_first_four_hexes_may_lead_through_ruins() -> None:
    # 5512 stands on the broken road; through 5513 it is two hexes to 5514.
    others = ("5413: MVK", "5412: LwField", "5612: GD1", "5511: GD2", "5411: HG-Mech", "5611: Janums")
    field: dict[str, Any] = zones(d82="5225") | {"fallen": ["5416", "5413"]}
    assert _has_line("82/Par1", "5512", *others, **field)
    assert not _has_line("82/Par1", "5512", *others, "5513: LAH1", **field)


@rule("OTB 6.1d")
@pytest.mark.parametrize("road", ["0927", "1024"])
def test_an_enemy_on_the_road_cuts_it(road: str) -> None:
    assert _has_line("82/Par1", "0834")
    cut = (f"{road}: MVK",) if road == "0927" else ("1025: MVK", "0924: LwField")
    assert not _has_line("82/Par1", "0834", *cut)
    # A road hex that no enemy holds may be covered by one.
    assert _has_line("82/Par1", "0834", "1028: MVK")
    assert not _has_line("82/Par1", "0834", "1028: MVK combat N")
    assert _has_line("82/Par1", "0834", "1028: MVK combat SE")


@rule("OTB 6.1d")
def test_a_strongpoint_that_stands_cuts_the_road() -> None:
    assert not _has_line("82/Par1", "5906", **zones(d82="5225"))
    assert _has_line("82/Par1", "5906", **zones(d82="5225"), fallen=["5416"])


@rule("OTB 6.1e", "FB 3.2.friend")
def test_a_friend_in_a_hex_cancels_enemy_zones_there() -> None:
    zone = "1028: MVK combat N"
    assert not _has_line("82/Par1", "0834", zone)
    assert _has_line("82/Par1", "0834", zone, "0928: 101/Par1")
    # Not a friend beside it, and not against a unit.
    assert not _has_line("82/Par1", "0834", zone, "0929: 82/Par2")


@rule("OTB 6.1.q6")
def test_the_hex_of_the_unit_itself_is_not_asked() -> None:
    # 0828 in a German zone beside the free road 0928, or 0927.
    assert _has_line("82/Par1", "0828", "0728: MVK combat NE")
    # By road hexes in a zone there is none: 0528 reaches 0926 to 0930.
    below = ("1028: LwField combat NW", "1030: GD1 combat NW")
    assert _has_line("82/Par1", "0528", *below)
    assert not _has_line("82/Par1", "0528", *below, "1026: MVK combat NW")
    assert not _has_line("82/Par1", "0528", "1026: MVK combat NW")


@rule("OTB 6.1.q5")
def test_each_step_off_the_road_is_one_that_a_foot_unit_could_make() -> None:
    def beside(place: str) -> set[str]:
        here = 1 << AT[place]
        return set(keys(served_by(here, here)))

    assert "2310" not in beside("2311")
    assert "2411" in beside("2311") or "2312" in beside("2311")
    assert "2307" in beside("2308")
    assert "5214" in beside("5213")
    assert "1917" not in beside("1817")
    assert "1817" in beside("1816")


@rule("OTB 6.1f", "OTB 4.1.2b")
def test_a_unit_without_a_line_is_turned_to_maneuver_mode_and_not_disrupted() -> None:
    table = next_turn(
        "0428: 82/Par1 combat N, 82/Par2",
        "0528: 82/Par3 combat NE",
        "0330: MVK combat S",
        **zones(d82="1023"),
    )
    assert table.stage == "allied-movement"
    assert table.marks("82/Par1") == ""
    assert table.marks("82/Par2") == ""
    assert table.marks("82/Par3") == "combat NE"
    assert table.marks("MVK") == "combat S"


@rule("OTB 6.1.q2", "OTB 15.3.4a")
def test_who_has_lost_its_landing_zone_is_cut_off_for_good() -> None:
    fields: dict[str, Any] = zones(d101="1023") | {
        "lost_zones": ["82"],
        "airfields": ["allied", "german", "allied"],
    }
    fields["airfield"] = ["Oranienburg", "Rechlin", "none", "none", "Tegel", "Gatow"]
    table = next_turn("1022: 82/Par1 combat N, 101/Par1 combat N", **fields)
    assert table.marks("82/Par1") == ""
    assert table.marks("101/Par1") == "combat N"
    # By the option it may trace to another airfield that the Allies hold.
    free = next_turn("1022: 82/Par1 combat N", options=["elsewhere"], **fields)
    assert free.marks("82/Par1") == "combat N"
    fields["airfields"] = ["german", "german", "german"]
    assert not _has_line("82/Par1", "1121", options=["elsewhere"], **fields)


def _came(place: str, at: str = "none", **fields: Any) -> dict[str, Any]:
    """The 6th came from Oranienburg by an edge hex, and is supplied from `place`."""
    return {
        **zones(d82="5225"),
        "landing": [place if key == "6" else "5225" if key == "82" else "none" for key in DIVISIONS],
        "airfield": ["Rechlin", "Oranienburg", "none", "none", "Tempelhof", "none"],
        "entries": [at if key == "6" else "none" for key in DIVISIONS],
        **fields,
    }


@rule("OTB 6.1h", "OTB 6.1.q1")
def test_a_division_from_beyond_the_map_is_supplied_from_its_entry_hex_or_an_airfield_in_allied_hands() -> (
    None
):
    # With one source there is nothing to ask.
    table = next_turn("0901: 6/Par1 combat N, 6/Par2 combat S", **_came("3405", "0701"))
    assert table.asked == "Movement"
    assert table.state.landing[DIVISIONS.index("6")] == AT["0701"]
    assert table.marks("6/Par1") == "combat N"
    assert table.marks("6/Par2") == "combat S"
    held = next_turn(
        "0901: 6/Par1 combat N, 6/Par2 combat S",
        **_came("0701", "0701", airfields=["allied", "german", "allied"]),
    )
    offers = [text.split()[1] for text in held.offers("supply")]
    assert len(offers) == 3
    assert sum(place == "0701" for place in offers) == 1
    tegel = next(place for place in offers if place.startswith("3"))
    held.refused("supply 6 5225", "OTB 6.1h")
    # The whole division traces to the one source: from Tegel both are cut off up there.
    held.do(f"supply 6 {tegel}")
    assert held.marks("6/Par1") == held.marks("6/Par2") == ""
    assert held.state.landing[DIVISIONS.index("6")] == AT[tegel]


@rule("OTB 6.1h", "OTB 6.1.q1", "OTB 6.1i")
def test_the_source_may_be_changed_in_each_recovery_segment() -> None:
    table = next_turn(
        "0901: 6/Par1 combat N",
        "3606: 82/Par1",
        **_came("3405", "0701", airfields=["allied", "german", "german"]),
    )
    table.do("supply 6 0701")
    assert table.marks("6/Par1") == "combat N"
    assert table.state.landing[DIVISIONS.index("6")] == AT["0701"]


@rule("OTB 6.1.q7")
@pytest.mark.parametrize(
    ("stacks", "line"),
    [
        ((), True),
        (("0701: MVK",), False),
        (("0702: MVK combat N",), False),
        (("0702: MVK combat S",), True),
        # Contested by an Allied zone, or with an Allied unit in the hex.
        (("0702: MVK combat N", "0801: 6/Par2 combat SW"), True),
        (("0702: MVK combat N", "0701: 6/Par2"), True),
    ],
)
def test_an_entry_hex_serves_while_no_german_or_uncontested_zone_is_on_it(
    stacks: tuple[str, ...], line: bool
) -> None:
    assert _has_line("6/Par1", "0601", *stacks, **_came("0701", "0701")) == line


@rule("OTB 6.1.q7", "OTB 6.1h")
def test_an_airfield_that_is_not_held_any_more_supplies_no_division_from_beyond_the_map() -> None:
    tegel: dict[str, Any] = _came("3506", "0701", airfields=["allied", "german", "german"])
    assert _has_line("6/Par1", "3706", **tegel)
    assert not _has_line("6/Par1", "3706", "3405: MVK", **tegel)
    assert not _has_line("6/Par1", "3706", **_came("3506", "0701"))
    # The Landing Zone of a division that jumped needs no more than the marker.
    assert _has_line("82/Par1", "3706", "3405: MVK", **zones(d82="3506"))


@rule("OTB 6.1.q4")
def test_an_airfield_is_held_by_who_was_last_inside_while_no_german_is() -> None:
    def held(*stacks: str, **fields: Any) -> bool:
        return is_held(position("allied-movement", "0605: 82/Par1", *stacks, **fields).draft, 0)

    allied: dict[str, Any] = {"airfields": ["allied", "german", "german"]}
    assert held(**allied)
    assert not held()
    assert not held("3407: Tegel-Flak1", **allied)
    assert not held("3407: Tegel-Flak1 disrupted", "3506: 82/Par2", **allied)
    assert held("3408: Tegel-Flak1", **allied)
    # Whoever enters is last inside, also on the way through.
    table = march("82/Par1", "3408", "5015: MVK").do("go 3407", "halt")
    assert is_held(table.draft, 0)
    through = march("MVK", "3408", **allied).do("go 3407")
    assert not is_held(through.draft, 0)
    assert not is_held(Table(through.state).do("go 3408", "halt").draft, 0)


@rule("OTB 6.1.q4")
def test_who_is_left_alone_inside_the_wire_holds_the_airfield() -> None:
    """The last to stand there, whoever entered last: a German who came after him has left, fled or fallen."""
    stays = "3506: 82/Par1 combat S"
    allied: dict[str, Any] = {"airfields": ["allied", "german", "german"]}
    through = march("MVK", "3408", stays, **allied).do("go 3407")
    assert not is_held(through.draft, 0)
    assert is_held(through.do("go 3408", "halt").draft, 0)
    # A German who was inside from the start is shot there; one outside the wire makes no difference.
    german: dict[str, Any] = {"airfields": ["german"] * 3, "strikes": 1}
    shelled = shell("3405", "strike", "3405: Tegel-Flak1", "3410: VS1", stays, dice=(6, 6), **german)
    assert shelled.where("Tegel-Flak1") == "destroyed"
    assert is_held(shelled.draft, 0)
    outside = shell("3410", "strike", "3405: Tegel-Flak1", "3410: VS1", stays, dice=(6, 6), **german)
    assert outside.where("VS1") == "destroyed"
    assert not is_held(outside.draft, 0)
    # Nobody is left inside: the German was the last to stand there.
    empty = shell("3405", "strike", "3405: Tegel-Flak1", "3410: VS1", "3308: 82/Par1", dice=(6, 6), **german)
    assert not is_held(empty.draft, 0)
    # The Ally goes first: the German who is left alone was last, though he goes too.
    last = march("82/Par1", "3407", "3405: MVK", "3608: GD1", **allied).do("go 3408", "halt")
    assert last.draft.airfields[0] == GERMAN
    # Each airfield for itself.
    assert last.draft.airfields[1:] == [GERMAN, GERMAN]
