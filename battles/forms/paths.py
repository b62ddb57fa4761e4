"""Where in a report the value of a control stands: "names.t-1" in an object, "pairings#0.home" in a row."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

DEEPEST = 8  # steps of a path
Step = str | int


def part_of(path: str, name: str) -> str:
    """The path of a part of an object; in a name, what would divide a path is written otherwise."""
    for mark in "%.#":
        name = name.replace(mark, f"%{ord(mark):02X}")
    return f"{path}.{name}"


def row_of(path: str, n: int) -> str:
    return f"{path}#{n}"


def as_told(path: str) -> str:
    """A path as a refusal names its field: "pairings.0.home"."""
    return ".".join(map(str, _steps(path)))


def _steps(path: str) -> list[Step]:
    """From the outside in: names, and the numbers of rows."""
    found: list[Step] = []
    for part in path.split("."):
        name, *numbers = part.split("#")
        found += [unquote(name), *(int(one) for one in numbers if re.fullmatch(r"[0-9]{1,3}", one))]
    return found[:DEEPEST]


class Parts:
    """The values of a form's controls, put together to the data of a report."""

    def __init__(self) -> None:
        self._data: dict[Step, Any] = {}
        self._ranks: dict[str, list[tuple[int, int, str]]] = {}
        self._made: list[list[Step]] = []
        self._begun: list[tuple[list[Step], Any]] = []

    def put(self, path: str, value: Any, made: bool = False) -> None:
        """`made`: by the form, so that a row in which nothing else is told was left blank."""
        *steps, last = _steps(path)
        data = self._data
        for step in steps:
            inner = data.setdefault(step, {})
            if not isinstance(inner, dict):
                return
            data = inner
        data[last] = value
        if made and steps:
            self._made.append([*steps, last])

    def rank(self, path: str, number: int | None, made: bool = False) -> None:
        """The number of one of those whose order matters, None for one that is left out. Of equal ones the first in the
        form comes first."""
        outer, _dot, _name = path.rpartition(".")
        ranked = self._ranks.setdefault(outer, [])
        if number is not None:
            ranked.append((number, len(ranked), str(_steps(path)[-1])))

    def begun(self, path: str, value: Any) -> None:
        """What a part of the form said before anybody touched it: if it still says so, it is left out."""
        self._begun.append((_steps(path), value))

    def told(self) -> dict[str, Any]:
        for path, ranked in self._ranks.items():
            self.put(path, [name for _number, _place, name in sorted(ranked)])
        for steps in self._made:
            self._drop_blank(steps)
        for (*outer, last), value in self._begun:
            whole: Any = self._data
            for step in outer:
                whole = whole.get(step, {}) if isinstance(whole, dict) else {}
            if isinstance(whole, dict) and last in whole and _as_lists(whole[last]) == value:
                del whole[last]
        return {str(name): _as_lists(one) for name, one in self._data.items() if one != {}}

    def _drop_blank(self, steps: list[Step]) -> None:
        """Drop the row if nothing is told in it, nor anywhere else of what it would bring in."""
        *outer, n, part = steps
        rows = self._data
        for step in outer:
            rows = rows.get(step, {})
        row = rows.get(n)
        if isinstance(row, dict) and row.keys() == {part}:
            others = (one for one in self._data.values() if isinstance(one, dict))
            if not any(row[part] in one for one in others):
                del rows[n]


def _as_lists(value: Any) -> Any:
    """Rows as a list, by their numbers."""
    if not isinstance(value, dict):
        return value
    if value and all(isinstance(key, int) for key in value):
        return [_as_lists(value[key]) for key in sorted(value)]
    return {str(key): _as_lists(one) for key, one in value.items()}
