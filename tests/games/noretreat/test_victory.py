"""No Retreat! 10 and Na Berlin! 12: points and victory."""

import pytest
from tests.games.noretreat.table import Table, fight, front

from berlin.kernel.proof.mark import rule

PLAIN = (
    "Riga Minsk Smolensk Kiev Kharkov Odessa Dnepropetrovsk Stalino Kalinin Tula Rostov Voronezh Gorki "
    "Yaroslavl Saratov Novorossiysk Astrakhan"
)
"""Cities of the USSR that are no objective, and of Germany."""
QUIET = "Posen Breslau Warsaw Lublin Budapest Belgrade Bucharest Ploesti"


def first(names: str, number: int) -> str:
    return " ".join(names.split()[: max(number, 0)])


def axis_with(stage: str, turn: int, total: int, **more: object) -> Table:
    """The Axis holds so many points, none of them by objectives."""
    return front(stage, turn, "r0c-2: 9A", axis_holds=first(PLAIN, total - 12), **more)


def soviets_with(stage: str, turn: int, total: int, **more: object) -> Table:
    """The Soviets hold so many points: the USSR, then quiet cities of Germany."""
    held, lost = first(QUIET, total - 22), first(PLAIN, 22 - total)
    return front(stage, turn, "r-5c0: 9A", "r0c9: W", soviet_holds=held, axis_holds=lost, **more)


@rule("NR 10.vp.total", "NR scenario.1941.state")
def test_10_the_total_counts_for_who_has_the_initiative() -> None:
    assert Table.new("war").points == 12
    assert axis_with("A.4", 7, 15).points == 15
    assert axis_with("A.4", 12, 15).points == 19
    assert axis_with("A.4", 7, 15, event_vp=2).points == 17


@rule("NR 8.finland", "NR 10.vp.total", "NR 12.unit.axis.ally")
def test_8_finland_counts_with_a_unit_of_ones_own() -> None:
    assert front("A.4", 7, "Finland: Fin").points == 12
    assert front("A.4", 7, "Finland: Fin 18A").points == 13
    assert front("A.4", 7, "Finland: Fin Rum3").points == 12
    assert front("A.4", 7, "Finland: Fin KG1").points == 12
    assert front("S.4", 13, "Finland: Vol", "r0c0: 9A").points == front("S.4", 13, "r0c0: 9A").points + 1
    assert front("S.4", 24, "Finland: Vol", "r-5c-3: 9A").points == 0


@rule("NR 10.vp.event")
def test_10_event_points_stay_within_six() -> None:
    cut = "9A 4A 6A"
    t = front("A.6", 3, "r0c8: 9A", "r2c8: 4A", "r4c6: 6A", unsupplied=cut, event_vp=-5)
    assert t.state.event_vp == -6
    static = front("A.6", 3, "r0c8: KG1", unsupplied="KG1")
    assert (static.where("KG1"), static.state.event_vp) == ("surrendered", 0)
    red = front("S.6", 2, "r-4c-2: W", "r0c4: 9A", unsupplied="W")
    assert (red.where("W"), red.state.event_vp) == ("surrendered", 1)
    full = front("S.6", 2, "r-4c-2: W", "r0c4: 9A", unsupplied="W", event_vp=6)
    assert (full.where("W"), full.state.event_vp) == ("surrendered", 6)


@rule("NR 10.vp.change", "NR 11.turn12", "NR 11.turn.order")
def test_10_event_points_are_reset_when_the_initiative_passes() -> None:
    t = axis_with("H.1", 12, 15, event_vp=4)
    assert t.state.event_vp == 0
    # 34 less 15: counted for the Soviets it is 19, and more than 16.
    assert t.winner == "soviet"


@rule("NR 10.hightide")
def test_10_the_high_tide_stays() -> None:
    t = front("A.4", 7, "r-4c2: 9A", "r0c4: W", tide=12)
    t.do("move 9A Minsk")
    assert (t.points, t.state.tide) == (13, 13)
    t = front("S.4", 7, "r-4c4: W", axis_holds="Minsk", tide=13)
    t.do("move W Minsk")
    assert (t.points, t.state.tide) == (12, 13)
    late = front("A.4", 12, "r-4c2: 9A", "r0c4: W", tide=12).do("move 9A Minsk")
    assert late.state.tide == 12
    # A surrender at the end of turn 11 still counts.
    red = front("S.6", 11, "r-4c-2: W", "r0c4: 9A", unsupplied="W", tide=12)
    assert (red.turn, red.where("W"), red.state.tide) == (12, "surrendered", 13)


@rule("NR 10.hightide", "NR 8.finland")
def test_10_a_german_in_finland_lifts_the_tide() -> None:
    t = front("A.4", 11, "r-8c12: 18A", "Finland: Fin", "r0c9: W", tide=12)
    t.do("move 18A Finland")
    assert (t.points, t.state.tide) == (13, 13)


@rule("NR 10.sudden.axis", "NR 4.housekeeping.c")
@pytest.mark.parametrize(("turn", "needs"), [(3, 20), (6, 23), (9, 26), (12, 27)])
def test_10_the_axis_wins_by_exceeding_the_number(turn: int, needs: int) -> None:
    assert axis_with("H.2", turn, needs).winner == ""
    won = axis_with("H.2", turn, needs + 1)
    assert won.winner == "axis"
    # On turn 12 too the Axis points are told, though the initiative is about to pass.
    assert won.result is not None
    assert won.result.scores == (needs + 1, 0)
    assert won.told(f"by sudden death: {needs + 1} points")


@rule("NR 10.sudden.soviet")
@pytest.mark.parametrize(("turn", "needs"), [(12, 16), (15, 19), (18, 24), (21, 30)])
def test_10_the_soviets_win_by_exceeding_the_number(turn: int, needs: int) -> None:
    assert soviets_with("H.3", turn, needs).winner == ""
    events = max(needs - 29, 0)
    assert soviets_with("H.3", turn, needs + 1 - events, event_vp=events).winner == "soviet"


@rule("NR 10.sudden.soviet", "NAB 12.3.step1", "NR 11.turn24", "NR 11.turn27", "NAB 1.0c")
@pytest.mark.parametrize(("turn", "needs", "held"), [(24, 8, ""), (27, 15, "Berlin Konigsberg")])
def test_10_the_soviets_win_by_exceeding_the_number_in_1945(turn: int, needs: int, held: str) -> None:
    def tested(total: int, at: int) -> Table:
        events = total - len(f"{QUIET} {held}".split())
        return front("H.3", at, "r-5c-3: 9A", "r0c9: W", soviet_holds=f"{QUIET} {held}", event_vp=events)

    assert (tested(needs, turn).points, tested(needs, turn).winner) == (needs, "")
    won = tested(needs + 1, turn)
    assert (won.points, won.winner) == (needs + 1, "soviet")
    assert won.result is not None
    assert won.result.rule == "NR 10.sudden.soviet"
    # In the other turns of 1945 nothing is tested.
    for other in {23, 25, 26, 28}:
        assert tested(needs + 1, other).winner == ""


@rule("NAB 1.0c", "NAB 12.3.step1", "NR 4.length")
def test_nab_12_the_war_goes_on_into_1945_turn_by_turn() -> None:
    def ended(turn: int, **more: object) -> Table:
        return front("T", turn, "Berlin: BerG", "r0c9: W", axis="K12", soviet="K13", **more)

    assert (ended(22, tide=15).winner, ended(22, tide=15).turn) == ("", 23)
    assert ended(22, tide=15, kit=False).winner == "soviet"
    for turn in range(23, 28):
        on = ended(turn)
        assert (on.winner, on.turn) == ("", turn + 1)
    assert ended(28).winner == "axis"


@rule("NAB 12.3.step1", "NAB 1.0c", "NR 10.objective.soviet")
@pytest.mark.parametrize("turn", range(23, 29))
def test_nab_12_objectives_still_win_in_1945(turn: int) -> None:
    for stage in ("A.9", "S.9", "H.4"):
        two = front(stage, turn, "r-5c-3: 9A", "r0c9: W", soviet_holds="Vienna Prague")
        assert two.result is None or two.result.rule != "NR 10.objective.soviet"
        three = front(stage, turn, "r-5c-3: 9A", "r0c9: W", soviet_holds="Vienna Prague Berlin")
        assert three.result is not None
        assert (three.winner, three.result.rule) == ("soviet", "NR 10.objective.soviet")


@rule("NR 10.sudden.soviet", "NR 10.vp45", "NAB 12.3.step3", "NR 11.turn24")
def test_10_in_1945_only_germany_counts() -> None:
    t = front("H.3", 24, "r-5c-3: 9A", "r0c9: W", soviet_holds=QUIET)
    assert (t.points, t.winner) == (8, "")
    assert front("H.3", 24, "r-5c-3: 9A", soviet_holds=QUIET, event_vp=1).winner == "soviet"
    four = "Lublin Bucharest Belgrade Ploesti"
    assert front("A.4", 24, "r-5c-3: 9A", soviet_holds=four, event_vp=2).points == 6
    assert front("A.4", 24, "r-5c-3: 9A", soviet_holds=f"{four} Konigsberg").points == 5


@rule("NR 11.turn27", "NR 11.turn.order", "NR 10.sudden.soviet")
def test_11_events_come_before_the_test() -> None:
    held = f"{QUIET} Berlin Konigsberg"
    t = front("H.1", 27, "r-5c-3: 9A", soviet_holds=held, event_vp=4)
    assert t.points == 15
    assert t.winner == ""
    assert front("H.1", 27, "r-5c-3: 9A", soviet_holds=held, event_vp=5).winner == "soviet"


@rule("NR 10.total")
def test_10_all_points_win_at_once() -> None:
    t = front("S.9", 19, "r-5c-3: 9A", soviet_holds=QUIET, event_vp=4)
    assert t.points == 34
    assert t.winner == "soviet"
    assert front("S.9", 19, "r-5c-3: 9A", soviet_holds=QUIET, event_vp=3).winner == ""
    assert front("A.9", 12, "r-5c0: 9A", soviet_holds=QUIET, event_vp=4).winner == "soviet"
    assert front("A.9", 11, "r-5c0: 9A", soviet_holds=QUIET, event_vp=4).winner == ""


@rule("NR 10.objective.axis")
def test_10_axis_objectives() -> None:
    with_moscow = "Leningrad Sevastopol Stalingrad Moscow"
    without = "Leningrad Sevastopol Stalingrad CaucasusOil"
    assert front("A.9", 9, "r0c0: 9A", axis_holds=with_moscow).winner == "axis"
    assert front("A.9", 9, "r0c0: 9A", axis_holds=without).winner == ""
    assert front("A.9", 9, "r0c0: 9A", axis_holds="Leningrad Sevastopol Moscow").winner == ""
    assert front("A.9", 13, "r0c0: 9A", axis_holds="Leningrad Sevastopol Moscow").winner == ""
    assert front("A.9", 13, "r0c0: 9A", axis_holds=without).winner == "axis"
    assert front("H.4", 9, "r0c0: 9A", axis_holds=with_moscow).winner == "axis"


@rule("NR 10.objective.soviet", "NAB 12.1a", "NAB 12.3.step1")
def test_10_soviet_objectives() -> None:
    assert front("S.9", 25, "r-5c-3: 9A", soviet_holds="Vienna Prague").winner == ""
    assert front("S.9", 25, "r-5c-3: 9A", soviet_holds="Vienna Prague Konigsberg").winner == "soviet"
    assert front("A.9", 19, "r-5c-3: 9A", soviet_holds="Vienna Prague Berlin").winner == "soviet"


@rule("NR 10.both")
def test_10_the_phasing_players_victory_counts_first() -> None:
    both = {"soviet_holds": "Vienna Prague Berlin", "axis_holds": "Leningrad Sevastopol Stalingrad Moscow"}
    assert front("A.9", 13, "r0c0: 9A", **both).winner == "axis"
    assert front("S.9", 13, "r0c0: 9A", **both).winner == "soviet"
    assert front("H.4", 13, "r0c0: 9A", **both).winner == "soviet"
    early = {"soviet_holds": "Vienna Prague Berlin", "axis_holds": "Leningrad Sevastopol Stalingrad Moscow"}
    assert front("H.4", 9, "r0c0: 9A", **early).winner == "axis"


@rule("NR 10.both", "NR 10.total")
def test_10_all_points_and_the_objectives_of_the_other_side() -> None:
    held = f"{QUIET} Vienna Prague"
    lost = "Leningrad Sevastopol Stalingrad Moscow"
    for stage, winner in (("S.9", "soviet"), ("A.9", "axis")):
        t = front(stage, 19, "r-5c-3: 9A", soviet_holds=held, axis_holds=lost, event_vp=6)
        assert (t.points, t.winner) == (34, winner)


@rule("NR 10.end22", "NAB 12.3a", "NAB 12.3b", "NAB 12.3c", "NAB 12.3d", "NAB 12.3e", "NR 11.turn22")
def test_10_the_comparison_at_the_end_of_1944() -> None:
    # 22 points, less one for a German in the USSR.
    def ended(tide: int, **more: object) -> Table:
        return front("T", 22, "r-4c5: 9A", "Finland: Fin", "r0c9: W", tide=tide, **more)

    assert ended(22).winner == "axis"
    drawn = ended(21)
    assert drawn.winner == "draw"
    assert drawn.told("the Western Allies win")
    plain = ended(21, kit=False)
    assert plain.winner == "draw"
    assert not plain.told("Western Allies")
    assert ended(20, kit=False).winner == "soviet"
    on = ended(20)
    assert (on.winner, on.turn) == ("", 23)
    assert front("T", 21, "r-4c5: 9A", tide=30).winner == ""
    # Allies and Finns in the USSR don't count.
    allies = front("T", 22, "r-4c5: 9A", "Minsk: Hun1 Hun3", "r0c9: W", tide=20, axis_holds="Minsk Riga")
    assert allies.winner == "axis"
    assert allies.told("high tide 20 against 20, less 1 Germans")
    assert allies.told("the high tide is 20, the Soviet total 19: the Axis wins")


@rule("NAB 12.3.step2", "NR 11.turn23", "NR 10.vp45")
def test_nab_12_event_points_are_reset_in_1945() -> None:
    t = front("T", 22, "r-4c5: 9A", "r0c9: W", tide=15, event_vp=3, axis="K9", soviet="K10")
    assert t.turn == 23
    assert t.state.event_vp == 0
    assert t.points == 0


@rule("NR 10.hitler", "NAB 12.3.1")
@pytest.mark.parametrize("turn", range(23, 29))
def test_10_the_death_of_hitler(turn: int) -> None:
    t = front("S.5", turn, "Berlin: BerG", "r-8c-2: SW+ Cen+", "r-7c-3: W+ Kal+")
    fight(t, "Berlin", "SW", "Cen", "W", "Kal", die=2)
    assert t.told("result: EX")
    assert t.winner == "soviet"
    assert t.result is not None
    assert t.result.rule == "NR 10.hitler"


@rule("NAB 12.3.2", "NR 11.turn28", "NR 10.hitler", "NR 4.length")
def test_nab_12_the_end_of_june_1945() -> None:
    assert front("T", 28, "Berlin: BerG 9A", soviet_holds="Vienna Prague").winner == "axis"
    t = front("H.1", 28, "Berlin: BerG 9A")
    assert t.where("BerG") == "Berlin"


@rule("NR scenario.length")
@pytest.mark.parametrize(("total", "winner"), [(19, "axis"), (18, "soviet")])
def test_scenario_a_short_game_is_judged_three_fifths_of_the_way(total: int, winner: str) -> None:
    assert axis_with("T", 4, total, last=4).winner == winner


@rule("NR scenario.length")
def test_scenario_a_short_game_may_be_drawn() -> None:
    # 1941, in turns 9 to 11: three fifths of the way from 12 to 27 is 21.
    for total, winner in ((22, "axis"), (21, "draw"), (20, "soviet")):
        assert axis_with("T", 10, total, last=10, scenario="1941").winner == winner


@rule("NR scenario.length")
def test_scenario_a_short_game_is_judged_from_where_its_scenario_started() -> None:
    # 1941: three fifths of the way from 12 to 19 is 16.2, also for the Soviets. 1943: to 24 it is 19.2.
    assert soviets_with("T", 13, 17, last=13, scenario="1941").winner == "soviet"
    assert soviets_with("T", 13, 16, last=13, scenario="1941").winner == "axis"
    assert soviets_with("T", 16, 20, last=16, scenario="1943").winner == "soviet"
    assert soviets_with("T", 16, 19, last=16, scenario="1943").winner == "axis"


@rule("NR scenario.length", "NR 10.vp45")
def test_scenario_a_short_game_that_ends_in_1945_counts_what_counts_then() -> None:
    # 1944: nothing that counts in 1945 is Soviet at the start, so it is 9 of 15. 1945: from 4 it is 10.6.
    for scenario, event_vp, winner in (
        ("1944", 2, "soviet"),
        ("1944", 1, "draw"),
        ("1944", 0, "axis"),
        ("1945", 3, "soviet"),
        ("1945", 2, "axis"),
    ):
        t = front("T", 25, "r-5c-3: 9A", soviet_holds=QUIET, event_vp=event_vp, last=25, scenario=scenario)
        assert t.winner == winner
    # So it is from turn 23 on, against the 8 of turn 24: 1944 needs 4.8, 1945 6.4.
    for scenario, event_vp, winner in (
        ("1944", -3, "soviet"),
        ("1944", -4, "axis"),
        ("1945", -1, "soviet"),
        ("1945", -2, "axis"),
    ):
        t = front("T", 23, "r-5c-3: 9A", soviet_holds=QUIET, event_vp=event_vp, last=23, scenario=scenario)
        assert t.winner == winner
