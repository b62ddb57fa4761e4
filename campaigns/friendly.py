"""Friendly battles: prepared by one player, opened as soon as the other is there, counted nowhere.

Until then the forces are desk data in a waiting room; from then on the battle's log has everything, players too. The
other player comes in by a code. It is made from the room's id with the site's secret key and stored nowhere, and it
works once, as the room goes when the battle opens.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Literal
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils import timezone

import rules
from battles import handler, log
from battles.reports import Report
from battles.secret_seeds import new_seed
from campaigns import roles
from campaigns.models import User, WaitingRoom
from campaigns.season.values import Terms
from campaigns.season.vehicles import price
from campaigns.seat_codes import are_same, derived
from rules import friendly
from rules.adjudicate import Who, sides_of
from rules.contract import Muster, Refused, Rollers, RuleSystem
from rules.contract import gettext_noop as _
from rules.rosters import Roster
from rules.stream import codec

NAMESPACE = UUID("1f0c2f3e-9a5b-4a57-8f1d-6f8f1c7a4a11")
LASTS = timedelta(days=1)  # for which a room waits
CONFIRM_WITHIN = 6 * 3_600  # seconds after which a player who has gone home has confirmed
Place = Literal["first", "second", "lot"]  # which side the host takes, in the order in which they are named


class Gone(Exception):
    """The room is not there any more: somebody else came in, its host gave up, or its day is over."""


class Last(msgspec.Struct, frozen=True):
    """The forces of somebody's last battle with a rulebook. `mine`: the side they played."""

    muster: Muster
    mine: str


# -- forces ------------------------------------------------------------------------------------------------------------


def ready_made(system: RuleSystem, key: str) -> Muster:
    return friendly.ready_made(system, key)


def drafted(system: RuleSystem, scenario: str, points: int) -> Muster:
    return friendly.drafted(system, scenario, points, secrets.randbelow)


def of_rosters(
    system: RuleSystem, scenario: str, mine: Roster, theirs: Roster | None, place: Place
) -> tuple[Muster, str]:
    """`mine` on the host's side of the scenario, and which side that is. Without `theirs` the other sides are drawn by
    lot for as many points as `mine` costs."""
    sides = friendly.scenario_of(system, scenario).sides
    host = side_of(sides, place)
    others = {side: theirs for side in sides if side != host and theirs is not None}
    terms: Terms = {term.name: term.default for term in system.upkeep.terms}
    cost = sum(price(system, terms, system.edition, one.model, one.cards) for one in mine.vehicles)
    return friendly.of_rosters(system, scenario, {host: mine, **others}, cost, secrets.randbelow), host


def with_list(system: RuleSystem, room: WaitingRoom, key: str) -> Muster:
    """The room's forces, with those of a ready-made list for who comes in."""
    return friendly.with_list(system, muster_of(room), other_side(room), key)


def with_draft(system: RuleSystem, room: WaitingRoom, points: int) -> Muster:
    return friendly.with_draft(system, muster_of(room), other_side(room), points, secrets.randbelow)


def with_roster(room: WaitingRoom, roster: Roster) -> Muster:
    return friendly.with_roster(muster_of(room), other_side(room), roster)


def last_used(system: RuleSystem, user: User) -> Last | None:
    """The forces of the last battle that `user` plays or has played with this rulebook; None if there is none, or if
    the newest edition does not allow them."""
    battles = roles.played_by(str(user.pk)).filter(system=system.key).order_by("-mustered_at", "stream")
    for stream in battles.values_list("stream", flat=True)[:1]:
        battle = handler.state(str(stream), 1)
        mine = next(iter(sides_of(battle, Who(str(user.pk)))), "")
        try:
            return Last(friendly.again(system, battle.muster, mine), mine) if mine else None
        except Refused:
            return None
    return None


def side_of(sides: Iterable[str], place: Place, mine: str = "") -> str:
    """The host's side. `mine`, where they played it last, counts as the first one named."""
    named = sorted(sides, key=lambda side: side != mine)
    return {"first": named[0], "second": named[-1], "lot": secrets.choice(named)}[place]


# -- the room ----------------------------------------------------------------------------------------------------------


def begin(
    host: User, muster: Muster, side: str, dice: Rollers, id: UUID | None = None, *, other_chooses: bool = False
) -> WaitingRoom:
    """A room that waits for the other player. It takes the place of one the host had before."""
    said = msgspec.structs.replace(muster, dice=dice)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=host.pk)  # two taps at once make one room
        WaitingRoom.objects.filter(host=host).delete()
        more = {"id": id} if id else {}
        kept = msgspec.json.encode(said).decode()
        return WaitingRoom.objects.create(host=host, side=side, muster=kept, other_chooses=other_chooses, **more)


def muster_of(room: WaitingRoom) -> Muster:
    return msgspec.json.decode(room.muster, type=Muster)


def code_of(room: WaitingRoom) -> str:
    """The code as people read it."""
    return derived("campaigns.friendly", room.pk)


def fits(room: WaitingRoom, code: str) -> bool:
    return are_same(code, code_of(room))


def find(id: UUID) -> WaitingRoom | None:
    """The room, while it waits."""
    waits = WaitingRoom.objects.filter(made_at__gt=timezone.now() - LASTS)
    return waits.select_related("host").filter(pk=id).first()


def of_host(host: User) -> WaitingRoom | None:
    return WaitingRoom.objects.filter(host=host, made_at__gt=timezone.now() - LASTS).first()


def other_side(room: WaitingRoom) -> str:
    """The side of who comes in."""
    return next(side for side in muster_of(room).sides if side != room.side)


def open_battle(room: WaitingRoom, other: User, brought: Muster | None = None) -> str:
    """Open the battle between its host and `other`, and close the room; the battle's id. `Gone` if somebody was
    faster, `Refused` if its forces cannot be mustered any more. `brought`: the room's forces with those of `other`."""
    if other.pk == room.host_id:
        raise Refused(
            "friendly",
            _("You play this side already."),
            _("The other player has to come in, on their own phone."),
            field="code",
        )
    with transaction.atomic():
        found = WaitingRoom.objects.select_for_update().filter(pk=room.pk).first()
        if found is None or is_open(room.pk):
            raise Gone
        muster = brought or muster_of(found)
        players = {side: str((room.host if side == found.side else other).pk) for side in muster.sides}
        first = friendly.opened(muster, players, new_seed(), confirm_within=CONFIRM_WITHIN)
        report = Report(str(uuid5(NAMESPACE, str(room.pk))), "Muster", codec.encode(first))
        handler.open_battle(str(room.pk), report, Who(str(room.host_id)), "page")
        found.delete()
    return str(room.pk)


def is_open(id: UUID) -> bool:
    """Whether the battle was opened already."""
    return bool(log.positions([str(id)]))


def give_up(room: WaitingRoom) -> None:
    WaitingRoom.objects.filter(pk=room.pk).delete()


def sweep() -> None:
    """Close the rooms that nobody has come into for a day."""
    late = WaitingRoom.objects.filter(made_at__lte=timezone.now() - LASTS)
    if late.exists():
        late.delete()


def systems() -> list[RuleSystem]:
    """The rulebooks there are, by name."""
    return sorted(rules.all_systems().values(), key=lambda one: one.name)


def system_of(key: str) -> RuleSystem | None:
    return rules.all_systems().get(key)
