"""Were the dice of a campaign the ones its seed gives? Part of `manage.py verify`, as it is of its battles."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from battles import dice_verifier, log
from campaigns.handler import CAMPAIGN, replay
from campaigns.season.kept_events import SeasonClosed
from campaigns.season.map.pockets import Surrounded
from campaigns.season.workshop import WorkshopEntered, WorkshopWorked
from rules.contract import Event, Roll
from rules.stream import dice


def unfair(stream: str, kind: str) -> log.Fault | None:
    """The first row of a campaign whose dice are not those of the seed that its opening commits to."""
    if kind != CAMPAIGN.name or log.head(stream).position == 0:
        return None
    try:
        season, told, _rows = replay(stream)
    except Exception as error:  # as of a battle: whatever breaks the fold has to be said, not thrown
        return log.Fault(stream, log.head(stream).position, _("this release cannot replay it: %s.") % repr(error))
    seed = season.opened.seed
    if not seed:  # erased on request: the dice can no longer be checked, the digests still can
        return None
    if dice.commitment(seed) != season.opened.commitment:
        return log.Fault(stream, 1, _("its seed is not the one it is committed to."))
    for fact in told:
        if isinstance(fact.event, SeasonClosed) and fact.event.seed != seed:
            return log.Fault(stream, fact.position, _("the seed it discloses is not the one it opened with."))
    return dice_verifier.first_loaded(
        stream, seed, ((fact.position, roll) for fact in told for roll in _rolls(fact.event))
    )


def _rolls(event: Event) -> Iterator[Roll]:
    """A campaign's only dice are the workshop's, each with the work it was rolled for, and those of a break-out."""
    if isinstance(event, WorkshopEntered | WorkshopWorked):
        for work in event.works:
            yield from work.rolls
    if isinstance(event, Surrounded):
        yield from event.rolls
