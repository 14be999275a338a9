"""The staff of Race for Berlin: what it does in small situations, and why."""

from random import Random

from fights import ELSEWHERE, at
from table import Table

from berlin.games.race.game import GAME
from berlin.games.race.state.actions import read, write

STAFF = GAME.staff()


def choice(t: Table) -> str:
    return write(STAFF.choose(t.state, Random(1)))


def impulse(t: Table) -> list[str]:
    """What the staff does until the next impulse begins."""
    done = []
    stage = t.stage
    while t.decider and t.stage == stage:
        done.append(choice(t))
        t.do(done[-1])
    return done


def test_an_empty_zone_of_berlin_in_reach_is_entered_by_both_counters_of_an_army() -> None:
    t = at("C.1", ELSEWHERE, turn=6, Strausberg="8GA/1 8GA/2", Muncheberg="5SHA/1", Seelow="5SHA/2")
    impulse(t)
    entered = [army for army in ("8GA", "5SHA") if t.zone(f"{army}/1") in ("Friedrichshain", "Neukolln")]
    assert entered
    assert all(t.zone(f"{army}/2") == t.zone(f"{army}/1") for army in entered)


def test_the_last_soviets_in_a_zone_of_berlin_stay_there() -> None:
    t = at("C.1", ELSEWHERE, turn=6, Wedding="47/1", Strausberg="47/2", Oranienburg="5Jager-")
    done = impulse(t)
    assert t.zone("47/1") == "Wedding"
    assert "activate 47/1 move" not in done


def test_support_goes_into_a_city_progress_roll() -> None:
    t = at("C.1", ELSEWHERE, turn=8, Tempelhof="8GA/1 8GA/2", Zossen="3GTA/1", support=(2, 0))
    done = impulse(t)
    assert done[:2] in (
        ["activate 8GA/1 combat", "activate 8GA/2 combat"],
        ["activate 8GA/2 combat", "activate 8GA/1 combat"],
    )
    assert "support" in done
    assert t.support("zhukov") == 0


def test_idle_units_give_up_their_supply_for_the_assault_on_berlin() -> None:
    t = at(
        "B.2",
        turn=8,
        Friedrichshain="8GA/1 8GA/2",
        Strausberg="5SHA/1",
        Muncheberg="5SHA/2",
        Seelow="33/1",
        Barwalde="3/1 3/2 1POL/1 1POL/2",
        Penzig="52/2",
        Rathenow="541",
        Meissen="199",
    )
    starved = [text for text in _logistics(t) if text.startswith("starve ")]
    assert starved
    assert not {"starve 8GA/1", "starve 8GA/2"} & set(starved)
    assert t.support("zhukov") == 2


def _logistics(t: Table) -> list[str]:
    done = []
    while t.decider == "zhukov" and t.stage == "B.2":
        done.append(choice(t))
        t.do(done[-1])
    return done


def test_nobody_attacks_at_hopeless_odds() -> None:
    t = at("C.1", ELSEWHERE, Bridgehead="1POL/1", Seelow="20PzGr Kurmark 25PzGr")
    assert not [text for text in impulse(t) if text.startswith("attack ")]


def test_a_weak_division_in_the_way_is_attacked_in_strength() -> None:
    t = at("C.1", ELSEWHERE, Muncheberg="8GA/1 8GA/2", Strausberg="541-", Rathenow="286")
    done = impulse(t)
    assert [text for text in done if text.startswith("attack ") and text.endswith("Strausberg")]


def test_the_germans_bar_the_rivals_way_to_berlin() -> None:
    t = at(
        "C.3",
        turn=7,
        Barwalde="3/2",
        Muncheberg="8GA/1 8GA/2",
        Penzig="52/2",
        Oranienburg="25PzGr",
        Meissen="199",
    )
    before = {"Strausberg", "Friedrichshain", "Neukolln", "Bernau", "PrenzlauerBerg"}
    impulse(t)
    assert t.zone("25PzGr") in before


def test_somebody_stands_in_the_americans_road() -> None:
    t = at(
        "C.2",
        turn=6,
        Barwalde="3/2",
        Luckenwalde="3GTA/1 3GTA/2",
        Penzig="52/2",
        Rathenow="541",
        Meissen="199",
        control={"american": "Leipzig Wittenberg Treuenbrietzen"},
    )
    impulse(t)
    assert {t.zone("3GTA/1"), t.zone("3GTA/2")} & {"Trebbin", "Zehlendorf"}


def test_who_bars_the_americans_road_stays_there() -> None:
    t = at(
        "C.2",
        turn=7,
        Barwalde="3/2",
        Trebbin="3GTA/1",
        Luckenwalde="3GTA/2",
        Rathenow="541",
        Meissen="199",
        control={"american": "Leipzig Wittenberg Treuenbrietzen"},
    )
    impulse(t)
    assert {t.zone("3GTA/1"), t.zone("3GTA/2")} & {"Trebbin", "Zehlendorf"}


def test_the_last_in_a_zone_of_berlin_leave_it_when_only_they_can_bar_the_americans_road() -> None:
    t = at(
        "C.1",
        ELSEWHERE,
        turn=7,
        Tempelhof="33/1",
        Neukolln="33/2",
        control={"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"},
    )
    impulse(t)
    assert t.zone("33/1") == "Zehlendorf"


def test_a_counter_outside_berlin_rejoins_its_army_s_other_counter_in_the_city() -> None:
    t = at("C.1", ELSEWHERE, turn=6, Wedding="47/1", Strausberg="47/2", support=(0, 0))
    done = impulse(t)
    assert "activate 47/2 move" in done
    assert t.zone("47/2") in ("Wedding", "Oranienburg", "PrenzlauerBerg", "Nauen", "Zehlendorf")


def test_worlds_that_differ_in_hidden_chits_get_the_same_answer() -> None:
    t = Table.new(3)
    rng = Random(5)
    for _ in range(150):
        (seat,) = GAME.deciders(t.state)
        other = GAME.other_world(t.state, seat, rng)
        answers = {write(STAFF.choose(world, Random(7))) for world in (t.state, other)}
        assert len(answers) == 1
        t.do(answers.pop())


def test_every_answer_gets_a_weight_and_the_chosen_one_the_greatest() -> None:
    t = Table.new(4)
    for _ in range(100):
        actions = GAME.legal(t.state)
        weights = STAFF.weigh(t.state, actions)
        chosen = STAFF.choose(t.state, Random(2))
        assert len(weights) == len(actions)
        assert min(weights) > 0
        assert weights[actions.index(chosen)] == max(weights)
        t.do(write(chosen))


def test_the_reasons_for_an_attack_tell_its_odds_and_chances() -> None:
    t = at("C.1", ELSEWHERE, Muncheberg="8GA/1 8GA/2", Strausberg="541-", Rathenow="286")
    (first, *_) = STAFF.reasons(t.state, read("activate 8GA/1 combat"))
    assert first == "attacks Strausberg at 6:1, +1: takes it in 6 of 6 rolls"


def test_the_reasons_for_a_move_tell_what_it_brings() -> None:
    t = at("C.1", ELSEWHERE, turn=6, Strausberg="8GA/1 8GA/2")
    t.do("activate 8GA/1 move", "begin")
    lines = STAFF.reasons(t.state, read("move 8GA/1 Friedrichshain"))
    assert "is the first into Friedrichshain" in lines
    assert "brings the first counter of the 8th Guards Army 1 zone nearer to Berlin" in lines
