"""Rulings that wait for a second officer: who finds them, confirms, declines or withdraws them. By the office and by a
program alike.

What is confirmed goes through the campaign's door in the name of who asked for it, as things stand then.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from battles import log
from campaigns import handler, roles
from campaigns.models import HeldRuling, User
from campaigns.notices import of_held
from campaigns.officers import officers
from campaigns.season.refusals import no
from campaigns.second_officer import reports_of, seconds_of
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

State = HeldRuling.State


def found(campaign: UUID | str, key: UUID | str, user: User) -> HeldRuling | None:
    """As an officer of the campaign finds it; None for everybody else."""
    if not roles.may(user, "administer", campaign):
        return None
    rows = HeldRuling.objects.select_related("campaign__club", "by", "answered_by")
    return rows.filter(pk=key, campaign=UUID(str(campaign))).first()


def may_confirm(row: HeldRuling, user: User) -> bool:
    """Whether they are a second officer for it: not who asked, nor who plays in what it is about while that is a matter
    for others. A superuser is one too, by the same measure."""
    return row.waits and _bar(row, user) is None


def confirm(row: HeldRuling, user: User) -> HeldRuling:
    """Carry it out in the name of who asked. Confirmed twice is done once. `Refused` as its report would be now: it
    waits on, and may be declined."""

    def do(row: HeldRuling) -> None:
        barred = _bar(row, user)
        if barred is not None:
            raise barred
        who = roles.who_in_campaign(row.by, row.campaign.pk)
        if who is None or not who.referee:
            raise no(_("Who asked for this is no officer of the campaign any more."), _("Decline it."))
        handler.carry_out(str(row.campaign.pk), reports_of(row), who, row.via)

    return _answered(row, user, State.CONFIRMED, "", do)


def decline(row: HeldRuling, user: User, reason: str) -> HeldRuling:
    """Another officer declines it, and says why."""

    def check(row: HeldRuling) -> None:
        if row.by_id == user.pk:
            raise _not_yours(_("You asked for this yourself."), _("You may withdraw it."))
        if not reason.strip():
            raise no(_("Say why it is declined."), field="reason", code="malformed")

    return _answered(row, user, State.DECLINED, reason.strip(), check)


def withdraw(row: HeldRuling, user: User) -> HeldRuling:
    """Who asked for it takes it back."""

    def check(row: HeldRuling) -> None:
        if row.by_id != user.pk:
            raise _not_yours(_("Only who asked for this withdraws it."), _("You may decline it."))

    return _answered(row, user, State.WITHDRAWN, "", check)


def _answered(row: HeldRuling, user: User, state: State, reason: str, do: Callable[[HeldRuling], None]) -> HeldRuling:
    """One answer counts, the first: locked a campaign before its ruling, as it is held. Sent again it is answered as it
    stands; another answer than that is refused."""
    log.check_reason(reason or "-")
    with transaction.atomic():
        log.lock(str(row.campaign.pk))
        rows = HeldRuling.objects.select_for_update(of=("self",)).select_related("campaign__club", "by")
        row = rows.get(pk=row.pk)
        if not row.waits:
            if row.state == state:
                return row
            raise no(_("This has been answered already."), code="over")
        do(row)
        row.state, row.answered_by, row.answered_at, row.reason = state, user, timezone.now(), reason
        row.save(update_fields=["state", "answered_by", "answered_at", "reason"])
        of_held.answered(row)
    return row


def _bar(row: HeldRuling, user: User) -> Refused | None:
    """Why somebody may not confirm it."""
    if row.by_id == user.pk:
        return _not_yours(_("You asked for this yourself."), _("Another officer confirms it."))
    season, _told, rows = handler.replay(str(row.campaign.pk))
    reports = reports_of(row)
    seconds = seconds_of(row.campaign, season, rows, reports, str(row.by_id))
    me = str(user.pk)
    if me in seconds or (user.is_superuser and me not in officers(row.campaign, season)):
        return None
    return _not_yours(_("You play in what this is about."), _("An officer who does not confirms it."))


def _not_yours(text: str, remedy: str) -> Refused:
    return no(say(text), say(remedy), field="by", code="not-yours")
