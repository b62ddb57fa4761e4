"""The visitor's own channel of Discord: given, tried, taken away, on the page that says how they are told."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from campaigns.discord import own
from campaigns.models import OwnDiscord
from campaigns.pages import notices
from campaigns.pages.discord_address import Address
from campaigns.roles import user_of


@require_POST
@login_required
def discord(request: HttpRequest) -> HttpResponse:
    """`do`: "keep" an address (the default), "try" it, or "remove" it."""
    user = user_of(request)
    match request.POST.get("do", "keep"):
        case "remove":
            own.disconnect(user)
            messages.success(request, gettext("Nothing is posted to your Discord any more."))
        case "try":
            if place := OwnDiscord.objects.filter(user=user, off=OwnDiscord.Off.ON).first():
                own.try_out(place)
                messages.success(request, gettext("A test message is on its way to your Discord."))
        case _:
            form = Address(request.POST)
            if not form.is_valid():
                return notices.shown(request, user, address=form)
            own.connect(user, form.cleaned_data["url"])
            messages.success(
                request,
                gettext("A test message is on its way to your Discord. Choose below what you want to be told there."),
            )
    return redirect("notice-settings")
