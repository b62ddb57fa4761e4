"""The forms of an organiser's rulings: what they may report now of one command, as cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from battles.forms import form_data
from battles.forms.cards import Card, deal, is_dealt, report
from battles.forms.form_data import Typed
from battles.forms.refill import refilled
from battles.reports import Report
from battles.sentences import with_remedy, words
from campaigns import completion
from campaigns.admin.ruling import pairings
from campaigns.presenters.story import names_in
from campaigns.season import Season, legal, names
from campaigns.season.decider import REPORTS
from campaigns.season.rounds import OpenRound
from campaigns.season.unconfirmed import refused
from rules.adjudicate import Who
from rules.contract import Choice, Command, Refused
from rules.stream.choices import about


class Ruler(msgspec.Struct, frozen=True):
    """The campaign that is ruled over, and the names of the people who may be named."""

    stream: str
    season: Season
    people: dict[str, str]

    @property
    def names(self) -> dict[str, str]:
        return names_in(self.season)


class Act(msgspec.Struct, frozen=True):
    """A ruling: its command, what it is called, and the field that its address gives ("" for none)."""

    command: type[Command]
    title: str | Promise
    about: str = ""

    def choices(self, season: Season, who: Who, subject: str) -> list[Choice]:
        """What may be reported of the subject. What is about it alone goes before what asks of which one."""
        return self.of(season, legal(season, who, self.command), subject)

    def of(self, season: Season, found: Sequence[Choice], subject: str) -> list[Choice]:
        """Of what may be reported by its command, what is about the subject."""
        if self.about:
            value = season.fixtures[subject].battle if self.about == "battle" else subject
            given = [one for one in found if one.given.get(self.about) == value]
            found = given or [one for each in found if (one := about(each, self.about, value))]
        return [_begun(season, one) for one in sorted(found, key=lambda one: len(one.given))]


def _begun(season: Season, choice: Choice) -> Choice:
    """A round with the moments that the terms have for it, so that an organiser sees and changes them. On a map its
    battles come from orders, so nobody is asked for pairings."""
    if choice.command != OpenRound.__name__:
        return choice
    now, on_map = timezone.now(), season.opened.theatre is not None
    moments = {name: getattr(completion, name) for name in ("deadline", "orders_by")}
    fields = (
        replace(field, default=moments[field.name](season, now)) if field.name in moments else field
        for field in choice.fields
        if not (on_map and field.name == "pairings")
    )
    return replace(choice, fields=tuple(fields))


def _narrowed(choice: Choice, only: str) -> Choice | None:
    """The choice with one of its house rules alone ("": with all), which are in groups; None if it has no such."""
    if not only:
        return choice
    rules = (replace(one, fields=tuple(part for part in one.fields if part.name == only)) for one in choice.fields)
    kept = tuple(
        narrow
        for one, narrow in zip(choice.fields, rules, strict=True)
        if narrow.fields or one.name == only or not (one.fields or one.picks)
    )
    asks = any(narrow.fields or narrow.name == only for narrow in kept)
    return replace(choice, fields=kept) if asks else None


class ChoiceForm:
    """A form of an act, as it was sent (`data`, with its `files`) or blank."""

    def __init__(
        self,
        act: Act,
        over: Ruler,
        who: Who,
        subject: str,
        data: QueryDict | None = None,
        files: Mapping[str, UploadedFile[Any]] | None = None,
        only: str = "",
    ) -> None:
        self.over, self.season, self.subject, self.act = over, over.season, subject, act
        self.title, self.about, self.command = act.title, "fixture" if act.about == "battle" else act.about, act.command
        self.choices = [one for each in act.choices(over.season, who, subject) if (one := _narrowed(each, only))]
        self.faults: tuple[Refused, ...] = ()
        self.typed: Typed | None = None
        if data is not None:
            self.typed = replace(form_data.read(data, files), type=act.command.__name__)
        self.is_bound = self.typed is not None

    def begin(self, id_: str, absent: Collection[str] = ()) -> None:
        """The round as the terms have it, as if it had been typed; of who is `absent` it says so."""
        (choice,) = self.choices
        moment = next(field.default for field in choice.fields if field.name == "deadline")
        begun = pairings.begun(self.season, str(moment or ""), absent)
        self.typed = replace(refilled(choice, begun, 0), id=id_)

    def fill(self, id_: str, command: Command) -> None:
        """This report, as if it had been typed; nothing where it is not offered."""
        for choice in self.choices[:1]:
            self.typed = replace(refilled(choice, command, 0), id=id_)

    def step(self, name: str, data: QueryDict) -> None:
        """One of the steps that change what is typed and report nothing."""
        assert self.typed is not None
        self.faults = tuple(refused(self.season, self.typed.value("pick:method"))) if name == "draw" else ()
        if self.faults:
            return
        self.typed = pairings.after(self.season, self.typed, name, data)

    @property
    def folds(self) -> tuple[str, ...]:
        """The fields that are folded, as they hardly ever change: a fold says what is picked in it."""
        return ("method", "absent", "pairings") if self.command is OpenRound else ()

    @property
    def steps(self) -> dict[str, str | Promise]:
        paired = any(field.name == "pairings" for one in self.choices for field in one.fields)
        draws = {"draw": _("Draw up the pairings")} if self.command is OpenRound else {}
        return {**draws, "swap": _("Swap the two")} if paired else {}

    def report(self, id_: str) -> Report | None:
        """The report; None for what cannot be read, or is left out."""
        assert self.typed is not None
        try:
            return report(replace(self.typed, id=id_), self.choices)
        except Refused as refused:
            self.blame(refused)
            return None

    def blame(self, refused: Refused) -> None:
        self.faults = tuple(refused.faults)

    def cards(self) -> list[Card]:
        called, people = self.over.names, self.over.people
        return deal(self.choices, REPORTS.types, self.typed, self.faults, names=called, people=people, uploads=True)

    def strays(self, cards: list[Card]) -> tuple[Refused, ...]:
        """The faults that no card shows."""
        return () if is_dealt(cards) else self.faults

    @property
    def errors(self) -> dict[str, list[str]]:
        """What is said of each field."""
        found: dict[str, list[str]] = {}
        for fault in self.faults:
            found.setdefault(fault.field, []).append(with_remedy(fault.text, fault.remedy, self.over.names))
        return found

    def remarks(self) -> list[str]:
        return pairings.remarked(self.season, self.typed) if self.typed and self.steps else []

    def reasons(self) -> list[str]:
        return pairings.reasoned(self.season, self.typed) if self.typed and self.steps else []

    def unsure(self) -> list[tuple[str, str]]:
        """The fixtures whose results the pairings would rest on before they are confirmed, by key, with their names."""
        if self.typed is None or self.command is not OpenRound:
            return []
        return [(key, words(names.of_fixture(self.season, key))) for key in pairings.unsure(self.season, self.typed)]

    def swappable(self) -> list[tuple[str, str]]:
        return [(key, one.name) for key, one in self.season.platoons.items() if not one.dropped]

    def subject_in_words(self) -> str:
        if self.about == "person":
            return self.over.people.get(self.subject, self.subject)
        return self.over.names.get(self.subject, self.subject)
