"""The paste box: several reports at once, as lines of battle script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from uuid import UUID, uuid5

import msgspec
from django.http import HttpRequest

from battles import handler, log
from battles.forms import script_lines
from battles.forms.trouble import REFUSED, Trouble, overtaken, status_of, without_id
from battles.pages.report_form import foretold, understood
from battles.reports import Answer, Conflict, Receipt, Report
from rules.adjudicate import Who, require
from rules.battle import Battle
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.reports import command_codec
from rules.stream.codec import CommandCodec
from rules.stream.revision.preview import ForOthers
from rules.stream.script import Line, in_line, parse
from rules.stream.script_places import line_of

LONGEST = 200_000  # characters


class Pasted(msgspec.Struct, frozen=True):
    """A script that has been read: its `reports`, their lines' `numbers` by their ids, and the `faults` of lines that
    could not be read, in order."""

    text: str
    codec: CommandCodec
    reports: Sequence[Report]
    numbers: dict[str, int]
    faults: Sequence[Refused] = ()


def take(request: HttpRequest, stream: str, who: Who) -> int | Trouble:
    """Report the lines of a form to a battle (`report`)."""
    battle = handler.state(stream, 1)
    codec = command_codec(battle.rules)

    def lines(text: str, faults: list[Refused]) -> list[Line]:
        found = read(text, lambda text: parse(text, codec, battle.measure, faults=faults), faults)
        return list(_own(found, battle, who, faults))

    def tell(reports: Sequence[Report], after: int | None, dry_run: bool, atomic: bool) -> Receipt:
        return handler.execute(stream, reports, who, "script", after=after, dry_run=dry_run, atomic=atomic)

    def foresee(trouble: Trouble, receipt: Receipt, reports: Sequence[Report]) -> Trouble:
        accepted = foretold(stream, receipt.state, receipt.answers, who)
        lengths = understood(receipt.state, [(one.type, one.data) for one in reports])
        return msgspec.structs.replace(trouble, accepted=accepted, understood=lengths)

    return report(request, codec, lines, tell, foresee)


def report(
    request: HttpRequest,
    codec: CommandCodec,
    lines: Callable[[str, list[Refused]], list[Line]],
    tell: Callable[[Sequence[Report], int | None, bool, bool], Receipt],
    foresee: Callable[[Trouble, Receipt, Sequence[Report]], Trouble],
) -> int | Trouble:
    """Report the lines of a form: all of them, or with `prefix` in it those before the first mistake. `lines` reads
    them, `tell` reports as a handler does (after a position, as a dry run, all or nothing), `foresee` says what those
    come to that are only checked.

    Returns the position of the last report's first row, or the trouble with the lines.
    """
    text, check = request.POST.get("script", ""), "check" in request.POST
    after = request.POST.get("after", "")
    faults: list[Refused] = []
    try:
        pasted = pasted_of(request.POST.get("id", ""), text, lines(text, faults), codec, faults)
    except Refused as refused:
        return Trouble(status_of(refused), (refused,), script=text)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), script=text)
    seen = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else None
    if faults:
        return unread(pasted, lambda reports: tell(reports, seen, True, False))
    try:
        receipt = tell(pasted.reports, seen, check, "prefix" not in request.POST)
    except Refused as refused:
        return stopped(pasted, refused)
    except Conflict as conflict:
        return overtaken(conflict, script=text)
    if (trouble := held_up(pasted, receipt, check)) is not None:
        return trouble
    return foresee(checked(pasted, receipt), receipt, pasted.reports) if check else last_told(receipt)


# -- what comes of a script, of a battle or a season -------------------------------------------------------------------


def unread(pasted: Pasted, dry: Callable[[Sequence[Report]], Receipt]) -> Trouble:
    """Lines cannot be read: nothing is reported. A dry run says of those before them whether they are in order."""
    faults, answers = list(pasted.faults), tuple[Answer, ...]()
    first = line_of(faults[0])
    before = [report for report in pasted.reports if pasted.numbers[report.id] < first]
    if before:
        with suppress(Refused, Conflict, log.Unwritable):
            answers = dry(before).answers
    for answer in answers:
        if answer.refused is not None and not isinstance(answer.refused, ForOthers):
            faults.insert(0, in_line(answer.refused, pasted.numbers))
    return _trouble(pasted, faults, answers)


def stopped(pasted: Pasted, refused: Refused) -> Trouble:
    """A report is refused and nothing counts. Those before it would have, unless it is refused for standing there."""
    number = pasted.numbers.get(refused.report, 0) if refused.field != "type" else 0
    sound = [one for one in pasted.numbers.values() if one < number]
    return _trouble(pasted, in_line(refused, pasted.numbers).faults, sound=sound)


def held_up(pasted: Pasted, receipt: Receipt, check: bool) -> Trouble | None:
    """The trouble with the first line that is refused, once those before it count; None where there is none. They are
    taken out of the box, and the others are counted anew."""
    refused = next((answer.refused for answer in receipt.answers if answer.refused is not None), None)
    if refused is None:
        return None
    kept = 0 if check else sum(bool(answer.events) for answer in receipt.answers)
    gone = 0 if check else pasted.numbers[next(answer.id for answer in receipt.answers if not answer.events)] - 1
    left = msgspec.structs.replace(
        pasted,
        text=rest_from(pasted.text, gone + 1) if gone else pasted.text,
        numbers={id: number - gone for id, number in pasted.numbers.items() if number > gone},
    )
    faults = in_line(refused, left.numbers).faults
    return msgspec.structs.replace(_trouble(left, faults, receipt.answers), kept=kept)


def checked(pasted: Pasted, receipt: Receipt) -> Trouble:
    """Every line is in order, as far as no dice are asked for."""
    asked = next((answer.asked for answer in receipt.answers if answer.asked is not None), None)
    told = script_lines.told(pasted.text, pasted.codec, (), receipt.answers, pasted.numbers)
    return Trouble(200, asked=asked, script=pasted.text, told=told)


def last_told(receipt: Receipt) -> int:
    """The position of the last report's first row."""
    return [answer for answer in receipt.answers if answer.events][-1].events[0].position


def _trouble(
    pasted: Pasted, faults: Sequence[Refused], answers: Iterable[Answer] = (), sound: Iterable[int] = ()
) -> Trouble:
    told = script_lines.told(pasted.text, pasted.codec, faults, answers, pasted.numbers, sound)
    return Trouble(status_of(faults[0]), told.faults, script=pasted.text, told=told)


# -- reading -----------------------------------------------------------------------------------------------------------


def read(text: str, parse: Callable[[str], Iterable[Line]], faults: Sequence[Refused] = ()) -> list[Line]:
    """The lines that report something; `Refused` if there are none, or too many. What cannot be read is among the
    `faults` then, where `parse` puts them."""
    if len(text) > LONGEST:
        raise Refused(
            "script",
            say(_("The script is longer than %(limit)s characters."), limit=LONGEST),
            _("Send it in parts."),
            field="script",
            code="malformed",
        )
    lines = list(parse(text))
    if not lines and not faults:
        raise Refused(
            "script",
            _("There is no report in the paste box."),
            _("Write one report per line."),
            field="script",
            code="malformed",
        )
    return lines


def _own(lines: Sequence[Line], battle: Battle, who: Who, faults: list[Refused]) -> Iterator[Line]:
    """The lines but those that speak for a side that is not the reporter's, which are faults."""
    for line in lines:
        try:
            if line.side:
                require(battle, who, line.side)
        except Refused as refused:
            refused.field = f"line {line.number}"
            faults.append(refused)
        else:
            yield line


def pasted_of(form: str, text: str, lines: Sequence[Line], codec: CommandCodec, faults: Sequence[Refused]) -> Pasted:
    """The script of a form. Raises `log.Unwritable` where the form's id is none."""
    reports = reports_of(form, lines, codec)
    numbers = {report.id: line.number for report, line in zip(reports, lines, strict=True)}
    return Pasted(text, codec, reports, numbers, sorted(faults, key=line_of))


def reports_of(form: str, lines: Sequence[Line], codec: CommandCodec) -> list[Report]:
    """A report per line. Ids follow from the form's and the line's number, so that a form sent twice counts once."""
    namespace = UUID(log.rows.uuid_text(form, "id"))
    return [Report(str(uuid5(namespace, str(line.number))), *codec.encode(line.command)) for line in lines]


def rest_from(text: str, number: int) -> str:
    """A script from that line on."""
    return "\n".join(text.splitlines()[number - 1 :])
