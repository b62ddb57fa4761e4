"""The page that declares facts as they are at the table: those of one unit at a time, or the battle's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol
from uuid import uuid4

import msgspec
from django.utils.translation import gettext as _

from battles.forms import correction_draft as drafts
from battles.forms.control import Control
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.pages.corrections import values
from battles.pages.corrections.context import Desk
from battles.pages.corrections.correction import REASON
from battles.pages.corrections.declared import told
from battles.pages.corrections.handle import Mended, Verdict, judge, refusal
from battles.sentences import words
from rules import lengths
from rules.contract import Field, Refused, State, gettext_noop, verbatim
from rules.stream import facts
from rules.stream.revision.sentences import in_short

BATTLE = "battle"


class Of(msgspec.Struct, frozen=True):
    """A unit, or the battle: the owner of the facts."""

    key: str
    name: str
    chosen: bool


class Settable(msgspec.Struct, frozen=True):
    """A fact with its control. `now` is its value; `open` if something else was typed; `about`: what it is of, where
    that stands above."""

    path: str
    now: str
    control: Control
    open: bool
    about: str = ""


class Declaration(msgspec.Struct, frozen=True):
    """The content of the page: the facts of one unit, platoon, or of the stream itself (key `own`), simple ones before
    structures. `lead`: what declaring is for."""

    own: str
    lead: str
    of: tuple[Of, ...]
    chosen: Of
    settables: tuple[Settable, ...]
    told: tuple[str, ...]
    report: str
    reason: str
    verdict: Verdict

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form: the facts of the one that is chosen."""
        facts = tuple(one.control.field for one in self.settables)
        return Field(name="facts", kind="group", label=verbatim(self.chosen.name), fields=facts), REASON


class Declared(Mended, Protocol):
    """A stream for a reader who may say how it stands."""

    def shown(self, after: int | None) -> Mapping[str, Any]:
        """The facts as a form showed them after that row."""


def take(desk: Declared, draft: Draft) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    try:
        said = changed(desk, draft)
        if not said:
            raise Refused(
                "declared",
                gettext_noop("No fact was changed."),
                gettext_noop("Open the one that is wrong and say what it is at the table."),
                field="facts",
                code="malformed",
            )
    except Refused as refused:
        return refusal(refused)
    report = drafts.report(draft, "Declare", {"facts": said, "reason": draft.reason})
    return judge(desk, report, draft.after, draft.step)


def changed(desk: Declared, draft: Draft) -> dict[str, Any]:
    """The facts that are not as their form has shown them. `Refused` (field "facts.<path>")."""
    found = {}
    for key in values.touched(draft.typed, desk.shown(draft.after)):
        path = key.partition(":")[2]
        try:
            found[path] = values.read(key, draft.typed.fields[key])
        except Refused as refused:
            refused.field = f"facts.{path}"
            raise
    return found


def page(desk: Desk, of: str, draft: Draft | None = None, verdict: Verdict | None = None) -> Declaration:
    """The page that declares facts. `of`: the unit whose facts are shown, those of the battle if it has none of its
    own; `draft` and `verdict` as in `correct.page`."""
    verdict = verdict or Verdict()
    play = desk.fought().play
    everything = facts.facts(play)
    grouped: dict[str, list[str]] = {BATTLE: []}
    for path in everything:
        grouped.setdefault(_unit_of(desk, path), []).append(path)
    of = of if of in grouped else BATTLE
    names = {BATTLE: _("the battle")} | desk.names
    who = tuple(Of(key, names.get(key, key), key == of) for key in grouped)
    typed = None
    if draft is not None:  # what was left alone is shown as it is now
        typed = values.only_touched(draft.typed, desk.shown(draft.after))
    settables = [_settable(desk, play, path, everything[path], typed, verdict) for path in grouped[of]]
    try:
        said = told(desk, changed(desk, draft)) if draft else ()
    except Refused:
        said = ()
    return Declaration(
        own=BATTLE,
        lead=_(
            "The table outranks the rules: say how it really stands. "
            "What is declared is marked in the log and on the sheet."
        ),
        of=who,
        chosen=next(one for one in who if one.chosen),
        settables=tuple(sorted(settables, key=lambda one: one.control.shape == "data")),
        told=said,
        report=draft.id if draft and not verdict.reused else str(uuid4()),
        reason=draft.reason if draft else "",
        verdict=verdict,
    )


def _settable(desk: Desk, play: State, path: str, value: Any, typed: Typed | None, verdict: Verdict) -> Settable:
    unit = _unit_of(desk, path)
    keys, label = facts.named(desk.battle.rules, path)
    about = f"facts.{path}"
    faults = [one for one in verdict.faults if one.field == about or one.field.startswith(f"{about}.")]
    sides = [*desk.battle.muster.sides, *(one.id for one in desk.battle.muster.units)]
    parts = facts.parts_of(desk.battle.rules, path)
    control = values.control(
        path,
        " · ".join([*(desk.names.get(key, key) for key in keys if key != unit), words(label, desk.names)]),
        facts.shape(play, path),
        value,
        typed=typed,
        faults=faults,
        suggested=sides,
        measure=desk.battle.measure,
        parts=parts,
    )
    measured = lengths.told(value, desk.battle.measure, parts) if parts else None
    now = words(measured or in_short(value), desk.names)
    touched = typed is not None and control.key in typed.fields
    return Settable(path, now, control, bool(faults) or touched)


def _unit_of(desk: Desk, path: str) -> str:
    units = {unit.id for unit in desk.battle.muster.units}
    return next((key for key in facts.named(desk.battle.rules, path)[0] if key in units), BATTLE)
