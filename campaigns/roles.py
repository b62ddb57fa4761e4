"""Who may do what. Pages, API and admin all ask here.

Inside a battle its own rules apply: a player reports for his side, a referee for every side. An umpire is a referee in
the campaign's battles; only organisers rule over the campaign itself. A guest (`campaigns.guests`) is a visitor
everywhere but in the one battle they play.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from typing import Any, NamedTuple, TypeGuard
from uuid import UUID

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull
from django.utils import timezone

from battles.live import Watch
from battles.models import Seat, Sheet
from campaigns.models import Appointment, Campaign, Club, Fixture, User
from campaigns.models.desk import Readers, speaks
from campaigns.models.sheets import commanded_by
from campaigns.role_queries import BattleFound, Ties, battle_found, ties_to_campaign
from rules.adjudicate import Who

Person = User | AnonymousUser


class Role(IntEnum):
    """A person's role in a campaign. Each role may do all that the ones before it may."""

    VISITOR = 0  # not logged in
    OUTSIDER = 1
    MEMBER = 2  # of its club, commands a platoon, or sits in for its players
    UMPIRE = 3  # appointed by its organisers, of the club or not
    ORGANISER = 4  # of its club, or appointed for this campaign; and every superuser


MAY: dict[str, Role] = {
    "see": Role.VISITOR,  # a public campaign and its battles
    "see members only": Role.MEMBER,
    "report": Role.OUTSIDER,  # in battles they play in; the battle decides
    "enlist": Role.MEMBER,
    "referee": Role.UMPIRE,  # in battles: report and mend for any side, confirm for a silent one, amend
    "enlist for others": Role.ORGANISER,
    "muster": Role.ORGANISER,
    "open": Role.ORGANISER,
    "administer": Role.ORGANISER,
}


def role_in(user: Person, campaign: UUID | str) -> Role:
    """The role of `user` in a campaign, by its id. One query at most."""
    if not has_account(user):
        return Role.VISITOR
    if user.is_superuser:
        return Role.ORGANISER
    ties = ties_to_campaign(user, campaign)
    return role_of(user, ties) if ties else Role.OUTSIDER


def user_of(request: Any) -> User:
    """Whose account asks, where the view or the table of roles lets nobody else in."""
    assert isinstance(request.user, User)
    return request.user


def has_account(user: Person) -> TypeGuard[User]:
    """Whether it is somebody's own account, and not closed: a guest's is for one battle."""
    return isinstance(user, User) and user.is_active and user.guest_of is None


def may_begin_friendly(user: Person) -> bool:
    """Whether `user` may begin a friendly battle: everybody with an account, and where the site has it so everybody."""
    return has_account(user) or bool(settings.GUESTS_BEGIN)


def role_of(user: Person, ties: Ties) -> Role:
    """The role of `user` in a campaign to which they have these ties."""
    if not has_account(user):
        return Role.VISITOR
    if user.is_superuser or ties.organises or ties.office == "organiser":
        return Role.ORGANISER
    if ties.office == "umpire":
        return Role.UMPIRE
    return Role.MEMBER if ties.belongs else Role.OUTSIDER


def may(user: Person, what: str, campaign: UUID | str) -> bool:
    return role_in(user, campaign) >= MAY[what]


def who_in_campaign(user: Person, campaign: UUID | str) -> Who | None:
    """`user` as a reporter to a campaign (by its stream or desk id), with the right to rule if they have it; None if
    they may not report to it. One query."""
    return reporter(user, role_in(user, campaign))


def reporter(user: Person, role: Role) -> Who | None:
    """Somebody of this role as a reporter to a campaign; None if they may not report to it."""
    if role < MAY["enlist"]:
        return None
    organiser = role >= MAY["muster"]
    return Who(str(user.pk), referee=organiser, needs_case=organiser)


def who_in_battle(user: Person, battle: UUID | str) -> Who | None:
    """`user` as a reader and reporter of a battle; None if not logged in. One query.

    A referee, even a superuser, sees no more than a spectator until they take the battle's case.
    """
    return in_battle(user, battle, battle_found(user, battle))


def in_battle(user: Person, battle: UUID | str, found: BattleFound | None) -> Who | None:
    """As `who_in_battle`, from what was found of the battle. Who has claimed a guest's seat is in that battle whom its
    log names: the guest."""
    if not isinstance(user, User) or not user.is_active:
        return None
    if user.guest_of is not None and str(user.guest_of) != str(battle):
        return None
    referee = user.is_superuser or (found is not None and role_of(user, found.ties) >= MAY["referee"])
    id = found.claimed if found is not None and found.claimed else str(user.pk)
    return Who(id, referee=referee, seats=seats_of(found and found.seats), needs_case=referee)


def seats_of(seats: str | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sides of a battle that are not played by who was mustered for them, from `Fixture.seats`."""
    return tuple(msgspec.json.decode(seats, type=dict[str, tuple[str, ...]]).items()) if seats else ()


def played_by(player: str) -> QuerySet[Sheet]:
    """The battles in which `player` plays a side now, as mustered or because a platoon was handed over. One query finds
    those of somebody by an index each, however many there are of others."""
    relieved = Fixture.objects.exclude(seats="").order_by()
    seated = Seat.objects.filter(player=player).order_by()
    ways: tuple[QuerySet[Any, Any], ...] = (
        seated.exclude(Exists(relieved.filter(battle=OuterRef("sheet")))).values("sheet"),
        relieved.filter(seats__contains=f'"{player}"').values("battle"),
        claimed_by(player).order_by().values("guest_of"),
    )
    still = _still_seated(player, relieved)
    if still:
        ways = (*ways, Sheet.objects.filter(stream__in=still).order_by().values("stream"))
    return Sheet.objects.filter(stream__in=ways[0].union(*ways[1:]))


def claimed_by(player: str) -> QuerySet[User]:
    """The guests whose seats this account has claimed."""
    try:
        return User.objects.filter(claimed_by=UUID(player))
    except ValueError:  # the clerk, or whatever a query names
        return User.objects.none()


def _still_seated(player: str, relieved: QuerySet[Fixture]) -> list[UUID]:
    """Of the battles where somebody was replaced, those where `player` still plays a side."""
    mine: dict[UUID, set[str]] = {}
    seats = Seat.objects.filter(player=player, sheet__in=relieved.values("battle")).values_list("sheet", "side")
    for sheet, side in seats:
        mine.setdefault(sheet, set()).add(side)
    rows = relieved.filter(battle__in=list(mine)).values_list("battle", "seats")
    return [battle for battle, seats in rows if battle and mine[battle] - dict(seats_of(seats)).keys()]


def organised_by(user: User) -> QuerySet[Campaign]:
    """The campaigns that `user` organises, by their club or by appointment."""
    of_clubs = Campaign.objects.filter(club__in=user.organises.values("pk")).order_by().values("pk")
    appointed = Campaign.objects.filter(stream__in=_offices(user, "organiser")).order_by().values("pk")
    return Campaign.objects.filter(pk__in=of_clubs.union(appointed))


def rules_anywhere(user: User) -> bool:
    """Whether `user` organises a club or a campaign, or is a superuser. Two queries at most."""
    return user.is_superuser or user.organises.exists() or organised_by(user).exists()


def umpired_by(user: User) -> QuerySet[Appointment, Any]:
    """The streams of the campaigns that `user` umpires."""
    return _offices(user, "umpire")


def _offices(user: User, *offices: str) -> QuerySet[Appointment, Any]:
    """The streams of the campaigns where `user` has an office (one of `offices`)."""
    found = Appointment.objects.filter(person=str(user.pk)).order_by()
    return (found.filter(office__in=offices) if offices else found).values("campaign")


def visible_campaigns(user: Person) -> QuerySet[Campaign]:
    """The campaigns that `user` may read: all open ones except those for members only; those they umpire or have a
    platoon in; all of their clubs. Lists show `listed_campaigns`.

    A campaign that is not open yet is visible only to its organisers.
    """
    return _campaigns(user, Campaign.Visibility.PUBLIC, Campaign.Visibility.UNLISTED)


def visible_campaign(user: Person, key: UUID | str) -> Campaign | None:
    """The campaign with its club, if `user` may read it. One small query for one that everyone may; else the one of
    `visible_campaigns` besides."""
    found = Campaign.with_club(key)
    if found is not None and found.stream is not None and readers(found.visibility) == MAY["see"]:
        return found
    desk = visible_campaigns(user).select_related("club").annotate(speaks=speaks("club")).filter(pk=key).first()
    if desk is not None:
        desk.club.speaks = desk.speaks
    return desk


def listed_campaigns(user: Person) -> QuerySet[Campaign]:
    """The campaigns that lists show to `user`: the visible ones, without unlisted ones they have no part in."""
    return _campaigns(user, Campaign.Visibility.PUBLIC)


def _campaigns(user: Person, *anyone: Readers) -> QuerySet[Campaign]:
    """Open campaigns with one of these visibilities, and the user's own."""
    campaigns = Campaign.objects.all()
    if not has_account(user):
        return campaigns.filter(visibility__in=anyone, stream__isnull=False)
    if user.is_superuser:
        return campaigns
    return campaigns.filter(Q(visibility__in=anyone, stream__isnull=False) | Q(pk__in=own_campaigns(user, "pk")))


def own_campaigns(user: User, *fields: str) -> QuerySet[Campaign, Any]:
    """These fields of what `user` has a part in, as they belong to its club, have an office there, command a platoon or
    sit in for its players; what is not open yet, of clubs that they organise. Substitutes and partners need not belong
    to the club. Each part is found by an index."""
    open_ones = Campaign.objects.filter(stream__isnull=False).order_by()
    sits_in = Fixture.objects.exclude(substitutes="").filter(substitutes__contains=f'"{user.pk}"')
    organised = Campaign.objects.filter(club__in=user.organises.values("pk")).order_by()
    others = (
        open_ones.filter(club__in=user.clubs.values("pk")),
        open_ones.filter(stream__in=_offices(user)),
        open_ones.filter(stream__in=commanded_by(str(user.pk), "campaign")),
        open_ones.filter(stream__in=sits_in.order_by().values("campaign")),
    )
    found: QuerySet[Campaign, Any] = organised.values(*fields).union(*(one.values(*fields) for one in others))
    return found


def visible_battles(user: Person) -> QuerySet[Sheet]:
    """The battles that `user` may read: those of visible campaigns, and those without one. Lists show
    `campaigns.listed`.

    Only a superuser may read a battle that was imported without its campaign, for nobody knows who else might.
    """
    if isinstance(user, User) and user.is_superuser:
        return Sheet.objects.all()
    where = Q(campaign__isnull=True) | Q(of_open_campaign("campaign", Readers.PUBLIC, Readers.UNLISTED))
    if has_account(user):
        where |= Q(campaign__in=own_campaigns(user, "stream"))
    return Sheet.objects.filter(where)


def of_open_campaign(column: str, *anyone: Readers) -> IsNull:
    """Rows of open campaigns with one of these visibilities, by the column that has their stream. One look at an index
    for each row: for lists in an order of their own, of which most rows are such."""
    desk = Campaign.objects.filter(stream=OuterRef(column), visibility__in=anyone).order_by()
    return IsNull(Subquery(desk.values("stream")), False)


def may_see_campaign(user: Person, campaign: UUID | str) -> bool:
    return visible_campaigns(user).filter(pk=campaign).exists()


class Admitted(NamedTuple):
    """Who reads a battle: `who` as in `who_in_battle`. `public`: everybody may. `tape`: its club measures with it;
    `speaks`: the key of its club, if that has words of its own."""

    who: Who | None
    public: bool
    tape: str
    speaks: int | None


def admitted(user: Person, battle: UUID | str) -> Admitted | None:
    """None if they may not read it. One query."""
    found = battle_found(user, battle)
    if found is None or not sees_battle(found, role_of(user, found.ties)):
        return None
    public = found.visibility in (None, Campaign.Visibility.PUBLIC)
    return Admitted(in_battle(user, battle, found), public, found.tape, found.speaks)


def still_reading(watches: Collection[Watch]) -> set[Watch]:
    """Of those who watch battles, those who still may: their session goes on, and they may read the battle. One query
    for the sessions, two for each person and for everybody without an account."""
    keys = {watch.session for watch in watches if watch.reader}
    sessions = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now()).values_list("pk", flat=True)
    )
    by_reader: dict[str, list[Watch]] = {}
    for watch in watches:
        if not watch.reader or watch.session in sessions:
            by_reader.setdefault(watch.reader, []).append(watch)
    readers = User.objects.select_related("claimed_by").filter(pk__in=[pk for pk in by_reader if pk])
    people = {str(user.pk): user.claimed_by or user for user in readers}
    people = {pk: user for pk, user in people.items() if user.is_active}
    may: set[Watch] = set()
    for reader, watching in by_reader.items():
        person: Person | None = people.get(reader) if reader else AnonymousUser()
        if person is not None:
            wanted = {watch.stream for watch in watching}
            found = {str(pk) for pk in visible_battles(person).filter(pk__in=wanted).values_list("pk", flat=True)}
            may |= {watch for watch in watching if watch.stream in found}
    return may


def sees_battle(found: BattleFound, role: Role) -> bool:
    """Whether somebody of this role reads the battle: as `visible_battles` has it."""
    return role >= (Role.ORGANISER if found.astray else readers(found.visibility))


def readers(visibility: str | None) -> Role:
    """Who reads an open campaign of this visibility, and its battles: this role and all above it."""
    return MAY["see members only" if visibility == Campaign.Visibility.MEMBERS else "see"]


def belongs_to_club(user: Person, club: Club) -> bool:
    """Whether `user` organises the club or is one of its members; every superuser. One query for all clubs."""
    return has_account(user) and (user.is_superuser or club.pk in user.own_clubs)


def may_see_club(user: Person, club: Club) -> bool:
    """Anyone reads the page of a public or unlisted club; only those who belong to it that of another."""
    return club.visibility != Readers.MEMBERS or belongs_to_club(user, club)


def listed_clubs(user: Person) -> QuerySet[Club]:
    """The clubs that a list shows to `user`: the public ones, and their own."""
    if not has_account(user):
        return Club.objects.filter(visibility=Readers.PUBLIC)
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(Q(visibility=Readers.PUBLIC) | Q(pk__in=user.own_clubs))
