"""Reports of many units on one form: "the others stay", a whole side's moves, the same again for others.

A form of a batch has a row for each unit. What a row tells is a report of its own; all of them are one submission,
which counts as a whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid4, uuid5

import msgspec
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from battles import handler, log
from battles.forms import form_data as forms
from battles.forms.control import Control
from battles.forms.controls import Page, controls
from battles.forms.form_data import Typed
from battles.forms.trouble import REFUSED, Trouble, overtaken, status_of, without_id
from battles.pages.by_unit import units_of
from battles.presenters.story import Fact, Story
from battles.reports import Conflict, Report
from battles.sentences import words
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Choice, Command, Refused, say
from rules.contract import gettext_noop as _
from rules.reports import command_codec
from rules.stream.choices import about, matches
from rules.stream.codec import encode
from rules.stream.dice import rolls_of
from rules.stream.fields import default_of

PLAIN = ("pick", "number", "flag", "path")  # kinds of fields that fit into a row
MOST = 40  # rows of one form
ROW = re.compile(r"([0-9]{1,2})/(.+)", re.DOTALL)


class BatchRow(msgspec.Struct, frozen=True):
    """One unit of a batch. `given`: what is reported of it, as JSON; `controls`: what it is asked besides."""

    number: int
    name: str
    given: str
    controls: tuple[Control, ...] = ()


class Batch(msgspec.Struct, frozen=True):
    """A form that reports a command of many units. `ticked`: they take part unless they are unticked."""

    number: int
    report: str
    command: str
    label: str
    side: str
    rows: tuple[BatchRow, ...]
    ticked: bool = True

    @property
    def asks(self) -> bool:
        """Whether each unit has something to fill in."""
        return any(row.controls for row in self.rows)


# -- what is offered ---------------------------------------------------------------------------------------------------


def batches(battle: Battle, choices: Sequence[Choice], story: Story, who: Who, names: Mapping[str, str]) -> list[Batch]:
    """The batches to offer: those the rulebook has declared, and the viewer's last report again."""
    made = declared(battle, choices, names)
    return [*made, *_again(len(made) + 1, battle, choices, story, who, names)]


def declared(
    battle: Battle, choices: Sequence[Choice], names: Mapping[str, str], begin: int = 1, least: int = 2
) -> list[Batch]:
    """The batches that the rulebook has declared, numbered from `begin`, of `least` units at least."""
    groups: dict[tuple[str, str, str, str], dict[str, Choice]] = {}
    for choice in choices:
        if (bulk := choice.bulk) is not None:
            told = msgspec.json.encode(bulk.told).decode()
            group = groups.setdefault((choice.side, choice.command, bulk.label.singular, told), {})
            for unit in units_of(choice):
                if (one := about(choice, "unit", unit)) is not None:
                    group.setdefault(unit, one)
    commands = command_codec(battle.rules).types
    made = [
        _declared(number, found, commands, names)
        for number, found in enumerate((found for found in groups.values() if len(found) >= least), begin)
    ]
    return [one for one in made if one is not None]


def _declared(
    number: int, found: Mapping[str, Choice], commands: Mapping[str, type[Command]], names: Mapping[str, str]
) -> Batch | None:
    """None if it would ask for more than a row can hold."""
    first = next(iter(found.values()))
    bulk = first.bulk
    assert bulk is not None
    rows = []
    for n, (unit, choice) in enumerate([*found.items()][:MOST]):
        given = choice.given | bulk.told
        fields = [field for field in choice.fields if field.required and field.name not in given]
        if any(field.kind not in PLAIN for field in fields):
            return None
        asked = [msgspec.structs.replace(field, required=False) for field in fields]
        command = commands[choice.command]
        made = controls(Page(None, (), names), asked, f"b{number}-{n}", partial(default_of, command))
        made = tuple(msgspec.structs.replace(one, key=f"{n}/{one.key}") for one in made)
        rows.append(BatchRow(n, names.get(unit, unit), encode(given), made))
    label = msgspec.structs.replace(bulk.label, n=len(rows))
    side = names.get(first.side, first.side)
    return Batch(number, str(uuid4()), first.command, words(label, names), side, tuple(rows))


def _again(
    number: int,
    battle: Battle,
    choices: Sequence[Choice],
    story: Story,
    who: Who,
    names: Mapping[str, str],
) -> Iterator[Batch]:
    """The viewer's last report, if no die was rolled for it, for every other unit that may do just the same."""
    if not story.live or not _may_repeat(report := story.live[-1], who):
        return
    row = report[0][1]
    codec = command_codec(battle.rules)
    if row.command_type not in codec.types:
        return
    told: dict[str, Any] = msgspec.json.decode(row.command_data)
    rows: dict[str, str] = {}
    for choice in choices:
        for unit in units_of(choice) if choice.command == row.command_type else ():
            data = encode(told | {"unit": unit})
            one = about(choice, "unit", unit)
            if unit not in rows and one and matches(one, codec.decode(row.command_type, data)):
                rows[unit] = data
    if rows:
        made = tuple(BatchRow(n, names.get(unit, unit), data) for n, (unit, data) in enumerate([*rows.items()][:MOST]))
        label, side = gettext("The same again for…"), choices[0].side
        yield Batch(number, str(uuid4()), row.command_type, label, names.get(side, side), made, ticked=False)


def _may_repeat(report: Sequence[Fact], who: Who) -> bool:
    row = report[0][1]
    rolled = any(True for fact, _row in report for _roll in rolls_of(fact.event))
    return row.by == who.id and '"unit"' in row.command_data and not rolled


# -- what comes back ---------------------------------------------------------------------------------------------------


def take(request: HttpRequest, stream: str, who: Who) -> tuple[int, int] | Trouble:
    """Report every row that is ticked or filled in. Returns the positions of the first and the last row that followed,
    or the trouble; the lines of the paste box then hold what was told.
    """
    typed = rows_in(request.POST)
    script = "\n".join(forms.as_line(one, command_codec(handler.state(stream, 1).rules)) for one in typed)
    if not typed:
        return nobody()
    try:
        reports = [_report(one) for one in typed]
        receipt = handler.execute(stream, reports, who, "page", after=typed[0].after)
    except Refused as refused:
        faults = tuple(_of_its_unit(one, refused.report, typed) for one in refused.faults)
        return Trouble(status_of(refused), faults, script=script)
    except Conflict as conflict:
        return overtaken(conflict, script=script)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), script=script)
    for answer in receipt.answers:
        if answer.refused is not None:  # dice of Leaguer's have fallen for those before it
            kept = sum(bool(one.events) for one in receipt.answers)
            left = "\n".join(script.splitlines()[kept:])
            return Trouble(status_of(answer.refused), (answer.refused,), script=left, kept=kept)
    return receipt.answers[0].events[0].position, receipt.answers[-1].events[-1].position


def nobody() -> Trouble:
    """The answer to a batch in which no unit takes part."""
    text, remedy = say(_("No unit is ticked or filled in.")), say(_("Tick one at least."))
    return Trouble(REFUSED, (Refused("form", text, remedy, code="malformed"),))


def is_batch(post: QueryDict) -> bool:
    """Whether a form has rows of units."""
    return any(ROW.fullmatch(key) for key in post)


def as_forms(post: QueryDict) -> list[Typed]:
    """Each row that takes part, as the form of a choice is sent: its report has the id that it has in the batch."""
    typed = rows_in(post)
    try:
        return [msgspec.structs.replace(one, id=_id_of(one)) for one in typed]
    except log.Unwritable:  # without an id of its own a form is refused by the handler
        return typed


def rows_in(post: QueryDict) -> list[Typed]:
    """Each row that takes part, as a form of its own."""
    return list(_typed(post))


def _typed(post: QueryDict) -> Iterator[Typed]:
    form = forms.read(post)
    fields: dict[int, dict[str, list[str]]] = {}
    for key in post:
        if found := ROW.fullmatch(key):
            fields.setdefault(int(found[1]), {})[found[2]] = [str(one) for one in post.getlist(key)]
    ticked = {one for one in post.getlist("rows") if one.isascii() and one.isdigit()}
    for number, row in sorted(fields.items()):
        asked = {key: values for key, values in row.items() if ":" in key}
        filled = any(value.strip() for key, values in asked.items() if not key.startswith("flag:") for value in values)
        if filled or (not asked and str(number) in ticked):
            yield msgspec.structs.replace(form, id=f"{form.id}/{number}", given=_given(row), fields=asked)


def _given(row: Mapping[str, list[str]]) -> dict[str, Any]:
    try:
        return msgspec.json.decode(row.get("given", ["{}"])[-1], type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError):
        return {}


def _report(typed: Typed) -> Report:
    report = _id_of(typed)
    try:
        return forms.report(msgspec.structs.replace(typed, id=report))
    except Refused as refused:
        refused.report = report
        raise


def _id_of(typed: Typed) -> str:
    """It follows from the form's and the row's, so that a form sent twice counts once."""
    form, _slash, number = typed.id.rpartition("/")
    return str(uuid5(UUID(log.rows.uuid_text(form, "id")), number))


def _of_its_unit(refused: Refused, report: str, typed: Sequence[Typed]) -> Refused:
    """Names the unit beside the field."""
    unit = next((str(one.given.get("unit", "")) for one in typed if _id_of(one) == report), "")
    refused.field = ".".join(filter(None, (unit, refused.field)))
    return refused
