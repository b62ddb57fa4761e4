"""A sample of an organiser's own: made, looked at, and thrown away again."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import REFUSED
from battles.sentences import words
from campaigns import sample as samples
from campaigns.models import User
from campaigns.pages import robots
from rules.contract import Refused


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sample(request: HttpRequest) -> HttpResponse:
    """For who may open campaigns; 404 for everybody else. `do=make` makes the sample, `do=away` throws it away; either
    is done once, however often it is sent."""
    robots.keep_out(request)
    user = request.user
    assert isinstance(user, User)
    if not user.is_superuser and not (user.is_staff and user.organises.exists()):
        raise Http404
    trouble: Refused | None = None
    match request.POST.get("do", ""):
        case "make":
            try:
                campaign = samples.make(user)
            except samples.There:
                return redirect("sample")
            messages.success(request, _("Your sample is there. Nobody else sees it."))
            return redirect("campaign", campaign.pk)
        case "away":
            try:
                samples.throw_away(user)
            except Refused as refused:
                trouble = refused
            else:
                messages.success(request, _("The sample is gone."))
                return redirect("sample")
    there = samples.of(user)
    context = {
        "sample": there,
        "battle": samples.battle_of(there) if there else None,
        "trouble": [words(text) for text in (trouble.text, trouble.remedy) if text] if trouble else [],
    }
    return render(request, "first_run/sample.html", context, status=REFUSED if trouble else 200)
