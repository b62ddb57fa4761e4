"""What the editions of this rulebook decide otherwise. Nothing else looks at an edition."""

from __future__ import annotations

from rules.contract import gettext_noop as _

FIRST = "1"

# What each edition decides otherwise than the one before, for players.
ERRATA = {
    "2": (
        _("Towing and recovery count from the round in which the vehicle took its position, not from the report."),
        _("An anti-aircraft gun counts for the enemy only if the enemy destroyed it."),
        _("Every fixed weapon under 5 tonnes turns by 90 degrees; before, those of 2 tonnes and less did."),
        _("Sheet and board number units of one name."),
    )
}


def counts_from_position(edition: str) -> bool:
    """R48, R62: towing and recovery count from the round in which the vehicle took its position; a vehicle that drives
    off from behind a fixed weapon says whether the weapon goes along.

    In edition 1 they count from the report.
    """
    return edition != FIRST


def counts_enemy_fire_alone(edition: str) -> bool:
    """R68: an anti-aircraft gun counts for the enemy only if the enemy destroyed it.

    In edition 1 it counts whoever destroyed it.
    """
    return edition != FIRST


def is_light_below_five_tonnes(edition: str) -> bool:
    """R47: every fixed weapon under 5 tonnes turns by 90 degrees.

    In edition 1 those of 2 tonnes do.
    """
    return edition != FIRST


def numbers_names(edition: str) -> bool:
    """Sheet and board number units of one name as well. Battles of edition 1 are recorded with the names as they
    were."""
    return edition != FIRST
