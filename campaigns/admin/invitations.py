"""Invitations in the office: make, hand on, withdraw."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from campaigns import invitations
from campaigns.admin.office import Edited
from campaigns.models import Invitation, User


@admin.register(Invitation)
class InvitationAdmin(Edited):
    """Organisers invite people into their own clubs. The club of an invitation cannot be changed: withdraw it
    instead."""

    list_display = ("club", "campaign", "state", "uses", "expires_at", "address", "made_by", "came")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club", "campaign", "made_by")
    actions = ("revoke",)
    fields = ("club", "campaign", "uses", "expires_at", "address")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("joined")

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Only a superuser: it records who let whom in."""
        return isinstance(request.user, User) and request.user.is_superuser

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("link", "state", *self.fields, "made_by", "made_at", "came") if obj else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("link", "state", "club", "campaign", "address", "made_by", "made_at", "came") if obj else ()

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        obj.made_by = request.user
        super().save_model(request, obj, form, change)
        if obj.address:
            self._send(request, obj)
        else:
            self._hand_on(request, obj)

    def _send(self, request: HttpRequest, invitation: Invitation) -> None:
        if not settings.MAIL:
            self.message_user(request, gettext("No mail is set up here, so it was not sent."), messages.WARNING)
            self._hand_on(request, invitation)
        elif invitations.send(invitation):
            told = gettext("It is on its way to %(address)s.") % {"address": invitation.address}
            self.message_user(request, told, messages.SUCCESS)
        else:
            told = gettext("%(address)s wants no mail from Leaguer.") % {"address": invitation.address}
            self.message_user(request, told, messages.WARNING)
            self._hand_on(request, invitation)

    def _hand_on(self, request: HttpRequest, invitation: Invitation) -> None:
        told = ngettext(
            "Hand this link on; it lets %(n)d person in, for more make another: %(link)s",
            "Hand this link on; it lets %(n)d people in: %(link)s",
            invitation.uses,
        )
        said = told % {"n": invitation.uses, "link": invitations.link(invitation)}
        self.message_user(request, said, messages.SUCCESS)

    @admin.display(description=_("link"))
    def link(self, obj: Invitation) -> str:
        if invitations.closed(obj):
            return self.get_empty_value_display()
        said = invitations.link(obj), gettext("link")
        return format_html('<input class="vLargeTextField" readonly value="{}" aria-label="{}">', *said)

    @admin.display(description=_("state"))
    def state(self, obj: Invitation) -> str:
        return invitations.closed(obj).partition(".")[0] or pgettext("an invitation", "open")

    @admin.display(description=_("came in by it"))
    def came(self, obj: Invitation) -> str:
        return ", ".join(sorted(user.get_username() for user in obj.joined.all())) or self.get_empty_value_display()

    @admin.action(description=_("Withdraw: nobody comes in by them from now on"))
    def revoke(self, request: HttpRequest, chosen: QuerySet[Invitation]) -> None:
        open_ones = [one for one in chosen if not invitations.closed(one)]
        for one in open_ones:
            invitations.revoke(one)
        told = ngettext("%(n)d invitation was withdrawn.", "%(n)d invitations were withdrawn.", len(open_ones))
        self.message_user(request, told % {"n": len(open_ones)}, messages.SUCCESS)
