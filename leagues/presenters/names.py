"""What the people of a league are called for one reader. Pages and API ask here, so that nobody's name goes round it.

Whoever belongs to the club reads aliases, and the names of accounts where there is no alias. A stranger reads those too
where the term `show_names` holds; else aliases alone, and the initials of who has none. Players who hide themselves are
nobody to strangers, by whatever name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from django.utils.translation import gettext as _

from battles.presenters.people import names_of
from campaigns.roles import Person
from leagues import roles
from leagues.models import League, LeaguePlayer, LeagueSheet
from rules.adjudicate import CLERK


class Called(msgspec.Struct, frozen=True):
    """Somebody as the reader may know them. `key` opens their page; "" where they have none for this reader."""

    name: str
    key: str = ""


class Names:
    """`roll`: the players of the league, by key; `inside`: whether the reader belongs to the club."""

    def __init__(
        self, roll: Mapping[str, LeaguePlayer], accounts: Mapping[str, str], inside: bool, show_names: bool
    ) -> None:
        self.roll, self.accounts, self.inside, self.show_names = roll, accounts, inside, show_names

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
        return name if self.inside or self.show_names or name == gone or key == CLERK else initials(name)

    def is_hidden(self, key: str) -> bool:
        """Whether this player is nobody to the reader."""
        player = self.roll.get(key)
        return player is not None and player.hidden and not self.inside

    def in_sentences(self) -> dict[str, str]:
        """For the ids in sentences and refusals."""
        return {key: self.name(key) for key in {*self.roll, *self.accounts}}


def initials(name: str) -> str:
    """The first letters of a name's words: “B. M.” of “Bob Miller”."""
    return " ".join(f"{word[0].upper()}." for word in name.split() if word) or "–"


def names_for(user: Person, desk: League, sheet: LeagueSheet, others: Iterable[str] = ()) -> Names:
    """The names of a league's players and officers for `user`, and of `others` by the ids of the log. The same few
    queries for any number."""
    roll = {one.player: one for one in LeaguePlayer.objects.filter(league_id=sheet.pk)}
    offices = msgspec.json.decode(sheet.offices, type=dict[str, str])
    accounts = names_of({*roll, *offices, *others})
    terms = msgspec.json.decode(sheet.terms, type=dict[str, bool | int | str])
    return Names(roll, accounts, roles.belongs(user, desk), bool(terms["show_names"]))
