"""Preparing a campaign by a template, and taking one along as a file."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from battles.forms.trouble import REFUSED
from battles.not_found import or_404
from battles.sentences import words
from campaigns import campaign_opening, first_run, roles
from campaigns.models import Campaign, Club, User
from campaigns.pages.first_run import steps
from campaigns.roles import user_of
from campaigns.season_templates import file
from campaigns.season_templates.built_in import BUILT_IN, in_words
from campaigns.season_templates.template import SeasonTemplate, of, prepared

FILE = "file"


class NewCampaign(forms.Form):
    """What is played, by whom, and by which template."""

    template = forms.ChoiceField(label=gettext_lazy("What kind of season?"), widget=forms.RadioSelect)
    upload = forms.FileField(
        label=gettext_lazy("Template file"),
        required=False,
        help_text=gettext_lazy("Another club’s, or one saved from a campaign of yours."),
    )
    system = forms.ChoiceField(label=gettext_lazy("Rulebook"))
    club = forms.ModelChoiceField(label=gettext_lazy("Club"), queryset=Club.objects.none())
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80, widget=forms.TextInput(attrs={"translate": "no"}))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = {key: in_words(template) for key, template in BUILT_IN.items()}
        template, system, club = self.fields["template"], self.fields["system"], self.fields["club"]
        assert isinstance(template, forms.ChoiceField)
        assert isinstance(system, forms.ChoiceField)
        assert isinstance(club, forms.ModelChoiceField)
        template.choices = [(key, one.name) for key, one in self.known.items()] + [(FILE, _("A template file"))]
        self.initial.setdefault("template", next(iter(self.known)))
        system.choices = [(key, found.name) for key, found in rules.all_systems().items()]
        club.queryset = Club.objects.all() if user.is_superuser else user.organises.all()
        club.widget.attrs["translate"] = "no"
        clubs = list(club.queryset[:2])
        if len(clubs) == 1:
            self.initial["club"] = clubs[0].pk
            club.widget = forms.HiddenInput()

    @property
    def templates(self) -> list[tuple[Any, str]]:
        """Each radio button, and what its template says of itself."""
        about = {key: one.about for key, one in self.known.items()} | {FILE: ""}
        return [(radio, about[str(radio.data["value"])]) for radio in self["template"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "template" in cleaned:
            cleaned["template"] = self._template(cleaned)
        return cleaned

    def _template(self, cleaned: dict[str, Any]) -> SeasonTemplate | None:
        if cleaned["template"] != FILE:
            return self.known[cleaned["template"]]
        upload: UploadedFile[Any] | None = cleaned.get("upload")
        if upload is None:
            self.add_error("upload", _("Choose the file."))
            return None
        try:
            return file.read(upload.read(file.MOST_BYTES + 1))
        except file.Unreadable as error:
            self.add_error("upload", str(error))
            return None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Prepare a campaign by a template. The next page shows what opening freezes; nothing is open yet."""
    user = user_of(request)
    if not user.is_superuser and not (user.is_staff and user.organises.exists()):
        raise Http404
    if user.is_superuser and first_run.club_of(user) is None and not Club.objects.exists():
        return redirect("welcome-club")
    form = NewCampaign(user, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and (desk := _prepared(form)) is not None:
        return redirect("admin:campaigns_campaign_opening", desk.pk)
    fresh = user.is_superuser and not Campaign.objects.exclude(stream=None).exists()
    context = {"form": form, "title": _("A new campaign"), "steps": steps("new-campaign") if fresh else None}
    return render(request, "first_run/campaign.html", context, status=REFUSED if form.errors else 200)


def _prepared(form: NewCampaign) -> Campaign | None:
    """The campaign on the desk; None if it cannot be opened as the template has it, which the form then says."""
    said = form.cleaned_data
    desk = prepared(said["template"], said["club"], said["name"], said["system"])
    faults = campaign_opening.faults(desk)
    if not faults:
        desk.save()
        return desk
    for fault in faults:
        told = " ".join(words(text) for text in (fault.text, fault.remedy) if text is not None)
        form.add_error("template", f"{fault.field}: {told}" if fault.field else told)
    return None


@never_cache
@login_required
@require_safe
def download(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The template of a campaign, for its organisers; on the desk or open."""
    user = user_of(request)
    found = Campaign.objects.filter(pk=stream)
    if not user.is_superuser:
        found = found.filter(pk__in=roles.organised_by(user).values("pk"))
    desk = or_404(found.first())
    response = HttpResponse(file.written(of(desk)), content_type="application/json")
    name = slugify(desk.name)[:60] or "campaign"
    response["Content-Disposition"] = f'attachment; filename="{name}.leaguer.json"'
    return response
