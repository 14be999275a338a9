"""2.3: Hitler orders a counter-attack."""

import pytest
from table import Table

from berlin.kernel.contract.game import load
from berlin.kernel.proof.mark import rule

HELD = """
    [chits]
    zhukov = [10]
    koniev = [1, 6]
    out = [9]
"""


def roll(turn: int, die: int) -> Table:
    return Table.at(f"""
        turn = {turn}
        stage = "A.3"
        dice = [{die}]
        [units]
        Penzig = ["52/1"]
        {HELD}
    """)


def ordered(units: str, order: str = "south", rest: str = "", turn: int = 3) -> Table:
    """A German impulse under an order."""
    return Table.at(f"""
        turn = {turn}
        stage = "{"C.4" if order == "south" else "C.3"}"
        [units]
        {units}
        {rest}
        [flags]
        order = "{order}"
    """)


def enough(t: Table, *designations: str) -> bool:
    """Whether the impulse may begin with these activations."""
    for text in designations:
        if not t.can(f"activate {text}"):
            return False
        t.do(f"activate {text}")
    return t.can("begin")


@rule("RFB 2.3.1a", "RFB 2.3")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("die, order", [(1, ""), (2, ""), (3, ""), (4, ""), (5, "north"), (6, "south")])
def test_2_3_1_a_five_orders_the_north_and_a_six_the_south_to_attack(turn: int, die: int, order: str) -> None:
    t = roll(turn, die)
    assert t.stage == "B.2"
    assert t.order == order


@rule("RFB 2.3.1a")
@pytest.mark.parametrize("die, bound", [(4, ""), (5, "C.3"), (6, "C.4")])
def test_2_3_1_the_order_binds_konievs_germans_in_the_north_and_zhukovs_in_the_south(
    die: int, bound: str
) -> None:
    t = Table.at(f"""
        turn = 4
        stage = "A.3"
        dice = [{die}]
        [units]
        Furstenwalde = ["8GA/1"]
        Muncheberg = ["541", "286"]
        Kathlow = ["13/1"]
        Lieberose = ["275", "342"]
        {HELD}
    """)
    for stage in ("C.3", "C.4"):
        t.until(stage)
        assert t.can("pass") is (stage != bound)
        if stage == bound:
            return


@rule("RFB 2.3.1b")
@pytest.mark.parametrize("turn", [6, 7, 8, 9, 10])
def test_2_3_1_no_order_is_rolled_for_from_turn_six(turn: int) -> None:
    for die in (5, 6):
        t = roll(turn, die)
        assert t.order == ""
        assert load("race").dice_left(t.state) == (die,)


# Two infantry divisions next to the Soviets in Kathlow.
TWO = """
    Kathlow = ["13/1"]
    Forst = ["342"]
    Lieberose = ["275"]
"""


@rule("RFB 2.3.2a")
def test_2_3_2_the_impulse_may_not_be_passed_while_two_divisions_can_attack() -> None:
    assert not ordered(TWO).can("pass")
    assert Table.at(f'turn = 3\nstage = "C.4"\n[units]\n{TWO}').can("pass")


@rule("RFB 2.3.2a")
def test_2_3_2_at_least_two_divisions_have_to_be_named_for_combat() -> None:
    assert not enough(ordered(TWO), "342 combat")
    assert not enough(ordered(TWO), "342 move", "275 move")
    assert not enough(ordered(TWO), "342 combat", "275 reserve")
    assert enough(ordered(TWO), "342 combat", "275 combat")


@rule("RFB 2.3.2a")
def test_2_3_2_the_divisions_named_have_to_attack_and_then_the_order_is_carried_out() -> None:
    t = ordered(TWO)
    t.do("activate 342 combat", "activate 275 combat", "begin")
    assert not t.can("done")
    # 10 to 17 is less than 1:1, and the die of 6 with two zones (7) is D1.
    t.do("attack 342 Kathlow", "join 275")
    t.do("roll", dice=[6, 6])
    assert t.order == ""
    assert t.reduced("13/1")


@rule("RFB 2.3.2a")
def test_2_3_2_an_attack_by_one_of_the_two_alone_does_not_carry_out_the_order() -> None:
    t = ordered(TWO)
    t.do("activate 342 combat", "activate 275 combat", "begin", "attack 342 Kathlow")
    # The zone may be attacked once only, so the second has to join.
    assert not t.can("roll")
    t.do("join 275")
    assert t.can("roll")


@rule("RFB 2.3.2a")
def test_2_3_2_one_division_has_to_attack_where_two_cannot() -> None:
    one = 'Kathlow = ["13/1"]\nForst = ["342"]'
    assert not ordered(one).can("pass")
    assert not enough(ordered(one), "342 move")
    assert enough(ordered(one), "342 combat")


@rule("RFB 2.3.2a")
def test_2_3_2_an_order_binds_its_own_camp_only() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.3"
        [units]
        Muncheberg = ["541", "286"]
        Furstenwalde = ["8GA/1"]
        Dresden = ["404"]
        [flags]
        order = "south"
    """)
    t.do("pass")
    assert t.order == "south"


@rule("RFB 2.3.2b")
def test_2_3_2_one_of_the_attackers_has_to_be_armoured_if_that_can_be() -> None:
    three = TWO + 'Cottbus = ["21Pz"]\n'
    assert not enough(ordered(three), "342 combat", "275 combat")
    assert enough(ordered(three), "21Pz combat", "275 combat")
    assert enough(ordered(TWO), "342 combat", "275 combat")


@rule("RFB 2.3.2b")
def test_2_3_2_armour_that_is_exempt_or_not_next_to_soviets_is_not_missed() -> None:
    assert enough(ordered(TWO + 'Guben = ["10SSPz"]\n'), "342 combat", "275 combat")
    assert enough(ordered(TWO + 'Senftenberg = ["21Pz"]\n'), "342 combat", "275 combat")


@rule("RFB 2.3.2.q3")
def test_2_3_2_q3_the_counters_symbol_tells_an_armoured_division() -> None:
    north = """
        Muncheberg = ["20PzGr", "303"]
        Falkenhagen = ["9Falsch"]
        Furstenwalde = ["8GA/1"]
    """
    assert not enough(ordered(north, "north"), "303 combat", "9Falsch combat")
    assert enough(ordered(north, "north"), "303 combat", "20PzGr combat")


# Nobody stands next to the Soviets in Kathlow; Cottbus and Spremberg would be next to them.
FAR = """
    Kathlow = ["13/1"]
    Senftenberg = ["21Pz"]
    Finsterwalde = ["344"]
    Hoyerswerda = ["17"]
"""


@rule("RFB 2.3.2c")
def test_2_3_2_with_nobody_next_to_soviets_two_divisions_have_to_move_next_to_them() -> None:
    assert not ordered(FAR).can("pass")
    assert not enough(ordered(FAR), "21Pz move")
    assert enough(ordered(FAR), "21Pz move", "344 move")


@rule("RFB 2.3.2c")
def test_2_3_2_one_of_the_two_that_move_up_is_armoured_if_that_can_be() -> None:
    assert not enough(ordered(FAR), "344 move", "17 move")
    no_armour = 'Kathlow = ["13/1"]\nFinsterwalde = ["344"]\nHoyerswerda = ["17"]'
    assert enough(ordered(no_armour), "344 move", "17 move")


@rule("RFB 2.3.2c")
def test_2_3_2_one_division_has_to_move_up_where_two_cannot() -> None:
    alone = 'Kathlow = ["13/1"]\nFinsterwalde = ["344"]'
    assert not ordered(alone).can("pass")
    assert enough(ordered(alone), "344 move")


@rule("RFB 2.3.2c")
def test_2_3_2_they_have_to_end_their_move_next_to_soviets() -> None:
    t = ordered(FAR)
    t.do("activate 21Pz move", "activate 344 move", "begin")
    assert not t.can("done")
    assert not t.can("move 344 Luckau")
    assert not t.can("move 21Pz Kamenz")
    t.do("move 344 Cottbus")
    assert not t.can("done")
    t.do("move 21Pz Cottbus", dice=[6])
    assert t.operations == 2
    assert t.order == ""


@rule("RFB 2.3.2d")
@pytest.mark.parametrize(
    "units, bound",
    [
        ('Kathlow = ["13/1"]\nGuben = ["36SS", "214"]', False),
        ('Kathlow = ["13/1"]\nLieberose = ["36SS", "214"]', True),
        ('Zossen = ["13/1"]\nTempelhof = ["21Pz"]\nNeukolln = ["17"]', False),
        ('Zossen = ["13/1"]\nTrebbin = ["21Pz"]\nLubben = ["17"]', True),
    ],
)
def test_2_3_2_divisions_behind_a_defence_line_or_in_berlin_are_exempt(units: str, bound: bool) -> None:
    assert ordered(units).can("pass") is not bound


@rule("RFB 2.3.2d")
def test_2_3_2_an_exempt_division_need_not_make_up_the_number() -> None:
    one = 'Kathlow = ["13/1"]\nForst = ["342"]\nGuben = ["214"]'
    assert not ordered(one).can("pass")
    assert enough(ordered(one), "342 combat")


@rule("RFB 2.3.2d")
def test_2_3_2_an_exempt_division_next_to_soviets_does_not_free_the_others() -> None:
    mixed = FAR + 'Guben = ["214"]\n'
    assert not ordered(mixed).can("pass")
    assert enough(ordered(mixed), "21Pz move", "344 move")


# Two places to attack: Kathlow from Forst, Spremberg from Hoyerswerda.
APART = """
    Kathlow = ["13/1"]
    Spremberg = ["13/2"]
    Forst = ["342"]
    Hoyerswerda = ["17"]
"""


@rule("RFB 2.3.2.q1")
def test_2_3_2_q1_the_two_divisions_may_attack_different_zones() -> None:
    t = ordered(APART)
    t.do("activate 342 combat", "activate 17 combat", "begin")
    t.do("attack 342 Kathlow", "roll", dice=[6])
    assert not t.can("done")
    t.do("attack 17 Spremberg", "roll", dice=[6, 6])
    assert t.order == ""


@rule("RFB 2.3.2.q1")
def test_2_3_2_q1_an_exempt_division_may_volunteer_and_counts() -> None:
    volunteer = TWO + 'Guben = ["214"]\n'
    assert not enough(ordered(volunteer), "342 combat")
    assert enough(ordered(volunteer), "342 combat", "214 combat")


@rule("RFB 2.3.2.q2")
def test_2_3_2_q2_divisions_that_cannot_get_next_to_soviets_move_as_near_as_they_can() -> None:
    far = 'Kathlow = ["13/1"]\nDresden = ["21Pz", "404"]'
    t = ordered(far, rest='[marks]\noos = ["21Pz", "404"]')
    assert not t.can("pass")
    t.do("activate 21Pz move", "activate 404 move", "begin")
    # Out of supply they move one zone. Kathlow is four zones from Dresden, and from Meissen too.
    assert not t.can("move 21Pz Meissen")
    assert t.can("move 21Pz Bautzen")
    t.do("move 21Pz Kamenz")
    t.do("move 404 Kamenz", dice=[6])
    assert t.order == ""


@rule("RFB 2.3.2.q4")
def test_2_3_2_q4_soviets_beyond_the_neisse_are_no_lawful_target_and_the_order_lapses() -> None:
    facing = 'Triebel = ["13/1"]\nForst = ["342"]\nCottbus = ["21Pz"]\nSpremberg = ["344"]'
    t = ordered(facing, turn=1)
    assert t.can("pass")
    t.do("pass", dice=[6])
    assert t.order == ""


@rule("RFB 2.3.2c")
def test_2_3_2_with_nobody_facing_them_over_the_river_divisions_have_to_move_up() -> None:
    t = ordered('Triebel = ["13/1"]\nCottbus = ["21Pz"]\nSpremberg = ["344"]', turn=1)
    assert not t.can("pass")


# 404 in Zossen faces the Soviets in Tempelhof, whom no German outside the city may attack.
BEFORE_BERLIN = """
    Tempelhof = ["13/1"]
    Zossen = ["404"]
"""


@rule("RFB 2.3.2.q5")
@pytest.mark.parametrize(
    "more, able",
    [
        # Nobody else is there; or the other is exempt.
        ("", ()),
        ('Guben = ["214"]', ()),
        # Others can move up: to the Soviets in Tempelhof, or to others.
        ('Lubben = ["17"]', ("17 move",)),
        ('Lubben = ["17"]\nHoyerswerda = ["344"]\nKathlow = ["13/2"]', ("17 move", "344 move")),
        # Another can attack, so that nobody has to move up.
        ('Kathlow = ["13/2"]\nForst = ["342"]\nLubben = ["17"]', ("342 combat",)),
    ],
)
def test_2_3_2_q5_who_faces_only_untouchable_soviets_is_free_and_frees_nobody_else(
    more: str, able: tuple[str, ...]
) -> None:
    t = ordered(BEFORE_BERLIN + more)
    assert t.can("pass") is (not able)
    if able:
        assert not enough(ordered(BEFORE_BERLIN + more), "404 combat")
        assert enough(ordered(BEFORE_BERLIN + more), *able)
    else:
        assert t.order == ""


@rule("RFB 2.3.2.q5")
def test_2_3_2_q5_the_same_in_the_north() -> None:
    alone = 'Wedding = ["61/1"]\nOranienburg = ["541"]'
    assert ordered(alone, order="north").can("pass")
    two = alone + '\nRathenow = ["286"]'
    assert not ordered(two, order="north").can("pass")
    assert enough(ordered(two, order="north"), "286 move")


@rule("RFB 2.3.2.q4", "RFB 2.3.2.q5")
def test_2_3_2_q5_soviets_over_the_river_free_the_others_from_the_river_alone() -> None:
    facing = 'Triebel = ["13/1"]\nForst = ["342"]\n'
    others = 'Spremberg = ["344"]\nLubben = ["17"]\n'
    # Nobody has to move up to Soviets whom somebody faces over the river already.
    assert ordered(facing + others, turn=1).can("pass")
    # Soviets on this side call for it, and only a place next to those will do.
    crossed = facing + others + 'Bautzen = ["52/1"]\n'
    t = ordered(crossed, turn=1)
    assert not t.can("pass")
    t.do("activate 344 move", "activate 17 move", "begin")
    t.refused("move 344 Forst", "RFB 2.3.2c", "RFB 6.1.2c")
    t.refused("move 344 Cottbus", "RFB 2.3.2c")
    t.do("move 344 Niesky")
    t.refused("done", "RFB 2.3.2c")


@rule("RFB 2.3.2.q5", "RFB 2.3.2.q2")
def test_2_3_2_q5_who_cannot_get_there_comes_nearer_to_soviets_on_this_side() -> None:
    t = ordered(
        'Triebel = ["13/1"]\nForst = ["342"]\nTempelhof = ["52/1"]\nDresden = ["21Pz"]',
        rest='[marks]\noos = ["21Pz"]',
    )
    assert not t.can("pass")
    t.do("activate 21Pz move", "begin")
    t.refused("move 21Pz Bautzen", "RFB 2.3.2.q2")


@rule("RFB 2.3.2.q4", "RFB 2.3.2.q5")
def test_2_3_2_q5_only_a_division_at_the_river_frees_the_others_from_it() -> None:
    t = ordered(
        BEFORE_BERLIN + 'Triebel = ["52/1"]\nKathlow = ["21Pz"]',
        rest='[marks]\noos = ["21Pz"]',
    )
    assert not t.can("pass")
    t.do("activate 21Pz move", "begin")
    reached = [text for text in t.legal("21Pz") if text.startswith("move")]
    assert reached == ["move 21Pz Forst", "move 21Pz Guben"]
