"""What the people of a league are called for one reader. Pages and API ask here, so that nobody's name goes round it.

Whoever belongs to the club reads aliases, and the names of accounts where there is no alias. A stranger reads those too
where the term `show_names` holds, but of minors the first name (`campaigns.presenters.public_names`); else aliases
alone, and the initials of who has none. Players who hide themselves are nobody to strangers, by whatever name; and who
has no alias here is called as another league has strangers call them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from django.db.models import Q
from django.utils.translation import gettext as _

from battles.presenters.people import own_names_of, reader_of
from campaigns.presenters.public_names import initials, public_names
from campaigns.roles import Person
from leagues import roles
from leagues.models import League, LeaguePlayer, LeagueSheet
from leagues.presenters.strangers import Played, by_player, called, shows_names, unknown
from rules.adjudicate import CLERK


class Called(msgspec.Struct, frozen=True):
    """Somebody as the reader may know them. `key` opens their page; "" where they have none for this reader."""

    name: str
    key: str = ""


class Names:
    """`roll`: the players of the league, by key; `elsewhere`: people in other leagues, as far as they are strangers to
    the reader there too; `inside`: whether the reader belongs to the club."""

    def __init__(
        self,
        roll: Mapping[str, LeaguePlayer],
        accounts: Mapping[str, str],
        inside: bool,
        show_names: bool,
        elsewhere: Mapping[str, Sequence[Played]],
    ) -> None:
        self.roll, self.accounts, self.inside, self.show_names = roll, accounts, inside, show_names
        self.elsewhere = elsewhere

    def of(self, key: str) -> Called:
        player = self.roll.get(key)
        return Called(self.name(key), key if player is not None and not self.is_hidden(key) else "")

    def name(self, key: str) -> str:
        if self.is_hidden(key):
            return _("a player")
        player = self.roll.get(key)
        if player is not None and player.alias:
            return player.alias
        gone = _("someone who has left")
        name = (player.name if player is not None else "") or self.accounts.get(key, gone)
        if self.inside or name == gone or key == CLERK:
            return name
        return called(name if self.show_names else initials(name), self.elsewhere.get(key, ()))

    def is_hidden(self, key: str) -> bool:
        """Whether this player is nobody to the reader."""
        player = self.roll.get(key)
        return player is not None and player.hidden and not self.inside

    def by_key(self, keys: Iterable[str]) -> dict[str, str]:
        """What these people are called, each once, in the order of their keys."""
        return {key: self.name(key) for key in sorted({*keys} - {""})}

    def in_sentences(self) -> dict[str, str]:
        """For the ids in sentences and refusals."""
        return {key: self.name(key) for key in {*self.roll, *self.accounts}}


def names_for(user: Person, desk: League, sheet: LeagueSheet, others: Iterable[str] = ()) -> Names:
    """The names of a league's players and officers for `user`, and of `others` by the ids of the log. The same few
    queries for any number."""
    inside = roles.belongs(user, desk)
    people = {*msgspec.json.decode(sheet.offices, type=dict[str, str]), *others}
    here = LeaguePlayer.objects.filter(league=sheet)
    shown = here
    if not inside:  # who belongs to the league reads everybody's name, and Django takes long to make the rest
        met = Q(player__in=people) | Q(player__in=here.values("player"))
        strangers = unknown(LeaguePlayer.objects.filter(met), reader_of(user))
        shown = LeaguePlayer.objects.filter(Q(league=sheet) | Q(pk__in=strangers))
    played = by_player(shown)
    roll = {key: one.row for key, each in played.items() for one in each if one.row.league_id == sheet.pk}
    elsewhere = {key: [one for one in each if one.row.league_id != sheet.pk] for key, each in played.items()}
    accounts = (own_names_of if inside else public_names)({*roll, *people})
    return Names(roll, accounts, inside, shows_names(sheet.terms), elsewhere)
