"""A fresh site, from its code to a working club: the administrator's account, the club, mail, a first campaign, and the
people who are to come. Each page can be left out and come back to."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import REFUSED
from battles.pages.methods import form_page
from campaigns import first_run, invitations, login_throttle
from campaigns.model_forms import CreationForm, ModelForm
from campaigns.models import Club, Invitation, User
from campaigns.models.invitations import MOST
from campaigns.pages import robots

TOO_OFTEN = 429
TRIED = "the code of the first run"  # the name at which wrong codes count
# The steps: the name of the address and the heading.
STEPS = (
    ("welcome", gettext_lazy("Your account")),
    ("welcome-club", gettext_lazy("Your club")),
    ("welcome-mail", gettext_lazy("Mail")),
    ("new-campaign", gettext_lazy("First campaign")),
    ("welcome-people", gettext_lazy("Players")),
)


class FirstAccount(CreationForm):
    """The code, and the account of who administers the site from now on."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        help_text=gettext_lazy(
            "Leaguer printed it as it was started; “manage.py welcome --code” prints it again. It shows that the "
            "machine is yours."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "translate": "no"}
        ),
    )

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username", "email")

    field_order = ("code", "username", "email", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Your name")
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields["code"].widget.attrs["autofocus"] = True
        self.fields["username"].help_text = _("As the others will see you. Letters, digits and @ . + - _ only.")
        self.fields["email"].help_text = _("For what waits for you, and for a forgotten password.")
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean_code(self) -> str:
        if not first_run.fits(str(self.cleaned_data["code"])):
            raise forms.ValidationError(_("This is not the code. Look at what Leaguer printed as it was started."))
        return ""


class FirstClub(ModelForm):
    """What strangers read of the club, and its colour. All of it can be changed in the office."""

    class Meta:
        model = Club
        fields = ("name", "about", "colour")
        widgets = {
            "about": forms.Textarea(attrs={"rows": 3, "translate": "no"}),
            "colour": forms.TextInput(attrs={"maxlength": 7, "spellcheck": "false", "autocapitalize": "off"}),
        }


class Guests(forms.Form):
    """How many people the link lets in."""

    uses = forms.IntegerField(
        label=gettext_lazy("How many players may come in by it?"),
        min_value=1,
        max_value=MOST,
        initial=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 3}),
    )


@form_page
@sensitive_post_parameters()
def welcome(request: HttpRequest) -> HttpResponse:
    """The first page of a fresh site; 404 once somebody administers it. Wrong codes count as wrong passwords do."""
    robots.keep_out(request)
    if not first_run.is_due():
        raise Http404
    form, trouble = FirstAccount(request.POST if request.method == "POST" else None), ""
    if request.method == "POST":
        if seconds := login_throttle.take(request, TRIED):
            trouble = str(login_throttle.pause(seconds).message)
            return _step(request, "welcome", {"form": FirstAccount(), "trouble": trouble}, TOO_OFTEN)
        valid = form.is_valid()
        if "code" not in form.errors:
            login_throttle.came_in(request, TRIED)
        if valid and _made(request, form):
            return redirect("sample" if request.GET.get("then") == "sample" else "welcome-club")
    return _step(request, "welcome", {"form": form, "trouble": trouble}, REFUSED if form.errors else 200)


def _made(request: HttpRequest, form: FirstAccount) -> bool:
    user = form.save(commit=False)
    user.language = get_language() or ""
    try:
        first_run.administer(user)
    except first_run.Taken:
        raise Http404 from None
    except IntegrityError:  # somebody has that name already, who does not administer
        form.add_error("username", User._meta.get_field("username").error_messages["unique"])
        return False
    login(request, user)
    login_throttle.remember(request, user.get_username())
    messages.success(request, _("Welcome, %(name)s. You administer this site.") % {"name": user.get_username()})
    return True


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest) -> HttpResponse:
    """Found the club, or change the one that is there."""
    user = _setting_up(request)
    there = first_run.club_of(user)
    form = FirstClub(request.POST if request.method == "POST" else None, instance=there)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            made = form.save(commit=False)
            if there is None:
                made.slug = _free_slug(made.name)
            made.save()
            made.organisers.add(user)
        return redirect("welcome-mail")
    return _step(request, "welcome-club", {"form": form}, REFUSED if form.errors else 200)


def _free_slug(name: str) -> str:
    slug = slugify(name)[:36].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    return next(one for one in (slug, *(f"{slug}-{n}" for n in range(2, 999))) if one not in taken)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Whether mail goes out, and a message to oneself, sent at once so that the server's answer can be read."""
    user = _setting_up(request)
    context: dict[str, Any] = {"mail": settings.MAIL, "address": user.email, "sender": settings.DEFAULT_FROM_EMAIL}
    if request.method == "POST" and settings.MAIL and user.email:
        text = _("This is a test. Mail from %(site)s reaches you.") % {"site": settings.SITE_URL}
        try:
            EmailMessage(_("Leaguer can write to you"), text, to=[user.email]).send()
        except Exception as error:  # whatever it is, the person who sets mail up has to read it
            context["trouble"] = str(error)[:500] or type(error).__name__
        else:
            context["sent"] = True
    return _step(request, "welcome-mail", context, REFUSED if "trouble" in context else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """One link for the club's chat. It leads to the newest campaign."""
    user = _setting_up(request)
    there = first_run.club_of(user)
    if there is None:
        return redirect("welcome-club")
    form = Guests(request.POST if request.method == "POST" else None)
    links = Invitation.objects.filter(club=there, made_by=user, revoked_at=None, address="").order_by("-pk")
    if request.method == "POST" and form.is_valid():
        campaign = there.campaigns.exclude(stream=None).order_by("name").last()
        Invitation.objects.create(club=there, campaign=campaign, uses=form.cleaned_data["uses"], made_by=user)
        return redirect("welcome-people")
    newest = links.first()
    context = {
        "form": form,
        "club": there,
        "invitation": newest,
        "link": invitations.link(newest) if newest and not invitations.closed(newest) else "",
    }
    return _step(request, "welcome-people", context, REFUSED if form.errors else 200)


def _setting_up(request: HttpRequest) -> User:
    """Who administers the site. Everybody else finds nothing here."""
    robots.keep_out(request)
    if not isinstance(request.user, User) or not request.user.is_superuser:
        raise Http404
    return request.user


def steps(here: str) -> list[tuple[str, Any, bool]]:
    """The address and heading of each step, and whether it is this one. The account is made already where one is
    asked for another step."""
    return [(name, title, name == here) for name, title in STEPS if name != "welcome" or here == "welcome"]


def _step(request: HttpRequest, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    context |= {"steps": steps(name), "title": dict(STEPS)[name]}
    return render(request, f"first_run/{name.removeprefix('welcome-')}.html", context, status=status)
