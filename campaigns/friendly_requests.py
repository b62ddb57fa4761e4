"""Beginning and joining a friendly battle, by page and by program alike: the same forces, bounds and limits.

Errors are `Refused`, with the field and the remedy, and `TooOften`.
"""

from __future__ import annotations

from uuid import uuid4

import msgspec
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext

from campaigns import friendly, guests, login_throttle
from campaigns.client_address import address_of
from campaigns.friendly import Place
from campaigns.models import User, WaitingRoom
from rules.contract import Muster, Refused, Rollers, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.friendly import drafted_for

LIST, DRAFT, AGAIN = "list", "draft", "again"  # how forces are chosen
# Within an hour, by one account and from one address, where a whole club may play.
BY_ONE, BEGUN_HERE, CAME_IN_HERE = 20, 40, 60


class Asked(msgspec.Struct, frozen=True):
    """What is asked for. `forces`: "list:<key>", "draft" or "again"."""

    forces: str = ""
    scenario: str = ""
    points: str = ""
    side: str = "first"
    dice: str = "ask"


class TooOften(Exception):
    """Somebody has to wait, so many seconds; the text is in the reader's words."""

    def __init__(self, text: str, seconds: int) -> None:
        super().__init__(text)
        self.seconds = seconds


def begin(request: HttpRequest, system: RuleSystem, asked: Asked, nickname: str) -> tuple[WaitingRoom, User | None]:
    """The room; and who has no account, as a guest of it from now on."""
    _not_too_often(request, "begin", BEGUN_HERE)
    user = account_of(request)
    last = friendly.last_used(system, user) if user and asked.forces == AGAIN else None
    (muster, side), dice = _chosen(system, last, asked), _dice(asked.dice)
    if user is not None:
        return friendly.begin(user, muster, side, dice), None
    name, id = guests.nickname(nickname), uuid4()
    with transaction.atomic():
        host = guests.make(name, id)
        return friendly.begin(host, muster, side, dice, id), host


def join(request: HttpRequest, room: WaitingRoom, code: str, nickname: str) -> User | None:
    """Open the battle with whoever asks; who has no account is returned as a guest. `friendly.Gone` if somebody was
    faster."""
    _right_code(request, room, code)
    _not_too_often(request, "join", CAME_IN_HERE)
    if (user := account_of(request)) is not None:
        friendly.open_battle(room, user)
        return None
    name = guests.nickname(nickname)
    with transaction.atomic():
        guest = guests.make(name, room.pk)
        friendly.open_battle(room, guest)
    return guest


def account_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _right_code(request: HttpRequest, room: WaitingRoom, code: str) -> None:
    """Wrong codes are counted for each room and address."""
    key = login_throttle.key_of(request, f"friendly {room.pk}")
    if login_throttle.wrong_so_far(key) >= login_throttle.TRIES:
        raise TooOften(str(login_throttle.pause().message), login_throttle.MINUTES * login_throttle.MINUTE)
    if not friendly.fits(room, code):
        login_throttle.one_more_wrong(key)
        raise Refused(
            "friendly", say(_("This code does not fit.")), say(_("Read it again on the other phone.")), field="code"
        )


def _chosen(system: RuleSystem, last: friendly.Last | None, asked: Asked) -> tuple[Muster, str]:
    """The forces that are asked for, and the side of who asks."""
    how, _colon, key = asked.forces.partition(":")
    mine = ""
    if how == AGAIN:
        if last is None:
            raise Refused(
                "friendly",
                say(_("There is no last battle of yours with this rulebook whose forces could come again.")),
                say(_("Choose one of the lists or a draft.")),
                field="forces",
            )
        muster, mine = last.muster, last.mine
    elif how == DRAFT:
        points = int(asked.points) if asked.points.isdecimal() and len(asked.points) < 6 else 0
        muster = friendly.drafted(system, asked.scenario or drafted_for(system)[0].key, points)
    elif how == LIST:
        muster = friendly.ready_made(system, key)
    else:
        raise Refused(
            "friendly",
            say(_("The form does not say with which forces you play.")),
            say(_("Choose one of the lists, a draft, or the forces of your last battle.")),
            field="forces",
        )
    return muster, friendly.side_of(muster, _place(asked.side), mine)


def _place(said: str) -> Place:
    match said:
        case "first" | "second" | "lot":
            return said
    raise Refused("friendly", say(_("The form does not say which side you play.")), field="side")


def _dice(said: str) -> Rollers:
    match said:
        case "table" | "leaguer" | "ask":
            return said
    raise Refused("friendly", say(_("The form does not say whose dice are rolled.")), field="dice")


def _not_too_often(request: HttpRequest, what: str, here: int) -> None:
    """Count one more, by address and by account."""
    limits = [(address_of(request), here)]
    if (user := account_of(request)) is not None:
        limits.append((str(user.pk), BY_ONE))
    for whose, most in limits:
        if login_throttle.too_often(f"friendly {what}", whose, most):
            text = gettext("These were many friendly battles within an hour. Wait a while, then try again.")
            raise TooOften(text, login_throttle.HOUR)
