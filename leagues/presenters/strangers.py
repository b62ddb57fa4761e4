"""How players of leagues are shown to who does not know them, wherever an account's name would be told: on the pages of
campaigns and battles, in downloads and by the API (`battles.presenters.people`).

Who hides in a league is nobody; who has an alias goes by it; where a league does not show names, initials are left. It
holds everywhere, since the id of a player is the same everywhere, and whoever follows it would find the name. A reader
knows the people of their clubs, the players of a league that they belong to, those of a campaign that they are a member
of, and whom they have met in a battle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid5

import msgspec
from django.db import connection
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat, Replace
from django.utils.translation import gettext as _

from battles.models import Seat
from battles.presenters.people import Veil
from battles.written import NOBODY, about
from campaigns.models import Appointment, Campaign, Club, Standing, User
from campaigns.models.sheets import commanded_by
from campaigns.presenters.public_names import initials
from leagues.models import League, LeaguePlayer, LeagueSheet

_written: dict[tuple[str, int], tuple[str, tuple[Any, ...]]] = {}


class Played(NamedTuple):
    """Somebody as a player of one league, and whether strangers read names there."""

    row: LeaguePlayer
    shows_names: bool


class _Terms(msgspec.Struct):
    show_names: bool = True


def covers(people: Collection[str]) -> Exists:
    """Whether one of these people plays in a league."""
    return Exists(LeaguePlayer.objects.filter(player__in=people))


def unknown(rows: QuerySet[LeaguePlayer], reader: str) -> QuerySet[LeaguePlayer]:
    """Of these players, those whom the reader ("" for who has no account) does not know."""
    if not reader:
        return rows
    player = OuterRef("player")
    named = Concat(Value('"'), player, Value('"'))
    campaigns = _campaigns_of(reader)
    met = Seat.objects.filter(player=reader).values("sheet")
    known = (
        Exists(User.objects.filter(pk=reader, is_superuser=True))
        | Exists(_club_mates(reader, player))
        | Exists(LeaguePlayer.objects.filter(_of_leagues(reader), player=player))
        | Exists(Standing.objects.filter(campaigns, players__contains=named))
        | Exists(Appointment.objects.filter(campaigns, person=player))
        | Exists(Seat.objects.filter(player=player, sheet__in=met))
    )
    return rows.exclude(player=reader).exclude(known)


def _club_mates(reader: str, player: OuterRef) -> QuerySet[User]:
    """The player, if they are of a club of the reader's. Accounts have other ids in a database than in a log."""
    clubs = Club.objects.filter(Q(organisers=reader) | Q(members=reader)).values("pk")
    same = Replace(Cast("pk", CharField()), Value("-"), Value(""))
    mates = User.objects.filter(Q(clubs__in=clubs) | Q(organises__in=clubs)).annotate(digits=same)
    return mates.filter(digits=Replace(player, Value("-"), Value("")))


def _of_leagues(reader: str) -> Q:
    """In a league that the reader belongs to (`leagues.roles.belongs`)."""
    clubs = League.objects.filter(Q(club__organisers=reader) | Q(club__members=reader), stream__isnull=False)
    return (
        Q(league__in=clubs.values("stream"))
        | Q(league__in=LeagueSheet.objects.filter(offices__contains=f'"{reader}"').values("pk"))
        | Q(league__in=LeaguePlayer.objects.filter(player=reader).values("league"))
    )


def _campaigns_of(reader: str) -> Q:
    """In a campaign that the reader is a member of, by its club, a platoon or an office."""
    clubs = Campaign.objects.filter(Q(club__organisers=reader) | Q(club__members=reader), stream__isnull=False)
    return (
        Q(campaign__in=clubs.values("stream"))
        | Q(campaign__in=Appointment.objects.filter(person=reader).values("campaign"))
        | Q(campaign__in=commanded_by(reader, "campaign"))
    )


def names(own: Mapping[str, str], reader: str) -> dict[str, str]:
    """What those of these people are called whom the reader does not know. One query."""
    return {player: called(own[player], played) for player, played in _grouped(_unknown_of([*own], reader)).items()}


def by_player(rows: QuerySet[LeaguePlayer]) -> dict[str, list[Played]]:
    """Each player as the leagues have them, those in a settled order."""
    return _grouped(_with_terms(rows))


def _with_terms(rows: QuerySet[LeaguePlayer]) -> QuerySet[LeaguePlayer, Any]:
    return rows.annotate(terms=F("league__terms")).order_by("key")


def _grouped(rows: Iterable[Any]) -> dict[str, list[Played]]:
    found = defaultdict[str, list[Played]](list)
    for one in rows:
        found[one.player].append(Played(one, shows_names(one.terms)))
    return found


def _unknown_of(people: Sequence[str], reader: str) -> Iterable[Any]:
    """Those of these people whom the reader does not know, as `_with_terms` has them.

    Django takes ten times as long to write this query as a database to answer it. It is written once for each number of
    people, about nobody, and then asked about them.
    """
    if not reader:
        return _with_terms(unknown(LeaguePlayer.objects.filter(player__in=people), reader))
    nobody = [str(uuid5(NOBODY, str(n))) for n in range(len(people) + 1)]
    kind = connection.vendor, len(people)
    if kind not in _written:
        rows = _with_terms(unknown(LeaguePlayer.objects.filter(player__in=nobody[1:]), nobody[0]))
        _written[kind] = rows.query.get_compiler(connection=connection).as_sql()
    sql, parameters = _written[kind]
    who = dict(zip(nobody, (reader, *people), strict=True))
    return LeaguePlayer.objects.raw(sql, [about(one, who) for one in parameters])


def called(own: str, played: Sequence[Played]) -> str:
    """What strangers call the player of these leagues, whose account has its `own` name."""
    if any(one.row.hidden for one in played):
        return _("a player")
    if alias := next((one.row.alias for one in played if one.row.alias), ""):
        return alias
    return own if all(one.shows_names for one in played) else initials(own)


def shows_names(terms: str) -> bool:
    """Of a league's terms: whether strangers read the names of accounts."""
    return msgspec.json.decode(terms, type=_Terms).show_names


VEIL = Veil(covers, names)
