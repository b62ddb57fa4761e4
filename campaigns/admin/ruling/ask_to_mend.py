"""Asks the players of a platoon to mend its faults: by a button, once for the same faults."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.admin.office import OfClubs
from campaigns.admin.ruling import views
from campaigns.models import Campaign, User
from campaigns.notices import of_faults
from campaigns.pages.platoon_faults import faults


def ask(office: OfClubs, request: HttpRequest, at: views.Here, key: str, back: str) -> HttpResponse:
    """The office's record says who asked. 404 for a platoon there is not."""
    season, user = at.over.season, request.user
    platoon = season.platoons.get(key)
    if platoon is None or not isinstance(user, User):
        raise Http404
    known = [f"{one.text} {one.remedy}" for one in faults(season, platoon, at.who.id)]
    if not known or platoon.dropped:
        messages.warning(request, _("It has no fault."))
    elif n := of_faults.ask(Campaign.objects.get(stream=at.over.stream), at.over.stream, platoon, known, user):
        told = ngettext("%(n)d player was asked to mend it.", "%(n)d players were asked to mend it.", n) % {"n": n}
        office.log_change(request, at.sheet, f"{platoon.name or key}: {told}")
        messages.success(request, told)
    else:
        messages.info(request, _("They were asked before, and the faults are the same."))
    return redirect(f"{back}#f-{key}")
