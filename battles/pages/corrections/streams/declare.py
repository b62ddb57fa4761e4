"""The page that declares facts of a stream: those of one of its parts, or its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.pages.corrections import values
from battles.pages.corrections.declare import Declaration, Of, Settable, changed
from battles.pages.corrections.handle import Verdict
from battles.pages.corrections.streams.desk import FormDesk
from battles.sentences import words
from rules.contract import Refused
from rules.stream import facts
from rules.stream.revision.sentences import fact_told, in_short


def page(desk: FormDesk, of: str, draft: Draft | None = None, verdict: Verdict | None = None) -> Declaration:
    verdict = verdict or Verdict()
    everything, called = desk.facts(desk.state), desk.parts()
    grouped: dict[str, list[str]] = {key: [] for key in called if key != desk.own}
    for path in everything:
        grouped.setdefault(desk.part_of(path), []).append(path)
    of = of if of in grouped else next(iter(grouped), desk.own)
    typed = values.only_touched(draft.typed, desk.shown(draft.after)) if draft is not None else None
    settables = [_settable(desk, path, everything[path], typed, verdict.faults) for path in grouped.get(of, ())]
    try:
        said = changed(desk, draft) if draft else {}
    except Refused:
        said = {}
    return Declaration(
        own=desk.own,
        lead=_(
            "Say how it really stands, whatever the rules made of it. "
            "What is declared is marked in the log; it counts from now on."
        ),
        of=tuple(Of(key, called.get(key, key), key == of) for key in grouped),
        chosen=Of(of, called.get(of, of), True),
        settables=tuple(settables),
        told=tuple(words(fact_told(desk.declarable, path, value), desk.names) for path, value in said.items()),
        report=draft.id if draft and not verdict.reused else str(uuid4()),
        reason=draft.reason if draft else "",
        verdict=verdict,
    )


def _settable(desk: FormDesk, path: str, value: Any, typed: Typed | None, refusals: Sequence[Refused]) -> Settable:
    keys, label = facts.named(desk.declarable, path)
    about = f"facts.{path}"
    faults = [one for one in refusals if one.field == about or one.field.startswith(f"{about}.")]
    control = values.control(
        path,
        words(label, desk.names),
        facts.shape(desk.state, path),
        value,
        typed=typed,
        faults=faults,
        called=desk.called,
    )
    now = words(desk.called(value) or in_short(value), desk.names)
    return Settable(
        path, now, control, bool(faults) or (typed is not None and control.key in typed.fields), desk.about(path, keys)
    )
