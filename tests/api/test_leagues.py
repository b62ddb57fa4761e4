"""A league by the API: founded, read, told, and its people by the names that a reader may know."""

from __future__ import annotations

import csv
from typing import Any
from uuid import uuid4

import pytest

from campaigns import clerk
from campaigns.models import Campaign, Club
from leagues.league.players import SetProfile
from leagues.league.values import Division
from leagues.models import League
from tests.api.conftest import Caller, problem, report, said
from tests.api.shared_league import There, cast, laid_at_first, season, there, years
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.leagues.conftest import Years

__all__ = ["cast", "season", "there", "years"]  # fixtures
pytestmark = pytest.mark.django_db


def fought(cast: Cast) -> There:
    """Two divisions; the campaign is the first season of the upper one, with one battle fought."""
    season = Season(cast).begin()
    years = Years(cast, Division(key="premier", name="Premier"), Division(key="second", name="Second"))
    years.add(season, division="premier", title="Spring")
    season.fight()
    clerk.sweep()
    return years, season


at_first = laid_at_first(fought)


def test_an_organiser_founds_one_once(people: dict[str, Caller], cast: Cast) -> None:
    wanted = {"id": str(uuid4()), "name": "Fen league", "short": "fen", "divisions": [{"key": "a", "name": "A"}]}
    first = people["alice"].post("leagues/", wanted | {"terms": {"settled_after": 8}})
    assert (first.status_code, said(first)["terms"]["settled_after"]) == (201, 8)
    again = people["alice"].post("leagues/", wanted)
    assert said(again)["digest"] == said(first)["digest"]
    problem(people["alice"].post("leagues/", wanted | {"short": "other"}), 422, "reused")
    taken = problem(people["alice"].post("leagues/", {"name": "Fen", "short": "fen"}), 422, "refused")
    assert taken["field"] == "short"
    problem(people["bob"].post("leagues/", wanted), 403, "not-yours")
    wrong = {"name": "Third", "short": "third", "terms": {"luck": True}}
    assert problem(people["alice"].post("leagues/", wrong), 422, "refused")["field"] == "terms"
    assert League.objects.exclude(slug="long").count() == 1
    Club.objects.create(name="Second club", slug="second").organisers.add(cast.alice)
    assert problem(people["alice"].post("leagues/", {"name": "Fen", "short": "f"}), 400, "malformed")["field"] == "club"


def test_it_is_read_whole(people: dict[str, Caller], years: Years, season: Season, cast: Cast) -> None:
    bob, carol = str(cast.bob.pk), str(cast.carol.pk)
    (line,) = said(people["anonymous"].get("leagues/"))["leagues"]
    assert (line["id"], line["players"], line["season"]) == (years.stream, 2, 1)
    league = said(people["anonymous"].get(f"leagues/{years.stream}/"))
    assert [one["key"] for one in league["divisions"]] == ["premier", "second"]
    (spring,) = league["seasons"]
    assert (spring["title"], spring["campaigns"][0]["id"], league["may"]) == ("Spring", season.stream, [])
    assert said(people["bob"].get(f"leagues/{years.stream}/"))["may"] == ["SetProfile"]
    players = said(people["bob"].get(f"leagues/{years.stream}/players/"))["players"]
    assert {one["name"]: (one["won"], one["settled"]) for one in players} == {"bob": (1, False), "carol": (0, False)}
    games = people["bob"].get(f"leagues/{years.stream}/players/{bob}/games/")
    (game,) = said(games)["games"]
    assert (game["opponents"], game["result"], game["change"] > 0) == ([carol], "won", True)
    same = people["bob"].get(f"leagues/{years.stream}/players/{bob}/games/", If_None_Match=games["ETag"])
    assert same.status_code == 304
    log = said(people["bob"].get(f"leagues/{years.stream}/events/"))
    assert log["position"] == league["position"] == len(log["events"])
    assert "is season 1 of Premier" in log["events"][1]["text"]


def test_it_is_paged(people: dict[str, Caller], years: Years) -> None:
    first = said(people["bob"].get(f"leagues/{years.stream}/players/?limit=1"))
    rest = said(people["bob"].get(first["next"].partition("/api/v1/")[2]))
    assert rest["next"] is None
    assert first["players"][0]["rating"]["rating"] > rest["players"][0]["rating"]["rating"]


def test_its_tables_are_downloaded_and_no_cell_is_a_formula(
    people: dict[str, Caller], years: Years, cast: Cast
) -> None:
    years.report(SetProfile(player=str(cast.bob.pk), alias="=1+1"))
    found = people["carol"].get(f"leagues/{years.stream}/tables/ratings/")
    assert found["Content-Disposition"].startswith('attachment; filename="long-ratings-')
    head, first, second = csv.reader(found.content.decode().splitlines())
    assert (first[1], second[1], len(head)) == ("'=1+1", "carol", len(first))
    for table in ("standings", "results", "titles"):
        rows = said(people["carol"].get(f"leagues/{years.stream}/tables/{table}/?as=json"))
        assert len(rows) == {"standings": 2, "results": 2, "titles": 0}[table]
    problem(people["carol"].get(f"leagues/{years.stream}/tables/secrets/"), 404, "not-found")


def test_what_is_offered_is_accepted(people: dict[str, Caller], years: Years, cast: Cast) -> None:
    where = f"leagues/{years.stream}"
    (mine,) = said(people["bob"].get(f"{where}/choices/"))["choices"]
    sent = report(mine["command"], **mine["given"], alias="Desert Fox")
    assert said(people["bob"].post(f"{where}/commands/?dry_run=true", sent))["dry_run"]
    told = said(people["bob"].post(f"{where}/commands/", sent))
    assert told["reports"][0]["events"][0]["text"] == "Desert Fox goes by an alias now."
    problem(people["carol"].post(f"{where}/commands/", sent | {"id": str(uuid4())}), 403, "not-yours")
    assert said(people["anonymous"].get(f"{where}/choices/"))["choices"] == []
    other = Season(cast).begin()
    (joins,) = said(people["alice"].get(f"{where}/choices/?command=AddCampaign"))["choices"]
    picks = {one["name"]: [pick["value"] for pick in one["picks"]] for one in joins["fields"]}
    assert (picks["campaign"], picks["division"]) == ([other.stream], ["second"])


def test_a_script_calls_them_by_name(people: dict[str, Caller], years: Years, cast: Cast) -> None:
    where = f"leagues/{years.stream}/commands/?after={years.state().head[0]}"
    Season(cast).begin()
    lines = """
        set-profile bob alias='Desert Fox'
        move-player 'desert fox' Second reason='A year abroad'
        appoint-officer carol reason='Keeps the tables'
        set-divisions divisions='[{"key": "premier", "name": "First"}, {"key": "second", "name": "Second"}]' reason=So
        move-player carol Second reason='As well'
        move-player 'Desert Fox' First reason='Back again'
    """
    assert people["alice"].post(where, lines, "text/x-battle-script").status_code == 200
    assert years.state().players[str(cast.bob.pk)].division == "premier"
    assert [*years.state().offices] == [str(cast.carol.pk)]
    wrong = people["alice"].post(where, "reds: set-profile bob alias=Fox", "text/x-battle-script")
    assert "no sides" in wrong.content.decode()


def test_a_conflict_tells_what_was_missed(people: dict[str, Caller], years: Years, cast: Cast) -> None:
    bob = str(cast.bob.pk)
    head = years.state().head[0]
    years.report(SetProfile(player=bob, hidden=True))
    sent = report("SetProfile", after=head, player=bob, hidden=True)
    missed = problem(people["alice"].post(f"leagues/{years.stream}/commands/", sent), 409, "conflict")
    assert missed["missed"][0]["text"] == "bob is hidden from strangers."


def everything(caller: Caller, years: Years) -> str:
    """All that is answered of a league."""
    where = f"leagues/{years.stream}/"
    players: list[Any] = said(caller.get(f"{where}players/"))["players"]
    paths = ["", "players/", "events/?history=all", "choices/"]
    paths += [f"players/{one['player']}/games/" for one in players]
    return "".join(caller.get(where + path).content.decode() for path in paths)


def test_strangers_read_no_name_of_who_hides(people: dict[str, Caller], years: Years, cast: Cast) -> None:
    bob = str(cast.bob.pk)
    years.report(SetProfile(player=bob, alias="Desert Fox"))
    strange = everything(people["dave"], years)
    assert '"bob"' not in strange
    assert "Desert Fox" in strange
    years.report(SetProfile(player=bob, alias="Desert Fox", hidden=True))
    strange = everything(people["dave"], years)
    assert '"bob' not in strange
    assert "Desert Fox" not in strange
    assert "a player" in strange
    problem(people["dave"].get(f"leagues/{years.stream}/players/{bob}/games/"), 404, "not-found")
    assert "Desert Fox" in everything(people["carol"], years)


def test_a_campaign_of_members_is_nobody_else_s_in_a_public_league(
    people: dict[str, Caller], years: Years, season: Season
) -> None:
    Campaign.objects.filter(stream=season.stream).update(visibility=Campaign.Visibility.MEMBERS)
    assert season.stream in everything(people["bob"], years)
    assert season.stream not in everything(people["dave"], years)


def test_a_term_leaves_strangers_initials(people: dict[str, Caller], years: Years) -> None:
    (offer,) = [
        one
        for one in said(people["alice"].get(f"leagues/{years.stream}/choices/?command=SetTerms&limit=200"))["choices"]
        if one["fields"][0]["fields"][0]["name"] == "show_names"
    ]
    sent = report(offer["command"], terms={"show_names": False}, reason="Minors play here")
    assert people["alice"].post(f"leagues/{years.stream}/commands/", sent).status_code == 200
    strange = everything(people["anonymous"], years)
    assert ('"bob' in strange, '"carol' in strange, '"alice' in strange) == (False, False, False)
    assert '"B."' in strange
    assert '"bob"' in everything(people["carol"], years)
