"""The forms that open, pair, extend and close rounds, and close the season."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from campaigns import completion
from campaigns.admin.ruling.forms import ActForm, platoons
from campaigns.admin.ruling.pairings import Row, drawn_up, remarks, swapped
from campaigns.season.pairing_methods import METHODS
from campaigns.season.pairings import Pair
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.season_end import CloseSeason

PARTS = ("home", "away", "scenario")
MOST_ROWS = 60  # of pairings in one form; more are paired with another
SWAP = ("swap.one", "swap.other")


class PairForm(ActForm):
    """Announce further fixtures in the round under way. Each has a row of controls."""

    command: ClassVar[type[Any]] = Pair
    title = _("Pair further fixtures")
    steps: ClassVar[dict[str, Any]] = {"swap": _("Swap the two")}

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        return dict(self._rows()) | self._swap() if info.name == "pairings" else super().controls(info)

    def _swap(self) -> dict[str, forms.Field]:
        """Controls for two platoons that are to change places."""
        here = [("", "–"), *platoons(self.season)]
        labels = (gettext("Swap"), gettext("with"))
        return {
            name: forms.ChoiceField(label=label, choices=here, required=False)
            for name, label in zip(SWAP, labels, strict=True)
        }

    def after(self, step: str) -> Any:
        """The input after a step has changed the rows, as many as the form has."""
        assert isinstance(self.data, QueryDict)
        data, rows = self.data.copy(), self._typed()
        changed = self._stepped(step, rows)
        room = sum(name.endswith(".home") for name in self.fields)
        for n in range(room):
            for part, value in zip(PARTS, changed[n] if n < len(changed) else ("", "", ""), strict=True):
                data[f"pairings.{n}.{part}"] = value
        for name in SWAP:
            data[name] = ""
        return data

    def _stepped(self, step: str, rows: list[Row]) -> list[Row]:
        one, other = (self.data.get(name, "") for name in SWAP)
        return swapped(rows, one, other) if one and other else rows

    def _typed(self) -> list[Row]:
        rows = [tuple(self.data.get(f"pairings.{n}.{part}", "") for part in PARTS) for n in range(MOST_ROWS)]
        return [(home, away, scenario) for home, away, scenario in rows if home or away]

    def remarks(self) -> list[str]:
        if not self.is_bound:
            return []
        here = {key for key, _name in platoons(self.season)}
        pairs = [(home, away) for home, away, _scenario in self._typed() if {home, away} <= here]
        return list(remarks(self.season, pairs)) if pairs else []

    def _rows(self) -> Iterator[tuple[str, forms.Field]]:
        """The rows of controls, one for each pair that the platoons can make. They are named as a refusal names
        them."""
        here = [("", "–"), *platoons(self.season)]
        scenarios = [("", gettext("as they like")), *((one.key, one.name) for one in self.season.rules.scenarios)]
        labels = {
            "home": pgettext("side of a fixture", "Home"),
            "away": pgettext("side of a fixture", "Away"),
            "scenario": gettext("Scenario"),
        }
        for n in range(min(MOST_ROWS, max(1, (len(here) - 1) // 2))):
            for part in PARTS:
                choices = scenarios if part == "scenario" else here
                yield (
                    f"pairings.{n}.{part}",
                    forms.ChoiceField(label=labels[part], choices=choices, required=False),
                )

    def groups(self) -> Iterator[tuple[Any, list[Any]]]:
        yield "", [field for field in self if not field.name.startswith(("pairings.", "swap."))]
        rows = [field for field in self if field.name.startswith("pairings.")]
        for n in range(0, len(rows), len(PARTS)):
            yield gettext("Fixture %(n)d") % {"n": n // len(PARTS) + 1}, rows[n : n + len(PARTS)]
        yield gettext("Let two platoons change places"), [field for field in self if field.name in SWAP]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for n in range(MOST_ROWS):
            home, away = (cleaned.get(f"pairings.{n}.{part}") for part in ("home", "away"))
            if bool(home) != bool(away):
                missing = f"pairings.{n}.{'away' if home else 'home'}"
                self.add_error(missing, gettext("A fixture has two platoons: name this one, or neither."))
        return cleaned

    def pairings(self) -> list[dict[str, Any]]:
        made = []
        for n in range(MOST_ROWS):
            row = {part: self.cleaned_data.get(f"pairings.{n}.{part}", "") for part in PARTS}
            made += [row] if row["home"] else []
        return made

    def said(self) -> dict[str, Any]:
        return super().said() | {"pairings": self.pairings()}

    def control_of(self, field: str) -> str | None:
        return super().control_of("pairings.0.home" if field == "pairings" else field)


class OpenRoundForm(PairForm):
    """Open the next round. Who is in no pairing is paired by the method or has a bye. On a map battles come from
    orders, so there are no pairings but a time by which orders are due."""

    command = OpenRound
    title = _("Open the next round")
    steps: ClassVar[dict[str, Any]] = {"draw": _("Draw up the pairings"), **PairForm.steps}

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        on_map = self.season.opened.theatre is not None
        if info.name in (("method", "pairings") if on_map else ("orders_by",)):
            return {}
        made = super().controls(info)
        if info.name == "method":
            bye = ("", gettext("nothing: they have a bye"))
            by = [bye, *((one.key, gettext(one.label)) for one in METHODS.values())]
            helps = " ".join(gettext(one.help) for one in METHODS.values())
            first = next(iter(METHODS))
            return {
                "method": forms.ChoiceField(
                    label=_("Pair the others by"), choices=by, initial=first, required=False, help_text=helps
                )
            }
        if info.name in ("deadline", "orders_by"):
            made[info.name].initial = getattr(completion, info.name)(self.season, timezone.now())
        return made

    def after(self, step: str) -> Any:
        """After drawing up, clear the method, so that who has a bye keeps it."""
        data = super().after(step)
        if step == "draw" and len(self._stepped(step, self._typed())) <= MOST_ROWS:
            data["method"] = ""
        return data

    def _stepped(self, step: str, rows: list[Row]) -> list[Row]:
        if step != "draw":
            return super()._stepped(step, rows)
        return drawn_up(self.season, rows, self.data.get("method", ""))

    def offered_steps(self) -> dict[str, Any]:
        """The steps that draw up pairings, but none on a map."""
        return super().offered_steps() if "pairings.0.home" in self.fields else {}


class ExtendForm(ActForm):
    command = Extend
    title = _("Move the deadline")

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        made = super().controls(info)
        if info.name == "deadline" and self.season.under_way is not None:
            made["deadline"].initial = self.season.under_way.deadline
        return made


class CloseRoundForm(ActForm):
    """Close the round: defaults, workshop, crews, reinforcements, standings. The preview shows all of it."""

    command = CloseRound
    title = _("Close the round")
    given = ("round",)

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        if info.name != "carry":
            return super().controls(info)
        names = self.over.names
        battles = [one.battle for one in self.season.fixtures.values() if one.is_fought]
        if not battles:
            return {}
        field = forms.MultipleChoiceField(
            label=_("Battles that go on"),
            help_text=_("These go on, whatever the terms say about battles that are not counted."),
            choices=[(battle, names.get(battle, battle)) for battle in battles],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        return {"carry": field}

    def given_data(self) -> dict[str, Any]:
        return {"round": self.season.under_way.number if self.season.under_way else self.season.turn}


class CloseSeasonForm(ActForm):
    command = CloseSeason
    title = _("Close the season")
