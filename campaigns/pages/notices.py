"""What the visitor was told, newest first, and how they want to be told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from battles.pages.methods import form_page, read_page
from campaigns.model_forms import ModelForm
from campaigns.models import Notice, NoticeChoice, OwnDiscord, User
from campaigns.notices.channels import CHANNELS
from campaigns.notices.kinds import GROUPS, KINDS, USUAL, Kind
from campaigns.pages.discord_address import Address
from campaigns.pages.zone_field import zone_field
from campaigns.roles import user_of

PAGE = 30
Timing = NoticeChoice.Timing
HOW: Mapping[str, str | Promise] = {
    USUAL: gettext_lazy("device or mail"),
    **{key: channel.name for key, channel in CHANNELS.items()},
    "push,mail": gettext_lazy("device and mail"),
    "push,discord": gettext_lazy("device and Discord"),
    "mail,discord": gettext_lazy("mail and Discord"),
    ",".join(CHANNELS): gettext_lazy("all of these"),
}


@login_required
@read_page
def notices(request: HttpRequest) -> HttpResponse:
    """The page. What it shows is read from then on."""
    user = user_of(request)
    mine = Notice.objects.filter(user=user, silent=False)
    page = Paginator(mine.order_by("-told_at", "-pk"), PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    context = {"notices": [(one, KINDS[one.kind].name) for one in shown if one.kind in KINDS], "page": page}
    response = render(request, "people/notices.html", context)
    unread = [one.pk for one in shown if one.read_at is None]
    if unread and request.method == "GET":
        Notice.objects.filter(pk__in=unread).update(read_at=timezone.now())
    return response


@login_required
@read_page
def notice(request: HttpRequest, number: int) -> HttpResponse:
    """Leads to what a notice is about; it is read from then on. 404 for another's."""
    found = get_object_or_404(Notice, pk=number, user=user_of(request))
    if found.read_at is None:
        Notice.objects.filter(pk=found.pk).update(read_at=timezone.now())
    return redirect(found.link)


class Hours(ModelForm):
    """A person's clocks, and when they are left alone."""

    zone = zone_field()

    class Meta:
        model = User
        fields = ("zone", "quiet_from", "quiet_until", "digest_at", "digest_day")
        labels = {
            "quiet_from": gettext_lazy("Quiet from"),
            "quiet_until": gettext_lazy("Quiet until"),
            "digest_at": gettext_lazy("Daily and weekly notices come at"),
            "digest_day": gettext_lazy("Weekly ones on"),
        }
        help_texts = {
            "quiet_until": gettext_lazy("What falls into this time is sent when it ends. Leave both empty for none."),
        }
        widgets = {
            name: forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
            for name in ("quiet_from", "quiet_until", "digest_at")
        }

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if (said.get("quiet_from") is None) != (said.get("quiet_until") is None) and not self.errors:
            self.add_error("quiet_until", gettext("Say from when until when, or leave both empty."))
        return said


class Row(NamedTuple):
    kind: Kind
    timing: str
    channels: str


@login_required
@form_page
def settings(request: HttpRequest) -> HttpResponse:
    """How they are told of each kind, and when they are left alone."""
    user = user_of(request)
    if request.method != "POST":
        return shown(request, user)
    form = Hours(request.POST, instance=user)
    if not form.is_valid():
        user.refresh_from_db()
        return shown(request, user, form)
    with transaction.atomic():
        form.save()
        NoticeChoice.objects.filter(user=user).delete()
        NoticeChoice.objects.bulk_create(_chosen(request, user))
    messages.success(request, gettext("Saved."))
    return redirect("notice-settings")


def _chosen(request: HttpRequest, user: User) -> Iterator[NoticeChoice]:
    """What is other than usual; what the form does not know is left as usual."""
    for kind in KINDS.values():
        when, how = (
            request.POST.get(f"when.{kind.key}", kind.timing),
            request.POST.get(f"how.{kind.key}", kind.channels),
        )
        if when in Timing.values and how in HOW and (when, how) != (kind.timing, kind.channels):
            yield NoticeChoice(user=user, kind=kind.key, timing=when, channels=how)


def shown(
    request: HttpRequest, user: User, form: Hours | None = None, address: forms.Form | None = None
) -> HttpResponse:
    """The page, with a form that was filled in wrongly: of their clocks, or of their Discord."""
    chosen = {one.kind: one for one in NoticeChoice.objects.filter(user=user)}
    groups = [(group.name, [_row(kind, chosen.get(kind.key)) for kind in group.kinds]) for group in GROUPS]
    place = OwnDiscord.objects.filter(user=user).first()
    used = {one.channels for one in chosen.values()}
    ways = [one for one in HOW.items() if place or "discord" not in one[0] or one[0] in used]
    context = {
        "form": form or Hours(instance=user),
        "groups": groups,
        "timings": Timing.choices,
        "ways": ways,
        "place": place,
        "address": address or Address(),
    }
    return render(request, "people/notice_settings.html", context, status=422 if form or address else 200)


def _row(kind: Kind, one: NoticeChoice | None) -> Row:
    return Row(kind, one.timing, one.channels) if one is not None else Row(kind, kind.timing, kind.channels)
