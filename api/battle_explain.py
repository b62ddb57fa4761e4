"""Why a fact is what it is, and what can be declared: what a player reads before correcting a battle."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from api import as_of, people
from api.access import Access
from api.as_of import AS_OF, AT
from api.endpoints import OneBattle, revalidated
from api.presenters import plain, roll, value
from api.schema_texts import WORD, describe
from api.shapes import corrections as shapes
from api.shapes import filled
from battles import handler, naming, viewer
from battles.log import Row
from battles.presenters.story import way
from battles.sentences import words
from battles.viewer import eyes
from rules import adjudicate, contract, visibility
from rules.battle import Battle, History
from rules.contract import say
from rules.sheet import sheet
from rules.stream import explain, facts

OF = {"of": (WORD, "The fact: “units.alpha.damage”, “outcome.winner”. Left out: those there are.")}


class ExplainView(OneBattle):
    url_name = "battle-explain"

    @describe(
        "Explain a fact",
        (shapes.Explanation, shapes.Explicables),
        query={**OF, **AT, **AS_OF},
        problems=(400, 401, 404, 429),
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Why a fact of the sheet or the outcome is what it is: the reports, dice and rules behind it, in words.

        Without `of`: every fact of the battle that you may see, with its value.
        """
        asked = self.asked(request, id)
        of, until = request._request.GET.get("of"), as_of.of_battle(request._request, asked)

        def read() -> tuple[shapes.Explanation | shapes.Explicables, int]:
            battle, told, rows = handler.replay(asked.stream, until())
            if of is None:
                found: shapes.Explanation | shapes.Explicables = _explicable(asked, battle)
            else:
                found = _explained(asked, of, battle, handler.history_of(battle, told, rows), rows)
            return found, max(found.position, asked.position)

        return revalidated(request._request, asked, read)


class FactsView(OneBattle):
    url_name = "battle-facts"

    @describe("Read what can be declared", shapes.Declarables, problems=(400, 401, 403, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every fact that `Declare` can set, even against the rules. For the sides and referees."""
        asked = self.asked(request, id)

        def read() -> tuple[shapes.Declarables, int]:
            if asked.who is None:
                raise NotAuthenticated()
            battle = handler.state(asked.stream)
            adjudicate.require(battle, asked.who, "")
            names = naming.called(asked.stream, battle)
            found = [_declarable(battle, path, now, names) for path, now in facts.facts(battle.play).items()]
            return shapes.Declarables(battle.head[0], found), battle.head[0]

        return revalidated(request._request, asked, read)


def _explicable(asked: Access, battle: Battle) -> shapes.Explicables:
    lines = sheet(battle, eyes(battle, asked.who))
    names = naming.called(asked.stream, battle)
    found = [
        shapes.Explicable(of, unit, words(label, names), _there(now, names)) for of, (unit, label, now) in lines.items()
    ]
    return shapes.Explicables(battle.head[0], found)


def _explained(asked: Access, of: str, battle: Battle, history: History, rows: list[Row]) -> shapes.Explanation:
    position = rows[-1].position
    found = viewer.why(history, of, asked.who)
    names = naming.called(asked.stream, battle)
    steps = [_step(one, battle, rows[one.told - 1], names) for one in found.steps]
    by = people.called((one.by for one in steps), asked.reader)
    label, now = words(found.label, names), _there(found.value, names)
    return shapes.Explanation(position, found.of, found.unit, label, now, steps, by)


def _step(one: explain.Step, battle: Battle, told: Row, names: dict[str, str]) -> shapes.Step:
    return filled(
        shapes.Step,
        one,
        first_told=one.told,
        at=told.at,
        via=way(told.via),
        label=words(one.label, names),
        before=value(one.before, names),
        after=value(one.after, names),
        type=type(one.event).__name__ if one.event is not None else "",
        data=plain(one.event),
        text=words(visibility.narrate(battle.rules, one.event), names) if one.event is not None else "",
        rules=list(one.rules),
        dice=[roll(each) for each in one.rolls],
    )


def _declarable(battle: Battle, path: str, now: object, names: dict[str, str]) -> shapes.Declarable:
    keys, label = facts.named(battle.rules, path)
    unit = next((one.id for one in battle.muster.units if one.id in keys), "")
    for key in reversed([key for key in keys if key != unit]):
        label = say("%(key)s: %(told)s", key=key, told=label)
    schema = _schema(facts.shape(battle.play, path))
    return shapes.Declarable(path, unit, words(label, names), now, schema, battle.declared.get(path))


@cache
def _schema(shape: Any) -> dict[str, Any]:
    """The schema of a fact. There are few shapes and many facts, and describing a shape takes longer than anything
    else.
    """
    return msgspec.json.schema(shape)


def _there(now: contract.Message | str | int | bool | None, names: dict[str, str]) -> str | int | bool:
    """The value of a line, which must exist."""
    found = value(now, names)
    assert found is not None
    return found
