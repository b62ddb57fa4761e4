"""Takes the form of a choice, reports it, and brings the form back if it is refused."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest

from battles import handler, log, naming
from battles import viewer as viewers
from battles.pages import form_data as forms
from battles.pages.battle_context import Trouble
from battles.pages.form_data import Typed
from battles.reports import Answer, Conflict
from battles.sentences import words
from rules import lengths, visibility
from rules.adjudicate import Who
from rules.battle import Battle
from rules.codecs import command_codec
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

FORBIDDEN, CONFLICT, REFUSED = 403, 409, 422


def take(request: HttpRequest, stream: str, who: Who) -> int | Trouble:
    """Report the form. Returns the position of the report's first row, or its trouble.

    With `check` in the form nothing is reported: the answer says what would follow.
    """
    typed = forms.read(request.POST)
    check = "check" in request.POST
    try:
        report = forms.report(typed)
        receipt = handler.execute(stream, [report], who, "page", after=typed.after, dry_run=check)
    except Refused as refused:
        return Trouble(status_of(refused), tuple(map(in_this_form, refused.faults)), typed=typed)
    except Conflict as conflict:
        return overtaken(conflict, typed=typed)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), typed=typed)
    (answer,) = receipt.answers
    if answer.refused is not None:
        return Trouble(status_of(answer.refused), (in_this_form(answer.refused),), typed=typed)
    if check or not answer.events:
        return Trouble(
            200,
            accepted=foretold(stream, receipt.state, [answer], who),
            understood=understood(receipt.state, [(report.type, report.data)]),
            asked=answer.asked,
            typed=typed,
        )
    return answer.events[0].position


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


def overtaken(conflict: Conflict, typed: Typed | None = None, script: str = "") -> Trouble:
    """Someone wrote first. What was missed is read again as the viewer may see it, from before its first row."""
    since = min((fact.position for fact in conflict.missed), default=conflict.position + 1) - 1
    faults = conflict.why.faults if conflict.why else ()
    return Trouble(CONFLICT, faults, since=since, typed=typed, script=script)


def status_of(refused: Refused) -> int:
    return FORBIDDEN if refused.code == "not-yours" else REFUSED


def in_this_form(refused: Refused) -> Refused:
    """A refusal in the terms of a form: its reader never saw the report's id."""
    if refused.code != "reused":
        return refused
    return Refused(
        refused.rule,
        say(_("This form was sent before with other content, and that report counted.")),
        say(_("Look at the log below. If this is a new report, send it again.")),
        code=refused.code,
    )


def without_id(unwritable: log.Unwritable) -> Refused:
    return Refused(
        "form",
        say(_("This form arrived damaged: %(what)s"), what=unwritable.text)
        if unwritable.field != "id"
        else say(_("This form arrived damaged.")),
        say(_("Load the page again and send the report from there.")),
        code="reused",
    )
