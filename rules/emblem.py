"""By what people tell a rulebook's pages from another's at a glance: a sign and a colour."""

from __future__ import annotations

from typing import Literal

import msgspec

Accent = Literal["brass", "steel", "rust", "plum", "pine"]  # the pages have each for light and for dark


class Emblem(msgspec.Struct, frozen=True):
    """`path`: the sign, as the data of an SVG path on a ground of 24 by 24; "" for none."""

    accent: Accent = "brass"
    path: str = ""
