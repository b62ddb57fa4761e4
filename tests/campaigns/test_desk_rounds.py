"""An organiser opens, pairs, extends and closes rounds in the office: each is seen before it is done, and done once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy

import msgspec
import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from battles import log
from battles.models import LogLine
from campaigns.admin.ruling.acts import FORMS
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Fixture, Round
from campaigns.season import OF_ORGANISERS
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text, url
from tests.campaigns.ruled import at, begun, damaged, ruled, state
from tests.length import in_soak

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """It has begun."""
    with shared_season(django_db_blocker, Season) as season:
        yield season.begin()


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def test_every_ruling_of_an_organiser_has_a_form() -> None:
    mustered = {"MusterBattle"}  # which has a page of its own, for players too
    assert {act.command.__name__ for act in FORMS.values()} >= {one.__name__ for one in OF_ORGANISERS} - mustered


def test_a_round_is_opened_as_it_was_previewed(season: Season, alice: Client) -> None:
    season.begin()
    form = at(alice, season, "open-round").fill(title="The first shots", deadline="2030-01-01T20:00")
    form.press("look")
    assert form.page.context["foreseen"].told
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
    rows = [tuple(form.paper.fields[f"pick:pairings#{n}.{part}"] for part in ("home", "away")) for n in range(2)]
    rows = [tuple("".join(one) for one in row) for row in rows]  # a radio's is a list
    return [row for row in rows if all(row)]


def test_pairings_are_drawn_up_swapped_and_then_published_as_they_stand(season: Season, alice: Client) -> None:
    form = at(alice, four(season), "open-round")
    form.press("draw")
    drawn = pairs_of(form)
    assert sorted(key for pair in drawn for key in pair) == ["bears", "cats", "dogs", "eels"]
    assert "level in the standings, with 0 each." in form.read
    assert "".join(form.paper.fields["pick:method"]) == ""  # nobody is left whom it could pair
    (one, away), (other, _away) = drawn
    form.fill(one=away, other=other).press("swap")
    changed = pairs_of(form)
    assert changed[0] == (one, other)
    assert not Round.objects.exists()  # a draft is in the form alone
    ruled(form)
    assert [tuple(msgspec.json.decode(one.platoons)) for one in Fixture.objects.order_by("number")] == changed


def test_what_hardly_ever_changes_of_a_round_is_folded_and_says_what_it_is(season: Season, alice: Client) -> None:
    """So that the page is short on a phone; pairings that were drawn up are seen."""
    form = at(alice, four(season), "open-round")
    assert folds(form) == {"Pair the others by everyone once": False, "Not there nobody": False, PAIRINGS: False}
    assert "swap" not in form.paper.buttons  # there is nobody yet to change places
    form.fill(absent=["eels"]).press("draw")
    assert folds(form)["Not there Eels"] is False
    assert folds(form)[PAIRINGS] is True
    form.fill(method="knockout").press("draw")
    assert "In a knock-out nobody who is due can be left out." in form.press("look").content.decode()
    assert folds(form)["Not there Eels"] is True  # as something is wrong in it


PAIRINGS = "See and change the pairings"


def folds(form: AtForm) -> dict[str, bool]:
    """Whether each is open, by what it is headed."""
    found = re.findall(
        r'<details class="folded"( open)?><summary>(.*?)</summary>', form.page.content.decode(), re.DOTALL
    )
    return {" ".join(re.sub(r"<[^>]*>", " ", head).split()): bool(opened) for opened, head in found}


def test_who_was_paired_by_hand_stays_as_the_others_are_drawn_up(season: Season, alice: Client) -> None:
    form = at(alice, four(season), "open-round")
    form.fill(pairings__0__home="eels", pairings__0__away="bears").press("draw")
    assert [set(pair) for pair in pairs_of(form)] == [{"eels", "bears"}, {"cats", "dogs"}]


def test_a_knock_out_is_drawn_up_with_its_bracket_and_the_draft_says_what_leaves_it(
    season: Season, alice: Client
) -> None:
    form = at(alice, four(season), "open-round")
    form.fill(method="knockout").press("draw")
    assert "".join(form.paper.fields["pick:method"]) == "knockout"
    assert "number 1 and number 4 of the knock-out." in form.read
    (_one, away), (other, _away) = pairs_of(form)
    form.fill(one=away, other=other).press("swap")
    assert "they would not meet by the bracket." in form.read
    ruled(form)
    told = msgspec.json.decode(Round.objects.get().byes)
    assert told == []


def test_the_draft_says_who_meets_again_who_twice_and_who_nobody(season: Season, alice: Client) -> None:
    begun(season)
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
    assert "“Second platoon” is not filled in." in form.error("pairings.0.away")
    form.fill(pairings__0__home="", deadline="tomorrow").press("look")
    assert "no moment" in form.error("deadline")
    assert not Round.objects.exists()


def test_a_deadline_is_moved_with_a_reason_that_everyone_reads_and_the_list_of_the_log_says_it(
    season: Season, alice: Client
) -> None:
    begun(season)
    form = at(alice, season, "extend").fill(deadline="2030-02-01T20:00")
    form.press("look")
    assert form.error("reason")
    ruled(form, reason="Snow in the hall")
    assert Round.objects.get().deadline == "2030-02-01T20:00:00Z"
    overview = text(alice.get(rule_url(season.stream)))
    assert "Snow in the hall" in overview
    assert "alice" in overview
    page = text(alice.get(url(LogLine, "changelist"), {"stream": season.stream}))
    assert "Extended yes alice admin" in page
    assert "Snow in the hall" in page
    last = log.head(season.stream).position
    assert "Snow in the hall" in text(alice.get(url(LogLine, "change", f"{season.stream}:{last}")))
    assert "Snow in the hall" not in text(alice.get(url(LogLine, "change", f"{season.stream}:{last - 1}")))


def test_a_round_is_closed_in_one_action_and_its_preview_shows_all_of_it(season: Season, alice: Client) -> None:
    season = damaged(Season(season.cast), per_round=5)
    purse = state(season).platoons["bears"].purse  # with what a die left them of wrecks
    form = at(alice, season, "close-round")
    form.press("look")
    foreseen = form.page.context["foreseen"]
    assert any("Round 1" in told for told in foreseen.told)
    lines = {msgspec.structs.astuple(one) for one in foreseen.vehicles}
    assert ("The Bears", "condition", "Damage 1", "as new") in lines
    assert Round.objects.get(campaign=season.desk.pk).status == Round.Status.OPEN
    assert form.press("do").status_code == 302
    after = state(season)
    assert (after.platoons["bears"].purse, after.vehicles["bears-1"].condition.get("damage", 0)) == (purse + 4, 0)
    purses = {rank.name: (rank.before.purse, rank.after.purse) for rank in foreseen.ranks}
    assert purses["Bears"] == (purse, purse + 4)
    assert [(rank.name, rank.after.rank, rank.after.score) for rank in foreseen.ranks] == [
        (after.platoons[one.platoon].name, one.rank, one.score) for one in after.rounds[-1].places
    ]


def test_what_a_die_decides_is_not_foreseen_and_not_rolled(season: Season, alice: Client) -> None:
    season = damaged(Season(season.cast), weld_needs=4)
    form = at(alice, season, "close-round")
    form.press("look")
    assert form.page.context["foreseen"].asked is not None
    assert "so the rest cannot be foreseen" in form.read
    assert form.page.context["foreseen"].ranks  # by default, before the workshop works
    assert form.press("do").status_code == 302
    assert Round.objects.get(campaign=season.desk.pk).status == Round.Status.CLOSED


@in_soak(
    "tests/campaigns/test_desk_rounds.py::test_a_round_is_closed_in_one_action_and_its_preview_shows_all_of_it",
    "tests/campaigns/test_desk_rounds.py::test_what_a_die_decides_is_not_foreseen_and_not_rolled",
)
def test_the_preview_of_a_close_shows_who_rises_by_default(season: Season, alice: Client) -> None:
    begun(season)
    form = at(alice, season, "close-round")
    form.press("look")
    ranks = {rank.name: (rank.before.score, rank.after.score) for rank in form.page.context["foreseen"].ranks}
    assert ranks == {"Bears": (0, 1), "Cats": (0, 1)}  # not played: drawn
    form.press("do")
    assert {one.platoon: one.score for one in state(season).rounds[-1].places} == {"bears": 1, "cats": 1}


def test_the_same_form_sent_twice_counts_once(season: Season, alice: Client) -> None:
    begun(season)
    form = at(alice, season, "penalise", "cats").fill(score="2", reason="Late again")
    form.press("look")
    sent = form.paper.fields | {"do": "1"}
    for _time in range(2):
        assert alice.post(form.address, sent).status_code == 302
    assert state(season).platoons["cats"].penalty == 2


@in_soak("tests/campaigns/test_desk_rounds.py::test_the_same_form_sent_twice_counts_once")
def test_a_round_that_was_closed_is_not_closed_again_by_a_second_click(season: Season, alice: Client) -> None:
    begun(season)
    form = at(alice, season, "close-round")
    form.press("look")
    sent = form.paper.fields | {"do": "1"}
    for _time in range(2):
        assert alice.post(form.address, sent).status_code == 302
    assert len(state(season).rounds) == 1


def test_nothing_is_done_that_was_not_shown(season: Season, alice: Client) -> None:
    begun(season)
    form = at(alice, season, "penalise", "cats").fill(score="2", reason="Late")
    form.press("look")
    assert form.fill(score="200").press("do").status_code == 409
    assert "moved on since the preview" in form.read
    assert state(season).platoons["cats"].penalty == 0
    season.enlist(season.cast.bob, "dogs")  # meanwhile
    assert form.press("do").status_code == 409
    assert form.press("do").status_code == 302
    assert state(season).platoons["cats"].penalty == 200
