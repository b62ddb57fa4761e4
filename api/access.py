"""What a caller is to one battle or campaign: read in one statement, which is all that an unchanged answer costs."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.http import Http404

from campaigns import roles
from campaigns.models import CampaignSheet, Club, User
from campaigns.roles import Person
from rules.adjudicate import Who


class Access(NamedTuple):
    """A battle as it stands, and as whom the caller reads it (None without an account)."""

    stream: str
    system: str
    position: int
    who: Who | None

    @property
    def viewer(self) -> str:
        """Everything about the caller that an answer may depend on."""
        return f"{self.who.id}/{self.who.referee:d}" if self.who else ""


def to_battle(user: Person, battle: UUID) -> Access:
    """`Http404` for a battle that is not there, or that the caller may not know of. One query."""
    organised = Club.objects.filter(organisers=user.pk, campaigns__stream=OuterRef("campaign"))
    row = (
        roles.visible_battles(user)
        .filter(pk=battle)
        .annotate(organised=Exists(organised))
        .values_list("system", "position", "organised")
        .first()
    )
    if row is None:
        raise Http404
    return Access(str(battle), row[0], row[1], _who(user, row[2]))


def to_campaign(user: Person, campaign: UUID) -> CampaignSheet:
    """The sheet of an open campaign the caller may read; `Http404` for any other. One query."""
    visible = roles.visible_campaigns(user).filter(pk=campaign, stream__isnull=False)
    sheet = CampaignSheet.objects.filter(pk__in=visible.values("stream")).first()
    if sheet is None:
        raise Http404
    return sheet


def _who(user: Person, organised: bool) -> Who | None:
    if not isinstance(user, User) or not user.is_active:
        return None
    return Who(str(user.pk), referee=organised or user.is_superuser)
