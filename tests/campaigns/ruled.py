"""Rulings of an organiser in the office, as tests make them: opened by their form, previewed, done."""

from __future__ import annotations

from typing import Any

from django.test import Client

from campaigns import clerk, handler
from campaigns.admin.ruling.views import rule_url
from campaigns.season import Season as State
from campaigns.season.rounds import OpenRound
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm


def state(season: Season) -> State:
    return handler.replay(season.stream)[0]


def at(client: Client, season: Season, act: str, subject: str = "") -> AtForm:
    return AtForm(client, rule_url(season.stream, act, subject))


def ruled(form: AtForm, **said: Any) -> AtForm:
    """Previewed, then done."""
    preview = form.fill(**said).press("look")
    assert preview.status_code == 200, (form.read, preview.context["form"].errors)
    assert form.press("do").status_code == 302, form.read
    return form


def begun(season: Season) -> Season:
    """A first round in which the bears meet the cats."""
    season.begin()
    season.report(season.organiser, OpenRound(deadline="2030-01-01T20:00:00Z", method="everyone"))
    return season


def damaged(season: Season, **terms: Any) -> Season:
    """A round under way, and a battle beside it in which the bears' first was hit."""
    season.desk.terms = {"purse": 10} | terms
    season.desk.save()
    begun(season)
    battle = season.muster()
    season.shoot(battle, "cats-1", "bears-1")
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    return season
