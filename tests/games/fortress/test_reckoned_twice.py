"""The heart of the rules reckoned twice: as the game does, and plainly, on positions of random games."""

from random import Random

import pytest
from tests.games.fortress.plain import Position, positions

from berlin.games.fortress.board.ground import AT, KEYS, SIZE
from berlin.games.fortress.rules.communications import has_line
from berlin.games.fortress.rules.movement.reach import path, price_of, waves, whole
from berlin.games.fortress.rules.zones import seen_zones, zones
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.proof.mark import rule


@rule(
    "FB 3.2.zone",
    "FB 3.2.terrain",
    "FB 3.2.stop",
    "FB 3.2.exit",
    "FB 7.1.move",
    "FB 7.1.minimum",
    "FB 3.6.hidden",
)
@pytest.mark.parametrize(("scenario", "seed"), [("drop", 11), ("drop", 12), ("berlin", 13)])
def test_zones_and_marches_are_the_same_reckoned_hex_by_hex(scenario: str, seed: int) -> None:
    rng, met = Random(seed), 0
    for d in positions(scenario, seed, 30):
        plain = Position(d)
        for side in (Seat(0), Seat(1)):
            covered = plain.zones(side)
            met += len(covered)
            assert {KEYS[place] for place in range(SIZE) if zones(d, side) >> place & 1} == covered
            seen = plain.zones(side, OTHER[side])
            assert {
                KEYS[place] for place in range(SIZE) if seen_zones(d, side, OTHER[side]) >> place & 1
            } == seen
        for unit in rng.sample([*d.on_map(Seat(0)), *d.on_map(Seat(1))], 3):
            left, maneuver, fresh = rng.randrange(29), rng.random() < 0.6, rng.random() < 0.5
            found = waves(d, unit, left, maneuver, fresh)
            expected = plain.reach(unit, left / 2, maneuver, fresh)
            reached = {
                KEYS[place]: price_of(found, place) / 2 for place in range(SIZE) if whole(found) >> place & 1
            }
            assert reached == expected
            if reached:
                goal = rng.choice(sorted(reached))
                way = [KEYS[place] for place in path(d, unit, found, AT[goal], maneuver)]
                assert way[-1] == goal
                assert plain.cost_of(unit, way, left / 2, maneuver) == reached[goal]
    assert met > 0


@rule("OTB 6.1b", "OTB 6.1c", "OTB 6.1d", "OTB 6.1e", "OTB 6.1.q3", "OTB 6.1.q5", "OTB 6.1.q6", "OTB 6.1.q7")
@pytest.mark.parametrize("seed", [21, 22, 23])
def test_lines_of_communications_are_the_same_by_a_plain_search(seed: int) -> None:
    answers = set()
    for d in positions("drop", seed, 30):
        plain = Position(d)
        for unit in d.on_map(Seat(0)):
            answers.add(plain.has_line(unit))
            assert has_line(d, unit) == plain.has_line(unit)
    assert answers == {True, False}
