"""News of house rules: amended, or an amendment taken back, and what that changes for each platoon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.functional import lazy

from battles import command_handler, log
from battles.reports import Ruled
from battles.sentences import words
from campaigns.notices.telling import Found
from campaigns.season import Season
from campaigns.season.amendments import changes
from campaigns.season.decider import SEASONS
from campaigns.season.kept_events import Amended, Before
from campaigns.season.preview import preview
from rules.stream.revision.reports import Revised

said = lazy(words, str)  # a notice is written in the language of who gets it


def amended(campaign: str, season: Season, facts: Sequence[Ruled]) -> Iterator[Found]:
    """House rules that are others now, to everybody: amended, or an amendment taken back. What a correction decides
    again, and is as it was, is no news."""
    if not any(isinstance(fact.event, Amended | Revised) for fact in facts):
        return
    first = facts[0].position
    was = as_it_was(campaign, first - 1)
    new = [one for one in season.amended if one not in was.amended]
    gone = [one for one in was.amended if one not in season.amended]
    if not new and not gone:
        return
    moved = {one.platoon: one for one in preview(was, season).platoons}
    told = [_in_words(season, one) for one in (new or gone)]
    for key, platoon in season.platoons.items():
        if not platoon.dropped:
            context = {"amendments": told, "back": not new, "moved": moved.get(key)}
            yield Found(first, "amended", "amended", platoon.players, context, platoon=key)


def as_it_was(campaign: str, until: int) -> Season:
    rows = log.read(campaign, until=until)
    season, _told = command_handler.replay(SEASONS, rows)
    return season


def _in_words(season: Season, event: Amended) -> dict[str, Any]:
    before = event.before or Before()
    lines = [(said(one.label), said(one.before), said(one.after)) for one in changes(season, event, before)]
    return {"round": event.round, "reason": event.reason, "lines": lines, "reread": event.reread or None}
