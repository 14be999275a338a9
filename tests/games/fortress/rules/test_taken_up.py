"""OTB 13.0: a unit with one possible hex that was taken up again keeps its room there."""

from tests.games.fortress.positions import Table

from berlin.kernel.proof.mark import rule


@rule("OTB 13.0b", "OTB 13.0.q2", "FB 13.0.base")
def test_nobody_takes_the_last_room_of_a_unit_that_can_stand_nowhere_else() -> None:
    table = Table.new("berlin", seed=13).do("lift LAH2", "take Police1")
    table.refused("place 5119", "OTB 13.0b")
    assert "5119" not in table.offers("place")
    table.do(f"place {table.offers('place')[0]}", "halt", "take LAH2")
    assert table.where("LAH2") == "5119"
