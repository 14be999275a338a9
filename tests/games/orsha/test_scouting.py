"""7.5225 and 7.5226: Recon is paid for, rolled, and looks at Locations."""

import pytest
from tests.campaign.desk import at, desk, do, legal, place, question, refusal, told
from tests.games.orsha.siting import GERMAN, RUSSIAN, hexes

from berlin.campaign.deployment import scouting
from berlin.campaign.deployment.scouting import Inspect, Inspecting, Recon, Scouting
from berlin.campaign.question import Done
from berlin.campaign.sectors import Sector, sectors
from berlin.campaign.state.state import Account, Group
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.ground import BY_TERRAIN, MAP, START, find_hex, keys
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark, Piece
from berlin.squad.board.works import Work, Works

M3 = next(number for number, offer in enumerate(CHARTS[RUSSIAN]) if offer.id == "M3")


def rich(cpp: int, *dice: int, turn: int = 3, bought: int = 0) -> Draft:
    """Russians with CPP left, about to Recon."""
    lines = tuple(bought if line == M3 else 0 for line in range(len(CHARTS[RUSSIAN])))
    d = desk(dice=dice, turn=turn, accounts=(Account(cpp=5), Account(cpp=cpp, bought=lines)))
    scouting.begin(d)
    question(d)
    return d


@rule("OTO 7.5225a", "OTO 7.518c")
@pytest.mark.parametrize(("act", "left"), [(Recon(2), 1), (Recon(1), 2), (Done(), 3)])
def test_7_5225_a_recon_costs_one_cpp_or_two_and_the_rest_is_kept(act: Recon | Done, left: int) -> None:
    d = rich(3, 2)
    do(d, act)
    assert d.accounts[RUSSIAN].cpp == left
    assert (d.accounts[RUSSIAN].recon > 0) == isinstance(act, Recon)


@rule("OTO 7.5225a")
def test_7_5225_who_can_t_pay_or_is_german_has_no_recon() -> None:
    assert legal(rich(1)) == [Recon(1), Done()]
    assert refusal(rich(1), Recon(2)).rule == "OTO 7.5225a"
    assert rich(0).frames == []
    d = rich(3)
    assert d.frames == [Scouting(RUSSIAN)]
    d.frames[:] = [Scouting(GERMAN)]
    assert Scouting(GERMAN).why_not(d, Recon(1)).rule == "OTO 7.5225a"
    assert question(d) is None


@rule("OTO 7.5225b", "OTO 7.5225.q1", "OTO RG.russian.M3.q1")
@pytest.mark.parametrize(
    ("turn", "cpp", "die", "expected"), [(3, 2, 2, 8), (2, 1, 2, 3), (1, 1, 1, 4), (3, 1, 3, 6), (3, 2, 3, 9)]
)
def test_7_5225_the_final_dr_is_the_number_of_locations(turn: int, cpp: int, die: int, expected: int) -> None:
    d = rich(cpp, die, turn=turn)
    do(d, Recon(cpp))
    assert d.accounts[RUSSIAN].recon == expected


@rule("OTO RG.russian.M3.q1")
def test_7_5225_there_are_four_recons_in_a_campaign() -> None:
    d = rich(3, 2, bought=3)
    do(d, Recon(1))
    assert d.accounts[RUSSIAN].bought[M3] == 4
    assert rich(3, bought=4).frames == []


@rule("OTO RG.russian.M3.q1")
def test_7_5225_a_reconnaissance_bought_as_a_group_is_the_one_of_its_date() -> None:
    d = desk(dice=(2,), turn=3, accounts=(Account(), Account(cpp=3)), groups=((), (Group(M3, 3),)))
    scouting.begin(d)
    assert question(d) is None
    assert d.accounts[RUSSIAN].recon == 8
    assert d.accounts[RUSSIAN].cpp == 3


def looking(*german: Piece, left: int = 3, works: tuple[Work, ...] = ()) -> Draft:
    d = desk(german, works=works, turn=2, accounts=(Account(), Account(recon=left)))
    scouting.inspection(d)
    question(d)
    return d


def look(d: Draft, name: str) -> None:
    space = find_hex(name)
    around = [act for act in legal(d) if isinstance(act, Sector)]
    if around:
        do(d, next(act for act in around if sectors(MAP)[act.space] >> space & 1))
    do(d, Inspect(space))


@rule("OTO 7.5226a")
def test_7_5226_a_location_is_at_most_seven_hexes_from_russian_ground() -> None:
    d = looking()
    assert scouting.in_reach(d, RUSSIAN) & hexes("K35", "L35") == hexes("K35", "L35")
    assert not scouting.in_reach(d, RUSSIAN) & hexes("K34")
    assert refusal(d, Inspect(find_hex("K34"))).rule == "OTO 7.5226a"
    assert refusal(d, Inspect(find_hex("K45"))).rule == "OTO 7.5226a"
    look(d, "K35")
    assert d.frames == [Inspecting(RUSSIAN, 2, (find_hex("K35"),))]
    look(d, "K36")
    look(d, "K37")
    assert question(d) is None


@rule("OTO 7.5226a")
def test_7_5226_no_more_locations_than_the_recon_gave_and_none_without() -> None:
    d = looking(left=1)
    look(d, "K40")
    assert question(d) is None
    assert looking(left=0).frames == []
    d = looking()
    do(d, Done())
    assert d.frames == []


GRAIN = keys(BY_TERRAIN["grain"] & MAP.seep(START[RUSSIAN], MAP.all, 7) & START[GERMAN])[0]
BARE = keys(
    BY_TERRAIN["open"]
    & ~BY_TERRAIN["orchard"]
    & ~BY_TERRAIN["grain"]
    & MAP.seep(START[RUSSIAN], MAP.all, 7)
    & START[GERMAN]
)[0]


@rule("OTO 7.5226b", "OTO 7.5226d")
@pytest.mark.parametrize("space", (GRAIN, BARE))
def test_7_5226_hidden_units_are_placed_concealed_and_shown_to_the_russians_alone(space: str) -> None:
    """In the open too, with what they hold; who has no "?" gets none."""
    hidden = at("g:4-6-7", space, Mark.HIDDEN), at("g:LMG", space, Mark.HIDDEN, holder=0)
    d = looking(*hidden, at("g:9-1", space, Mark.CONCEALED), at("g:4-4-7", space))
    look(d, space)
    called = d.book.field.called(find_hex(space))
    veils = Mark.HIDDEN | Mark.CONCEALED | Mark.SEEN
    found = [piece.marks & veils for piece in d.pieces[GERMAN]]
    under = Mark.CONCEALED | Mark.SEEN
    assert found == [under, under, under if space == GRAIN else Mark.SEEN, Mark.SEEN]
    told_all = [event.text for event in told(d) if event.kind == "recon" and event.seat != RUSSIAN]
    assert told_all == [f"a hidden unit is placed under a ? at {called}"] * 2
    shown = [event for event in told(d) if event.seat == RUSSIAN]
    assert [event.text for event in shown] == [f"{called}: 4-6-7, LMG, 9-1, 4-4-7"]
    assert "4-6-7" not in shown[0].veil


@rule("OTO 7.5226d")
def test_7_5226_only_in_concealment_terrain_is_the_counter_had_back() -> None:
    d = looking(at("g:4-6-7", BARE, Mark.CONCEALED), at("g:4-6-7", GRAIN))
    look(d, BARE)
    look(d, GRAIN)
    assert [piece.has(Mark.CONCEALED) for piece in d.pieces[GERMAN]] == [False, False]


@rule("OTO 7.5226c")
def test_7_5226_hidden_mines_are_laid_open_but_not_their_strength() -> None:
    mines = Work(Works.MINES, find_hex("K40"), GERMAN, hidden=True, ap=8, at=3)
    d = looking(works=(mines, Work(Works.DUMMY, find_hex("K40"), GERMAN)))
    look(d, "K40")
    assert [(work.what, work.hidden, work.veiled) for work in d.works] == [(Works.MINES, False, True)]
    assert not [event for event in told(d) if "8" in event.text]


@rule("OTO 7.5226e")
def test_7_5226_a_pillbox_is_looked_into() -> None:
    box = Work(Works.PILLBOX, find_hex("K40"), GERMAN, size=135)
    crew = at("g:2-2-8", "K40", Mark.CONCEALED), at("g:HMG", "K40", Mark.CONCEALED, holder=0)
    d = looking(*crew, works=(box,))
    look(d, "K40")
    assert [event.text for event in told(d) if event.seat == RUSSIAN] == [
        f"{place('K40')}: pillbox, 2-2-8, HMG"
    ]
    assert d.pieces[GERMAN][0].has(Mark.CONCEALED)


@rule("OTO 7.5225a")
@pytest.mark.parametrize(
    ("cpp", "told"),
    [
        (1, "no CPP are left for it"),
        (2, "no CPP are left for it"),
        (3, "costs 1 CPP, or 2"),
        (0, "costs 1 CPP"),
    ],
)
def test_7_5225_a_recon_is_refused_for_its_price_or_for_want_of_cpp(cpp: int, told: str) -> None:
    d = desk(turn=3)
    found = Scouting(RUSSIAN).why_not(d, Recon(cpp))
    assert found.rule == "OTO 7.5225a"
    assert told in found.reason


@rule("OTO 7.5226a", "OTO 7.5225a")
def test_7_5226_without_a_recon_no_location_is_looked_at() -> None:
    d = rich(3)
    do(d, Done())
    assert [account.recon for account in d.accounts] == [0, 0]
    assert d.frames == []
