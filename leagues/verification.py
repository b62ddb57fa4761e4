"""Verifies a league's log: that what corrections keep does come out so. Part of `manage.py verify`."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles import log
from battles.command_session import plain
from leagues.handler import LEAGUE, replay
from leagues.league.decider import LEAGUES
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.kept_rows import first_wrong


def wrongly_kept(stream: str, kind: str) -> log.Fault | None:
    """The first correction of a league that keeps rows which, decided again, come out otherwise."""
    if kind != LEAGUE.name or log.head(stream).position == 0:
        return None
    try:
        _league, told, rows = replay(stream)
        position = first_wrong(MendedHistory(LEAGUES, plain(told, rows)))
    except Exception as error:  # whatever stops the replay is reported, not raised
        return log.Fault(stream, log.head(stream).position, _("this release cannot replay it: %s.") % repr(error))
    return log.Fault(stream, position, _("it keeps rows that come out otherwise.")) if position else None
