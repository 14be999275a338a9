"""The staff of On to Berlin! and Fortress Berlin: what it does in small situations, and why."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import (
    AIRFIELDS,
    KEYS,
    REICHSTAG,
    ROAD_HEXES,
    SIZE,
    STRONGPOINTS,
    TOWERS,
    distance,
    find_hex,
)
from berlin.games.fortress.board.units import DIVISIONS, IS_VOLKSSTURM, SIDE, find_unit
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.combat.losses import Losing
from berlin.games.fortress.staff.drop import fall
from berlin.games.fortress.staff.goals import prizes
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.staff.posts import risk
from berlin.games.fortress.state.state import Draft, State
from berlin.games.fortress.state.words import AIRFIELD_KEYS
from berlin.kernel.play.dice import key_from_seed

STAFF = GAME.staff()


def choice(t: Table) -> str:
    return GAME.write(STAFF.choose(t.state, Random(1)))


def segment(t: Table) -> list[str]:
    """What the staff does until the next segment begins."""
    done = []
    stage = t.state.stage
    while t.state.frames and t.state.stage == stage:
        done.append(choice(t))
        t.do(done[-1])
    return done


def played(scenario: str, seed: int, until: str = "", **options: str) -> list[State]:
    """A game between staffs, state by state, to the end or to a question of this kind."""
    states = [GAME.start(scenario, key_from_seed(seed), options).state]
    rng = Random(seed)
    while GAME.result(states[-1]) is None and type(states[-1].frames[-1]).__name__ != until:
        states.append(GAME.next(states[-1], STAFF.choose(states[-1], rng)))
    return states


def german_posts(state: State) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for unit, place in enumerate(state.where):
        if SIDE[unit] == GERMAN and place < SIZE:
            found.setdefault(place, []).append(unit)
    return found


# The set-up.


@pytest.mark.parametrize(("scenario", "then"), [("drop", "Assigning"), ("berlin", "Movement")])
def test_the_reichstag_has_a_full_garrison_from_the_start(scenario: str, then: str) -> None:
    posts = german_posts(played(scenario, 3, then)[-1])
    assert len(posts[REICHSTAG]) == 3


def test_most_volkssturm_hold_strongpoints_and_every_leader_is_guarded() -> None:
    state = played("drop", 4, "Assigning")[-1]
    militia = [place for unit, place in enumerate(state.where) if IS_VOLKSSTURM[unit] and place < SIZE]
    assert sum(STRONGPOINTS >> place & 1 for place in militia) >= 20
    posts = german_posts(state)
    assert all(len(posts[state.where[find_unit(leader)]]) > 2 for leader in ("Goering", "Himmler"))


# The plan and the drop.


def test_the_strongest_divisions_go_to_tegel_and_beyond_the_northern_edge_and_the_smallest_to_tempelhof() -> (
    None
):
    state = played("drop", 5, "Laying")[-1]
    names = ("1", "6", "17", "82", "101")
    given = {name: AIRFIELD_KEYS[state.plan[DIVISIONS.index(name)]] for name in names}
    assert given == {
        "101": "Tegel",
        "1": "Tempelhof",
        "6": "Gatow",
        "82": "Oranienburg",
        "17": "Rechlin",
    }


def test_strikes_before_the_game_hit_every_flak_tower_with_napalm_and_all_are_flown() -> None:
    state = played("drop", 6, "Bombing")[-1]
    laid = {strike.target: strike for strike in state.laid}
    assert sum(strike.count for strike in state.laid) == 18
    towers = [place for place in laid if TOWERS >> place & 1]
    assert len(towers) == 3
    assert all(laid[place].napalm for place in towers)
    defended = [place for place in german_posts(state) if any(field >> place & 1 for field in AIRFIELDS)]
    assert set(defended) <= set(laid)


def test_landing_zones_lie_where_no_german_stands_and_a_gun_is_aimed_at_them_first() -> None:
    states = played("drop", 7, "Landing")
    state = states[-1]
    assert not any(zone in german_posts(state) for zone in state.landing if zone >= 0)
    jump, aim = (GAME.write(STAFF.choose(one, Random(0))) for one in _last(states, "Jumping", "Aiming"))
    assert jump == "jump 101/AT"
    assert aim == f"aim {KEYS[state.landing[5]]}"


def _last(states: list[State], *kinds: str) -> list[State]:
    """The first state that asks each of these kinds of question."""
    return [next(one for one in states if type(one.frames[-1]).__name__ == kind) for kind in kinds]


def test_a_parachute_unit_is_aimed_towards_the_city_where_it_comes_down_well_as_a_rule() -> None:
    opened = "Aiming allied unit=101/Par1"
    t = position("allied-movement", "waiting: 101/Par1", turn=1, opened=opened, **_ZONES)
    aim = find_hex(choice(t).split()[1])
    worths = sorted(fall(find_hex(place), 0) for place in t.offers("aim"))
    assert fall(aim, 0) >= worths[len(worths) // 2]
    assert distance(aim, REICHSTAG) < distance(find_hex("3506"), REICHSTAG) - 2


_ZONES = {"landing": ["none", "none", "none", "none", "5225", "3506"]}


# Marches.


def test_the_last_unit_at_a_landing_zone_stays_there() -> None:
    t = position("allied-movement", "5225: 82/Par1 combat N", "5220: VS1")
    segment(t)
    assert t.where("82/Par1") == "5225"


def test_an_empty_landing_zone_of_the_enemy_is_entered() -> None:
    t = position("german-movement", "5222: GD1", "5015: VS1, VS2, VS3", "6029: 82/Par1 combat N")
    segment(t)
    assert t.state.lost_zones.bit_count() == 1


def test_who_can_reach_a_weak_enemy_goes_there_takes_combat_mode_and_faces_him() -> None:
    t = position(
        "allied-movement",
        *("3506: 1/AT combat N", "3706: 1/Par1, 1/Par2, 1/Par3", "3606: 1/HQ", "4006: VS1 combat N"),
    )
    segment(t)
    assert [t.marks(unit).split()[0] for unit in ("1/Par1", "1/Par2", "1/Par3")] == ["combat"] * 3
    t.do("done", "done")
    assert "target 4006" in t.legal()


def test_militia_and_guns_take_combat_mode_towards_the_enemy_and_stay() -> None:
    t = position("german-movement", "5015: VS1, VS2, Berlin-AT1", "5018: 82/Par1 combat N")
    segment(t)
    assert [t.where(unit) for unit in ("VS1", "VS2", "Berlin-AT1")] == ["5015"] * 3
    assert all("combat" in t.marks(unit) for unit in ("VS1", "VS2", "Berlin-AT1"))


def test_the_garrison_of_the_reichstag_does_not_leave_it_for_a_weak_enemy() -> None:
    t = position("german-movement", "5015: GD1, GD2", "5020: 82/HQ", landing=["none"] * 6)
    segment(t)
    assert [t.where("GD1"), t.where("GD2")] == ["5015", "5015"]


def test_the_allies_walk_into_an_empty_reichstag_only_while_they_lead() -> None:
    ends = {}
    for lead in (5, -5):
        t = position("allied-movement", "5225: 82/AT combat N", "5017: 82/Par1", vp=[10 + lead, 10])
        segment(t)
        ends[lead] = GAME.result(t.state) is not None
    assert ends == {5: True, -5: False}


def test_a_division_from_beyond_the_map_comes_in_by_a_road_that_leads_into_the_city() -> None:
    """OTB 6.1b, h: it is supplied from where its first unit enters, and by that road alone."""
    t = position(
        *("allied-movement", "due: 82/Par1", "5015: VS1"),
        airfield=["none", "none", "none", "none", "Oranienburg", "none"],
        landing=["none"] * 6,
    )
    t.do("move 82/Par1")
    entrance = choice(t).split()[1]
    assert ROAD_HEXES >> find_hex(entrance) & 1
    assert entrance in {"3301", "4001", "5101", "6001"}


def test_a_strongpoint_that_bars_the_road_of_supply_draws_the_attackers() -> None:
    """OTB 6.1d: Seidelstrasse from Tegel ends at the strongpoint 4607; the one at 4208 bars no road."""
    t = position(
        "allied-movement",
        "3606: 101/AT combat N",
        "4206: 101/Par1",
        "4607: VS1",
        "4208: VS2",
        landing=_TEGEL,
        options=[],
    )
    outlook = Outlook(Draft(t.state), ALLIED)
    assert outlook.barriers >> find_hex("4607") & 1
    assert not outlook.barriers >> find_hex("4208") & 1
    worth = prizes(outlook)
    assert worth[find_hex("4607")] > 2 * worth[find_hex("4208")]


_TEGEL = ["none", "none", "none", "none", "none", "3606"]


def test_a_unit_stands_better_with_friends_than_alone_before_the_enemy() -> None:
    foes = ("3512: Mun/Pz combat N, Mun/Strong combat N",)
    alone = position(
        "allied-movement", "3506: 101/AT combat N", "3710: 101/Par1", *foes, landing=_TEGEL, options=[]
    )
    joined = position(
        "allied-movement",
        "3506: 101/AT combat N",
        "3710: 101/Par1, 101/Par2, 101/Par3",
        *foes,
        landing=_TEGEL,
        options=[],
    )
    unit, place = find_unit("101/Par1"), find_hex("3710")
    fears = [risk(Outlook(Draft(t.state), ALLIED), unit, place, True) for t in (alone, joined)]
    assert fears[0] > 1.5 * fears[1] > 0


# Combat.


def test_an_assault_at_good_odds_is_made_with_all_who_can_join() -> None:
    t = position(
        "allied-assault",
        *("5225: 82/Par1 combat N, 82/Par2 combat N, 82/HQ", "5224: VS1 disrupted"),
    )
    done = segment(t)
    assert done[:4] == ["target 5224", "add 82/Par1", "add 82/Par2", "announce"]


def test_of_two_like_targets_the_one_that_will_be_assaulted_is_struck() -> None:
    t = position(
        "allied-bombardment",
        *(
            "0812: 82/Par1 combat N, 82/Par2 combat N, 82/Eng combat N",
            "0811: Berlin-AT1 combat S",
            "6629: Berlin-AT2 combat S",
        ),
        strikes=1,
    )
    assert segment(t)[:3] == ["target 0811", "strike", "fire"]


def test_defensive_fire_is_given_at_the_attackers() -> None:
    t = position(
        "allied-assault",
        *("5225: 82/Par1 combat N, 82/Par2 combat N, 82/HQ", "5224: Berlin-AT1 combat S"),
        vp=[0, 0],
    )
    done = segment(t)
    assert done.count("target 5225") == 1


def test_the_least_is_given_up() -> None:
    t = position("german-assault", "5225: 82/HQ, 82/Eng, 82/Par1")
    units = tuple(map(find_unit, ("82/HQ", "82/Eng", "82/Par1")))
    t.state = replace(t.state, frames=(Losing(ALLIED, units, 1, "FB 8.6.e"),))
    assert choice(t) == "lose 82/Par1"


# Whole games, and what the staff may know.


@pytest.mark.parametrize("scenario", ["drop", "berlin"])
def test_a_game_between_staffs_ends_and_every_answer_is_legal(scenario: str) -> None:
    state, rng = GAME.start(scenario, key_from_seed(11), {}).state, Random(11)
    for number in range(20_000):
        if GAME.result(state) is not None:
            break
        action = STAFF.choose(state, rng)
        if number % 7 == 0:
            assert GAME.why_not(state, action) is None
            weights = STAFF.weigh(state, GAME.legal(state))
            assert min(weights) > 0
            assert all(isinstance(line, str) for line in STAFF.reasons(state, action))
        state = GAME.next(state, action)
    assert GAME.result(state) is not None


def test_two_worlds_that_look_the_same_to_a_seat_are_judged_the_same() -> None:
    """Wherever the answers agree, so do their marks: nothing hangs on what a seat can't know."""
    rng, told = Random(2), 0
    for state in played("drop", 12)[::61]:
        if not state.frames:
            continue
        seat = state.frames[-1].seat
        world = GAME.other_world(state, seat, rng)
        actions = GAME.legal(state)
        if world == state or len(actions) < 2:
            continue
        told += 1
        assert STAFF.judge(world, actions) == STAFF.judge(state, actions)
    assert told > 5


def test_reasons_are_sentences_with_names() -> None:
    t = position("allied-assault", "5225: 82/Par1 combat N, 82/Par2 combat N, 82/HQ", "5224: VS1 disrupted")
    lines = STAFF.reasons(t.state, GAME.read("target 5224"))
    assert lines[0].startswith("column ")
    assert any("in 36 throws" in line or "of 36 throws" in line for line in lines)
    t = position("allied-movement", "5225: 82/Par1", "5220: VS1", opened="March allied unit=82/Par1 left=20")
    assert STAFF.reasons(t.state, GAME.read("go 5222")) != ()
