"""A league as an Atom feed: honours, and what its newest seasons make known, as strangers read them."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.models import CampaignSheet
from campaigns.pages import feed
from campaigns.presenters import bulletins
from campaigns.presenters.bulletin import Bulletin
from leagues.discord import of_league
from leagues.pages.visit import visit

NEWEST = 4  # campaigns, the last moved: what is older is in feeds of their own


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponseBase:
    """For whoever sees the league's page; of its campaigns, those that the visitor may read."""
    here = visit(request, slug)
    sheets = list(CampaignSheet.objects.filter(pk__in=here.seen).order_by("-moved_at", "pk")[:NEWEST])

    def told() -> Iterator[tuple[UUID, Bulletin]]:
        for one in of_league(here.sheet):
            yield here.sheet.pk, one
        for sheet in sheets:
            for one in bulletins.of_campaign(sheet):
                yield sheet.pk, one

    about = feed.Feed(
        here.sheet.pk, here.sheet.name, reverse("league", args=[slug]), reverse("league-feed", args=[slug])
    )
    return feed.answer(request, about, [here.sheet.digest, *(sheet.digest for sheet in sheets)], told)
