"""Battles in strewn positions, by hand: strengths, shifts, column, table, and what a result comes to."""

from fractions import Fraction

import pytest
from tests.games.noretreat.battles_by_hand import battles, hit_by, kinds, shift_by_hand, strength_of
from tests.games.noretreat.by_hand import on_map, pool

from berlin.games.noretreat.board.tables import AXIS, COLUMNS, CRT, RESULT_TEXT, SOVIET, TOO_LOW
from berlin.games.noretreat.rules.combat.effect import defenders, effect, raised, rooted, strikers
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.rules.combat.reckoning import final, outcome, ratio, reckoning, shifts, table
from berlin.games.noretreat.state.state import DISORGANIZED
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.proof.mark import rule

ODDS = tuple(Fraction(*map(int, column.split(":"))) for column in COLUMNS)


@rule("NR 9.ratio", "NR 9.ratio.low", "NR 9.cap", "NR 9.shift.terrain", "NR 9.shift.t5", "NR 9.shift.marker")
@rule("NR 9.shift.shock4", "NR 9.shift.armor", "NR 9.shift.unsupplied", "NR 9.crt.which", "NR 3.river")
@rule("NR 3.mp.open", "NR 3.mp.city", "NR 3.mp.forest", "NR 3.mp.marsh", "NR 3.mp.mountain", "NR 3.mp.kerch")
@rule("NR 3.objective", "NR 3.unsupplied", "NR 3.weather.mud", "NR 3.weather.snow", "NR 3.weather.long")
@rule("NR 9.result.ca", "NR card.41.axis", "NAB 13.0.Oil.b", "NR 12.unit.conv", "NR 9.sequence")
@pytest.mark.parametrize("counter", [False, True])
def test_9_a_battle_is_read_on_the_column_that_strengths_and_shifts_come_to(counter: bool) -> None:
    seen = set()
    for seed in range(60):
        for d, b in battles(seed, counter):
            attack, defence = strength_of(d, b.units), strength_of(d, hit_by(d, b))
            odds = [n for n, least in enumerate(ODDS) if Fraction(attack, defence) >= least]
            shifted = shift_by_hand(d, b)
            assert ratio(d, b) == (odds[-1] if odds else TOO_LOW)
            assert shifts(d, b) == shifted
            column = min(max(odds[-1] + shifted, 0), len(COLUMNS) - 1) if odds else TOO_LOW
            assert final(d, b) == column
            assert [tally.total for tally in reckoning(d, b)] == [attack, defence, shifted]
            winter = d.weather.key in ("snow", "long")
            assert table(d, b) == (SOVIET if winter or b.seat == SOVIET else AXIS)
            seen.add(column)
    assert len(seen) > 7


@rule("NR 9.crt.which", "NR 9.cap", "NR 5.window")
def test_9_the_die_is_read_on_the_column_as_cards_have_shifted_it_since() -> None:
    for seed in range(100, 110):
        for d, b in battles(seed):
            rows = CRT[table(d, b)].rows
            for column in (0, 3, 8):
                for shift in (-4, -1, 0, 1, 6):
                    for die in (1, 4, 6):
                        read = BattleQuestion(b.seat, b.space, b.units, die=die, column=column, shift=shift)
                        due = rows[die - 1][min(max(column + shift, 0), 8)]
                        assert outcome(d, read) == RESULT_TEXT[due]


@rule(
    "NR 9.result.dr", "NR 9.result.ds", "NR 9.result.dd", "NR 9.result.ex", "NR 9.result.cb", "NR 9.result.ca"
)
@rule("NR 9.result.ca.chain", "NR 9.result.fortmix", "NR 9.volksturm", "NAB 2.3.1b", "NR 9.result.none")
@rule("NR 9.result.ca", "NAB 2.3.1c", "NR 9.target", "NR 7.disorganized")
@pytest.mark.parametrize("counter", [False, True])
def test_9_what_a_result_comes_to_against_those_who_stand_there(counter: bool) -> None:
    seen = set()
    for seed in range(200, 280):
        for d, b in battles(seed, counter):
            d.targets = (b.space,) if seed % 3 else ()
            hit = hit_by(d, b)
            there = [unit for unit in on_map(d, OTHER[b.seat]) if d.where[unit] == b.space]
            fort, folk = "fort" in kinds(d, there), "volksturm" in kinds(d, there)
            back = [u for u in hit if not d.marks[u] & DISORGANIZED and kinds(d, [u]) - {"fort", "volksturm"}]
            assert defenders(d, b) == hit
            assert strikers(d, b) == tuple(back)
            assert rooted(d, b) == [unit for unit in hit if kinds(d, [unit]) & {"fort", "volksturm"}]
            assert raised(d, b) == [unit for unit in there if "volksturm" in kinds(d, [unit])]
            marker = b.space in d.targets or pool(d, b.seat) > 0
            due = {"-": "-", "EX": "EX", "DD": "DD"}
            due["DR"] = "stay" if fort or folk else "DR"
            due["DS"] = "EX" if fort else "DS"
            due["CA"] = "CA" if back and not counter else "-"
            due["CA!"] = "CA!" if back and not counter else "-"
            due["CB"] = "CB" if marker and not fort and not counter else "-"
            assert {result: effect(d, b, result).done for result in due} == due
            seen |= {*due.items()}
    assert len(seen) >= (9 if counter else 12)
