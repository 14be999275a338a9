"""What a draft keeps drawn while an act works on it is what the position says, whatever the act changed."""

from random import Random

import pytest
from tests.games.noretreat.by_hand import friends, zones_of
from tests.games.noretreat.strewn import strewn

from berlin.boards.hexes import bits, board_of
from berlin.games.noretreat.board.ground import CONTROLLED, EXTENSION, GG, PLOESTI, WARSAW, Space
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TURNS
from berlin.games.noretreat.board.units import ALL_UNITS, SIDE
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules import weather
from berlin.games.noretreat.rules.control import enter, pass_through
from berlin.games.noretreat.rules.movement import allowance, movers, reach, reached
from berlin.games.noretreat.rules.na_berlin import open_extension
from berlin.games.noretreat.rules.points import total
from berlin.games.noretreat.rules.supply import overland
from berlin.games.noretreat.rules.zones import full, stack_limit
from berlin.games.noretreat.state.state import BACK, MOVED, RANK, SIZE, UNSUPPLIED, Draft, ranks, spread
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule


def look(d: Draft) -> Draft:
    """Ask for everything that is kept once it is reckoned; the position as it is now."""
    for side in BOTH:
        for ask in (d.zones, d.occupied, lambda side: overland(d, side)):
            ask(side)
    for unit in movers(d, d.phasing):
        reached(d, unit)
    return Draft(d.freeze())


def agree(d: Draft, before: Draft) -> None:
    """All that is kept is what a draft of the same position would reckon; who moved is not asked again."""
    fresh = Draft(d.freeze())
    for side in BOTH:
        spaces = friends(d, side)
        assert set(bits(d.zones(side))) == zones_of(d, side)
        for number in (1, 2, 3):
            assert set(bits(d.stacked(side, number))) == {s for s in spaces if spaces.count(s) >= number}
        assert d.occupied(side) == board_of(spaces)
        assert overland(d, side) == overland(fresh, side)
        assert d.owned(side) == fresh.owned(side)
    stayed = [
        u for u in movers(d, d.phasing) if (d.where[u], d.marks[u]) == (before.where[u], before.marks[u])
    ]
    for unit in [unit for unit in stayed if unit in d.reach][::3]:
        assert dict(d.reach[unit]) == dict(reach(fresh, unit, allowance(fresh, unit)))


@rule("NR 8.zoc", "NR 8.stack", "NR 6.supply.overland", "NR 8.move", "NR 2.control", "NR 11.weather.flip")
@rule("NR 2.extension", "NAB 3.0b")
@pytest.mark.parametrize("change", ["put", "mark", "clear", "own", "extend", "weather", "seize"])
def test_what_is_drawn_holds_after_every_change(change: str) -> None:
    for seed in range(10):
        d, rng = strewn(seed), Random(seed)
        if change == "extend":
            d.extended, d.closed = False, EXTENSION
        before = look(d)
        for _ in range(4):
            unit, free = rng.choice(ALL_UNITS), [s for s in bits(CONTROLLED) if s not in friends(d, AXIS)]
            space = Space(rng.choice([s for s in free if s not in friends(d, SOVIET)]))
            match change:
                case "put":
                    d.mark(unit, MOVED)
                    d.put(unit, Space(rng.choice([SIZE, *friends(d, SIDE[unit])])))
                case "mark":
                    d.mark(unit, rng.choice((BACK, UNSUPPLIED)))
                case "clear":
                    d.clear(unit, rng.choice((BACK, UNSUPPLIED)))
                case "own":
                    d.own(space, rng.choice(BOTH))
                case "extend":
                    open_extension(d)
                case "weather":
                    weather.flip(d, d.turn)
                case _:
                    d.mark(unit, MOVED)
                    enter(d, unit, space)
            agree(d, before)
            before = look(d)


@rule("NR 8.zoc", "NR 8.move", "NR 6.supply.overland", "NR 8.stack")
@pytest.mark.parametrize(("scenario", "deck"), [("war", "full"), ("1944", "kit")])
def test_what_is_drawn_holds_after_every_act_of_a_random_game(scenario: str, deck: str) -> None:
    state, rng = GAME.start(scenario, key_from_seed(5), {"deck": deck}).state, Random(5)
    for number in range(700):
        if not state.frames:
            break
        act = GAME.sample(state, rng)
        if number % 5 == 0:
            d = Draft(state)
            before = look(d)
            d.frames[-1].carry_out(d, act)
            agree(d, before)
        state = GAME.next(state, act)


@rule("NR 2.control", "NR 11.oil", "NR 11.warsaw", "NR 11.gg", "NAB 13.0.GG.a", "NAB 11.3b", "NR 10.hightide")
@rule("NR card.41.axis", "NAB 12.1b")
@pytest.mark.parametrize("ends", [True, False])
def test_2_who_enters_a_space_takes_it_and_the_first_soviet_step_is_noted(ends: bool) -> None:
    for seed in range(40):
        d, rng = strewn(seed), Random(seed)
        d.oil = d.gg = d.warsaw = 0
        d.tide = 0
        d.works = (Space(rng.choice(bits(GG))), PLOESTI)
        by_lot = [Space(rng.choice(bits(board))) for board in (GG, CONTROLLED)]
        for space in (PLOESTI, WARSAW, d.works[0], *by_lot):
            unit = rng.choice(ALL_UNITS)
            before, side = Draft(d.freeze()), SIDE[unit]
            d.log = []
            (enter if ends else pass_through)(d, unit, space)
            taken = bool(CONTROLLED >> space & 1)
            assert not taken or d.owner(space) == side
            new = taken and before.owner(space) != side
            assert [event.data for event in d.log if event.kind == "control"] == [(space, side)] * new
            first = side == SOVIET and new
            assert d.oil == (d.turn if first and space == PLOESTI and not before.oil else before.oil)
            assert d.warsaw == (d.turn if first and space == WARSAW and not before.warsaw else before.warsaw)
            crossed = side == SOVIET and GG >> space & 1
            assert d.gg == (before.gg or (d.turn if crossed else 0))
            lost = {space} if side == SOVIET else set()
            assert list(d.works) == [one for one in before.works if one not in lost]
            assert (d.where[unit] == space) is (ends or before.where[unit] == space)
            if d.turn < 12 and new:
                assert d.tide == max(before.tide, total(d, AXIS))


@rule("NR 8.stack", "NR card.32.soviet", "NAB 8.4.1")
def test_8_so_many_units_a_space_holds() -> None:
    for seed in range(30):
        d = strewn(seed)
        for side in BOTH:
            most = 2 if side == AXIS or d.turn >= 23 else 1
            assert TURNS[d.turn].stack[side] == most
            spaces = friends(d, side)
            for space in set(spaces):
                limit = most + (side == SOVIET and space in d.roomy)
                assert stack_limit(d, side, Space(space)) == limit
                assert bool(full(d, side) >> space & 1) is (spaces.count(space) >= limit)
            assert not full(d, side) & ~board_of(spaces)


@rule("NR 2.control")
def test_2_owners_are_kept_by_rank_and_spread_over_the_map() -> None:
    rng = Random(1)
    for _ in range(30):
        spaces = [space for space in bits(CONTROLLED) if rng.random() < 0.5]
        held = sum(1 << RANK[Space(space)] for space in spaces)
        assert ranks(board_of(spaces)) == held
        assert set(bits(spread(held))) == set(spaces)


@rule("NR 1.sides", "NR 4.playerturn")
def test_4_each_stage_has_its_player_and_its_phase() -> None:
    order: list[tuple[int, Seat]] = []
    for stage in range(23):
        d = strewn(1)
        d.stage = stage
        order.append((d.phase, d.phasing))
    housekeeping, end = [Seat(-1)] * 4, [Seat(-1)]
    assert [seat for _, seat in order] == [*housekeeping, *[AXIS] * 9, *[SOVIET] * 9, *end]
    assert [phase for phase, _ in order[4:22]] == [*range(9), *range(9)]
