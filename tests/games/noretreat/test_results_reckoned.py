"""What results do to those who fought in strewn positions: steps are counted, and who stands where."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.games.noretreat.battles_by_hand import battles, hit_by, kinds
from tests.games.noretreat.by_hand import steps_of

from berlin.games.noretreat.board.units import ALL_UNITS, FORM, KEYS, SIDE
from berlin.games.noretreat.rules.cards.paid_acts import Blow
from berlin.games.noretreat.rules.combat.battle import ADVANCING, STAND, Battle
from berlin.games.noretreat.rules.combat.losses import Loss, steps_left
from berlin.games.noretreat.rules.combat.results import Marking, Strike, StrikeAt
from berlin.games.noretreat.rules.question import PASS
from berlin.games.noretreat.state.state import (
    ATTACKED,
    BACK,
    DESTROYED,
    DISORGANIZED,
    RUNNING,
    SHATTERED,
    SIZE,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
)
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.proof.mark import rule


def apart(seed: int) -> list[tuple[Draft, Battle]]:
    """Each battle in a position of its own."""
    return [(Draft(d.freeze()), b) for d, b in battles(seed)]


def fought_out(d: Draft, b: Battle, result: str, rng: Random) -> list[object]:
    """A battle from its result to its end, with answers by lot; the questions that were asked."""
    d.hands = [0, 0]
    d.frames = [replace(b, step=STAND, result=result)]
    asked: list[object] = []
    while d.frames:
        top = d.frames[-1]
        if top.still_asks(d):
            asked.append(top)
            top.carry_out(d, rng.choice(top.answers(d)))
    return asked


def losses(before: Draft, after: Draft, units: list[Unit] | tuple[Unit, ...]) -> int:
    return sum(steps_of(before, unit) - steps_of(after, unit) for unit in units)


@rule("NR 9.result.ex", "NR 9.result.none", "NR 9.step", "NR 7.twostep", "NR 9.once", "NR 9.sequence")
@pytest.mark.parametrize("result", ["EX", "-"])
def test_9_an_exchange_costs_each_side_a_step_and_nobody_moves(result: str) -> None:
    for seed in range(24):
        for d, b in apart(seed):
            d.targets = (b.space,)
            before, hit = Draft(d.freeze()), hit_by(d, b)
            for unit in (*b.units, *hit):
                assert steps_left(d, unit) == steps_of(d, unit)
            asked = fought_out(d, b, result, Random(seed))
            if d.over != RUNNING:
                continue
            due = 1 if result == "EX" else 0
            assert (losses(before, d, b.units), losses(before, d, hit)) == (due, due)
            sides = [frame.seat for frame in asked if isinstance(frame, Loss)]
            several = [OTHER[b.seat]] * (len(hit) > 1) + [b.seat] * (len(b.units) > 1)
            assert sides == (several if due else [])
            for unit in (*b.units, *hit):
                lost = SURRENDERED if before.marks[unit] & UNSUPPLIED else DESTROYED
                assert d.where[unit] in (before.where[unit], lost)
                gone = d.where[unit] == lost
                assert not gone or d.marks[unit] == (BACK if FORM[unit] == "reduces" else 0)
                assert gone or bool(d.marks[unit] & ATTACKED) is (unit in b.units)
            assert not d.targets


@rule("NR 9.result.dd", "NR 9.result.dr", "NR 9.result.ds", "NR 9.result.fortmix", "NR 9.volksturm")
@rule("NR 9.advance")
@rule("NR 9.retreat", "NR 10.hitler", "NAB 2.3.1c", "NR 9.once", "NR 7.place.shattered", "NR 9.sequence")
@pytest.mark.parametrize("result", ["DR", "DS", "DD"])
def test_9_defenders_who_are_beaten_leave_but_for_forts(result: str) -> None:
    seen = set()
    for seed in range(30, 66):
        for d, b in apart(seed):
            before, hit = Draft(d.freeze()), hit_by(d, b)
            fort, folk = "fort" in kinds(d, hit), "volksturm" in kinds(d, hit)
            if result == "DS" and (fort or folk):
                continue
            fought_out(d, b, result, Random(seed))
            garrison = "BerG" in [KEYS[unit] for unit in hit]
            if d.over != RUNNING:
                assert garrison
                continue
            stays = result == "DR" and (fort or folk)
            for unit in hit:
                rooted = bool(kinds(before, [unit]) & {"fort", "volksturm"})
                if stays:
                    lost = "volksturm" in kinds(before, [unit])
                    assert d.where[unit] == (DESTROYED if lost else b.space)
                elif result == "DD" and rooted:
                    assert losses(before, d, [unit]) == 1
                    assert d.where[unit] == (b.space if steps_of(before, unit) > 1 else DESTROYED) or (
                        d.where[unit] == SURRENDERED
                    )
                else:
                    assert d.where[unit] != b.space
                if result == "DD":
                    assert losses(before, d, [unit]) >= 1
                if result == "DS":
                    assert d.where[unit] in (SHATTERED, DESTROYED, SURRENDERED)
            assert all(d.marks[unit] & ATTACKED for unit in b.units)
            assert losses(before, d, b.units) == 0
            seen.add((stays, len(hit)))
    assert len(seen) >= (3 if result == "DR" else 2)


@rule("NR 9.result.cb", "NR 9.counterblow.left", "NR 9.target")
def test_9_a_counterblow_lies_on_one_of_the_spaces_that_were_attacked_from() -> None:
    for seed in range(70, 90):
        for d, b in apart(seed):
            d.targets, d.left = (b.space,), ()
            if "fort" in kinds(d, hit_by(d, b)):
                continue
            origins = sorted({d.where[unit] for unit in b.units})
            d.frames = [replace(b, step=STAND, result="CB")]
            d.frames[-1].still_asks(d)
            marking = d.frames[-1]
            assert marking == Marking(b.seat)
            assert marking.answers(d) == [Blow(space) for space in origins]
            marking.carry_out(d, Blow(origins[-1]))
            assert [*d.left, *d.targets] == [origins[-1]]
            d.frames.append(marking)
            marking.carry_out(d, Blow(origins[-1]))
            assert list(d.left) == [origins[-1]]


@rule("NR 9.result.ca", "NR 9.result.ca.chain", "NR 9.ratio.low")
@pytest.mark.parametrize("result", ["CA", "CA!"])
def test_9_the_defenders_attack_back_at_one_space_with_all_who_can(result: str) -> None:
    forced = 0
    for seed in range(100, 124):
        for d, b in apart(seed):
            hit = hit_by(d, b)
            able = tuple(
                u for u in hit if not kinds(d, [u]) & {"fort", "volksturm"} and not d.marks[u] & DISORGANIZED
            )
            d.hands = [0, 0]
            d.frames = [replace(b, step=STAND, result=result)]
            d.frames[-1].still_asks(d)
            if not able:
                assert not isinstance(d.frames[-1], Strike)
                continue
            strike = d.frames[-1]
            assert strike == Strike(OTHER[b.seat], result == "CA!")
            origins = sorted({d.where[unit] for unit in b.units})
            may_pass = result == "CA"
            assert strike.answers(d) == [
                *(StrikeAt(space) for space in origins),
                *([PASS] if may_pass else []),
            ]
            asks = strike.still_asks(d)
            assert asks is (may_pass or len(origins) > 1)
            if asks:
                strike.carry_out(d, StrikeAt(origins[0]))
            back = d.frames[-1]
            assert isinstance(back, Battle)
            forced += not asks
            targets = tuple(unit for unit in b.units if d.where[unit] == origins[0])
            assert (back.seat, back.space, back.units) == (OTHER[b.seat], origins[0], able)
            assert (back.counter, back.defenders) == (True, targets)
            assert [str(act) for act in back.answers(d)] == ["Roll()"]
            if may_pass:
                again = Draft(d.freeze())
                again.frames = [replace(b, step=ADVANCING, result="CA"), strike]
                strike.carry_out(again, PASS)
                assert len(again.frames) == 1
    assert forced == 0 if result == "CA" else forced > 3


@rule("NR 9.step")
def test_9_so_many_steps_are_lost_among_those_who_were_hit() -> None:
    for seed in range(130, 150):
        for d, b in apart(seed):
            for units in (b.units, tuple(hit_by(d, b))):
                for number in (1, 2, 3):
                    now, rng = Draft(d.freeze()), Random(seed)
                    now.frames = [Loss(SIDE[units[0]], units, number)]
                    while now.frames:
                        top = now.frames[-1]
                        if top.still_asks(now):
                            there = [unit for unit in units if now.where[unit] < SIZE]
                            assert [act.unit for act in top.answers(now)] == there
                            top.carry_out(now, rng.choice(top.answers(now)))
                    if now.over == RUNNING:
                        most = sum(steps_of(d, unit) for unit in units)
                        assert losses(d, now, units) == min(number, most)
                        others = [unit for unit in ALL_UNITS if unit not in units]
                        assert losses(d, now, others) == 0
