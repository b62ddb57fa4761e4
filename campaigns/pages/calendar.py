"""Calendars to subscribe to: a campaign's, and a player's own at a secret address."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from battles.not_found import or_404
from battles.pages.methods import read_page
from campaigns.models import CampaignSheet
from campaigns.pages import clocks, robots
from campaigns.pages.request_context import desk_of, unreadable, visit_then
from campaigns.presenters import calendars
from campaigns.presenters.as_it_stood import AsItStands, AsItStood
from campaigns.roles import user_of


@read_page
def campaign(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The dates of a campaign, for whoever sees its page; with places for who is logged in. `?at=`, `?as_of=`: as they
    stood (`campaigns.pages.clocks`)."""
    desk = desk_of(request, stream)
    sheet = get_object_or_404(CampaignSheet, pk=desk.pk)
    stood = AsItStands(sheet)
    if clocks.is_asked(request):
        here, trouble = visit_then(request, desk)
        if trouble is not None:
            return unreadable(request, here, trouble)
        stood = AsItStood(here.stream, here.season, here.rows)
    return HttpResponse(calendars.of_campaign(stood, request.user.is_authenticated), content_type=calendars.TYPE)


@read_page
def mine(request: HttpRequest, signed: str) -> HttpResponse:
    """A player's own dates. The address alone says whose: calendar programs do not log in."""
    user = or_404(calendars.whose(signed))
    robots.keep_out(request)
    with translation.override(user.spoken):
        return HttpResponse(calendars.of_player(user), content_type=calendars.TYPE)


@require_POST
@login_required
def renew(request: HttpRequest) -> HttpResponse:
    """A new address for the visitor's calendar; the one before leads nowhere."""
    user = user_of(request)
    calendars.renew(user)
    messages.success(request, _("Your calendar has a new address."))
    return redirect("account")
