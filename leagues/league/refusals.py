"""What every decision on a league checks alike, and how it is refused."""

from __future__ import annotations

from leagues.league.state import League, LeagueSeason, Player
from rules.adjudicate import CLERK
from rules.contract import Refused, Sentence, say
from rules.contract import gettext_noop as _
from rules.stream.decider import Who


def no(text: Sentence, remedy: Sentence | None = None, field: str = "", code: str = "refused") -> Refused:
    return Refused("league", text, remedy, field=field, code=code)


def organiser(who: Who) -> None:
    """`Refused` for everyone but an organiser and the clerk."""
    if not who.referee:
        raise no(_("Only an organiser of the league may do this."), _("Ask one."), "by", "not-yours")


def clerk(who: Who) -> None:
    if who.id != CLERK:
        raise no(_("Only the clerk may do this."), _("It does so by itself."), "by", "not-yours")


def player_of(league: League, key: str, field: str = "player") -> Player:
    found = league.players.get(key)
    if found is None:
        raise no(
            say(_("%(player)s has never played in this league."), player=key),
            _("Who enlists in one of its seasons is in it."),
            field,
        )
    return found


def season_of(league: League, number: int, field: str = "season") -> LeagueSeason:
    found = league.season(number)
    if found is None:
        raise no(
            say(_("There is no season %(season)d."), season=number),
            say(_("The league has %(seasons)d seasons."), seasons=len(league.seasons)),
            field,
        )
    return found
