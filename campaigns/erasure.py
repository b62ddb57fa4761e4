"""Forgetting: removes a test campaign with its battles, or a person's names and texts. It is the only exception to a
log that keeps everything.

What is removed cannot be restored from this database. The log's trail (`battles.log.forgotten`) says what was removed,
when, by whom and why. Backups made before still hold it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from battles import command_handler, folded, log
from battles.handler import BATTLE
from battles.models import Sheet
from campaigns.conversation import posts
from campaigns.conversation.erasure import forget_talk
from campaigns.handler import CAMPAIGN
from campaigns.models import (
    Adoption,
    Attendance,
    Authenticator,
    BrowserLogin,
    Campaign,
    CampaignSheet,
    CardCode,
    CorrectionDraft,
    DiscordCursor,
    DiscordMessage,
    Fixture,
    HeldRuling,
    Invitation,
    Minor,
    Notice,
    NoticeChoice,
    NoticeCursor,
    OpenPage,
    OutboxMessage,
    OwnDiscord,
    Passkey,
    Post,
    PushDevice,
    RecoveryCode,
    SavedScenario,
    SeatPass,
    UncountedBattle,
    User,
    WaitingRoom,
    WebhookCursor,
    WebhookDelivery,
)
from campaigns.projection_rebuild import FOLDED
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

# Sealed fields of commands and events, by name. Texts that people wrote can be read as "" without changing any
# ruling. Secrets that a battle is decided with cannot.
TEXTS = frozenset(
    (*("alias", "free", "map", "name", "names", "note", "place"), *("reason", "sectors", "sides", "title")),
) | {"waivers", "words"}
SECRETS = frozenset(
    {"cards", "data", "data_beside", "do", "fittings", "next_seed", "secrets", "seed", "seeds", "settle", "to"}
)
BELOW = (CAMPAIGN.name, BATTLE.name)
Place = tuple[str, int, str]  # of a text: its stream, its row and its field
# The streams of floors above that repeat what a campaign of this id was told, each with its kind; they add theirs.
ABOVE: list[Callable[[str], Iterable[tuple[str, str]]]] = []


class About(NamedTuple):
    """A row whose text in one `field` belongs to the `person` it is about, whoever has reported it."""

    stream: str
    position: int
    field: str
    person: str


# All such rows of the floors above; they add theirs.
ABOUT: list[Callable[[], Iterable[About]]] = []


class Gone(NamedTuple):
    """A forgotten campaign: its name, the number of its battles, and of the removed rows."""

    name: str
    battles: int
    rows: int


class Erased(NamedTuple):
    """A forgotten person: their new name, and how many of their texts were removed from how many streams."""

    name: str
    texts: int
    streams: int


def forget_campaign(campaign: Campaign, by: str, reason: str, *, really: bool = False) -> Gone:
    """Remove an open campaign: its log, its battles' logs, their read rows, and its row on the desk. All of it or
    nothing.

    `by` is the id of the account that does it, or another word. `Refused` if the campaign is not open, or was not
    called a test before it opened, unless `really`. `log.Unwritable` for a reason that cannot be stored.
    """
    log.check_reason(reason)
    with transaction.atomic():
        # What is held for a second officer points to it, and is written where its log is locked already.
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        check_forgettable(campaign, really)
        stream = str(campaign.stream)
        log.lock(stream)  # lock the campaign before its battles, as everyone does; no battle can begin from here on
        battles = battles_of(stream)
        for battle in battles:
            log.lock(battle)
        now = timezone.now()
        trail = [log.forget_stream(each, by, reason, now) for each in (*battles, stream)]
        for each in (*battles, stream):
            folded.forget(each)
        Sheet.objects.filter(stream__in=battles).delete()
        CampaignSheet.objects.filter(stream=stream).delete()
        UncountedBattle.objects.filter(campaign=stream).delete()
        for told in (Notice, NoticeCursor):
            told._default_manager.filter(stream__in=[stream, *battles]).delete()
        SavedScenario.objects.filter(stream=stream).delete()
        posts.erase(Post.objects.filter(thread__campaign=campaign))
        for model in (WebhookCursor, WebhookDelivery, DiscordCursor, DiscordMessage):
            model._default_manager.filter(stream__in=(*battles, stream)).delete()
        name = campaign.name
        campaign.delete()
    return Gone(name, len(battles), sum(each.rows for each in trail))


def check_forgettable(campaign: Campaign, really: bool = False) -> None:
    """Raises `Refused` if `forget_campaign` would."""
    if not campaign.is_open:
        raise Refused(
            "campaign",
            _("This campaign is not open: nothing of it is in the log."),
            _("Delete it in the office."),
        )
    if not (campaign.test or really):
        raise Refused(
            "campaign",
            _("This campaign was not marked as a test before it opened, so its log is kept."),
            _("Only the person who runs the site can remove it, with manage.py forget and its name."),
        )
    _check_account(f"manage.py forget campaign {campaign.pk}")


def _check_account(command: str) -> None:
    if not log.may_lift():
        raise Refused(
            "log",
            _("Leaguer runs with an account of PostgreSQL that takes nothing out of the log (DATABASE_ROLE)."),
            say(_("Whoever runs the site types: %(command)s, with the DATABASE_URL of the owner."), command=command),
        )


def battles_of(campaign: str) -> list[str]:
    """The streams of a campaign's battles, ordered by id; none that it has adopted, whose log is nobody's."""
    friendly = Sheet.objects.filter(stream=OuterRef("battle"), campaign=None)
    mustered = Fixture.objects.filter(~Exists(friendly), campaign=UUID(campaign))
    fixtures = mustered.values_list("battle", flat=True)
    sheets = Sheet.objects.filter(campaign=campaign).values_list("stream", flat=True)
    known = {stream for stream, _kind in log.streams(BATTLE.name)}
    return sorted(known & {str(battle) for battle in (*fixtures, *sheets)})


def forget_person(user: User, by: str, reason: str, *, texts: bool = False) -> Erased:
    """Make an account anonymous: a meaningless name, no address, password, memberships or kept mail. All or nothing.

    The log knows the account only by its id, so the person's reports stay. With `texts`, what they typed (names,
    titles, reasons, notes) is removed from the log too, with its copies in the same campaigns. It then reads as "",
    digests stay valid, and the read tables of those streams are folded again. `Refused` where the database's account
    may take nothing out of the log.
    """
    log.check_reason(reason)
    _check_account(f"manage.py forget person {user.username}")
    with transaction.atomic():
        erased = _erase_texts(str(user.pk), by, reason) if texts else {}
        user = User.objects.select_for_update().get(pk=user.pk)
        _make_nobody(user)
        log.leave_trail("account", user.pk, "account", 1, log.START, by, reason, timezone.now())
    return Erased(user.username, sum(erased.values()), len(erased))


def _make_nobody(user: User) -> None:
    was, address = user.username, user.email
    user.username = f"forgotten-{user.pk.hex[:12]}"
    user.first_name = user.last_name = user.email = user.language = ""
    user.is_active = user.is_staff = user.is_superuser = user.mail = False
    user.last_login = user.calendar = None
    user.set_unusable_password()
    user.save()
    user.tokens.all().delete()  # with the names that the person gave them
    user.club_keys.all().delete()
    for relation in User._meta.get_fields(include_hidden=True):
        through = getattr(relation, "through", None) or getattr(
            getattr(relation, "remote_field", None), "through", None
        )
        if relation.many_to_many and through is not None:
            for field in through._meta.concrete_fields:
                if field.related_model is User:
                    through._base_manager.filter(**{field.name: user}).delete()
    SeatPass.objects.filter(Q(owner=user) | Q(holder=user)).delete()
    CardCode.objects.filter(owner=user).delete()
    WaitingRoom.objects.filter(host=user).delete()
    SavedScenario.objects.filter(owner=user).delete()
    for model in (
        Authenticator,
        RecoveryCode,
        Passkey,
        BrowserLogin,
        OwnDiscord,
        PushDevice,
        Notice,
        NoticeChoice,
        OpenPage,
        Minor,
    ):
        model._default_manager.filter(user=user).delete()
    Adoption.objects.filter(Q(proposed_by=user) | Q(asked=user)).delete()
    CorrectionDraft.objects.filter(made_by=user).delete()
    HeldRuling.objects.filter(by=user).delete()
    HeldRuling.objects.filter(answered_by=user).update(reason="")
    Attendance.objects.filter(said_by=user).delete()
    forget_talk(user)
    _take_out_of_mail(user, was, address)
    about = ContentType.objects.get_for_models(User, Minor).values()  # both have the account's id
    LogEntry.objects.filter(content_type__in=about, object_id=str(user.pk)).update(
        object_repr=user.username, change_message=""
    )


def _take_out_of_mail(user: User, was: str, address: str) -> None:
    """What they were sent, also before there was the account; and in what others were told another name for theirs."""
    theirs = Q(user=user)
    if address:
        theirs |= Q(user=None, address__iexact=address)
        Invitation.objects.filter(address__iexact=address).update(address="")
    kept = OutboxMessage.objects.filter(theirs)
    kept.filter(status=OutboxMessage.Status.WAITING).delete()
    kept.update(address="", subject="", body="", error="")
    name = re.compile(rf"(?<![\w.+-]){re.escape(was)}(?![\w@+-])")  # in no longer name, and in no address
    for model, fields in ((Notice, ("title", "subject", "body")), (OutboxMessage, ("subject", "body"))):
        holds = Q(*((f"{field}__contains", was) for field in fields), _connector=Q.OR)
        for row in list(model._default_manager.filter(holds).only("pk", *fields)):
            for field in fields:
                column: Any = model._meta.get_field(field)
                setattr(row, field, name.sub(user.username, getattr(row, field))[: column.max_length])
            row.save(update_fields=fields)


def _erase_texts(person: str, by: str, reason: str) -> dict[str, int]:
    """Remove the person's texts; how many there were, by stream. Streams are locked a league before its campaigns, a
    campaign before its battles, ordered by id."""
    of_people = {(one.stream, one.position, one.field): one.person for told in ABOUT for one in told()}
    typed = list(_texts_of(person, of_people))
    families = _families({text.stream for text in typed})
    kinds = [one.kind.name for one in FOLDED]
    for stream, _kind in sorted(families.items(), key=lambda item: (kinds.index(item[1]), item[0])):
        log.lock(stream)
    # A name that was typed at enlisting is repeated, for the same vehicle, in the battles it was mustered for.
    said = {(_leaf(text), text.value) for text in typed}
    erased: dict[str, int] = {}
    now = timezone.now()
    mine = defaultdict(set)
    for text in typed:
        mine[text.stream].add((text.position, text.place))
    for stream, kind in families.items():
        places = mine[stream] | {
            (text.position, text.place)
            for text in log.sealed_in(stream)
            if _field(text) in TEXTS
            and of_people.get(_place(text), person) == person
            and any((leaf, text.value) in said for leaf in _leaves(text, kind not in BELOW))
        }
        if places:
            erased[stream] = log.forget_sealed(stream, sorted(places), by, reason, now).rows
            folded.forget(stream)
            CorrectionDraft.objects.filter(stream=stream).delete()  # which may repeat them
            DiscordCursor.objects.filter(stream=stream).delete()  # so that what stands there is looked at again
            _fold_again(stream, kind)
    return erased


def _texts_of(person: str, of_people: Mapping[Place, str]) -> Iterator[log.SealedText]:
    """What the person has typed, but for what is about somebody else; and what others have typed about them."""
    for text in log.sealed_by(person):
        if _field(text) in TEXTS and of_people.get(_place(text), person) == person:
            yield text
    for stream in sorted({stream for (stream, _position, _field), one in of_people.items() if one == person}):
        yield from (text for text in log.sealed_in(stream) if of_people.get(_place(text)) == person)


def _place(text: log.SealedText) -> Place:
    return text.stream, text.position, _field(text)


def _families(streams: Iterable[str]) -> dict[str, str]:
    """These streams and all others of their campaigns, and those above that repeat them: stream -> kind."""
    found: dict[str, str] = {}
    for stream in streams:
        found[stream] = kind = log.kind_of(stream)
        campaign = stream if kind == CAMPAIGN.name else _campaign_of(stream)
        if campaign and found.get(campaign) != CAMPAIGN.name:
            found[campaign] = CAMPAIGN.name
        if campaign:
            found |= dict.fromkeys(battles_of(campaign), BATTLE.name)
            found |= dict(pair for above in ABOVE for pair in above(campaign))
    return found


def _campaign_of(battle: str) -> str:
    campaign = Sheet.objects.filter(stream=battle).values_list("campaign", flat=True).first()
    return str(campaign) if campaign else ""


def _fold_again(stream: str, kind: str) -> None:
    rows = log.read(stream)
    if kind == BATTLE.name:  # whose rows are put in anew
        Sheet.objects.filter(stream=stream).delete()
    folding = next(one for one in FOLDED if one.kind.name == kind)
    folding.save(stream, command_handler.replay(folding.kind.decider, rows)[0], rows)


def _field(text: log.SealedText) -> str:
    """The top-level field that holds the text: `data.names.kama` is in `names`."""
    return text.place.split(".")[1]


def _leaf(text: log.SealedText) -> str:
    """Its path without the first part, the same in the row and in the report: `names.kama`."""
    return text.place.split(".", 1)[1]


def _leaves(text: log.SealedText, above: bool) -> tuple[str, ...]:
    """Where it may have been typed. What stands by its key in a stream `above`, as a platoon's name does, may have been
    typed as its `name`."""
    return (_leaf(text), "name") if above and _field(text) == "names" else (_leaf(text),)
