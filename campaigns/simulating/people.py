"""The desk of a simulated season: a club, its people, and a campaign that is opened with a seed that is known."""

from __future__ import annotations

from hashlib import sha256
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils.text import slugify

from campaigns import door
from campaigns.models import Campaign, Club, User
from campaigns.simulating.chance import Chance
from campaigns.simulating.doors import VIA, Doors
from campaigns.standings import BREAKERS
from campaigns.theatre.generating import generate
from campaigns.theatre.writing import write
from rules.adjudicate import Who

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:simulations")
SIDES = {"reds": "The Reds", "blues": "The Blues"}  # of a season on a map


class Taken(Exception):
    """The season has been simulated here already, or an account of its people's is somebody else's."""


def opened(system: str, platoons: int, rounds: int, seed: int, club: str, sectors: int = 0) -> Doors:
    """The doors of a campaign just opened, with a player for each platoon and one more; on a map of so many sectors, or
    (0) on none. Raises `Taken`."""
    slug = slugify(club)[:40] or "club"
    name = f"{slug}/{system}/{platoons}/{rounds}/{seed}" + (f"/map {sectors}" if sectors else "")
    with transaction.atomic():
        club_, _new = Club.objects.get_or_create(slug=slug, defaults={"name": club})
        organiser = _account(f"{slug}-organiser")
        players = [_account(f"{slug}-player-{n}") for n in range(1, platoons + 2)]
        club_.organisers.add(organiser)
        club_.members.add(*players)
        desk = _campaign(uuid5(NAMESPACE, name), club_, system, seed, Chance(f"{name}/rules"))
        if sectors:
            _lay_out(desk, sectors, rounds, seed, Chance(f"{name}/map"))
        dice = sha256(f"{NAMESPACE}/{name}".encode()).hexdigest()
        door.open_campaign(desk, Who(str(organiser.pk), referee=True), VIA, seed=dice)
    return Doors(str(desk.pk), organiser, players, Chance(name))


def _account(name: str) -> User:
    """The account of that name, to which nobody can log in until an administrator gives it a password."""
    id = uuid5(NAMESPACE, name)
    user, new = User.objects.get_or_create(username=name, defaults={"id": id})
    if user.pk != id:
        raise Taken(name)
    if new:
        user.set_unusable_password()
        user.save()
    return user


def _campaign(id: UUID, club: Club, system: str, seed: int, chance: Chance) -> Campaign:
    """Called a test, so that it can be forgotten. No deadline: a simulated evening has no clock."""
    if Campaign.objects.filter(pk=id).exists():
        raise Taken(str(id))
    return Campaign.objects.create(
        pk=id,
        club=club,
        name=f"Simulated season {seed}",
        system=system,
        destroyed=chance.choose(2),
        preserved=chance.choose(2),
        breakers=list(chance.some_of(tuple(BREAKERS), 4)),
        terms={
            "roster_check": "refuse",
            "round_days": 0,
            "unplayed": chance.one_of(("drawn", "lost", "void")),
            "unfinished": chance.one_of(("carry", "carry", "drawn", "void")),
            "dropped": chance.one_of(("walkover", "void")),
        },
        confirm_within=0,
        test=True,
    )


def _lay_out(desk: Campaign, sectors: int, rounds: int, seed: int, chance: Chance) -> None:
    """A map, two sides, and terms of the map as some club may have them. Orders and retreats have no hour either."""
    desk.sides, desk.map = SIDES, write(generate(sectors, seed, tuple(SIDES)))
    desk.terms |= {
        "orders_days": 0,
        "battle_points": chance.one_of((0, 0, 150)),
        "retreat_hours": chance.one_of((0, 48, 48)),
        "surrounded": chance.one_of(("breakout", "losses", "surrender")),
        "supply_reach": 3 + chance.choose(6),
        "victory": chance.one_of(("points", "capital", "rounds")),
        "victory_points": 40 + chance.choose(160),
        "victory_rounds": max(1, rounds - chance.choose(2)),
    }
    desk.save(update_fields=["sides", "map", "terms"])
