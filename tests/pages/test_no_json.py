"""What a person reads on the pages of a battle, or finds filled in, is nothing that only programs read."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

import pytest
from django.test import Client

from battles import handler
from rules.battle import Battle
from tests.cast import Cast
from tests.length import AT_LENGTH, in_soak
from tests.pages import midway
from tests.pages.conftest import as_
from tests.pages.test_depths import begun, mustered
from tests.pages.test_one_screen import Midway

pytestmark = pytest.mark.django_db
FOR_PROGRAMS = re.compile(
    r'<section aria-labelledby="programs">.*?</section>|<script.*?</script>|<style.*?</style>', re.S
)
FILLED_IN = re.compile(r'<input(?![^>]*type="(?:hidden|radio|checkbox)")[^>]*? value="([^"]*)"')
JSON = re.compile(r'\[\[|\[\]|\{"|\[\{')
CORRECTED = 8 if AT_LENGTH else 3  # reports, each of another type


def found_on(client: Client, url: str) -> list[str]:
    """JSON among what the page shows in words, and what its controls hold."""
    answer = client.get(url)
    assert answer.status_code == 200, url
    page = FOR_PROGRAMS.sub("", answer.content.decode())
    shown = [re.sub(r"<[^>]*>", " ", page), *FILLED_IN.findall(page)]
    texts = [html.unescape(text) for text in shown]
    found = [(text, one.start()) for text in texts for one in JSON.finditer(text)]
    return [f"{url}: {text[max(0, at - 40) : at + 60].strip()}" for text, at in found]


def one_of_each_model(state: Battle) -> list[str]:
    return [*{unit.model: unit.id for unit in state.muster.units}.values()]


@pytest.mark.at_length
@pytest.mark.parametrize(
    "key",
    [
        *("modern_age", "panzer_strike"),
        *(
            pytest.param(key, marks=in_soak("tests/pages/test_no_json.py::test_no_page_of_a_battle_shows_json"))
            for key in ("fluid_time", "tanks")
        ),
    ],
)
def test_no_page_of_a_battle_shows_json(cast: Cast, key: str) -> None:
    battle = Midway(cast, key)
    state = handler.state(battle.stream)
    units = [unit.id for unit in state.muster.units]
    few = units if AT_LENGTH else units[::16]
    told = {row.command_type: row.position for row in handler.replay(battle.stream)[2] if row.position > 1}
    pages = [
        "",
        *(f"?unit={quote(unit)}" for unit in few),
        *("log/", "record/", "dice/", "script/", "replay/", "after-action/", "declare/"),
        *(f"declare/?of={quote(unit)}" for unit in (units if AT_LENGTH else one_of_each_model(state))),
        *(f"correct/{position}/" for position in list(told.values())[-CORRECTED:]),
        *(f"why/?of=units.{quote(unit)}.status" for unit in few),
    ]
    client = as_(battle.mover)
    assert [one for page in pages for one in found_on(client, battle.url + page)] == []


@pytest.mark.parametrize(
    "key",
    [
        *("fluid_time", "tanks"),
        *(
            pytest.param(
                key, marks=in_soak("tests/pages/test_no_json.py::test_a_reported_condition_is_corrected_by_its_form")
            )
            for key in ("modern_age", "panzer_strike")
        ),
    ],
)
def test_a_reported_condition_is_corrected_by_its_form(cast: Cast, key: str) -> None:
    """And not by a line with JSON in it."""
    stream = begun(cast, key)
    url, client = f"/battles/{stream}/", as_(cast.bob)
    table = mustered(key)
    fit = {unit.id: dict(unit.condition) for unit in table.battle.outcome().units}
    unit = next(iter(fit))
    winner = list(table.battle.muster.sides)[-1]
    midway.tell(
        stream,
        ("ChangeDepth", {"depth": "status"}),
        ("ReportStatus", {"unit": unit, "condition": fit[unit]}),
        ("ChangeDepth", {"depth": "result"}),
        ("ReportResult", {"winner": winner, "conditions": fit}),
    )
    rows = {row.command_type: row.position for row in handler.replay(stream)[2]}
    for kind in ("ReportStatus", "ReportResult"):
        page = f"correct/{rows[kind]}/"
        assert found_on(client, url + page) == []
        assert f'name="type" value="{kind}"' in client.get(url + page).content.decode()
    for page in ("", "log/", "record/", "replay/", "after-action/"):
        assert found_on(client, url + page) == []
