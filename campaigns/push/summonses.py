"""Who is waited for and is not told yet. It follows from how a battle stands, so a summons that was missed is found by
the clerk's next sweep, and one that was told is not told again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from battles import handler, log
from battles.models import Seat, Sheet
from battles.projections import MOMENT
from campaigns.models import CampaignSheet, Fixture, OpenPage, PushDevice, PushMessage, Summons, User
from campaigns.models.people import accounts
from campaigns.push import keys
from campaigns.roles import seats_of
from rules import visibility
from rules.battle import Battle
from rules.contract import Command
from rules.reports import CASES, SEATS
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Reseed, Resolve, Undo

LATE = timedelta(minutes=10)  # what happened longer ago is no news: a battle was imported, or the clerk stood still
KEPT = timedelta(days=1)  # for which messages that were sent are counted
Kind = Summons.Kind
Seats = Mapping[str, tuple[str, ...]]
# Reports by which no turn begins: what was undone or mended leads back to one that was told.
MENDS: tuple[type[Command], ...] = (Undo, Correct, Declare, Agree, Decline, Resolve, Reseed)
NOT_PLAYED = {one.__name__ for one in (*MENDS, *CASES, *SEATS)}


def due() -> Iterator[str]:
    """Battles with news of the last minutes in which somebody plays who has a device. No query without any device."""
    if not keys.is_on() or not PushDevice.objects.exists():
        return
    fresh = Sheet.objects.filter(moved_at__gte=(timezone.now() - LATE).strftime(MOMENT))
    live = fresh.exclude(status=Sheet.Status.SETTLED).order_by("stream").values_list("stream", flat=True)
    yield from map(str, live)


def write(stream: str) -> bool:
    """Write down whom the battle waits for; True if somebody is to be told. Safe to repeat, and for two at a time."""
    if not keys.is_on():
        return False
    now = seats_now(stream)
    people = _with_devices(stream, now)
    if not people:
        return False
    with transaction.atomic():
        log.lock(stream)
        battle = handler.state(stream)
        known = {(one.user_id, one.kind): one for one in Summons.objects.filter(stream=stream, user__in=people)}
        (last,) = log.read(stream, after=log.head(stream).position - 1)
        before = last.position - last.ordinal - 1  # the last report
        rows = log.read(stream, after=min((before, *(one.position for one in known.values() if not one.lapsed))))
        seats = {side: one.players for side, one in battle.muster.sides.items()} | now
        told = [_told(stream, user, battle, known, rows, names, seats) for user, names in people.values()]
    return any(told)


def seats_now(stream: str) -> dict[str, tuple[str, ...]]:
    """The sides that are not played by who was mustered for them: a platoon was handed over, or somebody sits in."""
    relieved = Fixture.objects.filter(battle=stream).exclude(seats="").values_list("seats", flat=True)
    return dict(seats_of(relieved.first()))


def _with_devices(stream: str, now: Seats) -> dict[UUID, tuple[User, set[str]]]:
    """The players of a battle who have a device, by account, each with the ids the log knows them by."""
    seated = Seat.objects.filter(sheet_id=stream).exclude(side__in=list(now)).values_list("player", flat=True)
    players = {*seated, *(player for players in now.values() for player in players)}
    found: dict[UUID, tuple[User, set[str]]] = {}
    for user in accounts(players).select_related("claimed_by"):
        person = user.claimed_by or user
        if person.is_active:
            found.setdefault(person.pk, (person, set()))[1].add(str(user.pk))
    having = set(PushDevice.objects.filter(user__in=found).values_list("user", flat=True))
    return {pk: one for pk, one in found.items() if pk in having}


def _told(
    stream: str,
    user: User,
    battle: Battle,
    known: dict[tuple[UUID, str], Summons],
    rows: Sequence[log.Row],
    names: set[str],
    seats: Seats,
) -> bool:
    asked = asked_of(battle, names, seats)
    last = rows[-1]
    some = False
    for kind in Kind:
        one = known.get((user.pk, kind))
        if kind not in asked:
            if one is not None and not one.lapsed:
                Summons.objects.filter(pk=one.pk).update(lapsed=True)
            continue
        if one is not None and not _is_new(one, rows, names):
            if one.lapsed:
                Summons.objects.filter(pk=one.pk).update(lapsed=False)
            continue
        values = {"position": last.position, "told_at": timezone.now(), "lapsed": False}
        made, _new = Summons.objects.update_or_create(user=user, stream=stream, kind=kind, defaults=values)
        some |= not _is_quiet(kind, last, rows, names) and write_messages(made, last)
    return some


def asked_of(battle: Battle, names: set[str], seats: Seats) -> set[str]:
    """What people of these ids are waited for, as the sides are played now. Nobody is called to a turn that another
    phone at the table reports, nor who plays every side by themselves."""
    sides = {side for side, players in seats.items() if names & {*players}}
    if battle.settled or not sides or sides == battle.muster.sides.keys():
        return set()
    asked = set()
    proposal = battle.proposal
    if proposal and sides - {proposal.side, *proposal.agreed}:
        asked.add(Kind.ANSWER.value)
    if battle.waiting:
        asked.add(Kind.SETTLE.value)
    elif battle.outcome().over:
        if sides - battle.confirmed.keys():
            asked.add(Kind.CONFIRM.value)
    elif sides & {*visibility.see(battle, "").waiting_for} - {*battle.lent}:
        asked.add(Kind.TURN.value)
    return asked


def _is_new(one: Summons, rows: Sequence[log.Row], names: set[str]) -> bool:
    """Whether they have reported since they were told, and others after them; or nobody waited meanwhile, for long."""
    if one.lapsed and one.told_at < timezone.now() - LATE:
        return True
    if rows[0].position > one.position + 1:
        rows = log.read(str(one.stream), after=one.position)
    since = [row.by in names for row in rows if row.position > one.position]
    return True in since and False in since[since.index(True) :]


def _is_quiet(kind: str, last: log.Row, rows: Sequence[log.Row], names: set[str]) -> bool:
    """Whether nobody has to be told: it is their own doing, it is old, or a correction has led back to it."""
    if last.by in names or datetime.fromisoformat(last.at) < timezone.now() - LATE:
        return True
    reported = next(row.command_type for row in rows if row.command == last.command)
    return kind == Kind.TURN and reported in NOT_PLAYED


def write_messages(summons: Summons, last: log.Row) -> bool:
    """A message for every device that was there before the row."""
    devices = PushDevice.objects.filter(user=summons.user_id, made_at__lte=datetime.fromisoformat(last.at))
    messages = [PushMessage(device=device, summons=summons, position=summons.position) for device in devices]
    PushMessage.objects.bulk_create(messages, ignore_conflicts=True)
    return bool(messages)


def sweep() -> None:
    """Throw away what has had its day."""
    now = timezone.now()
    if not PushDevice.objects.exists():
        return
    PushDevice.objects.filter(user__is_active=False).delete()
    PushMessage.objects.filter(made_at__lt=now - KEPT).delete()
    OpenPage.objects.filter(until__lt=now - KEPT).delete()
    old = Summons.objects.filter(told_at__lt=now - KEPT)
    settled = Sheet.objects.filter(status=Sheet.Status.SETTLED, stream__in=old.values("stream")).values("stream")
    seasons = CampaignSheet.objects.filter(stream__in=old.values("stream")).values("stream")
    old.filter(Q(stream__in=settled) | Q(stream__in=seasons, lapsed=True)).delete()
