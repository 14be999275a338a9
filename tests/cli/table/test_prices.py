"""A price list in the terminal."""

from msgspec.structs import replace

from berlin.cli.table.prices import prices
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Limit, Offer, Scene, Shop

RIFLES = Offer("I1 Rifle Co.", 7, "Infantry", "12 4-6-7", (Limit("this date", 1, 2),), answers=("buy I1",))
GUNS = Offer("G1 Guns", 9, "Guns", reason="at most 1", rule="OTO 7.5187")
OPEN = Shop("Groups", "CPP", 66, 59, (RIFLES, GUNS), open=True)


def scene(shop: Shop | None) -> Scene:
    return Scene(
        game="toy",
        seat=Seat(0),
        caption="",
        pieces=(),
        markers=(),
        tracks=(),
        cards=(),
        prompt=None,
        choices=(),
        shop=shop,
    )


def test_what_can_be_bought_stands_with_its_price() -> None:
    assert prices(scene(OPEN), 80, brief=True).plain == "Groups: 59 of 66 CPP left\nI1 Rifle Co. 7"


def test_the_whole_list_says_what_is_left_and_why_not() -> None:
    lines = prices(scene(OPEN), 80, brief=False).plain.splitlines()
    assert lines == [
        "Groups: 59 of 66 CPP left",
        "Infantry",
        "  I1 Rifle Co., 7 CPP · 12 4-6-7 · this date 1/2",
        "Guns",
        "  G1 Guns, 9 CPP · at most 1 [OTO 7.5187]",
    ]


def test_a_closed_shop_is_not_shown() -> None:
    assert prices(scene(replace(OPEN, open=False)), 80, brief=True).plain == ""
    assert prices(scene(None), 80, brief=False).plain == ""


def test_lines_that_read_the_same_are_told_once_in_brief() -> None:
    several = replace(OPEN, total=0, left=20, offers=(RIFLES, RIFLES, GUNS))
    assert prices(scene(several), 80, brief=True).plain == "Groups: 20 CPP left\nI1 Rifle Co. 7"
