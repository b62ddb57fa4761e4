"""Explains facts of a campaign: of the map, of standings, purses, results, vehicles and crews."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api import access, as_of, people
from api.campaigns import MOMENT, READ
from api.endpoints import Endpoint, revalidated
from api.presenters import plain, roll
from api.schema_texts import WORD, describe
from api.shapes import map as shapes
from battles.log import Row
from battles.presenters.people import reader_of
from battles.presenters.preview import value
from battles.presenters.story import way
from battles.sentences import words
from campaigns.presenters import story
from campaigns.presenters.as_it_stood import reader_then, told_at
from campaigns.revision_preview import SeasonHistory, history_of
from campaigns.season import Season, explain, narrate
from campaigns.season.visibility import as_read_by
from rules.adjudicate import Who
from rules.stream.dice import rolls_of
from rules.stream.explain import seed_row

OF = {"of": (WORD, "The fact: “platoons.alpha.score”, “sectors.bury.owner”. Left out: those there are.")}


class CampaignExplainView(Endpoint):
    url_name = "campaign-explain"

    @describe(
        "Explain a fact of the campaign",
        (shapes.CampaignExplanation, shapes.CampaignFacts),
        query={**OF, **MOMENT},
        problems=READ,
        promised="Explain a fact of the map",
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Why a fact of the campaign is what it is: the rows behind it, with reasons and rule, in words. Of a platoon:
        score, place, penalty, and on a map where it is, its supply and what became of its order; its purse only for
        those who may know it. Of a vehicle: its status and crew. Of a fixture: its result. Of a sector: its owner; of a
        side: its score on the map. Secret orders of others are not disclosed.

        Without `of`: every fact that can be explained to you, with its value. With `at` or `as_of`, as it was then.
        """
        _sheet, asked = access.read_campaign(request.user, id)
        of = request._request.GET.get("of")
        reader = reader_of(request.user)
        if asked.who is None and reader:  # who commands a platoon reads it, whether they may still report or not
            asked = asked._replace(who=Who(reader))
        then = as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.CampaignExplanation | shapes.CampaignFacts, int]:
            when = then()
            season, told, rows, count, _facts = told_at(asked.stream, when)
            who = reader_then(asked.stream, season, asked.who) if when else asked.who
            eyes = (who.id if who else "") if when else reader
            as_read_by(season, eyes, who)
            position = rows[-1].position
            if of is None:
                facts = [_fact(one) for one in explain.facts(season, eyes)]
                return shapes.CampaignFacts(facts, position), max(position, asked.position)
            found = explain.explain(season, [(one.position, one.event) for one in count], of, eyes)
            names = story.names_in(season)
            history = history_of(list(told), list(rows))
            steps = [_step(season, one, rows[one.position - 1], history, names) for one in found.steps]
            fact = _fact(found.fact)
            by = people.called((one.by for one in steps), reader)
            why = shapes.CampaignExplanation(fact.of, fact.about, fact.label, fact.value, steps, position, by)
            return why, max(position, asked.position)

        return revalidated(request._request, asked, read)


def _fact(one: explain.Fact) -> shapes.CampaignFact:
    kind: Any = one.of.partition(".")[0]
    return shapes.CampaignFact(one.of, one.about, kind, words(one.label), words(one.value))


def _step(
    season: Season, one: explain.Step, row: Row, history: SeasonHistory, names: Mapping[str, str]
) -> shapes.CampaignStep:
    rolls = [each for each in rolls_of(one.event) if each.values]
    return shapes.CampaignStep(
        position=one.position,
        by=row.by,
        at=row.at,
        via=way(row.via),
        before=None if one.before is None else value(one.before),
        after=None if one.after is None else value(one.after),
        type=type(one.event).__name__,
        data=plain(one.event) or {},
        text=words(narrate(season, one.event), names),
        reasons=[shapes.Reason(words(reason.text, names), reason.rule) for reason in one.reasons],
        dice=[roll(each) for each in rolls],
        seed_row=seed_row(history.rows, rolls),
    )
