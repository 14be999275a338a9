"""The campaign passes the battery that every game must pass, fought by the model and reported."""

import pytest

from berlin.games.orsha.game import GAME
from berlin.kernel.proof import conformance


@pytest.mark.slow
def test_the_laws_of_every_game_hold_with_modelled_battles() -> None:
    report = conformance.check(GAME, games=1, seed=1, every=149)
    assert report.situations == report.checkpoints > 8
    assert report.hidden_from == report.varied_for == {0, 1}


def test_the_laws_of_every_game_hold_with_reported_battles() -> None:
    """To the end of the first RePh."""
    report = conformance.check(GAME, games=1, seed=2, every=149, options={"battles": "report"}, most=1500)
    assert report.situations == report.checkpoints > 8
