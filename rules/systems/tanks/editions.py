"""What the editions of this rulebook decide otherwise (RULES.md, "Editions"). Nothing else looks at an edition."""

from __future__ import annotations

from rules.contract import gettext_noop as _

FIRST = "1"

# What each edition decides otherwise than the one before, for players.
ERRATA = {
    "2": (
        _("A report says where a road has been turned on by 90 degrees in all; from there on the road counts as open."),
        _("A vehicle stands in contact with as many enemies as have run into it, or it into them."),
        _("Whoever is known to touch what explodes is within its explosion."),
    )
}


def asks_for_the_corner(edition: str) -> bool:
    """R11, B4: a report says where a road has been turned on by 90 degrees in all; from there on the road counts as
    open.

    In edition 1 the whole stretch on which they came together was driven at double speed.
    """
    return edition != FIRST


def keeps_every_contact(edition: str) -> bool:
    """B6: a vehicle stands in contact with as many enemies as have run into it, or it into them.

    In edition 1 it knew of one enemy only, and a later contact made it forget the earlier one.
    """
    return edition != FIRST


def reaches_who_touches(edition: str) -> bool:
    """R22, A14: whoever is known to stand in contact with what explodes is within its explosion.

    In edition 1 the table could say that nobody was.
    """
    return edition != FIRST
