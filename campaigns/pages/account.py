"""The account page: mail, language, address, tokens, and whether its person is of age."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from battles.not_found import uuid_in
from campaigns import login_throttle, logins, minors, second_factor, security_log, security_mail
from campaigns.model_forms import ModelForm
from campaigns.models import Minor, User
from campaigns.models.people import CLOCKS
from campaigns.pages.zone_field import zone_field
from campaigns.presenters import calendars
from campaigns.presenters.public_names import public_name
from campaigns.push import keys
from campaigns.roles import user_of


class Account(ModelForm):
    """Whether Leaguer writes to the user, where, and in which language; by whose clocks it tells them times."""

    mail = forms.BooleanField(label=gettext_lazy("Leaguer may write to me about what waits for me"), required=False)
    language = forms.ChoiceField(label=gettext_lazy("Language"), widget=forms.Select(attrs={"translate": "no"}))
    zone = zone_field()
    password = forms.CharField(
        label=gettext_lazy("Your password, to change the address"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=gettext_lazy("Anyone who reads mail to this address can set a new password."),
    )

    class Meta:
        model = User
        fields = ("mail", "language", "zone", "clock", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
        self.initial["language"] = self.instance.spoken
        clock = self.fields["clock"]
        assert isinstance(clock, forms.TypedChoiceField)
        clock.choices = [("", _("as the language has it")), *CLOCKS]
        clock.help_text = ""
        self.fields["email"].label = gettext_lazy("E-mail address")
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean(self) -> dict[str, Any]:
        """Ask for the password before the address changes, so that nobody takes over an account from an open
        session."""
        cleaned = super().clean() or {}
        if "email" in self.changed_data and not self.instance.check_password(cleaned.get("password", "")):
            raise ValidationError({"password": _("Your password is needed to change the address.")})
        return cleaned


class NotOfAge(forms.Form):
    """Until when somebody is a minor, and the first name by which strangers know them."""

    first_name = forms.CharField(
        label=gettext_lazy("First name"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("People outside the club read it in the place of your name; initials if it is empty."),
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    until = forms.DateField(
        label=gettext_lazy("I come of age on"),
        required=False,
        help_text=gettext_lazy("If you like: from that day on this says nothing any more."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean_until(self) -> date | None:
        until: date | None = self.cleaned_data["until"]
        if until is not None and until <= timezone.localdate():
            raise ValidationError(_("That day is over. Leave it empty if you do not know it."))
        return until


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """The account page. Wrong passwords count like those at the login."""
    user = user_of(request)
    if request.method != "POST":
        return _account(request, Account(instance=user))
    form = Account(request.POST, instance=user)
    asks, before = "email" in form.changed_data, user.email
    if asks and (seconds := login_throttle.take(request, user.get_username())):
        return _account(request, Account(instance=user), trouble=str(login_throttle.pause(seconds).message))
    valid = form.is_valid()
    if asks and "password" not in form.errors:
        login_throttle.came_in(request, user.get_username())
    elif asks:
        security_log.note("password-wrong", request, user.pk)
    if not valid:
        user.refresh_from_db()  # the form has put the wrong values on the user, whose name the page shows
        return _account(request, form)
    form.save()
    if asks:
        security_mail.tell(user, "address", before)
    messages.success(request, _("Saved."))
    response = redirect("account")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        user.spoken,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response


@require_POST
@login_required
def end_token(request: HttpRequest) -> HttpResponse:
    """End a token of the visitor's, by its digest. Unknown and ended tokens are ignored."""
    user = user_of(request)
    user.tokens.filter(pk=request.POST.get("token", "")).delete()
    messages.success(request, _("That token has ended and no longer works."))
    return redirect("account")


@never_cache
@sensitive_post_parameters("password")
@require_POST
@login_required
def end_login(request: HttpRequest) -> HttpResponse:
    """Log one browser of the visitor's out, or without its id all but this one, with their password. Unknown and ended
    ones are ignored."""
    user = user_of(request)
    if trouble := login_throttle.wrong_password(request, user, request.POST.get("password", "")):
        return _account(request, Account(instance=user), trouble=trouble[1], status=trouble[0])
    others = user.logins.exclude(pk=logins.this(request))
    if (one := request.POST.get("login")) is not None:
        others = others.filter(pk=one) if uuid_in(one) else others.none()
    logins.end(others)
    messages.success(request, _("Logged out there."))
    return redirect("account")


@never_cache
@require_POST
@login_required
def minor(request: HttpRequest) -> HttpResponse:
    """The visitor is not of age. Once marked they say their first name here; the rest is an organiser's."""
    user = user_of(request)
    form = NotOfAge(request.POST)
    if not form.is_valid():
        return _account(request, Account(instance=user), young=form)
    minors.mark(user, user, form.cleaned_data["first_name"], form.cleaned_data["until"])
    messages.success(request, _("Saved."))
    return redirect("account")


def _account(
    request: HttpRequest, form: Account, trouble: str = "", young: NotOfAge | None = None, status: int = 429
) -> HttpResponse:
    """`young`: what was said wrongly of a minor; `status`: of an answer that tells `trouble`."""
    status = status if trouble else 422 if form.errors or young else 200
    user = user_of(request)
    marked: Minor | None = getattr(user, "minor", None)
    if young is None:
        young = NotOfAge(initial={"first_name": user.first_name})
    if marked is not None:
        del young.fields["until"]
    tokens = user.tokens.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
    context = {"form": form, "trouble": trouble, "mail": settings.MAIL, "tokens": tokens}
    context |= {"minor": marked, "young": young, "public": public_name(user)}
    context |= {"push": keys.is_on(), "devices": user.push_devices.all(), "calendar": calendars.address(user)}
    context |= {"second_step": second_factor.is_on(user), "here": logins.this(request), "browsers": logins.of(user)}
    return render(request, "people/account.html", context, status=status)
