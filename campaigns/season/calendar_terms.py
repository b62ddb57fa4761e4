"""The terms of a club's clocks, and of what its standings mark. Campaigns have them only where they were told them."""

from __future__ import annotations

import msgspec

from campaigns.season.term_kinds import choice, number
from campaigns.season.time_zones import TIME_ZONES, UTC
from campaigns.season.values import Terms
from rules.contract import gettext_noop as _

CALENDAR = tuple(
    msgspec.structs.replace(option, later=True)
    for option in (
        choice(
            "time_zone",
            _("Time zone"),
            {zone: zone.replace("_", " ") for zone in TIME_ZONES},
            _("By whose clocks dates and deadlines are typed and shown."),
        ),
        number("promoted", _("Places of promotion"), 0, _("How many places at the top the standings mark."), 99),
        number("relegated", _("Places of relegation"), 0, _("How many places at the bottom they mark."), 99),
    )
)


def zone_in(terms: Terms) -> str:
    """By whose clocks moments are typed and shown; "" for UTC. The log has them in UTC."""
    zone = str(terms.get("time_zone", UTC))
    return "" if zone == UTC else zone
