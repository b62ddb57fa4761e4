"""Reads a form that corrects a stream, and the report it stands for."""

from __future__ import annotations

import re
from typing import Any, Literal
from uuid import uuid4

import msgspec
from django.http import QueryDict

from battles.forms import form_data as forms
from battles.forms.form_data import Typed
from battles.reports import Report
from rules.contract import Measure, Refused, say
from rules.contract import gettext_noop as _
from rules.stream import script
from rules.stream.codec import CommandCodec
from rules.stream.revision.reports import Settlement

Step = Literal["", "look", "all", "do"]  # "all": what it changes in other streams, too
PLACE = re.compile(r"settle-([1-9][0-9]{0,7})")


class Draft(msgspec.Struct, frozen=True):
    """A form as it was sent. `settle` and `lines`: how later reports are settled, by position, and the replacement of
    those that are reported otherwise. `typed` is the card's part; `line` the line of script. `at`: the row that the
    form is about, where a page has several; 1 where it names none.
    """

    id: str
    after: int | None
    step: Step
    reason: str
    rest: str
    how: str
    line: str
    typed: Typed
    settle: dict[int, str]
    lines: dict[int, str]
    at: int = 1

    def settlements(self, codec: CommandCodec, measure: Measure) -> dict[str, Any]:
        """The settlements decided so far, as in a Correct. `Refused` (field "settle-12") for a line that cannot be
        read.
        """
        return {str(place): _settlement(place, how, self, codec, measure) for place, how in self.settle.items() if how}


def read(post: QueryDict, step: Step = "") -> Draft:
    """Never refuses: what cannot be read is left out here, and the handler refuses it."""
    places = {int(found[1]): str(post[key]) for key in post if (found := PLACE.fullmatch(key))}
    steps: dict[str, Step] = {"look": "look", "all": "all", "do": "do"}
    typed = forms.read(post)
    return Draft(
        id=typed.id or str(uuid4()),
        after=typed.after,
        step=steps.get(post.get("step", ""), step),
        reason=post.get("reason", "").strip(),
        rest=post.get("rest", ""),
        how=post.get("how", ""),
        line=post.get("line", ""),
        typed=typed,
        settle=places,
        lines={place: post.get(f"line-{place}", "") for place in places},
        at=int(at) if PLACE.fullmatch(f"settle-{(at := post.get('at', ''))}") else 1,
    )


def said(draft: Draft, codec: CommandCodec, measure: Measure) -> tuple[str, dict[str, Any]]:
    """The report in the form: its line of script, or the content of its card. `Refused`."""
    if draft.line.strip() or not draft.typed.type:
        return from_line(draft.line, codec, measure, "line")
    report = forms.report(draft.typed)
    return report.type, msgspec.json.decode(report.data)


def from_line(text: str, codec: CommandCodec, measure: Measure, field: str) -> tuple[str, dict[str, Any]]:
    """One line of script as a report's type and data. `Refused` naming `field`."""
    try:
        lines = list(script.parse(text, codec, measure))
    except Refused as refused:
        refused.field = field
        raise
    if len(lines) != 1:
        raise Refused(
            "script",
            _("Write one report here: one line of battle script."),
            say(_("Write it like “%(line)s”."), line="fire alpha-1 red-1 dice=2,5,6,6"),
            field=field,
            code="malformed",
        )
    type_, data = codec.encode(lines[0].command)
    return type_, msgspec.json.decode(data)


def report(draft: Draft, type_: str, data: dict[str, Any]) -> Report:
    return Report(draft.id, type_, msgspec.json.encode(data).decode())


def _settlement(place: int, how: str, draft: Draft, codec: CommandCodec, measure: Measure) -> Any:
    if how != "replace":
        return {"how": how}
    type_, data = from_line(draft.lines.get(place, ""), codec, measure, f"settle-{place}")
    return msgspec.to_builtins(Settlement(how="replace", type=type_, data=data))
