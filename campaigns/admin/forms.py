"""The desk's form of a campaign, its options made from what the rule system declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from campaigns.models import Campaign
from rules.declarations import Option

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Campaign]
else:
    ModelForm = forms.ModelForm

PREFIX = "option_"
KEY = r"(?=.*[a-z])[a-z0-9][a-z0-9_-]{0,39}"  # as `rules.contract.Key` has it


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


class TextField(forms.CharField):
    """A text of several lines, which end as everywhere but in forms."""

    widget = forms.Textarea(attrs={"rows": 6, "wrap": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class CampaignForm(ModelForm):
    system = forms.ChoiceField(
        label=_("Rule system"), help_text=_("Its options can be chosen once the campaign has been saved.")
    )
    sides = SidesField(
        label=_("Sides"), required=False, help_text=_("One to a line, “key: name”; none for everyone on their own.")
    )

    class Meta:
        model = Campaign
        exclude = ("options",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if isinstance(system := self.fields.get("system"), forms.ChoiceField):
            system.choices = [(key, found.name) for key, found in rules.all_systems().items()]
        for option in options_of(self.instance):
            if field := self.fields.get(PREFIX + option.name):
                field.initial = self.instance.options.get(option.name, option.default)

    def clean(self) -> dict[str, Any]:
        """The options said here, in place of the row's; those of another rulebook are dropped with it."""
        cleaned = super().clean() or {}
        chosen = {name.removeprefix(PREFIX): cleaned.pop(name) for name in list(cleaned) if name.startswith(PREFIX)}
        if "system" in self.changed_data:
            chosen = {}
        if "system" in self.fields:
            self.instance.options = chosen
        return cleaned


def options_of(campaign: Campaign | None) -> tuple[Option, ...]:
    """What the campaign's rule system declares; nothing while it has none."""
    system = rules.all_systems().get(campaign.system) if campaign else None
    return system.options if system else ()


def with_options(campaign: Campaign | None) -> type[CampaignForm]:
    """The form with a field for every option of the campaign's rule system."""
    fields = {PREFIX + option.name: _field(option) for option in options_of(campaign)}
    return type("CampaignForm", (CampaignForm,), dict(fields))


def _field(option: Option) -> forms.Field:
    label, help = option.name.replace("_", " ").capitalize(), f"{gettext(option.help)} ({option.rule})"
    match option.type:
        case "flag":
            return forms.BooleanField(label=label, help_text=help, required=False)
        case "number":
            return forms.IntegerField(label=label, help_text=help, min_value=option.least, max_value=option.most)
        case "text":
            return TextField(label=label, help_text=help, required=False, max_length=option.most)
        case _:
            return forms.ChoiceField(
                label=label, help_text=help, choices=[(choice, choice) for choice in option.choices]
            )
