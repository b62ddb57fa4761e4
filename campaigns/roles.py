"""Who may do what. The one table; pages, API and admin ask here.

Within a battle the battle's own rules go on from there: a player reports for his side, a referee for every side.
"""

from __future__ import annotations

from enum import IntEnum
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from battles.models import Sheet
from campaigns.models import Campaign, Club, User
from rules.adjudicate import Who

Person = User | AnonymousUser


class Role(IntEnum):
    """What someone is to a club; each may do all that the ones before may."""

    VISITOR = 0  # not logged in
    OUTSIDER = 1
    MEMBER = 2
    ORGANISER = 3  # and every superuser


MAY: dict[str, Role] = {
    "see": Role.VISITOR,  # a public campaign and its battles
    "see members only": Role.MEMBER,
    "report": Role.OUTSIDER,  # in a battle one plays in, which the battle decides
    "enlist": Role.MEMBER,
    "muster": Role.ORGANISER,
    "open": Role.ORGANISER,
    "referee": Role.ORGANISER,  # report for any side, confirm for a silent one
    "administer": Role.ORGANISER,
}


def role_in(user: Person, club: Club) -> Role:
    """What `user` is to `club`. One query at most two."""
    if not isinstance(user, User) or not user.is_active:
        return Role.VISITOR
    if user.is_superuser or club.organisers.filter(pk=user.pk).exists():
        return Role.ORGANISER
    return Role.MEMBER if club.members.filter(pk=user.pk).exists() else Role.OUTSIDER


def may(user: Person, what: str, club: Club) -> bool:
    return role_in(user, club) >= MAY[what]


def who_in_campaign(user: Person, campaign: UUID | str) -> Who | None:
    """As whom `user` reports to a campaign (its stream or desk id); None for those who may not report to it."""
    club = Club.objects.filter(campaigns__id=campaign).first()
    if club is None:
        return Who(str(user.pk), referee=True) if isinstance(user, User) and user.is_superuser else None
    return who_in_club(user, club)


def who_in_club(user: Person, club: Club) -> Who | None:
    """As whom `user` reports to the campaigns of a club; None for those who may not. At most two queries."""
    role = role_in(user, club)
    return Who(str(user.pk), referee=role >= MAY["referee"]) if role >= MAY["enlist"] else None


def who_in_battle(user: Person, battle: UUID | str) -> Who | None:
    """As whom `user` reads and reports in a battle; None for someone who is not logged in. One query."""
    if not isinstance(user, User) or not user.is_active:
        return None
    of_battle = Sheet.objects.filter(pk=battle).values("campaign")
    organises = user.is_superuser or Club.objects.filter(organisers=user, campaigns__stream__in=of_battle).exists()
    return Who(str(user.pk), referee=organises)


def visible_campaigns(user: Person) -> QuerySet[Campaign]:
    """The campaigns `user` may read: public ones that are open, and all of the clubs they belong to.

    One that is not open yet is its organisers' alone.
    """
    campaigns = Campaign.objects.all()
    if not isinstance(user, User) or not user.is_active:
        return campaigns.filter(visibility=Campaign.Visibility.PUBLIC, stream__isnull=False)
    if user.is_superuser:
        return campaigns
    mine = Q(club__in=user.organises.values("pk"))
    open_to_me = Q(visibility=Campaign.Visibility.PUBLIC) | Q(club__in=user.clubs.values("pk"))
    return campaigns.filter(mine | Q(open_to_me, stream__isnull=False))


def visible_battles(user: Person) -> QuerySet[Sheet]:
    """The battles `user` may read: those of visible campaigns and those of none.

    One that was imported without its campaign is a superuser's alone, for nobody knows who might read the campaign.
    """
    if isinstance(user, User) and user.is_superuser:
        return Sheet.objects.all()
    readable = visible_campaigns(user).filter(stream__isnull=False).values("stream")
    return Sheet.objects.filter(Q(campaign__isnull=True) | Q(campaign__in=readable))


def may_see_campaign(user: Person, campaign: UUID | str) -> bool:
    return visible_campaigns(user).filter(pk=campaign).exists()


def may_see_battle(user: Person, battle: UUID | str) -> bool:
    return visible_battles(user).filter(pk=battle).exists()
