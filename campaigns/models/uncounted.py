"""Settled battles that their campaign cannot count as they are now: desk data, so that the clerk does not try for ever
and organisers are told why."""

from __future__ import annotations

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from battles.models import Sheet
from campaigns.models.fixtures import Fixture
from campaigns.models.sheets import CampaignSheet


class UncountedBattle(models.Model):
    """A battle, by id, that was tried at these heads of its log and of its campaign's; `why`: the refusal in words, by
    language. It is tried again once either log has gone on."""

    battle = models.UUIDField(_("battle"), primary_key=True)
    campaign = models.UUIDField(_("campaign"), db_index=True)
    digest = models.CharField(_("digest"), max_length=64)
    season_digest = models.CharField(_("digest of the campaign"), max_length=64)
    why = models.JSONField(_("why"), default=dict)
    at = models.DateTimeField(_("tried at"), default=timezone.now)

    class Meta:
        verbose_name = _("battle that cannot be counted")
        verbose_name_plural = _("battles that cannot be counted")

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> str:
        """Why, in the reader's language."""
        words: dict[str, str] = self.why
        return words.get((get_language() or "").partition("-")[0]) or next(iter(words.values()), "")


def behind() -> Q:
    """Of battles: they stand otherwise than their campaign has counted them, or are not counted yet."""
    known = Q(position=OuterRef("position"), digest=OuterRef("digest"))
    return Q(Exists(Fixture.objects.filter(~known, battle=OuterRef("stream"))))


def tried() -> Q:
    """Of battles: nothing has changed since counting them was refused."""
    head = CampaignSheet.objects.filter(pk=OuterRef("campaign")).values("digest")[:1]
    same = UncountedBattle.objects.annotate(head=Subquery(head)).filter(season_digest=F("head"))
    return Q(Exists(same.filter(battle=OuterRef("stream"), digest=OuterRef("digest"))))


def refused() -> Q:
    """Of battles: settled otherwise than they are counted, and their campaign refuses to count them so."""
    same = UncountedBattle.objects.filter(battle=OuterRef("stream"), digest=OuterRef("digest"))
    return Q(stream__in=UncountedBattle.objects.order_by().values("battle")) & behind() & Q(Exists(same))


def being_corrected() -> Exists:
    """Of campaigns: a battle that they have counted has gone on since, and its result stands as it was."""
    now = Sheet.objects.filter(~Q(position=OuterRef("position"), digest=OuterRef("digest")), stream=OuterRef("battle"))
    return Exists(Fixture.objects.filter(Exists(now), campaign=OuterRef("pk"), position__gt=0))


def why_not_counted(battle: Sheet) -> str:
    """Why its campaign cannot count it as it is, in the reader's language; "" where it was not tried so."""
    found = UncountedBattle.objects.filter(battle=battle.pk, digest=battle.digest).first()
    return found.told if found is not None else ""
