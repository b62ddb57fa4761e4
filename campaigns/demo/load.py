"""Loads the demo: people and a club on the desk, and half a season, which is made by reports; gives an example
of a report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid4, uuid5

from django.contrib.auth.hashers import make_password
from django.db import transaction

from battles.viewer import look
from campaigns import clerk, handler
from campaigns.demo import season
from campaigns.demo.season import VIA, Stage
from campaigns.models import Campaign, Club, User
from rules.adjudicate import Who
from rules.contract import Choice, Field

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:demo")
CAMPAIGN, AMBUSH, ALPHA_66 = (uuid5(NAMESPACE, name) for name in ("campaign", "ambush", "alpha 66"))
PASSWORD = "leaguer at dusk"  # of all its people, except in production
SEED = sha256(b"leaguer:demo").hexdigest()  # not secret: everyone sees the same demo

# The campaign as its organiser prepared it. It uses the house deck, so that nobody needs the printed critical cards,
# and leaves time to retreat for those who look weeks from now.
DESK = {
    "name": "Fulda, autumn 1985",
    "system": "modern_age",
    "options": {"critical_deck": "house"},
    "sides": {"nato": "NATO", "warsaw-pact": "Warsaw Pact"},
    "terms": {"victory": "rounds", "victory_rounds": 4, "retreat_hours": 999},
    "map": files(__package__).joinpath("huenfeld_gap.map").read_text(encoding="utf-8"),
}

# What floors above load beside it, once the campaign is open and before anything has happened in it.
BESIDES: list[Callable[[Stage], None]] = []


def load(password: str, besides: Iterable[Callable[[Stage], None]] = ()) -> bool:
    """Load the demo, all of it or nothing; with `besides` what is told of `BESIDES`. False if it is there already; then
    nothing changes."""
    if Campaign.objects.filter(pk=CAMPAIGN, stream__isnull=False).exists():
        return False
    with transaction.atomic():
        people = _people(password)
        stage = Stage(CAMPAIGN, people)
        handler.open_campaign(_campaign(_club(people), people), stage.who("alice"), VIA, seed=SEED)
        for one in besides:
            one(stage)
        season.play(stage, AMBUSH, ALPHA_66)
        clerk.attend(str(CAMPAIGN))  # so that it is counted at once in what it is part of
    return True


CLUB = {
    "name": "The Steel Club",
    "about": "Tanks on the table since 1979, in the hall behind the station. We meet on Thursdays at seven; visitors "
    "are welcome, and there is always a spare platoon.",
    "colour": "#1d4ed8",
}


def _people(password: str) -> dict[str, User]:
    """The demo's accounts. New ones get the password. Alice organises and may enter the office; Erin umpires. The
    password is hashed once for all, because that takes as long as all the rest."""
    hashed = make_password(password)
    people = {}
    for name in ("alice", "erin", *season.PLAYERS):
        new = {"is_staff": name == "alice", "password": hashed}
        people[name], _new = User.objects.get_or_create(username=name, defaults=new)
    return people


def _club(people: dict[str, User]) -> Club:
    club, _new = Club.objects.get_or_create(slug="steel-club", defaults=CLUB)
    club.organisers.add(people["alice"])
    club.members.add(*(people[name] for name in season.PLAYERS))
    return club


def _campaign(club: Club, people: dict[str, User]) -> Campaign:
    campaign, _new = Campaign.objects.get_or_create(pk=CAMPAIGN, defaults={"club": club, **DESK})
    campaign.umpires.add(people["erin"])
    return campaign


class Example(NamedTuple):
    """A player, and the type and data of a command they may report."""

    username: str
    type: str
    data: dict[str, Any]


def example() -> Example | None:
    """A shot that Bob or Carol may report now, or else anything they may; None if there is nothing."""
    found: list[Example] = []
    for user in User.objects.filter(username__in=("bob", "carol")).order_by("username"):
        for choice in look(str(ALPHA_66), Who(str(user.pk))).choices:
            if all(not one.required or one.kind in ("pick", "number", "flag") for one in choice.fields):
                found.append(Example(user.username, choice.command, _filled(choice)))
    return min(found, key=lambda one: (one.type != "Fire", one.type == "Concede"), default=None)


def _filled(choice: Choice) -> dict[str, Any]:
    """The choice, with the first possible value in each required field. Dice are left to Leaguer."""
    data = dict(choice.given)
    for field in choice.fields:
        if field.required:
            data[field.name] = _first(field)
    return data


def _first(field: Field) -> str | int | bool:
    match field.kind:
        case "pick":
            return field.picks[0].value
        case "number":
            return field.least
        case _:
            return True


def curl(address: str, one: Example, password: str) -> str:
    """The line to type in. Its report has its own id, so that it counts once if it is sent twice."""
    login = json.dumps({"username": one.username, "password": password})
    report = json.dumps({"id": str(uuid4()), "type": one.type, "data": one.data})
    as_json = "-H 'Content-Type: application/json'"
    token = f"""$(curl -s {address}/api/v1/token/ {as_json} -d '{login}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')"""
    return (
        f'curl -s {address}/api/v1/battles/{ALPHA_66}/commands/ -H "Authorization: Token {token}" \\\n'
        f"  {as_json} -d '{report}'"
    )
