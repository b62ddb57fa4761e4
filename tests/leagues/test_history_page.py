"""Results of before by their page and by the API: looked at, people chosen, taken in, taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from leagues.models import LeagueGame, LeaguePlayer, LeagueSheet
from rules.stream.revision.reports import Undo
from tests.api.conftest import Caller, problem, said
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Years
from tests.leagues.test_tabbycat import archive, ballot, debate, side

pytestmark = pytest.mark.django_db

URL = "/leagues/long/seasons/before/"
LIST = (
    "season,round,player,opponent,points,against\n2019,1,bob,Otto,3,1\n2019,2,Otto,Emil,1,1\n2020,1,Emil,caroll,0,2\n"
)


def fields(page: str) -> dict[str, str]:
    found = dict(re.findall(r'<select[^>]* name="([^"]+)">.*?<option value="([^"]*)" selected', page))
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    return found | {"text": text.replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")}


def sent(client: Client, form: dict[str, Any], status: int = 200, **more: Any) -> str:
    response = client.post(URL, form | more)
    assert response.status_code == status, response.content.decode()
    return response.content.decode()


def test_a_list_is_pasted_people_are_chosen_and_it_comes_in(years: Years, cast: Cast) -> None:
    alice = logged_in(cast.alice)
    assert URL in alice.get("/leagues/long/manage/").content.decode()
    page = sent(alice, {"text": LIST + "2020,1,bob,,1,0\n", "step": "look"})
    assert "Line 5 (<code" in page
    assert "2019, round 1: bob (known here) beat Otto (new, kept by this name), 3 : 1" in page
    form = fields(page)
    assert (form["who-0"], form["who-1"]) == (str(cast.bob.pk), "new")
    carol = {"who-3": str(cast.carol.pk)}
    assert "1 line cannot be taken in" in sent(alice, form | carol, 422, step="do")
    assert not LeagueGame.objects.exists()
    page = sent(alice, form | carol | {"who-2": "out"}, step="look")
    assert "2019, round 2: Otto and Emil drew, 1 : 1: left out" in page
    assert alice.post(URL, form | carol | {"despite": "1", "step": "do"}).status_code == 302
    assert LeaguePlayer.objects.get(player=str(cast.carol.pk)).won == 1
    assert LeagueGame.objects.filter(how="history").count() == 6
    assert "2 seasons were taken in" in alice.get("/leagues/long/").content.decode()
    assert "already" in sent(alice, form | carol, 422, despite="1", step="do")
    for position in (3, 2):
        years.report(Undo(position=position, reason="Another club's"))
    assert (LeagueGame.objects.count(), LeagueSheet.objects.get().season) == (0, 0)


def test_a_file_of_tabbycat_comes_in(years: Years, cast: Cast) -> None:
    alice = logged_in(cast.alice)
    text = archive(debate(side("T1", ballot(1, "75")), side("T2", ballot(2, "74"))), debate(side("T3")))
    page = sent(alice, {"file": SimpleUploadedFile("x.xml", text.encode()), "who-0": "out", "step": "look"})
    assert "an archive of Tabbycat" in page
    assert "Ford 2 had a bye." in page
    assert alice.post(URL, fields(page) | {"step": "do"}).status_code == 302
    assert {one.name for one in LeaguePlayer.objects.all()} == {"Steel Club 1", "Otto Fuchs"}


def test_what_is_no_list_and_who_may_not(years: Years, season: Season, cast: Cast) -> None:
    alice = logged_in(cast.alice)
    assert Client().get(URL).status_code == 302
    assert logged_in(cast.bob).post(URL, {"text": LIST, "step": "do"}).status_code == 403
    assert "There is no list." in sent(alice, {"text": " ", "step": "look"}, 422)
    assert "no text in UTF-8" in sent(alice, {"file": SimpleUploadedFile("x", b"\xff\xfe1"), "step": "look"}, 422)
    assert "too large" in sent(alice, {"file": SimpleUploadedFile("x", b"a" * 800_000), "step": "look"}, 422)
    assert "There is no column player, opponent." in sent(alice, {"text": "a,b\n1,2\n", "step": "look"}, 422)
    assert "nobody here has that key" in sent(alice, {"text": LIST, "who-0": str(cast.dave.pk), "step": "look"}, 422)
    both = {"who-0": str(cast.bob.pk), "who-1": str(cast.bob.pk)}
    assert "both names are the same player" in sent(alice, {"text": LIST, "step": "look"} | both)
    season.begin()
    years.add(season)
    assert "Season 1 is under way." in sent(alice, {"text": LIST, "step": "look"}, 422)
    assert URL not in alice.get("/leagues/long/manage/").content.decode()


def test_a_program_looks_at_a_list_and_takes_it_in(years: Years, cast: Cast) -> None:
    url, alice = f"leagues/{years.stream}/history/", Caller(cast.alice)
    problem(Caller(cast.bob).post(url, {"text": LIST}), 403, "not-yours")
    told = said(alice.post(f"{url}?preview=true", {"text": LIST + "2020,1,bob,,1,0\n", "people": {"Emil": "out"}}))
    assert [(one["line"], one["result"], one["field"]) for one in told["lines"]] == [
        *((2, True, ""), (3, False, ""), (4, False, ""), (5, False, "opponent")),
    ]
    assert told["names"][:2] == [
        {"name": "bob", "player": str(cast.bob.pk), "out": False},
        {"name": "Otto", "player": None, "out": False},
    ]
    assert (told["kind"], told["preview"], LeagueGame.objects.exists()) == ("csv", True, False)
    assert problem(alice.post(url, {"text": LIST + "x\n"}), 422, "refused")["field"] == "text"
    assert problem(alice.post(url, {"text": LIST, "system": "x"}), 400, "malformed")["field"] == "system"
    problem(alice.post(url, {"text": "x" * 950_000}), 413, "too-large")
    taken = said(alice.post(url, {"text": LIST}))
    assert [one["title"] for one in taken["seasons"]] == ["2019", "2020"]
    assert LeagueGame.objects.count() == 6
    problem(alice.post(url, {"text": LIST}), 422, "refused")
