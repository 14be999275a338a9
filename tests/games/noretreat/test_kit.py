"""Na Berlin! 3, 11 and 13: the extension and what events bring."""

from tests.games.noretreat.table import Table, front

from berlin.kernel.proof.mark import rule

OIL = {"oil": 19, "soviet_holds": "Ploesti"}


def organizing(side: str, turn: int, *stacks: str, **more: object) -> Table:
    return front(f"{side}.3", turn, *stacks, **more).pass_all()


@rule("NAB 3.0b", "NR 2.extension", "NR 11.turn17")
def test_nab_3_the_extension_comes_on_turn_17() -> None:
    before = front("H.1", 16, "Warsaw: 9A", "r0c4: W")
    assert not before.state.extended
    t = front("H.1", 17, "Warsaw: 9A", "r-4c-2: W", extended=False)
    assert t.state.extended
    assert t.where("W") == "r-4c-2"


@rule("NAB 3.0c", "NR 2.extension")
def test_nab_3_the_axis_may_ask_for_it_earlier() -> None:
    t = front("A.1", 12, "Warsaw: 9A", "r0c4: W", axis="K9 K10")
    t.do("extend")
    assert t.state.extended
    assert t.refused("extend", "NAB 3.0c").reason.endswith("the extension is open")
    red = front("S.1", 12, "Warsaw: 9A", "r0c4: W", soviet="K9")
    red.refused("extend", "NAB 3.0c")


@rule("NAB 3.0c")
def test_nab_3_the_axis_may_ask_for_it_while_it_organizes_and_moves() -> None:
    for stage in ("A.3", "A.4"):
        t = front(stage, 12, "Lublin: 9A", "r0c4: W", axis="K9 K10").pass_all()
        assert not t.can("move 9A Posen")
        t.do("extend")
        assert t.state.extended
        t.refused("extend", "NAB 3.0c")
        red = front(stage.replace("A", "S"), 12, "Lublin: 9A", "r0c4: W", soviet="K9").pass_all()
        red.refused("extend", "NAB 3.0c")


@rule("NAB 2.3")
def test_nab_2_no_kit_counter_in_a_plain_game() -> None:
    t = front("H.1", 20, "due: GrE GrF Hun1 Hun3 FesK FesB SRum Yug1 Yug2 Pol", "r0c4: W", kit=False,
              gg=18, warsaw=18, **OIL)  # fmt: skip
    assert {t.where(unit) for unit in ("GrE", "Hun1", "FesK", "SRum", "Pol")} == {"due"}


@rule("NR 11.gg", "NAB 13.0.GG.a", "NAB 13.0")
def test_nab_13_the_turn_after_the_border_is_crossed() -> None:
    t = front("S.4", 18, "r-3c0: W+", "r0c4: 9A")
    t.do("move W r-3c-1")
    assert t.state.gg == 18
    due = front("H.1", 19, "due: Hun1 Hun3 FesK FesB", "r0c4: W", gg=18)
    assert {due.where(unit) for unit in ("Hun1", "Hun3", "FesK", "FesB")} == {"reinforcements"}
    same = front("H.1", 18, "due: Hun1 FesK", "r0c4: W", gg=18)
    assert same.where("Hun1") == "due"


@rule("NAB 13.0.GG.a", "NR 11.gg")
def test_nab_13_a_unit_that_only_passes_through_has_crossed_the_border() -> None:
    # A fort, which has no zone, stands on the way round; the other way leads over r-6c2.
    def moved(unit: str, *stacks: str, side: str = "S", frm: str = "r-5c1") -> Table:
        return front(f"{side}.4", 18, f"{frm}: {unit}", *stacks).do(f"move {unit.rstrip('+')} r-6c3")

    passed = moved("W", "r-5c2: FesK", "due: Hun1")
    assert (passed.state.gg, passed.where("W")) == (18, "r-6c3")
    assert passed.told("cross into Greater Germany")
    # Where the same end can be reached on Soviet soil it is, and a step along the border crosses nothing.
    assert moved("W").state.gg == 0
    assert moved("W", "r-5c2: FesK", frm="r-5c3").state.gg == 0
    # With one point more the way round is long enough.
    assert moved("Cen+", "r-5c2: FesK").state.gg == 0
    assert moved("9A", "r-5c2: Len+", side="A").state.gg == 0
    due = passed.until("A.1", 19)
    assert due.where("Hun1") == "reinforcements"


@rule("NAB 13.0.GG.a", "NR card.35.soviet")
def test_nab_13_a_unit_that_detrains_and_passes_through_has_crossed_too() -> None:
    t = front("S.4", 18, "rail: W", "r-5c2: FesK", "r0c9: S", soviet_holds="Minsk", soviet="K23")
    t.do("done", "play K23").pass_all().do("detrain W r-5c1")
    assert t.state.gg == 0
    t.do("move W r-6c3")
    assert t.state.gg == 18


@rule("NR 11.gg")
def test_nab_13_an_early_crossing_waits_for_the_extension() -> None:
    assert front("H.1", 15, "due: Hun1", "r0c4: W", gg=14).where("Hun1") == "due"
    assert front("H.1", 17, "due: Hun1", "r0c4: W", gg=14, extended=False).where("Hun1") == "reinforcements"


@rule("NAB 13.0.GG.b", "NAB 7.4b")
def test_nab_13_the_hungarians_come_near_budapest() -> None:
    t = organizing("A", 20, "reinforcements: Hun1 Hun3 FesK FesB", "r0c4: W", "r0c-6: 9A", gg=19)
    assert t.can("place Hun1 r0c-5")
    assert t.can("place Hun1 Lublin")
    t.refused("place Hun1 r-1c-2", "NAB 13.0.GG.b")
    t.refused("place Hun1 r0c-6", "NAB 13.0.GG.b")
    t.refused("place Hun1 r0c-2", "NAB 13.0.GG.b")
    t.refused("done", "NAB 13.0")
    t.do("place Hun1 r0c-5", "place Hun3 Budapest", "place FesK Konigsberg", "place FesB Breslau")
    assert not t.back("Hun1")
    t.do("done")
    lost = organizing("A", 20, "reinforcements: Hun1", "r0c4: W", gg=19, soviet_holds="Lublin")
    lost.refused("place Hun1 Lublin", "NAB 13.0.GG.b")


@rule("NAB 13.0.GG.a")
def test_nab_13_a_festung_comes_to_any_city_of_greater_germany_within_stacking() -> None:
    stacks = ("reinforcements: FesK FesB", "Vienna: 9A 4A", "r-7c3: W")
    t = organizing("A", 20, *stacks, gg=19, soviet_holds="Prague")
    t.refused("place FesK Konigsberg", "NAB 7.6a")
    t.refused("place FesK Vienna", "NR 8.stack")
    t.refused("place FesK Prague", "NAB 13.0.GG.a")
    t.refused("place FesK Kiev", "NAB 13.0.GG.a")
    t.do("place FesK Berlin")
    t.refused("done", "NAB 13.0")
    t.do("place FesB Berlin", "done")
    assert t.units("Berlin") == ["FesB", "FesK"]


@rule("NAB 11.3a", "NR 11.rumania", "NAB 13.0.Oil.a")
def test_nab_11_rumania_surrenders() -> None:
    t = front("S.6", 19, "r4c-4: Rum3 Rum4", "r0c4: W", **OIL)
    assert (t.where("Rum3"), t.where("Rum4")) == ("out", "out")
    inside = ("r4c-5: W", "r4c-6: SW", "r3c-5: S")
    kept = front("A.6", 19, "r0c-9: Rum3", "r-9c-3: Rum4", *inside)
    assert kept.where("Rum3") == "r0c-9"
    old = front("A.6", 16, "r4c-4: Rum3", "r0c-3: Rum4", *inside)
    assert (old.where("Rum3"), old.where("Rum4")) == ("out", "out")


@rule("NR 11.oil", "NAB 13.0.Oil.a", "NAB 11.3b", "NAB 13.0.Oil.d", "NAB 13.0.Oil.e")
def test_nab_13_the_oil_turn() -> None:
    units = "due: GrE GrF SRum Yug1 Yug2"
    now = front("H.1", 19, units, "r0c4: W", **OIL)
    assert now.where("GrE") == "due"
    t = front("H.1", 20, units, "r0c4: W", **OIL)
    assert {t.where(unit) for unit in ("GrE", "GrF", "SRum", "Yug1", "Yug2")} == {"reinforcements"}
    assert t.back("SRum")
    assert t.back("Yug1")
    taken = front("S.4", 19, "r4c-6: W+", "r0c4: 9A").do("move W Ploesti")
    assert taken.state.oil == 19


@rule("NAB 13.0.Oil.c")
def test_nab_13_groups_e_and_f() -> None:
    t = organizing("A", 20, "reinforcements: GrE GrF", "r0c4: W", **OIL)
    assert t.can("place GrE WestBalkans")
    t.refused("place GrE SouthBalkans", "NAB 13.0.Oil.c")
    assert t.can("place GrE r5c-9")
    t.refused("place GrE r1c-7", "NAB 13.0.Oil.c")
    t.refused("place GrE Ploesti", "NAB 13.0.Oil.c")
    t.do("place GrE WestBalkans", "place GrF WestBalkans", "done")
    assert t.units("WestBalkans") == ["GrE", "GrF"]
    full = organizing("A", 20, "reinforcements: GrE", "WestBalkans: 9A 4A", "r0c4: W", **OIL)
    full.refused("place GrE WestBalkans", "NR 8.stack")


@rule("NAB 13.0.Oil.d", "NR 12.unit.soviet.kit")
def test_nab_13_the_soviet_rumanians() -> None:
    path = {"oil": 19, "soviet_holds": "Ploesti Bucharest Odessa Lublin"}
    t = organizing("S", 20, "reinforcements: SRum-", "r-5c-3: 9A", **path)
    assert t.can("place SRum Ploesti")
    assert t.can("place SRum r4c-5")
    t.refused("place SRum r4c-4", "NAB 13.0.Oil.d")


@rule("NAB 13.0.Oil.e", "NR 12.unit.soviet.kit")
def test_nab_13_the_yugoslavs_arrive_as_forts_together_if_they_like() -> None:
    t = organizing("S", 20, "reinforcements: Yug1+ Yug2+", "r-5c-3: 9A", **OIL)
    assert t.legal("Yug1") == ["place Yug1 WestBalkans", "place Yug1 SouthBalkans"]
    t.do("place Yug1 SouthBalkans", "place Yug2 SouthBalkans")
    assert t.units("SouthBalkans") == ["Yug1", "Yug2"]
    assert t.back("Yug1")
    assert t.owner("SouthBalkans") == "soviet"


@rule("NAB 13.0.Oil.q2", "NR 8.stack")
def test_nab_13_yugoslavs_that_come_back_mind_stacking() -> None:
    t = organizing("S", 20, "shattered: Yug1", "SouthBalkans: Yug2", "r-5c-3: 9A", **OIL)
    assert t.legal("Yug1") == ["place Yug1 WestBalkans"]
    t.refused("place Yug1 SouthBalkans", "NR 8.stack")
    late = organizing("S", 23, "shattered: Yug1", "SouthBalkans: Yug2", "r-5c-3: 9A", **OIL)
    assert late.can("place Yug1 SouthBalkans")


@rule("NAB 13.0.Oil.f")
def test_nab_13_the_axis_may_shut_the_yugoslavs_out() -> None:
    t = organizing(
        "S", 20, "reinforcements: Yug1+ Yug2+", "WestBalkans: GrE", "SouthBalkans: GrF", "r0c4: W", **OIL
    )
    assert t.legal("Yug1") == []
    t.do("done")
    assert (t.where("Yug1"), t.where("Yug2")) == ("out", "out")
    one = organizing("S", 20, "reinforcements: Yug1+", "WestBalkans: GrE", "r0c4: W", **OIL)
    assert one.legal("Yug1") == ["place Yug1 SouthBalkans"]


@rule("NR 11.warsaw", "NAB 13.0.Warsaw")
def test_nab_13_the_polish_army() -> None:
    taken = front("S.4", 20, "r-5c0: W+", "r0c4: 9A").do("move W Warsaw")
    assert taken.state.warsaw == 20
    assert front("H.1", 20, "due: Pol", "r0c4: W", warsaw=20, soviet_holds="Warsaw").where("Pol") == "due"
    due = front("H.1", 21, "due: Pol", "r0c4: W", warsaw=20, soviet_holds="Warsaw")
    assert due.where("Pol") == "reinforcements"
    t = organizing("S", 21, "reinforcements: Pol", "r-5c-6: 9A", warsaw=20, soviet_holds="Warsaw Lublin")
    assert t.can("place Pol Warsaw")
    assert t.can("place Pol r-5c1")
    t.refused("place Pol r-5c2", "NAB 13.0.Warsaw")
    # Zones lie on the three hexes by which Warsaw is supplied, and Minsk is Axis.
    ring = ("r-7c1: 9A", "r-5c1: 4A", "r-3c-1: 6A")
    cut = organizing(
        "S", 21, "reinforcements: Pol", *ring, warsaw=20, soviet_holds="Warsaw", axis_holds="Minsk"
    )
    cut.refused("place Pol Warsaw", "NAB 13.0.Warsaw")
    cut.refused("place Pol r-5c-3", "NAB 13.0.Warsaw")


@rule("NAB 13.0.23b", "NR 11.turn23", "NR 8.stack")
def test_nab_13_the_defenses_of_the_reich() -> None:
    due = "due: BerG VolB VolP VolR VolK VolV"
    t = front("H.1", 23, due, "r0c4: W", "Vienna: 9A 4A", "Posen: 6A", soviet_holds="Konigsberg", axis="K9")
    assert (t.where("BerG"), t.where("VolB"), t.where("VolP")) == ("Berlin", "Berlin", "Posen")
    assert t.where("VolK") == "destroyed"
    assert t.asked == "Excess"
    assert sorted(t.legal()) == ["lose 4A", "lose 9A", "lose VolV"]
    t.do("lose 4A")
    assert (t.where("4A"), t.where("VolV")) == ("shattered", "Vienna")


@rule("NAB 13.0.23b")
def test_nab_13_enemy_zones_do_not_matter_to_them() -> None:
    t = front("H.1", 23, "due: VolP", "r-7c-1: W", "r-6c-2: SW", axis="K9")
    assert t.where("VolP") == "Posen"
