"""A replay shows, at every row of a log, what the API says of that row; and nothing that lies face down."""

from __future__ import annotations

import random
import re
from functools import cache
from html import unescape
from typing import Any

import pytest
from django.test import Client

import rules
from battles.pages import replay
from campaigns.models import User
from rules.player import advance
from rules.record import Table as Record
from tests.api.conftest import unlimited
from tests.cast import Cast
from tests.length import AT_LENGTH, in_soak, sampled
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.midway import told

__all__ = ["unlimited"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
REPORTS = 150 if AT_LENGTH else 15


@cache
def fought(key: str) -> Record:
    """The first random battle that is long enough. It is only read."""
    for seed in range(1000):
        chance = random.Random(seed)
        record = Record.open(rules.all_systems()[key].draft(chance.randrange))
        while len(record.entries) < REPORTS and not record.battle.outcome().over:
            advance(record, chance.randrange)
        if len(record.entries) == REPORTS:
            return record
    raise AssertionError(f"no battle of {key} is that long")


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def shown(html: str) -> dict[str, Any]:
    """What a frame says of its moment: score, units with status and facts, facts of the whole, and the board's
    counters."""
    units = {}
    for unit, body in re.findall(r'<details class="vehicle[^>]*data-unit="([^"]*)">(.*?)</details>', html, re.DOTALL):
        facts = [(text(label), text(value)) for label, value in FACT.findall(body)]
        status = re.search(r'<span class="status">(.*?)</span>', body, re.DOTALL)
        assert status is not None
        units[unescape(unit)] = (text(status[1]), facts)
    whole = re.search(r'<dl class="facts whole">(.*?)</dl>', html, re.DOTALL)
    counters = re.findall(r'<a class="counter side\d (\w+)[^>]*transform="translate\((\d+) (\d+)\)"', html)
    return {
        "units": units,
        "whole": [(text(label), text(value)) for label, value in FACT.findall(whole[1])] if whole else [],
        "counters": [state for state, _x, _y in counters],
    }


FACT = re.compile(r"<dt>(.*?)</dt><dd>(.*?)</dd>", re.DOTALL)


def said(value: Any) -> str:
    return " ".join(str({True: "yes", False: "no"}[value] if isinstance(value, bool) else value).split())


def stands(answer: dict[str, Any]) -> dict[str, Any]:
    """The same of an answer of the API."""
    units = {
        one["id"]: (said(one["status"]), [(said(fact["label"]), said(fact["value"])) for fact in one["facts"]])
        for one in answer["units"]
    }
    counters = [one["state"] for one in answer["grid"]["counters"]] if answer["grid"] else []
    whole = [(said(fact["label"]), said(fact["value"])) for fact in answer["facts"]]
    return {"units": units, "whole": whole, "counters": counters}


def frames(client: Client, stream: str, first: int, last: int) -> dict[int, str]:
    html = client.get(f"/battles/{stream}/replay/frames/?first={first}&last={last}").content.decode()
    found = re.findall(r'(<article class="frame".*?data-at="(\d+)".*?</article>)', html, re.DOTALL)
    return {int(at): one for one, at in found}


@pytest.mark.at_length
@pytest.mark.parametrize(
    "key",
    [
        *("modern_age", "panzer_strike"),
        *(
            pytest.param(
                key,
                marks=in_soak("tests/pages/test_replay.py::test_a_replay_shows_at_every_row_what_the_api_says_of_it"),
            )
            for key in rules.all_systems()
            if key not in ("modern_age", "panzer_strike")
        ),
    ],
)
@pytest.mark.only_on("sqlite")
def test_a_replay_shows_at_every_row_what_the_api_says_of_it(cast: Cast, key: str) -> None:
    stream = told(fought(key), cast.bob, cast.carol)
    head = as_(cast.bob).get(f"/api/v1/battles/{stream}/").json()["position"]
    moments = [(name, at) for name in ("bob", "") for at in range(1, head + 1)]
    asked = sampled(moments, met=lambda moment: ((moment[0], moment[1] // 4), moment[1] // 2))  # everywhere, by both
    for name, reader in {"bob": as_(cast.bob), "": Client()}.items():
        shots, first = dict[int, str](), 1
        while batch := frames(reader, stream, first, head):
            assert len(batch) <= replay.MOST_FRAMES
            shots, first = shots | batch, max(batch) + 1
        assert max(shots) == head
        for at in range(1, head + 1):
            if (name, at) not in asked or (at not in shots and at % 5):  # within a report, the page itself is asked
                continue
            html = shots.get(at) or reader.get(f"/battles/{stream}/replay/?at={at}").content.decode()
            answer = reader.get(f"/api/v1/battles/{stream}/state/?at={at}").json()
            assert shown(html) == stands(answer), at
            for side in answer["outcome"]["points"] if answer["outcome"] else ():
                assert f"{answer['outcome']['points'][side]} point" in text(html)


def test_rows_that_no_longer_count_can_be_looked_at_and_the_replay_goes_past_them(table: Table) -> None:
    table.play(MOVED)
    bob, fired = as_(table.cast.bob), table.head + 1
    table.play("fire alpha-1 red-1 dice=6,1,1,1,1 defence=1,1,1\n")
    answer = bob.get(f"/api/v1{table.url}").json()
    undo = next(mend for mend in answer["mends"] if mend["command"] == "Undo")
    table.play(f"undo position={undo['given']['position']} reason=misread\n")
    page = bob.get(f"{table.url}replay/?at={fired}").content.decode()
    assert "This report no longer counts" in page
    assert shown(page) == stands(bob.get(f"/api/v1{table.url}state/?at={fired}").json())
    stops = [int(one) for one in page.partition('data-stops="')[2].partition('"')[0].split()]
    assert re.findall("<h([1-6])", page)[:3] == ["1", "2", "3"], "no level is left out"
    assert fired not in stops
    assert stops[-1] == table.head
    assert stops == sorted(stops)
    assert shown(page) != shown(bob.get(f"{table.url}replay/?at={table.head}").content.decode())
    assert bob.get(f"{table.url}replay/?at={table.head + 1}").status_code == 404
    assert bob.get(f"{table.url}replay/frames/?first=no").status_code == 404


def test_links_lead_from_report_to_report_and_to_kills_without_a_script(table: Table) -> None:
    table.play(MOVED + "concede soviets\n")
    page = Client().get(f"{table.url}replay/").content.decode()
    assert 'data-number="1"' in page
    at = 1
    for _step in range(3):
        link = re.search(r'data-step="after" href="\?at=(\d+)"', page)
        assert link is not None
        assert int(link[1]) > at
        at = int(link[1])
        page = Client().get(f"{table.url}replay/?at={at}").content.decode()
    assert re.search(r'data-step="before" href="\?at=\d+"', page)
    last = Client().get(f"{table.url}replay/?at={table.head}").content.decode()
    assert 'data-step="after" role="link" aria-disabled="true" rel' in last  # it leads nowhere


def test_a_frame_is_told_once_and_a_table_that_members_keep_shows_none(cast: Cast) -> None:
    table = Table(cast, visibility="members")
    bob = as_(cast.bob)
    address = f"{table.url}replay/frames/?first=1&last=9"
    answer = bob.get(address)
    assert answer.status_code == 200
    assert "private" in answer["Cache-Control"]
    assert bob.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert as_(cast.carol).get(address)["ETag"] != answer["ETag"]
    table.play("deploy red-1\n")
    assert bob.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 200
    stranger = User.objects.create_user("eve")
    for path in ("replay/", "replay/frames/?first=1&last=9"):
        assert Client().get(f"{table.url}{path}").status_code == 404
        assert as_(stranger).get(f"{table.url}{path}").status_code == 404
