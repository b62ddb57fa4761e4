"""What mending asks of a league: its organisers do it, nobody is asked, and what the clerk reports follows seasons.

How a stream is mended stands in `rules.stream.revision`; here is what only a league knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from leagues.league import MENDS, decide
from leagues.league.deeds import ReportDeeds
from leagues.league.opening import Found
from leagues.league.refusals import no, organiser
from leagues.league.results import ReportResults
from leagues.league.seasons import AddCampaign
from leagues.league.state import League
from rules.contract import Choice, Command, Dice, Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.person_mending import PersonMending
from rules.stream.decider import Who
from rules.stream.history import Past
from rules.stream.revision import choices
from rules.stream.revision.contract import MendedHistory, Retelling
from rules.stream.revision.redaction import Redaction
from rules.stream.revision.reports import Declare
from rules.stream.revision.state import Proposal

BY_THE_CLERK = (ReportResults.__name__, ReportDeeds.__name__)
FROM_BELOW = (
    say(_("The clerk reports what a campaign has come to.")),
    say(_("Correct the campaign: what follows from it is reported here again.")),
)


class LeagueMending(PersonMending[League]):
    """Nobody's consent is asked: only organisers mend a league. A person reads, or None as a spectator."""

    rule = "league"
    commands = frozenset(MENDS)
    unsayable = (*(kind for kind in MENDS if kind is not Declare), Found, ReportResults, ReportDeeds)
    hidden: ClassVar[tuple[Message, Message]] = (
        say(_("What follows from this is hidden.")),
        say(_("Ask an organiser.")),
    )

    def decided(self, state: League, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        yield from decide(state, command, who, dice)

    # -- people --------------------------------------------------------------------------------------------------------

    def check_part(self, state: League, who: Who) -> None:
        organiser(who)

    def check_may(self, state: League, kind: type[Command], who: Who) -> None:
        organiser(who)

    def parties(self, state: League, who: Who) -> tuple[str, ...]:
        return ()

    def touched(self, history: MendedHistory[League, Who | None], state: League, command: Command) -> tuple[str, ...]:
        return ()

    def asked(self, state: League, proposal: Proposal) -> tuple[str, ...]:
        return ()

    def fellows(self, state: League, who: Who) -> frozenset[str]:
        return frozenset((who.id,))

    # -- what is hidden ------------------------------------------------------------------------------------------------

    def redaction(
        self, history: MendedHistory[League, Who | None], now: League, reader: Who | None
    ) -> Redaction[League, Who | None]:
        redaction: Redaction[League, Who | None] = Redaction(history.decider, now, reader)
        redaction.tells_why = True
        return redaction

    def knows_all(self, state: League, who: Who) -> bool:
        return True

    # -- reports that are told again -----------------------------------------------------------------------------------

    def retelling(self, past: Past, old: League, now: League) -> Retelling:
        """What the clerk reported of a campaign that is not in the league any more is gone with it."""
        return "attempted" if past.type in BY_THE_CLERK else "decided"

    # -- what may be mended --------------------------------------------------------------------------------------------

    def is_closed(self, state: League) -> bool:
        return False

    def check_correct(self, state: League, past: Past, how: str, kind: str, who: Who) -> None:
        if (kind if how == "insert" else past.type) in BY_THE_CLERK:
            raise no(*FROM_BELOW, "position")
        if how == "change" and AddCampaign.__name__ in (past.type, kind):
            raise no(
                _("A campaign that was added is not changed."),
                _("Take it back, and add it as it should be."),
                "how",
            )


MENDING = LeagueMending()


def mends_of(league: League, who: Who | None, last: Past | None = None) -> Sequence[Choice]:
    """What `who` may report to mend the league. `last`: the newest report that counts, so that its undo is not offered
    where it is refused; None if nobody looked."""
    if who is None or not who.referee:
        return ()
    return MENDING.without_barred(league, choices.mends(MENDING, league, "", referee=True), last, who)
