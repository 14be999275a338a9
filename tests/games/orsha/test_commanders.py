"""7.5114, 7.5197: in which AFV an armor leader is, and which he is given when he has lost his."""

import pytest
from tests.campaign.desk import at, desk, do, isolate, legal, off, refusal
from tests.games.orsha.siting import GERMAN, MAIN, put, set_up

from berlin.campaign.aftermath import commanders
from berlin.campaign.aftermath.commanders import Mount, Mounting, Wait
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where


@rule("OTO 7.5114a")
def test_7_5114_an_armor_leader_in_an_afv_is_not_asked_to_change() -> None:
    d = desk([off("g:StuG-IIIG"), off("g:StuG-IIIG"), off("g:AL-9-1", holder=0), off("g:AL-8-1")])
    commanders.begin(d)
    assert d.frames == [Mounting(GERMAN, Unit(3))]
    assert Mounting(GERMAN, Unit(3)).why_not(d, Mount(Unit(0))).rule == "OTO 7.5114a"


def mounting(*pieces: Piece) -> tuple[Draft, list[Act]]:
    """The last piece is an armor leader: his options."""
    d = desk(pieces)
    isolate(d, "K50", GERMAN)
    commanders.begin(d)
    frame = Mounting(GERMAN, Unit(len(pieces) - 1))
    return d, frame.answers(d) if d.frames == [frame] else []


STUG = Piece("g:StuG-IIIG", 3, where=Where.LOST)
LEADER = off("g:AL-9-1", group=3)


@rule("OTO 7.5114b")
def test_7_5114_an_armor_leader_without_his_afv_must_go_into_one_of_the_same_type() -> None:
    d, options = mounting(STUG, off("g:Marder-II"), off("g:StuG-IIIG"), off("g:StuG-IIIG"), LEADER)
    assert options == [Mount(Unit(2)), Mount(Unit(3))]
    for act in (Wait(), Mount(Unit(1))):
        assert Mounting(GERMAN, Unit(4)).why_not(d, act).rule == "OTO 7.5114b"
    do(d, Mount(Unit(3)))
    assert (d.pieces[GERMAN][4].holder, d.frames) == (3, [])


OWN, STRANGE = off("g:StuG-IIIG", group=3), off("g:StuG-IIIG", group=4)


@rule("OTO 7.5197b")
@pytest.mark.parametrize("own", [OWN, off("g:Marder-II", group=3)])
def test_7_5197_an_armor_leader_goes_into_an_afv_of_his_platoon_while_there_is_one(own: Piece) -> None:
    """One of another platoon is nearer the head of the list, and of the type of the one that he lost."""
    d, options = mounting(STRANGE, STUG, own, own, LEADER)
    assert options == [Mount(Unit(2)), Mount(Unit(3))]
    for act in (Wait(), Mount(Unit(0))):
        assert Mounting(GERMAN, Unit(4)).why_not(d, act).rule == "OTO 7.5197b"
    do(d, Mount(Unit(3)))
    assert (d.pieces[GERMAN][4].holder, d.frames) == (3, [])


@rule("OTO 7.5197b", "OTO 7.5114b")
@pytest.mark.parametrize(
    "own",
    [
        STUG,
        at("g:StuG-IIIG", "K50", group=3),
        off("g:StuG-IIIG", Mark.ABANDONED, group=3),
        off("g:StuG-IIIG", Mark.CAPTURED, group=3),
        off("g:StuG-IIIG", group=3, where=Where.MAINTENANCE),
    ],
)
def test_7_5197_with_none_of_his_platoon_at_hand_any_of_its_type_will_do(own: Piece) -> None:
    d, options = mounting(STRANGE, own, LEADER)
    assert options == [Mount(Unit(0))]
    assert Mounting(GERMAN, Unit(2)).why_not(d, Wait()).rule == "OTO 7.5114b"


@rule("OTO 7.5197b")
def test_7_5197_nobody_takes_the_last_afv_of_a_leader_who_is_asked_after_him() -> None:
    """Both have lost their own, and one AFV of the second's platoon is left: he is asked first."""
    d = desk([STUG, STRANGE, LEADER, off("g:AL-8-1", group=4)])
    commanders.begin(d)
    assert d.frames == [Mounting(GERMAN, Unit(2)), Mounting(GERMAN, Unit(3))]
    assert Mounting(GERMAN, Unit(3)).answers(d) == [Mount(Unit(1))]
    do(d, Mount(Unit(1)))
    assert (d.pieces[GERMAN][3].holder, d.pieces[GERMAN][2].holder) == (1, -1)


@rule("OTO 7.5114b")
def test_7_5114_without_an_afv_of_his_type_he_may_go_into_any_other() -> None:
    d, options = mounting(STUG, off("g:Marder-II"), LEADER)
    assert options == [Mount(Unit(1)), Wait()]
    do(d, Wait())
    assert (d.pieces[GERMAN][2].holder, d.frames) == (-1, [])


@rule("OTO 7.5114b")
def test_7_5114_isolated_abandoned_led_and_unarmored_vehicles_are_none_for_him() -> None:
    pieces = (
        STUG,
        at("g:StuG-IIIG", "K50"),
        off("g:StuG-IIIG", Mark.ABANDONED),
        off("g:StuG-IIIG"),
        off("g:AL-8-1", holder=3),
        off("g:SdKfz-7-1"),
        off("g:StuG-IIIG", Mark.CAPTURED),
        LEADER,
    )
    d, options = mounting(*pieces)
    assert options == [Wait()]
    assert not Mounting(GERMAN, Unit(7)).still_asks(d)
    for number in (1, 2, 5, 6):
        assert Mounting(GERMAN, Unit(7)).why_not(d, Mount(Unit(number))).rule == "OTO 7.5114b"


@rule("OTO 7.5114b")
def test_7_5114_an_isolated_armor_leader_is_not_placed_and_one_joins_an_immobile_afv_on_the_map() -> None:
    tank = at("g:StuG-IIIG", "K12", Mark.IMMOBILE, group=3)
    assert mounting(tank, at("g:AL-9-1", "K50", group=3))[1] == []
    d, options = mounting(tank, LEADER)
    assert options == [Mount(Unit(0))]
    do(d, Mount(Unit(0)))
    assert (d.pieces[GERMAN][1].where, d.pieces[GERMAN][1].space) == (Where.MAP, find_hex("K12"))


@rule("OTO 7.5197b")
def test_an_armor_leader_without_a_vehicle_is_given_one_first() -> None:
    tanks = [off("g:StuG-IIIG", group=1), off("g:StuG-IIIG", group=0)]
    d = set_up([*tanks, off("g:AL-9-1", group=0)], groups=([MAIN, MAIN], ()))
    assert legal(d) == [Mount(Unit(1))]
    assert refusal(d, Mount(Unit(0))).rule == "OTO 7.5197b"
    do(d, Mount(Unit(1)))
    put(d, 1, "K20")
    assert d.pieces[GERMAN][2].space == find_hex("K20")


@rule("OTO 7.5114b")
@pytest.mark.parametrize("group", [0, 1])
def test_7_5114_his_type_is_that_of_any_platoon_the_first_too(group: int) -> None:
    lost, leader = Piece("g:StuG-IIIG", group, where=Where.LOST), off("g:AL-9-1", group=group)
    d, options = mounting(off("g:Marder-II", group=7), off("g:StuG-IIIG", group=7), lost, leader)
    assert options == [Mount(Unit(1))]
    assert commanders.types(d, unit_of(GERMAN, 3)) == {"g:StuG-IIIG"}


@rule("OTO 7.5114b")
def test_7_5114_who_came_with_no_platoon_has_no_type() -> None:
    d = desk([off("g:StuG-IIIG"), off("g:AL-9-1")])
    assert commanders.types(d, unit_of(GERMAN, 1)) == set()
