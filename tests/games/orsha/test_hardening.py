"""7.511 to 7.5114: the order of the step, Battle Hardening of MMC and leaders, and who comes first."""

import pytest
from tests.campaign.desk import at, desk, isolate, off, told

from berlin.campaign.aftermath import hardening
from berlin.campaign.aftermath.commanders import Mounting
from berlin.campaign.aftermath.hardening import (
    ANYWHERE,
    Commission,
    Forgo,
    Harden,
    Hardening,
    Leadership,
    Promotion,
    Split,
    Weigh,
)
from berlin.campaign.state.state import Account
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.board.tables import RESULTS
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where

GERMAN, RUSSIAN = BOTH
NONE = (6, 6)
"""A DR that hardens no MMC."""
ANY = Hardening(GERMAN, (ANYWHERE,))
LADDER = ("10-2", "9-2", "9-1", "8-1", "8-0", "8-0", "7-0", "7-0", "6+1")


def kinds(d: Draft, side: Seat = GERMAN) -> list[str]:
    return [piece.kind for _, piece in d.at_hand(side)]


def does(d: Draft, act: Act) -> None:
    """The answer to the question on top, if that is still asked."""
    assert d.frames[-1].still_asks(d)
    assert act in d.frames[-1].answers(d)
    d.frames[-1].carry_out(d, act)


def slots(d: Draft, side: Seat = GERMAN) -> tuple[int, ...]:
    return next(frame.slots for frame in d.frames if isinstance(frame, Hardening) and frame.seat == side)


@rule("OTO 7.511")
def test_7_511_half_squads_then_mmc_then_leaders_then_armor_leaders() -> None:
    leader = off("g:AL-9-1")
    d = desk([off("g:2-4-7"), off("g:2-4-7"), off("g:hero"), off("g:8-1", Mark.HEROIC), leader])
    hardening.begin(d)
    order = {"recombined": "7.5111", "hero": "7.5112a", "roll": "7.5112b", "hardened": "7.5113a"}
    assert [event.kind for event in told(d)] == ["recombined", "hero", "roll", "roll", "hardened"]
    assert all(f"OTO {order[event.kind]}" in event.rules for event in told(d))
    assert [(type(frame), frame.seat) for frame in d.frames] == [
        (Mounting, GERMAN),
        (Leadership, RUSSIAN),
        (Leadership, GERMAN),
        (Hardening, RUSSIAN),
        (Hardening, GERMAN),
    ]


@rule("OTO 7.5112a")
def test_7_5112_each_hero_is_gone_and_lets_one_mmc_of_choice_battle_harden() -> None:
    d = desk([off("g:hero"), off("g:hero"), *[off("g:4-6-7")] * 3], dice=[*NONE, *NONE])
    hardening.begin(d)
    assert slots(d) == (ANYWHERE, ANYWHERE)
    does(d, Harden(Unit(4)))
    does(d, Harden(Unit(2)))
    assert kinds(d) == ["g:4-6-8", "g:4-6-7", "g:4-6-8"]
    assert d.accounts[GERMAN].suffered == 0
    assert not Hardening(GERMAN, ()).still_asks(d)


@rule("OTO 7.5112a")
def test_7_5112_a_heroic_leader_is_no_hero() -> None:
    d = desk([off("g:9-1", Mark.HEROIC), off("g:4-6-7")], dice=[*NONE, *NONE])
    hardening.begin(d)
    assert slots(d) == ()
    assert len(kinds(d)) == 2


@rule("OTO 7.5112a")
def test_7_5112_an_isolated_hero_hardens_in_his_own_area_only() -> None:
    d = desk(
        [at("g:hero", "K50"), at("g:4-6-7", "K51"), off("g:4-6-7"), at("g:4-6-7", "P50")], dice=[*NONE, *NONE]
    )
    isolate(d, "K50 K51", GERMAN)
    isolate(d, "P50", GERMAN)
    hardening.begin(d)
    frame = Hardening(GERMAN, (find_hex("K50"),))
    assert slots(d) == frame.slots
    assert frame.answers(d) == [Forgo(), Harden(Unit(1))]
    for number in (2, 3):
        assert frame.why_not(d, Harden(Unit(number))).rule == "OTO 7.5112a"


@rule("OTO 7.5112b")
@pytest.mark.parametrize(
    ("final", "number"),
    [(-2, 4), (-1, 4), (0, 3), (1, 3), (2, 2), (3, 2), (4, 2), (5, 1), (6, 1), (7, 0), (12, 0)],
)
def test_7_5112_how_many_mmc_battle_harden(final: int, number: int) -> None:
    assert RESULTS["hardening.mmc"].result(final) == str(number)


@rule("OTO 7.5112b")
def test_7_5112_each_side_has_one_dr_which_the_other_does_not_see() -> None:
    d = desk([off("g:4-6-7")], [off("r:4-4-7")], dice=[1, 1, 2, 3])
    hardening.begin(d)
    assert (slots(d), slots(d, RUSSIAN)) == ((ANYWHERE,) * 2, (ANYWHERE,))
    rolls = [event for event in told(d) if event.kind == "roll"]
    assert [event.seat for event in rolls] == [GERMAN, RUSSIAN]
    for event in rolls:
        assert event.veil
        assert not any(sign in event.veil for sign in "0123456789")
    assert d.rolls == 4


@rule("OTO 7.5112c", "OTO 7.5112.q1", "OTO 7.5112b")
@pytest.mark.parametrize(("inflicted", "drm"), [(0, 0), (29, 0), (30, -1), (59, -1), (60, -2), (90, -3)])
def test_7_5112_casualties_inflicted_in_the_last_scenario_help(inflicted: int, drm: int) -> None:
    accounts = (Account(suffered_now=7, suffered=500), Account(suffered_now=inflicted, suffered=900))
    d = desk(accounts=accounts)
    assert RESULTS["hardening.mmc"].tally(0, hardening.reasons_mmc(d, GERMAN)).total == drm


@rule("OTO 7.5112c", "OTO 7.5112b")
def test_7_5112_the_winner_has_three_less() -> None:
    d = desk([off("g:4-6-7")], [off("r:4-4-7")], dice=[4, 4, 4, 4], winner=GERMAN)
    hardening.begin(d)
    assert (slots(d), slots(d, RUSSIAN)) == ((ANYWHERE,), ())


@rule("OTO 7.5112d", "OTO 7.5112.q2")
@pytest.mark.parametrize("kind", ["g:4-6-8", "g:8-3-8", "g:2-4-8", "g:2-2-8", "g:1-2-7"])
def test_7_5112_elite_mmc_and_crews_give_a_leader_instead(kind: str) -> None:
    d = desk([off(kind), off("g:4-6-7")])
    d.frames.append(ANY)
    assert ANY.why_not(d, Harden(Unit(0))).rule == "OTO 7.5112d"
    assert ANY.why_not(d, Commission(Unit(1))).rule == "OTO 7.5112d"
    does(d, Commission(Unit(0)))
    assert kinds(d) == [kind, "g:4-6-7", "g:8-0"]


@rule("OTO 7.5112d")
def test_7_5112_all_mmc_but_elite_and_crews_can_be_hardened() -> None:
    elite = {key for key, one in COUNTERS.items() if one.is_mmc and (one.grade == 3 or one.sort is Sort.CREW)}
    assert {key for key, one in COUNTERS.items() if one.is_mmc and not one.harder} == elite


@rule("OTO 7.5112.q2", "OTO 7.5112d")
def test_7_5112_two_slots_and_only_elite_mmc_give_up_to_two_leaders() -> None:
    pieces = [off("r:6-2-8"), off("r:6-2-8")]
    for taken, men in ((2, ["r:8-0"] * 2), (1, ["r:8-0"]), (0, [])):
        d = desk([], pieces)
        d.frames.append(Hardening(RUSSIAN, (ANYWHERE, ANYWHERE)))
        for number in range(2):
            does(d, Commission(unit_of(RUSSIAN, number)) if number < taken else Forgo())
        assert kinds(d, RUSSIAN) == ["r:6-2-8"] * 2 + men


@rule("OTO 7.5112d")
def test_7_5112_no_mmc_battle_hardens_twice_in_one_reph() -> None:
    d = desk([off("g:4-4-7"), off("g:4-4-7")])
    d.frames.append(Hardening(GERMAN, (ANYWHERE,) * 3))
    does(d, Harden(Unit(0)))
    assert ANY.why_not(d, Harden(Unit(0))).rule == "OTO 7.5112d"
    does(d, Harden(Unit(1)))
    assert not ANY.still_asks(d)
    assert kinds(d) == ["g:4-6-7", "g:4-6-7"]
    d.frames.clear()
    hardening.begin(d)
    assert hardening.choices(d, ANY) == [0, 1]


@rule("OTO 7.5112b")
def test_what_is_no_mmc_of_ones_own_is_refused() -> None:
    d = desk([off("g:9-1"), off("g:4-6-7", Mark.PRISONER)], [off("r:4-4-7")])
    for unit in (Unit(0), Unit(1), unit_of(RUSSIAN, 0), Unit(99)):
        assert ANY.why_not(d, Harden(unit)).rule == "OTO 7.5112b"


@rule("OTO 7.5112d")
def test_the_leader_of_an_isolated_elite_unit_stands_with_it() -> None:
    d = desk([at("g:4-6-8", "K50")])
    isolate(d, "K50", GERMAN)
    d.frames.append(ANY)
    does(d, Commission(Unit(0)))
    assert (d.pieces[GERMAN][1].where, d.pieces[GERMAN][1].space) == (Where.MAP, find_hex("K50"))


def test_the_other_side_is_not_told_who_battle_hardened() -> None:
    d = desk([off("g:4-4-7"), off("g:4-6-8")])
    d.frames += [Promotion(GERMAN, 9), Hardening(GERMAN, (ANYWHERE,) * 3)]
    d.add(GERMAN, off("g:8-0"))
    d.add(GERMAN, off("g:4-4-7"))
    for act in (Harden(Unit(0)), Commission(Unit(1)), Forgo()):
        does(d, act)
    assert not Hardening(GERMAN, ()).still_asks(d)
    does(d, Harden(Unit(2)))
    assert [event.seat for event in told(d)] == [GERMAN] * 4
    assert len({(event.kind, event.veil) for event in told(d)}) == 1


@rule("OTO 7.5113a")
@pytest.mark.parametrize(
    ("before", "after"), [("8-0", "8-1"), ("8-1", "9-1"), ("9-2", "10-2"), ("10-2", "10-3"), ("10-3", "10-3")]
)
def test_7_5113_a_heroic_leader_battle_hardens_and_is_heroic_no_more(before: str, after: str) -> None:
    d = desk([off(f"g:{before}", Mark.HEROIC | Mark.WOUNDED), off(f"g:{before}")])
    hardening.heroic(d)
    assert kinds(d) == [f"g:{after}", f"g:{before}"]
    assert d.pieces[GERMAN][0].marks == Mark.WOUNDED


@rule("OTO 7.5113b")
@pytest.mark.parametrize(("final", "leader"), [(1, "10-2"), *enumerate(LADDER, start=2), (12, "6+1")])
def test_7_5113_which_leader_battle_hardens(final: int, leader: str) -> None:
    assert RESULTS["hardening.leader"].result(final) == leader


@rule("OTO 7.5113b")
@pytest.mark.parametrize(
    ("side", "winner", "leader"),
    [(GERMAN, GERMAN, "9-1"), (RUSSIAN, GERMAN, "8-0"), (RUSSIAN, RUSSIAN, "8-1"), (GERMAN, RUSSIAN, "8-0")],
)
def test_7_5113_the_winner_has_two_less_and_the_german_one(side: Seat, winner: Seat, leader: str) -> None:
    d = desk([off("g:10-2")], [off("r:10-2")], dice=[3, 4], winner=winner)
    d.frames.append(Leadership(side))
    does(d, Weigh())
    assert d.frames == [Promotion(side, hardening.rank(d, side, leader))]
    (event,) = told(d)
    assert event.seat == side
    assert leader not in event.veil


@rule("OTO 7.5113c")
def test_7_5113_the_rolled_type_or_any_lower_battle_hardens() -> None:
    pieces = [off("g:8-0"), off("g:7-0"), off("g:9-2")]
    frame = Promotion(GERMAN, 5)
    d = desk(pieces)
    assert hardening.rank(d, GERMAN, "9-1") == frame.rank
    assert frame.answers(d) == [Forgo(), Harden(Unit(0)), Harden(Unit(1))]
    assert frame.why_not(d, Harden(Unit(2))).rule == "OTO 7.5113c"
    for number, after in ((0, ["g:8-1", "g:7-0", "g:9-2"]), (1, ["g:8-0", "g:8-0", "g:9-2"])):
        d = desk(pieces)
        d.frames.append(frame)
        does(d, Harden(Unit(number)))
        assert kinds(d) == after
        assert d.frames == []


@rule("OTO 7.5113c")
def test_nobody_low_enough_ends_the_question() -> None:
    d = desk([off("g:9-2")])
    frame = Promotion(GERMAN, 0)
    d.frames.append(frame)
    assert not frame.still_asks(d)
    assert d.frames == []
    d.frames.append(Promotion(GERMAN, 9))
    does(d, Forgo())
    assert kinds(d) == ["g:9-2"]


@rule("OTO 7.5113d")
@pytest.mark.parametrize(("one", "two"), [("g:8-0", ["g:7-0", "g:7-0"]), ("g:8-1", ["g:8-0", "g:7-0"])])
def test_7_5113_a_leader_is_exchanged_for_two_instead_of_the_dr(one: str, two: list[str]) -> None:
    d = desk([off(one)])
    d.frames.append(Leadership(GERMAN))
    does(d, Split(Unit(0)))
    assert kinds(d) == two
    assert (d.frames, d.rolls) == ([], 0)
    assert [piece.holder for _, piece in d.at_hand(GERMAN)] == [-1, -1]


@rule("OTO 7.5113d")
def test_7_5113_neither_wounded_nor_isolated_leaders_nor_others_are_exchanged() -> None:
    pieces = [off("g:8-1", Mark.WOUNDED), at("g:8-1", "K50"), off("g:9-1"), off("g:AL-8-1")]
    d = desk(pieces)
    isolate(d, "K50", GERMAN)
    frame = Leadership(GERMAN)
    assert frame.answers(d) == [Weigh()]
    for number in range(4):
        assert frame.why_not(d, Split(Unit(number))).rule == "OTO 7.5113d"


@rule("OTO 7.5113b")
def test_a_side_without_leaders_is_not_asked() -> None:
    d = desk([off("g:10-3"), off("g:4-6-7")])
    d.frames.append(Leadership(GERMAN))
    assert not Leadership(GERMAN).still_asks(d)
    assert d.frames == []


@rule("OTO 7.5114a")
def test_7_5114_armor_leaders_do_not_battle_harden() -> None:
    d = desk([off("g:AL-8-1"), off("g:8-0")])
    frame = Promotion(GERMAN, 9)
    assert frame.answers(d) == [Forgo(), Harden(Unit(1))]
    assert frame.why_not(d, Harden(Unit(0))).rule == "OTO 7.5114a"


@rule("OTO 7.5112a")
def test_7_5112_a_slot_for_which_there_is_nobody_goes_and_the_next_is_asked_for() -> None:
    """A Hero of P50 had no MMC there; another slot may go to anybody."""
    d = desk([off("g:4-6-7"), at("g:8-0", "P50")])
    isolate(d, "P50", GERMAN)
    frame = Hardening(GERMAN, (find_hex("P50"), hardening.ANYWHERE, hardening.ANYWHERE))
    d.frames.append(frame)
    assert frame.still_asks(d)
    assert d.frames == [Hardening(GERMAN, (hardening.ANYWHERE, hardening.ANYWHERE))]
    alone = Hardening(GERMAN, (find_hex("P50"),))
    d.frames[:] = [alone]
    assert not alone.still_asks(d)
    assert not d.frames


@rule("OTO 7.5113b", "OTO 7.5114a")
@pytest.mark.parametrize(("unit", "clause"), [(0, "7.5114a"), (1, "7.5113c"), (2, "7.5113b"), (9, "7.5113b")])
def test_7_5113_why_a_leader_can_t_be_chosen(unit: int, clause: str) -> None:
    """An armor leader, a leader of too high a rank, a squad, nobody."""
    d = desk([off("g:AL-9-1"), off("g:10-2"), off("g:4-6-7")], [off("r:AL-9-1"), off("r:10-2")])
    frame = Promotion(GERMAN, 0)
    assert frame.why_not(d, Harden(unit_of(GERMAN, unit))).rule == f"OTO {clause}"
    for number in (0, 1):
        enemy = frame.why_not(d, Harden(unit_of(RUSSIAN, number)))
        assert enemy.rule == "OTO 7.5113b"
