"""The office's form to forget a test campaign with its battles. It takes the campaign's name, a reason and the password
of whoever forgets it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles import log
from campaigns import login_throttle
from campaigns.admin.desk.request_context import desk_of, page
from campaigns.admin.desk.steps import in_words
from campaigns.admin.office import OfClubs
from campaigns.erasure import battles_of, check_forgettable, forget_campaign
from campaigns.models import Campaign
from campaigns.roles import user_of
from rules.contract import Refused


class ForgetForm(forms.Form):
    """The name has to be typed, because forgetting cannot be undone."""

    name = forms.CharField(label=gettext_lazy("Its name, to be sure"), max_length=80)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("It is kept for ever: write nobody’s name in it."),
    )

    password = forms.CharField(
        label=gettext_lazy("Your own password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=gettext_lazy("So that nobody does it from a browser that you left open."),
    )

    def __init__(self, desk: Campaign, request: HttpRequest) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.desk, self.request = desk, request

    def clean_name(self) -> str:
        said: str = self.cleaned_data["name"]
        if said != self.desk.name:
            raise forms.ValidationError(_("The campaign is called “%(name)s”.") % {"name": self.desk.name})
        return said

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if trouble := login_throttle.wrong_password(self.request, user_of(self.request), password):
            raise forms.ValidationError(trouble[1])
        return password


def forget(office: OfClubs, request: HttpRequest, key: Any) -> HttpResponse:
    """`Refused` for a campaign that was no test: only `manage.py forget` can remove it."""
    desk = desk_of(office, request, key)
    form = ForgetForm(desk, request)
    refused: Refused | None = None
    try:
        check_forgettable(desk)
        if form.is_valid():
            gone = forget_campaign(desk, str(request.user.pk), form.cleaned_data["reason"])
            told = ngettext(
                "“%(name)s” is forgotten, and its %(battles)d battle: %(rows)d rows of the log. The trail says so.",
                "“%(name)s” is forgotten, and its %(battles)d battles: %(rows)d rows of the log. The trail says so.",
                gone.battles,
            )
            messages.success(request, told % gone._asdict())
            return redirect("admin:campaigns_campaign_changelist")
    except Refused as error:
        refused = error
    except log.Unwritable as error:
        form.add_error("reason", str(error))
    context = {
        "title": _("Forget the campaign"),
        "form": form,
        "refused": in_words(refused) if refused else "",
        "battles": len(battles_of(str(desk.stream))) if desk.is_open else 0,
    }
    return page(request, desk, "forget", context, 422 if form.is_bound else 200)
