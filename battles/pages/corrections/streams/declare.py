"""The page that declares facts of a stream: those of one of its parts, or its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from battles.forms import correction_draft as drafts
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.pages.corrections import values
from battles.pages.corrections.declare import Declaration, Of, Settable, nothing_changed, read
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.streams.desk import FormDesk
from battles.sentences import words
from rules.contract import Refused
from rules.stream import facts
from rules.stream.revision.sentences import fact_told, in_short


def take(desk: FormDesk, draft: Draft) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    try:
        said = _changed(desk, draft)
        if not said:
            raise nothing_changed()
    except Refused as refused:
        return refusal(refused)
    report = drafts.report(draft, "Declare", {"facts": said, "reason": draft.reason})
    return judge(desk, report, draft.after, draft.step)


def page(desk: FormDesk, of: str, draft: Draft | None = None, verdict: Verdict | None = None) -> Declaration:
    verdict = verdict or Verdict()
    everything, called = desk.facts(desk.state), desk.parts()
    grouped: dict[str, list[str]] = {key: [] for key in called if key != desk.own}
    for path in everything:
        grouped.setdefault(desk.part_of(path), []).append(path)
    of = of if of in grouped else next(iter(grouped), desk.own)
    typed = values.only_touched(draft.typed, _shown(desk, draft)) if draft is not None else None
    settables = [_settable(desk, path, everything[path], typed, verdict.faults) for path in grouped.get(of, ())]
    try:
        changed = _changed(desk, draft) if draft else {}
    except Refused:
        changed = {}
    return Declaration(
        own=desk.own,
        lead=_(
            "Say how it really stands, whatever the rules made of it. "
            "What is declared is marked in the log; it counts from now on."
        ),
        of=tuple(Of(key, called.get(key, key), key == of) for key in grouped),
        chosen=Of(of, called.get(of, of), True),
        settables=tuple(settables),
        told=tuple(words(fact_told(desk.declarable, path, value), desk.names) for path, value in changed.items()),
        report=draft.id if draft and not verdict.reused else str(uuid4()),
        reason=draft.reason if draft else "",
        verdict=verdict,
    )


def _shown(desk: FormDesk, draft: Draft) -> dict[str, Any]:
    """The facts as the form's page showed them."""
    behind = draft.after is not None and 0 < draft.after < desk.head
    return desk.facts(desk.history.state(draft.after) if behind else desk.state)


def _changed(desk: FormDesk, draft: Draft) -> dict[str, Any]:
    return read(draft.typed, _shown(desk, draft))


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
