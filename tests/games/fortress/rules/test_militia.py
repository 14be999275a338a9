"""FB 11.2, OTB 13.4 and 13.5: Volkssturm and Hitler Youth."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table, around, position

from berlin.games.fortress.board.ground import distance, find_hex
from berlin.games.fortress.board.units import VOLKSSTURM, find_unit
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.combat.strength import attacks_at_all
from berlin.games.fortress.state.state import HJ_FREE, VS_FREE
from berlin.kernel.proof.mark import rule

# South of Tegel: guns at 3507, a spotter, and what is attacked.
GUN, SPOTTER = "3503: 82/Art1 combat S, 82/HQ", "3506: 82/Par1 combat S, 82/AT combat S"


def bombard(target: str, *more: str, add: tuple[str, ...] = ("82/Art1",), strikes: int = 0) -> Table:
    """The artillery at 3503 bombards 3507."""
    table = position("allied-bombardment", GUN, SPOTTER, f"3507: {target}", *more, strikes=strikes, turn=5)
    return table.do("target 3507", *(f"add {unit}" for unit in add if unit), *["strike"] * strikes, "fire")


def shoot(target: str) -> Table:
    table = position("allied-gunfire", "3503: 82/HQ", SPOTTER, f"3507: {target}")
    return table.do("target 3507", "add 82/AT", "fire")


def assault(target: str) -> Table:
    table = position("allied-assault", "3503: 82/HQ", SPOTTER, f"3507: {target}")
    table.do("target 3507", "add 82/Par1", "announce", "done")
    while table.asked in ("Assaulting", "Countering", "Replying"):
        table.do("hold" if table.can("hold") else table.legal()[0])
    return table


def released(table: Table) -> tuple[bool, bool]:
    """Hitler Youth, Volkssturm."""
    return bool(table.state.released & HJ_FREE), bool(table.state.released & VS_FREE)


@rule("OTB 13.4b", "OTB 13.5c", "OTB 13.5.q2")
@pytest.mark.parametrize(
    ("target", "struck"),
    [
        *(("Tegel-Flak1 combat N", True), ("LAH1 combat N", True), ("Janums", True), ("9P/Para-3", True)),
        *(("GD1 combat N", False), ("MVK", False), ("Police1", False), ("HJ1", False), ("FAH", False)),
        ("GD1, Tegel-AT1", True),
    ],
)
def test_attacks_on_the_ss_and_the_luftwaffe_release_and_on_others_do_not(target: str, struck: bool) -> None:
    # Guns alone release the Hitler Youth; fire and assault both.
    assert released(bombard(target)) == (struck, False)
    assert released(shoot(target)) == (struck, struck)
    assert released(assault(target)) == (struck, struck)


@rule("OTB 13.4b", "OTB 13.5c", "OTB 13.5.q2")
def test_air_strikes_release_nobody_and_a_mixed_bombardment_releases_both() -> None:
    assert released(bombard("Tegel-Flak1", add=(), strikes=1)) == (False, False)
    assert released(bombard("Tegel-Flak1", strikes=1)) == (True, False)
    assert released(bombard("Tegel-Flak1", add=("82/Art1", "82/Par1"))) == (True, True)
    before = position("strikes", "3506: Tegel-Flak1", "4412: VS1", turn=1, opened="Laying allied", strikes=3)
    assert released(before.do("lay 3506", "done", dice=[1, 1])) == (False, False)


@rule("OTB 13.4b", "OTB 13.5c", "OTB 13.5.q3")
@pytest.mark.parametrize(("unit", "clause", "key"), [("HJ1", "OTB 13.4b", "hj"), ("VS1", "OTB 13.5c", "vs")])
def test_who_is_not_released_enters_no_new_hex_but_changes_mode(unit: str, clause: str, key: str) -> None:
    home: dict[str, Any] = {"homes": ["5115", "4412", *["none"] * 6]}
    table = position("german-movement", f"4412: {unit}", "5015: VSEng1, VS40", **home).do(f"move {unit}")
    assert table.offers("go") == []
    table.refused("go 4413", clause)
    if unit == "VS1":
        assert table.do("change").can("face N")
    free = position("german-movement", f"4412: {unit}", released=[key], **home).do(f"move {unit}")
    assert "4413" in free.offers("go")
    other = position("german-movement", f"4412: {unit}", released=["hj" if key == "vs" else "vs"], **home)
    other.do(f"move {unit}").refused("go 4413", clause)


@rule("OTB 13.5.q3")
def test_volkssturm_engineers_are_not_bound_and_those_of_the_check_are() -> None:
    table = position("german-movement", "4906: VSEng1, VS40").do("move VSEng1")
    assert table.offers("go")
    bound = position("german-movement", "4906: VSEng1, VS40").do("move VS40")
    bound.refused("go 4907", "OTB 13.5c")


@rule("OTB 13.5.q3")
def test_volkssturm_that_may_not_move_assault_all_the_same() -> None:
    table = position("german-assault", "3507: VS1 combat N", "3506: 82/Par1 combat N", "5315: BerlinHQ")
    table.do("target 3506", "add VS1", dice=[40])
    assert table.can("announce")


@rule("OTB 13.5c")
def test_a_release_holds_for_the_rest_of_the_game() -> None:
    table = shoot("Tegel-Flak1 combat N")
    table.until("german-movement")
    assert released(table) == (True, True)
    table.until("german-movement", 7)
    assert released(table) == (True, True)


@rule("FB 11.2.2")
def test_hitler_youth_have_four_points_and_stay_within_eight_hexes_of_home() -> None:
    homes = ["5115", "2515", *["none"] * 6]
    for at, inside in (("2522", True), ("2523", False)):
        table = position("german-movement", f"{at}: HJ1", released=["hj"], homes=homes).do("move HJ1")
        assert "4 movement points" in str(table.prompt)
        assert all(distance(find_hex("2515"), find_hex(key)) <= 8 for key in table.offers("go"))
        assert ("2523" in table.offers("go")) is inside
    south = around("2523")[3]
    assert distance(find_hex("2515"), find_hex(south)) == 9
    table.refused(f"go {south}", "FB 11.2.2")


@rule("FB 11.2.2")
@pytest.mark.parametrize(("place", "near"), [("2519", True), ("2520", False)])
def test_in_fortress_berlin_an_enemy_within_four_hexes_releases_the_hitler_youth(
    place: str, near: bool
) -> None:
    homes = ["none", "2515", *["none"] * 6]
    table = position("soviet-assault", "2515: HJ1", f"{place}: 8G/Rifle1", turn=3, homes=homes)
    table.do("done", dice=(1, 3, 3))
    assert (table.stage, table.turn) == ("first-movement", 4)
    assert released(table)[0] is near


@rule("FB 11.2.2")
def test_in_fortress_berlin_an_attack_on_one_of_them_releases_the_hitler_youth_and_none_on_others_does() -> (
    None
):
    for unit, free in (("HJ1", True), ("LAH1", False), ("VS1", False)):
        stacks = "3506: 8G/Tank1 combat S", "3504: 8G/HQ", f"3507: {unit}"
        table = position("soviet-gunfire", *stacks).do("target 3507", "add 8G/Tank1", "fire")
        assert released(table)[0] is free
    walks = position("first-movement", "4412: VS1").do("move VS1")
    assert walks.offers("go")


# Values that nobody knows.


def shown(table: Table, unit: str) -> tuple[bool, bool]:
    """Are its values known, and is it one that only defends?"""
    rank = VOLKSSTURM.index(find_unit(unit))
    return bool(table.state.known >> rank & 1), bool(table.state.weak >> rank & 1)


@rule("FB 11.2.3", "FB 11.2.pool")
@pytest.mark.parametrize(
    ("known", "weak", "die", "drawn"),
    [
        # 16 of 40 only defend; then 15 of 39, or 16 of 39.
        *((0, 0, 16, True), (0, 0, 17, False), (1, 1, 15, True), (1, 1, 16, False)),
        *((1, 0, 16, True), (1, 0, 17, False), (39, 16, 1, False), (39, 15, 1, True)),
    ],
)
def test_values_are_drawn_from_those_that_nobody_has_seen(
    known: int, weak: int, die: int, drawn: bool
) -> None:
    names = [f"VS{number}" for number in range(2, 2 + known)]
    table = position(*("allied-gunfire", "3503: 82/HQ", SPOTTER, "3507: VS1"), known=names, weak=names[:weak])
    assert shown(table, "VS1") == (False, False)
    table.do("target 3507", "add 82/AT").do("fire", dice=[die, 1, 1])
    assert shown(table, "VS1") == (True, drawn)


@rule("FB 11.2.3", "FB 11.2.q1")
def test_values_are_shown_by_any_attack_on_the_hex_and_not_by_an_enemy_beside() -> None:
    struck = position("strikes", "3507: VS1, VS2", "4412: VS3", turn=1, opened="Laying allied", strikes=3)
    struck.do("lay 3507", "done", dice=[1, 39, 1, 1])
    assert (shown(struck, "VS1"), shown(struck, "VS2")) == ((True, True), (True, False))
    assert shown(struck, "VS3") == (False, False)
    beside = position("allied-movement", "3505: 82/Par1", "3507: VS1").do("move 82/Par1", "go 3506", "halt")
    assert shown(beside, "VS1") == (False, False)
    # Both sides read them from then on.
    for seat in (ALLIED, GERMAN):
        assert GAME.view(struck.state, seat).known == struck.state.known


@rule("FB 11.2.3")
def test_one_that_only_defends_takes_no_part_in_the_attack_that_shows_it() -> None:
    stacks = "3507: VS1 combat N, VS2 combat N", "3506: 82/Par1 combat N", "5315: BerlinHQ"
    table = position("german-assault", *stacks)
    table.do("target 3506", "add VS1", "add VS2", "announce", "done", dice=[16, 39, 1, 1])
    assert (shown(table, "VS1"), shown(table, "VS2")) == ((True, True), (True, False))
    d = table.draft
    assert not attacks_at_all(d, find_unit("VS1"))
    assert attacks_at_all(d, find_unit("VS2"))
    alone = position("german-assault", "3507: VS1 combat N", "3506: 82/Par1 combat N", "5315: BerlinHQ")
    alone.do("target 3506", "add VS1", "announce", "done", dice=[16])
    assert alone.rolled("combat") == []
    assert "disrupted" not in alone.marks("82/Par1")
    known = position("german-assault", *stacks, known=["VS1"], weak=["VS1"]).do("target 3506")
    known.refused("add VS1", "FB 2.2.factors", "FB 8.4.who")


@rule("FB 11.2.3", "FB 11.2.pool")
def test_an_unknown_battalion_moves_as_4_and_one_that_only_defends_as_0() -> None:
    one: list[str] = ["VS1"]
    for known, weak, points in (([], [], 10), (one, [], 10), (one, one, 4)):
        table = position("german-movement", "4412: VS1", released=["vs"], known=known, weak=weak)
        table.do("move VS1")
        assert f"{points} movement points" in str(table.prompt)
    fixed = position("german-movement", "4412: VS1 combat N", released=["vs"], known=["VS1"], weak=["VS1"])
    assert fixed.do("move VS1").offers("go") == []
