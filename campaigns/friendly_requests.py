"""Beginning and joining a friendly battle, and claiming a guest's seat in one, by page and by program alike: the same
forces, bounds and limits.

Errors are `Refused`, with the field and the remedy, and `TooOften`.
"""

from __future__ import annotations

from uuid import UUID, uuid4

import msgspec
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext

from campaigns import friendly, guests, login_throttle, rosters
from campaigns.client_address import address_of
from campaigns.friendly import Place
from campaigns.models import User, WaitingRoom
from rules.contract import Muster, Refused, Rollers, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.friendly import drafted_for
from rules.rosters import Note

LIST, DRAFT, AGAIN, ROSTER = "list", "draft", "again", "roster"  # how forces are chosen
GIVEN, OWN = "given", "own"  # the other player's: by the host, or by themselves
# Within an hour, by one account and from one address, where a whole club may play.
BY_ONE, BEGUN_HERE, CAME_IN_HERE = 20, 40, 60
CLAIMED_BY_ONE = 20  # tries of one account within an hour, at whatever battles


class Asked(msgspec.Struct, frozen=True):
    """What is asked for. `forces`: "list:<key>", "draft", "again" or "roster"."""

    forces: str = ""
    scenario: str = ""
    points: str = ""
    side: str = "first"
    dice: str = "ask"
    other: str = GIVEN  # "own": who comes in may bring forces of their own


class File(msgspec.Struct, frozen=True):
    """A roster as it was sent: a file's content and name, or its text, without a name. Empty for none."""

    data: bytes = b""
    name: str = ""


NONE, AS_GIVEN = File(), Asked(forces=GIVEN)


class Begun(msgspec.Struct, frozen=True):
    """The room; `guest`: the account of who has none of their own; `notes`: what of the rosters was not taken."""

    room: WaitingRoom
    guest: User | None = None
    notes: tuple[Note, ...] = ()


class CameIn(msgspec.Struct, frozen=True):
    """`guest`: the account of who has none of their own; `notes`: what of the roster was not taken."""

    guest: User | None = None
    notes: tuple[Note, ...] = ()


class TooOften(Exception):
    """Somebody has to wait, so many seconds; the text is in the reader's words."""

    def __init__(self, text: str, seconds: int) -> None:
        super().__init__(text)
        self.seconds = seconds


def begin(
    request: HttpRequest, system: RuleSystem, asked: Asked, nickname: str, mine: File = NONE, theirs: File = NONE
) -> Begun:
    """Who has no account is a guest of the room from now on. `mine` and `theirs` are read where forces come of rosters.

    Nothing is written before the forces are judged.
    """
    _not_too_often(request, "begin", BEGUN_HERE)
    user, notes = account_of(request), tuple[Note, ...]()
    if asked.forces == ROSTER:
        muster, side, notes = _of_rosters(system, asked, mine, theirs)
    else:
        last = friendly.last_used(system, user) if user and asked.forces == AGAIN else None
        muster, side = _chosen(system, last, asked)
    dice, own = _dice(asked.dice), asked.other == OWN
    if user is not None:
        return Begun(friendly.begin(user, muster, side, dice, other_chooses=own), notes=notes)
    name, id = guests.nickname(nickname), uuid4()
    with transaction.atomic():
        host = guests.make(name, id)
        return Begun(friendly.begin(host, muster, side, dice, id, other_chooses=own), host, notes)


def join(
    request: HttpRequest, room: WaitingRoom, code: str, nickname: str, asked: Asked = AS_GIVEN, mine: File = NONE
) -> CameIn:
    """Open the battle with whoever asks; who has no account is a guest. `asked`: with which forces, and points, of
    their own, where the host leaves that to them. `friendly.Gone` if somebody was faster.

    Nothing is written before the forces are judged.
    """
    _right_code(request, room, code)
    _not_too_often(request, "join", CAME_IN_HERE)
    brought, notes = _brought(room, asked, mine)
    if (user := account_of(request)) is not None:
        friendly.open_battle(room, user, brought)
        return CameIn(notes=notes)
    name = guests.nickname(nickname)
    with transaction.atomic():
        guest = guests.make(name, room.pk)
        friendly.open_battle(room, guest, brought)
    return CameIn(guest, notes)


def _brought(room: WaitingRoom, asked: Asked, mine: File) -> tuple[Muster | None, tuple[Note, ...]]:
    """The battle's forces with those of who comes in, None for those of the room; what of a file was not taken."""
    how, _colon, key = asked.forces.partition(":")
    if how in ("", GIVEN):
        return None, ()
    system = friendly.system_of(friendly.muster_of(room).system)
    if not room.other_chooses or system is None:
        raise Refused(
            "friendly",
            _("The forces of both sides are chosen already."),
            _("Play with them, or ask the host to leave yours to you."),
            field="forces",
        )
    if how == LIST:
        return friendly.with_list(system, room, key), ()
    if how == DRAFT:
        return friendly.with_draft(system, room, _points(asked)), ()
    if how == ROSTER:
        roster = rosters.read(system, mine.data or None, mine.name, "roster")
        return friendly.with_roster(room, roster), roster.notes
    raise _no_forces(_("Choose those that are given, one of the lists, a draft or a roster."))


def claim(request: HttpRequest, account: User, battle: UUID, code: str) -> None:
    """The seat of the guest whose code it is becomes the account's. Wrong codes are counted for each battle and
    address."""
    if account.guest_of is not None:
        raise Refused(
            "friendly",
            _("A guest claims no seat."),
            _("Log in with your account, or get one by an invitation."),
            code="not-yours",
        )
    key = login_throttle.key_of(request, f"claim {battle}")
    tried = login_throttle.wrong_so_far(key) >= login_throttle.TRIES
    if tried or login_throttle.too_often("claim", str(account.pk), CLAIMED_BY_ONE):
        raise TooOften(str(login_throttle.pause().message), login_throttle.MINUTES * login_throttle.MINUTE)
    guest = guests.by_code(battle, code)
    if guest is None:
        login_throttle.one_more_wrong(key)
        raise Refused("friendly", _("This code fits no guest of this battle."), _("A code works once."), field="code")
    guests.claim(guest, account)


def account_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _right_code(request: HttpRequest, room: WaitingRoom, code: str) -> None:
    """Wrong codes are counted for each room and address."""
    key = login_throttle.key_of(request, f"friendly {room.pk}")
    if login_throttle.wrong_so_far(key) >= login_throttle.TRIES:
        raise TooOften(str(login_throttle.pause().message), login_throttle.MINUTES * login_throttle.MINUTE)
    if not friendly.fits(room, code):
        login_throttle.one_more_wrong(key)
        raise Refused("friendly", _("This code does not fit."), _("Read it again on the other phone."), field="code")


def _of_rosters(system: RuleSystem, asked: Asked, mine: File, theirs: File) -> tuple[Muster, str, tuple[Note, ...]]:
    """The forces, the side of who asks, and what of the files was not taken."""
    own = rosters.read(system, mine.data or None, mine.name, "roster")
    other = rosters.read(system, theirs.data, theirs.name, "other_roster") if theirs.data else None
    muster, side = friendly.of_rosters(system, _scenario(system, asked), own, other, _place(asked.side))
    return muster, side, (*own.notes, *(other.notes if other else ()))


def _scenario(system: RuleSystem, asked: Asked) -> str:
    return asked.scenario or drafted_for(system)[0].key


def _chosen(system: RuleSystem, last: friendly.Last | None, asked: Asked) -> tuple[Muster, str]:
    """The forces that are asked for, and the side of who asks."""
    how, _colon, key = asked.forces.partition(":")
    mine = ""
    if how == AGAIN:
        if last is None:
            raise Refused(
                "friendly",
                _("There is no last battle of yours with this rulebook whose forces could come again."),
                _("Choose one of the lists or a draft."),
                field="forces",
            )
        muster, mine = last.muster, last.mine
    elif how == DRAFT:
        muster = friendly.drafted(system, _scenario(system, asked), _points(asked))
    elif how == LIST:
        muster = friendly.ready_made(system, key)
    else:
        raise _no_forces(_("Choose one of the lists, a draft, a roster, or the forces of your last battle."))
    return muster, friendly.side_of(muster.sides, _place(asked.side), mine)


def _points(asked: Asked) -> int:
    return int(asked.points) if asked.points.isdecimal() and len(asked.points) < 6 else 0


def _no_forces(remedy: str) -> Refused:
    return Refused("friendly", _("The form does not say with which forces you play."), say(remedy), field="forces")


def _place(said: str) -> Place:
    match said:
        case "first" | "second" | "lot":
            return said
    raise Refused("friendly", _("The form does not say which side you play."), field="side")


def _dice(said: str) -> Rollers:
    match said:
        case "table" | "leaguer" | "ask":
            return said
    raise Refused("friendly", _("The form does not say whose dice are rolled."), field="dice")


def _not_too_often(request: HttpRequest, what: str, here: int) -> None:
    """Count one more, by address and by account."""
    limits = [(address_of(request), here)]
    if (user := account_of(request)) is not None:
        limits.append((str(user.pk), BY_ONE))
    for whose, most in limits:
        if login_throttle.too_often(f"friendly {what}", whose, most):
            text = gettext("These were many friendly battles within an hour. Wait a while, then try again.")
            raise TooOften(text, login_throttle.HOUR)
