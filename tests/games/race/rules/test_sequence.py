"""The order of a turn: phases A to D and their steps."""

from table import Table

from berlin.kernel.contract.events import Event
from berlin.kernel.proof.mark import rule

# Both players hold a chit, so that none is drawn, and chit 9 is gone, so that it opens no window.
HELD = """
    [chits]
    zhukov = [10]
    koniev = [1, 6]
    out = [9]
"""
POSITION = """
    [units]
    Kustrin = ["8GA/1", "47/1"]
    Triebel = ["3GTA/1"]
    Frankfurt = ["303"]
    Cottbus = ["21Pz"]
"""


def end_of_turn(turn: int, position: str = POSITION, rest: str = HELD) -> Table:
    """A table at the very end of a turn, that asks who keeps his chit."""
    return Table.at(f'turn = {turn}\nstage = "D.6"\n{position}{rest}')


def stages(events: list[Event]) -> list[str]:
    """The stages entered, those of phase D as one."""
    names: list[str] = []
    for event in events:
        if event.kind == "stage" and "." in str(event.data[0]):
            name = str(event.data[0])
            name = "D" if name.startswith("D") else name
            if names[-1:] != ["D"] or name != "D":
                names.append(name)
    return names


def steps(t: Table) -> list[str]:
    """What the last call brought: each die by its purpose, each draw, each stage, in order."""
    told = []
    for event in t.last:
        if event.kind in ("die", "stage"):
            told.append(str(event.data[0]))
        elif event.kind == "draw":
            told.append("draw")
    return told


def can_activate(t: Table) -> set[str]:
    units = ("8GA/1", "47/1", "3GTA/1", "303", "21Pz")
    return {unit for unit in units if t.can(f"activate {unit} move")}


@rule("RFB 1", "RFB 1.A")
def test_1_a_turn_runs_through_its_phases_and_steps_in_printed_order() -> None:
    t = end_of_turn(1)
    t.do("keep", "keep", dice=[6, 1])
    t.do("done", "done")
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Goritz", "pass", "pass")
    t.do("pass", dice=[6])
    t.do("pass", "pass", "pass", "pass")
    log = stages(t.events)
    log = log[log.index("A.1") :]
    operations = ["C.1", "C.2", "C.3", "C.4", "C.5"]
    assert log == ["A.1", "A.2", "A.3", "A.4", "B.1", "B.2", *operations, *operations, "D"]
    assert (t.turn, t.operations) == (2, 2)


@rule("RFB 1.A")
def test_1_a_nothing_is_activated_before_the_administrative_and_logistics_phases_are_over() -> None:
    t = Table.at(f"""
        turn = 6
        stage = "A.1"
        dice = [1, 6]
        {POSITION}
        [off]
        pool = ["3"]
        {HELD}
    """)
    assert t.stage == "A.1"
    assert can_activate(t) == set()
    t.do("enter 3 Kustrin")
    assert t.stage == "B.2"
    assert can_activate(t) == set()
    t.do("done")
    assert can_activate(t) == set()
    t.do("done")
    assert t.stage == "C.1"
    assert can_activate(t) == {"8GA/1", "47/1"}


@rule("RFB 1.A.1")
def test_1_a_1_reinforcement_rolls_come_first_in_a_turn() -> None:
    t = end_of_turn(1, POSITION + '[off]\npool = ["3", "28"]\n')
    t.do("keep", "keep", dice=[1, 2, 6, 1])
    dice = [event.data[0] for event in t.last if event.kind == "die"]
    assert dice[:2] == ["reinforcement", "reinforcement"]
    assert steps(t).index("A.1") < steps(t).index("reinforcement") < steps(t).index("A.2")


@rule("RFB 1.A.2")
def test_1_a_2_the_american_die_follows_the_reinforcements_and_precedes_hitlers() -> None:
    t = end_of_turn(1, POSITION + '[off]\npool = ["3"]\n')
    t.do("keep", "keep", dice=[1, 6, 1])
    dice = [event.data[0] for event in t.last if event.kind == "die"]
    assert dice == ["reinforcement", "american", "hitler"]
    assert t.rolled("american") == [6]


@rule("RFB 1.A.3", "RFB 2.3")
def test_1_a_3_hitlers_die_comes_after_the_americans_and_before_any_chit_is_drawn() -> None:
    t = end_of_turn(2, rest="[chits]\nzhukov = [10]\nkoniev = [1]\nout = [9]\n")
    t.do("keep", dice=[6, 5, 1])
    order = steps(t)
    assert order.index("american") < order.index("A.3") < order.index("hitler") < order.index("draw")
    assert t.rolled("hitler") == [5]
    assert t.order == "north"


@rule("RFB 1.A.4", "RFB 2.4")
def test_1_a_4_chits_are_drawn_after_hitlers_orders_and_before_supply() -> None:
    t = end_of_turn(1, rest="[chits]\nzhukov = [10]\nkoniev = [1]\nout = [9]\n")
    t.do("keep", dice=[6, 1, 1])
    order = steps(t)
    assert order.index("hitler") < order.index("A.4") < order.index("draw") < order.index("B.1")
    assert t.hand("koniev") == {1, 2}


@rule("RFB 2")
def test_2_the_four_administrative_steps_are_run_and_logged_in_order() -> None:
    t = end_of_turn(
        1, POSITION + '[off]\npool = ["3"]\n', "[chits]\nzhukov = [10]\nkoniev = [1]\nout = [9]\n"
    )
    t.do("keep", dice=[1, 6, 1, 1])
    order = steps(t)
    run = ["A.1", "reinforcement", "A.2", "american", "A.3", "hitler", "A.4", "draw"]
    assert order[order.index("A.1") :][: len(run)] == run


CUT_OFF = """
    turn = 4
    stage = "{stage}"
    [units]
    Joachimsthal = ["61/1-"]
    Oranienburg = ["541"]
    Bernau = ["303"]
    Zossen = ["13/1-"]
    Lubben = ["275"]
    Luckenwalde = ["404"]
    Kustrin = ["47/1-"]
"""


@rule("RFB 1.B", "RFB 1.B.1")
def test_1_b_supply_is_checked_after_the_chits_and_before_a_replacement_point_is_spent() -> None:
    t = Table.at(CUT_OFF.format(stage="A.4") + HELD)
    assert t.stage == "B.2"
    assert t.oos("61/1")
    assert not t.oos("47/1")


@rule("RFB 1.B.2")
def test_1_b_2_replacements_follow_the_supply_check_that_decides_who_may_have_them() -> None:
    t = Table.at(CUT_OFF.format(stage="B.1") + HELD)
    assert t.stage == "B.2"
    assert t.can("rebuild 47/1")
    assert not t.can("rebuild 61/1")


@rule("RFB 3")
def test_3_supply_is_settled_for_both_players_before_replacements_begin() -> None:
    t = Table.at(CUT_OFF.format(stage="B.1") + HELD)
    assert (t.stage, t.decider) == ("B.2", "zhukov")
    assert t.oos("61/1")
    assert t.oos("13/1")
    t.do("done")
    assert (t.stage, t.decider) == ("B.2", "koniev")


@rule("RFB 1.C")
def test_1_c_a_failed_end_test_leads_back_to_the_first_impulse_of_the_same_turn() -> None:
    t = Table.at(f'turn = 2\nstage = "C.1"\n{POSITION}{HELD}')
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Goritz", "pass", "pass")
    t.do("pass", dice=[6])
    assert (t.stage, t.turn, t.operations) == ("C.1", 2, 2)
    assert not {"A.1", "A.2", "B.1", "B.2"} & set(stages(t.last))


IMPULSES = [
    ("C.1", "zhukov", {"8GA/1", "47/1"}),
    ("C.2", "koniev", {"3GTA/1"}),
    ("C.3", "koniev", {"303"}),
    ("C.4", "zhukov", {"21Pz"}),
]


def at_impulse(number: int) -> Table:
    """That impulse, reached by passing those before it."""
    t = Table.at(f'turn = 7\nstage = "B.2"\n{POSITION}{HELD}')
    t.do("done", "done", *["pass"] * (number - 1))
    return t


@rule("RFB 1.C.1")
def test_1_c_1_zhukovs_soviets_act_first() -> None:
    t = at_impulse(1)
    assert (t.stage, t.decider, can_activate(t)) == IMPULSES[0]


@rule("RFB 1.C.2")
def test_1_c_2_konievs_soviets_act_second() -> None:
    t = at_impulse(2)
    assert (t.stage, t.decider, can_activate(t)) == IMPULSES[1]


@rule("RFB 1.C.3")
def test_1_c_3_konievs_germans_act_third() -> None:
    t = at_impulse(3)
    assert (t.stage, t.decider, can_activate(t)) == IMPULSES[2]


@rule("RFB 1.C.4")
def test_1_c_4_zhukovs_germans_act_last() -> None:
    t = at_impulse(4)
    assert (t.stage, t.decider, can_activate(t)) == IMPULSES[3]


@rule("RFB 1.C.5")
def test_1_c_5_one_die_is_rolled_after_the_fourth_impulse_and_none_before() -> None:
    t = Table.at(f'turn = 2\nstage = "C.1"\n{POSITION}{HELD}')
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Goritz", "pass", "pass")
    assert t.rolled("operations") == []
    t.do("pass", dice=[5])
    assert t.rolled("operations") == [5]
    assert stages(t.last) == ["C.5", "C.1"]


@rule("RFB 1.C.5")
def test_1_c_5_no_die_is_rolled_after_two_soviet_passes() -> None:
    t = Table.at(f'turn = 2\nstage = "C.1"\n{POSITION}{HELD}')
    t.do("pass", "pass", "pass", "pass", dice=[6])
    assert t.rolled("operations") == []
    assert t.stage.startswith("D")


@rule("RFB 1.D")
def test_1_d_the_end_of_turn_phase_closes_the_turn_and_activates_nobody() -> None:
    t = Table.at(f'turn = 2\nstage = "C.1"\n{POSITION}{HELD}')
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Goritz", "pass", "pass")
    t.do("pass", dice=[1])
    assert t.stage == "D.1"
    asked = []
    while t.turn == 2 and t.stage.startswith("D"):
        asked.append(t.stage)
        assert can_activate(t) == set()
        t.do("keep" if t.can("keep") else "done", dice=[6, 1])
    assert asked == ["D.1", "D.2", "D.3", "D.4", "D.6", "D.6"]
    assert t.turn == 3
