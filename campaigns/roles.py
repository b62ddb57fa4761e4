"""Who may do what. The one table; pages, API and admin ask here.

Within a battle the battle's own rules go on from there: a player reports for his side, a referee for every side. An
umpire is a referee in the campaign's battles; over the campaign itself its organisers rule alone.
"""

from __future__ import annotations

from enum import IntEnum
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from battles.models import Sheet
from campaigns.models import Campaign, User
from rules.adjudicate import Who

Person = User | AnonymousUser


class Role(IntEnum):
    """What someone is to a campaign; each may do all that the ones before may."""

    VISITOR = 0  # not logged in
    OUTSIDER = 1
    MEMBER = 2  # of its club
    UMPIRE = 3  # named by its organisers, of the club or not
    ORGANISER = 4  # of its club, and every superuser


MAY: dict[str, Role] = {
    "see": Role.VISITOR,  # a public campaign and its battles
    "see members only": Role.MEMBER,
    "report": Role.OUTSIDER,  # in a battle one plays in, which the battle decides
    "enlist": Role.MEMBER,
    "referee": Role.UMPIRE,  # in battles: report and mend for any side, confirm for a silent one, amend
    "enlist for others": Role.ORGANISER,
    "muster": Role.ORGANISER,
    "open": Role.ORGANISER,
    "administer": Role.ORGANISER,
}


def role_in(user: Person, campaign: UUID | str) -> Role:
    """What `user` is to a campaign, by its id. One query at most."""
    if not isinstance(user, User) or not user.is_active:
        return Role.VISITOR
    if user.is_superuser:
        return Role.ORGANISER
    found = Campaign.objects.filter(pk=campaign).values_list(
        Exists(user.organises.filter(pk=OuterRef("club"))),
        Exists(user.umpires.filter(pk=OuterRef("pk"))),
        Exists(user.clubs.filter(pk=OuterRef("club"))),
    )
    return role_of(*(found.first() or (False, False, False)))


def role_of(organises: bool, umpires: bool, belongs: bool) -> Role:
    """What someone with an account is who organises or belongs to a campaign's club, or umpires the campaign."""
    if organises:
        return Role.ORGANISER
    if umpires:
        return Role.UMPIRE
    return Role.MEMBER if belongs else Role.OUTSIDER


def may(user: Person, what: str, campaign: UUID | str) -> bool:
    return role_in(user, campaign) >= MAY[what]


def who_in_campaign(user: Person, campaign: UUID | str) -> Who | None:
    """As whom `user` reports to a campaign (its stream or desk id), as a referee who may rule over it; None for those
    who may not report to it. One query."""
    role = role_in(user, campaign)
    return Who(str(user.pk), referee=role >= MAY["muster"]) if role >= MAY["enlist"] else None


def who_in_battle(user: Person, battle: UUID | str) -> Who | None:
    """As whom `user` reads and reports in a battle; None for someone who is not logged in. One query."""
    if not isinstance(user, User) or not user.is_active:
        return None
    refereed = Q(club__in=user.organises.values("pk")) | Q(pk__in=user.umpires.values("pk"))
    of_battle = Sheet.objects.filter(pk=battle).values("campaign")
    referee = user.is_superuser or Campaign.objects.filter(refereed, stream__in=of_battle).exists()
    return Who(str(user.pk), referee=referee)


def visible_campaigns(user: Person) -> QuerySet[Campaign]:
    """The campaigns `user` may read: all that are open but those of members only, those they umpire, and all of the
    clubs they belong to. Lists show `listed_campaigns`.

    One that is not open yet is its organisers' alone.
    """
    return _campaigns(user, Campaign.Visibility.PUBLIC, Campaign.Visibility.UNLISTED)


def listed_campaigns(user: Person) -> QuerySet[Campaign]:
    """The campaigns to name to `user` who has not asked for one: of the visible ones not those that are unlisted, but
    for the people they are played by."""
    return _campaigns(user, Campaign.Visibility.PUBLIC)


def _campaigns(user: Person, *anyone: Campaign.Visibility) -> QuerySet[Campaign]:
    """Open ones that are visible to `anyone`, and the user's own."""
    campaigns = Campaign.objects.all()
    open_to_me = Q(visibility__in=anyone)
    if not isinstance(user, User) or not user.is_active:
        return campaigns.filter(open_to_me, stream__isnull=False)
    if user.is_superuser:
        return campaigns
    mine = Q(club__in=user.organises.values("pk"))
    open_to_me |= Q(club__in=user.clubs.values("pk")) | Q(pk__in=user.umpires.values("pk"))
    return campaigns.filter(mine | Q(open_to_me, stream__isnull=False))


def visible_battles(user: Person) -> QuerySet[Sheet]:
    """The battles `user` may read: those of visible campaigns and those of none. Lists show `listed_battles`.

    One that was imported without its campaign is a superuser's alone, for nobody knows who might read the campaign.
    """
    return _battles(user, visible_campaigns(user))


def listed_battles(user: Person) -> QuerySet[Sheet]:
    """The battles to name to `user` who has not asked for those of one campaign, or their own."""
    return _battles(user, listed_campaigns(user))


def _battles(user: Person, campaigns: QuerySet[Campaign]) -> QuerySet[Sheet]:
    if isinstance(user, User) and user.is_superuser:
        return Sheet.objects.all()
    readable = campaigns.filter(stream__isnull=False).values("stream")
    return Sheet.objects.filter(Q(campaign__isnull=True) | Q(campaign__in=readable))


def may_see_campaign(user: Person, campaign: UUID | str) -> bool:
    return visible_campaigns(user).filter(pk=campaign).exists()


def may_see_battle(user: Person, battle: UUID | str) -> bool:
    return visible_battles(user).filter(pk=battle).exists()


def public_battle(user: Person, battle: UUID | str) -> bool | None:
    """Whether anyone may find a battle that `user` may read; None for one they may not. One query."""
    unlisted = Campaign.objects.filter(stream=OuterRef("campaign")).exclude(visibility=Campaign.Visibility.PUBLIC)
    return visible_battles(user).filter(pk=battle).values_list(~Exists(unlisted), flat=True).first()
