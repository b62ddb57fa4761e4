"""Refusals of this rulebook: the rule, what is wrong, what would be right, the field at fault."""

from __future__ import annotations

from rules.contract import Message, Refused

from .tables import rule


def refused(
    number: str,
    field: str,
    text: Message,
    remedy: Message,
    code: str = "refused",
    fault: str = "",
    waivable: bool = False,
) -> Refused:
    """`number` as in "R17"; `fault` and `waivable` of faults of the forces."""
    return Refused(rule(number), text, remedy, field=field, code=code, fault=fault, waivable=waivable)


def impossible(fact: str, text: Message, remedy: Message) -> Refused:
    """A declared state no battle can be in; `fact` is the path of what is wrong ("units.alpha.ram")."""
    return Refused("declared", text, remedy, field=f"facts.{fact}")
