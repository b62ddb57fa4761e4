"""Questions that cost seconds: the same one is answered from the cache, and of new ones there are so many a minute."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from campaigns import questions
from campaigns.presenters import chances, what_if
from campaigns.season.results import Adjudicate
from tests.api.conftest import people
from tests.campaigns.conftest import Season
from tests.campaigns.test_what_if_pages import TURNED, ask, at_first, cast, form, fought
from tests.cast import Cast, logged_in

__all__ = ["at_first", "cast", "fought", "people"]
pytestmark = pytest.mark.django_db
DRAW = {"pick:turned#0.fixture": "r1-1", "pick:turned#0.winner": "-"}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is worked out."""
    cache.clear()
    monkeypatch.setattr(questions, "now", lambda: 1_800_000_050.0)
    done = list[str]()
    for name, module in (("compared", what_if), ("answer", chances)):
        work = getattr(module, name)

        def noted(*args: Any, name: str = name, work: Any = work) -> Any:
            done.append(name)
            return work(*args)

        monkeypatch.setattr(module, name, noted)
    return done


def test_the_same_question_is_worked_out_once(fought: Season, cast: Cast, counted: list[str]) -> None:
    """For one reader, in one language, while nothing has happened."""
    bob = logged_in(cast.bob)
    first, second = (ask(bob, fought, **form(**TURNED)).context["found"] for _time in range(2))
    assert counted == ["compared"]
    assert first == second
    assert any(one.row.before.purse is None for one in ask(Client(), fought, **form(**TURNED)).context["found"].lines)
    bob.cookies["django_language"] = "de"
    assert "gewonnen" in ask(bob, fought, **form(**TURNED)).content.decode()
    assert counted == ["compared"] * 3
    fought.report(fought.organiser, Adjudicate(fixture="r1-1", winner="cats", reason="so"))
    assert ask(bob, fought, **form(**TURNED)).context["found"].position > first.position
    place = reverse("chances", args=[fought.stream, "bears"])
    one, other = (Client().get(place).context["found"] for _time in range(2))
    assert (counted[4:], one) == (["answer"], other)


@override_settings(QUESTIONS=2)
def test_who_asks_too_much_has_to_wait(fought: Season, cast: Cast, counted: list[str], people: dict[str, Any]) -> None:
    """Pages and API together; nobody waits for others, or for what is answered already."""
    bob, place = logged_in(cast.bob), reverse("chances", args=[fought.stream, "bears"])
    assert ask(bob, fought, **form(**TURNED)).status_code == bob.get(place).status_code == 200
    late = ask(bob, fought, **form(**DRAW))
    assert (late.status_code, late["Retry-After"]) == (429, "10")
    assert "Wait 10 seconds, then ask again." in late.content.decode()
    assert re.search(r'value="r1-1"[^>]* selected', late.content.decode())
    told = bob.get(place + "?schedule=twice")
    assert (told.status_code, told["Retry-After"]) == (429, "10")
    assert "Wait 10 seconds" in told.content.decode()
    for answer in (
        people["bob"].get(f"campaigns/{fought.stream}/platoons/cats/chances/"),
        people["bob"].post(f"campaigns/{fought.stream}/what-if/", {"changes": []}),
    ):
        assert (answer.status_code, answer["Retry-After"], answer.json()["code"]) == (429, "10", "throttled")
    assert ask(bob, fought, **form(**TURNED)).status_code == 200
    assert logged_in(cast.carol).get(place + "?schedule=twice").status_code == 200
    assert counted == ["compared", "answer", "answer"]
    with override_settings(QUESTIONS=0):
        assert bob.get(place + "?schedule=twice&rank=2").status_code == 200
    fought.report(fought.organiser, Adjudicate(fixture="r1-1", winner="cats", reason="so"))
    assert bob.get(place).status_code == 429
