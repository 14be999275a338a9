"""What comes from afar in a modelled battle: artillery and who calls it, aircraft in rain, Guns in tow."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.campaign.armies import field
from tests.campaign.desk import at, desk, off

from berlin.boards.hexes import bits
from berlin.campaign.model.battle import fight
from berlin.campaign.model.fight import Fight, column
from berlin.campaign.model.march import advance
from berlin.campaign.model.support import Battery, arrive, batteries, fire_missions, land, worst
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import EAST, KEYS, MAP, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.model import BATTLEFIELD, HOUSE
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where

GERMAN, RUSSIAN = BOTH


def module(line: str, **fields: Any) -> Group:
    """A module of the Russians that can fire often."""
    lines = [offer.id for offer in BOOK.charts[RUSSIAN]]
    return Group(lines.index(line), 1, ammo="plentiful", **fields)


def called(group: Group, german: str, russian: str, die: int) -> Battery:
    """What is left to a Russian module that had one chance to fire, with this die to call it."""
    d = desk([at("g:4-6-7", german)], [at("r:4-5-8", russian)], groups=((), (group,)), dice=(die, 6, 6))
    f = Fight(d, BATTLEFIELD)
    (battery,) = batteries(f, RUSSIAN)
    fire_missions(f, [battery], False)
    return battery


@pytest.mark.parametrize(("radio", "need"), [(True, HOUSE.contact["radio"]), (False, HOUSE.contact["phone"])])
def test_a_module_is_called_by_radio_or_phone_or_keeps_its_ammunition(radio: bool, need: int) -> None:
    full = HOUSE.missions["plentiful"]
    for die in range(1, 7):
        battery = called(module("O3", radio=radio), "K38", "K42", die)
        assert battery.missions == full - (die <= need)


def test_without_men_near_the_enemy_only_an_offboard_observer_can_call() -> None:
    """He needs no die, and sees as far as he is high."""
    full = HOUSE.missions["plentiful"]
    post, far = find_hex("K52"), HOUSE.overlook
    assert called(module("O3"), "K35", "K50", 1).missions == full
    assert called(module("O3", observer=post), "K35", "K50", 6).missions == full - 1
    beyond = f"K{52 - far - 1}"
    assert called(module("O3", observer=post), beyond, "K50", 6).missions == full
    assert called(module("O3", observer=post, level=3), beyond, "K50", 6).missions == full - 1
    assert HOUSE.sight(1) == far + HOUSE.height > far


@pytest.mark.parametrize("ready", [False, True])
def test_a_mission_falls_heavier_where_it_was_registered(ready: bool) -> None:
    """A roll that is one too high to harm anybody elsewhere."""
    near = find_hex("K36")
    light = module("O1", registered=(find_hex("K35"),) if ready else (-2,))
    d = desk([at("g:4-6-7", "K36")], [at("r:4-5-8", "K42")], groups=((), (light,)))
    f = Fight(d, BATTLEFIELD)
    roll = HOUSE.effect + column(70 // HOUSE.guns) - f.shelter[near] + 1
    d.given = (1, 6, roll - 6, 5, 5)
    fire_missions(f, batteries(f, RUSSIAN), False)
    assert d.pieces[GERMAN][0].has(Mark.BROKEN) == ready


def test_a_registered_hex_is_preferred_to_others_unless_they_are_much_thicker() -> None:
    groups = (module("O3", registered=(find_hex("K36"),)), module("O3"))
    scouts = [at("r:4-5-8", "K42"), at("r:4-5-8", "R42")]
    for count, aim in ((1, "K36"), (3, "R36")):
        squads = [at("g:4-6-7", "K36"), *[at("g:4-6-7", "R36")] * count]
        f = Fight(desk(squads, scouts, groups=((), groups)), BATTLEFIELD)
        ready, other = batteries(f, RUSSIAN)
        assert worst(f, RUSSIAN, ready) == find_hex(aim)
        assert worst(f, RUSSIAN, other) == find_hex("R36")


def team(name: str, truck: str = "r:GAZ-MM", **fields: Any) -> list[Piece]:
    """A truck with a Gun in tow and its crew."""
    pieces = [at(truck, name), at("r:2-2-8", name), at("r:obr-39", name, Mark.HOOKED, holder=1)]
    return [replace(piece, **fields) for piece in pieces]


def spaces(d: Draft) -> list[str]:
    return [KEYS[piece.space] for piece in d.pieces[RUSSIAN]]


def test_a_truck_brings_its_gun_up_and_it_unlimbers_where_it_reaches_the_enemy() -> None:
    d = desk([at("g:4-6-7", "K30")], team("K50"), weather="Clear")
    f = Fight(d, BATTLEFIELD)
    for _ in range(4):
        f.moved.clear()
        advance(f, RUSSIAN)
    assert len(set(spaces(d))) == 1
    assert MAP.distance(d.pieces[RUSSIAN][2].space, find_hex("K30")) == HOUSE.limber
    assert not d.pieces[RUSSIAN][2].has(Mark.HOOKED)
    assert f.is_able(unit_of(RUSSIAN, 2))
    assert sorted(f.stacks[RUSSIAN][d.pieces[RUSSIAN][2].space]) == [
        unit_of(RUSSIAN, number) for number in range(3)
    ]


def test_in_tow_a_gun_does_not_fire_and_without_its_truck_it_is_off_the_hook() -> None:
    d = desk([at("g:4-6-7", "K30")], team("K50"))
    assert not Fight(d, BATTLEFIELD).is_able(unit_of(RUSSIAN, 2))
    d.mark(unit_of(RUSSIAN, 0), on=Mark.IMMOBILE)
    f = Fight(d, BATTLEFIELD)
    advance(f, RUSSIAN)
    assert spaces(d) == ["K50"] * 3
    assert f.is_able(unit_of(RUSSIAN, 2))


def test_a_gun_comes_in_behind_its_truck_and_waits_off_the_map_without_one() -> None:
    edge = KEYS[max(bits(EAST))]
    d = desk([at("g:4-6-7", "K30")], team(edge, where=Where.ENTERING))
    advance(Fight(d, BATTLEFIELD), RUSSIAN)
    assert {piece.where for piece in d.pieces[RUSSIAN]} == {Where.MAP}
    assert len(set(spaces(d))) == 1
    d = desk([at("g:4-6-7", "K30")], team(edge, truck="r:SU-76M", where=Where.ENTERING))
    advance(Fight(d, BATTLEFIELD), RUSSIAN)
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.MAP, Where.ENTERING, Where.ENTERING]


@rule("OTO 7.4.ihsr.4b", "OTO footnote.16.q1")
@pytest.mark.parametrize(
    ("weather", "flying"), [("Clear", [0, 1, 2]), ("Overcast", [0, 1, 2]), ("Rain", [0])]
)
def test_in_rain_only_the_aircraft_that_were_lent_attack(weather: str, flying: list[int]) -> None:
    bought = next(n for n, offer in enumerate(BOOK.charts[RUSSIAN]) if offer.id == "F1")
    groups = (Group(-1, 1, given=True, until=2), Group(bought, 1), Group(bought, 1))
    planes = [off("r:44A-GA", group=0), off("r:44A-GA", group=1)]
    # The die of the second group, which comes now: one aircraft.
    d = desk([], planes, weather=weather, groups=((), groups), dice=(1, 1))
    f = Fight(d, BATTLEFIELD)
    d.rained = weather == "Rain"
    units = [unit_of(RUSSIAN, number) for number in flying]
    assert arrive(f, RUSSIAN) == units
    land(f, RUSSIAN, units)
    assert d.pieces[RUSSIAN][0].fate == "Recalled"
    assert all(plane.where is Where.RETAINED for plane in d.pieces[RUSSIAN][1:])


@rule("OTO 7.4.ihsr.4b")
def test_in_a_battle_in_rain_who_was_lent_flies_and_goes_home_or_is_shot_down() -> None:
    d = field(4, 20, 30, weather="Rain", groups=((), (Group(-1, 1, given=True, until=2),)))
    unit = d.add(RUSSIAN, off("r:44A-GA", group=0))
    fight(d, BATTLEFIELD)
    assert d.rained
    assert d.piece(unit).fate in ("Recalled", "shot down")
