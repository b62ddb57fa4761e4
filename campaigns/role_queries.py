"""What somebody is to one battle or one campaign, read in one statement.

In SQL, as it runs before every page and every report: Django takes longer to write these statements than a database to
answer them. `campaigns.roles` says what follows from it.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from battles.models import Sheet
from campaigns.models import Appointment, Campaign, CampaignSheet, Club, ClubWords, Fixture, Standing, User


class Ties(NamedTuple):
    """Of an account to a campaign; without any to one that is not on the desk."""

    organises: bool  # its club
    office: str | None  # that its organisers have given them
    belongs: bool  # to its club, commands a platoon, or sits in for its players


class BattleFound(NamedTuple):
    system: str
    position: int
    astray: bool  # imported without its campaign
    visibility: str | None  # of its campaign; None without one
    seats: str | None  # `Fixture.seats`
    ties: Ties
    tape: str  # which its club measures with, "" for none
    speaks: int | None  # the key of its club, if that has words of its own
    claimed: str | None  # the id of a guest of the battle, whose seat this account has claimed


class CampaignFound(NamedTuple):
    sheet: CampaignSheet
    visibility: str
    ties: Ties


_ID = "'%%' || %s || '%%'"  # SQLite would prepare a statement anew for every value that stands alone behind LIKE
_TIES = (
    f" EXISTS (SELECT 1 FROM {Club.organisers.through._meta.db_table} o"
    " WHERE o.club_id = c.club_id AND o.user_id = %s),"
    f" (SELECT a.office FROM {Appointment._meta.db_table} a WHERE a.campaign_id = c.stream AND a.person = %s),"
    f" EXISTS (SELECT 1 FROM {Club.members.through._meta.db_table} m"
    " WHERE m.club_id = c.club_id AND m.user_id = %s)"
    f" OR EXISTS (SELECT 1 FROM {Standing._meta.db_table} p WHERE p.campaign_id = c.stream AND p.players LIKE {_ID})"
    f" OR EXISTS (SELECT 1 FROM {Fixture._meta.db_table} x WHERE x.campaign_id = c.stream AND x.substitutes LIKE {_ID})"
)
_CLAIMED = f", (SELECT g.id FROM {User._meta.db_table} g WHERE g.guest_of = s.stream AND g.claimed_by_id = %s)"
_OF_A_KEY = " c.club_id = %s, NULL, 1 = 0"  # which has the office of its maker, and plays nowhere
_NO_TIES = " 1 = 0, NULL, 1 = 0"  # of a visitor without an account
_BATTLE = (
    "SELECT s.system, s.position, s.campaign IS NOT NULL AND c.id IS NULL, c.visibility,"
    f" (SELECT f.seats FROM {Fixture._meta.db_table} f WHERE f.battle = s.stream AND f.campaign_id = s.campaign),"
    f" (SELECT k.tape FROM {Club._meta.db_table} k WHERE k.id = c.club_id),"
    f" (SELECT MIN(w.club_id) FROM {ClubWords._meta.db_table} w WHERE w.club_id = c.club_id),",
    f" FROM {Sheet._meta.db_table} s LEFT JOIN {Campaign._meta.db_table} c ON c.stream = s.campaign"
    " WHERE s.stream = %s",
)
_CAMPAIGN = ("SELECT", f" FROM {Campaign._meta.db_table} c WHERE c.id = %s")
_FIELDS = CampaignSheet._meta.concrete_fields
_SHEET = (
    f"SELECT {', '.join(f'h.{field.column}' for field in _FIELDS)}, c.visibility,",
    f" FROM {Campaign._meta.db_table} c JOIN {CampaignSheet._meta.db_table} h ON h.stream = c.stream WHERE c.id = %s",
)


def battle_found(user: User | AnonymousUser, battle: UUID | str) -> BattleFound | None:
    row = _found(_BATTLE, user, battle, _CLAIMED)
    if not row:
        return None
    claimed = str(UUID(str(row[10]))) if len(row) > 10 and row[10] else None
    return BattleFound(row[0], row[1], bool(row[2]), row[3], row[4], _ties(row[7:10]), row[5] or "", row[6], claimed)


def campaign_found(user: User | AnonymousUser, campaign: UUID | str) -> CampaignFound | None:
    """None for a campaign that is not open yet, too."""
    if not (row := _found(_SHEET, user, campaign)):
        return None
    n = len(_FIELDS)
    values = [field.to_python(value) for field, value in zip(_FIELDS, row[:n], strict=True)]
    sheet = CampaignSheet.from_db(connection.alias, [field.attname for field in _FIELDS], values)
    return CampaignFound(sheet, row[n], _ties(row[n + 1 :]))


def ties_to_campaign(user: User, campaign: UUID | str) -> Ties | None:
    """Open or not; None if there is none."""
    row = _found(_CAMPAIGN, user, campaign)
    return _ties(row) if row else None


def _found(parts: tuple[str, str], user: User | AnonymousUser, id: UUID | str, more: str = "") -> Any:
    """`more`: a further column for who has an account, with a place for its id."""
    known = isinstance(user, User)
    if isinstance(user, User) and user.of_club is not None:
        return _one(_OF_A_KEY.join(parts), [user.of_club, _bound(UUID(str(id)))])
    person = [_bound(user.pk), str(user.pk), _bound(user.pk), *[f'"{user.pk}"'] * 2] if known else []
    person += [_bound(user.pk)] if known and more else []
    return _one((_TIES + more if known else _NO_TIES).join(parts), [*person, _bound(UUID(str(id)))])


def _one(statement: str, values: list[Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()


def _ties(row: tuple[Any, ...]) -> Ties:
    organises, office, belongs = row
    return Ties(bool(organises), office, bool(belongs))


def _bound(id: Any) -> Any:
    """An id as Django stores it here: the database's own type, or 32 digits."""
    return id.hex if isinstance(id, UUID) and not connection.features.has_native_uuid_field else id
