"""The base of the forms for rulings that are not made from choices (`choice_form`): of house rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.sentences import words
from campaigns.admin.corrections.controls import control_of
from campaigns.models import User
from campaigns.presenters.story import names_in
from campaigns.season import Season
from rules.contract import Refused

TALL = {"rows": 2, "cols": 80}
LABELS = {"reason": _("Reason"), "round": _("From round")}
HELP = {"reason": _("Everyone may read it in the campaign’s log.")}


class Ruler(msgspec.Struct, frozen=True):
    """The campaign that is ruled over, and the people who may be named."""

    stream: str
    season: Season
    people: tuple[User, ...]

    @property
    def names(self) -> dict[str, str]:
        return names_in(self.season)


class ActForm(forms.Form):
    command: ClassVar[type[Any]]  # of `rules.contract.Command`
    title: ClassVar[str | Promise]
    about = ""
    template: ClassVar[str] = "admin/ruling/act.html"

    def __init__(self, over: Ruler, subject: str, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        self.over, self.season, self.subject = over, over.season, subject
        for info in msgspec.structs.fields(self.command):
            self.fields |= self.controls(info)

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        """The controls of one field of the command, by name."""
        label = LABELS.get(info.name, info.name.replace("_", " ").capitalize())
        said: dict[str, Any] = {"label": label, "help_text": HELP.get(info.name, ""), "required": info.required}
        if info.name == "reason":
            return {"reason": forms.CharField(max_length=500, widget=forms.Textarea(attrs=TALL), **said)}
        control = control_of(info, None if info.required else info.default)
        control.label, control.help_text = label, said["help_text"]
        return {info.name: control}

    def groups(self) -> Iterator[tuple[Any, list[Any]]]:
        """The controls in groups, each with its heading."""
        yield "", list(self)

    def said(self) -> dict[str, Any]:
        """The data of the command. `Refused` for what cannot be read."""
        names = [info.name for info in msgspec.structs.fields(self.command)]
        return {name: self.cleaned_data[name] for name in names if name in self.cleaned_data}

    def blame(self, refused: Refused) -> None:
        """Show each fault at the control that it is about."""
        for fault in refused.faults:
            told = " ".join(words(text, self.over.names) for text in (fault.text, fault.remedy) if text is not None)
            self.add_error(self.control_of(fault.field), f"{told} ({fault.rule})")

    def control_of(self, field: str) -> str | None:
        """The control a refusal's field is about; None for the form as a whole."""
        named = (field, field.partition(".")[0])
        return next((name for name in named if name in self.fields), None)
