"""The modelled battle: what it must do whatever the dice say, and what more force is worth on the whole."""

from functools import cache
from statistics import mean

import msgspec
import pytest
from tests.campaign.armies import field
from tests.campaign.desk import at, desk, off, told

from berlin.campaign.model.battle import fight
from berlin.campaign.model.fight import Fight, column
from berlin.campaign.model.fire import breakdown, fail, pierce, strike
from berlin.campaign.model.house import read_house
from berlin.campaign.model.march import Way, costs, hazards
from berlin.campaign.model.recovery import rout
from berlin.campaign.model.support import batteries
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import ALL, EAST, EDGE, KEYS, LVP, MAP, WEST, find_hex
from berlin.games.orsha.board.tables import TABLES
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.model import BATTLEFIELD, HOUSE
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
SEEDS = range(4)


def fought(d: Draft) -> Draft:
    fight(d, BATTLEFIELD)
    return d


@cache
def after(seed: int, german: int, russian: int, dug_in: bool = False, mined: bool = False) -> Draft:
    """A battle that was fought; it is only looked at."""
    return fought(field(seed, german, russian, dug_in, mined))


def ground(d: Draft) -> int:
    """Hexes that the Russians have won."""
    return (d.control[RUSSIAN] & ~desk().control[RUSSIAN]).bit_count()


def lost(d: Draft, side: Seat) -> int:
    return sum(piece.where is Where.LOST for piece in d.pieces[side])


def on_average(german: int, russian: int, **fields: bool) -> tuple[float, float, float]:
    """Ground won by the Russians, and points that each side has suffered."""
    battles = [after(seed, german, russian, **fields) for seed in SEEDS]
    first, second = (mean(d.accounts[side].suffered for d in battles) for side in (0, 1))
    return mean(map(ground, battles)), first, second


def test_more_force_wins_more_ground_and_costs_the_enemy_more() -> None:
    weak, even, strong = (on_average(20, squads) for squads in (8, 25, 50))
    assert weak[0] < even[0] < strong[0]
    assert weak[1] < even[1] < strong[1]
    assert on_average(40, 25)[0] < even[0]


def test_trenches_and_mines_help_those_who_have_them() -> None:
    bare, dug_in = on_average(20, 25), on_average(20, 25, dug_in=True)
    assert dug_in[1] < bare[1]
    mined = on_average(0, 20, mined=True)
    assert mined[2] > on_average(0, 20)[2] == 0


def test_without_an_enemy_nobody_is_lost() -> None:
    for seed in SEEDS:
        d = after(seed, 0, 20)
        assert lost(d, RUSSIAN) == 0
        assert ground(d) > 0
    d = fought(field(1, 20, 0))
    assert (lost(d, GERMAN), ground(d)) == (0, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_units_are_conserved(seed: int) -> None:
    before = [[piece.kind for piece in side] for side in field(seed, 20, 25, dug_in=True).pieces]
    d = after(seed, 20, 25, dug_in=True)
    for side in (GERMAN, RUSSIAN):
        kinds = before[side]
        assert {piece.kind for piece in d.pieces[side][len(kinds) :]} <= {"g:1-2-7", "r:1-2-7"}
        for piece in d.pieces[side]:
            assert bool(piece.fate) == piece.is_out
            assert piece.is_out or (piece.where is Where.MAP and ALL >> piece.space & 1)
        for was, piece in zip(kinds, d.pieces[side], strict=False):
            then, now = BOOK.counters[was], BOOK.counters[piece.kind]
            assert now.sort is then.sort or (then.sort, now.sort) == (Sort.SQUAD, Sort.HALF)
        wrecked = [p for p in d.pieces[side] if p.is_out and BOOK.counters[p.kind].sort is Sort.VEHICLE]
        wrecks = [work for work in d.works if work.of and BOOK.counters[work.of].side == side]
        assert len(wrecks) == len(wrecked)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_held_is_with_his_holder(seed: int) -> None:
    d = after(seed, 20, 25)
    for side in (GERMAN, RUSSIAN):
        for piece in d.pieces[side]:
            if piece.is_out or piece.holder < 0:
                continue
            taken = piece.marks & (Mark.PRISONER | Mark.CAPTURED)
            holder = d.pieces[1 - side if taken else side][piece.holder]
            assert not holder.is_out
            assert holder.space == piece.space


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ground_is_one_sides_or_the_others_and_so_is_the_edge(seed: int) -> None:
    d = after(seed, 20, 25)
    for hexes, whole in ((d.control, ALL), (d.edge, EDGE)):
        assert hexes[GERMAN] & hexes[RUSSIAN] == 0
        assert hexes[GERMAN] | hexes[RUSSIAN] == whole


def test_the_points_are_those_of_the_lost_and_the_reduced() -> None:
    german = [at("g:4-6-7", f"K{30 + n % 6}") for n in range(10)]
    d = fought(desk(german, [at("r:4-5-8", f"L{42 + n % 5}") for n in range(20)], weather="Clear"))
    for side, had in ((GERMAN, 2 * 10), (RUSSIAN, 2 * 20)):
        left = sum(BOOK.counters[piece.kind].points for piece in d.pieces[side] if not piece.is_out)
        assert d.accounts[side].suffered == had - left
    assert d.cvp == d.accounts[GERMAN].suffered > 0


def test_the_same_dice_give_the_same_battle_told_or_not() -> None:
    d, silent = after(1, 20, 25), field(1, 20, 25)
    silent.log = None
    assert d.freeze() == fought(silent).freeze()
    assert sum(event.kind == "model" for event in told(d)) >= HOUSE.turns


def test_a_battle_ends_by_the_roll_from_the_sixth_turn_on() -> None:
    assert fight(desk(weather="Clear", dice=(2,)), BATTLEFIELD) == 6
    assert fight(desk(weather="Clear", dice=(3, 3)), BATTLEFIELD) == 7
    assert fight(desk(weather="Clear", dice=(6, 6, 6, 6, 6)), BATTLEFIELD) == 10


def test_the_front_moves_where_the_forces_are() -> None:
    def northing(column: str) -> float:
        """How far north the ground lies that a force in this column wins."""
        d = fought(desk([], [at("r:4-5-8", f"{column}{42 + n % 5}") for n in range(6)], weather="Clear"))
        won = d.control[RUSSIAN] & ~desk().control[RUSSIAN]
        names = [KEYS[space].rstrip("0123456789") for space in MAP.spaces if won >> space & 1]
        return mean(ord(name[0]) + 26 * (len(name) - 1) for name in names)

    assert northing("D") < northing("P") < northing("Z")


def test_prizes_are_taken_and_held() -> None:
    d = after(2, 0, 20)
    assert any(d.control[RUSSIAN] >> space & 1 for space in LVP)


def test_off_board_units_enter_by_their_own_edge_and_guns_wait() -> None:
    german = [off("g:4-6-7", where=Where.ENTERING)]
    russian = [
        off("r:4-5-8", where=Where.ENTERING),
        off("r:2-2-8", where=Where.ENTERING),
        off("r:45L", where=Where.ENTERING, holder=1),
        off("r:4-5-8"),
    ]
    d = desk(german, russian, weather="Clear")
    f = Fight(d, BATTLEFIELD)
    fought(d)
    assert d.pieces[GERMAN][0].where is Where.MAP
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [
        Where.MAP,
        Where.ENTERING,
        Where.ENTERING,
        Where.RETAINED,
    ]
    assert f.land.homes == (WEST, EAST)


@pytest.mark.parametrize(("date", "leaves"), [(1, False), (HOUSE.leave, True)])
def test_attackers_leave_for_points_from_a_date_on(date: int, leaves: bool) -> None:
    d = desk([], [at("r:T-34-M43", "N1"), at("r:AL-8-1", "N1", holder=0)], weather="Clear", turn=date)
    for space in LVP:
        d.control[RUSSIAN] |= 1 << space
    fought(d)
    assert d.evp == (9 if leaves else 0)
    where = Where.EXITED if leaves else Where.MAP
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [where, where]


def test_artillery_is_used_a_bombardment_is_gone_and_aircraft_come_and_go() -> None:
    lines = [offer.id for offer in BOOK.charts[RUSSIAN]]
    bought = tuple(Group(lines.index(name), 1, ammo="plentiful") for name in ("O3", "B1", "F1", "I1"))
    lent = off("r:44A-GA")
    d = field(4, 20, 30, groups=((), bought))
    lost_before = len(d.pieces[RUSSIAN])
    d.add(RUSSIAN, lent)
    fought(d)
    assert [(group.used, group.gone) for group in d.groups[RUSSIAN]] == [
        (True, ""),
        (True, "fired"),
        (False, ""),
        (False, ""),
    ]
    flown = [p for p in d.pieces[RUSSIAN][lost_before:] if BOOK.counters[p.kind].sort.value == "aircraft"]
    assert len(flown) > 1
    assert flown[0].where in (Where.EVACUATED, Where.LOST)
    assert all(p.where in (Where.RETAINED, Where.LOST) for p in flown[1:])


@rule("OTO CG13a")
def test_a_module_that_was_withheld_does_not_fire() -> None:
    line = next(n for n, offer in enumerate(BOOK.charts[GERMAN]) if offer.id == "O1")
    d = desk(groups=((Group(line, 1, onboard=False), *[Group(line, 1)] * 3), ()))
    assert [battery.group for battery in batteries(Fight(d, BATTLEFIELD), GERMAN)] == [1, 2, 3]


def test_artillery_costs_the_enemy() -> None:
    lines = [offer.id for offer in BOOK.charts[RUSSIAN]]
    guns = tuple(Group(lines.index("O3"), 1, ammo="plentiful") for _ in range(4))
    shelled = [fought(field(seed, 20, 25, groups=((), guns))).accounts[GERMAN].suffered for seed in SEEDS]
    assert mean(shelled) > on_average(20, 25)[1]


def test_rain_falls_from_a_rainy_or_a_breaking_sky() -> None:
    assert fought(desk(weather="Rain")).rained
    assert not fought(desk(weather="Clear")).rained
    assert fought(desk(weather="Overcast", dice=(1, 2, 2))).rained
    assert not fought(desk(weather="Overcast", dice=(6, 6, 2))).rained


def target(*pieces: Piece, dice: tuple[int, ...]) -> Fight:
    return Fight(desk(pieces, [], dice=dice), BATTLEFIELD)


def test_columns_of_an_attack() -> None:
    assert [column(power) for power in (0, 1, 3, 4, 36, 99)] == [-1, 0, 1, 2, 10, 10]


def test_a_volley_kills_reduces_checks_or_misses() -> None:
    space = find_hex("K20")
    f = target(at("g:4-6-7", "K20"), dice=(6, 6))
    strike(f, GERMAN, space, 8, 0, "shot")
    assert f.piece(unit_of(GERMAN, 0)) == at("g:4-6-7", "K20")
    f = target(at("g:4-6-7", "K20"), dice=(1, 1))
    strike(f, GERMAN, space, 36, 0, "shot")
    assert f.piece(unit_of(GERMAN, 0)).fate == "shot"
    f = target(at("g:4-6-7", "K20"), dice=(4, 4, 1, 1))
    strike(f, GERMAN, space, 36, 0, "shot")
    assert f.piece(unit_of(GERMAN, 0)).kind == "g:2-4-7"
    f = target(at("g:4-6-7", "K20"), dice=(4, 3, 4, 4))
    strike(f, GERMAN, space, 12, 0, "shot")
    assert f.piece(unit_of(GERMAN, 0)).marks == Mark.BROKEN
    f = target(at("g:4-6-7", "K20"), dice=(4, 3, 5, 5))
    strike(f, GERMAN, space, 12, 3, "shot")
    assert f.piece(unit_of(GERMAN, 0)).marks == 0


@pytest.mark.parametrize(
    ("dice", "fate", "marks", "wreck"),
    [
        ((3, 4, 6), "knocked out", 0, Works.WRECK),
        ((1, 2, 6), "knocked out", 0, Works.BURNING_WRECK),
        ((4, 4), "", Mark.IMMOBILE, None),
        ((4, 5), "", Mark.SHOCKED, None),
        ((5, 5), "", 0, None),
    ],
)
def test_a_hit_wrecks_burns_stops_or_shocks_a_tank(
    dice: tuple[int, ...], fate: str, marks: int, wreck: Works | None
) -> None:
    f = target(at("g:StuG-IIIG", "K20"), dice=dice)
    pierce(f, unit_of(GERMAN, 0), 16, flank=False)
    assert (f.piece(unit_of(GERMAN, 0)).fate, f.piece(unit_of(GERMAN, 0)).marks) == (fate, marks)
    assert [work.what for work in f.d.works] == ([wreck] if wreck else [])


@rule("OTO 7.5132a")
@pytest.mark.parametrize(
    ("die", "mark"),
    [(1, Mark.MALFUNCTION), (2, Mark.BMG_MALFUNCTION), (3, Mark.CMG_MALFUNCTION), (4, Mark.RMG_MALFUNCTION)],
)
def test_any_weapon_of_a_tank_that_fires_at_men_may_malfunction(die: int, mark: Mark) -> None:
    f = Fight(desk([], [at("r:KV-1S", "K20")], dice=(die,)), BATTLEFIELD)
    breakdown(f, [unit_of(RUSSIAN, 0)])
    assert f.piece(unit_of(RUSSIAN, 0)).marks == mark
    f = Fight(desk([], [at("r:KV-1S", "K20")]), BATTLEFIELD)
    fail(f, unit_of(RUSSIAN, 0))
    assert f.piece(unit_of(RUSSIAN, 0)).marks == Mark.MALFUNCTION


@rule("OTO 7.5132a")
def test_a_tank_weighs_less_by_half_of_each_machine_gun_that_does_not_work() -> None:
    marks = (0, Mark.BMG_DISABLED, Mark.CMG_MALFUNCTION, Mark.CMG_DISABLED | Mark.RMG_DISABLED)
    f = Fight(desk([], [at("r:KV-1S", "K20", mark) for mark in marks]), BATTLEFIELD)
    assert [f.power(unit_of(RUSSIAN, number)) for number in range(4)] == [11, 10, 9, 8]
    f = target(at("g:StuG-IIIG", "K20"), at("g:StuG-IIIG", "K20", Mark.AAMG_ABSENT), dice=())
    assert [f.power(unit_of(GERMAN, number)) for number in (0, 1)] == [8, 7]


def test_a_crew_may_get_out_of_a_wreck() -> None:
    f = target(at("g:StuG-IIIG", "K20"), dice=(1, 2, 3))
    pierce(f, unit_of(GERMAN, 0), 16, flank=False)
    assert [(piece.kind, piece.is_out) for piece in f.d.pieces[GERMAN]] == [
        ("g:StuG-IIIG", True),
        ("g:1-2-7", False),
    ]
    assert f.d.cvp == 4
    assert f.men(GERMAN, find_hex("K20")) == [1]


def test_an_armor_leader_is_lost_with_his_tank() -> None:
    f = target(at("g:StuG-IIIG", "K20"), at("g:AL-9-1", "K20", holder=0), dice=(1, 2, 6))
    pierce(f, unit_of(GERMAN, 0), 16, flank=False)
    assert [piece.fate for piece in f.d.pieces[GERMAN]] == ["knocked out", "knocked out"]
    assert f.d.cvp == 6 + 2


def test_mines_strike_who_enters_and_come_to_light() -> None:
    space = find_hex("K20")
    works = [Work(Works.MINES, space, GERMAN, hidden=True, ap=12, at=3)]
    for die, fate, marks in ((1, "destroyed by mines", 0), (3, "", Mark.IMMOBILE), (4, "", 0)):
        d = desk([], [at("r:T-34-M43", "K20")], works, dice=(die, 6))
        left = hazards(Fight(d, BATTLEFIELD), RUSSIAN, space, [unit_of(RUSSIAN, 0)])
        tank = d.pieces[RUSSIAN][0]
        assert (tank.fate, tank.marks, d.works[0].hidden) == (fate, marks, False)
        assert left == ([unit_of(RUSSIAN, 0)] if die == 4 else [])
    d = desk([], [at("r:4-5-8", "K20")], works, dice=(1, 2, 1, 1, 1, 1))
    assert hazards(Fight(d, BATTLEFIELD), RUSSIAN, space, [unit_of(RUSSIAN, 0)]) == [unit_of(RUSSIAN, 0)]
    assert d.pieces[RUSSIAN][0].kind == "r:2-4-8"


def test_the_way_leads_round_what_is_strong() -> None:
    strong = [at("g:4-6-7", "K20"), at("g:HMG", "K20", holder=0), at("g:HMG", "K20", holder=0)]
    d = desk(strong, [at("r:4-5-8", "K24")])
    f = Fight(d, BATTLEFIELD)
    cost = costs(f, RUSSIAN, wheels=False)
    assert cost[find_hex("K20")] > costs(Fight(desk(), BATTLEFIELD), RUSSIAN, wheels=False)[find_hex("K20")]
    way = Way(f, cost, {0: 1 << find_hex("K16")})
    space, passed = find_hex("K24"), set[int]()
    while space != find_hex("K16"):
        space = way.next(f, space)[0]
        passed.add(space)
    assert find_hex("K20") not in passed


def test_broken_men_next_to_the_enemy_may_give_themselves_up() -> None:
    german = at("g:4-6-7", "K30", Mark.BROKEN), at("g:HMG", "K30", holder=0)
    d = desk(german, [at("r:4-5-8", "K31")], dice=(6,))
    f = Fight(d, BATTLEFIELD)
    rout(f, GERMAN)
    prisoner, weapon = d.pieces[GERMAN]
    assert (prisoner.marks, prisoner.holder, prisoner.space) == (Mark.PRISONER, 0, find_hex("K31"))
    assert (weapon.holder, weapon.space) == (-1, find_hex("K30"))
    assert d.cvp == 0
    d = desk(german, [at("r:4-5-8", "K31")], dice=(1,))
    rout(Fight(d, BATTLEFIELD), GERMAN)
    squad, weapon = d.pieces[GERMAN]
    assert MAP.distance(squad.space, find_hex("K31")) == 1 + HOUSE.flight
    assert weapon.space == squad.space


def test_battles_differ() -> None:
    battles = [after(seed, 20, 25) for seed in SEEDS]
    won = [ground(d) for d in battles]
    assert len({(ground(d), lost(d, GERMAN), lost(d, RUSSIAN)) for d in battles}) == len(SEEDS)
    assert max(won) < len(MAP.spaces) // 2


def test_a_gun_that_nobody_serves_holds_nothing() -> None:
    """Attackers come in where it stands, and the prize is theirs."""
    prize = next(KEYS[space] for space in LVP if KEYS[space] == "K33")
    d = fought(desk([at("g:PaK-40", prize)], [at("r:4-5-8", "K44") for _ in range(6)], weather="Clear"))
    assert d.control[RUSSIAN] >> find_hex(prize) & 1
    gun = d.pieces[GERMAN][0]
    assert (gun.where, gun.holder) == (Where.MAP, -1)


def test_a_gun_is_idle_when_its_crew_is_lost() -> None:
    d = desk([at("g:2-2-8", "K33"), at("g:PaK-40", "K33", holder=0)], [])
    f = Fight(d, BATTLEFIELD)
    assert f.stacks[GERMAN] == {find_hex("K33"): [0, 1]}
    f.lose(unit_of(GERMAN, 0), "killed by fire")
    assert f.stacks[GERMAN] == {}


def test_who_finds_the_way_full_goes_beside_it() -> None:
    """A force that all goes the same way doesn't queue behind its first."""
    crowd = [at("r:4-5-8", f"K{42 + n // 3}") for n in range(12)]
    d = fought(desk([], crowd, weather="Clear"))
    assert {KEYS[piece.space] for piece in d.pieces[RUSSIAN]}.isdisjoint({"K42", "K43", "K44", "K45"})


def test_the_table_of_house_numbers_must_be_whole() -> None:
    rows = TABLES.rows("model")
    for key, message in (("end.10", "Game End"), ("end.6", "Game End"), ("odds.25", "")):
        left = [row for row in rows if row["key"] != key]
        if message:
            with pytest.raises(ValueError, match=message):
                read_house(left)
        else:
            assert len(read_house(left).odds) == len(HOUSE.odds) - 1
    with pytest.raises(ValueError, match="must rise"):
        read_house([*rows, {"key": "odds.10", "value": "3"}])
    with pytest.raises(msgspec.ValidationError):
        read_house([row for row in rows if row["key"] != "near"])
