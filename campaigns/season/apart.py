"""Who shall not meet where it can be helped: members of one club, or whom an organiser names. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from campaigns.season.pairing_terms import APART
from campaigns.season.state import Season
from campaigns.season.terms import staged


def kept_apart(season: Season) -> frozenset[frozenset[str]]:
    """The pairs of platoons that the term keeps apart as it is now."""
    return frozenset(frozenset(pair) for group in _groups(season) for pair in combinations(group, 2))


def _groups(season: Season) -> Iterator[list[str]]:
    """A line each, of platoons by name or key between commas. Who is not there, or not yet, is nobody."""
    known = {platoon.name.casefold(): key for key, platoon in season.platoons.items()}
    known |= {key.casefold(): key for key in season.platoons}
    for line in str(staged(season.terms, APART)).splitlines():
        said = (one.strip().casefold() for one in line.split(","))
        yield list(dict.fromkeys(known[one] for one in said if one in known))
