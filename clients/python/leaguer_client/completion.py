"""What may stand at the end of a line of script, from what the API says can be reported now. Knows no terminal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from leaguer_client.shapes import Battle, Choice, Field

PLAIN = re.compile(r"^[A-Za-z0-9_.\/+:@%-]+$")


class Suggestion(NamedTuple):
    """`text` takes the place of the word that is being written; `label`: what it is called."""

    text: str
    label: str


def verb(command: str) -> str:
    """How a report is written in a script: `ReportResult` as `report-result`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", command).lower()


def written(value: str) -> str:
    return value if PLAIN.match(value) else shlex.quote(value)


def parted(line: str) -> tuple[list[str], str]:
    """The words of a line, without their quotes, and the last one, which is still being written."""
    words = re.findall(r"""(?:[^\s'"]|'[^']*'?|"[^"]*"?)+""", line)
    last = words.pop() if words and not line[-1:].isspace() else ""
    return [re.sub(r"""['"]""", "", one) for one in words], last


def suggestions(line: str, battle: Battle, outlines: Mapping[str, str]) -> Iterator[Suggestion]:
    """`outlines`: by report, how each is written, for those that are not offered now."""
    words, last = parted(line)
    sided = bool(words) and words[0].endswith(":")
    told = words[1:] if sided else words
    offered = [one for one in (*battle.choices, *battle.mends) if not sided or one.side in ("", words[0][:-1])]
    found = _arguments(told, last, offered) if told else _heads(last, offered, battle, outlines, sided)
    yield from (one for one in found if one.text.startswith(last) and one.text != last)


def _heads(
    last: str, offered: list[Choice], battle: Battle, outlines: Mapping[str, str], sided: bool
) -> Iterator[Suggestion]:
    now = {verb(one.command): one.label for one in reversed(offered)}
    for name in sorted(now):
        yield Suggestion(name, now[name])
    if not sided:
        yield from (Suggestion(f"{written(side)}:", "") for side in battle.sides)
    if last:
        yield from (Suggestion(verb(one), said) for one, said in outlines.items() if verb(one) not in now)


def _arguments(told: list[str], last: str, offered: list[Choice]) -> Iterator[Suggestion]:
    """Values of the argument that is named, or of one whose turn it is; and names of arguments."""
    choices = [one for one in offered if verb(one.command) == told[0]]
    said = {name for name, equals, _value in (one.partition("=") for one in told[1:]) if equals}
    placed = [one for one in told[1:] if "=" not in one]
    name, equals, _value = last.partition("=")
    seen = set[str]()
    for choice in choices:
        fields = {one.name: one for one in choice.fields}
        given = [str(one) for one in choice.given.values() if isinstance(one, str)]
        if equals:
            values = [(f"{name}={one.text}", one.label) for one in _values(fields.get(name), choice, name)]
        else:
            fitting = placed == given[: len(placed)]
            values = [(written(given[len(placed)]), choice.label)] if fitting and len(placed) < len(given) else []
            values += [(f"{one.name}=", one.label or one.help) for one in choice.fields if one.name not in said]
            if not values or len(placed) >= len(given):
                open_ = [one for one in choice.fields if one.name not in said and one.kind == "pick"][:1]
                values += [(one.text, one.label) for field in open_ for one in _values(field, choice, field.name)]
        for text, label in values:
            if text not in seen:
                seen.add(text)
                yield Suggestion(text, label)


def _values(field: Field | None, choice: Choice, name: str) -> Iterator[Suggestion]:
    if field is None:
        if isinstance(given := choice.given.get(name), str):
            yield Suggestion(written(given), choice.label)
    elif field.kind == "flag":
        yield from (Suggestion("yes", field.label), Suggestion("no", ""))
    else:
        yield from (Suggestion(written(one.value), one.label) for one in field.picks)
