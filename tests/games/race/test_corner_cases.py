"""Corner cases of movement, guests and the city that once went wrong."""

from table import Table

from berlin.games.race.game import GAME
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule


@rule("RFB 2.2.6a")
def test_2_2_6_a_withdrawn_unit_takes_no_marks_along() -> None:
    t = Table.at("""
        turn = 3
        stage = "A.2"
        dice = [1, 1, 1]
        [units]
        Leipzig = ["72"]
        Barwalde = ["61/2"]
        Penzig = ["52/2"]
        Rathenow = ["541"]
        [marks]
        oos = ["72"]
    """)
    assert t.zone("72") == "withdrawn"
    assert not t.oos("72")
    text = GAME.write_situation(t.state)
    assert GAME.write_situation(GAME.read_situation(text, key_from_seed(1)).state) == text


@rule("RFB 7.3.2a")
def test_7_3_2_a_stray_that_is_home_again_does_not_cross_the_boundary_once_more() -> None:
    t = Table.at("""
        turn = 6
        stage = "C.1"
        [units]
        Belzig = ["1GTA/1"]
    """)
    t.do("activate 1GTA/1 move", "begin")
    # Over Potsdam it is home at Nauen; the road on to Rathenow by Brandenburg leads abroad again.
    assert t.can("move 1GTA/1 Rathenow via Nauen,Potsdam")
    assert t.can("move 1GTA/1 Rathenow via Brandenburg")
    t.refused("move 1GTA/1 Rathenow via Nauen,Brandenburg,Potsdam")


@rule("RFB 7.3.2b", "RFB 7.3.2.q1")
def test_7_3_2_berlin_is_not_the_front_that_a_stray_must_return_to() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        Zossen = ["61/1"]
        KonigsWusterhausen = ["61/2"]
        Lubben = ["303"]
    """)
    t.do("activate 61/1 move", "begin")
    assert t.can("move 61/1 KonigsWusterhausen")
    t.refused("move 61/1 Tempelhof", "RFB 7.3.2b")


@rule("RFB 9.1.5.q1")
def test_9_1_5_q1_no_penalty_where_one_unit_left_and_the_last_one_died() -> None:
    t = Table.at("""
        turn = 7
        stage = "C.1"
        [units]
        Tempelhof = ["8GA/1", "8GA/2-", "11SS"]
        Kustrin = ["69/1"]
        [progress]
        Tempelhof = 2
        [points]
        vp = [10, 0]
        support = [1, 0]
        [flags]
        progressed = true
    """)
    t.do("activate 8GA/1 move", "activate 8GA/2 combat", "begin", "move 8GA/1 Neukolln")
    t.do("attack 8GA/2 Tempelhof").do("roll", dice=[1])
    assert t.zone("8GA/2") == "destroyed"
    assert t.stage != "C.1"
    assert t.vp("zhukov") == 7
    assert t.progress("Tempelhof") == 0


@rule("RFB 7.3.3.q2")
def test_7_3_3_q2_a_guest_whose_hosts_left_receives_others_as_a_host() -> None:
    t = Table.at("""
        turn = 6
        stage = "C.3"
        [units]
        Luckau = ["61/1"]
        Finsterwalde = ["3GA/1"]
        Cottbus = ["Kurmark", "25PzGr", "20PzGr"]
        Herzberg = ["156"]
        Elsterwerda = ["286"]
        Senftenberg = ["303"]
        Lubben = ["21Pz", "1SSPz"]
        Barwalde = ["61/2"]
        Penzig = ["52/2"]
        [marks]
        guest = ["61/1"]
        oos = ["3GA/1"]
        used = ["61/1", "3GA/1"]
        [chits]
        out = [1]
    """)
    t.do("activate Kurmark combat", "activate 25PzGr combat", "activate 20PzGr combat", "activate 303 combat")
    t.do("begin", "attack Kurmark Finsterwalde", "join 25PzGr", "join 20PzGr", "join 303")
    t.do("roll", dice=[3])
    assert t.zone("3GA/1") == "Luckau"
    t.until("C.4").do("activate 21Pz combat", "begin", "attack 21Pz Luckau")
    defence = t.explain("roll").tallies[1]
    assert defence.total == 14
    assert [line.label for line in defence.modifiers] == ["the first counter of the 61st Army"]


@rule("RFB 7.3.1.q1")
def test_7_3_1_q1_a_counter_that_only_could_go_farther_away_may_stay() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        Strausberg = ["61/1"]
        Bernau = ["303"]
        Furstenwalde = ["391"]
        Protzel = ["156"]
        Muncheberg = ["712"]
        Seelow = ["61/2"]
        KonigsWusterhausen = ["286"]
    """)
    t.do("activate 61/1 move", "begin")
    assert t.can("done")


@rule("RFB 9.2.2b")
def test_9_2_2_a_german_that_enters_berlin_is_in_supply_at_once() -> None:
    t = Table.at("""
        turn = 7
        stage = "C.3"
        [units]
        Zossen = ["303"]
        Kustrin = ["69/1"]
        [marks]
        oos = ["303"]
    """)
    t.do("activate 303 move", "begin", "move 303 Tempelhof")
    assert not t.oos("303")


@rule("RFB crt.modifiers.a")
def test_a_helper_of_a_city_attack_across_a_river_counts_half() -> None:
    t = Table.at("""
        turn = 7
        stage = "C.3"
        [units]
        Wedding = ["303", "13/1-"]
        Potsdam = ["25PzGr"]
        Kustrin = ["69/1"]
    """)
    t.do("activate 303 combat", "activate 25PzGr combat", "begin", "attack 303 Wedding", "join 25PzGr")
    assert t.explain("roll").tallies[0].total == 5 + 4


@rule("RFB 8.2.2a")
def test_8_2_2_nobody_is_asked_where_there_are_losses_enough_for_everybody() -> None:
    t = Table.at("""
        turn = 2
        stage = "C.1"
        [units]
        Bridgehead = ["1GTA/1", "1GTA/2"]
        Seelow = ["8GA/1"]
        SOderbruch = ["606", "5Jager"]
        Kustrin = ["69/1"]
        [chits]
        out = [1]
    """)
    t.do("activate 1GTA/1 combat", "activate 1GTA/2 combat", "activate 8GA/1 combat", "begin")
    t.do("attack 1GTA/1 SOderbruch", "join 1GTA/2", "join 8GA/1").do("roll", dice=[3])
    assert t.reduced("606")
    assert t.reduced("5Jager")
    assert t.prompt is not None
    assert t.prompt.rule == "RFB 8.3.1a"


@rule("RFB 7.1.4", "RFB map.corner")
def test_7_1_4_a_corner_is_named_as_what_forbids_a_single_step() -> None:
    t = Table.at("""
        turn = 3
        stage = "D.2"
        [units]
        Zossen = ["13/1"]
        Kustrin = ["69/1"]
    """)
    t.refused("move 13/1 Luckau", "RFB 7.1.4")
    t.refused("move 13/1 Herzberg", "RFB 5.1a")


@rule("RFB 7.4.4")
def test_7_4_4_a_soviet_is_told_that_the_nexus_is_for_germans() -> None:
    t = Table.at("""
        turn = 7
        stage = "C.1"
        [units]
        PrenzlauerBerg = ["8GA/1"]
        Friedrichshain = ["5SHA/1"]
        Neukolln = ["5SHA/2"]
        Tempelhof = ["3SHA/1"]
        Kustrin = ["69/1"]
        [progress]
        PrenzlauerBerg = 2
        Friedrichshain = 2
        Neukolln = 2
        Tempelhof = 2
    """)
    t.do("activate 8GA/1 reserve", "begin")
    assert t.can("move 8GA/1 Neukolln")
    t.refused("move 8GA/1 Zehlendorf", "RFB 7.4.4")


@rule("RFB 9.2.4.q1")
def test_9_2_4_q1_nobody_helps_a_german_inside_who_is_to_do_something_else() -> None:
    t = Table.at("""
        turn = 7
        stage = "C.3"
        [units]
        Tempelhof = ["303", "13/1"]
        Trebbin = ["25PzGr"]
        Kustrin = ["69/1"]
    """)
    assert t.can("activate 25PzGr combat")
    t.do("activate 303 reserve")
    t.refused("activate 25PzGr combat", "RFB 9.2.4.q1")


@rule("RFB 4.1.5.q1")
def test_4_1_5_q1_nobody_is_asked_in_an_impulse_without_a_unit_to_activate() -> None:
    t = Table.at("""
        turn = 3
        stage = "C.1"
        [units]
        Kustrin = ["69/1"]
        Lebus = ["712"]
        [marks]
        used = ["69/1"]
    """)
    assert t.stage == "C.3"
    assert t.decider == "koniev"
    assert [event.rules for event in t.events if event.kind == "pass"] == [("RFB 4.1.5.q1",)] * 2
