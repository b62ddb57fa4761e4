"""Reports to a league that come as lines of script, by API and by the paste box of its page."""

from __future__ import annotations

from battles.presenters.people import names_of
from campaigns.models import User
from leagues.league import League, script
from leagues.models import League as Desk
from leagues.presenters.candidates import candidates
from rules.contract import Refused
from rules.stream.script import Line


def read(text: str, desk: Desk, league: League, faults: list[Refused] | None = None) -> list[Line]:
    """The lines that report something (`leagues.league.script.read`). People may be called by the names of their
    accounts: those of the club, and all that the league knows."""
    club = User.objects.filter(clubs=desk.club_id)
    people = names_of({*league.players, *league.offices}) | {str(user.pk): user.get_username() for user in club}
    campaigns = {pick.value: str(pick.label.values["text"]) for pick in candidates(desk)}
    return list(script.read(text, league, people, campaigns, faults))
