"""CG10 and 7.520: who sets up concealed, and who hidden."""

import pytest
from tests.campaign.desk import at, do, legal, off, question, refusal
from tests.games.orsha.siting import GERMAN, RUSSIAN, concealed, hexes, put, set_up, turn_to, unit, why_not

from berlin.campaign.deployment.laying import label
from berlin.campaign.deployment.setup import Lay, Lurk, Open, Ready
from berlin.campaign.pieces import Mark
from berlin.campaign.sectors import Put
from berlin.campaign.works import Work, Works
from berlin.games.orsha import entry
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.ground import BY_TERRAIN, START, find_hex, keys
from berlin.kernel.proof import rule


def some(word: str, side: int, but: str = "") -> str:
    """A hex of a side with this terrain."""
    found = BY_TERRAIN[word] & START[side]
    return keys(found & ~BY_TERRAIN[but] if but else found)[0]


@rule("OTO CG10a")
@pytest.mark.parametrize("word", ["brush", "grain", "open"])
def test_cg10_germans_set_up_concealed_wherever_russians_are(word: str) -> None:
    name = some(word, GERMAN)
    d = set_up([off("g:4-6-7"), off("g:StuG-IIIG")], [at("r:4-4-7", "K42")])
    assert concealed(put(d, 0, name))
    assert concealed(put(d, 1, name))
    assert d.accounts[GERMAN].fpp == 0


@rule("OTO CG10b")
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


@rule("OTO CG10b")
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


@rule("OTO 7.520.hip.limit", "OTO 7.520.q1")
@pytest.mark.parametrize(("seen", "halves", "most"), [(8, 0, 1), (9, 0, 2), (8, 1, 2), (21, 0, 3)])
def test_a_tenth_of_the_squads_on_the_map_may_be_hidden(seen: int, halves: int, most: int) -> None:
    """Beside nine squads two may be, which makes eleven; beside eight one, since a second makes but ten."""
    paid = Mark.HIP | Mark.HIP_SHELLHOLES
    known = [off("g:4-6-7")] * seen + [off("g:2-4-7")] * halves
    d = set_up([*known, *[off("g:4-6-7", paid)] * (most + 1)])
    for number in range(len(known)):
        put(d, number, f"K{10 + number % 20}")
    for number in range(len(known), len(known) + most):
        put(d, number, f"P{number}", Lurk)
    assert refused(d, len(known) + most, "P30") == "OTO 7.520.hip.limit"
    assert not put(d, len(known) + most, "P30").has(Mark.HIDDEN)
