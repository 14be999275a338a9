"""Answers that would tell what the enemy has hidden are not left out, and not listed."""

from tests.campaign.desk import at, desk

from berlin.campaign.deployment.laying import site
from berlin.campaign.report.common import Surveying, passing
from berlin.campaign.report.units import modules, tellable
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import find_hex
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.play.limits import room
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
HEX = find_hex("P50")


def test_a_hidden_work_of_the_enemy_bars_no_ground() -> None:
    foxhole = Work(Works.FOXHOLE, owner=RUSSIAN, size=1)
    for hidden, open_ground in ((True, True), (False, False)):
        d = desk(works=[Work(Works.DITCH, HEX, owner=GERMAN, hidden=hidden), foxhole])
        assert bool(room(site(d, RUSSIAN, False, foxhole)) >> HEX & 1) == open_ground


def test_nothing_is_told_of_an_own_weapon_that_the_enemy_has_hidden() -> None:
    for veil, told in ((Mark.HIDDEN, []), (Mark.CONCEALED, []), (0, [0])):
        d = desk([at("g:LMG", "P50", Mark.CAPTURED | veil, holder=0)], [at("r:4-4-7", "P50", veil)])
        assert tellable(d, GERMAN) == told


def test_an_unseen_enemy_does_not_keep_a_hex_from_being_told() -> None:
    for veil, open_hex in ((Mark.CONCEALED, True), (Mark.HIDDEN, True), (0, False)):
        d = desk([at("g:4-6-7", "P50", veil)])
        d.control = [d.control[0] | 1 << HEX, d.control[1] & ~(1 << HEX)]
        assert bool(room(passing(d, RUSSIAN)) >> HEX & 1) == open_hex


def test_a_hidden_work_is_not_listed_among_what_may_be_gone() -> None:
    seen = [
        Surveying(RUSSIAN, space=HEX).answers(desk(works=works))
        for works in ([Work(Works.WIRE, HEX, owner=GERMAN, hidden=True)], [])
    ]
    assert seen[0] == seen[1]


def test_a_lot_that_was_given_is_no_battery() -> None:
    d = desk(groups=((Group(line=-1, date=1, given=True),), ()))
    assert modules(d, GERMAN) == []
