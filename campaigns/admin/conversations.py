"""Conversations in the office: posts that somebody has reported, and what moderators did. On the page of a
post they rule on it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from campaigns.admin.office import Shown
from campaigns.models import ModerationAct, PostReport, User
from campaigns.roles import organised_by


class OfThread(Shown):
    """Of the campaigns that one organises; those of others are with theirs."""

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(thread__campaign__in=organised_by(user))

    @admin.display(description=_("campaign"))
    def campaign(self, row: PostReport | ModerationAct) -> str:
        return row.thread.campaign.name


@admin.register(PostReport)
class PostReportAdmin(OfThread):
    list_display = ("made_at", "campaign", "author", "reason", "settled_at", "to_post")
    list_select_related = ("thread__campaign", "author")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    fields = ("made_at", "author", "by", "reason", "said", "settled_at", "to_post")
    readonly_fields = ("to_post",)
    ordering = ("-made_at",)

    @admin.display(description=_("post"))
    def to_post(self, row: PostReport) -> str:
        if row.post_id is None:
            return ""
        return format_html('<a href="{}">{}</a>', reverse("post", args=[row.post_id]), _("Look at it"))


@admin.register(ModerationAct)
class ModerationActAdmin(OfThread):
    """Who did what to whose post, when and why."""

    list_display = ("at", "campaign", "by", "what", "author", "reason")
    list_select_related = ("thread__campaign", "author", "by")
    list_filter = ("what",)
    ordering = ("-at",)
