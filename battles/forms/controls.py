"""A field of a choice as a control of a form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.forms.control import Control, Option, drawn, untouched
from battles.forms.form_data import Typed
from battles.forms.hints import FEW, hint
from battles.forms.paths import as_told, part_of, row_of
from battles.forms.shapes import MOST_LISTS, is_composed, shape_of
from battles.forms.values import begun_with, left_by, left_of, values_of
from battles.sentences import fault_in_words, words
from rules.contract import Field, Pick, Refused, say
from rules.messages import VERBATIM

FIRST_ROWS = 4  # of a field that takes several, in a form that nobody has filled in yet


class Page(msgspec.Struct, frozen=True):
    """What all controls of a form are made with: what was typed (None: nothing yet) with its faults, the names of ids,
    the people who may be named, whether the table rolls its own dice, an example of a field of many parts, and whether
    the page takes files."""

    typed: Typed | None
    faults: Sequence[Refused]
    names: Mapping[str, str]
    people: Mapping[str, str] = {}
    ours: bool = False
    example: Callable[[Field], str] = lambda _field: ""
    uploads: bool = False


def controls(page: Page, fields: Sequence[Field], id_: str, default: Callable[[str], Any]) -> tuple[Control, ...]:
    """The controls of a report's fields. `default`: the command's own, `NODEFAULT` if the report has to say it."""
    return tuple(_found(page, fields, id_, default))


def _found(page: Page, fields: Sequence[Field], id_: str, default: Callable[[str], Any]) -> Iterator[Control]:
    hung = {field.name: field for field in fields if field.kind == "keyed" and field.by and not field.picks}
    for field in fields:
        if field.kind == "rows":
            yield _rows(page, field, f"{id_}-{field.name}", [one for one in hung.values() if one.by == field.name])
        elif field.name not in hung:
            left = left_by(page.typed, field, field.name, fields)
            found = control(page, left, f"{id_}-{field.name}", field.name, default(field.name))
            if found.parts or not field.of_faults:
                yield found


def control(page: Page, field: Field, id_: str, path: str, default: Any) -> Control:
    """`path`: where the value stands in the report, as in `form_data`. `default`: the command's own."""
    made = _composed if is_composed(field) and field.kind != "rows" else _plain
    found = made(page, field, id_, path, default)
    if field.stays:
        was = _was(page, found)
        found = replace(found, was=was, changed=page.typed is not None and untouched(found) != was)
    return replace(found, heading=words(field.under, page.names)) if field.under else found


def _plain(page: Page, field: Field, id_: str, path: str, default: Any) -> Control:
    if field.kind in ("person", "people"):
        field = _with_people(page, field)
    key, shape = shape_of(field, path, default)
    said = values_of(page.typed, field, key, default)
    labels = _labels(field, page.names)
    options = _options(page, field, labels, key, default, said)
    return Control(
        key=key,
        id=id_,
        shape=shape,
        field=field,
        label=words(field.label, page.names),
        help=_help(page, field, "" if shape == "ranks" else hint(field, page.example(field), page.ours)),
        options=options,
        lists=_lists(field, labels, said, shape) if shape in ("lists", "shown") else (),
        value=said[-1] if said else "",
        faults=tuple(fault for fault in page.faults if _is_about(fault, path)),
        suggested=tuple(pick.value for pick in field.picks) if field.kind == "text" else (),
        blank=words(field.blank, page.names) if field.blank else "",
        ours=page.ours,
        drawing=drawn(field, page.names),
        upload=words(field.upload, page.names) if field.upload and page.uploads else "",
    )


def _help(page: Page, field: Field, more: str = "") -> str:
    return " ".join(filter(None, (words(field.help, page.names) if field.help else "", more)))


def _is_about(fault: Refused, path: str) -> bool:
    """Whether a refusal is about the field at a path; one about a part of it that has no control is about it, too:
    "conditions.t64-1" about "conditions", "cancels[2]" about "cancels"."""
    told, here = (re.sub(r"\[(\w*)\]", r".\1", one) for one in (fault.field, as_told(path)))
    return told == here or told.startswith(f"{here}.")


# -- what has fields of its own ----------------------------------------------------------------------------------------


def _composed(page: Page, field: Field, id_: str, path: str, _default: Any) -> Control:
    """An object: a part for each of its fields, or for each of its keys."""
    if field.kind != "keyed":
        begun = tuple(begun_with(one, field.default, one.name) for one in field.fields)
        inner = [(left, part_of(path, left.name)) for left in left_of(page.typed, path, begun)]
    else:
        field = _of_faults(page, field, path) if field.of_faults else field
        inner = [(_of_key(field, pick, page.names), part_of(path, pick.value)) for pick in field.picks]
    parts = tuple(control(page, one, f"{id_}-{n}", at, one.default) for n, (one, at) in enumerate(inner))
    shape = "states" if field.kind == "data" else "group"
    if shape == "states" and not field.required:
        parts = tuple(replace(one, was=_was(page, one)) if one.parts else one for one in parts)
    return _of_parts(page, field, id_, path, shape, parts=parts)


def _was(page: Page, control: Control) -> str:
    """What a part says that nobody has touched: as it was when its form was made."""
    return page.typed.value(f"was:{control.path}") if page.typed else untouched(control)


def _of_faults(page: Page, field: Field, path: str) -> Field:
    """With a key for each fault that may be let pass, and for each that was."""
    start = f"text:{path}."
    typed = page.typed.fields if page.typed else {}
    told = [unquote(key.removeprefix(start)) for key in typed if key.startswith(start) and any(typed[key])]
    found = {key: Pick(key, say("%(fault)s", fault=fault_in_words(key, page.names))) for key in told}
    found |= {one.fault: Pick(one.fault, one.text) for one in page.faults if one.waivable}
    return replace(field, picks=tuple(found.values()))


def _of_key(field: Field, pick: Pick, names: Mapping[str, str]) -> Field:
    """The value of one key of an object, called as the key is."""
    (part,) = field.fields
    return begun_with(replace(part, label=pick.label, required=False), field.default, pick.value)


def _rows(page: Page, field: Field, id_: str, hung: Sequence[Field]) -> Control:
    """Rows of controls, with what hangs on each row in other fields (`hung`), such as the name of what it brings in."""
    typed = page.typed.rows(field.name) if page.typed else 0
    more = 1 if page.typed and page.typed.more == field.name else 0
    shown = 1 if page.typed else FIRST_ROWS
    first = shown if not hung else 2 if field.fields[0].made_of else 1
    count = min(field.most, max(field.least, typed + more, first))
    rows = tuple(tuple(_row(page, field, f"{id_}-{n}", row_of(field.name, n), hung)) for n in range(count))
    return _of_parts(page, field, id_, field.name, "rows", [one.name for one in hung], rows=rows)


def _row(page: Page, field: Field, id_: str, path: str, hung: Sequence[Field]) -> Iterator[Control]:
    """None of it has to be filled in: a row may be left blank."""
    made = [_in_row(page, one, f"{id_}-{one.name}", part_of(path, one.name)) for one in field.fields]
    yield from made
    for one in hung if made[0].value else ():
        (part,) = one.fields
        yield _in_row(page, part, f"{id_}-{one.name}", part_of(one.name, made[0].value))


def _in_row(page: Page, field: Field, id_: str, path: str) -> Control:
    made = control(page, replace(field, required=False), id_, path, None)
    return replace(made, shape="list") if made.shape == "radios" and field.kind == "pick" else made


def _of_parts(
    page: Page, field: Field, id_: str, path: str, shape: str, hung: Sequence[str] = (), **inner: Any
) -> Control:
    """A control of controls. It tells the faults that none of them tells, those of fields hung on it, too."""
    held = [part for row in inner.get("rows", (inner.get("parts", ()),)) for part in row]
    told = {id(fault) for part in held for fault in part.faults}
    here = (path, *hung)
    faults = tuple(one for one in page.faults if id(one) not in told and any(_is_about(one, each) for each in here))
    label, help_ = words(field.label, page.names), _help(page, field)
    key = f"{field.kind}:{path}"
    return Control(key=key, id=id_, shape=shape, field=field, label=label, help=help_, faults=faults, **inner)


def _with_people(page: Page, field: Field) -> Field:
    """With everybody who may be named here."""
    known = {pick.value for pick in field.picks}
    more = (Pick(id_, say("%(name)s", name=id_)) for id_ in page.people if id_ not in known and id_ not in field.but)
    return replace(field, picks=(*field.picks, *more))


# -- one control -------------------------------------------------------------------------------------------------------


def _labels(field: Field, names: Mapping[str, str]) -> list[str]:
    """Labels of its picks; those that nothing tells apart are numbered."""
    labels = [words(pick.label, names) for pick in field.picks]
    notes = [tuple(words(note, names) for note in pick.notes) for pick in field.picks]
    whole = [(label, *each) for label, each in zip(labels, notes, strict=True)]
    alike, nth = Counter(whole), Counter[tuple[str, ...]]()
    found = []
    for label, each in zip(labels, whole, strict=True):
        nth[each] += 1
        found.append(label if alike[each] == 1 else f"{label} {nth[each]}")
    return found


def _options(
    page: Page, field: Field, labels: list[str], key: str, default: Any, said: list[str]
) -> tuple[Option, ...]:
    """The possible values, plus the empty one unless it means the same as one of them."""
    chosen = said[:1] if field.kind == "path" else said
    typed = page.typed.fields if page.typed else None
    options = [
        Option(
            next((one for one in pick.also if one in chosen), pick.value),
            label,
            pick.value in chosen or any(one in chosen for one in pick.also),
            field.kind == "path" and label != pick.value,
            tuple(words(note, page.names) for note in pick.notes),
            words(pick.under, page.names) if pick.under else "",
            _place(pick, key, said, typed) if field.ordered else "",
            pick.label.singular == VERBATIM,
            costs=pick.costs,
        )
        for pick, label in zip(field.picks, labels, strict=True)
        if pick.value not in field.but or pick.value == field.default
        for _time in range(_times(field, pick, said))
    ]
    headings = list(dict.fromkeys(option.under for option in options))
    if len(headings) > 1:
        options.sort(key=lambda option: headings.index(option.under))
    if field.kind == "number" and field.most - field.least < FEW and not field.measure:
        numbers = range(field.least, field.most + 1)
        options = [Option(str(number), str(number), str(number) in said) for number in numbers]
    if field.kind == "flag" and field.blank:
        options = [Option(one, label, one in said) for one, label in (("yes", _("yes")), ("no", _("no")))]
    values = [option.value for option in options]
    may_be_blank = not field.required and str(default) not in values
    if options and field.kind in ("pick", "person", "number", "flag") and may_be_blank and "" not in values:
        blank = words(field.blank, page.names) if field.blank else _("not said")
        options.insert(0, Option("", blank, not any(said)))
    return tuple(options)


def _times(field: Field, pick: Pick, said: list[str]) -> int:
    """How often a value is shown: once, or as often as it was given, where it may be given several times."""
    return max(1, sum(one == pick.value or one in pick.also for one in said)) if field.repeats else 1


def _place(pick: Pick, key: str, said: list[str], typed: Mapping[str, list[str]] | None) -> str:
    """The number beside one of those whose order matters."""
    if typed is not None:
        return next(iter(typed.get(part_of(key, pick.value), ())), "")
    return str(said.index(pick.value) + 1) if pick.value in said else ""


def _lists(field: Field, labels: list[str], said: list[str], shape: str) -> tuple[tuple[Option, ...], ...]:
    """One list per value: the n-th shows the n-th value given; where dice are shown, the n-th list as it was sent."""
    values = [value for value in said if value or shape == "shown"]
    count = field.most if shape == "shown" else min(max(field.most, len(values)), MOST_LISTS)
    picked = [*values, *[""] * count][:count]
    named = [(pick.value, label, pick.sign) for pick, label in zip(field.picks, labels, strict=True)]
    return tuple(tuple(Option(one, label, one == value, sign=sign) for one, label, sign in named) for value in picked)
