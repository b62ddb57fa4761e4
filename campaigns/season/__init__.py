"""A campaign as its own log tells it, decided and folded by chapters. Pure; a campaign folds its own stream alone.

The chapters stand below in the order in which a season is played, and the commands by who reports them: members,
organisers, the clerk alone. Below the chapters: `state` and the events it keeps, `values`, `terms`, `standings`,
`refusals`, `names`, and `positions` on the map (`campaigns.theatre`). Above them: `visibility`, `ledger`, `preview`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaigns.season import (
    appointments,
    battle_reports,
    cases,
    challenges,
    corrections,
    crews,
    date_reminders,
    disputes,
    enlistment,
    figures,
    free_times,
    house_rules,
    map,
    musters,
    opening,
    pairings,
    penalties,
    people,
    platoon_cards,
    purchases,
    purses,
    reinforcements,
    reminders,
    replays,
    results,
    returns,
    round_end,
    rounds,
    rungs,
    sales,
    scores,
    season_end,
    substitutes,
    vehicles,
    veterans,
    workshop,
    write_offs,
)
from campaigns.season.challenges.answers import AcceptChallenge, RefuseChallenge
from campaigns.season.challenges.making import Challenge, WithdrawChallenge
from campaigns.season.challenges.tending import TendLadder
from campaigns.season.chapters import Contents
from campaigns.season.kept_events import Opened
from campaigns.season.ledger import Entry
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.links import SetLink
from campaigns.season.map.orders import Order
from campaigns.season.map.retreat_rulings import Reconsider
from campaigns.season.map.retreats import Retreat
from campaigns.season.musters import muster_of as muster_of
from campaigns.season.refusals import no, not_closed
from campaigns.season.state import GONE as GONE
from campaigns.season.state import Fixture as Fixture
from campaigns.season.state import Platoon as Platoon
from campaigns.season.state import Round as Round
from campaigns.season.state import Season as Season
from campaigns.season.state import Vehicle as Vehicle
from campaigns.season.state import grade as grade
from campaigns.season.state import start as start
from campaigns.season.substitutes.answers import AcceptSubstitute, DeclineSubstitute
from campaigns.season.substitutes.naming import Substitute, WithdrawSubstitute
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.person_corrections import ASIDE
from rules.stream.codec import as_stored
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Reseed, Resolve, Undo
from rules.stream.revision.state import reported
from rules.stream.watched import Pieces, watching
from rules.upkeep import Flaw

OF_PLAYERS: tuple[type[Command], ...] = (
    *(enlistment.Enlist, platoon_cards.ChangeCard, people.Drop, returns.Return, people.HandOver),
    *(purchases.Buy, sales.Sell, workshop.Prioritise, workshop.Repair, write_offs.WriteOff),
    *(crews.ReplaceCrew, veterans.KeepVeteran),
    *(results.Concede, disputes.Dispute, disputes.Confirm, results.ReportReady),
    *(Challenge, AcceptChallenge, RefuseChallenge, WithdrawChallenge),
    *(appointments.ProposeDate, appointments.AcceptDate, appointments.DeclineDate, appointments.CancelDate),
    free_times.NoteFree,
    *(Substitute, AcceptSubstitute, DeclineSubstitute, WithdrawSubstitute),
    *(Order, Retreat),
)
OF_ORGANISERS: tuple[type[Command], ...] = (
    *(musters.MusterBattle, musters.CallOff, rounds.OpenRound, pairings.Pair, rounds.Extend),
    *(round_end.CloseRound, season_end.CloseSeason),
    *(results.WalkOver, results.Adjudicate, house_rules.Amend, penalties.Penalise, people.Appoint, people.Dismiss),
    *(veterans.CallVeterans, appointments.SetDate),
    *(Disclose, Reconsider, Deploy, SetLink),
    *(cases.TakePlatoonCase, cases.LeavePlatoonCase),
)
# What only a campaign with a map can be told.
ON_MAP: tuple[type[Command], ...] = (Order, Retreat, Disclose, Reconsider, Deploy, SetLink)
# The last one by nobody: it takes the place of a report that a correction has left to settle.
OF_THE_CLERK: tuple[type[Command], ...] = (
    *(opening.Open, battle_reports.ReportBattle, reminders.Remind, date_reminders.RemindDate),
    *(TendLadder, replays.Replay),
)
# What mends a season (`campaigns.season.mending`); each is decided on all that its log has ever held.
MENDS: tuple[type[Command], ...] = (Undo, Correct, Resolve, Declare, Agree, Decline, Reseed)
COMMANDS: tuple[type[Command], ...] = (*OF_PLAYERS, *OF_ORGANISERS, *OF_THE_CLERK)


CONTENTS = Contents(
    opening.CHAPTER,
    scores.CHAPTER,  # by the `standings`
    rungs.CHAPTER,
    figures.CHAPTER,
    purses.CHAPTER,  # by the `ledger`
    vehicles.CHAPTER,
    house_rules.CHAPTER,
    people.CHAPTER,
    cases.CHAPTER,
    enlistment.CHAPTER,
    returns.CHAPTER,
    platoon_cards.CHAPTER,
    rounds.CHAPTER,
    pairings.CHAPTER,  # by `pairing_methods`, as a `matching`
    reminders.CHAPTER,
    appointments.CHAPTER,
    date_reminders.CHAPTER,
    free_times.CHAPTER,
    *substitutes.CHAPTERS,
    *map.CHAPTERS,  # orders, their disclosure, retreats, victory
    musters.CHAPTER,  # of battles, as `proposals` have them
    replays.CHAPTER,  # in the place of a muster
    battle_reports.CHAPTER,  # with `salvage`
    results.CHAPTER,
    *challenges.CHAPTERS,  # on a ladder
    disputes.CHAPTER,
    purchases.CHAPTER,  # from a `purchase_list`
    sales.CHAPTER,
    workshop.CHAPTER,  # by a `repair_plan`
    write_offs.CHAPTER,
    crews.CHAPTER,
    veterans.CHAPTER,
    reinforcements.CHAPTER,
    penalties.CHAPTER,
    round_end.CHAPTER,
    season_end.CHAPTER,
    corrections.CHAPTER,  # as `mending` has them
    opens=opening.Open,
    opened=Opened,
    commands=COMMANDS,
    of_the_clerk=OF_THE_CLERK,
)
EVENTS: tuple[type[Event], ...] = tuple(CONTENTS.narrating)
UPCASTERS = CONTENTS.upcasters


def decide(season: Season | None, command: Command, who: Who, dice: Dice) -> Decision:
    """Legality first (`Refused`), then the events, as they will read back from the log: so live equals replayed.

    `season` is None before the campaign is opened. A closed one still hears of corrections, and of results ruled wrong,
    and keeps its secrets.
    """
    if season is None:
        if not isinstance(command, opening.Open):
            raise no(_("The campaign is not open yet."), _("Its organiser opens it."))
        yield as_stored(opening.open_campaign(command, who))
        return
    if isinstance(command, opening.Open):
        raise no(_("The campaign is open already."))
    if type(command) not in CONTENTS.afterwards:
        not_closed(season)
    was_closed = season.closed is not None
    for event in CONTENTS.deciding[type(command)](season, command, who, dice):
        yield as_stored(event)
    if was_closed:
        for event in season_end.revised(season):
            yield as_stored(event)


def legal(season: Season, who: Who | None, *commands: type[Command]) -> tuple[Choice, ...]:
    """What may be reported now by whoever asks: None is nobody of the campaign; only by these `commands`, in their
    order, if any are named. What comes too late by the clock is offered all the same until the clerk has been there."""
    return tuple(offered(season, who, *commands))


def heard_from(who: Who | None) -> tuple[type[Command], ...]:
    """The types of report that somebody may send at some time: members theirs, who rules an organiser's, too."""
    if who is None:
        return ()
    return (*OF_PLAYERS, *OF_ORGANISERS) if who.referee else OF_PLAYERS


def offered(season: Season, who: Who | None, *commands: type[Command]) -> Iterator[Choice]:
    """What is `legal`, one after the other, for whoever only asks whether there is anything."""
    if who is None:
        return
    heard = CONTENTS.offering if season.closed is None else CONTENTS.afterwards
    for command in commands or CONTENTS.offering:
        if command in heard:
            yield from CONTENTS.offering[command](season, who)


def evolve(season: Season, event: Event, position: int = 0, digest: str = "", report: int = 0) -> None:
    """Apply one event in place. `report` is the position of the first event of the report it belongs to."""
    season.head = (position, digest)
    if type(event) not in ASIDE:
        reported(season, report)
    if type(season.fixtures) is Pieces:  # nobody watches: so it is for nearly every row that is folded
        CONTENTS.evolving[type(event)](season, event)
        return
    with watching(pieces_of(season)):
        CONTENTS.evolving[type(event)](season, event)


def pieces_of(season: Season) -> tuple[dict[str, Platoon], dict[str, Vehicle], dict[str, Fixture]]:
    """What of it can be watched (`rules.stream.watched`)."""
    return season.platoons, season.vehicles, season.fixtures


def replay(events: Iterable[Event]) -> Season:
    """Fold bare events (positions counted from 1, no digests, each its own report): for tests."""
    iterator = iter(events)
    first = next(iterator)
    assert isinstance(first, Opened)
    season = start(first)
    season.head = (1, "")
    for position, event in enumerate(iterator, 2):
        evolve(season, event, position, "", position)
    return season


def narrate(season: Season, event: Event) -> Message:
    """One sentence for the campaign's log. Platoons, vehicles, battles and people stand in it by their keys."""
    try:
        told: Message = CONTENTS.narrating[type(event)](season, event)
    except LookupError:  # a row that was struck, or stands as it was played
        return say(_("It is about something that is not in the campaign any more."))
    return told


def see_event(season: Season, event: Event, player: str) -> Event:
    """The event as `player` ("" for a spectator) may see it: cards are for their own players and for who has
    taken the platoon's case, the seed nobody's. Who may not know of cards is told no points either that count them:
    `visibility.HIDDEN` stands there. No public answer goes round this."""
    see = CONTENTS.seeing.get(type(event))
    seen: Event = see(season, event, player) if see else event
    return seen


def ledger_entries(season: Season, event: Event) -> Iterator[Entry]:
    """The changes of purses that one event of the season has made, none of nothing."""
    books = CONTENTS.booking.get(type(event))
    return (entry for entry in (books(season, event) if books else ()) if entry.points or entry.owed)


def warnings(season: Season, command: Command) -> tuple[Flaw, ...]:
    """The faults a platoon would have by this report and has not already, but for those it lets pass; nothing where
    the terms refuse faults or look for none, and for what the rules refuse anyway. Cards that lie face down are named:
    for who reports them alone."""
    warn = CONTENTS.warning.get(type(command))
    if warn is None or season.terms["roster_check"] != "warn":
        return ()
    passed: Mapping[str, str] = getattr(command, "waivers", {})
    return tuple(flaw for flaw in warn(season, command) if flaw.key not in passed)
