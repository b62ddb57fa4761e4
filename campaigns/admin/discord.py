"""Discord channels in the office: make one, try it, switch it, and see what stands there."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaigns.admin.office import Shown
from campaigns.admin.sending import OfPlaces, PlaceForm
from campaigns.discord import http, poster
from campaigns.models import DiscordChannel, DiscordMessage


class ChannelForm(PlaceForm):
    check = staticmethod(http.check)
    refused = _("This is no address of a webhook of Discord. Copy it there: Integrations, Webhooks, Copy Webhook URL.")


@admin.register(DiscordChannel)
class DiscordChannelAdmin(OfPlaces):
    form = ChannelForm
    list_display = ("name", "club", "state")
    fields = (
        *("club", "campaign", "name", "url", "language"),
        *("of_pairings", "of_results", "of_standings", "of_honours", "members_too"),
    )
    change_form_template = "admin/webhooks/channel.html"
    acts = ("test", "switch")
    sender = poster
    waits = _("it is tried again later")
    tested = _("A test is on its way. Load this page again in a moment: what became of it stands below.")
    switched_on = _("It is on, and is told what has happened since.")
    switched_off = _("Nothing is posted any more.")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With what can be done with it, and what was posted last."""
        more: dict[str, Any] = {}
        channel = self.get_object(request, object_id) if self.has_change_permission(request) else None
        if channel is not None:
            more = {"latest": channel.messages.all()[:5], "state": self.state(channel)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})


@admin.register(DiscordMessage)
class DiscordMessageAdmin(Shown):
    """What stands in the channels, and posting it again."""

    way_to_club = "channel__club"
    list_display = ("title", "status", "error", "channel", "edits", "sent_at")
    list_filter = ("status",)
    list_select_related = ("channel",)
    list_per_page = 50
    search_fields = ("title",)
    actions = ("post_again",)
    fields = ("channel", "title", "stream", "key", "status", "edits", "error", "made_at", "sent_at")

    @admin.action(description=_("Post again: uncertain, refused and deleted messages"))
    def post_again(self, request: HttpRequest, chosen: QuerySet[DiscordMessage]) -> None:
        n = poster.post_again(DiscordMessage.objects.filter(pk__in=chosen.values("pk")))
        told = ngettext("%(n)d message is posted again.", "%(n)d messages are posted again.", n)
        self.message_user(request, told % {"n": n}, messages.SUCCESS)
