"""The staff of No Retreat! in 1945: the south is watched, Warsaw is held, no card is wasted."""

from random import Random

import pytest
from tests.games.noretreat.cards import attack, cast, come, full
from tests.games.noretreat.table import Table, distance, front
from tools.southern_front import ENOUGH, Conduct, conduct, summary, told

from berlin.games.noretreat.board.ground import BELGRADE, BUCHAREST, KEYS, PLOESTI, WARSAW, find_space
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import find_unit
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.staff.assault import plan
from berlin.games.noretreat.staff.odds import GROUND, OPENED, WORN, Mark, step_cost
from berlin.games.noretreat.staff.outlook import Outlook
from berlin.games.noretreat.staff.posts import march, stay, watch
from berlin.games.noretreat.staff.prizes import worths
from berlin.games.noretreat.state.state import Draft

STAFF = GAME.staff()
SEEDS = (1, 2, 3, 4)
RUMANIA = "Belgrade Bucharest Ploesti Lublin Odessa Kiev Minsk Riga"


def soviets(turn: int, *stacks: str) -> Outlook:
    t = front("S.4", turn, *stacks, extended=True, soviet_holds=RUMANIA)
    return Outlook(Draft(t.state), SOVIET)


def worth(t: Table, *texts: str) -> list[float]:
    return STAFF.judge(t.state, [GAME.read(text) for text in texts])


def moves(t: Table, most: int = 60) -> list[str]:
    given: list[str] = []
    while t.asked == "Moving" and len(given) < most:
        given.append(GAME.write(STAFF.choose(t.state, Random(1))))
        t.do(given[-1])
    return given


@pytest.fixture(scope="module")
def games() -> list[Conduct]:
    return [conduct(seed) for seed in SEEDS]


@pytest.mark.slow
def test_between_staffs_the_south_stays_soviet(games: list[Conduct]) -> None:
    assert sum(bool(game.fallen) for game in games) <= 1


def test_after_the_first_axis_turn_four_german_armies_stand_before_warsaw(games: list[Conduct]) -> None:
    assert sum(game.before_warsaw >= ENOUGH for game in games) >= len(SEEDS) - 1


def test_bucharest_and_ploesti_are_not_left_bare(games: list[Conduct]) -> None:
    assert sum(bool(game.bare) for game in games) <= 1


def test_no_extra_attack_is_made_below_even_odds_and_no_region_is_railed_away(games: list[Conduct]) -> None:
    assert sum(game.extra_attacks for game in games) > 0
    assert [game.below_even for game in games] == [[]] * len(SEEDS)
    assert [game.entrained for game in games] == [[]] * len(SEEDS)


def test_the_count_of_a_series_tells_each_goal_and_names_what_went_wrong() -> None:
    good = Conduct(1, before_warsaw=5, extra_attacks=2, winner="axis", turn=28, verdict="NAB 12.3.2")
    bad = Conduct(2, {"Belgrade"}, 3, {"Ploesti on turn 24"}, ["Berlin on turn 27"], 1, ["Len"], "soviet", 27)
    assert told(good) == "seed 1: axis on turn 28 (NAB 12.3.2); 5 before Warsaw"
    assert "fallen: Belgrade; bare: Ploesti on turn 24; below 1:1: Berlin on turn 27; entrained: Len" in told(
        bad
    )
    assert summary([good, bad]) == [
        "a southern city falls in 1 of 2 games",
        "4 armies or more before Warsaw in 1 of 2 games",
        "Bucharest or Ploesti left bare in 1 of 2 games",
        "extra attacks below 1:1: 1 of 3",
        "regional units entrained: 1",
        "winners: axis 1, soviet 1",
    ]


def test_what_the_axis_lost_in_the_south_is_worth_nothing_to_it_in_1945_alone() -> None:
    axis, soviet, before = worths(23, 0, AXIS), worths(23, 0, SOVIET), worths(22, 0, AXIS)
    for city in (BELGRADE, BUCHAREST, PLOESTI):
        assert axis[city] == 0 < min(soviet[city], before[city])
    assert axis[WARSAW] > soviet[WARSAW]


def test_a_city_with_an_enemy_not_far_wants_one_unit_in_or_next_to_it() -> None:
    far, near = "Konigsberg: 9A", "r2c-9: 9A"
    unit, next_to = find_unit("SRum"), find_space("r4c-7")
    o = soviets(24, near, "r1c-6: SRum")
    assert watch(o, unit, PLOESTI) > 0
    assert watch(o, unit, next_to) > 0
    assert watch(o, unit, find_space("r1c-6")) == 0
    # Nobody is near, another is there, it is not yet 1945.
    assert watch(soviets(24, far, "r1c-6: SRum"), unit, PLOESTI) == 0
    assert watch(soviets(24, near, "r1c-6: SRum", "Bucharest: Sta+"), unit, PLOESTI) == 0
    assert watch(soviets(22, near, "r1c-6: SRum"), unit, PLOESTI) == 0


def test_who_keeps_watch_alone_counts_what_he_would_leave() -> None:
    unit = find_unit("SRum")
    alone = soviets(24, "r2c-9: 9A", "Ploesti: SRum")
    both = soviets(24, "r2c-9: 9A", "Ploesti: SRum Sta+")
    assert stay(alone, unit) > stay(both, unit)
    away = find_space("r1c-6")
    assert stay(alone, unit) > march(alone, unit, away)


def test_the_watch_stays_when_others_go_forward() -> None:
    t = front(
        "S.4",
        24,
        "r0c-8: 9A",
        "Ploesti: SRum",
        "r1c-6: Sta+",
        "r0c-6: Ste+",
        extended=True,
        soviet_holds=RUMANIA,
    )
    moves(t)
    assert any(distance(t.where(unit), "Ploesti") <= 1 for unit in ("SRum", "Sta", "Ste"))


def test_a_regional_unit_in_the_quiet_rear_does_not_entrain() -> None:
    for turn in (19, 24):
        where = ("Minsk: W+", "Warsaw: 9A 4A", "Leningrad: Len", "Moscow: Mos", "Gorki: Sta+")
        given = moves(front("S.4", turn, *where, extended=True, soviet="K9 K10 K15 K19"))
        trains = [text for text in given if text.startswith("entrain")]
        assert "entrain Len" not in trains
        assert "entrain Mos" not in trains


def test_a_wave_assault_is_made_at_good_odds_and_not_below_even_ones() -> None:
    def brings(defence: str, *attackers: str) -> float:
        t = front("S.5", 24, defence, *attackers, soviet="K19", extended=True)
        return worth(come(t, "play K19"), "play K19", "pass")[0]

    assert brings("r-3c4: 9A-", "r-3c5: SW+ Cen+", "r-4c5: W+") > 0
    assert brings("Berlin: BerG 1Pz", "r-8c-2: Mos") < 0
    # 1:1, and 1:2, where a die of six would still win an objective.
    assert brings("Prague: 9A 4A-", "r-6c-6: SW+ W+") > 0
    assert brings("Prague: 9A 4A", "r-6c-6: SW+ W+") < 0


def test_the_wave_goes_where_it_may_succeed() -> None:
    t = front(
        "S.5",
        24,
        "r-3c4: 9A-",
        "r-3c5: SW+ Cen+",
        "Berlin: BerG 1Pz",
        "r-8c-2: Mos",
        soviet="K19",
        extended=True,
    )
    come(t, "play K19").do("play K19").pass_all()
    good, bad = worth(t, "at r-3c4", "at Berlin")
    assert good > 0 > bad
    t.do("at r-3c4")
    while t.asked == "Battle" and "roll" not in (text := GAME.write(STAFF.choose(t.state, Random(1)))):
        t.do(text)
    assert t.column() not in ("1:3", "1:2")


def test_one_last_push_follows_an_exchange_only_at_even_odds_or_better() -> None:
    def pushed(defence: str, attacker: str = "SW") -> float:
        t = full("S.5", 24, f"r0c5: {defence}", f"r0c4: {attacker}+", soviet="51", extended=True)
        t = attack(t, "r0c5", attacker)
        for die in range(1, 7):
            tried = cast(Table(t.state), die)
            if tried.can("play 51"):
                before = tried.state
                found = worth(tried, "play 51", "pass")[0]
                assert tried.state == before
                return found
        raise AssertionError("no die brings an exchange")

    assert pushed("9A") > 0
    assert pushed("9A-") < 0
    assert pushed("1Pz", "W") < 0


def test_a_step_lost_late_is_hardly_missed_but_the_garrison_is_the_war() -> None:
    def cost(turn: int, unit: str, where: str) -> float:
        t = front("S.4", turn, f"{where}: {unit}", "r-3c5: SW+", extended=True)
        return step_cost(Draft(t.state), find_unit(unit.rstrip("+-")))

    assert cost(22, "9A", "Warsaw") > cost(24, "9A", "Warsaw") > cost(28, "9A", "Warsaw")
    assert cost(28, "BerG", "Berlin") == cost(23, "BerG", "Berlin") > 50


def besieged(turn: int, garrison: str) -> Mark:
    t = front("S.5", turn, f"Konigsberg: {garrison}", extended=True)
    units = [find_unit(unit) for unit in garrison.split()]
    return Mark(Draft(t.state), SOVIET, find_space("Konigsberg"), 10.0, units)


def test_a_fort_that_is_worn_down_is_nearly_taken_unless_the_war_ends_first() -> None:
    def lost(unit: str, turn: int) -> float:
        t = front("S.5", turn, f"Konigsberg: {unit}", extended=True)
        return step_cost(Draft(t.state), find_unit(unit))

    prize = 10.0 + GROUND
    alone, both = besieged(25, "FesK"), besieged(25, "FesK VolK")
    assert alone.ex == alone.ds == pytest.approx(lost("FesK", 25) + OPENED * prize)
    assert both.ex == both.dr == pytest.approx(lost("VolK", 25) + WORN * prize / 2)
    assert besieged(25, "VolK").dr == pytest.approx(lost("VolK", 25) + OPENED * prize)
    assert besieged(28, "FesK").ex == pytest.approx(lost("FesK", 28))
    assert alone.dr == 0


def test_a_besieged_objective_is_attacked_before_an_army_in_the_open() -> None:
    def first(turn: int) -> str:
        stacks = ("Konigsberg: FesK", "r-5c2: 9A-", "r-6c2: SW+ Cen+")
        o = Outlook(Draft(front("S.5", turn, *stacks, extended=True).state), SOVIET)
        return KEYS[plan(o, False, 1)[0].space]

    assert first(25) == "Konigsberg"
    # Nobody would come in any more.
    assert first(28) == "r-5c2"
