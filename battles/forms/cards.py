"""Each choice of a stream as a card with a form. It knows no rulebook and no season: their commands are told it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

import msgspec
from msgspec.structs import replace

from battles import kept
from battles.forms import form_data, moments
from battles.forms.control import Control
from battles.forms.controls import Page, controls
from battles.forms.form_data import Typed
from battles.forms.made_keys import in_this_form
from battles.forms.shapes import is_composed, shape_of
from battles.reports import Report
from battles.sentences import words
from battles.tape import as_read
from rules.contract import Choice, Command, Field, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.stream.choices import LEAGUER
from rules.stream.fields import default_of
from rules.upkeep import Flaw

SIMPLE = frozenset({"pick", "picks", "path", "number", "flag", "dice", "text"})
CONTROLS: kept.Kept[tuple[Control, ...]] = kept.Kept(2_000, len)  # of forms as they begin


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
    help: str = ""
    heeded: tuple[str, ...] = ()  # faults its platoon would stand with, as this form has shown them
    opens: bool = False  # whether the same unit then goes on with another command, in the same go
    made_of: bytes = b""  # stands for all that its controls are made of; empty where they are not kept

    @property
    def first(self) -> list[Control]:
        return [control for control in self.controls if not control.later]

    @property
    def later(self) -> list[Control]:
        return [control for control in self.controls if control.later]

    @property
    def adds_up(self) -> bool:
        """Whether what is picked costs points."""
        return any(control.adds_up for control in self.controls)

    @property
    def costs(self) -> int:
        """The points of all that is picked so far."""
        return sum(control.costs for control in self.controls)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to fill in but dice, which are asked for when they fall."""
        return not any(control.field.kind != "dice" and control.field.name != LEAGUER for control in self.first)

    @property
    def asks_dice(self) -> bool:
        """Whether dice are sure to fall, so that filling it in is not yet the report."""
        return any(field.kind == "dice" and field.least and not field.ahead for field in self.choice.fields)

    @property
    def is_roll_call(self) -> bool:
        """Whether it asks for the condition of units: then it is a report or several, and nothing is asked after it."""
        return any(control.shape == "states" for control in self.controls)

    @property
    def depends(self) -> bool:
        """Whether what can be picked depends on what is picked before."""
        return any(map(_depends, self.choice.fields))

    @property
    def later_open(self) -> bool:
        return any(control.any_value for control in self.later)


def _depends(field: Field) -> bool:
    return any(pick.beside for pick in field.picks) or any(map(_depends, field.fields))


def deal(
    choices: Sequence[Choice],
    commands: Mapping[str, type[Command]],
    typed: Typed | None = None,
    faults: Sequence[Refused] = (),
    waiting_for: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    people: Mapping[str, str] | None = None,
    warnings: Sequence[Flaw] = (),
    example: Callable[[type[Command], str], str] | None = None,
    begin: int = 1,
    uploads: bool = False,
) -> list[Card]:
    """The cards of `choices`, urgent ones first; what was `typed` is shown in its card again, with its faults.

    One card is open: the one typed in, else the first, if everyone waits for its side. `commands`: those of the stream,
    by name. `names`: for ids. `people`: who may be named beside those a choice lists. `warnings`: faults that are let
    stand if the form is sent again. `example`: of a command's field of many parts. `begin`: the number of the first;
    the ids of their controls have it. `uploads`: whether the page takes files.
    """
    names = {**(names or {}), **(people or {})}
    named = kept.key_of(names, people)
    faults = [in_this_form(fault, typed.fields, typed.id) for fault in faults] if typed else faults
    if typed and any(fault.code == "reused" for fault in faults):
        typed = typed.with_new_ids()
    mine = next((choice for choice in choices if typed and is_of(typed, choice)), None)
    ordered = sorted(choices, key=lambda choice: not choice.urgent)
    cards = []
    for number, (choice, apart) in enumerate(zip(ordered, _told_apart(ordered, names), strict=True), begin):
        again = typed if choice is mine else None
        is_open = again is not None or (number == begin and mine is None and choice.side in waiting_for)
        command, found = commands[choice.command], faults if again else ()
        ours = any(field.name == LEAGUER for field in choice.fields)
        page = Page(again, found, names, people or {}, ours, _examples(command, example), uploads)
        card = _card(number, choice, command, page, is_open, named)
        heeded = tuple(flaw.key for flaw in warnings) if again else ()
        cards.append(msgspec.structs.replace(card, apart=apart, heeded=heeded))
    return cards


def _examples(command: type[Command], example: Callable[[type[Command], str], str] | None) -> Callable[[Field], str]:
    return lambda field: example(command, field.name) if example and field.kind == "data" else ""


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
    return shape_of(field, field.name, default_of(command, field.name))[0]


def is_dealt(cards: Iterable[Card]) -> bool:
    """Whether what was typed found its card: its choice is still there."""
    return any(card.typed for card in cards)


def is_of(typed: Typed, choice: Choice) -> bool:
    """Whether what was typed was typed into the form of this choice."""
    given = msgspec.to_builtins(choice.given)
    fields = {field.name: field for field in choice.fields}
    return choice.command == typed.type and given == typed.given and all(_takes(fields, key) for key in typed.fields)


def _takes(fields: Mapping[str, Field], key: str) -> bool:
    kind, _colon, path = key.partition(":")
    field = fields.get(path.partition(".")[0].partition("#")[0])
    return field is not None and (is_composed(field) or kind in ("was", *_kinds(field)))


def report(typed: Typed, choices: Sequence[Choice]) -> Report:
    """The report that a form of one of these choices makes. `Refused` for what cannot be read, or is left out."""
    told = form_data.report(typed)
    if mine := next((one for one in choices if is_of(typed, one)), None):
        at_once(left_out(mine, typed, msgspec.json.decode(told.data)))
    return told


def left_out(choice: Choice, typed: Typed, data: Mapping[str, Any]) -> Iterator[Refused]:
    """What the form of a choice asks for and does not say, and house rules out of their bounds, which the rules only
    tell of all of them together: by field, so that each is told where it stands."""
    for field in choice.fields:
        yield from _left_out(field, data, field.name)


def _left_out(field: Field, data: Mapping[str, Any], path: str) -> Iterator[Refused]:
    """Of one field of an object, `data`."""
    said = data.get(field.name, None if field.kind != "flag" else False)
    asked = field.required and not field.made_of and field.kind != "dice"
    if field.kind == "keyed" and 0 < len(field.picks) <= field.least:  # all of them are asked for
        for key in (pick.value for pick in field.picks):
            told = (said or {}).get(key) or ({} if field.fields[0].kind == "group" else None)
            yield from _left_out(replace(field.fields[0], name=key), {key: told}, f"{path}.{key}")
    elif (asked and said is None) or (field.least and said == []):
        yield _unfilled(field, path)
    elif field.kind == "number" and field.stays and said is not None and not field.least <= said <= field.most:
        wrong = say(_("Option “%(name)s” cannot be %(value)s."), name=field.label, value=said)
        bounds = say(_("a number from %(least)s to %(most)s"), least=field.least, most=field.most)
        yield Refused("form", wrong, say(_("It takes %(what)s."), what=bounds), field=path, code="malformed")
    elif field.kind == "group" and isinstance(said, dict):
        for part in field.fields:  # what stays is told whole, or not at all
            asked_for = replace(part, required=True) if field.stays else part
            yield from _left_out(asked_for, said, f"{path}.{part.name}")
    elif field.kind == "rows" and isinstance(said, list):
        for n, row in enumerate(said):
            missing = (part for part in field.fields if part.required and part.name not in row)
            yield from (_unfilled(part, f"{path}.{n}.{part.name}") for part in missing)


def _unfilled(field: Field, path: str) -> Refused:
    wrong = say(_("“%(field)s” is not filled in."), field=field.label)
    return Refused("form", wrong, _("Fill it in, and send it again."), field=path, code="malformed")


def _kinds(field: Field) -> tuple[str, ...]:
    if field.made_of:
        return (f"made-{field.made_of}",)
    match field.kind:
        case "pick":
            return "pick", "pick-or-blank"
        case "picks" if field.ordered:
            return "rank", "rank-or-none"
        case "picks":
            return "picks", "picks-or-none"
        case "person":
            return ("pick",)
        case "people":
            return ("picks",)
        case "moment":
            return tuple(moments.kind_of(field, plain) for plain in ("moment", "moment-or-none"))
        case "dice":
            return "dice", "large-dice", "shown-dice", "some-shown-dice"
        case "text":
            return "text", "lines", "lines-or-none"
        case "flag":
            return "flag", "some-flag"
        case "number" if field.measure:
            return (f"length-{field.measure}",)
        case kind:
            return (kind,)


def _card(number: int, choice: Choice, command: type[Command], page: Page, is_open: bool, named: bytes) -> Card:
    fields = {field.name for field in choice.fields}
    made_of = _made_of(number, choice, command, page, named)

    def made() -> tuple[Control, ...]:
        return controls(page, choice.fields, f"c{number}", lambda name: default_of(command, name))

    typed, names = page.typed, page.names
    reused = any(fault.code == "reused" for fault in page.faults)
    return Card(
        number=number,
        report=typed.id if typed and not reused else str(uuid4()),
        choice=choice,
        label=words(choice.label, names),
        side=names.get(choice.side, choice.side),
        given=msgspec.json.encode(choice.given, order="deterministic").decode(),
        controls=CONTROLS.get(made_of, made) if made_of else made(),
        open=is_open,
        typed=typed is not None,
        faults=tuple(fault for fault in page.faults if _field_of(fault) not in fields),
        help=words(choice.help, names) if choice.help else "",
        opens=bool(command.opens),
        made_of=made_of,
    )


def _made_of(number: int, choice: Choice, command: type[Command], page: Page, named: bytes) -> bytes:
    """The key of the controls of a form that nobody has filled in; empty for one that has ids, examples or objects of
    its own."""
    if page.typed is not None or page.faults or not all(map(_is_simple, choice.fields)):
        return b""
    kind = (command.__module__, command.__qualname__)
    return kept.key_of(kind, choice.fields, number, named, page.ours, page.uploads, as_read())


def _is_simple(field: Field) -> bool:
    return field.kind in SIMPLE and not (field.fields or field.made_of or field.of_faults or field.stays)


def _field_of(fault: Refused) -> str:
    """The field a refusal is about: "conditions" of "conditions.t64-1", "cancels" of "cancels[2]"."""
    return fault.field.partition(".")[0].partition("[")[0]
