"""CG10 and 7.520: who sets up concealed, and who hidden."""

import pytest
from tests.campaign.desk import at, do, legal, off, question, refusal
from tests.games.orsha.siting import (
    GERMAN,
    RUSSIAN,
    concealed,
    hexes,
    new,
    put,
    set_up,
    take,
    turn_to,
    unit,
    why_not,
)

from berlin.campaign.deployment.limits import hides_too_many
from berlin.campaign.deployment.setup import Arrive, Lay, Lurk, Open, Ready, Reserve
from berlin.campaign.sectors import Put
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import BY_TERRAIN, START, find_hex, keys
from berlin.games.orsha.rules import deployment as entry
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works, label


def some(word: str, side: Seat, but: str = "") -> str:
    """A hex of a side with this terrain."""
    found = BY_TERRAIN[word] & START[side]
    return keys(found & ~BY_TERRAIN[but] if but else found)[0]


@rule("OTO CG10a", "OTO CG10d")
@pytest.mark.parametrize("word", ["brush", "grain", "open"])
def test_cg10_germans_set_up_concealed_wherever_russians_are(word: str) -> None:
    name = some(word, GERMAN)
    d = set_up([off("g:4-6-7"), off("g:StuG-IIIG")], [at("r:4-4-7", "K42")])
    assert concealed(put(d, 0, name))
    assert concealed(put(d, 1, name))
    assert d.accounts[GERMAN].fpp == 0


@rule("OTO CG10b", "OTO CG10d")
@pytest.mark.parametrize(
    ("word", "expected"),
    [("brush", True), ("woods", True), ("orchard", True), ("grain", True), ("open", False)],
)
def test_cg10_russian_infantry_is_concealed_in_concealment_terrain(word: str, expected: bool) -> None:
    name = some(word, RUSSIAN)
    d = set_up(russian=[off("r:4-4-7"), off("r:LMG", holder=0), off("r:T-34-M43")], turn=2)
    assert concealed(put(d, 0, name, side=RUSSIAN)) == expected
    assert concealed(d.pieces[RUSSIAN][1]) == expected
    assert not concealed(put(d, 2, name, side=RUSSIAN))


@rule("OTO CG10b", "OTO CG10d")
def test_cg10_rubble_and_pillboxes_conceal_and_burnt_ground_does_not() -> None:
    brush = find_hex(some("brush", RUSSIAN))
    works = [Work(Works.STONE_RUBBLE, find_hex("K50")), Work(Works.PILLBOX, find_hex("K51"))]
    d = set_up(works=[*works, Work(Works.OPEN, brush)])
    found = entry.thicket(d)
    assert hexes("K50", "K51") & found == hexes("K50", "K51")
    assert not found >> brush & 1


@rule("OTO CG10c", "OTO 7.520.hip.dummy")
def test_cg10_bought_counters_are_dummies_and_stack() -> None:
    dummy = Work(Works.DUMMY, owner=GERMAN)
    d = set_up(works=[dummy] * 4)
    for _ in range(2):
        do(d, Lay(label(dummy)))
        turn_to(d, find_hex("K20"))
        assert not [act for act in legal(d) if isinstance(act, Lurk)]
        do(d, Put(find_hex("K20")))
    assert [(work.space, work.hidden) for work in d.works[:2]] == [(find_hex("K20"), False)] * 2
    assert [work.space for work in d.works[2:]] == [-1, -1]


@rule("OTO CG10d")
def test_cg10_who_is_eligible_is_concealed_unless_his_owner_opens_him() -> None:
    d = set_up([off("g:4-6-7"), off("g:LMG", holder=0), off("g:4-6-7")], [off("r:4-4-7")])
    put(d, 0, "K20")
    put(d, 2, "K21")
    do(d, Open(unit(0)))
    assert [concealed(piece) for piece in d.pieces[GERMAN]] == [False, False, True]
    assert refusal(d, Open(unit(0))).rule == "OTO CG10d"
    do(d, Ready())
    assert d.frames[-1].seat == RUSSIAN
    assert refusal(d, Open(unit(2))).rule == "OTO CG10d"
    put(d, 0, some("grain", RUSSIAN), side=RUSSIAN)
    do(d, Open(unit(0, RUSSIAN)))
    assert not concealed(d.pieces[RUSSIAN][0])
    assert question(d) is None


def refused(d: Draft, number: int, name: str) -> str:
    found = why_not(d, number, Lurk(find_hex(name)))
    return found.rule if found else ""


@rule("OTO 7.520.hip.cost", "OTO 7.520.hip.double")
def test_who_has_paid_sets_up_hidden_and_in_shellholes_who_has_paid_twice() -> None:
    plain, trees = some("shellhole", GERMAN, "orchard"), some("orchard", GERMAN)
    d = set_up([off("g:4-6-7"), off("g:4-6-7", Mark.HIP), off("g:4-6-7", Mark.HIP | Mark.HIP_SHELLHOLES)])
    d.works.append(Work(Works.SHELLHOLES, find_hex(trees)))
    assert refused(d, 0, "K20") == "OTO 7.520.hip.cost"
    assert refused(d, 1, plain) == "OTO 7.520.hip.double"
    assert refused(d, 1, trees) == ""
    assert refused(d, 2, plain) == ""
    assert put(d, 1, trees, Lurk).has(Mark.HIDDEN)
    assert not concealed(d.pieces[GERMAN][1])


@rule("OTO 4.1d", "OTO 7.4.ihsr.5", "OTO 7.4.ihsr.5.q1")
def test_a_cupola_sets_up_hidden_only_where_that_is_granted_or_paid() -> None:
    d = set_up([off("g:HMG-Cupola"), off("g:HMG-Cupola", Mark.HIP)])
    assert refused(d, 0, "K20") == "OTO 4.1d"
    assert refused(d, 1, some("shellhole", GERMAN, "orchard")) == ""


PAID = Mark.HIP | Mark.HIP_SHELLHOLES


def company(squads: int, hidden: int, halves: int = 0) -> Draft:
    """So many squads to set up, then half-squads; the first have paid for hidden set-up, one too many."""
    paid = [off("g:4-6-7", PAID)] * (hidden + 1)
    return set_up([*paid, *[off("g:4-6-7")] * (squads - len(paid)), *[off("g:2-4-7")] * halves])


def line_up(d: Draft, numbers: range, kind: type[Put] | type[Lurk] = Put) -> None:
    for number in numbers:
        put(d, number, f"{'KP'[kind is Lurk]}{5 + number}", kind)


@rule("OTO 7.520.hip.limit", "OTO 7.520.q1")
@pytest.mark.parametrize(
    ("squads", "halves", "most"),
    [(10, 0, 1), (11, 0, 2), (9, 2, 1), (10, 1, 2), (20, 0, 2), (21, 0, 3), (24, 0, 3)],
)
@pytest.mark.parametrize("first", ("hidden", "seen", "both"))
def test_7_520_a_tenth_of_the_squads_may_be_hidden_in_whatever_order_they_are_placed(
    squads: int, halves: int, most: int, first: str
) -> None:
    d, every = company(squads, most, halves), squads + halves
    if first == "seen":
        line_up(d, range(most + 1, every))
    elif first == "both":
        line_up(d, range(most + 1, most + 4))
    line_up(d, range(most), Lurk)
    assert refused(d, most, "P40") == "OTO 7.520.hip.limit"
    if first == "hidden":
        line_up(d, range(most + 1, every))
        assert refused(d, most, "P40") == "OTO 7.520.hip.limit"
    assert not put(d, most, "P40").has(Mark.HIDDEN)


@rule("OTO 7.520.q1", "OTO 7.520.hip.limit")
def test_7_520_half_squads_are_hidden_by_halves_and_crews_and_men_are_not_counted() -> None:
    """Of ten squads' worth one may be hidden: two half-squads, and besides them whoever is no squad."""
    halves, others = [off("g:2-4-7", PAID)] * 3, [off("g:2-2-8", PAID), off("g:8-0", PAID)]
    d = set_up([*halves, *others, *[off("g:4-6-7")] * 8, off("g:2-4-7")])
    line_up(d, range(2), Lurk)
    assert refused(d, 2, "P40") == "OTO 7.520.hip.limit"
    line_up(d, range(3, 5), Lurk)


@rule("OTO 7.520.hip.limit", "OTO 7.520.q1")
def test_7_520_who_comes_from_off_board_is_kept_away_or_a_prisoner_is_not_counted() -> None:
    """Ten squads can set up, so one may hide; an eleventh of any of these kinds makes no difference."""
    away = Group(0, 2, onboard=False)
    for other in (
        new("g:4-6-7", group=0),
        off("g:4-6-7", where=Where.ENTERING),
        off("g:4-6-7", where=Where.LOST, fate="lost"),
        at("g:4-6-7", "K45", Mark.PRISONER, holder=0),
    ):
        ten = [*[off("g:4-6-7", PAID)] * 2, *[off("g:4-6-7")] * 8]
        d = set_up([*ten, other], [at("r:4-4-7", "K45")], groups=([away], []), turn=2)
        line_up(d, range(1), Lurk)
        assert refused(d, 1, "P40") == "OTO 7.520.hip.limit"


@rule("OTO 7.520.hip.limit")
def test_7_520_who_has_hidden_so_many_may_not_keep_too_many_others_off_the_map() -> None:
    """Two of twelve are hidden, so eleven must be on the map: one squad may stay away, or come in later."""
    d = company(12, 2)
    line_up(d, range(2), Lurk)
    assert why_not(d, 5, Reserve()) is None
    assert refusal(d, Ready()).rule == "OTO 7.520.hip.limit"
    take(d, 5)
    do(d, Reserve())
    west = find_hex("K1")
    for number, act in ((6, Reserve()), (6, Arrive(west)), (11, Reserve())):
        found = why_not(d, number, act)
        assert found is not None
        assert found.rule == "OTO 7.520.hip.limit"
    assert refusal(d, Ready()).rule == "OTO 7.520.hip.limit"
    line_up(d, range(2, 5))
    line_up(d, range(6, 12))
    do(d, Ready())


@rule("OTO 7.520.hip.limit")
def test_7_520_who_has_hidden_nobody_keeps_off_the_map_whom_he_likes() -> None:
    d = company(12, 2)
    line_up(d, range(3))
    assert why_not(d, 5, Reserve()) is None
    do(d, Ready())


@rule("OTO 7.520.hip.limit", "OTO 7.520.q1")
@pytest.mark.parametrize(
    ("squads", "halves", "most"), [(50, 0, 5), (50, 1, 6), (9, 1, 1), (10, 1, 2), (0, 1, 1)]
)
def test_7_520_a_tenth_of_all_squads_rounded_up_may_be_hidden(squads: int, halves: int, most: int) -> None:
    d = set_up([off("g:4-6-7")] * squads + [off("g:2-4-7")] * halves)
    assert not hides_too_many(d, GERMAN, most)
    assert hides_too_many(d, GERMAN, most + 0.5)
