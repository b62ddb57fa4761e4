"""What choices are made of, and small drawings for what people judge at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from rules.contract import Bulk, Choice, Drawing, Field, Limit, Measure, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .lookup import Named


def drawing(package: str | None, name: str, title: str, says: str) -> Drawing:
    """The file `drawings/NAME.svg` of a rulebook; `package` is its `__package__`, both texts are marked for
    translation."""
    assert package is not None
    svg = files(package).joinpath("drawings", f"{name}.svg").read_text(encoding="utf-8")
    return Drawing(svg.strip(), say(title), say(says))


def of_unit(
    unit: Named,
    command: str,
    label: Message,
    *fields: Field,
    given: Mapping[str, Any] | None = None,
    limits: tuple[Limit, ...] = (),
    readily: int = 1000,
    bulk: Bulk | None = None,
) -> Choice:
    """A report of this vehicle; `given`: values that are fixed besides."""
    return Choice(
        command=command,
        label=label,
        side=unit.side,
        given={"unit": unit.id, **(given or {})},
        fields=fields,
        limits=limits,
        readily=readily,
        bulk=bulk,
    )


def of_side(
    side: str, command: str, label: Message, *fields: Field, urgent: bool = False, readily: int = 1000, **given: Any
) -> Choice:
    """A report that a side makes in its own name; `given`: values that are fixed besides."""
    given = {"side": side, **given}
    return Choice(command=command, label=label, side=side, given=given, fields=fields, urgent=urgent, readily=readily)


def in_bulk(called: Message, **told: Any) -> Bulk:
    """A batch of such reports; `called`: what it is called for one unit and for %(n)d of them (`ngettext`, with 1);
    `told`: what it fills in."""
    return Bulk(called, told)


def of_units(
    units: Sequence[Named],
    command: str,
    one: str,
    several: str,
    *fields: Field,
    given: Mapping[str, Any] | None = None,
    limits: tuple[Limit, ...] = (),
    readily: int = 1000,
    bulk: Bulk | None = None,
    **values: str | int | Message,
) -> Iterator[Choice]:
    """The same report for any of these vehicles, which are of one side; nothing if there are none. `one` names the
    vehicle (%(unit)s), `several` leaves it to be picked."""
    if len(units) == 1:
        label = say(one, unit=units[0].name, **values)
        yield of_unit(units[0], command, label, *fields, given=given, limits=limits, readily=readily, bulk=bulk)
    elif units:
        unit = pick_field("unit", say(_("Vehicle")), unit_picks(units))
        yield Choice(
            command=command,
            label=say(several, **values),
            side=units[0].side,
            given=dict(given or {}),
            fields=(unit, *fields),
            limits=limits,
            readily=readily,
            bulk=bulk,
            of_one=say(one, **values),
        )


def pick_field(name: str, label: Message, picks: Iterable[Pick], required: bool = True) -> Field:
    """One of `picks`. A choice without picks should not be offered at all."""
    return Field(name=name, kind="pick", label=label, picks=tuple(picks), required=required)


def unit_picks(units: Iterable[Named]) -> tuple[Pick, ...]:
    return tuple(Pick(unit.id, verbatim(unit.name)) for unit in units)


def length_field(name: str, label: Message, least: int, most: int, measure: Measure, near: Iterable[int] = ()) -> Field:
    """A length in `measure`. `near`: lengths at which the ruling turns, besides the bounds."""
    return Field(
        name=name,
        kind="number",
        label=label,
        least=least,
        most=most,
        measure=measure,
        required=True,
        near=(least, most, *near),
    )
