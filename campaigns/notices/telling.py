"""Tells people something, once: writes the notice, and hands it to the channels that its reader has chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from battles.own_words import override
from battles.presenters.people import names_of
from battles.written import Written
from campaigns import mail
from campaigns.models import Campaign, Club, Notice, NoticeChoice, NoticeDelivery, User
from campaigns.notices import times
from campaigns.notices.channels import CHANNELS, Channel
from campaigns.notices.kinds import KINDS, USUAL

Timing = NoticeChoice.Timing


class News(NamedTuple):
    """One thing for one reader. `key` says what it is about and to whom. It is written from the `template` of a mail,
    whose first line is the subject, with `context` and the reader as `user`; `link` is the path of its page, `at` when
    it happened: now, if None."""

    key: str
    user: User
    kind: str
    template: str
    context: Mapping[str, Any]
    stream: str
    link: str
    title: str
    position: int = 0
    about: str = ""
    thread: str = ""
    club: Club | None = None
    silent: bool = False
    at: datetime | None = None


class Found(NamedTuple):
    """News as it is found in a season, before anybody's address is known. `position`: the row it is about; `people`:
    who is told, by their ids in the log. `platoon` is the readers' own, "" where it is not about one, and `fixture` the
    one that is talked of. `page`: the name of the page that it leads to, and what else than the campaign is in its
    address; `office`: the address of the page in the office, for readers who may enter it. `person`: somebody it names,
    whom every reader is told of as they may know them."""

    position: int
    kind: str
    template: str
    people: Collection[str]
    context: Mapping[str, Any]
    platoon: str = ""
    fixture: str = ""
    page: tuple[str, ...] = ("campaign",)
    office: str = ""
    person: str = ""


def of_campaign(
    desk: Campaign,
    user: User,
    kind: str,
    key: str,
    link: str,
    context: Mapping[str, Any],
    person: str = "",
    **more: Any,
) -> News:
    """News of a campaign, with the path of a page. `person`: whom it names, by their id; its reader is told of them as
    they may know them."""
    about = {"campaign": desk, **context, "link": link}
    if person:
        with override(user.spoken):
            about["person"] = names_of([person], str(user.pk))[person]
    said = {"template": kind, "stream": str(desk.pk), "title": desk.name, "club": desk.club, **more}
    return News(key=key, user=user, kind=kind, context=about, link=link, **said)


def tell(news: Iterable[News]) -> int:
    """Tell what is not told yet, in the caller's transaction; how many notices that are. The number of queries does not
    grow with them, as long as the caller has locked the stream."""
    wanted = {one.key: one for one in news if one.user.is_active}
    if not wanted:
        return 0
    known = dict(Notice.objects.filter(key__in=wanted).values_list("key", "position"))
    new = [_written(one) for one in wanted.values() if one.key not in known]
    there = [one for one in wanted.values() if one.key in known]
    again = [one for one in there if KINDS[one.kind].stands and one.position > known[one.key]]
    told = [*Notice.objects.bulk_create(new), *(_anew(one) for one in again)]
    deliver([one for one in told if not one.silent], {one.user.pk: one.user for one in wanted.values()})
    return len(told)


def _anew(one: News) -> Notice:
    notice = _written(one)
    notice.pk = Notice.objects.get(key=one.key).pk
    notice.save(force_update=True)
    NoticeDelivery.objects.filter(notice=notice).delete()
    return notice


def _written(one: News) -> Notice:
    context = {**one.context, "user": one.user, "kind": KINDS[one.kind]}
    text = mail.write(one.template, one.user.spoken, context, one.club)
    return Notice(
        key=one.key,
        user=one.user,
        club=one.club,
        kind=one.kind,
        stream=UUID(one.stream),
        position=one.position,
        about=one.about,
        thread=one.thread,
        title=one.title[:100],
        subject=text.subject,
        body=text.body,
        link=one.link,
        told_at=one.at or timezone.now(),
        silent=one.silent,
    )


def deliver(notices: Sequence[Notice], people: Mapping[UUID, User]) -> None:
    """Hand notices to their channels, or keep them until it is time."""
    now, chosen, later = timezone.now(), _chosen(notices), list[NoticeDelivery]()
    ways: dict[str, list[Notice]] = defaultdict(list)
    reached = {key: channel.reaches(people.values()) for key, channel in CHANNELS.items()} if notices else {}
    for notice in notices:
        timing, channels = chosen.get((notice.user_id, notice.kind)) or _usual(notice.kind)
        due = due_at(people[notice.user_id], timing, now)
        if due is None:
            continue
        for channel in _of(channels, notice.user_id, reached):
            if due <= now:
                ways[channel.key].append(notice)
            else:
                digest = timing != Timing.ONCE
                later.append(
                    NoticeDelivery(
                        notice=notice, user_id=notice.user_id, channel=channel.key, digest=digest, due_at=due
                    )
                )
    NoticeDelivery.objects.bulk_create(later)
    for key, found in ways.items():
        CHANNELS[key].send(found, people)


def _chosen(notices: Sequence[Notice]) -> dict[tuple[UUID, str], tuple[str, str]]:
    """What these people have chosen, of each kind."""
    rows = _CHOICES.rows([*{one.user_id for one in notices}])
    return {(user, kind): (timing, channels) for user, kind, timing, channels in rows}


_CHOSEN = ("user", "kind", "timing", "channels")
_CHOICES = Written(lambda people: NoticeChoice.objects.filter(user__in=people).order_by().values_list(*_CHOSEN))


def _usual(kind: str) -> tuple[str, str]:
    return KINDS[kind].timing, KINDS[kind].channels


def _of(channels: str, user: UUID, reached: Mapping[str, set[UUID]]) -> Iterator[Channel]:
    """The channels that reach them: the chosen ones, or the first where the usual way is meant."""
    able = [one for one in CHANNELS.values() if user in reached[one.key]]
    if channels == USUAL:
        yield from able[:1]
    else:
        yield from (one for one in able if one.key in channels.split(","))


def by_another_way(notice: Notice, tried: str) -> None:
    """Tell it by the next channel that reaches them, where one has failed for good; not where they have chosen that
    one. It is part of the caller's transaction, or of none."""
    timing, channels = _chosen([notice]).get((notice.user_id, notice.kind)) or _usual(notice.kind)
    user = notice.user
    if channels != USUAL or timing == Timing.NEVER or notice.over or notice.read_at or not user.is_active:
        return
    after = list(CHANNELS)[list(CHANNELS).index(tried) + 1 :]
    able = (CHANNELS[key] for key in after if user.pk in CHANNELS[key].reaches([user]))
    if (channel := next(able, None)) is not None:
        channel.send([notice], {user.pk: user})


def due_at(user: User, timing: str, now: datetime) -> datetime | None:
    """When they are told; None for never."""
    hours = times.Hours(user.zone, (user.quiet_from, user.quiet_until), user.digest_at, user.digest_day)
    match timing:
        case Timing.NEVER:
            return None
        case Timing.ONCE:
            return times.at_once(now, hours)
    return times.next_digest(now, hours, weekly=timing == Timing.WEEK)
