"""What the tests of mending pages do on a page, and read there."""

from __future__ import annotations

import re

from django.test import Client

from battles import handler, log
from rules.battle import Battle
from tests.pages.conftest import MOVED, Form, Table, forms

SHOT = "fire alpha-1 red-1 close=yes dice=2,5,6,6,1\n"


HIT = MOVED + SHOT + "reroll alpha-1\ndefend red-1 dice=1,2\n"


def state(table: Table) -> Battle:
    found: Battle = handler.state(table.battle)
    return found


def damage(table: Table, unit: str) -> int:
    return int(state(table).play.models[unit].damage)


def text(html: bytes) -> str:
    """What a reader sees, roughly: tags out, spaces one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.decode()))


def part(html: bytes, begin: str, end: str = "</section>") -> str:
    return html.decode().partition(begin)[2].partition(end)[0]


def bob_fires(table: Table, client: Client) -> int:
    """Bob's shot, from his own phone; where its report begins."""
    table.play(MOVED)
    form = forms(client.get(table.url).content).of("Fire", unit="alpha-1")
    client.post(f"{table.url}report/", form.filled(target="red-1", dice="2 5 6 6 1", close="yes"))
    return state(table).last


def correction(client: Client, table: Table, position: int, how: str = "change") -> tuple[str, bytes]:
    url = f"{table.url}correct/{position}/"
    page = client.get(f"{url}?how={how}")
    assert page.status_code == 200
    return url, page.content


def press(form: Form, step: str, **values: str | list[str]) -> dict[str, list[str]]:
    """What is sent by the button that shows what it changes ("look"), or that does it ("do")."""
    return form.filled(**values) | {"step": [step]}


def row_of(table: Table, type_: str) -> int:
    """Where the newest report of this type was told."""
    return max(row.position for row in log.read(table.battle) if row.command_type == type_)


def mending(html: bytes) -> Form:
    """The form in hand."""
    found = forms(html).forms
    return next(form for form in found if form.id == "mend")
