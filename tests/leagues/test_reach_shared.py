"""The preview of a correction across streams on its page and by program: reached, shared, reported and withdrawn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles import handler as battles
from battles import log
from campaigns import correction_drafts, erasure, handler
from campaigns.admin.ruling.views import rule_url
from campaigns.models import CorrectionDraft, User
from campaigns.pages import reach as page
from rules.reports import Amend
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Years
from tests.leagues.test_reach import ONE_MORE_WRECK, OTHER_WINNER, played, start
from tests.pages.conftest import forms
from tests.pages.mending.acts import mending, press
from tests.where import BOTH

pytestmark = pytest.mark.django_db
__all__ = ["played", "start"]


def drafts(season: Season) -> str:
    return f"/api/v1/campaigns/{season.stream}/corrections/drafts/"


def asked(season: Season, by: User, battle: str | None, said: dict[str, Any], **more: Any) -> Any:
    kind = more.pop("type", "Amend")
    body = {"battle": battle, "type": kind, "data": said, **more}
    return logged_in(by).post(drafts(season), json.dumps(body), "application/json")


def read(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def shared(season: Season, cast: Cast, battle: str) -> str:
    found = asked(season, cast.alice, battle, ONE_MORE_WRECK, share=True).json()
    return str(found["link"].removeprefix("http://testserver"))


def test_a_battle_s_preview_leads_to_all_that_would_follow(
    years: Years, season: Season, cast: Cast, played: str
) -> None:
    """From the page that amends an outcome, by a form that needs no script."""
    alice, heads = logged_in(cast.alice), [log.head(one) for one in (played, season.stream, years.stream)]
    there = reverse("battle-amend", args=[played])
    form = mending(alice.get(there).content)
    looked = alice.post(there, press(form, "look", winner="south", reason="Misread")).content
    assert b"See all that would follow" in looked
    address = alice.post(there, press(mending(looked), "all")).headers["Location"]
    shown = read(alice, address)
    assert [text for text in ("Standings", "The long league", "Bears", "In the battle") if text not in shown] == []
    assert [log.head(one) for one in (played, season.stream, years.stream)] == heads
    assert [logged_in(one).get(address).status_code for one in (cast.bob, cast.dave)] == [404, 404]


@BOTH
def test_who_plays_opens_what_was_shared_and_reads_their_own_view(
    years: Years, season: Season, cast: Cast, played: str
) -> None:
    address = shared(season, cast, played)
    bob, carol, dave = (logged_in(one) for one in (cast.bob, cast.carol, cast.dave))
    assert "alice asks you to look at this" in read(bob, address)
    assert dave.get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert [one.get(f"/api/v1{address}").json()["shared"] for one in (bob, carol)] == [True, True]
    assert "since this was asked" not in read(carol, address)
    assert "s secret" not in read(carol, address)  # what lies face down beside the bears
    season.take_case(played)
    assert "since this was asked" in read(carol, address)
    assert bob.post(address, {"act": "end"}).status_code == 302  # it is not his
    assert CorrectionDraft.objects.exists()
    refused = bob.post(address, {"act": "do", "after": str(log.head(played).position)})
    assert (refused.status_code, CorrectionDraft.objects.exists()) == (403, True)
    done = logged_in(cast.alice).post(address, {"act": "do", "after": str(log.head(played).position)})
    assert (done.status_code, CorrectionDraft.objects.exists()) == (302, False)
    assert battles.state(played).play.vehicles["bears-2"].damage == 2


def test_the_other_player_proposes_what_was_shared_with_them(years: Years, season: Season, cast: Cast) -> None:
    """In a battle that nobody has confirmed yet: as if both did, with what its wrecks may come to."""
    season.begin()
    years.add(season)
    battle = season.muster()
    season.win(battle)
    said = {"facts": {"vehicles.bears-2.damage": 2}, "reason": "It burnt"}
    found = asked(season, cast.bob, battle, said, type="Declare", share=True).json()
    assert {one["unit"] for one in found["units"]} == {"cats-1", "cats-2", "bears-2"}
    assert (found["ways"], found["whole"], len(found["hangs"])) == (8, True, 3)
    assert [one["name"] for one in found["leagues"]] == ["The long league"]
    address = found["link"].removeprefix("http://testserver")
    done = logged_in(cast.carol).post(address, {"act": "do", "after": str(log.head(battle).position)})
    assert done.status_code == 302
    proposal = battles.state(battle).proposal
    assert proposal is not None
    assert (proposal.side, proposal.type) == ("south", "Declare")


def test_it_is_withdrawn_and_forgotten(years: Years, season: Season, cast: Cast, played: str) -> None:
    address = shared(season, cast, played)
    assert logged_in(cast.carol).delete(f"/api/v1{address}").status_code == 403
    assert logged_in(cast.alice).delete(f"/api/v1{address}").status_code == 204
    assert logged_in(cast.carol).get(address).status_code == 404
    shared(season, cast, played)
    erasure.forget_person(cast.alice, "test", "They asked", texts=False)
    assert not CorrectionDraft.objects.exists()


def test_a_correction_that_begins_in_the_season_goes_on_into_the_league(
    years: Years, season: Season, cast: Cast, played: str
) -> None:
    fixture = next(iter(handler.replay(season.stream)[0].fixtures))
    said = {"fixture": fixture, "winner": "cats", "reason": "The umpire's ruling"}
    found = asked(season, cast.alice, None, said, type="Adjudicate").json()
    assert {one["platoon"] for one in found["platoons"]} == {"bears", "cats"}
    assert [len(one["ratings"]) for one in found["leagues"]] == [2]
    struck = {"position": 2, "how": "strike", "reason": "Never there"}
    assert asked(season, cast.alice, None, struck, type="Correct").json()["season"] is not None
    assert asked(season, cast.alice, None, {"round": 1}, type="Disclose").status_code == 400  # that would tell orders
    assert asked(season, cast.alice, season.stream, OTHER_WINNER).status_code == 404
    assert asked(season, cast.dave, played, OTHER_WINNER).status_code in (403, 404, 422)
    assert not CorrectionDraft.objects.exists()


def test_a_long_season_comes_piece_by_piece(
    years: Years, season: Season, cast: Cast, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "LONG", 1)
    address = shared(season, cast, played)
    response: Any = logged_in(cast.bob).get(address)
    pieces = [piece.decode() for piece in response]
    assert "In short" not in "".join(pieces[:-1])
    assert [
        text for text in ("The battle", "The season, way 2 of 2", "The league") if text not in "".join(pieces)
    ] == []
    assert "In short" in pieces[-1]
    assert pieces[-1].rstrip().endswith("</html>")


def test_nobody_fills_the_desk(
    years: Years, season: Season, cast: Cast, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correction_drafts, "MOST", 2)
    for _time in range(correction_drafts.MOST + 2):
        asked(season, cast.alice, played, OTHER_WINNER, keep=True)
    assert CorrectionDraft.objects.count() == correction_drafts.MOST


def test_the_office_leads_there_from_its_rulings(years: Years, season: Season, cast: Cast, played: str) -> None:
    """For an adjudication, a penalty and amended house rules."""
    form = AtForm(office_of(cast.alice), rule_url(season.stream, "penalise", "bears")).fill(score="1", reason="Late")
    form.press("look")
    address = form.press("all").headers["Location"]
    assert "Bears" in read(logged_in(cast.alice), address)


def test_an_undo_of_a_correction_leads_there_too(years: Years, season: Season, cast: Cast, played: str) -> None:
    season.play(played, Amend(winner="south", reason="Misread"))
    alice, head = logged_in(cast.alice), log.head(played)
    undo = next(
        one for one in forms(alice.get(f"/battles/{played}/").content).forms if one.fields.get("type") == ["Undo"]
    )
    sent = undo.fields | {"report": "all"}
    address = alice.post(reverse("battle-report", args=[played]), sent).headers["Location"]
    assert "In the battle" in read(alice, address)
    assert log.head(played) == head


def test_a_fixture_leads_to_the_page_that_corrects_its_result(
    years: Years, season: Season, cast: Cast, played: str
) -> None:
    there, page = reverse("battle-amend", args=[played]), f"/campaigns/{season.stream}/fixtures/{played}/"
    assert [there in read(logged_in(one), page) for one in (cast.alice, cast.bob)] == [True, False]
    amends = mending(logged_in(cast.alice).get(there).content)
    looked = logged_in(cast.alice).post(there, press(amends, "look", winner="south", reason="Misread")).content.decode()
    assert ("Amend it" in looked, "Ask Bears" in looked) == (True, False)  # nobody is asked
