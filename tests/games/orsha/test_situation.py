"""A campaign as text, and back: all of it, whatever is asked; and what is no campaign, with its line."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from tests.campaign.desk import at, off

from berlin.campaign.aftermath import hardening, hatches, melee, prisoners
from berlin.campaign.aftermath.rally import Unloading
from berlin.campaign.deployment import scouting
from berlin.campaign.deployment.laying import Laying
from berlin.campaign.perimeters import drawing
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.perimeters.pockets import Pocket
from berlin.campaign.purchases import modules
from berlin.campaign.purchases.leaders import Leading
from berlin.campaign.purchases.prices import UNTOLD
from berlin.campaign.purchases.purchase import Shop
from berlin.campaign.purchases.strength import Spared
from berlin.campaign.refit import removal
from berlin.campaign.report import common, telling
from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.state.entries import Entries
from berlin.campaign.state.situation import Lines
from berlin.campaign.state.state import GERMAN, RUSSIAN, Account, Group, Line, State
from berlin.campaign.waiting import Waiting
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.sequence import COURSE
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Place, Seat, Unit
from berlin.kernel.play.question import AnyQuestion
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules.close_combat import Attack

KEY = bytes(range(32))
SPARSE = 200
"""Every so many answers a campaign is written and read, besides the first times that a question is asked."""
MOST = 1200


def same(state: State) -> str:
    """The text of a campaign, which is the same when it is read back."""
    text = GAME.write_situation(state)
    back = GAME.read_situation(text, KEY).state
    for field in state.__struct_fields__:
        assert getattr(back, field) == getattr(state, field), field
    assert _encoded(back) == _encoded(state)
    assert GAME.write_situation(back) == text
    return text


def _encoded(state: State) -> bytes:
    return msgspec.msgpack.encode(state, order="deterministic")


def begun(battles: str = "") -> Draft:
    d = Draft(GAME.set_up("orsha", KEY, {"battles": battles}))
    GAME.deal(d)
    COURSE.enter(d, 0)
    COURSE.run(d)
    return d


def table(*frames: AnyQuestion, **fields: Any) -> Draft:
    """A campaign with a few pieces, works and groups that questions can name."""
    d = Draft(GAME.set_up("orsha", KEY, {}))
    GAME.deal(d)
    d.pieces[0][:] = [at("g:4-6-7", "K12"), at("g:LMG", "K12", holder=0), off("g:9-1", group=0)]
    d.pieces[1][:] = [at("r:4-4-7", "K12"), at("r:T-34-M43", "K50", facing=2)]
    d.works[:] = [Work(Works.WIRE, find_hex("K12")), Work(Works.TRENCH, owner=GERMAN)]
    d.groups[0][:] = [Group(3, 1)]
    d.groups[1][:] = [Group(-1, 1), Group(2, 1)]
    d.frames[:] = frames or (Waiting(Seat(0)),)
    for name, value in fields.items():
        setattr(d, name, value)
    return d


G0, G1, R0, R1 = unit_of(GERMAN, 0), unit_of(GERMAN, 1), unit_of(RUSSIAN, 0), unit_of(RUSSIAN, 1)
K12, K13, K14, L3 = map(find_hex, ("K12", "K13", "K14", "L3"))
BOUT: dict[str, Any] = {
    "space": K12,
    "level": 1,
    "opened": 1,
    "serial": 1,
    "away": (G0, R0),
    "to": (K13, L3),
    "spent": (R0,),
    "ceased": 2,
    "aside": (G1,),
    "at": (R0, R1),
    "charge": melee.FAILED,
    "plans": (Attack((G0, G1), (R0,), True), Attack((R0,), (G0,), charge=True), Attack((R1,), (G1,))),
}
ASKED: tuple[AnyQuestion, ...] = (
    melee.Melees(Seat(1)),
    melee.Parting(Seat(0), **BOUT),
    melee.Assault(Seat(1), **BOUT),
    hatches.Hatches(Seat(1), K12, 0, (R1,)),
    Unloading(Seat(0)),
    drawing.Drawing(Seat(0), K13, (Marker(K12, K14, K13), Marker(K14, K12))),
    drawing.Drawing(Seat(1)),
    drawing.Drawing(Seat(1), NOWHERE, (Marker(K12, K14), Marker(K14, K12)), (K13, L3)),
    prisoners.Custody(Seat(0), (R0, R1)),
    hardening.Hardening(Seat(0), (K12, hardening.ANYWHERE, L3)),
    removal.Clearance(Seat(0), 2, 1, (0, 1), (R1,)),
    Spared(Seat(1), 1),
    Leading(Seat(0), G1),
    modules.Contact(Seat(1), 0),
    scouting.Inspecting(Seat(1), 2, (K12, L3)),
    Laying(Seat(0), True, "minefield-8-3-field-1"),
    Shop(Seat(0), ("german.I1", "german.G2")),
    telling.Telling(Seat(0), G0, ("at", "aamg-malfunction")),
    common.Settling(Seat(1), ("german:K12", "+AT-ditch:K13", "rained"), 1, NOWHERE, 3),
    common.Surveying(Seat(1), K12, ("-wire:K12",)),
    common.Agreeing(Seat(0), ("-wire:K12",), 2),
    Waiting(Seat(1)),
)


@pytest.mark.parametrize("frame", ASKED, ids=lambda frame: type(frame).__name__)
def test_an_open_question_comes_back(frame: AnyQuestion) -> None:
    same(table(Waiting(Seat(0)), frame).freeze())


def test_every_field_of_every_question_has_its_word() -> None:
    """A field that is no number, and is written as one, could not be read."""
    d = table()
    lines = Lines(d, Entries(d.book))
    plain: dict[Any, Any] = {Seat: Seat(0), Unit: Unit(0), Place: K12, int: 0, bool: True, str: "trench"}
    for kind in QUESTIONS:
        values: dict[str, Any] = {}
        for field in msgspec.structs.fields(kind):
            values[field.name] = -1 if field.name == "sector" else plain.get(field.type, ())
        frame = kind(**values)
        assert lines.read(lines.write(frame)) == frame


@pytest.mark.slow
@pytest.mark.parametrize(("battles", "seed"), [("", 1), ("report", 2), ("each", 3)])
def test_a_campaign_comes_back_at_any_point(battles: str, seed: int) -> None:
    rng = random.Random(seed)
    d = begun(battles)
    seen: Counter[type[AnyQuestion]] = Counter()
    for number in range(MOST):
        if not d.frames:
            break
        top = d.frames[-1]
        seen[type(top)] += 1
        if seen[type(top)] == 1 or number % SPARSE == 0:
            same(d.freeze())
        top.carry_out(d, rng.choice(top.answers(d)))
        COURSE.run(d)
    assert len(seen) > 5
    same(d.freeze())


def test_a_campaign_that_is_over_comes_back() -> None:
    d = table(turn=4, stage=COURSE.names.index("7.503"), over=2, verdict='The "end": 3 = 3', winner=1, left=4)
    d.frames.clear()
    text = same(d.freeze())
    assert 'over = "russian"' in text


def test_all_that_lies_on_the_map_comes_back() -> None:
    d = table(weather="Rain", ground="Moist", wind="Mild breeze, NW", rained=True, counting=False, rolls=17)
    ground = 1 << K12 | 1 << K13 | 1 << L3
    d.given = (3, 4)
    d.control[0] |= ground
    d.control[1] |= ground
    d.had[1], d.had_edge[0], d.edge[1], d.fronts[0] = 0, 1 << L3, 0, ground
    d.zones += [Area(ground, "D"), Area(1 << K14, "C", RUSSIAN)]
    pockets = (Pocket(ground, 1 << K12), Pocket(1 << K14, 0))
    d.outlines[0] = msgspec.structs.replace(d.outlines[0], pockets=pockets, main_front=1 << K14)
    d.markers[1] = (Marker(K12, K14, K13), Marker(K14, K12))
    d.cvp, d.evp, d.before = 12, 3, (5, 1)
    d.account(RUSSIAN, cpp=7, bought=(1,) + (0,) * (len(d.book.charts[1]) - 1), recon=2)
    d.groups[0].append(
        Group(-1, 2, ammo="scarce", radio=False, observer=UNTOLD, registered=(K12, UNTOLD), of=0)
    )
    text = same(d.freeze())
    assert 'wind = "Mild breeze, NW"' in text
    assert 'area = ["K12-13", "L3"]' in text
    assert 'markers = ["K12>K14/K13", "K14>K12"]' in text
    assert 'registered = ["K12", "untold"]' in text


FULL: tuple[msgspec.Struct, ...] = (
    Piece("g:PaK-40", 0, Where.ENTERING, K12, 1, 2, 3, 1, Mark.NEW | Mark.SEEN, K13, "lost", 7),
    Work(Works.WRECK, K12, RUSSIAN, True, 6, 3, 135, "r:KV-1-M42", 4, 2, True, True),
    Group(1, 2, True, False, True, "scarce", False, K13, 3, (K12, UNTOLD), True, True, "recalled", 9, 0, 5),
    Line(1, RUSSIAN, 7, 6, (3, 4), b"\x05", "report", "Overcast", "Wet"),
)


@pytest.mark.parametrize("full", FULL, ids=lambda full: type(full).__name__)
def test_every_field_of_an_entry_comes_back(full: Any) -> None:
    for field in msgspec.structs.fields(full):
        assert getattr(full, field.name) != field.default, f"{field.name} is not tried"
    d = table()
    into: dict[type[Any], list[Any]] = {
        Piece: d.pieces[0],
        Work: d.works,
        Group: d.groups[0],
        Line: d.history,
    }
    into[type(full)].append(full)
    same(d.freeze())


def test_every_field_of_a_roster_comes_back() -> None:
    d = table()
    chart, ware = len(d.book.charts[0]), len(d.book.market.fortifications)
    once = {
        "bought": (*(0,) * (chart - 1), 1),
        "today": (1, *(0,) * (chart - 1)),
        "works": (0, 7) * (ware // 2),
    }
    plain = [field for field in Account.__struct_fields__ if field not in once]
    d.account(GERMAN, **once, **{field: number for number, field in enumerate(plain, start=1)})
    same(d.freeze())


def test_a_piece_is_one_readable_line() -> None:
    d = table()
    marks = Mark.BROKEN | Mark.AAMG_MALFUNCTION
    d.pieces[1][0] = at("r:4-4-7", "K12", marks, level=1, group=1)
    d.pieces[1].append(off("r:LMG", Mark.CAPTURED, holder=0))
    d.pieces[1].append(off("r:8-0", where=Where.LOST, space=K13, fate="shot"))
    lines = same(d.freeze()).split("\n")
    assert 'g0 = { kind = "g:4-6-7", hex = "K12" }' in lines
    assert 'g1 = { kind = "g:LMG", hex = "K12", holder = "g0" }' in lines
    broken = (
        'r0 = { kind = "r:4-4-7", hex = "K12", level = 1, marks = ["broken", "aamg-malfunction"], group = 1 }'
    )
    assert broken in lines
    assert 'r2 = { kind = "r:LMG", holder = "g0", marks = ["captured"] }' in lines
    assert 'r3 = { kind = "r:8-0", where = "lost", hex = "K13", fate = "shot" }' in lines


def test_what_is_not_said_is_as_when_a_campaign_begins() -> None:
    step = GAME.read_situation('game = "orsha"\n[pieces]\ng0 = { kind = "g:4-6-7", hex = "k12" }\n', KEY)
    fresh = GAME.set_up("orsha", KEY, {})
    (squad,) = step.state.pieces[0]
    assert step.state.frames
    assert (step.state.control, step.state.edge) == (fresh.control, fresh.edge)
    assert (squad.where, squad.space) == (Where.MAP, K12)


@pytest.mark.parametrize("stage", COURSE.names)
def test_a_situation_may_begin_with_any_step(stage: str) -> None:
    text = f'game = "orsha"\nstage = "{stage}"\n[pieces]\ng0 = {{ kind = "g:4-6-7", hex = "K12" }}\n'
    state = GAME.read_situation(text, KEY).state
    assert state.over or state.frames[-1].answers(Draft(state))


SQUAD = 'kind = "g:4-6-7"'
BAD = [
    ("[pieces]\n\ng0 = { kind = 'g:9-9-9' }", 3, "g0: kind: 'g:9-9-9' is not a kind of counter"),
    ("[pieces]\ng0 = { kind = 'r:4-4-7' }", 2, "g0 is a counter of the other side"),
    ("[pieces]\ng0 = { hex = 'K12' }", 2, "g0: it lacks its kind"),
    (f"[pieces]\ng0 = {{ {SQUAD}, hex = 'K99' }}", 2, "g0: hex: 'K99' is not a hex of this map"),
    (f"[pieces]\ng0 = {{ {SQUAD} }}\ng0 = {{ {SQUAD} }}", 3, "g0 stands twice in the situation"),
    (f"[pieces]\ng0 = {{ {SQUAD} }}\ng2 = {{ {SQUAD} }}", 3, "g2 stands here, but there is no g1"),
    (f"[pieces]\nx0 = {{ {SQUAD} }}", 2, "'x0' is no name of a piece, like g0 or r0"),
    (f"[pieces]\ng00 = {{ {SQUAD} }}", 2, "'g00' is no name of a piece, like g0 or r0"),
    (f"[pieces]\ng0 = {{ {SQUAD}, holder = 'g7' }}", 2, "g0 is held by nobody who is there"),
    (f"[pieces]\ng0 = {{ {SQUAD}, holder = 'g0' }}", 2, "g0: it holds itself"),
    (f"[pieces]\ng0 = {{ {SQUAD}, holder = 'r0' }}", 2, "g0: it is held by one of the other side"),
    (
        f"[pieces]\ng0 = {{ {SQUAD}, holder = 'g1', marks = ['prisoner'] }}",
        2,
        "g0: it is captured, or a prisoner: its holder is of the other side",
    ),
    (f"[pieces]\ng0 = {{ {SQUAD}, marks = ['sleepy'] }}", 2, "g0: marks: 'sleepy' is not a mark"),
    (f"[pieces]\ng0 = {{ {SQUAD}, marks = 'broken' }}", 2, "g0: marks: a list is needed, not 'broken'"),
    (f"[pieces]\ng0 = {{ {SQUAD}, where = 'map' }}", 2, "g0: it is on the map, but in no hex"),
    (f"[pieces]\ng0 = {{ {SQUAD}, where = 'moon' }}", 2, "g0: where: 'moon' is not a box or the map"),
    (f"[pieces]\ng0 = {{ {SQUAD}, where = 'lost' }}", 2, "g0 is gone, and nobody knows why"),
    (f"[pieces]\ng0 = {{ {SQUAD}, group = 0 }}", 2, "g0: there is no german-0"),
    (
        f"[pieces]\ng0 = {{ {SQUAD}, level = true }}",
        2,
        "g0: level: a number from -9 to 9 is needed, not True",
    ),
    (f"[pieces]\ng0 = {{ {SQUAD}, color = 1 }}", 2, "g0: 'color' has no place in it"),
    ("[pieces]\ng0 = 7", 2, "g0: an entry in braces is needed, not 7"),
    ("[works]\nw0 = { what = 'castle' }", 2, "w0: what: 'castle' is not a thing on the ground"),
    ("[works]\nw0 = { what = 'wire', owner = 'swiss' }", 2, "w0: owner: 'swiss' is not a side"),
    (
        "[groups]\nrussian-0 = { date = 1, line = 'Q9' }",
        2,
        "russian-0: line: 'Q9' is not a line of the chart",
    ),
    ("[groups]\ngerman-0 = { date = 9 }", 2, "german-0: date: a number from 1 to 4 is needed, not 9"),
    ("[groups]\ngerman-0 = { date = 1, of = 3 }", 2, "german-0: there is no german-3"),
    ("[zones]\nz0 = { kind = 'E', hexes = [] }", 2, "z0: kind: 'E' is not a type of Isolated Area"),
    ("[history]\nh0 = { date = 1, winner = 'german' }", 2, "h0: it lacks its points"),
    ("[german]\ncpp = 3\ncontrol = ['K1-3', 'K40-99']", 3, "control: 'K54' is not a hex of this map"),
    ("[german]\ncontrol = ['K9-3']", 2, "control: 'K9-3' is not a hex of this map"),
    ("[german]\ncontrol = ['K1']\n[russian]\ncontrol = ['K1']", 0, "K1: both sides Control it"),
    ("[german]\nmarkers = ['K12']", 2, "markers: 'K12' is not a marker, like K12>K15"),
    ("[german]\npockets = [{ area = ['K1'] }]", 2, "pockets: it lacks its front"),
    ("[german]\nelr = 4\ncpp = -3", 1, "german has spent more than it had"),
    ("[russian]\nbought = { I1 = 99 }", 1, "russian has bought too many I1"),
    ("[german]\nelr = 4\nsan = 'high'", 3, "san: a number from -1000000 to 1000000 is needed, not 'high'"),
    ("[points]\nbefore = [1]", 2, "before: a number for each side is needed, not [1]"),
    ("[german]\nmen = 3", 2, "'men' has no place in [german]"),
    ("\nweather = 'Snow'", 2, "'Snow' is no weather (one of: Overcast, Rain, Clear, Clear & Gusty)"),
    ("way = 'dice'", 1, "'dice' is no way (one of: model, report, each)"),
    ("over = 'german'", 1, "a campaign that was fought to its end has a verdict, and no other"),
    (
        "over = 'resigned german'\nverdict = 'x'",
        1,
        "a campaign that was fought to its end has a verdict, and no other",
    ),
    (
        "over = 'resigned nobody'",
        1,
        "'resigned nobody' is no over (one of: german, russian, resigned german, resigned russian)",
    ),
    ("turn = 5", 1, "turn is a number from 1 to 4, not 5"),
    ("turn = 4\nstage = '7.510'", 2, "the last date is over before 7.510"),
    ("game = 'race'", 1, "this situation is of another game"),
    ("open = ['Shop swiss']", 1, "'Shop swiss' is no open question of this game"),
    ("open = ['Custody german units=r0']", 1, "'Custody german units=r0' is no open question of this game"),
    ("open = ['Contact german group=0']", 1, "'Contact german group=0' is no open question of this game"),
    ("open = ['Contact german group=-1']", 1, "'Contact german group=-1' is no open question of this game"),
    (
        "open = ['Clearance german tried=w0']",
        1,
        "'Clearance german tried=w0' is no open question of this game",
    ),
    (
        "open = ['Inspecting german left=1 sector=K12']",
        1,
        "'Inspecting german left=1 sector=K12' is no open question of this game",
    ),
    (
        "open = ['Parting german space=K12 level=0 plans=0>1']",
        1,
        "'Parting german space=K12 level=0 plans=0>1' is no open question of this game",
    ),
]


@pytest.mark.parametrize(("text", "line", "reason"), BAD, ids=lambda value: str(value)[:50])
def test_what_is_no_campaign_is_refused_in_one_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadText) as caught:
        GAME.read_situation(text, KEY)
    assert (caught.value.reason, caught.value.line) == (reason, line)
