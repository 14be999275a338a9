"""The board's picture: that it shows what the map says, and that every place lies where it is drawn."""

import re
import xml.etree.ElementTree as ET
from math import dist

import pytest
from tests.games.pictures import apart, inside

from berlin.boards.hexes import bits
from berlin.games.noretreat.board import ground
from berlin.games.noretreat.board.ground import AT, KEYS, MAP, NAMES
from berlin.games.noretreat.board.units import BOXES
from berlin.games.noretreat.table import landscape, picture
from berlin.kernel.contract.scene import Spot
from berlin.kernel.proof.mark import rule

BOARD = picture.board()
SPOTS = {spot.key: spot for spot in BOARD.spots}
SVG = "{http://www.w3.org/2000/svg}"
TREE = ET.fromstring(BOARD.picture)
WORDS = " ".join("".join(node.itertext()) for node in TREE.iter(f"{SVG}text"))


def test_every_space_is_a_place_of_the_board() -> None:
    assert len(SPOTS) == len(BOARD.spots)
    assert {KEYS[space] for space in MAP.spaces} < set(SPOTS)


@rule("NR 1.boxes")
@pytest.mark.parametrize("side", ("axis", "soviet"))
def test_each_side_has_its_boxes(side: str) -> None:
    own = {key.removeprefix(f"{side}-") for key in SPOTS if key.startswith(f"{side}-")}
    assert own == {"rail", "shattered", "destroyed", "surrendered", "reinforcements"}
    assert own < set(BOXES)


def test_both_tracks_have_a_place_for_every_number() -> None:
    assert {f"turn-{n}" for n in range(1, 29)} < set(SPOTS)
    assert {f"vp-{n}" for n in range(41)} < set(SPOTS)


@pytest.mark.parametrize("spot", BOARD.spots, ids=lambda spot: str(spot.key))
def test_counters_stand_inside_their_place_and_on_the_board(spot: Spot) -> None:
    assert inside(spot.anchor, spot.outline)
    assert all(0 <= x <= BOARD.width and 0 <= y <= BOARD.height for x, y in spot.outline)
    assert spot.room > 0


def test_no_two_places_lie_over_each_other() -> None:
    for spot in BOARD.spots:
        x, y = spot.anchor
        near = [other for other in BOARD.spots if dist(other.anchor, (x, y)) < 400]
        assert [other.key for other in near if inside((x, y), other.outline)] == [spot.key]


def test_neighbours_share_a_side_of_their_outlines() -> None:
    assert apart(MAP, {space: SPOTS[KEYS[space]] for space in MAP.spaces}) == []


def test_an_area_borders_on_no_hex_that_it_does_not_touch() -> None:
    for key in ("Finland", "WestBalkans", "SouthBalkans"):
        own = {(round(x), round(y)) for x, y in SPOTS[key].outline}
        for space in bits(ground.GRID & ~MAP.across[AT[key]]):
            other = {(round(x), round(y)) for x, y in SPOTS[KEYS[space]].outline}
            assert len(own & other) < 2, (key, KEYS[space])


def test_sea_lies_beyond_every_coast_and_only_there() -> None:
    """A hex has a coast exactly if a side of it is drawn towards a sea that can supply."""
    ashore = 0
    for space in bits(ground.GRID):
        r, c = MAP.cell[space]
        around = {(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c)}
        if around - landscape.LAND_CELLS - {landscape.LADOGA}:
            ashore |= 1 << space
    coast = ground.BALTIC | ground.BLACK_SEA | ground.ADRIATIC | ground.CASPIAN
    assert coast & ground.GRID & ~ashore == 0
    # The Sea of Azov supplies nobody.
    assert ground.keys(ashore & ~coast) == ["r5c0", "r5c1", "r6c1", "r7c0"]


def test_the_picture_names_every_city_and_area() -> None:
    for space in bits(ground.VP_SPACES):
        assert NAMES[space] in WORDS
    for word in ("FINLAND", "WEST", "SOUTH", "BALKANS", "GREATER GERMANY", "RUMANIA†", "Western extension†"):
        assert word in WORDS


def test_the_picture_shows_nobody_the_codes_of_hexes() -> None:
    words = set(WORDS.split())
    assert not [space for space in bits(ground.GRID & ~ground.VP_SPACES) if KEYS[space] in words]


def test_the_picture_is_one_sound_svg_of_moderate_size() -> None:
    assert len(BOARD.picture.encode()) < 700_000
    assert (float(TREE.get("width", "")), float(TREE.get("height", ""))) == (BOARD.width, BOARD.height)
    ids = [node.get("id") for node in TREE.iter() if node.get("id")]
    assert len(set(ids)) == len(ids)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', BOARD.picture))
    assert used <= set(ids)


def test_a_place_tells_what_of_it_is_ours() -> None:
    assert "Rumania" in SPOTS["Ploesti"].note
    assert "extension" in SPOTS["Berlin"].note
    assert SPOTS["Kiev"].note == ""
    assert SPOTS["r-10c8"].name == "the forest two hexes north-east of Riga"
