"""FB 5.0.q1, 3.1.pass: entering the map by a hex that is full."""

from tests.games.fortress.positions import around, position

from berlin.kernel.proof.mark import rule

FULL = "7018: GD1, GD2, MVK"


@rule("FB 5.0.q1", "FB 3.1.pass")
def test_who_enters_by_a_full_hex_goes_on_as_he_is() -> None:
    t = position("german-movement", FULL, "due: 18/Mech1", turn=4)
    assert "7018" in t.do("move 18/Mech1").offers("go")
    t.do("go 7018")
    t.refused("change", "FB 3.1.pass")
    t.refused("halt", "FB 3.1.german")
    assert t.offers("go")


@rule("FB 5.0.q1")
def test_nobody_enters_by_a_full_hex_from_which_he_could_not_go_on() -> None:
    beside = [place for place in around("7018") if place]
    militia = [f"{place}: VS{3 * n + 1}, VS{3 * n + 2}, VS{3 * n + 3}" for n, place in enumerate(beside)]
    t = position("german-movement", FULL, *militia, "due: 20/AT")
    assert "7018" not in t.do("move 20/AT").offers("go")
