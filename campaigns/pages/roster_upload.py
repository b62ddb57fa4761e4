"""Fills the form that enlists a platoon from a roster file. The form still has to be sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from django.core.files.uploadedfile import UploadedFile

from campaigns.pages.catalogue import EVERYONES, Stock, stock
from campaigns.pages.enlist_form import among, room_for
from campaigns.pages.request_context import unfilled
from campaigns.presenters.enlistment import Form, Row
from campaigns.rosters import LARGEST
from campaigns.season import Season
from campaigns.season.values import Terms
from rules.contract import Message, Refused, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.rosters import Note, Roster, RosterFormat, Vehicle


class Brought(msgspec.Struct, frozen=True):
    """The form filled from a file, and remarks about the file.

    `faults` are why the form is unchanged; they are shown beside the file.
    """

    form: Form
    notes: tuple[Note, ...] = ()
    faults: tuple[Refused, ...] = ()


def bring(form: Form, upload: UploadedFile[bytes] | None, system: RuleSystem, edition: str) -> Brought:
    """Fill the form from an uploaded file. Never raises."""
    try:
        roster = _read(upload, system)
    except Refused as refused:
        return Brought(form, faults=(refused,))
    filled, notes = _filled(form, roster, system, edition)
    if not filled.vehicles:
        none = unfilled("file", _("No vehicle of this file can enlist here."), _("Choose another file."))
        return Brought(form, notes, (none,))
    return Brought(filled, notes)


def copied(form: Form, roster: Roster, season: Season) -> Brought:
    """Fill the form with a platoon of this or another campaign, as far as this one offers the same. Never raises."""
    filled, notes = _filled(form, roster, season.rules, season.opened.edition, season.house)
    taken = any(platoon.name == filled.name for platoon in season.platoons.values())
    return Brought(msgspec.structs.replace(filled, name="" if taken else filled.name), notes)


def _read(upload: UploadedFile[bytes] | None, system: RuleSystem) -> Roster:
    if upload is None or upload.size is None:
        raise unfilled("file", _("No file was chosen, or it is empty."), _("Choose one."))
    if upload.size > LARGEST:
        text = _("This file has %(size)s bytes; %(most)s are read.")
        raise unfilled(
            "file", text, _("Send the roster of one platoon alone, or packed."), size=upload.size, most=LARGEST
        )
    return _format(system, upload.name or "").read(upload.read())


def _format(system: RuleSystem, name: str) -> RosterFormat:
    """The format by the file's ending. Without a known one the first format is tried, because phones lose endings."""
    endings = ((ending, one) for one in system.rosters for ending in one.endings)
    return next((one for ending, one in endings if name.lower().endswith(ending)), system.rosters[0])


def _filled(
    form: Form, roster: Roster, system: RuleSystem, edition: str, house: Terms = EVERYONES
) -> tuple[Form, tuple[Note, ...]]:
    """Fill the form. What the file does not say is kept as typed."""
    nation = _nation(roster, system, edition) or form.nation
    offered = stock(system, edition, nation, house)
    taking = _Taking(offered)
    card = taking.card(roster.platoon)
    rows = tuple(taking.rows(roster.vehicles))
    filled = msgspec.structs.replace(
        form, nation=nation, name=roster.name or form.name, card=card or form.card, rows=room_for(rows)
    )
    return filled, (*roster.notes, *taking.notes)


def _nation(roster: Roster, system: RuleSystem, edition: str) -> str:
    """The nation of most of the roster's models; "" if they have none."""
    models = [one for one in system.catalogue(edition) if one.kind in system.model_kinds and one.nation]
    nations = {word: one.nation for one in models for word in (one.key, one.name)}
    count = Counter(nations[one.model] for one in roster.vehicles if one.model in nations)
    return count.most_common(1)[0][0] if count else ""


class _Taking:
    """Takes from a roster what the form offers, and makes notes of the rest."""

    def __init__(self, offered: Stock) -> None:
        self.offered = offered
        self.notes: list[Note] = []

    def card(self, name: str) -> str:
        if name and not among(self.offered.platoons, name):
            self.leave_out(say(_("platoon card")), name)
            return ""
        return name

    def rows(self, vehicles: tuple[Vehicle, ...]) -> Iterator[Row]:
        number = 0
        for n, one in enumerate(vehicles, 1):
            where = say(_("vehicle %(n)s of the file"), n=n)
            if self.offered.models and not among(self.offered.models, one.model):
                self.leave_out(where, one.model)
                continue
            number += 1
            yield Row(number, one.model, one.name, tuple(self.cards(one, where)))

    def cards(self, vehicle: Vehicle, where: Message) -> Iterator[str]:
        for card in vehicle.cards:
            if self.offered.has_card(card):
                yield card
            else:
                self.leave_out(where, card)

    def leave_out(self, where: Message, what: str) -> None:
        text = say(_("The form does not offer “%(what)s”: it is left out."), what=what)
        if self.offered.nation:
            sentence = _("The form does not offer “%(what)s” to a platoon of nation %(nation)s: it is left out.")
            text = say(sentence, what=what, nation=self.offered.nation)
        self.notes.append(Note(where, text))
