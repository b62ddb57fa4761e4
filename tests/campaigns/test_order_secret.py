"""The office shows an organiser, who may play, no more of an order than everybody knows: that there is one."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from campaigns.theatre import Deed
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.office import office_of, text
from tests.cast import Cast
from tests.where import ONCE

pytestmark = [pytest.mark.django_db, ONCE]


def test_the_log_as_it_is_stored_tells_no_order_from_another(cast: Cast) -> None:
    """Not even one that names no sector: what is empty is not sealed."""
    war = Campaigning(cast).begin().round()
    office = office_of(cast.alice)
    orders: tuple[tuple[Deed, str], ...] = (("hold", ""), ("move", "bury"))
    pages = []
    for do, to in orders:
        war.order("bears", do, to)
        head = war.head()
        page = text(office.get(reverse("admin:battles_logline_change", args=[f"{war.stream}:{head.position}"])))
        assert "An order: for its players alone." in page
        own = r"[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]*Z"
        pages.append(re.sub(own, "", page).replace(str(head.position), ""))
        listed = text(office.get(reverse("admin:battles_logline_changelist") + f"?stream={war.stream}"))
        assert "Ordered" in listed
        assert "sealed" not in page + listed
    assert pages[0] == pages[1]
