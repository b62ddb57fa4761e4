"""Form fields made from declarations: options and terms, sides, tie-breakers, moments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.sentences import option_in_words
from campaigns.season.standings import BREAKERS
from campaigns.season.values import YEAR
from campaigns.theatre.map_text import KEY
from rules.declarations import Option

HOUR = 60 * 60
PLACES = 5  # tie-breakers a form has room for


def option_field(option: Option) -> forms.Field:
    """The control of an option or term, with its help and its rule. `initial` is the declared default."""
    label, help = gettext(option.called), f"{gettext(option.help)} ({option.rule})"
    said: dict[str, Any] = {"label": label, "help_text": help, "initial": option.default}
    match option.type:
        case "flag":
            return forms.BooleanField(required=False, **said)
        case "number":
            return forms.IntegerField(min_value=option.least, max_value=option.most, **said)
        case "text":
            return TextField(required=False, max_length=option.most, **said)
        case _:
            return forms.ChoiceField(choices=[(one, option_in_words(option, one)) for one in option.choices], **said)


class TextField(forms.CharField):
    """A text of several lines. Line ends are stored as \\n, though forms send \\r\\n."""

    widget = forms.Textarea(attrs={"rows": 6, "wrap": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        return (super().to_python(value) or "").replace("\r\n", "\n")

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != self.to_python(initial))


class SidesField(forms.CharField):
    """Sides as people write them: one to a line, `key: name`."""

    widget = forms.Textarea(attrs={"rows": 4})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(f"{key}: {name}" for key, name in value.items()) if isinstance(value, dict) else value

    def to_python(self, value: Any) -> Any:
        sides: dict[str, str] = {}
        for line in filter(str.strip, (super().to_python(value) or "").splitlines()):
            key, colon, name = (part.strip() for part in line.partition(":"))
            if not (colon and key and name):
                raise forms.ValidationError(_("“%(line)s” is not of the form “key: name”."), params={"line": line})
            if not re.fullmatch(KEY, key):
                raise forms.ValidationError(
                    _("“%(key)s” is no key: take small letters, digits, “-” and “_”."), params={"key": key}
                )
            if key in sides:
                raise forms.ValidationError(_("The side “%(key)s” is there twice."), params={"key": key})
            sides[key] = name
        return sides

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class BreakersWidget(forms.MultiWidget):
    """A choice for each tie-breaker, in order."""

    def __init__(self, choices: Sequence[tuple[str, Any]]) -> None:
        super().__init__([forms.Select(choices=choices) for _place in range(PLACES)])

    def decompress(self, value: Any) -> list[str]:
        return [*(value or ()), *[""] * PLACES][:PLACES]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Label each choice with its place. Django would take a list for one value per choice."""
        context = super().get_context(name, self.decompress(value), attrs)
        for place, part in enumerate(context["widget"]["subwidgets"], 1):
            part["attrs"]["aria-label"] = gettext("Tie-breaker %(place)d") % {"place": place}
        return context


class BreakersField(forms.MultiValueField):
    """Tie-breakers in order, as a list of keys. Empty: the house's own."""

    def __init__(self, **said: Any) -> None:
        choices = [("", "–"), *((one.key, gettext(one.label)) for one in BREAKERS.values())]
        parts = tuple(forms.ChoiceField(choices=choices, required=False) for _place in range(PLACES))
        super().__init__(parts, widget=BreakersWidget(choices), require_all_fields=False, required=False, **said)

    def compress(self, chosen: list[str]) -> list[str]:
        return [key for key in chosen if key]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return [key for key in data or () if key] != list(initial or ())


class HoursField(forms.DecimalField):
    """Hours in the form, with fractions; seconds in the campaign."""

    def __init__(self, **said: Any) -> None:
        super().__init__(min_value=0, max_value=YEAR // HOUR, decimal_places=4, **said)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        return value // HOUR if value % HOUR == 0 else round(value / HOUR, 4)

    def clean(self, value: Any) -> Any:
        hours = super().clean(value)
        return None if hours is None else int((hours * HOUR).to_integral_value())

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(None if initial is None else Decimal(str(self.prepare_value(initial))), data)
