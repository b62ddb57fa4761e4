"""What a program may report to a campaign, as the API tells it: all that `legal` offers, in pages, and to each their
own.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from api import campaign_choices
from campaigns import handler
from campaigns.models import User
from campaigns.revision_preview import history_of
from campaigns.season import MENDS, legal
from campaigns.season.mending import mends_of
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.simulation import desk as simulated
from campaigns.simulation import enlist
from rules.adjudicate import Who
from rules.messages import verbatim
from rules.stream.choices import Choice, Field, Pick
from rules.stream.random_values import filled_in
from tests.api.conftest import Caller, problem, report, said
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.choosing import HANGS_TOGETHER
from tests.campaigns.conftest import Season
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


MENDING = {kind.__name__ for kind in MENDS}


def choices(caller: Caller, stream: str, query: str = "") -> Iterator[dict[str, Any]]:
    """All that somebody is offered, page by page."""
    path: str | None = f"campaigns/{stream}/choices/?{query}"
    while path:
        page = said(caller.get(path))
        yield from page["choices"]
        path = page["next"] and page["next"].split("/api/v1/")[1]


def read_back(caller: Caller, told: dict[str, Any], known: dict[str, Any]) -> Choice:
    """A choice as a program without any code of ours reads it."""
    fields = tuple(_field(caller, one, known) for one in told["fields"])
    return Choice(command=told["command"], label=verbatim(""), side=told["platoon"], given=told["given"], fields=fields)


def _field(caller: Caller, told: dict[str, Any], known: dict[str, Any]) -> Field:
    listed = list(told["picks"])
    if told["catalogue"]:
        listed = said(caller.get(told["catalogue"].split("/api/v1/")[1]))["picks"] + listed
    if told["kind"] in ("person", "people"):
        listed = [{"value": id} for id in known if [id] not in told["excluded"] and id not in told["excluded"]]
    return Field(
        **{name: told[name] for name in ("name", "kind", "least", "faces", "measure", "repeats", "required", "ahead")},
        **{name: told[name] for name in ("by", "default", "unlike")},
        most=min(told["most"], len(listed)) if told["kind"] == "people" else told["most"],
        label=verbatim(""),
        picks=tuple(Pick(one["value"], verbatim(""), beside=one.get("beside", {})) for one in listed),
        fields=tuple(_field(caller, one, known) for one in told["fields"]),
        but=tuple(tuple(one) if isinstance(one, list) else one for one in told["excluded"]),
    )


@pytest.mark.parametrize(
    ("system", "sectors"),
    [
        ("tanks", 12),
        pytest.param("fluid_time", 0, marks=pytest.mark.soak),
        pytest.param("modern_age", 12, marks=pytest.mark.soak),
        pytest.param("panzer_strike", 12, marks=pytest.mark.soak),
    ],
)
def test_a_program_fills_in_what_it_is_offered(system: str, sectors: int) -> None:
    """Every choice of a round that is to be opened, by its organiser and a player: tried, and accepted, but where it
    hangs together what is told. Nothing but the API is asked."""
    reporters = simulated.opened(system, 4, 1, 5, "The Choosers", sectors)
    enlist(reporters, 4)
    tried, refused, chance = set[str](), list[str](), Random(3)
    for user in (reporters.organiser, reporters.players[0]):
        caller = Caller(user)
        known = said(caller.get(f"campaigns/{reporters.campaign}/choices/"))["people"]
        for told in choices(caller, reporters.campaign):
            if told["command"] in MENDING:  # which report, and what it should have said, no field tells
                continue
            data = filled_in(read_back(caller, told, known), chance.randrange, _data)
            sent = report(told["command"], **data)
            answered = caller.post(f"campaigns/{reporters.campaign}/commands/?dry_run=true", sent)
            if told["command"] in ("TakePlatoonCase", *HANGS_TOGETHER):
                assert answered.status_code in (200, 422), answered.content
            elif answered.status_code != 200:
                refused.append(f"{told['command']} {data} {answered.content.decode()}")
            tried.add(told["command"])
    assert refused == []
    assert len(tried) > 12


def _data(field: Field) -> Any:
    return {} if field.name == "board" else []


def test_all_that_is_offered_is_told_in_pages(
    people: dict[str, Caller], season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = Who(str(season.cast.alice.pk), referee=True, needs_case=True)
    state, told, rows = handler.replay(season.stream)
    last = history_of(told, rows).reports.get(state.last)
    offered = [(one.command, one.side, one.given) for one in (*legal(state, who), *mends_of(state, who, last))]
    assert len(offered) > 12
    alice = people["alice"]
    for limit in (5, 200):
        answered = list(choices(alice, season.stream, f"limit={limit}"))
        assert [(one["command"], one["platoon"], one["given"]) for one in answered] == offered
    monkeypatch.setattr(campaign_choices, "MOST_PICKS", 4)
    first = said(alice.get(f"campaigns/{season.stream}/choices/"))
    assert len(first["choices"]) < 5
    assert first["count"] == len(list(choices(alice, season.stream))) == len(offered)


def test_only_what_is_asked_for_is_told(bob: Caller, season: Season) -> None:
    mine = {(one["command"], one["platoon"]) for one in choices(bob, season.stream, "platoon=bears")}
    assert ("Sell", "bears") in mine
    assert {platoon for _command, platoon in mine} == {"bears"}
    (sell,) = choices(bob, season.stream, "platoon=bears&command=Sell")
    assert (sell["given"], sell["label"]) == ({"platoon": "bears"}, "Bears sells vehicles")
    assert list(choices(bob, season.stream, "platoon=cats")) == []
    problem(bob.get(f"campaigns/{season.stream}/choices/?command=Nothing"), 400, "malformed")


def test_to_each_their_own(people: dict[str, Caller], season: Season) -> None:
    of = {who: {one["command"] for one in choices(caller, season.stream)} for who, caller in people.items()}
    assert of["anonymous"] == of["dave"] == set()
    assert "Penalise" in of["alice"]
    assert "Penalise" not in of["bob"]
    assert "Buy" in of["bob"]
    assert "Buy" not in of["alice"]  # without the case of any platoon she knows no purse


def test_an_unchanged_answer_is_not_told_again(bob: Caller, carol: Caller, season: Season) -> None:
    path = f"campaigns/{season.stream}/choices/"
    tag = bob.get(path)["ETag"]
    assert bob.get(path, If_None_Match=tag).status_code == 304
    assert carol.get(path, If_None_Match=tag).status_code == 200
    season.muster()
    assert bob.get(path, If_None_Match=tag).status_code == 200


def test_names_of_a_catalogue_are_the_same_for_everybody(bob: Caller) -> None:
    names = Caller().get("systems/tanks/picks/models/")
    assert {"value": "Tiger I", "label": "Tiger I", "costs": 44, "of": "GER"} in said(names)["picks"]
    assert bob.get("systems/tanks/picks/models/", If_None_Match=names["ETag"]).status_code == 304
    problem(bob.get("systems/tanks/picks/models/?edition=none"), 400, "malformed")
    problem(bob.get("systems/tanks/picks/purses/"), 404, "not-found")
    problem(bob.get("systems/chess/picks/models/"), 404, "not-found")


def test_what_could_have_been_reported_then(bob: Caller, season: Season) -> None:
    path = f"campaigns/{season.stream}/"
    then = said(bob.get(f"{path}events/"))["events"][-1]["at"]
    before = bob.get(f"{path}choices/").content
    season.report(season.organiser, CloseSeason())
    assert said(bob.get(f"{path}choices/"))["choices"] == []
    assert bob.get(f"{path}choices/?as_of={then}").content == before
    problem(bob.get(f"{path}choices/?as_of=2001-01-01T00:00:00Z"), 404, "not-found")


def test_long_lists_have_an_address_of_their_own(cast: Cast) -> None:
    reporters = simulated.opened("modern_age", 2, 1, 5, "The Choosers", 0)
    enlist(reporters, 2)
    caller = Caller(reporters.players[0])
    whole = caller.get(f"campaigns/{reporters.campaign}/choices/")
    assert len(whole.content) < 60_000
    lists = {one for choice in said(whole)["choices"] for one in _catalogues(choice["fields"])}
    assert {one.split("/api/v1/")[1].split("?")[0] for one in lists} == {
        "systems/modern_age/picks/models/",
        "systems/modern_age/picks/cards/",
    }


def _catalogues(fields: list[dict[str, Any]]) -> Iterator[str]:
    for one in fields:
        if one["catalogue"]:
            yield one["catalogue"]
        yield from _catalogues(one["fields"])


@pytest.mark.usefixtures("_skirmish")
def test_nobody_reads_in_choices_what_another_platoon_was_ordered_or_holds(
    people: dict[str, Caller], cast: Cast
) -> None:
    """Two worlds: in one the bears are to hold, in the other to march; Carol, who plays against them,
    and Alice, who rules, are offered the same."""
    war = Campaigning(cast).begin()
    war.report(war.organiser, OpenRound(deadline="", orders_by=""))
    told = dict[str, list[bytes]]()
    for order in ("hold", "move"):
        war.order("bears", order, "" if order == "hold" else "bury")
        for who in ("carol", "alice", "erin", "bob"):
            found = [one for one in choices(people[who], war.stream) if one["command"] not in MENDING]
            told.setdefault(who, []).append(msgspec.json.encode(found))
    assert all(one == other for one, other in told.values())  # to Bob, too: what he has ordered is no part of it
    assert b'"Order"' in told["bob"][0]
    assert not any(b'"Order"' in told[who][0] for who in ("alice", "erin"))


def test_a_user_without_an_account_there_is_told_nothing(season: Season) -> None:
    assert list(choices(Caller(User.objects.create(username="greta")), season.stream)) == []
