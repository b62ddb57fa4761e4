"""A guided evening in a sample of an organiser's own: begun, played through, and thrown away again."""

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
from campaigns import tour as tours
from campaigns.pages import robots
from campaigns.roles import user_of
from rules.contract import Refused


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sample(request: HttpRequest) -> HttpResponse:
    """For who may open campaigns; 404 for everybody else. `do=make` makes the sample, `do=answer` has its
    made-up player confirm the battle, `do=away` throws it all away; each is done once, however often it is sent.
    `after`: the step that is left out."""
    robots.keep_out(request)
    user = user_of(request)
    if not tours.may_begin(user):
        raise Http404
    trouble: Refused | None = None
    match request.POST.get("do", ""):
        case "make":
            try:
                samples.make(user)
            except samples.There:
                return redirect("sample")
            messages.success(request, _("Your sample is there. Nobody else sees it."))
            return redirect("sample")
        case "answer" | "away" as do:
            try:
                (samples.answer if do == "answer" else samples.throw_away)(user)
            except Refused as refused:
                trouble = refused
            else:
                if do == "away":
                    messages.success(request, _("The sample is gone."))
                return redirect("sample")
    found = tours.of(user)
    context = {
        "sample": found.campaign if found else None,
        "tour": found,
        "now": found.next(request.GET.get("after", "")) if found else None,
        "trouble": [words(text) for text in (trouble.text, trouble.remedy) if text] if trouble else [],
    }
    return render(request, "first_run/sample.html", context, status=REFUSED if trouble else 200)
