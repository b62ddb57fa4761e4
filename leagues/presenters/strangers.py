"""How players of leagues are shown to who does not know them, wherever an account's name would be told: on the pages of
campaigns and battles, in downloads and by the API (`battles.presenters.people`).

Who hides in a league is nobody; who has an alias goes by it; where a league does not show names, initials are left. It
holds everywhere, since the id of a player is the same everywhere, and whoever follows it would find the name. A reader
knows the people of their clubs, the players of a league that they belong to, those of a campaign that they are a member
of, and whom they have met in a battle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat, Replace
from django.utils.translation import gettext as _

from battles.models import Seat
from battles.presenters.people import Veil
from campaigns.models import Appointment, Campaign, Club, Standing, User
from campaigns.presenters.public_names import initials
from leagues.models import League, LeaguePlayer, LeagueSheet


class Played(NamedTuple):
    """Somebody as a player of one league, and whether strangers read names there."""

    row: LeaguePlayer
    shows_names: bool


class _Terms(msgspec.Struct):
    show_names: bool = True


def covers(people: Collection[str], reader: str) -> Exists:
    """Whether one of these people plays in a league, and is nobody whom the reader knows."""
    return Exists(unknown(LeaguePlayer.objects.filter(player__in=people), reader))


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
        | Q(campaign__in=Standing.objects.filter(players__contains=f'"{reader}"').values("campaign"))
    )


def names(own: Mapping[str, str], reader: str) -> dict[str, str]:
    """What those of these people are called whom the reader does not know. One query."""
    rows = unknown(LeaguePlayer.objects.filter(player__in=[*own]), reader)
    return {player: called(own[player], played) for player, played in by_player(rows).items()}


def by_player(rows: QuerySet[LeaguePlayer]) -> dict[str, list[Played]]:
    """Each player as the leagues have them, those in a settled order."""
    found = defaultdict[str, list[Played]](list)
    one: Any
    for one in rows.annotate(terms=F("league__terms")).order_by("key"):
        found[one.player].append(Played(one, shows_names(one.terms)))
    return found


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
