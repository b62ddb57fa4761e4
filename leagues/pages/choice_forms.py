"""The forms of a league's pages: what its visitor may report now (`leagues.league.legal`), as cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db.models import Q
from django.http import HttpRequest

from battles import log
from battles.forms import form_data
from battles.forms.cards import deal, is_dealt, is_of, left_out
from battles.forms.form_data import Typed
from battles.forms.trouble import REFUSED, Trouble, overtaken, refusal, without_id
from battles.reports import Conflict, Report, Ruled
from battles.sentences import words
from campaigns.models import User
from campaigns.models.people import accounts
from leagues import handler
from leagues.league import legal, narrate, see_event
from leagues.league.decider import REPORTS
from leagues.models import League as Desk
from leagues.pages.visit import Told, Visit
from leagues.presenters import foretold
from leagues.presenters.names import Names
from leagues.presenters.story import named
from rules.contract import Choice, Command, Refused, at_once
from rules.stream.choices import about
from rules.stream.decider import Who


def of_player(told: Told, who: Who | None, key: str, command: type[Command]) -> list[Choice]:
    """What the visitor may report of one player by this command."""
    offered = (one for one in legal(told.league, who) if one.command == command.__name__)
    return [one for each in offered if (one := about(each, "player", key))]


def take(
    request: HttpRequest, here: Visit, told: Told, names: Names, choices: Sequence[Choice], check: bool = False
) -> Ruled | Trouble:
    """Report a form, or only check it: the fact in the log, or the trouble with the form."""
    typed = form_data.read(request.POST)
    if typed.more:
        return Trouble(200, typed=typed)
    try:
        sent = form_data.report(typed)
        if mine := next((one for one in choices if is_of(typed, one)), None):
            at_once(left_out(mine, typed, msgspec.json.decode(sent.data)))
    except Refused as refused:
        return refusal(refused, typed)
    return _report(here, told, names, sent, typed, check or "check" in request.POST)


def _report(here: Visit, told: Told, names: Names, sent: Report, typed: Typed, check: bool) -> Ruled | Trouble:
    assert here.who is not None
    try:
        receipt = handler.execute(here.stream, [sent], here.who, "page", after=typed.after, dry_run=check)
    except Refused as refused:
        return refusal(refused, typed)
    except Conflict as conflict:
        return overtaken(conflict, typed)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), typed=typed)
    (answer,) = receipt.answers
    if not check:
        return answer.events[0]
    called = named(receipt.state, names)
    seen = (see_event(receipt.state, one.event, here.reader) for one in answer.events)
    said = tuple(words(narrate(receipt.state, one), called) for one in seen)
    shift = foretold.shift_of(told.league, receipt.state, names, here.unseen)
    changes = foretold.sentences(shift, told.league, receipt.state, names)
    return Trouble(200, accepted=(*said, *changes), typed=typed)


def shown(
    told: Told, names: Names, choices: Sequence[Choice], action: str, trouble: Trouble | None, desk: Desk | None = None
) -> dict[str, Any]:
    """What the template `campaigns/_choices.html` needs. `desk`: of a league whose choices name people of its club."""
    found = trouble or Trouble(200)
    cards = deal(
        choices,
        REPORTS.types,
        found.typed,
        found.faults,
        names=named(told.league, names),
        people=people_of(told, desk, names) if desk is not None else {},
    )
    lost = found.typed if found.typed and not is_dealt(cards) else None
    return {
        "cards": cards,
        "action": action,
        "foretells": True,
        "position": told.head,
        "sight": {"names": named(told.league, names)},
        "lost": form_data.as_line(lost, REPORTS) if lost and lost.type else "",
    }


def people_of(told: Told, desk: Desk, names: Names) -> dict[str, str]:
    """Who may be named: those of the club, and who plays or has an office. One query."""
    known = {*told.league.offices, *told.league.players}
    of_club = Q(clubs=desk.club_id) | Q(organises=desk.club_id)
    found = User.objects.filter(Q(is_active=True) & of_club | Q(pk__in=accounts(known))).distinct()
    called = {str(one.pk): names.name(str(one.pk)) if str(one.pk) in names.roll else one.shown for one in found}
    return dict(sorted(called.items(), key=lambda one: one[1].casefold()))
