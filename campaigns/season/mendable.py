"""Which reports of a season are never mended, how each kind is decided again, and what falls with a battle."""

from __future__ import annotations

from campaigns.season import OF_ORGANISERS, OF_PLAYERS, Season
from campaigns.season.appointments import AcceptDate, CancelDate, DeclineDate, ProposeDate, SetDate
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.challenges.answers import AcceptChallenge, RefuseChallenge
from campaigns.season.challenges.making import Challenge, WithdrawChallenge
from campaigns.season.challenges.tending import TendLadder
from campaigns.season.date_reminders import RemindDate
from campaigns.season.disputes import Accepted, Confirm, Dispute, Disputed
from campaigns.season.fixture_keys import round_of
from campaigns.season.kept_events import BattleReported
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.retreats import Retreat
from campaigns.season.musters import CalledOff, CallOff
from campaigns.season.pairings import Pair
from campaigns.season.people import Appoint, Dismiss, Drop, HandOver
from campaigns.season.reminders import Remind
from campaigns.season.results import Adjudicate, Concede, ReportReady, WalkOver
from campaigns.season.returns import Return
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.sales import Sell
from campaigns.season.season_end import CloseSeason
from campaigns.season.substitutes.answers import AcceptSubstitute, DeclineSubstitute
from campaigns.season.substitutes.naming import Substitute, WithdrawSubstitute
from rules.adjudicate import Who
from rules.contract import Command, Message, say
from rules.contract import gettext_noop as _
from rules.stream.history import Past
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Declare, Resolve

SeasonHistory = MendedHistory[Season, Who | None]
ORGANISERS_ONLY: tuple[type[Command], ...] = (Declare, Resolve)
# What has been told outside the campaign cannot be taken back: each with why, and what helps.
NEVER: dict[str, tuple[Message, Message]] = {
    Disclose.__name__: (
        say(_("Orders that were disclosed stay disclosed.")),
        say(_("An organiser may correct one of that round’s orders.")),
    ),
    CloseSeason.__name__: (
        say(_("The seed of the season’s dice is known: it cannot be played on.")),
        say(_("Correct the report that is wrong; the standings are told anew.")),
    ),
    Remind.__name__: (say(_("The mail was sent.")), say(_("Move the deadline, if it was wrong."))),
    RemindDate.__name__: (say(_("The mail was sent.")), say(_("Agree on another date, if it was wrong."))),
    ReportBattle.__name__: (
        say(_("The clerk counts a battle as it is settled.")),
        say(_("Correct the battle, or adjudicate its fixture.")),
    ),
    TakePlatoonCase.__name__: (say(_("What was read has been read.")), say(_("The case can be given back."))),
    LeavePlatoonCase.__name__: (say(_("What was read has been read.")), say(_("The case can be taken again."))),
}

OF_THE_ROUND = frozenset(kind.__name__ for kind in (Pair, Extend, Disclose, CloseRound))  # which is under way
FOUND_ANEW = (Retreat.__name__, TendLadder.__name__)
OF_A_FIXTURE = frozenset(kind.__name__ for kind in (*OF_PLAYERS, *OF_ORGANISERS) if "fixture" in kind.__struct_fields__)
# Whether these can be told turns on no purse and on no card.
TOLD_WHY = frozenset(
    kind.__name__
    for kind in (
        *(OpenRound, Pair, Extend, CloseRound, CallOff, WalkOver, Appoint, Dismiss),
        *(Drop, Return, HandOver, Sell, Concede, Dispute, Confirm, ReportReady, Adjudicate),
        *(Challenge, AcceptChallenge, RefuseChallenge, WithdrawChallenge, TendLadder),
        *(ProposeDate, AcceptDate, DeclineDate, CancelDate, SetDate),
        *(Substitute, AcceptSubstitute, DeclineSubstitute, WithdrawSubstitute),
    )
)


def falls(now: Season, past: Past) -> bool:
    """Whether all that a report was about is a battle that does not count any more: it counts for nobody, and nobody
    has to settle that as well."""
    for event in past.events[:1]:
        match event:
            case BattleReported() | CalledOff() if past.type in (ReportBattle.__name__, CallOff.__name__):
                return now.of_battle(event.battle) is None
            case Accepted() | Disputed():
                there = now.fixtures.get(event.fixture)
                if there is None:  # of a pairing somebody has to say what became of it
                    return not round_of(event.fixture)
                return there.is_open and not there.battle
    return False
