"""Na Berlin!: how its open questions are ruled, and that the base game stays in force beneath it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.noretreat.table import Table, fight, front

import berlin.kernel
from berlin.games.noretreat.board.names import both_names
from berlin.games.noretreat.board.tables import TURNS
from berlin.games.noretreat.game import GAME
from berlin.kernel.contract.ids import Card, Seat, numbered
from berlin.kernel.proof.mark import rule

OIL = {"oil": 19, "soviet_holds": "Ploesti"}
OPEN = "r0c5"


def organizing(side: str, turn: int, *stacks: str, **more: object) -> Table:
    return front(f"{side}.3", turn, *stacks, **more).pass_all()


def struck(turn: int, defenders: str, die: int = 6) -> Table:
    """A Soviet army attacks these on open ground, four against four, and rolls."""
    t = front("S.5", turn, f"{OPEN}: {defenders}", "r0c6: W")
    return fight(t, OPEN, "W", die=die)


def axis_draw(turn: int, **more: object) -> int:
    t = front("A.1", turn, "r0c4: 9A", "r0c9: W", **more)
    while t.asked == "Hand" and "done" in t.legal():
        t.do("done")
    return len(t.hand("axis"))


# The questions.


@rule("NAB 2.0.q1")
def test_nab_2_the_cards_of_1945_are_played_and_bear_a_house_mark() -> None:
    told = {(datum.table, datum.name): datum.source for datum in GAME.data()}
    for card in "ABCDE":
        assert {told["kitdeck", f"{card} {side}"] for side in ("axis", "soviet")} == {"house"}
    t = front("A.1", 24, "Berlin: BerG 9A", "r0c9: W", axis="A", gone="K1 K2 K3 K4 K5 K6 K7 K8")
    shown = {piece.id: set(piece.sources) for piece in t.scene("axis").pieces}
    for unit in ("BerG", "VolB", "FesK", "Hun1", "SRum", "Yug1", "Pol"):
        assert told["units", f"{unit} strength"] == "house"
        assert shown.get(unit, {"house"}) == {"house"}
    assert (shown["BerG"], shown["9A"]) == ({"house"}, {"found"})
    assert t.can("discard A")
    with pytest.raises((ValueError, KeyError)):
        t.can("discard F")


@rule("NAB 2.3.1.q1", "NR 9.result.dr")
def test_nab_2_the_berlin_garrison_is_a_fort_and_no_volksturm() -> None:
    t = struck(26, "BerG")
    assert t.told("result: DR")
    assert (t.where("BerG"), t.winner) == (OPEN, "")
    both = front("S.5", 26, f"{OPEN}: BerG VolB", "r0c4: SW+")
    fight(both, OPEN, "SW", die=6)
    assert both.told("result: DR")
    assert both.units(OPEN) == ["BerG"]


@rule("NAB 2.3.1.q2")
def test_nab_2_a_retreat_and_the_draw_rate_are_both_spelled_out() -> None:
    t = struck(26, "9A")
    assert t.told("result: defenders retreat")
    assert not any(word == "DR" for text in t.texts for word in text.split())
    rolling = front("S.5", 26, f"{OPEN}: 9A", "r0c4: W").do(f"target {OPEN}")
    assert {outcome.label for outcome in rolling.explain("roll").outcomes} >= {"defenders retreat"}
    drawn = front("A.1", 21, "r0c4: 9A", "r0c9: W", **OIL).do("done")
    said = next(event for event in drawn.events if "Draw Rate" in event.text)
    assert said.text == "Axis Draw Rate: 4, -1 the oil of Ploesti is Soviet [NAB 5.2b] = 3"
    assert "NAB 5.2b" in said.rules


@rule("NAB 2.3.2.q1")
def test_nab_2_either_area_feeds_the_yugoslavs_whoever_held_it_last() -> None:
    def cut(*stacks: str) -> bool:
        return front("S.2", 20, "r4c-11: Yug1", *stacks, "r-5c-3: 9A", oil=18).unsupplied("Yug1")

    assert front("S.2", 20, "r4c-11: Yug1", "r-5c-3: 9A", oil=18).owner("WestBalkans") == "axis"
    assert not cut()
    assert not cut("WestBalkans: GrE")
    assert not cut("SouthBalkans: GrE")
    assert cut("WestBalkans: GrE", "SouthBalkans: GrF")


@rule("NAB 3.0.q1")
def test_nab_3_units_and_control_stay_where_they_are() -> None:
    stacks = ("Warsaw: 9A 4A", "r-4c-2: W", "r0c-2: SW", "Konigsberg: 6A")
    more = {"extended": False, "soviet_holds": "Lublin Ploesti"}
    before = front("A.1", 16, *stacks, axis="K9", **more)
    after = front("H.1", 17, *stacks, axis="K9", **more)
    asked = front("A.1", 16, *stacks, axis="K9", **more).do("extend")
    for t in (after, asked):
        assert t.state.extended
        assert t.state.where == before.state.where
        for city in ("Warsaw", "Konigsberg", "Lublin", "Ploesti", "Posen"):
            assert t.owner(city) == before.owner(city)


@rule("NAB 5.2.q1")
def test_nab_5_the_draw_rate_follows_the_oil_fields() -> None:
    assert axis_draw(21, oil=19, soviet_holds="Ploesti") == axis_draw(21) - 1
    assert axis_draw(21, oil=19) == axis_draw(21)


@rule("NAB 5.5.q1")
def test_nab_5_step_4_is_the_setup_of_the_second_5_5() -> None:
    t = front("T", 22, "Berlin: 9A", "r0c9: W", tide=15, axis="K1 K9", soviet="K25", gone="A B C D E")
    assert t.turn == 23
    assert t.told("the cards of 1945 are shuffled in")
    assert not {f"K{n}" for n in range(1, 9)} & {*t.hand("axis"), *t.hand("soviet"), *t.discards}
    # Those of the first 5.5 were in the deck already, and stay.
    assert "K25" in t.hand("soviet")
    said = next(event for event in t.events if "1945 are shuffled" in event.text)
    assert "NAB 5.5.setup.2" in said.rules


@rule("NAB 5.5.setup.q1")
def test_nab_5_both_see_what_left_and_neither_what_came() -> None:
    t = front("H.1", 23, "Berlin: 9A", "r0c4: W", axis="K1 K9", soviet="K2 K10", discards="K3 K11",
              gone="A B C D E", dice=[4, 1])  # fmt: skip
    for seat in (0, 1):
        seen = [event.seen_by(Seat(seat)) for event in t.events]
        texts = [event.text for event in seen if event is not None]
        for words in (
            f"{both_names(Card(61))} leave the Axis hand",
            f"{both_names(Card(62))} leave the Soviet hand",
        ):
            assert words in texts
        piles = next(text for text in texts if text.endswith("leave the piles"))
        assert piles == f"{', '.join(both_names(card) for card in numbered(Card, 6, 63))} leave the piles"
        other = ("Soviet", "Axis")[seat]
        drawn = [text for text in texts if text.startswith(f"{other} draws")]
        assert drawn[0] == f"{other} draws 1 card"
    assert (len(t.hand("axis")), len(t.hand("soviet"))) == (2, 2)


@rule("NAB 6.6.q1")
def test_nab_6_a_festung_has_one_step_and_is_always_supplied() -> None:
    for unit in ("FesK", "FesB"):
        t = front("S.2", 20, f"r0c8: {unit} 9A", "r0c12: W", gg=18)
        assert (t.unsupplied(unit), t.unsupplied("9A")) == (False, True)
        lost = front("S.5", 20, f"{OPEN}: {unit}", "r0c4: Sev", gg=18)
        fight(lost, OPEN, "Sev", die=5)
        assert lost.told("result: EX")
        assert lost.where(unit) == "destroyed"


@rule("NAB 11.3.q1")
def test_nab_11_the_armies_go_at_once_and_the_rest_follows_a_turn_later() -> None:
    stacks = ("r4c-6: W+", "Budapest: Rum3 Rum4", "Posen: 1Pz", "rail: S", "due: GrE GrF SRum Yug1 Yug2")
    t = front("S.4", 19, *stacks).do("move W Ploesti").until("S.8", 19)
    assert (t.where("Rum3"), t.where("Rum4"), t.where("GrE")) == ("out", "out", "due")
    t.until("A.3", 20)
    assert {t.where(unit) for unit in ("GrE", "GrF", "SRum", "Yug1", "Yug2")} == {"reinforcements"}

    assert front("H.1", 19, "due: GrE", "r0c9: W", axis="K9", **OIL).where("GrE") == "due"

    def armor(turn: int) -> bool:
        battle = front("A.5", turn, f"{OPEN}: W", "r0c4: 1Pz", **OIL).do(f"target {OPEN}")
        return "armor" in battle.shifts()

    clear = [turn for turn in (19, 20) if armor(turn)]
    assert clear == [19]


@rule("NAB 12.3.step1.q1")
def test_nab_12_step_1_means_objectives_and_sudden_death() -> None:
    won = front("S.9", 24, "r-5c-3: 9A", soviet_holds="Vienna Prague Konigsberg")
    assert (won.winner, won.result and won.result.rule) == ("soviet", "NR 10.objective.soviet")
    held = "Posen Breslau Warsaw Lublin Budapest Belgrade Bucharest Ploesti"
    sudden = front("H.3", 24, "r-5c-3: 9A", soviet_holds=held, event_vp=1)
    assert (sudden.winner, sudden.result and sudden.result.rule) == ("soviet", "NR 10.sudden.soviet")
    # 7.1 and 7.2 are improvement and placement: neither ends a game.
    t = organizing("S", 24, "Moscow: W", "Gorki: SW+", "r-5c-3: 9A", soviet="K12")
    t.do("flip W", "discard K12")
    assert t.winner == ""


@rule("NAB 12.3.step2.q1")
def test_nab_12_hexes_are_counted_anew_and_events_from_nothing() -> None:
    held = "Lublin Belgrade Konigsberg"
    t = front(
        "T", 22, "r-4c5: 9A", "r0c9: W", tide=15, event_vp=5, soviet_holds=held, axis="K9", soviet="K10"
    )
    assert (t.turn, t.state.event_vp, t.points) == (23, 0, 3)


@rule("NAB 13.0.q1")
@pytest.mark.parametrize(
    ("event", "unit"), [("gg", "Hun1"), ("gg", "FesK"), ("oil", "GrE"), ("warsaw", "Pol")]
)
def test_nab_13_an_early_event_waits_for_the_extension(event: str, unit: str) -> None:
    held = {"soviet_holds": {"gg": "", "oil": "Ploesti", "warsaw": "Warsaw"}[event], event: 15}

    def box(turn: int, **more: object) -> str:
        return front("H.1", turn, f"due: {unit}", "r0c4: W", axis="K9", **held, **more).where(unit)

    assert box(16) == "due"
    assert box(16, extended=True) == "reinforcements"
    assert box(17, extended=False) == "reinforcements"


@rule("NAB 13.0.23b.q1")
def test_nab_13_a_volksturm_needs_its_city_and_nothing_else() -> None:
    ring = ("r-5c-5: NW", "r-5c-3: W", "r-6c-4: SW", "r-6c-3: S", "r-4c-5: Cen", "r-4c-4: Res")
    t = front("H.1", 23, "due: VolR VolK", *ring, axis="K9", soviet_holds="Konigsberg")
    assert (t.where("VolR"), t.where("VolK")) == ("Breslau", "destroyed")
    assert organizing("A", 23, "shattered: 9A", *ring).why("place 9A Breslau") is not None
    full = front("H.1", 23, "due: VolR", "Breslau: 9A 4A", *ring, axis="K9")
    assert (full.asked, sorted(full.legal())) == ("Excess", ["lose 4A", "lose 9A", "lose VolR"])
    full.do("lose VolR")
    assert full.where("VolR") == "destroyed"
    assert full.units("Breslau") == ["4A", "9A"]


@rule("NAB 13.0.23c.q1")
def test_nab_13_the_return_is_a_soviet_point_and_comes_once() -> None:
    t = organizing("A", 24, "aside: SSPz", "Berlin: BerG", "r0c9: W", event_vp=3)
    before = t.points
    t.do("place SSPz Posen")
    assert (t.state.event_vp, t.points) == (4, before + 1)
    t.refused("place SSPz Berlin")
    never = organizing("A", 24, "out: SSPz", "Berlin: BerG", "r0c9: W", axis="K12 K14")
    never.refused("place SSPz Posen")
    # Lost again it is an army like any other: for a card, on its reduced side, and for no point.
    lost = organizing("A", 24, "destroyed: SSPz-", "Berlin: BerG", "r0c9: W", axis="K12 K14", event_vp=3)
    lost.do("place SSPz Posen", "discard K12").pass_all()
    assert (lost.back("SSPz"), lost.state.event_vp) == (True, 3)
    # At the end of its track the marker can't move: what can't be paid isn't had.
    end = organizing("A", 24, "aside: SSPz", "Berlin: BerG", "r0c9: W", event_vp=6)
    end.refused("place SSPz Posen", "NAB 13.0.23c.q1")
    last = organizing("A", 24, "aside: SSPz", "Berlin: BerG", "r0c9: W", event_vp=5)
    assert last.do("place SSPz Posen").state.event_vp == 6


@rule("NAB 13.0.GG.q1")
def test_nab_13_the_units_of_greater_germany_mind_zones_and_paths() -> None:
    free = organizing("A", 20, "reinforcements: FesB Hun1", "r0c9: W", gg=19)
    assert free.can("place FesB Breslau")
    assert free.can("place Hun1 Budapest")
    near = organizing("A", 20, "reinforcements: FesB", "r-5c-3: W", gg=19)
    near.refused("place FesB Breslau", "NAB 7.6a")
    lost = organizing("A", 20, "reinforcements: FesB", "r0c9: W", gg=19, soviet_holds="Breslau")
    lost.refused("place FesB Breslau")


@rule("NAB 13.0.Oil.q1")
def test_nab_13_the_axis_places_and_moves_before_the_yugoslavs_come() -> None:
    stacks = ("reinforcements: GrE Yug1+ Yug2+", "r4c-10: 9A", "r0c9: W")
    t = organizing("A", 20, *stacks, **OIL)
    assert t.legal("Yug1") == []
    t.do("place GrE WestBalkans", "done", "move 9A SouthBalkans").until("S.3", 20).pass_all()
    assert t.legal("Yug1") == []
    t.do("done")
    assert (t.where("Yug1"), t.where("Yug2")) == ("out", "out")
    late = organizing("A", 20, *stacks, **OIL).do("place GrE WestBalkans", "done").until("S.3", 20).pass_all()
    assert late.legal("Yug1") == ["place Yug1 SouthBalkans"]


# The base game beneath.


@rule("NAB 1.0a")
def test_nab_1_nothing_starts_without_the_base_game_and_what_is_missing_is_named(tmp_path: Path) -> None:
    source = Path(berlin.kernel.__file__).parents[1]
    made = tmp_path / "berlin"
    for part in ("kernel", "boards", "games"):
        shutil.copytree(source / part, made / part)
    shutil.copy(source / "__init__.py", made)
    start = "from berlin.kernel.contract.game import load; load('noretreat').start('1945', bytes(32), {})"

    def run() -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {start}"]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert run().returncode == 0
    for name in ("crt_axis", "hexes"):
        (made / "games" / "noretreat" / "data" / f"{name}.csv").unlink()
    told = run()
    assert told.returncode == 1
    assert "without its tables: crt_axis, hexes missing" in told.stderr


@rule("NAB 1.0d", "NR 9.crt.which")
def test_nab_1_a_battle_of_1945_is_fought_by_the_base_rules() -> None:
    t = front("S.5", 26, f"{OPEN}: 9A", "r0c4: W").do(f"target {OPEN}")
    old = front("S.5", 14, f"{OPEN}: 9A", "r0c4: W").do(f"target {OPEN}")
    assert t.column() == old.column() == "1:1"
    assert t.results() == old.results()
    assert struck(26, "9A").told("result: DR")
    assert struck(26, "9A").asked == "Retreat"


@rule("NAB 2.3.1f", "NR 9.advance")
def test_nab_2_an_advance_follows_a_retreat_and_not_a_volksturm() -> None:
    t = struck(26, "9A")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    assert (t.asked, t.can(f"advance W {OPEN}")) == ("Advance", True)
    alone = front("S.5", 26, f"{OPEN}: VolP", "r0c4: Sev")
    fight(alone, OPEN, "Sev", die=6)
    assert alone.told("result: DR")
    assert alone.where("VolP") == "destroyed"
    assert alone.asked != "Advance"


@rule("NAB 2.3.1g", "NR 9.result.dr")
def test_nab_2_a_retreat_moves_an_army_and_no_fort() -> None:
    army, fort = struck(26, "9A"), struck(26, "BerG")
    assert army.told("result: DR")
    assert fort.told("result: DR")
    while army.asked == "Retreat":
        army.do(army.legal()[0])
    assert army.where("9A") != OPEN
    assert fort.where("BerG") == OPEN


@rule("NAB 5.2c", "NR 5.draw")
def test_nab_5_cards_are_kept_and_drawn_as_ever() -> None:
    t = front("S.1", 25, "Berlin: 9A", "r0c9: W", soviet="K9 K10 K11")
    t.refused("done", "NR 5.draw")
    t.do("discard K9", "done")
    assert len(t.hand("soviet")) == 2 + TURNS[25].draw[1]
    assert axis_draw(25) == TURNS[25].draw[0]


@rule("NAB 6.0", "NR 6.supply.unit")
def test_nab_6_supply_reaches_four_hexes_in_1945_too() -> None:
    assert not front("A.2", 24, "r-4c7: 9A", axis_holds="Minsk").unsupplied("9A")
    assert front("A.2", 24, "r-4c8: 9A", axis_holds="Minsk").unsupplied("9A")


@rule("NAB 7.0", "NR 7.place.shattered", "NR 7.disorganized")
def test_nab_7_who_comes_back_in_1945_is_disorganized() -> None:
    t = organizing("A", 24, "shattered: 9A-", "r0c9: W", axis="K12")
    t.do("place 9A Posen")
    assert (t.back("9A"), t.disorganized("9A")) == (True, True)
    fresh = organizing("A", 24, "shattered: 9A-", "r0c9: W", fresh="9A")
    fresh.refused("place 9A Posen", "NR 7.place.shattered")


@rule("NAB 7.6d", "NR 8.zoc")
def test_nab_7_a_city_beside_a_soviet_army_takes_nobody_in() -> None:
    t = organizing("A", 20, "shattered: 9A", "r-5c0: W")
    assert "zone of control" in t.refused("place 9A Warsaw", "NAB 7.6a").reason
    assert t.can("place 9A Posen")
    # A fort has no zone.
    assert organizing("A", 20, "shattered: 9A", "r-5c0: Mos+").can("place 9A Warsaw")


@rule("NAB 7.6e", "NR 9.result.ds", "NR 7.place.shattered")
def test_nab_7_a_shattered_soviet_army_recovers_abroad() -> None:
    t = fight(
        front("A.5", 20, "r0c4: 1Pz 4Pz", f"{OPEN}: S+", soviet_holds="Lublin"), OPEN, "1Pz", "4Pz", die=5
    )
    assert t.told("result: DS")
    assert t.where("S") == "shattered"
    t.until("S.3", 20).refused("place S Moscow", "NR 7.place.shattered")
    back = organizing(
        "S", 21, "shattered: S", "destroyed: W", "r-5c-3: 9A", soviet="K9", soviet_holds="Lublin"
    )
    assert back.can("place S Lublin")
    back.refused("place W Lublin", "NAB 7.6c")


@rule("NAB 8.0", "NR 8.zoc.exit", "NR 8.move")
def test_nab_8_zones_and_one_move_each_hold_in_1945() -> None:
    t = front("S.4", 24, "r0c3: W+", "r0c5: 9A", "r-2c4: SW+")
    assert t.can("move W r0c4")
    t.do("move W r0c4")
    t.refused("move W r0c3", "NR 8.move")
    stuck = front("S.4", 24, "r0c3: SW+", "r0c4: 9A")
    stuck.refused("move SW r-1c4", "NR 8.zoc.exit")
    assert front("S.4", 24, "r0c3: SW+", "r0c4: 9A", "r-1c4: W+").can("move SW r-1c4")


@rule("NAB 8.4.1.base", "NR 8.stack")
def test_nab_8_two_germans_a_hex_and_one_soviet_before_turn_23() -> None:
    t = organizing("A", 23, "shattered: 6A", "Vienna: 9A 4A", "Posen: 17A", "r0c9: W")
    t.refused("place 6A Vienna", "NR 8.stack")
    assert t.can("place 6A Posen")
    due = front("H.1", 23, "due: VolV", "Vienna: 9A 4A", "r0c9: W", axis="K9")
    assert due.asked == "Excess"
    for turn, allowed in ((22, False), (23, True)):
        red = organizing("S", turn, "shattered: W", "Moscow: S", "r-5c-3: 9A")
        assert red.can("place W Moscow") == allowed


@rule("NAB 8.7e", "NR 3.area", "NR 8.stack")
def test_nab_8_an_area_of_the_balkans_is_ground_as_finland_is() -> None:
    finns = front("S.5", 20, "Finland: 18A", "r-8c12: W+").do("target Finland")
    area = front("A.5", 20, "WestBalkans: Yug1", "r3c-11: GrE", "r0c9: W", **OIL).do("target WestBalkans")
    assert finns.shifts() == area.shifts() == {}
    full = front("A.4", 20, "r3c-11: GrE", "WestBalkans: GrF 9A", "r0c9: W", **OIL)
    full.refused("move GrE WestBalkans", "NR 8.stack")
    north = front("A.4", 8, "r-8c12: 18A", "Finland: 16A 9A", "r0c9: W")
    north.refused("move 18A Finland", "NR 8.stack")


@rule("NAB 11.0", "NR 6.surrender", "NR 4.removals")
def test_nab_11_who_stays_cut_off_surrenders_in_1945() -> None:
    t = front("A.6", 24, "r0c8: 9A", "Posen: 4A", "r0c12: W", unsupplied="9A", disorganized="4A")
    assert t.where("9A") == "surrendered"
    assert t.state.event_vp == 1
    assert not t.disorganized("4A")


@rule("NAB 12.0", "NR 10.vp.total", "NR 10.vp.event")
def test_nab_12_points_are_counted_by_the_base_schedule() -> None:
    before = front("S.4", 20, "r-5c-3: 9A", "r0c9: W", soviet_holds="Lublin")
    assert before.points == front("S.4", 20, "r-5c-3: 9A", "r0c9: W").points + 1
    late = front("S.4", 24, "r-5c-3: 9A", "r0c9: W", soviet_holds="Lublin Belgrade", event_vp=2)
    assert late.points == 4
    capped = front("A.6", 24, "r0c8: 9A", "r0c12: W", unsupplied="9A", event_vp=6)
    assert (capped.where("9A"), capped.state.event_vp) == ("surrendered", 6)


@rule("NAB 12.3.base1", "NR 10.hightide")
def test_nab_12_the_high_tide_of_1942_is_read_in_1944() -> None:
    t = front("A.4", 7, "r-4c2: 9A", "r0c4: W", tide=12).do("move 9A Minsk")
    assert t.state.tide == 13
    late = front("A.4", 20, "r-4c2: 9A", "r0c4: W", tide=13, axis_holds="Kiev Odessa Riga").do(
        "move 9A Minsk"
    )
    assert late.state.tide == 13

    def ended(tide: int) -> str:
        return front("T", 22, "Posen: 9A", "r0c9: W", tide=tide, axis="K9", soviet="K10").winner

    assert [ended(tide) for tide in (21, 22, 23)] == ["", "draw", "axis"]


@rule("NAB 12.3.base2", "NR 10.end22")
@pytest.mark.parametrize(("stack", "less"), [("Posen: 9A 4A", 0), ("r-4c5: 9A Hun1", 1), ("r-4c5: 9A 4A", 2)])
def test_nab_12_each_german_in_the_ussr_takes_a_point(stack: str, less: int) -> None:
    t = front("T", 22, stack, "r0c9: W", tide=22 - less)
    assert t.winner == "draw"
    assert t.told(f"against 22, less {less} Germans in the USSR")


@rule("NAB 13.0.23c.base", "NR 11.turn18")
def test_nab_13_only_who_was_set_aside_on_turn_18_returns() -> None:
    t = front("H.1", 18, "Posen: SSPz 1Pz", "r0c9: W", axis="K9")
    assert (t.where("SSPz"), t.where("1Pz")) == ("aside", "Posen")
    gone = front("H.1", 16, "Warsaw: 2Pz", "r0c9: W", axis="K9")
    assert gone.where("2Pz") == "out"
    back = organizing("A", 24, "aside: SSPz", "out: 2Pz Ita8", "r0c9: W", axis="K12 K14")
    assert back.can("place SSPz Posen")
    back.refused("place 2Pz Posen")
    back.refused("place Ita8 Posen")


@rule("NAB 13.0.24.base", "NR 7.flip.axis")
def test_nab_13_improvement_is_open_on_turn_23_and_shut_from_24() -> None:
    for turn in range(23, 29):
        t = organizing("A", turn, "Posen: 9A-", "r0c9: W", axis="K12 K14")
        assert t.can("flip 9A") == (turn == 23)


@rule("NAB 13.0.Oil.base1", "NR 9.shift.armor")
def test_nab_13_panzers_have_their_shift_until_the_oil_event() -> None:
    def shifts(**more: object) -> dict[str, int]:
        return front("A.5", 20, f"{OPEN}: W", "r0c4: 1Pz", **more).do(f"target {OPEN}").shifts()

    assert shifts() == {"armor": 1}
    assert shifts(**OIL) == {}


@rule("NAB 13.0.Oil.base2", "NR 9.advance.armor")
def test_nab_13_panzers_advance_a_third_hex_until_the_oil_event() -> None:
    def third(**more: object) -> bool:
        t = fight(front("A.5", 20, f"{OPEN}: Sev", "r0c4: 1Pz", **more), OPEN, "1Pz", die=5)
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        t.do(f"advance 1Pz {OPEN}", "advance 1Pz r-1c5")
        return any(text.startswith("advance 1Pz") for text in t.legal())

    assert third()
    assert not third(**OIL)
