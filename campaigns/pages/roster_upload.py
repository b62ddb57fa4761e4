"""Fills the form that enlists a platoon from a roster: a file's, or another platoon's. It still has to be sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from uuid import uuid4

import msgspec
from django.core.files.uploadedfile import UploadedFile

from battles.forms.form_data import Typed
from battles.forms.refill import refilled
from campaigns import rosters
from campaigns.pages.request_context import unfilled
from rules.contract import Choice, Field, Message, Pick, Refused, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.rosters import Note, Roster, Vehicle


class Brought(msgspec.Struct, frozen=True):
    """The form filled in from a roster, the nation of its models, and remarks.

    `faults` are why the form is unchanged; they are shown beside the file.
    """

    typed: Typed
    nation: str = ""
    notes: tuple[Note, ...] = ()
    faults: tuple[Refused, ...] = ()


def bring(choice: Choice, typed: Typed, upload: UploadedFile[bytes] | None, system: RuleSystem) -> Brought:
    """Fill the form from an uploaded file. Never raises."""
    try:
        roster = rosters.read(system, *_content(upload))
    except Refused as refused:
        return Brought(typed, faults=(refused,))
    brought = filled(choice, roster, typed.after or 0, typed)
    if not brought.typed.rows("vehicles"):
        none = unfilled("file", _("No vehicle of this file can enlist here."), _("Choose another file."))
        return Brought(typed, notes=brought.notes, faults=(none,))
    return brought


def _content(upload: UploadedFile[bytes] | None) -> tuple[bytes | None, str]:
    """The file's bytes and name. One that is too large is not read."""
    if upload is None:
        return None, ""
    rosters.check_size(upload.size or 0)
    return upload.read(), upload.name or ""


def filled(choice: Choice, roster: Roster, after: int, typed: Typed | None = None) -> Brought:
    """The form of `choice` with all of a roster that it offers. What the roster does not say is kept as `typed`."""
    offered = _Offered(choice, roster)
    card, vehicles = offered.card(roster.platoon), tuple(offered.vehicles())
    taken = msgspec.structs.replace(roster, platoon=card, vehicles=vehicles)
    told = refilled(choice, rosters.as_report(taken, str(uuid4())), after, made=False)
    said = {key: values for key, values in told.fields.items() if any(values)}
    if typed is not None and typed.type:
        of_rows = tuple(f":{name}" for name in ("vehicles#", "names.", "fittings."))
        kept = {key: values for key, values in typed.fields.items() if not any(one in key for one in of_rows)}
        told = msgspec.structs.replace(typed, fields=kept)
    told = msgspec.structs.replace(told, fields=told.fields | said)
    return Brought(told, offered.nation, (*roster.notes, *offered.notes))


class _Offered:
    """Takes from a roster what a choice offers to the nation of most of its models, and makes notes of the rest."""

    def __init__(self, choice: Choice, roster: Roster) -> None:
        self.fields = {field.name: field for field in choice.fields}
        self.notes: list[Note] = []
        self.roster = roster
        models = {word: one.of for one in self._model.picks if one.of for word in (one.value, *one.also)}
        count = Counter(models[one.model] for one in roster.vehicles if one.model in models)
        self.nation = count.most_common(1)[0][0] if count else ""

    @property
    def _model(self) -> Field:
        return self.fields["vehicles"].fields[1]

    def card(self, name: str) -> str:
        field = self.fields.get("card")
        return next(self._taken(field, (name,) if name else (), say(_("platoon card"))), "")

    def vehicles(self) -> Iterator[Vehicle]:
        for n, one in enumerate(self.roster.vehicles, 1):
            where = say(_("vehicle %(n)s of the file"), n=n)
            for model in self._taken(self._model, (one.model,), where):
                cards = self.fields["fittings"].fields[0]
                yield msgspec.structs.replace(one, model=model, cards=tuple(self._taken(cards, one.cards, where)))

    def _taken(self, field: Field | None, names: tuple[str, ...], where: Message) -> Iterator[str]:
        for name in names:
            if field is not None and (field.kind == "text" or any(self._is(pick, name) for pick in field.picks)):
                yield name
                continue
            text = say(_("The form does not offer “%(what)s”: it is left out."), what=name)
            if self.nation:
                sentence = _("The form does not offer “%(what)s” to a platoon of nation %(nation)s: it is left out.")
                text = say(sentence, what=name, nation=self.nation)
            self.notes.append(Note(where, text))

    def _is(self, pick: Pick, name: str) -> bool:
        return name in (pick.value, *pick.also) and pick.of in ("", self.nation)
