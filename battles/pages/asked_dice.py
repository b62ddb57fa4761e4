"""The control for dice that a dry run asks for: exactly those, with the faces they have."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from battles.forms.cards import key_of
from battles.forms.control import Control, Option
from battles.forms.form_data import Typed
from battles.reports import Asked
from battles.sentences import words
from rules.contract import Command, Field, Pick, verbatim


def asked_for(asked: Asked, field: Field, command: type[Command], typed: Typed, names: Mapping[str, str]) -> Control:
    """`field`: of the choice that `typed` fills in. Dice of the field that are told already are its `value`: they
    answer an earlier question, and those that are asked for come after them."""
    key = key_of(command, field)
    known = {pick.value: pick for pick in field.picks}
    lists = tuple(
        tuple(_option(str(face), known) for face in dict.fromkeys(faces)) for faces in asked.shows if field.picks
    )
    exact = replace(field, least=asked.count, most=asked.count, faces=asked.faces)
    return Control(
        key=key,
        id="asked",
        shape="shown" if lists else "dice",
        field=exact,
        label=words(field.label, names),
        help=words(field.help, names) if field.help else "",
        lists=lists,
        value=" ".join(filter(None, typed.fields.get(key, []))),
    )


def _option(face: str, known: Mapping[str, Pick]) -> Option:
    pick = known.get(face, Pick(face, verbatim(face)))
    return Option(face, words(pick.label), False, sign=pick.sign)
