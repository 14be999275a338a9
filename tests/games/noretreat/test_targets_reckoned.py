"""Targets and counterblows in strewn positions, by hand: what may be marked, who may attack it, who must."""

from itertools import product
from random import Random

import pytest
from tests.games.noretreat.by_hand import enemies, friends, on_map, pool
from tests.games.noretreat.strewn import strewn

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import MAP, Space
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, FIXED, NO_UNIT, SIDE
from berlin.games.noretreat.rules.cards.paid_acts import Blow
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion, Fighting, Join
from berlin.games.noretreat.rules.combat.markers import free_markers
from berlin.games.noretreat.rules.combat.targets import (
    Countering,
    Target,
    Targeting,
    attackable,
    attackers,
    bound_to,
    joinable,
    marked,
)
from berlin.games.noretreat.rules.question import DONE
from berlin.games.noretreat.state.state import ATTACKED, BACK, COMBAT, DISORGANIZED, SIZE, Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.proof.mark import rule


def position(seed: int) -> Draft:
    """Some have attacked; targets and counterblows lie on some spaces."""
    d, rng = strewn(seed, COMBAT), Random(seed)
    for unit in on_map(d, d.phasing):
        d.marks[unit] |= rng.choice((0, 0, 0, ATTACKED))
    them = sorted(enemies(d, d.phasing))
    chosen = [Space(space) for space in rng.sample(them, min(len(them), 6))]
    cuts = sorted(rng.randint(0, len(chosen)) for _ in range(2))
    d.targets, d.blows = tuple(chosen[: cuts[0]]), tuple(chosen[cuts[0] : cuts[1]])
    d.bound = tuple(chosen[cuts[1] :][:2])
    own = sorted(set(friends(d, d.phasing)))
    d.left = tuple(Space(space) for space in rng.sample(own, rng.randint(0, 1)))
    return Draft(d.freeze())


def may_attack(d: Draft, unit: Unit) -> bool:
    marks = d.marks[unit]
    return d.where[unit] < SIZE and not marks & (DISORGANIZED | ATTACKED) and not FIXED[marks & BACK][unit]


def reached_by(d: Draft, side: Seat, over_lakes: bool = False) -> set[int]:
    """What lies next to a unit of a side that may attack."""
    near = MAP.across if over_lakes else MAP.beside
    return {s for unit in on_map(d, side) if may_attack(d, unit) for s in bits(near[d.where[unit]])}


@rule("NR 9.target", "NR 9.eligible", "NR 3.attack.lake", "NR 7.disorganized", "NR 9.once", "NR 9.area")
@pytest.mark.parametrize("first", [0, 25])
def test_9_what_may_be_marked_lies_next_to_who_may_attack(first: int) -> None:
    for seed in range(first, first + 25):
        d = position(seed)
        seat, asked = d.phasing, Targeting(d.phasing)
        d.frames = [asked]
        near, foes = reached_by(d, seat), enemies(d, seat)
        due = (near & foes) - {*d.targets, *d.bound}
        assert asked.answers(d) == [*(Target(Space(space)) for space in sorted(due)), DONE]
        assert free_markers(d, seat) == pool(d, seat)
        for space in Random(seed).sample(MAP.spaces, 40):
            if space in due:
                continue
            rule_against = "NR 9.eligible"
            if space in {*d.targets, *d.bound} or space not in foes:
                rule_against = "NR 9.target"
            elif space in reached_by(d, seat, over_lakes=True) and space not in near:
                rule_against = "NR 3.attack.lake"
            assert asked.refuse(d, Target(Space(space))).rule == rule_against
        assert asked.still_asks(d) is (pool(d, seat) > 0 and bool(due))
        assert bool(d.frames) is (pool(d, seat) > 0 and bool(due))


@rule("NR 9.counterblow", "NR 9.target", "NR 9.eligible", "NR 5.pay", "NR 5.use.discard", "NR 3.attack.lake")
@pytest.mark.parametrize("free", [0, 1, 2])
def test_9_counterblows_are_laid_on_own_spaces_next_to_who_may_attack(free: int) -> None:
    for seed in range(100, 120):
        d = position(seed)
        seat = OTHER[d.phasing]
        asked = Countering(seat, free)
        d.frames = [asked]
        due = set(friends(d, seat)) & reached_by(d, d.phasing) - {*d.blows, *d.bound}
        able = pool(d, seat) > 0 and (free or d.hands[seat])
        found = [act.space for act in asked.answers(d) if isinstance(act, Blow)]
        assert found == (sorted(due) if able else [])
        assert free_markers(d, seat) == pool(d, seat)
        for space in Random(seed).sample(MAP.spaces, 20) + sorted(due)[:3]:
            if space not in found:
                empty = "NR 9.target" if pool(d, seat) <= 0 else "NR 5.pay"
                because = empty if space in due else "NR 9.counterblow"
                assert asked.refuse(d, Blow(Space(space))).rule == because
        # Else it is asked for a card's sake alone, if one might be held.
        asks = bool(due) and bool(able)
        assert asked.still_asks(d) is asks or (not asks and d.hands[seat])


def blows_on(d: Draft) -> set[int]:
    return enemies(d, d.phasing) & {*d.blows, *d.bound}


def next_to(d: Draft, unit: Unit) -> set[int]:
    return set(bits(MAP.beside[d.where[unit]]))


def can_attack(d: Draft, space: int) -> list[Unit]:
    """Who is next to a counterblow attacks no plain target."""
    blows = blows_on(d)
    return [
        unit
        for unit in on_map(d, d.phasing)
        if may_attack(d, unit) and space in next_to(d, unit)
        if space in blows or not next_to(d, unit) & blows
    ]


def most_attacked(d: Draft, blows: set[int], spent: set[Unit]) -> int:
    """The most of these counterblows that can be attacked at once, by trying everything."""
    able = [[unit for unit in can_attack(d, s) if unit not in spent][:5] or [NO_UNIT] for s in blows]
    tries = ([unit for unit in way if unit != NO_UNIT] for way in product(*able))
    return max((len(set(way)) for way in tries), default=0)


def joins(d: Draft, space: int, joined: set[Unit]) -> list[Unit]:
    """Who may join: nobody whom another counterblow needs, unless no other can begin the attack."""
    able = [unit for unit in can_attack(d, space) if unit not in joined]
    others = blows_on(d) - {space}
    before = most_attacked(d, others, joined)
    spare = [unit for unit in able if most_attacked(d, others, joined | {unit}) == before]
    return spare if spare or joined else able


@rule("NR 9.counterblow.must", "NR 9.order", "NR 9.eligible", "NR 9.target")
@pytest.mark.parametrize("first", [200, 220])
def test_9_every_counterblow_gets_an_attacker_if_it_can(first: int) -> None:
    kept = 0
    for seed in range(first, first + 20):
        d, rng = position(seed), Random(seed)
        blows = blows_on(d)
        assert marked(d) == sorted({*d.targets, *d.blows, *d.bound})
        assert attackable(d, sum(1 << space for space in blows), ()) == most_attacked(d, blows, set())
        for space in (Space(space) for space in {*d.targets, *blows}):
            assert attackers(d, space) == can_attack(d, space)
            must = [unit for unit in can_attack(d, space) if not next_to(d, unit) & blows - {space}]
            assert bound_to(d, space) == (must if space in blows else [])
            joined = tuple(rng.sample(can_attack(d, space), min(1, len(can_attack(d, space)))))
            for some in ((), joined):
                assert joinable(d, space, some) == joins(d, space, set(some))
                kept += len(joins(d, space, set(some))) < len(can_attack(d, space)) - len(some)
    assert kept


@rule("NR 9.eligible", "NR 9.order", "NR 9.once", "NR 7.disorganized", "NR 3.attack.lake")
@rule("NR 9.counterblow.must")
def test_9_who_may_not_join_is_refused_by_the_first_rule_that_forbids_it() -> None:
    seen = set()
    for seed in range(300, 330):
        d = position(seed)
        for space in (Space(space) for space in sorted({*d.targets, *blows_on(d)})[:2]):
            some = tuple(can_attack(d, space)[:1])
            battle = BattleQuestion(d.phasing, space, some)
            d.frames = [battle]
            able = joins(d, space, set(some))
            for unit in (unit for unit in ALL_UNITS if unit not in able):
                marks, here = d.marks[unit], d.where[unit]
                due = "NR 9.counterblow.must"
                if SIDE[unit] != d.phasing or here >= SIZE or FIXED[marks & BACK][unit]:
                    due = "NR 9.eligible"
                elif marks & DISORGANIZED:
                    due = "NR 7.disorganized"
                elif marks & ATTACKED:
                    due = "NR 9.once"
                elif unit in some:
                    due = "NR 9.order"
                elif not MAP.beside[space] >> here & 1:
                    due = "NR 3.attack.lake" if MAP.across[space] >> here & 1 else "NR 9.eligible"
                assert battle.refuse(d, Join(unit)).rule == due
                seen.add(due)
    assert len(seen) >= 5


@rule("NR 9.order", "NR 9.target", "NR 9.counterblow.must", "NR card.13.axis")
def test_9_a_marked_space_that_nobody_can_attack_loses_its_marker() -> None:
    fought = [0, 0, 0]
    for seed in range(400, 440):
        d = position(seed)
        d.frames = [Fighting(d.phasing)]
        good = [space for space in marked(d) if space in enemies(d, d.phasing) and can_attack(d, space)]
        asks = Fighting(d.phasing).still_asks(d)
        assert asks is (len(marked(d)) > 1)
        assert set(marked(d)) >= set(good)
        assert all(can_attack(d, space) for space in marked(d))
        if len(marked(d)) == 1:
            battle = d.frames[-1]
            assert isinstance(battle, BattleQuestion)
            (space,) = marked(d)
            assert (battle.seat, battle.space, d.attacks) == (d.phasing, space, int(space in d.targets))
            alone = joins(d, space, set())
            must = [unit for unit in can_attack(d, space) if not next_to(d, unit) & blows_on(d) - {space}]
            must = must if space in blows_on(d) else []
            assert list(battle.units) == (must or (alone if len(alone) == 1 else []))
        fought[min(len(marked(d)), 2)] += 1
    assert min(fought) > 0


@rule("NR 9.target", "NR 1.markers")
@pytest.mark.parametrize(("turn", "axis"), [(1, 5), (19, 5), (20, 3), (25, 3), (26, 1), (28, 1)])
def test_9_each_side_has_a_pool_of_markers(turn: int, axis: int) -> None:
    d = strewn(1, COMBAT, turn)
    assert (free_markers(d, AXIS), free_markers(d, SOVIET)) == (axis, 5)
