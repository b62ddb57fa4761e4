"""What the people of a club are called for one reader: as its leagues call them (`leagues.presenters.names`), and the
most careful of those where they differ.

Who hides from strangers in one of its leagues is nobody to them here. An alias is that of the league that moved last.
Where one league shows strangers no names, its club shows them none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from django.db.models import Manager
from django.urls import reverse

from battles.presenters.people import own_names_of, reader_of
from campaigns.models import Club, User
from campaigns.presenters.public_names import public_names
from campaigns.roles import Person, belongs_to_club
from leagues import roles
from leagues.models import League, LeaguePlayer, LeagueSheet
from leagues.presenters.names import Names
from leagues.presenters.strangers import by_player, unknown


class Mentioned(msgspec.Struct, frozen=True):
    """Somebody as the reader may know them. `address`: of their page in a league of the club, "" for none."""

    name: str
    address: str = ""


class ClubNames:
    """`pages`: where each of its players is read of."""

    def __init__(self, names: Names, pages: dict[str, str]) -> None:
        self.names, self.pages = names, pages

    def of(self, key: str) -> Mentioned:
        return Mentioned(self.names.name(key), "" if self.names.is_hidden(key) else self.pages.get(key, ""))

    def seen(self, keys: Iterable[str]) -> list[str]:
        """Each of them once; nobody who hides from the reader."""
        return [key for key in dict.fromkeys(keys) if not self.names.is_hidden(key)]

    def shown(self, keys: Iterable[str]) -> list[Mentioned]:
        """The same, by their names."""
        found = [self.of(key) for key in self.seen(keys)]
        return sorted(found, key=lambda one: (one.name.casefold(), one.address))


class People(msgspec.Struct, frozen=True):
    """The ids of who organises a club and of its members, as far as the reader may know of them, and their names."""

    organisers: tuple[str, ...]
    members: tuple[str, ...]
    names: ClubNames


def people_of(club: Club, reader: Person) -> People:
    """A stranger reads of those members alone who play in a league that they may read. Seven queries."""
    inside = belongs_to_club(reader, club)
    leagues = list(League.objects.filter(club=club, stream__isnull=False))
    listed = set(roles.listed(reader).filter(club=club).values_list("pk", flat=True))
    open_to = [one for one in leagues if one.pk in listed]
    organisers, members = _ids(club.organisers), _ids(club.members)
    names = names_of_club(reader, inside, leagues, open_to, [*organisers, *members])
    known = members if inside else [one for one in members if one in names.pages]
    return People(tuple(names.seen(organisers)), tuple(names.seen(known)), names)


def _ids(people: Manager[User]) -> list[str]:
    return [str(pk) for pk in people.filter(is_active=True).values_list("pk", flat=True)]


def names_of_club(
    reader: Person, inside: bool, leagues: Iterable[League], open_to: Iterable[League], others: Iterable[str]
) -> ClubNames:
    """The names of `others` and of everybody who plays in the club's `leagues`. `inside`: whether the reader belongs to
    the club. `open_to`: the leagues whose pages they may read. Four queries for any number."""
    streams = [one.stream for one in leagues if one.stream]
    sheets = list(LeagueSheet.objects.filter(pk__in=streams).order_by("-moved_at", "stream")) if streams else []
    newest = {sheet.stream: n for n, sheet in enumerate(sheets)}
    rows = list(LeaguePlayer.objects.filter(league__in=newest)) if newest else []
    rows.sort(key=lambda one: newest[one.league_id])
    slugs = {one.stream: one.slug for one in open_to}
    pages: dict[str, str] = {}
    for one in rows:
        if one.league_id in slugs:
            pages.setdefault(one.player, reverse("league-player", args=[slugs[one.league_id], one.player]))
    roll = _as_one(rows)
    terms = [msgspec.json.decode(one.terms, type=dict[str, bool | int | str]) for one in sheets]
    people = {*roll, *others}
    strangers = unknown(LeaguePlayer.objects.filter(player__in=people).exclude(league__in=newest), reader_of(reader))
    elsewhere = {} if inside else by_player(strangers)
    shows = all(one["show_names"] for one in terms)
    accounts = (own_names_of if inside else public_names)(people)
    return ClubNames(Names(roll, accounts, inside, shows, elsewhere), pages)


def _as_one(rows: Sequence[LeaguePlayer]) -> dict[str, LeaguePlayer]:
    """Of each player one row, with their first alias and name, hidden if one of theirs is."""
    found: dict[str, LeaguePlayer] = {}
    for row in rows:
        one = found.setdefault(row.player, row)
        one.alias, one.name, one.hidden = one.alias or row.alias, one.name or row.name, one.hidden or row.hidden
    return found
