"""Moments in sentences: a day of a named month, for the log's own order of figures is nobody's."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _

# Of every language Django speaks: no catalogue of ours has them.
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def moment(at: str) -> Message:
    """A moment as the log writes it (`campaigns.reports.kinds.Moment`, not blank): 18 March 2027, 20:00 UTC."""
    year, month, day = at[:10].split("-")
    return say(
        _("%(day)d %(month)s %(year)s, %(time)s UTC"),
        day=int(day),
        month=say(MONTHS[int(month) - 1]),
        year=year,
        time=at[11:16],
    )
