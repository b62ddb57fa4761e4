"""Verifies that what corrections keep of a campaign does come out so. Part of `manage.py verify`."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles import log
from battles.command_session import plain
from campaigns.handler import CAMPAIGN, replay
from campaigns.season.decider import SEASONS
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.kept_rows import first_wrong


def wrongly_kept(stream: str, kind: str) -> log.Fault | None:
    """The first correction of a campaign that keeps rows which, decided again, come out otherwise."""
    if kind != CAMPAIGN.name or log.head(stream).position == 0:
        return None
    try:
        _season, told, rows = replay(stream)
        position = first_wrong(MendedHistory(SEASONS, plain(told, rows)))
    except Exception as error:  # whatever stops the replay is reported, not raised
        return log.Fault(stream, log.head(stream).position, _("this release cannot replay it: %s.") % repr(error))
    return log.Fault(stream, position, _("it keeps rows that come out otherwise.")) if position else None
