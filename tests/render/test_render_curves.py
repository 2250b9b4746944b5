from itertools import pairwise
from math import dist, hypot, pi

import pytest

from render import curves

SQUARE = [(0, 0), (100, 0), (100, 100), (0, 100)]


def length(points):
    return sum(dist(a, b) for a, b in pairwise(points))


def test_a_loop_passes_through_its_points():
    loop = curves.loop(SQUARE)
    assert all(point in loop for point in SQUARE)
    assert length([*loop, loop[0]]) > 400


def test_a_path_runs_from_its_first_to_its_last_point():
    points = [(0, 0), (50, 40), (90, 10)]
    path = curves.path(points)
    assert (path[0], path[-1]) == (points[0], points[-1])
    assert points[1] in path


def test_points_on_a_line_stay_on_it():
    assert all(y == 5 for _, y in curves.path([(0, 5), (10, 5), (30, 5)]))


def test_an_oval_keeps_to_its_axes():
    for x, y in curves.oval((10, 20), 8, 3):
        assert hypot((x - 10) / 8, (y - 20) / 3) == pytest.approx(1)


def test_turning_by_a_quarter_goes_clockwise():
    assert curves.turned([(1, 0)], (0, 0), 90)[0] == pytest.approx((0, 1))


def test_a_rounded_outline_has_the_length_of_its_sides_and_corners():
    outline = curves.rounded((0, 0, 100, 60), 10)
    assert length([*outline, outline[0]]) == pytest.approx(2 * (80 + 40) + 2 * pi * 10, rel=0.01)


@pytest.mark.parametrize("pattern", [(20, 10), (0.1, 12), (30, 14, 0.1, 14)])
def test_dashes_fill_their_share_of_a_closed_line(pattern):
    dashes = curves.dashes(SQUARE, pattern)
    drawn = sum(map(length, dashes))
    assert drawn == pytest.approx(400 * sum(pattern[::2]) / sum(pattern), rel=0.02)
    assert len(dashes) == pytest.approx(400 / sum(pattern) * len(pattern) / 2, abs=1.5)


def test_a_dash_goes_round_a_corner():
    assert any((100, 0) in dash and len(dash) == 3 for dash in curves.dashes(SQUARE, (30, 10)))
