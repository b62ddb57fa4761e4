"""Does what is due in a round: orders disclosed, retreats chosen, rounds closed, players reminded before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Min, Q, QuerySet

from battles import log
from battles.own_words import override
from battles.reports import Receipt
from campaigns.clerk.reports import campaigns, now, repeat, run_here, tell
from campaigns.models import Campaign, CampaignSheet, Round, Standing, User
from campaigns.notices import of_season
from campaigns.notices.telling import Found
from campaigns.presenters.story import battles_in
from campaigns.season import Season
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.retreats import Retreat
from campaigns.season.reminders import Remind, Reminded, awaited
from campaigns.season.round_end import CloseRound
from campaigns.season.seating import speakers
from rules.contract import Refused


def due() -> Iterator[str]:
    """Campaigns with a round that is due to be disclosed, closed or reminded of."""
    yield from campaigns(_waiting)


def _waiting() -> QuerySet[Round]:
    overdue = Q(deadline__gt="", deadline__lte=now())
    unreminded = Q(remind_at__gt="", remind_at__lte=now())
    return Round.objects.filter(_undisclosed() | overdue | unreminded, run_here(), status=Round.Status.OPEN)


def since() -> Iterator[str]:
    """Since when the oldest of each kind has been due: a deadline, orders, a reminder, a retreat."""
    passed = now()
    found = _waiting().aggregate(
        closing=Min("deadline", filter=~Q(deadline="")),
        orders=Min("orders_by", filter=~Q(orders_by="") & Q(resolved=False)),
        reminding=Min("remind_at", filter=~Q(remind_at="")),
    )
    yield from (at for at in found.values() if at and at <= passed)
    if late := _late().aggregate(at=Min("retreat_by"))["at"]:
        yield late


def _undisclosed() -> Q:
    """Rounds on a map whose orders are due. A round is never closed before its orders are disclosed."""
    return Q(orders_by__gt="", orders_by__lte=now(), resolved=False)


def attend(campaign: str) -> bool:
    """Do everything that is due in the campaign's round, each step as its own report; True if anything was."""
    return repeat(_step, campaign)


def _step(campaign: str) -> bool:
    """Disclose the orders if they are due, else close the round, else remind of it; True if one of these was due."""
    with transaction.atomic():
        log.lock(campaign)
        waiting = _waiting().filter(campaign_id=UUID(campaign)).select_related("campaign").first()
        if waiting is None:
            return False
        late = bool(waiting.deadline) and waiting.deadline <= now()
        ordering = bool(waiting.campaign.links) and not waiting.resolved
        if ordering and (late or (waiting.orders_by and waiting.orders_by <= now())):
            tell(campaign, Disclose(round=waiting.number))
        elif late:
            tell(campaign, CloseRound(round=waiting.number))
        else:
            remind(campaign, waiting)
    return True


def with_late_retreats() -> Iterator[str]:
    """Campaigns with a platoon whose time to choose is over."""
    yield from campaigns(_late)


def _late() -> QuerySet[Standing]:
    open_ = CampaignSheet.Status.OPEN
    return Standing.objects.filter(run_here(), retreat_by__gt="", retreat_by__lte=now(), campaign__status=open_)


def choose_retreats(campaign: str) -> bool:
    """Choose for every late platoon, ordered by key; True if there was any. Each retreat may make room for the next
    or take it away, so the late ones are looked up again each time."""
    return repeat(_retreat_one, campaign)


def _retreat_one(campaign: str) -> bool:
    with transaction.atomic():
        log.lock(campaign)
        late = _late().filter(campaign_id=UUID(campaign)).order_by("platoon").first()
        if late is None:
            return False
        tell(campaign, Retreat(platoon=late.platoon))
    return True


def remind(campaign: str, waiting: Round) -> Receipt:
    """Report the reminder and tell of it, in one transaction. A moved deadline is reminded of again."""
    receipt = tell(campaign, Remind(round=waiting.number))
    desk = Campaign.objects.select_related("club").get(stream=campaign)
    found = list[Found]()
    for position, event in _reminded(receipt):
        for user in User.objects.filter(pk__in=event.players):
            template, more = _letter(receipt.state, waiting, user)
            kind = "orders" if template == "orders" else "closing"
            found.append(Found(position, kind, template, [str(user.pk)], {"round": waiting, **more}))
    of_season.send(desk, receipt.state, found)
    return receipt


def remind_now(campaign: str, number: int) -> int:
    """Remind of the round under way before it is due, because an organiser asks for it: how many players; 0 if it is
    not under way any more, or they were reminded."""
    with transaction.atomic():
        log.lock(campaign)
        rows = Round.objects.select_related("campaign").filter(campaign_id=UUID(campaign), number=number)
        waiting = rows.filter(run_here(), status=Round.Status.OPEN).exclude(remind_at="", deadline="").first()
        if waiting is None:
            return 0
        with suppress(Refused):
            return sum(len(event.players) for _position, event in _reminded(remind(campaign, waiting)))
    return 0


def _reminded(receipt: Receipt) -> Iterator[tuple[int, Reminded]]:
    for answer in receipt.answers:
        for fact in answer.events:
            if isinstance(fact.event, Reminded):
                yield fact.position, fact.event


def _letter(season: Season, waiting: Round, user: User) -> tuple[str, dict[str, Any]]:
    """The notice's template and context: what is awaited of the reader's platoons, and until when."""
    assert season.under_way is not None
    reader = str(user.pk)
    found = awaited(season, season.under_way)
    until = waiting.deadline if waiting.resolved else waiting.orders_by or waiting.deadline
    more = {
        "deadline": until,
        "zone": season.zone,
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
        and any(str(user.pk) in speakers(season, one, key) for key in one.platoons)
    ]
    with override(user.spoken):
        called = battles_in(season)
    return [(one.key, called[one.key]) for one in open_ones]


def _names(season: Season, platoons: Iterable[str], reader: str) -> str:
    """The names of those platoons that the reader commands, or sits in for."""
    open_ones = [one.substitutes for one in season.fixtures.values() if one.is_open]
    sat_in = {key for found in open_ones for key, one in found.items() if one.person == reader}
    mine = (key for key in platoons if reader in season.platoons[key].players or key in sat_in)
    return ", ".join(season.platoons[key].name for key in mine)
