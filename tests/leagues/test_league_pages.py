"""A league's pages: what each reader finds there, in a constant number of queries, and whose name they do not read."""

from __future__ import annotations

import re
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import clerk
from campaigns.models import Campaign, User
from campaigns.season.appointments import SetDate
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from leagues.league.officers import AppointOfficer
from leagues.league.opening import Rename
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from leagues.models import League, LeagueCampaign, LeagueSheet
from rules.stream.decider import Who
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season
from tests.cast import Cast, ClubFactory, logged_in
from tests.leagues.conftest import Start, Years
from tests.length import in_soak, sampled

pytestmark = pytest.mark.django_db

HOME = "/leagues/long/"


@pytest.fixture
def fought(start: Start) -> Years:
    """One season under way, in which Bob has beaten Carol."""
    return start.years


def text(client: Client, url: str = HOME) -> str:
    response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return response.content.decode()


def page_of(person: User) -> str:
    return f"{HOME}players/{person.pk}/"


def test_a_visitor_reads_seasons_tables_ratings_and_the_log(fought: Years, cast: Cast) -> None:
    page = text(Client())
    for said in ("The long league", "Spring", "The long ridge", "Bears", ">bob<", "provisional", "under way"):
        assert said in page, said
    assert "The league is founded: The long league." in page
    bob = text(Client(), page_of(cast.bob))
    assert "met once" in bob
    assert "Manage" not in page
    assert "The long league" in text(Client(), "/leagues/")
    assert Client().get("/leagues/nowhere/").status_code == 404


def test_a_season_that_is_over_has_its_winner_in_the_hall(fought: Years, season: Season, cast: Cast) -> None:
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    fought.report(CloseLeagueSeason(season=1))
    page = text(Client())
    assert "Hall of titles" in page
    assert "Won by" in page
    assert "won it" in text(Client(), page_of(cast.bob))


def test_who_hides_is_nobody_to_strangers_and_somebody_to_the_club(fought: Years, cast: Cast) -> None:
    fought.report(SetProfile(player=str(cast.bob.pk), alias="Panther"), Who(str(cast.bob.pk)))
    page = text(Client())
    assert ">Panther<" in page
    assert "bob" not in page.replace("The long", "")
    fought.report(SetProfile(player=str(cast.bob.pk), alias="Panther", hidden=True), Who(str(cast.bob.pk)))
    page, carol = text(Client()), text(Client(), page_of(cast.carol))
    for shown in (page, carol):
        assert "Panther" not in shown
        assert "bob" not in shown
        assert str(cast.bob.pk) not in shown
    assert "a player" in page
    assert Client().get(page_of(cast.bob)).status_code == 404
    assert "Panther" in text(logged_in(cast.carol))
    assert text(logged_in(cast.carol), page_of(cast.bob))


def test_a_league_may_keep_names_from_strangers(season: Season, cast: Cast) -> None:
    years = Years(cast, show_names=False)
    season.begin()
    years.add(season)
    season.fight()
    clerk.sweep()
    years.report(AppointOfficer(person=str(cast.erin.pk), reason="He keeps the tables"))
    for url in (HOME, page_of(cast.carol)):
        page = text(Client(), url)
        for person in (cast.alice, cast.bob, cast.carol, cast.erin):
            assert person.username not in page, (url, person)
    assert ">B.<" in text(Client())
    assert ">bob<" in text(logged_in(cast.carol))


def test_a_campaign_for_members_is_not_told_to_strangers(fought: Years, season: Season, cast: Cast) -> None:
    Campaign.objects.filter(pk=season.stream).update(visibility=Campaign.Visibility.MEMBERS)
    for url in (HOME, page_of(cast.bob)):
        page = text(Client(), url)
        assert "The long ridge" not in page
        assert season.stream not in page
    assert "Ratings after" not in text(Client())  # which that campaign's results have led to
    assert "The long ridge" in text(logged_in(cast.bob))


def test_a_league_for_members_is_not_there_for_strangers(fought: Years, cast: Cast) -> None:
    fought.desk.visibility = League.Visibility.MEMBERS
    fought.desk.save()
    assert Client().get(HOME).status_code == 404
    assert Client().get(page_of(cast.bob)).status_code == 404
    answer = logged_in(cast.bob).get(HOME)
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_a_campaign_and_the_front_page_name_the_league(fought: Years, season: Season, cast: Cast) -> None:
    campaign = f"/campaigns/{season.stream}/"
    assert f'<a href="{HOME}">Season 1 of The long league</a>' in text(Client(), campaign)
    assert f'href="{HOME}"' in text(Client(), "/")
    fought.desk.visibility = League.Visibility.MEMBERS
    fought.desk.save()
    for page in (text(Client(), campaign), text(Client(), "/"), text(Client(), "/leagues/")):
        assert "The long league" not in page
    assert "Season 1 of The long league" in text(logged_in(cast.carol), campaign)


@in_soak(
    "tests/leagues/test_league_cost.py::test_later_years_take_no_more_queries",
    "tests/leagues/test_club_pages.py::test_more_of_everything_takes_no_more_queries",
)
def test_the_tenth_year_takes_no_more_queries_than_the_first(fought: Years, season: Season, cast: Cast) -> None:
    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as found:
            text(client, url)
        return len(found)

    client = logged_in(cast.carol)
    urls = (HOME, page_of(cast.bob), "/leagues/", "/")
    first = [queries(url) for url in urls]
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    fought.report(CloseLeagueSeason(season=1))
    for _year in range(2, 4):
        again = Season(cast).begin()
        again.fight()
        fought.add(again)
        clerk.sweep()
        again.report(again.organiser, CloseSeason())
        clerk.sweep()
        fought.report(CloseLeagueSeason(season=LeagueSheet.objects.get().season))
    last = Season(cast).begin()
    fought.add(last)
    last.fight()
    clerk.sweep()
    assert [queries(url) for url in urls] == first
    assert max(first) <= 30


def test_the_colour_is_readable_on_either_paper(fought: Years) -> None:
    assert Client().get(f"{HOME}colour.css").status_code == 404
    fought.desk.colour = "#ffe600"
    fought.desk.save()
    assert 'href="/leagues/long/colour.css?ffe600"' in text(Client())
    from leagues.presenters import colours

    for colour in ("#ffe600", "#000000", "#ffffff", "#2f6f4e", "#7f7f7f"):
        for paper in (colours.LIGHT, colours.DARK):
            assert colours.contrast(colours.readable(colour, paper), paper) >= colours.ENOUGH


# -- forms -------------------------------------------------------------------------------------------------------------


def sent(type_: str, given: str = "{}", **fields: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "after": "", "type": type_, "given": given, **fields}


def test_an_organiser_founds_a_league(cast: Cast) -> None:
    said = {
        "club": cast.club.pk,
        "name": "Autumn league",
        "slug": "autumn",
        "divisions": "Premier\nÖst 2\n!!",
        "about": "",
        "colour": "#2F6F4E",
        "visibility": "public",
        "term-rating": "elo",
        "term-elo_k": "24",
        "term-rates": "fought",
        "term-settled_after": "5",
        "term-up": "1",
        "term-down": "1",
        "term-show_names": "on",
    }
    assert Client().get("/leagues/new/").status_code == 302
    assert logged_in(cast.bob).get("/leagues/new/").status_code == 403
    assert logged_in(cast.bob).post("/leagues/new/", said).status_code == 403
    alice = logged_in(cast.alice)
    wrong = alice.post("/leagues/new/", said | {"slug": "new", "colour": "red", "divisions": "One\nONE"})
    assert wrong.status_code == 422
    assert not League.objects.exists()
    twins = alice.post("/leagues/new/", said | {"divisions": "One\nONE"})
    assert twins.status_code == 422
    assert not League.objects.exists()
    assert alice.post("/leagues/new/", said).headers["Location"] == "/leagues/autumn/manage/"
    sheet = LeagueSheet.objects.get()
    assert [one for one in ("Premier", "Öst 2", "division-3") if one not in sheet.divisions] == []
    assert '"elo_k":24' in sheet.terms
    page = text(alice, "/leagues/autumn/manage/")
    assert "Begin season 1 with a campaign" in page


def test_a_campaign_joins_after_a_preview(years: Years, season: Season, cast: Cast) -> None:
    season.begin()
    season.fight()
    clerk.sweep()
    alice, url = logged_in(cast.alice), f"{HOME}seasons/add/"
    assert logged_in(cast.bob).get(url).status_code == 403
    page = text(alice, url)
    assert re.search(f'type="radio"[^>]*value="{season.stream}" checked', page), "the only one, by its name"
    form = sent("AddCampaign", '{"season":0}', **{"pick:campaign": season.stream, "text:title": "Spring"})
    preview = alice.post(url, form | {"step": "look"}).content.decode()
    assert "1 result would come in" in preview
    assert "2 players would be new in the league." in preview
    assert not LeagueCampaign.objects.exists()
    assert alice.post(url, form | {"step": "do"}).status_code == 302
    assert LeagueCampaign.objects.get().title == "Spring"
    page = text(alice)  # before the clerk has come by
    assert "someone who has left" not in page
    assert ">bob<" in page
    assert "no open campaign that could join" in text(alice, url)


def test_cards_of_the_organiser(fought: Years, cast: Cast) -> None:
    alice, url = logged_in(cast.alice), f"{HOME}manage/"
    assert Client().get(url).status_code == 302
    assert logged_in(cast.bob).get(url).status_code == 403
    assert 'name="type" value="Rename"' in text(alice, url)
    refused = alice.post(url, sent("Rename", **{"text:name": "The long league", "text:reason": "Again"}))
    assert refused.status_code == 422
    done = alice.post(url, sent("Rename", **{"text:name": "The longest league", "text:reason": "It is"}))
    assert done.headers["Location"].startswith(f"{HOME}?ruling=")
    assert "The league is called The longest league from here on." in text(alice, done.headers["Location"])
    edited = alice.post(f"{HOME}edit/", {"about": "We meet on Mondays", "colour": "#2f6f4e", "visibility": "unlisted"})
    assert edited.status_code == 302
    assert "We meet on Mondays" in text(alice)
    assert "We meet" not in text(Client(), "/leagues/")


def test_a_player_says_how_they_are_shown(fought: Years, cast: Cast) -> None:
    bob, url = logged_in(cast.bob), page_of(cast.bob)
    form = sent("SetProfile", f'{{"player":"{cast.bob.pk}"}}', **{"text:alias": "Tiger", "flag:hidden": "no"})
    assert Client().post(url, form).status_code == 302
    assert logged_in(cast.carol).post(url, form).status_code == 403
    assert 'name="text:alias"' not in text(logged_in(cast.carol), url)
    assert 'name="text:alias"' in text(bob, url)
    assert bob.post(url, form).status_code == 302
    assert ">Tiger<" in text(Client())


def test_a_report_is_taken_back_and_changed_with_a_preview(fought: Years, cast: Cast) -> None:
    alice = logged_in(cast.alice)
    fought.report(AppointOfficer(person=str(cast.bob.pk), reason="He keeps the tables"))
    at = fought.state().last
    url = f"{HOME}corrections/{at}/"
    assert url in text(alice)
    assert "corrections/" not in text(logged_in(cast.carol))
    assert logged_in(cast.carol).get(url).status_code == 403
    assert "bob organises the league from here on." in text(alice, url)
    assert "He keeps the tables" in text(alice, f"{url}?how=change")
    look = alice.post(url, {"id": str(uuid4()), "how": "undo", "reason": "Too early", "step": "look"}).content.decode()
    assert "Nothing is changed yet." in look
    assert fought.state().offices
    done = alice.post(url, {"id": str(uuid4()), "how": "undo", "reason": "Too early", "step": "do"})
    assert done.status_code == 302
    assert not fought.state().offices
    assert "Redo what was undone" in text(alice, f"{HOME}corrections/")
    for more in (f"{HOME}corrections/declare/", f"{HOME}corrections/{at}/settle/"):
        assert alice.get(more).status_code in (200, 302)


def test_what_a_correction_leaves_open_is_settled(fought: Years, cast: Cast) -> None:
    """Nobody has played once the campaign is taken back, so that nobody can be shown otherwise."""
    fought.report(SetProfile(player=str(cast.bob.pk), alias="Panther"), Who(str(cast.bob.pk)))
    fought.report(Undo(position=2, reason="Too early"))
    (at,) = (*fought.state().waiting, *fought.state().items)
    alice = logged_in(cast.alice)
    assert "1 report cannot stand as it was" in text(alice)
    assert f"{HOME}corrections/{at}/settle/" in text(alice, f"{HOME}corrections/")
    assert "1 report" not in text(Client())
    url = f"{HOME}corrections/{at}/settle/"
    assert "has never played in this league" in text(alice, url)
    form = {"id": str(uuid4()), "how": "strike", "reason": "He has not played"}
    assert "Nothing is changed yet." in alice.post(url, form | {"step": "look"}).content.decode()
    assert alice.post(url, form | {"step": "do"}).status_code == 302
    assert not fought.state().items
    assert "Nothing is left open." in text(alice, f"{HOME}corrections/")


def test_who_comes_second_is_told_what_they_had_not_seen(fought: Years, cast: Cast) -> None:
    alice, url, seen = logged_in(cast.alice), f"{HOME}manage/", fought.state().head[0]
    fought.report(Rename(name="The longest league", reason="It is"))
    late = sent("Rename", **{"text:name": "The longest league", "text:reason": "It is"}) | {"after": str(seen)}
    answer = alice.post(url, late)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Someone reported first" in page
    assert "The league is called The longest league from here on. It is" in page


@pytest.mark.at_length
def test_strange_reports_change_nothing(fought: Years, cast: Cast) -> None:
    """Somebody from outside, and an organiser who sends what no form of the page has."""
    urls = {"manage": f"{HOME}manage/", "add": f"{HOME}seasons/add/", "player": page_of(cast.bob)}
    forms = {
        "empty": {},
        "the clerk's": sent("ReportResults"),
        "no campaign": sent("AddCampaign", '{"campaign":1}'),
        "no text": {"given": "["},
    }
    clients = {"dave": logged_in(cast.dave), "alice": logged_in(cast.alice)}
    for who, url, form in sampled(product(clients, urls, forms), 8):
        assert clients[who].post(urls[url], forms[form]).status_code in (403, 422), (who, url, form)


# -- the office --------------------------------------------------------------------------------------------------------


def test_organisers_find_their_leagues_in_the_office(fought: Years, cast: Cast) -> None:
    User.objects.filter(pk__in=[cast.alice.pk, cast.erin.pk]).update(is_staff=True)
    other = ClubFactory.create()
    other.organisers.add(cast.erin)
    change = f"/admin/leagues/league/{fought.desk.pk}/change/"
    lists = [f"/admin/leagues/{one}/" for one in ("league", "leaguesheet", "leaguecampaign", "leagueplayer")]
    alice, erin = logged_in(cast.alice), logged_in(cast.erin)
    for url in (*lists, change, f"/admin/leagues/leaguesheet/{fought.stream}/change/"):
        assert "The long league" in text(alice, url), url
    for url in (*lists, "/admin/"):
        assert "The long league" not in text(erin, url), url
    front = text(alice, "/admin/")
    assert "Season 2" in front or "Season 1" in front
    assert f'href="{HOME}manage/"' in alice.get("/admin/").content.decode()
    assert erin.get(change).status_code == 302
    assert f"{HOME}manage/" in text(alice, change)
    said = {"about": "On Mondays", "colour": "", "visibility": "unlisted", "name": "Mine"}
    assert alice.post(change, said).status_code == 302
    desk = League.objects.get()
    assert (desk.name, desk.about, desk.visibility) == ("The long league", "On Mondays", "unlisted")
    assert alice.get("/admin/leagues/league/add/").status_code == 403


def test_its_calendar_holds_what_its_reader_may_know(season: Season, years: Years, cast: Cast) -> None:
    season.begin()
    years.add(season)
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    set_ = SetDate(fixture="r1-1", at="2131-03-16T19:00:00Z", place="Carol's cellar", reason="the hall")
    season.report(season.organiser, set_)
    assert f"{HOME}calendar.ics" in text(Client())
    stranger, member = (text(client, f"{HOME}calendar.ics") for client in (Client(), logged_in(cast.bob)))
    assert stranger.count("BEGIN:VEVENT") == member.count("BEGIN:VEVENT") == 1
    assert ("cellar" in stranger, "cellar" in member) == (False, True)
    Campaign.objects.filter(pk=season.stream).update(visibility=Campaign.Visibility.MEMBERS)
    stranger, member = (text(client, f"{HOME}calendar.ics") for client in (Client(), logged_in(cast.bob)))
    assert ("VEVENT" in stranger, "VEVENT" in member) == (False, True)
