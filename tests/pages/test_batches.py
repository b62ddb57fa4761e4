"""Batches of every rulebook: what a form tells of many units is what as many reports tell, or nothing at all."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.test import Client

import rules
from battles import handler, log, viewer
from battles.reports import Report
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Choice
from tests.cast import Cast
from tests.pages import midway
from tests.pages.conftest import Form, as_, forms


def has_batch(_battle: Battle, choices: Sequence[Choice]) -> bool:
    """Several units of a side have the same to tell."""
    bulks = [(one.side, one.command, one.bulk.label.singular) for one in choices if one.bulk and "unit" in one.given]
    return len(bulks) - len({*bulks}) > 1 or any(one.bulk and "unit" not in one.given for one in choices)


def batches(client: Client, stream: str) -> list[Form]:
    found = forms(client.get(f"/battles/{stream}/").content).forms
    return [form for form in found if "1/given" in form.fields and form.action.endswith("/batch/")]


def filled(form: Form) -> dict[str, list[str]]:
    """Every row with the first it offers."""
    sent = form.filled() | {"report": ["1"]}
    for key in {*form.fields, *form.offers}:
        row, _slash, name = key.partition("/")
        if row.isdigit() and ":" in name and not any(sent.get(key, [])):
            offers = [one for one in form.offers.get(key, []) if one]
            sent[key] = [offers[0] if offers else "1"]
    return sent


@pytest.mark.django_db
@pytest.mark.parametrize("key", sorted(rules.all_systems()))
def test_a_batch_is_its_reports_one_by_one_or_nothing(cast: Cast, key: str) -> None:
    table = midway.found(key, has_batch)
    one, other = midway.told(table, cast.bob, cast.carol), midway.told(table, cast.bob, cast.carol, nth=1)
    user = max((cast.bob, cast.carol), key=lambda user: len(batches(as_(user), one)))
    client = as_(user)
    form = batches(client, one)[0]
    before = log.head(one).position
    sent = filled(form)
    last = max(int(name.partition("/")[0]) for name in form.fields if name.endswith("/given"))
    wrong = sent | {f"{last}/given": ['{"unit":"nobody"}'], "rows": [str(n) for n in range(last + 1)]}
    refused = client.post(form.action, wrong)
    assert refused.status_code == 422, "one that is refused refuses all"
    assert "about: nobody" in refused.content.decode(), "and it says which"
    assert log.head(one).position == before

    assert client.post(form.action, sent).status_code == 302
    rows = log.read(one)[before:]
    told = [row for row in rows if row.command_type]
    assert len({row.command for row in told}) > 1
    who = Who(str(user.pk))
    for row in told:
        if not row.ordinal:
            handler.execute(other, [Report(row.command, row.command_type, row.command_data)], who, "api")
    assert [(row.type, row.data) for row in log.read(other)[before:]] == [(row.type, row.data) for row in rows]
    assert viewer.look(one, who).view == viewer.look(other, who).view
