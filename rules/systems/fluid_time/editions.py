"""What later editions of these rulings decide otherwise (RULES.md, "Editions"). Nothing else compares editions.

A battle is decided, corrected and replayed by the edition it was mustered with.
"""

from __future__ import annotations

_FIRST = "1"


def hull_down_has_a_front(edition: str) -> bool:
    """R16: hull down counts against those in front of a line across the vehicle's front, and so never where its rear is
    hit. In the first edition it counted wherever it was told."""
    return edition != _FIRST


def crest_waits_for_the_test(edition: str) -> bool:
    """R24: who is struck and has not tested takes no crest line, though it has spent everything. In the first edition
    it did."""
    return edition != _FIRST


def strikes_weigh_on_the_check(edition: str) -> bool:
    """R26, A9, B3: who is struck while it is suppressed makes its next check at -1, whatever the hit did. In the first
    edition a test of its own had it, or those that waited, and only for a second strike of the same turn."""
    return edition != _FIRST


def suppression_ends_overwatch(edition: str) -> bool:
    """R15, R27, A17: a crew that is suppressed is on overwatch no more. In the first edition it was again as soon as it
    had rallied."""
    return edition != _FIRST


def last_is_told_as_it_acts(edition: str) -> bool:
    """A8: who is the last of its platoon by losses told without shots is told so in its own Impulse. In the first
    edition either side was, as soon as anybody acted."""
    return edition != _FIRST
