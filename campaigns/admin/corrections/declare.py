"""The form that declares facts as they are on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.forms import fact_lines
from battles.pages.corrections.context import Desk
from battles.sentences import words
from campaigns.admin.corrections.forms import MendForm, Said, reason
from rules import lengths
from rules.contract import Refused, State, gettext_noop, say
from rules.stream import facts
from rules.stream.codec import too_deep

ROWS = 5  # facts one form declares


class DeclareForm(MendForm):
    """A few facts at once; the page of the battle and the API declare more."""

    title = _("Declare facts as they are at the table")
    reason = reason()

    def __init__(self, desk: Desk, position: int, data: Any = None) -> None:
        super().__init__(desk, position, data)
        choices = list(_facts(desk))
        for n in range(1, ROWS + 1):
            self.fields[f"fact-{n}"] = forms.ChoiceField(label=_("Fact"), required=False, choices=choices)
            said = forms.TextInput(attrs={"aria-label": _("Value"), "size": 24})
            self.fields[f"value-{n}"] = forms.CharField(required=False, max_length=20_000, widget=said)

    def rows(self) -> Iterator[tuple[Any, Any]]:
        for n in range(1, ROWS + 1):
            yield self[f"fact-{n}"], self[f"value-{n}"]

    def said(self) -> Said:
        play = self.desk.fought().play
        chosen = {self.cleaned_data[f"fact-{n}"]: n for n in range(1, ROWS + 1) if self.cleaned_data[f"fact-{n}"]}
        if not chosen:
            raise Refused(
                "battle", say(gettext_noop("No fact is chosen.")), say(gettext_noop("Choose one, and say what it is."))
            )
        values = {path: self._value(play, path, self.cleaned_data[f"value-{n}"]) for path, n in chosen.items()}
        return "Declare", {"facts": values, "reason": self.cleaned_data["reason"]}

    def _value(self, play: State, path: str, text: str) -> Any:
        battle = self.desk.battle
        if parts := facts.parts_of(battle.rules, path):
            try:
                return lengths.read(text, battle.measure, parts)
            except lengths.NoLength as no:
                raise Refused("battle", no.wrong, no.right, field=f"facts.{path}") from None
        return _typed(text, facts.shape(play, path))

    def control_of(self, field: str) -> str | None:
        for n in range(1, ROWS + 1):
            path = self.cleaned_data.get(f"fact-{n}")
            if path and f"{field}.".startswith(f"facts.{path}."):
                return f"value-{n}"
        return super().control_of(field)


def _facts(desk: Desk) -> Iterator[tuple[str, Any]]:
    """The facts that can be declared, grouped by unit. Their values are left out, for some are secret to one side."""
    yield "", "–"
    groups: dict[str, list[tuple[str, str]]] = {}
    play = desk.fought().play
    for path in facts.facts(play):
        keys, label = facts.named(desk.battle.rules, path)
        group, *more = [desk.names.get(key, key) for key in keys] or [gettext("The battle")]
        told = ", ".join([*more, words(label, desk.names)])
        takes = _takes(facts.shape(play, path), facts.parts_of(desk.battle.rules, path))
        groups.setdefault(group, []).append((path, f"{told} ({takes})"))
    yield from groups.items()


def _takes(shape: Any, parts: int) -> str:
    if parts:
        return gettext("a length")
    match msgspec.inspect.type_info(shape):
        case msgspec.inspect.BoolType():
            return gettext("yes or no")
        case msgspec.inspect.IntType():
            return gettext("a number")
        case msgspec.inspect.StrType() | msgspec.inspect.LiteralType():
            return gettext("a text")
    return gettext("a fact a line, as in damage = 2")


def _typed(text: str, shape: Any) -> Any:
    """The typed text as a value of this type. What does not fit stays text, and the rules refuse it."""
    match msgspec.inspect.type_info(shape):
        case msgspec.inspect.BoolType() if text.strip().lower() in ("yes", "no"):
            return text.strip().lower() == "yes"
        case msgspec.inspect.StrType() | msgspec.inspect.LiteralType():
            return text.strip()
    try:
        return text if too_deep(text) else fact_lines.read(text)
    except fact_lines.Unreadable:
        return text
