"""Loads the demo: people and a club on the desk, and half a season, which is made by reports."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from uuid import NAMESPACE_URL, uuid5

from django.contrib.auth.hashers import make_password
from django.db import transaction

from campaigns import handler
from campaigns.demo import season
from campaigns.demo.season import VIA, Stage
from campaigns.models import Campaign, Club, User

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:demo")
CAMPAIGN, AMBUSH, ALPHA_66 = (uuid5(NAMESPACE, name) for name in ("campaign", "ambush", "alpha 66"))
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


def load(password: str) -> bool:
    """Load the demo, all of it or nothing. False if it is there already; then nothing changes."""
    if Campaign.objects.filter(pk=CAMPAIGN, stream__isnull=False).exists():
        return False
    with transaction.atomic():
        people = _people(password)
        stage = Stage(CAMPAIGN, people)
        handler.open_campaign(_campaign(_club(people), people), stage.who("alice"), VIA, seed=SEED)
        season.play(stage, AMBUSH, ALPHA_66)
    return True


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
    club, _new = Club.objects.get_or_create(slug="steel-club", defaults={"name": "The Steel Club"})
    club.organisers.add(people["alice"])
    club.members.add(*(people[name] for name in season.PLAYERS))
    return club


def _campaign(club: Club, people: dict[str, User]) -> Campaign:
    campaign, _new = Campaign.objects.get_or_create(pk=CAMPAIGN, defaults={"club": club, **DESK})
    campaign.umpires.add(people["erin"])
    return campaign
