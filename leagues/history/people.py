"""Which name of a list is which player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from battles.presenters.people import own_names_of
from campaigns.models import User
from leagues.history.listing import Past, names_in
from leagues.league import League
from leagues.league.refusals import no
from leagues.models import League as Desk
from rules.contract import gettext_noop as _
from rules.contract import say

NEW, OUT = "new", "out"  # instead of a player's key: somebody who is kept by their name; games that are left out
MINTED = "past-"  # begins the keys of those who are kept by their names


class Matched(NamedTuple):
    """`keys`: of each name, without regard to case; `new`: those who are kept by their name, by key; `out`: names whose
    games are left out; `called`: what a known player is called here, by key."""

    keys: dict[str, str]
    new: dict[str, str]
    out: frozenset[str]
    called: dict[str, str]

    def key(self, name: str) -> str:
        return self.keys[name.casefold()]

    def counts(self, one: Past) -> bool:
        """Whether a game is taken in: nobody of it is left out, and no two of its names are the same player."""
        names = [side.name.casefold() for side in one.sides]
        return not self.out.intersection(names) and not self.meets_itself(one)

    def meets_itself(self, one: Past) -> bool:
        keys = [self.keys[name] for side in one.sides if (name := side.name.casefold()) not in self.out]
        return len({*keys}) < len(keys)


def match(desk: Desk, league: League, games: Sequence[Past], chosen: Mapping[str, str] | None = None) -> Matched:
    """Players by their alias, by the name they had before, or by that of an account of the club or the league; who has
    none of these gets a key of their own. A name that several have is nobody's. `chosen` says otherwise of a name: the
    key of somebody known here, `NEW` or `OUT`; `Refused` for a key that nobody has."""
    called, known = _known(desk, league)
    wanted = {name.casefold(): what for name, what in (chosen or {}).items() if what}
    for name, what in wanted.items():
        if what not in (NEW, OUT) and what not in called:
            text = say(_("“%(name)s” cannot be the player %(key)s: nobody here has that key."), name=name, key=what)
            raise no(text, _("Choose a player of the league or an account of its club."), "people")
    keys, new = {}, {}
    free = _free_keys(league)
    for name in names_in(list(games)):
        plain = name.casefold()
        found = known.get(plain, set())
        what = wanted.get(plain) or (next(iter(found)) if len(found) == 1 else NEW)
        if what == NEW:
            what = next(free)
            new[what] = name
        keys[plain] = what
    out = frozenset(name for name, what in keys.items() if what == OUT)
    return Matched(keys, new, out, called)


def _known(desk: Desk, league: League) -> tuple[dict[str, str], dict[str, set[str]]]:
    """What everybody known here is called, by key; and who goes by each name."""
    club = {str(user.pk): user.get_username() for user in User.objects.filter(clubs=desk.club_id)}
    accounts = club | own_names_of(key for key, one in league.players.items() if not one.name)
    called = {player.key: player.alias or player.name or player.key for player in league.players.values()} | accounts
    known: dict[str, set[str]] = {}
    for key, name in accounts.items():
        known.setdefault(name.casefold(), set()).add(key)
    for player in league.players.values():
        for name in (player.alias, player.name):
            if name:
                known.setdefault(name.casefold(), set()).add(player.key)
    return called, known


def _free_keys(league: League) -> Iterator[str]:
    number = sum(1 for key in league.players if key.startswith(MINTED))
    while True:
        number += 1
        yield f"{MINTED}{number}"
