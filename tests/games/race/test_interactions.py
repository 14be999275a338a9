"""Where two rules meet: positions that once went wrong, or easily could."""

from table import Table

from berlin.kernel.proof.mark import rule


@rule("RFB 2.3.2a", "RFB event.3a")
def test_2_3_2_an_order_lapses_when_chit_3_sweeps_away_those_it_bound() -> None:
    t = Table.at("""
        turn = 4
        stage = "C.4"
        [units]
        Riesa = ["3GTA/1"]
        Leipzig = ["17"]
        Meissen = ["72"]
        [chits]
        zhukov = [3]
        koniev = [1, 10]
        [flags]
        order = "south"
    """)
    t.refused("pass", "RFB 2.3.2a")
    t.do("play 3 1", dice=[1])
    assert t.zone("17") == "withdrawn"
    t.refused("pass", "RFB 2.3.2a")
    t.do("activate 72 combat", "begin", "attack 72 Riesa")
    assert t.can("roll")


@rule("RFB 2.3.2.q2", "RFB event.3a")
def test_2_3_2_an_order_to_move_up_lapses_when_chit_3_leaves_nobody_to_obey() -> None:
    t = Table.at("""
        turn = 4
        stage = "C.4"
        [units]
        Wittenberg = ["17"]
        Kathlow = ["13/1"]
        Kyritz = ["303"]
        [control]
        american = ["Leipzig"]
        [chits]
        zhukov = [3]
        koniev = [1, 10]
        [flags]
        order = "south"
    """)
    t.refused("pass", "RFB 2.3.2c", "RFB 2.3.2.q2")
    t.do("play 3 1", dice=[2])
    assert t.order == ""
    assert t.stage != "C.4" or t.can("pass")


@rule("RFB 2.3.2c")
def test_2_3_2_divisions_that_can_make_contact_must_rather_than_distant_ones_come_nearer() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.4"
        [units]
        Kathlow = ["13/1"]
        Senftenberg = ["342"]
        Finsterwalde = ["344"]
        Leipzig = ["17", "72"]
        [flags]
        order = "south"
    """)
    t.do("activate 17 move", "activate 72 move")
    t.refused("begin", "RFB 2.3.2c")
    t.do("activate 342 move", "activate 344 move")
    assert t.can("begin")


@rule("RFB 2.3.2.q1")
def test_2_3_2_q1_exempt_divisions_that_volunteer_to_move_up_count() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.4"
        [units]
        Lubben = ["13/1"]
        Tempelhof = ["21Pz"]
        Neukolln = ["72"]
        Juterbog = ["17"]
        Herzberg = ["344"]
        [flags]
        order = "south"
    """)
    t.do("activate 21Pz move", "activate 72 move")
    assert t.can("begin")


@rule("RFB 2.3.2a")
def test_2_3_2_a_city_roll_does_not_obey_an_order_to_counter_attack() -> None:
    t = Table.at("""
        turn = 4
        stage = "C.4"
        [units]
        Tempelhof = ["3GTA/1", "21Pz"]
        Lubben = ["13/1"]
        Zossen = ["17"]
        [flags]
        order = "south"
    """)
    t.do("activate 17 combat", "activate 21Pz combat", "begin", "attack 21Pz Tempelhof").do("roll", dice=[3])
    t.refused("done", "RFB 2.3.2a")


@rule("RFB 8.3.3a", "RFB 2.2.8c")
def test_2_2_8_even_a_retreat_into_an_american_zone_respects_stacking() -> None:
    t = Table.at("""
        turn = 6
        stage = "C.4"
        [units]
        Leipzig = ["13/1", "13/2"]
        Torgau = ["3GA/1"]
        Wittenberg = ["17", "72"]
        Juterbog = ["21Pz"]
        Herzberg = ["10SSPz"]
        Riesa = ["1SSPz"]
        [control]
        american = ["Leipzig"]
        [flags]
        halted = true
    """)
    t.do(
        "activate 17 combat", "activate 72 combat", "activate 21Pz combat", "activate 10SSPz combat", "begin"
    )
    t.do("attack 17 Torgau", "join 72", "join 21Pz", "join 10SSPz").do("roll", dice=[6])
    assert t.units("Leipzig") == ["13/1", "13/2"]
    assert t.zone("3GA/1") == "destroyed"


@rule("RFB 2.2.7", "RFB 8.3.4")
def test_2_2_7_a_german_does_not_retreat_into_an_american_zone_that_holds_soviets() -> None:
    t = Table.at("""
        turn = 6
        stage = "C.2"
        [units]
        Leipzig = ["13/1"]
        Riesa = ["17"]
        Torgau = ["3GTA/1", "3GTA/2"]
        Meissen = ["3GA/1", "3GA/2"]
        Elsterwerda = ["5GA/1"]
        Grossenhain = ["5GA/2"]
        [marks]
        used = ["13/1"]
        [control]
        american = ["Leipzig"]
        [chits]
        koniev = [10]
        out = [1]
        [flags]
        halted = true
    """)
    t.do("activate 3GTA/1 combat", "activate 3GTA/2 combat", "begin", "attack 3GTA/1 Riesa", "join 3GTA/2")
    t.do("roll", dice=[3])
    assert t.zone("17") == "destroyed"


@rule("RFB 7.3.3a")
def test_7_3_3_no_formation_is_set_down_among_soviets_of_the_other_camp() -> None:
    t = Table.at("""
        turn = 6
        stage = "A.1"
        dice = [6]
        [units]
        Triebel = ["8GA/1"]
        [off]
        pool = ["28"]
        destroyed = ["13/1"]
        [chits]
        zhukov = [10]
        koniev = [1, 4]
    """)
    t.refused("enter 28 Triebel", "RFB 7.3.3a")
    t.do("enter 28 Priebus")
    t.until("B.2").do("done")
    assert t.decider == "koniev"
    t.refused("return 13/1 Triebel", "RFB 7.3.3a")
    assert t.can("return 13/1 Penzig")


@rule("RFB 2.4.4.q2", "RFB event.4b")
def test_2_4_4_q2_dead_chits_are_out_of_the_bag_before_the_draw() -> None:
    t = Table.at("""
        turn = 7
        stage = "A.4"
        [units]
        Kustrin = ["8GA/1"]
        [chits]
        zhukov = [10]
        koniev = [1, 9]
        [flags]
        halted = true
    """)
    assert t.out() >= {3, 4}
    assert not t.bag() & {3, 4}


@rule("RFB 11.q1", "RFB 4.1.1b")
def test_11_q1_the_operations_number_starts_anew_with_the_turn() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.5"
        operations = 3
        dice = [1]
        [units]
        Kustrin = ["8GA/1"]
        [off]
        pool = ["3"]
    """)
    t.until("B.2")
    assert (t.turn, t.operations) == (4, 1)
    assert "operations 1" in t.scene("zhukov").caption


@rule("RFB event.1c")
def test_event_1_a_chit_handed_over_this_turn_is_refused_by_its_own_rule() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.2"
        [units]
        Kathlow = ["13/1", "13/2"]
        Cottbus = ["17"]
        [chits]
        zhukov = [1, 8]
        [flags]
        heinrici = 3
    """)
    t.refused("play 1", "RFB event.1c")


@rule("RFB 3.1.3a", "RFB crt.q2")
def test_a_tally_cites_every_rule_that_changed_a_strength() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.2"
        [units]
        Triebel = ["3GTA/1"]
        Forst = ["342"]
        [marks]
        oos = ["3GTA/1"]
        [chits]
        out = [1]
    """)
    t.do("activate 3GTA/1 combat", "begin", "attack 3GTA/1 Forst")
    attack = t.explain("roll").tallies[0]
    assert attack.total == 6
    assert attack.rules == ("RFB 3.1.3a", "RFB crt.modifiers.a")
