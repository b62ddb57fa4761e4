"""A moment wherever it is shown: `{% time_at at zone "full" %}`, in mail `{% text_time_at at zone "full" %}`, and no
other way.

The server writes it by the clocks of the club, with the zone's name behind it, so that it can be read without a script.
`leaguer/times.js` puts it into the reader's own zone and words: “in 2 days, Friday 19:00”.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

from django import template
from django.template import defaultfilters
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from rules import zones

register = template.Library()

# Formats by name, each in the reader's language: “3 January”, “3. Januar”.
FORMATS = {
    "full": pgettext_lazy("format of a date", "l, j F Y, H:i"),
    "meet": pgettext_lazy("format of a date", "l, j F, H:i"),
    "long": pgettext_lazy("format of a date", "j F Y, H:i"),
    "log": pgettext_lazy("format of a date", "j M Y, H:i"),
    "long day": pgettext_lazy("format of a date", "j F Y"),
    "day": pgettext_lazy("format of a date", "j M Y"),
    "month": pgettext_lazy("format of a date", "F Y"),
}
DAYS = ("long day", "day", "month")


@register.simple_tag
def time_at(at: datetime | date | str | None, zone: str = "", style: str = "full") -> SafeString | str:
    """`at`: as the log writes it, or with its zone; a mere day stays that day everywhere; "" for none. `zone`: of the
    club, "" for UTC."""
    if not at:
        return ""
    if isinstance(at, date) and not isinstance(at, datetime):
        return format_html('<time datetime="{}">{}</time>', at.isoformat(), in_format(at, style))
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    clock = moment.astimezone(zones.zone_of(zone))
    exact = moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return format_html('<time datetime="{}" data-time="{}">{}</time>', exact, style, text_at(clock, style))


@register.simple_tag(takes_context=True)
def text_time_at(context: template.Context, at: datetime | str | None, zone: str = "", style: str = "full") -> str:
    """In plain text: by the clocks of its reader, the `user` of the context, and of as many hours, if they have said
    which; else by those of the club. With the zone's name behind it, as nothing puts it into another one later."""
    if not at:
        return ""
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    own, hours = (str(getattr(context.get("user"), name, "")) for name in ("zone", "clock"))
    return text_at(moment.astimezone(zones.zone_of(own or zone)), style, hours)


def text_at(clock: datetime, style: str, hours: str = "") -> str:
    """By these clocks; with the name of their zone where the hour is told. `hours`: of a clock, "12" or "24"; "" as the
    language has it."""
    said = in_format(clock, style, hours)
    return said if style in DAYS else f"{said} {zones.short(clock)}"


def in_format(at: datetime | date, style: str, hours: str = "") -> str:
    format_ = str(FORMATS[style])
    if hours == "12":
        format_ = format_.replace("H:i", "g:i A")
    text: str = defaultfilters.date(at, format_)
    return text
