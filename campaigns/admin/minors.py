"""Minors in the office: who is not of age, and whether a parent has consented."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns import minors
from campaigns.admin.office import Edited
from campaigns.model_forms import ModelForm
from campaigns.models import Minor, User


class MinorForm(ModelForm):
    first_name = forms.CharField(
        label=_("First name"),
        max_length=150,
        required=False,
        help_text=_("Strangers read it in the place of the account’s name; initials while it is empty."),
    )
    consent = forms.BooleanField(
        label=_("A parent has consented"),
        required=False,
        help_text=_("Then strangers read the name of the account. Your name and the day are kept with it."),
    )

    class Meta:
        model = Minor
        fields = ("user", "until")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["first_name"] = self.instance.user.first_name
            self.initial["consent"] = self.instance.consent_at is not None


@admin.register(Minor)
class MinorAdmin(Edited):
    """Organisers mark the people of their clubs. Nobody rules on their own mark."""

    form = MinorForm
    list_display = ("user", "first_name", "until", "consent_at", "consent_by")
    list_select_related = ("user", "consent_by")
    search_fields = ("user__username",)

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(pk__in=minors.of_clubs(user).values("pk"))

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        is_own = isinstance(obj, Minor) and obj.pk == request.user.pk
        return super().has_change_permission(request, obj) and not is_own

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_change_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Without the action that deletes several: one's own might be among them."""
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        noted = ("noted_by", "noted_at", "consent_by", "consent_at") if obj else ()
        return ("user", "first_name", "until", "consent", *noted)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("user", "noted_by", "noted_at", "consent_by", "consent_at") if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Only people of the clubs that the user organises, and not themselves."""
        if db_field.name == "user" and isinstance(request.user, User):
            kwargs["queryset"] = minors.of_clubs(request.user).exclude(pk=request.user.pk).order_by("username")
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        by = request.user
        assert isinstance(by, User)
        if not change:
            obj.noted_by = by
        minors.consent(obj, by, form.cleaned_data["consent"])
        User.objects.filter(pk=obj.user_id).update(first_name=form.cleaned_data["first_name"])
        super().save_model(request, obj, form, change)

    @admin.display(description=_("first name"))
    def first_name(self, obj: Minor) -> str:
        return obj.user.first_name or gettext("initials")
