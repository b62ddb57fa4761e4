"""Accounts in the office, for a superuser. What lets somebody in is changed with the superuser's own password, so that
nobody takes over an account from a browser that was left open."""

from __future__ import annotations

from copy import copy
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.admin import UserAdmin
from django.db.models import Field, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns import login_throttle, minors, second_factor, security_mail
from campaigns.admin.counting import CountsAhead
from campaigns.model_forms import ChangeForm, PasswordForm
from campaigns.models import User
from campaigns.roles import user_of

RIGHTS = {
    "is_staff": _("May enter this office. Organisers need it; what they see here is their own clubs’."),
    "is_superuser": _(
        "May do everything here, in all clubs: whoever runs this site. “manage.py doctor” looks it over."
    ),
}
OWN = "own_password"
# By what somebody comes in, and what they may then: changed with the password of who changes it.
GUARDED = frozenset(("email", "is_active", "is_staff", "is_superuser", "groups", "user_permissions"))


def own_password(required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=_("Your own password"),
        required=required,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("So that nobody does it from a browser that you left open."),
    )


def check(request: HttpRequest, password: str) -> None:
    """`ValidationError` for a password that is not of who asks. Wrong ones count like those at the login."""
    if trouble := login_throttle.wrong_password(request, user_of(request), password):
        raise forms.ValidationError(trouble[1])


class PersonForm(ChangeForm):
    own_password = own_password()
    request: HttpRequest  # of the page that made this form's class

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if GUARDED & set(self.changed_data):
            try:
                check(self.request, cleaned.get(OWN, ""))
            except forms.ValidationError as error:
                self.add_error(OWN, error)
        return cleaned


class NewPasswordForm(PasswordForm):
    own_password = own_password(required=True)

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_own_password(self) -> str:
        said: str = self.cleaned_data[OWN]
        check(self.request, said)
        return said


class WithPassword(ActionForm):
    own_password = own_password()


@admin.register(User)
class PeopleAdmin(CountsAhead, UserAdmin):  # type: ignore[type-arg] # at run time it takes none
    form = PersonForm
    action_form = WithPassword
    fieldsets = (
        *(UserAdmin.fieldsets or ())[:2],
        (_("Mail"), {"fields": ("mail", "language")}),
        *(UserAdmin.fieldsets or ())[2:],
        (None, {"fields": (OWN,)}),
    )

    actions = ("second_step_off",)
    list_filter = (*UserAdmin.list_filter, ("guest_of", admin.EmptyFieldListFilter))

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:  # type: ignore[override]
        form: Any = super().get_form(request, obj, **kwargs)
        form.request = request  # the class is made for this page alone
        return form

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
        try:
            check(request, request.POST.get(OWN, ""))
        except forms.ValidationError as error:
            self.message_user(request, error.message, messages.ERROR)
            return
        for user in found:
            if second_factor.end_all(user):
                self.log_change(request, user, "second step at login off")
                security_mail.tell(user, "second-off")
                self.message_user(request, gettext("No code is asked for from %(name)s.") % {"name": user.username})

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        office = copy(self)  # with a form that knows who asks
        office.change_password_form = lambda *args: NewPasswordForm(request, *args)
        response: HttpResponse = super(PeopleAdmin, office).user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302 and (user := User.objects.filter(pk=id).first()):
            security_mail.tell(user, "password")
        return response

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            security_mail.tell(obj, "address", form.initial.get("email", ""))
        minors.renamed(obj)
