"""What the editions of these rules decide differently. Nothing else compares their names."""

from __future__ import annotations

FIRST = "1"


def counts_from_position(edition: str) -> bool:
    """R48, R62: towing and recovery count from the round in which the vehicle took its position, and who drives off
    from behind a fixed weapon says whether it goes along. In the first edition they count from the report."""
    return edition != FIRST


def counts_enemy_fire_alone(edition: str) -> bool:
    """R68: an anti-aircraft gun counts for the enemy that destroyed it, not where its own side did. In the first
    edition it counts whoever destroyed it."""
    return edition != FIRST


def is_light_below_five_tonnes(edition: str) -> bool:
    """R47: every fixed weapon under 5 tonnes turns by 90 degrees. In the first edition those of 2 tonnes do."""
    return edition != FIRST


def numbers_names(edition: str) -> bool:
    """Units of one name are numbered on sheet and board as well. Battles of the first edition are recorded with the
    names as they were."""
    return edition != FIRST
