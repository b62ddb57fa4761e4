"""Rounds are closed at their deadlines, and players reminded before: reports of the clerk's to the campaign."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from battles import log
from battles.clerk import BATCH, THE_CLERK
from battles.reports import Receipt, Report
from campaigns import door, mail
from campaigns.clerk.names import NAMESPACE
from campaigns.models import Campaign, Round, User
from campaigns.reports import CloseRound, Remind, Reminded
from rules import codec
from rules.contract import Command


def due() -> Iterator[str]:
    """The campaigns with a round that is to be closed, or reminded of."""
    last = UUID(int=0)
    while batch := list(
        _waiting().filter(campaign__gt=last).order_by("campaign").values_list("campaign", flat=True).distinct()[:BATCH]
    ):
        yield from map(str, batch)
        last = batch[-1]


def _waiting() -> QuerySet[Round]:
    """A campaign that was imported without its desk is run elsewhere, or by nobody: its rounds rest."""
    now = _now()
    overdue = Q(deadline__gt="", deadline__lte=now)
    unreminded = Q(remind_at__gt="", remind_at__lte=now)
    run_here = Exists(Campaign.objects.filter(stream=OuterRef("campaign")))
    return Round.objects.filter(overdue | unreminded, run_here, status=Round.Status.OPEN)


def attend(campaign: str) -> bool:
    """Close the campaign's round if its time is over, else remind of it if it is time to; True when either was."""
    with transaction.atomic():
        log.lock(campaign)
        waiting = _waiting().filter(campaign_id=UUID(campaign)).first()
        if waiting is None:
            return False
        if waiting.deadline and waiting.deadline <= _now():
            _tell(campaign, CloseRound(round=waiting.number))
        else:
            _remind(campaign, waiting)
    return True


def _remind(campaign: str, waiting: Round) -> None:
    """The event and the messages come to be together; who is reminded of a moved deadline is reminded once more."""
    receipt = _tell(campaign, Remind(round=waiting.number))
    desk = Campaign.objects.select_related("club").get(stream=campaign)
    context = {"campaign": desk, "round": waiting, "deadline": datetime.fromisoformat(waiting.deadline)}
    for answer in receipt.answers:
        for fact in answer.events:
            if isinstance(fact.event, Reminded):
                for user in User.objects.filter(pk__in=fact.event.players):
                    mail.queue(f"campaign/{campaign}/{fact.position}/{user.pk}", user, "round", context, club=desk.club)


def _tell(campaign: str, command: Command) -> Receipt:
    """The id follows from the campaign as it stands: what comes to be due once more, as the reminder of a deadline
    that was moved there and back, is another report."""
    type_, data = type(command).__name__, codec.encode(command)
    report = Report(str(uuid5(NAMESPACE, f"{campaign}/{log.head(campaign).digest}/{type_}/{data}")), type_, data)
    return door.execute(campaign, [report], THE_CLERK, "clerk")


def _now() -> str:
    return timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
