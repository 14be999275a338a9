"""A report as a file: its form, and all that is wrong with a bad one at once."""

from pathlib import Path

import pytest
from tests.campaign.desk import at, desk, off

from berlin.campaign import battle
from berlin.campaign.report.acts import OF_UNITS, Agree, Reported, Settled
from berlin.campaign.report.check import apply, check
from berlin.campaign.report.form import acts_of, read, template
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where

GERMAN, RUSSIAN = BOTH


def game() -> Draft:
    d = desk(
        [at("g:4-6-7", "K12"), at("g:LMG", "K12", holder=0), at("g:4-6-7", "K14")],
        [at("r:4-4-7", "K45"), at("r:T-34-M43", "K46"), off("r:8-1", where=Where.ENTERING)],
        way="report",
    )
    battle.begin(d)
    return d


def faults(text: str, seat: Seat | None = None) -> list[str]:
    d = game()
    before = d.freeze()
    found = check(d, read(BOOK, text), BOTH if seat is None else (seat,))
    assert d.freeze() == before
    return found


BAD = """
date = 3
melee = ["K50"]
[units]
g0 = "at K45, lost fire, at K14"
g0 = "lost fire"
g7 = "lost fire"
x1 = "lost fire"
g1 = "condition wounded, at ZZ99, dances"
g2 = "at K60, captured"
r0 = "at K13"
r1 = "lost fire"
[control]
german = ["K60", "K45", "K45"]
russian = ["K45"]
[now]
castle = ["K12"]
[gone]
wire = ["K12"]
[used]
german = [4]
[points]
russian = 3
evp = 12
[lost]
"g:4-6-7" = 13
"g:LMG" = 1
[weather]
"""


def test_a_bad_report_gets_a_list_of_all_that_is_wrong_at_once() -> None:
    found = faults(BAD)
    for fault in (
        "g0: told of twice, again in line 6",
        "g0: it is out of play, and nothing more can be said of it",
        "g7: your side",
        "x1: this is no unit",
        "g1: a support weapon can't be in this condition",
        "g1: 'ZZ99' is not a hex of the map",
        "g1: 'dances' is no verb",
        "g2: 'K60' is not a hex of the map",
        "r1: a vehicle is wrecked, burnt or removed",
        "control.german: K60 is no hex of the map",
        "control.german: K45 is named twice",
        "K45: it was told already who holds this hex",
        "now: castle is nothing that lies on the ground",
        "K12: there is nothing of the kind",
        "used.german: 4: this is no module",
        "points.russian: 3 said, but the losses come to 0",
        "points.evp: 12 said, but who left comes to 0",
        "lost.g:4-6-7: more losses than there were: 13 of 2",
        "lost.g:LMG: 1 said, but 0 are told of",
        "K50: a melee, but not both sides are there",
        "date: this is date 1, not 3",
        "weather: a report has no such entry",
    ):
        assert any(one.startswith(fault) for one in found), (fault, found)


def test_a_bad_report_changes_nothing() -> None:
    d = game()
    before = d.freeze()
    assert apply(d, read(BOOK, BAD))
    assert d.freeze() == before


def test_two_sides_in_one_location_are_in_a_melee_and_it_must_be_said() -> None:
    assert faults('[units]\nr0 = "at K12"') == ["K12: both sides are there, and it is no melee"]
    assert faults('melee = ["K12"]\n[units]\nr0 = "at K12"') == []
    assert faults('[units]\nr0 = "at K12, level 1"') == []


def test_who_is_taken_needs_a_captor_who_is_still_there() -> None:
    nobody = ["g0: captured by nobody: no enemy who could is in K45"]
    taken = '[units]\ng0 = "at K45, captured"\n'
    assert faults(taken) == []
    for told in ("lost fire", "at K44", "condition broken"):
        assert faults(f'{taken}r0 = "{told}"') == nobody


def test_points_and_losses_that_fit_are_no_fault() -> None:
    text = '[units]\ng0 = "lost fire"\nr1 = "exited"\n[points]\ngerman = 2\nevp = 7\n[lost]\n"g:4-6-7" = 1'
    assert faults(text) == []
    assert faults(text.replace("german = 2", "german = 4")) == [
        "points.german: 4 said, but the losses come to 2"
    ]


def test_what_is_no_toml_is_told_with_its_line() -> None:
    with pytest.raises(BadText, match="not TOML"):
        read(BOOK, "[units\n")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('date = "x"', "date: this is a number"),
        ("rained = 1", "rained: this is true or false"),
        ('melee = "K12"', "melee: this is a list of hexes"),
        ("units = 3", "units: this is a table"),
        ("[units]\ng0 = 3", "g0: this is a sentence"),
        ('[control]\nfrench = ["K12"]', "control: french is no side"),
        ('[used]\ngerman = ["x"]', "used: german has a list"),
        ('[points]\nevp = "x"', "points: evp is a number"),
        ('[lost]\n"g:9-9-9" = 1', "lost: g:9-9-9 is no kind"),
        ('[lost]\n"g:LMG" = "x"', "lost: g:LMG: this is a number"),
    ],
)
def test_each_entry_says_what_it_should_be(text: str, fault: str) -> None:
    assert [one.startswith(fault) for one in faults(text)] == [True]


@pytest.mark.parametrize("seat", [GERMAN, RUSSIAN])
def test_the_form_has_all_units_of_a_side_and_says_nothing_as_it_is(seat: Seat) -> None:
    d = game()
    form = template(d, seat)
    for number in range(3):
        assert f'{"gr"[seat]}{number} = ""' in form
    assert 'r2 = ""  # 8-1, entering' in form or seat == GERMAN
    assert 'g1 = ""  # LMG, K12, with g0' in form or seat == RUSSIAN
    report = read(BOOK, form)
    assert check(d, report, (seat,)) == []
    common = [Settled()] if seat == RUSSIAN else []
    assert acts_of(d, report, (seat,), agreed=False) == [Reported(), *common]


def test_a_side_may_hand_in_its_own_part_and_only_that() -> None:
    assert faults('[units]\ng0 = "at K45"', GERMAN) == []
    assert faults('[units]\nr0 = "at K13"\ng0 = "lost fire"', RUSSIAN) == [
        "g0: the other side tells of its own units"
    ]


def test_a_whole_report_is_agreed_to_by_the_one_who_hands_it_in() -> None:
    d = game()
    report = read(BOOK, '[units]\nR0 = "at K13, condition pinned"')
    assert acts_of(d, report)[-1] == Agree()
    assert apply(d, report) == []
    assert d.pieces[RUSSIAN][0].marks == Mark.PINNED
    assert list(report.units) == [unit_of(RUSSIAN, 0)]


def test_the_example_of_the_manual_is_a_report_and_all_its_clauses_are_explained() -> None:
    text = (Path(__file__).parents[2] / "docs" / "after-action.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    report = read(BOOK, example)
    assert report.faults == []
    assert (report.date, report.evp, len(report.units)) == (2, 7, 9)
    for word in OF_UNITS:
        assert f"`{word}" in text
