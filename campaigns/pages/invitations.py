"""The page of an invitation: strangers make an account, others join. Who has played as a guest on this browser may take
that battle along into the account."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from battles.not_found import or_404
from battles.pages.methods import form_page
from campaigns import guests, invitations, login_throttle, minors, roles
from campaigns.model_forms import CreationForm
from campaigns.models import Invitation, User
from campaigns.pages import robots

WRONG, GONE, TOO_OFTEN = 422, 410, 429
KEPT = "invitation"  # of the session


class SignUp(CreationForm):
    """A name, a password, and an e-mail address for those who want mail. Who is not of age says so, and gives the
    first name by which strangers know them."""

    minor = forms.BooleanField(label=gettext_lazy("I am not of age"), required=False)
    first_name = forms.CharField(
        label=gettext_lazy("Your first name, if you are not of age"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("People outside the club read it in the place of your name; initials if it is empty."),
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username", "email")

    field_order = ("username", "email", "password1", "password2", "minor", "first_name")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("As the others will see you. Letters, digits and @ . + - _ only.")
        self.fields["email"].help_text = _("Only if you want mail: what waits for you, and a forgotten password.")
        self.fields["email"].widget.attrs["autocomplete"] = "email"


@form_page
@sensitive_post_parameters()
def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """The page. 404 for a code that was never given out, 410 with the reason if the invitation is closed.

    The code is kept in the session, and the visitor redirected to an address without it, so that logs, history and
    shared links let nobody in.
    """
    robots.keep_out(request)
    invitation = or_404(invitations.find(code or request.session.get(KEPT, "")))
    if code and request.method != "POST":
        request.session[KEPT] = code
        return redirect("come-in")
    user = request.user if isinstance(request.user, User) else None
    if user and invitations.belongs(user, invitation):
        return _inside(request, invitation, _("You belong to the club %(club)s already."))
    if why := invitations.closed(invitation):
        return _page(request, invitation, why=why)
    if request.method != "POST":
        return _page(request, invitation, form=None if user else SignUp())
    try:
        return _take(request, invitation, user) if user else _sign_up(request, invitation)
    except invitations.Closed as closed:  # somebody used it up in between
        return _page(request, invitation, why=str(closed))


def _take(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    invitations.take(invitation, user)
    return _inside(request, invitation, _("Welcome to the club %(club)s."))


def _sign_up(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Make an account and its membership, both or none. Checking whether names are taken is limited, too."""
    key = login_throttle.key_of(request, f"join {invitation.pk}")
    if login_throttle.wrong_so_far(key) >= login_throttle.TRIES:
        typed = {name: request.POST.get(name, "") for name in SignUp.Meta.fields}
        return _page(request, invitation, form=SignUp(initial=typed), trouble=str(login_throttle.pause().message))
    guest = guests.to_claim(request) if request.POST.get("claim") else None
    form = SignUp(request.POST, instance=guest)
    if form.is_valid():
        user = form.save(commit=False)
        if guest:
            guests.claimed(user)
        user.language = get_language() or ""
        try:
            with transaction.atomic():
                user.save()
                if form.cleaned_data["minor"]:
                    minors.mark(user, user, form.cleaned_data["first_name"])
                invitations.take(invitation, user)
        except IntegrityError:  # somebody took the name in between
            form.add_error("username", User._meta.get_field("username").error_messages["unique"])
        else:
            login(request, user)
            login_throttle.remember(request, user.get_username())
            return _inside(request, invitation, _("Welcome to the club %(club)s."))
    login_throttle.one_more_wrong(key)
    return _page(request, invitation, form=form)


def _inside(request: HttpRequest, invitation: Invitation, text: str) -> HttpResponse:
    """Redirect to the campaign of the invitation if they may read it, else to the first page."""
    request.session.pop(KEPT, None)
    messages.success(request, text % {"club": invitation.club.name})
    campaign = invitation.campaign
    if campaign and roles.may_see_campaign(request.user, campaign.pk):
        return redirect("campaign", stream=campaign.pk)
    return redirect("home")


def _page(
    request: HttpRequest, invitation: Invitation, *, form: SignUp | None = None, trouble: str = "", why: str = ""
) -> HttpResponse:
    """`form` for a stranger, None for an account; `trouble`: why they have to wait; `why`: why the invitation is
    closed."""
    status = GONE if why else TOO_OFTEN if trouble else WRONG if form and form.errors else 200
    context: dict[str, object] = {"invitation": invitation, "form": form, "trouble": trouble, "why": why}
    context["guest"] = guests.to_claim(request) if form else None
    return render(request, "people/join.html", context, status=status)
