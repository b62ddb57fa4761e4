"""The paste box: several reports at once, as lines of battle script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from uuid import UUID, uuid5

from django.http import HttpRequest

from battles import handler, log
from battles.forms.trouble import REFUSED, Trouble, overtaken, status_of, without_id
from battles.pages.report_form import foretold, understood
from battles.reports import Conflict, Receipt, Report
from rules.adjudicate import Who, require
from rules.battle import Battle
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.reports import command_codec
from rules.stream.codec import CommandCodec
from rules.stream.script import Line, in_line, parse

LONGEST = 200_000  # characters


def take(request: HttpRequest, stream: str, who: Who) -> int | Trouble:
    """Report the lines: all of them, or with `prefix` in the form those before the first mistake.

    Returns the position of the last report's first row, or the trouble with the lines.
    """
    text = request.POST.get("script", "")
    after = request.POST.get("after", "")
    check = "check" in request.POST
    battle = handler.state(stream, 1)
    try:
        codec = command_codec(battle.rules)
        lines = read(text, lambda text: parse(text, codec, battle.measure))
        _own(lines, battle, who)
        reports = reports_of(request.POST.get("id", ""), lines, codec)
    except Refused as refused:
        return Trouble(status_of(refused), (refused,), script=text)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), script=text)
    numbers = {report.id: line.number for report, line in zip(reports, lines, strict=True)}
    seen = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else None
    try:
        receipt = handler.execute(
            stream, reports, who, "script", after=seen, dry_run=check, atomic="prefix" not in request.POST
        )
    except Refused as refused:
        return Trouble(status_of(refused), (in_line(refused, numbers),), script=text)
    except Conflict as conflict:
        return overtaken(conflict, script=text)
    return _outcome(stream, receipt, who, text, numbers, check, reports)


def _outcome(
    stream: str,
    receipt: Receipt,
    who: Who,
    text: str,
    numbers: dict[str, int],
    check: bool,
    reports: Sequence[Report],
) -> int | Trouble:
    """The position of the last line, or the result of a check or of the lines after the first mistake."""
    refused = next((answer.refused for answer in receipt.answers if answer.refused is not None), None)
    taken = [answer for answer in receipt.answers if answer.events]
    if refused is not None:
        left = text if check else rest_from(text, numbers[refused.report])
        kept = 0 if check else len(taken)
        return Trouble(status_of(refused), (in_line(refused, numbers),), script=left, kept=kept)
    if check:
        asked = next((answer.asked for answer in receipt.answers if answer.asked is not None), None)
        return Trouble(
            200,
            accepted=foretold(stream, receipt.state, taken, who),
            understood=understood(receipt.state, [(one.type, one.data) for one in reports]),
            asked=asked,
            script=text,
        )
    return taken[-1].events[0].position


def read(text: str, parse: Callable[[str], Iterable[Line]]) -> list[Line]:
    """The lines that report something; `Refused` if there are none, too many, or one cannot be read."""
    if len(text) > LONGEST:
        raise Refused(
            "script",
            say(_("The script is longer than %(limit)s characters."), limit=LONGEST),
            say(_("Send it in parts.")),
            field="script",
            code="malformed",
        )
    lines = list(parse(text))
    if not lines:
        raise Refused(
            "script",
            say(_("There is no report in the paste box.")),
            say(_("Write one report per line.")),
            field="script",
            code="malformed",
        )
    return lines


def _own(lines: Sequence[Line], battle: Battle, who: Who) -> None:
    """`Refused` if a line speaks for a side that is not the reporter's."""
    for line in lines:
        try:
            if line.side:
                require(battle, who, line.side)
        except Refused as refused:
            refused.field = f"line {line.number}"
            raise


def reports_of(form: str, lines: Sequence[Line], codec: CommandCodec) -> list[Report]:
    """A report per line. Ids follow from the form's and the line's number, so that a form sent twice counts once."""
    namespace = UUID(log.rows.uuid_text(form, "id"))
    return [Report(str(uuid5(namespace, str(line.number))), *codec.encode(line.command)) for line in lines]


def rest_from(text: str, number: int) -> str:
    """A script from that line on."""
    return "\n".join(text.splitlines()[number - 1 :])
