"""No Retreat! 6: supply."""

from tests.games.noretreat.table import Table, front

from berlin.kernel.proof.mark import rule

LOST = "Warsaw Lublin Konigsberg"


def checked(turn: int, *stacks: str, side: str = "A", **more: object) -> Table:
    """The position after the supply check."""
    return front(f"{side}.2", turn, *stacks, **more)


@rule("NR 6.supply.unit")
def test_6_a_unit_is_supplied_within_four_hexes_of_a_supplied_city() -> None:
    assert not checked(3, "r-4c7: 9A", axis_holds="Minsk").unsupplied("9A")
    assert checked(3, "r-4c8: 9A", axis_holds="Minsk").unsupplied("9A")


@rule("NR 6.supply.unit")
def test_6_an_edge_hex_counts_as_the_first_of_four() -> None:
    assert not checked(3, "r-4c1: 9A", soviet_holds=LOST).unsupplied("9A")
    assert checked(3, "r-4c2: 9A", soviet_holds=LOST).unsupplied("9A")


@rule("NR 6.supply.city")
def test_6_a_city_needs_a_path_of_homeward_steps() -> None:
    ring = ("r0c2: 9A", "r-1c-1: S", "r1c-2: SW")
    assert checked(7, *ring, axis_holds="Kiev").unsupplied("9A")
    assert not checked(7, *ring[:2], axis_holds="Kiev").unsupplied("9A")


@rule("NR 6.supply.leningrad")
def test_6_leningrad_traces_over_the_ice() -> None:
    assert not checked(5, "Leningrad: Len", "r-8c10: 18A").unsupplied("Len")
    assert checked(5, "Leningrad: Len", "r-8c10: 18A", "r-7c12: 16A").unsupplied("Len")


@rule("NR 6.supply.block", "NR 8.zoc")
def test_6_zones_of_control_block_a_path_unless_a_friend_stands_there() -> None:
    cut = ("r-4c6: 9A", "r-5c5: W", "r-2c4: SW")
    assert checked(3, *cut, axis_holds="Minsk").unsupplied("9A")
    t = checked(3, *cut, "r-4c4: 4A", "r-4c5: 6A", axis_holds="Minsk")
    assert not t.unsupplied("9A")


@rule("NR 6.supply.block")
def test_6_an_enemy_city_blocks_a_path_and_a_lake_does_not() -> None:
    # The only ways west from here lead through Minsk or around it by five hexes.
    held = checked(3, "r-4c5: 9A", soviet_holds=LOST)
    assert held.unsupplied("9A")
    over_lake = checked(20, "r6c-2: 17A", "r5c-2: 6A", axis_holds="Sevastopol Odessa Dnepropetrovsk")
    assert not over_lake.unsupplied("17A")


@rule("NR 6.supply.sea")
def test_6_a_coast_supplies_who_holds_the_sea() -> None:
    lost = f"{LOST} Berlin Posen"
    assert not checked(24, "r-8c4: 16A", "r-7c4: NW", soviet_holds=lost).unsupplied("16A")
    assert checked(24, "r-8c4: W", "r-7c4: 16A", axis_holds="Riga").unsupplied("W")
    assert not checked(9, "r6c-3: 11A", "r5c-1: S", soviet_holds=lost).unsupplied("11A")
    assert not checked(9, "r6c-3: S", "r5c-1: 11A", axis_holds="Odessa Sevastopol").unsupplied("S")


@rule("NR 6.supply.seacity", "NR 6.supply.overland")
def test_6_a_port_supplies_its_neighbours_but_is_no_overland_path() -> None:
    near = checked(8, "r-7c6: 16A-", "r-7c4: NW", axis_holds="Riga", soviet_holds=LOST, axis="K9")
    assert not near.unsupplied("16A")
    near.pass_all().refused("flip 16A", "NR 7.flip.axis")
    assert near.do("done").asked == "Moving"
    near.refused("entrain 16A", "NR 8.rail.entrain")
    far = checked(8, "r-6c6: 18A", "r-7c4: NW", axis_holds="Riga", soviet_holds=LOST)
    assert far.unsupplied("18A")


@rule("NR 6.supply.adjacent")
def test_6_a_neighbour_of_a_supplied_stack_is_supplied_and_no_further() -> None:
    t = checked(3, "r-4c7: 9A", "r-4c8: 4A", "r-4c9: 6A", axis_holds="Minsk")
    assert (t.unsupplied("9A"), t.unsupplied("4A"), t.unsupplied("6A")) == (False, False, True)


@rule("NR 6.supply.static", "NAB 6.6")
def test_6_static_units_are_never_out_of_supply() -> None:
    ring = ("r-5c-5: NW", "r-5c-3: W", "r-6c-4: SW", "r-6c-3: S", "r-4c-5: Cen", "r-4c-4: Res")
    t = checked(24, "Breslau: FesB VolR", *ring)
    assert not t.unsupplied("FesB")
    assert not t.unsupplied("VolR")
    assert checked(24, "Breslau: 17A", *ring).unsupplied("17A")


@rule("NR 6.supply.finland")
def test_6_axis_units_in_finland_are_supplied() -> None:
    assert not checked(8, "Finland: Fin 18A", "r-8c12: Vol").unsupplied("18A")
    assert not checked(8, "Finland: Fin 18A", "r-8c12: Vol").unsupplied("Fin")


@rule("NR 6.supply.yugoslav", "NAB 2.3.2b")
def test_6_yugoslavs_live_off_the_balkan_areas() -> None:
    lost = "WestBalkans SouthBalkans Ploesti"
    assert not checked(20, "SouthBalkans: Yug1", oil=18, soviet_holds=lost).unsupplied("Yug1")
    assert not checked(20, "r4c-11: Yug1", oil=18, soviet_holds=lost).unsupplied("Yug1")
    gone = checked(20, "r5c-9: Yug1", "SouthBalkans: GrE", "WestBalkans: GrF", oil=18)
    assert gone.unsupplied("Yug1")
    beside = checked(20, "r5c-10: Yug1", "SouthBalkans: GrE", "WestBalkans: GrF", oil=18)
    assert beside.unsupplied("Yug1")
    assert not checked(20, "r5c-10: Yug1", "WestBalkans: GrF", oil=18).unsupplied("Yug1")


@rule("NR 6.check")
def test_6_both_sides_are_checked_and_markers_come_and_go() -> None:
    t = checked(3, "r0c8: 9A", "r-5c1: W", "r-4c7: 4A", axis_holds="Minsk", unsupplied="4A")
    assert t.unsupplied("9A")
    assert t.unsupplied("W")
    assert not t.unsupplied("4A")


@rule("NR 6.effects", "NR 3.unsupplied")
def test_6_an_unsupplied_unit_that_dies_surrenders() -> None:
    t = front("A.5", 2, "r0c4: 1Pz 6A", "r0c5: S", unsupplied="S")
    t.do("target r0c5", "join 1Pz", "join 6A")
    assert t.shifts() == {"defender unsupplied": 2}
    t.do("roll", dice=[6])
    assert t.where("S") == "surrendered"


@rule("NR 3.unsupplied")
def test_3_a_mixed_stack_is_unsupplied_only_if_all_are() -> None:
    t = front("S.5", 13, "r0c4: SW", "r0c5: 9A 4A", unsupplied="9A")
    t.do("target r0c5")
    assert "defender unsupplied" not in t.shifts()


@rule("NR 6.surrender", "NR 10.vp.event")
def test_6_units_that_were_marked_and_still_fail_surrender() -> None:
    t = front("A.6", 3, "r0c8: 9A", "r-4c7: 4A", axis_holds="Minsk", unsupplied="9A 4A")
    assert t.where("9A") == "surrendered"
    assert t.where("4A") == "r-4c7"
    assert not t.unsupplied("4A")
    assert t.state.event_vp == -1


@rule("NR 6.surrender")
def test_6_a_unit_that_fails_for_the_first_time_is_marked_only() -> None:
    t = front("A.6", 3, "r0c8: 9A")
    assert t.where("9A") == "r0c8"
    assert t.unsupplied("9A")


@rule("NAB 6.1", "NR 2.extension")
def test_6_the_old_edge_is_no_source_once_the_extension_is_open() -> None:
    lost = f"{LOST} Posen Breslau Berlin Prague Vienna Budapest"
    assert not checked(16, "r-4c-1: 9A", soviet_holds=LOST).unsupplied("9A")
    assert checked(17, "r-4c-1: 9A", soviet_holds=lost).unsupplied("9A")
    assert not checked(17, "r-4c-4: 9A", soviet_holds=lost).unsupplied("9A")
