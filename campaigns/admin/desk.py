"""The desk: clubs, and campaigns until they open."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns import door
from campaigns.admin.forms import PREFIX, CampaignForm, options_of, with_options
from campaigns.admin.office import OfClubs, in_office, referee, tell_refusal
from campaigns.models import Campaign, Club, User
from campaigns.roles import organised_by
from rules.contract import Refused


@admin.register(Club)
class ClubAdmin(OfClubs):
    """A superuser founds clubs and names the first organisers; they see to the rest."""

    list_display = ("name", "slug")
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    filter_horizontal = ("organisers", "members")

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(organisers=user)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return in_office(request)


@admin.register(Campaign)
class CampaignAdmin(OfClubs):
    """Editable until it opens; then it is in the log, and only who may read it can be changed."""

    form = CampaignForm
    list_display = ("name", "club", "system", "visibility", "opened")
    list_filter = ("visibility", ("stream", admin.EmptyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("name",)
    actions = ("open_campaigns",)
    filter_horizontal = ("umpires",)
    fields = (
        *("club", "name", "visibility", "umpires", "system", "sides", "confirm_within", "test"),
        ("win", "draw", "loss", "scored"),
    )

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(pk__in=organised_by(user).values("pk"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return in_office(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return in_office(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """One that is open is in the log; its row on the desk says who may read it."""
        return in_office(request) and not (isinstance(obj, Campaign) and obj.is_open)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Several at once are not deleted: an open one might be among them."""
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if not (obj and obj.is_open):
            kwargs["form"] = with_options(obj)
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj and obj.is_open:
            return (*self.fields, "mustering")
        return [*self.fields, *(PREFIX + option.name for option in options_of(obj))]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if not (obj and obj.is_open):
            return ()
        return (*(name for name in _flat(self.fields) if name != "visibility"), "mustering")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """A campaign is prepared for a club one organises."""
        if db_field.name == "club" and isinstance(request.user, User) and not request.user.is_superuser:
            kwargs["queryset"] = request.user.organises.all()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def view_on_site(self, obj: Campaign) -> str:
        return reverse("campaign", args=[obj.pk])

    @admin.display(boolean=True, description=_("open"), ordering="stream")
    def opened(self, obj: Campaign) -> bool:
        return obj.is_open

    @admin.display(description=_("battles"))
    def mustering(self, obj: Campaign) -> str:
        """To the form that calls platoons to a battle and lets faults of theirs pass: there is one such form."""
        return format_html('<a href="{}">{}</a>', reverse("muster", args=[obj.pk]), gettext("muster one"))

    @admin.action(description=_("Open: freeze what was prepared, and begin"))
    def open_campaigns(self, request: HttpRequest, campaigns: QuerySet[Campaign]) -> None:
        for campaign in campaigns:
            try:
                door.open_campaign(campaign, referee(request), "admin")
            except Refused as refused:
                tell_refusal(self, request, campaign, refused)
            else:
                self.message_user(request, _("%(campaign)s is open.") % {"campaign": campaign}, messages.SUCCESS)


def _flat(fields: tuple[Any, ...]) -> list[str]:
    return [name for field in fields for name in (field if isinstance(field, tuple) else (field,))]
