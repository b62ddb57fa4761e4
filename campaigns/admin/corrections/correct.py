"""The forms that correct a report and settle what a correction has left open."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from battles.forms.correction_draft import from_line
from battles.pages.corrections import offers, ways
from battles.pages.corrections.context import Desk
from battles.pages.corrections.refill import before
from battles.sentences import words
from campaigns.admin.corrections.forms import MendForm, Said, reason
from rules.contract import Refused, gettext_noop, say
from rules.stream.history import Past
from rules.stream.revision.choices import HOW, REST

LINE = {"rows": 1, "cols": 100, "spellcheck": "false", "autocapitalize": "off"}


def _ways(*hows: str) -> list[tuple[str, str]]:
    return [(how, capfirst(words(HOW[how]))) for how in hows]


class CorrectForm(MendForm):
    """Change a report, put one before it, or strike it."""

    title = _("Correct a report")
    where = {"data": "line", "type": "line", "dice": "line"}
    how = forms.ChoiceField(label=_("What to do with it"), widget=forms.RadioSelect)
    line = forms.CharField(
        label=_("Report as it should have been"),
        required=False,
        widget=forms.Textarea(attrs=LINE),
        help_text=_("One line of battle script. Leave its dice out and Leaguer rolls those nobody has rolled."),
    )
    reason = reason()

    def __init__(self, desk: Desk, position: int, data: Any = None) -> None:
        super().__init__(desk, position, data)
        self.past = _report(desk, position)
        self._choose("how", _ways("change", "insert", "strike"), "change")
        self.fields["line"].initial = before(desk, self.past, desk.head).line

    def _choose(self, name: str, choices: list[tuple[str, str]], initial: str) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, initial

    def said(self) -> Said:
        how, draft = self.cleaned_data["how"], self.draft
        assert draft is not None
        said = {"position": self.position, "how": how, "reason": self.cleaned_data["reason"], "rest": draft.rest}
        if how != "strike":
            said["type"], said["data"] = from_line(
                self.cleaned_data["line"], self.desk.codec, self.desk.battle.measure, "line"
            )
        return "Correct", {**said, "settle": draft.settlements(self.desk.codec, self.desk.battle.measure)}


class ResolveForm(CorrectForm):
    """Settle a report that a correction has left open."""

    title = _("Settle what a correction has left over")
    how = forms.ChoiceField(label=_("What becomes of it"), widget=forms.RadioSelect)
    reason = reason(required=False)

    def __init__(self, desk: Desk, position: int, data: Any = None) -> None:
        super().__init__(desk, position, data)
        (first, *_later) = offers.left_over(desk)
        self._choose("how", _ways(*ways.hows(desk.history, first.left)), "keep")

    def said(self) -> Said:
        how, draft = self.cleaned_data["how"], self.draft
        assert draft is not None
        said = {"position": self.position, "how": how, "reason": self.cleaned_data["reason"], "rest": draft.rest}
        if how == "replace":
            said["type"], said["data"] = from_line(
                self.cleaned_data["line"], self.desk.codec, self.desk.battle.measure, "line"
            )
        return "Resolve", said


def _report(desk: Desk, position: int) -> Past:
    """The report that begins at this position, if it counts or waits to be settled. `Refused` for any other, and for
    the muster."""
    past = desk.history.reports.get(position)
    live = {one.position for one in desk.history.live_reports() if one.position > 1}
    if past is None or position not in live.union(desk.battle.waiting):
        raise Refused(
            "battle",
            say(gettext_noop("No report that can be corrected begins at position %(position)s."), position=position),
            say(gettext_noop("Choose one of those that count.")),
        )
    return past


def rests() -> list[tuple[str, str]]:
    """What can happen to the reports that are not settled one by one."""
    return [(rest, capfirst(words(label))) for rest, label in REST.items()]
