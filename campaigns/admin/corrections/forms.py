"""The base of the forms that correct a battle, and the forms that need a reason at most.

`said()` of a form is the type and data of the command it reports.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.forms.correction_draft import Draft, read
from battles.pages.corrections.context import Desk
from battles.sentences import words
from rules.contract import Refused

Said = tuple[str, dict[str, Any]]
TALL = {"rows": 2, "cols": 80}


class MendForm(forms.Form):
    """A form for one correction. `where` maps the first part of a refusal's field to the control that shows the
    refusal."""

    title: ClassVar[str | Promise] = ""
    where: ClassVar[dict[str, str]] = {}

    def __init__(self, desk: Desk, position: int, data: Any = None) -> None:
        super().__init__(data)
        self.desk, self.position = desk, position
        self.draft: Draft | None = read(data) if data is not None else None

    @abstractmethod
    def said(self) -> Said:
        """The type and data of the command. `Refused` if something cannot be read."""

    def blame(self, refused: Refused) -> None:
        """Show a refusal at the control that it is about."""
        self.add_error(self.control_of(refused.field), f"{in_words(refused, self.desk)} ({refused.rule})")

    def control_of(self, field: str) -> str | None:
        name = next((name for start, name in self.where.items() if field.partition(".")[0] == start), field)
        return name if name in self.fields else None


def in_words(refused: Refused, desk: Desk) -> str:
    """The refusal with its remedy, in words."""
    return " ".join(words(text, desk.names) for text in (refused.text, refused.remedy) if text is not None)


def reason(required: bool = True) -> forms.CharField:
    return forms.CharField(label=_("Reason"), required=required, max_length=500, widget=forms.Textarea(attrs=TALL))


class UndoForm(MendForm):
    title = _("Undo")
    reason = reason(required=False)

    def said(self) -> Said:
        return "Undo", {"position": self.position, "reason": self.cleaned_data["reason"]}


class RedoForm(UndoForm):
    title = _("Redo what was undone")


class UndoCorrectionForm(UndoForm):
    title = _("Undo the correction")


class TakeCaseForm(MendForm):
    title = _("Take the case")
    reason = reason()

    def said(self) -> Said:
        return "TakeCase", {"reason": self.cleaned_data["reason"]}


class LeaveCaseForm(MendForm):
    title = _("Give the case back")

    def said(self) -> Said:
        return "LeaveCase", {}


class AgreeForm(MendForm):
    title = _("Agree to the proposal for the other side")

    def said(self) -> Said:
        return "Agree", {"position": self.position}


class DeclineForm(MendForm):
    title = _("Decline the proposal")
    reason = reason(required=False)

    def said(self) -> Said:
        return "Decline", {"position": self.position, "reason": self.cleaned_data["reason"]}
