"""A campaign in its rounds, as its pages tell of it: fixtures and where they stand, standings, house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from types import MappingProxyType
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

import rules
from campaigns.season.disputes import Dispute
from campaigns.season.house_rules import Amend
from campaigns.season.pairings import Pair
from campaigns.season.penalties import Penalise
from campaigns.season.results import Adjudicate, ReportReady
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from tests.campaigns import skirmish
from tests.cast import Cast
from tests.pages.conftest import as_, forms
from tests.pages.kept import kept_season
from tests.pages.seasons import FAR, League


@pytest.fixture(autouse=True)
def _skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    systems = MappingProxyType({**rules.all_systems(), "skirmish": skirmish.SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[League]:
    with kept_season(django_db_blocker, lambda cast: League(cast).start()) as league:
        yield league


@pytest.fixture
def league(begun: League, db: None) -> League:
    return deepcopy(begun)


@pytest.fixture
def cast(league: League) -> Cast:
    return league.cast


def page(league: League, path: str = "", client: Client | None = None) -> str:
    response = (client or Client()).get(league.url + path)
    assert response.status_code == 200
    return response.content.decode()


def section(html: str, id: str) -> str:
    return html.partition(f'id="{id}"')[2].partition("</section>")[0]


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# ---------------------------------------------------------------------------------------------- rounds and fixtures


def test_the_round_under_way_is_told_with_its_deadline_fixtures_and_byes(league: League) -> None:
    told = text(section(page(league), "fixtures"))
    assert "Round 1: Opening night" in told
    assert "Under way: deadline" in told
    assert "5 December 2199, 18:00 UTC" in told
    assert "Without a fixture: Dogs" in told
    assert "Bears – Cats" in told
    assert "announced" in told


def test_a_fixture_says_where_it_stands(league: League) -> None:
    league.play_it()
    told = text(section(page(league), "fixtures"))
    assert "Bears 2 – Cats 0" in told
    assert "counted" in told
    league.tell(league.cast.carol, Dispute(fixture="r1-1", reason="The hill was ours"))
    assert "disputed" in text(section(page(league), "fixtures"))
    league.tell(league.organiser, Adjudicate(fixture="r1-1", reason="Nobody held it"))
    told = text(section(page(league), "fixtures"))
    assert "adjudicated" in told
    assert "disputed" not in told


def test_an_earlier_round_is_a_page_away_with_the_standings_it_published(league: League) -> None:
    league.play_it()
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, OpenRound(deadline=FAR))
    newest = section(page(league), "fixtures")
    assert "Round 2" in newest
    assert "No fixture has been announced in this round." in newest
    assert "Without a fixture:" in newest
    earlier = text(section(page(league, "?round=1"), "fixtures"))
    assert "Closed." in earlier
    assert "The standings as this round published them 1 Bears" in earlier
    assert "Bears 2 – Cats 0" in earlier


def test_a_round_past_its_deadline_says_so(cast: Cast) -> None:
    league = League(cast)
    league.begin()
    league.tell(league.organiser, OpenRound(deadline="2020-01-01T00:00:00Z"))
    assert "Its deadline has passed; the clerk closes it." in page(league)


def test_a_campaign_without_rounds_lists_its_battles(cast: Cast) -> None:
    league = League(cast)
    league.begin()
    assert "No battle has been mustered yet." in page(league)
    battle = league.muster()
    told = section(page(league), "fixtures")
    assert f"/battles/{battle}/" in told
    assert "being played" in told


# --------------------------------------------------------------------------------------- standings and house rules


def test_standings_show_tie_breaks_where_they_were_asked_and_penalties(league: League) -> None:
    league.play_it()
    assert "Penalty" not in section(page(league), "standings")
    league.tell(league.organiser, Penalise(platoon="dogs", score=2, reason="Late again"))
    told = section(page(league), "standings")
    head = re.findall(r"<th scope=\"col\"[^>]*>(.*?)</th>", told)
    rows = re.findall(r"<tr>?.*?</tr>", told.partition("<tbody>")[2])
    assert head[-2:] == ["Penalty", "Vehicles"]
    assert "Bears" in rows[0]
    assert [text(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", rows[-1])][-2:] == ["−2", "2"]
    assert "Dogs" in rows[-1]


def test_my_own_platoon_is_marked(league: League) -> None:
    assert 'class="mine"' not in section(page(league), "standings")
    mine = section(page(league, client=as_(league.cast.bob)), "standings")
    assert mine.count('<tr class="mine">') == 1
    assert "Bears" in mine.partition('<tr class="mine">')[2].partition("</tr>")[0]


def test_house_rules_are_told_with_what_was_amended_from_when(league: League) -> None:
    before = text(page(league).partition('id="house"')[2].partition("</details>")[0])
    assert "as the campaign opened" in before
    assert "Points a win 0" in before
    league.tell(league.organiser, Amend(round=1, terms={"per_win": 5}, reason="Winners get something"))
    after = text(page(league).partition('id="house"')[2].partition("</details>")[0])
    assert "amended 1 time" in after
    assert "From round 1 on: Winners get something alice" in after
    assert "Points a win 0 5" in after
    assert "Points a win 5 from round 1 on" in after
    assert "win 3 draw 1 loss 0" in after


def test_the_scores_over_the_rounds_are_drawn(league: League) -> None:
    league.play_it()
    first = page(league)
    assert 'id="chart-scores"' not in first, "one round is no course"
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, OpenRound(deadline=FAR, pairings=(Pairing(home="bears", away="dogs"),)))
    said = page(league).partition('id="progress"')[2].partition("</section>")[0]
    drawn = re.findall(r'<polyline class="line side\d" points="([^"]*)"', said.partition("<ul")[0])
    assert len(drawn) == len(league.state.platoons)
    table = text(said.partition("<table>")[2].partition("</table>")[0])
    assert table.startswith("Round Bears")


def test_a_campaign_costs_the_same_queries_however_much_there_is(
    league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bob = as_(league.cast.bob)
    league.play_it()
    league.tell(league.organiser, Pair(pairings=(Pairing(home="dogs", away="bears"),)))
    for time in range(2):
        # The campaign's page asks a player's word of the evening; nobody else's.
        for path, most in (("?round=1", 13), ("platoons/bears/", 12), ("vehicles/bears-1/", 8), ("fixtures/r1-1/", 11)):
            with django_assert_num_queries(most):
                bob.get(league.url + path)
        with django_assert_num_queries(31):
            bob.get("/")
        league.enlist(league.cast.alice, f"foxes-{time}", 5)
        league.tell(league.organiser, CloseRound(round=time + 1))
        pairing = Pairing(home="bears", away="cats")
        league.tell(league.organiser, OpenRound(deadline=FAR, pairings=(pairing,)))
        league.tell(
            league.organiser, Amend(round=time + 2, terms={"per_win": 5 + time}, reason="Winners get something")
        )


# --------------------------------------------------------------------------------------------------- a fixture


def act(league: League, form: str, fixture: str = "r1-1", button: str = "report", **values: str) -> str:
    """Send one of the forms of a fixture's page, as the player that `form` is shown to."""
    who = values.pop("who", "bob")
    client = as_(getattr(league.cast, who))
    found = forms(client.get(f"{league.url}fixtures/{fixture}/").content).of(form)
    response = client.post(found.action, found.filled(**values) | {button: ["1"]}, follow=True)
    return text(response.content.decode())


def test_players_muster_their_own_fixture(league: League) -> None:
    bob = as_(league.cast.bob)
    told = page(league, "fixtures/r1-1/", bob)
    assert "muster/?fixture=r1-1" in told
    assert "muster/?fixture=r1-1" not in page(league, "fixtures/r1-1/", as_(league.cast.dave))
    form = forms(bob.get(f"{league.url}muster/?fixture=r1-1").content).of("MusterBattle")
    assert form.fields["pick:sides.north.platoon"] + form.fields["pick:sides.south.platoon"] == ["bears", "cats"]
    assert "dogs" not in form.offers["pick:sides.north.platoon"]
    done = bob.post(form.action, form.filled() | {"report": ["1"]})
    assert done.status_code == 302
    assert "muster/?fixture=r1-1" not in page(league, "fixtures/r1-1/", bob)
    fixture = league.state.fixtures["r1-1"]
    assert done["Location"] == f"/battles/{fixture.battle}/"


def test_a_player_lets_nothing_pass_and_changes_no_rule_of_a_battle(league: League) -> None:
    bob = as_(league.cast.bob)
    form = forms(bob.get(f"{league.url}muster/?fixture=r1-1").content).of("MusterBattle")
    response = bob.post(form.action, form.filled() | {"text:waivers.R1": ["I say so"], "report": ["1"]})
    assert response.status_code == 403
    assert not league.state.fixtures["r1-1"].battle


def test_others_do_not_muster_it(league: League) -> None:
    erin = as_(league.cast.erin)
    league.cast.club.members.add(league.cast.erin)
    assert erin.get(f"{league.url}muster/?fixture=r1-1").status_code == 403


def test_a_fixture_is_conceded(league: League) -> None:
    assert "conceded" in act(league, "Concede")
    decided = league.state.fixtures["r1-1"].decided
    assert decided is not None
    assert decided.results == {"bears": "lost", "cats": "won"}
    assert 'value="Concede"' not in page(league, "fixtures/r1-1/", as_(league.cast.bob))


def test_who_is_ready_to_play_says_so_and_everybody_reads_it(league: League) -> None:
    assert "Ready to play: Bears" in act(league, "ReportReady")
    assert league.state.fixtures["r1-1"].ready == ("bears",)
    told = page(league, "fixtures/r1-1/", as_(league.cast.bob))
    assert 'value="ReportReady"' not in told  # once is enough
    assert 'value="Concede"' in told
    assert 'value="ReportReady"' in page(league, "fixtures/r1-1/", as_(league.cast.carol))


def test_a_bye_that_scores_and_a_debt_are_told_where_people_look_for_points(cast: Cast) -> None:
    league = League(cast, unplayed="no_show", bye_score=2, per_win=30).start()
    league.tell(cast.carol, ReportReady(fixture="r1-1"))
    league.tell(league.organiser, CloseRound(round=1))
    table = section(page(league), "standings")
    assert ">Byes</th>" in table
    assert re.findall(r"<b>(\d+)</b>", table) == ["3", "2", "0"]
    assert "Ready to play: Cats" in text(page(league, "fixtures/r1-1/"))  # which is why they have won
    assert "Owes" not in page(league, "platoons/cats/", as_(cast.carol))
    league.tell(league.organiser, Penalise(platoon="cats", points=9999, reason="Fuel"))
    league.tell(league.organiser, Adjudicate(fixture="r1-1", winner="bears", reason="Bob was there"))
    assert "Owes 30 points" in text(page(league, "platoons/cats/", as_(cast.carol))).replace(":", "")
    assert "Owes" not in page(league, "platoons/cats/", as_(cast.bob))


def test_checking_first_concedes_nothing(league: League) -> None:
    assert "Checked, not reported yet" in act(league, "Concede", button="check")
    assert league.state.fixtures["r1-1"].decided is None


def test_a_result_is_disputed_with_a_reason_and_accepted_by_others(league: League) -> None:
    league.play_it()
    assert "“Reason” is not filled in." in act(league, "Dispute", who="carol")
    told = act(league, "Dispute", who="carol", reason="The hill was ours")
    assert "Cats : The hill was ours" in told
    assert "The result stands until an organiser rules on it." in told
    assert "Accepted by Bears" in act(league, "Confirm")
    league.tell(league.organiser, Adjudicate(fixture="r1-1", winner="cats", reason="Carol has a photograph"))
    told = text(page(league, "fixtures/r1-1/"))
    assert "Adjudicated: Carol has a photograph" in told
    assert "The hill was ours" in told  # in the log, which keeps it


def test_a_form_of_a_fixture_counts_once(league: League) -> None:
    bob = as_(league.cast.bob)
    found = forms(bob.get(f"{league.url}fixtures/r1-1/").content).of("Concede")
    sent = found.filled() | {"report": ["1"]}
    first, again = bob.post(found.action, sent), bob.post(found.action, sent)
    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]


def test_who_may_not_say_anything_to_a_fixture_is_told_so(league: League) -> None:
    given = '{"platoon": "bears", "fixture": "r1-1"}'
    sent = {"type": "Concede", "given": given, "id": str(uuid4()), "report": "1"}
    assert as_(league.cast.dave).post(f"{league.url}fixtures/r1-1/", sent).status_code == 403
    assert as_(league.cast.carol).post(f"{league.url}fixtures/r1-1/", sent).status_code == 403
    assert Client().post(f"{league.url}fixtures/r1-1/", sent)["Location"].startswith("/login/")
    assert league.state.fixtures["r1-1"].decided is None


def test_a_fixture_that_is_not_there(league: League) -> None:
    assert Client().get(f"{league.url}fixtures/r9-9/").status_code == 404


# ------------------------------------------------------------------------------------------------------------ home


def test_home_names_fixtures_with_their_deadline(league: League) -> None:
    told = text(section(as_(league.cast.carol).get("/").content.decode(), "errands"))
    assert "To play: against Bears" in told
    assert "The round closes Thursday, 5 December 2199, 18:00 UTC" in told
    assert "errands" not in as_(league.cast.dave).get("/").content.decode()
    assert "errands" not in as_(league.cast.alice).get("/").content.decode()
