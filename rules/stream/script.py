"""Battle script: one report a line, for goldens, tests, the demo, the paste box and people.

    usa: fire alpha t64-1 close=yes attack=2,5,6,6   # a comment

A line is `[side:] verb [positional ...] [name=value ...]`. Verbs are the command's name in kebab case; positional
fields are those the command declares; a list that is the last of them may go on after spaces (`move alpha F F R+`).
Values: `yes`/`no`, whole numbers, comma lists, words; words of a list of the rulebook's may be run together and written
in either case (`ffr+`). Anything with spaces or commas of its own is quoted as in a shell. A length is written as it is
measured: with its unit (`15cm`, `'9 1/2 in'`) or with a decimal point or comma (`15.5`); a whole number alone is tenths
of the unit, as the log keeps it. `attack=leaguer`: from these dice on Leaguer rolls. What has one word for each of
several things is pairs: `resolve 41 owe settle=57:keep,60:strike`. Any other object, a list of more than
words, and a text that begins like one or goes over several lines are written as JSON in single quotes.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar

import msgspec

from rules import lengths
from rules.lengths import Measure
from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream.choices import LEAGUER
from rules.stream.codec import CommandCodec, read_json
from rules.stream.contract import Command, DiceCommand, Refused
from rules.stream.fields import default_of, fields_of, kinds_of
from rules.stream.samples import Unsampled, sample

MAX_LINES = 5000
MOST_FAULTS = 20  # lines that cannot be read, until nobody reads on
LONGEST_LINE = 32_768  # characters: to part a line into words takes time by its square
_PLAIN = re.compile(r"[A-Za-z0-9_./+-]+")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_JSON = ("[", "{", '"')  # what begins so is read as JSON
R = TypeVar("R", bound=Refused)
ByKey = Callable[[type[Command], dict[str, Any]], dict[str, Any]]


class Line(msgspec.Struct, frozen=True):
    """One report of a script: its line number (from 1), the side that reports ("" when unsaid) and the command."""

    number: int
    side: str
    command: Command


class Unreadable(Refused):
    """A line that is no report. `word`: which of its words is at fault, from 0; -1 where it is none by itself."""

    word = -1


@cache
def verb(command: type[Command]) -> str:
    """`RollAdvantage` -> `roll-advantage`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", command.__name__).lower()


def parse(
    text: str,
    codec: CommandCodec,
    measure: Measure = "",
    by_key: ByKey = lambda kind, data: data,
    faults: list[Refused] | None = None,
) -> Iterator[Line]:
    """The reports of a script, in order. Raises `Refused` naming the line ("line 3") on what cannot be read.

    `measure`: the unit the battle is measured in. `by_key`: a report's data as the line has it, with keys for names.
    `faults`: takes up the refusals of lines instead, which are passed over, up to `MOST_FAULTS` of them.
    """
    verbs = {verb(command): name for name, command in codec.types.items()}
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise Refused("script", say(_("A script has at most %(limit)s lines."), limit=MAX_LINES), code="malformed")
    for number, line in enumerate(lines, 1):
        try:
            read = _line(number, line, verbs, codec, measure, by_key)
        except Refused as refused:
            if faults is None:
                raise
            faults.append(refused)
            if len(faults) == MOST_FAULTS:
                return
            continue
        if read is not None:
            yield read


def _line(
    number: int, line: str, verbs: dict[str, str], codec: CommandCodec, measure: Measure, by_key: ByKey
) -> Line | None:
    """The report of a line; None where it has none."""
    if len(line) > LONGEST_LINE:
        raise _unreadable(number, _("a line has at most %(limit)s characters"), limit=LONGEST_LINE)
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        raise _unreadable(number, _("a quote is not closed")) from None
    if not words:
        return None
    sides = int(words[0].endswith(":"))
    try:
        type_, data = _told(number, words[sides:], verbs, codec, measure)
    except Unreadable as unreadable:
        unreadable.word += sides if unreadable.word >= 0 else 0
        raise
    return Line(number, words[0][:-1] if sides else "", _command(number, type_, data, codec, by_key))


def _told(
    number: int, words: list[str], verbs: dict[str, str], codec: CommandCodec, measure: Measure
) -> tuple[str, dict[str, Any]]:
    """The type of the report that a line is, and its data."""
    if not words or words[0] not in verbs:
        found = words[0] if words else ""
        like = [codec.types[verbs[one]] for one in get_close_matches(found, verbs, 1)]
        known = ", ".join(verbs)
        raise _unreadable(number, _("“%(verb)s” is no report; known: %(verbs)s"), *like, at=0, verb=found, verbs=known)
    type_ = verbs[words[0]]
    fields = fields_of(codec.types[type_])
    positional = list(codec.types[type_].positional)
    last = positional[-1] if positional else ""
    rolls = _rolls(codec.types[type_])
    data: dict[str, Any] = {}
    for at, word in enumerate(words[1:], 1):
        name, eq, value = word.partition("=")
        if eq and name not in fields:
            names = ", ".join(fields) or "-"
            raise _unreadable(
                number,
                _("“%(name)s” is no field of this report; it has: %(names)s"),
                codec.types[type_],
                at=at,
                name=name,
                names=names,
            )
        if not eq:
            if not positional and not isinstance(data.get(last), list):
                raise _unreadable(number, _("“%(word)s” is not expected here"), codec.types[type_], at=at, word=word)
            name, value = positional.pop(0) if positional else last, word
            if name == last and isinstance(data.get(last), list):  # a list at the end takes what follows it
                more = _value(word, fields[last].type)
                data[last] += more if isinstance(more, list) else [more]
                continue
        if name in rolls and value == LEAGUER:
            said = data.get(LEAGUER)
            data[LEAGUER] = min(name, said, key=rolls.index) if said in rolls else name
            continue
        if name in data:
            raise _unreadable(number, _("“%(name)s” is said twice"), codec.types[type_], at=at, name=name)
        data[name] = _within(number, name, value, fields[name].type)
        if measure and isinstance(data[name], str) and lengths.parts_of(fields[name].type):
            data[name] = _length(number, name, value, measure)
    return type_, data


def _rolls(kind: type[Command]) -> tuple[str, ...]:
    return kind.rolls if issubclass(kind, DiceCommand) else ()


def _command(number: int, type_: str, data: dict[str, Any], codec: CommandCodec, by_key: ByKey) -> Command:
    try:
        data = by_key(codec.types[type_], data)
    except Refused as refused:
        refused.field = f"line {number}" + (f": {refused.field}" if refused.field else "")
        raise
    try:
        return codec.decode(type_, json.dumps(data))
    except Refused as refused:
        refused.field = f"line {number}" + (f": {refused.field}" if refused.field else "")
        raise _exemplified(refused, codec.types[type_]) from None


def _within(number: int, name: str, text: str, kind: Any) -> Any:
    """What a field of a line says. `Refused` for what nests too deep."""
    try:
        return _value(text, kind)
    except Refused as refused:
        refused.field = f"line {number}: {name}"
        raise


def example(command: type[Command]) -> str:
    """A line that can be read as such a report: what it has to say, with made-up values. "" where none is known."""
    required = [field for field in fields_of(command).values() if field.required]
    try:
        data = {field.name: sample(field.type, lambda n: min(1, n - 1), ("alpha",), fewest=1) for field in required}
        return write_line("", msgspec.convert(data, command))
    except (Unsampled, msgspec.ValidationError):
        return ""


def outline(command: type[Command]) -> str:
    """How such a report is written: its verb, what stands in its place without a name, and what is told by name; what
    may be left out in brackets. `sell PLATOON vehicles=…`"""
    fields = fields_of(command)
    words = [verb(command)]
    words += [name.upper() if fields[name].required else f"[{name.upper()}]" for name in command.positional]
    rest = [field for name, field in fields.items() if name not in command.positional]
    words += [f"{field.name}=…" for field in rest if field.required]
    return " ".join([*words, *(f"[{field.name}=…]" for field in rest if not field.required)])


def in_line(refused: Refused, numbers: Mapping[str, int]) -> Refused:
    """The refusal of a report of a script, with its line in front of each field. `numbers`: of lines, by the reports'
    ids."""
    if (number := numbers.get(refused.report)) is not None:
        for one in refused.faults:
            if not one.field.startswith("line "):
                one.field = f"line {number}" + (f": {one.field}" if one.field else "")
    return refused


def _length(number: int, name: str, text: str, measure: Measure) -> int:
    try:
        return lengths.read(text, measure)
    except lengths.NoLength as no:
        raise Refused("script", no.wrong, no.right, field=f"line {number}: {name}", code="malformed") from None


def _unreadable(number: int, text: str, *like: type[Command], at: int = -1, **values: str | int) -> Unreadable:
    """`like`: the report that was meant. `at`: the word at fault, counted from the verb."""
    unreadable = Unreadable("script", say(text, **values), field=f"line {number}", code="malformed")
    unreadable.word = at
    return _exemplified(unreadable, *like)


def _exemplified(refused: R, *like: type[Command]) -> R:
    """The refusal with a line to be written instead, where one is known."""
    for line in filter(None, map(example, like)):
        refused.remedy = say(_("Write it like “%(line)s”."), line=line)
    return refused


def _value(text: str, kind: Any) -> Any:
    """`text` as JSON data of the field's type."""
    if text[:1] in _JSON:
        try:
            return read_json(text)
        except ValueError:
            return text
    for one in kinds_of(msgspec.inspect.type_info(kind)):
        match one:
            case msgspec.inspect.BoolType() if text in ("yes", "no"):
                return text == "yes"
            case msgspec.inspect.IntType() if _WHOLE.fullmatch(text):
                return int(text)
            case msgspec.inspect.DictType() if (word := _one_word(one)) and (pairs := _pairs(text)):
                return {key: {word: told} for key, told in pairs.items()}
            case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
                return [_item(part, one.item_type) for part in text.split(",")] if text else []
    return text


def _one_word(info: msgspec.inspect.DictType) -> str:
    """The one field that each object in this object has to tell; "" where it is not one."""
    objects = (kind for kind in kinds_of(info.value_type) if isinstance(kind, msgspec.inspect.StructType))
    told = [field.encode_name for kind in objects for field in kind.fields if field.required]
    return told[0] if len(told) == 1 else ""


def _pairs(text: str) -> dict[str, str]:
    """`57:keep,60:strike` by key; empty where it is no such text, or tells a key twice."""
    parts = [part.partition(":") for part in text.split(",")]
    found = {key: word for key, _colon, word in parts}
    plain = all(_PLAIN.fullmatch(one) for pair in found.items() for one in pair)
    return found if plain and len(found) == len(parts) else {}


def _item(text: str, kind: msgspec.inspect.Type) -> Any:
    may_be_whole = any(isinstance(one, msgspec.inspect.IntType) for one in kinds_of(kind))
    return int(text) if may_be_whole and _WHOLE.fullmatch(text) else text


def write(lines: Iterable[tuple[str, Command]]) -> str:
    """The script of (side, command) pairs; `parse` reads it back equal. Fields at their default are left out."""
    return "".join(f"{write_line(side, command)}\n" for side, command in lines)


def write_line(side: str, command: Command) -> str:
    """One line of `write`, without a line break. `side`: "" for none, which leaves out who says it."""
    kind = type(command)
    data = msgspec.to_builtins(command)
    fields = fields_of(kind)
    said = {n: v for n, v in data.items() if fields[n].required or getattr(command, n) != default_of(kind, n)}
    words = [shlex.quote(f"{side}:")] if side else []
    words.append(verb(kind))
    for name in kind.positional:
        if name not in said or not isinstance(said[name], str) or not _PLAIN.fullmatch(said[name]):
            break
        words.append(said.pop(name))
    if said.get(LEAGUER) in {*_rolls(kind)} - {*said}:
        said[said.pop(LEAGUER)] = LEAGUER
    words += [_in_pairs(command, fields[name], value) or _said(name, value) for name, value in said.items()]
    return " ".join(words)


def _in_pairs(command: Command, field: msgspec.structs.FieldInfo, value: Any) -> str:
    """An object of such that tell one word each; "" where one of them tells more."""
    if not isinstance(value, dict) or not value:
        return ""
    for one in kinds_of(msgspec.inspect.type_info(field.type)):
        if isinstance(one, msgspec.inspect.DictType) and (word := _one_word(one)):
            short = {key: {word: each[word]} for key, each in value.items()}
            text = ",".join(f"{key}:{each[word]}" for key, each in value.items())
            whole = msgspec.to_builtins(msgspec.convert(short, field.type))
            return f"{field.name}={text}" if whole == value and _value(text, field.type) == short else ""
    return ""


def _said(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"{name}={'yes' if value else 'no'}"
    if isinstance(value, int):
        return f"{name}={value}"
    if isinstance(value, list | tuple) and value and all(map(_fits_comma_list, value)):
        return f"{name}={','.join(map(str, value))}"
    if isinstance(value, str) and value[:1] not in _JSON and value.splitlines() in ([], [value]):
        return shlex.quote(f"{name}={value}")
    return shlex.quote(f"{name}={_json(value)}")


def _json(value: Any) -> str:
    """On one line, whatever anybody takes for the end of a line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


def _fits_comma_list(item: Any) -> bool:
    """Comma lists hold whole numbers and plain words, and give both back as they were."""
    if isinstance(item, str):
        return _PLAIN.fullmatch(item) is not None and _WHOLE.fullmatch(item) is None
    return isinstance(item, int) and not isinstance(item, bool)
