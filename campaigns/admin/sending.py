"""What lists of places to which a club has something sent have in common: whose they are, and the acts on one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from campaigns.admin.office import OfOneClub, found_in
from campaigns.model_forms import ModelForm
from campaigns.models.webhooks import Place
from campaigns.outgoing import addresses

Act = Callable[[HttpRequest, Any], None]


class PlaceForm(ModelForm):
    """Refuses an address that nothing is sent to, and another club's campaign."""

    refused: ClassVar[Any]
    check: ClassVar[staticmethod[[str], None]]  # `addresses.Forbidden` for an address that nothing is sent to

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"]).strip()
        try:
            self.check(url)
        except addresses.Forbidden as error:
            raise forms.ValidationError(self.refused, params={"why": str(error)}) from None
        return url

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        campaign, club = found.get("campaign"), found.get("club") or (self.instance.pk and self.instance.club)
        if campaign is not None and campaign.club_id != getattr(club, "pk", None):
            self.add_error("campaign", _("This campaign is of another club."))
        return found


class OfPlaces(OfOneClub):
    """A club's organisers find those of their clubs. `acts`: what is done by a button, by the name of its address.
    `sender`: the module by which a place is tried and switched; how that is told, and that a place has to wait."""

    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club",)
    search_fields = ("name",)
    acts: tuple[str, ...] = ()
    sender: Any
    waits: Any
    tested: Any
    switched_on: Any
    switched_off: Any

    @admin.display(description=_("state"))
    def state(self, obj: Any) -> str:
        if not obj.is_on:
            return str(obj.get_off_display())
        return str(self.waits) if obj.next_at > timezone.now() else gettext("switched on")

    def act_test(self, request: HttpRequest, place: Any) -> None:
        self.sender.test(place)
        self.message_user(request, str(self.tested), messages.SUCCESS)

    def act_switch(self, request: HttpRequest, place: Any) -> None:
        told = str(self.switched_off if place.is_on else self.switched_on)
        if place.is_on:
            self.sender.switch_off(place, Place.Off.PERSON)
        else:
            self.sender.switch_on(place)
        self.message_user(request, told, messages.SUCCESS)
        self.log_change(request, place, told)

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta
        views = [
            path(f"<int:key>/{name}/", self._view(name), name=f"{meta.app_label}_{meta.model_name}_{name}")
            for name in self.acts
        ]
        return [*views, *super().get_urls()]

    def _view(self, name: str) -> Any:
        return require_POST(self.admin_site.admin_view(partial(self._act, getattr(self, f"act_{name}"))))

    def _act(self, act: Act, request: HttpRequest, key: int) -> HttpResponseRedirect:
        """One act on a place that the user finds here, and back to its page."""
        place = found_in(self, request, key)
        act(request, place)
        meta = self.model._meta
        return HttpResponseRedirect(reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[key]))
