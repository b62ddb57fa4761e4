"""The filter of the office's lists by campaign."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest

from battles.not_found import uuid_in
from campaigns import waiting_list
from campaigns.models import CampaignSheet
from campaigns.roles import user_of

MOST = 100


class NewestCampaigns(admin.RelatedFieldListFilter):
    """It offers the campaigns that moved last, of those that have such rows, and the one that is chosen. Others are
    found by their name."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        ruled = waiting_list.ruled_over(CampaignSheet, user_of(request))
        keys = list(ruled.order_by("-moved_at", "stream").values_list("pk", flat=True)[:MOST])
        has_rows = Exists(model_admin.model._default_manager.filter(**{self.field_path: OuterRef("pk")}))
        chosen = uuid_in(request.GET.get(str(self.lookup_kwarg), ""))
        found = ruled.filter(has_rows, Q(pk__in=keys) | Q(pk=chosen))
        return [(sheet.pk, str(sheet)) for sheet in found]
