"""What `manage.py forget` has to know of leagues: they repeat names of a campaign, and are folded without them."""

from __future__ import annotations

from collections.abc import Iterator

from leagues.handler import LEAGUE
from leagues.models import LeagueCampaign


def leagues_of(campaign: str) -> Iterator[tuple[str, str]]:
    """The league that a campaign is in, if any: its stream, and its kind."""
    for league in LeagueCampaign.objects.filter(campaign=campaign).values_list("league", flat=True):
        yield str(league), LEAGUE.name
