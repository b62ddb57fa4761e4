"""Why a form comes back, and refusals in a form's terms."""

from __future__ import annotations

import msgspec

from battles import log
from battles.forms.form_data import Typed
from battles.forms.script_lines import Told
from battles.reports import Asked, Conflict
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.upkeep import Flaw

FORBIDDEN, CONFLICT, REFUSED = 403, 409, 422


class Trouble(msgspec.Struct, frozen=True):
    """Why a form comes back: refused, overtaken by what happened `since` a position, or only checked.

    `accepted` are the sentences of a successful check, `understood` the lengths as they were read, `warnings` the
    faults its platoon would still stand with, `asked` the dice it needs. `script` is the content of the paste box,
    `told` the same line by line with the faults that are about a line, `typed` that of a card.
    """

    status: int
    faults: tuple[Refused, ...] = ()
    since: int | None = None
    accepted: tuple[str, ...] = ()
    warnings: tuple[Flaw, ...] = ()
    understood: tuple[str, ...] = ()
    asked: Asked | None = None
    typed: Typed | None = None
    script: str = ""
    told: Told | None = None
    kept: int = 0  # lines of a script that were taken before the first mistake


def refusal(refused: Refused, typed: Typed | None = None) -> Trouble:
    return Trouble(status_of(refused), tuple(map(in_this_form, refused.faults)), typed=typed)


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
        _("This form was sent before with other content, and that report counted."),
        _("Look at the log below. If this is a new report, send it again."),
        code=refused.code,
    )


def without_id(unwritable: log.Unwritable) -> Refused:
    return Refused(
        "form",
        say(_("This form arrived damaged: %(what)s"), what=unwritable.text)
        if unwritable.field != "id"
        else say(_("This form arrived damaged.")),
        _("Load the page again and send the report from there."),
        code="reused",
    )
