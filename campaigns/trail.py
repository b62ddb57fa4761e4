"""Who did what in the office: reports of organisers to their campaigns, cases of battles, changes of the desk, what
moderators did, and rulings that wait for a second officer. It is read where each of them is kept, and kept nowhere
else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet

from battles.models import LogLine, Sheet
from battles.not_found import uuid_in
from battles.projections import MOMENT
from campaigns.models import Campaign, CampaignSheet, Club, HeldRuling, ModerationAct, User
from campaigns.roles import organised_by
from campaigns.season import MENDS, OF_ORGANISERS
from campaigns.season.people import Drop, HandOver
from rules.adjudicate import CLERK
from rules.contract import Command
from rules.reports import CASES

CONFIRMED = 2_000  # rulings that a second officer has confirmed: the last
CAMPAIGNS = 500  # that are looked through
BATTLES = 2_000  # whose cases are looked for: the last that somebody has reported to
RULINGS = frozenset(one.__name__ for one in OF_ORGANISERS)
_ALSO: tuple[type[Command], ...] = (*MENDS, Drop, HandOver)
ALSO_OF_PLAYERS = frozenset(one.__name__ for one in _ALSO)
OF_BATTLES = frozenset(one.__name__ for one in CASES)


class Wanted(NamedTuple):
    """What is looked for; "" and None for all. `person`: an id as the log has it; `until` counts in."""

    person: str = ""
    campaign: str = ""
    since: date | None = None
    until: date | None = None


ALL = Wanted()


class Act(msgspec.Struct, frozen=True):
    """`source`: where it is kept: "campaign", "battle", "desk", "talk" or "held"; `key`: there, of a report its row.
    `what`: a report's type, or what was changed in words; `of`: the campaign, or what else it is about. `about`: what
    the report names, by its fields. `second`: who confirmed or declined it as a second officer."""

    at: str
    by: str
    via: str
    source: str
    what: str
    key: tuple[str, int] = ("", 0)
    of: str = ""
    about: Mapping[str, str] = {}
    reason: str = ""
    second: str = ""


class Mine(NamedTuple):
    """The campaigns of an organiser: names by stream, and what of the desk is theirs; None: everything. `cut`: there
    are more of them."""

    campaigns: dict[UUID, str]
    desks: dict[UUID, str]
    clubs: list[int] | None
    cut: bool = False


def mine(user: User, wanted: Wanted = ALL) -> Mine:
    """What an organiser finds in the office; a superuser finds all. Where nothing is looked for, of more than
    `CAMPAIGNS` those that moved last: the newest acts are theirs. Four queries at most."""
    desks = Campaign.objects.all() if user.is_superuser else organised_by(user)
    rows = list(_named(desks)[: CAMPAIGNS + 1] if wanted == ALL else _named(desks))
    if cut := wanted == ALL and len(rows) > CAMPAIGNS:
        sheets = CampaignSheet.objects.order_by("-moved_at", "stream")
        if not user.is_superuser:
            sheets = sheets.filter(pk__in=desks.values("stream"))
        keys = list(sheets.values_list("pk", flat=True)[:CAMPAIGNS])
        rows = list(_named(desks.filter(stream__in=keys)))
    clubs = None if user.is_superuser else list(user.organises.values_list("pk", flat=True))
    return Mine(
        {stream: name for _pk, stream, name in rows if stream is not None},
        {pk: name for pk, _s, name in rows},
        clubs,
        cut,
    )


def _named(desks: QuerySet[Campaign]) -> QuerySet[Campaign, Any]:
    return desks.order_by("name", "pk").values_list("pk", "stream", "name")


def newest(found: Mine, wanted: Wanted, most: int) -> list[Act]:
    """The newest acts, at most so many, newest first. The number of queries does not grow with them."""
    every = [
        *_reported(found, wanted, most),
        *_changed(found, wanted, most),
        *_moderated(found, wanted, most),
        *_held(found, wanted, most),
    ]
    every.sort(key=lambda one: (one.at, one.key), reverse=True)
    return every[:most]


def people(found: Mine) -> set[str]:
    """Who has done anything that is told here, by the ids of the log. Four queries."""
    rows = _lines(found, Wanted()).order_by().values_list("by", flat=True).distinct()
    desk = _entries(found, Wanted()).order_by().values_list("user", flat=True).distinct()
    talk = _acts(found, Wanted()).exclude(by=None).order_by().values_list("by", flat=True).distinct()
    held = HeldRuling.objects.filter(campaign__in=list(found.desks)).order_by().values_list("by", "answered_by")
    officers = {str(one) for each in held.distinct() for one in each} - {"None"}
    return {*rows, *map(str, desk), *map(str, talk), *officers} - {CLERK}


# -- the log -----------------------------------------------------------------------------------------------------------


def _lines(found: Mine, wanted: Wanted) -> QuerySet[LogLine]:
    """The first row of every report. What a player may report, too, is told of those who have ruled over one of the
    campaigns. Ids as lists: on SQLite the log stores them with dashes and the read tables without."""
    streams = [one for one in found.campaigns if wanted.campaign in ("", str(one))]
    battles = Sheet.objects.filter(campaign__in=streams).order_by("-moved_at").values_list("pk", flat=True)
    rulings = LogLine.objects.filter(stream__in=streams, kind="campaign", ordinal=0, command_type__in=RULINGS)
    officers = rulings.order_by().values("by")
    rows = LogLine.objects.filter(ordinal=0).exclude(by=CLERK)
    rows = rows.filter(
        Q(stream__in=streams, kind="campaign", command_type__in=RULINGS)
        | Q(stream__in=streams, kind="campaign", command_type__in=ALSO_OF_PLAYERS, by__in=officers)
        | Q(stream__in=list(battles[:BATTLES]), kind="battle", command_type__in=OF_BATTLES)
    )
    if wanted.person:
        rows = rows.filter(by=wanted.person)
    if wanted.since:
        rows = rows.filter(at__gte=_start(wanted.since).strftime(MOMENT))
    if wanted.until:
        rows = rows.filter(at__lt=_start(wanted.until, 1).strftime(MOMENT))
    return rows.order_by("-at", "-position")


def _reported(found: Mine, wanted: Wanted, most: int) -> list[Act]:
    columns = ("stream", "position", "kind", "command_type", "command_data", "by", "via", "at", "command")
    rows = list(_lines(found, wanted).values_list(*columns)[:most])
    of_battles = {stream for stream, _position, kind, *_more in rows if kind == "battle"}
    campaigns = dict(Sheet.objects.filter(pk__in=of_battles).values_list("pk", "campaign")) if of_battles else {}
    seconds = _seconds(found)
    acts = []
    for stream, position, kind, type_, data, by, via, at, command in rows:
        campaign = found.campaigns.get(UUID(str(campaigns.get(stream) or stream)), "")
        about = {} if kind == "battle" else _about(data)
        second = seconds.get(str(command), "")
        acts.append(Act(at, by, via, kind, type_, (str(stream), position), campaign, about, second=second))
    return acts


NAMED = ("fixture", "platoon", "person")


def _about(data: str) -> dict[str, str]:
    """What a report names. A sealed value is no text, and is not told."""
    said = msgspec.json.decode(data)
    return {name: said[name] for name in NAMED if isinstance(said.get(name), str)}


# -- second officers ---------------------------------------------------------------------------------------------------


def _seconds(found: Mine) -> dict[str, str]:
    """Who has confirmed a report as a second officer, by its id: of the newest."""
    rows = HeldRuling.objects.filter(campaign__in=list(found.desks), state=HeldRuling.State.CONFIRMED)
    told = rows.exclude(answered_by=None).order_by("-answered_at").values_list("reports", "answered_by")
    return {
        id: str(by)
        for reports, by in told[:CONFIRMED]
        for id, *_more in msgspec.json.decode(reports, type=list[tuple[str, str, str]])
    }


def _held(found: Mine, wanted: Wanted, most: int) -> list[Act]:
    """What waits for a second officer, or was declined or withdrawn. What was confirmed is in the log."""
    desks = [pk for pk in found.desks if wanted.campaign in ("", str(pk))]
    rows = HeldRuling.objects.filter(campaign__in=desks).exclude(state=HeldRuling.State.CONFIRMED)
    if wanted.person:
        person = uuid_in(wanted.person)
        rows = rows.filter(Q(by=person) | Q(answered_by=person))
    rows = _between(rows, "asked_at", wanted).order_by("-asked_at", "-pk")[:most]
    return [
        Act(
            at=_moment(one.asked_at),
            by=str(one.by_id),
            via=one.via,
            source="held",
            what=one.state,
            key=(f"{one.campaign_id}/{one.pk}", 0),
            of=found.desks[one.campaign_id],
            reason=one.reason,
            second=str(one.answered_by_id or "") if one.answered_by_id != one.by_id else "",
        )
        for one in rows
    ]


# -- the desk ----------------------------------------------------------------------------------------------------------


def _entries(found: Mine, wanted: Wanted) -> QuerySet[LogEntry]:
    """The office's own record. An organiser reads what was changed of their clubs and campaigns."""
    rows = LogEntry.objects.all()
    if found.clubs is not None or wanted.campaign:
        rows = rows.filter(_theirs(found, wanted))
    if wanted.person:
        rows = rows.filter(user=uuid_in(wanted.person))
    return _between(rows, "action_time", wanted).order_by("-action_time", "-pk")


def _theirs(found: Mine, wanted: Wanted) -> Q:
    """What is of a club, or of a campaign, by the field that says so."""
    desks = [pk for pk in found.desks if wanted.campaign in ("", str(pk))]
    theirs: dict[type[Model], Collection[Any]] = {Campaign: desks, CampaignSheet: desks}
    clubs = found.clubs or []
    if not wanted.campaign:
        theirs[Club] = clubs
        for model in apps.get_models():
            field = next((one for one in model._meta.concrete_fields if one.name == "club"), None)
            if field is not None and field.related_model is Club and model is not Campaign:
                theirs[model] = model._default_manager.filter(club__in=clubs).values_list("pk", flat=True)
    kinds = ContentType.objects.get_for_models(*theirs)
    any_of = Q(pk__in=[])
    for model, keys in theirs.items():
        any_of |= Q(content_type=kinds[model], object_id__in=[str(key) for key in keys])
    return any_of


def _changed(found: Mine, wanted: Wanted, most: int) -> list[Act]:
    rows = _entries(found, wanted).select_related("content_type")[:most]
    return [
        Act(
            at=_moment(one.action_time),
            by=str(one.user_id),
            via="api" if one.change_message == "API" else "admin",
            source="desk",
            what=one.get_change_message() if one.is_change() else "",
            key=(str(one.action_flag), one.pk),
            of=f"{one.content_type.name if one.content_type else ''}: {one.object_repr}",
        )
        for one in rows
    ]


# -- conversations -----------------------------------------------------------------------------------------------------


def _acts(found: Mine, wanted: Wanted) -> QuerySet[ModerationAct]:
    desks = [pk for pk in found.desks if wanted.campaign in ("", str(pk))]
    rows = ModerationAct.objects.filter(thread__campaign__in=desks)
    if wanted.person:
        rows = rows.filter(by=uuid_in(wanted.person))
    return _between(rows, "at", wanted).order_by("-at", "-pk")


def _moderated(found: Mine, wanted: Wanted, most: int) -> list[Act]:
    rows = _acts(found, wanted).select_related("thread__campaign")[:most]
    return [
        Act(
            at=_moment(one.at),
            by=str(one.by_id or ""),
            via="page",
            source="talk",
            what=str(one.get_what_display()),
            key=("", one.pk),
            of=one.thread.campaign.name,
            about={"author": str(one.author_id)} if one.author_id else {},
            reason=one.reason,
        )
        for one in rows
    ]


# -- beside ------------------------------------------------------------------------------------------------------------


def _between(rows: QuerySet[Any], field: str, wanted: Wanted) -> QuerySet[Any]:
    if wanted.since:
        rows = rows.filter(**{f"{field}__gte": _start(wanted.since)})
    if wanted.until:
        rows = rows.filter(**{f"{field}__lt": _start(wanted.until, 1)})
    return rows


def _start(day: date, later: int = 0) -> datetime:
    return datetime.combine(day, time(), UTC) + timedelta(days=later)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime(MOMENT)


def rows_of(acts: Iterable[Act]) -> Sequence[tuple[str, int]]:
    """The rows of the log among them."""
    return [one.key for one in acts if one.source in ("campaign", "battle")]
