"""The pages that ask what if, and how it can still be won."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns import clerk, handler, scenarios
from campaigns.erasure import forget_campaign, forget_person
from campaigns.models import SavedScenario
from campaigns.presenters.what_if import compared
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from campaigns.season.what_if.changes import OtherBattles, Scenario, TurnedResult, WithoutPlayer
from rules.contract import Refused
from tests.campaigns.conftest import Season, shared_season
from tests.cast import Cast, logged_in
from tests.where import BOTH

pytestmark = pytest.mark.django_db
CHANGES = Scenario(changes=(TurnedResult(fixture="r1-1", winner="cats"),))


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """The bears have won a fixture against the cats by an organiser's word; they meet once more, and the dogs too."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        season.enlist(season.cast.bob, "dogs")
        season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
        season.report(season.organiser, Adjudicate(fixture="r1-1", winner="bears", reason="so"))
        yield season


@pytest.fixture
def fought(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture
def cast(fought: Season) -> Cast:
    return fought.cast


def rows() -> dict[str, int]:
    """How many rows every table has."""
    models = apps.get_models(include_auto_created=True)
    counted = {one._meta.db_table: one._base_manager.count() for one in models if one._meta.managed}
    return {table: n for table, n in counted.items() if "session" not in table}


def form(**fields: str) -> dict[str, str]:
    return {"id": str(uuid4()), "type": "AskWhatIf", "given": "{}", **fields}


def ask(client: Client, season: Season, **sent: str) -> Any:
    return client.post(reverse("what-if", args=[season.stream]), sent)


TURNED = {"pick:turned#0.fixture": "r1-1", "pick:turned#0.winner": "cats"}


def test_a_form_turns_a_result_and_nothing_is_written(fought: Season) -> None:
    """Whoever may see the campaign asks."""
    before, head = rows(), log.head(fought.stream)
    page = ask(Client(), fought, **form(**TURNED))
    told = page.content.decode()
    assert page.status_code == 200
    assert "won by Cats" in told
    assert "▲" in told
    assert (rows(), log.head(fought.stream)) == (before, head)


def test_what_cannot_be_changed_says_why(fought: Season) -> None:
    page = ask(Client(), fought, **form(**{**TURNED, "pick:turned#0.winner": "dogs"}))
    assert page.status_code == 422
    assert "is not in this fixture" in page.content.decode()


def test_a_scenario_is_saved_found_renamed_deleted_and_taken_back(fought: Season, cast: Cast) -> None:
    bob, carol, changes = logged_in(cast.bob), logged_in(cast.carol), msgspec.json.encode(CHANGES).decode()
    done = ask(bob, fought, save="1", name="If she had won", readers="private", changes=changes)
    (one,) = SavedScenario.objects.all()
    place = reverse("scenario", args=[fought.stream, one.pk])
    assert done.headers["Location"] == place
    assert "won by Cats" in bob.get(place).content.decode()
    asking = reverse("what-if", args=[fought.stream])
    assert [client.get(place).status_code for client in (carol, Client())] == [404, 404]
    assert bob.post(place, {"name": "Hers", "readers": "link"}).status_code == 302
    assert [client.get(place).status_code for client in (carol, Client())] == [200, 200]
    assert "Hers" not in carol.get(asking).content.decode()
    bob.post(place, {"name": "Hers", "readers": "club"})
    assert "Hers" in carol.get(asking).content.decode()
    assert Client().get(place).status_code == 404
    assert carol.post(place, {"delete": "1"}).status_code == 404
    bob.post(place, {"delete": "1"})
    assert bob.get(place).status_code == 404
    assert "Take back" in bob.get(asking).content.decode()
    assert ask(carol, fought, restore=str(one.pk)).status_code == 404
    ask(bob, fought, restore=str(one.pk))
    assert bob.get(place).status_code == 200


def test_it_is_counted_anew_as_it_is_opened_or_as_it_was_saved(fought: Season, cast: Cast) -> None:
    bob, changes = logged_in(cast.bob), msgspec.json.encode(Scenario()).decode()
    head = str(log.head(fought.stream).position)
    ask(bob, fought, save="1", name="Now", readers="private", changes=changes)
    ask(bob, fought, save="1", name="Then", readers="private", changes=changes, position=head, then="1")
    fought.report(fought.organiser, Adjudicate(fixture="r1-1", winner="cats", reason="so"))
    told = {}
    for one in SavedScenario.objects.all():
        page = bob.get(reverse("scenario", args=[fought.stream, one.pk]))
        told[one.name] = page.context["found"].lines[0].name
    assert told == {"Now": "Cats", "Then": "Bears"}


def test_nobody_saves_without_end(fought: Season, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenarios, "MOST", 1)
    one = scenarios.save(cast.bob, "campaign", fought.stream, " If  it ", CHANGES, "nobody")
    assert (one.name, one.readers) == ("If it", "private")
    with pytest.raises(Refused):
        scenarios.save(cast.bob, "campaign", fought.stream, "More", CHANGES, "private")
    scenarios.delete(one)
    SavedScenario.objects.update(deleted_at=timezone.now() - scenarios.KEPT - timedelta(minutes=1))
    scenarios.save(cast.bob, "campaign", fought.stream, "More", CHANGES, "private")
    assert SavedScenario.objects.count() == 1


@BOTH
def test_who_forgets_a_person_or_a_campaign_forgets_their_scenarios(fought: Season, cast: Cast) -> None:
    for user in (cast.bob, cast.carol):
        scenarios.save(user, "campaign", fought.stream, "If", CHANGES, "club")
    forget_person(cast.bob, "test", "asked to")
    assert [one.owner for one in SavedScenario.objects.all()] == [cast.carol]
    forget_campaign(fought.desk, "test", "asked to", really=True)
    assert not SavedScenario.objects.exists()


def test_purses_are_told_to_who_may_know_them(fought: Season, cast: Cast) -> None:
    for client, known in ((logged_in(cast.bob), {"bears", "dogs"}), (logged_in(cast.alice), set()), (Client(), set())):
        page = ask(client, fought, **form(**TURNED))
        lines = page.context["found"].lines
        assert ('class="n">Purse</th>' in page.content.decode()) == bool(known)  # no column that says nothing
        told = {one.row.platoon for one in lines if one.row.before and one.row.before.purse is not None}
        assert told == known


def test_battles_of_another_option_are_decided_again(season: Season) -> None:
    """Counted as it then ends, with what differs; nothing is written."""
    season.begin()
    battle = season.fight()
    clerk.sweep()
    assert handler.replay(season.stream)[0].fixtures[battle].reported is not None
    before = rows()
    found = compared(season.stream, Scenario(changes=(OtherBattles(options={"fog": True}),)), None, "")
    assert not found.comparison.items
    assert rows() == before


def test_how_it_can_still_be_won(fought: Season, cast: Cast) -> None:
    """In the reader's own words, and in those of others for everybody else."""
    fought.report(fought.organiser, Adjudicate(fixture="r1-1", void=True, reason="so"))
    place = reverse("chances", args=[fought.stream, "bears"])
    mine = logged_in(cast.bob).get(place + "?schedule=everyone").content.decode()
    assert "You can still be first." in mine
    assert "you beat Cats" in mine
    theirs = Client().get(place + "?schedule=everyone").content.decode()
    assert "Bears is first if" in theirs
    assert "Bears beats Cats" in theirs
    assert Client().get(reverse("chances", args=[fought.stream, "nobody"])).status_code == 404


def test_without_a_player_the_page_has_no_place_for_it(fought: Season) -> None:
    page = ask(Client(), fought, **form(**{"picks:without_platoons": "cats"}))
    lines = {one.row.platoon: one.row for one in page.context["found"].lines}
    assert lines["cats"].after is None
    assert page.context["found"].scenario == Scenario(changes=(WithoutPlayer(platoon="cats"),))
