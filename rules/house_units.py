"""Units of a club's own beside a published catalogue: a CSV text, in the option `house_units` of rulebooks that take
it.

All rulebooks share the reader. The rulebook declares the columns, and which cells of a line have to fit one another
(`RuleSystem.house`). The first line names the columns, in any order; commas separate cells, or semicolons if the header
has those and no comma. A text that was accepted once may never be refused later, because battles replay from it.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from rules.bounds import Name
from rules.declarations import Article
from rules.messages import Message, ngettext, say
from rules.messages import gettext_noop as _
from rules.stream.contract import Refused, at_once

OPTION = "house_units"
FIELD = f"options.{OPTION}"
MOST_CHARACTERS = 20_000
MOST_FAULTS = 50  # shown at once; the rest is only counted

Cell = str | int | bool | tuple[int, ...]
Cells = Mapping[str, Any]
# What a unit is for its force: the roles of the rulebooks that tell them apart.
ROLES = (
    "light",
    "medium",
    "heavy",
    "tank destroyer",
    "assault gun",
    "armoured car",
    "SP howitzer",
    "SPAA",
    "recovery",
    "fixed AT gun",
    "fixed howitzer",
)


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """What a column's cells may say. text: `least` to `most` characters on one line; number: `least` to `most`; choice:
    one of `choices`; flag: yes or no; span: two numbers from `least` to `most` with a hyphen, the lesser first.

    `default` is what a blank cell (or a missing column) means; None if the cell has to be filled in.
    """

    name: str
    type: Literal["text", "number", "choice", "flag", "span"]
    least: int = 0
    most: int = 80
    choices: tuple[str, ...] = ()
    default: Cell | None = None


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a cell, and what would be right."""

    column: str
    text: Message
    remedy: Message


class HouseUnit(msgspec.Struct, frozen=True):
    """A unit as it was read: the line it begins on, a key of its own, and its cells by column."""

    number: int
    key: str
    cells: dict[str, Any]


def slug(name: str) -> str:
    """A name as a key: small ASCII letters, digits and hyphens. Names in other letters are told apart by a checksum."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in parts if not unicodedata.combining(letter))
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    foreign = "".join(letter for letter in plain if letter.isalnum() and not letter.isascii())
    return f"{found}-{zlib.crc32(foreign.encode()):08x}".strip("-") if foreign else found


def read(
    text: str,
    columns: Sequence[Column],
    rule: str,
    published: Iterable[Article],
    check: Callable[[Cells], Iterable[Wrong]],
) -> tuple[HouseUnit, ...]:
    """The units of a text. `check` looks at a line whose cells are all right one by one.

    Raises `Refused` (`rule`, field "options.house_units") for all faults at once, each by line and column.
    """
    faults: list[Refused] = []
    found = tuple(_lines(text, columns, rule, published, check, faults))
    if len(faults) > MOST_FAULTS:
        more = ngettext("There is %(n)s more fault.", "There are %(n)s more faults.", len(faults) - MOST_FAULTS)
        remedy = say(_("Mend those that are named first."))
        faults = [*faults[:MOST_FAULTS], Refused(rule, more, remedy, field=FIELD)]
    at_once(faults)
    return found


# -- lines -------------------------------------------------------------------------------------------------------------


def _lines(
    text: str,
    columns: Sequence[Column],
    rule: str,
    published: Iterable[Article],
    check: Callable[[Cells], Iterable[Wrong]],
    faults: list[Refused],
) -> Iterator[HouseUnit]:
    """Every unit; faults are added to `faults`."""
    if len(text) > MOST_CHARACTERS:
        long = say(_("The sheet has %(n)s characters."), n=len(text))
        faults.append(Refused(rule, long, say(_("Write at most %(most)s."), most=MOST_CHARACTERS), field=FIELD))
        return
    rows = _rows(text, rule, faults)
    header = next(rows, None)
    if header is None:
        return
    number, names = header[0], [cell.strip() for cell in header[1]]
    wrong = list(_header(names, columns))
    faults += [_at(number, one, rule) for one in wrong]
    if wrong:
        return
    taken = {word for article in published for word in (slug(article.name), article.key)}
    for number, row in rows:
        said = dict(zip(names, (cell.strip() for cell in row), strict=False))
        told = [*_width(row, names)]
        cells = {column.name: _cell(column, said.get(column.name, ""), told) for column in columns}
        sound = not told
        told += _name(str(cells["name"]), taken) if cells["name"] else ()
        told += check(cells) if sound else ()
        faults += [_at(number, one, rule) for one in told]
        yield HouseUnit(number, f"house-{slug(str(cells['name']))}", cells)


def _rows(text: str, rule: str, faults: list[Refused]) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, with the line that each begins on (a quoted cell may have several lines)."""
    text = text.removeprefix("\ufeff")
    first = next(filter(str.strip, text.splitlines()), "")
    delimiter = ";" if ";" in first and "," not in first else ","
    reader, number = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            told = say(_("Line %(line)s: its quotation marks do not fit one another."), line=number)
            faults.append(Refused(rule, told, _("Close each, and double those within a cell."), field=FIELD))
            return
        if any(cell.strip() for cell in row):
            yield number, row
        number = reader.line_num + 1


def _at(line: int, wrong: Wrong, rule: str) -> Refused:
    told = say(_("Line %(line)s, %(column)s: %(what)s"), line=line, column=wrong.column, what=wrong.text)
    return Refused(rule, told, wrong.remedy, field=FIELD)


def _header(names: Sequence[str], columns: Sequence[Column]) -> Iterator[Wrong]:
    known = {column.name: column for column in columns}
    listed = say(_("Columns: %(names)s."), names=", ".join(known))
    for place, name in enumerate(names):
        if name not in known:
            yield Wrong(f"“{name[:40]}”", say(_("There is no such column.")), listed)
        elif name in names[:place]:
            yield Wrong(name, say(_("The column is there twice.")), say(_("Name each column once.")))
    for column in columns:
        if column.default is None and column.name not in names:
            yield Wrong(column.name, say(_("The column is missing.")), listed)


def _width(cells: Sequence[str], names: Sequence[str]) -> Iterator[Wrong]:
    """Cells beyond the header would be lost. Cells missing at the end are blank."""
    if any(cell.strip() for cell in cells[len(names) :]):
        told = say(_("There are %(n)s cells for %(most)s columns."), n=len(cells), most=len(names))
        yield Wrong(names[-1], told, say(_("Put a cell with a comma in it into quotation marks.")))


def _name(name: str, taken: set[str]) -> Iterator[Wrong]:
    """A unit is found by name or key, so both have to be unique; names that differ only in case or punctuation are the
    same."""
    key = slug(name)
    if not key:
        told = say(_("“%(name)s” has neither letter nor figure."), name=name)
        yield Wrong("name", told, say(_("Give it a name that can be told.")))
    elif taken & {key, f"house-{key}"}:
        told = say(_("There is a unit called “%(name)s” already."), name=name)
        yield Wrong("name", told, say(_("Give it a name of its own.")))
    taken.update((key, f"house-{key}"))


# -- cells -------------------------------------------------------------------------------------------------------------


def _cell(column: Column, said: str, wrong: list[Wrong]) -> Cell:
    """What a cell says; the default (or nothing) if it cannot be read, which is added to `wrong`."""
    if not said and column.default is not None:
        return column.default
    value = READERS[column.type](column, said)
    if value is None:
        blank, told = say(_("The cell is blank.")), say(_("“%(said)s” cannot stand here."), said=said[:40])
        wrong.append(Wrong(column.name, told if said else blank, say(_("Write %(what)s."), what=_takes(column))))
        return column.default if column.default is not None else ""
    return value


def _text(column: Column, said: str) -> str | None:
    try:
        msgspec.convert(said, Name)
    except msgspec.ValidationError:
        return None
    return said if column.least <= len(said) <= column.most else None


def _number(column: Column, said: str) -> int | None:
    found = re.fullmatch(r"[0-9]{1,6}", said)
    return int(said) if found and column.least <= int(said) <= column.most else None


def _choice(column: Column, said: str) -> str | None:
    return next((choice for choice in column.choices if choice.casefold() == said.casefold()), None)


def _span(column: Column, said: str) -> tuple[int, ...] | None:
    found = re.fullmatch(r"([0-9]{1,6}) *[-\u2013] *([0-9]{1,6})", said)
    ends = (int(found[1]), int(found[2])) if found else (1, 0)
    return ends if column.least <= ends[0] < ends[1] <= column.most else None


READERS: dict[str, Callable[[Column, str], Cell | None]] = {
    "text": _text,
    "number": _number,
    "choice": _choice,
    "flag": lambda column, said: {"yes": True, "no": False}.get(said.casefold()),
    "span": _span,
}


def _takes(column: Column) -> Message:
    match column.type:
        case "text":
            return say(_("a text of at most %(most)s characters, on one line"), most=column.most)
        case "number":
            return say(_("a number from %(least)s to %(most)s"), least=column.least, most=column.most)
        case "choice":
            return say(_("one of %(choices)s"), choices=", ".join(column.choices))
        case "flag":
            return say(_("yes or no"))
        case _:
            return say(_("two numbers from %(least)s to %(most)s, as in 3-8"), least=column.least, most=column.most)
