"""Operations at `me`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    Me,
    MyCalendar,
)
from leaguer_client.transport import Transport


class MeOperations(Transport):
    """What is asked and told at `/api/v1/me/`."""

    def read_who_you_are(self) -> Me:
        """Your account, the campaigns you organise or umpire, and your battles that are not settled."""
        return self.call("GET", "/me/", Me)

    def read_your_calendars_address(self) -> MyCalendar:
        """The secret address at which a calendar program reads your dates without logging in; "" while you
        have none. Who knows it reads when and where you play."""
        return self.call("GET", "/me/calendar/", MyCalendar)

    def make_your_calendar_another_address(self) -> MyCalendar:
        """A new address, or your first; the one before leads nowhere any more. It takes no body."""
        return self.call("POST", "/me/calendar/", MyCalendar)
