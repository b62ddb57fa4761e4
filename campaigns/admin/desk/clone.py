"""The office's form to clone a campaign for the next season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.admin.desk.request_context import desk_of, page
from campaigns.admin.desk.steps import START, step_url
from campaigns.admin.office import OfClubs
from campaigns.next_season import clone as clone_campaign


class CloneForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the new campaign"), max_length=80)


def clone(office: OfClubs, request: HttpRequest, key: Any) -> HttpResponse:
    """Only for a campaign that was opened. A campaign on the desk can be edited instead."""
    desk = desk_of(office, request, key)
    if not desk.is_open:
        raise Http404
    form = CloneForm(request.POST if request.method == "POST" else None, initial={"name": desk.name})
    if form.is_valid():
        made = clone_campaign(desk, form.cleaned_data["name"])
        messages.success(request, _("%(campaign)s is on the desk: look through its steps.") % {"campaign": made})
        return redirect(step_url(made, START))
    context = {"title": _("Clone the season"), "form": form}
    return page(request, desk, "clone", context, 422 if form.is_bound else 200)
