"""A campaign as an Atom feed (RFC 4287): pairings, results and standings, as strangers read them."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
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

from campaigns.models import CampaignSheet
from campaigns.pages.request_context import desk_of
from campaigns.presenters import bulletins

MOST = 50  # entries, the newest


@require_safe
def campaign(request: HttpRequest, stream: UUID) -> HttpResponseBase:
    """For whoever sees the campaign's page. Nothing is made for who has the newest already."""
    desk = desk_of(request, stream)
    sheet = get_object_or_404(CampaignSheet, pk=desk.pk)
    parts = (sheet.digest, sheet.name, get_language() or "", settings.RELEASE, settings.SITE_URL)
    tag = quote_etag(sha256("\n".join(parts).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=tag) or _feed(sheet, request)
    response.headers["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


def _feed(sheet: CampaignSheet, request: HttpRequest) -> HttpResponse:
    here = settings.SITE_URL + reverse("campaign-feed", args=[sheet.pk])
    feed = Atom1Feed(
        title=sheet.name,
        link=settings.SITE_URL + reverse("campaign", args=[sheet.pk]),
        description="",
        language=get_language(),
        feed_url=here,
        feed_guid=f"urn:uuid:{sheet.pk}",
        author_name="Leaguer",
    )
    for one in sorted(bulletins.of_campaign(sheet), key=lambda one: one.updated, reverse=True)[:MOST]:
        feed.add_item(
            title=one.title,
            link=one.url,
            description="\n".join(one.lines),
            unique_id=f"urn:uuid:{uuid5(sheet.pk, one.key)}",
            pubdate=datetime.fromisoformat(one.published),
            updateddate=datetime.fromisoformat(one.updated),
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
