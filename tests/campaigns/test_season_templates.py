"""Season templates: what Leaguer brings along opens under every rulebook, and a file brings back what was saved."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import rules
from campaigns import campaign_opening, handler
from campaigns.models import Campaign
from campaigns.season_templates import file
from campaigns.season_templates.built_in import BUILT_IN, in_words
from campaigns.season_templates.template import SeasonTemplate, of, prepared
from rules.adjudicate import Who
from tests.cast import CampaignFactory, Cast

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", rules.all_systems())
@pytest.mark.parametrize("key", BUILT_IN)
def test_each_of_leaguers_own_opens_under_every_rulebook(cast: Cast, key: str, system: str) -> None:
    desk = prepared(in_words(BUILT_IN[key]), cast.club, "Autumn", system)
    assert campaign_opening.faults(desk) == ()
    desk.save()
    handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "page")
    season, _told, _rows = handler.replay(str(desk.pk))
    assert season.opened.terms.items() >= BUILT_IN[key].terms.items()
    assert (season.opened.theatre is not None) == bool(BUILT_IN[key].made_up)


def test_a_map_is_made_up_anew_for_each_campaign_and_once_for_each_seed(cast: Cast) -> None:
    war = BUILT_IN["war"]
    maps = [prepared(war, cast.club, "War", "tanks", seed).map for seed in ("one", "two", "one", "", "")]
    assert maps[0] == maps[2] != maps[1]
    assert maps[3] != maps[4]


@pytest.mark.parametrize("opened", [False, True])
def test_a_campaign_is_saved_sent_and_prepared_again(cast: Cast, opened: bool) -> None:
    desk = prepared(BUILT_IN["war"], cast.club, "War", "panzer_strike", "one")
    desk.win, desk.breakers = 7, ["wins", "lots"]
    desk.terms["retreat_hours"] = 5
    desk.save()
    if opened:
        handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "page")
    again = prepared(file.read(file.written(of(desk))), cast.club, "Again", "tanks")
    assert (again.system, again.win, again.breakers, again.sides) == ("panzer_strike", 7, ["wins", "lots"], desk.sides)
    assert again.terms["retreat_hours"] == 5
    assert campaign_opening.opened(again).theatre == campaign_opening.opened(desk).theatre


def test_terms_of_a_map_are_left_out_where_there_is_none(cast: Cast) -> None:
    template = SeasonTemplate(name="x", terms={"retreat_hours": 5, "round_days": 3})
    assert prepared(template, cast.club, "X", "tanks").terms == {"round_days": 3}


def a_file(**changes: Any) -> bytes:
    template = {"name": "Autumn"} | changes
    return json.dumps({"format": file.FORMAT, "template": template}).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no season template"),
        (b"\xff\xfe", "no season template"),
        (b"[]", "no season template"),
        (b'{"format": "leaguer-season-template-1"}', "no season template"),
        (a_file().replace(b"-1", b"-2"), "leaguer-season-template-2"),
        (a_file(name=7), "template"),
        (a_file(name="x" * 81), "longer than 80"),
        (a_file(system="chess"), "chess"),
        (a_file(purse=7), "purse"),
        (a_file(scoring={"wins": 3}), "scoring.wins"),
        (a_file(scoring={"win": -1}), "out of range"),
        (a_file(confirm_within=10**12), "out of range"),
        (a_file(made_up=14), "two sides"),
        (a_file(made_up=10**9, sides={"a": "A", "b": "B"}), "at most 500"),
        (a_file(made_up=-1, sides={"a": "A", "b": "B"}), "at most 500"),
        (b" " * (file.MOST_BYTES + 1), "larger than 200 kB"),
    ],
)
def test_what_is_no_template_hears_why(content: bytes, said: str) -> None:
    with pytest.raises(file.Unreadable, match=said):
        file.read(content)


def test_what_the_rules_refuse_is_refused_by_the_rules(cast: Cast) -> None:
    """A file that can be read, and by which no campaign can be opened."""
    template = file.read(a_file(terms={"round_days": -3}))
    faults = campaign_opening.faults(prepared(template, cast.club, "X", "tanks"))
    assert [(fault.field, str(fault.remedy)) for fault in faults]


def test_a_clone_is_what_its_template_prepares(cast: Cast) -> None:
    desk = CampaignFactory.create(club=cast.club, system="tanks", terms={"purse": 12})
    handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "page")
    fields = [
        field.name for field in Campaign._meta.concrete_fields if field.name not in ("id", "stream", "visibility")
    ]
    made = prepared(of(desk), desk.club, desk.name, desk.system)
    assert [getattr(made, name) for name in fields if name not in ("options", "terms")] == [
        getattr(desk, name) for name in fields if name not in ("options", "terms")
    ]
    assert made.terms["purse"] == 12
    assert msgspec.to_builtins(of(made))["terms"] == made.terms
