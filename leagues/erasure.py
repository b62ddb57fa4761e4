"""What `manage.py forget` has to know of leagues: they repeat names of a campaign, and are folded without them; and an
alias is its player's, whoever has reported it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from battles import log
from campaigns.erasure import About
from leagues.handler import LEAGUE
from leagues.league.players import ProfileSet
from leagues.models import LeagueCampaign


def leagues_of(campaign: str) -> Iterator[tuple[str, str]]:
    """The league that a campaign is in, if any: its stream, and its kind."""
    for league in LeagueCampaign.objects.filter(campaign=campaign).values_list("league", flat=True):
        yield str(league), LEAGUE.name


class _Profile(msgspec.Struct):
    player: str


def aliases() -> Iterator[About]:
    """Every row that gives a player an alias: their own, an organiser's on their behalf, and one that a correction of
    somebody else's has told again."""
    for stream, _kind in log.streams(LEAGUE.name):
        for row in log.read(stream):
            if row.type == ProfileSet.__name__:
                player = msgspec.json.decode(row.data, type=_Profile).player
                yield About(stream, row.position, "alias", player)
