"""Refusals of a rulebook: the rule, what is wrong, what would be right, and the field at fault."""

from __future__ import annotations

from rules.contract import Message, Refused


class Refusals:
    """Refusals of the rulebook of this `number`. "001" of "R17" cites "001 R17"."""

    def __init__(self, number: str) -> None:
        self.number = number

    def __call__(
        self,
        rule: str,
        field: str,
        text: Message,
        remedy: Message | None = None,
        code: str = "refused",
        fault: str = "",
        waivable: bool = False,
    ) -> Refused:
        """`rule` as in "R17"; `fault` and `waivable` are for faults of the forces."""
        return Refused(f"{self.number} {rule}", text, remedy, field=field, code=code, fault=fault, waivable=waivable)


def impossible(fact: str, text: Message, remedy: Message) -> Refused:
    """A declared state that no battle can be in; `fact` is the path of what is wrong ("units.alpha.damage")."""
    return Refused("declared", text, remedy, field=f"facts.{fact}")
