"""The forms for rulings on a fixture: adjudicate, give a walk-over, call the battle off."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.admin.ruling.forms import ActForm, platoons
from campaigns.season import standings
from campaigns.season.musters import CallOff
from campaigns.season.results import Adjudicate, WalkOver


class WalkOverForm(ActForm):
    command: ClassVar[type[Any]] = WalkOver
    title = _("Give a walk-over")
    about = "fixture"
    given = ("fixture",)

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        if info.name != "winner":
            return super().controls(info)
        fixture = self.over.fixture(self.subject)
        winner = forms.ChoiceField(
            label=_("Winner"),
            choices=[*self._draw(), *platoons(self.season, fixture.platoons)],
            widget=forms.RadioSelect,
            required=info.required,
            initial=next((one.platoon for one in standings.showings_of(fixture) if one.result == "won"), None),
        )
        return {"winner": winner}

    def _draw(self) -> list[tuple[str, Any]]:
        return []


class AdjudicateForm(WalkOverForm):
    """Decide a fixture, whatever was played."""

    command = Adjudicate
    title = _("Adjudicate a fixture")

    def _draw(self) -> list[tuple[str, Any]]:
        return [("", gettext("a draw"))]

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        if info.name != "points":
            return super().controls(info)
        fixture = self.over.fixture(self.subject)
        now = {one.platoon: one.points for one in standings.showings_of(fixture)}
        return {
            f"points.{key}": forms.IntegerField(
                label=gettext("Points of %(platoon)s") % {"platoon": name},
                help_text=gettext("If all are left blank, points stay as they are (%(points)s).")
                % {"points": now.get(key, "–")},
                min_value=0,
                max_value=99_999,
                required=False,
            )
            for key, name in platoons(self.season, fixture.platoons)
        }

    def said(self) -> dict[str, Any]:
        """Points are sent for every platoon or for none. A blank beside a number means 0."""
        typed = {
            name.removeprefix("points."): value
            for name, value in self.cleaned_data.items()
            if name.startswith("points.")
        }
        told = any(value is not None for value in typed.values())
        return super().said() | ({"points": {key: value or 0 for key, value in typed.items()}} if told else {})


class CallOffForm(ActForm):
    """Call off the battle of a fixture."""

    command = CallOff
    title = _("Call a battle off")
    about = "fixture"
    given = ("battle",)

    def given_data(self) -> dict[str, Any]:
        return {"battle": self.over.fixture(self.subject).battle}
