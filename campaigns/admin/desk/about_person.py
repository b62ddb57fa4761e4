"""The office's copy of everything about a person of the club who has asked for it. Their own secrets stay theirs: it is
read with a spectator's eyes, of what the officer may read at all, and without mail, devices and codes. The office's
record says who has taken it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns import login_throttle
from campaigns.about_person import parts
from campaigns.about_person.download import sent, too_often
from campaigns.admin.office import OfClubs, found_in
from campaigns.models import Club, User
from campaigns.roles import user_of


class AboutForm(forms.Form):
    person = forms.ModelChoiceField(User.objects.none(), label=gettext_lazy("Person"))
    password = forms.CharField(
        label=gettext_lazy("Your own password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data)
        people = club.members.all() | club.organisers.all()
        person = self.fields["person"]
        assert isinstance(person, forms.ModelChoiceField)
        person.queryset = people.distinct().order_by("username")


def about(office: OfClubs, request: HttpRequest, key: Any) -> HttpResponseBase:
    """404 for a club that is not the user's."""
    club: Club = found_in(office, request, key)
    user = user_of(request)
    form, status = AboutForm(club, request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        valid = form.is_valid()
        trouble = login_throttle.wrong_password(request, user, request.POST.get("password", ""))
        if trouble is None and valid:
            trouble = too_often(user)
        if trouble is None and valid:
            return _taken(user, form.cleaned_data["person"])
        status = trouble[0] if trouble else 422
        if trouble:
            form.add_error("password", trouble[1])
    mine = {"title": _("All about a person"), "club": club, "opts": Club._meta, "form": form}
    context = {**admin.site.each_context(request), **mine}
    return render(request, "admin/desk/about_person.html", context, status=status)


def _taken(user: User, person: User) -> HttpResponseBase:
    told = "Everything about this person was taken along."
    LogEntry.objects.log_actions(user.pk, [person], CHANGE, change_message=told, single_object=True)
    return sent(parts.subject(person, officer=user))
