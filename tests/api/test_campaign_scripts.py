"""A campaign is told by lines of script: what is read, what is refused and how, and whole seasons at once."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.http import HttpResponse

from api.report import SCRIPT
from campaigns import clerk, handler
from campaigns.season import COMMANDS, MENDS, OF_THE_CLERK
from campaigns.season.enlistment import Enlist
from campaigns.season.script import REPORTS
from campaigns.season.values import Recruit
from campaigns.simulation import desk as simulated
from rules.adjudicate import Who
from rules.stream.revision.reports import Reseeded
from rules.stream.script import example, outline, parse
from tests.api.conftest import Caller, problem, said
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season
from tests.campaigns.scripted import Writer
from tests.cast import Cast
from tests.length import AT_LENGTH, in_soak

LEFT = in_soak("tests/api/test_campaign_scripts.py::test_a_whole_season_is_told_at_once")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


def tell(caller: Caller, stream: str, script: str, query: str = "", key: str = "") -> HttpResponse:
    return caller.post(f"campaigns/{stream}/commands/{query}", script, SCRIPT, Idempotency_Key=key or str(uuid4()))


@pytest.mark.at_length
@pytest.mark.parametrize(
    ("system", "sectors", "seed"),
    [
        pytest.param("fluid_time", 0, 2, marks=LEFT),
        pytest.param("modern_age", 12, 3, marks=LEFT),
        ("panzer_strike", 12, 4),
        ("tanks", 0, 5),
        *(
            pytest.param(system, sectors, seed, marks=pytest.mark.soak)
            for system in ("fluid_time", "modern_age", "panzer_strike", "tanks")
            for sectors, seed in ((0, 11), (12, 12), (14, 13))
        ),
    ],
)
def test_a_whole_season_is_told_at_once(system: str, sectors: int, seed: int) -> None:
    """Made up from what is offered, and told line by line in memory; what follows from the script is the same."""
    rounds = 2 if AT_LENGTH else 1
    reporters = simulated.opened(system, 4, rounds, seed, "The Writers", sectors)
    opened = len(handler.replay(reporters.campaign)[1])
    writer = Writer(reporters, seed)
    script = writer.whole(4, rounds)
    caller, key = Caller(reporters.organiser), str(uuid4())
    answered = tell(caller, reporters.campaign, script, "?atomic=false", key)
    statuses = [one["status"] for one in said(answered)["reports"]]
    assert statuses == ["accepted"] * len(writer.lines), said(answered)["reports"][statuses.index("refused")]
    season, told, _rows = handler.replay(reporters.campaign)
    *events, committed = [one.event for one in told[opened:]]
    assert events == writer.events
    assert isinstance(committed, Reseeded), "the door makes a seed for what is asked once that of the season is known"
    assert season.closed is not None
    assert len(writer.told) > 10
    assert tell(caller, reporters.campaign, script, "?atomic=false", key).content == answered.content


def test_who_and_what_is_called_by_name(season: Season, people: dict[str, Caller]) -> None:
    """By names that the season has, and such as the lines before have given."""
    lines = """
    enlist dogs name='The Dogs' player=bob vehicles='[{"id": "dogs-1", "model": "Light"}]' names='{"dogs-1": "Rex"}'
    hand-over 'the dogs' players=carol,bob reason='Away for a fortnight'
    dogs: prioritise 'The Dogs' order=Rex  # the lines before have named both
    """
    answered = tell(people["alice"], season.stream, lines)
    assert answered.status_code == 200, answered.content
    state, _told, _rows = handler.replay(season.stream)
    assert state.platoons["dogs"].players == (str(season.cast.carol.pk), str(season.cast.bob.pk))
    assert said(answered)["reports"][2]["events"][0]["data"]["order"] == ["dogs-1"]
    namesakes = tell(people["bob"], season.stream, "sell bears vehicles='The Bears',Light")  # there are more Lights
    assert said(namesakes)["reports"][0]["events"][0]["data"]["vehicles"] == ["bears-1", "bears-2"]


@pytest.mark.parametrize(
    ("line", "status", "field", "told"),
    [
        ("selll bears", 400, "line 2", "Write it like “sell alpha vehicles=alpha,alpha”."),
        ("conquer bears", 400, "line 2", "“conquer” is no report; known: enlist, change-card, "),
        ("sell bears", 400, "line 2: vehicles", "Write it like “sell alpha vehicles=alpha,alpha”."),
        ("sell bears vehicles=", 400, "line 2: vehicles", "Write it like “sell alpha vehicles=alpha,alpha”."),
        ("sell bears wheels=4", 400, "line 2", "“wheels” is no field of this report; it has: platoon, vehicles"),
        ("sell bears vehicles=ghost", 422, "line 2: vehicles", "has no vehicle “ghost”"),
        ("sell cats vehicles=cats-1", 403, "line 2: platoon", ""),
        ("cats: concede r1-1 platoon=cats", 403, "line 2", "You do not command “cats”."),
        ("bears: sell cats vehicles=cats-1", 400, "line 2", "The line begins with “bears”, and is about “cats”."),
        ("sell twins vehicles=Light", 400, "line 2: vehicles", "Write which one: twins-1, twins-2."),
        ("report-battle x", 400, "line 2", "“report-battle” is no report"),
    ],
)
def test_a_mistake_is_named_with_its_line_its_field_and_what_would_be_right(
    season: Season, people: dict[str, Caller], line: str, status: int, field: str, told: str
) -> None:
    recruits = tuple(Recruit(id=f"twins-{n}", model="Light") for n in (1, 2))
    season.report(Who(str(season.cast.bob.pk)), Enlist(platoon="twins", name="Twins", vehicles=recruits))
    head = len(handler.replay(season.stream)[2])
    answered = tell(people["bob"], season.stream, f"# Bob's\n{line}")
    found = said(answered)
    assert (answered.status_code, found["field"]) == (status, field), found
    assert told in found["detail"] + found.get("remedy", "")
    assert len(handler.replay(season.stream)[2]) == head


def test_a_line_that_needs_the_clerk_is_refused_until_the_clerk_has_been_there(
    season: Season, people: dict[str, Caller]
) -> None:
    """A script does not wait. The lines before count when asked for; the rest is sent again, once the battle has been
    fought, confirmed and counted."""
    alice, battle = people["alice"], str(uuid4())
    lines = f"""open-round deadline= pairings='[{{"home": "Bears", "away": "Cats"}}]'
muster-battle {battle} fixture=r1-1 sides='{{"north": {{"platoon": "bears"}}, "south": {{"platoon": "cats"}}}}'
close-round 1 carry={battle}
close-season words=Over"""
    refused = problem(tell(alice, season.stream, lines), 422, "refused")
    assert (refused["field"], handler.replay(season.stream)[0].turn) == ("line 4: fixtures", 0)
    assert "is not counted yet." in refused["detail"]
    assert refused["remedy"] == "Have it settled, or call it off."
    taken = said(tell(alice, season.stream, lines, "?atomic=false"))["reports"]
    assert [one["status"] for one in taken] == ["accepted", "accepted", "accepted", "refused"]
    assert taken[3]["problem"]["field"] == "line 4: fixtures"
    season.take_case(battle)
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    assert tell(alice, season.stream, lines.splitlines()[3]).status_code == 200
    assert handler.replay(season.stream)[0].closed is not None


@pytest.mark.usefixtures("_skirmish")
def test_what_is_told_alone_is_told_between_lines_that_count(people: dict[str, Caller], cast: Cast) -> None:
    """All or none cannot be promised for what tells secrets; lines before the first mistake can count."""
    war, alice = Campaigning(cast).begin(), people["alice"]
    lines = "open-round deadline= orders_by=\ndisclose 1\npenalise Bears score=1 reason=Late\nclose-round 2"
    alone = problem(tell(alice, war.stream, lines), 422, "refused")
    assert alone["field"] == "line 2: type"
    assert war.state().turn == 0
    key = str(uuid4())
    answered = tell(alice, war.stream, lines, "?atomic=false", key)
    assert [one["status"] for one in said(answered)["reports"]] == ["accepted", "accepted", "accepted", "refused"]
    assert len(war.told("OrdersResolved", "Penalised")) == 2
    again = tell(alice, war.stream, lines, "?atomic=false", key)
    assert [one["status"] for one in said(again)["reports"]] == ["accepted", "accepted", "accepted", "refused"]
    assert len(war.told("OrdersResolved", "Penalised")) == 2


@pytest.mark.usefixtures("_skirmish")
def test_nobody_orders_by_script_what_is_not_theirs(people: dict[str, Caller], cast: Cast) -> None:
    war = Campaigning(cast).begin().round()
    for who in ("carol", "alice"):
        refused = tell(people[who], war.stream, "order Bears do=hold to=alton")
        assert refused.status_code == 403
    assert tell(people["bob"], war.stream, "bears: order Bears do=hold to=Alton").status_code == 200
    assert war.state().orders["bears"].to == "alton"


def test_every_report_has_its_line_in_the_sheet(bob: Caller) -> None:
    sheet = said(bob.get("campaigns/commands/"))["script"]
    assert sheet.keys() == {one.__name__ for one in (*COMMANDS, *MENDS)} - {one.__name__ for one in OF_THE_CLERK}
    assert sheet["Sell"] == "sell PLATOON vehicles=…"
    assert sheet["Enlist"].startswith("enlist PLATOON name=… vehicles=… [side=…]")
    for name, command in REPORTS.types.items():
        (line,) = parse(example(command), REPORTS)
        assert type(line.command).__name__ == name
        assert outline(command).split()[0] == example(command).split()[0]
