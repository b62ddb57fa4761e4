"""Find what a report names, and refuse it by rule, what is wrong, what would be right, and the field at fault; and the
round that comes next after rounds that were only reported by their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Protocol, TypeVar

import msgspec

from rules.contract import Choice, Command, Field, Message, Refused, Sentence, say, verbatim
from rules.contract import gettext_noop as _
from rules.messages import listed


class Named(Protocol):
    """A vehicle of a rulebook."""

    id: str
    side: str
    name: str


V = TypeVar("V", bound=Named)


def vehicle_of(units: Mapping[str, V], id: str, rule: str, field: str = "unit") -> V:
    """The vehicle of this id. Raises `Refused` if there is none."""
    if id not in units:
        raise Refused(
            rule,
            say(_("There is no vehicle “%(unit)s”."), unit=id),
            say(_("Vehicles: %(units)s."), units=listed(as_written(unit) for unit in units.values())),
            field=field,
            code="unknown",
        )
    return units[id]


def as_written(unit: Named) -> Message:
    """The id that a report has to write, and the vehicle's name."""
    return verbatim(unit.id if unit.name == unit.id else f"{unit.id} ({unit.name})")


def side_of(sides: Sequence[str], side: str, rule: str) -> str:
    """A side of the battle. Raises `Refused` (field "side") if it is none."""
    if side not in sides:
        raise Refused(
            rule,
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s."), sides=", ".join(sides)),
            field="side",
            code="unknown",
        )
    return side


def check_enemy(unit: Named, target: Named, rule: str, field: str) -> None:
    if target.side == unit.side:
        raise Refused(
            rule,
            say(_("%(target)s is a friend of %(unit)s."), target=target.name, unit=unit.name),
            _("Name an enemy."),
            field=field,
        )


class Refusals:
    """Refusals of the rulebook of this `number`. "001" of "R17" cites "001 R17"."""

    def __init__(self, number: str) -> None:
        self.number = number

    def __call__(
        self,
        rule: str,
        field: str,
        text: Sentence,
        remedy: Sentence | None = None,
        code: str = "refused",
        fault: str = "",
        waivable: bool = False,
    ) -> Refused:
        """`rule` as in "R17"; `fault` and `waivable` are for faults of the forces."""
        return Refused(f"{self.number} {rule}", text, remedy, field=field, code=code, fault=fault, waivable=waivable)


def impossible(fact: str, text: Sentence, remedy: Sentence) -> Refused:
    """A declared state that no battle can be in; `fact` is the path of what is wrong ("units.alpha.damage")."""
    return Refused("declared", text, remedy, field=f"facts.{fact}")


class DeclareRound(Command, frozen=True, kw_only=True):
    """Which round comes next, after rounds that were not reported shot by shot."""

    positional: ClassVar = ("round",)
    round: Annotated[int, msgspec.Meta(ge=1, le=99)]


def check_round(said: int, least: int, most: int, rule: str) -> None:
    """Raises `Refused` for a round that cannot come next; `rule` is cited whole: "001 R2"."""
    if not least <= said <= most:
        raise Refused(
            rule,
            say(_("Round %(round)s cannot come next."), round=said),
            say(_("Say a round from %(least)s to %(most)s."), least=least, most=most),
            field="round",
        )


def round_choice(side: str, least: int, most: int) -> Choice:
    """The choice for that report."""
    label = say(_("Round that comes next"))
    field = Field(name="round", kind="number", label=label, least=least, most=most, required=True, near=(most,))
    return Choice(command=DeclareRound.__name__, label=say(_("Play on by rounds")), side=side, fields=(field,))
