"""A program whose client was made of the schema plays a battle and reads a campaign: all it hears fits the schema."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from api import models
from campaigns.models import User
from tests.api.conftest import Caller
from tests.api.generated import Generated
from tests.api.playing import SELDOM, alpha_66, filled
from tests.campaigns.conftest import Season
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    return Generated(tmp_path_factory.mktemp("generated"))


def test_a_client_is_made_of_the_whole_document(generated: Generated) -> None:
    """All but one way to report to a battle, a campaign and a league: no such program has heard of scripts."""
    assert generated.warnings == [
        "WARNING parsing POST /api/v1/battles/{id}/commands/ within battles.",
        "Unsupported content type text/x-battle-script",
        "WARNING parsing POST /api/v1/campaigns/{id}/commands/ within campaigns.",
        "Unsupported content type text/x-battle-script",
        "WARNING parsing POST /api/v1/leagues/{id}/commands/ within leagues.",
        "Unsupported content type text/x-battle-script",
    ]


class Player:
    """Someone at a table with nothing but the client."""

    def __init__(self, generated: Generated, user: User, battle: str) -> None:
        self.generated, self.battle = generated, UUID(battle)
        self.client = generated.client(models.issue(user))

    def look(self) -> Any:
        return self.generated.call("battles.read_a_battle", self.client, self.battle).parsed

    def report(self, type_: str, **data: Any) -> Any:
        body = self.generated.model("Report").from_dict({"id": str(uuid4()), "type": type_, "data": data})
        return self.generated.call("battles.report_to_a_battle", self.client, self.battle, body=body)


def test_a_battle_is_played_by_a_generated_client(generated: Generated, cast: Cast) -> None:
    """From the first report to both confirmations; every answer has the status, kind and body the document names."""
    battle, chance = alpha_66(cast), Random(7)
    players = {
        "americans": Player(generated, cast.bob, battle),
        "soviets": Player(generated, cast.carol, battle),
    }
    for _turn in range(8):
        offers = [
            choice
            for side, player in players.items()
            for choice in player.look().to_dict()["choices"]
            if choice["side"] == side and choice["command"] not in SELDOM
        ]
        urgent = [choice for choice in offers if choice["urgent"]] or offers
        choice = chance.choice(urgent)
        answered = players[choice["side"]].report(choice["command"], **filled(choice, chance))
        assert answered.status_code in (200, 422)
    bob, carol = players.values()
    refused = bob.report("Fire", unit="alpha")
    assert (refused.status_code, refused.parsed.field) == (400, "target")
    assert carol.report("Concede", side="soviets").parsed.reports[0].status == "accepted"
    stand = bob.look().fought
    for side, player in players.items():
        said = {"side": side, "position": stand.position, "digest": stand.digest}
        assert player.report("Confirm", **said).status_code == 200
    seen = carol.look()
    assert (seen.over, seen.outcome.winner) == (True, "americans")
    assert seen.people.to_dict() == {str(cast.bob.pk): "bob", str(cast.carol.pk): "carol"}
    told = generated.call("battles.read_a_battles_log", carol.client, carol.battle, limit=200).parsed
    assert told.events[-1].type_ == "Confirmed"
    for operation in ("explain_a_fact", "read_what_can_be_declared", "read_an_earlier_moment"):
        assert generated.call(f"battles.{operation}", bob.client, bob.battle).status_code == 200
    assert len(generated.checked) > 30


def test_a_campaign_is_read_by_a_generated_client(
    generated: Generated, season: Season, people: dict[str, Caller]
) -> None:
    season.muster()
    campaign = UUID(season.stream)
    bob = generated.client(models.issue(season.cast.bob))
    for operation in (
        "list_campaigns",
        "read_what_a_campaign_can_be_told",
    ):
        assert generated.call(f"campaigns.{operation}", bob).status_code == 200
    for operation in (
        "read_a_campaign",
        "read_the_standings",
        "list_the_platoons",
        "list_the_vehicles",
        "list_the_fixtures",
        "list_the_rounds",
        "read_a_campaigns_log",
        "read_what_became_of_points",
        "read_what_you_may_report_to_a_campaign",
    ):
        assert generated.call(f"campaigns.{operation}", bob, campaign).status_code == 200, operation
    platoon = generated.call("campaigns.read_a_platoon", bob, campaign, "bears").parsed
    assert platoon.people.to_dict() == {str(season.cast.bob.pk): "bob"}
    body = generated.model("Report").from_dict(
        {"id": str(uuid4()), "type": "Prioritise", "data": {"platoon": "cats", "order": ["cats-1"]}}
    )
    refused = generated.call("campaigns.report_to_a_campaign", bob, campaign, body=body)
    assert (refused.status_code, refused.parsed.status) == (403, 403)


def test_a_token_is_got_and_given_back_by_a_generated_client(generated: Generated, cast: Cast) -> None:
    cast.bob.set_password("at the ford")
    cast.bob.save()
    said = generated.model("Credentials")(username="bob", password="at the ford")
    got = generated.call("token.get_a_token", generated.client(), body=said)
    assert got.status_code == 201
    bob = generated.client(got.parsed.token)
    assert generated.call("me.read_who_you_are", bob).parsed.username == "bob"
    assert generated.call("token.give_a_token_back", bob).status_code == 204
    assert generated.call("me.read_who_you_are", bob).status_code == 401
