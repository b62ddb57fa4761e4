"""What is read off board or table before a shot is announced."""

from __future__ import annotations

from typing import Literal

import msgspec


class Reading(msgspec.Struct, frozen=True):
    """`range` counts, in sections of the ruler; `by` says whose it is. board_range: what the board says, 0 where it
    says that there is no shot. Of a parabolic shot that has to be reported: by whom, and whether the `contact` was held
    before ("held") or is new ("new"); "" where the firer sees its target.
    """

    range: int
    by: Literal["board", "ruler"]
    board_range: int
    contact: Literal["", "held", "new"] = ""
    reporter: str = ""
