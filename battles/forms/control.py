"""One part of a form: what it shows, and what a browser sends of it if nobody touches it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from battles.forms.form_data import data_of
from battles.forms.paths import part_of
from battles.sentences import words
from rules.contract import Field, Refused

FOLDED = 14  # from so many on, what is picked under headings is folded


class Option(msgspec.Struct, frozen=True):
    """One value a control may take. `apart`: people also type it, so it is shown beside the label."""

    value: str
    label: str
    chosen: bool
    apart: bool = False
    notes: tuple[str, ...] = ()
    under: str = ""
    place: str = ""  # its number, where their order matters
    named: bool = False  # whether its label is a name, which nobody translates
    sign: str = ""  # what a face of a die shows
    costs: int = 0


class Drawn(msgspec.Struct, frozen=True):
    """A drawing of what people judge, beside the control that asks for it, in the reader's words; `svg` is the
    rulebook's own file (`rules.kit.offers`)."""

    svg: str
    title: str
    says: str


def drawn(field: Field, names: Mapping[str, str]) -> Drawn | None:
    one = field.drawing
    return Drawn(one.svg, words(one.title, names), words(one.says, names)) if one else None


class Control(msgspec.Struct, frozen=True):
    """A field as a control of a form. `shape` names the template's branch; `typed` reads `key` back."""

    key: str
    id: str
    shape: str
    field: Field
    label: str
    help: str
    options: tuple[Option, ...] = ()
    lists: tuple[tuple[Option, ...], ...] = ()
    value: str = ""
    faults: tuple[Refused, ...] = ()
    suggested: tuple[str, ...] = ()  # an example of the text
    blank: str = ""  # what it means to leave it out
    ours: bool = False  # of dice: who leaves them out has to say that Leaguer rolls
    drawing: Drawn | None = None
    parts: tuple[Control, ...] = ()
    rows: tuple[tuple[Control, ...], ...] = ()
    heading: str = ""  # under which it stands in its group
    upload: str = ""  # what a file is called that may be sent in its place
    changed: bool = False  # whether it says something else than what stays
    was: str = ""  # what it brings back if nobody touches it, as JSON; then it is left out of the report

    @property
    def in_fieldset(self) -> bool:
        """Whether it consists of several controls under one legend."""
        return self.shape in ("radios", "ticks", "ranks", "lists", "shown", "path", "group", "rows", "states")

    @property
    def or_none(self) -> bool:
        """Whether to pick none is an answer too: the form says so with a blank."""
        return self.key.startswith(("picks-or-none:", "coded:"))

    @property
    def stepped(self) -> bool:
        """Whether the first step of a way is picked."""
        return any(option.chosen for option in self.options)

    @property
    def capitals(self) -> bool:
        """Whether it is typed in capitals, so that a phone's keyboard begins with them."""
        return bool(self.field.picks) and all(pick.value == pick.value.upper() for pick in self.field.picks)

    @property
    def later(self) -> bool:
        """Whether it is in the fold: optional, for people in a hurry and for programs."""
        return (self.field.ahead and not self.field.of_faults) or (self.shape == "data" and not self.field.required)

    @property
    def needs_blank(self) -> bool:
        """Whether a list begins with an empty entry."""
        return self.field.required and not self.key.startswith("pick-or-blank:")

    @property
    def longest(self) -> int:
        """Characters of a text."""
        return self.field.most or 500

    @property
    def tall(self) -> bool:
        """Whether what can be picked takes several lines each."""
        return any(option.notes for option in self.options)

    @property
    def folds(self) -> list[tuple[str, list[Option], int]]:
        """The options by heading, each with how many of them are chosen; "" for those that are not folded away."""
        found: dict[str, list[Option]] = {}
        for option in self.options:
            found.setdefault(option.under, []).append(option)
        if "" not in found and len(self.options) < FOLDED:
            found = {"": list(self.options)}
        return [(name, each, sum(one.chosen for one in each)) for name, each in found.items()]

    @property
    def inner(self) -> tuple[Control, ...]:
        return (*self.parts, *(part for row in self.rows for part in row))

    @property
    def adds_up(self) -> bool:
        return any(option.costs for option in self.options) or any(one.adds_up for one in self.inner)

    @property
    def costs(self) -> int:
        """The points of what is picked in it."""
        return sum(one.costs for one in self.options if one.chosen) + sum(one.costs for one in self.inner)

    @property
    def any_value(self) -> bool:
        """Whether anything is filled in, or wrong; of what begins filled in, whether it is wrong."""
        if self.shape == "states":
            return self.is_wrong
        said = self.value == "yes" if self.shape == "flag" else self.value
        return bool(said or self.faults or any(one.chosen for one in self.options)) or any(
            one.any_value for one in self.inner
        )

    @property
    def picked(self) -> str:
        """What is picked in it, in words; the blank too, where that says something."""
        return ", ".join(one.label for one in self.options if one.chosen)

    @property
    def filled(self) -> int:
        """The rows in which something is picked."""
        return sum(any(one.chosen and one.value for part in row for one in part.options) for row in self.rows)

    @property
    def path(self) -> str:
        return self.key.partition(":")[2]

    @property
    def is_wrong(self) -> bool:
        return bool(self.faults) or any(one.is_wrong for one in self.inner)

    @property
    def first(self) -> list[Control]:
        return [one for one in self.parts if not one.later]

    @property
    def folded(self) -> list[Control]:
        return [one for one in self.parts if one.later]

    @property
    def folded_open(self) -> bool:
        return any(one.is_wrong for one in self.folded)

    @property
    def described_by(self) -> str:
        named = [f"{self.id}-help"] if self.help else []
        return " ".join([*named, *(f"{self.id}-fault" for _fault in self.faults[:1])])


def untouched(control: Control) -> str:
    """The JSON of one part, as a report would have it; "" where it cannot be read back."""
    try:
        data = data_of(sent(control), "")
    except Refused:
        return ""
    for step in control.path.split("."):
        data = data.get(step, {})
    return msgspec.json.encode(data, order="deterministic").decode()


def sent(control: Control) -> dict[str, list[str]]:
    """What a browser sends of it, by key."""
    if control.parts:
        return {key: values for part in control.parts for key, values in sent(part).items()}
    if control.shape == "ranks":
        return {part_of(control.key, one.value): [one.place] for one in control.options}
    return {control.key: list(_values(control))}


def _values(control: Control) -> Iterator[str]:
    match control.shape:
        case "radios" | "list":
            yield from (option.value for option in control.options if option.chosen)
        case "ticks":
            if control.or_none:
                yield ""
            yield from (option.value for option in control.options if option.chosen)
        case "lists":
            yield from (next((one.value for one in each if one.chosen), "") for each in control.lists)
        case "flag":
            yield "yes" if control.value == "yes" else "no"
        case _:
            yield control.value
