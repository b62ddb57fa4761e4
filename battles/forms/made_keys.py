"""Keys that a form makes (`Field.made_of`): a platoon's of its name, a vehicle's of that and of its row.

While a form is filled in they are not made yet: its control is empty, and a row goes by its number, "#2".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from django.utils.text import slugify

from battles.forms.paths import part_of
from rules.contract import Refused

LONGEST_KEY = 35  # leaves room for "p-" before it and "-60" after it
Fields = Mapping[str, list[str]]
MADE = re.compile(r"made-(?P<of>\w+):(?P<path>(?P<rows>\w+)(#(?P<n>[0-9]{1,3})\.\w+)?)")
STEP = re.compile(r"\[[^\]]*\]|[^.\[\]]+")


def resolved(fields: Fields, id_: str) -> dict[str, list[str]]:
    """The fields of a form with the keys made. They follow from the form alone, so that a form sent twice makes the
    same report. `id_`: of the report."""
    made = {control: [key] for control, key in _made(fields, id_).items()}
    told = _called(fields, {fields[control][-1]: key for control, (key,) in made.items() if "#" in control}) | made
    return {f"id:{control.partition(':')[2]}" if control in made else control: said for control, said in told.items()}


def unmade(fields: Fields) -> dict[str, list[str]]:
    """The same form with its keys still to be made."""
    numbers = _numbers(fields)
    told = _called(fields, {fields[control][-1]: number for control, number in numbers.items() if number})
    return told | {control: [number] for control, number in numbers.items()}


def _numbers(fields: Fields) -> dict[str, str]:
    found = ((control, MADE.fullmatch(control)) for control in fields)
    return {control: f"#{int(it['n']) + 1}" if it["n"] else "" for control, it in found if it}


def _called(fields: Fields, names: Mapping[str, str]) -> dict[str, list[str]]:
    """The fields with other names for what hangs on rows."""
    ends = {part_of("", old): part_of("", new) for old, new in names.items()}
    found = {}
    for control, values in fields.items():
        start, dot, end = control.rpartition(".")
        found[f"{start}{ends[dot + end]}" if dot + end in ends else control] = values
    return found


def in_this_form(refused: Refused, fields: Fields, id_: str) -> Refused:
    """A refusal that names its field as this form does: what a key is made of for the key, and each row as the form
    counts it, with blank ones between."""
    made = _made(fields, id_)
    if not made:
        return refused
    first, *rest = [step.strip("[]") for step in STEP.findall(refused.field)] or [""]
    of = {it["path"]: it["of"] for it in map(MADE.fullmatch, made) if it and it["n"] is None}
    rows = {key: fields[control][-1] for control, key in made.items() if "#" in control}
    told = told_rows(fields, first)
    if rest and rest[0].isdigit() and int(rest[0]) < len(told):
        rest[0] = str(told[int(rest[0])])
    steps = [of.get(first, first), *(rows.get(step, step) for step in rest)]
    text, remedy = refused.text, refused.remedy
    return Refused(
        refused.rule, text, remedy, ".".join(steps), refused.code, fault=refused.fault, waivable=refused.waivable
    )


def told_rows(fields: Fields, name: str) -> list[int]:
    """The numbers of the rows of a field in which anything is told, as the form counts them from 0."""
    start = re.compile(rf"(?P<kind>[\w-]+):{re.escape(name)}#(?P<n>[0-9]{{1,3}})\.\w+")
    found: dict[int, bool] = {}
    for control, values in fields.items():
        if it := start.fullmatch(control):
            n, made = int(it["n"]), it["kind"] == "id" or it["kind"].startswith("made-")
            told = any(_hung(fields, values[-1])) if made else any(one.strip() for one in values)
            found[n] = found.get(n, False) or told
    return sorted(n for n, told in found.items() if told)


def _hung(fields: Fields, key: str) -> Iterator[bool]:
    """Whether anything is told of what goes by this key."""
    end = part_of("", key)
    return (any(one.strip() for one in values) for control, values in fields.items() if control.endswith(end))


def _made(fields: Fields, id_: str) -> dict[str, str]:
    """The keys, by control; one that is there already is kept."""
    found: dict[str, str] = {}
    rows: dict[str, list[int]] = {}
    for control, values in fields.items():
        if it := MADE.fullmatch(control):
            said = values[-1]
            if said and not said.startswith("#"):
                found[control] = said
            elif it["n"] is None:
                found[control] = key_of("".join(fields.get(f"text:{it['of']}", ())[-1:]), id_)
            else:
                told = rows.setdefault(it["rows"], told_rows(fields, it["rows"]))
                found[control] = f"{_key_in(found, it['of'])}-{_place(told, int(it['n']))}"
    return found


def _key_in(made: Mapping[str, str], name: str) -> str:
    return next((key for control, key in made.items() if control.endswith(f":{name}")), name)


def _place(rows: Sequence[int], n: int) -> int:
    return rows.index(n) + 1 if n in rows else n + 1


def key_of(name: str, id_: str) -> str:
    """The key of something of this name. If that has other than plain letters, the report's id is used, too.

    Names of what is in it are not part of it, because names can be erased.
    """
    name = " ".join(name.split())
    key = slugify(name)[:LONGEST_KEY].strip("-_")
    spelt = slugify(unicodedata.normalize("NFKC", name), allow_unicode=True)[:LONGEST_KEY].strip("-_")
    if not key or len(key) != len(spelt):
        key = "-".join(filter(None, (key[: LONGEST_KEY - 11].strip("-_"), _mark(id_))))
    return key if re.search("[a-z]", key) else f"p-{key}"


def _mark(id_: str) -> str:
    """Eight letters and digits that follow from a report's id."""
    try:
        return UUID(id_).hex[:8]
    except ValueError:  # the report is refused for its id
        return "unknown"
