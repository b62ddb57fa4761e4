"""The log of a mended battle through the API: what counts, and all there ever was."""

from __future__ import annotations

import pytest

from tests.api.conftest import Caller, problem, report, said, take_case
from tests.api.mending.acts import TO_CATS_1, events, shoot

pytestmark = pytest.mark.django_db


def test_the_log_tells_what_counts_and_with_its_history_all(people: dict[str, Caller], battle: str) -> None:
    bob = people["bob"]
    first = shoot(bob, battle, "bears-1", "cats-1")
    shoot(bob, battle, "bears-2", "cats-1")
    bob.report(battle, "Undo", position=first, reason="Another battle’s")
    shoot(bob, battle, "bears-1", "cats-2")
    assert [one["position"] for one in events(bob, battle)] == [1, 4, 5]
    assert {one["struck"] for one in events(bob, battle)} == {None}
    every = events(people["anonymous"], battle, "?history=all")
    assert [one["position"] for one in every] == [1, 2, 3, 4, 5]
    assert [one["struck"] for one in every] == [None, 4, 4, None, None]
    assert bob.user is not None
    assert {(one["struck_by"], one["struck_why"]) for one in every if one["struck"]} == {
        (str(bob.user.pk), "Another battle’s")
    }
    assert every[1]["text"] == "The Bears shoots at The Cats."
    assert every[3]["data"]["from_position"] == first


@pytest.mark.parametrize("history", ["", "&history=all"])
def test_the_log_goes_on_by_position(people: dict[str, Caller], battle: str, history: str) -> None:
    bob = people["bob"]
    for _ in range(3):
        shot = shoot(bob, battle, "bears-1", "cats-1", 1)
        bob.report(battle, "Undo", position=shot)
    whole = [one["position"] for one in events(bob, battle, f"?limit=200{history}")]
    assert whole == ([1, 2, 3, 4, 5, 6, 7] if history else [1, 3, 5, 7])
    found, path = [], f"battles/{battle}/events/?limit=2{history}"
    while path:
        page = said(bob.get(path))
        assert len(page["events"]) <= 2
        found += [one["position"] for one in page["events"]]
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert found == whole
    assert events(bob, battle, f"?after=5{history}")[-1]["position"] == 7
    assert events(bob, battle, f"?after=7{history}") == []


def test_a_client_forgets_what_a_revision_tells_it_to(people: dict[str, Caller], contested: str) -> None:
    """It keeps every row it reads, reads on after the last, and drops from `from_position` on: then it has the log."""
    alice, bob = people["alice"], people["bob"]
    kept = {one["position"]: one for one in events(bob, contested)}

    def read_on() -> None:
        for one in events(bob, contested, f"?after={max(kept)}"):
            if one["type"] == "Revised":
                for position in [n for n in kept if n >= one["data"]["from_position"]]:
                    del kept[position]
            kept[one["position"]] = one

    alice.report(contested, "Undo", position=4)
    read_on()
    take_case(alice, contested)
    assert alice.report(contested, "Correct", **TO_CATS_1).status_code == 200
    shoot(bob, contested, "bears-2", "cats-2")
    read_on()
    assert list(kept.values()) == events(bob, contested)


def test_who_missed_a_revision_hears_of_it(people: dict[str, Caller], contested: str) -> None:
    people["alice"].report(contested, "Undo", position=3, reason="Not so")
    late = people["bob"].post(f"battles/{contested}/commands/", report("Undo", after=4, position=4))
    found = problem(late, 409, "conflict")
    assert [one["type"] for one in found["missed"]] == ["Revised"]
