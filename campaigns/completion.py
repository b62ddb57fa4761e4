"""What is added to a report before it is ruled on, and what is refused by it: rulings have no clock and no accounts,
and no campaign's log tells how its battles stand. All of it is asked once, as the report comes in; its row keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from uuid import UUID

import msgspec
from django.utils import timezone

from battles.models import Sheet
from battles.secret_seeds import new_seed
from campaigns import adoption, rereading, veterans
from campaigns.models import User
from campaigns.season import Season
from campaigns.season.appointments import AcceptDate, ProposeDate
from campaigns.season.challenges.answers import AcceptChallenge, RefuseChallenge
from campaigns.season.challenges.making import Challenge
from campaigns.season.challenges.situation import MOMENT
from campaigns.season.decider import REPORTS
from campaigns.season.enlistment import Enlist
from campaigns.season.house_rules import Amend
from campaigns.season.map.orders import Order
from campaigns.season.musters import MusterBattle
from campaigns.season.people import Appoint, HandOver
from campaigns.season.refusals import keys, next_round, no
from campaigns.season.results import ReportReady
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.substitutes.naming import Substitute
from campaigns.season.veterans import CallVeterans
from rules.adjudicate import CLERK
from rules.contract import Command, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.codec import encode
from rules.stream.revision.reports import Correct, Reseed, Resolve
from rules.zones import stored, zone_of

EVENING = time(20)


def completed(season: Season | None, command: Command) -> Command:
    """The report with what it left out: the deadlines of a round that opens, the battles that wait for settlement as a
    round closes, a secret seed for dice that are asked for once that of the season is known, what the log of a friendly
    battle tells that is adopted, the crews of an earlier season that are called, when a challenge was made, and which
    battles were fought by other rules than are asked for."""
    if isinstance(command, CloseSeason | Reseed):
        return msgspec.structs.replace(command, next_seed=new_seed())
    if isinstance(command, MusterBattle) and command.adopted is not msgspec.UNSET:
        return msgspec.structs.replace(command, adopted=adoption.as_fought(command.battle))
    if season is not None and isinstance(command, CallVeterans):
        return veterans.with_crews(command, season.opened.system)
    if season is not None and isinstance(command, Amend):  # whatever was sent: what is published is Leaguer's
        return msgspec.structs.replace(command, reread=rereading.of_command(season, command).known)
    if season is not None and isinstance(command, OpenRound):
        return _with_moments(season, command, timezone.now())
    if isinstance(command, Challenge):  # whatever was sent: nobody chooses from when on their time is counted
        return msgspec.structs.replace(command, at=timezone.now().strftime(MOMENT))
    if season is not None and isinstance(command, CloseRound):
        return msgspec.structs.replace(command, carry=tuple(dict.fromkeys((*command.carry, *_over(season)))))
    return command


def too_late(season: Season | None, command: Command) -> Iterator[Refused]:
    """Refusals of orders that come after the deadline, disclosed yet or not, of readiness after the round's, and of
    answers to a challenge whose time has passed, and of dates that are over."""
    round = season.under_way if season is not None else None
    if season is not None and isinstance(command, AcceptChallenge | RefuseChallenge):
        yield from _answers_late(season, command)
    if isinstance(command, ReportReady) and round is not None and _is_past(round.deadline):
        yield no(
            say(_("Round %(round)d was due to close."), round=round.number),
            _("It is about to be closed. Ask an organiser, who may still rule on the fixture."),
            "fixture",
        )
    if isinstance(command, ProposeDate | AcceptDate) and _is_past(command.at):
        yield no(_("That moment is over."), _("Propose a date to come."), "at")
    if not isinstance(command, Order) or round is None or round.resolved:
        return
    if _is_past(round.orders_by):
        yield no(
            say(_("The orders of round %(round)d were due."), round=round.number),
            _("They are about to be disclosed. Orders given in time stand."),
            "platoon",
        )


def _answers_late(season: Season, command: AcceptChallenge | RefuseChallenge) -> Iterator[Refused]:
    found = season.ladder.between(command.challenger, command.platoon) if season.ladder is not None else None
    if found is not None and _is_past(found.due):
        yield no(
            _("The time to answer this challenge has passed."),
            _("What follows is about to be told. Ask an organiser, who may still rule on it."),
            "challenger",
        )


def told_late(command: Command) -> Iterator[Refused]:
    """Refusals of corrections that adopt a battle, or say when something was told: what is added to a report is added
    as it comes in."""
    if isinstance(command, MusterBattle) and command.adopted is not msgspec.UNSET:
        yield no(
            _("A friendly battle is not adopted by a correction."),
            _("Its players propose it on the battle’s page."),
            "adopted",
        )
    if isinstance(command, Amend) and (command.from_start or command.reread is not msgspec.UNSET):
        yield no(_("A correction does not amend from the start."), _("Amend house rules anew."), "from_start")
    if isinstance(command, Challenge) and command.at is not msgspec.UNSET:
        yield no(_("When a challenge was made is not corrected."), _("Leave the moment out."), "at")


def unknown_battles(season: Season | None, command: Command) -> Iterator[Refused]:
    """Refusals of battles that are to go on as a round closes, and are not under way. Not of rulings, to which they
    mean nothing: in logs of 0.2 reports that name others were accepted, and a correction may take a muster back."""
    if season is None or not isinstance(command, CloseRound):
        return
    fought = [fixture.battle for fixture in season.fixtures.values() if fixture.is_fought]
    for battle in dict.fromkeys(command.carry):
        if battle not in fought:
            yield no(
                say(_("Battle %(battle)s is not under way in this campaign."), battle=battle),
                say(
                    _("Battles under way: %(battles)s. Leave out whatever is counted or called off."),
                    battles=keys(fought),
                ),
                "carry",
            )


def _is_past(moment: str) -> bool:
    """What there is no such day or hour of is refused where it is decided."""
    try:
        return bool(moment) and datetime.fromisoformat(moment) <= timezone.now()
    except ValueError:
        return False


def _with_moments(season: Season, command: OpenRound, now: datetime) -> OpenRound:
    """Orders are never due after the round's deadline. What the terms have no moment for stays left out."""
    end = deadline(season, now) if command.deadline is msgspec.UNSET else command.deadline
    orders = command.orders_by
    if orders is msgspec.UNSET:
        orders = orders_by(season, now)
        orders = min(orders, end) if end else orders
    return msgspec.structs.replace(command, deadline=end or command.deadline, orders_by=orders or command.orders_by)


def deadline(season: Season, now: datetime) -> str:
    """The deadline of the round opened next, by its terms: 20:00 by the season's clocks, so many days from today; ""
    for none. Pure."""
    return _evening(season, now, int(season.settings(next_round(season)).terms["round_days"]))


def orders_by(season: Season, now: datetime) -> str:
    """When the orders of the round opened next are disclosed; "" without a map. Pure."""
    if season.opened.theatre is None:
        return ""
    return _evening(season, now, int(season.settings(next_round(season)).terms["orders_days"]))


def _evening(season: Season, now: datetime, days: int) -> str:
    """No zone's clocks skip that hour."""
    last = datetime.combine(now.astimezone(zone_of(season.zone)) + timedelta(days=days), EVENING)
    return (stored(last, season.zone) or "") if days else ""


def _over(season: Season) -> Iterator[str]:
    """Battles that are over and not counted yet. One query."""
    fought = [fixture.battle for fixture in season.fixtures.values() if fixture.is_fought]
    over = Sheet.objects.filter(pk__in=fought).exclude(status=Sheet.Status.OPEN)
    yield from map(str, over.order_by("pk").values_list("pk", flat=True))


def corrected(command: Command) -> Command | None:
    """The report that another one corrects, as it should have been; None where it cannot be read."""
    if not isinstance(command, Correct | Resolve) or not command.type:
        return None
    try:
        return REPORTS.decode(command.type, encode(command.data))
    except Refused:  # it is refused where it is decided, as what stands within another
        return None


def unknown_people(command: Command) -> Iterator[Refused]:
    """Everyone a report names has to be someone who could report: the log would name nobody."""
    match command:
        case Enlist():
            people = [("player", command.player)] if command.player else []
            people += [("partners", person) for person in command.partners]
        case HandOver():
            people = [("players", person) for person in command.players]
        case Appoint() | Substitute():
            people = [("person", command.person)]
        case _:
            return
    for field, person in people:
        if not has_account(person):
            yield Refused(
                "campaign",
                say(_("There is no player %(id)s."), id=person),
                _("Name somebody who has an account here."),
                field=field,
            )


def has_account(player: str) -> bool:
    """Whether this is the id of somebody who could report."""
    try:
        return str(UUID(player)) == player and User.objects.filter(pk=player, is_active=True, guest_of=None).exists()
    except ValueError:
        return player == CLERK
