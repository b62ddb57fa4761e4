"""Corrections that are looked at before they are reported: kept on the desk under a link, shared, reported, withdrawn.

Whoever opens one sees their own view of it, worked out anew. By page and by program alike.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid5

from django.urls import reverse
from django.utils import timezone

from battles import handler as battle_handler
from battles import log
from battles.reports import Report
from campaigns import handler, roles
from campaigns.models import Campaign, CorrectionDraft, Fixture, User
from campaigns.reached import Correction
from campaigns.revision_preview import history_of
from campaigns.season.decider import REPORTS
from campaigns.season.mending import MENDING
from campaigns.season.refusals import no
from rules.adjudicate import Who, sides_of
from rules.contract import Refused
from rules.contract import gettext_noop as _

KEPT = timedelta(days=2)  # while nobody has shared it
SHOWN = timedelta(days=90)  # then the log has long gone on
LARGEST = 256 * 1024
MOST = 20  # of one account in one campaign


def keep(campaign: Campaign, stream: str, report: Report, user: User) -> CorrectionDraft:
    """What somebody looks at. Their own older ones go that nobody was shown, and very old ones of everybody. `Refused`
    for one that is too long."""
    if len(report.data) > LARGEST:
        raise no(_("This report is too long."), _("Report less at once."))
    mine = CorrectionDraft.objects.filter(made_by=user)
    mine.filter(shared=False, made_at__lt=timezone.now() - KEPT).delete()
    CorrectionDraft.objects.filter(made_at__lt=timezone.now() - SHOWN).delete()
    here = mine.filter(campaign=campaign).order_by("-made_at").values_list("pk", flat=True)
    mine.filter(pk__in=list(here[MOST - 1 :])).delete()
    return CorrectionDraft.objects.create(
        campaign=campaign,
        stream=UUID(stream),
        type=report.type,
        data=report.data,
        position=log.head(stream).position,
        made_by=user,
    )


def address_of(stream: str, report: Report, who: Who) -> str:
    """Keeps a correction on the desk that somebody looks at, of a campaign or of one of its battles; the page that
    shows it. "" for a battle that no campaign counts. `Refused`."""
    user = User.objects.select_related("claimed_by").filter(pk=who.id).first()
    of = Fixture.objects.filter(battle=stream).values_list("campaign", flat=True).first()
    desk = Campaign.objects.filter(stream=of or stream).first()
    if desk is None or user is None:
        return ""
    row = keep(desk, stream, report, user.claimed_by or user)
    return reverse("correction-draft", args=[desk.pk, row.pk])


def found(campaign: UUID, key: UUID, user: User) -> CorrectionDraft | None:
    """As `user` may open it: their own; a shared one if they rule over the campaign, or play what it is about."""
    row = CorrectionDraft.objects.select_related("campaign__club", "made_by").filter(pk=key, campaign=campaign).first()
    if row is None or not roles.may_see_campaign(user, row.campaign.pk):
        return None
    if row.made_by_id == user.pk or (row.shared and _is_theirs(row, user)):
        return row
    return None


def _is_theirs(row: CorrectionDraft, user: User) -> bool:
    who = reporter(row, user)
    if who is None:
        return False
    if who.referee:
        return True
    if of_battle(row):
        return bool(sides_of(battle_handler.state(str(row.stream)), who))
    season, told, rows = handler.replay(str(row.stream))
    mine = set(MENDING.parties(season, who))
    try:
        touched = MENDING.touched(history_of(told, rows), season, REPORTS.decode(row.type, row.data))
    except Refused:  # only an organiser does it: then it is everybody's who plays there
        touched = tuple(season.platoons)
    return bool(mine.intersection(touched))


def of_battle(row: CorrectionDraft) -> bool:
    return row.stream != row.campaign.pk


def reporter(row: CorrectionDraft, user: User) -> Who | None:
    """`user` in the stream that it corrects."""
    if of_battle(row):
        return roles.who_in_battle(user, row.stream)
    return roles.who_in_campaign(user, row.campaign.pk)


def correction(row: CorrectionDraft, user: User) -> Correction:
    """As `user` sees it. `Refused` where who made it has no part in it any more."""
    who = reporter(row, row.made_by)
    if who is None or not row.made_by.is_active:
        raise no(_("Who asked for this has no part in it any more."), _("Correct it yourself."))
    reader = reporter(row, user)
    season_reader = roles.who_in_campaign(user, row.campaign.pk)
    return Correction(
        stream=str(row.stream),
        battle=of_battle(row),
        report=report_of(row, row.made_by),
        who=who,
        reader=reader,
        in_season=season_reader,
    )


def report_of(row: CorrectionDraft, user: User) -> Report:
    """Sent twice by the same person it counts once."""
    return Report(str(uuid5(row.pk, f"{user.pk}")), row.type, row.data)


def share(row: CorrectionDraft) -> None:
    CorrectionDraft.objects.filter(pk=row.pk).update(shared=True)


def may_end(row: CorrectionDraft, user: User) -> bool:
    """Whoever made it withdraws it, and an organiser."""
    return row.made_by_id == user.pk or roles.may(user, "administer", row.campaign.pk)


def end(row: CorrectionDraft) -> None:
    row.delete()


def do(row: CorrectionDraft, user: User, after: int | None) -> int:
    """Report it as `user`: it is done, or others are asked. The first row of it. `Refused`, `Conflict`."""
    who = reporter(row, user)
    if who is None:
        raise no(_("You have no part in this."), field="by", code="not-yours")
    report = report_of(row, user)
    door = battle_handler.execute if of_battle(row) else handler.execute
    (answer,) = door(str(row.stream), [report], who, "page", after=after).answers
    if not answer.events:
        raise no(_("Dice have to be rolled first."), _("Report it where its dice can be given."))
    row.delete()
    return answer.events[0].position
