"""Whom a battle waits for, and who is not told yet. It follows from how the battle stands, so what was missed is found
by the clerk's next sweep, and what was told is not told again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from battles import handler, log
from battles.models import Seat, Sheet, name_battles
from battles.own_words import override
from battles.projections import MOMENT
from campaigns.models import Campaign, CampaignSheet, Club, Fixture, Notice, NoticeCursor, User
from campaigns.models.people import accounts
from campaigns.notices.telling import News, tell
from campaigns.roles import seats_of
from rules import visibility
from rules.battle import Battle
from rules.contract import Command
from rules.reports import CASES, SEATS
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Reseed, Resolve, Undo

LATE = timedelta(hours=4)  # what happened longer ago is no news: a battle was imported, or the clerk stood still
AGAIN = timedelta(minutes=10)  # for which nobody waited, after which the same is news
KEPT = timedelta(days=1)  # longer than anything is looked at
KINDS = ("turn", "confirm", "answer", "settle")
Seats = Mapping[str, tuple[str, ...]]
# Reports by which no turn begins: what was undone or mended leads back to one that was told.
MENDS: tuple[type[Command], ...] = (Undo, Correct, Declare, Agree, Decline, Resolve, Reseed)
NOT_PLAYED = {one.__name__ for one in (*MENDS, *CASES, *SEATS)}


def due(sheets: type[Sheet] | type[CampaignSheet]) -> Iterator[str]:
    """Battles, or seasons, with news of the last hours at which nobody has looked yet."""
    fresh = sheets._default_manager.filter(moved_at__gte=(timezone.now() - LATE).strftime(MOMENT))
    looked = NoticeCursor.objects.filter(stream=OuterRef("stream")).values("position")
    unseen = fresh.annotate(looked=Coalesce(Subquery(looked), 0)).exclude(looked=F("position"))
    yield from map(str, unseen.order_by("stream").values_list("stream", flat=True))


def sweep() -> None:
    """Forget how far was looked where nothing is new any more."""
    NoticeCursor.objects.filter(at__lt=timezone.now() - KEPT).delete()


class _Place:
    """What notices of one battle have in common."""

    def __init__(self, stream: str) -> None:
        sheet = Sheet.objects.get(pk=stream)
        desk = Campaign.of_stream(sheet.campaign) if sheet.campaign else None
        self.stream, self.sheet = stream, sheet
        self.club: Club | None = desk.club if desk is not None else None
        self.thread = thread(stream, str(sheet.campaign or ""))

    def news(self, user: User, kind: str, last: log.Row, silent: bool) -> News:
        title = called(self.sheet, user)
        return News(
            key=f"stands/{self.stream}/{kind}/{user.pk}",
            user=user,
            kind=kind,
            template="waited_for",
            context={"title": title, "link": reverse("battle", args=[self.stream])},
            stream=self.stream,
            link=reverse("battle", args=[self.stream]),
            title=title,
            position=last.position,
            thread=self.thread,
            club=self.club,
            silent=silent,
            at=datetime.fromisoformat(last.at),
        )


def called(sheet: Sheet, user: User) -> str:
    """What a battle is called in the language of who is told."""
    with override(user.spoken):
        name_battles([sheet])
        return sheet.called


def thread_of(campaign: str, fixture: str) -> str:
    """The conversation of a fixture and of its battle: one."""
    return f"fixture/{campaign}/{fixture}"


def thread(battle: str, campaign: str) -> str:
    """The conversation of a battle."""
    fixture = Fixture.objects.filter(battle=battle, campaign=UUID(campaign)).first() if campaign else None
    return thread_of(campaign, fixture.fixture) if fixture is not None else f"battle/{battle}"


def write(stream: str) -> bool:
    """Tell whom the battle waits for; True if somebody was told. Safe to repeat, and for two at a time."""
    now = seats_now(stream)
    with transaction.atomic():
        log.lock(stream)
        head = log.head(stream).position
        people = _players(stream, now)
        told = _write(stream, head, people, now) if people else []
        NoticeCursor.objects.update_or_create(stream=stream, defaults={"position": head, "at": timezone.now()})
    return any(told)


def _write(stream: str, head: int, people: Mapping[UUID, tuple[User, set[str]]], now: Seats) -> list[News]:
    battle = handler.state(stream)
    there = Notice.objects.filter(stream=stream, user__in=people, kind__in=KINDS)
    known = {(one.user_id, one.kind): one for one in there}
    (last,) = log.read(stream, after=head - 1)
    before = last.position - last.ordinal - 1  # the last report
    rows = log.read(stream, after=min((before, *(one.position for one in known.values() if not one.over))))
    seats = {side: one.players for side, one in battle.muster.sides.items()} | {**now}
    place, news, open_ones, gone = _Place(stream), list[News](), list[int](), list[int]()
    for user, names in people.values():
        asked = asked_of(battle, names, seats)
        for kind in KINDS:
            one = known.get((user.pk, kind))
            if kind not in asked:
                gone += [one.pk] if one is not None and not one.over else []
            elif one is not None and not _is_new(one, rows, names):
                open_ones += [one.pk] if one.over else []
            else:
                news.append(place.news(user, kind, last, _is_silent(kind, last, rows, names)))
    Notice.objects.filter(pk__in=gone).update(over=True)
    Notice.objects.filter(pk__in=open_ones).update(over=False)
    tell(news)
    return [one for one in news if not one.silent]


def seats_now(stream: str) -> dict[str, tuple[str, ...]]:
    """The sides that are not played by who was mustered for them: a platoon was handed over, or somebody sits in."""
    relieved = Fixture.objects.filter(battle=stream).exclude(seats="").values_list("seats", flat=True)
    return dict(seats_of(relieved.first()))


def _players(stream: str, now: Seats) -> dict[UUID, tuple[User, set[str]]]:
    """The players of a battle by account, each with the ids the log knows them by."""
    seated = Seat.objects.filter(sheet_id=stream).exclude(side__in=list(now)).values_list("player", flat=True)
    players = {*seated, *(player for players in now.values() for player in players)}
    found: dict[UUID, tuple[User, set[str]]] = {}
    for user in accounts(players).select_related("claimed_by"):
        person = user.claimed_by or user
        if person.is_active:
            found.setdefault(person.pk, (person, set()))[1].add(str(user.pk))
    return found


def asked_of(battle: Battle, names: set[str], seats: Seats) -> set[str]:
    """What people of these ids are waited for, as the sides are played now. Nobody is called to a turn that another
    phone at the table reports, nor who plays every side by themselves."""
    sides = {side for side, players in seats.items() if names & {*players}}
    if battle.settled or not sides or sides == battle.muster.sides.keys():
        return set()
    asked = set[str]()
    proposal = battle.proposal
    if proposal and sides - {proposal.side, *proposal.agreed}:
        asked.add("answer")
    if battle.waiting:
        asked.add("settle")
    elif battle.outcome().over:
        if sides - battle.confirmed.keys():
            asked.add("confirm")
    elif sides & {*visibility.see(battle, "").waiting_for} - {*battle.lent}:
        asked.add("turn")
    return asked


def _is_new(one: Notice, rows: Sequence[log.Row], names: set[str]) -> bool:
    """Whether they have reported since they were told, and others after them; or nobody waited meanwhile, for long."""
    if one.over and one.told_at < timezone.now() - AGAIN:
        return True
    if rows[0].position > one.position + 1:
        rows = log.read(str(one.stream), after=one.position)
    since = [row.by in names for row in rows if row.position > one.position]
    return True in since and False in since[since.index(True) :]


def _is_silent(kind: str, last: log.Row, rows: Sequence[log.Row], names: set[str]) -> bool:
    """Whether nobody has to be told: it is their own doing, it is old, or a correction has led back to it."""
    if last.by in names or datetime.fromisoformat(last.at) < timezone.now() - LATE:
        return True
    reported = next(row.command_type for row in rows if row.command == last.command)
    return kind == "turn" and reported in NOT_PLAYED
