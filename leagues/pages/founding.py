"""Founding a league, and changing what stands of it on the desk: how it is listed, for whom, and how it looks."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.forms.trouble import REFUSED
from battles.pages.methods import form_page
from battles.sentences import words
from campaigns.admin.controls import option_field
from campaigns.model_forms import ModelForm
from campaigns.models import User
from campaigns.roles import Person, has_account
from leagues import handler, roles
from leagues.league.terms import TERMS
from leagues.league.values import Division, Terms
from leagues.models import League
from leagues.pages.manage import turned_away
from leagues.pages.visit import framed, visit
from rules.contract import Refused
from rules.stream.decider import Who

RESERVED = ("new",)  # of addresses
TERM = "term-"  # before the names of terms in the form


class Listing(ModelForm):
    """How a league is listed, and how its pages look."""

    class Meta:
        model = League
        fields = ("about", "colour", "visibility")
        widgets = {
            "about": forms.Textarea(attrs={"rows": 4, "translate": "no"}),
            "colour": forms.TextInput(attrs={"maxlength": 7, "spellcheck": "false", "autocapitalize": "off"}),
        }

    def clean_colour(self) -> str:
        return str(self.cleaned_data["colour"]).lower()


class Founding(Listing):
    """A league that is to be founded: its name, its divisions and its terms go into its log."""

    divisions = forms.CharField(
        label=gettext_lazy("Divisions"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy("One to a line, the highest first. None for a league in which all play together."),
    )

    class Meta(Listing.Meta):
        fields = ("club", "name", "slug", *Listing.Meta.fields)  # type: ignore[assignment]

    field_order = ("club", "name", "slug", "divisions", *Listing.Meta.fields)

    def __init__(self, user: Person, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club"]
        assert isinstance(club, forms.ModelChoiceField)
        club.queryset = roles.clubs_to_found_for(user)
        club.widget.attrs["translate"] = "no"
        self.fields["slug"].required = False
        self.fields["slug"].help_text = _("In addresses; made from the name where it is left blank.")
        first = list(club.queryset[:2])
        if len(first) == 1:
            self.initial["club"] = first[0].pk
        for option in TERMS:
            field = self.fields[f"{TERM}{option.name}"] = option_field(option)
            field.help_text = _(option.help)
            if isinstance(field, forms.IntegerField):  # its own widget cannot be hit by a thumb
                field.widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 3})

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"]) or _free_slug(slugify(str(self.cleaned_data.get("name", ""))))
        if slug in RESERVED:
            raise forms.ValidationError(_("This short name is taken."))
        return slug

    def clean_divisions(self) -> tuple[Division, ...]:
        names = [line.strip() for line in str(self.cleaned_data["divisions"]).splitlines() if line.strip()]
        if any(len(name) > 80 for name in names) or len(names) > 20:
            raise forms.ValidationError(_("At most 20 divisions, each with a name of at most 80 characters."))
        return tuple(Division(key=key_of(name, n), name=name) for n, name in enumerate(names, 1))

    @property
    def terms(self) -> Terms:
        return {option.name: self.cleaned_data[f"{TERM}{option.name}"] for option in TERMS}


def key_of(name: str, number: int) -> str:
    """A key for a division: its name in small letters, or its number where that has none."""
    key = re.sub(r"[^a-z0-9-]", "", slugify(name))[:36].strip("-")
    return key if re.search("[a-z]", key) else f"division-{number}"


def _free_slug(slug: str) -> str:
    """It, or one like it that no league has."""
    slug = slug[:36].strip("-") or "league"
    tries = (slug, *(f"{slug}-{n}" for n in range(2, 999)))
    taken = {*League.objects.filter(slug__startswith=slug).values_list("slug", flat=True), *RESERVED}
    return next(one for one in tries if one not in taken)


@form_page
def found(request: HttpRequest) -> HttpResponse:
    """For organisers of clubs: the desk row and the first report, both or none."""
    if not has_account(request.user):
        return redirect_to_login(request.path)
    if not roles.clubs_to_found_for(request.user).exists():
        return render(request, "leagues/not_founding.html", status=403)
    form = Founding(request.user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        assert isinstance(request.user, User)
        try:
            desk = _found(form, request.user)
        except Refused as refused:
            for fault in refused.faults:
                where = fault.field if fault.field in form.fields else None
                form.add_error(where, f"{words(fault.text)} {words(fault.remedy) if fault.remedy else ''}".strip())
        else:
            return redirect("league-manage", slug=desk.slug)
    return render(request, "leagues/found.html", {"form": form}, status=REFUSED if form.errors else 200)


def _found(form: Founding, user: User) -> League:
    with transaction.atomic():
        desk: League = form.save()
        who = Who(str(user.pk), referee=True)
        handler.found(desk, form.terms, form.cleaned_data["divisions"], who, "page")
    return desk


@form_page
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """For organisers of the league: nothing of it stands in the log."""
    here = visit(request, slug)
    if (away := turned_away(request, here)) is not None:
        return away
    form = Listing(request.POST if request.method == "POST" else None, instance=here.desk)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("league", slug=slug)
    here.desk.refresh_from_db()
    return render(request, "leagues/edit.html", {**framed(here), "form": form}, status=REFUSED if form.errors else 200)
