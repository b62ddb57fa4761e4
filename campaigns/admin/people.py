"""Accounts in the office, for a superuser."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Field
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaigns import minors
from campaigns.models import User

RIGHTS = {
    "is_staff": _("May enter this office. Organisers need it; what they see here is their own clubs’."),
    "is_superuser": _(
        "May do everything here, in all clubs: whoever runs this site. “manage.py doctor” looks it over."
    ),
}


@admin.register(User)
class PeopleAdmin(UserAdmin):  # type: ignore[type-arg] # at run time it takes none
    fieldsets = (
        *(UserAdmin.fieldsets or ())[:2],
        (_("Mail"), {"fields": ("mail", "language")}),
        *(UserAdmin.fieldsets or ())[2:],
    )

    list_filter = (*UserAdmin.list_filter, ("guest_of", admin.EmptyFieldListFilter))

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "language":
            choices = [("", _("the site's own")), *settings.LANGUAGES]
            return forms.ChoiceField(label=_("Language"), choices=choices, required=False)
        if db_field.name in RIGHTS:
            kwargs["help_text"] = RIGHTS[db_field.name]
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        minors.renamed(obj)
