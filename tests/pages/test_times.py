"""Moments on pages: by the club's clocks from the server, and no page has another way."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

from campaigns.models import User

ROOT = Path(__file__).resolve().parent.parent.parent
AT = "2026-05-01T17:00:00Z"
# What is left of the filters: a control that asks for a time, and the archive, a file without scripts.
ELSEWHERE = re.compile(r"date:'Y-m-d\\TH:i'|/archive/|DATE_FORMAT")


def shown(tag: str, **context: object) -> str:
    return Template(f"{{% load times %}}{{% {tag} %}}").render(Context(context))


@pytest.mark.parametrize(
    ("style", "language", "text"),
    [
        ("full", "en", "Friday, 1 May 2026, 19:00 CEST"),
        ("full", "de", "Freitag, 1. Mai 2026, 19:00 CEST"),
        ("meet", "en", "Friday, 1 May, 19:00 CEST"),
        ("log", "en", "1 May 2026, 19:00 CEST"),
        ("day", "de", "1. Mai 2026"),
        ("month", "en", "May 2026"),
    ],
)
def test_a_moment_by_the_clocks_of_the_club(style: str, language: str, text: str) -> None:
    with translation.override(language):
        made = shown("time_at at zone style", at=AT, zone="Europe/Berlin", style=style)
    assert made == f'<time datetime="{AT}" data-time="{style}">{text}</time>'


def test_a_moment_may_come_as_it_is() -> None:
    as_text = shown("time_at at", at=AT)
    assert as_text == shown("time_at at", at=datetime(2026, 5, 1, 17, tzinfo=UTC))
    assert as_text.endswith("17:00 UTC</time>")
    assert shown("time_at at", at="") == shown("time_at at", at=None) == ""


def test_a_day_is_that_day_in_every_zone() -> None:
    made = shown("time_at at zone 'long day'", at=date(2026, 5, 1), zone="Pacific/Auckland")
    assert made == '<time datetime="2026-05-01">1 May 2026</time>'


def test_mail_tells_a_moment_by_the_clocks_of_its_reader() -> None:
    tag = "text_time_at at zone 'full'"
    tokyo, nowhere = User(username="<b>", zone="Asia/Tokyo"), User(username="bob")
    assert shown(tag, at=AT, zone="Europe/Berlin", user=tokyo) == "Saturday, 2 May 2026, 02:00 JST"
    for user in (nowhere, None):
        assert shown(tag, at=AT, zone="Europe/Berlin", user=user) == "Friday, 1 May 2026, 19:00 CEST"
    assert shown(tag, at="", zone="Europe/Berlin") == ""
    american = User(username="carol", zone="America/New_York", clock="12")
    assert shown(tag, at=AT, user=american) == "Friday, 1 May 2026, 1:00 PM EDT"


def test_no_page_shows_a_moment_in_a_way_of_its_own() -> None:
    strange = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for floor in ("battles", "campaigns", "leagues")
        for path in (ROOT / floor / "templates").rglob("*.*")
        for found in re.finditer(
            r"\|(date|time|timeuntil|timesince|naturaltime)\b[^%}]*|<time [^>]*datetime", path.read_text()
        )
        if not ELSEWHERE.search(f"{path}{found[0]}")
    ]
    assert strange == []
