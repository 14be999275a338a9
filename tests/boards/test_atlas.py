from math import hypot

import pytest

from berlin.boards.atlas import Lens, Projection

SHEET = Projection(west=12.0, north=53.0, east=15.0, south=51.0)


def test_the_corner_of_the_sheet_is_the_origin_and_x_runs_east_and_y_south() -> None:
    assert SHEET.plane(12.0, 53.0) == (0.0, 0.0)
    x, y = SHEET.plane(13.0, 52.0)
    assert x > 0
    assert y > 0


def test_a_place_comes_back_from_the_plane_to_where_it_was() -> None:
    assert SHEET.globe(*SHEET.plane(13.4, 52.5)) == pytest.approx((13.4, 52.5))


def test_berlin_and_dresden_are_about_165_kilometres_apart() -> None:
    berlin, dresden = SHEET.plane(13.40, 52.52), SHEET.plane(13.74, 51.05)
    assert hypot(berlin[0] - dresden[0], berlin[1] - dresden[1]) == pytest.approx(165, abs=2)


LENS = Lens(x=50.0, y=40.0, push=10.0, rim=7.0, fade=24.0)


def test_a_lens_gives_room_near_its_centre_and_leaves_what_is_far_away() -> None:
    assert LENS.enlarge((57.0, 40.0)) == pytest.approx((67.0, 40.0))
    assert LENS.enlarge((250.0, 40.0)) == pytest.approx((250.0, 40.0))
    assert LENS.enlarge((50.0, 40.0)) == (50.0, 40.0)


@pytest.mark.parametrize("point", [(50.0, 41.0), (55.0, 44.0), (60.0, 20.0), (90.0, 80.0)])
def test_what_a_lens_enlarges_it_can_reduce_again(point: tuple[float, float]) -> None:
    assert LENS.reduce(LENS.enlarge(point)) == pytest.approx(point, abs=1e-6)
