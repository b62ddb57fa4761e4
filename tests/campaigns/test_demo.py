"""manage.py demo: loaded once, through the doors, and a shot to log that is legal when it is printed."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings

from battles import log
from battles.models import LogLine, Sheet
from campaigns.demo import load
from campaigns.models import CampaignSheet, Club, Fixture, Standing, User, Vehicle
from rules.contract import Refused
from tests.length import in_soak

pytestmark = pytest.mark.django_db
# What of the league is the same for everyone is told there.
LEAGUE = in_soak(
    "tests/campaigns/test_demo.py::test_it_is_the_same_for_everyone_and_production_takes_force_and_makes_passwords_up",
    "tests/leagues/test_league_demo.py::test_its_first_season_is_over_and_its_second_is_the_demos_campaign",
)


def demo(*options: str) -> str:
    said = StringIO()
    call_command("demo", "--address", "http://leaguer.example/", *options, stdout=said)
    return said.getvalue()


def everything() -> list[object]:
    models = (LogLine, User, Club, Sheet, CampaignSheet, Standing, Vehicle, Fixture)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


@pytest.mark.parametrize("besides", ["nothing", pytest.param("a league", marks=LEAGUE)])
def test_it_is_the_same_for_everyone_and_production_takes_force_and_makes_passwords_up(
    besides: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the people, who have accounts of their own wherever it is loaded."""
    if besides == "nothing":
        monkeypatch.setattr(load, "BESIDES", [])

    def told() -> list[list[Any]]:
        vehicles = Vehicle.objects.order_by("pk").values("vehicle", "status", "condition", "crew", "bays")
        return [list(vehicles), list(LogLine.objects.order_by("pk").values_list("stream", "position", "type"))]

    with transaction.atomic():
        demo()
        once = told()
        transaction.set_rollback(True)
    with override_settings(PRODUCTION=True):
        with pytest.raises(CommandError, match="--force"):
            demo()
        assert not User.objects.exists()
        said = demo("--force")
        password = re.findall(r"alice \(organiser\), password: (\S+)", said)[0]
        assert User.objects.get(username="alice").check_password(password)
        assert "leaguer at dusk" not in said
        assert "password" not in demo("--force")
    assert told() == once


def test_nothing_stays_of_a_demo_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "BESIDES", [])  # which is of the same transaction
    monkeypatch.setattr(load, "ALPHA_66", load.AMBUSH)  # two battles of one id
    with pytest.raises(Refused):
        demo()
    assert everything() == [[]] * 8
    assert not list(log.streams())
