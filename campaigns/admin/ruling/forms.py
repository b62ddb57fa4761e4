"""The base of the forms for an organiser's rulings. A form is made from its command's fields.

A field gets its control by its name if that says what it is (a platoon, a moment, a reason), else by its type. The
subject of an act comes from the address, and `given` fields are not typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.sentences import words
from campaigns.admin.controls import MomentField
from campaigns.admin.corrections.controls import control_of
from campaigns.models import User
from campaigns.presenters.story import names_in
from campaigns.season import Fixture, Season
from rules.contract import Refused

TALL = {"rows": 2, "cols": 80}
LABELS = {
    "title": _("Title"),
    "words": _("Words"),
    "reason": _("Reason"),
    "deadline": _("Deadline (UTC)"),
    "orders_by": _("Orders by (UTC)"),
    "method": _("Pair the others by"),
    "round": _("From round"),
    "person": _("Person"),
    "office": _("Office"),
    "winner": _("Winner"),
    "void": _("It does not count at all"),
    "score": _("Score in the standings"),
    "points": _("Points of its purse"),
    "carry": _("Battles that go on"),
}
OFFICES = {"organiser": _("organiser"), "umpire": _("umpire")}
HELP = {
    "reason": _("Everyone may read it in the campaign’s log."),
    "deadline": _("The clerk closes the round then. Blank: an organiser closes it."),
    "orders_by": _("The clerk discloses them then. Blank: an organiser discloses them."),
    "words": _("Closing words for the campaign’s log, which everyone may read. They may be left blank."),
    "carry": _("These go on, whatever the terms say about battles that are not counted."),
}


class Ruler(msgspec.Struct, frozen=True):
    """The campaign that is ruled over, and the people who may be named."""

    stream: str
    season: Season
    people: tuple[User, ...]

    @property
    def names(self) -> dict[str, str]:
        return names_in(self.season)

    def fixture(self, key: str) -> Fixture:
        return self.season.fixtures[key]


class ActForm(forms.Form):
    command: ClassVar[type[Any]]  # of `rules.contract.Command`
    title: ClassVar[str | Promise]
    about: ClassVar[str] = ""  # the kind of its subject: fixture, platoon or person
    given: ClassVar[tuple[str, ...]] = ()  # fields that follow from the subject or are nobody's to type
    steps: ClassVar[dict[str, str | Promise]] = {}  # buttons that change what is typed and report nothing

    def __init__(self, over: Ruler, subject: str, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        self.over, self.season, self.subject = over, over.season, subject
        for info in msgspec.structs.fields(self.command):
            if info.name not in self.given:
                self.fields |= self.controls(info)

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        """The controls of one field of the command, by name."""
        label = LABELS.get(info.name, info.name.replace("_", " ").capitalize())
        said: dict[str, Any] = {"label": label, "help_text": HELP.get(info.name, ""), "required": info.required}
        match info.name:
            case "reason":
                return {"reason": forms.CharField(max_length=500, widget=forms.Textarea(attrs=TALL), **said)}
            case "title" | "words":
                return {info.name: forms.CharField(max_length=500, **said)}
            case "deadline" | "orders_by":
                return {info.name: MomentField(**(said | {"required": False}))}
            case "office":
                return {"office": forms.ChoiceField(choices=list(OFFICES.items()), widget=forms.RadioSelect, **said)}
            case "person":
                return {"person": forms.ChoiceField(choices=people(self.over.people), **said)}
            case _:
                control = control_of(info, None if info.required else info.default)
                control.label, control.help_text = label, said["help_text"]
                return {info.name: control}

    def groups(self) -> Iterator[tuple[Any, list[Any]]]:
        """The controls in groups, each with its heading."""
        yield "", list(self)

    def offered_steps(self) -> dict[str, str | Promise]:
        return self.steps

    def after(self, step: str) -> Any:
        """The input after one of the form's `steps`."""
        return self.data

    def remarks(self) -> list[str]:
        """Remarks on the input that an organiser should read before reporting it."""
        return []

    def said(self) -> dict[str, Any]:
        """The data of the command. `Refused` for what cannot be read."""
        names = [info.name for info in msgspec.structs.fields(self.command)]
        return self.given_data() | {name: self.cleaned_data[name] for name in names if name in self.cleaned_data}

    def given_data(self) -> dict[str, Any]:
        return {self.about: self.subject} if self.about else {}

    def subject_in_words(self) -> str:
        return self.over.names.get(self.subject, self.subject)

    def blame(self, refused: Refused) -> None:
        """Show each fault at the control that it is about."""
        for fault in refused.faults:
            told = " ".join(words(text, self.over.names) for text in (fault.text, fault.remedy) if text is not None)
            self.add_error(self.control_of(fault.field), f"{told} ({fault.rule})")

    def control_of(self, field: str) -> str | None:
        """The control a refusal's field is about; None for the form as a whole."""
        named = (field, field.partition(".")[0])
        return next((name for name in named if name in self.fields), None)


def people(users: tuple[User, ...]) -> list[tuple[str, Any]]:
    return [("", "–"), *((str(user.pk), user.get_username()) for user in users)]


def platoons(season: Season, keys: tuple[str, ...] | None = None) -> list[tuple[str, str]]:
    """Platoons as choices: those still in the campaign, or these."""
    chosen = keys if keys is not None else tuple(key for key, one in season.platoons.items() if not one.dropped)
    return [(key, season.platoons[key].name or key) for key in chosen]
