"""Who may do what. The one table; pages, API and admin ask here.

Within a battle the battle's own rules go on from there: a player reports for his side, a referee for every side. An
umpire is a referee in the campaign's battles; over the campaign itself its organisers rule alone.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from battles.models import Seat, Sheet
from campaigns.models import Appointment, Campaign, Fixture, Standing, User
from rules.adjudicate import Who

Person = User | AnonymousUser


class Role(IntEnum):
    """What someone is to a campaign; each may do all that the ones before may."""

    VISITOR = 0  # not logged in
    OUTSIDER = 1
    MEMBER = 2  # of its club, or in command of a platoon
    UMPIRE = 3  # appointed by its organisers, of the club or not
    ORGANISER = 4  # of its club, or appointed for this campaign, and every superuser


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
    office = Appointment.objects.filter(person=str(user.pk), campaign=OuterRef("stream")).values("office")
    found = Campaign.objects.filter(pk=campaign).values_list(
        Exists(user.organises.filter(pk=OuterRef("club"))),
        Subquery(office[:1]),
        Exists(user.clubs.filter(pk=OuterRef("club"))),
        _commands(user),
    )
    organises, appointed, belongs, commands = found.first() or (False, None, False, False)
    return role_of(organises, appointed, belongs or commands)


def _commands(user: User) -> Exists:
    """Whether `user` commands a platoon of a campaign: a substitute, or a player's partner, may be of no club."""
    return Exists(Standing.objects.filter(campaign=OuterRef("stream"), players__contains=f'"{user.pk}"'))


def role_of(organises: bool, office: str | None, belongs: bool) -> Role:
    """What someone with an account is who organises or belongs to a campaign's club, or was given an office in it."""
    if organises or office == "organiser":
        return Role.ORGANISER
    if office == "umpire":
        return Role.UMPIRE
    return Role.MEMBER if belongs else Role.OUTSIDER


def may(user: Person, what: str, campaign: UUID | str) -> bool:
    return role_in(user, campaign) >= MAY[what]


def who_in_campaign(user: Person, campaign: UUID | str) -> Who | None:
    """As whom `user` reports to a campaign (its stream or desk id), as a referee who may rule over it; None for those
    who may not report to it. One query."""
    role = role_in(user, campaign)
    if role < MAY["enlist"]:
        return None
    organiser = role >= MAY["muster"]
    return Who(str(user.pk), referee=organiser, needs_case=organiser)


def who_in_battle(user: Person, battle: UUID | str) -> Who | None:
    """As whom `user` reads and reports in a battle; None for someone who is not logged in. One query.

    Who referees, a superuser too, sees no more than a spectator until they take its case.
    """
    if not isinstance(user, User) or not user.is_active:
        return None
    refereed = Q(club__in=user.organises.values("pk")) | Q(stream__in=_offices(user))
    found = Sheet.objects.filter(pk=battle).values_list(
        Exists(Campaign.objects.filter(refereed, stream=OuterRef("campaign"))),
        Subquery(Fixture.objects.filter(battle=OuterRef("stream"), campaign=OuterRef("campaign")).values("seats")[:1]),
    )
    referee, seats = found.first() or (False, "")
    referee = referee or user.is_superuser
    return Who(str(user.pk), referee=referee, seats=seats_of(seats), needs_case=referee)


def seats_of(seats: str | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sides of a battle that others play now than were mustered for them, from `Fixture.seats`."""
    return tuple(msgspec.json.decode(seats, type=dict[str, tuple[str, ...]]).items()) if seats else ()


def played_by(player: str) -> QuerySet[Sheet]:
    """The battles in which a side is `player`'s now: as it was mustered, or since a campaign handed a platoon over."""
    relieved = Fixture.objects.exclude(seats="")
    taken_over = relieved.filter(seats__contains=f'"{player}"').values("battle")
    seated = Seat.objects.filter(player=player).values("sheet")
    return Sheet.objects.filter(
        Q(stream__in=seated) & ~Q(stream__in=relieved.filter(battle__in=seated).values("battle"))
        | Q(stream__in=taken_over)
        | Q(stream__in=_still_seated(player, relieved))
    )


def _still_seated(player: str, relieved: QuerySet[Fixture]) -> list[UUID]:
    """Of the battles in which somebody was relieved, those where it was not `player` on every side of theirs."""
    mine: dict[UUID, set[str]] = {}
    seats = Seat.objects.filter(player=player, sheet__in=relieved.values("battle")).values_list("sheet", "side")
    for sheet, side in seats:
        mine.setdefault(sheet, set()).add(side)
    rows = relieved.filter(battle__in=list(mine)).values_list("battle", "seats")
    return [battle for battle, seats in rows if battle and mine[battle] - dict(seats_of(seats)).keys()]


def organised_by(user: User) -> QuerySet[Campaign]:
    """The campaigns `user` rules over: those of clubs they organise, and those they were appointed to organise."""
    return Campaign.objects.filter(Q(club__in=user.organises.values("pk")) | Q(stream__in=_offices(user, "organiser")))


def rules_anywhere(user: User) -> bool:
    """Whether `user` organises a club or a campaign, or is a superuser. Two queries at most."""
    return user.is_superuser or user.organises.exists() or organised_by(user).exists()


def umpired_by(user: User) -> QuerySet[Appointment, Any]:
    """The streams of the campaigns `user` umpires."""
    return _offices(user, "umpire")


def _offices(user: User, *offices: str) -> QuerySet[Appointment, Any]:
    """The campaigns in which `user` has an office (one of `offices`)."""
    found = Appointment.objects.filter(person=str(user.pk))
    return (found.filter(office__in=offices) if offices else found).values("campaign")


def visible_campaigns(user: Person) -> QuerySet[Campaign]:
    """The campaigns `user` may read: all that are open but those of members only, those they umpire or command a
    platoon of, and all of the clubs they belong to. Lists show `listed_campaigns`.

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
    open_to_me |= Q(club__in=user.clubs.values("pk")) | Q(stream__in=_offices(user)) | Q(_commands(user))
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
