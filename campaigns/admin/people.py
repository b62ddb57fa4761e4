"""Accounts in the office, for a superuser."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Field, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns import minors, second_factor, security_mail
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

    actions = ("second_step_off",)
    list_filter = (*UserAdmin.list_filter, ("guest_of", admin.EmptyFieldListFilter))

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "language":
            choices = [("", _("the site's own")), *settings.LANGUAGES]
            return forms.ChoiceField(label=_("Language"), choices=choices, required=False)
        if db_field.name in RIGHTS:
            kwargs["help_text"] = RIGHTS[db_field.name]
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.action(description=_("Turn the second step at login off (phone lost)"))
    def second_step_off(self, request: HttpRequest, found: QuerySet[User]) -> None:
        """For who has lost the phone and the recovery codes, and has been asked who they are."""
        for user in found:
            if second_factor.turn_off(user):
                self.log_change(request, user, "second step at login off")
                security_mail.tell(user, "second-off")
                self.message_user(request, gettext("No code is asked for from %(name)s.") % {"name": user.username})

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        response: HttpResponse = super().user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302 and (user := User.objects.filter(pk=id).first()):
            security_mail.tell(user, "password")
        return response

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        minors.renamed(obj)
