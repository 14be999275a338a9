"""7.508 Prisoners."""

from tests.campaign.desk import at, desk, isolate, nowhere

from berlin.campaign.aftermath import clearing, prisoners
from berlin.campaign.aftermath.prisoners import Custody, HandOver, Hold, Release
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where

GERMAN, RUSSIAN = BOTH
MAN = unit_of(GERMAN, 0)
K51 = find_hex("K51")


def held(*kinds: str, guard: str = "K50") -> Draft:
    """Russians guard Germans of these kinds in K50; others of them are in K51 and in P50."""
    captives = [at(kind, guard, Mark.PRISONER, holder=0) for kind in kinds]
    return desk(captives, [at("r:4-4-7", guard), at("r:4-4-7", "K51"), at("r:4-4-7", "P50")])


def in_pocket(*kinds: str) -> Draft:
    d = held(*kinds)
    isolate(d, "K50 K51", RUSSIAN)
    isolate(d, "P50", RUSSIAN)
    return d


def answered(d: Draft, act: Hold | HandOver | Release) -> None:
    frame = d.frames[-1]
    assert isinstance(frame, Custody)
    assert frame.still_asks(d)
    assert act in frame.answers(d)
    frame.carry_out(d, act)


@rule("OTO 7.508a", "OTO footnote.12")
def test_7_508_prisoners_of_a_guard_who_is_not_isolated_are_led_away_for_good() -> None:
    d = held("g:4-6-7", "g:9-1")
    clearing.begin(d)
    d.frames.clear()
    prisoners.begin(d)
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.LOST] * 2
    assert d.frames == []
    assert d.accounts[GERMAN].suffered == 0
    for step in (clearing.begin, prisoners.begin):
        step(d)
    assert all(piece.is_out for piece in d.pieces[GERMAN])


@rule("OTO 7.508a")
def test_7_508_clearing_the_map_does_not_bring_prisoners_home() -> None:
    d = held("g:4-6-7")
    d.control[GERMAN] |= 1 << find_hex("K50")
    clearing.begin(d)
    assert d.pieces[GERMAN][0].where is Where.MAP


@rule("OTO 7.508b")
def test_7_508_an_isolated_guard_holds_hands_over_within_his_area_or_lets_go() -> None:
    d = in_pocket("g:4-6-7")
    prisoners.begin(d)
    frame = Custody(RUSSIAN, (MAN,))
    assert d.frames == [frame]
    near, far = (unit_of(RUSSIAN, number) for number in (1, 2))
    assert frame.answers(d) == [Hold(), Release(), HandOver(near)]
    assert frame.why_not(d, HandOver(far)).rule == "OTO 7.508b"
    answered(d, HandOver(near))
    captive = d.pieces[GERMAN][0]
    assert (captive.holder, captive.space, captive.has(Mark.PRISONER)) == (1, K51, True)
    assert not Custody(RUSSIAN, ()).still_asks(d)
    assert d.frames == []


@rule("OTO 7.508b")
def test_7_508_each_prisoner_is_decided_about_once() -> None:
    d = in_pocket("g:4-6-7", "g:2-4-7")
    before = list(d.pieces[GERMAN])
    prisoners.begin(d)
    answered(d, Hold())
    assert d.frames == [Custody(RUSSIAN, (unit_of(GERMAN, 1),))]
    answered(d, Hold())
    assert d.frames == [Custody(RUSSIAN, ())]
    assert d.pieces[GERMAN] == before


@rule("OTO 7.508c")
def test_7_508_who_is_freed_comes_back_as_conscripts_of_equal_size_or_as_the_man_he_was() -> None:
    d = in_pocket("g:4-6-7", "g:2-4-8", "g:2-2-8", "g:9-1")
    d.mark(unit_of(GERMAN, 0), on=Mark.ENGINEER)
    d.mark(unit_of(GERMAN, 3), on=Mark.WOUNDED)
    prisoners.begin(d)
    for _ in range(4):
        answered(d, Release())
    assert [piece.kind for piece in d.pieces[GERMAN]] == ["g:4-3-6", "g:2-3-6", "g:2-3-6", "g:9-1"]
    assert all(nowhere(piece) and piece.where is Where.RETAINED for piece in d.pieces[GERMAN])
    assert [piece.marks for piece in d.pieces[GERMAN]] == [0, 0, 0, Mark.WOUNDED]
    assert [piece.holder for piece in d.pieces[GERMAN]] == [-1] * 4


@rule("OTO 7.508c")
def test_7_508_a_prisoner_without_a_guard_is_free() -> None:
    d = desk([at("g:4-4-7", "K50", Mark.PRISONER)])
    prisoners.begin(d)
    assert (d.pieces[GERMAN][0].kind, d.pieces[GERMAN][0].where) == ("g:4-3-6", Where.RETAINED)
    assert d.frames == []
