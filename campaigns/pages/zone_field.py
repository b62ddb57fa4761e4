"""Where a person chooses their time zone: the same field wherever it stands."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from campaigns.season.time_zones import TIME_ZONES


class Zones(forms.Select):
    """Writes its six hundred options at once: with a template for each, they took most of the page's time."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        chosen = str(value or "")
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((zone, mark_safe(" selected") if zone == chosen else "", label) for zone, label in self.choices),
        )
        written = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, written, options)


def zone_field() -> forms.ChoiceField:
    """`leaguer/time_zone.js` offers the zone of the browser where none is chosen."""
    return forms.ChoiceField(
        label=gettext_lazy("Your time zone"),
        required=False,
        choices=[("", "–"), *((zone, zone.replace("_", " ")) for zone in TIME_ZONES)],
        widget=Zones(attrs={"translate": "no", "data-zone": ""}),
    )
