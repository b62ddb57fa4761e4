"""An example report for the demo: a shot that is legal in its battle now."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from uuid import uuid4

from battles.viewer import look
from campaigns.demo.load import ALPHA_66
from campaigns.models import User
from rules.adjudicate import Who
from rules.contract import Choice, Field


class Example(NamedTuple):
    """A player, and the type and data of a command they may report."""

    username: str
    type: str
    data: dict[str, Any]


def example() -> Example | None:
    """A shot that Bob or Carol may report now, or else anything they may; None if there is nothing."""
    found: list[Example] = []
    for user in User.objects.filter(username__in=("bob", "carol")).order_by("username"):
        for choice in look(str(ALPHA_66), Who(str(user.pk))).choices:
            if all(_can_fill(field) for field in choice.fields):
                found.append(Example(user.username, choice.command, _filled(choice)))
    return min(found, key=lambda one: (one.type != "Fire", one.type == "Concede"), default=None)


def _can_fill(field: Field) -> bool:
    return not field.required or field.kind in ("pick", "number", "flag")


def _filled(choice: Choice) -> dict[str, Any]:
    """The choice, with the first possible value in each required field. Dice are left to Leaguer."""
    data = dict(choice.given)
    for field in choice.fields:
        if field.required:
            data[field.name] = _first(field)
    return data


def _first(field: Field) -> str | int | bool:
    match field.kind:
        case "pick":
            return field.picks[0].value
        case "number":
            return field.least
        case _:
            return True


def curl(address: str, one: Example, password: str) -> str:
    """The line to type in. Its report has its own id, so that it counts once if it is sent twice."""
    login = json.dumps({"username": one.username, "password": password})
    report = json.dumps({"id": str(uuid4()), "type": one.type, "data": one.data})
    as_json = "-H 'Content-Type: application/json'"
    token = f"""$(curl -s {address}/api/v1/token/ {as_json} -d '{login}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')"""
    return (
        f'curl -s {address}/api/v1/battles/{ALPHA_66}/commands/ -H "Authorization: Token {token}" \\\n'
        f"  {as_json} -d '{report}'"
    )
