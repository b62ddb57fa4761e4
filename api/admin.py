"""Tokens and clubs' keys in the office: organisers see who has one, make keys for their clubs, and end them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from api import keys
from api.models import ClubKey, Token
from campaigns.admin.counting import CountsAhead
from campaigns.admin.office import Edited
from campaigns.model_forms import ModelForm
from campaigns.roles import user_of


@admin.register(Token)
class TokenAdmin(CountsAhead, admin.ModelAdmin):  # type: ignore[type-arg] # at run time it takes none
    """Read and delete only: a key is shown once, to its owner."""

    list_display = ("__str__", "user", "name", "created", "last_used", "expires_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    date_hierarchy = "created"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False


class ClubKeyForm(ModelForm):
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=list(keys.SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only as far as an officer of the club may. It never plays, and sees no hidden cards."),
    )
    days = forms.IntegerField(label=_("Days it holds"), min_value=1, max_value=3650, initial=keys.DAYS)

    class Meta:
        model = ClubKey
        fields = ("club", "name")


@admin.register(ClubKey)
class ClubKeyAdmin(Edited):
    """A key is shown once, on the page that follows its form. It is not changed: end it, and make another."""

    form = ClubKeyForm
    list_display = ("name", "club", "scopes", "maker", "created", "last_used", "expires_at", "ended_at")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club", "maker")
    actions = ("end",)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Of the list, for its action; of one nothing is changed."""
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The log names it for ever."""
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        told = ("club", "name", "scopes", "maker", "created", "last_used", "expires_at", "ended_at")
        return told if obj else ("club", "name", "scopes", "days")

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        """The key is made here and kept nowhere but on the page that shows it."""
        said = form.cleaned_data
        made, token = keys.make(said["club"], user_of(request), said["name"], said["scopes"], said["days"])
        request._token = token  # type: ignore[attr-defined]
        form.save_m2m = lambda: None
        return made

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Made already."""

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        context = {**self.admin_site.each_context(request), "title": gettext("A key for the club"), "opts": self.opts}
        context |= {"key": obj, "token": request._token}  # type: ignore[attr-defined]
        return TemplateResponse(request, "admin/keys/made.html", context)

    @admin.action(description=_("End these keys"), permissions=["change"])
    def end(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        found = list(queryset.filter(ended_at=None))
        n = keys.end([one.pk for one in found], timezone.now())
        for one in found:
            self.log_change(request, one, gettext("Ended."))
        told = ngettext("%(n)d key has ended.", "%(n)d keys have ended.", n) % {"n": n}
        self.message_user(request, told, messages.SUCCESS)
