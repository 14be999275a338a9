"""A modelled battle on this map: its ground, its edges, its house numbers."""

from tests.campaign.desk import at, desk, off

from berlin.campaign.model.battle import fight
from berlin.campaign.model.fight import Fight
from berlin.games.orsha.board.ground import BY_TERRAIN, EAST, LVP, WEST, find_hex
from berlin.games.orsha.board.tables import TABLES
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.model import BATTLEFIELD, HOUSE
from berlin.kernel.contract.ids import BOTH
from berlin.squad.board.pieces import Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
LAND = BATTLEFIELD.land


def test_all_numbers_of_the_model_are_known_to_be_ours() -> None:
    rows = {row["key"]: row["source"] for row in TABLES.rows("model")}
    assert {key for key, source in rows.items() if source == "printed"} == {"turns"}
    assert set(rows.values()) == {"printed", "house"}


def test_every_terrain_of_the_map_has_its_shelter() -> None:
    assert set(BY_TERRAIN) <= set(HOUSE.shelter)
    assert LAND.shelter[find_hex("A20")] == HOUSE.shelter["shellhole"]
    assert LAND.shelter[find_hex("A22")] == 0
    assert LAND.going[find_hex("A1")] == HOUSE.going["marsh"]


def test_works_shelter_better_than_the_ground() -> None:
    works = [Work(Works.TRENCH, find_hex("A22"), GERMAN), Work(Works.PILLBOX, find_hex("A23"), GERMAN)]
    f = Fight(desk(works=works), BATTLEFIELD)
    assert [f.shelter[find_hex(name)] for name in ("A22", "A23", "A24")] == [
        HOUSE.shelter["trench"],
        HOUSE.shelter["pillbox"],
        0,
    ]


def test_the_attacker_wants_the_victory_locations_and_leaves_by_the_west_edge() -> None:
    assert LAND.prizes is LVP
    assert (LAND.exits, LAND.homes) == (WEST, (WEST, EAST))


def test_each_side_enters_by_its_own_area() -> None:
    first, second = LAND.entries(desk())
    assert second == EAST
    assert first & WEST == WEST
    assert first >> find_hex("DD26") & 1
    assert not first >> find_hex("DD27") & 1


def test_a_rifle_company_alone_takes_the_nearest_victory_location_and_goes_on() -> None:
    company = [off("r:4-4-7", where=Where.ENTERING) for _ in range(11)]
    d = desk([], company, weather="Clear")
    fight(d, BATTLEFIELD)
    assert all(piece.where is Where.MAP for piece in d.pieces[RUSSIAN])
    assert d.control[RUSSIAN] >> find_hex("X38") & 1 or d.control[RUSSIAN] >> find_hex("K33") & 1


def test_a_lone_gun_stops_no_company_but_costs_it() -> None:
    gun = [at("g:2-2-8", "K34"), at("g:FlaK-38", "K34", holder=0)]
    company = [at("r:4-4-7", f"K{42 + n % 4}") for n in range(11)]
    works = [Work(Works.PILLBOX, find_hex("K34"), GERMAN, size=135)]
    d = desk(gun, company, works, weather="Clear")
    fight(d, BATTLEFIELD)
    assert (d.control[RUSSIAN] & ~desk().control[RUSSIAN]).bit_count() > 0
    assert d.accounts[RUSSIAN].suffered + d.accounts[GERMAN].suffered > 0


def test_the_book_has_the_battlefield() -> None:
    assert BOOK.battlefield is BATTLEFIELD
    assert (HOUSE.turns, len(HOUSE.ends)) == (6, 5)
