"""Ownership of sectors: a sector belongs to the side that was last alone in it. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.theatre.map_parts import RESERVE


def changing_hands(sides: Mapping[str, str], places: Mapping[str, str], owners: Mapping[str, str]) -> dict[str, str]:
    """The sectors that change hands, with platoons (of `sides`, by key) in these places. A side that is alone in a
    sector owns it; shared and empty sectors keep their owner."""
    there: dict[str, set[str]] = {}
    for key, place in places.items():
        if place not in ("", RESERVE):
            there.setdefault(place, set()).add(sides[key])
    return {
        place: side
        for place in sorted(there)
        if len(there[place]) == 1 and owners.get(place) != (side := min(there[place]))
    }
