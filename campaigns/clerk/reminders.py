"""Reminds players before a round's deadline: a report to the campaign, and mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.utils import translation

from battles.reports import Receipt
from campaigns import mail
from campaigns.clerk.reports import tell
from campaigns.models import Campaign, Round, User
from campaigns.presenters.story import battles_in
from campaigns.season import Season
from campaigns.season.reminders import Remind, Reminded, awaited


def remind(campaign: str, waiting: Round) -> None:
    """Report the reminder and queue its mail, in one transaction. A moved deadline is reminded of again."""
    receipt = tell(campaign, Remind(round=waiting.number))
    desk = Campaign.objects.select_related("club").get(stream=campaign)
    context = {"campaign": desk, "round": waiting}
    for position, event in _reminded(receipt):
        for user in User.objects.filter(pk__in=event.players):
            template, more = _letter(receipt.state, waiting, user)
            mail.queue(f"campaign/{campaign}/{position}/{user.pk}", user, template, context | more, club=desk.club)


def _reminded(receipt: Receipt) -> Iterator[tuple[int, Reminded]]:
    for answer in receipt.answers:
        for fact in answer.events:
            if isinstance(fact.event, Reminded):
                yield fact.position, fact.event


def _letter(season: Season, waiting: Round, user: User) -> tuple[str, dict[str, Any]]:
    """The mail's template and context: what is awaited of the reader's platoons, and until when."""
    assert season.under_way is not None
    reader = str(user.pk)
    found = awaited(season, season.under_way)
    until = waiting.deadline if waiting.resolved else waiting.orders_by or waiting.deadline
    more = {
        "deadline": datetime.fromisoformat(until),
        "silent": _names(season, found.orders, reader),
        "beaten": _names(season, found.retreats, reader),
        "fighting": _names(season, found.battles, reader),
        "fixtures": _to_play(season, user),
    }
    return "orders" if waiting.campaign.links and not waiting.resolved else "round", more


def _to_play(season: Season, user: User) -> list[tuple[str, str]]:
    """The reader's unfinished fixtures of this round, each by key and name."""
    assert season.under_way is not None
    open_ones = [
        one
        for one in season.fixtures.values()
        if one.round == season.under_way.number
        and (one.is_fought or (one.announced and one.is_open))
        and any(str(user.pk) in season.platoons[key].players for key in one.platoons)
    ]
    with translation.override(user.spoken):
        called = battles_in(season)
    return [(one.key, called[one.key]) for one in open_ones]


def _names(season: Season, platoons: Iterable[str], reader: str) -> str:
    """The names of those platoons that the reader commands."""
    return ", ".join(season.platoons[key].name for key in platoons if reader in season.platoons[key].players)
