"""What if: scenarios of a season, and how a platoon can still come to a rank. Nothing of it goes to a log."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from api import access, bodies, queries, saved_scenarios
from api.endpoints import Endpoint, answer
from api.schema_texts import describe
from api.shapes import filled
from api.shapes import what_if as shapes
from campaigns import handler, scenarios
from campaigns.models import Campaign, SavedScenario
from campaigns.presenters.chances import MOST_SEED, Chances, chances
from campaigns.presenters.what_if import Compared, asked
from campaigns.questions import asker
from campaigns.roles import user_of, who_in_campaign
from campaigns.season import Season
from campaigns.season.chances.remaining import TIMES, usual_schedule
from campaigns.season.what_if.changes import Scenario
from campaigns.season.what_if.comparison import Standing

AN_EXAMPLE = {"changes": [{"type": "TurnedResult", "fixture": "r1-1", "winner": ""}]}


class WhatIfView(Endpoint):
    url_name = "what-if"

    @describe(
        "Ask what if",
        shapes.ScenarioCompared,
        body=shapes.AskScenario,
        example=AN_EXAMPLE,
        problems=(400, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """The season folded again with something changed: standings, owners of sectors, purses that you may know, and
        what could not be decided again. Nothing is written, and no die is rolled.
        """
        sheet = access.to_campaign(request.user, id)
        said = bodies.said(request._request, shapes.AskScenario)
        return answer(shape(_compared(request, str(sheet.stream), scenario_of(said.changes), said.position)))


class ScenariosView(Endpoint):
    url_name = "scenarios"

    @describe("List saved scenarios", shapes.SavedScenarios, problems=(400, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Yours, and those that others have saved for the club, if you belong to it."""
        desk = _desk(request, id)
        found = scenarios.listed(request.user, id, desk.club)
        return answer(shapes.SavedScenarios([_saved(request, one) for one in found]))

    @describe(
        "Save a scenario",
        shapes.SavedScenario,
        body=shapes.SaveScenario,
        example={"name": "If she had won", **AN_EXAMPLE},
        status=201,
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Under a name. It is counted anew whenever it is read, or as the season stood at its `position`."""
        access.to_campaign(request.user, id)
        said = bodies.said(request._request, shapes.SaveScenario)
        changes = scenario_of(said.changes)
        _compared(request, str(id), changes, said.position)  # what cannot be changed is not saved
        one = scenarios.save(
            user_of(request), SavedScenario.Kind.CAMPAIGN, id, said.name, changes, said.readers, said.position
        )
        return answer(_saved(request, one), 201)


class ScenarioView(Endpoint):
    url_name = "scenario"

    @describe("Read a saved scenario", shapes.SavedAndCompared, problems=(400, 404, 422, 429))
    def get(self, request: Request, id: UUID, scenario: UUID) -> HttpResponse:
        """With what it comes to now."""
        one = _found(request, id, scenario)
        found = _compared(request, str(id), msgspec.json.decode(one.changes, type=Scenario), one.position)
        return answer(shapes.SavedAndCompared(_saved(request, one), shape(found)))

    @describe(
        "Call a saved scenario otherwise",
        shapes.SavedScenario,
        body=shapes.ChangeScenario,
        example=saved_scenarios.CALLED_OTHERWISE,
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def patch(self, request: Request, id: UUID, scenario: UUID) -> HttpResponse:
        """One of your own: its name, and who may see it."""
        return answer(_saved(request, saved_scenarios.change(request, _found(request, id, scenario))))

    @describe("Delete a saved scenario", None, problems=(400, 401, 403, 404, 429), status=204)
    def delete(self, request: Request, id: UUID, scenario: UUID) -> HttpResponse:
        """One of your own. For a week you can take it back on the page of the campaign."""
        return saved_scenarios.delete(request, _found(request, id, scenario))


class ChancesView(Endpoint):
    url_name = "chances"

    @describe(
        "Ask how a platoon can still win",
        shapes.Chances,
        query={
            "rank": ({"type": "integer", "minimum": 1, "maximum": 10_000}, "The rank, or a better one; 1 if left out."),
            "schedule": (
                {"type": "string", "enum": list(TIMES)},
                "Which fixtures are left: those announced, or also all until everyone has met once, or twice.",
            ),
            "seed": ({"type": "integer", "minimum": 0, "maximum": MOST_SEED}, "Of the seasons that are drawn."),
        },
        problems=(400, 404, 429),
    )
    def get(self, request: Request, id: UUID, platoon: str) -> HttpResponse:
        """What is enough for the rank, exactly where few fixtures matter; else how often it comes up in many seasons
        that are drawn by a seed of their own, with the error of that.
        """
        desk = _desk(request, id)
        season, _told, _rows = handler.replay(str(id))
        if platoon not in season.platoons:
            raise Http404
        rank = queries.number(request._request, "rank", 1, 1, 10_000)
        seed = queries.number(request._request, "seed", 1, 0, MOST_SEED)
        word = queries.word(request._request, "schedule", *TIMES)
        schedule = next((one for one in TIMES if one == word), usual_schedule(season))
        mine = str(request.user.pk) in season.platoons[platoon].players
        whose = asker(request.user, request._request)
        found = chances(desk, season, platoon, rank, schedule, seed, request.user, mine, whose)
        return answer(_chances(found, season))


def scenario_of(changes: list[dict[str, Any]]) -> Scenario:
    return saved_scenarios.changes_of({"changes": changes}, Scenario, "campaign")


def _desk(request: Request, id: UUID) -> Campaign:
    sheet = access.to_campaign(request.user, id)
    return Campaign.objects.select_related("club").get(stream=sheet.stream)


def _found(request: Request, id: UUID, scenario: UUID) -> SavedScenario:
    place = saved_scenarios.Place(SavedScenario.Kind.CAMPAIGN, id, _desk(request, id).club)
    return saved_scenarios.found(request, place, scenario)


def _compared(request: Request, stream: str, scenario: Scenario, position: int) -> Compared:
    whose = asker(request.user, request._request)
    who = who_in_campaign(request.user, stream)
    return asked(whose, stream, scenario, who, str(request.user.pk or ""), position)


def _saved(request: Request, one: SavedScenario) -> shapes.SavedScenario:
    changes = msgspec.json.decode(one.changes)["changes"]
    return shapes.SavedScenario(position=one.position, changes=changes, **saved_scenarios.told(request, one))


def shape(found: Compared) -> shapes.ScenarioCompared:
    """What a scenario of a season comes to."""
    grounds = (
        [shapes.ScenarioGround(one.name, one.before, one.after) for one in those]
        for those in (found.sectors, found.sides)
    )
    sectors, sides = grounds
    return shapes.ScenarioCompared(
        position=found.position,
        told=list(found.told),
        standings=[
            shapes.ScenarioRow(one.row.platoon, one.name, _standing(one.row.before), _standing(one.row.after))
            for one in found.lines
        ],
        sectors=sectors,
        sides=sides,
        left=[shapes.ScenarioLeft(one.position, one.what, one.why) for one in found.left],
        battles=[
            shapes.ScenarioBattle(one.battle, one.fixture, one.rulings, one.kept, list(one.outcome), one.ends)
            for one in found.battles
        ],
    )


def _standing(one: Standing | None) -> shapes.StandingThen | None:
    if one is None:
        return None
    return shapes.StandingThen(one.rank, one.score, one.played, one.won, one.drawn, one.lost, one.purse)


def _chances(found: Chances, season: Season) -> shapes.Chances:
    told, estimate = found.answer, found.answer.estimate
    ways = [
        shapes.ChanceWay(text, [shapes.ChanceNeed(n, list(results)) for n, results in group.needs])
        for text, group in zip(found.ways, told.groups, strict=True)
    ]
    return filled(
        shapes.Chances,
        told,
        schedule=found.schedule,
        text=found.verdict,
        ways=ways,
        games=[shapes.ChanceGame(one.key, one.home, one.away, n in told.matter) for n, one in enumerate(told.games)],
        notes=list(found.notes),
        estimate=None
        if estimate is None
        else shapes.ChanceEstimate(
            seasons=estimate.seasons,
            seed=found.seed,
            share=round(estimate.share, 6),
            error=round(estimate.error, 6),
            low=round(estimate.interval[0], 6),
            high=round(estimate.interval[1], 6),
            ranks={str(rank): n for rank, n in estimate.ranks.items()},
            model=found.model,
        ),
        position=season.head[0],
    )
