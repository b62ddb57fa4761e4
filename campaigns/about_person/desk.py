"""Of a person's account and what people have prepared: clubs, invitations, mail, devices, codes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.contrib.admin.models import LogEntry
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from campaigns.about_person.parts import Line, Part, Subject, rows
from campaigns.models import (
    Adoption,
    Attendance,
    Authenticator,
    BrowserLogin,
    Campaign,
    CardCode,
    Club,
    CorrectionDraft,
    HeldRuling,
    Invitation,
    Minor,
    Notice,
    NoticeChoice,
    NoticeDelivery,
    OpenPage,
    OutboxMessage,
    OwnDiscord,
    OwnDiscordMessage,
    Passkey,
    PushDevice,
    PushMessage,
    RecoveryCode,
    SavedScenario,
    SeatPass,
    User,
    WaitingRoom,
)
from campaigns.presenters import calendars

ACCOUNT = ("username", "first_name", "last_name", "date_joined", "is_active", "is_staff", "is_superuser", "guest_of")
CLOCKS = ("zone", "clock", "quiet_from", "quiet_until", "digest_at", "digest_day")
PRIVATE = ("email", "language", "mail", "last_login", *CLOCKS)


def _account(about: Subject) -> Iterator[Line]:
    """The account, then the guests whose seats it has claimed."""
    user, mine = about.user, User.objects.filter(pk=about.user.pk)
    if about.own:
        more = {
            "groups": sorted(user.groups.values_list("name", flat=True)),
            "user_permissions": sorted(user.user_permissions.values_list("codename", flat=True)),
            "password": user.has_usable_password(),
            "calendar": calendars.address(user),
        }
        yield from rows(mine, "id", *ACCOUNT, *PRIVATE, **more)
    else:
        yield from rows(mine, "id", *ACCOUNT)
    yield from rows(User.objects.filter(claimed_by=user), "id", "username", "date_joined", "guest_of")


def _minor(about: Subject) -> Iterator[Line]:
    """Their own mark, then the notes that they have made of others, whose names are the others'."""
    user = about.user
    yield from rows(
        Minor.objects.filter(user=user), "until", "noted_at", "noted_by__username", "consent_at", "consent_by__username"
    )
    others = Minor.objects.filter(Q(noted_by=user) | Q(consent_by=user)).exclude(user=user)
    for one in others.order_by("pk").values("noted_at", "noted_by", "consent_at", "consent_by"):
        noted = {"noted_at": one["noted_at"]} if one["noted_by"] == user.pk else {}
        yield noted | ({"consent_at": one["consent_at"]} if one["consent_by"] == user.pk else {})


def _clubs(about: Subject) -> Iterator[Line]:
    """An officer reads of the clubs that they organise themselves."""
    user, clubs, campaigns = about.user, Club.objects.all(), Campaign.objects.all()
    if about.officer is not None and not about.officer.is_superuser:
        clubs = clubs.filter(pk__in=about.officer.organises.values("pk"))
        campaigns = campaigns.filter(club__in=clubs)
    yield from rows(clubs.filter(pk__in=user.clubs.values("pk")), "name", "slug", role="member")
    yield from rows(clubs.filter(pk__in=user.organises.values("pk")), "name", "slug", role="organiser")
    yield from rows(campaigns.filter(umpires=user), "id", "name", role="umpire")


def _invitations(about: Subject) -> Iterator[Line]:
    """How they came in, what they were sent, and what they have made: without others' addresses."""
    fields, user = ("club__name", "campaign__name", "made_at", "expires_at", "revoked_at"), about.user
    yield from rows(Invitation.objects.filter(joined=user), *fields, role="joined")
    if user.email:
        yield from rows(Invitation.objects.filter(address__iexact=user.email), *fields, role="sent to you")
    yield from rows(Invitation.objects.filter(made_by=user), *fields, "uses", role="made")


def _friendly(about: Subject) -> Iterator[Line]:
    for room in rows(WaitingRoom.objects.filter(host=about.user), "id", "side", "muster", "other_chooses", "made_at"):
        yield room | {"muster": msgspec.json.decode(room["muster"])}
    fields = ("battle", "campaign__name", "fixture", "agreed", "made_at")
    yield from rows(Adoption.objects.filter(proposed_by=about.user), *fields, role="proposed")
    yield from rows(Adoption.objects.filter(asked=about.user), *fields, role="asked")


def _scenarios(about: Subject) -> Iterator[Line]:
    fields = ("id", "kind", "stream", "name", "position", "readers", "made_at", "deleted_at", "changes")
    for one in rows(SavedScenario.objects.filter(owner=about.user), *fields):
        yield one | {"changes": msgspec.json.decode(one["changes"])}


def _drafts(about: Subject) -> Iterator[Line]:
    """Of the report what the person wrote, its reason: it may carry over what others' cards are."""
    for one in rows(CorrectionDraft.objects.filter(made_by=about.user), "stream", "type", "data", "shared", "made_at"):
        yield one | {"data": {"reason": msgspec.json.decode(one["data"]).get("reason", "")}}


def _held(about: Subject) -> Iterator[Line]:
    """What they asked a second officer for, with the reasons that they gave, and what they answered as one."""
    fields = ("id", "campaign__name", "kind", "reports", "via", "asked_at", "state", "answered_at")
    for one in rows(HeldRuling.objects.filter(by=about.user), *fields, role="asked"):
        sent = msgspec.json.decode(one["reports"], type=list[tuple[str, str, str]])
        reasons = [msgspec.json.decode(data).get("reason", "") for _id, _type, data in sent]
        yield one | {"reports": [{"type": said[1], "reason": why} for said, why in zip(sent, reasons, strict=True)]}
    answered = HeldRuling.objects.filter(answered_by=about.user).exclude(by=about.user)
    yield from rows(answered, "id", "campaign__name", "kind", "state", "answered_at", "reason", role="answered")


def _evenings(about: Subject) -> Iterator[Line]:
    fields = ("campaign__name", "platoon", "day", "here", "said_at")
    yield from rows(Attendance.objects.filter(said_by=about.user), *fields)


def _logins(about: Subject) -> Iterator[Line]:
    """The browsers they are logged in with, and the second step, without its key and codes."""
    user = about.user
    yield from rows(BrowserLogin.objects.filter(user=user), "label", "made_at", "seen_at")
    yield from rows(Authenticator.objects.filter(user=user), "made_at", "confirmed_at", role="second step")
    yield from rows(Passkey.objects.filter(user=user), "label", "made_at", "used_at", role="passkey")
    yield from rows(RecoveryCode.objects.filter(user=user), "made_at", role="recovery code")


def _devices(about: Subject) -> Iterator[Line]:
    user = about.user
    yield from rows(PushDevice.objects.filter(user=user), "label", "made_at", "sent_at")
    messages = PushMessage.objects.filter(device__user=user)
    yield from rows(messages, "device__label", "notice__kind", "status", "made_at", "tries")
    yield from rows(OpenPage.objects.filter(user=user), "stream", "until")
    yield from rows(OwnDiscord.objects.filter(user=user), "off", "made_at", "sent_at", role="discord")
    yield from rows(OwnDiscordMessage.objects.filter(place__user=user), "key", "status", "made_at")


def _notices(about: Subject) -> Iterator[Line]:
    """What they were told, how they want to be told, and what waits for its time."""
    user, fields = about.user, ("kind", "title", "subject", "body", "link", "told_at", "read_at", "over", "silent")
    yield from rows(Notice.objects.filter(user=user), *fields)
    yield from rows(NoticeChoice.objects.filter(user=user), "kind", "timing", "channels")
    yield from rows(NoticeDelivery.objects.filter(user=user), "notice__kind", "channel", "digest", "due_at")


def _codes(about: Subject) -> Iterator[Line]:
    user, fields = about.user, ("stream", "side", "kind", "expires_at")
    yield from rows(SeatPass.objects.filter(owner=user), *fields, role="owner")
    yield from rows(SeatPass.objects.filter(holder=user), *fields, role="holder")
    yield from rows(CardCode.objects.filter(owner=user), "stream", "made_at")


def _mail(about: Subject) -> Iterator[Line]:
    fields = ("subject", "body", "address", "status", "created_at", "next_at", "sent_at", "tries", "club__name")
    yield from rows(OutboxMessage.objects.filter(user=about.user), *fields)


def _office(about: Subject) -> Iterator[Line]:
    """What they have done in the office, and when their account was changed there."""
    fields = ("action_time", "action_flag", "content_type__model", "object_repr")
    yield from rows(LogEntry.objects.filter(user=about.user), *fields, role="did")
    of_account = LogEntry.objects.filter(content_type__model__in=("user", "minor"), object_id=str(about.user.pk))
    yield from rows(of_account.exclude(user=about.user), *fields[:2], role="changed your account")


PARTS = (
    Part("account", _("Your account"), (User, User.groups.through, User.user_permissions.through), _account),
    Part("minor", _("Whether you are of age, and consent"), (Minor,), _minor),
    Part(
        "clubs",
        _("Clubs, and offices on the desk"),
        (Club.members.through, Club.organisers.through, Campaign.umpires.through),
        _clubs,
    ),
    Part("invitations", _("Invitations"), (Invitation, Invitation.joined.through), _invitations, private=True),
    Part("friendly", _("Friendly battles that wait"), (WaitingRoom, Adoption), _friendly, private=True),
    Part("scenarios", _("Scenarios that you have saved"), (SavedScenario,), _scenarios, private=True),
    Part("drafts", _("Corrections you have looked at"), (CorrectionDraft,), _drafts, private=True),
    Part("held", _("Rulings that a second officer confirms"), (HeldRuling,), _held, private=True),
    Part("evenings", _("Evenings of which you said who comes"), (Attendance,), _evenings, private=True),
    Part(
        "logins",
        _("Where you are logged in"),
        (BrowserLogin, Authenticator, Passkey, RecoveryCode),
        _logins,
        private=True,
    ),
    Part(
        "devices",
        _("Devices that tell you"),
        (PushDevice, PushMessage, OpenPage, OwnDiscord, OwnDiscordMessage),
        _devices,
        private=True,
    ),
    Part("notices", _("What you were told"), (Notice, NoticeChoice, NoticeDelivery), _notices, private=True),
    Part("codes", _("Codes for seats and cards"), (SeatPass, CardCode), _codes, private=True),
    Part("mail", _("Mail to you"), (OutboxMessage,), _mail, private=True),
    Part("office", _("The office’s record"), (LogEntry,), _office, private=True),
)
LEFT_OUT = (
    (_("Passwords, tokens, codes and the keys of devices: whoever had them could log in as you."), ()),
    (_("Sessions: each is kept with the key that lets you in."), ("sessions.Session",)),
)
