"""Everything about the visitor, to take along: for an account, which gives its password again, and for a guest."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from battles.pages.methods import form_page
from campaigns import login_throttle
from campaigns.about_person import parts
from campaigns.about_person.download import sent, too_often
from campaigns.models import User
from campaigns.roles import user_of


@login_required
@form_page
@sensitive_post_parameters("password")
def about_me(request: HttpRequest) -> HttpResponseBase:
    """The page that asks for the password, and what it is given for. Wrong passwords count like those at the login."""
    user = user_of(request)
    if request.method != "POST":
        return render(request, "people/about_me.html")
    if trouble := login_throttle.wrong_password(request, user, request.POST.get("password", "")):
        return trouble_with(request, trouble)
    return taken(request, user)


@never_cache
@require_POST
def about_guest(request: HttpRequest, stream: UUID) -> HttpResponseBase:
    """A guest has no password; their session is a day old at most, and they are asked at their battle alone."""
    user = request.user
    if not isinstance(user, User) or user.guest_of != stream:
        raise Http404
    return taken(request, user)


def taken(request: HttpRequest, user: User) -> HttpResponseBase:
    if trouble := too_often(user):
        return trouble_with(request, trouble)
    return sent(parts.subject(user))


def trouble_with(request: HttpRequest, trouble: tuple[int, str]) -> HttpResponse:
    status, text = trouble
    return render(request, "people/about_me.html", {"trouble": text}, status=status)
