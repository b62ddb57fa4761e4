"""What mending asks of a league: its organisers do it, nobody is asked, and what the clerk reports follows seasons.

How a stream is mended stands in `rules.stream.revision`; here is what only a league knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import ClassVar

from leagues.league import MENDS, decide
from leagues.league.deeds import ReportDeeds
from leagues.league.opening import Found
from leagues.league.refusals import no, organiser
from leagues.league.results import ReportResults
from leagues.league.seasons import AddCampaign
from leagues.league.state import League
from rules.contract import Choice, Command, Dice, Event, Message, Refused, Unfallen, say
from rules.contract import gettext_noop as _
from rules.stream.codec import as_stored
from rules.stream.decider import Who
from rules.stream.dice import FallenDice
from rules.stream.history import Past
from rules.stream.revision import choices
from rules.stream.revision.contract import MendedHistory, Mending, Retelling
from rules.stream.revision.redaction import Redaction
from rules.stream.revision.reports import Authority, Declare, Declared, Retold, Revised
from rules.stream.revision.state import Proposal

BY_THE_CLERK = (ReportResults.__name__, ReportDeeds.__name__)
FROM_BELOW = (
    say(_("The clerk reports what a campaign has come to.")),
    say(_("Correct the campaign: what follows from it is reported here again.")),
)


class LeagueMending(Mending[League, Who | None]):
    """Nobody's consent is asked: only organisers mend a league. A person reads, or None as a spectator."""

    goes_on = True
    keeps = True
    rule = "league"
    commands = frozenset(MENDS)
    unsayable = (*(kind for kind in MENDS if kind is not Declare), Found, ReportResults, ReportDeeds)
    sets = (Declare,)
    kept = ()
    hidden: ClassVar[tuple[Message, Message]] = (
        say(_("What follows from this is hidden.")),
        say(_("Ask an organiser.")),
    )

    # -- people --------------------------------------------------------------------------------------------------------

    def acting(self, state: League, command: Command, who: Who) -> Who:
        return who

    def check_part(self, state: League, who: Who) -> None:
        organiser(who)

    def check_may(self, state: League, kind: type[Command], who: Who) -> None:
        organiser(who)

    def check_reporter(self, state: League, command: Command, who: Who) -> None:
        """Who may report something is decided with it."""
        with suppress(Unfallen):
            next(decide(state, command, who, FallenDice()), None)

    def parties(self, state: League, who: Who) -> tuple[str, ...]:
        return ()

    def touched(self, history: MendedHistory[League, Who | None], state: League, command: Command) -> tuple[str, ...]:
        return ()

    def asked(self, state: League, proposal: Proposal) -> tuple[str, ...]:
        return ()

    def fellows(self, state: League, who: Who) -> frozenset[str]:
        return frozenset((who.id,))

    def is_others(self, state: League, command: Command, who: Who) -> bool:
        return False

    # -- what is hidden ------------------------------------------------------------------------------------------------

    def reader(self, state: League, who: Who) -> Who | None:
        return who

    def redaction(
        self, history: MendedHistory[League, Who | None], now: League, reader: Who | None
    ) -> Redaction[League, Who | None]:
        redaction: Redaction[League, Who | None] = Redaction(history.decider, now, reader)
        redaction.tells_why = True
        return redaction

    def knows_all(self, state: League, who: Who) -> bool:
        return True

    # -- reports that are told again -----------------------------------------------------------------------------------

    def teller(self, who: Who, past: Past | None) -> Who:
        return who if past is None else Who(past.by, referee=who.referee)

    def struck(self, past: Past) -> Retold:
        return Retold(of=past.position, how="struck", type=past.type)

    def rule_on(self, state: League, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        yield from decide(state, command, who, dice)

    def set_by_hand(self, state: League, command: Command, right: Authority) -> Event:
        assert isinstance(command, Declare)
        return as_stored(Declared(facts=command.facts, reason=command.reason, authority=right))

    def retelling(self, past: Past, old: League, now: League) -> Retelling:
        """What the clerk reported of a campaign that is not in the league any more is gone with it."""
        return "attempted" if past.type in BY_THE_CLERK else "decided"

    def confirms(self, past: Past) -> bool:
        return False

    def voided(self, history: object, now: League, then: League) -> tuple[str, ...]:
        return ()

    # -- what may be mended --------------------------------------------------------------------------------------------

    def is_closed(self, state: League) -> bool:
        return False

    def holds_up(self, state: League, command: Command) -> bool:
        return False

    def check_undo(self, state: League) -> None:
        """A league has no report after which nothing is taken back any more."""

    def check_correct(self, state: League, past: Past, how: str, kind: str, who: Who) -> None:
        if (kind if how == "insert" else past.type) in BY_THE_CLERK:
            raise no(*FROM_BELOW, "position")
        if how == "change" and AddCampaign.__name__ in (past.type, kind):
            raise no(
                say(_("A campaign that was added is not changed.")),
                say(_("Take it back, and add it as it should be.")),
                "how",
            )

    def set_before(self, state: League, reports: Sequence[Past]) -> int | None:
        return None

    def check_mended(self, state: League, then: League) -> None:
        """Whatever was settled or left open, the league goes on."""

    def revised(self, state: League, event: Revised) -> Revised:
        return event


MENDING = LeagueMending()


def mends_of(league: League, who: Who | None, last: Past | None = None) -> Sequence[Choice]:
    """What `who` may report to mend the league. `last`: the newest report that counts, so that its undo is not offered
    where it is refused; None if nobody looked."""
    if who is None or not who.referee:
        return ()
    every = choices.mends(MENDING, league, "", referee=True)
    if last is None or barred(league, last, "undo", who) is None:
        return every
    return [one for one in every if (one.command, one.given.get("position")) != ("Undo", last.position)]


def barred(league: League, past: Past, how: str, who: Who) -> Refused | None:
    """Why `who` does not correct this report so, whatever they send; None where that turns on what they send."""
    try:
        MENDING.check_correct(league, past, how, "" if how == "insert" else past.type, who)
    except Refused as refused:
        return refused
    return None
