"""A league as its own log tells it, decided and folded by chapters. Pure; a league folds its own stream alone.

The chapters stand below in the order in which a league is run. Below them: `state` and the event it keeps, `values`,
`terms`, `refusals`, and `rating_models`, which alone calls a library. Above them: `mending`, `decider`.
"""

from __future__ import annotations

from collections.abc import Iterator

from leagues.league import (
    corrections,
    deeds,
    divisions,
    history,
    honours,
    officers,
    opening,
    players,
    ratings,
    results,
    season_end,
    seasons,
    team_players,
    teams,
)
from leagues.league.deeds import ReportDeeds
from leagues.league.divisions import MovePlayer, SetDivisions
from leagues.league.history import ImportSeason
from leagues.league.honours import AwardHonours, ComposeHonour, DropHonour
from leagues.league.officers import AppointOfficer, DismissOfficer
from leagues.league.opening import Found, Rename, SetTerms
from leagues.league.players import SetProfile
from leagues.league.refusals import no
from leagues.league.results import ReportResults
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.seasons import AddCampaign
from leagues.league.state import Founded
from leagues.league.state import League as League
from leagues.league.state import start as start
from leagues.league.team_players import LeaveTeam, LetGo, TakeIn
from leagues.league.teams import ChangeTeam, EndTeam, FormTeam, NameCaptain
from rules.contract import Choice, Command, Decision, Dice, Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.person_chapters import PersonContents
from rules.kit.person_corrections import ASIDE
from rules.stream.codec import as_stored
from rules.stream.decider import Who
from rules.stream.revision.reports import Correct, Declare, Resolve, Undo
from rules.stream.revision.state import reported

OF_PLAYERS: tuple[type[Command], ...] = (SetProfile, TakeIn, LetGo, LeaveTeam)
OF_ORGANISERS: tuple[type[Command], ...] = (
    *(Rename, SetTerms, AppointOfficer, DismissOfficer),
    *(SetDivisions, MovePlayer, AddCampaign, CloseLeagueSeason),
    *(AwardHonours, ComposeHonour, DropHonour),
    *(FormTeam, ChangeTeam, NameCaptain, EndTeam),
)
# What no form asks for: founding, what the clerk reports, and lists of before, which are read by `leagues.history`.
OF_THE_CLERK: tuple[type[Command], ...] = (Found, ReportResults, ReportDeeds, ImportSeason)
MENDS: tuple[type[Command], ...] = (Undo, Correct, Resolve, Declare)
COMMANDS: tuple[type[Command], ...] = (*OF_PLAYERS, *OF_ORGANISERS, *OF_THE_CLERK)

CONTENTS = PersonContents(
    (
        opening.CHAPTER,  # with its `terms`
        officers.CHAPTER,
        divisions.CHAPTER,
        seasons.CHAPTER,
        results.CHAPTER,
        ratings.CHAPTER,  # by `rating_models`
        deeds.CHAPTER,
        honours.CHAPTER,  # of `metrics`
        season_end.CHAPTER,
        history.CHAPTER,
        players.CHAPTER,
        teams.CHAPTER,
        team_players.CHAPTER,
        corrections.CHAPTER,  # as `mending` has them
    ),
    opens=Found,
    opened=Founded,
    commands=COMMANDS,
    of_the_clerk=OF_THE_CLERK,
)
EVENTS: tuple[type[Event], ...] = tuple(CONTENTS.narrating)
UPCASTERS = CONTENTS.upcasters


def decide(league: League | None, command: Command, who: Who, dice: Dice) -> Decision:
    """Legality first (`Refused`), then the events, as they will read back from the log: so live equals replayed."""
    if league is None:
        if not isinstance(command, Found):
            raise no(_("The league is not founded yet."), _("An organiser of its club founds it."))
        yield as_stored(opening.found(command, who))
        return
    if isinstance(command, Found):
        raise no(_("The league is founded already."))
    for event in CONTENTS.deciding[type(command)](league, command, who, dice):
        yield as_stored(event)


def legal(league: League, who: Who | None) -> Iterator[Choice]:
    """What may be reported now by whoever asks, None for a spectator, one after the other; mending left aside."""
    if who is not None:
        for offer in CONTENTS.offering.values():
            yield from offer(league, who)


def evolve(league: League, event: Event, position: int = 0, digest: str = "", report: int = 0) -> None:
    """Apply one event in place. `report` is the position of the first event of the report it belongs to."""
    league.head = (position, digest)
    if type(event) not in ASIDE:
        reported(league, report)
    CONTENTS.evolving[type(event)](league, event)


def narrate(league: League, event: Event) -> Message:
    """One sentence for the league's log. People stand in it by their keys."""
    try:
        told: Message = CONTENTS.narrating[type(event)](league, event)
    except LookupError:  # a row that was struck
        return say(_("It is about something that is not in the league any more."))
    return told


def see_event(league: League, event: Event, person: str) -> Event:
    """The event as a person ("" for a spectator) may see it."""
    see = CONTENTS.seeing.get(type(event))
    seen: Event = see(league, event, person) if see else event
    return seen
