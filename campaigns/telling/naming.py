"""What is called how in sentences about the map. A name stands as it is, whatever else bears it as its key."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.reports import Gone
from campaigns.season import Season
from campaigns.theatre import RESERVE
from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim


def place(season: Season, key: str) -> Message:
    """A sector by its name, or the reserve."""
    return say(_("the reserve")) if key == RESERVE else verbatim(sector(season, key))


def sector(season: Season, key: str) -> str:
    return season.opened.sectors.get(key) or key


def platoon(season: Season, key: str) -> Message:
    return verbatim(season.platoons[key].name)


def side(season: Season, key: str) -> Message:
    return verbatim(season.opened.sides.get(key) or key)


def pair(season: Season, platoons: Iterable[str]) -> str:
    """Who meet."""
    return " – ".join(season.platoons[key].name for key in platoons)


def vehicles(season: Season, ids: Iterable[str]) -> str:
    return ", ".join(season.vehicles[id].name for id in ids)


def moves(season: Season, gone: Iterable[Gone]) -> str:
    """Who goes where. Nobody makes room, or comes back, into the reserve: that has no name to be translated."""
    return ", ".join(f"{season.platoons[one.platoon].name} → {sector(season, one.place)}" for one in gone)


def taken(season: Season, held: dict[str, str]) -> str:
    """The sectors that change hands, each with whose it is now."""
    return ", ".join(f"{sector(season, key)} ({season.opened.sides.get(to) or to})" for key, to in held.items())


def totals(season: Season, scores: dict[str, int]) -> str:
    """What each side has, the most first."""
    ranked = sorted(scores.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{season.opened.sides.get(key) or key} {points}" for key, points in ranked)
