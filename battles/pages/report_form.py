"""Takes the form of a choice, reports it, and brings the form back if it is refused."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest
from django.urls import reverse

from battles import handler, log, naming
from battles import viewer as viewers
from battles.forms import form_data as forms
from battles.forms import roll_call
from battles.forms.trouble import REFUSED, Trouble, in_this_form, overtaken, refusal, status_of, without_id
from battles.pages.corrections.elsewhere import address
from battles.reports import Answer, Conflict
from battles.sentences import words
from rules import lengths, visibility
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Refused
from rules.reports import command_codec
from rules.stream.revision.reports import Revised


def take(request: HttpRequest, stream: str, who: Who) -> int | tuple[int, int] | Trouble:
    """Report the form. Returns the position of the report's first row (of several, of the first and the last), or its
    trouble.

    With `check` in the form nothing is reported: the answer says what would follow.
    """
    typed = forms.read(request.POST)
    check = "check" in request.POST
    try:
        reports = roll_call.reports(typed)
        receipt = handler.execute(stream, reports, who, "page", after=typed.after, dry_run=check)
    except Refused as refused:
        return refusal(roll_call.at_its_unit(refused, typed), typed)
    except Conflict as conflict:
        return overtaken(conflict, typed=typed)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), typed=typed)
    why = next((answer.refused for answer in receipt.answers if answer.refused is not None), None)
    if why is not None:
        return Trouble(status_of(why), (in_this_form(roll_call.at_its_unit(why, typed)),), typed=typed)
    first, *_more, last = (receipt.answers[0], *receipt.answers)
    if check or not last.events:
        return Trouble(
            200,
            accepted=foretold(stream, receipt.state, receipt.answers, who),
            understood=understood(receipt.state, [(report.type, report.data) for report in reports]),
            asked=last.asked,
            typed=typed,
        )
    begun, ended = first.events[0].position, _last_told(last)
    return (begun, ended) if ended != begun else begun


def _last_told(answer: Answer) -> int:
    """Where what a report came to is told: at its first row; of consent at the revision that it brought about."""
    revised = (ruled.position for ruled in answer.events if isinstance(ruled.event, Revised))
    return next(revised, answer.events[0].position)


def follow(request: HttpRequest, stream: str, who: Who) -> str | Trouble:
    """The address of the page that tells all that the form would change, in other streams, too. Nothing is reported."""
    typed = forms.read(request.POST)
    try:
        (report,) = roll_call.reports(typed)
        return address(stream, report, who) or reverse("battle", args=[stream])
    except Refused as refused:
        return refusal(refused, typed)


def foretold(stream: str, battle: Battle, answers: Sequence[Answer], who: Who) -> tuple[str, ...]:
    """The result of a dry run, in sentences, as `who` may read them."""
    viewer = viewers.eyes(battle, who)
    events = [visibility.see_event(battle, ruled.event, viewer) for answer in answers for ruled in answer.events]
    names = naming.called(stream, battle)
    return tuple(words(visibility.narrate(battle.rules, event), names) for event in events if event is not None)


def understood(battle: Battle, reports: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The lengths in reports (type and data) as they were read, with their unit."""
    if not battle.measure:
        return ()
    codec = command_codec(battle.rules)
    found = (lengths.of(codec.decode(type_, data)) for type_, data in reports)
    return tuple(words(lengths.told(length, battle.measure)) for one in found for length in one.values())
