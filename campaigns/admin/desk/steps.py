"""The steps that prepare a campaign. Each is a form for some of its fields, and can be taken again at any time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django import forms
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from battles.sentences import with_remedy
from campaigns import campaign_opening
from campaigns.admin import house_units
from campaigns.admin.controls import BreakersField, HoursField, SidesField, option_field
from campaigns.admin.desk import map
from campaigns.model_forms import ModelForm
from campaigns.models import Campaign
from campaigns.season.house_rules import groups_of
from campaigns.season.terms import MAP, terms_of
from campaigns.season.values import Scoring
from rules.contract import Refused, RuleSystem
from rules.declarations import Option

OPTION, TERM = "options.", "terms."  # as a refusal names them


class Step(msgspec.Struct, frozen=True):
    """A step: its key in the address, its heading and its introduction."""

    key: str
    title: str | Promise
    help: str | Promise


STEPS = (
    Step(
        "start",
        _("Club, name, rulebook"),
        _("What is played, and by which club. Everything can be changed until the campaign opens."),
    ),
    Step("battles", _("House rules of battles"), _("The options of the rulebook, with its defaults.")),
    Step(
        "counting",
        _("Scoring, sides, deadlines"),
        _("How battles count, which sides there are, who may read the campaign."),
    ),
    Step("map", _("Map"), _("Sectors and the links between them; left blank, the campaign has no map.")),
    Step(
        "terms", _("Between battles"), _("What platoons may cost, what is repaired, who learns, what a round brings.")
    ),
)
START = STEPS[0]
FIELDS: dict[str, tuple[str, ...]] = {
    "start": ("club", "name", "system", "test"),
    "counting": (
        *("sides", "visibility", "umpires", "confirm_within"),
        *Scoring.__struct_fields__,
        "breakers",
    ),
    "map": ("map",),
}


def step_of(key: str) -> Step:
    """The step of this key; the first one if there is none."""
    return next((step for step in STEPS if step.key == key), START)


def after(step: Step) -> Step | None:
    """The step that follows; None after the last."""
    return next(iter(STEPS[STEPS.index(step) + 1 :]), None)


def system_of(campaign: Campaign | None) -> RuleSystem | None:
    return rules.all_systems().get(campaign.system) if campaign else None


def _on_map(campaign: Campaign | None) -> bool:
    return campaign is not None and bool(campaign.map.strip())


def groups(step: Step, campaign: Campaign | None) -> Iterator[tuple[Any, list[str]]]:
    """The names of the step's controls in groups, each with its heading."""
    system = system_of(campaign)
    if step.key == "battles" and system is not None:
        yield None, list(house_units.beside(_options(OPTION, system.options), OPTION, system))
    elif step.key == "terms" and system is not None:
        for title, options in groups_of(system, _on_map(campaign)):
            yield gettext(title), [TERM + option.name for option in options]
    elif step.key == "counting":
        names = FIELDS["counting"]
        yield None, list(names[:4])
        yield _("Scoring"), list(names[4:])
    elif step.key == "map":
        yield None, ["map"]
        yield _("Made up by size and seed"), ["size", "seed"]
    else:
        yield None, list(FIELDS.get(step.key, ()))


def form_of(step: Step, campaign: Campaign | None) -> type[StepForm]:
    """The form of a step, with a field for everything that the campaign's rulebook declares for it."""
    system, fields = system_of(campaign), dict[str, Any]()
    if system is not None and step.key == "battles":
        fields = house_units.beside(_options(OPTION, system.options), OPTION, system)
    elif system is not None and step.key == "terms":
        fields = _options(TERM, terms_of(system, _on_map(campaign)))
    elif step.key == "start":
        systems = [(key, found.name) for key, found in rules.all_systems().items()]
        fields = {"system": forms.ChoiceField(label=_("Rule system"), choices=systems)}
    elif step.key == "map":
        fields = map.controls()
    elif step.key == "counting":
        fields = {
            "sides": SidesField(
                label=_("Sides"),
                required=False,
                help_text=_("One to a line, “key: name”; none for everyone on their own."),
            ),
            "breakers": BreakersField(
                label=_("Tie-breakers"),
                help_text=_("What parts platoons of equal score, the first first; the house’s own when left out."),
            ),
            "confirm_within": HoursField(
                label=_("Hours to confirm"),
                help_text=_("Hours after which a side that stays silent has confirmed a battle; 0 for never."),
            ),
        }
    return type("StepForm", (StepForm,), fields | {"step": step})


def _options(start: str, options: tuple[Option, ...]) -> dict[str, forms.Field]:
    return {start + option.name: option_field(option) for option in options}


class StepForm(ModelForm):
    """The form of a step. It is saved if nothing on it prevents opening; faults of other steps are shown there."""

    step: Step

    class Meta:
        model = Campaign
        fields: Any = "__all__"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said = {OPTION: self.instance.options, TERM: self.instance.terms}
        for name, field in self.fields.items():
            start, dot, rest = name.partition(".")
            if dot:
                field.initial = said[start + dot].get(rest, field.initial)

    def clean(self) -> dict[str, Any]:
        """Put the typed options and terms into the row. Those of another rulebook are dropped."""
        cleaned = super().clean() or {}
        house_units.take_upload(self, OPTION, cleaned)
        if "map" in self.fields:
            map.take_made_up(self, cleaned)
            self._drop_terms_of_no_map(cleaned)
        for start, row in ((OPTION, "options"), (TERM, "terms")):
            if any(name.startswith(start) for name in self.fields):
                said = {name.removeprefix(start): cleaned[name] for name in cleaned if name.startswith(start)}
                setattr(self.instance, row, said)
        if "system" in self.changed_data:
            self.instance.options, self.instance.terms = {}, {}
            if (system := rules.all_systems().get(cleaned.get("system", ""))) is not None:
                self.instance.scored = system.upkeep.scored
        return cleaned

    def _drop_terms_of_no_map(self, cleaned: dict[str, Any]) -> None:
        """Drop the terms of a map when the map is gone."""
        if not cleaned.get("map", "").strip():
            gone = {option.name for option in MAP}
            self.instance.terms = {name: value for name, value in self.instance.terms.items() if name not in gone}

    def _post_clean(self) -> None:
        """Check the row by the rules, and show each fault at its control."""
        super()._post_clean()  # type: ignore[misc] # Django's own hook, which its stubs leave out
        if self.errors:
            return
        for fault in campaign_opening.faults(self.instance):
            control = control_of(fault, tuple(self.fields))
            if control is not None:
                self.add_error(control, in_words(fault))


def control_of(fault: Refused, names: tuple[str, ...]) -> str | None:
    """The one of these controls that a fault is about; None if there is none."""
    field = fault.field.replace("scoring.", "")
    return next((name for name in (field, field.partition(".")[0]) if name in names), None)


def place_of(fault: Refused) -> Step:
    """The step where a fault can be put right."""
    start = fault.field.partition(".")[0]
    by_row = {"options": "battles", "terms": "terms"}
    if start in by_row:
        return step_of(by_row[start])
    named = (step for step in STEPS if control_of(fault, FIELDS.get(step.key, ())) is not None)
    return next(named, START)


def in_words(fault: Refused) -> str:
    return gettext("%(told)s (%(rule)s)") % {"told": with_remedy(fault.text, fault.remedy), "rule": fault.rule}


def step_url(campaign: Campaign, step: Step) -> str:
    return f"{reverse('admin:campaigns_campaign_change', args=[campaign.pk])}?step={step.key}"


def next_url(campaign: Campaign, step: Step) -> str:
    """The address of the next step; after the last, of the preview before opening."""
    following = after(step)
    return step_url(campaign, following) if following else opening_url(campaign)


def opening_url(campaign: Campaign) -> str:
    return reverse("admin:campaigns_campaign_opening", args=[campaign.pk])
