"""Counts settled battles in their campaigns, and tells the players of a battle when its case is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from battles import clerk as battle_clerk
from battles import handler as battle_handler
from battles import log, projections
from battles.models import Seat, Sheet
from battles.own_words import override
from battles.presenters.people import names_of
from battles.replay import plain
from battles.reports import Report
from battles.sentences import words
from campaigns import handler
from campaigns.clerk.reports import NAMESPACE, run_here, tell
from campaigns.models import Campaign, Fixture, Notice, UncountedBattle, User
from campaigns.models.people import accounts
from campaigns.models.uncounted import behind, tried
from campaigns.notices.in_battles import called, thread
from campaigns.notices.telling import News
from campaigns.notices.telling import tell as tell_news
from campaigns.roles import seats_of
from campaigns.season import recounting
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.decider import SEASONS
from rules.contract import Command, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.stream import codec
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Correct, Reseed


def uncounted() -> Iterator[str]:
    """Settled battles that their campaign has not counted as they are now, ordered by id; but for those that it
    refused to, as long as nothing has changed."""
    here = Exists(Fixture.objects.filter(run_here(), battle=OuterRef("stream")))
    due = Sheet.objects.filter(behind(), here, status=Sheet.Status.SETTLED)
    yield from battle_clerk.ids(due.exclude(tried()))


def count(battle: str) -> bool:
    """Report a settled battle into its campaign as it stands; True if the campaign did not know it yet."""
    settled = Sheet.objects.filter(pk=battle, status=Sheet.Status.SETTLED).exists()
    here = Fixture.objects.filter(run_here(), battle=battle)
    campaign = here.values_list("campaign", flat=True).first() if settled else None
    if campaign is None:
        return False
    try:
        told = _count_a_step(battle, campaign)
        if told == Reseed.__name__:
            _count_a_step(battle, campaign)
    except Refused as refused:
        _note(battle, campaign, [refused.text, *([refused.remedy] if refused.remedy else [])])
        return False
    return bool(told)


def _count_a_step(battle: str, campaign: UUID) -> str:
    """The type of what is reported, in a transaction of its own; "" for nothing. A new seed, where that of the season
    is known, comes first, else the battle: one that is committed to with the correction it serves could have been
    chosen for it. `Refused`."""
    with transaction.atomic():
        log.lock(campaign)  # lock before reading the battle, so that no older state is counted after a newer one
        state, _told, rows = battle_handler.replay(battle)
        position, digest = rows[-1].position, rows[-1].digest
        behind = Fixture.objects.filter(battle=battle, campaign=campaign).exclude(position=position, digest=digest)
        if not state.settled or not behind.exists():
            return ""
        settled = ReportBattle(battle=battle, position=position, digest=digest, outcome=state.outcome())
        id, counted = str(uuid5(NAMESPACE, f"{campaign}/{battle}/{digest}")), behind.filter(position__gt=0).exists()
        command, spent = _report_of(str(campaign), settled, id) if counted else (settled, False)
        if spent:
            tell(str(campaign), Reseed())
            return Reseed.__name__
        reports = [Report(id, type(command).__name__, codec.encode(command))]
        handler.execute(str(campaign), reports, battle_clerk.THE_CLERK, "clerk")
        UncountedBattle.objects.filter(battle=battle).delete()
    return type(command).__name__


TAKEN_BACK = _("An organiser has taken back what this battle was corrected to; the campaign counts it as before.")


def _note(battle: str, campaign: UUID, why: Sequence[Message]) -> None:
    """For organisers to read; the clerk leaves it alone until either log has gone on."""
    said = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            said[language] = " ".join(map(words, why))
    tried = {"digest": log.head(battle).digest, "season_digest": log.head(campaign).digest, "why": said}
    UncountedBattle.objects.update_or_create(
        battle=battle, defaults={"campaign": campaign, "at": timezone.now(), **tried}
    )


def _report_of(campaign: str, settled: ReportBattle, id: str) -> tuple[Command, bool]:
    """What the campaign, which has counted it, is told of it (`recounting.report_of`), and whether it lacks a seed for
    that. `Refused` where it was told so before, by this `id`: a person has taken that back."""
    season, told, rows = handler.replay(campaign)
    if any(row.command == id for row in rows):
        raise Refused("campaign", say(TAKEN_BACK), _("Undo that, correct the battle, or leave it as it is."))
    command = recounting.report_of(season, settled, lambda: MendedHistory(SEASONS, plain(told, rows)))
    return command, isinstance(command, Correct) and season.spent


NEWS = timedelta(days=2)  # after that nobody is told; the battle's page still shows it


def with_untold_cases() -> Iterator[str]:
    """Battles whose players have still to be told."""
    since = (timezone.now() - NEWS).strftime(projections.MOMENT)
    for sheet in Sheet.objects.exclude(cases="").filter(moved_at__gte=since).order_by("stream"):
        if next(_untold(sheet), None) is not None:
            yield str(sheet.pk)


def tell_of_cases(battle: str) -> bool:
    """Tell the players of one battle, each of them once; True if there was anybody to tell."""
    sheet = Sheet.objects.exclude(cases="").filter(pk=battle).first()
    desk = Campaign.of_stream(sheet.campaign) if sheet and sheet.campaign else None
    if sheet is None or desk is None:
        return False
    with transaction.atomic():
        log.lock(battle)
        return bool(tell_news([_case(sheet, desk, *one) for one in _untold(sheet)]))


def _case(sheet: Sheet, desk: Campaign, key: str, user: User, person: str) -> News:
    with override(user.spoken):
        name = names_of([person], str(user.pk))[person]
    title = called(sheet, user)
    return News(
        key=key,
        user=user,
        kind="case",
        template="case",
        context={"campaign": desk, "battle": sheet, "person": name, "called": title},
        stream=str(sheet.pk),
        link=reverse("battle", args=[sheet.pk]),
        title=title,
        position=sheet.have_case[person],
        thread=thread(str(sheet.pk), str(desk.pk)),
        club=desk.club,
    )


def _untold(sheet: Sheet) -> Iterator[tuple[str, User, str]]:
    """The notices still to be told: key, reader, and who has taken the case."""
    players = accounts(_players(sheet)).filter(is_active=True)
    wanted = {
        f"battle/{sheet.pk}/case/{row}/{user.pk}": (user, person)
        for person, row in sheet.have_case.items()
        for user in players
    }
    known = set(Notice.objects.filter(key__in=list(wanted)).values_list("key", flat=True))
    yield from ((key, *whom) for key, whom in wanted.items() if key not in known)


def _players(sheet: Sheet) -> list[str]:
    """Who plays the battle now: as mustered, except for sides that were handed over since."""
    fixture = Fixture.objects.filter(battle=sheet.pk, campaign=sheet.campaign).first()
    now = dict(seats_of(fixture.seats if fixture else ""))
    mustered = Seat.objects.filter(Q(sheet=sheet) & ~Q(side__in=list(now))).values_list("player", flat=True)
    return [*mustered, *(player for players in now.values() for player in players)]
