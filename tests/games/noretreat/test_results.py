"""No Retreat! 9: what the results do."""

from tests.games.noretreat.table import Table, fight, front

from berlin.kernel.proof.mark import rule


def rolled(turn: int, defender: str, die: int, *attackers: str, at: str = "r0c5", **more: object) -> Table:
    """A Soviet attack, from a side's own hexes, and its die."""
    side = str(more.pop("side", "S"))
    t = front(f"{side}.5", turn, f"{at}: {defender}", *attackers, **more)
    units = [word.rstrip("+-") for stack in attackers for word in stack.partition(":")[2].split()]
    return fight(t, at, *units, die=die)


@rule("NR 9.result.none")
def test_9_a_dash_changes_nothing() -> None:
    t = rolled(13, "9A", 3, "r0c4: W")
    assert t.told("result: no effect")
    assert (t.where("9A"), t.where("W")) == ("r0c5", "r0c4")
    assert t.stage != "S.5"


@rule("NR 9.result.cb")
def test_9_cb_on_a_fort_has_no_effect() -> None:
    t = rolled(13, "FesK", 4, "r0c4: Sev")
    assert t.told("result: CB")
    assert t.state.left == ()
    assert rolled(13, "9A", 4, "r0c4: W").told("a counterblow lies on r0c4")


@rule("NR 9.result.ca")
def test_9_ca_lets_the_defender_roll_or_decline() -> None:
    t = rolled(13, "9A", 1, "r0c4: W")
    assert (t.decider, t.legal()) == ("axis", ["strike r0c4", "pass"])
    t.do("pass")
    assert t.where("W") == "r0c4"
    again = rolled(13, "9A", 1, "r0c4: W").do("strike r0c4", "roll", dice=[5])
    # On the Axis table: a five at 1:1 is a retreat.
    assert again.told("result: DR")
    assert (again.decider, again.asked) == ("soviet", "Retreat")


@rule("NR 9.result.ca")
def test_9_a_counterattack_has_no_terrain_and_hits_those_who_attacked_alone() -> None:
    t = rolled(23, "9A", 1, "r-2c2: W", at="r-2c3")
    t.do("strike r-2c2", "roll", dice=[3])
    assert t.told("column 1:1")
    assert not t.told("-1 marsh")
    both = front("S.5", 23, "r0c5: 9A 4A", "r0c4: W SW")
    fight(both, "r0c5", "W", die=1)
    both.do("strike r0c4", "roll", dice=[4])
    # Two armies against West alone.
    assert both.told("attack: +4 4A [NR 12.unit.conv], +4 9A [NR 12.unit.conv] = 8")
    assert both.told("defence: +4 W [NR 12.unit.conv] = 4")


@rule("NR 9.result.ca", "NR 9.shift.unsupplied")
def test_9_in_a_counterattack_the_unsupplied_shift_counts() -> None:
    t = rolled(13, "9A", 1, "r0c4: W", unsupplied="W").do("strike r0c4", "roll", dice=[1])
    # Four against four, and two columns for a unit that is cut off.
    assert t.told("column 2:1")
    assert t.told("result: no effect")


@rule("NR 9.result.ca", "NR 7.disorganized")
def test_9_disorganized_units_do_not_attack_back() -> None:
    t = rolled(13, "9A", 1, "r0c4: W", disorganized="9A")
    assert t.told("result: CA")
    assert t.stage != "S.5"
    both = front("S.5", 13, "r0c5: 9A 4A", "r0c4: W", disorganized="9A")
    fight(both, "r0c5", "W", die=1).do("strike r0c4", "roll", dice=[1])
    assert both.told("4A attacks back")
    assert not both.told("9A attack back")


@rule("NR 9.result.ca", "NR 9.result.fortmix")
def test_9_forts_do_not_attack_back() -> None:
    t = rolled(13, "FesK", 1, "r0c4: Sev")
    assert t.told("result: CA")
    assert t.stage != "S.5"


@rule("NR 9.result.ca.chain")
def test_9_a_counterattack_is_not_answered_and_goes_one_hex() -> None:
    t = rolled(13, "9A", 1, "r0c4: W").do("strike r0c4", "roll", dice=[1])
    assert t.told("result: CA")
    assert t.stage != "S.5"
    t = rolled(13, "9A", 1, "r0c4: W").do("strike r0c4", "roll", dice=[3])
    assert t.told("result: CB")
    assert (t.state.left, t.state.bound, t.stage != "S.5") == ((), (), True)
    t = rolled(14, "1Pz", 1, "r0c4: SW").do("strike r0c4", "roll", dice=[5])
    t.do(t.legal()[0])
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance 1Pz r0c4")
    assert t.stage != "S.5"
    assert t.where("1Pz") == "r0c4"


@rule("NR 9.result.dr", "NR 9.retreat")
def test_9_dr_moves_the_defender_two_hexes() -> None:
    t = rolled(14, "9A", 6, "r0c6: W")
    assert t.told("result: DR")
    t.do("retreat 9A r0c4", "retreat 9A r0c3")
    assert t.where("9A") == "r0c3"
    assert t.asked == "Advance"


@rule("NR 9.result.dr")
def test_9_dr_does_not_move_a_fort() -> None:
    t = rolled(14, "LwG", 6, "r0c4: Sev")
    assert t.told("result: DR")
    assert t.where("LwG") == "r0c5"
    assert t.stage != "S.5"


@rule("NR 9.result.ds", "NR 7.place.shattered")
def test_9_ds_shatters_on_the_side_it_had() -> None:
    t = rolled(14, "18A-", 6, "r0c4: SW", "r1c4: Cen")
    assert t.told("result: DS")
    assert t.where("18A") == "shattered"
    assert t.back("18A")


@rule("NR 9.result.ds")
def test_9_ds_is_an_exchange_against_a_fort() -> None:
    t = rolled(14, "LwG", 6, "r0c4: SW", "r0c6: W")
    assert t.told("result: DS") or t.told("result: DD")
    t = rolled(14, "LwG", 5, "r0c4: SW", "r0c6: W")
    assert t.told("result: DS")
    assert t.where("LwG") == "destroyed"
    assert sorted(t.legal()) == ["lose SW", "lose W"]


@rule("NR 9.result.ds", "NR 9.retreat.blocked")
def test_9_ds_destroys_who_could_not_have_retreated() -> None:
    ring = ("r0c4: SW", "r0c6: Cen", "r-1c5: W", "r1c5: S", "r-1c6: NW", "r1c4: Res")
    t = front("S.5", 14, "r0c5: 18A-", *ring)
    fight(t, "r0c5", "SW", "Cen", die=6)
    assert t.told("result: DS")
    assert t.where("18A") == "destroyed"


@rule("NR 9.result.dd", "NR 9.step")
def test_9_dd_costs_every_defender_a_step() -> None:
    t = front("S.5", 14, "r0c5: 18A 16A", "r0c4: Cen+", "r0c6: SW+", "r-1c5: W+", "r1c5: Kal+")
    fight(t, "r0c5", "Cen", "SW", "W", "Kal", die=6)
    assert t.told("result: DD")
    assert t.back("18A")
    assert t.back("16A")
    assert t.asked == "Retreat"


@rule("NR 9.result.dd", "NR 9.result.fortmix")
def test_9_dd_does_not_move_a_fort() -> None:
    t = front("S.5", 24, "r0c5: Fin", "r0c4: SW+ W+", "r0c6: Kal+ Vol+")
    fight(t, "r0c5", "SW", "W", "Kal", "Vol", die=6)
    assert t.told("result: DD")
    assert t.where("Fin") == "r0c5"
    assert t.back("Fin")
    assert t.stage != "S.5"
    both = front("S.5", 24, "r0c5: LwG 18A", "r0c6: SW+ W+", "r1c5: Kal+ Vol+")
    fight(both, "r0c5", "SW", "W", "Kal", "Vol", die=6)
    assert both.told("result: DD")
    assert both.where("LwG") == "destroyed"
    assert both.asked == "Retreat"


@rule("NR 9.result.ex")
def test_9_ex_costs_both_a_step_and_nobody_advances() -> None:
    t = rolled(14, "9A", 5, "r0c4: W")
    assert t.told("result: EX")
    assert t.back("9A")
    assert t.where("W") == "destroyed"
    assert t.stage != "S.5"


@rule("NR 9.result.ex")
def test_9_ex_leaves_an_empty_hex_empty() -> None:
    t = rolled(7, "W", 4, "r0c4: 9A", side="A")
    assert t.told("result: EX")
    assert t.where("W") == "destroyed"
    assert t.units("r0c5") == []
    assert t.where("9A") == "r0c4"
    assert t.asked != "Advance"


@rule("NR 9.result.fortmix")
def test_9_a_fort_keeps_its_stack_in_place() -> None:
    t = front("A.5", 26, "r0c5: Mos+ Res", "r0c4: 1Pz 4A")
    fight(t, "r0c5", "1Pz", "4A", die=6)
    assert t.told("result: DR")
    assert t.units("r0c5") == ["Mos", "Res"]
    assert t.stage != "A.5"


@rule("NR 9.volksturm", "NAB 2.3.1b", "NAB 2.3.1c", "NAB 2.3.1d", "NAB 2.3.1e", "NAB 2.3.1a")
def test_9_a_volksturm_turns_a_retreat_into_its_own_end() -> None:
    t = front("S.5", 26, "r0c5: VolP 9A", "r0c4: SW+")
    fight(t, "r0c5", "SW", die=6)
    assert t.told("result: DR")
    assert t.where("VolP") == "destroyed"
    assert t.units("r0c5") == ["9A"]
    assert not t.back("9A")
    alone = front("S.5", 26, "r0c5: VolP", "r0c4: Sev")
    fight(alone, "r0c5", "Sev", die=6)
    assert alone.told("result: DR")
    assert alone.where("VolP") == "destroyed"
    assert alone.where("Sev") == "r0c4"
    assert alone.stage != "S.5"
    fort = front("S.5", 26, "r0c5: VolP FesB", "r0c4: W+")
    fight(fort, "r0c5", "W", die=6)
    assert fort.told("result: DR")
    assert fort.units("r0c5") == ["FesB"]


@rule("NR 9.volksturm", "NAB 2.3.1b", "NR 9.result.ds")
def test_9_a_volksturm_does_not_turn_a_shattering() -> None:
    def shattered(defender: str, *attackers: str) -> Table:
        t = front("S.5", 26, f"r0c5: {defender}", *attackers)
        units = [word.rstrip("+") for stack in attackers for word in stack.partition(":")[2].split()]
        fight(t, "r0c5", *units, die=5)
        assert t.told("result: DS")
        return t

    both = shattered("VolP 9A", "r0c4: SW+ Cen+", "r1c4: Kal+")
    assert (both.where("9A"), both.back("9A"), both.where("VolP")) == ("shattered", False, "destroyed")
    # It is no exchange: no attacker loses a step, and they may advance.
    assert [both.back(unit) for unit in ("SW", "Cen", "Kal")] == [True, True, True]
    assert both.can("advance Cen r0c5")
    alone = shattered("VolP", "r0c4: Kal")
    assert (alone.where("VolP"), alone.where("Kal"), alone.asked) == ("destroyed", "r0c4", "Advance")
    # A fort beside it turns it as ever.
    fort = shattered("VolP FesB", "r0c4: Kal+", "r1c4: S+")
    assert (fort.asked, sorted(fort.legal())) == ("Loss", ["lose FesB", "lose VolP"])


@rule("NR 9.volksturm", "NAB 2.3.1b", "NR 9.result.cb")
def test_9_a_volksturm_does_not_stop_a_counterblow() -> None:
    t = front("S.5", 26, "r0c5: VolP 9A", "r0c4: W+")
    fight(t, "r0c5", "W", die=4)
    assert t.told("result: CB")
    assert t.told("a counterblow lies on r0c4")
    fort = front("S.5", 26, "r0c5: FesB 9A", "r0c4: W+")
    fight(fort, "r0c5", "W", die=4)
    assert fort.told("result: CB")
    assert not fort.told("a counterblow lies on r0c4")


@rule("NR 7.twostep", "NR 11.turn17", "NR 12.unit.soviet.regional")
def test_7_soviet_armies_have_two_steps_from_turn_17() -> None:
    t = rolled(16, "1Pz", 5, "r0c4: W+")
    assert t.told("result: EX")
    assert t.where("W") == "destroyed"
    t = rolled(19, "1Pz", 5, "r0c4: W+")
    assert t.told("result: EX")
    assert t.where("W") == "r0c4"
    assert not t.back("W")
    fort = rolled(20, "Len+", 4, "r0c4: 1Pz", side="A")
    assert fort.told("result: EX")
    assert fort.where("Len") == "destroyed"


@rule("NR 12.unit.axis.ally", "NR 12.unit.axis.finn")
def test_12_an_ally_has_one_step_and_the_finns_two() -> None:
    t = rolled(13, "Rum3", 5, "r0c4: Sev")
    assert t.told("result: EX")
    assert t.where("Rum3") == "destroyed"
    finns = rolled(14, "Fin", 5, "r-8c12: W", at="Finland")
    assert finns.told("result: EX")
    assert (finns.where("Fin"), finns.back("Fin")) == ("Finland", True)
