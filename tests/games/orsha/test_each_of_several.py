"""Rules for each of several: the second and the last fare like the first, on either side, and nobody else."""

import pytest
from tests.campaign.desk import at, desk, off, told
from tests.games.orsha.melees import HERE, g, here, opened, play, r, run
from tests.games.orsha.muddle import GERMAN, POCKETS, RUSSIAN, SHARED, muddle

from berlin.boards.hexes import bits
from berlin.campaign import battle, holdings, victory
from berlin.campaign.aftermath import fires, hardening
from berlin.campaign.aftermath.fires import Burning
from berlin.campaign.aftermath.hardening import Commission, Harden, Hardening
from berlin.campaign.aftermath.hatches import Expose, Hatches, Shut
from berlin.campaign.aftermath.melee import Assault, Cease, Detach, Engage, Stand, Strike
from berlin.campaign.perimeters import drawing
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.campaign.purchases import modules, strength
from berlin.campaign.purchases.modules import Batteries
from berlin.campaign.state.muster import muster
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import BUILDINGS, BY_TERRAIN, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.deployment import thicket
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules import mines
from berlin.squad.rules.vehicles import dismount, lose_crew

TANK = ("g:StuG-IIIG", "r:T-34-M43")
SQUAD = ("g:4-6-7", "r:4-4-7")
K12 = find_hex("K12")


@rule("OTO 7.5131c2", "OTO 7.5131b1", "OTO CG11b")
@pytest.mark.parametrize("side", BOTH)
def test_7_5131_all_that_a_vehicle_carries_leaves_with_it_and_its_last_place_is_known(side: Seat) -> None:
    d = muddle(1, many=0)
    tank = d.add(side, Piece(TANK[side], where=Where.MAP, space=K12, level=1, side=2, last=Place(5)))
    for _ in range(3):
        d.add(side, Piece(SQUAD[side], where=Where.MAP, space=K12, holder=0))
    d.add(side, Piece(SQUAD[side], where=Where.MAP, space=K12))
    d.add(side, Piece(SQUAD[side], last=Place(7), holder=0))
    holdings.move_off(d, tank, Where.MAINTENANCE)
    gone = [piece for piece in d.pieces[side] if piece.where is Where.MAINTENANCE]
    assert d.pieces[side][4].where is Where.MAP
    assert len(gone) == 5
    assert {(one.space, one.level, one.side) for one in gone} == {(-1, 0, -1)}
    assert [one.last for one in d.pieces[side]] == [K12, K12, K12, K12, -1, 7]


@rule("OTO 7.5042a", "OTO 7.5042.base")
@pytest.mark.parametrize("burns", [True, False])
@pytest.mark.parametrize("side", BOTH)
def test_7_5042_each_man_on_a_wrecked_vehicle_has_his_own_roll_unless_it_burns(
    side: Seat, burns: bool
) -> None:
    low, high = (1, 1), (6, 6)
    dice = (*low, *high, *low, *high)
    tank, rider = at(TANK[side], "K12"), at(SQUAD[side], "K12", holder=0)
    # Who stands beside it, and what it tows, is no rider.
    others = at(SQUAD[side], "K12"), at(("g:PaK-40", "r:45L")[side], "K12", holder=0)
    pieces = (tank, rider, rider, rider, *others)
    d = desk(dice=dice)
    d.pieces[side].extend(pieces)
    mines.wreck(d, unit_of(side, 0), burns)
    assert d.dice == ([] if burns else [*dice])
    assert [piece.is_out for piece in d.pieces[side][:6]] == [True, burns, True, burns, False, False]
    assert {piece.holder for piece in d.pieces[side]} == {-1}
    assert [work.what for work in d.works] == [Works.BURNING_WRECK if burns else Works.WRECK]


@rule("OTO 7.5131d", "OTO 7.5063.veh.11", "OTO 7.5041b")
@pytest.mark.parametrize("side", BOTH)
def test_who_serves_a_vehicle_is_lost_with_its_leaders_and_nobody_has_it(side: Seat) -> None:
    d = muddle(1, many=0)
    tank = d.add(side, Piece(TANK[side], where=Where.MAP, space=K12, holder=1))
    d.add(side, Piece(("g:2-2-8", "r:2-2-8")[side], where=Where.ABOARD))
    d.add(side, Piece(("g:AL-8-1", "r:AL-8-1")[side], where=Where.MAP, space=K12, holder=0))
    lose_crew(d, tank, "a Stun")
    assert [piece.where for piece in d.pieces[side]] == [Where.MAP, Where.LOST, Where.LOST]
    assert (d.piece(tank).holder, d.piece(tank).marks) == (-1, Mark.ABANDONED)
    bare = d.add(side, Piece(TANK[side], where=Where.MAP, space=K12))
    suffered = d.accounts[side].suffered
    lose_crew(d, bare, "a Stun")
    assert d.piece(bare).has(Mark.ABANDONED)
    assert d.accounts[side].suffered - suffered == BOOK.counters[BOOK.counters[TANK[side]].crew].points


@rule("OTO CG7b", "OTO CG7.q1", "OTO 7.502i", "OTO 7.502d")
@pytest.mark.parametrize("side", BOTH)
def test_cg7_what_was_used_up_or_lent_is_gone_and_all_else_is_retained(side: Seat) -> None:
    d = muddle(1, many=0)
    lines = {offer.id: number for number, offer in enumerate(BOOK.charts[side])}
    oba, company, observer = lines["O1"], lines["I1"], lines["O4" if side == GERMAN else "O6"]
    groups = [
        (Group(oba, 1, used=True), "used"),
        (Group(oba, 1), ""),
        (Group(company, 1, used=True), ""),
        (Group(-1, 1, until=4), "Recalled"),
        (Group(-1, 1), ""),
        (Group(observer, 1, of=0), "used"),
        (Group(observer, 1, of=1), ""),
        (Group(oba, 1, used=True, gone="shot off"), "shot off"),
    ]
    d.groups[side].extend(group for group, _ in groups)
    plane = ("g:42DB", "r:43GA")[side]
    for number in (3, 4, 3):
        d.add(side, Piece(plane, group=number))
    d.add(side, Piece(SQUAD[side], group=3))
    modules.retire(d)
    assert [group.gone for group in d.groups[side]] == [gone for _, gone in groups]
    assert [piece.is_out for piece in d.pieces[side]] == [True, False, True, False]


@rule("OTO 7.519", "OTO CG13a", "OTO 6.oob")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("side", BOTH)
def test_7_519_what_is_new_is_new_for_one_date_and_aircraft_always_enter(side: Seat, turn: int) -> None:
    d = muddle(1, many=0)
    d.turn = turn
    line = next(n for n, offer in enumerate(BOOK.charts[side]) if offer.id == "O1")
    d.groups[side].extend([Group(line, 1, given=True, ammo="normal")] * 5 if turn > 1 else [])
    for kind in (SQUAD[side], ("g:42DB", "r:43GA")[side], ("g:42DB", "r:43GA")[side], SQUAD[side]):
        d.add(side, Piece(kind, marks=int(Mark.NEW)))
    strength.begin(d)
    old = d.pieces[side][:4]
    assert {piece.has(Mark.NEW) for piece in old} == {turn == 1}
    away = Where.ENTERING if turn > 1 else Where.RETAINED
    assert [piece.where for piece in old] == [Where.RETAINED, away, away, Where.RETAINED]
    asked = [frame.seat for frame in d.frames if isinstance(frame, Batteries)]
    assert sorted(asked) == [*BOTH]


@rule("OTO 7.501d")
@pytest.mark.parametrize("side", BOTH)
def test_7_501d_hatches_are_asked_about_until_a_side_is_done_with_all_its_crews(side: Seat) -> None:
    tanks = [here(TANK[side]), here(TANK[side])]
    men = [here(SQUAD[OTHER[side]])]
    d = desk(*((tanks, men) if side == GERMAN else (men, tanks)))
    asked = Hatches(side, *HERE)
    d.frames = [asked]
    one, other = unit_of(side, 0), unit_of(side, 1)
    assert asked.answers(d) == [Expose(one), Expose(other), Shut()]
    asked.carry_out(d, Expose(one))
    assert d.frames[-1].answers(d) == [Expose(other), Shut()]
    assert d.piece(one).has(Mark.EXPOSED)
    assert not d.piece(other).has(Mark.EXPOSED)
    d.frames[-1].carry_out(d, Shut())
    assert d.frames == []


@rule("OTO 7.501a", "OTO 7.501b")
def test_7_501a_who_has_struck_once_may_cease_and_the_other_side_is_asked() -> None:
    d = opened([here("g:4-6-7")], [here("r:4-4-7"), here("r:4-4-7")])
    play(d, Stand(), Stand())
    top = d.frames[-1]
    assert isinstance(top, Assault)
    assert top.seat == RUSSIAN
    play(d, Detach(r(1)), Engage(g(0)), Strike())
    again = d.frames[-1]
    assert isinstance(again, Assault)
    assert again.seat == RUSSIAN
    assert Cease() in again.answers(d)
    again.carry_out(d, Cease())
    run(d)
    last = d.frames[-1]
    assert isinstance(last, Assault)
    assert (last.seat, last.ceased) == (GERMAN, 1 << RUSSIAN)
    assert Engage(r(0)) in last.answers(d)


@rule("OTO 7.3a", "OTO CG4")
@pytest.mark.parametrize("way", ["model", "report"])
def test_7_3_the_history_tells_how_a_battle_was_settled(way: str) -> None:
    d = desk([at("g:4-6-7", "K12")], [at("r:4-4-7", "M50")], way=way)
    battle.begin(d)
    assert d.fought == way
    victory.determine(d)
    assert d.history[-1].way == way


@rule("OTO 7.518a", "OTO 7.4.victory.a")
def test_7_518_when_all_is_over_both_sides_show_what_they_bought() -> None:
    d = desk(turn=4)
    lines = len(BOOK.charts[GERMAN])
    d.account(GERMAN, bought=(2, 0, 1, *[0] * (lines - 3)))
    d.account(RUSSIAN, bought=(0, 3, *[0] * (len(BOOK.charts[RUSSIAN]) - 2)))
    victory.disclose(d)
    shown = [event.text for event in told(d)]
    names = [BOOK.charts[GERMAN][0], BOOK.charts[GERMAN][2], BOOK.charts[RUSSIAN][1]]
    assert len(shown) == 3
    for text, count, offer in zip(shown, (2, 1, 3), names, strict=True):
        assert f"bought {count} {offer.called}" in text


@rule("OTO 7.5093", "OTO 7.5095c")
def test_7_5093_a_side_that_is_burnt_out_loses_ground_and_front_line_there_and_nowhere_else() -> None:
    d = muddle(1, many=0)
    pocket, other = (find_hex(POCKETS[side]) for side in BOTH)
    for _ in range(2):
        d.add(GERMAN, Piece("g:4-6-7", where=Where.MAP, space=pocket))
    d.fronts = [1 << pocket | 1 << K12, 1 << other]
    fires.buildings(d, Burning(houses=1 << pocket, rubbled=1 << pocket))
    assert [piece.is_out for piece in d.pieces[GERMAN]] == [True, True]
    assert d.fronts == [1 << K12, 1 << other]
    assert not d.control[GERMAN] >> pocket & 1
    assert d.control[RUSSIAN] >> pocket & 1
    assert [area.hexes for area in d.zones] == [1 << other, 1 << find_hex(SHARED)]
    assert [work.what for work in d.works] == [Works.WOODEN_RUBBLE]


@rule("OTO 7.5095a", "OTO 7.5095b")
def test_7_5095_what_is_in_a_house_that_burnt_is_gone_and_what_is_not_yet_laid_is_not() -> None:
    d = muddle(1, many=0)
    house, other = find_hex("K20"), find_hex("K21")
    kinds = Works.WIRE, Works.MINES, Works.TRENCH, Works.PILLBOX, Works.WRECK, Works.FOXHOLE
    d.works = [Work(what, space) for what in kinds for space in (NOWHERE, house, other)]
    for space in (house, other):
        d.add(GERMAN, Piece("g:LMG", where=Where.MAP, space=space))
    fires.losses(d, Burning(houses=1 << house, rubbled=1 << house))
    left = {work.what for work in d.works if work.space == house}
    assert left == {Works.TRENCH, Works.PILLBOX, Works.FOXHOLE}
    assert [work.what for work in d.works if work.space == -1] == list(kinds)
    assert [work.what for work in d.works if work.space == other] == list(kinds)
    assert [piece.is_out for piece in d.pieces[GERMAN]] == [True, False]


@rule("OTO CG10d", "OTO 7.5092", "OTO 7.5226b")
@pytest.mark.parametrize("name", ["brush", "woods", "orchard", "grain"])
def test_cg10_what_burnt_down_hides_nobody_and_what_still_grows_does(name: str) -> None:
    d = muddle(1, many=0)
    burnt, green = (space for space in list(bits(BY_TERRAIN[name] & ~BUILDINGS))[:2])
    d.works = [Work(Works.OPEN, burnt), Work(Works.PILLBOX, K12), Work(Works.TRENCH, find_hex("K20"))]
    ground = thicket(d)
    assert [bool(ground >> space & 1) for space in (burnt, green)] == [False, True]
    assert ground >> K12 & 1
    assert all(ground >> space & 1 for space in bits(BY_TERRAIN["marsh"] | BUILDINGS))


@rule("OTO 7.5112d")
def test_7_5112_why_an_elite_squad_does_not_harden_and_a_rifle_squad_gives_no_leader() -> None:
    d = desk([off("g:4-6-7"), off("g:5-4-8"), off("g:LMG")])
    asked = Hardening(GERMAN, (hardening.ANYWHERE,))
    d.frames = [asked]
    elite, rifles = asked.why_not(d, Harden(g(1))), asked.why_not(d, Commission(g(0)))
    assert (elite.rule, rifles.rule) == ("OTO 7.5112d", "OTO 7.5112d")
    assert "don't Battle Harden" in elite.reason
    assert "comes only from Elite" in rifles.reason
    assert asked.why_not(d, Harden(g(2))).rule == "OTO 7.5112b"


@rule("OTO 7.5057b", "OTO 7.5054.def.members")
@pytest.mark.parametrize("side", BOTH)
def test_7_5057_each_man_outside_is_lost_but_for_prisoners(side: Seat) -> None:
    d = muddle(1, many=0)
    far = find_hex(("M52", "K10")[side])
    leader = ("g:8-1", "r:8-1")[side]
    for marks in (0, Mark.PRISONER, 0):
        d.add(side, Piece(leader, where=Where.MAP, space=far, marks=int(marks)))
    d.add(side, Piece(SQUAD[side], where=Where.MAP, space=far))
    d.add(side, Piece(leader))
    d.pieces[side].append(Piece(leader, where=Where.MAP, space=find_hex(("M48", "K14")[side])))
    drawing.conclude(d)
    out = [piece.is_out for piece in d.pieces[side]]
    assert out[1:5] == [False, out[2], False, False]
    assert out[0] == out[2]
    assert out[5]


@rule("OTO 7.5056a", "OTO 7.5062c")
def test_7_5062_ground_that_both_had_and_is_isolated_no_longer_is_nobodys() -> None:
    d = muddle(1, many=0)
    hexes = 1 << find_hex("K40")
    d.zones = []
    d.outlines = [Perimeter(d.outlines[side].main & ~hexes, (), 0, (), 0) for side in BOTH]
    d.had = [d.control[0] | hexes, d.control[1] | hexes]
    drawing.isolate(d)
    assert not (d.control[0] | d.control[1]) & hexes
    assert 0 not in d.control
    assert not d.control[0] & d.control[1] & ~d.isolated


@rule("OTO 7.4.ob.russian", "OTO 7.5197a", "OTO 7.5197c")
def test_7_4_the_tanks_that_were_given_have_their_leaders_at_full_strength() -> None:
    d = desk()
    muster(d)
    for side in BOTH:
        for number, group in enumerate(list(d.groups[side])):
            lot = [piece for piece in d.pieces[side] if piece.group == number]
            if group.line >= 0 or not lot or not BOOK.counters[lot[0].kind].afv:
                continue
            rolls = next(one.leaders for one in BOOK.market.forces[side].grants if one.item == lot[0].kind)
            d.given = (1, 4) * rolls
            strength.receive(d, side, number)
            leaders = [one.kind for one in d.pieces[side] if BOOK.counters[one.kind].sort is Sort.COMMANDER]
            better = side == GERMAN
            expected = BOOK.tables["armor"].words(5 - better)
            assert leaders[-rolls:] == [f"{'gr'[side]}:AL-{expected[0]}"] * rolls if rolls else not leaders


@rule("OTO CG16", "OTO 7.5073b")
def test_a_new_work_is_nobody_s_open_and_in_no_field() -> None:
    work = Work(Works.TRENCH)
    assert (work.space, work.owner, work.side, work.field) == (-1, -1, -1, -1)
    assert (work.hidden, work.veiled, work.scrounged) == (False, False, False)
    assert (work.ap, work.at, work.size, work.of) == (0, 0, 0, "")


@rule("OTO 7.5137", "OTO 7.5131a")
@pytest.mark.parametrize("side", BOTH)
def test_7_5137_whoever_was_in_a_vehicle_gets_out_of_it_and_nobody_has_it(side: Seat) -> None:
    d = muddle(1, many=0)
    tank = d.add(side, Piece(TANK[side], where=Where.MAP, space=K12, level=1, holder=1))
    crew = d.add(side, Piece(("g:2-2-8", "r:2-2-8")[side], where=Where.ABOARD))
    for _ in range(2):
        d.add(side, Piece(("g:AL-8-1", "r:AL-8-1")[side], where=Where.MAP, space=K12, holder=0))
    assert dismount(d, tank) == crew
    assert {piece.holder for piece in d.pieces[side]} == {-1}
    assert (d.piece(crew).where, d.piece(crew).space, d.piece(crew).level) == (Where.MAP, K12, 1)
    assert d.piece(tank).marks == Mark.ABANDONED
    bare = d.add(side, Piece(TANK[side], group=4, where=Where.MAP, space=K12))
    own = dismount(d, bare)
    assert own is not None
    assert (d.counter(own).sort, d.piece(own).group, d.piece(own).space) == (Sort.CREW, 4, K12)
