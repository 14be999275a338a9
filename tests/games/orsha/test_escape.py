"""7.5061 to 7.5066: who may and must Escape from an Isolated Area, the roll, and what is left there."""

import pytest
from tests.campaign.desk import at, desk
from tests.games.orsha.escapes import GERMAN, POCKET, RUSSIAN, SURE, party, pocket, total, tried

from berlin.boards.hexes import bits
from berlin.campaign.perimeters import escape
from berlin.campaign.perimeters.escape import Breakout, Deploy, Escape, Give, Go, Join, Leave, Party, Stay
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.refit.armoury import Dismantle
from berlin.games.orsha.board.ground import ALL, MAP, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works


@rule("OTO 7.5063a", "OTO 6.escape")
def test_a_unit_in_a_pocket_may_escape_and_one_in_its_own_perimeter_may_not() -> None:
    d = pocket(at("g:4-6-7", "P50"), at("g:4-6-7", "K10"))
    question = Breakout(GERMAN)
    d.frames.append(question)
    assert question.still_asks(d)
    assert question.answers(d) == [Escape(Unit(0)), Stay()]
    assert question.why_not(d, Escape(Unit(1))).rule == "OTO 7.5063a"
    d.zones = []
    assert not question.still_asks(d)


@rule("OTO 7.5061a", "OTO 7.5061.q1")
@pytest.mark.parametrize(
    ("kind", "side", "must"),
    [("B", None, (True, True)), ("C", GERMAN, (False, True)), ("D", None, (False, False))],
)
def test_which_men_must_escape(kind: str, side: Seat | None, must: tuple[bool, bool]) -> None:
    d = pocket(at("g:8-0", "P50"))
    d.pieces[RUSSIAN].append(at("r:8-0", "P50"))
    d.control = [MAP.within(find_hex("P40"), 3), MAP.within(find_hex("H50"), 3)]
    d.zones = [Area(1 << POCKET, kind, side)]
    for seat in (GERMAN, RUSSIAN):
        assert bool(escape.compelled(d, seat)) == must[seat]
        assert (Stay() in Breakout(seat).answers(d)) != must[seat]


@rule("OTO 7.5061a")
def test_who_must_escape_can_t_be_left() -> None:
    d = pocket(at("g:8-0", "P50"))
    d.zones = [Area(1 << POCKET, "B")]
    assert Breakout(GERMAN).why_not(d, Stay()).rule == "OTO 7.5061a"


@rule(
    "OTO 7.5063.inf.8",
    "OTO 7.5063.inf.9",
    "OTO 7.5063.inf.10",
    "OTO 7.5063.inf.11",
    "OTO 7.5063.inf.12",
    "OTO 7.5063a",
)
@pytest.mark.parametrize(
    ("dice", "kind"),
    [((4, 3), "g:4-6-7"), ((4, 4), "g:4-4-7"), ((4, 5), "g:2-4-7"), ((5, 5), "g:2-3-7"), ((5, 6), "")],
)
def test_what_becomes_of_a_squad(dice: tuple[int, int], kind: str) -> None:
    """+1 for the second half-squad: 8, 9, 10, 11 and 12."""
    d = pocket(at("g:4-6-7", "P50"), dice=dice)
    tried(d, party(0))
    piece = d.pieces[GERMAN][0]
    if kind:
        assert (piece.kind, piece.where, piece.space) == (kind, Where.RETAINED, -1)
    else:
        assert piece.where is Where.LOST
        assert d.accounts[GERMAN].suffered == 2


@rule("OTO 7.5063.inf.12", "OTO 7.5063a")
@pytest.mark.parametrize(
    ("stack", "dice"),
    [
        ((0, 1), (6, 6)),
        ((0, 1, 2), (6, 4)),
        ((1, 2), (6, 6)),
        ((0, 2), (5, 6)),
        ((0, 1, 2, 5), (6, 6)),
    ],
)
def test_at_12_the_whole_stack_is_lost_with_what_it_took_and_nobody_else(
    stack: tuple[int, ...], dice: tuple[int, int]
) -> None:
    """A squad with an MMG, a leader, a half-squad with an LMG; beside them another squad and a radio."""
    d = pocket(
        at("g:4-6-7", "P50"),
        at("g:8-0", "P50"),
        at("g:2-4-7", "P50"),
        at("g:MMG", "P50", holder=0),
        at("g:LMG", "P50", holder=2),
        at("g:4-4-7", "P50"),
        at("g:radio", "P50"),
        dice=dice,
    )
    assert total(d, party(*stack)) + sum(dice) >= 12
    tried(d, party(*stack))
    taken = {number + 3 for number in (0, 1) if 2 * number in stack}
    lost = {number for number, piece in enumerate(d.pieces[GERMAN]) if piece.where is Where.LOST}
    assert lost == {*stack, *taken}
    assert all(piece.fate for piece in d.pieces[GERMAN] if piece.where is Where.LOST)
    assert all(d.pieces[GERMAN][n].space == POCKET for n in set(range(7)) - lost)
    assert d.accounts[GERMAN].suffered == sum(d.counter(unit_of(GERMAN, number)).points for number in stack)
    assert d.rolls == 2


@rule("OTO 7.5063.inf.12", "OTO 7.5063a")
def test_of_two_stacks_in_a_location_only_the_one_that_rolled_12_is_lost() -> None:
    d = pocket(*[at("g:2-4-7", "P50")] * 4, dice=(6, 6, 1, 1))
    tried(d, party(2, 3))
    tried(d, party(0, 1))
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.RETAINED] * 2 + [Where.LOST] * 2


@rule(
    "OTO 7.5063.veh.8",
    "OTO 7.5063.veh.9",
    "OTO 7.5063.veh.10",
    "OTO 7.5063.veh.11",
    "OTO 7.5063.veh.12",
    "OTO 7.5063a",
)
@pytest.mark.parametrize("roll", [8, 9, 10, 11, 12])
def test_what_becomes_of_a_vehicle(roll: int) -> None:
    d = pocket(at("g:StuG-IIIG", "P50"), dice=(6, roll - 6))
    tried(d, party(0))
    tank, crews = d.pieces[GERMAN][0], d.pieces[GERMAN][1:]
    wrecks = [work for work in d.works if work.what is Works.WRECK]
    if roll <= 9:
        assert tank.where is Where.RETAINED
        assert not tank.has(Mark.ABANDONED)
    elif roll <= 11:
        assert (tank.where, tank.space) == (Where.MAP, POCKET)
        assert tank.has(Mark.ABANDONED)
    else:
        assert tank.where is Where.LOST
    assert [crew.where for crew in crews] == ([Where.RETAINED] if roll == 10 else [])
    assert d.accounts[GERMAN].suffered == {11: 2, 12: d.book.counters["g:StuG-IIIG"].points}.get(roll, 0)
    assert [(wreck.space, wreck.of) for wreck in wrecks] == ([(POCKET, "g:StuG-IIIG")] if roll == 12 else [])


@rule("OTO 7.5063.veh.10", "OTO 7.5063.veh.11", "OTO 7.5063a")
@pytest.mark.parametrize(("roll", "where"), [(10, Where.RETAINED), (11, Where.LOST)])
def test_an_armor_leader_fares_as_his_crew(roll: int, where: Where) -> None:
    d = pocket(at("g:StuG-IIIG", "P50"), at("g:AL-8-1", "P50", holder=0), dice=(6, roll - 5))
    tried(d, party(0))
    assert (d.pieces[GERMAN][1].where, d.pieces[GERMAN][1].holder) == (where, -1)


@rule("OTO 7.5063.veh.10", "OTO 7.5063a")
def test_a_truck_has_no_crew_to_get_out() -> None:
    d = desk([], [at("r:GAZ-MM", "P50"), at("r:4-4-7", "K10")], dice=(4, 6))
    d.control = [MAP.within(POCKET, 2) & ~(1 << POCKET), MAP.within(find_hex("P40"), 3)]
    d.zones = [Area(1 << POCKET, "C", RUSSIAN)]
    tried(d, Party(RUSSIAN, (unit_of(RUSSIAN, 0),)))
    assert d.pieces[RUSSIAN][0].has(Mark.ABANDONED)
    assert len(d.pieces[RUSSIAN]) == 2


@rule("OTO 7.5063.note.1", "OTO 7.5063a")
def test_who_can_t_be_replaced_is_eliminated() -> None:
    d = pocket(at("g:4-3-6", "P50"), dice=(4, 4))
    tried(d, party(0))
    assert d.pieces[GERMAN][0].where is Where.LOST


@rule("OTO 7.5063.note.2", "OTO 7.5063a")
@pytest.mark.parametrize(("dice", "hit"), [((5, 2, 4), {0}), ((2, 4, 4), {1, 2})])
def test_of_a_stack_the_highest_dice_are_hit(dice: tuple[int, ...], hit: set[int]) -> None:
    """Three half-squads add 2: an 8 reduces."""
    d = pocket(*[at("g:2-4-7", "P50") for _ in range(3)], dice=(4, 4, *dice))
    tried(d, party(0, 1, 2))
    assert {n for n, piece in enumerate(d.pieces[GERMAN]) if piece.where is Where.LOST} == hit


@rule("OTO 7.5063b")
def test_a_location_may_send_several_stacks_and_each_rolls_once() -> None:
    d = pocket(at("g:4-6-7", "P50"), at("g:4-6-7", "P50"), at("g:9-1", "P50"), dice=(1, 1, 1, 2))
    question = Breakout(GERMAN)
    d.frames.append(question)
    question.carry_out(d, Escape(Unit(0)))
    first = d.frames[-1]
    assert isinstance(first, Party)
    assert first.answers(d) == [Go(), Join(Unit(1)), Join(Unit(2))]
    first.carry_out(d, Join(Unit(2)))
    second = d.frames[-1]
    assert isinstance(second, Party)
    assert Deploy(Unit(0)) in second.answers(d)
    second.carry_out(d, Go())
    assert d.frames == [question]
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.RETAINED, Where.MAP, Where.RETAINED]
    assert len(d.dice) == 2
    tried(d, party(1))
    assert len(d.dice) == 4


@rule("OTO 7.5063b")
def test_a_squad_with_a_leader_deploys_freely_and_no_other() -> None:
    d = pocket(at("g:4-6-7", "P50"), at("g:9-1", "P50"))
    alone, led = party(0), party(0, 1)
    assert Deploy(Unit(0)) not in alone.answers(d)
    assert alone.why_not(d, Deploy(Unit(0))).rule == "OTO 7.5063b"
    d.frames.append(led)
    led.carry_out(d, Deploy(Unit(0)))
    assert [piece.kind for piece in d.pieces[GERMAN]] == ["g:2-4-7", "g:9-1", "g:2-4-7"]
    assert not d.dice


@rule("OTO 7.5063c", "OTO 7.5063.q1")
def test_a_gun_goes_along_only_dismantled_and_weapons_may_be_dropped() -> None:
    d = pocket(
        at("g:2-2-8", "P50"),
        at("g:PaK-40", "P50", holder=0),
        at("g:2-2-8", "P50"),
        at("g:81mm-MTR", "P50", Mark.DISMANTLED, holder=2),
        dice=(1, 1, 1, 1),
    )
    assert escape.burden(d, party(0)) == []
    assert escape.burden(d, party(2)) == [3]
    tried(d, party(0))
    assert (d.pieces[GERMAN][1].where, d.pieces[GERMAN][1].holder) == (Where.MAP, -1)
    tried(d, party(2))
    assert d.pieces[GERMAN][3].where is Where.RETAINED


@rule("OTO 7.5063c")
def test_a_dropped_weapon_stays() -> None:
    d = pocket(at("g:4-6-7", "P50"), at("g:LMG", "P50", holder=0), dice=SURE)
    question = party(0)
    assert Leave(Unit(1)) in question.answers(d)
    d.frames.append(question)
    question.carry_out(d, Leave(Unit(1)))
    question.carry_out(d, Go())
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.RETAINED, Where.MAP]


def besieged(*german: Piece, russian: tuple[Piece, ...] = (), dice: tuple[int, ...] = ()) -> Draft:
    """Russians Isolated in P50 with what they have of the Germans; all around is German, then Russian."""
    d = desk(german, russian, dice=dice)
    ring = MAP.within(POCKET, 3)
    d.control, d.edge = [ring & ~(1 << POCKET), ALL & ~ring], [0, 0]
    d.zones = [Area(1 << POCKET, "C", RUSSIAN)]
    return d


@rule("OTO 7.5063.drm.captured", "OTO 7.5063a")
def test_a_captured_afv_escapes_with_those_who_have_it() -> None:
    crew = Piece("r:2-2-8", where=Where.ABOARD)
    d = besieged(at("g:StuG-IIIG", "P50", Mark.CAPTURED, holder=0), russian=(crew,), dice=(1, 1))
    unit = unit_of(GERMAN, 0)
    assert Breakout(RUSSIAN).answers(d) == [Escape(unit), Stay()]
    assert list(escape.able(d, GERMAN)) == []
    question = Party(RUSSIAN, (unit,))
    assert total(d, question) == 2
    tried(d, question)
    assert (d.pieces[GERMAN][0].where, d.pieces[GERMAN][0].holder) == (Where.RETAINED, 0)


@rule("OTO 7.5063.veh.10", "OTO 7.5063.veh.11", "OTO 7.5063a")
@pytest.mark.parametrize(("roll", "where"), [(8, Where.RETAINED), (9, Where.LOST)])
def test_men_who_serve_an_afv_that_is_not_theirs_fare_as_its_crew(roll: int, where: Where) -> None:
    crew = Piece("r:2-2-8", where=Where.ABOARD)
    d = besieged(at("g:StuG-IIIG", "P50", Mark.CAPTURED, holder=0), russian=(crew,), dice=(6, roll - 6))
    tried(d, Party(RUSSIAN, (unit_of(GERMAN, 0),)))
    tank = d.pieces[GERMAN][0]
    assert (tank.where, tank.holder, tank.has(Mark.ABANDONED)) == (Where.MAP, -1, True)
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [where]
    assert len(d.pieces[GERMAN]) == 1


@rule("OTO 7.5064a", "OTO 7.5063c")
def test_captured_weapons_and_radios_go_along() -> None:
    d = pocket(at("g:4-6-7", "P50"), at("g:radio", "P50", holder=0), dice=SURE)
    d.add(RUSSIAN, at("r:LMG", "P50", Mark.CAPTURED, holder=0))
    tried(d, party(0))
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.RETAINED] * 2
    lmg = d.pieces[RUSSIAN][1]
    assert (lmg.where, lmg.space, lmg.holder) == (Where.RETAINED, -1, 0)


@rule("OTO 7.5064a", "OTO 7.5063a")
@pytest.mark.parametrize(
    ("roll", "where"),
    [(8, [Where.RETAINED] * 2), (10, [Where.RETAINED] * 2), (11, [Where.LOST, Where.MAP])],
)
def test_who_is_on_a_vehicle_fares_as_its_crew(roll: int, where: list[Where]) -> None:
    d = pocket(
        at("g:StuG-IIIG", "P50"),
        at("g:4-6-7", "P50", holder=0),
        at("g:LMG", "P50", holder=1),
        dice=(6, roll - 6),
    )
    tried(d, party(0))
    assert [piece.where for piece in d.pieces[GERMAN][1:3]] == where


ARMED = (
    at("g:2-2-8", "P50"),
    at("g:81mm-MTR", "P50", holder=0),
    at("g:4-6-7", "P50"),
    at("g:HMG", "P50", holder=2),
    at("g:8-0", "P50"),
)
"""A crew with a mortar, a squad with an HMG, and a leader."""


@rule("OTO 7.5063c")
def test_weapons_are_dismantled_and_given_away_before_the_roll() -> None:
    """An 81mm mortar of 5 PP is 2 too many for its crew; given to nobody it stays."""
    d = pocket(*ARMED)
    d.frames.append(party(0, 2))
    acts = party(0, 2).answers(d)
    assert Dismantle(unit_of(GERMAN, 1)) in acts
    assert Give(unit_of(GERMAN, 1), unit_of(GERMAN, 4)) not in acts
    assert total(d, party(0, 2)) == 2 + 1
    party(0, 2).carry_out(d, Dismantle(unit_of(GERMAN, 1)))
    assert total(d, party(0, 2)) == 2 + 2
    assert Dismantle(unit_of(GERMAN, 1)) not in party(0, 2).answers(d)
    assert party(0, 2).why_not(d, Dismantle(unit_of(GERMAN, 1))).rule == "OTO 7.5063c"
    party(0, 2).carry_out(d, Give(unit_of(GERMAN, 3), unit_of(GERMAN, 4)))
    question = d.frames[-1]
    assert isinstance(question, Party)
    assert d.pieces[GERMAN][3].holder == 4
    assert Leave(unit_of(GERMAN, 3)) not in question.answers(d)
    assert question.why_not(d, Give(unit_of(GERMAN, 3), Unit(0))).rule == "OTO 7.5063c"


@rule("OTO 7.5064a", "OTO 6.enterable", "OTO 7.5063a")
def test_an_escape_leads_to_the_nearest_ground_by_hexes_that_do_not_blaze() -> None:
    d = pocket(at("g:4-6-7", "P50"), near=3)
    found = escape.goal(d, GERMAN, unit_of(GERMAN, 0))
    assert found is not None
    assert found[0] == 3
    ring = MAP.within(POCKET, 1) & ~(1 << POCKET)
    d.works = [Work(Works.BLAZE, space) for space in bits(ring)]
    assert escape.goal(d, GERMAN, unit_of(GERMAN, 0)) is None
    assert not list(escape.able(d, GERMAN))


@rule("OTO 7.5064a", "OTO 7.5063a")
def test_a_friendly_edge_that_is_nearer_is_taken() -> None:
    d = desk([at("g:4-6-7", "P50")])
    edge = find_hex("P47")
    d.control, d.edge = [MAP.within(find_hex("P30"), 10), 0], [1 << edge, 0]
    d.zones = [Area(1 << POCKET, "C", GERMAN)]
    assert escape.goal(d, GERMAN, unit_of(GERMAN, 0)) == (3, edge)


@rule("OTO 7.5064b", "OTO 7.5063a")
@pytest.mark.parametrize(("die", "where"), [(3, Where.MAP), (4, Where.LOST)])
def test_what_a_lost_unit_carried(die: int, where: Where) -> None:
    d = pocket(at("g:2-4-7", "P50"), at("g:LMG", "P50", holder=0), dice=(5, 5, die))
    tried(d, party(0))
    assert d.pieces[GERMAN][0].where is Where.LOST
    assert d.pieces[GERMAN][1].where is where


@rule("OTO 7.5063c")
def test_every_weapon_of_the_stack_may_be_left_or_given_and_a_gun_to_mmc_alone() -> None:
    """A crew with a mortar, a squad with an HMG; beside them a leader and a squad that stays."""
    d = pocket(
        *ARMED,
        at("g:PaK-40", "P50", holder=6),
        at("g:2-2-8", "P50"),
        at("g:4-6-7", "P51"),
        at("g:4-4-7", "P50", Mark.PRISONER),
    )
    acts = party(0, 2, 6).answers(d)
    assert {act.unit for act in acts if isinstance(act, Leave)} == {1, 3, 5}
    taken = {n: {a.by for a in acts if isinstance(a, Give) and a.unit == n} for n in (1, 3, 5)}
    guns = {n for n in (1, 3, 5) if d.counter(unit_of(GERMAN, n)).sort is Sort.GUN}
    assert 5 in guns
    for number, holder in ((1, 0), (3, 2), (5, 6)):
        assert taken[number] == {0, 2, 4, 6} - {holder} - ({4} if number in guns else set())


@rule("OTO 7.5063.drm.pp", "OTO 7.5063c", "OTO 7.5063a")
def test_a_man_bears_less_than_a_squad() -> None:
    """An HMG of 4 PP is 1 too many for a squad, and 3 for a man by himself."""
    d = pocket(at("g:4-6-7", "P50"), at("g:HMG", "P50", holder=0), at("g:8-0", "P50"))
    assert escape.reasons(d, party(0))["load"] == 1
    d.change(unit_of(GERMAN, 1), holder=2)
    assert escape.reasons(d, party(2))["load"] == 3


@rule("OTO 7.5063a", "OTO 7.5064a")
def test_a_vehicle_takes_nobody_along_whom_an_enemy_of_its_number_holds() -> None:
    """The Russian squad of number 0 guards a German; the StuG of number 0 has a rider."""
    d = pocket(
        at("g:StuG-IIIG", "P50"),
        at("g:4-4-7", "P52", Mark.PRISONER, holder=0),
        at("g:2-4-7", "P50", holder=0),
        dice=SURE,
    )
    assert escape.passengers(d, GERMAN, unit_of(GERMAN, 0)) == [2]
    tried(d, party(0))
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.RETAINED, Where.MAP, Where.RETAINED]


@rule("OTO 7.5064a", "OTO 7.5063a")
def test_who_stands_at_a_friendly_edge_is_there_at_once() -> None:
    edge = find_hex("A12")
    d = desk([at("g:4-6-7", "A12")])
    d.control, d.edge = [0, ALL & ~(1 << edge)], [1 << edge, 0]
    assert escape.goal(d, GERMAN, unit_of(GERMAN, 0)) == (0, edge)
