"""What may be reported next: choices, and the facts and dice each of them asks for. Does a report match one?

That is the law between `legal` and `decide`: every accepted command matches a choice. `near` and `readily` are for the
random player alone (`rules.player`): they say nothing of what may be reported, and nobody is shown them. What is hidden
from whom a choice is offered to must not follow from them all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from rules.lengths import Measure
from rules.messages import Message
from rules.stream.codec import encode
from rules.stream.contract import Command, DiceCommand
from rules.stream.fields import default_of, fields_of

LEAGUER = "leaguer"  # the field of a `DiceCommand` that leaves dice to Leaguer
Kind = Literal[
    "pick", "picks", "path", "number", "flag", "dice", "text", "data",
    "moment", "id", "person", "people", "group", "rows", "keyed",
]  # fmt: skip
Colour = Literal["", "white", "red", "orange", "yellow", "green", "blue", "black"]


class Pick(msgspec.Struct, frozen=True):
    """One value a field may take, with what to call it. `notes`: what to know of it before it is picked. Picks that
    follow one another `under` the same heading are shown together. `sign`: what that face of a die looks like, in a
    few characters, where it is not its label.

    `costs`: points, which a form adds up over all that is picked in it. `of`: whose it is, such as a nation's, where a
    form may show those of one alone. `beside`: it is picked only where other fields of the same object have these
    values.
    """

    value: str
    label: Message
    readily: int = 1000  # how readily it is drawn, against those beside it
    also: tuple[str, ...] = ()  # other names of the same thing, which are as good
    notes: tuple[Message, ...] = ()
    under: Message | None = None
    sign: str = ""
    costs: int = 0
    of: str = ""
    beside: Mapping[str, str] = {}


class Drawing(msgspec.Struct, frozen=True):
    """What people judge at the table, as a picture of their own and one sentence. `svg`: the whole picture, drawn in
    `currentColor`; `title` names it and `says` tells how it is judged."""

    svg: str
    title: Message
    says: Message


NEVER = -1  # how readily: a field that no random player fills in, and for which it draws no number


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A fact or die that a choice asks for.

    pick: one of `picks`. picks: a list of `least` to `most` of `picks` (repeats when `repeats`). path: a list of
    `least` to `most` steps of which the first is one of `picks`; which may follow it depends on it, so a step may be
    reported alone and the next one asked for again. number: an integer between `least` and `most`; with a `measure` it
    is a length in whole tenths of that unit, and people type it as they measure it (`rules.lengths`). flag: true or
    false. dice: `least` to `most` faces from 1 to `faces`, or each one of `picks` where dice show something else; left
    out they are Leaguer's. text: free words, at most `most` characters where that is not 0; `picks` are suggestions.
    data: a JSON object the client keeps (schema in the command); where it has `fields`, forms ask for them. With
    `by`, it is the object of the one among them that the field `by` names.

    What only campaigns ask for. moment: a time in UTC as "2027-03-14T20:00:00Z", "" for none; people type it by the
    clocks of its `zone` ("" for UTC). id: a UUID that the
    client makes. person: an account by its id; people: a list of `least` to `most` of them; `picks` are those known
    here, and others may be named. group: an object of these `fields`. rows: a list of `least` to `most` such objects,
    no two alike in the first of their fields. keyed: an object in which each value is as the only one of `fields`, no
    two groups alike in the first of theirs; its keys are `picks`, and what the first field of each row of the field
    `by` says; any, where there is neither.

    `default` is what a form begins with, an object of them where the field is one; `blank` says what it means to leave
    the field out. `ordered`: of picks, which come first matters. A field takes none of the values `but`, nor a list of
    people with one of them in it, and not what the field `unlike` says beside it. `colour`: of the dice, as they lie on
    the table.

    `drawing`: of a fact that people judge, how it is judged; pages fold it beside the field. `coded`: the values of
    its picks are JSON of what a report says.

    `stays`: left out, it stays as it is, and it is as its default says; so a form says nothing of it where nobody
    changes what it begins with, and blank is a value of a text and of a list; of a group it then says all. Parts of a
    group that follow one another `under` the same heading are shown together.

    `lines`: a text of several lines; `upload`: what a file is called that may be sent in its place. `made_of`: a key
    that nobody has to think of, for a form makes it of what that other field says; in rows of the number of the row,
    too. `of_faults`: the keys are the names of faults that may be let pass (`Refused.waivable`).
    """

    name: str
    kind: Kind
    label: Message
    help: Message | None = None
    picks: tuple[Pick, ...] = ()
    least: int = 0
    most: int = 0
    faces: int = 6
    measure: Measure = ""
    repeats: bool = False
    required: bool = False
    ahead: bool = False  # answers a step that may not come: to be filled in with what happened, never at random
    fields: tuple[Field, ...] = ()
    by: str = ""
    default: Any = None
    blank: Message | None = None
    ordered: bool = False
    but: tuple[Any, ...] = ()
    unlike: str = ""
    coded: bool = False
    lines: bool = False
    made_of: str = ""
    stays: bool = False
    under: Message | None = None
    upload: Message | None = None
    of_faults: bool = False
    near: tuple[int, ...] = ()
    readily: int = 500
    colour: Colour = ""
    drawing: Drawing | None = None
    zone: str = ""


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of one choice that hang together: so many `times` each of these fields come to at most `most` in all.

    All of them are required fields of the kind number. Whatever those filled in so far leave to the next one, in the
    order of the choice, is never nothing.
    """

    times: dict[str, int]
    most: int


class Bulk(msgspec.Struct, frozen=True):
    """How a choice is reported for many units at once, together with the same choice of others.

    `label` names such a batch, and counts its units: "%(n)d stay". `told` fills in fields of the choice. What is still
    required then is asked for each unit; what is not required is left out. None of it may call for dice. What a batch
    tells of one unit must be as legal after what it tells of those before it, but for a path that one of them blocks.
    """

    label: Message
    told: dict[str, Any] = {}


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be reported now: a command with `given` fields fixed and `fields` to fill in, within each of
    the `limits`. `help`: what it comes to. `bulk`: it may be told of many units in one batch. `files`: the formats of
    the rulebook (`rules.rosters`) whose files fill it in. `of_one`: what it is called once its `unit` is picked, with
    `unit` among its values. `decides`: by telling it now its side decides something beside what its dice show, so
    nobody else tells it, although its dice are `shared` (`DiceCommand`)."""

    command: str
    label: Message
    side: str
    help: Message | None = None
    given: dict[str, Any] = {}
    fields: tuple[Field, ...] = ()
    urgent: bool = False  # an open decision everyone waits for; pages put it first
    limits: tuple[Limit, ...] = ()
    files: tuple[str, ...] = ()
    readily: int = 1000  # how readily the random player takes it, against others
    bulk: Bulk | None = None
    of_one: Message | None = None
    decides: bool = False


def matches(choice: Choice, command: Command) -> bool:
    """True when `command` is `choice` filled in: same type, the given fields as given, the others within their field.

    Fields of the command that the choice names nowhere must be at their default.
    """
    if type(command).__name__ != choice.command:
        return False
    fields = {field.name: field for field in choice.fields}
    for name in fields_of(type(command)):
        value, default = getattr(command, name), default_of(type(command), name)
        if name == LEAGUER and isinstance(command, DiceCommand):
            if value and value not in command.rolls:
                return False
        elif name in choice.given:
            if encode(value) != encode(choice.given[name]):
                return False
        elif name in fields:
            if not _within(fields[name], value, default, command):
                return False
        elif value != default:
            return False
    return all(_keeps(limit, command) for limit in choice.limits)


def about(choice: Choice, name: str, value: str) -> Choice | None:
    """The choice as far as it is about one thing: its field `name` is given, and no longer asked for. None if it cannot
    be about that."""
    if name in choice.given:
        return choice if choice.given[name] == value else None
    for field in choice.fields:
        if field.name == name and field.kind == "pick" and _is_picked(field, value) and not is_barred(field, value):
            left = tuple(_given(one, name, value) for one in choice.fields if one is not field)
            label, given = _label_about(choice, field, value), choice.given | {name: value}
            return msgspec.structs.replace(choice, label=label, of_one=None, given=given, fields=left)
    return None


def _label_about(choice: Choice, field: Field, value: str) -> Message:
    """What a choice is called once this is picked: the unit's name stands in it."""
    pick = next((pick for pick in field.picks if pick.value == value), None)
    if choice.of_one is None or field.name != "unit" or pick is None:
        return choice.label
    return msgspec.structs.replace(choice.of_one, values=choice.of_one.values | {"unit": pick.label})


def _given(field: Field, name: str, value: str) -> Field:
    """A field beside another one that is given."""
    if field.kind == "data" and field.by == name:
        part = next((one for one in field.fields if one.name == value), field)
        return msgspec.structs.replace(field, fields=part.fields, default=part.default, by="")
    left = left_beside(field, {name: value}.get)
    beside = ({key: each for key, each in pick.beside.items() if key != name} for pick in left.picks)
    picks = (msgspec.structs.replace(pick, beside=each) for pick, each in zip(left.picks, beside, strict=True))
    return msgspec.structs.replace(left, picks=tuple(picks)) if left is not field else field


def narrowed(choice: Choice, field: Field, told: Mapping[str, Any]) -> Field:
    """A field as the `limits` of its choice leave it once the fields before it are `told`: its bounds may be closer.

    Those after it still have room in their own.
    """
    least, most = field.least, field.most
    for limit in choice.limits:
        if times := limit.times.get(field.name):
            room = limit.most - sum(_less(choice, limit, told, field.name))
            if times > 0:
                most = min(most, room // times)
            else:
                least = max(least, -(room // -times))
    return msgspec.structs.replace(field, least=least, most=most) if choice.limits else field


def left_beside(field: Field, told: Callable[[str], Any]) -> Field:
    """A field with the picks that stand beside what other fields of the same object are `told`; what is not told yet
    leaves all."""
    if not any(pick.beside for pick in field.picks):
        return field
    left = (pick for pick in field.picks if all(told(name) in (value, "", None) for name, value in pick.beside.items()))
    return msgspec.structs.replace(field, picks=tuple(left))


def _less(choice: Choice, limit: Limit, told: Mapping[str, Any], but: str) -> Iterator[int]:
    """What the other fields of a limit take at least."""
    for field in choice.fields:
        if field.name != but and (times := limit.times.get(field.name)):
            yield times * told[field.name] if field.name in told else min(times * field.least, times * field.most)


def _keeps(limit: Limit, command: Command) -> bool:
    told: int = sum(times * getattr(command, name) for name, times in limit.times.items())
    return told <= limit.most


def _within(field: Field, value: Any, default: Any, beside: Any) -> bool:
    """`beside`: the report or part of one in which the value stands."""
    if value == default:
        return not field.required
    if is_barred(field, value) or (field.unlike and _clashes(value, _part(beside, field.unlike))):
        return False
    field = left_beside(field, lambda name: _part(beside, name))
    match field.kind:
        case "pick":
            return _is_picked(field, value)
        case "picks":
            return _all_picked(field, value)
        case "path":
            first = _is_picked(field, value[0]) if value else True
            return first and field.least <= len(value) <= field.most
        case "number":
            return isinstance(value, int) and field.least <= value <= field.most
        case "flag":
            return isinstance(value, bool)
        case "dice":
            return field.least <= len(value) <= field.most and all(_shown(field, face) for face in value)
        case "people":
            return field.least <= len(value) <= field.most and len(set(value)) == len(value)
        case "group" | "rows" | "keyed":
            return _composed(field, value, beside)
        case _:
            return True


def is_barred(field: Field, value: Any) -> bool:
    """Whether a field never takes a value, or one of a list of people."""
    plain = tuple(value) if isinstance(value, list) else value
    return plain in field.but or (field.kind == "people" and any(one in field.but for one in value))


def _composed(field: Field, value: Any, beside: Any) -> bool:
    """A value that has fields of its own."""
    if field.kind == "group":
        return _has_parts(field, value)
    if field.kind == "rows":
        return (
            _differ(field.fields, value)
            and field.least <= len(value) <= field.most
            and all(_has_parts(field, row) for row in value)
        )
    keys, (part,) = keys_of(field, _part(beside, field.by) if field.by else ()), field.fields
    known = not (field.picks or field.by) or all(key in keys for key in value)
    known = known and (part.kind != "group" or _differ(part.fields, value.values()))
    return known and all(_within(part, one, msgspec.NODEFAULT, value) for one in value.values())


def _differ(parts: Sequence[Field], values: Iterable[Any]) -> bool:
    """No two of these objects are alike in the first of their parts."""
    first = [encode(_part(one, parts[0].name)) for one in values]
    return len({*first}) == len(first)


def keys_of(field: Field, rows: Sequence[Any]) -> tuple[str, ...]:
    """The keys that a field of the kind keyed may have, beside these rows of the field it goes by."""
    told = (next(iter(msgspec.to_builtins(row).values())) for row in rows) if rows else ()
    return tuple(dict.fromkeys((*(pick.value for pick in field.picks), *told)))


def _has_parts(field: Field, value: Any) -> bool:
    parts = {part.name: part for part in field.fields}
    names = value.keys() if isinstance(value, Mapping) else value.__struct_fields__
    kind: type[msgspec.Struct] = type(value)
    defaults = {} if isinstance(value, Mapping) else {name: default_of(kind, name) for name in fields_of(kind)}
    for name in {*parts, *names}:
        if name not in names:
            sound = not parts[name].required
        elif name not in parts:
            sound = _part(value, name) == defaults.get(name, msgspec.NODEFAULT)
        else:
            sound = _within(parts[name], _part(value, name), defaults.get(name, msgspec.NODEFAULT), value)
        if not sound:
            return False
    return True


def _part(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name)


def _clashes(value: Any, other: Any) -> bool:
    """What must differ: two values, or a list from a value."""
    return bool(other in value if isinstance(value, tuple | list) else value == other)


def _is_picked(field: Field, value: Any) -> bool:
    return any(value == pick.value or value in pick.also for pick in field.picks)


def _shown(field: Field, face: int | str) -> bool:
    if field.picks:
        return any(str(face) == pick.value for pick in field.picks)
    return isinstance(face, int) and 1 <= face <= field.faces


def _all_picked(field: Field, value: Sequence[str]) -> bool:
    allowed = {word for pick in field.picks for word in (pick.value, *pick.also)}
    distinct = field.repeats or len(set(value)) == len(value)
    return distinct and field.least <= len(value) <= field.most and all(item in allowed for item in value)
