"""The forms for rulings on the map: disclose orders, reconsider a retreat, deploy a platoon, close a link."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.sentences import words
from campaigns.admin.ruling.forms import ActForm
from campaigns.presenters.map import place
from campaigns.season import Season
from campaigns.season.kept_events import Gone
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.havens import havens
from campaigns.season.map.links import SetLink
from campaigns.season.map.retreat_rulings import Reconsider, would_be
from campaigns.season.map.retreats import Retreat
from campaigns.season.positions import theatre_of
from campaigns.theatre import RESERVE, TERRAIN_LABELS, WAY_LABELS, Link


class DiscloseForm(ActForm):
    """Disclosing takes no input. The preview says who has given an order, and never which."""

    command: ClassVar[type[Any]] = Disclose
    title = _("Disclose the orders")
    given = ("round",)

    def given_data(self) -> dict[str, Any]:
        return {"round": self.season.under_way.number if self.season.under_way else self.season.turn}


class ReconsiderForm(ActForm):
    """A retreat that a corrected battle contradicts, with what it would be now."""

    command = Reconsider
    title = _("Reconsider a retreat")
    about = "fixture"
    given = ("fixture",)

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        if info.name != "apply":
            return super().controls(info)
        choices = [("yes", _("as it would now have been")), ("no", _("everybody stays where they are"))]
        field = forms.TypedChoiceField(
            label=_("The retreat"),
            help_text=" ".join(self._offer()),
            choices=choices,
            coerce=lambda said: said == "yes",
            widget=forms.RadioSelect,
        )
        return {"apply": field}

    def subject_in_words(self) -> str:
        platoons = " – ".join(self.season.platoons[key].name for key in self.over.fixture(self.subject).platoons)
        sector = place(self.season, self.season.reconsidered[self.subject].sector)
        return gettext("%(platoons)s (%(sector)s)") % {"platoons": platoons, "sector": sector}

    def _offer(self) -> list[str]:
        """What would be done on the map as it stands now, a sentence each."""
        offer, moves = self.season.reconsidered[self.subject], would_be(self.season, self.season.fixtures[self.subject])
        beaten = self.season.platoons[offer.beaten].name if offer.beaten else ""
        text = gettext("As corrected, %(platoon)s is beaten.") if beaten else gettext("As corrected, nobody is beaten.")
        return [text % {"platoon": beaten}, *(_gone(self.season, one) for one in moves)]


class RetreatForm(ActForm):
    """Choose where a beaten platoon goes, for its players: a haven, or the clerk's choice."""

    command = Retreat
    title = _("Choose a retreat")
    about = "platoon"
    given = ("platoon",)

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        if info.name != "to":
            return super().controls(info)
        ways = [one.sector for one in havens(self.season, self.subject) if not one.why]
        choices = [("", gettext("as the clerk would choose")), *((key, place(self.season, key)) for key in ways)]
        return {
            "to": forms.ChoiceField(label=_("It goes to"), choices=choices, widget=forms.RadioSelect, required=False)
        }


class DeployForm(ActForm):
    """Put a platoon where it stands at the table, and give back what it lost in a pocket."""

    command = Deploy
    title = _("Put a platoon elsewhere on the map")
    about = "platoon"
    given = ("platoon",)

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        match info.name:
            case "sector":
                now = self.season.platoons[self.subject].sector
                return {"sector": forms.ChoiceField(label=_("Sector"), choices=places(self.season), initial=now)}
            case "restored":
                return self._restored()
            case _:
                return super().controls(info)

    def _restored(self) -> dict[str, forms.Field]:
        mine = (self.season.vehicles[id] for id in self.season.platoons[self.subject].vehicles)
        captured = [(one.id, one.name) for one in mine if one.status == "captured"]
        if not captured:
            return {}
        field = forms.MultipleChoiceField(
            label=_("Vehicles that are its own again"),
            help_text=_("They were given up where it was surrounded."),
            choices=captured,
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        return {"restored": field}


class SetLinkForm(ActForm):
    """Choose a link, and whether it is open."""

    command = SetLink
    title = _("Close or open a link")

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        match info.name:
            case "one":
                return {"link": forms.ChoiceField(label=_("Link"), choices=self._links())}
            case "other":
                return {}
            case "open":
                choices = [("no", _("closed from now on")), ("yes", _("open again"))]
                field = forms.TypedChoiceField(
                    label=_("It is"),
                    choices=choices,
                    coerce=lambda said: said == "yes",
                    initial="no",
                    widget=forms.RadioSelect,
                )
                return {"open": field}
            case _:
                return super().controls(info)

    def _links(self) -> list[tuple[str, str]]:
        return [(f"{one.one} {one.other}", self._said(one)) for one in theatre_of(self.season).links]

    def _said(self, link: Link) -> str:
        one, other = place(self.season, link.one), place(self.season, link.other)
        ends = {"one": one, "other": other, "way": words(WAY_LABELS[link.kind])}
        if (link.one, link.other) in self.season.closed_links:
            return gettext("%(one)s – %(other)s (%(way)s, closed)") % ends
        return gettext("%(one)s – %(other)s (%(way)s)") % ends

    def said(self) -> dict[str, Any]:
        one, other = self.cleaned_data["link"].split()
        return super().said() | {"one": one, "other": other}

    def control_of(self, field: str) -> str | None:
        return super().control_of("link" if field in ("one", "other") else field)


def places(season: Season) -> list[tuple[str, str]]:
    """The places where a platoon can be: every sector by name, and the reserve."""
    named = []
    for one in theatre_of(season).sectors:
        said = {"sector": place(season, one.key), "terrain": words(TERRAIN_LABELS[one.terrain])}
        named.append((one.key, gettext("%(sector)s (%(terrain)s)") % said))
    return [*sorted(named, key=lambda one: one[1]), (RESERVE, place(season, RESERVE))]


def _gone(season: Season, gone: Gone) -> str:
    ends = {"origin": place(season, gone.origin), "place": place(season, gone.place)}
    return gettext("%(platoon)s goes from %(origin)s to %(place)s.") % {
        "platoon": season.platoons[gone.platoon].name,
        **ends,
    }
