"""The form that amends house rules from a round on. It shows every option, term and tie-breaker with its present
value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.admin import house_units
from campaigns.admin.controls import BreakersField, option_field
from campaigns.admin.corrections.controls import control_of
from campaigns.admin.ruling.forms import ActForm
from campaigns.pages.house_rules import SCORING
from campaigns.season.house_rules import Amend
from campaigns.season.terms import terms_of
from campaigns.season.values import Scoring
from campaigns.term_groups import groups_of
from rules.declarations import Article

OPTION, TERM, SCORE = "options.", "terms.", "scoring."


class AmendForm(ActForm):
    """Only values that were changed are amended."""

    command = Amend
    title = _("Amend house rules")

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        rules, now = self.season.rules, self.season.settings(self.season.turn)
        match info.name:
            case "round":
                help_text = gettext("What counted in earlier rounds stays.")
                turn = self.season.turn
                return {
                    "round": forms.IntegerField(
                        label=_("From round"), min_value=0, max_value=9_999, initial=turn, help_text=help_text
                    )
                }
            case "options":
                fields = _fields(OPTION, rules.options, now.options)
                return house_units.beside(fields, OPTION, rules)
            case "terms":
                return _fields(TERM, terms_of(rules, self.season.opened.theatre is not None), now.terms)
            case "scoring":
                parts = msgspec.structs.fields(Scoring)
                return {SCORE + one.name: _score(one, getattr(now.scoring, one.name)) for one in parts}
            case "breakers":
                return {"breakers": BreakersField(label=_("Tie-breakers"), initial=list(now.breakers))}
            case _:
                return super().controls(info)

    def groups(self) -> Iterator[tuple[Any, list[Any]]]:
        said = {field.name: field for field in self}
        yield "", [said[name] for name in ("round", "reason")]
        yield _("House rules of battles"), [field for field in self if field.name.startswith(OPTION)]
        for title, options in groups_of(self.season.rules, self.season.opened.theatre is not None):
            yield title, [said[TERM + option.name] for option in options]
        yield (
            _("Scoring"),
            [*(field for field in self if field.name.startswith(SCORE)), said["breakers"]],
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        house_units.take_upload(self, OPTION, cleaned)
        return cleaned

    def said(self) -> dict[str, Any]:
        """The values that differ from those in force."""
        now, said = self.season.settings(self.season.turn), self.cleaned_data
        options = {option.name: option.default for option in self.season.rules.options} | now.options
        terms = {
            option.name: option.default
            for option in terms_of(self.season.rules, self.season.opened.theatre is not None)
        } | now.terms
        scoring = {name: said[SCORE + name] for name in Scoring.__struct_fields__}
        return {
            "round": said["round"],
            "options": _changed(OPTION, options, said),
            "terms": _changed(TERM, terms, said),
            "scoring": scoring if scoring != msgspec.structs.asdict(now.scoring) else None,
            "breakers": said["breakers"] if tuple(said["breakers"]) != now.breakers else None,
            "reason": said["reason"],
        }

    def units(self) -> tuple[Article, ...]:
        """The house units after the amendment, if they are amended."""
        text = self.cleaned_data.get(OPTION + house_units.OPTION, "") if self.is_bound and self.is_valid() else ""
        return house_units.units(self.season.rules, self.season.opened.edition, text)


def _fields(start: str, options: Any, now: dict[str, Any]) -> dict[str, forms.Field]:
    made = {start + option.name: option_field(option) for option in options}
    for name, field in made.items():
        field.initial = now.get(name.removeprefix(start), field.initial)
    return made


def _score(info: msgspec.structs.FieldInfo, found: int) -> forms.Field:
    control = control_of(info, found)
    control.label, control.required = capfirst(SCORING[info.name]), True
    return control


def _changed(start: str, now: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    typed = {name.removeprefix(start): value for name, value in said.items() if name.startswith(start)}
    return {name: value for name, value in typed.items() if name in now and value != now[name]}
