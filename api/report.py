"""Reads reports: one, a list, or a script, told apart by the body."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from api import bodies, queries
from api.problems import Trouble
from api.schema_texts import FLAG, Query, reference
from api.shapes import reports as shapes
from battles.reports import Receipt, Report, report
from rules.contract import Refused
from rules.stream import codec
from rules.stream.script import Line, in_line

JSON, SCRIPT = "application/json", "text/x-battle-script"
MOST = 1000
NAMESPACE = UUID("0d0f5a36-52a4-4d39-8c2e-8a1f6d0b7a11")
BODY = {"oneOf": [reference(shapes.Report), {"type": "array", "items": reference(shapes.Report), "maxItems": MOST}]}
HOW: Query = {
    "dry_run": (FLAG, "Only answer what would follow and which dice are needed; nothing is written, no die is rolled."),
    "atomic": (
        FLAG,
        "false keeps the legal reports before the first refused one; true (the default): all or none, unless Leaguer"
        " has rolled for one of them: a roll is never taken back.",
    ),
}
_reports = msgspec.json.Decoder(shapes.Report | list[shapes.Report])


class Incoming(NamedTuple):
    """Reports with the position their sender had seen (None: any), and the options of the request. `lines`: the numbers
    of the lines of a script, by the reports' ids."""

    reports: list[Report]
    after: int | None
    dry_run: bool
    atomic: bool
    lines: Mapping[str, int]


def incoming(request: HttpRequest, stream: str, sender: str, read: Callable[[str], Iterable[Line]]) -> Incoming:
    """The reports in a request. `read` reads a script."""
    dry_run = queries.flag(request, "dry_run", False)
    atomic = queries.flag(request, "atomic", True)
    seen = queries.number(request, "after", -1) if "after" in request.GET else None
    kind = bodies.media_type(request, JSON, SCRIPT)
    body, lines = bodies.text(request), dict[str, int]()
    if kind == SCRIPT:
        numbered, after = _from_script(request, stream, sender, body, read, seen), seen
        reports, lines = list(numbered), {report.id: number for report, number in numbered.items()}
    else:
        reports, after = _from_json(body)
    if not 1 <= len(reports) <= MOST:
        raise Trouble(
            "malformed", _("Send 1 to %(most)s reports at once, not %(n)s.") % {"most": MOST, "n": len(reports)}
        )
    return Incoming(reports, after, dry_run, atomic, lines)


def name_lines(receipt: Receipt, said: Incoming) -> None:
    """Name its line in each refusal of a script's report. In place."""
    for answer in receipt.answers:
        if answer.refused is not None:
            in_line(answer.refused, said.lines)


def _from_json(body: str) -> tuple[list[Report], int | None]:
    """The position of a list is the lowest `after` in it."""
    said = bodies.decoded(body, _reports)
    several = said if isinstance(said, list) else [said]
    reports = []
    for n, one in enumerate(several):
        try:
            reports.append(report(one.id, one.type, bytes(one.data).decode()))
        except Refused as refused:
            refused.field = f"[{n}].{refused.field}" if isinstance(said, list) else refused.field
            raise
    return reports, min((one.after for one in several if one.after is not None), default=None)


def _from_script(
    request: HttpRequest,
    stream: str,
    sender: str,
    body: str,
    read: Callable[[str], Iterable[Line]],
    after: int | None,
) -> dict[Report, int]:
    """The reports, each with the number of its line. They have no ids: these are made from the header Idempotency-Key,
    or from the script and `after`.

    So the same script sent again counts once.
    """
    key = _key(request, stream, sender, body, after)
    return {
        Report(str(uuid5(key, str(line.number))), type(line.command).__name__, codec.encode(line.command)): line.number
        for line in read(body)
    }


def _key(request: HttpRequest, stream: str, sender: str, body: str, after: int | None) -> UUID:
    if (given := request.META.get("HTTP_IDEMPOTENCY_KEY")) is not None:
        try:
            return UUID(given.strip('"'))
        except ValueError:
            raise Trouble("malformed", _("Idempotency-Key is not a UUID."), field="Idempotency-Key") from None
    if after is None:
        raise Trouble(
            "malformed",
            _("If you send this script again, it counts twice."),
            field="after",
            remedy=_("Send ?after= with the position you have seen, or a UUID as the header Idempotency-Key."),
        )
    return uuid5(NAMESPACE, f"{stream}/{sender}/{after}/{body}")
