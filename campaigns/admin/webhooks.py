"""Webhooks in the office: make one, test it, renew its secret, switch it, have a log sent again, and read what became
of each message."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from battles import log
from battles.models import Sheet, name_battles
from campaigns.admin.office import Shown
from campaigns.admin.sending import OfPlaces, PlaceForm
from campaigns.models import WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import addresses
from campaigns.webhooks import endpoints, events


class EndpointForm(PlaceForm):
    check = staticmethod(endpoints.check)
    refused = _("Nothing is sent there (%(why)s). Take an address on the internet that begins with https://.")


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(OfPlaces):
    """A club's organisers find those of their clubs."""

    form = EndpointForm
    list_display = ("name", "club", "host", "state", "last")
    fields = ("club", "campaign", "name", "url", "of_battles", "of_campaigns", "of_leagues", "members_too")
    change_form_template = "admin/webhooks/endpoint.html"
    acts = ("test", "secret", "switch", "again")
    sender = endpoints
    waits = _("it does not answer: tried again later")
    tested = _("A test is on its way. Load this page again in a moment: what was answered stands below.")
    switched_on = _("It is on, and goes on where it stopped.")
    switched_off = _("Nothing is sent any more.")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        secret = "" if change else endpoints.renew(obj)
        super().save_model(request, obj, form, change)
        if secret:
            self._show(request, secret)

    def _show(self, request: HttpRequest, secret: str) -> None:
        told = gettext("This secret signs what is sent. Keep it where it is received; it is shown this once: {}")
        self.message_user(request, format_html(told, secret), messages.WARNING)

    @admin.display(description=_("sent to"))
    def host(self, obj: WebhookEndpoint) -> str:
        """Without its path, which may hold a secret of the receiver's."""
        try:
            return addresses.parse(obj.url, [obj.url.split("?")[0]]).origin
        except addresses.Forbidden:
            return obj.url.partition("?")[0].rpartition("/")[0]

    @admin.display(description=_("last sent at"))
    def last(self, obj: WebhookEndpoint) -> Any:
        return obj.last_at  # type: ignore[attr-defined]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        newest = WebhookDelivery.objects.filter(endpoint=OuterRef("pk"), tried_at__isnull=False).order_by("-made_at")
        rows: QuerySet[Any] = super().get_queryset(request)
        found: QuerySet[Any] = rows.annotate(last_at=Subquery(newest.values("tried_at")[:1]))
        return found

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With what can be done with it, and what was sent last."""
        more: dict[str, Any] = {}
        if request.method == "GET" and self.has_change_permission(request):
            endpoint = self.get_object(request, object_id)
            if endpoint is not None:
                more = {"logs": _logs(endpoint), "latest": endpoint.deliveries.all()[:5], "state": self.state(endpoint)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})

    def act_secret(self, request: HttpRequest, endpoint: WebhookEndpoint) -> None:
        self._show(request, endpoints.renew(endpoint))
        told = gettext("The secret before counts for one day more. Until then, what is sent is signed by both.")
        self.message_user(request, told, messages.SUCCESS)
        self.log_change(request, endpoint, gettext("New secret"))

    def act_again(self, request: HttpRequest, endpoint: WebhookEndpoint) -> None:
        stream, position = request.POST.get("log", ""), request.POST.get("position", "")
        if stream not in {one["stream"] for one in _logs(endpoint)} or not position.isdecimal() or len(position) > 9:
            told = gettext("Choose what is sent again, and the number of its first message.")
            self.message_user(request, told, messages.ERROR)
            return
        try:
            endpoints.begin_at(endpoint, stream, int(position))
        except log.NoSuchStream:
            self.message_user(request, gettext("There is nothing of it any more."), messages.ERROR)
            return
        told = gettext("Everything from message %(n)s on is sent again, in order.") % {"n": position}
        self.message_user(request, told, messages.SUCCESS)
        self.log_change(request, endpoint, told)


LOGS = 200  # of which one can be chosen in the office


def _logs(endpoint: WebhookEndpoint) -> list[dict[str, str]]:
    """What it is sent, by name, the newest first of each kind; `stream`: the id."""
    found = []
    for source in events.SOURCES:
        for one in name_all(list(source(endpoint).order_by("-moved_at")[:LOGS])):
            found.append({"stream": str(one.pk), "name": str(one), "head": str(one.position)})
    return found


def name_all(sheets: list[Any]) -> list[Any]:
    """Sheets of battles read their names with a few queries for all of them."""
    return name_battles(sheets) if sheets and isinstance(sheets[0], Sheet) else sheets


class OfMine(admin.RelatedFieldListFilter):
    """The webhooks that the reader finds in their office."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        mine = admin.site._registry[WebhookEndpoint].get_queryset(request)
        return [(one.pk, str(one)) for one in mine.order_by("name", "pk")]


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(Shown):
    """What was sent, what was answered, and sending it again."""

    way_to_club = "endpoint__club"
    list_display = ("type", "status", "code", "position", "tries", "tried_at", "endpoint", "answer")
    list_filter = ("status", ("endpoint", OfMine))
    list_select_related = ("endpoint",)
    list_per_page = 50
    search_fields = ("message",)
    actions = ("send_again",)
    fields = (
        *("endpoint", "message", "type", "stream", "position", "status", "tries", "code", "answer", "took"),
        *("made_at", "tried_at"),
    )

    @admin.action(description=_("Send again"))
    def send_again(self, request: HttpRequest, chosen: QuerySet[WebhookDelivery]) -> None:
        n = endpoints.send_again(WebhookDelivery.objects.filter(pk__in=chosen.values("pk")))
        told = ngettext("%(n)d message is sent again.", "%(n)d messages are sent again.", n)
        self.message_user(request, told % {"n": n}, messages.SUCCESS)
