"""An after-action report: what is said of units and ground, what comes of it, and who agrees."""

from random import Random
from typing import Any

import pytest
from tests.campaign.desk import at, desk, off, told

from berlin.campaign import battle, exits
from berlin.campaign.report import common
from berlin.campaign.report.acts import (
    Agree,
    Ails,
    Became,
    Exited,
    Expended,
    Fired,
    Holds,
    Mended,
    Object,
    Reported,
    Settled,
    Sniped,
    Stands,
    Storey,
    Tell,
    Told,
    words,
)
from berlin.campaign.report.check import apply
from berlin.campaign.report.common import Agreeing, Settling, Surveying
from berlin.campaign.report.form import acts_of, hex_word, read, sector_of
from berlin.campaign.report.telling import Telling
from berlin.campaign.report.units import Reporting
from berlin.campaign.sectors import Sector
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import WEST, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.actions import ACTS
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Place, Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import QuestionTexts
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import piece_word, unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
# A random report is a short one: one answer in so many ends it.
BRIEF = 3
ENDS: dict[type[Any], Act] = {Reporting: Reported(), Telling: Told(), Settling: Settled()}


def game(*russian: Piece, german: tuple[Piece, ...] = (), **fields: Any) -> Draft:
    d = desk(german, russian, way="report", **fields)
    battle.begin(d)
    return d


def tell(d: Draft, text: str) -> Draft:
    """A clean report, carried out."""
    assert apply(d, read(BOOK, text)) == []
    assert d.frames == []
    return d


def test_a_unit_of_which_nothing_is_said_is_where_it_was_set_up_and_unhurt() -> None:
    d = game(at("r:4-4-7", "K45"), german=(at("g:4-6-7", "K12"), off("g:9-1", where=Where.ENTERING)))
    before = [list(side) for side in d.pieces]
    tell(d, "")
    assert list(d.pieces) == before
    assert (d.cvp, d.evp) == (0, 0)


def test_the_lost_stay_on_the_list_with_their_reason_and_count_as_casualties() -> None:
    d = game(german=(at("g:4-6-7", "K12"), at("g:LMG", "K12", holder=0)))
    tell(d, '[units]\ng0 = "lost melee"')
    assert d.pieces[GERMAN][0].where is Where.LOST
    assert d.pieces[GERMAN][0].fate == "lost: melee"
    assert (d.cvp, d.accounts[GERMAN].suffered_now) == (2, 2)
    assert (d.pieces[GERMAN][1].holder, d.pieces[GERMAN][1].space) == (-1, find_hex("K12"))


def test_what_a_unit_has_goes_where_it_goes() -> None:
    d = game(german=(at("g:LMG", "K12", holder=1), at("g:4-6-7", "K12")))
    tell(d, '[units]\ng0 = "at K20"\ng1 = "at K20, level 1"')
    weapon, squad = d.pieces[GERMAN]
    assert (weapon.space, squad.space, squad.level, weapon.holder) == (find_hex("K20"),) * 2 + (1, 1)


def test_men_who_serve_a_vehicle_that_was_not_theirs_stay_in_it_where_it_goes() -> None:
    d = game(at("r:T-34-M43", "K45", holder=1), Piece("r:4-4-7", where=Where.ABOARD))
    tell(d, '[units]\nr0 = "at K40"')
    tank, crew = d.pieces[RUSSIAN]
    assert (tank.space, tank.holder, crew.where) == (find_hex("K40"), 1, Where.ABOARD)


def test_a_weapon_that_is_elsewhere_than_its_holder_was_dropped() -> None:
    d = game(german=(at("g:4-6-7", "K12"), at("g:LMG", "K12", holder=0)))
    tell(d, '[units]\ng0 = "at K20"\ng1 = "at K15, condition malfunction"')
    weapon = d.pieces[GERMAN][1]
    assert (weapon.space, weapon.holder, weapon.marks) == (find_hex("K15"), -1, Mark.MALFUNCTION)


def test_a_weapon_may_change_hands() -> None:
    d = game(german=(at("g:4-6-7", "K12"), at("g:LMG", "K12", holder=0), at("g:4-4-7", "K14")))
    tell(d, '[units]\ng1 = "held g2"')
    assert (d.pieces[GERMAN][1].holder, d.pieces[GERMAN][1].space) == (2, find_hex("K14"))


def test_conditions_come_and_go() -> None:
    german = (at("g:9-1", "K12"), at("g:StuG-IIIG", "K12", Mark.BOGGED))
    d = game(german=german)
    tell(d, '[units]\ng0 = "condition wounded, condition broken"\ng1 = "mended bogged, condition stunned"')
    assert d.pieces[GERMAN][0].marks == Mark.WOUNDED | Mark.BROKEN
    assert d.pieces[GERMAN][1].marks == Mark.STUNNED


@rule("OTO 7.5132a")
def test_each_machine_gun_that_a_vehicle_has_is_told_of_by_itself() -> None:
    d = game(at("r:KV-1S", "K50"), at("r:KV-8", "K51", Mark.AAMG_ABSENT), at("r:SU-76M", "K52"))
    tell(
        d, '[units]\nr0 = "condition cmg-malfunction, condition rmg-disabled"\nr1 = "condition bmg-disabled"'
    )
    assert [piece.marks for piece in d.pieces[RUSSIAN]] == [
        Mark.CMG_MALFUNCTION | Mark.RMG_DISABLED,
        Mark.AAMG_ABSENT | Mark.BMG_DISABLED,
        0,
    ]
    for unit, word in ((0, "aamg-malfunction"), (1, "aamg-malfunction"), (2, "bmg-malfunction")):
        d = game(at("r:KV-1S", "K50"), at("r:KV-8", "K51", Mark.AAMG_ABSENT), at("r:SU-76M", "K52"))
        faults = apply(d, read(BOOK, f'[units]\nr{unit} = "condition {word}"'))
        assert faults == [f"r{unit}: a vehicle can't be in this condition"]
    disabled = game(at("r:KV-1S", "K50", Mark.CMG_DISABLED | Mark.BMG_MALFUNCTION))
    assert apply(disabled, read(BOOK, '[units]\nr0 = "mended cmg-disabled"')) == ["r0: that lasts"]
    tell(disabled, '[units]\nr0 = "mended bmg-malfunction"')
    assert disabled.pieces[RUSSIAN][0].marks == Mark.CMG_DISABLED


def test_a_prisoner_is_with_his_guard_and_leaves_his_weapon() -> None:
    d = game(at("r:4-4-7", "K45"), german=(at("g:4-6-7", "K12", Mark.BROKEN), at("g:LMG", "K12", holder=0)))
    tell(d, '[units]\ng0 = "captured, at K13"\nr0 = "at K13"')
    prisoner, weapon = d.pieces[GERMAN]
    assert (prisoner.marks, prisoner.holder, prisoner.space) == (Mark.PRISONER, 0, find_hex("K13"))
    assert (weapon.holder, weapon.space) == (-1, find_hex("K12"))


def test_captured_equipment_is_marked_so() -> None:
    d = game(at("r:4-4-7", "K12"), german=(at("g:LMG", "K12"), at("g:StuG-IIIG", "K12")))
    tell(d, '[units]\ng0 = "captured"\ng1 = "captured"')
    assert d.pieces[GERMAN][0].marks == Mark.CAPTURED
    assert d.pieces[GERMAN][1].marks == Mark.CAPTURED | Mark.ABANDONED


@pytest.mark.parametrize(("kind", "points"), [("g:2-4-7", 1), ("g:4-4-7", 0), ("g:2-3-7", 1), ("g:4-6-8", 0)])
def test_a_squad_is_reduced_replaced_or_hardened(kind: str, points: int) -> None:
    d = game(german=(at("g:4-6-7", "K12"),))
    tell(d, f'[units]\ng0 = "became {kind}"')
    assert (d.pieces[GERMAN][0].kind, d.cvp) == (kind, points)


def test_a_squad_may_have_deployed_and_a_hero_may_have_come_of_it() -> None:
    d = game(german=(at("g:4-6-7", "K12"),))
    tell(d, '[units]\ng0 = "deployed, raised g:hero"')
    assert [piece.kind for piece in d.pieces[GERMAN]] == ["g:2-4-7", "g:2-4-7", "g:hero"]
    assert {piece.space for piece in d.pieces[GERMAN]} == {find_hex("K12")}
    assert d.cvp == 0


def test_a_wreck_is_left_and_a_crew_that_bailed_out_is_no_casualty() -> None:
    d = game(german=(at("g:StuG-IIIG", "K12"), at("g:StuG-IIIG", "K14"), at("g:AL-9-1", "K14", holder=1)))
    tell(d, '[units]\ng0 = "bailed, lost wrecked"\ng1 = "lost burnt"')
    assert [(work.what, work.of) for work in d.works] == [
        (Works.WRECK, "g:StuG-IIIG"),
        (Works.BURNING_WRECK, "g:StuG-IIIG"),
    ]
    assert [piece.kind for piece in d.pieces[GERMAN] if piece.where is Where.MAP] == ["g:1-2-7"]
    assert d.cvp == (6 - 2) + 6 + 2


@rule("OTO CG14.q1")
def test_who_leaves_by_the_far_edge_earns_points_and_is_no_casualty() -> None:
    d = game(at("r:T-34-M43", "K12"), at("r:AL-8-1", "K12", holder=0), german=(at("g:4-6-7", "K20"),))
    tell(d, '[units]\nr0 = "exited"')
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.EXITED, Where.EXITED]
    assert (d.evp, d.accounts[RUSSIAN].suffered) == (7 + 2, 0)
    assert Exited() not in Telling(GERMAN, Unit(0)).answers(d)


def test_a_charge_that_was_used_up_keeps_the_roll() -> None:
    d = game(german=(at("g:8-3-8", "K12"), at("g:DC", "K12", holder=0)))
    tell(d, '[units]\ng1 = "spent 7"')
    assert (d.pieces[GERMAN][1].where, d.pieces[GERMAN][1].spent) == (Where.LOST, 7)
    assert Expended(7) not in Telling(GERMAN, Unit(0)).answers(d)


def test_control_passes_by_word_and_where_only_one_side_stands() -> None:
    d = game(at("r:4-4-7", "K45"))
    tell(d, '[units]\nr0 = "at K20"\n[control]\nrussian = ["A1", "K30"]')
    for name in ("K20", "K30", "A1"):
        assert d.control[RUSSIAN] >> find_hex(name) & 1
        assert not d.control[GERMAN] >> find_hex(name) & 1
    assert d.edge[RUSSIAN] >> find_hex("A1") & 1
    assert not d.edge[GERMAN] >> find_hex("A1") & 1
    assert d.edge[GERMAN] & WEST == WEST & ~(1 << find_hex("A1"))


def test_what_was_done_to_the_ground_and_the_rain_stay() -> None:
    d = game(works=(Work(Works.WIRE, find_hex("K12"), GERMAN), Work(Works.WIRE, find_hex("K13"), GERMAN)))
    tell(d, 'rained = true\n[now]\nshellholes = ["K12"]\n[gone]\nwire = ["K12"]')
    assert [(work.what, work.space) for work in d.works] == [
        (Works.WIRE, find_hex("K13")),
        (Works.SHELLHOLES, find_hex("K12")),
    ]
    assert d.rained


def test_modules_that_fired_are_used_and_a_bombardment_is_gone() -> None:
    lines = [offer.id for offer in BOOK.charts[RUSSIAN]]
    groups = ((), (Group(lines.index("O1"), 1), Group(lines.index("B1"), 1), Group(lines.index("I1"), 1)))
    d = game(groups=groups)
    tell(d, "[used]\nrussian = [0, 1]")
    assert [(group.used, group.gone) for group in d.groups[RUSSIAN]] == [
        (True, ""),
        (True, "fired"),
        (False, ""),
    ]


def test_the_common_part_holds_only_when_it_is_agreed() -> None:
    d = game(at("r:4-4-7", "K45"))
    space = find_hex("K30")
    d.frames[:] = [Settling(RUSSIAN)]
    play(d, Sector(sector_of(d, space)), Holds(RUSSIAN, space), Settled())
    assert not d.control[RUSSIAN] >> space & 1
    assert d.frames == [Agreeing(GERMAN, ("russian:K30",))]
    play(d, Agree())
    assert d.control[RUSSIAN] >> space & 1
    assert d.frames == []


def test_an_objection_has_it_told_anew_and_after_two_the_word_of_the_attacker_stands() -> None:
    d = game(at("r:4-4-7", "K45"))
    space = find_hex("K30")
    d.frames[:] = [Settling(RUSSIAN)]
    for _ in range(2):
        play(d, Sector(sector_of(d, space)), Holds(RUSSIAN, space), Settled(), Object())
        assert isinstance(d.frames[-1], Settling)
        assert d.frames[-1].facts == ()
    play(d, Settled())
    top = d.frames[-1]
    assert isinstance(top, Agreeing)
    assert not top.still_asks(d)
    assert d.frames == []
    assert not d.control[RUSSIAN] >> space & 1


def test_each_side_tells_of_its_own_units_and_of_each_once() -> None:
    d = game(at("r:4-4-7", "K45"), german=(at("g:4-6-7", "K12"),))
    assert d.frames == [Settling(RUSSIAN), Reporting(RUSSIAN), Reporting(GERMAN)]
    top = d.frames[-1]
    assert isinstance(top, Reporting)
    assert Tell(unit_of(RUSSIAN, 0)) not in top.answers(d)
    assert "other side" in top.why_not(d, Tell(unit_of(RUSSIAN, 0))).reason
    assert "never had" in top.why_not(d, Tell(unit_of(GERMAN, 5))).reason
    play(d, Tell(Unit(0)), Told())
    top = d.frames[-1]
    assert isinstance(top, Reporting)
    assert "already" in top.why_not(d, Tell(Unit(0))).reason


def test_the_ground_under_enemies_alone_can_not_be_told_to_be_ones_own() -> None:
    d = game(at("r:4-4-7", "K45"), german=(at("g:4-6-7", "K12"),))
    frame = Settling(RUSSIAN, sector=sector_of(d, find_hex("K12")))
    assert Holds(RUSSIAN, find_hex("K12")) not in frame.answers(d)
    assert Holds(RUSSIAN, find_hex("K13")) in frame.answers(d)
    assert "enemies" in frame.why_not(d, Holds(RUSSIAN, find_hex("K12"))).reason
    assert "before" in frame.why_not(d, Holds(RUSSIAN, find_hex("K50"))).reason


def test_hexes_are_told_sector_by_sector_so_that_no_question_has_too_many_answers() -> None:
    d = game(at("r:4-4-7", "K45"), german=(at("g:4-6-7", "K12"),))
    here, there = (sector_of(d, find_hex(name)) for name in ("K12", "K45"))
    assert len(Telling(GERMAN, Unit(0)).answers(d)) < 150
    placed = Telling(GERMAN, Unit(0), (), here).answers(d)
    assert Stands(find_hex("K12")) in placed
    assert not any(isinstance(act, Sector) for act in placed)
    assert "another sector" in Telling(GERMAN, Unit(0), (), here).why_not(d, Stands(Place(0))).reason
    first = Settling(RUSSIAN).answers(d)
    assert {Sector(here), Sector(there)} <= set(first)
    assert not any(isinstance(act, Holds) for act in first)
    inside = Settling(RUSSIAN, sector=here).answers(d)
    assert Sector(there) not in inside
    assert len(inside) < 300
    assert Sector(there) in Settling(RUSSIAN, sector=here, here=1).answers(d)


def play(d: Draft, *acts: Act) -> None:
    for act in acts:
        top = d.frames[-1]
        assert act in top.answers(d), act
        top.carry_out(d, act)


def test_the_acts_of_a_report_are_legal_one_by_one_and_read_back_from_their_texts() -> None:
    text = """
        rained = true
        [units]
        g0 = "at K14, condition broken"
        g1 = "lost wrecked"
        r0 = "became r:2-3-7"
        [control]
        german = ["K45"]
        [now]
        flame = ["K14"]
    """
    german = (at("g:4-6-7", "K12"), at("g:StuG-IIIG", "K12"))
    d, other = (game(at("r:4-4-7", "K43"), german=german) for _ in range(2))
    for act in acts_of(d, read(BOOK, text)):
        play(d, ACTS.read(ACTS.write(act)))
    tell(other, text)
    assert d.freeze() == other.freeze()
    assert any("agreed" in event.text for event in told(d))


def test_the_questions_read_back_from_their_texts() -> None:
    own = {"unit": piece_word(BOOK.sides), "space": hex_word(BOOK)}
    questions = QuestionTexts(
        (Reporting, Telling, Settling, Surveying, Agreeing), BOOK.sides, {**words(BOOK), **own}
    )
    space = find_hex("K12")
    for frame in (
        Reporting(GERMAN, (unit_of(GERMAN, 0), unit_of(GERMAN, 4))),
        Telling(RUSSIAN, unit_of(RUSSIAN, 3), ("at", "broken")),
        Settling(RUSSIAN, ("german:K12", "+flame:K14"), 1, space, 2),
        Surveying(RUSSIAN, space, ("-wire:K12",)),
        Agreeing(GERMAN, (), 2),
    ):
        assert questions.read(questions.write(frame)) == frame


@pytest.mark.parametrize("seed", range(20))
def test_random_reports_come_to_an_end_and_lose_no_unit_without_a_reason(seed: int) -> None:
    german = (
        at("g:4-6-7", "K12"),
        at("g:LMG", "K12", holder=0),
        at("g:StuG-IIIG", "K14"),
        at("g:AL-9-1", "K14", holder=2),
        at("g:2-2-8", "K15"),
        at("g:PaK-40", "K15", holder=4),
    )
    d = game(at("r:4-4-7", "K43"), at("r:FT", "K43", holder=0), at("r:8-1", "K43"), german=german)
    rng = Random(seed)
    for _ in range(2000):
        if not d.frames:
            break
        top = d.frames[-1]
        if isinstance(top, Agreeing) and not top.still_asks(d):
            continue
        listed = top.answers(d)
        brief = type(top) in ENDS and not rng.randrange(BRIEF)
        act = ENDS[type(top)] if brief else rng.choice(listed)
        assert act in listed
        top.carry_out(d, act)
    assert d.frames == []
    for side in d.pieces:
        for piece in side:
            assert bool(piece.fate) == piece.is_out
            assert piece.is_out or piece.space >= 0


def test_prisoners_who_are_led_off_the_map_count_twice() -> None:
    """A squad is worth 2, a 9-1 leader 1 and 1 for his modifier; a captured LMG nothing."""
    d = game(at("r:4-4-7", "P50"))
    captured = [at("g:4-6-7", "P50", Mark.PRISONER, holder=0), at("g:9-1", "P50", Mark.PRISONER, holder=0)]
    d.pieces[GERMAN][:] = [*captured, at("g:LMG", "P50", Mark.CAPTURED, holder=0)]
    exits.leave(d, unit_of(RUSSIAN, 0))
    assert d.cvp == 2 * (2 + 2)
    assert all(piece.is_out for piece in d.pieces[GERMAN])


def test_broken_men_gain_no_ground_but_keep_their_own() -> None:
    d = game(german=(at("g:4-6-7", "P52", Mark.BROKEN), at("g:4-6-7", "P20", Mark.BROKEN)))
    common.conclude(d, ())
    assert d.control[RUSSIAN] >> find_hex("P52") & 1
    assert d.control[GERMAN] >> find_hex("P20") & 1


@pytest.mark.parametrize(
    "act", [Ails("sleepy"), Mended("sleepy"), Became("g:9-9-9"), Expended(77), Storey(9)]
)
def test_what_there_is_not_is_refused_in_words(act: Act) -> None:
    d = game(german=(at("g:4-6-7", "P20"),))
    d.frames[:] = [Telling(GERMAN, unit_of(GERMAN, 0))]
    top = d.frames[-1]
    assert isinstance(top, Telling)
    assert act not in top.answers(d)
    assert top.why_not(d, act).reason


@rule("OTO CG13a", "OTO 7.5131c2")
def test_who_stayed_out_of_a_battle_has_nothing_to_tell_of_it() -> None:
    """A module that was withheld, a tank that is away for ammunition; and a cupola goes nowhere."""
    line = next(n for n, offer in enumerate(BOOK.charts[GERMAN]) if offer.id == "O1")
    d = game(
        german=(at("g:HMG-Cupola", "P20"), off("g:StuG-IIIG", where=Where.MAINTENANCE)),
        groups=((Group(line, 1, onboard=False), Group(line, 1)), ()),
    )
    top = d.frames[-1]
    assert isinstance(top, Reporting)
    assert top.answers(d) == [Tell(Unit(0)), Fired(1), *map(Sniped, range(3)), Reported()]
    assert "away" in top.why_not(d, Tell(Unit(1))).reason
    telling = Telling(GERMAN, Unit(0))
    d.frames.append(telling)
    assert not [act for act in telling.answers(d) if isinstance(act, Sector | Stands)]
    assert "move" in telling.why_not(d, Stands(find_hex("P21"))).reason


def test_a_crew_that_did_not_bail_out_is_lost_with_a_captured_vehicle() -> None:
    """Its own crew of 2 points, and men who serve it in their place."""
    crew = Piece("g:2-2-8", where=Where.ABOARD)
    d = game(
        at("r:4-4-7", "K12"),
        german=(
            at("g:StuG-IIIG", "K12", holder=1),
            crew,
            at("g:StuG-IIIG", "K12"),
            at("g:StuG-IIIG", "K12", Mark.ABANDONED),
        ),
    )
    tell(d, '[units]\ng0 = "captured"\ng2 = "captured"\ng3 = "captured"')
    assert d.pieces[GERMAN][1].where is Where.LOST
    assert [d.pieces[GERMAN][n].holder for n in (0, 2, 3)] == [-1] * 3
    assert d.accounts[GERMAN].suffered == 2 + 2


def test_who_serves_a_vehicle_that_leaves_is_gone_with_it() -> None:
    d = game(at("r:KV-1S", "P1", holder=1), Piece("r:2-2-8", where=Where.ABOARD))
    exits.leave(d, unit_of(RUSSIAN, 0))
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.EXITED] * 2
    assert d.evp == BOOK.counters["r:KV-1S"].points
