"""News of a disputed result for who rules on it: its organisers, with the way to the form of the ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.urls import reverse

from battles.reports import Ruled
from campaigns.models import Campaign, Notice
from campaigns.notices.telling import Found
from campaigns.officers import who_rules
from campaigns.season import Fixture, Season, names
from campaigns.season.disputes import Disputed

KIND = "to_rule"


def to_rule(desk: Campaign, season: Season, facts: Sequence[Ruled], by: str) -> Iterator[Found]:
    """Who may rule on a result that is disputed, once however many of its platoons complain. Who plays in it hears of
    it as a player, unless nobody else may rule."""
    for fixture, last in _disputed(season, facts).items():
        found = season.fixtures[fixture]
        told = Notice.objects.filter(stream=desk.pk, kind=KIND, about=fixture, over=False)
        people = who_rules(desk, season, found) - {by} - {str(pk) for pk in told.values_list("user", flat=True)}
        complains = [season.platoons[key].name for key in found.disputes]
        yield Found(
            last.position,
            KIND,
            KIND,
            sorted(people),
            {"whose": complains[-1], "fixture_name": names.pair(season, found.platoons)},
            fixture=fixture,
            page=("fixture", fixture),
            office=_form(desk, found),
        )


def _disputed(season: Season, facts: Sequence[Ruled]) -> dict[str, Ruled]:
    """The fixtures that are disputed now, each with the last of these facts about it."""
    told = [(fact.event, fact) for fact in facts]
    return {
        event.fixture: fact
        for event, fact in told
        if isinstance(event, Disputed) and event.fixture in season.fixtures and season.fixtures[event.fixture].disputes
    }


def _form(desk: Campaign, fixture: Fixture) -> str:
    """The form of the ruling, opened on the page of the round."""
    page = reverse("admin:campaigns_campaignsheet_round_of", args=[desk.pk, fixture.round])
    return f"{page}?act=adjudicate&about={fixture.key}#f-{fixture.key}"
