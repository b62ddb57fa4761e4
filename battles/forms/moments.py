"""A moment in a form: typed by the clocks of a zone, which its control’s name says: "moment-in-Europe__Berlin"."""

from __future__ import annotations

import re
from datetime import datetime

from django.utils import timezone

from rules import zones
from rules.contract import Field
from rules.contract import gettext_noop as _

_IN, _SLASH = "-in-", "__"


class NoMoment(Exception):
    """A text that is no moment there: what is wrong, and what would be right. Both may name what was `typed`."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong)
        self.wrong, self.right = wrong, right


def kind_of(field: Field, plain: str) -> str:
    """What the control of a field is called that without a zone is `plain`."""
    return f"{plain}{_IN}{field.zone.replace('/', _SLASH)}" if field.zone else plain


def zoned(kind: str) -> tuple[str, str]:
    """The same read back: what it is without its zone, and that ("" for none)."""
    plain, _in, zone = kind.partition(_IN)
    return (plain, zone.replace(_SLASH, "/")) if plain in ("moment", "moment-or-none") else (kind, "")


def read(text: str, zone: str) -> str:
    """A moment as the log writes it; `NoMoment` for what is none."""
    found = re.fullmatch(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?Z?", text)
    if not found:
        raise NoMoment(_("“%(typed)s” is no moment."), _("Write it as in 2027-03-14 20:00."))
    written = f"{found[1]}T{found[2]}{found[3] or ':00'}"
    if not zone:
        return f"{written}Z"
    try:
        moment = zones.stored(datetime.fromisoformat(written), zone)
    except (ValueError, OverflowError):  # no such day or hour: refused where it is decided
        return f"{written}Z"
    if moment is None:
        raise NoMoment(
            _("“%(typed)s” is no moment: the clocks go forward then."), _("Name a time before it, or an hour later.")
        )
    return moment


def shown(at: str, zone: str) -> str:
    """A moment of the log as the control shows it."""
    try:
        return zones.local(at, zone).strftime("%Y-%m-%dT%H:%M") if zone and at else at
    except (ValueError, OverflowError):
        return at


def is_over(at: str | datetime | None) -> bool:
    """Whether a moment (ISO-8601 if it is a text) is over; what the clerk does then may not be told yet. None and ""
    are never over."""
    when = datetime.fromisoformat(at) if isinstance(at, str) and at else at
    return isinstance(when, datetime) and when <= timezone.now()
