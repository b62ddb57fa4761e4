"""Where a person chooses their time zone: the same field wherever it stands."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.season.time_zones import TIME_ZONES


def zone_field() -> forms.ChoiceField:
    """`leaguer/time_zone.js` offers the zone of the browser where none is chosen."""
    return forms.ChoiceField(
        label=gettext_lazy("Your time zone"),
        required=False,
        choices=[("", "–"), *((zone, zone.replace("_", " ")) for zone in TIME_ZONES)],
        widget=forms.Select(attrs={"translate": "no", "data-zone": ""}),
    )
