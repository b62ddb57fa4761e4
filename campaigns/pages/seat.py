"""One phone for both sides of a battle: a seat is lent by a code or a login at the table, and its owner's cards are
shown for one choice.

The codes are never part of an address that reaches the server: the QR has its code behind the #, and everything is
posted. The cards are shown in the answer to a post, which no history keeps; sent again, it shows none.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import msgspec
import segno
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from battles import handler, log, naming
from battles.forms import form_data
from battles.forms.cards import Card
from battles.forms.form_data import Typed
from battles.forms.trouble import refusal
from battles.pages import choice_cards
from battles.pages.methods import form_page
from battles.reports import Conflict, Report
from campaigns import guests, login_throttle, roles, seat_codes, second_factor
from campaigns.models import SeatPass, User
from campaigns.pages import robots
from rules import seats
from rules.adjudicate import Who, seated, sides_of
from rules.battle import Battle
from rules.contract import Refused
from rules.reports import LendSeat, ShowCards, command_codec
from rules.seats import has_cards
from rules.stream.choices import matches
from rules.stream.codec import encode

REFUSED, WRONG, TOO_OFTEN = 403, 422, 429
Admit = Callable[[HttpRequest, str], Who | None]


class Denied(Exception):
    """Why a form of this page comes back, in the reader's words."""

    def __init__(self, text: str, status: int = WRONG) -> None:
        super().__init__(text)
        self.status = status


class Table(msgspec.Struct, frozen=True):
    """A battle, and who is at its table: `user`, who plays the sides `mine`."""

    stream: str
    battle: Battle
    user: User
    who: Who
    mine: tuple[str, ...]

    @property
    def names(self) -> dict[str, str]:
        return naming.called(self.stream, self.battle)

    @property
    def others(self) -> list[str]:
        return [side for side in self.battle.muster.sides if side not in self.mine]


@form_page
@sensitive_post_parameters()
def seat(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """The page. `act` says which of its forms was sent. Only for players of the battle; others are led to it."""
    robots.keep_out(request)
    who = admit(request, str(stream))
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    try:
        battle = handler.state(str(stream))
    except log.NoSuchStream:
        raise Http404 from None
    mine = sides_of(battle, who) if who else ()
    if who is None or not mine or len(mine) == len(battle.muster.sides):
        return redirect("battle", stream=stream)
    table = Table(str(stream), battle, request.user, who, mine)
    act = ACTS.get(request.POST.get("act", "")) if request.method == "POST" else None
    if act is None:
        return _page(request, table)
    try:
        return act(request, table)
    except Denied as denied:
        return _page(request, table, status=denied.status, trouble=str(denied))
    except Conflict:
        return _page(request, table, status=409, trouble=_("Someone reported first. Ask for the code once more."))
    except Refused as refused:
        return _page(request, table, status=WRONG, faults=refusal(refused).faults)


def _page(request: HttpRequest, table: Table, status: int = 200, **context: object) -> HttpResponse:
    battle, names = table.battle, table.names
    own = [side for side in table.mine if side not in battle.lent]
    context |= {
        "stream": table.stream,
        "sight": {"names": names},
        "own": [names[side] for side in own],
        "lent": [names[side] for side in battle.lent if side in table.mine],
        "others": [names[side] for side in table.others if side not in battle.lent],
        "held": [(side, names[side]) for side in table.others if side in battle.lent and has_cards(battle, side)],
        "mine": any(has_cards(battle, side) for side in table.mine),
        "theirs": any(has_cards(battle, side) for side in table.others),
        "has_code": seat_codes.has_own(table.stream, table.user),
        "over": battle.settled or battle.outcome().over,
        "id": str(uuid4()),
        "short": seat_codes.SHORT,
        "longest": seat_codes.LONGEST,
    }
    return render(request, "campaigns/seat.html", context, status=status)


# -- a seat is lent ----------------------------------------------------------------------------------------------------


def _make(request: HttpRequest, table: Table) -> HttpResponse:
    """Show a code by which the other phone is lent this one's seat."""
    own = [side for side in table.mine if side not in table.battle.lent]
    if not own:
        raise Denied(_("Your seat is lent already."))
    code = seat_codes.make(table.stream, own[0], table.user)
    link = request.build_absolute_uri(reverse("battle-seat", args=[table.stream])) + f"#{code}"
    drawn = segno.make(link, error="m", micro=False).svg_inline(scale=6, border=4, dark="#000", light="#fff")
    minutes = int(seat_codes.LASTS.total_seconds() // 60)
    return _page(request, table, code=code, qr=drawn, minutes=minutes)


def _redeem(request: HttpRequest, table: Table) -> HttpResponse:
    """The other side's code was read or typed in: their seat is lent."""
    key = login_throttle.key_of(request, f"seat {table.stream} {table.user.pk}")
    if login_throttle.wrong_so_far(key) >= login_throttle.TRIES:
        raise Denied(str(login_throttle.pause().message), TOO_OFTEN)
    found = seat_codes.find(SeatPass.Kind.SEAT, table.stream, request.POST.get("code", ""))
    if found is None or found.side in table.mine:
        login_throttle.one_more_wrong(key)
        raise Denied(_("This code does not work (any more). Have a new one shown on the other phone."))
    with transaction.atomic():
        if not seat_codes.spend(found):
            raise Denied(_("This code does not work (any more). Have a new one shown on the other phone."))
        _report(table, LendSeat(side=found.side), found.owner)
    return _lent(request, table, found.side)


def _log_in(request: HttpRequest, table: Table) -> HttpResponse:
    """A player of the other side lends their seat here, by name and password; this phone stays whose it is."""
    owner = _by_password(request)
    sides = [side for side in _sides(table, owner) if side not in table.battle.lent]
    if not sides:
        raise Denied(_("They do not play the other side here, or their seat is lent already."), REFUSED)
    short = request.POST.get("own_code", "").strip()
    if short:
        _check_short(short)
    with transaction.atomic():
        _report(table, LendSeat(side=sides[0]), owner)
        if short:
            seat_codes.set_own(table.stream, owner, short)
    return _lent(request, table, sides[0])


def _by_password(request: HttpRequest) -> User:
    form = login_throttle.Credentials(request, request.POST)
    if not form.is_valid():
        raise Denied(" ".join(str(error) for errors in form.errors.values() for error in errors))
    owner = form.get_user()
    assert isinstance(owner, User)
    if second_factor.is_asked_of_all() and not second_factor.is_on(owner):
        raise Denied(_("This site takes a second step, and this account has none. Lend the seat by a code of it."))
    try:
        if second_factor.is_on(owner) and not second_factor.check(request, owner, request.POST.get("login_code", "")):
            raise Denied(_("This account has a second step: type in the code that its app shows, too."))
    except second_factor.TooOften as error:
        raise Denied(str(error), TOO_OFTEN) from None
    return owner


def _sides(table: Table, owner: User) -> list[str]:
    """The sides that `owner` plays and the reader does not."""
    who = roles.who_in_battle(owner, table.stream)
    mine = sides_of(table.battle, who) if who else ()
    return [side for side in mine if side not in table.mine]


def _report(table: Table, command: LendSeat | ShowCards, owner: User, report: str = "") -> int:
    """Report it in the owner's name; the position of its row."""
    who = roles.who_in_battle(owner, table.stream)
    if who is None:
        raise Denied(_("They do not play the other side here, or their seat is lent already."), REFUSED)
    told = Report(report or str(uuid4()), type(command).__name__, encode(command))
    return handler.execute(table.stream, [told], who, "page").answers[0].events[0].position


def _lent(request: HttpRequest, table: Table, side: str) -> HttpResponse:
    messages.success(
        request, _("The seat of %(side)s is lent to you: you report for them, too.") % {"side": table.names[side]}
    )
    return redirect("battle", stream=table.stream)


# -- one choice with the owner's cards ---------------------------------------------------------------------------------


def _own_code(request: HttpRequest, table: Table) -> HttpResponse:
    """Set one's own short code for this battle."""
    short = request.POST.get("own_code", "").strip()
    _check_short(short)
    seat_codes.set_own(table.stream, table.user, short)
    messages.success(request, _("Your short code is set. Tell nobody; type it in yourself on the other phone."))
    return redirect("battle-seat", stream=table.stream)


def _check_short(short: str) -> None:
    if not seat_codes.SHORT <= len(short) <= seat_codes.LONGEST:
        raise Denied(
            _("A short code has %(least)s to %(most)s characters.")
            % {"least": seat_codes.SHORT, "most": seat_codes.LONGEST}
        )


def _show(request: HttpRequest, table: Table) -> HttpResponse:
    """The owner has typed in their code, or logs in: their cards show for one choice. The row that says so is written
    first. The same form sent again is the same report, and shows nothing."""
    side = request.POST.get("side", "")
    if side not in table.others or side not in table.battle.lent:
        raise Denied(_("This side has not lent its seat."), REFUSED)
    if request.POST.get("password"):
        owner = _by_password(request)
    else:
        players = seated(table.battle, table.who)[side]
        claimed = guests.claimants(players)
        owners = [claimed.get(one, one) for one in players]
        found = seat_codes.owner_by_code(table.stream, owners, request.POST.get("own_code", "").strip())
        if found is None:
            raise Denied(
                _("This is not their code. After %(n)s wrong tries in a row they have to set another one.")
                % {"n": seat_codes.WRONG}
            )
        owner = found
    if side not in _sides(table, owner):
        raise Denied(_("They do not play this side."), REFUSED)
    with transaction.atomic():
        log.lock(table.stream)  # of the form sent twice at once one shows them
        before = log.head(table.stream).position
        position = _report(table, ShowCards(side=side), owner, request.POST.get("id", ""))
    if position <= before:
        raise Denied(_("This was shown once. For another choice the code is typed in again."))
    code = seat_codes.make_choice(table.stream, side, owner, table.user, position)
    return _choices(request, table, owner, code, position)


def _choices(
    request: HttpRequest,
    table: Table,
    owner: User,
    code: str,
    position: int,
    typed: Typed | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    battle = handler.state(table.stream)
    who = roles.who_in_battle(owner, table.stream)
    offered = seats.owners_alone(battle, who, table.who) if who else []
    faults = refusal(refused, typed).faults if refused else ()
    names = table.names
    cards: list[Card] = choice_cards.deal(offered, battle.rules, typed, faults, names=names)
    context: dict[str, object] = {
        "stream": table.stream,
        "sight": {"names": names},
        "cards": cards,
        "pass": code,
        "position": position,
    }
    context |= {"owner": owner.get_username(), "apart": faults if typed and not any(c.typed for c in cards) else ()}
    return render(request, "campaigns/seat_choice.html", context, status=WRONG if refused else 200)


def _choose(request: HttpRequest, table: Table) -> HttpResponse:
    """The one choice, in the owner's name."""
    code = request.POST.get("pass", "")
    found = seat_codes.find(SeatPass.Kind.CHOICE, table.stream, code)
    if found is None or found.holder_id != table.user.pk:
        raise Denied(_("The time for this choice is over. Have the code typed in again."))
    who = roles.who_in_battle(found.owner, table.stream)
    typed = form_data.read(request.POST)
    try:
        report = form_data.report(typed)
        command = command_codec(table.battle.rules).decode(report.type, report.data)
        offered = seats.owners_alone(table.battle, who, table.who) if who else []
        if who is None or not any(matches(choice, command) for choice in offered):
            raise Denied(_("This is not one of the choices that were shown."), REFUSED)
        with transaction.atomic():
            if not seat_codes.spend(found):
                raise Denied(_("The time for this choice is over. Have the code typed in again."))
            receipt = handler.execute(table.stream, [report], who, "page", after=found.position)
            rows = [ruled.position for ruled in receipt.answers[0].events]
    except Refused as refused:
        return _choices(request, table, found.owner, code, found.position, typed, refused)
    return redirect(f"{reverse('battle', args=[table.stream])}?ruling={rows[0]}&to={rows[-1]}#ruling")


ACTS: dict[str, Callable[[HttpRequest, Table], HttpResponse]] = {
    "make": _make,
    "redeem": _redeem,
    "login": _log_in,
    "own": _own_code,
    "show": _show,
    "choose": _choose,
}
