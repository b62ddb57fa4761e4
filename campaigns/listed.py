"""What lists show to somebody out of all that there is: battles, campaigns and their sheets, of everybody's campaigns
and of their own. `campaigns.roles` says who may read what."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from battles.models import Sheet
from campaigns import roles
from campaigns.models import Campaign, CampaignSheet, User
from campaigns.models.desk import Readers

FEW = 200  # campaigns, up to which a list names them
Streams = list[tuple[UUID, UUID | None]]  # of each campaign its key and its stream


class Listed:
    """For one visitor, while they are answered.

    Where there are few campaigns to show, the database is told which, and finds their rows by an index. Where there are
    many, a list has its rows in its own order and asks of each whose it is: it comes to the end of a page soon. Two
    queries say how many there are, and read no more than that takes.
    """

    def __init__(self, user: roles.Person) -> None:
        self._user = user

    @property
    def battles(self) -> QuerySet[Sheet]:
        """The battles that lists show, unless they are asked for a campaign's or for somebody's own."""
        if isinstance(self._user, User) and self._user.is_superuser:
            return Sheet.objects.all()
        return Sheet.objects.filter(Q(campaign__isnull=True) | self._streams("campaign"))

    @property
    def sheets(self) -> QuerySet[CampaignSheet]:
        """The sheets of open campaigns that are on the desk."""
        if roles.has_account(self._user) and self._user.is_superuser:
            return CampaignSheet.objects.filter(roles.of_open_campaign("stream", *Readers))
        return CampaignSheet.objects.filter(self._streams("stream"))

    @property
    def campaigns(self) -> QuerySet[Campaign]:
        """As `roles.listed_campaigns`."""
        if not roles.has_account(self._user) or self._user.is_superuser:
            return roles.listed_campaigns(self._user)
        own = roles.own_campaigns(self._user, "pk") if self._own is None else [key for key, _stream in self._own]
        if self._public is None:
            return Campaign.objects.filter(Q(roles.of_open_campaign("stream", Readers.PUBLIC)) | Q(pk__in=own))
        public = [key for key, _stream in self._public]
        return Campaign.objects.filter(Q(pk__in=public) | Q(pk__in=own))

    def _streams(self, column: str) -> Q:
        """Rows of these campaigns, by the column that has their stream."""
        if self._public is None:
            where = Q(roles.of_open_campaign(column, Readers.PUBLIC))
        else:
            where = _among(column, self._public)
        if not roles.has_account(self._user):
            return where
        if self._own is None:
            return where | Q(**{f"{column}__in": roles.own_campaigns(self._user, "stream")})
        return where | _among(column, self._own)

    @cached_property
    def _public(self) -> Streams | None:
        """None if they are many."""
        public = Campaign.objects.filter(visibility=Readers.PUBLIC, stream__isnull=False)
        return _few(public.order_by("visibility", "name", "pk").values("pk", "stream"))

    @cached_property
    def _own(self) -> Streams | None:
        own = roles.own_campaigns
        return _few(own(self._user, "pk", "stream").order_by()) if roles.has_account(self._user) else []


def _few(campaigns: QuerySet[Campaign, Any]) -> Streams | None:
    found = [(row["pk"], row["stream"]) for row in campaigns[: FEW + 1]]
    return found if len(found) <= FEW else None


def _among(column: str, campaigns: Streams) -> Q:
    return Q(**{f"{column}__in": [stream for _key, stream in campaigns if stream]})
