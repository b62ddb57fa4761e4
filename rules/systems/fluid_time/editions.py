"""What the editions of this rulebook decide otherwise (RULES.md, "Editions"). Nothing else looks at an edition.

A battle is decided, corrected and replayed by the edition it was mustered with.
"""

from __future__ import annotations

from rules.contract import gettext_noop as _

_FIRST = "1"

# What each edition decides otherwise than the one before, for players.
ERRATA = {
    "2": (
        _("Hull down counts against shooters in front of the vehicle alone, and never against a hit in the rear."),
        _("A vehicle that was struck tests before it takes a crest line, even if it has spent everything."),
        _("Who is struck while suppressed makes the next check at -1, whatever the hit did."),
        _("A crew that is suppressed is no longer on overwatch."),
        _("The last vehicle of a platoon is marked as such in its own Impulse."),
    )
}


def hull_down_has_a_front(edition: str) -> bool:
    """R16: hull down counts against shooters in front of a line across the vehicle's front, so never against a rear
    hit.

    In edition 1 it counted whenever it was reported.
    """
    return edition != _FIRST


def crest_waits_for_the_test(edition: str) -> bool:
    """R24: a vehicle that was struck and has not tested cannot take a crest line, even if it has spent everything.

    In edition 1 it could.
    """
    return edition != _FIRST


def strikes_weigh_on_the_check(edition: str) -> bool:
    """R26, A9, B3: a vehicle that is struck while suppressed makes its next check at -1, whatever the hit did.

    In edition 1 the modifier went with the test that the strike brought, or with the waiting tests, and only after a
    second strike in the same turn.
    """
    return edition != _FIRST


def suppression_ends_overwatch(edition: str) -> bool:
    """R15, R27, A17: a crew that is suppressed is no longer on overwatch.

    In edition 1 it was on overwatch again as soon as it had rallied.
    """
    return edition != _FIRST


def last_is_told_as_it_acts(edition: str) -> bool:
    """A8: if losses that were not reported shot by shot make a vehicle the last of its platoon, it is marked as such in
    its own Impulse.

    In edition 1 it was marked as soon as anybody of either side acted.
    """
    return edition != _FIRST
