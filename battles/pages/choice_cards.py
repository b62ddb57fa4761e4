"""Each choice of a battle as a card with a form. Independent of rulebooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any
from uuid import uuid4

import msgspec
from django.utils.translation import gettext as _

from battles.pages import examples
from battles.pages.form_data import Typed
from battles.pages.hints import FEW, hint
from battles.sentences import words
from rules import lengths
from rules.codecs import command_codec
from rules.contract import Choice, Command, Field, Measure, Refused, RuleSystem

MOST_LISTS = 12  # how many lists one field may have if a value may be given several times


class Option(msgspec.Struct, frozen=True):
    """One value a control may take. `apart`: people also type it, so it is shown beside the label."""

    value: str
    label: str
    chosen: bool
    apart: bool = False


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

    @property
    def in_fieldset(self) -> bool:
        """Whether it consists of several controls under one legend."""
        return self.shape in ("radios", "ticks", "lists", "shown", "path")

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
        return self.field.ahead or (self.shape == "data" and not self.field.required)

    @property
    def needs_blank(self) -> bool:
        """Whether a list begins with an empty entry."""
        return self.field.required and not self.key.startswith("pick-or-blank:")

    @property
    def described_by(self) -> str:
        named = [f"{self.id}-help"] if self.help else []
        return " ".join([*named, *(f"{self.id}-fault" for _fault in self.faults[:1])])


class Card(msgspec.Struct, frozen=True):
    """A choice with its form, and the names of it and its side. `report` is the id of its report, however often the
    form is sent.

    `apart` distinguishes it from a choice with the same label, such as that of another unit of the same name.
    """

    number: int
    report: str
    choice: Choice
    label: str
    side: str
    given: str
    controls: tuple[Control, ...]
    open: bool
    typed: bool = False
    faults: tuple[Refused, ...] = ()
    apart: str = ""

    @property
    def first(self) -> list[Control]:
        return [control for control in self.controls if not control.later]

    @property
    def later(self) -> list[Control]:
        return [control for control in self.controls if control.later]

    @property
    def later_open(self) -> bool:
        return any(control.value or control.faults for control in self.later)


def deal(
    choices: Sequence[Choice],
    system: RuleSystem,
    typed: Typed | None = None,
    faults: Sequence[Refused] = (),
    waiting_for: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
) -> list[Card]:
    """The cards of `choices`, urgent ones first; what was `typed` is shown in its card again, with its faults.

    One card is open: the one typed in, else the first, if everyone waits for its side. `names`: for ids.
    """
    names = names or {}
    mine = next((choice for choice in choices if typed and _same(choice, typed)), None)
    commands = command_codec(system).types
    ordered = sorted(choices, key=lambda choice: not choice.urgent)
    cards = []
    for number, (choice, apart) in enumerate(zip(ordered, _told_apart(ordered, names), strict=True), 1):
        again = typed if choice is mine else None
        is_open = again is not None or (number == 1 and mine is None and choice.side in waiting_for)
        command, found = commands[choice.command], faults if again else ()
        card = _card(number, choice, command, system, again, found, is_open, names)
        cards.append(msgspec.structs.replace(card, apart=apart))
    return cards


def _told_apart(choices: Sequence[Choice], names: Mapping[str, str]) -> list[str]:
    """What distinguishes each choice from those with the same label: what only it is about, else its first picks, else
    a number.
    """
    labels = [(choice.side, words(choice.label, names)) for choice in choices]
    alike: dict[tuple[str, str], list[Choice]] = {}
    for choice, label in zip(choices, labels, strict=True):
        alike.setdefault(label, []).append(choice)
    found = {id(one): apart for group in alike.values() for one, apart in zip(group, _apart(group, names), strict=True)}
    return [found[id(choice)] for choice in choices]


def _apart(alike: Sequence[Choice], names: Mapping[str, str]) -> list[str]:
    if len(alike) == 1:
        return [""]
    for told in (_about(alike, names), [_offered(choice, names) for choice in alike]):
        if all(told) and len(set(told)) == len(alike):
            return told
    return [str(number) for number in range(1, len(alike) + 1)]


def _about(alike: Sequence[Choice], names: Mapping[str, str]) -> list[str]:
    """The named things that are given only to it."""
    given = {name for choice in alike for name in choice.given}
    differs = sorted(name for name in given if len({str(choice.given.get(name)) for choice in alike}) > 1)
    values = ([str(choice.given.get(name, "")) for name in differs] for choice in alike)
    return [", ".join(names[value] for value in each if value in names) for each in values]


def _offered(choice: Choice, names: Mapping[str, str]) -> str:
    picks = next((field.picks for field in choice.fields if field.picks), ())
    return ", ".join(words(pick.label, names) for pick in picks)


def key_of(command: type[Command], field: Field) -> str:
    """The name of the control of `field` in a form that reports `command`."""
    return _shape(field, _default(command, field.name))[0]


def is_dealt(cards: Iterable[Card]) -> bool:
    """Whether what was typed found its card: its choice is still there."""
    return any(card.typed for card in cards)


def _same(choice: Choice, typed: Typed) -> bool:
    given = msgspec.to_builtins(choice.given)
    return choice.command == typed.type and given == typed.given and _keys(choice) >= {*typed.fields}


def _keys(choice: Choice) -> set[str]:
    return {f"{kind}:{field.name}" for field in choice.fields for kind in _kinds(field)}


def _kinds(field: Field) -> tuple[str, ...]:
    match field.kind:
        case "pick":
            return "pick", "pick-or-blank"
        case "picks":
            return "picks", "picks-or-none"
        case "dice":
            return "dice", "large-dice", "shown-dice", "some-shown-dice"
        case "number" if field.measure:
            return (f"length-{field.measure}",)
        case kind:
            return (kind,)


def _card(
    number: int,
    choice: Choice,
    command: type[Command],
    system: RuleSystem,
    typed: Typed | None,
    faults: Sequence[Refused],
    is_open: bool,
    names: Mapping[str, str],
) -> Card:
    fields = {field.name for field in choice.fields}

    def example_of(field: Field) -> str:
        return examples.example(command, field.name, system) if field.kind == "data" else ""

    reused = any(fault.code == "reused" for fault in faults)
    return Card(
        number=number,
        report=typed.id if typed and not reused else str(uuid4()),
        choice=choice,
        label=words(choice.label, names),
        side=names.get(choice.side, choice.side),
        given=msgspec.json.encode(choice.given, order="deterministic").decode(),
        controls=tuple(
            _control(
                f"c{number}-{field.name}",
                field,
                _default(command, field.name),
                example_of(field),
                typed,
                faults,
                names,
            )
            for field in choice.fields
        ),
        open=is_open,
        typed=typed is not None,
        faults=tuple(fault for fault in faults if _field_of(fault) not in fields),
    )


def _field_of(fault: Refused) -> str:
    """The field a refusal is about: "conditions" of "conditions.t64-1", "cancels" of "cancels[2]"."""
    return fault.field.partition(".")[0].partition("[")[0]


@cache
def _fields(command: type[Command]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """By name. Read from a class once: msgspec resolves its annotations anew each time."""
    return {field.name: field for field in msgspec.structs.fields(command)}


def _default(command: type[Command], name: str) -> Any:
    """The command's own default for a field; `NODEFAULT` if the report has to say it."""
    info = _fields(command)[name]
    return info.default_factory() if info.default_factory is not msgspec.NODEFAULT else info.default


def _control(
    id_: str,
    field: Field,
    default: Any,
    example: str,
    typed: Typed | None,
    faults: Sequence[Refused],
    names: Mapping[str, str],
) -> Control:
    key, shape = _shape(field, default)
    said = _said(field, key, default, typed)
    labels = _labels(field, names)
    options = _options(field, labels, key, default, said)
    return Control(
        key=key,
        id=id_,
        shape=shape,
        field=field,
        label=words(field.label, names),
        help=" ".join(filter(None, (words(field.help, names) if field.help else "", hint(field, example)))),
        options=options,
        lists=_lists(field, labels, said, blanks=shape == "shown") if shape in ("lists", "shown") else (),
        value=said[-1] if said else "",
        faults=tuple(fault for fault in faults if _field_of(fault) == field.name),
    )


def _shape(field: Field, default: Any) -> tuple[str, str]:
    """The control's key and which of the template's shapes it has."""
    match field.kind:
        case "pick":
            blank = any(pick.value == "" for pick in field.picks)
            shape = "radios" if len(field.picks) <= FEW else "list"
            return f"{'pick-or-blank' if blank else 'pick'}:{field.name}", shape
        case "picks":
            kind = "picks-or-none" if default is msgspec.NODEFAULT else "picks"
            return f"{kind}:{field.name}", "lists" if field.repeats else "ticks"
        case "number" if field.measure:
            return f"length-{field.measure}:{field.name}", "length"
        case "number":
            return f"number:{field.name}", "radios" if field.most - field.least < FEW else "number"
        case "dice" if field.picks:
            return f"{'shown-dice' if field.least == field.most else 'some-shown-dice'}:{field.name}", "shown"
        case "dice":
            return f"{'dice' if field.faces <= 9 else 'large-dice'}:{field.name}", "dice"
        case kind:
            return f"{kind}:{field.name}", kind


def _said(field: Field, key: str, default: Any, typed: Typed | None) -> list[str]:
    """The control's values as text: as typed; else the only pick of a required one, or the default."""
    if typed is not None:
        said = typed.fields.get(key, [])
        if field.measure:
            return [_as_measured(one, field.measure) for one in said]
        return as_way(field, " ".join(said).split()) if field.kind == "path" else said
    if field.kind == "pick" and field.required and len(field.picks) == 1:
        return [field.picks[0].value]
    if isinstance(default, bool):
        return ["yes" if default else "no"]
    if isinstance(default, int) and field.measure:
        return [words(lengths.told(default, field.measure))]
    if isinstance(default, int | str):
        return [str(default)]
    return []


def _as_measured(text: str, measure: Measure) -> str:
    """A typed length, as it was understood; unchanged if it is none."""
    try:
        return words(lengths.told(lengths.read(text, measure), measure))
    except lengths.NoLength:
        return text


def as_way(field: Field, steps: list[str]) -> list[str]:
    """A way in its two controls: its first step, if it is one that may be picked, and the rest as text."""
    picked = [step for step in steps[:1] if any(step == pick.value for pick in field.picks)]
    return [*(picked or [""]), " ".join(steps[len(picked) :])]


def _labels(field: Field, names: Mapping[str, str]) -> list[str]:
    """Labels of its picks; equal ones are numbered."""
    labels = [words(pick.label, names) for pick in field.picks]
    alike, nth = Counter(labels), Counter[str]()
    found = []
    for label in labels:
        nth[label] += 1
        found.append(label if alike[label] == 1 else f"{label} {nth[label]}")
    return found


def _options(field: Field, labels: list[str], key: str, default: Any, said: list[str]) -> tuple[Option, ...]:
    """The possible values, plus the empty one unless it means the same as one of them."""
    chosen = said[:1] if field.kind == "path" else said
    options = [
        Option(pick.value, label, pick.value in chosen, field.kind == "path" and label != pick.value)
        for pick, label in zip(field.picks, labels, strict=True)
    ]
    if field.kind == "number" and field.most - field.least < FEW and not field.measure:
        numbers = range(field.least, field.most + 1)
        options = [Option(str(number), str(number), str(number) in said) for number in numbers]
    may_be_blank = not field.required and str(default) not in [option.value for option in options]
    if options and field.kind in ("pick", "number") and may_be_blank and not key.startswith("pick-or-blank:"):
        options.insert(0, Option("", _("not said"), not any(said)))
    return tuple(options)


def _lists(field: Field, labels: list[str], said: list[str], blanks: bool) -> tuple[tuple[Option, ...], ...]:
    """One list per value: the n-th shows the n-th value given; with `blanks`, the n-th list as it was sent."""
    values = [value for value in said if value or blanks]
    count = field.most if blanks else min(max(field.most, len(values)), MOST_LISTS)
    picked = [*values, *[""] * count][:count]
    named = [(pick.value, label) for pick, label in zip(field.picks, labels, strict=True)]
    return tuple(tuple(Option(one, label, one == value) for one, label in named) for value in picked)
