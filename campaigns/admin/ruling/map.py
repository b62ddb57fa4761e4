"""The form that closes a link of the map, or opens it again."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.sentences import words
from campaigns.admin.ruling.forms import ActForm
from campaigns.presenters.map import place
from campaigns.season.map.links import SetLink
from campaigns.season.positions import theatre_of
from campaigns.theatre import WAY_LABELS, Link


class SetLinkForm(ActForm):
    """Choose a link, and whether it is open."""

    command = SetLink
    title = _("Close or open a link")

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        match info.name:
            case "one":
                return {"link": forms.ChoiceField(label=_("Link"), choices=self._links())}
            case "other":
                return {}
            case "open":
                choices = [("no", _("closed from now on")), ("yes", _("open again"))]
                field = forms.TypedChoiceField(
                    label=_("It is"),
                    choices=choices,
                    coerce=lambda said: said == "yes",
                    initial="no",
                    widget=forms.RadioSelect,
                )
                return {"open": field}
            case _:
                return super().controls(info)

    def _links(self) -> list[tuple[str, str]]:
        return [(f"{one.one} {one.other}", self._said(one)) for one in theatre_of(self.season).links]

    def _said(self, link: Link) -> str:
        one, other = place(self.season, link.one), place(self.season, link.other)
        ends = {"one": one, "other": other, "way": words(WAY_LABELS[link.kind])}
        if (link.one, link.other) in self.season.closed_links:
            return gettext("%(one)s – %(other)s (%(way)s, closed)") % ends
        return gettext("%(one)s – %(other)s (%(way)s)") % ends

    def said(self) -> dict[str, Any]:
        one, other = self.cleaned_data["link"].split()
        return super().said() | {"one": one, "other": other}

    def control_of(self, field: str) -> str | None:
        return super().control_of("link" if field in ("one", "other") else field)
