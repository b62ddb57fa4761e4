"""A rulebook's `condition` as controls of a form. Fields without a control of their own are typed as text."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from msgspec import inspect

from battles.forms import fact_lines
from battles.sentences import words
from rules.conditions import name_of, value_of
from rules.contract import RuleSystem
from rules.stream.codec import too_deep

Info = msgspec.structs.FieldInfo


def controls(rules: RuleSystem, found: dict[str, Any]) -> dict[str, forms.Field]:
    """A form field for each field of a condition, by name, filled with what was `found`. Fields that are unset get
    none."""
    fields = msgspec.structs.fields(rules.condition)
    told = (info for info in fields if info.name in found or info.default is not msgspec.UNSET)
    made = {info.name: control_of(info, found.get(info.name)) for info in told}
    for name, control in made.items():
        control.label = capfirst(words(name_of(rules, name)))
        if isinstance(control, forms.ChoiceField):
            labels: Any = control.choices
            control.choices = [(key, words(value_of(rules, name, key) or label)) for key, label in labels]
    return made


def control_of(info: Info, found: Any) -> forms.Field:
    """The control of one field, filled with what was `found`."""
    label = info.name.replace("_", " ").capitalize()
    said: dict[str, Any] = {"label": label, "required": False, "initial": found}
    what = inspect.type_info(info.type)
    match what:
        case inspect.BoolType():
            return forms.BooleanField(**said)
        case inspect.IntType():
            return forms.IntegerField(min_value=_least(what), max_value=_most(what), **said)
        case inspect.LiteralType() if all(isinstance(value, str) for value in what.values):
            values = sorted(map(str, what.values))
            return forms.ChoiceField(choices=[(value, value or _("none")) for value in values], **said)
        case inspect.StrType():
            return forms.CharField(max_length=what.max_length, **said)
        case inspect.VarTupleType(item_type=inspect.StrType()) | inspect.ListType(item_type=inspect.StrType()):
            return LinesField(help_text=_("One to a line."), **said)
        case inspect.VarTupleType(item_type=inspect.StructType()) | inspect.ListType(item_type=inspect.StructType()):
            item: Any = what.item_type
            return StructsField(item.cls, **said)
    return PartsField(help_text=_("A fact a line, as in damage = 2."), **said)


def _least(what: inspect.IntType) -> int | None:
    return what.ge if what.ge is not None or what.gt is None else what.gt + 1


def _most(what: inspect.IntType) -> int | None:
    return what.le if what.le is not None or what.lt is None else what.lt - 1


class PartsField(forms.CharField):
    """A value of several parts, one fact to a line (`battles.pages.fact_lines`)."""

    widget = forms.Textarea(attrs={"rows": 2})

    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else fact_lines.write(value)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if text and too_deep(text):
            raise forms.ValidationError(
                _("Too many brackets stand within brackets here: write a fact a line, as in damage = 2.")
            )
        try:
            return fact_lines.read(text) if text else None
        except fact_lines.Unreadable as unreadable:
            raise forms.ValidationError(
                _("“%(part)s” cannot be read; write a fact a line, as in damage = 2."), params={"part": str(unreadable)}
            ) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))


class LinesField(forms.CharField):
    """A list of texts, one to a line."""

    widget = forms.Textarea(attrs={"rows": 2})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(self.written(one) for one in value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        return [self.read(line) for line in (super().to_python(value) or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare the values, not how they are written."""
        try:
            return bool(self.to_python(data) != self.to_python(self.prepare_value(initial or [])))
        except forms.ValidationError:
            return True

    def written(self, one: Any) -> str:
        return str(one)

    def read(self, line: str) -> Any:
        return line.strip()


class StructsField(LinesField):
    """A list of small structs, one to a line, as `card="Engine fire" repairable=no`. Fields left out keep their
    default."""

    def __init__(self, kind: type[msgspec.Struct], **said: Any) -> None:
        self.fields = {info.name: info for info in msgspec.structs.fields(kind)}
        self.kind = kind
        names = " ".join(f"{name}=…" for name in self.fields)
        super().__init__(help_text=_("One to a line, as %(names)s.") % {"names": names}, **said)

    def written(self, one: Any) -> str:
        said = {name: value for name, value in one.items() if value != self._default(name)}
        return " ".join(shlex.quote(f"{name}={_word(value)}") for name, value in said.items())

    def read(self, line: str) -> Any:
        try:
            pairs = [word.partition("=") for word in shlex.split(line)]
        except ValueError:
            raise forms.ValidationError(_("In “%(line)s” a quote is not closed."), params={"line": line}) from None
        said = {name: self._value(name, value) for name, _equals, value in pairs}
        try:
            return msgspec.to_builtins(msgspec.convert(said, self.kind, strict=False))
        except msgspec.ValidationError:
            known = " ".join(f"{name}=…" for name in self.fields)
            raise forms.ValidationError(
                _("“%(line)s” cannot be read; write it as %(known)s."), params={"line": line, "known": known}
            ) from None

    def _default(self, name: str) -> Any:
        info = self.fields[name]
        return info.default_factory() if info.default_factory is not msgspec.NODEFAULT else info.default

    def _value(self, name: str, text: str) -> Any:
        if name in self.fields and self.fields[name].type is bool:
            return {"yes": True, "no": False}.get(text, text)
        return text


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
