"""The terms by which crews of an earlier season are kept."""

from __future__ import annotations

import msgspec

from campaigns.season.term_kinds import MOST, flag, number
from rules.contract import gettext_noop as _

VETERANS = tuple(
    msgspec.structs.replace(option, later=True)
    for option in (
        flag("veterans", _("Veteran crews"), False, _("Crews of an earlier season may be kept.")),
        number(
            "veteran_points",
            _("Price of a veteran crew"),
            0,
            _("Points for each grade above green that a crew brings with it."),
            MOST,
        ),
    )
)
