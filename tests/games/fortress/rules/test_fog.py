"""FB 3.6: fog of war."""

from random import Random
from typing import Any

import pytest
from tests.games.fortress.marching import hexes, left, march, zones
from tests.games.fortress.positions import Table, position

from berlin.boards.hexes import unpack
from berlin.games.fortress.board.ground import AIRFIELDS, AT, SIZE, distance, keys
from berlin.games.fortress.board.units import find_unit
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.fog import is_seen
from berlin.games.fortress.state.view import View
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

FOG: dict[str, Any] = {"options": ["fog"]}
SEATS = {"allied": Seat(0), "german": Seat(1)}


def _view(table: Table, seat: str | None) -> View:
    return GAME.view(table.state, None if seat is None else SEATS[seat])


def _shown(table: Table, unit: str, seat: str | None) -> bool:
    return _view(table, seat).where[find_unit(unit)] < SIZE


def _blanks(table: Table, seat: str, side: int) -> set[str]:
    return set(keys(unpack(_view(table, seat).blanks[side])))


@rule("FB 3.6.hidden")
@pytest.mark.parametrize(
    ("own", "foe", "seat", "side"), [("82/Par1", "MVK", "allied", 1), ("MVK", "82/Par1", "german", 0)]
)
def test_an_enemy_stack_is_seen_within_six_hexes_of_a_ground_unit_and_blank_beyond(
    own: str, foe: str, seat: str, side: int
) -> None:
    near = position("allied-movement", f"0605: {own}", f"0611: {foe} combat NE", **FOG)
    assert _shown(near, foe, seat)
    assert _view(near, seat).marks[find_unit(foe)] == near.state.marks[find_unit(foe)]
    assert _blanks(near, seat, side) == set()
    far = position("allied-movement", f"0605: {own}", f"0612: {foe} combat NE", **FOG)
    assert not _shown(far, foe, seat)
    assert _view(far, seat).marks[find_unit(foe)] == 0
    assert _blanks(far, seat, side) == {"0612"}
    # Its own side sees it, and a spectator neither.
    assert _shown(far, foe, "german" if seat == "allied" else "allied")
    assert not _shown(far, foe, None)
    assert not _shown(far, own, None)


@rule("FB 3.6.hidden")
def test_without_fog_everything_lies_face_up() -> None:
    table = position("allied-movement", "0605: 82/Par1", "5015: MVK combat N")
    assert _shown(table, "MVK", "allied")
    assert _blanks(table, "allied", 1) == set()


@rule("FB 3.6.hidden")
def test_a_whole_stack_is_seen_or_is_one_blank() -> None:
    table = position(
        "allied-movement", "0605: 82/Par1", "0613: GD1, GD2, BerlinHQ", "0610: MVK, LwField", **FOG
    )
    assert _blanks(table, "allied", 1) == {"0613"}
    assert [_shown(table, unit, "allied") for unit in ("GD1", "GD2", "BerlinHQ", "MVK", "LwField")] == [
        False
    ] * 3 + [True] * 2


@rule("FB 3.6.reveal")
def test_who_has_fired_is_shown_until_its_side_moves_again() -> None:
    table = position(
        "german-bombardment", "5015: 82/Par1", "5027: 408-Heavy combat N", fired=["408-Heavy"], **FOG
    )
    assert _shown(table, "408-Heavy", "allied")
    quiet = position("german-bombardment", "5015: 82/Par1", "5027: 408-Heavy combat N", **FOG)
    assert not _shown(quiet, "408-Heavy", "allied")
    # It stays shown through the Allied turn, and is hidden when the German Movement Segment begins.
    turn = position(
        "allied-assault", "5015: 82/Par1", "5027: 408-Heavy combat N", fired=["408-Heavy"], turn=5, **FOG
    )
    assert _shown(turn, "408-Heavy", "allied")
    assert not _shown(turn.do("done").until("german-movement"), "408-Heavy", "allied")


@rule("FB 3.6.reveal")
def test_who_bombards_is_shown_to_both() -> None:
    table = position(
        *(
            "german-bombardment",
            "0605: 82/Par1",
            "0607: MVK",
            "0614: 408-Heavy combat N",
            "0914: 408-Light combat N",
        ),
        **FOG,
    )
    assert not is_seen(table.draft, find_unit("408-Heavy"), SEATS["allied"])
    table.do("target 0605", "add 408-Heavy", "fire")
    assert is_seen(table.draft, find_unit("408-Heavy"), SEATS["allied"])
    assert not is_seen(table.draft, find_unit("408-Light"), SEATS["allied"])


@rule("FB 3.6.hidden")
def test_pieces_in_their_printed_places_are_seen_until_they_move() -> None:
    table = position("german-movement", "0605: 82/Par1", "4819: MVK", fixed=["MVK"], **FOG)
    assert _shown(table, "MVK", "allied")
    assert not _shown(table.do("move MVK", "go 4818", "halt"), "MVK", "allied")


@rule("FB 3.6.hidden")
def test_who_has_landed_is_seen_until_the_allies_move_again() -> None:
    table = position(
        "german-assault",
        "0605: 82/Par1, 82/Par2",
        "5015: MVK",
        landed=["82/Par1"],
        **zones(d82="1023"),
        **FOG,
    )
    assert _shown(table, "82/Par1", "german")
    assert not _shown(table, "82/Par2", "german")
    assert not _shown(table.do("done").until("allied-movement"), "82/Par1", "german")


@rule("FB 3.6.hidden", "FB 11.2.3")
def test_the_values_of_volkssturm_are_in_no_view_before_they_are_shown() -> None:
    table = position("allied-movement", "0605: 82/Par1", "0606: VS1", **FOG)
    for seat in ("allied", "german"):
        assert _view(table, seat).known == _view(table, seat).weak == 0


@rule("FB 3.6.q1")
def test_a_march_is_offered_the_same_in_worlds_that_differ_under_a_blank() -> None:
    worlds = [
        march("82/Par1", "0605", f"0613: {stack}", **FOG)
        for stack in ("MVK combat N", "MVK", "GD1 combat N, GD2 combat NE", "BerlinHQ")
    ]
    first = worlds[0].legal()
    assert all(world.legal() == first for world in worlds)
    assert "go 0612" in first


@rule("FB 3.6.q1", "FB 3.6.hidden", "FB 3.2.stop")
def test_a_march_stops_where_an_enemy_comes_into_sight_and_keeps_its_points() -> None:
    table = march("82/Par1", "0605", "0613: MVK combat N", **FOG).do("go 0612")
    # At 0607 the blank at 0613 is six hexes away.
    assert table.where("82/Par1") == "0607"
    assert left(table) == 8
    assert _shown(table, "MVK", "allied")
    # Now its zone is known: it may still go there, and must stop.
    assert table.told("comes in sight")
    table.do("go 0612")
    assert table.where("82/Par1") == "0612"
    table.refused("go 0611", "FB 3.2.stop")


@rule("FB 3.6.q1")
def test_a_march_that_sees_nothing_new_goes_all_the_way() -> None:
    for foe in ("0613: MVK combat S", "0613: MVK"):
        table = march("82/Par1", "0605", foe, "0608: 82/Par2", **FOG).do("go 0611")
        assert table.where("82/Par1") == "0611"


@rule("FB 3.6.q1", "FB 3.6.hidden")
def test_a_march_by_road_stops_six_hexes_from_what_comes_into_sight() -> None:
    table = march("GD1", "1016", "1025: 82/Par1 combat N", **FOG).do("go 1021")
    assert distance(AT[table.where("GD1")], AT["1025"]) == 6
    # Where a friend stands who sees it all, nothing comes into sight.
    friend = march("GD1", "1016", "1025: 82/Par1 combat N", "1019: MVK, LwField, Lobeck", **FOG).do("go 1021")
    assert friend.where("GD1") == "1021"


@rule("FB 3.2.stop", "FB 3.6.q1")
def test_who_enters_by_an_edge_hex_in_the_zone_of_a_blank_has_to_stay_there() -> None:
    table = position("german-movement", "due: 18/Mech1, 18/Pz", "7019: 82/Par1 combat N", **FOG).do(
        "move 18/Mech1"
    )
    assert "7018" in hexes(table)
    table.do("go 7018")
    assert left(table) > 0
    table.refused("go 6917", "FB 3.2.stop")
    table.do("halt")
    # Now it is seen, and the hex closed.
    table.do("move 18/Pz").refused("go 7018", "FB 5.3.blocked")


@rule("FB 3.6.q1", "FB 7.1.move")
def test_what_an_unseen_unit_does_is_no_open_act() -> None:
    fog = position("german-movement", "0605: 82/Par1", "5015: MVK", "0606: LwField", **FOG)
    assert not GAME.is_open(fog.state)
    assert not GAME.is_open(Table(fog.state).do("move MVK").state)
    # One that the enemy sees moves openly.
    assert GAME.is_open(Table(fog.state).do("move LwField").state)
    clear = position("german-movement", "0605: 82/Par1", "5015: MVK")
    assert GAME.is_open(clear.state)
    assert GAME.is_open(Table(clear.state).do("move MVK").state)
    seen = position("german-movement", "0605: 82/Par1", "0606: LwField", **FOG)
    assert GAME.is_open(seen.state)


@rule("OTB 15.1a", "OTB 13.0b")
def test_the_set_up_and_the_assignment_are_no_open_acts() -> None:
    table = Table.new("drop", seed=3)
    assert table.asked == "Deploying"
    assert not GAME.is_open(table.state)
    unit = table.offers("take")[0]
    assert not GAME.is_open(Table(table.state).do(f"take {unit}").state)
    table.do("rest")
    if table.asked == "Deploying":
        table.do("done")
    assert table.asked == "Assigning"
    assert not GAME.is_open(table.state)
    while table.asked == "Assigning":
        table.do(table.legal()[0])
    assert table.asked == "Marking"
    assert not GAME.is_open(table.state)


@rule("FB 3.6.hidden", "OTB 13.0b")
def test_behind_the_fog_nobody_watches_the_set_up() -> None:
    table = Table.new("drop", seed=3)
    before = _view(table, "allied")
    own = _view(table, "german")
    table.do(f"take {table.offers('take')[-1]}")
    assert _view(table, "allied") == before
    table.do(table.legal()[5])
    assert _view(table, "german") != own
    after = _view(table, "allied")
    assert (after.where, after.blanks, after.marks, after.homes) == (
        before.where,
        before.blanks,
        before.marks,
        before.homes,
    )


@rule("FB 3.6.hidden")
def test_where_an_unseen_unit_marches_is_told_to_its_own_side_alone() -> None:
    table = march("MVK", "5015", "0605: 82/Par1", **FOG).do("go 5016")
    event = next(event for event in table.last if event.kind == "move")
    assert event.seat == SEATS["german"]
    assert "MVK" not in event.veil
    seen = march("MVK", "0606", "0605: 82/Par1", **FOG).do("go 0607")
    assert all(event.seat not in SEATS.values() for event in seen.last if event.kind == "move")


@rule("FB 3.6.hidden", "FB 6.0.recover")
def test_how_many_unseen_units_recover_is_not_told() -> None:
    table = position(
        "allied-assault",
        "0605: 82/Par1",
        "5015: MVK disrupted, LwField disrupted",
        "0606: GD1 disrupted",
        turn=5,
        **FOG,
    )
    table.do("done").until("german-movement")
    event = next(event for event in table.events if event.kind == "recover")
    assert event.text == "3 units recover"
    assert event.veil == "1 units recover"


@rule("OTB 15.1a", "OTB 15.1c")
def test_the_german_imagines_plans_that_the_allies_may_have_made_and_each_can_be_played() -> None:
    table = Table.new("drop", seed=3).do("rest")
    if table.asked == "Deploying":
        table.do("done")
    plans = set()
    while table.asked in ("Assigning", "Marking", "Laying"):
        table.do(table.legal()[0])
        for seed in range(6):
            world = GAME.imagine(_view(table, "german"), Random(seed))
            given = [field for field in world.plan if field >= 0]
            assert len(given) == len(set(given)) == sum(field >= 0 for field in table.state.plan)
            assert len([aim for aim in world.aims if aim >= 0]) == sum(aim >= 0 for aim in table.state.aims)
            assert all(
                aim < 0 or AIRFIELDS[field] >> aim & 1
                for field, aim in zip(world.plan, world.aims, strict=True)
            )
            plans.add(world.plan)
        if table.asked == "Laying":
            break
    assert len(plans) > 10
    end = GAME.playout(GAME.imagine(_view(table, "german"), Random(1)), Random(2), 20_000)
    assert GAME.result(end) is not None
