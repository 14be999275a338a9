"""Why an act is refused, where one clause has several reasons: each reason in its own words."""

from collections.abc import Callable

import pytest
from tests.games.fortress.battles import announce, shell, shoot
from tests.games.fortress.drops import dropping
from tests.games.fortress.marching import march
from tests.games.fortress.positions import Table, position

from berlin.kernel.proof.mark import rule

DUEL = ("0811: MVK", "0813: 82/AT combat N", "0812: 82/Par1 combat N")

FOES = (*DUEL, "0605: GD1", "5015: VS1")


def aiming() -> Table:
    return dropping("waiting: 82/Par1, 82/Gli1", "3504: MVK").do("drop 82", "jump 82/Par1", dice=[6, 6])


def new() -> Table:
    return Table.new("drop")


def check(table: Table, act: str, rule: str, words: str) -> None:
    assert table.refused(act, rule).reason == words


@rule("OTB 15.3.1j", "OTB 15.3.1d", "OTB 15.3.1.q5")
def test_why_nobody_is_aimed_there() -> None:
    check(aiming(), "aim 3504", "OTB 15.3.1.q5", "somebody is there")
    check(aiming(), "aim 3305", "OTB 15.3.1j", "nobody aims at such ground")
    check(aiming(), "aim 0605", "OTB 15.3.1j", "it is more than six hexes from the Landing Zone")
    glider = dropping("waiting: 82/Par1, 82/Gli1").do("drop 82", "jump 82/Gli1", dice=[6, 6])
    check(glider, "aim 0605", "OTB 15.3.1d", "it is more than six hexes from the Landing Zone")


@rule("FB 17.1.subway", "FB 7.2.quarter", "FB 7.2.static")
@pytest.mark.parametrize(
    ("unit", "at", "stacks", "to", "clause", "words"),
    [
        ("FAH", "4418", ("4618: 82/Par1",), "4618", "FB 7.2.enemy", "the enemy is there"),
        ("FAH", "4418", (), "5616", "", "no entrance of this line within four entrances is there"),
        ("FAH", "4418", (), "4419", "", "no entrance of this line within four entrances is there"),
        ("FAH", "4418", (), "5011", "", "no entrance of this line within four entrances is there"),
        ("FAH", "4419", (), "4618", "", "it is at no entrance"),
        ("GD1", "4418", (), "4618", "", "only foot units go by subway"),
        ("Police1", "4418 combat N", (), "4618", "FB 7.2.static", "in Combat mode it does not move"),
    ],
)
def test_why_nobody_rides_there(
    unit: str, at: str, stacks: tuple[str, ...], to: str, clause: str, words: str
) -> None:
    table = march(unit, at, *stacks, options=["subway"])
    check(table, f"ride {to}", clause or "FB 17.1.subway", words)


@rule("FB 17.1.subway")
def test_why_the_subway_does_not_run() -> None:
    check(march("FAH", "4418"), "ride 4618", "FB 17.1.subway", "the subway is not played with")
    walked = march("FAH", "4418", options=["subway"]).do("go 4419")
    reason = "it goes by subway as its whole move, or not at all"
    check(walked, "ride 4618", "FB 17.1.subway", reason)


@rule("FB 7.1.move", "FB 7.2.enemy", "FB 7.3.river", "FB 7.3.ruins", "FB 3.2.stop", "FB 7.2.static")
def test_why_nobody_goes_there() -> None:
    walker = march("82/Par1", "0605", "0606: MVK")
    check(walker, "go 0605", "FB 7.1.move", "it is there")
    check(walker, "go 0606", "FB 7.2.enemy", "the enemy is there")
    check(walker, "go 3005", "FB 7.1.move", "with 10 movement points left it doesn't get there")
    check(walker, "go 2108", "FB 7.3.river", "there is no bridge")
    # Beside it and beyond the Spree; a hex that is far away on the other bank is only too far.
    bank = march("82/AT", "5315")
    check(bank, "go 5314", "FB 7.3.river", "there is no bridge")
    check(bank, "go 5401", "FB 7.1.move", "with 4 movement points left it doesn't get there")
    check(march("MVK", "5213"), "go 5214", "FB 7.3.ruins", "ruins are entered in Combat mode and on foot")
    gun = march("82/AT", "0605 combat N")
    check(gun, "go 0606", "FB 7.2.static", "in Combat mode it does not move")
    check(gun, "halt", "FB 3.4.change", "in Combat mode it ends its move facing a hexside")
    check(march("82/AT", "0605"), "face N", "FB 3.4.terrain", "in Maneuver mode a unit faces nowhere")
    stopped = march("82/Par1", "0605", "0608: MVK combat N").do("go 0607")
    check(stopped, "go 0606", "FB 3.2.stop", "it has entered an enemy Zone of Control")


@rule("OTB 13.0b", "OTB 13.0.q2", "FB 13.0.auto")
def test_why_a_set_up_does_not_go_on_so() -> None:
    check(new(), "done", "OTB 13.0.q2", "not all units are set up")
    check(new(), "lift VS1", "OTB 13.0.q2", "it was not set up by choice")
    check(new(), "lift BerlinHQ", "OTB 13.0.q2", "it was not set up by choice")
    check(new(), "take Zoo-Flak", "OTB 13.0b", "it is not in the set-up tray")
    ready = new().do("rest")
    assert ready.told("the program sets up the rest")
    check(ready, "rest", "OTB 13.0.q2", "all units are set up")
    check(ready, "plan centre", "OTB 13.0.q2", "all units are set up")
    for number in range(40):
        assert ready.state.lifts == number
        ready.do("lift VS1").do("rest")
    assert ready.refused("lift VS1", "OTB 13.0.q2").reason != "it was not set up by choice"
    assert ready.do("done").told("the Germans are set up")


@rule(
    "FB 8.2.combine", "FB 8.2.mixed", "OTB 11.4a", "OTB 11.4d", "OTB 11.4.q2", "OTB 11.3", "FB 11.3.offboard"
)
def test_why_a_bombardment_is_not_made_so() -> None:
    check(shell("0811", "", *DUEL, strikes=1), "fire", "FB 8.2.combine", "nothing takes part yet")
    single = "only an air strike can be napalm, and one is enough"
    check(shell("0811", "", *DUEL, strikes=1, napalm=1), "napalm", "OTB 11.4d", single)
    twice = shell("0811", "strike strike napalm", *DUEL, strikes=2, napalm=2)
    check(twice, "napalm", "OTB 11.4d", single)
    check(shell("0811", "strike", *DUEL, strikes=2), "napalm", "OTB 11.4d", "no napalm is left")
    one = shell("0811", "strike", *DUEL, strikes=1)
    check(one, "strike", "OTB 11.4a", "no air strike is left")
    check(one, "add 82/AT", "FB 8.2.mixed", "a mixed bombardment needs artillery first")
    check(one, "shell", "OTB 11.3", "no guns stand beyond the map")
    german = shell("0812", "strike", *DUEL, side="german", strikes=2)
    check(german, "napalm", "OTB 11.4.q2", "no napalm is left")
    soviet = shell("0811", "shell", "0811: MVK", "0812: 28/Rifle1", side="soviet", offboard=2)
    gone = "no bombardment from beyond the map is left for this hex"
    check(soviet, "shell", "FB 11.3.offboard", gone)
    spent = shell("0811", "strike", "0811: MVK", "0812: 28/Rifle1", side="soviet", strikes=1)
    check(spent, "shell", "FB 11.3.offboard", gone)
    blind = shell("0811", "strike", "0811: MVK", "0817: 28/Rifle1", side="soviet", strikes=1, offboard=1)
    check(blind, "shell", "FB 11.3.offboard", "nobody spots for them")


@rule("FB 8.1.targets", "FB 8.3.combine", "FB 8.4.announce", "FB 4.1.onetype", "FB 8.3.who", "FB 8.4.who")
@pytest.mark.parametrize(
    ("table", "act", "clause", "words"),
    [
        (lambda: shoot("0811", "", *DUEL), "fire", "FB 8.3.combine", "nobody takes part yet"),
        (lambda: shoot("0811", "82/AT", *DUEL), "add 82/AT", "FB 8.1.targets", "it takes part already"),
        (lambda: position("allied-gunfire", *FOES), "target 0812", "FB 8.1.targets", "no enemy is there"),
        (lambda: position("allied-assault", *FOES), "target 0812", "FB 8.1.targets", "no enemy is there"),
        (lambda: position("allied-bombardment", *FOES), "target 0812", "FB 8.1.targets", "no enemy is there"),
        (
            lambda: position("allied-assault", *DUEL).do("target 0811"),
            *("announce", "FB 8.4.announce", "nobody takes part yet"),
        ),
        (
            lambda: announce("0811", "82/Par1", *DUEL),
            *("target 0811", "FB 8.4.announce", "an assault on it is announced"),
        ),
        (
            lambda: announce(
                "0811", "82/Par1", *DUEL, "0712: 82/Par2 combat NE, 82/Par3 combat N", "0711: GD1"
            ).do("target 0711"),
            *("add 82/Par1", "FB 8.4.announce", "it takes part in another assault"),
        ),
        (
            lambda: position("allied-assault", *DUEL, "0605: GD1"),
            *("target 0605", "FB 8.4.who", "nobody who can assault stands beside it and faces it"),
        ),
        (
            lambda: position("allied-gunfire", *DUEL, "0605: GD1"),
            *("target 0605", "FB 8.3.who"),
            "no gun that has not attacked has it in front, in range and in sight",
        ),
        (
            lambda: position("allied-gunfire", *DUEL, attacked=["0811"]),
            *("target 0811", "FB 4.1.onetype", "it was fired at in this segment"),
        ),
        (
            lambda: position("allied-bombardment", *DUEL, attacked=["0811"], strikes=1),
            *("target 0811", "FB 4.1.onetype", "it was bombarded in this segment"),
        ),
    ],
)
def test_why_an_attack_is_not_made_so(table: Callable[[], Table], act: str, clause: str, words: str) -> None:
    check(table(), act, clause, words)
