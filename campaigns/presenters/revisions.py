"""What corrects a season, in words: previews, and reports as they were told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battles.log import Row
from battles.presenters.people import names_of
from battles.presenters.preview import Foreseen, foreseen
from battles.presenters.story import ReportStory, StoryLine, way
from battles.sentences import words
from campaigns.presenters.story import names_in
from campaigns.revision_preview import SeasonHistory
from campaigns.season import Season, narrate, see_event
from rules.contract import Event
from rules.stream.dice import rolls_of
from rules.stream.history import Past
from rules.stream.revision.preview import Preview


def in_words(found: Preview, season: Season, history: SeasonHistory, reader: str, names: Mapping[str, str]) -> Foreseen:
    """The preview as `reader` may read it."""

    def tell(event: Event) -> str:
        return words(narrate(season, see_event(season, event, reader)), names)

    def told(past: Past) -> tuple[str, ...]:
        seen = [see_event(season, event, reader) for event in history.played(past)]
        then, called = _as_of(season, history, past, names)
        return tuple(words(narrate(then, event), called) for event in seen)

    return foreseen(found, tell, history, names, told)


def _as_of(
    season: Season, history: SeasonHistory, past: Past, names: Mapping[str, str]
) -> tuple[Season, Mapping[str, str]]:
    """The season in which a report is told: for one that waits, what it is about is not there any more, or another."""
    if past.how != "waiting":
        return season, names
    then = history.state_before(history.last_played(past).position)
    return then, {**names_in(then), **names}


def report_told(
    season: Season,
    history: SeasonHistory,
    rows: Sequence[Row],
    past: Past,
    reader: str,
    names: Mapping[str, str],
) -> ReportStory:
    """A report, with what followed from it when it was last told so that something did. `rows`: all of the log's."""
    first = rows[history.first_told(past.position) - 1]
    seen = [see_event(season, event, reader) for event in history.played(past)]
    season, names = _as_of(season, history, past, names)
    return ReportStory(
        position=past.position,
        at=first.at,
        by=names_of([first.by], reader)[first.by],
        via=way(first.via),
        digest="",
        lines=tuple(StoryLine(past.position, words(narrate(season, one), names), tuple(rolls_of(one))) for one in seen),
        type=past.type,
        told=first.position if first.position != past.position else 0,
    )
