"""Terms of what becomes of reports that a correction has left to settle, where nobody has looked at them yet.

A campaign that opened before they were known asks about each.
"""

from __future__ import annotations

import msgspec

from campaigns.season.term_kinds import choice
from rules.contract import gettext_noop as _
from rules.declarations import Option

ASK, ACCEPT, LATER, VOID, REPLAY = "ask", "accept", "later", "void", "replay"
LABELS = {
    ASK: _("ask about each"),
    ACCEPT: _("accept as played"),
    LATER: _("pay later"),
    VOID: _("void"),
    REPLAY: _("replay"),
}
UNEARNED, LOST, PAIRED, ORDERED, LEFT_OVER = (
    "spent_unearned",
    "mustered_lost",
    "paired_otherwise",
    "ordered_otherwise",
    "left_over",
)


def _term(name: str, label: str, values: tuple[str, ...], help: str) -> Option:
    return msgspec.structs.replace(choice(name, label, {one: LABELS[one] for one in values}, help), later=True)


SETTLING: tuple[Option, ...] = (
    _term(
        UNEARNED,
        _("Points spent that were not earned"),
        (ASK, ACCEPT, LATER, VOID),
        _("What becomes of a purchase that a correction leaves unpaid, unless an organiser settles it otherwise."),
    ),
    _term(
        LOST,
        _("Battles that could not have been called"),
        (ASK, ACCEPT, REPLAY, VOID),
        _("What becomes of a battle if a correction takes away what was mustered for it."),
    ),
    _term(
        PAIRED,
        _("Pairings on other results"),
        (ACCEPT, ASK),
        _("What becomes of pairings that a correction would have made otherwise: they stand, or are asked about."),
    ),
    _term(
        ORDERED,
        _("Orders from another map"),
        (ASK, ACCEPT, VOID),
        _("What becomes of orders and retreats that a correction makes impossible."),
    ),
    _term(
        LEFT_OVER,
        _("Other reports that cannot stand"),
        (ASK, ACCEPT, VOID),
        _("What becomes of anything else that a correction makes impossible."),
    ),
)
