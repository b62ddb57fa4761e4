"""Verifies a campaign's log: that its dice are those its seed gives. Part of `manage.py verify`."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles import log, verification
from campaigns.handler import CAMPAIGN, replay
from campaigns.season.kept_events import SeasonClosed
from rules.stream import dice


def unfair(stream: str, kind: str) -> log.Fault | None:
    """The first row of a campaign whose dice do not follow from the seed that its opening commits to."""
    if kind != CAMPAIGN.name or log.head(stream).position == 0:
        return None
    try:
        season, told, rows = replay(stream)
    except Exception as error:  # whatever stops the replay is reported, not raised, as for a battle
        return log.Fault(stream, log.head(stream).position, _("this release cannot replay it: %s.") % repr(error))
    seed = season.opened.seed
    if not seed:  # the seed was erased on request: the dice cannot be checked any more, the digests can
        return None
    if dice.commitment(seed) != season.opened.commitment:
        return log.Fault(stream, 1, _("its seed is not the one it is committed to."))
    for fact in told:
        if isinstance(fact.event, SeasonClosed) and fact.event.seed != seed:
            return log.Fault(stream, fact.position, _("the seed it discloses is not the one it opened with."))
    return verification.first_loaded(stream, seed, told, rows)
