"""No Retreat! 5, 6 and 8: zones, marks, ways and piles as they are in the midst of an act."""

import pytest
from tests.games.noretreat.cards import full
from tests.games.noretreat.table import Table, distance, front, in_words

from berlin.boards.hexes import board_of
from berlin.games.noretreat.board.deck import cards, code_of
from berlin.games.noretreat.board.ground import MAP, find_space, keys
from berlin.games.noretreat.board.tables import AXIS, HALVES, SOVIET, find_card
from berlin.games.noretreat.board.units import find_unit
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules import supply
from berlin.games.noretreat.rules.cards.hand import take_top
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.combat.losses import Lose
from berlin.games.noretreat.rules.events.choosing import At, Pick
from berlin.games.noretreat.rules.movement import reached
from berlin.games.noretreat.rules.rail import nth
from berlin.games.noretreat.rules.stacking import Excess
from berlin.games.noretreat.rules.zones import in_ezoc
from berlin.games.noretreat.state.state import BACK, FRESH, SHATTERED, UNSUPPLIED, Draft
from berlin.kernel.contract.words import counted
from berlin.kernel.proof.mark import rule


def around(space: str) -> set[str]:
    return set(keys(MAP.beside[find_space(space)]))


@rule("NR 8.zoc")
def test_8_a_zone_goes_with_its_unit() -> None:
    for unit, side in (("9A", AXIS), ("W", SOVIET)):
        d = Draft(front("A.4", 14, f"r0c4: {unit}").state)
        assert set(keys(d.zones(side))) == around("r0c4")
        d.put(find_unit(unit), find_space("r0c8"))
        assert set(keys(d.zones(side))) == around("r0c8")
        assert set(keys(d.occupied(side))) == {"r0c8"}


@rule("NR 8.zoc", "NR 6.effects")
def test_8_a_mark_ends_a_zone_and_its_removal_brings_it_back() -> None:
    for unit, side in (("9A", AXIS), ("W", SOVIET)):
        d = Draft(front("A.4", 14, f"r0c4: {unit}").state)
        assert set(keys(d.zones(side))) == around("r0c4")
        d.mark(find_unit(unit), UNSUPPLIED)
        assert keys(d.zones(side)) == []
        d.clear(find_unit(unit), UNSUPPLIED)
        assert set(keys(d.zones(side))) == around("r0c4")


@rule("NR 8.zoc", "NR 7.fort")
def test_8_a_fort_has_no_zone_from_when_it_is_built_until_it_is_left() -> None:
    d = Draft(front("S.3", 14, "Moscow: Mos").state)
    assert set(keys(d.zones(SOVIET))) == around("Moscow")
    d.mark(find_unit("Mos"), BACK)
    assert keys(d.zones(SOVIET)) == []
    d.clear(find_unit("Mos"), BACK)
    assert set(keys(d.zones(SOVIET))) == around("Moscow")


@rule("NR card.17.axis", "NR 8.move")
def test_8_the_points_of_a_card_count_for_the_next_move_of_the_same_phase() -> None:
    d = Draft(front("A.4", 7, "r0c1: 1Pz", axis="K10").state)
    unit, ways = find_unit("1Pz"), dict(reached(d, find_unit("1Pz")))
    pick = Pick(AXIS, code_of(HALVES[find_card("K10")][AXIS]))
    d.frames.append(pick)
    pick.carry_out(d, At(find_space("r0c1")))
    before, after = ways[()], dict(reached(d, unit))[()]
    assert before & ~after == 0
    assert [max(distance("r0c1", end) for end in keys(board)) for board in (before, after)] == [6, 8]


@rule("NR 6.check", "NR 6.effects", "NR 8.zoc")
def test_6_who_is_found_out_of_supply_has_no_zone_from_then_on() -> None:
    cut = front("S.5", 14, "r0c9: 9A", "r-9c9: NW")
    for unit, side in (("9A", AXIS),):
        d = Draft(cut.state)
        assert set(keys(d.zones(side))) == around("r0c9")
        supply.check(d)
        assert d.marks[find_unit(unit)]
        assert keys(d.zones(side)) == []
    # And who is found in supply has it again.
    again = Draft(front("S.5", 14, "Warsaw: 9A", unsupplied="9A").state)
    assert keys(again.zones(AXIS)) == []
    supply.check(again)
    assert set(keys(again.zones(AXIS))) == around("Warsaw")


@rule("NR 6.check")
def test_6_the_check_tells_of_those_who_are_newly_cut_off_alone() -> None:
    def told(**marks: object) -> list[str]:
        t = front("A.1", 14, "Warsaw: 9A", "r0c9: 4A", **marks).until("A.3")
        return [event.text for event in t.events if event.kind == "supply"]

    assert told() == [in_words("4A is out of supply")]
    assert told(unsupplied="4A 9A") == []
    assert told(unsupplied="4A 9A", raided="9A") == []
    assert told(raided="9A") == [in_words("4A is out of supply")]


@rule("NR 9.once")
def test_9_who_attacked_in_an_earlier_phase_may_attack_in_the_next() -> None:
    def phase(t: Table) -> list[str]:
        return t.do("done").pass_all().legal()

    assert phase(front("A.4", 14, "r0c4: 9A", "r0c5: W", attacked="9A")) == ["target r0c5", "done"]


@rule("NR 8.move", "NR 3.mp.forest", "NR card.7.soviet")
@pytest.mark.parametrize("scorched", ["", "Minsk"])
def test_8_a_move_is_told_with_the_points_it_takes(scorched: str) -> None:
    def points(t: Table, text: str) -> str:
        return t.explain(text).notes[0]

    t = front("A.4", 14, "r0c4: 9A", "r0c3: 1Pz", "r-9c9: 2Pz", scorched=scorched)
    steps = {"move 9A r0c5": 1, "move 9A r0c6": 2, "move 9A r0c7": 3, "move 1Pz r0c7": 4}
    # In the corner lies forest: two for armor.
    steps |= {"move 2Pz r-9c8": 1, "move 2Pz r-10c9": 2, "move 2Pz r-10c8": 3}
    assert {text: points(t, text) for text in steps} == {
        text: counted(n, "point") for text, n in steps.items()
    }
    # A zone takes one more to leave.
    zone = front("A.4", 14, "r0c4: 9A", "r0c5: W", scorched=scorched)
    assert (points(zone, "move 9A r0c3"), points(zone, "move 9A r0c2")) == (
        "2 points",
        "3 points",
    )


@rule("NR 8.zoc.exit")
def test_8_each_move_is_listed_once_also_where_a_friend_stands_in_a_zone() -> None:
    t = front("A.4", 14, "r0c4: 9A", "r1c4: 4A", "r0c5: W")
    assert "move 9A r1c4" in t.legal()
    assert len(t.legal()) == len(set(t.legal()))


@rule("NR 5.draw")
def test_5_every_card_of_the_pile_may_be_the_next() -> None:
    state = front("A.1", 14, "Warsaw: 9A").state
    pile = cards(state.deck, state.pile)
    drawn = []
    for die in range(1, len(pile) + 1):
        d = Draft(GAME.with_dice(state, (die,)))
        drawn.append(take_top(d))
        assert cards(d.deck, d.pile) == [card for card in pile if card != drawn[-1]]
    assert drawn == pile


@rule("NR 8.stack", "NR card.32.soviet")
@pytest.mark.parametrize(("turn", "there"), [(14, "W"), (26, "W SW")])
def test_8_room_for_one_more_is_room_for_one_more_only(turn: int, there: str) -> None:
    def may_enter(stack: str, **more: object) -> bool:
        return front("S.4", turn, f"r0c4: {stack}", "r0c5: S", **more).can("move S r0c4")

    assert not may_enter(there)
    assert may_enter(there, roomy="r0c4 r0c3 r-1c4")
    assert not may_enter(f"{there} Kal", roomy="r0c4 r0c3 r-1c4")


@rule("NR 8.balkans", "NAB 8.7a")
@pytest.mark.parametrize(("oil", "enters"), [(0, False), (18, True), (19, True), (20, False)])
def test_8_the_balkans_open_on_the_turn_after_ploesti_fell(oil: int, enters: bool) -> None:
    lost = {"oil": oil, "soviet_holds": "Ploesti"} if oil else {}
    t = front("A.4", 20, "r3c-11: 9A", **lost)
    assert t.can("move 9A SouthBalkans") is enters
    if not enters:
        t.refused("move 9A SouthBalkans", "NR 8.balkans")


@rule("NR 5.secret", "NR 5.cancel")
@pytest.mark.parametrize(("discards", "asked"), [("", True), ("14", False)])
def test_5_whether_a_payment_may_be_cancelled_is_asked_while_nobody_knows_where_the_card_is(
    discards: str, asked: bool
) -> None:
    """Else the question itself would tell that the Axis holds Inexperienced Officers."""
    t = full("S.3", 7, "Moscow: SW", soviet="9", axis="16", disorganized="SW", discards=discards).pass_all()
    t.do("reorganize SW", "discard 9")
    assert (t.asked == "Reaction", t.disorganized("SW")) == (asked, asked)
    assert t.prompt is not None
    assert ("has just used a card for an effect" in t.prompt.text) is asked
    t.pass_all()
    assert not t.disorganized("SW")


@rule("NR 8.zoc")
@pytest.mark.parametrize(
    ("enemy", "marks", "inside"),
    [
        ("r0c5: W", {}, True),
        ("r-1c5: W", {}, True),
        ("r0c6: W", {}, False),
        ("r0c5: W", {"unsupplied": "W"}, False),
        ("r0c5: Mos+", {}, False),
        ("r0c5: 4A", {}, False),
    ],
)
def test_8_a_unit_is_in_a_zone_next_to_a_supplied_enemy_that_is_no_fort(
    enemy: str, marks: dict[str, str], inside: bool
) -> None:
    d = Draft(front("A.4", 14, "r0c4: 9A", enemy, **marks).state)
    assert in_ezoc(d, find_unit("9A")) is inside


@rule("NAB 13.0.GG.a", "NAB 13.0.Oil.a", "NAB 13.0.Warsaw")
@pytest.mark.parametrize(("event", "units"), [("oil", "SRum GrE"), ("gg", "Hun1 FesK"), ("warsaw", "Pol")])
def test_nab_13_units_come_due_in_the_turn_after_what_brings_them(event: str, units: str) -> None:
    def due(since: int) -> set[str]:
        lost = {event: since} if since else {}
        more = {"soviet_holds": "Ploesti"} if event == "oil" and since else {}
        t = front("H.1", 20, f"due: {units}", "r0c4: W", **lost, **more)
        return {t.where(unit) for unit in units.split()}

    assert due(0) == {"due"}
    assert due(19) == {"reinforcements"}
    assert due(20) == {"due"}


@rule("NR 6.check", "NR card.5.soviet")
def test_6_who_was_raided_and_is_cut_off_too_is_not_told_again() -> None:
    t = front("A.1", 14, "Warsaw: 9A", "r0c9: 4A", unsupplied="4A", raided="4A").until("A.3")
    assert t.unsupplied("4A")
    assert not [event.text for event in t.events if event.kind == "supply"]


@rule("NR 6.supply.city", "NR 6.supply.block")
def test_6_a_city_in_an_enemy_zone_is_supplied_by_the_hex_behind_it() -> None:
    def found(*enemies: str) -> set[str]:
        d = Draft(front("A.2", 7, "r0c4: 9A", *enemies, axis_holds="Minsk Kiev").state)
        return set(keys(supply.supplied_cities(d, AXIS, supply.open_to_supply(d, AXIS))))

    assert {"Minsk", "Kiev"} <= found()
    assert {"Minsk", "Kiev"} <= found("r-4c4: W")


@rule("NR 8.rail.detrain", "NR 8.move")
@pytest.mark.parametrize("board", [("r0c4",), ("r0c4", "Moscow"), ("r-10c8", "Kiev", "r0c4", "Moscow")])
def test_8_of_the_spaces_that_are_open_each_has_its_place_in_order(board: tuple[str, ...]) -> None:
    spaces = sorted(find_space(key) for key in board)
    assert [nth(board_of(spaces), number) for number in range(len(spaces))] == spaces


@rule("NR 8.stack")
@pytest.mark.parametrize(("unit", "back"), [("9A", False), ("9A-", True)])
def test_8_who_gives_way_is_shattered_on_the_side_it_has(unit: str, back: bool) -> None:
    d = Draft(front("A.4", 14, f"r0c4: {unit} 4A").state)
    who = find_unit("9A")
    Excess(AXIS, find_space("r0c4")).carry_out(d, Lose(who))
    assert (d.where[who], d.marks[who]) == (SHATTERED, (BACK if back else 0) | FRESH)


@rule("NR 8.balkans", "NR 8.zoc.exit")
@pytest.mark.parametrize(("unit", "enters"), [("4A", True), ("Rum3", False)])
def test_8_beside_a_friend_too_the_balkans_are_for_germans_alone(unit: str, enters: bool) -> None:
    stacks = (f"r3c-11: {unit}", "WestBalkans: 9A", "r2c-11: W")
    t = front("A.4", 20, *stacks, oil=18, soviet_holds="Ploesti")
    assert (f"move {unit} WestBalkans" in t.legal()) is enters


@rule("NR 5.secret", "NR 5.window")
@pytest.mark.parametrize(("discards", "asked"), [("", True), ("29", True), ("26 29", False)])
def test_5_a_window_opens_for_a_copy_as_long_as_the_card_that_copies_may_be_held(
    discards: str, asked: bool
) -> None:
    t = full("S.5", 14, "r0c4: SW+", "r0c7: 9A", soviet="30", discards=discards)
    seen = set()
    while t.stage == "S.5":
        seen.add(t.state.frames[-1])
        t.do("pass" if "pass" in t.legal() else "done")
    assert (Window(SOVIET, "combat-end") in seen) is asked
