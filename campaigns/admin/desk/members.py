"""The people of a club in the office: bring many in at once, by their addresses or by one link, and see who they are,
what they do here, and who has not been seen for long."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns import invitations
from campaigns.admin.office import OfClubs, found_in
from campaigns.models import Appointment, Campaign, CampaignSheet, Club, Invitation, Standing, User
from campaigns.models.invitations import MOST

PAGE = 40
AT_ONCE = 60  # addresses
LONG = timedelta(days=30)
APART = re.compile(r"[\s,;<>\"']+")
OFFICES = {"organiser": gettext_lazy("organiser"), "umpire": gettext_lazy("umpire")}


class InviteForm(forms.Form):
    """Either addresses, or how many one link lets in."""

    addresses = forms.CharField(
        label=gettext_lazy("Addresses"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=gettext_lazy("Paste them as they are: by line, by comma, or out of a mail."),
    )
    uses = forms.IntegerField(
        label=gettext_lazy("Or one link for"),
        required=False,
        min_value=1,
        max_value=MOST,
        help_text=gettext_lazy("So many people come in by it; you hand it on, to the club’s chat, say."),
    )
    campaign = forms.ModelChoiceField(
        Campaign.objects.none(),
        label=gettext_lazy("It leads to"),
        required=False,
        empty_label=gettext_lazy("the first page"),
    )

    def __init__(self, club: Club, data: Any = None, to: str = "") -> None:
        """`to`: the campaign that it leads to, unless somebody chooses otherwise; another club's is none."""
        super().__init__(data, initial={"campaign": to})
        campaign = self.fields["campaign"]
        assert isinstance(campaign, forms.ModelChoiceField)
        campaign.queryset = Campaign.objects.filter(club=club).order_by("name")

    def clean_addresses(self) -> list[str]:
        """The addresses without doubles; what has no @ is a name between them."""
        said = [one.strip(".()[]") for one in APART.split(self.cleaned_data["addresses"]) if "@" in one]
        found = list(dict.fromkeys(one.lower() for one in said))
        wrong = [one for one in found if not _is_address(one)]
        if wrong:
            told = ngettext("This is no address: %(them)s", "These are no addresses: %(them)s", len(wrong))
            raise ValidationError(told % {"them": ", ".join(wrong[:5])})
        if len(found) > AT_ONCE:
            told = _("%(n)d at once are too many: take %(most)d, or one link.")
            raise ValidationError(told % {"n": len(found), "most": AT_ONCE})
        return found

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if not self.errors and not said.get("addresses") and not said.get("uses"):
            raise ValidationError(_("Paste addresses, or say how many people one link lets in."))
        return said


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


class Member(msgspec.Struct, frozen=True):
    """Somebody of the club: what they are here, their platoons, the names they played under as a guest, and since when
    they have not logged in."""

    user: User
    roles: tuple[str, ...]
    platoons: tuple[tuple[str, str], ...]
    aliases: tuple[str, ...]
    seen: Any
    long: bool


def people(office: OfClubs, request: HttpRequest, key: Any) -> HttpResponse:
    """404 for a club that is not the user's."""
    club: Club = found_in(office, request, key)
    to = request.GET.get("invite", "")
    form = InviteForm(club, request.POST if request.method == "POST" else None, to)
    if form.is_bound and form.is_valid():
        _invite(office, request, club, form.cleaned_data)
        return redirect(request.path if to else request.get_full_path())
    found = _of_club(club, request.GET)
    page = Paginator(found, PAGE).get_page(request.GET.get("p"))
    mine = {
        "title": _("People"),
        "club": club,
        "opts": Club._meta,
        "form": form,
        "invites": bool(to),
        "q": request.GET.get("q", ""),
        "unseen": "unseen" in request.GET,
        "page": page,
        "members": _members(club, list(page.object_list)),
        "open": Invitation.objects.filter(
            club=club, revoked_at=None, uses__gt=0, expires_at__gt=timezone.now()
        ).count(),
        "has_view_permission": True,
    }
    context = {**admin.site.each_context(request), **mine}
    return render(request, "admin/desk/people.html", context, status=422 if form.is_bound else 200)


# -- who is there ------------------------------------------------------------------------------------------------------


def _of_club(club: Club, asked: Any) -> QuerySet[User]:
    """Those who were seen longest ago first, if only they are asked for; else by name."""
    of_club = Exists(Club.objects.filter(Q(members=OuterRef("pk")) | Q(organisers=OuterRef("pk")), pk=club.pk))
    found = User.objects.filter(of_club, is_active=True, guest_of=None)
    if name := asked.get("q", "").strip()[:80]:
        found = found.filter(username__icontains=name.replace("\0", ""))
    if "unseen" in asked:
        found = found.filter(Q(last_login=None) | Q(last_login__lt=timezone.now() - LONG))
        return found.order_by(F("last_login").asc(nulls_first=True), "username")
    return found.order_by("username")


def _members(club: Club, users: list[User]) -> list[Member]:
    """Six queries, whoever is there."""
    keys = {str(user.pk): user for user in users}
    organisers = set(club.organisers.filter(pk__in=[user.pk for user in users]).values_list("pk", flat=True))
    sheets = _sheets(club)
    offices: dict[str, list[str]] = {key: [] for key in keys}
    for one in Appointment.objects.filter(campaign__in=list(sheets), person__in=list(keys)):
        told = _("%(office)s of %(campaign)s")
        offices[one.person].append(
            told % {"office": OFFICES.get(one.office, one.office), "campaign": sheets[one.campaign_id]}
        )
    platoons = _platoons(sheets, keys)
    aliases: dict[Any, list[str]] = {user.pk: [] for user in users}
    for guest in User.objects.filter(claimed_by__in=list(aliases)).order_by("first_name"):
        if guest.first_name and guest.first_name not in aliases[guest.claimed_by_id]:
            aliases[guest.claimed_by_id].append(guest.first_name)
    before = timezone.now() - LONG
    return [
        Member(
            user=user,
            roles=(_("organiser of the club") if user.pk in organisers else _("member"), *offices[key]),
            platoons=tuple(platoons[key]),
            aliases=tuple(aliases[user.pk]),
            seen=user.last_login,
            long=user.last_login is None or user.last_login < before,
        )
        for key, user in keys.items()
    ]


def _sheets(club: Club) -> dict[Any, str]:
    """The campaigns of the club that are under way."""
    streams = Campaign.objects.filter(club=club, stream__isnull=False).values("stream")
    found = CampaignSheet.objects.filter(pk__in=streams, status=CampaignSheet.Status.OPEN)
    return dict(found.values_list("pk", "name"))


def _platoons(sheets: dict[Any, str], keys: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Their platoons in these campaigns, each with the address of its page."""
    found: dict[str, list[tuple[str, str]]] = {key: [] for key in keys}
    rows = Standing.objects.filter(campaign__in=list(sheets), dropped=False).order_by("name")
    for stream, platoon, name, players in rows.values_list("campaign", "platoon", "name", "players"):
        for player in msgspec.json.decode(players, type=list[str]):
            if player in found:
                found[player].append((name, reverse("platoon", args=[stream, platoon])))
    return found


# -- bringing them in --------------------------------------------------------------------------------------------------


def _invite(office: OfClubs, request: HttpRequest, club: Club, said: dict[str, Any]) -> None:
    """An invitation for each address that has none yet and nobody of the club has, or one link for all."""
    addresses, made = said["addresses"], {"club": club, "campaign": said["campaign"], "made_by": request.user}
    if not addresses:
        one = Invitation.objects.create(uses=said["uses"], **made)
        told = _("Hand this link on: %(link)s") % {"link": invitations.link(one)}
        messages.success(request, told)
        office.log_change(request, club, f"Made a link for {one.uses} people.")
        return
    known = _known(club, addresses)
    new = [one for one in addresses if one not in known]
    with transaction.atomic():
        sent = [one for one in new if _sends(Invitation.objects.create(address=one, **made))]
    _tell(request, addresses, new, sent)
    office.log_change(request, club, f"Invited {len(new)} people by their addresses.")


def _sends(invitation: Invitation) -> bool:
    return bool(settings.MAIL) and invitations.send(invitation)


def _known(club: Club, addresses: list[str]) -> set[str]:
    """Those who are of the club already, or have an invitation that is open."""
    wanted = Q(pk__in=[])
    for one in addresses:
        wanted |= Q(email__iexact=one)
    members = (club.members.all() | club.organisers.all()).filter(wanted).values_list("email", flat=True)
    waiting = Invitation.objects.filter(club=club, revoked_at=None, uses__gt=0, expires_at__gt=timezone.now())
    return {one.lower() for one in (*members, *waiting.exclude(address="").values_list("address", flat=True))}


def _tell(request: HttpRequest, addresses: list[str], new: list[str], sent: list[str]) -> None:
    if sent:
        told = ngettext("%(n)d invitation is on its way.", "%(n)d invitations are on their way.", len(sent))
        messages.success(request, told % {"n": len(sent)})
    if left := [one for one in addresses if one not in new]:
        told = _("Of the club already, or invited already: %(them)s.")
        messages.info(request, told % {"them": ", ".join(left)})
    if unsent := [one for one in new if one not in sent]:
        told = (
            _("These want no mail from Leaguer: %(them)s. Their links are in the list of invitations.")
            if settings.MAIL
            else _("No mail is set up here, so nothing was sent to %(them)s. The links are in the list of invitations.")
        )
        messages.warning(request, told % {"them": ", ".join(unsent)})
