"""The outbox in the office: messages, what became of them, and sending them again."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns import mail
from campaigns.admin.office import OfClubs, ReadOnly
from campaigns.models import OutboxMessage, User
from campaigns.models.outbox import uncertain


class StateFilter(admin.SimpleListFilter):
    title = _("what became of it")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("uncertain", _("uncertain")), *OutboxMessage.Status.choices]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "uncertain":
            return rows.filter(uncertain())
        return rows.filter(status=self.value()) if self.value() else rows


@admin.register(OutboxMessage)
class OutboxAdmin(ReadOnly, OfClubs):
    """Organisers see that a message of their club was sent, but not its text."""

    way_to_club = "club"
    list_display = ("subject", "to", "state", "created_at", "sent_at", "tries", "error")
    list_filter = (StateFilter,)
    list_select_related = ("user", "club")
    search_fields = ("subject", "address", "user__username")
    actions = ("send_again",)
    fields = ("subject", "to", "address", "club", "state", "created_at", "next_at", "claimed_at", "sent_at")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        all_of_it = isinstance(request.user, User) and request.user.is_superuser
        return (*self.fields, "tries", "error", *(("key", "body") if all_of_it else ()))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Only a superuser. A message is deleted with its account."""
        return isinstance(request.user, User) and request.user.is_superuser

    @admin.display(description=_("to"), ordering="user__username")
    def to(self, obj: OutboxMessage) -> str:
        return obj.user.get_username() if obj.user else obj.address

    @admin.display(description=_("what became of it"), ordering="status")
    def state(self, obj: OutboxMessage) -> str:
        return gettext("uncertain: it may have arrived") if obj.uncertain else obj.get_status_display()

    @admin.action(description=_("Send again: uncertain, refused and kept messages"))
    def send_again(self, request: HttpRequest, chosen: QuerySet[OutboxMessage]) -> None:
        if not settings.MAIL:
            told = gettext("No mail is set up here. Whoever runs this site sets EMAIL_URL.")
            self.message_user(request, told, messages.ERROR)
            return
        n = mail.send_again(chosen)
        told = ngettext("%(n)d message waits to be sent again.", "%(n)d messages wait to be sent again.", n)
        self.message_user(request, told % {"n": n}, messages.SUCCESS)
