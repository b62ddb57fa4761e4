"""A campaign as an Atom feed (RFC 4287): pairings, results and standings, as strangers read them. A league's is written
as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID, uuid5

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from battles.presenters.people import names_hold
from battles.tape import as_read
from campaigns.models import CampaignSheet
from campaigns.pages.request_context import desk_of
from campaigns.presenters import bulletins
from campaigns.presenters.bulletin import Bulletin

MOST = 50  # entries, the newest


class Feed(NamedTuple):
    """`id`: of its log. `page` and `here`: the paths of what it tells of, and its own."""

    id: UUID
    title: str
    page: str
    here: str


@require_safe
def campaign(request: HttpRequest, stream: UUID) -> HttpResponseBase:
    """For whoever sees the campaign's page."""
    desk = desk_of(request, stream)
    sheet = get_object_or_404(CampaignSheet, pk=desk.pk)
    feed = Feed(sheet.pk, sheet.name, reverse("campaign", args=[sheet.pk]), reverse("campaign-feed", args=[sheet.pk]))
    return answer(request, feed, [sheet.digest], lambda: [(sheet.pk, one) for one in bulletins.of_campaign(sheet)])


def answer(
    request: HttpRequest, feed: Feed, digests: Iterable[str], told: Callable[[], Iterable[tuple[UUID, Bulletin]]]
) -> HttpResponseBase:
    """What is `told`, each with the id of its log. `digests`: of all these logs; nothing is made for who has the newest
    already."""
    parts = (*digests, feed.title, as_read(), settings.RELEASE, settings.SITE_URL, names_hold())
    tag = quote_etag(sha256("\n".join(parts).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=tag) or _written(feed, told())
    response.headers["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


def _written(feed: Feed, told: Iterable[tuple[UUID, Bulletin]]) -> HttpResponse:
    written = Atom1Feed(
        title=feed.title,
        link=settings.SITE_URL + feed.page,
        description="",
        language=get_language(),
        feed_url=settings.SITE_URL + feed.here,
        feed_guid=f"urn:uuid:{feed.id}",
        author_name="Leaguer",
    )
    for stream, one in sorted(told, key=lambda each: each[1].updated, reverse=True)[:MOST]:
        written.add_item(
            title=one.title,
            link=one.url,
            description="\n".join(one.lines),
            unique_id=f"urn:uuid:{uuid5(stream, one.key)}",
            pubdate=datetime.fromisoformat(one.published),
            updateddate=datetime.fromisoformat(one.updated),
        )
    return HttpResponse(written.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
