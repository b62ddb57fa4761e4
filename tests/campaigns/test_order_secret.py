"""Rows and the office show an organiser, who may play, no more of an order than everybody knows: that there is one."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from battles import log
from campaigns.theatre import Deed
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.office import office_of, text
from tests.cast import Cast

pytestmark = pytest.mark.django_db
# What every row has of its own, whatever it tells: digests, ids, moments.
OWN = r"[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]*Z"


def test_a_row_without_its_sealed_values_tells_no_order_from_another(cast: Cast) -> None:
    """An export without them, or the table itself: who stays names a sector as who goes does, also in reserve."""
    war = Campaigning(cast).begin().put(boars="reserve").round()
    told: dict[str, set[str]] = {}
    orders: tuple[tuple[str, Deed, str], ...] = (
        ("bears", "hold", "alton"),
        ("bears", "entrench", "alton"),
        ("bears", "attack", "clay"),
        ("bears", "support", "dunes"),
        ("boars", "hold", "reserve"),
        ("boars", "move", "alton"),
    )
    for platoon, do, to in orders:
        war.order(platoon, do, to)
        line = list(log.export_lines(war.stream))[-1]
        told.setdefault(platoon, set()).add(re.sub(OWN, "", line).replace(str(war.head().position), ""))
        assert "alton" not in line
        assert line.count("sealed") == 4
    assert {platoon: len(lines) for platoon, lines in told.items()} == {"bears": 1, "boars": 1}


def test_the_log_as_it_is_stored_tells_no_order_from_another(cast: Cast) -> None:
    war = Campaigning(cast).begin().round()
    office = office_of(cast.alice)
    orders: tuple[tuple[Deed, str], ...] = (("hold", "alton"), ("move", "bury"))
    pages = []
    for do, to in orders:
        war.order("bears", do, to)
        head = war.head()
        page = text(office.get(reverse("admin:battles_logline_change", args=[f"{war.stream}:{head.position}"])))
        assert page.count("sealed") == 4
        pages.append(re.sub(OWN, "", page).replace(str(head.position), ""))
        listed = text(office.get(reverse("admin:battles_logline_changelist") + f"?stream={war.stream}"))
        assert "Ordered" in listed
        assert "sealed" not in listed
    assert pages[0] == pages[1]
