"""Organisers rule over a campaign in the office: an act is seen before it is done, done once, and told with its why."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.test import Client

from battles import log
from battles.models import LogLine
from campaigns import clerk, handler
from campaigns.admin.ruling.acts import FORMS
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Appointment, Fixture, Round, Standing
from campaigns.season import OF_ORGANISERS
from campaigns.season import Season as State
from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of, text, url
from tests.cast import ClubFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


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


def begun(season: Season, client: Client) -> Season:
    """A first round in which the bears meet the cats."""
    season.begin()
    ruled(at(client, season, "open-round"), deadline="2030-01-01T20:00")
    return season


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_every_ruling_of_an_organiser_has_a_form() -> None:
    mustered = {"MusterBattle"}  # which has a page of its own, for players too
    assert {form.command.__name__ for form in FORMS.values()} >= {one.__name__ for one in OF_ORGANISERS} - mustered


@BOTH
def test_a_round_is_opened_as_it_was_previewed(season: Season, alice: Client) -> None:
    season.begin()
    form = at(alice, season, "open-round").fill(title="The first shots", deadline="2030-01-01T20:00")
    form.press("look")
    assert "What it would come to" in form.read
    assert not Round.objects.exists()  # only looked at
    assert form.press("do").status_code == 302
    opened = Round.objects.get()
    assert (opened.title, opened.deadline) == ("The first shots", "2030-01-01T20:00:00Z")
    assert Fixture.objects.get().platoons == '["bears","cats"]'
    row = log.read(season.stream)[-1]
    assert (row.type, row.by, row.via) == ("RoundOpened", str(season.cast.alice.pk), "admin")


def four(season: Season) -> Season:
    """Bears and cats, dogs and eels, of whom nobody has met."""
    season.begin()
    for player, key in ((season.cast.bob, "dogs"), (season.cast.carol, "eels")):
        season.enlist(player, key)
    return season


def pairs_of(form: AtForm) -> list[tuple[str, str]]:
    rows = [(form.paper.fields[f"pairings.{n}.home"], form.paper.fields[f"pairings.{n}.away"]) for n in range(2)]
    return [row for row in rows if all(row)]


def test_pairings_are_drawn_up_swapped_and_then_published_as_they_stand(season: Season, alice: Client) -> None:
    form = at(alice, four(season), "open-round")
    form.press("draw")
    drawn = pairs_of(form)
    assert sorted(key for pair in drawn for key in pair) == ["bears", "cats", "dogs", "eels"]
    assert form.paper.fields["method"] == ""  # nobody is left whom it could pair
    (one, away), (other, _away) = drawn
    form.fill(swap__one=away, swap__other=other).press("swap")
    changed = pairs_of(form)
    assert changed[0] == (one, other)
    assert not Round.objects.exists()  # a draft is in the form alone
    ruled(form)
    assert [tuple(msgspec.json.decode(one.platoons)) for one in Fixture.objects.order_by("number")] == changed


def test_who_was_paired_by_hand_stays_as_the_others_are_drawn_up(season: Season, alice: Client) -> None:
    form = at(alice, four(season), "open-round")
    form.fill(pairings__0__home="eels", pairings__0__away="bears").press("draw")
    assert [set(pair) for pair in pairs_of(form)] == [{"eels", "bears"}, {"cats", "dogs"}]


def test_the_draft_says_who_meets_again_who_twice_and_who_nobody(season: Season, alice: Client) -> None:
    begun(season, alice)
    ruled(at(alice, season, "close-round"))
    season.enlist(season.cast.bob, "dogs")
    season.enlist(season.cast.carol, "eels")
    form = at(alice, season, "open-round")
    pairs = {"pairings__0__home": "bears", "pairings__0__away": "cats", "pairings__1__home": "dogs"}
    form.fill(method="", pairings__1__away="bears", **pairs).press("look")
    for remark in ("Bears and Cats have met already.", "Bears is in 2 fixtures.", "Without a fixture: Eels."):
        assert remark in form.read
    assert form.press("do").status_code == 302  # it is the organiser's to say


def test_a_round_is_opened_by_pairings_of_the_organisers_own(season: Season, alice: Client) -> None:
    season.begin()
    season.enlist(season.cast.bob, "dogs")
    season.enlist(season.cast.carol, "eels")
    pairs = {"pairings__0__home": "dogs", "pairings__0__away": "bears", "pairings__0__scenario": "ridge"}
    ruled(at(alice, season, "open-round"), method="", deadline="", **pairs)
    (fixture,) = Fixture.objects.all()
    assert (fixture.platoons, fixture.scenario) == ('["dogs","bears"]', "ridge")
    assert Round.objects.get().byes == '["cats","eels"]'
    ruled(at(alice, season, "pair"), pairings__0__home="cats", pairings__0__away="eels")
    assert Fixture.objects.count() == 2


def test_what_the_rules_refuse_is_said_at_the_control(season: Season, alice: Client) -> None:
    season.begin()
    form = at(alice, season, "open-round").fill(pairings__0__home="bears", pairings__0__away="bears")
    assert form.press("look").status_code == 422
    assert "cannot fight itself" in form.error("pairings.0.away")
    form.fill(pairings__0__away="").press("look")
    assert "two platoons" in form.error("pairings.0.away")
    form.fill(pairings__0__home="", deadline="tomorrow").press("look")
    assert "no moment" in form.error("deadline")
    assert not Round.objects.exists()


def test_a_deadline_is_moved_with_a_reason_that_everyone_reads(season: Season, alice: Client) -> None:
    begun(season, alice)
    form = at(alice, season, "extend").fill(deadline="2030-02-01T20:00")
    form.press("look")
    assert form.error("reason")
    ruled(form, reason="Snow in the hall")
    assert Round.objects.get().deadline == "2030-02-01T20:00:00Z"
    overview = text(alice.get(rule_url(season.stream)))
    assert "Snow in the hall" in overview
    assert "alice" in overview


def damaged(season: Season, client: Client, **terms: Any) -> Season:
    """A round under way, and a battle beside it in which the bears' first was hit."""
    season.desk.terms = {"purse": 10} | terms
    season.desk.save()
    begun(season, client)
    battle = season.muster()
    season.shoot(battle, "cats-1", "bears-1")
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    return season


@BOTH
def test_the_list_of_the_log_says_who_ruled_and_why(season: Season, alice: Client) -> None:
    begun(season, alice)
    ruled(at(alice, season, "extend"), deadline="2030-02-01T20:00", reason="Snow in the hall")
    page = text(alice.get(url(LogLine, "changelist"), {"stream": season.stream}))
    assert "Extended yes alice admin" in page
    assert "Snow in the hall" in page
    last = log.head(season.stream).position
    assert "Snow in the hall" in text(alice.get(url(LogLine, "change", f"{season.stream}:{last}")))
    assert "Snow in the hall" not in text(alice.get(url(LogLine, "change", f"{season.stream}:{last - 1}")))


@BOTH
def test_a_round_is_closed_in_one_action_and_its_preview_shows_all_of_it(season: Season, alice: Client) -> None:
    damaged(season, alice, per_round=5)
    purse = state(season).platoons["bears"].purse  # with what a die left them of wrecks
    form = at(alice, season, "close-round")
    form.press("look")
    foreseen = form.page.context["foreseen"]
    assert any("Round 1" in told for told in foreseen.told)
    lines = {msgspec.structs.astuple(one) for one in foreseen.lines}
    assert ("The Bears", "condition", "Damage 1", "as new") in lines
    assert Round.objects.get().status == Round.Status.OPEN
    assert form.press("do").status_code == 302
    after = state(season)
    assert (after.platoons["bears"].purse, after.vehicles["bears-1"].condition.get("damage", 0)) == (purse + 4, 0)
    purses = {rank.name: (rank.before.purse, rank.after.purse) for rank in foreseen.ranks}
    assert purses["Bears"] == (purse, purse + 4)
    assert [(rank.name, rank.after.rank, rank.after.score) for rank in foreseen.ranks] == [
        (after.platoons[one.platoon].name, one.rank, one.score) for one in after.rounds[-1].places
    ]


def test_what_a_die_decides_is_not_foreseen_and_not_rolled(season: Season, alice: Client) -> None:
    damaged(season, alice, weld_needs=4)
    form = at(alice, season, "close-round")
    form.press("look")
    assert form.page.context["foreseen"].asked is not None
    assert "so the rest cannot be foreseen" in form.read
    assert form.page.context["foreseen"].ranks  # by default, before the workshop works
    assert form.press("do").status_code == 302
    assert Round.objects.get().status == Round.Status.CLOSED


def test_the_preview_of_a_close_shows_who_rises_by_default(season: Season, alice: Client) -> None:
    begun(season, alice)
    form = at(alice, season, "close-round")
    form.press("look")
    ranks = {rank.name: (rank.before.score, rank.after.score) for rank in form.page.context["foreseen"].ranks}
    assert ranks == {"Bears": (0, 1), "Cats": (0, 1)}  # not played: drawn
    form.press("do")
    assert {one.platoon: one.score for one in state(season).rounds[-1].places} == {"bears": 1, "cats": 1}


@BOTH
def test_the_same_form_sent_twice_counts_once(season: Season, alice: Client) -> None:
    begun(season, alice)
    form = at(alice, season, "penalise", "cats").fill(score="2", points="0", reason="Late again")
    form.press("look")
    sent = form.paper.fields | {"do": "1"}
    for _time in range(2):
        assert alice.post(form.address, sent).status_code == 302
    assert state(season).platoons["cats"].penalty == 2


def test_a_round_that_was_closed_is_not_closed_again_by_a_second_click(season: Season, alice: Client) -> None:
    begun(season, alice)
    form = at(alice, season, "close-round")
    form.press("look")
    sent = form.paper.fields | {"do": "1"}
    for _time in range(2):
        assert alice.post(form.address, sent).status_code == 302
    assert len(state(season).rounds) == 1


def test_nothing_is_done_that_was_not_shown(season: Season, alice: Client) -> None:
    begun(season, alice)
    form = at(alice, season, "penalise", "cats").fill(score="2", points="0", reason="Late")
    form.press("look")
    assert form.fill(score="200").press("do").status_code == 409
    assert "moved on since the preview" in form.read
    assert state(season).platoons["cats"].penalty == 0
    season.enlist(season.cast.bob, "dogs")  # meanwhile
    assert form.press("do").status_code == 409
    assert form.press("do").status_code == 302
    assert state(season).platoons["cats"].penalty == 200


# -- fixtures ----------------------------------------------------------------------------------------------------------


def test_a_fixture_is_adjudicated_over_what_was_played(season: Season, alice: Client) -> None:
    begun(season, alice)
    form = at(alice, season, "adjudicate", "r1-1").fill(winner="cats", reason="The bears had one tank too many")
    form.press("look")
    ranks = {rank.name: rank.after.rank for rank in form.page.context["foreseen"].ranks}
    assert ranks == {"Cats": 1, "Bears": 2}
    form.press("do")
    fixture = Fixture.objects.get()
    assert (fixture.winner, fixture.how) == ("cats", "adjudicated")
    ruled(at(alice, season, "adjudicate", "r1-1"), winner="", points__bears="4", reason="On second thoughts")
    assert Fixture.objects.get().points == '{"bears":4,"cats":0}'
    assert "On second thoughts" in text(alice.get(rule_url(season.stream)))


def test_a_walk_over_and_a_battle_called_off(season: Season, alice: Client) -> None:
    begun(season, alice)
    battle = season.muster()
    ruled(at(alice, season, "call-off", battle), reason="The hall is flooded")
    assert Fixture.objects.get(number=2).status == Fixture.Status.CALLED_OFF
    ruled(at(alice, season, "walk-over", "r1-1"), winner="bears", reason="Carol did not come")
    assert Fixture.objects.get(fixture="r1-1").how == "walkover"


# -- platoons and people -----------------------------------------------------------------------------------------------


def test_a_platoon_is_handed_over_and_leaves(season: Season, alice: Client) -> None:
    begun(season, alice)
    bob, carol = (str(user.pk) for user in (season.cast.bob, season.cast.carol))
    ruled(at(alice, season, "hand-over", "cats"), players=bob, beside=[carol], reason="Carol has an exam")
    assert state(season).platoons["cats"].players == (bob, carol)
    ruled(at(alice, season, "drop", "bears"), reason="Bob has moved")
    assert state(season).platoons["bears"].dropped
    assert "drop" not in dict.fromkeys(link[0] for link in _links(alice, season, "bears"))


def _links(client: Client, season: Season, platoon: str) -> list[Any]:
    page = client.get(rule_url(season.stream))
    return next(links for one, _place, _faults, links in page.context["platoons"] if one.key == platoon)


def test_offices_are_given_and_taken(season: Season, alice: Client) -> None:
    season.begin()
    carol = str(season.cast.carol.pk)
    ruled(at(alice, season, "appoint"), person=carol, office="organiser", reason="Alice travels")
    assert Appointment.objects.get(person=carol).office == "organiser"
    theirs = office_of(season.cast.carol)
    assert theirs.get(rule_url(season.stream)).status_code == 200
    ruled(at(theirs, season, "dismiss", carol), reason="Alice is back")
    assert not Appointment.objects.filter(person=carol).exists()
    assert theirs.get(rule_url(season.stream)).status_code in (403, 404)


# -- house rules -------------------------------------------------------------------------------------------------------


def test_a_house_rule_is_amended_and_only_what_was_changed(season: Season, alice: Client) -> None:
    begun(season, alice)
    ruled(at(alice, season, "walk-over", "r1-1"), winner="bears", reason="Carol did not come")
    form = at(alice, season, "amend").fill(scoring__win="5", reason="We agreed at the table")
    form.press("look")
    ranks = {rank.name: (rank.before.score, rank.after.score) for rank in form.page.context["foreseen"].ranks}
    assert ranks["Bears"] == (3, 5)
    form.press("do")
    amended = state(season).amended[-1]
    assert (amended.options, amended.terms, amended.breakers) == ({}, {}, None)
    assert amended.scoring is not None
    assert amended.scoring.win == 5


def test_an_amendment_shows_what_becomes_of_vehicles(season: Season, alice: Client) -> None:
    damaged(season, alice)
    form = at(alice, season, "amend").fill(terms__workshop=None, reason="Too much to count")
    form.press("look")
    found = [one for one in form.page.context["foreseen"].lines if one.who == "The Bears"]
    (line,) = found
    assert (line.what, line.after) == ("repairs it needs", "")
    assert "weld" in line.before
    form.press("do")
    assert state(season).amended[-1].terms == {"workshop": False}


def test_amending_options_terms_and_tie_breakers(season: Season, alice: Client) -> None:
    begun(season, alice)
    said = {"options__fog": "on", "terms__slots": "4", "breakers_0": "wins", "round": "2", "reason": "From now on"}
    ruled(at(alice, season, "amend"), **said)
    amended = state(season).amended[-1]
    assert (amended.round, amended.options, amended.terms) == (2, {"fog": True}, {"slots": 4})
    assert amended.breakers == ("wins",)
    form = at(alice, season, "amend").fill(reason="Nothing").press("look")
    assert "Nothing changes" in text(form)


def test_an_amendment_the_rules_refuse_is_told_at_its_control(season: Season, alice: Client) -> None:
    begun(season, alice)
    form = at(alice, season, "amend").fill(reason="A list", terms__purchase_list="Light; from=x")
    assert form.press("look").status_code == 422
    assert "ine 1" in form.error("terms.purchase_list")
    form.fill(terms__purchase_list="", breakers_0="wins", breakers_1="wins").press("look")
    assert "twice" in form.error("breakers")


# -- the season, and who may -------------------------------------------------------------------------------------------


def test_the_season_is_closed_and_nothing_more_is_offered(season: Season, alice: Client) -> None:
    begun(season, alice)
    ruled(at(alice, season, "close-round"))
    form = ruled(at(alice, season, "close-season"), words="Well fought")
    assert state(season).closed is not None
    page = alice.get(rule_url(season.stream))
    assert page.context["acts"] == []
    assert alice.post(form.address, {"look": "1", "words": ""}).status_code == 422
    assert "closed" in text(page)


def test_a_result_of_a_closed_season_is_ruled_on_after_a_preview(season: Season, alice: Client) -> None:
    begun(season, alice)
    ruled(at(alice, season, "close-round"))
    ruled(at(alice, season, "close-season"), words="")
    assert 'data-act="adjudicate"' in alice.get(rule_url(season.stream)).content.decode()
    form = at(alice, season, "adjudicate", "r1-1").fill(winner="cats", reason="Wrong list")
    form.press("look")
    assert "The standings of the closed season are revised; Cats has won it." in form.read
    ruled(form)
    assert Standing.objects.get(rank=1).platoon == "cats"
    assert "Wrong list" in text(alice.get(f"/campaigns/{season.stream}/"))


def test_only_who_rules_over_it_finds_it(season: Season, alice: Client) -> None:
    begun(season, alice)
    ClubFactory.create(organisers=[season.cast.dave])
    for user, status in ((season.cast.dave, 404), (season.cast.bob, 403)):
        client = office_of(user)
        for address in (rule_url(season.stream), rule_url(season.stream, "close-round")):
            assert client.get(address).status_code == status
            assert client.post(address, {"do": "1"}).status_code == status
    assert Round.objects.get().status == Round.Status.OPEN


def test_what_is_not_there_is_not_found(season: Season, alice: Client) -> None:
    begun(season, alice)
    nowhere = [
        *(rule_url(season.stream, "adjudicate", key) for key in ("r9-9", "bears")),
        rule_url(season.stream, "penalise", "wolves"),
        rule_url(season.stream, "explode"),
        rule_url(season.stream, "adjudicate"),
        rule_url(UUID(int=7)),
    ]
    assert {alice.get(address).status_code for address in nowhere} == {404}


def test_a_disputed_fixture_says_by_whom_and_why(season: Season, alice: Client) -> None:
    from campaigns.season.disputes import Dispute

    season.begin()
    battle = season.fight()
    clerk.sweep()
    season.report(Who(str(season.cast.carol.pk)), Dispute(fixture=battle, reason="That was cover"))
    assert "That was cover" in text(alice.get(rule_url(season.stream)))
