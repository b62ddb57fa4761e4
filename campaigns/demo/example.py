"""A shot to log by hand: one that is legal in the demo's battle at this moment."""

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
    """Who may report what: a type and the data of a command."""

    username: str
    type: str
    data: dict[str, Any]


def example() -> Example | None:
    """A shot that Bob or Carol may report now; else anything one of them may; None when there is nothing."""
    found: list[Example] = []
    for user in User.objects.filter(username__in=("bob", "carol")).order_by("username"):
        for choice in look(str(ALPHA_66), Who(str(user.pk))).choices:
            if all(_can_fill(field) for field in choice.fields):
                found.append(Example(user.username, choice.command, _filled(choice)))
    return min(found, key=lambda one: (one.type != "Fire", one.type == "Concede"), default=None)


def _can_fill(field: Field) -> bool:
    return not field.required or field.kind in ("pick", "number", "flag")


def _filled(choice: Choice) -> dict[str, Any]:
    """The choice completed with the first of what each required field takes; dice are left to Leaguer."""
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
    """The line to type in. Its report has an id of its own: sent twice, it counts once."""
    login = json.dumps({"username": one.username, "password": password})
    report = json.dumps({"id": str(uuid4()), "type": one.type, "data": one.data})
    as_json = "-H 'Content-Type: application/json'"
    token = f"""$(curl -s {address}/api/v1/token/ {as_json} -d '{login}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')"""
    return (
        f'curl -s {address}/api/v1/battles/{ALPHA_66}/commands/ -H "Authorization: Token {token}" \\\n'
        f"  {as_json} -d '{report}'"
    )
