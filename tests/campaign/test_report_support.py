"""What a report says besides units and ground: snipers, Counter Battery Modules, the bridge, aircraft."""

from typing import Any

import pytest
from tests.campaign.desk import at, desk, off, told

from berlin.campaign import battle
from berlin.campaign.aftermath import marker_removal
from berlin.campaign.book.charts import Branch
from berlin.campaign.desk.form import form
from berlin.campaign.model.fight import Fight
from berlin.campaign.model.support import lines
from berlin.campaign.refit import dates
from berlin.campaign.report.acts import Altered, Razed, Silenced, Sniped
from berlin.campaign.report.check import apply
from berlin.campaign.report.common import Surveying
from berlin.campaign.report.form import read, template
from berlin.campaign.report.handing import handed
from berlin.campaign.report.telling import Telling
from berlin.campaign.report.units import Reporting
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.closing import locations
from berlin.games.orsha.rules.deployment import soil
from berlin.games.orsha.rules.model import BATTLEFIELD
from berlin.games.orsha.state.actions import ACTS
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Piece, Where
from berlin.squad.board.works import Work, Works

BRIDGE = find_hex("K33")
LINES = {side: {offer.id: line for line, offer in enumerate(BOOK.charts[side])} for side in (GERMAN, RUSSIAN)}
CBM = {GERMAN: "O5", RUSSIAN: "O7"}


def game(german: tuple[Piece, ...] = (), russian: tuple[Piece, ...] = (), **fields: Any) -> Draft:
    d = desk(german, russian, way="report", **fields)
    battle.begin(d)
    return d


def faults(d: Draft, text: str) -> list[str]:
    return apply(d, read(BOOK, text))


def tell(d: Draft, text: str) -> Draft:
    assert faults(d, text) == []
    return d


@rule("OTO 7.5122a", "OTO 7.5122b")
@pytest.mark.parametrize(("said", "dice", "then"), [(2, (), 2), (1, (), 2), (0, (), 2), (None, (6,), 2)])
@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_snipers_that_were_lost_in_play_count_when_the_san_is_adjusted(
    side: Seat, said: int | None, dice: tuple[int, ...], then: int
) -> None:
    """With 3 it would be rolled for; with less it isn't, and 1 and 0 are raised to 2."""
    other = 1 - side
    d = tell(game(), f"[san]\n{BOOK.sides[side]} = {said}" if said is not None else "")
    assert [d.accounts[one].san for one in (side, other)] == [3 if said is None else said, 3]
    d.given = (*dice, 1) if side == GERMAN else (1, *dice)
    dates.begin(d)
    assert [d.accounts[one].san for one in (side, other)] == [then, 3]
    assert not d.given


@rule("OTO 7.5122a")
def test_the_san_only_falls_in_play() -> None:
    assert faults(game(), "[san]\ngerman = 3") == [
        "san.german: 3: the SAN is 3, and only falls in play: to 0 at most"
    ]
    assert len(faults(game(), "[san]\nrussian = -1")) == 1
    assert faults(game(), '[san]\nrussian = "two"') == [
        "san: russian has a number: what the SAN has fallen to"
    ]
    assert faults(game(), "[san]\nfrench = 1") == ["san: french is no side"]
    d = tell(game(), "[san]\nrussian = 1")
    assert [(event.text, event.rules) for event in told(d) if "SAN" in event.text] == [
        ("Russian: snipers are lost, the SAN is 1", ("OTO 7.5122a",))
    ]


@rule("OTO 5.3.r12", "OTO CG7.q1")
@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_a_counter_battery_module_that_was_eliminated_does_not_come_back(side: Seat) -> None:
    line, name = LINES[side][CBM[side]], BOOK.sides[side]
    mine = (Group(LINES[side]["O1"], 1), Group(line, 1), Group(line, 1))
    groups = (mine, ()) if side == GERMAN else ((), mine)
    d = tell(game(groups=groups), f"[eliminated]\n{name} = [1]")
    marker_removal.begin(d)
    assert [group.gone for group in d.groups[side]] == ["", "Eliminated", ""]
    assert [number for number, _ in lines(Fight(d, BATTLEFIELD), side, Branch.COUNTER_BATTERY)] == [2]
    said = [event for event in told(d) if "Counter Battery" in event.text]
    assert [(event.text, event.rules) for event in said] == [
        (f"{name.capitalize()}: a Counter Battery Module is Eliminated", ("OTO 5.3.r12",))
    ]
    for group in (0, 7):
        assert faults(game(groups=groups), f"[eliminated]\n{name} = [{group}]") == [
            f"eliminated.{name}: {group}: this is no Counter Battery Module that you had"
        ]


@rule("OTO 5.3.r12")
def test_it_is_eliminated_once_and_the_enemy_does_not_tell_of_it() -> None:
    groups = ((), (Group(LINES[RUSSIAN]["O7"], 1),))
    assert len(faults(game(groups=groups), "[eliminated]\nrussian = [0, 0]")) == 1
    assert len(faults(game(groups=groups), "[eliminated]\ngerman = [0]")) == 1
    foreign = "[eliminated]\nrussian = [0]\n[san]\nrussian = 1\n[used]\nrussian = [0]"
    assert handed(game(groups=groups), foreign, GERMAN).faults == (
        "used.russian: 0: the other side tells of its own support",
        "eliminated.russian: 0: the other side tells of its own support",
        "san.russian: 1: the other side tells of its own support",
    )


@rule("OTO 6.lvp.b")
@pytest.mark.parametrize(("holder", "points"), [(GERMAN, 0), (RUSSIAN, 1)])
def test_6_lvp_b_who_had_the_bridge_last_has_the_gully_when_it_is_destroyed(holder: int, points: int) -> None:
    d = game()
    d.control = [0, 0]
    d.control[holder] = 1 << BRIDGE
    tell(d, '[now]\nfallen-bridge = ["K33"]')
    assert [d.control[side] >> BRIDGE & 1 for side in (0, 1)] == [holder == GERMAN, holder == RUSSIAN]
    assert locations(d) == points
    assert Work(Works.FALLEN_BRIDGE, BRIDGE) in d.works
    d.works.append(Work(Works.BLAZE, BRIDGE))
    assert locations(d) == points


@rule("OTO 6.lvp.b", "OTO CG5a")
def test_6_lvp_b_the_bridge_falls_once_and_for_good_and_there_is_no_other() -> None:
    fallen = Work(Works.FALLEN_BRIDGE, BRIDGE)
    standing, gone = game(), game(works=(fallen,))
    destroyed, rebuilt = Altered("fallen-bridge"), Razed("fallen-bridge")
    assert destroyed in Surveying(RUSSIAN, BRIDGE).answers(standing)
    assert destroyed not in Surveying(RUSSIAN, find_hex("K34")).answers(standing)
    assert {destroyed, rebuilt}.isdisjoint(Surveying(RUSSIAN, BRIDGE).answers(gone))
    assert len(faults(game(), '[now]\nfallen-bridge = ["K34"]')) == 1
    assert len(faults(game(works=(fallen,)), '[gone]\nfallen-bridge = ["K33"]')) == 1
    marker_removal.begin(gone)
    assert gone.works == [fallen]
    assert [soil(d, Works.TRENCH) >> BRIDGE & 1 for d in (standing, gone)] == [0, 1]


@rule("OTO CG7.q1", "OTO 7.502i")
@pytest.mark.parametrize("where", [Where.ENTERING, Where.RETAINED])
def test_an_aircraft_that_was_recalled_is_gone_and_no_casualty(where: Where) -> None:
    d = game((off("g:44FB", where=where), off("g:44FB", where=where)), (off("r:44A-GA", where=where),))
    tell(d, '[units]\ng0 = "condition recalled"\nr0 = "lost aircraft"')
    marker_removal.begin(d)
    assert [(piece.is_out, piece.fate) for piece in d.pieces[GERMAN]] == [(True, "Recalled"), (False, "")]
    assert [d.accounts[side].suffered for side in (GERMAN, RUSSIAN)] == [0, 2]
    assert d.cvp == 0
    assert any(event.text.endswith("FB Type '44 is Recalled") for event in told(d))


@rule("OTO CG7.q1")
def test_only_aircraft_and_vehicles_are_recalled() -> None:
    d = game((off("g:44FB"), at("g:4-6-7", "K12"), at("g:StuG-IIIG", "K12")))
    acts = [Telling(GERMAN, unit_of(GERMAN, number)).answers(d) for number in range(3)]
    found = [any(ACTS.write(act) == "ails recalled" for act in listed) for listed in acts]
    assert found == [True, False, True]


@rule("OTO 7.13a")
def test_the_form_has_room_for_all_of_it() -> None:
    d = game(groups=((Group(LINES[GERMAN]["O5"], 1),), ()))
    blank = template(d, GERMAN)
    assert "[eliminated]\ngerman = []  # of [0]" in blank
    assert "[san]\n# german = 3" in blank
    assert "[eliminated]" not in template(d, RUSSIAN)
    filled = blank.replace("german = []  # of [0]", "german = [0]").replace("# german = 3", "german = 2")
    done = handed(d, filled, GERMAN)
    assert done.faults == ()
    assert {Silenced(0), Sniped(2)} <= set(done.actions)
    assert [ACTS.read(ACTS.write(act)) for act in done.actions] == list(done.actions)


@rule("OTO 7.13a")
def test_the_desk_shows_what_can_be_told_of_support() -> None:
    d = game(groups=((Group(LINES[GERMAN]["O5"], 1),), ()))
    top = d.frames[-1]
    assert isinstance(top, Reporting)
    said = {act: ACTS.write(act) for act in top.answers(d)}
    shown = form(d, GERMAN, said, str)
    assert shown is not None
    assert [(row.name, row.answers) for row in shown.rows[-2:]] == [
        ("Counter Battery Module: Eliminated?", ("silenced 0",)),
        ("SAN, which was 3", ("sniped 0", "sniped 1", "sniped 2")),
    ]
