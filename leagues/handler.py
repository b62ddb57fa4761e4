"""The one door to a league: pages, API, office and clerk all call `execute`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import NAMESPACE_URL, uuid5

import msgspec
from django.db import transaction

from battles import command_handler, folded, log
from battles.command_session import StreamKind
from battles.reports import Answer, Receipt, Report, Ruled
from campaigns.completion import has_account
from campaigns.models import Campaign
from leagues import models, projections
from leagues.league import League
from leagues.league.decider import LEAGUES
from leagues.league.history import ImportSeason
from leagues.league.officers import AppointOfficer
from leagues.league.opening import Found
from leagues.league.refusals import no
from leagues.league.seasons import AddCampaign
from leagues.league.state import Founded
from leagues.league.values import CampaignFacts, Division, Terms
from rules.contract import Command, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.stream import codec
from rules.stream.decider import Who

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:leagues")


def _complete(state: League | None, command: Command) -> Command:
    """A ruling asks no table: what a campaign is that joins, and whether a person has an account, is asked here."""
    if isinstance(command, AddCampaign) and state is not None:
        facts = facts_of(state, command.campaign)  # the name is a text that may have to be forgotten, the facts are not
        return msgspec.structs.replace(command, name=facts.name, facts=msgspec.structs.replace(facts, name=""))
    if isinstance(command, AppointOfficer) and not has_account(command.person):
        text = say(_("There is no player %(id)s."), id=command.person)
        raise no(text, _("Name somebody who has an account here."), "person")
    if isinstance(command, ImportSeason) and state is not None:
        at_once(_strangers(state, command))
    return command


LEAGUE = StreamKind("league", LEAGUES, projections.save, _complete)


def execute(
    league: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
) -> Receipt:
    """Report to a league; see `command_handler.execute`."""
    return command_handler.execute(LEAGUE, league, reports, who, via, after=after, dry_run=dry_run, atomic=atomic)


def found(desk: models.League, terms: Terms, divisions: Iterable[Division], who: Who, via: str) -> Receipt:
    """Begin the stream of a league that is on the desk. One that is founded already is answered as it was."""
    with transaction.atomic():
        desk = models.League.objects.select_for_update().get(pk=desk.pk)
        stream, report = str(desk.pk), str(uuid5(NAMESPACE, f"found/{desk.pk}"))
        if not desk.is_founded:
            command = Found(name=desk.name, club=_as_uuid(desk.club_id), terms=terms, divisions=tuple(divisions))
            log.open_stream(stream, LEAGUE.name)
            execute(stream, [Report(report, "Found", codec.encode(command))], who, via)
            desk.stream = desk.pk
            desk.save(update_fields=["stream"])
        state, told, rows = replay(stream)
    return Receipt((Answer(report, tuple(told[:1])),), rows[-1].position, rows[-1].digest, state)


def found_new(desk: models.League, terms: Terms, divisions: Iterable[Division], who: Who, via: str) -> Receipt:
    """Put a league on the desk and begin its stream: both or, where it is refused, neither."""
    with transaction.atomic():
        desk.save()
        return found(desk, terms, divisions, who, via)


def _as_uuid(club: int) -> str:
    """A club's id as a log keeps it: the same for the same club."""
    return str(uuid5(NAMESPACE, f"club/{club}"))


def replay(
    league: str, until: int | None = None, read: Sequence[log.Row] | None = None
) -> tuple[League, list[Ruled], list[log.Row]]:
    """The league as its log tells it (up to position `until`): state, events, rows. `log.NoSuchStream` if none.
    `read`: the rows of the whole log, where somebody has read them."""
    if until is None and read is None:
        return folded.replayed(LEAGUES, league)
    rows = log.read(league, until=until) if read is None else [*read[:until]]
    if not rows or rows[0].type != Founded.__name__:
        raise log.NoSuchStream(league)
    state, told = command_handler.replay(LEAGUES, rows)
    return state, told, rows


def facts_of(league: League, campaign: str) -> CampaignFacts:
    """What a campaign is now that is to join this league. Two queries."""
    desk = Campaign.objects.filter(stream=campaign).first()
    if desk is None:
        return CampaignFacts()
    return CampaignFacts(
        name=desk.name,
        system=desk.system,
        found=True,
        test=desk.test,
        elsewhere=models.LeagueCampaign.objects.filter(campaign=campaign).exists(),
        ours=_as_uuid(desk.club_id) == league.founded.club,
    )


def _strangers(state: League, command: ImportSeason) -> Iterable[Refused]:
    """Who plays a game of before is in the league, has an account, or a name in the report."""
    played = dict.fromkeys(player for game in command.games for side in game.sides for player in side.players)
    for player in played:
        if player not in state.players and player not in command.names and not has_account(player):
            yield no(say(_("There is no player %(id)s."), id=player), _("Give them a name in “names”."), "games")
