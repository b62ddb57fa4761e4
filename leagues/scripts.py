"""Reports to a league that come as lines of script, by API and by the paste box of its page."""

from __future__ import annotations

from battles.presenters.people import names_of
from campaigns.models import User
from campaigns.roles import Person
from leagues import joining
from leagues.league import League, script
from leagues.models import League as Desk
from rules.contract import Refused
from rules.stream.script import Line


def read(text: str, desk: Desk, league: League, user: Person, faults: list[Refused] | None = None) -> list[Line]:
    """The lines that report something (`leagues.league.script.read`). People may be called by the names of their
    accounts: those of the club, and all that the league knows; campaigns that `user` may read by theirs."""
    club = User.objects.filter(clubs=desk.club_id)
    people = names_of({*league.players, *league.offices}) | {str(user.pk): user.get_username() for user in club}
    return list(script.read(text, league, people, joining.free_campaigns(desk, user), faults))
