"""The forms for rulings on platoons and people: penalties, cards, leaving, handing over, offices."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.admin.ruling.forms import ActForm, people
from campaigns.pages.catalogue import nation_of, stock
from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.penalties import Penalise
from campaigns.season.people import Appoint, Dismiss, Drop, HandOver
from campaigns.season.platoon_cards import ChangeCard


class PlatoonForm(ActForm):
    """A form about a platoon, which is named in its address."""

    about = "platoon"
    given: ClassVar[tuple[str, ...]] = ("platoon",)


class PenaliseForm(PlatoonForm):
    command: ClassVar[type[Any]] = Penalise
    title = _("Penalise a platoon")


class ChangeCardForm(PlatoonForm):
    """Change the platoon card before the first battle. The preview shows what the rulebook has against it."""

    command = ChangeCard
    title = _("Change a platoon’s card")
    given = ("platoon", "waivers")

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        if info.name != "card":
            return super().controls(info)
        platoon = self.season.platoons[self.subject]
        offered = stock(
            self.season.rules, self.season.opened.edition, nation_of(self.season, platoon), self.season.house
        )
        choices = [("", gettext("none")), *((one.value, one.label) for one in offered.platoons)]
        field = forms.ChoiceField(label=_("Platoon card"), choices=choices, required=False, initial=platoon.card)
        return {"card": field}


class TakeCaseForm(PlatoonForm):
    command = TakePlatoonCase
    title = _("Take the case of a platoon")


class LeaveCaseForm(PlatoonForm):
    command = LeavePlatoonCase
    title = _("Give the case of a platoon back")


class DropForm(PlatoonForm):
    command = Drop
    title = _("Take a platoon out of the campaign")


class HandOverForm(PlatoonForm):
    """Choose who commands the platoon, and who beside them."""

    command = HandOver
    title = _("Hand a platoon over")

    def controls(self, info: msgspec.structs.FieldInfo) -> dict[str, forms.Field]:
        if info.name != "players":
            return super().controls(info)
        first, *beside = self.season.platoons[self.subject].players
        choices = people(self.over.people)
        return {
            "players": forms.ChoiceField(label=_("Who commands it"), choices=choices, initial=first),
            "beside": forms.MultipleChoiceField(
                label=_("Who commands it beside them"),
                choices=choices[1:],
                initial=beside,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            ),
        }

    def said(self) -> dict[str, Any]:
        players = (self.cleaned_data["players"], *self.cleaned_data["beside"])
        return super().said() | {"players": list(dict.fromkeys(players))}


class AppointForm(ActForm):
    command = Appoint
    title = _("Appoint an organiser or an umpire")


class DismissForm(ActForm):
    command = Dismiss
    title = _("End somebody’s office")
    about = "person"
    given = ("person",)

    def subject_in_words(self) -> str:
        found = (user.get_username() for user in self.over.people if str(user.pk) == self.subject)
        return next(found, self.subject)
