"""What a caller may see of one battle or campaign, read in one statement: all that an unchanged answer costs."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.http import Http404

from battles.models import Sheet
from campaigns import roles
from campaigns.models import Appointment, Campaign, CampaignSheet, Club, Fixture, Standing, User
from campaigns.roles import MAY, Person, Role
from rules.adjudicate import Who

# In SQL, as it runs before every report: Django takes longer to write this statement than a database to answer it.
ORGANISERS, MEMBERS = Club.organisers.through._meta.db_table, Club.members.through._meta.db_table
APPOINTMENTS, FIXTURES = Appointment._meta.db_table, Fixture._meta.db_table
STANDINGS = Standing._meta.db_table
BATTLE = (
    "SELECT s.system, s.position, s.campaign IS NOT NULL AND c.id IS NULL, c.visibility,"
    f" EXISTS (SELECT 1 FROM {ORGANISERS} o WHERE o.club_id = c.club_id AND o.user_id = %s),"
    f" (SELECT a.office FROM {APPOINTMENTS} a WHERE a.campaign_id = s.campaign AND a.person = %s),"
    f" EXISTS (SELECT 1 FROM {MEMBERS} m WHERE m.club_id = c.club_id AND m.user_id = %s)"
    f" OR EXISTS (SELECT 1 FROM {STANDINGS} p WHERE p.campaign_id = s.campaign AND p.players LIKE %s),"
    f" (SELECT f.seats FROM {FIXTURES} f WHERE f.battle = s.stream AND f.campaign_id = s.campaign)"
    f" FROM {Sheet._meta.db_table} s LEFT JOIN {Campaign._meta.db_table} c ON c.stream = s.campaign"
    " WHERE s.stream = %s"
)


class Access(NamedTuple):
    """A battle as it stands, and who the caller is to it (None without an account)."""

    stream: str
    system: str
    position: int
    who: Who | None

    @property
    def viewer(self) -> str:
        """Everything about the caller that an answer may depend on."""
        return (
            f"{self.who.id}/{self.who.referee:d}"
            + "".join(f"/{side}={' '.join(players)}" for side, players in self.who.seats)
            if self.who
            else ""
        )


def to_battle(user: Person, battle: UUID) -> Access:
    """The battle and the caller. `Http404` if it does not exist or the caller may not know of it. One query."""
    person = _bound(user.pk) if isinstance(user, User) else None
    with connection.cursor() as cursor:
        cursor.execute(BATTLE, [person, str(user.pk or ""), person, f'%"{user.pk}"%', _bound(battle)])
        row = cursor.fetchone()
    if row is None:
        raise Http404
    system, position, astray, visibility, *what, seats = row
    role = _role(user, *what)
    if astray and role < Role.ORGANISER:  # imported without its campaign
        raise Http404
    if role < MAY["see members only" if visibility == Campaign.Visibility.MEMBERS else "see"]:
        raise Http404
    who = None
    if role > Role.VISITOR:
        referee = role >= MAY["referee"]
        who = Who(str(user.pk), referee=referee, seats=roles.seats_of(seats), needs_case=referee)
    return Access(str(battle), system, position, who)


def to_campaign(user: Person, campaign: UUID) -> CampaignSheet:
    """The sheet of an open campaign the caller may read; `Http404` for any other. One query."""
    visible = roles.visible_campaigns(user).filter(pk=campaign, stream__isnull=False)
    sheet = CampaignSheet.objects.filter(pk__in=visible.values("stream")).first()
    if sheet is None:
        raise Http404
    return sheet


def read_campaign(user: Person, campaign: UUID) -> tuple[CampaignSheet, Access]:
    """The sheet of an open campaign, and who reads it; `Http404` if they may not. Two queries at most."""
    sheet = to_campaign(user, campaign)
    return sheet, Access(str(sheet.stream), sheet.system, sheet.position, roles.who_in_campaign(user, campaign))


def _role(user: Person, *what: Any) -> Role:
    """Same as `campaigns.roles.role_in`, from what the statement has found."""
    if not isinstance(user, User) or not user.is_active:
        return Role.VISITOR
    return Role.ORGANISER if user.is_superuser else roles.role_of(*what)


def _bound(id: UUID) -> Any:
    """An id as Django stores it here: the database's own type, or 32 digits."""
    return id if connection.features.has_native_uuid_field else id.hex
