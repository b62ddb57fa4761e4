"""Facts that people may declare, described at the fields of a rulebook's State that hold them.

    round: Annotated[Round, Declarable(_("Round"), line="round")] = 0

`declarables(State)` makes `RuleSystem.facts`, `lines` and `lengths` of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

from rules.contract import Message, say
from rules.stream.facts import fields_of


@dataclass(frozen=True)
class Declarable:
    """A fact in words. `label` is marked for translation (`gettext_noop`).

    `line`: where the sheet shows the fact, with {0}, {1} for the keys of its path; None if its line has the same name,
    "" if the sheet does not show it. `parts`: for a length, how many of its whole numbers are one unit of measure; 0
    for everything else.
    """

    label: str
    line: str | None = None
    parts: int = 0


class Declarables(NamedTuple):
    """By path, with a * for each key: the facts in words, the lines with other names, and the lengths."""

    facts: dict[str, Message]
    lines: dict[str, str]
    lengths: dict[str, int]


def declarables(kind: Any) -> Declarables:
    """What the fields of a State and of its pieces declare. Raises TypeError for a fact without a `Declarable`."""
    found = Declarables({}, {}, {})
    for path, one in _walk(kind, ""):
        found.facts[path] = say(one.label)
        if one.line is not None:
            found.lines[path] = one.line
        if one.parts:
            found.lengths[path] = one.parts
    return found


def _walk(kind: Any, prefix: str) -> Iterator[tuple[str, Declarable]]:
    for slot in fields_of(kind):
        path = prefix + slot.name
        if slot.holds == "fact":
            yield path, _declarable(path, slot.declared)
        else:
            yield from _walk(slot.shape, f"{path}." + ("*." if slot.holds == "pieces" else ""))


def _declarable(path: str, declared: Any) -> Declarable:
    for one in get_args(declared):
        if isinstance(one, Declarable):
            return one
    raise TypeError(f"The fact “{path}” has no Declarable: nobody knows what it is called.")
