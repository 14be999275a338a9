"""CG7, CG13 and 7.5195: OBA modules, their observers and ammunition, and how long what was bought lasts."""

from typing import Any

import pytest
from tests.campaign.desk import bought, desk, do, legal, question, refusal, shop, told

from berlin.boards.hexes import bits
from berlin.campaign.book.charts import Branch, Note
from berlin.campaign.purchases import modules, strength
from berlin.campaign.purchases.modules import Aim, Batteries, Contact, Phone, Plot, Post, Radio, Withhold
from berlin.campaign.purchases.prices import line_of
from berlin.campaign.purchases.purchase import Buy, Raise, Register, Shop
from berlin.campaign.question import Done
from berlin.campaign.refit.dates import advance
from berlin.campaign.state.muster import muster
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.charts import CHARTS, NOTES
from berlin.games.orsha.board.ground import EAST, WEST, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Piece, Where

GERMAN, RUSSIAN = BOTH
OBSERVER = ("O4", "O6")


def holding(side: Seat, *lines: str, **fields: Any) -> Draft:
    """Groups that were bought on the date before."""
    d = desk(turn=3)
    for line in lines:
        d.groups[side].append(Group(line_of(d, side, line), 2, **fields))
    return d


@rule("OTO CG13b")
def test_a_new_module_needs_a_radio_or_a_phone() -> None:
    for act, kind in ((Radio(), "r:radio"), (Phone(), "r:phone")):
        d = shop(RUSSIAN)
        do(d, Buy("O1"), Done())
        assert question(d) == Contact(RUSSIAN, 0)
        assert legal(d) == [Radio(), Phone()]
        do(d, act)
        assert question(d) is None
        strength.begin(d)
        assert [(piece.kind, piece.group) for piece in d.pieces[RUSSIAN]] == [(kind, 0)]


@rule("OTO CG13b", "OTO RG.russian.O4", "OTO RG.russian.O5")
@pytest.mark.parametrize("line", ["O4", "O5"])
def test_a_rocket_module_has_an_observer_and_no_choice(line: str) -> None:
    d = shop(RUSSIAN)
    do(d, Buy(line), Done())
    assert question(d) is None
    assert d.groups[RUSSIAN][0].observer == -2
    strength.begin(d)
    assert d.pieces[RUSSIAN] == []


@rule("OTO CG13b")
@pytest.mark.parametrize("line", ["O7", "B1"])
def test_counter_battery_and_bombardment_have_no_choice(line: str) -> None:
    d = shop(RUSSIAN)
    do(d, Buy(line), Done())
    assert question(d) is None
    strength.begin(d)
    assert d.pieces[RUSSIAN] == []
    assert d.groups[RUSSIAN][0].ammo == ""


@rule("OTO CG13b")
@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_a_module_with_a_bought_observer_has_no_choice(side: Seat) -> None:
    d = shop(side)
    do(d, Buy("O1"), Buy(OBSERVER[side], 0), Done())
    assert question(d) is None
    strength.begin(d)
    assert d.pieces[side] == []


@rule("OTO CG13b", "OTO CG7c")
def test_a_retained_module_that_gains_an_observer_gives_its_radio_up() -> None:
    d = bought(GERMAN, "O1")
    assert [piece.kind for piece in d.pieces[GERMAN]] == ["g:radio"]
    advance(d)
    d.frames.append(Shop(GERMAN))
    do(d, Buy("O4", 0), Done())
    strength.begin(d)
    assert d.pieces[GERMAN][0].where is Where.LOST
    assert d.accounts[GERMAN].suffered == 0


AMMO = [
    (GERMAN, "O1", 2, (1, 1), "plentiful"),
    (GERMAN, "O1", 2, (1, 2), "normal"),
    (GERMAN, "O1", 2, (4, 4), "normal"),
    (GERMAN, "O1", 2, (4, 5), "scarce"),
    (GERMAN, "O1", 4, (4, 4), "scarce"),
    (GERMAN, "O1", 4, (1, 1), "normal"),
    (RUSSIAN, "O1", 3, (3, 3), "plentiful"),
    (RUSSIAN, "O1", 3, (3, 4), "normal"),
    (RUSSIAN, "O4", 2, (5, 6), "scarce"),
    (RUSSIAN, "O4", 2, (2, 2), "plentiful"),
    (RUSSIAN, "O3", 2, (5, 5), "normal"),
]
FIRST_DATE = [
    (GERMAN, "O1", 1, (1, 1), "plentiful"),
    (GERMAN, "O1", 1, (1, 2), "plentiful"),
    (GERMAN, "O1", 1, (5, 5), "scarce"),
    (RUSSIAN, "O2", 1, (3, 4), "plentiful"),
    (RUSSIAN, "O2", 1, (4, 4), "normal"),
]


@rule("OTO 7.5195a", "OTO 7.5195b")
@pytest.mark.parametrize(("side", "line", "turn", "dice", "ammo"), AMMO)
def test_ammunition(side: Seat, line: str, turn: int, dice: tuple[int, int], ammo: str) -> None:
    assert bought(side, line, turn=turn, dice=dice).groups[side][0].ammo == ammo


@rule("OTO 7.5195.q1", "OTO 7.5195.q2")
@pytest.mark.parametrize(("side", "line", "turn", "dice", "ammo"), FIRST_DATE)
def test_ammunition_before_the_initial_scenario(
    side: Seat, line: str, turn: int, dice: tuple[int, int], ammo: str
) -> None:
    assert bought(side, line, turn=turn, dice=dice).groups[side][0].ammo == ammo


@rule("OTO CG13a", "OTO CG13.q1", "OTO CG13.q2")
@pytest.mark.parametrize(("side", "most"), [(GERMAN, 3), (RUSSIAN, 4)])
def test_so_many_modules_in_a_scenario_and_counter_battery_and_bombardments_apart(
    side: Seat, most: int
) -> None:
    others = (["O5"], ["O7", "B1", "B1"])[side]
    d = holding(side, *["O1"] * most, *others)
    strength.begin(d)
    assert question(d) is None
    assert len(modules.in_use(d, side)) == most
    d = holding(side, *others, *["O1"] * (most + 2))
    strength.begin(d)
    first = len(others)
    assert question(d) == Batteries(side)
    assert refusal(d, Withhold(0)).rule == "OTO CG13a"
    do(d, Withhold(first), Withhold(first + 1))
    assert question(d) is None
    assert len(modules.in_use(d, side)) == most
    assert d.groups[side][first].gone == ""


@rule("OTO CG13.q1")
def test_a_module_that_stayed_away_can_be_used_on_the_next_date() -> None:
    d = holding(GERMAN, *["O1"] * 4)
    strength.begin(d)
    do(d, Withhold(0))
    d.group(GERMAN, 1, used=True)
    modules.retire(d)
    advance(d)
    strength.begin(d)
    assert question(d) is None
    assert modules.in_use(d, GERMAN) == [0, 2, 3]


@rule("OTO CG7b", "OTO CG7.q1", "OTO CG7a")
def test_a_module_that_placed_no_fire_is_retained_with_observer_and_hexes() -> None:
    d = holding(GERMAN, "O1", "O1", "O5", "F1")
    d.group(GERMAN, 0, observer=5, registered=(7, 9))
    d.group(GERMAN, 1, observer=5, registered=(7, 9), used=True)
    d.group(GERMAN, 2, used=True)
    d.groups[GERMAN].append(Group(line_of(d, GERMAN, "O4"), 2, of=1))
    d.add(GERMAN, Piece("g:42DB", 3, Where.ENTERING))
    modules.retire(d)
    assert [bool(group.gone) for group in d.groups[GERMAN]] == [False, True, False, False, True]
    assert (d.groups[GERMAN][0].observer, d.groups[GERMAN][0].registered) == (5, (7, 9))
    assert not d.pieces[GERMAN][0].is_out
    assert modules.at_hand(d, GERMAN) == [0]


@rule("OTO CG7.q1")
def test_a_resolved_bombardment_is_gone_and_one_that_was_kept_is_not() -> None:
    d = holding(RUSSIAN, "B1", "B1")
    d.group(RUSSIAN, 0, used=True)
    modules.retire(d)
    assert [bool(group.gone) for group in d.groups[RUSSIAN]] == [True, False]


@rule("OTO CG7.q1")
def test_the_aircraft_of_the_order_of_battle_are_recalled_and_count_as_no_casualties() -> None:
    d = desk()
    muster(d)
    d.add(RUSSIAN, Piece("r:43GA", -1, Where.ENTERING))
    modules.retire(d)
    planes = [piece for piece in d.pieces[RUSSIAN] if piece.kind.endswith("GA")]
    assert [plane.is_out for plane in planes] == [True] * 4 + [False]
    assert d.accounts[RUSSIAN].suffered == 0


@rule("OTO RG.german.note.h1", "OTO RG.russian.note.i1", "OTO CG13d")
@pytest.mark.parametrize(("side", "edge", "wrong"), [(GERMAN, WEST, EAST), (RUSSIAN, EAST, WEST)])
def test_observers_are_written_down_before_anybody_sets_up(side: Seat, edge: int, wrong: int) -> None:
    d = shop(side)
    do(d, Buy("O1"), Buy(OBSERVER[side], 0), Done())
    strength.begin(d)
    modules.ask_plots(d)
    assert question(d) == Plot(side, 0)
    assert legal(d) == [Post(space) for space in bits(edge)]
    note = ("OTO RG.german.note.h1", "OTO RG.russian.note.i1")[side]
    for space in (bits(wrong)[0], find_hex("P30")):
        assert refusal(d, Post(space)).rule == note
    do(d, legal(d)[0])
    assert d.groups[side][0].observer == bits(edge)[0]
    assert d.groups[side][0].level == 2
    assert question(d) is None
    assert all(event.seen_by(OTHER[side]) is None for event in told(d))


@rule("OTO RG.german.note.h1", "OTO RG.russian.note.i1")
@pytest.mark.parametrize(("side", "edge"), [(GERMAN, WEST), (RUSSIAN, EAST)])
def test_an_observer_is_on_an_edge_that_is_his_side_s(side: Seat, edge: int) -> None:
    d = holding(side, "O1", observer=-2)
    lost, *kept = bits(edge)
    d.control[side] &= ~(1 << lost)
    modules.ask_plots(d)
    assert legal(d) == [Post(space) for space in kept]
    assert refusal(d, Post(lost)).rule == ("OTO RG.german.note.h1", "OTO RG.russian.note.i1")[side]
    d = holding(side, "O1", observer=lost)
    modules.ask_plots(d)
    assert question(d) is None
    d.control[side] &= ~(1 << lost)
    modules.ask_plots(d)
    assert question(d) == Plot(side, 0)
    d.control[side] = 0
    assert question(d) is None


@rule("OTO CG13d")
def test_a_raised_observer_is_at_level_three() -> None:
    d = shop(RUSSIAN)
    do(d, Buy("O1"), Buy("O6", 0), Raise(1), Done())
    assert d.groups[RUSSIAN][0].level == 3


@rule("OTO RG.german.note.f", "OTO RG.russian.note.f")
@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_pre_registered_hexes_are_written_down_and_kept(side: Seat) -> None:
    d = shop(side)
    do(d, Buy("O1"), Register(0), Register(0), Done(), Radio())
    strength.begin(d)
    modules.ask_plots(d)
    one, two = find_hex("P30"), find_hex("K12")
    do(d, Aim(one))
    note = ("OTO RG.german.note.f", "OTO RG.russian.note.f")[side]
    assert refusal(d, Aim(one)).rule == note
    do(d, Aim(two))
    assert question(d) is None
    modules.retire(d)
    advance(d)
    modules.ask_plots(d)
    assert question(d) is None
    assert d.groups[side][0].registered == (one, two)


@rule("OTO RG.russian.note.i.q1")
def test_the_note_of_the_russian_observer_is_note_i() -> None:
    (line,) = [offer for offer in CHARTS[RUSSIAN] if offer.branch is Branch.OBSERVER]
    (letter,) = line.letters
    assert (letter, NOTES[RUSSIAN, letter].flags) == ("i", frozenset((Note.OFFBOARD,)))
    assert "Level 2, in a friendly east-edge hex" in NOTES[RUSSIAN, letter].text


@rule("OTO CG13b", "OTO CG7c")
@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_every_module_that_gained_an_observer_gives_its_radio_up_and_no_other_does(side: Seat) -> None:
    d = holding(side, "O1", "O1", "O1")
    kind = ("g:radio", "r:radio")[side]
    for group in (0, 1, 2, -1):
        d.add(side, Piece(kind, group))
    for group in (1, 2):
        d.group(side, group, observer=5)
    modules.hang_up(d)
    lost = [piece.where is Where.LOST for piece in d.pieces[side]]
    assert lost == [False, True, True, False]
    assert d.accounts[side].suffered == 0
