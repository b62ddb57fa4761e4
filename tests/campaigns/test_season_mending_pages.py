"""An organiser, and a player, mends a season by page: seen in words first, then done; what is left is settled there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns import clerk, handler
from campaigns.models import CampaignSheet, Round, Standing
from campaigns.revision_preview import history_of
from campaigns.season.mending import mends_of
from campaigns.season.pairings import Pair
from campaigns.season.purchases import Buy
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.sales import Sell
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing, Recruit
from rules.adjudicate import Who
from rules.contract import Refused, say
from tests.campaigns.begun import cast, season
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import office_of
from tests.campaigns.test_season_mending_doors import PENALTY, at, rebuilt
from tests.pages.conftest import Form, as_, forms
from tests.pages.test_language import bare, brackets

__all__ = ["brackets", "cast", "season"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """With points to spend."""
    with shared_season(django_db_blocker, Season) as found:
        found.desk.terms |= {"purse": 60}
        found.desk.save()
        yield found.begin()


def text(response: Any) -> str:
    """What is read on a page."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())))


def mend_form(response: Any) -> Form:
    return next(form for form in forms(response.content).forms if form.id == "mend")


def pressed(form: Form, step: str, **values: str) -> dict[str, list[str]]:
    return form.filled(**values) | {"step": [step]}


class By:
    """Somebody at the pages of the season."""

    def __init__(self, season: Season, user: Any) -> None:
        self.url, self.client = f"/campaigns/{season.stream}/", as_(user)

    def look(self, place: str, tab: str = "undo", **values: str) -> Any:
        """The preview of the form at this place."""
        page = self.client.get(f"{self.url}corrections/{place}{f'?how={tab}' if tab else ''}")
        assert page.status_code == 200, text(page)
        return self.client.post(f"{self.url}corrections/{place}", pressed(mend_form(page), "look", **values))

    def do(self, seen: Any, place: str) -> Any:
        """What was looked at."""
        return self.client.post(f"{self.url}corrections/{place}", pressed(mend_form(seen), "do"), follow=True)


def test_a_penalty_is_taken_back_from_its_row_of_the_log(season: Season) -> None:
    season.report(season.organiser, PENALTY)
    season.report(season.organiser, OpenRound(deadline=""))
    alice, place = By(season, season.cast.alice), f"{at(season, 'Penalise')}/"
    assert f'href="{alice.url}corrections/{place}"' in alice.client.get(alice.url).content.decode()
    seen = alice.look(place, reason="She was not late")
    read = text(seen)
    assert "Nothing is changed yet" in read
    assert "Bears: Score -2 → 0" in read
    assert Standing.objects.get(platoon="bears").penalty == 2
    done = alice.do(seen, place)
    assert "is taken back" in text(done)
    assert "She was not late" in text(done)
    assert Standing.objects.get(platoon="bears").penalty == 0
    redone = alice.client.get(f"{alice.url}corrections/")
    assert "Redo what was undone" in text(redone) or "Undo the correction" in text(redone)
    rebuilt(season)


def test_a_penalty_is_changed_by_the_form_it_was_told_with(season: Season) -> None:
    season.report(season.organiser, PENALTY)
    alice, place = By(season, season.cast.alice), f"{at(season, 'Penalise')}/"
    page = alice.client.get(f"{alice.url}corrections/{place}?how=change")
    form = mend_form(page)
    assert form.fields["type"] == ["Penalise"]
    assert ["2"] in form.fields.values()
    sent = pressed(form, "look", score="3") | {"reason": ["It was three"]}
    seen = alice.client.post(f"{alice.url}corrections/{place}", sent)
    assert "Bears: Score -2 → -3" in text(seen)
    alice.do(seen, place)
    assert Standing.objects.get(platoon="bears").penalty == 3


def test_the_office_leads_to_what_is_corrected(season: Season) -> None:
    place = bought(season)
    office = office_of(season.cast.alice)
    rule = f"/admin/campaigns/campaignsheet/{season.stream}/rule/"
    assert f"/campaigns/{season.stream}/corrections/{at(season, 'CloseRound')}/" in office.get(rule).content.decode()
    alice = By(season, season.cast.alice)
    alice.do(alice.look(f"{place}/", reason="It was never paid"), f"{place}/")
    (item,) = handler.replay(season.stream)[0].items
    ruled = office.get(rule)
    assert "is taken back; later ones are decided again. Reason: It was never paid" in text(ruled)  # a ruling, too
    assert f"The report of row {item} cannot stand as it was, and waits to be settled." in text(ruled)
    assert f"/campaigns/{season.stream}/corrections/settle/?at={item}#item-{item}" in ruled.content.decode()
    for page in (
        alice.client.get(f"{alice.url}corrections/{item}/settle/"),
        alice.client.get(f"{alice.url}corrections/"),
    ):
        assert "Left open by a correction:" in text(page)
        assert (
            f"The report of row {place} is taken back; later ones are decided again. Reason: It was never paid"
            in text(page)
        )
    assert office.get("/admin/campaigns/campaignsheet/?open=yes").status_code == 200
    assert office.get("/admin/campaigns/campaignsheet/?asked=yes").status_code == 200


def test_a_pairing_that_was_published_is_mended(season: Season) -> None:
    """By a line of script that says names. It has a form, so the line is not filled in: that would need JSON."""
    season.enlist(season.cast.dave, "dogs")
    season.report(season.organiser, OpenRound(deadline=""))
    season.report(season.organiser, Pair(pairings=(Pairing(home="bears", away="cats"),)))
    alice, place = By(season, season.cast.alice), f"{at(season, 'Pair')}/"
    shown = alice.client.get(f"{alice.url}corrections/{place}?how=change")
    script = next(form for form in forms(shown.content).forms if "line" in form.fields)
    assert script.fields["line"] == [""]
    line = """pair pairings='[{"home": "Bears", "away": "Dogs"}]'"""
    sent = pressed(script, "look", line=line, reason="Carol is away")
    seen = alice.client.post(f"{alice.url}corrections/{place}", sent)
    assert "Nothing is changed yet" in text(seen), text(seen)
    assert "Dogs" in text(seen)
    alice.do(seen, place)
    (fixture,) = handler.replay(season.stream)[0].fixtures.values()
    assert fixture.platoons == ("bears", "dogs")
    rebuilt(season)


def test_a_round_that_was_closed_is_opened_again(season: Season) -> None:
    season.report(season.organiser, OpenRound(deadline="2020-03-28T20:00:00Z"))
    assert clerk.sweep()
    alice, place = By(season, season.cast.alice), f"{at(season, 'CloseRound')}/"
    seen = alice.look(place, reason="The hall was shut")
    assert Round.objects.get().status == Round.Status.CLOSED
    alice.do(seen, place)
    assert Round.objects.get().status == Round.Status.OPEN
    assert not clerk.sweep()
    rebuilt(season)


def bought(season: Season) -> int:
    """Bears buy a vehicle and sell it two rounds later; where the purchase begins. A season that has not begun does."""
    season.desk.terms = {**season.desk.terms, "purse": 30}
    season.desk.save(update_fields=["terms"])
    season.begin()
    bob = Who(str(season.cast.bob.pk))
    season.report(bob, Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),)))
    for n in (1, 2):
        season.report(season.organiser, OpenRound(deadline=""))
        season.report(season.organiser, CloseRound(round=n))
    season.report(bob, Sell(platoon="bears", vehicles=("bears-9",)))
    return at(season, "Buy")


def test_a_purchase_is_taken_back_two_rounds_later_and_what_follows_is_settled(season: Season) -> None:
    """The sale stands as it was played, marked where everybody looks, until the organiser strikes it."""
    place = f"{bought(season)}/"
    alice = By(season, season.cast.alice)
    seen = alice.look(place, reason="It was never paid")
    assert "Reports that can no longer stand" in text(seen)
    assert "left to settle" in text(seen)
    assert "Platoon “Bears” has no vehicle “Light 2”." in text(seen)
    alice.do(seen, place)
    (item,) = handler.replay(season.stream)[0].items
    assert CampaignSheet.objects.get().unsettled == 1
    home = alice.client.get(alice.url)
    assert "cannot stand as it was, and waits to be settled" in text(home)
    assert 'corrections/settle/"' in home.content.decode()
    (waits,) = [one for one in alice.client.get("/").context["ruling"] if "reports to settle" in str(one.label)]
    assert [row.name for row in waits.rows] == ["The long ridge"]
    assert alice.client.get(waits.rows[0].url).status_code == 200
    settle = f"{item}/settle/"
    page = alice.client.get(f"{alice.url}corrections/")
    assert f"settle/?at={item}#item-{item}" in page.content.decode()
    read = text(alice.client.get(f"{alice.url}corrections/{settle}"))
    assert "Bears sells Light 2." in read
    assert "Platoon “Bears” has no vehicle “Light 2”." in read  # it has another one called “Light”
    assert 'value="strike" required checked' in alice.client.get(f"{alice.url}corrections/{settle}").content.decode()
    assert "It cannot be told again as it was" not in read
    seen = alice.look(settle, "", how="strike", reason="Nothing was sold")
    assert "Preview" in text(seen)
    alice.do(seen, settle)
    now = handler.replay(season.stream)[0]
    assert (now.items, now.platoons["bears"].purse) == ((), 60)
    assert "bears-9" not in now.vehicles
    assert CampaignSheet.objects.get().unsettled == 0
    rebuilt(season)


def test_a_purchase_is_struck_and_what_follows_settled_at_once(season: Season) -> None:
    place = f"{bought(season)}/"
    alice = By(season, season.cast.alice)
    seen = alice.look(place, "strike", reason="It was never paid")
    (radio,) = {name for name in mend_form(seen).offers if name.startswith("settle-")}
    done = alice.client.post(
        f"{alice.url}corrections/{place}", pressed(mend_form(seen), "do") | {radio: ["strike"]}, follow=True
    )
    assert done.status_code == 200
    now = handler.replay(season.stream)[0]
    assert (now.items, now.platoons["bears"].purse) == ((), 60)


def test_a_player_asks_those_whom_it_touches_who_agree_or_decline(season: Season) -> None:
    """Carol says that two purchases of Bob's were none: he is asked about both, sees what each comes to, and agrees to
    the second. A program is told the same, and who has no part in it nothing."""
    bob, carol = By(season, season.cast.bob), By(season, season.cast.carol)
    asked: list[int] = []
    for id in ("bears-8", "bears-9"):
        new = (Recruit(id=id, model="Light"),)
        season.report(Who(str(season.cast.bob.pk)), Buy(platoon="bears", vehicles=new))
        place = f"{at(season, 'Buy')}/"
        seen = carol.look(place, reason="He took it back at the table")
        assert "Ask Bears" in text(seen)
        carol.do(seen, place)
        asked.append(handler.replay(season.stream)[0].proposals[-1].position)
    assert "wait" in text(bob.client.get("/"))
    page = bob.client.get(f"{bob.url}corrections/")
    assert text(page).count("Cats proposes a correction") == 2
    assert "He took it back at the table" in text(page)
    told = bob.client.get(f"/api/v1/campaigns/{season.stream}/choices/").json()["proposals"]
    assert [(one["position"], one["platoon"], one["asks"]) for one in told] == [
        (row, "cats", ["bears"]) for row in asked
    ]
    assert "to undo the report" in told[0]["text"]
    other = as_(season.cast.dave).get(f"/api/v1/campaigns/{season.stream}/choices/").json()
    assert other["proposals"] == []
    rule = office_of(season.cast.alice).get(f"/admin/campaigns/campaignsheet/{season.stream}/rule/")
    assert all(f"corrections/?at={row}" in rule.content.decode() for row in asked)
    answers = [form for form in forms(page.content).forms if form.fields.get("at") == [str(asked[1])]]
    agree = next(form for form in answers if "id" in form.fields)
    bob.client.post(f"{bob.url}corrections/", agree.filled() | {"how": ["Agree"]})
    now = handler.replay(season.stream)[0]
    assert [one in now.vehicles for one in ("bears-8", "bears-9")] == [True, False]
    assert [one.position for one in now.proposals] == [asked[0]]
    rebuilt(season)


def test_who_has_no_part_corrects_nothing(season: Season) -> None:
    season.report(season.organiser, PENALTY)
    place = f"/campaigns/{season.stream}/corrections/{at(season, 'Penalise')}/"
    assert Client().get(place).status_code == 302
    assert as_(season.cast.dave).get(place).status_code == 403
    seen = as_(season.cast.bob).post(place, {"how": "undo", "step": "do", "reason": "No"})
    assert (seen.status_code, "Ask an organiser" in text(seen)) == (403, True)


@pytest.mark.usefixtures("brackets")
def test_no_text_of_these_pages_escapes_translation(season: Season) -> None:
    place = bought(season)
    alice = as_(season.cast.alice)
    url = f"/campaigns/{season.stream}/corrections/"
    form = {"step": "look", "reason": "x", "how": "undo"}
    pages = [alice.post(f"{url}{place}/", form)]
    pages += [alice.get(f"{url}{place}/?how={how}") for how in ("undo", "change", "strike", "insert")]
    done = alice.post(f"{url}{place}/", form | {"step": "do", "after": str(handler.replay(season.stream)[0].head[0])})
    assert done.status_code == 302
    (item,) = handler.replay(season.stream)[0].items
    pages += [alice.get(url), alice.get(f"{url}{item}/settle/"), as_(season.cast.dave).get(url)]
    pages += [alice.get(f"{url}declare/"), alice.post(f"{url}declare/", {"step": "look"})]
    for page in pages:
        assert bare(page.content.decode()) == []


def test_what_is_never_taken_back_says_so_before(season: Season) -> None:
    """No form offers it; the page says why, and what helps."""
    season.report(season.organiser, OpenRound(deadline=""))
    season.report(season.organiser, CloseRound(round=1))
    season.report(season.organiser, CloseSeason())
    alice, place = By(season, season.cast.alice), f"{at(season, 'CloseSeason')}/"
    for tab in ("", "?how=undo", "?how=change", "?how=strike"):
        page = alice.client.get(f"{alice.url}corrections/{place}{tab}")
        read = text(page)
        assert "The seed of the season’s dice is known: it cannot be played on." in read
        assert "Correct the report that is wrong" in read
        assert "Take it back" not in read
        assert not [form for form in forms(page.content).forms if form.id == "mend"]


def test_a_player_is_told_before_what_only_an_organiser_takes_back(season: Season) -> None:
    season.report(season.organiser, PENALTY)
    bob, place = By(season, season.cast.bob), f"{at(season, 'Penalise')}/"
    read = text(bob.client.get(f"{bob.url}corrections/{place}"))
    assert "This touches more than its own players may settle. Ask an organiser to correct it." in read
    assert "Take it back" not in read
    state, told, rows = handler.replay(season.stream)
    last = history_of(told, rows).reports[state.last]
    offered = {
        who.id: [one.given for one in mends_of(state, who, last) if one.command == "Undo"]
        for who in (Who(str(season.cast.bob.pk)), Who(str(season.cast.alice.pk), referee=True))
    }
    assert offered == {str(season.cast.bob.pk): [], str(season.cast.alice.pk): [{"position": last.position}]}


def first(season: Season, kind: str) -> int:
    """Where the first report of this kind begins."""
    return next(row.position for row in log.read(season.stream) if row.command_type == kind)


def changed_line(alice: By, place: str, old: str, new: str) -> Any:
    """The preview of a report whose line says something else."""
    shown = alice.client.get(f"{alice.url}corrections/{place}?how=change")
    script = next(form for form in forms(shown.content).forms if "line" in form.fields)
    line = script.fields["line"][0]
    assert old in line
    return alice.client.post(
        f"{alice.url}corrections/{place}", pressed(script, "look", line=line.replace(old, new), reason="A slip")
    )


def test_what_an_organiser_may_not_know_of_an_enlistment_stays(season: Season) -> None:
    """The cards of the platoon, which no page shows her."""
    cards = handler.replay(season.stream)[0].platoons["bears"].fittings
    assert "secret" in str(cards)
    alice, place = By(season, season.cast.alice), f"{first(season, 'Enlist')}/"
    seen = changed_line(alice, place, "Bears", "Bruins")
    assert "Nothing is changed yet" in text(seen), text(seen)
    assert "secret" not in seen.content.decode()
    alice.do(seen, place)
    platoon = handler.replay(season.stream)[0].platoons["bears"]
    assert (platoon.name, platoon.fittings) == ("Bruins", cards)
    rebuilt(season)


def test_a_refusal_does_not_tell_what_is_carried_over(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    alice, place = By(season, season.cast.alice), f"{first(season, 'Enlist')}/"
    real = handler.execute

    def fussy(stream: str, reports: Any, *rest: Any, **how: Any) -> Any:
        if "secret" in reports[0].data:
            raise Refused("campaign", say("bears's secret does not fit."), field="fittings")
        return real(stream, reports, *rest, **how)

    monkeypatch.setattr(handler, "execute", fussy)
    seen = changed_line(alice, place, "Bears", "Bruins")
    told = alice.do(seen, place)
    assert "What you may not know of this report does not go with that." in text(told)
    assert "secret" not in told.content.decode()


def test_an_organiser_declares_facts(season: Season) -> None:
    """Seen first, then done. Purses are for who has taken the case. Vehicles of one name are told apart."""
    new = tuple(Recruit(id=id, model="Light") for id in ("bears-8", "bears-9"))
    season.report(Who(str(season.cast.bob.pk)), Buy(platoon="bears", vehicles=new))
    alice = By(season, season.cast.alice)
    page = alice.client.get(f"{alice.url}corrections/declare/?of=bears")
    form = mend_form(page)
    assert "Penalty in the standings" in text(page)
    assert "Purse" not in text(page)
    assert all(name in text(page) for name in ("Light 2", "Light 3"))
    status = next(key for key in form.fields if key.endswith("vehicles.bears-1.status"))
    said = {"number:platoons.bears.penalty": "3", status: "lost", "reason": "Agreed at the table"}
    seen = alice.client.post(f"{alice.url}corrections/declare/", pressed(form, "look", **said))
    assert "Bears: Score 0 → -3" in text(seen), text(seen)
    assert "The Bears: Status lost" in text(seen)
    assert Standing.objects.get(platoon="bears").penalty == 0
    done = alice.do(seen, "declare/")
    assert "Declared by ruling of an organiser or umpire" in text(done)
    state = handler.replay(season.stream)[0]
    assert (state.platoons["bears"].penalty, state.vehicles["bears-1"].status) == (3, "lost")
    rebuilt(season)
    nothing = alice.client.post(f"{alice.url}corrections/declare/", {"step": "do", "reason": "x", "of": "bears"})
    assert "No fact was changed." in text(nothing)
    bob = as_(season.cast.bob)
    assert bob.get(f"{alice.url}corrections/declare/").status_code == 403
    assert bob.post(f"{alice.url}corrections/declare/", pressed(form, "do", **said)).status_code == 403
