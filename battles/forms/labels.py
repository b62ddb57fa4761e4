"""What a form calls the place in a report that a refusal is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from battles.forms.cards import is_of
from battles.forms.form_data import Typed
from battles.sentences import words
from rules.contract import Choice, Field

BESIDE = re.compile(r"\[(\w*)\]")


def asked(typed: Typed | None, choices: Sequence[Choice]) -> tuple[Field, ...]:
    """The fields of the form that was filled in: of its choice, or of one that is reported by the same command."""
    alike = [one for one in choices if typed is not None and one.command == typed.type]
    mine = next((one for one in alike if typed is not None and is_of(typed, one)), alike[0] if alike else None)
    return mine.fields if mine is not None else ()


def label_at(fields: Sequence[Field], about: str, names: Mapping[str, str]) -> str:
    """The labels from the outside in: "Conditions · Tagil · Damage" for "conditions.red-1.damage"; the place as it is
    told where no field is called so."""
    return " · ".join(filter(None, _labels(fields, BESIDE.sub(r".\1", about), names))) or about


def _labels(fields: Sequence[Field], about: str, names: Mapping[str, str]) -> Iterator[str]:
    field = next((one for one in fields if f"{about}.".startswith(f"{one.name}.")), None)
    if field is None:
        return
    label, rest = words(field.label, names), about[len(field.name) + 1 :]
    step, _dot, inner = rest.partition(".")
    if step.isdigit():  # of several the first is number one
        yield f"{label} {int(step) + 1}"
        rest = inner
    else:
        yield label
        if field.kind == "keyed" and step:
            pick = next((one for one in field.picks if step in (one.value, *one.also)), None)
            yield words(pick.label, names) if pick else names.get(step, step)
            rest = inner
    inside = field.fields[0].fields if field.kind == "keyed" and field.fields else field.fields
    yield from _labels(inside, rest, names) if rest else ()
