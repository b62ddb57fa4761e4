"""What one viewer may see of a campaign: chapters say it for their events, and `see_event` of the season asks them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from campaigns.season.state import Season
from campaigns.season.values import Grant
from rules.adjudicate import Who

HIDDEN: Any = UNSET  # in the place of a figure: the event is told without it


def as_read_by(season: Season, reader: str, who: Who | None = None) -> Season:
    """The season, for who reads it: whoever does not rule over the campaign (any more) has no case in it. In place."""
    if not rules_over(who):
        season.cases = {
            platoon: tuple(one for one in people if one != reader) for platoon, people in season.cases.items()
        }
    return season


def rules_over(who: Who | None) -> bool:
    """Whether somebody rules over the campaign: its desk in the office is theirs, and cases they took stand."""
    return who is not None and who.referee


def is_one(player: str, *players: str) -> bool:
    """A spectator is nobody's player, of a platoon that has none either."""
    return bool(player) and player in players


def purse_of(season: Season, platoon: str, reader: str) -> int | None:
    """What a purse holds; None for who may not know it."""
    return season.platoons[platoon].purse if season.known_to(platoon, reader) else None


def known_debts(season: Season, owed: tuple[Grant, ...], player: str) -> tuple[Grant, ...]:
    """What a purse could not pay tells what it held."""
    return tuple(debt for debt in owed if season.known_to(debt.platoon, player))
