"""Every operation of the schema has an example, and every example is asked: what is sent and what comes back are as the
schema has them."""

from __future__ import annotations

import re
import shlex
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from django.db import transaction
from jsonschema_rs import Draft202012Validator

from api.examples import A_SHOT, SCRIPTED
from api.roles import TABLE
from api.samples import PERSON
from api.urls import urlpatterns
from campaigns import handler
from campaigns.roles import Role
from rules import system
from rules.reports import command_codec
from rules.stream.script import parse
from tests.api import documented
from tests.api.addresses import address, body, newest_room_last, said_by_bob
from tests.api.conftest import Caller, said
from tests.api.role_exceptions import KINDS
from tests.api.test_roles import at_first, everyone, season, there
from tests.campaigns.conftest import Season
from tests.length import AT_LENGTH

__all__ = ["at_first", "everyone", "season", "there"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
PEOPLE = ("bob", "alice", "root")
# What the examples name, as it is called here.
HERE = {"alpha-66": "bears", "alpha-1": "bears-1", "red-banner": "cats", "m1": "bears-1", "t64-1": "cats-1"}
# What cannot come about in a campaign that has just begun, and what the rules may refuse of an example of their book.
NOT_YET = {
    "report_to_a_battle": (400, 403, 422),  # of another rulebook: see below
    "report_to_a_campaign": (403, 422),
    "report_to_a_league": (400, 403, 422),  # names a campaign and a division that are not here
    # a campaign's battle is adopted by none, and has no guests; a room of somebody else's
    "see_whether_a_campaign_adopts_a_battle": (403,),
    "propose_that_a_campaign_adopts_a_battle": (403,),
    "end_the_proposal_to_adopt_a_battle": (403,),
    "agree_that_a_campaign_adopts_a_battle": (403,),
    "read_your_code_as_a_guest": (403,),
    "give_a_friendly_battle_up": (403,),
    # nothing has been fought, and the first season is under way
    "explain_a_figure_of_a_league": (400,),
    "read_a_vehicles_career_in_a_league": (404,),
    "take_results_of_before_into_a_league": (422,),
    "begin_the_next_season_of_a_league": (422,),
}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return documented.document()


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, one) for path, methods in document["paths"].items() for method, one in methods.items()]


def test_every_operation_has_an_example(document: dict[str, Any]) -> None:
    for path, method, one in operations(document):
        (sample,) = one["x-codeSamples"]
        words = shlex.split(sample["source"].replace("\\\n", " "))
        assert words[:2] == ["curl", "-s"]
        shown = re.sub(r"\{(\w+)\}", "(.+)", path)
        assert re.match(rf"\$SITE{shown}(\?|$)", words[2]), (path, words[2])
        assert "{" not in words[2]
        assert ("-X" in words) == (method in ("patch", "delete") or (method == "post" and "requestBody" not in one))
        for parameter in one.get("parameters", ()):
            if parameter["in"] == "path":
                Draft202012Validator(parameter["schema"]).validate(parameter["example"])


def here(value: Any, names: dict[str, str]) -> Any:
    """An example with what it names as it is called here."""
    text = msgspec.json.encode(value).decode()
    for name, own in names.items():
        text = re.sub(rf'(?<=["./]){re.escape(name)}(?=["./])', own, text)
    return msgspec.json.decode(text)


@pytest.mark.at_length
def test_every_example_is_answered_as_the_schema_says(
    document: dict[str, Any], everyone: dict[str, Caller], season: Season
) -> None:
    battle = season.muster()
    said_by_bob(season)
    fixture = next(iter(handler.replay(season.stream)[0].fixtures))
    names = {**HERE, PERSON: str(season.cast.bob.pk), "r1-1": fixture}
    routes = {re.sub(r"<\w+:(\w+)>", r"{\1}", f"/api/v1/{one.pattern}"): str(one.name) for one in urlpatterns}
    there = {name: address(name, season, battle) for name in newest_room_last(TABLE)}
    wrong = []
    for path, method, one in operations(document):
        name = routes[path]
        if name == "schema" and not AT_LENGTH:
            continue  # it takes as long as fifty others: test_schema.py reads it
        for n in range(examples_of(one)):
            told: list[Any] = []
            for who in PEOPLE if AT_LENGTH or TABLE[name][method.upper()] <= Role.MEMBER else PEOPLE[1:]:
                with transaction.atomic():
                    told.append(ask(one, everyone[who], method, there[name], bodies(one, name, names)[n], names))
                    transaction.set_rollback(True)
                if told[-1].status_code < 300:
                    break
            if not {each.status_code for each in told} & {200, 201, 204, *NOT_YET.get(one["operationId"], ())}:
                wrong.append((one["operationId"], n, [(each.status_code, each.content[:200]) for each in told]))
    assert wrong == []


def ask(
    one: dict[str, Any],
    caller: Caller,
    method: str,
    where: str,
    body: tuple[str, Any],
    names: dict[str, str],
) -> Any:
    """An example, asked by somebody; what is sent and what comes back fit the schema."""
    kind, sent = body
    shown = [each for each in one.get("parameters", ()) if each["in"] == "query" and "example" in each]
    query: dict[str, Any] = here({each["name"]: each["example"] for each in shown}, names)
    query |= {"after": 1} if kind.startswith("text/x-") else {}
    if kind == "application/json" and sent:
        shape = one["requestBody"]["content"][kind]["schema"]
        documented.fits(shape, sent)
    answer = caller.call(method.upper(), where + (f"?{urlencode(query)}" if query else ""), sent, kind)
    conforms(one, answer)
    return answer


def examples_of(one: dict[str, Any]) -> int:
    content = one.get("requestBody", {}).get("content", {})
    return max(1, sum(len(said.get("examples", ())) for said in content.values()))


def bodies(one: dict[str, Any], name: str, names: dict[str, str]) -> list[tuple[str, Any]]:
    content = one.get("requestBody", {}).get("content", {})
    if not content:
        return [("application/json", b"")]
    if name in KINDS:
        return [(KINDS[name], body(name, ""))]
    shown = [(kind, each["value"]) for kind, said in content.items() for each in said.get("examples", {}).values()]
    assert shown, one["operationId"]
    if name in ALWAYS_OWN:
        return [("application/json", body(name, "example"))] * len(shown)
    return [(kind, value if isinstance(value, str) else here(value, names)) for kind, value in shown]


# Whose example names what somebody has been given: a code, a name and a password, a proposal.
ALWAYS_OWN = {"token", "battle-join", "battle-claim", "friendly", "campaign-correction-drafts", "leagues"} | {
    "club-webhooks",  # its address is looked up
    "club-webhook-replay",
}


def conforms(one: dict[str, Any], answer: Any) -> None:
    described = one["responses"]
    assert str(answer.status_code) in described, (one["operationId"], answer.status_code, answer.content)
    content = described[str(answer.status_code)].get("content")
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if content and "json" in kind and content[kind]["schema"].get("format") != "binary":
        shape = content[kind]["schema"]
        documented.fits(shape, said(answer))


def test_the_shot_of_the_examples_is_one_of_its_rulebook() -> None:
    codec = command_codec(system("modern_age"))
    shot = codec.decode(A_SHOT.value["type"], msgspec.json.encode(A_SHOT.value["data"]))
    (line,) = parse(SCRIPTED.value, codec)
    assert line.command == shot
