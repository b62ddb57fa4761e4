"""What a program that looks again and again is spared: answers it has, and lines that have not changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test.utils import override_settings
from django.utils import timezone

from battles.presenters.people import HOLD
from campaigns import clerk
from tests.api.conftest import Caller, problem, report, said
from tests.campaigns.conftest import Season
from tests.cast import logged_in

pytestmark = pytest.mark.django_db

OF_CAMPAIGN = ("", "standings/", "fixtures/", "events/")


def again(caller: Caller, path: str) -> tuple[str, int]:
    """The tag of an answer, and the status when it is asked for with that tag."""
    tag = caller.get(path)["ETag"]
    return tag, caller.get(path, If_None_Match=tag).status_code


@pytest.mark.parametrize("what", OF_CAMPAIGN)
def test_a_campaign_that_has_not_moved_is_not_told_again(bob: Caller, season: Season, what: str) -> None:
    path = f"campaigns/{season.stream}/{what}"
    before, unchanged = again(bob, path)
    season.muster()
    after, _ = again(bob, path)
    assert unchanged == 304
    assert before != after


@pytest.mark.parametrize("what", OF_CAMPAIGN)
def test_a_tag_of_a_campaign_is_for_one_reader(people: dict[str, Caller], season: Season, what: str) -> None:
    """An organiser reads purses, a player their own, a stranger none."""
    path = f"campaigns/{season.stream}/{what}"
    tags = {people[who].get(path)["ETag"] for who in ("anonymous", "bob", "carol", "alice")}
    assert len(tags) == 4


def test_somebody_is_read_by_their_new_name_within_the_hour(
    people: dict[str, Caller], season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No log says it: by API, in the frames of a replay, and in a feed."""
    battle, cast = season.fight(), season.cast
    reader = logged_in(cast.alice)
    standings, frames = f"campaigns/{season.stream}/standings/", f"/battles/{battle}/replay/frames/"
    api, page = people["alice"].get(standings), reader.get(frames)
    was, cast.bob.username = cast.bob.username, "robert"
    cast.bob.save()
    later = timezone.now() + timedelta(seconds=HOLD)
    monkeypatch.setattr("battles.presenters.people.timezone.now", lambda: later)
    for before, after in (
        (api, people["alice"].get(standings, If_None_Match=api["ETag"])),
        (page, reader.get(frames, headers={"If-None-Match": page["ETag"]})),
    ):
        assert (was.encode() in before.content, b"robert" in before.content) == (True, False)
        assert after.status_code == 200
        assert (was.encode() in after.content, b"robert" in after.content) == (False, True)


@pytest.mark.parametrize("path", ["campaigns/", "battles/"])
def test_a_list_that_reads_the_same_is_not_told_again(bob: Caller, season: Season, path: str) -> None:
    before, unchanged = again(bob, path)
    season.muster()
    assert unchanged == 304
    assert bob.get(path, If_None_Match=before).status_code == 200


def names(caller: Caller, season: Season, what: str, key: str, since: Any) -> list[str]:
    return [one[key] for one in said(caller.get(f"campaigns/{season.stream}/{what}/?since={since}"))[what]]


def test_since_a_position_only_what_changed_is_told(bob: Caller, season: Season) -> None:
    season.enlist(season.cast.alice, "dogs")
    before = said(bob.get(f"campaigns/{season.stream}/standings/"))["position"]
    assert names(bob, season, "standings", "platoon", before) == []
    battle = season.fight()
    clerk.sweep()
    assert set(names(bob, season, "standings", "platoon", before)) >= {"bears", "cats"}
    assert names(bob, season, "fixtures", "battle", before) == [battle]
    now = said(bob.get(f"campaigns/{season.stream}/fixtures/"))["position"]
    assert names(bob, season, "fixtures", "battle", now) == []
    assert len(names(bob, season, "standings", "platoon", 0)) == 3


def test_since_a_time_only_what_changed_is_told(bob: Caller, season: Season) -> None:
    season.muster()
    path = f"campaigns/{season.stream}/events/"
    *_, newest = said(bob.get(path))["events"]
    assert said(bob.get(f"{path}?since={newest['at']}"))["events"] == []
    assert names(bob, season, "fixtures", "status", newest["at"]) == []
    assert names(bob, season, "fixtures", "status", "2020-01-01T00:00:00Z") == ["mustered"]
    for path in ("campaigns/", "battles/"):
        whole, nothing = (said(bob.get(f"{path}?since={when}")) for when in ("2020-01-01", "2999-01-01T00:00Z"))
        assert "code" in whole  # a day is no time
        assert nothing[path.rstrip("/")] == []
        assert len(said(bob.get(f"{path}?since=2020-01-01T00:00Z"))[path.rstrip("/")]) == 1


@pytest.mark.parametrize(
    ("path", "named", "known"),
    [
        ("battles/?sistem=skirmish", "sistem", "campaign, cursor, limit, player, since, status, system"),
        ("campaigns/?status=open", "status", "cursor, limit, since"),
        ("campaigns/{campaign}/?full=1", "full", ""),
        ("campaigns/{campaign}/fixtures/?platon=bears", "platon", "platoon"),
        ("systems/?q=", "q", ""),
    ],
)
def test_a_filter_there_is_not_is_refused(bob: Caller, season: Season, path: str, named: str, known: str) -> None:
    """It would have filtered nothing, and looked as if it had."""
    found = problem(bob.get(path.replace("{campaign}", season.stream)), 400, "malformed")
    assert found["field"] == named
    assert known in found["remedy"]


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("battles/?system=chess", "skirmish"),
        ("battles/?status=lost", "settled"),
        ("campaigns/{campaign}/fixtures/?platoon=dogs", "bears, cats"),
        ("campaigns/{campaign}/vehicles/?platoon=dogs", "bears, cats"),
        ("campaigns/{campaign}/vehicles/?status=new", "wrecked"),
        ("systems/skirmish/units/?edition=9", "1"),
    ],
)
def test_a_choice_there_is_not_is_answered_with_those_there_are(
    bob: Caller, season: Season, path: str, known: str
) -> None:
    assert known in problem(bob.get(path.replace("{campaign}", season.stream)), 400, "malformed")["detail"]


def test_a_report_with_a_value_there_is_not_hears_those_there_are(bob: Caller, battle: str) -> None:
    found = problem(bob.report(battle, "ChangeDepth", depth="most"), 400, "malformed")
    assert found["field"] == "depth"
    assert "result, shots, status" in found["detail"]


def test_a_caller_hears_how_many_requests_are_left(bob: Caller, battle: str) -> None:
    with override_settings(API_RATES={"passwords": 0, "reports": 2, "reads": 3}):
        for left in (2, 1, 0):
            answer = bob.get(f"battles/{battle}/")
            assert answer["RateLimit-Policy"] == '"reads";q=3;w=60'
            limit, rest, seconds = answer["RateLimit"].split(";")
            assert (limit, rest) == ('"reads"', f"r={left}")
            assert 0 < int(seconds.removeprefix("t=")) <= 60
        refused = bob.get(f"battles/{battle}/")
        problem(refused, 429, "throttled")
        assert ";r=0;" in refused["RateLimit"]
        assert ";r=1;" in bob.post(f"battles/{battle}/commands/", report("Shoot"))["RateLimit"]
    with override_settings(API_RATES={"passwords": 0, "reports": 0, "reads": 0}):
        assert "RateLimit" not in bob.get(f"battles/{battle}/")


def test_names_stand_beside_the_ids(people: dict[str, Caller], season: Season, battle: str) -> None:
    bob, carol = str(season.cast.bob.pk), str(season.cast.carol.pk)
    both = {bob: "bob", carol: "carol"}
    for path in ("battles/", f"battles/{battle}/", "campaigns/{}/standings/", "campaigns/{}/platoons/"):
        assert said(people["dave"].get(path.format(season.stream)))["people"] == both, path
    assert said(people["bob"].get("me/"))["people"] == both
    told = said(people["dave"].get(f"campaigns/{season.stream}/events/"))
    assert both.items() <= told["people"].items()
    assert str(season.cast.alice.pk) in told["people"]  # who opened it
    assert battle not in told["people"]


def test_a_token_is_a_bearers(bob: Caller) -> None:
    key = bob.headers["Authorization"].split()[1]
    for scheme in ("Bearer", "bearer", "Token"):
        bob.headers = {"Authorization": f"{scheme} {key}"}
        assert said(bob.get("me/"))["username"] == "bob"
    bob.headers = {"Authorization": f"Basic {key}"}
    problem(bob.get("me/"), 401, "not-authenticated")


def test_nothing_on_the_way_keeps_what_one_person_alone_may_read(people: dict[str, Caller], season: Season) -> None:
    """A proxy that kept it would give it to whoever asks next: programs send no cookie, but a token."""
    asked = {
        "bob": ("me/", f"campaigns/{season.stream}/ledger/", f"campaigns/{season.stream}/scenarios/", "nowhere/"),
        "alice": (f"campaigns/{season.stream}/held/", f"clubs/{season.cast.club.slug}/keys/", "leagues/commands/"),
        "dave": (f"campaigns/{season.stream}/ledger/", "posts/5f3c1f0e-5a34-4c8b-9a53-2f1d6f0c2b11/"),
    }
    for who, paths in asked.items():
        for path in paths:
            answer = people[who].get(path)
            assert answer["Cache-Control"] == "private, no-store", path
            assert {"Cookie", "Authorization"} <= set(answer["Vary"].split(", ")), path
    assert "Cache-Control" not in people["bob"].get("systems/"), "it is the same for all"
