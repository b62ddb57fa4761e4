"""Sorts what may be reported: what everyone waits for, what one unit can do, and what is of no unit.

A page with the forms of all units is slow and long, so of many it shows those of one unit: the one that was tapped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from rules.contract import Choice, Command, Field, RuleSystem
from rules.stream.choices import about

MANY = 8  # choices that are shown all at once


class Offered(msgspec.Struct, frozen=True):
    """The choices to show now. `unit`: the one of which `own` are, "" for those of all units; `tapped`: it was asked
    for. `able`: the units that have any choice, shown or not."""

    unit: str
    urgent: tuple[Choice, ...]
    own: tuple[Choice, ...]
    others: tuple[Choice, ...]
    able: frozenset[str]
    tapped: bool = False

    @property
    def shown(self) -> list[Choice]:
        return [*self.urgent, *self.own, *self.others]


def own_words(system: RuleSystem) -> frozenset[str]:
    """The reports by which a side gives its own word, as to give up."""
    return frozenset(kind.__name__ for kind in system.commands if kind.own_word)


def offered(
    choices: Sequence[Choice],
    asked: str = "",
    typed: str = "",
    awaited: Collection[str] = (),
    last: Collection[str] = (),
) -> Offered:
    """Of many choices only those of one unit are shown: the one `typed` for, else the one `asked` for, else the first.
    Few are shown all together, unless a unit is asked for. A choice in which the unit is still to be picked is shown
    for the unit with that field filled in. Urgent ones, and those of no unit, are always shown. For who plays several
    sides, what an `awaited` one may report goes before what another may; reports of the kinds in `last` come after the
    others.
    """
    later = {one.side for one in choices} - {"", *awaited} if awaited else set()
    inclined = sorted(choices, key=lambda one: (one.side in later, one.command in last))
    choices = [as_one_form(choice) for choice in inclined]
    plain = [choice for choice in choices if not choice.urgent]
    own = [choice for choice in plain if given_unit(choice)]
    units = list(dict.fromkeys(unit for choice in (*own, *plain) for unit in units_of(choice)))
    tapped = next((one for one in (typed, asked) if one in units), "")
    unit = tapped
    if not unit and len(choices) > MANY and len(units) > 1:
        unit = units[0]
    if unit:
        own = [found for choice in plain if (found := about(choice, "unit", unit)) is not None]
    return Offered(
        unit=unit,
        urgent=tuple(choice for choice in choices if choice.urgent),
        own=tuple(own),
        others=tuple(choice for choice in plain if not (units_of(choice) if unit else given_unit(choice))),
        able=frozenset(unit for choice in choices for unit in units_of(choice)),
        tapped=bool(tapped),
    )


def units_of(choice: Choice) -> tuple[str, ...]:
    """The units a choice may be about: the one it is given, or those among which one is to be picked."""
    if given := given_unit(choice):
        return (given,)
    field = next((field for field in choice.fields if field.name == "unit" and field.kind == "pick"), None)
    return tuple(pick.value for pick in field.picks) if field is not None else ()


def given_unit(choice: Choice) -> str:
    """The unit a choice is given; "" for none."""
    unit = choice.given.get("unit")
    return unit if isinstance(unit, str) else ""


def silent(choices: Sequence[Choice], kinds: Mapping[str, type[Command]]) -> list[Choice]:
    """The choices in which units may still announce something where another one has: before the first die falls. Which
    reports are announced (`Command.opens`) the `kinds` of reports say."""
    opens = {one.command: kinds[one.command].opens for one in choices if one.command in kinds}
    begun = {(one.command, given_unit(one)) for one in choices if one.command in opens.values()}
    return [
        one
        for one in choices
        if any(command == opens.get(one.command) for command, _unit in begun)
        and (opens[one.command], given_unit(one)) not in begun
    ]


def as_shown(choice: Choice, unit: object) -> Choice:
    """The choice as a page shows it for a unit: with the unit filled in, where that is still to be picked."""
    return (about(choice, "unit", unit) or choice) if isinstance(unit, str) and unit else choice


def as_one_form(choice: Choice) -> Choice:
    """A choice that asks for the condition of one unit as the form that asks for that of every unit. Where all of them
    may be left out beside something else, they wait in the fold."""
    field = _of_units(choice)
    if field is None:
        return choice
    left = replace(field, by="", required=field.required and not field.by, ahead=not field.required)
    fields = tuple(left if one is field else one for one in choice.fields if one.name != field.by)
    return replace(choice, fields=fields)


def one_by_one(choice: Choice) -> list[Choice]:
    """A choice that asks for the condition of one unit once for each of them."""
    field = _of_units(choice)
    if field is None or not field.by:
        return [choice]
    return [found for unit in field.fields if (found := about(choice, field.by, unit.name)) is not None]


def _of_units(choice: Choice) -> Field | None:
    """The field of conditions, if it has one."""
    return next((field for field in choice.fields if field.kind == "data" and field.fields), None)
