"""What can be written in a script now, for people and for the page that completes it: of battles and seasons alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import speaker
from rules import lengths
from rules.contract import Choice, Command, DiceCommand, Field
from rules.lengths import Measure
from rules.stream.choices import LEAGUER
from rules.stream.codec import CommandCodec
from rules.stream.fields import fields_of, kinds_of
from rules.stream.script import outline, verb
from rules.stream.script_examples import examples

FEW = 12  # values that the sheet shows of an argument; the page completes all

Value = tuple[str, str]  # as it is written, and what it is called


class Argument(msgspec.Struct, frozen=True):
    """What a report says beside its verb: its name, what it is called (""), what may stand there in words, and the
    values known now."""

    name: str
    label: str
    kind: str
    values: tuple[Value, ...] = ()
    required: bool = False

    @property
    def shown(self) -> Sequence[Value]:
        return self.values[:FEW]

    @property
    def more(self) -> int:
        return len(self.values) - len(self.shown)


class Verb(msgspec.Struct, frozen=True):
    """A report: what it is called, as the first of those that are offered, how it is written, lines that are one, and
    its arguments. `now`: it is offered."""

    verb: str
    label: str
    outline: str
    examples: tuple[str, ...]
    arguments: tuple[Argument, ...]
    now: bool


class Called(msgspec.Struct, frozen=True):
    """Ids of one kind by what they are called. `named`: the heading is a name of somebody's, and not of ours."""

    heading: str
    values: tuple[Value, ...]
    named: bool = False


class Sheet(msgspec.Struct, frozen=True):
    """A cheat sheet: the reports that are offered and those that are not, what is `called` how, and
    `words`: the same as JSON for the page that completes lines."""

    now: tuple[Verb, ...]
    later: tuple[Verb, ...]
    called: tuple[Called, ...]
    words: str


class Source(msgspec.Struct, frozen=True):
    """What a sheet is made from. `kinds`: the reports there are, in order; `people`: what to write for accounts, by id;
    `sides`: what may stand in front of a line. `unforeseen`: reports of which no example can be made up."""

    codec: CommandCodec
    kinds: Sequence[type[Command]]
    choices: Sequence[Choice]
    names: Mapping[str, str]
    called: tuple[Called, ...] = ()
    sides: tuple[Value, ...] = ()
    people: Mapping[str, str] = {}
    unforeseen: Sequence[str] = ()
    measure: Measure = ""
    own_dice: bool = False


def sheet(source: Source) -> Sheet:
    """The sheet, in the reader's language. It tells nothing that the choices and names of the source do not."""
    offered: dict[str, list[Choice]] = {}
    for choice in source.choices:
        offered.setdefault(choice.command, []).append(choice)
    now = tuple(_verb(source, source.codec.types[name], choices) for name, choices in offered.items())
    later = tuple(_verb(source, kind, ()) for kind in source.kinds if kind.__name__ not in offered)
    return Sheet(now, later, source.called, _words(source, (*now, *later), offered))


def _verb(source: Source, kind: type[Command], choices: Sequence[Choice]) -> Verb:
    say = speaker(source.names)
    label = say(choices[0].label) + " …" * (len(choices) > 1) if choices else ""
    known = bool(choices) and kind.__name__ not in source.unforeseen
    lines = examples(choices[0], source.codec, source.measure, source.own_dice) if known else []
    return Verb(
        verb=verb(kind),
        label=label,
        outline=outline(kind),
        examples=tuple(_with_people(line, source.people) for line in lines),
        arguments=tuple(_arguments(source, kind, choices)),
        now=bool(choices),
    )


def _with_people(line: str, people: Mapping[str, str]) -> str:
    for id, name in people.items():
        line = line.replace(id, name)
    return line


# -- arguments ---------------------------------------------------------------------------------------------------------


def _arguments(source: Source, kind: type[Command], choices: Sequence[Choice]) -> Iterator[Argument]:
    """In the order in which they are written."""
    infos = fields_of(kind)
    say = speaker(source.names)
    for name in (*kind.positional, *(name for name in infos if name not in kind.positional)):
        asked = [field for choice in choices for field in choice.fields if field.name == name]
        given = any(name in choice.given for choice in choices)
        if choices and not asked and not given and not (name == LEAGUER and source.own_dice):
            continue  # it is not told now
        values = dict(value for choice in choices for value in _values(source, choice, name))
        yield Argument(
            name=name,
            label=say(asked[0].label) if asked else "",
            kind=_asked(asked[0], kind) if asked else _declared(kind, name),
            values=tuple((values or dict(_fixed(infos[name].type))).items()),
            required=infos[name].required,
        )


def _values(source: Source, choice: Choice, name: str) -> Iterator[Value]:
    """What a choice knows for one argument of it, as it is written."""
    say = speaker(source.names)
    if name in choice.given:
        if (text := _text(choice.given[name])) is not None:
            yield _person(source, text, source.names.get(text, ""))
        return
    field = next((field for field in choice.fields if field.name == name), None)
    if field is None:
        return
    if field.kind == "flag":
        yield from (("yes", ""), ("no", ""))
    elif field.kind == "dice":
        yield (LEAGUER, _("from here on Leaguer rolls"))
    elif not field.coded:
        yield from (_person(source, pick.value, say(pick.label)) for pick in field.picks)


def _person(source: Source, text: str, label: str) -> Value:
    written = source.people.get(text, text)
    return (written, "" if label == written else label)


def _text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int) else None


def _asked(field: Field, kind: type[Command]) -> str:
    """What may stand for a field that a choice asks for, in words."""
    said = {"least": field.least, "most": field.most}
    match field.kind:
        case "number" if field.measure:
            most = f"{field.most / 10:g} {field.measure}"
            return _("a length with its unit, up to %(most)s") % {"most": most}
        case "number":
            return _("a whole number from %(least)s to %(most)s") % said
        case "dice":
            return _dice(field)
        case "data" if not field.fields:
            return _declared(kind, field.name)
        case "picks" | "people" if field.most != 1:
            return _("several of these, with commas")
    return _KINDS[field.kind]()


def _dice(field: Field) -> str:
    if field.picks:
        return _("what the dice show, with commas")
    return _("what the dice show, 1 to %(faces)s, with commas") % {"faces": field.faces}


_KINDS = {
    "pick": lambda: _("one of these"),
    "picks": lambda: _("one of these"),
    "people": lambda: _("one of these"),
    "path": lambda: _("steps, one after the other"),
    "flag": lambda: _("yes or no"),
    "text": lambda: _("words, in quotes"),
    "data": lambda: _("names and values in braces, in single quotes"),
    "group": lambda: _("names and values in braces, in single quotes"),
    "rows": lambda: _("a list in brackets, in single quotes"),
    "keyed": lambda: _("names and values in braces, in single quotes"),
    "moment": lambda: _("a time in UTC, such as 2027-03-14T20:00:00Z"),
    "id": lambda: _("a new id, made by you"),
    "person": lambda: _("somebody with an account"),
}


def _declared(kind: type[Command], name: str) -> str:
    """What may stand for a field by its type alone, in words."""
    if name == LEAGUER and issubclass(kind, DiceCommand):
        return _("dice from which on Leaguer rolls")
    if issubclass(kind, DiceCommand) and name in kind.rolls:
        return _("what the dice show, with commas")
    info = fields_of(kind)[name]
    if lengths.parts_of(info.type):
        return _("a length with its unit")
    return _of_type(msgspec.inspect.type_info(info.type))


def _of_type(info: msgspec.inspect.Type) -> str:
    match info:
        case msgspec.inspect.Metadata():
            return _of_type(info.type)
        case msgspec.inspect.UnionType():
            return _of_type(next(one for one in info.types if not isinstance(one, _NOTHING)))
        case msgspec.inspect.BoolType():
            return _("yes or no")
        case msgspec.inspect.IntType():
            return _("a whole number")
        case msgspec.inspect.LiteralType():
            return _("one of these")
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            plain = isinstance(info.item_type, _PARTED)
            return _("a list in brackets, in single quotes") if plain else _("several, with commas")
        case msgspec.inspect.StrType() if info.pattern and "a-z0-9" in info.pattern:
            return _("an id")
        case msgspec.inspect.StrType():
            return _("words, in quotes")
    return _("names and values in braces, in single quotes")


_NOTHING = (msgspec.inspect.NoneType, msgspec.inspect.CustomType)
_PARTED = (msgspec.inspect.DictType, msgspec.inspect.StructType, msgspec.inspect.VarTupleType)


def _fixed(kind: Any) -> Iterator[Value]:
    """The values that a type allows, where they are few."""
    info = msgspec.inspect.type_info(kind)
    found: list[msgspec.inspect.Type] = [info]
    while found:
        match found.pop():
            case msgspec.inspect.Metadata(type=one):
                found.append(one)
            case msgspec.inspect.UnionType(types=several):
                found += several
            case msgspec.inspect.VarTupleType(item_type=one) | msgspec.inspect.ListType(item_type=one):
                found.append(one)
            case msgspec.inspect.LiteralType(values=values):
                yield from ((str(one), "") for one in values if one != "")
            case msgspec.inspect.BoolType():
                yield from (("yes", ""), ("no", ""))


# -- for the page that completes lines ---------------------------------------------------------------------------------


def _words(source: Source, verbs: Iterable[Verb], offered: Mapping[str, Sequence[Choice]]) -> str:
    """`verbs`: each with its places, its arguments (name, label, whether it is a list) and what is known for them: by
    the values that are given, the values of the others as numbers of `lists`."""
    lists: dict[tuple[Value, ...], int] = {}
    kinds = {verb(kind): kind for kind in source.codec.types.values()}
    told = []
    for one in verbs:
        kind = kinds[one.verb]
        choices = [
            (_given(source, choice), _known(source, choice, one, lists)) for choice in offered.get(kind.__name__, ())
        ] or [({}, {each.name: _numbered(each.values, lists) for each in one.arguments if each.values})]
        names = [each.name for each in one.arguments]
        told.append(
            {
                "verb": one.verb,
                "label": one.label,
                "now": one.now,
                "places": [*kind.positional],
                "arguments": [[each.name, each.label, _is_list(kind, each.name)] for each in one.arguments],
                "choices": [{"given": given, "values": known} for given, known in choices],
                "named": [name for name in names if name not in kind.positional],
            }
        )
    return json.dumps({"sides": source.sides, "verbs": told, "lists": [*lists]}, separators=(",", ":"))


def _given(source: Source, choice: Choice) -> dict[str, str]:
    told = ((name, _text(value)) for name, value in choice.given.items())
    return {name: source.people.get(text, text) for name, text in told if text is not None}


def _known(source: Source, choice: Choice, one: Verb, lists: dict[tuple[Value, ...], int]) -> dict[str, int]:
    found = ((each.name, tuple(_values(source, choice, each.name))) for each in one.arguments)
    return {name: _numbered(values, lists) for name, values in found if values}


def _numbered(values: tuple[Value, ...], lists: dict[tuple[Value, ...], int]) -> int:
    return lists.setdefault(values, len(lists))


@cache
def _is_list(kind: type[Command], name: str) -> bool:
    kinds = kinds_of(msgspec.inspect.type_info(fields_of(kind)[name].type))
    return any(isinstance(one, msgspec.inspect.VarTupleType | msgspec.inspect.ListType) for one in kinds)
