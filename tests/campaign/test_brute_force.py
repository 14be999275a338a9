"""The largest Perimeter against brute force: always legal, never smaller, on small maps by the hundred."""

from itertools import islice
from random import Random

import pytest
from tests.campaign import brute
from tests.campaign.brute import Claim, Hex, Map
from tests.campaign.sheet import cite

from berlin.boards.hexes import HexMap, bits, board_of
from berlin.campaign.perimeters.markers import checked, markers_of
from berlin.campaign.perimeters.perimeter import Side, largest
from berlin.kernel.proof.mark import rule
from berlin.squad.board.field import Field

MAPS = 600
# With more freedom there are too many loops to go through one by one.
FREEDOM = 11


def small_maps(rng: Random) -> tuple[Map, Claim]:
    """A map of any outline, a side's stretches of its edge, its markers and what is in their way."""
    while True:
        rows, columns = rng.randint(3, 8), rng.randint(3, 8)
        ragged = rng.choice((0, 0, 1))
        chart = Map(
            (r, c - r // 2)
            for r in range(rows)
            for c in range(rng.randint(0, ragged), columns + rng.randint(0, ragged))
        )
        every = sorted(chart.hexes)

        def some(share: float, of: list[Hex] = every) -> set[Hex]:
            return {here for here in of if rng.random() < share}

        stretch = rng.choice((0.0, 0.3, 0.6))
        middle = rng.choice(every)
        edge = {here for here in chart.edge if abs(here[1] - middle[1]) < stretch * columns}
        claim = Claim(
            mmc=some(rng.uniform(0, 0.4)),
            units=some(rng.uniform(0, 0.15)),
            holds=some(rng.uniform(0, 0.15)),
            edge=edge,
            blocked=some(rng.uniform(0, 0.3)),
        )
        if brute.freedom(brute.all_steps(chart, claim)) <= FREEDOM and claim.units:
            return chart, claim


def as_field(chart: Map) -> Field:
    board = HexMap(chart.hexes)
    edge = board_of(board.index[here] for here in chart.edge)
    return Field(board, edge, tuple(str(board.cell.get(space, "")) for space in range(board.size)))


def as_side(field: Field, claim: Claim) -> Side:
    def at(hexes: set[Hex]) -> int:
        return board_of(field.chart.index[here] for here in hexes)

    return Side(
        mmc=at(claim.mmc),
        units=at(claim.units),
        holds=at(claim.holds),
        edge=at(claim.edge),
        blocked=at(claim.blocked),
    )


def cells(field: Field, hexes: int) -> frozenset[Hex]:
    return frozenset(field.chart.cell[space] for space in bits(hexes))


@pytest.mark.slow
@rule("OTO 7.5053c", "OTO 7.5053.def.largest", "OTO 7.5053.def.main", "OTO 7.5053.def.loop")
@rule("OTO 7.5054.def.link", "OTO 7.5054.def.area", "OTO 7.5054.def.members")
@pytest.mark.parametrize("part", range(6))
def test_no_perimeter_is_larger_and_no_pocket_is_other_than_brute_force_finds(part: int) -> None:
    rng = Random(7_505 + part)
    with_main = with_pockets = with_both = 0
    for chart, claim in islice(iter(lambda: small_maps(rng), None), MAPS // 6):
        field = as_field(chart)
        found = largest(field, as_side(field, claim))
        main, pockets = brute.perimeter(chart, claim)
        assert cells(field, found.main) == main
        assert {cells(field, pocket.area) for pocket in found.pockets} == pockets
        with_main += bool(main)
        with_pockets += any(len(pocket) > 1 for pocket in pockets)
        with_both += bool(main) and bool(pockets)
    assert min(with_main, with_pockets, with_both) > 0


@rule("OTO 7.5053.def.largest", "OTO 7.5053.def.validate", "OTO 7.5053a", "OTO 7.5054b")
@pytest.mark.parametrize("part", range(3))
def test_the_largest_perimeter_is_legal_marker_by_marker(part: int) -> None:
    rng = Random(5_053 + part)
    marked = 0
    for chart, claim in islice(iter(lambda: small_maps(rng), None), MAPS // 6):
        field = as_field(chart)
        side = as_side(field, claim)
        found = largest(field, side)
        markers = markers_of(field, side, found)
        verdict = checked(field, side, cite, markers)
        assert verdict.faults == ()
        assert verdict.perimeter is not None
        assert (verdict.perimeter.main, verdict.given_up) == (found.main, 0)
        assert {pocket.area for pocket in verdict.perimeter.pockets} == {p.area for p in found.pockets}
        marked += bool(markers)
    assert marked >= 50


@rule("OTO 6.front_line_hex", "OTO 6.perimeter_area", "OTO 7.505")
def test_the_front_line_walks_round_and_the_area_is_what_it_encloses() -> None:
    rng = Random(186)
    walked = 0
    for chart, claim in islice(iter(lambda: small_maps(rng), None), MAPS // 6):
        field = as_field(chart)
        side = as_side(field, claim)
        steps = brute.all_steps(chart, claim)
        for loop in largest(field, side).loops:
            walk = [field.chart.cell[space] for space in loop.walk]
            assert len(set(walk)) == len(walk) >= 3
            assert {frozenset(pair) for pair in zip(walk, (*walk[1:], walk[0]), strict=True)} <= steps
            assert cells(field, loop.area) == chart.enclosed(walk)
            walked += 1
    assert walked >= 30
