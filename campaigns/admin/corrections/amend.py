"""The form on which an organiser or umpire rules how the battle ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from battles.pages.corrections.context import Desk
from campaigns.admin.corrections.controls import controls
from campaigns.admin.corrections.forms import MendForm, Said, reason


class AmendForm(MendForm):
    """How the battle ended: the winner, and the condition of the units whose controls were changed."""

    title = _("Amend the outcome")
    winner = forms.ChoiceField(label=_("Winner"), required=False, widget=forms.RadioSelect)
    reason = reason()

    def __init__(self, desk: Desk, position: int, data: Any = None) -> None:
        super().__init__(desk, position, data)
        outcome = desk.fought().outcome()
        field = self.fields["winner"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*((side, desk.names.get(side, side)) for side in desk.battle.muster.sides), ("", _("a draw"))]
        field.initial = outcome.winner if outcome.over else None
        # while the battle goes on, not everybody may know how its units are
        self._found = {unit.id: unit.condition for unit in outcome.units} if outcome.over else {}
        for unit in desk.battle.muster.units:
            made = controls(desk.battle.rules, self._found.get(unit.id, self._fresh))
            self.fields |= {_control(unit.id, name): control for name, control in made.items()}

    @property
    def _fresh(self) -> dict[str, Any]:
        return dict(msgspec.to_builtins(self.desk.battle.rules.condition()))

    def units(self) -> Iterator[tuple[str, list[Any]]]:
        """Each unit's name with its controls."""
        for unit in self.desk.battle.muster.units:
            start = _control(unit.id, "")
            yield self.desk.names[unit.id], [self[name] for name in self.fields if name.startswith(start)]

    def said(self) -> Said:
        conditions = {unit.id: self._condition(unit.id) for unit in self.desk.battle.muster.units}
        changed = {unit: said for unit, said in conditions.items() if said is not None}
        winner = self.cleaned_data["winner"]
        return "Amend", {"winner": winner, "conditions": changed, "reason": self.cleaned_data["reason"]}

    def _condition(self, unit: str) -> dict[str, Any] | None:
        """The unit's condition as typed; None if nothing was changed."""
        start = _control(unit, "")
        if not any(name.startswith(start) for name in self.changed_data):
            return None
        said = {n.removeprefix(start): value for n, value in self.cleaned_data.items() if n.startswith(start)}
        fresh = self._fresh
        return {name: fresh[name] if value is None else value for name, value in said.items()}

    def control_of(self, field: str) -> str | None:
        place, _dot, rest = field.partition(".")
        if place == "conditions":
            unit, _dot, name = rest.partition(".")
            return super().control_of(_control(unit, name.partition(".")[0].partition("[")[0]))
        return super().control_of(field)


def _control(unit: str, name: str) -> str:
    return f"unit:{unit}:{name}"
