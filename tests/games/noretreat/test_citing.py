"""Whatever is cited by looking it up stands in the ledger."""

from berlin.games.noretreat.board.tables import RESULT_TEXT, TERRAIN, TURNS
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.citing import PLACE_RULES, RESULT_RULES, TERRAIN_RULES, turn_rule


def test_every_clause_that_is_looked_up_is_in_the_ledger() -> None:
    turns = [turn_rule(turn) for turn in range(1, len(TURNS))]
    for cited in (*RESULT_RULES.values(), *TERRAIN_RULES.values(), *PLACE_RULES.values(), *turns):
        assert cited in {clause.id for clause in GAME.ledger}


def test_every_result_and_every_ground_has_one() -> None:
    assert set(RESULT_TEXT) <= set(RESULT_RULES)
    assert {key for key, row in TERRAIN.items() if row.where != "side"} == set(TERRAIN_RULES)
