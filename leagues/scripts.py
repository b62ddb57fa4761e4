"""Reports to a league that come as lines of script, by API and by the paste box of its page."""

from __future__ import annotations

from battles.presenters.people import names_of, own_names_of, reader_of
from campaigns.models import User
from campaigns.roles import Person
from leagues import joining, roles
from leagues.league import League, script
from leagues.models import League as Desk
from rules.contract import Refused
from rules.stream.script import Line


def read(text: str, desk: Desk, league: League, user: Person, faults: list[Refused] | None = None) -> list[Line]:
    """The lines that report something (`leagues.league.script.read`). People may be called by the names of their
    accounts: those of the club, and all that the league knows; a stranger calls them as they may know them. Campaigns
    that `user` may read are called by theirs."""
    known = {*league.players, *league.offices}
    people = names_of(known, reader_of(user))
    if roles.belongs(user, desk):
        club = User.objects.filter(clubs=desk.club_id)
        people = own_names_of(known) | {str(one.pk): one.get_username() for one in club}
    return list(script.read(text, league, people, joining.free_campaigns(desk, user), faults))
