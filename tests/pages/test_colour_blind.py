"""Who sees fewer colours tells the sides of a battle apart, too: on boards, maps and charts, light and dark."""

from __future__ import annotations

import pytest

from tests.pages.test_layout import palettes

# What remains of red, green and blue (linear) to people without one kind of cones: G. M. Machado, M. M. Oliveira and
# L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.
SEEN = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
Triple = tuple[float, ...]
APART = 20.0  # in CIELAB; 2.3 can just be told apart side by side


def times(matrix: tuple[Triple, ...], value: Triple) -> Triple:
    return tuple(sum(one * part for one, part in zip(row, value, strict=True)) for row in matrix)


def lab(colour: str, eyes: str) -> Triple:
    """The colour as these eyes see it, in CIELAB."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    seen = tuple(min(1.0, max(0.0, one)) for one in times(SEEN[eyes], linear))
    x, y, z = (one / white for one, white in zip(times(XYZ, seen), WHITE, strict=True))
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eyes: str) -> float:
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return float(sum((here - there) ** 2 for here, there in pairs) ** 0.5)


def test_the_distance_of_colours_is_measured_right() -> None:
    assert distance("#000000", "#ffffff", "all") == pytest.approx(100, abs=0.1)
    assert distance("#ff0000", "#00ff00", "all") > 150
    assert distance("#c03000", "#507000", "no green") < APART, "a red and a green that are alike to many"


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sides_are_told_apart(scheme: str, eyes: str) -> None:
    """Of a battle; where there are more than two, they have letters and hatches (tests/campaigns/test_map_drawing.py).
    What is good and what is bad is said in words."""
    colours = palettes()[scheme]
    assert distance(colours["side-0"], colours["side-1"], eyes) > APART
