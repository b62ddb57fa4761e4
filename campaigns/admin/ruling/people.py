"""The forms about platoons and people: penalties, leaving, handing over, offices."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.admin.ruling.forms import ActForm, people
from campaigns.reports import Appoint, Dismiss, Drop, HandOver, Penalise


class PenaliseForm(ActForm):
    command = Penalise
    title = _("Penalise a platoon")
    about = "platoon"
    given = ("platoon",)


class DropForm(ActForm):
    command = Drop
    title = _("Take a platoon out of the campaign")
    about = "platoon"
    given = ("platoon",)


class HandOverForm(ActForm):
    """The first commands it, the others beside them."""

    command = HandOver
    title = _("Hand a platoon over")
    about = "platoon"
    given = ("platoon",)

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
