"""Webhooks in the office: make one, test it, renew its secret, switch it, have a log sent again, and read what became
of each message."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from battles import log
from battles.models import Sheet, name_battles
from campaigns.admin.office import Edited, Shown, found_in
from campaigns.models import Campaign, User, WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import addresses
from campaigns.webhooks import endpoints, events

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[WebhookEndpoint]
else:
    ModelForm = forms.ModelForm

Off = WebhookEndpoint.Off


class EndpointForm(ModelForm):
    """Refuses an address that nothing is sent to, and another club's campaign."""

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"]).strip()
        try:
            endpoints.check(url)
        except addresses.Forbidden as error:
            raise forms.ValidationError(
                _("Nothing is sent there (%(why)s). Take an address on the internet that begins with https://."),
                params={"why": str(error)},
            ) from None
        return url

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        campaign, club = found.get("campaign"), found.get("club") or getattr(self.instance, "club", None)
        if campaign is not None and campaign.club_id != getattr(club, "pk", None):
            self.add_error("campaign", _("This campaign is of another club."))
        return found


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(Edited):
    """A club's organisers find those of their clubs."""

    form = EndpointForm
    list_display = ("name", "club", "host", "state", "last")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("name",)
    fields = ("club", "campaign", "name", "url", "of_battles", "of_campaigns", "of_leagues", "members_too")
    change_form_template = "admin/webhooks/endpoint.html"

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(club__in=user.organises.values("pk"))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("club",) if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Only clubs that the user organises, and their campaigns."""
        user = request.user
        if isinstance(user, User) and not user.is_superuser:
            mine = user.organises.all()
            kwargs["queryset"] = mine if db_field.name == "club" else Campaign.objects.filter(club__in=mine)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

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

    @admin.display(description=_("state"))
    def state(self, obj: WebhookEndpoint) -> str:
        if not obj.is_on:
            return str(obj.get_off_display())
        return gettext("it does not answer: tried again later") if obj.next_at > timezone.now() else gettext("on")

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

    def get_urls(self) -> list[URLPattern]:
        acts: dict[str, Callable[[HttpRequest, WebhookEndpoint], None]] = {
            "test": self._test,
            "secret": self._renew,
            "switch": self._switch,
            "again": self._again,
        }
        return [
            *(
                path(f"<int:key>/{name}/", self._view(act), name=f"campaigns_webhookendpoint_{name}")
                for name, act in acts.items()
            ),
            *super().get_urls(),
        ]

    def _view(self, act: Callable[[HttpRequest, WebhookEndpoint], None]) -> Any:
        return self.admin_site.admin_view(require_POST(partial(self._act, act)))

    def _act(
        self, act: Callable[[HttpRequest, WebhookEndpoint], None], request: HttpRequest, key: int
    ) -> HttpResponseRedirect:
        endpoint = found_in(self, request, key)
        act(request, endpoint)
        return HttpResponseRedirect(reverse("admin:campaigns_webhookendpoint_change", args=[endpoint.pk]))

    def _test(self, request: HttpRequest, endpoint: WebhookEndpoint) -> None:
        endpoints.test(endpoint)
        told = gettext("A test is on its way. Load this page again in a moment: what was answered stands below.")
        self.message_user(request, told, messages.SUCCESS)

    def _renew(self, request: HttpRequest, endpoint: WebhookEndpoint) -> None:
        self._show(request, endpoints.renew(endpoint))
        told = gettext("The secret before counts for one day more. Until then, what is sent is signed by both.")
        self.message_user(request, told, messages.SUCCESS)
        self.log_change(request, endpoint, gettext("New secret"))

    def _switch(self, request: HttpRequest, endpoint: WebhookEndpoint) -> None:
        if endpoint.is_on:
            endpoints.switch_off(endpoint, Off.PERSON)
            told = gettext("Nothing is sent any more.")
        else:
            endpoints.switch_on(endpoint)
            told = gettext("It is on, and goes on where it stopped.")
        self.message_user(request, told, messages.SUCCESS)
        self.log_change(request, endpoint, told)

    def _again(self, request: HttpRequest, endpoint: WebhookEndpoint) -> None:
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


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(Shown):
    """What was sent, what was answered, and sending it again."""

    list_display = ("type", "endpoint", "position", "status", "tries", "code", "answer", "tried_at")
    list_filter = ("status", "endpoint")
    list_select_related = ("endpoint",)
    list_per_page = 50
    search_fields = ("message",)
    actions = ("send_again",)
    fields = (
        *("endpoint", "message", "type", "stream", "position", "status", "tries", "code", "answer", "took"),
        *("made_at", "tried_at"),
    )

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(endpoint__club__in=user.organises.values("pk"))

    def get_list_filter(self, request: HttpRequest) -> Any:
        return ("status", ("endpoint", OfMine))

    @admin.action(description=_("Send again"))
    def send_again(self, request: HttpRequest, chosen: QuerySet[WebhookDelivery]) -> None:
        n = endpoints.send_again(WebhookDelivery.objects.filter(pk__in=chosen.values("pk")))
        told = ngettext("%(n)d message is sent again.", "%(n)d messages are sent again.", n)
        self.message_user(request, told % {"n": n}, messages.SUCCESS)


class OfMine(admin.RelatedFieldListFilter):
    """The webhooks that the reader finds in their office."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        mine = admin.site._registry[WebhookEndpoint].get_queryset(request)
        return [(one.pk, str(one)) for one in mine.order_by("name", "pk")]
