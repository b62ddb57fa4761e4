"""What somebody is to one battle or one campaign, read in one statement.

In SQL, as it runs before every page and every report: Django takes longer to write these statements than a database to
answer them. `campaigns.roles` says what follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def _ties_sql(id: str, person: str) -> str:
    """The ties of an account, by the SQL of its id as it is stored and as the log writes it. Written so because SQLite
    would prepare a statement anew for every value that stands alone behind LIKE."""
    named = f"'%%\"' || {person} || '\"%%'"
    return (
        f" EXISTS (SELECT 1 FROM {Club.organisers.through._meta.db_table} o"
        f" WHERE o.club_id = c.club_id AND o.user_id = {id}),"
        f" (SELECT a.office FROM {Appointment._meta.db_table} a"
        f" WHERE a.campaign_id = c.stream AND a.person = {person}),"
        f" EXISTS (SELECT 1 FROM {Club.members.through._meta.db_table} m"
        f" WHERE m.club_id = c.club_id AND m.user_id = {id})"
        f" OR EXISTS (SELECT 1 FROM {Standing._meta.db_table} p"
        f" WHERE p.campaign_id = c.stream AND p.players LIKE {named})"
        f" OR EXISTS (SELECT 1 FROM {Fixture._meta.db_table} x"
        f" WHERE x.campaign_id = c.stream AND x.substitutes LIKE {named})"
    )


def _claimed_sql(id: str) -> str:
    return f", (SELECT g.id FROM {User._meta.db_table} g WHERE g.guest_of = s.stream AND g.claimed_by_id = {id})"


_TIES, _CLAIMED = _ties_sql("%s", "%s"), _claimed_sql("%s")
_OF_A_KEY = " c.club_id = %s, NULL, 1 = 0"  # which has the office of its maker, and plays nowhere
_NO_TIES = " 1 = 0, NULL, 1 = 0"  # of a visitor without an account
_COLUMNS = (
    " s.system, s.position, s.campaign IS NOT NULL AND c.id IS NULL, c.visibility,"
    f" (SELECT f.seats FROM {Fixture._meta.db_table} f WHERE f.battle = s.stream AND f.campaign_id = s.campaign),"
    f" (SELECT k.tape FROM {Club._meta.db_table} k WHERE k.id = c.club_id),"
    f" (SELECT MIN(w.club_id) FROM {ClubWords._meta.db_table} w WHERE w.club_id = c.club_id),"
)
_OF_ITS_CAMPAIGN = f" LEFT JOIN {Campaign._meta.db_table} c ON c.stream = s.campaign"
_BATTLE = f"SELECT{_COLUMNS}", f" FROM {Sheet._meta.db_table} s{_OF_ITS_CAMPAIGN} WHERE s.stream = %s"
_CAMPAIGN = ("SELECT", f" FROM {Campaign._meta.db_table} c WHERE c.id = %s")
_FIELDS = CampaignSheet._meta.concrete_fields
_SHEET = (
    f"SELECT {', '.join(f'h.{field.column}' for field in _FIELDS)}, c.visibility,",
    f" FROM {Campaign._meta.db_table} c JOIN {CampaignSheet._meta.db_table} h ON h.stream = c.stream WHERE c.id = %s",
)


def battle_found(user: User | AnonymousUser, battle: UUID | str) -> BattleFound | None:
    row = _found(_BATTLE, user, battle, _CLAIMED)
    return battle_in(row) if row else None


def beside(id: str, person: str) -> tuple[str, str]:
    """For a statement that looks an account up: columns that say what `battle_found` would, and what is joined for
    them, with a place for the battle's id (`stored`). `id`, `person`: SQL of the account's id as it is stored and as
    the log writes it."""
    columns = f"{_COLUMNS}{_ties_sql(id, person)}{_claimed_sql(id)}"
    return columns, f" LEFT JOIN {Sheet._meta.db_table} s ON s.stream = %s{_OF_ITS_CAMPAIGN}"


def battle_in(row: Sequence[Any]) -> BattleFound | None:
    """What such columns say; None where there is no such battle."""
    if row[0] is None:
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
        return _one(_OF_A_KEY.join(parts), [user.of_club, stored(UUID(str(id)))])
    person = [stored(user.pk), str(user.pk), stored(user.pk), *[str(user.pk)] * 2] if known else []
    person += [stored(user.pk)] if known and more else []
    return _one((_TIES + more if known else _NO_TIES).join(parts), [*person, stored(UUID(str(id)))])


def _one(statement: str, values: list[Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()


def _ties(row: Sequence[Any]) -> Ties:
    organises, office, belongs = row
    return Ties(bool(organises), office, bool(belongs))


def written(id: str, vendor: str) -> str:
    """SQL of a stored id as the log writes it: with hyphens, which SQLite's 32 digits lack."""
    if vendor != "sqlite":
        return f"CAST({id} AS text)"
    return " || '-' || ".join(f"substr({id}, {at}, {n})" for at, n in ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12)))


def stored(id: Any) -> Any:
    """An id as Django stores it here: the database's own type, or 32 digits."""
    return id.hex if isinstance(id, UUID) and not connection.features.has_native_uuid_field else id
